//! Counts solutions: generated puzzles in which no given can be removed, 20 seeds each, read,
//! solved and proved unique; for comparison a clause-learning solver alone on the same model.
//! `cargo xtask bench`, or `cargo bench -p quarry-puzzles --bench solutions -- BOARD...`.
//!
//! Each figure is the best of several runs of an instance, because machines are shared. The learner
//! gets the direct encoding of what the first propagation leaves; its time includes that
//! propagation. Generating takes minutes.

use std::time::Instant;

use quarry_constraint::{ClauseLearner, Engine, EngineStep};
use quarry_core::{Constrained, Generate, Meter, Puzzle, Settings, Solutions};
use quarry_puzzles::pencil::hidato::Hidato;

const SEEDS: u64 = 20;
const RUNS: usize = 7;
/// Number of conflicts after which the learner alone is stopped.
const MOST_CONFLICTS: u64 = 20_000;

/// Name, generator's parameters, and the median not to be exceeded, in milliseconds.
const BOARDS: [(&str, &str, f64); 9] = [
    ("hex37", "topology=hex side=4", 0.1),
    ("hex61", "topology=hex side=5", 0.3),
    ("hex91", "topology=hex side=6", 0.8),
    ("hex127", "topology=hex side=7", 2.0),
    ("hex169", "topology=hex side=8", 5.0),
    ("square10", "topology=square columns=10 rows=10", 0.8),
    ("square15", "topology=square columns=15 rows=15", 3.0),
    ("numbrix10", "topology=orthogonal columns=10 rows=10", 3.0),
    ("numbrix15", "topology=orthogonal columns=15 rows=15", 30.0),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!(
        "\nRead, solve and prove unique, {SEEDS} puzzles without a spare given, one thread, milliseconds."
    );
    println!(
        "{:<10} {:>8} {:>10} {:>10} {:>8} {:>7} {:>7} {:>12} {:>12}",
        "board", "bar", "median", "most", "ratio", "nodes", "most", "SAT median", "SAT most"
    );
    for (name, params, bar) in BOARDS {
        if !wanted.is_empty() && !wanted.iter().any(|board| board == name) {
            continue;
        }
        let texts: Vec<String> = (0..SEEDS).map(|seed| puzzle(params, seed).show()).collect();
        let ours = sorted(texts.iter().map(|text| best(|| Some(solve(text)))).collect());
        let theirs = sorted(texts.iter().map(|text| best(|| solve_by_learner(text))).collect());
        let nodes = sorted(texts.iter().map(|text| solve(text) as f64).collect());
        println!(
            "{name:<10} {bar:>8} {:>10.3} {:>10.3} {:>7.1}x {:>7.0} {:>7.0} {:>12.3} {:>12.3}",
            median(&ours),
            ours[ours.len() - 1],
            ours[ours.len() - 1] / median(&ours),
            median(&nodes),
            nodes[nodes.len() - 1],
            median(&theirs),
            theirs[theirs.len() - 1],
        );
    }
}

fn puzzle(params: &str, seed: u64) -> Hidato {
    let mut settings = <Hidato as Generate>::Params::default();
    for (name, value) in
        params.split(' ').chain(["ends=free"]).filter_map(|word| word.split_once('='))
    {
        settings.set(name, value).expect("a parameter of the generator");
    }
    Hidato::generate(&settings, seed, &mut Meter::unlimited()).expect("every seed has a puzzle")
}

/// Solves from text to proof; returns the number of nodes.
fn solve(text: &str) -> u64 {
    let puzzle = Hidato::parse(text).expect("shown puzzles can be read");
    let mut engine =
        Engine::new(&puzzle.model(), &mut Meter::unlimited()).expect("nothing stops it");
    assert_eq!(engine.count(u64::MAX, &mut Meter::unlimited()), Solutions::One);
    engine.nodes()
}

/// Solves by the learner alone; returns the number of conflicts, or none if it was stopped.
fn solve_by_learner(text: &str) -> Option<u64> {
    let puzzle = Hidato::parse(text).expect("shown puzzles can be read");
    let model = puzzle.model();
    let meter = &mut Meter::unlimited();
    let first = Engine::new(&model, meter).expect("nothing stops it");
    let learner =
        ClauseLearner::new(&model, |variable, value| first.may_be(variable, value), meter);
    let mut learner = learner.expect("nothing stops it");
    let mut left = MOST_CONFLICTS;
    loop {
        match learner.next(left, meter) {
            (EngineStep::Found, spent) => left = left.saturating_sub(spent).max(1),
            (EngineStep::End, spent) => return Some(MOST_CONFLICTS - left + spent),
            (EngineStep::Paused | EngineStep::Stopped, _) => return None,
        }
    }
}

fn best(work: impl Fn() -> Option<u64>) -> f64 {
    let time = || {
        let start = Instant::now();
        let done = std::hint::black_box(work());
        done.map_or(f64::INFINITY, |_| start.elapsed().as_secs_f64() * 1e3)
    };
    (0..RUNS).map(|_| time()).fold(f64::INFINITY, f64::min)
}

fn sorted(mut figures: Vec<f64>) -> Vec<f64> {
    figures.sort_by(f64::total_cmp);
    figures
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    (sorted[middle] + sorted[(sorted.len() - 1) / 2]) / 2.0
}
