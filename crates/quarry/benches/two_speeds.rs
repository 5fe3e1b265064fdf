//! Speed of a compiled copy of a search, compared with the search that is compiled once for all
//! puzzles: `cargo bench -p quarry --bench two_speeds`. Measures nodes per second on one thread.
//! The two alternate, and the best of five runs counts, because a busy machine can only slow a run
//! down.

use quarry::{Budget, Catalogue, Request};

const RUNS: u64 = 5;
const NODES: u64 = 400_000;

/// Searches that mostly list and clone, and searches that mostly play.
const SOLVERS: [&str; 6] =
    ["beam", "annealing", "breadth-first", "depth-first", "random", "hill-climbing"];

fn main() {
    // Cargo also runs a bench as a test, without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let hot = Catalogue::standard();
    let shared = Catalogue::builder().standard_puzzles().without_copies().build();
    println!("nodes a second: own copy, compiled once, ratio");
    for example in ["samegame/standard-01", "lemmings/04Climbers"] {
        println!("{example}");
        for solver in SOLVERS {
            let (mut own, mut once) = (0.0_f64, 0.0_f64);
            for seed in 1..=RUNS {
                own = own.max(per_second(&hot, example, solver, seed));
                once = once.max(per_second(&shared, example, solver, seed));
            }
            println!("  {solver:<16} {own:>12.0} {once:>12.0} {:>6.2}", own / once);
        }
    }
}

fn per_second(catalogue: &Catalogue, example: &str, solver: &str, seed: u64) -> f64 {
    let text = catalogue.example(example).expect("an example").text;
    let instance = catalogue.open(text).expect("examples parse");
    let request = Request {
        solver: Some(solver.to_owned()),
        budget: Budget { nodes: Some(NODES), ..Budget::default() },
        seed,
        ..Request::default()
    };
    let report = instance.solve(&request, &mut |_| {}).expect("the settings are the defaults");
    report.tally.generated as f64 / report.seconds
}
