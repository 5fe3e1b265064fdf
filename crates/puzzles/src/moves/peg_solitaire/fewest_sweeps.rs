//! The fewest sweeps, found and proved.
//!
//! A first way to the goal comes from a beam over jumps. Then positions are searched by the number of
//! sweeps that lead to them, breadth first in a beam that widens until it drops nothing (`layers.rs`),
//! and positions are cut whose regions need too many sweeps (`regions.rs`; J. Barker and R. Korf,
//! 2012, and G. Bell use the same bound in other searches). Complete and optimal as far as memory
//! suffices: a round takes at most 1 GiB, or half the memory limit.

use quarry_core::{Card, NoSettings, OwnSolver, PuzzleSearch, SettingError, Tables};

use super::beam_search::{self, Wanted};
use super::{Objective, PegSolitaire};

/// The search for the fewest sweeps.
pub(super) struct FewestSweeps;

impl OwnSolver<PegSolitaire> for FewestSweeps {
    const CARD: Card = Card {
        name: "fewest-sweeps",
        summary: "Searches by sweeps in a widening beam, until nothing better is left.",
        complete: "yes, if memory suffices",
        optimal: "yes, if memory suffices",
        time: "O(b^d), less by regions",
        memory: "O(b^d), at most 1 GiB",
        rank: 45,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn check(puzzle: &PegSolitaire, _: &NoSettings) -> Result<(), SettingError> {
        match puzzle.objective {
            Objective::Sweeps => Ok(()),
            Objective::Any => {
                let why = "it counts sweeps: write `objective = \"sweeps\"` into the instance, or \
                    choose jump-search";
                Err(SettingError::OtherInstance(why.to_owned()))
            }
        }
    }

    fn turn(puzzle: &PegSolitaire) -> Option<u64> {
        (puzzle.objective == Objective::Sweeps).then_some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        beam_search::begin(puzzle, Wanted::FewestSweeps, seed)
    }
}
