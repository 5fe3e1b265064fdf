//! Offline Tetris on small wells: every search that claims a proof agrees with trying everything.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Request};
use quarry_core::{Generate, Meter, Puzzle, Score, Settings, StateSpace};
use quarry_puzzles::chance::tetris_offline::TetrisOffline;

/// Searches that must finish on boards as small as these.
const EXACT: [&str; 6] =
    ["auto", "branch-and-bound", "a-star", "ida-star", "uniform-cost", "k-best-first"];
/// Searches that may claim a proof.
const OTHERS: [&str; 5] =
    ["breadth-first", "depth-first", "iterative-deepening", "backtrack", "weighted-a-star"];

/// Best further gain, by trying everything; none if a goal is out of reach.
fn best(
    puzzle: &TetrisOffline,
    state: &<TetrisOffline as StateSpace>::State,
    known: &mut HashMap<u128, Option<Score>>,
) -> Option<Score> {
    let key = puzzle.key(state);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let mut value = puzzle.is_solved(state).then_some(0);
    for mv in moves {
        let mut after = state.clone();
        let gain = puzzle.play(&mut after, mv);
        value = value.max(best(puzzle, &after, known).map(|then| gain + then));
    }
    known.insert(key, value);
    value
}

fn small_wells() -> impl Iterator<Item = TetrisOffline> {
    (0..32u64).map(|seed| {
        let mut params = <TetrisOffline as Generate>::Params::default();
        let objective = ["rows", "tetrises", "pieces", "height"][seed as usize % 4];
        let source = ["uniform", "bag7", "clears"][seed as usize % 3];
        for (name, value) in [
            ("width", "4".to_owned()),
            ("height", (4 + seed % 5).to_string()),
            ("pieces", (4 + seed / 4 % 3).to_string()),
            ("objective", objective.to_owned()),
            ("source", source.to_owned()),
        ] {
            params.set(name, &value).expect("a setting of the generator");
        }
        TetrisOffline::generate(&params, seed, &mut Meter::unlimited()).expect("a small well")
    })
}

#[test]
fn proofs_agree_with_trying_everything() {
    let mut solved = 0;
    for puzzle in small_wells() {
        let best = best(&puzzle, &puzzle.start(), &mut HashMap::new());
        let instance = Catalogue::standard().open(&puzzle.show()).expect("a shown instance opens");
        for solver in EXACT.into_iter().chain(OTHERS) {
            let request = Request {
                solver: Some(solver.to_owned()),
                params: Vec::new(),
                budget: Budget { nodes: Some(2_000_000), ..Budget::default() },
                threads: 1,
                seed: 1,
                stop: Arc::new(AtomicBool::new(false)),
                whole_process: false,
            };
            let report = instance.solve(&request, &mut |_| {}).expect("the solver fits");
            let place = || format!("{solver}\n{}", puzzle.show());
            assert!(report.proved || !EXACT.contains(&solver), "{}", place());
            let found = report.score.filter(|_| report.is_complete());
            if report.proved {
                assert_eq!(found, best, "{}", place());
                solved += usize::from(best.is_some_and(|best| best != 0));
            } else {
                assert!(found <= best, "{}", place());
            }
        }
    }
    assert!(solved > 100, "{solved} proofs of something");
}
