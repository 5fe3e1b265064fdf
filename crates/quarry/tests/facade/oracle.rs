//! Oracles: on boards small enough for brute force, every solver that claims a proof must be right.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Report, Request};
use quarry_core::{Generate, Guided, Puzzle, Score, Settings, StateSpace};
use quarry_puzzles::moves::samegame::SameGame;

/// Returns the best possible further gain by brute force. Positions are distinguished by their
/// text.
fn brute_force(
    game: &SameGame,
    board: &<SameGame as StateSpace>::State,
    known: &mut HashMap<String, Score>,
) -> Score {
    let position = format!("{board:?}");
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let values = moves.iter().map(|&mv| {
        let mut child = board.clone();
        let gain = game.play(&mut child, mv);
        gain + brute_force(game, &child, known)
    });
    let value = values.max().unwrap_or_else(|| game.terminal_score(board));
    known.insert(position, value);
    value
}

/// Returns by brute force whether the goal can be reached.
fn is_reachable(
    game: &SameGame,
    board: &<SameGame as StateSpace>::State,
    known: &mut HashMap<String, bool>,
) -> bool {
    let position = format!("{board:?}");
    if let Some(&reachable) = known.get(&position) {
        return reachable;
    }
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    let reachable = game.is_solved(board)
        || moves.iter().any(|&mv| {
            let mut child = board.clone();
            game.play(&mut child, mv);
            is_reachable(game, &child, known)
        });
    known.insert(position, reachable);
    reachable
}

/// Where only the goal counts, an answer reaches it exactly if that can be done, and otherwise the
/// solver says that it cannot.
fn agrees_on_the_goal(game: &SameGame, report: &Report) -> bool {
    let reachable = is_reachable(game, &game.start(), &mut HashMap::new());
    if report.is_solved() { reachable } else { !(report.proved && reachable) }
}

/// Solves a board; the solver must fit it.
fn solve(game: &SameGame, solver: &str, budget: Budget) -> Report {
    attempt(game, solver, budget).expect("the solver is listed and fits")
}

/// Solves a board if the solver fits it.
fn attempt(game: &SameGame, solver: &str, budget: Budget) -> Option<Report> {
    let request = Request {
        solver: Some(solver.to_owned()),
        params: Vec::new(),
        budget,
        threads: 1,
        seed: 1,
        stop: Arc::new(AtomicBool::new(false)),
        whole_process: false,
    };
    let instance = Catalogue::standard().open(&game.show()).expect("a shown instance opens");
    instance.solve(&request, &mut |_| {}).ok()
}

fn boards(count: u64, sides: &[u64], rules: &[&str]) -> impl Iterator<Item = SameGame> {
    (0..count).map(move |seed| {
        let mut params = <SameGame as Generate>::Params::default();
        let pick = |from: &[u64], by: u64| from[(by % from.len() as u64) as usize].to_string();
        for (name, value) in [
            ("rows", pick(sides, seed)),
            ("columns", pick(sides, seed / 3)),
            ("colours", pick(&[2, 3, 4, 5], seed / 7)),
            ("rules", rules[(seed % rules.len() as u64) as usize].to_owned()),
        ] {
            params.set(name, &value).expect("a setting of the generator");
        }
        SameGame::generate(&params, seed, &mut quarry_core::Meter::unlimited())
            .expect("a small board")
    })
}

const RULES: [&str; 5] =
    ["jawbreaker", "jawbreaker3", "jawbreaker3-drop", "samegame", "clickomania"];

#[test]
fn the_exact_solver_agrees_with_brute_force_under_all_rules() {
    for game in boards(600, &[1, 2, 3, 4, 5], &RULES) {
        let best = brute_force(&game, &game.start(), &mut HashMap::new());
        let report = solve(&game, "exact", Budget::default());
        if game.aim().needs_goal() {
            assert!(report.is_solved() || report.proved, "{}", game.show());
            assert!(agrees_on_the_goal(&game, &report), "{}", game.show());
            continue;
        }
        assert!(report.proved, "{}", game.show());
        assert_eq!((report.score, report.bound), (Some(best), Some(best)), "{}", game.show());
    }
}

/// All methods that prove optimality, on boards that even tree search without a closed list can
/// finish.
#[test]
fn whoever_claims_a_proof_is_right() {
    let mut proofs: HashMap<&str, u32> = HashMap::new();
    for game in boards(60, &[2, 3, 4], &RULES) {
        let best = brute_force(&game, &game.start(), &mut HashMap::new());
        let catalogue = Catalogue::standard();
        let entry = catalogue.puzzle(SameGame::ID).expect("registered");
        for solver in entry.solvers() {
            let name = solver.card.name;
            let budget = Budget { evaluations: Some(100_000), ..Budget::default() };
            let Some(report) = attempt(&game, name, budget) else { continue };
            assert!(
                report.score.is_some_and(|score| score <= best),
                "{name} beats brute force on {}",
                game.show()
            );
            if game.aim().needs_goal() {
                assert!(agrees_on_the_goal(&game, &report), "{name} on {}", game.show());
                continue;
            }
            assert!(
                report.bound.is_none_or(|bound| bound >= best),
                "{name} bounds wrongly on {}",
                game.show()
            );
            if report.proved {
                assert_eq!(report.score, Some(best), "{name} on {}", game.show());
                *proofs.entry(name).or_default() += 1;
            }
        }
    }
    for name in [
        "branch-and-bound",
        "a-star",
        "ida-star",
        "uniform-cost",
        "breadth-first",
        "depth-first",
        "iterative-deepening",
        "backtrack",
    ] {
        assert!(proofs.get(name).is_some_and(|&count| count >= 30), "{name}: {proofs:?}");
    }
}

/// Stopped at any time, the exact solver has a legal answer and a bound that never gets worse.
#[test]
fn the_exact_solver_stops_cleanly_at_any_budget() {
    for game in boards(3, &[8], &["jawbreaker", "samegame"]) {
        let (mut score, mut bound) = (Score::MIN, Score::MAX);
        for evaluations in [1, 10, 100, 1_000, 10_000, 100_000] {
            let report = solve(
                &game,
                "exact",
                Budget { evaluations: Some(evaluations), ..Budget::default() },
            );
            assert!(
                report.proved || report.tally.evaluations <= evaluations + 2_000,
                "{:?}",
                report.tally
            );
            let found = report.score.expect("an answer at any time");
            let at_most = report.bound.expect("a bound at any time");
            assert!(found <= at_most && at_most <= bound, "{found} {at_most} {bound}");
            assert!(!report.is_complete() || found >= score);
            (score, bound) = (if report.is_complete() { found } else { score }, at_most);
        }
    }
}

/// Results marked as proved in the examples can be proved again where that is quick, and are never
/// beaten.
#[test]
fn proofs_on_record_hold() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle(SameGame::ID).expect("registered");
    let (mut recorded, mut proved_again) = (0, 0);
    for example in entry.examples() {
        let instance = entry.open(example.text).expect("examples parse");
        let Some(known) = instance.header().known.iter().find(|known| known.proved) else {
            continue;
        };
        recorded += 1;
        let game = SameGame::parse(example.text).expect("examples parse");
        let report =
            solve(&game, "exact", Budget { evaluations: Some(300_000), ..Budget::default() });
        assert!(
            report.score.is_some_and(|score| score <= known.score),
            "{}: {:?}",
            example.name,
            report.score
        );
        if report.proved {
            proved_again += 1;
            assert_eq!(report.score, Some(known.score), "{}", example.name);
            assert_eq!(report.argument, None, "nobody says that there is no answer");
        }
    }
    assert!(recorded >= 16 && proved_again >= 10, "{proved_again} of {recorded}");
}
