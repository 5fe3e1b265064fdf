use std::sync::atomic::AtomicBool;

use quarry_core::{Aim, Budget, Guided, StateSpace, key_of};

use super::*;

type Peril = fn(usize) -> usize;

/// A random walk that goes up by one with probability 3/10 and otherwise down, but not below 0. It
/// ends at a given height, and every step scores one.
struct Slope {
    height: usize,
    /// How the peril is derived from the height.
    peril: Peril,
}

#[derive(Clone)]
struct Place {
    at: usize,
    goes_up: Option<bool>,
}

impl StateSpace for Slope {
    type State = Place;
    type Move = ();

    fn start(&self) -> Place {
        Place { at: 0, goes_up: None }
    }
    fn moves(&self, place: &Place, out: &mut Vec<()>) {
        out.extend(place.goes_up.map(|_| ()));
    }
    fn play(&self, place: &mut Place, (): ()) -> Score {
        let goes_up = place.goes_up.take().expect("a step was drawn");
        place.at = if goes_up { place.at + 1 } else { place.at.saturating_sub(1) };
        1
    }
    fn is_solved(&self, place: &Place) -> bool {
        place.at == self.height
    }
    fn key(&self, place: &Place) -> u128 {
        key_of(&(place.at, place.goes_up))
    }
}

impl Guided for Slope {
    fn aim(&self) -> Aim {
        Aim::Maximise
    }
}

impl Chance for Slope {
    type Event = bool;

    fn total_weight(&self) -> u32 {
        10
    }
    fn events(&self, place: &Place, out: &mut Vec<(bool, u32)>) {
        if place.goes_up.is_none() && place.at < self.height {
            out.extend([(true, 3), (false, 7)]);
        }
    }
    fn apply_event(&self, place: &mut Place, goes_up: bool) {
        place.goes_up = Some(goes_up);
    }
    fn peril(&self, place: &Place) -> usize {
        (self.peril)(place.at)
    }
}

struct Walker;

impl Player<Slope> for Walker {
    fn choose(&mut self, _: &Slope, place: &Place, _: &mut Meter) -> Result<Option<()>, Refused> {
        Ok(place.goes_up.map(|_| ()))
    }
}

/// Mean number of steps of a walk: from each height to the next, one try plus the steps that failed
/// tries lead back to.
fn exactly(height: usize) -> f64 {
    let mut climb = 0.0;
    (0..height)
        .map(|_| {
            climb = (1.0 + 0.7 * climb) / 0.3;
            climb
        })
        .sum()
}

fn looked(slope: &Slope, threads: usize) -> Vec<Stretch> {
    let stop = AtomicBool::new(false);
    let settings = SplittingSettings { stretches: 60, moves: 2_000 };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let mut meter = Meter::new(Budget::default(), &stop);
        stretches(slope, |_| Walker, &settings, 5, &mut meter, |_| {}).stretches
    })
}

/// The chance to reach each level from the one below, weighted by shares, is that of plain play.
#[test]
fn levels_are_reached_as_often_as_in_plain_play() {
    let slope = Slope { height: 12, peril: |at| at };
    let stop = AtomicBool::new(false);
    let settings = SplittingSettings { stretches: 60, moves: 2_000 };
    let mut meter = Meter::new(Budget::default(), &stop);
    let levels = stretches(&slope, |_| Walker, &settings, 5, &mut meter, |_| {}).levels;
    assert_eq!(levels.len(), 12);
    assert!(levels.iter().any(|level| level.copies > 1), "{levels:?}");
    // Half as often, roughly, and in a stationary walk 3/7 as often, high above the bottom.
    for pair in levels[2..9].windows(2) {
        let share = pair[1].by_share / pair[0].by_share;
        assert!((0.3..0.6).contains(&share), "{share} of {levels:?}");
    }
}

/// A stopped run keeps its whole stretches, and they are the first ones of the full run.
#[test]
fn a_stop_leaves_what_was_seen_before() {
    let slope = Slope { height: 12, peril: |at| at };
    let whole = looked(&slope, 1);
    let stop = AtomicBool::new(false);
    let settings = SplittingSettings { stretches: 60, moves: 2_000 };
    let mut meter = Meter::new(Budget::default(), &stop);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    let mut counts = Vec::new();
    let seen = pool.install(|| {
        stretches(
            &slope,
            |_| Walker,
            &settings,
            5,
            &mut meter,
            |count| {
                counts.push(count);
                stop.store(count >= 16, std::sync::atomic::Ordering::Relaxed);
            },
        )
        .stretches
    });
    assert!(counts.starts_with(&[8, 16]) && (16..60).contains(&seen.len()), "{counts:?}");
    assert_eq!(seen, whole[..seen.len()]);
    let none = stretches(
        &slope,
        |_| Walker,
        &settings,
        5,
        &mut Meter::new(Budget::default(), &stop),
        |_| {},
    );
    assert_eq!(none, Splitting::default());
}

/// The mean, and its relative standard error.
fn mean(seen: &[Stretch]) -> (f64, f64) {
    let ends: f64 = seen.iter().map(|stretch| stretch.ends).sum();
    let score: f64 = seen.iter().map(|stretch| stretch.score as f64).sum();
    let usual = ends / seen.len() as f64;
    let squares: f64 = seen.iter().map(|stretch| (stretch.ends - usual).powi(2)).sum();
    (score / ends, squares.sqrt() / ends)
}

/// Walks of some 130,000, four million and 130 million steps, estimated from 120,000 counted steps.
/// The estimate is also right for a peril that is imprecise or jumps.
#[test]
fn walks_that_nobody_could_wait_for_are_as_long_as_they_are() {
    let perils: [(Peril, usize); 4] =
        [(|at| at, 12), (|at| at, 16), (|at| at, 20), (|at| at / 2 * 3 + 1, 12)];
    for (peril, height) in perils {
        let (mean, off) = mean(&looked(&Slope { height, peril }, 1));
        let exactly = exactly(height);
        assert!(
            off < 0.2 && (mean / exactly).ln().abs() < 4.0 * off,
            "{mean} for {exactly}, off by {off}"
        );
    }
}

/// Without perils the estimate is plain play.
#[test]
fn short_walks_are_seen_in_plain_play() {
    let (mean, off) = mean(&looked(&Slope { height: 5, peril: |_| 0 }, 1));
    assert!(off < 0.1 && (mean / exactly(5)).ln().abs() < 4.0 * off, "{mean}, off by {off}");
}

#[test]
fn threads_change_nothing() {
    let slope = Slope { height: 14, peril: |at| at };
    assert_eq!(looked(&slope, 1), looked(&slope, 3));
}
