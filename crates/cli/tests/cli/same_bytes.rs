//! Every solver, run twice with the same seed and budget, prints the same bytes, with one and with
//! two threads.

use crate::program::Folder;

#[test]
fn same_seed_and_budget_print_the_same_bytes() {
    let folder = Folder::new();
    let listed = |what| {
        let out = folder.quarry(&["list", what, "--json"]).ends_with(0).out;
        let lines =
            out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        lines.collect::<Vec<_>>()
    };
    let text = |line: &serde_json::Value, key: &str| line[key].as_str().expect("a name").to_owned();
    let solvers = listed("solvers");
    assert!(solvers.len() >= 17, "{solvers:?}");
    let examples = listed("examples");
    let mut missing = Vec::new();
    for line in &solvers {
        let (puzzle, solver) = (text(line, "puzzle"), text(line, "solver"));
        // The last examples are of real size. A solver may have requirements that not every
        // instance meets.
        let instances = examples.iter().map(|example| text(example, "instance"));
        let mut of_puzzle = instances.rev().filter(|name| name.split('/').next() == Some(&puzzle));
        let suits = |name: &String| {
            folder.quarry(&["solve", name, "--solver", &solver, "--evaluations", "1"]).code <= 1
        };
        let Some(instance) = of_puzzle.find(suits) else {
            missing.push(solver);
            continue;
        };
        // A step of the human solver may take a second on a board of real size.
        let evaluations = if solver == "human" { "10" } else { "5000" };
        let run = |threads: &str, seed: &str| {
            let args = [
                "solve",
                &instance,
                "--solver",
                &solver,
                "--evaluations",
                evaluations,
                "--nodes",
                "10000",
                "--threads",
                threads,
                "--seed",
                seed,
                "-o",
                "answer.toml",
            ];
            let ran = folder.quarry(&args);
            assert!(ran.code <= 1, "{solver}: {ran:?}");
            (ran.out, folder.read("answer.toml"))
        };
        let first = run("1", "3");
        assert_eq!(first, run("1", "3"), "{solver}, again");
        assert_eq!(first, run("2", "3"), "{solver}, two threads");
    }
    // Only solvers for special boards have no example. No net ships with the program: the tests of
    // nets make one.
    missing.retain(|solver| solver != "net-distance");
    assert!(missing.len() <= 1, "{missing:?}");
}
