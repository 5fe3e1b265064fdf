//! Evaluates all placements of a piece at once: one lane of a vector for each column, one pass for
//! each rotation.
//!
//! The instruction set is detected at run time. A scalar path gives the same numbers, and tests
//! compare all paths with the definitions of `features.rs`. `docs/decisions/0021-tetris-engine.md`
//! has the reasons for this design.

mod champion;
mod kernel;
mod prospect;
mod relief;
mod scalar;
#[cfg(test)]
mod tests;

use fearless_simd::{Level, dispatch};
use quarry_core::{Foreseen, Pick};
pub(super) use relief::Relief;

use super::ahead::Looking;
use super::board::Board;
use super::controllers::Weights;
use super::features::{FEATURES, Wells};
use super::piece::{Piece, Placement};
#[cfg(test)]
use super::setup::RuleSet;
use super::state::Rules;

/// How values are computed; the results are the same.
#[derive(Debug, Clone, Copy)]
pub enum ComputePath {
    /// One placement after another.
    Scalar,
    /// Vectors, with the instructions of this level.
    Vector(Level),
}

impl ComputePath {
    /// Returns the fastest path on this machine.
    pub fn fastest() -> Self {
        ComputePath::Vector(Level::new())
    }

    /// Returns all paths of this machine, each with a name, the fastest last.
    pub fn all() -> Vec<(&'static str, ComputePath)> {
        let mut paths = vec![("scalar", ComputePath::Scalar)];
        let level = Level::new();
        paths.push(("portable", ComputePath::Vector(Level::baseline())));
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            use fearless_simd::Simd;
            paths.extend(level.as_avx2().map(|avx2| ("AVX2", ComputePath::Vector(avx2.level()))));
            paths.extend(
                level.as_avx512().map(|avx512| ("AVX-512", ComputePath::Vector(avx512.level()))),
            );
        }
        paths
    }
}

/// Returns the best placement, the first among equals; none when the game is over.
#[inline]
pub(super) fn best(
    rules: &Rules,
    board: &Board,
    piece: Piece,
    weights: &Weights,
) -> Option<Pick<Placement>> {
    match rules.path {
        ComputePath::Vector(level) if board.is_open(&rules.setup) => {
            dispatch!(level, simd => kernel::best(simd, rules, board, piece, weights))
        }
        ComputePath::Vector(_) | ComputePath::Scalar => scalar::best(rules, board, piece, weights),
    }
}

/// Returns the best placement with the next piece taken into account, by vectors; none when the
/// game is over, or on the scalar path.
pub(super) fn foresee(
    rules: &Rules,
    looking: &Looking,
    weights: &Weights,
) -> Option<Foreseen<Placement>> {
    match rules.path {
        ComputePath::Vector(level) => {
            dispatch!(level, simd => kernel::foresee(simd, rules, looking, weights))
        }
        ComputePath::Scalar => None,
    }
}

/// Returns the features of a legal placement, the first one doubled.
pub(super) fn features(
    rules: &Rules,
    board: &Board,
    mv: Placement,
    wells: Wells,
) -> [i64; FEATURES] {
    let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
    let row =
        board.rest(&rules.setup, shape, mv.column.into()).expect("a legal placement comes to rest");
    scalar::features(&rules.setup, board, shape, mv.column.into(), row, wells)
}
