//! A beam over jumps that widens until it finds a way to the goal.
//!
//! Layer by layer it keeps the positions with few pegs far from the middle, symmetric ones once
//! (`layers.rs`). Our own; it reaches the goal on large boards where depth-first search loses itself. A round that dropped nothing is a proof. A round costs the width times the number
//! of pegs; it takes at most 1 GiB, or half the memory limit.

use quarry_core::{Card, NoSettings, OwnSolver, PuzzleSearch, Tables};

use super::beam_search::{self, Wanted};
use super::{Objective, PegSolitaire};

/// The widening beam over jumps.
pub(super) struct LevelBeam;

impl OwnSolver<PegSolitaire> for LevelBeam {
    const CARD: Card = Card {
        name: "level-beam",
        summary: "Keeps the best positions after each jump, more of them from round to round.",
        complete: "yes, if memory suffices",
        optimal: "any goal will do",
        time: "O(w m) a round",
        memory: "O(w m), at most 1 GiB",
        rank: 35,
        alias: None,
    };
    type Settings = NoSettings;

    fn turn(puzzle: &PegSolitaire) -> Option<u64> {
        (puzzle.objective == Objective::Any).then_some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        beam_search::begin(puzzle, Wanted::AnyWay, seed)
    }
}
