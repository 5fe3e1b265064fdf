//! The behaviour signature: the result of every solver on some examples under a fixed budget, one
//! line each.
//!
//! A change of behaviour shows as a diff of `signature.txt`; a change that is not supposed to
//! change behaviour must not touch it. `cargo xtask golden` (QUARRY_BLESS=1) rewrites the file.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Request};

/// Small enough for every test run, large enough to reach every phase of a solver.
const EVALUATIONS: u64 = 5_000;

/// Nodes, for methods whose evaluations are whole games: some games have thousands of moves.
const NODES: u64 = 25_000;

/// Steps of the human solver, each of which may take a good part of a second on a large board.
const STEPS: u64 = 20;

/// FNV-1a: short, never changes, and enough to notice a difference.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[test]
fn behaviour_is_as_recorded() {
    let mut seen = String::new();
    for entry in Catalogue::standard().puzzles() {
        let examples = entry.examples();
        // The first, the middle and the last example: different sizes and rules without running all
        // of them.
        let mut chosen: Vec<_> =
            [0, examples.len() / 2, examples.len() - 1].map(|index| &examples[index]).to_vec();
        chosen.dedup_by_key(|example| example.name);
        for example in chosen {
            let instance = entry.open(example.text).expect("examples parse");
            for solver in entry.solvers() {
                let evaluations = if solver.card.name == "human" { STEPS } else { EVALUATIONS };
                let request = Request {
                    solver: Some(solver.card.name.to_owned()),
                    params: Vec::new(),
                    budget: Budget {
                        evaluations: Some(evaluations),
                        nodes: Some(NODES),
                        ..Budget::default()
                    },
                    threads: 1,
                    seed: 1,
                    stop: Arc::new(AtomicBool::new(false)),
                    whole_process: false,
                };
                let report = match instance.solve(&request, &mut |_| {}) {
                    Ok(report) => report,
                    // A solver may need something that does not fit every instance.
                    Err(error) => {
                        let _ = writeln!(seen, "{}/{} {error}", entry.id(), example.name);
                        continue;
                    }
                };
                let score = report.score.map_or("none".to_owned(), |score| score.to_string());
                writeln!(
                    seen,
                    "{}/{} {} score {score} proved {} evaluations {} nodes {} answer {:016x}",
                    entry.id(),
                    example.name,
                    report.solver,
                    report.proved,
                    report.tally.evaluations,
                    report.tally.generated,
                    fingerprint(&report.answer.join(" ")),
                )
                .expect("writing to a string");
            }
        }
    }
    let _ = writeln!(seen, "signature {:016x}", fingerprint(&seen));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/facade/signature.txt");
    if std::env::var_os("QUARRY_BLESS").is_some() {
        std::fs::write(file, &seen).expect("the signature can be written");
    }
    let recorded = std::fs::read_to_string(file).unwrap_or_default();
    for (now, before) in seen.lines().zip(recorded.lines()) {
        assert_eq!(now, before, "behaviour changed; if that is meant, run `cargo xtask golden`");
    }
    assert_eq!(seen, recorded);
}
