//! Laws of generators.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quarry_core::{Budget, Domain, Generate, GenerateError, Meter, Rng, Settings};

/// How many wishes are made, and when they are given up.
const WISHES: u64 = 12;
const PATIENCE: Duration = Duration::from_millis(50);

/// How late a generator may be. It is meant to be milliseconds; a busy machine adds to that.
const LATEST: Duration = Duration::from_millis(800);

/// Whatever is asked for, and be it the largest there is, a generator is done or stops soon after
/// it is told to.
pub(crate) fn every_generator_stops_soon<P: Generate>() {
    for seed in 0..WISHES {
        let params = large_choices::<P::Params>(seed);
        let stop = AtomicBool::new(false);
        let (made, took) = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(PATIENCE);
                stop.store(true, Ordering::Relaxed);
            });
            let begun = Instant::now();
            let made = P::generate(&params, seed, &mut Meter::new(Budget::default(), &stop));
            (made, begun.elapsed())
        });
        assert!(took < PATIENCE + LATEST, "{} {:?} took {took:?}", P::ID, params.values());
        let early = took < PATIENCE && matches!(made, Err(GenerateError::Stopped));
        assert!(!early, "{} stopped before it was told to", P::ID);
    }
}

/// Settings with random words and switches, and with whole numbers that are usual or as large as
/// they can be.
fn large_choices<S: Settings>(seed: u64) -> S {
    let mut rng = Rng::new(seed);
    let mut settings = S::default();
    for field in S::fields() {
        let value = match field.domain {
            Domain::Choice(words) => words[rng.below(words.len())].to_owned(),
            Domain::Switch => ["false", "true"][rng.below(2)].to_owned(),
            Domain::Whole(range) if rng.below(2) == 0 => range.end().to_string(),
            _ => continue,
        };
        settings.set(field.name, &value).expect("the value is one of its own");
    }
    settings
}
