//! What the store costs: `cargo bench -p quarry-lab --bench store_overhead`.
//!
//! The same short runs are executed without a store and with one, in turns, on one thread, where every insert delays the
//! next run. The overhead of a round is how much longer all runs with the store took.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quarry_lab::{Experiment, Finished, Plan, Store};

/// 2,000 runs a round and five rounds: 10,000 with a store, 10,000 without.
const ROUNDS: usize = 5;

const EXPERIMENT: &str = r#"
question = "What does it cost to keep a run?"
runs = 500
budget = { evaluations = 500 }

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
    let experiment = Experiment::parse("overhead", EXPERIMENT, Path::new(".")).expect("a valid experiment");
    let plan = Plan::of(&experiment);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let calm = Arc::new(AtomicBool::new(false));
    let mut shares = Vec::new();
    println!("runs   ms a run   us to store one   overhead");
    for round in 0..ROUNDS {
        let mut store = Store::open(&folder.path().join(format!("{round}.sqlite"))).expect("a store");
        let mut seconds = [0.0, 0.0];
        for unit in plan.units() {
            // Alternating run by run, so that what else the machine does falls on both alike.
            for (kept, spent) in seconds.iter_mut().enumerate() {
                let start = Instant::now();
                let finished = Finished::of(unit, &calm).expect("a valid run").expect("nobody stops it");
                if kept == 1 {
                    store.insert(&experiment.name, &finished).expect("room for a run");
                }
                *spent += start.elapsed().as_secs_f64();
            }
        }
        let (runs, [without, with]) = (plan.units().count(), seconds);
        let overhead = with / without - 1.0;
        let each = |seconds: f64| seconds / runs as f64;
        let (run, insert) = (1e3 * each(without), 1e6 * each(with - without));
        println!("{runs:<5}  {run:<9.3}  {insert:<16.1}  {:.2} %", overhead * 100.0);
        shares.push(overhead);
    }
    shares.sort_by(f64::total_cmp);
    println!("median overhead of {ROUNDS} rounds: {:.2} %", shares[ROUNDS / 2] * 100.0);
}
