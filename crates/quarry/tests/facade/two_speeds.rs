//! Searches that are compiled once for all puzzles behave like the copies for hot puzzles: the same
//! answers, the same work, improvement by improvement.

use quarry::{Budget, Catalogue, Event, Instance, Report, Request};

/// Enough for several games on every instance.
const NODES: u64 = 3_000;

/// Number of instances of each puzzle.
const INSTANCES: usize = 3;

/// Returns `None` if the solver does not fit the instance.
fn run(instance: &dyn Instance, solver: &str) -> Option<(Vec<Event>, Report)> {
    let request = Request {
        solver: Some(solver.to_owned()),
        budget: Budget { nodes: Some(NODES), ..Budget::default() },
        seed: 7,
        ..Request::default()
    };
    let mut improvements = Vec::new();
    let mut note = |event: Event| {
        if let Event::Improved { score, solved, tally, .. } = event {
            improvements.push(Event::Improved { score, solved, tally, seconds: 0.0 });
        }
    };
    let report = instance.solve(&request, &mut note).ok()?;
    Some((improvements, Report { seconds: 0.0, ..report }))
}

#[test]
fn both_speeds_give_the_same_bytes() {
    let hot = Catalogue::standard();
    let shared = Catalogue::builder().standard_puzzles().without_copies().build();
    let mut compared = 0;
    for entry in hot.puzzles() {
        for example in entry.examples().iter().take(INSTANCES) {
            let [one, other] = [&hot, &shared].map(|all| all.open(example.text).expect("it opens"));
            for solver in entry.solvers() {
                let name = solver.card.name;
                let (hot, shared) = (run(&*one, name), run(&*other, name));
                assert_eq!(shared, hot, "{name} on {}/{}", entry.id(), example.name);
                compared += u32::from(hot.is_some());
            }
        }
    }
    assert!(compared > 100, "{compared} runs");
}
