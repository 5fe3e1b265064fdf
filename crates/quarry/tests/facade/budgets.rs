//! Guarantees of every solver on every puzzle, wherever its budget ends: it never exceeds the
//! budget; `quarry verify` accepts the answer if and only if it is complete; the best score only
//! rises; the trace does not depend on the slices, nor the bytes on the number of threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quarry::{Budget, Catalogue, Event, Grain, Instance, PuzzleEntry, Report, Request, Score};

/// An improvement: complete, score, evaluations, nodes.
type Improved = (bool, Score, u64, u64);

fn run(
    instance: &dyn Instance,
    solver: &str,
    budget: Budget,
    threads: usize,
    grain: Grain,
) -> Option<(Report, Vec<Improved>)> {
    let request = Request {
        solver: Some(solver.to_owned()),
        params: Vec::new(),
        budget,
        threads,
        seed: 3,
        stop: Arc::new(AtomicBool::new(false)),
        whole_process: false,
    };
    let mut trace = Vec::new();
    let report = instance.watch(&request, grain, &mut |event, _| {
        if let Event::Improved { solved, score, tally, .. } = event {
            trace.push((solved, score, tally.evaluations, tally.generated));
        }
    });
    // A solver may need something that does not fit every instance.
    report.ok().map(|report| (report, trace))
}

/// Returns what must be reproducible: everything but the time.
fn repeatable((report, trace): &(Report, Vec<Improved>)) -> (Report, Vec<Improved>) {
    (Report { seconds: 0.0, ..report.clone() }, trace.clone())
}

fn is_kept(
    name: &str,
    instance: &dyn Instance,
    budget: Budget,
    report: &Report,
    trace: &[Improved],
) {
    let keeps = |limit: Option<u64>, spent: u64| limit.is_none_or(|limit| spent <= limit);
    let tally = report.tally;
    assert!(keeps(budget.nodes, tally.generated), "{name}: {tally:?} for {budget:?}");
    assert!(keeps(budget.evaluations, tally.evaluations), "{name}: {tally:?} for {budget:?}");
    assert!(
        trace.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)),
        "{name} {budget:?}: {trace:?}"
    );
    assert!(
        trace.is_sorted_by(|one, next| (one.2, one.3) <= (next.2, next.3)),
        "{name} {budget:?}: {trace:?}"
    );
    if report.score.is_some() {
        let judged =
            instance.verify(&instance.answer_file(report)).expect("an answer file is read back");
        assert_eq!(
            judged.objection().is_none(),
            report.is_complete(),
            "{name} {budget:?}: {judged:?}"
        );
    }
}

/// Returns a small instance for each kind of rules, and the budgets to try on it.
fn small(entry: &dyn PuzzleEntry) -> Vec<Box<dyn Instance>> {
    let chosen: &[&str] = match entry.id() {
        "samegame" => &["tiny-samegame", "tiny-clickomania"],
        "hidato" => &["square-7x7"],
        "lemmings" => &["02Diggers"],
        "tetris" => &["10x10"],
        _ => &[],
    };
    let named = |name: &&str| entry.examples().iter().find(|example| example.name == *name);
    let mut examples: Vec<_> = chosen.iter().filter_map(named).collect();
    if examples.is_empty() {
        examples.extend(entry.examples().first());
    }
    examples.iter().map(|example| entry.open(example.text).expect("examples parse")).collect()
}

fn budgets() -> impl Iterator<Item = Budget> {
    let limits = || (0..=200).chain([1_000, 3_000]);
    let evaluations = |limit| Budget { evaluations: Some(limit), ..Budget::default() };
    let nodes = |limit| Budget { nodes: Some(limit), ..Budget::default() };
    limits().map(evaluations).chain(limits().map(nodes))
}

#[test]
fn every_solver_keeps_its_promises_wherever_the_budget_ends() {
    for entry in Catalogue::standard().puzzles() {
        let begun = Instant::now();
        for instance in small(entry) {
            for solver in entry.solvers() {
                let name = solver.card.name;
                for (count, budget) in budgets().enumerate() {
                    let Some(usual) = run(&*instance, name, budget, 1, Grain::Usual) else { break };
                    is_kept(name, &*instance, budget, &usual.0, &usual.1);
                    if budget.nodes.is_some_and(|limit| limit > 0) && usual.0.tally.generated == 0 {
                        // It plays no moves, so a limit on moves has no effect.
                        break;
                    }
                    // The other modes cost as much again, so every fourth budget is enough.
                    if count % 4 == 0 {
                        let fine =
                            run(&*instance, name, budget, 1, Grain::Fine).expect("it ran before");
                        assert_eq!(
                            repeatable(&usual),
                            repeatable(&fine),
                            "{name} {budget:?}: slices matter"
                        );
                    }
                    if count % 8 == 1 {
                        let two =
                            run(&*instance, name, budget, 2, Grain::Usual).expect("it ran before");
                        assert_eq!(
                            repeatable(&usual),
                            repeatable(&two),
                            "{name} {budget:?}: threads matter"
                        );
                    }
                }
            }
        }
        println!("{}: {:.1} s", entry.id(), begun.elapsed().as_secs_f64());
    }
}

/// Where the score counts and no luck is involved, a stopped search still has time to finish a
/// game.
#[test]
fn where_the_score_counts_every_answer_is_a_whole_game() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("samegame").expect("it is there");
    let params = [("rows".to_owned(), "13".to_owned()), ("columns".to_owned(), "11".to_owned())];
    let text =
        entry.generate(&params, 5, Budget::default(), &AtomicBool::new(false)).expect("a board");
    let instance = entry.open(&text).expect("it opens");
    for solver in entry.solvers() {
        for budget in [
            Budget { evaluations: Some(20_000), ..Budget::default() },
            Budget { nodes: Some(1_000), ..Budget::default() },
            Budget { seconds: Some(0.02), ..Budget::default() },
            Budget { memory: Some(1 << 20), seconds: Some(0.5), ..Budget::default() },
        ] {
            let Some((report, trace)) = run(&*instance, solver.card.name, budget, 1, Grain::Usual)
            else {
                break;
            };
            assert!(report.is_complete(), "{} {budget:?}", solver.card.name);
            is_kept(solver.card.name, &*instance, budget, &report, &trace);
        }
    }
}
