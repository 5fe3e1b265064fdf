//! Puzzles that move by themselves: the default solver settles every example, exact search proves
//! what is impossible, and budgets are exact to the last move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Halt, Instance, Report, Request};

fn solve(instance: &dyn Instance, solver: Option<&str>, nodes: u64) -> Report {
    let request = Request {
        solver: solver.map(str::to_owned),
        params: Vec::new(),
        budget: Budget { nodes: Some(nodes), ..Budget::default() },
        threads: 1,
        seed: 1,
        stop: Arc::new(AtomicBool::new(false)),
        whole_process: false,
    };
    instance.solve(&request, &mut |_| {}).expect("the solver is listed")
}

#[test]
fn every_example_is_solved_by_default() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("lemmings").expect("registered");
    assert_eq!((entry.examples().len(), entry.default_solver()), (89, "portfolio"));
    let mut whole = 0.0;
    for example in entry.examples() {
        let report = solve(&*entry.open(example.text).expect("examples parse"), None, 3_000_000);
        println!("{} {} nodes, {:.4} s", example.name, report.tally.generated, report.seconds);
        whole += report.seconds;
        assert!(report.is_complete(), "{}: {:?}", example.name, report.tally);
    }
    println!("all {whole:.2} s");
}

/// Courses that neither novelty search nor exact search solves within 300,000 evaluations.
#[test]
fn courses_are_solved_by_default() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("lemmings").expect("registered");
    let setting = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let params =
        [("kind", "course"), ("n", "4"), ("lemmings", "2"), ("target", "100"), ("types", "16")]
            .map(setting);
    for seed in [1002, 1004, 1017] {
        let text = entry
            .generate(&params, seed, Budget::default(), &AtomicBool::new(false))
            .expect("it fits");
        let report = solve(&*entry.open(&text).expect("it is read"), None, 400_000);
        assert!(report.is_complete(), "seed {seed}: {:?}", report.tally);
    }
}

/// With one type fewer than the level gives, the level is unsolvable.
#[test]
fn exact_search_proves_that_there_is_no_solution() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("lemmings").expect("registered");
    for (name, given, fewer) in [
        ("03Diggers", "digger = 3", "digger = 2"),
        ("03Miners", "miner = 3", "miner = 2"),
        ("02Bashers", "basher = 2", "basher = 1"),
        ("02Blockers", "blocker = 2", "blocker = 1"),
    ] {
        let example =
            entry.examples().iter().find(|example| example.name == name).expect("an example");
        let text = example.text.replace(given, fewer);
        assert_ne!(text, example.text, "{name}");
        let instance = entry.open(&text).expect("it is read");
        for solver in ["exact", "portfolio"] {
            let report = solve(&*instance, Some(solver), 3_000_000);
            assert!(report.proved && !report.is_complete(), "{name}, {solver}: {:?}", report.tally);
        }
        for solver in ["approach", "novelty"] {
            assert!(!solve(&*instance, Some(solver), 3_000_000).proved, "{name}, {solver}");
        }
    }
}

#[test]
fn no_budget_is_overrun() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("lemmings").expect("registered");
    let example =
        entry.examples().iter().find(|example| example.name == "03Blockers").expect("an example");
    let instance = entry.open(example.text).expect("examples parse");
    let soonest = ["a-star", "ida-star", "uniform-cost"];
    for solver in ["exact", "approach", "novelty", "portfolio"].into_iter().chain(soonest) {
        for nodes in (0..300).chain([1_000, 5_000]) {
            let report = solve(&*instance, Some(solver), nodes);
            assert!(report.tally.generated <= nodes, "{solver}: {:?}", report.tally);
            assert!(
                report.is_complete() || report.halted == Some(Halt::Nodes),
                "{solver}, {nodes}: {:?}",
                report.halted
            );
        }
    }
}

/// Only a nuke in time step 4 keeps the third lemming from hiding the blocker.
#[test]
fn exact_search_knows_the_nuke_that_keeps_a_lemming_out() {
    let text = "puzzle = \"lemmings\"\nwidth = 6\nheight = 7\nlemmings = 3\ntarget = 1\n\
                time_limit = 9\nfrequency = 2\nquantities = { blocker = 1 }\n\
                entrances = [\"D 2\", \"B 2\", \"B 4\"]\nexits = [\"E 6\"]\n\
                platforms = [\"D 2\", \"B 5\", \"C..E 6\"]\nwalls = [\"D 1..2\"]\n";
    let instance = Catalogue::standard().open(text).expect("a level");
    let report = solve(&*instance, Some("exact-reach"), 1_000_000);
    assert!(report.is_complete(), "{report:?}");
}
