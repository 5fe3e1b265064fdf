//! Finds the best placement with the next piece taken into account.
//!
//! Every board that a placement leads to is examined once for all pieces that may come. Placements
//! are tried in the order of their own values. A placement is dropped as soon as it cannot win even
//! if all pieces still to be tried gained the most that its board allows, so the choice is the same
//! as by trying everything.

use std::cmp::Reverse;

use quarry_core::{Chance, Foreseen, Pick};

use super::board::Board;
use super::piece::{Piece, Placement};
use super::shape::PieceShape;
use super::state::{Rules, State};

/// A placement being tried: its shape, the row of its lowest cells, and the rows that it fills.
pub(super) struct Landing<'r> {
    pub(super) shape: &'r PieceShape,
    pub(super) row: u32,
    pub(super) full: u32,
}

/// Evaluation of a placement and the board after it.
pub(super) struct After<T> {
    /// Value of the placement by itself.
    pub(super) step: i64,
    /// Value including its board.
    pub(super) worth: i64,
    /// Upper bound on the value of any placement on its board.
    pub(super) most: i64,
    pub(super) seen: T,
}

/// Tries these placements with all next pieces. `look` examines a board, `best` finds the best
/// placement on it.
#[inline(always)]
pub(super) fn foresee<T>(
    rules: &Rules,
    state: &State,
    listed: &[Placement],
    lost: i64,
    look: impl Fn(&Landing, &Board) -> After<T>,
    best: impl Fn(&Board, &T, Piece) -> Option<Pick<Placement>>,
) -> Option<Foreseen<Placement>> {
    let mut afters = Vec::with_capacity(listed.len());
    for &mv in listed {
        let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let row = state
            .board
            .rest(&rules.setup, shape, mv.column.into())
            .expect("a legal placement comes to rest");
        let mut board = state.board;
        board.lay(shape, mv.column.into(), row);
        let full = board.full_rows(&rules.setup);
        board.remove(full);
        afters.push((board, look(&Landing { shape, row, full }, &board)));
    }
    let mut order: Vec<usize> = (0..listed.len()).collect();
    order.sort_unstable_by_key(|&place| (Reverse(afters[place].1.worth), place));

    let mut owed = Vec::with_capacity(Piece::ALL.len());
    rules.events(&state.clone().laid(), &mut owed);
    let whole: u32 = owed.iter().map(|&(_, weight)| weight).sum();
    let mut among = listed.len() as u64;
    let mut champion: Option<(i128, usize)> = None;
    for place in order {
        let (board, after) = &afters[place];
        let is_behind = |value: i128| {
            champion.is_some_and(|(most, first)| value < most || value == most && first < place)
        };
        let (mut value, mut left) =
            (i128::from(after.step) * i128::from(rules.total_weight()), i128::from(whole));
        for &(piece, weight) in &owed {
            if is_behind(value + left * i128::from(after.most)) {
                break;
            }
            let next = best(board, &after.seen, piece);
            among += next.map_or(0, |pick| u64::from(pick.among));
            value += i128::from(weight) * i128::from(next.map_or(lost, |pick| pick.value));
            left -= i128::from(weight);
        }
        if left == 0 && !is_behind(value) {
            champion = Some((value, place));
        }
    }
    champion.map(|(value, place)| Foreseen { mv: listed[place], value, among })
}
