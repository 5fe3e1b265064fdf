//! Contracts of solvers that put things in order.

use std::sync::atomic::AtomicBool;

use quarry_core::{Arranged, Budget, Halt, Meter, Outcome, Rng, Score, Search, Thing, drive};
use quarry_solvers::evolve::ga::{Ga, GaSettings};
use quarry_solvers::evolve::ga_cbgi::GaCbgiSettings;
use quarry_solvers::evolve::memetic::{Memetic, MemeticSettings};

/// Things to be sorted: one point for each that is directly before its successor.
struct Row {
    length: usize,
    /// Whether the goal can be reached at all.
    can_end: bool,
}

fn points(order: &[Thing]) -> Score {
    order.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() as Score
}

impl Arranged for Row {
    type Layout = Vec<Thing>;
    type Whole = Vec<Thing>;

    fn places(&self) -> usize {
        self.length
    }
    fn most(&self) -> Score {
        self.length as Score - 1
    }
    fn layout(&self) -> Vec<Thing> {
        (0..self.length as Thing).collect()
    }
    fn lay(&self, layout: &mut Vec<Thing>, order: &[Thing]) -> Score {
        layout.copy_from_slice(order);
        points(layout)
    }
    fn exchanged(&self, layout: &Vec<Thing>, one: usize, other: usize) -> Score {
        let mut order = layout.clone();
        order.swap(one, other);
        points(&order)
    }
    fn exchange(&self, layout: &mut Vec<Thing>, one: usize, other: usize) {
        layout.swap(one, other);
    }
    fn mend(&self, layout: &Vec<Thing>, rng: &mut Rng) -> Option<(usize, usize)> {
        let place = rng.below(layout.len().checked_sub(1)?);
        let from = layout.iter().position(|&thing| thing == layout[place] + 1)?;
        (from != place + 1).then_some((from, place + 1))
    }
    fn order<'l>(&self, layout: &'l Vec<Thing>) -> &'l [Thing] {
        layout
    }
    fn is_solved(&self, layout: &Vec<Thing>) -> bool {
        self.can_end && points(layout) == self.most()
    }
    fn whole(&self, order: &[Thing]) -> Vec<Thing> {
        order.to_vec()
    }
}

const SOLVERS: [&str; 3] = ["ga", "ga-cbgi", "memetic"];

/// Runs a solver with a limit of its own on evaluations, within a budget of the run.
fn run(solver: &str, row: &Row, own: u64, budget: Option<u64>, seed: u64) -> Outcome<Vec<Thing>> {
    fn driven<S: Search>(mut search: S, budget: Option<u64>) -> Outcome<S::Answer> {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { evaluations: budget, ..Budget::default() }, &stop);
        drive(&mut search, &mut meter, &mut |_| {})
    }
    match solver {
        "ga" => {
            let settings = GaSettings { evaluations: own, population: 50, ..GaSettings::default() };
            driven(Ga::new(row, &settings, seed), budget)
        }
        "ga-cbgi" => {
            let settings =
                GaCbgiSettings { evaluations: own, population: 50, ..GaCbgiSettings::default() };
            driven(Ga::with_insertion(row, &settings, seed), budget)
        }
        _ => {
            let settings =
                MemeticSettings { evaluations: own, steps: 200, ..MemeticSettings::default() };
            driven(Memetic::new(row, &settings, seed), budget)
        }
    }
}

#[test]
fn they_reach_the_goal_and_stop_there() {
    let row = Row { length: 9, can_end: true };
    for solver in SOLVERS {
        let solved = (0..10).filter(|&seed| {
            let outcome = run(solver, &row, 30_000, None, seed);
            let found = outcome.found.unwrap();
            assert_eq!(points(&found.answer), found.score, "{solver}");
            assert_eq!((outcome.halted, outcome.proved), (None, false));
            assert!(!found.solved || outcome.tally.evaluations < 30_000);
            found.solved
        });
        assert!(solved.count() >= 8, "{solver}");
    }
}

#[test]
fn evaluations_are_kept_to_exactly_whoever_limits_them() {
    let row = Row { length: 12, can_end: false };
    for solver in SOLVERS {
        for limit in [1, 49, 50, 51, 1_000, 4_321] {
            let own = run(solver, &row, limit, None, 1);
            assert_eq!((own.tally.evaluations, own.halted), (limit, None), "{solver}");
            let budget = run(solver, &row, 1_000_000, Some(limit), 1);
            assert_eq!(
                (budget.tally.evaluations, budget.halted),
                (limit, Some(Halt::Evaluations)),
                "{solver}"
            );
            assert!(budget.found.is_some());
        }
    }
}

#[test]
fn one_seed_is_one_run() {
    let row = Row { length: 30, can_end: true };
    for solver in SOLVERS {
        let found = |seed| run(solver, &row, 3_000, None, seed).found;
        assert_eq!(found(1), found(1), "{solver}");
        assert_ne!(found(1), found(2), "{solver}");
    }
}

#[test]
fn nothing_to_arrange_is_one_evaluation() {
    for solver in SOLVERS {
        for length in [0, 1] {
            let outcome = run(solver, &Row { length, can_end: length > 0 }, 1_000, None, 1);
            assert_eq!(outcome.tally.evaluations, 1, "{solver}");
            assert_eq!(outcome.found.unwrap().answer.len(), length);
        }
    }
}

#[test]
fn gene_insertion_changes_the_run_only_from_its_first_interval_on() {
    let row = Row { length: 60, can_end: false };
    let best = |convergence: f64, evaluations: u64| {
        let plain = GaSettings { evaluations: 20_000, population: 50, ..GaSettings::default() };
        let settings = GaCbgiSettings {
            evaluations: plain.evaluations,
            population: plain.population,
            interval: 0.1,
            convergence,
            ..GaCbgiSettings::default()
        };
        let stop = AtomicBool::new(false);
        let budget = Budget { evaluations: Some(evaluations), ..Budget::default() };
        let with = drive(
            &mut Ga::with_insertion(&row, &settings, 5),
            &mut Meter::new(budget, &stop),
            &mut |_| {},
        );
        let without =
            drive(&mut Ga::new(&row, &plain, 5), &mut Meter::new(budget, &stop), &mut |_| {});
        (with.found, without.found)
    };
    let (with, without) = best(0.0, 2_000);
    assert_eq!(with, without);
    let (with, without) = best(0.0, 20_000);
    assert_ne!(with, without);
    let (with, without) = best(1.0, 20_000);
    assert_eq!(with, without, "an agreement of more than all never happens");
}
