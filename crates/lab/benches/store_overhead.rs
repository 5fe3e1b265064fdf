//! Measures the cost of the store: `cargo bench -p quarry-lab --bench store_overhead`.
//!
//! Executes and stores short runs on one thread, where every insert delays the next run. Each part
//! is timed separately: the difference of two long times would be lost in the noise of the machine.

use quarry::Catalogue;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quarry_lab::{Experiment, Finished, Lookup, Plan, Store};

/// Number of rounds, of 2,000 runs each: 10,000 runs in all.
const ROUNDS: usize = 5;

const EXPERIMENT: &str = r#"
question = "What does it cost to keep a run?"
runs = 500
budget = { evaluations = 300 }

[[instances]]
name = "samegame/standard-01"

[[solvers]]
name = "iterative-sampling"

[[solvers]]
name = "annealing"

[[solvers]]
name = "tabu"

[[solvers]]
name = "hill-climbing"
"#;

fn main() {
    let experiment = Experiment::parse(
        "overhead",
        EXPERIMENT,
        Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
    )
    .expect("a valid experiment");
    let plan = Plan::of(&experiment);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let calm = Arc::new(AtomicBool::new(false));
    let mut shares = Vec::new();
    println!("runs   ms a run   us to store one   overhead");
    for round in 0..ROUNDS {
        let mut store =
            Store::open(&folder.path().join(format!("{round}.sqlite"))).expect("a store");
        let (mut running, mut storing) = (0.0, 0.0);
        for unit in plan.units() {
            let start = Instant::now();
            let finished =
                Finished::of(unit, &calm).expect("a valid run").expect("the run is not stopped");
            running += start.elapsed().as_secs_f64();
            let start = Instant::now();
            store.insert(&experiment.name, &finished).expect("room for a run");
            storing += start.elapsed().as_secs_f64();
        }
        let runs = plan.units().count();
        let overhead = storing / running;
        let (run, insert) = (1e3 * running / runs as f64, 1e6 * storing / runs as f64);
        println!("{runs:<5}  {run:<9.3}  {insert:<16.1}  {:.2} %", overhead * 100.0);
        shares.push(overhead);
    }
    shares.sort_by(f64::total_cmp);
    println!("median overhead of {ROUNDS} rounds: {:.2} %", shares[ROUNDS / 2] * 100.0);
}
