//! Laws of generators.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quarry_core::{Budget, Domain, Generate, GenerateError, Meter, Rng, Settings};

/// Number of requests; `PATIENCE` is the time after which each is stopped.
const WISHES: u64 = 12;
const PATIENCE: Duration = Duration::from_millis(50);

/// Maximum delay of a generator after a stop. It should be milliseconds; a busy machine adds to
/// that.
const LATEST: Duration = Duration::from_millis(800);

/// For any parameters, even the largest, a generator finishes or stops soon after a stop request.
pub(crate) fn every_generator_stops_soon<P: Generate>() {
    for seed in 0..WISHES {
        let params = large_choices::<P::Params>(seed);
        let stop = AtomicBool::new(false);
        let begun = Instant::now();
        let (made, took) = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(PATIENCE);
                stop.store(true, Ordering::Relaxed);
            });
            let made = P::generate(&params, seed, &mut Meter::new(Budget::default(), &stop));
            (made, begun.elapsed())
        });
        assert!(took < PATIENCE + LATEST, "{} {:?} took {took:?}", P::ID, params.values());
        let early = took < PATIENCE && matches!(made, Err(GenerateError::Stopped));
        assert!(!early, "{} stopped before it was told to", P::ID);
    }
}

/// Settings with random words and switches, and with integers at their default or their maximum.
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
