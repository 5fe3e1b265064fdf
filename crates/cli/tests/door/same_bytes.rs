//! Every solver, run twice with the same seed and budget, prints the same bytes, with one and with two threads.

use crate::house::Folder;

#[test]
fn same_seed_and_budget_print_the_same_bytes() {
    let folder = Folder::new();
    let listed = folder.quarry(&["list", "solvers", "--json"]).ends_with(0).out;
    let names: Vec<String> = listed
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["solver"]
                .as_str()
                .expect("a name")
                .to_owned()
        })
        .collect();
    assert!(names.len() >= 17, "{names:?}");
    for solver in &names {
        let run = |threads: &str, seed: &str| {
            let args = [
                "solve",
                "samegame/standard-05",
                "--solver",
                solver,
                "--evaluations",
                "20000",
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
}
