//! Searches that prove their answers, by different ways through the same puzzle, agree.

use std::collections::BTreeMap;

use quarry::{Budget, Catalogue, Request};

/// From the start; from both ends; layer by layer.
const SOLVERS: [&str; 4] = ["a-star", "bidirectional", "frontier", "breadth-first-heuristic"];

#[test]
fn searches_from_both_ends_and_by_layers_agree_with_a_star() {
    let catalogue = Catalogue::standard();
    let mut agreements: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for entry in catalogue.puzzles() {
        let has = |name: &str| entry.solvers().iter().any(|solver| solver.card.name == name);
        if !has("bidirectional") && !has("frontier") {
            continue;
        }
        for example in entry.examples() {
            let instance = entry.open(example.text).expect("examples parse");
            let mut first: Option<(bool, Option<i64>)> = None;
            for name in SOLVERS.into_iter().filter(|name| has(name)) {
                let request = Request {
                    solver: Some(name.to_owned()),
                    budget: Budget { nodes: Some(60_000), ..Budget::default() },
                    ..Request::default()
                };
                // A solver may refuse an instance.
                let Ok(report) = instance.solve(&request, &mut |_| {}) else { continue };
                assert!(report.tally.generated <= 60_000, "{name} on {}", example.name);
                if !report.proved {
                    continue;
                }
                let found = (report.is_solved(), report.score);
                let (puzzle, example) = (entry.id(), example.name);
                assert_eq!(*first.get_or_insert(found), found, "{name} on {puzzle} {example}");
                *agreements.entry((puzzle, name)).or_default() += 1;
            }
        }
    }
    for name in SOLVERS {
        let proofs = agreements.iter().filter(|((_, solver), _)| *solver == name);
        assert!(proofs.map(|(_, count)| count).sum::<u32>() >= 3, "{name}: {agreements:?}");
    }
}
