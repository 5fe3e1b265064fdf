//! Evaluations per second on a standard board, on one thread, of the solvers whose strength depends
//! on that number, next to uniform play in the same run: `cargo bench -p quarry --bench
//! solver_speed`. The best of five runs counts, because a busy machine can only slow a run down.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Request};

const RUNS: u64 = 5;

fn main() {
    // Cargo also runs a bench as a test, without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let baseline = per_second("iterative-sampling", 100_000);
    println!("samegame/standard-01, one thread, best of {RUNS} runs");
    println!("{:<20} {:>10.0} games a second", "iterative-sampling", baseline);
    for (solver, evaluations) in [("nrpa", 200_000), ("tempering", 500_000)] {
        let speed = per_second(solver, evaluations);
        println!(
            "{solver:<20} {speed:>10.0} evaluations a second, {:.2} times the above",
            speed / baseline
        );
    }
}

fn per_second(solver: &str, evaluations: u64) -> f64 {
    let example = Catalogue::standard().example("samegame/standard-01").expect("an example");
    let instance = Catalogue::standard().open(example.text).expect("examples parse");
    let run = |seed| {
        let request = Request {
            solver: Some(solver.to_owned()),
            params: Vec::new(),
            budget: Budget { evaluations: Some(evaluations), ..Budget::default() },
            threads: 1,
            seed,
            stop: Arc::new(AtomicBool::new(false)),
            whole_process: false,
        };
        let report = instance.solve(&request, &mut |_| {}).expect("the settings are the defaults");
        report.tally.evaluations as f64 / report.seconds
    };
    (1..=RUNS).map(run).fold(0.0, f64::max)
}
