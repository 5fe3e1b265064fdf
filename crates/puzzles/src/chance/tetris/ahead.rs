//! Finds the best placement with the next piece taken into account: the one that can be seen, or
//! all that may come.
//!
//! Every board that a placement leads to is examined once for all pieces that may come. Placements
//! are tried in the order of their own values. A placement is dropped as soon as it cannot win even
//! if all pieces still to be tried gained the most that its board allows, so the choice is the same
//! as by trying everything.

use std::cmp::Reverse;

use quarry_core::{Chance, Foreseen, Foresight, Pick};

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

/// What is looked at: these placements in a state, and how the next pieces count.
pub(super) struct Looking<'a> {
    pub(super) state: &'a State,
    pub(super) listed: &'a [Placement],
    pub(super) foresight: Foresight,
    /// Value of a lost game.
    pub(super) lost: i64,
}

/// Tries these placements with all pieces that may come next. `look` examines a board, `best` finds
/// the best placement on it.
#[inline(always)]
pub(super) fn foresee<T>(
    rules: &Rules,
    &Looking { state, listed, foresight, lost }: &Looking,
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
    match state.next {
        Some(piece) => owed.push((piece, rules.total_weight())),
        None => rules.events(&state.clone().laid(), &mut owed),
    }
    let whole: u32 = owed.iter().map(|&(_, weight)| weight).sum();
    let mut among = listed.len() as u64;
    let mut champion: Option<(i128, usize)> = None;
    for place in order {
        let (board, after) = &afters[place];
        let is_behind = |value: i128| {
            champion.is_some_and(|(most, first)| value < most || value == most && first < place)
        };
        let step = i128::from(after.step) * i128::from(rules.total_weight());
        // The most that the placement can be worth, given the pieces tried so far.
        let (mut sum, mut left, mut worst) = (0, i128::from(whole), i128::from(after.most));
        let mut pieces = owed.iter();
        let value = loop {
            let value = match foresight {
                Foresight::Mean => step + sum + left * i128::from(after.most),
                Foresight::Worst => step + i128::from(whole) * worst,
            };
            if is_behind(value) {
                break None;
            }
            let Some(&(piece, weight)) = pieces.next() else { break Some(value) };
            let next = best(board, &after.seen, piece);
            among += next.map_or(0, |pick| u64::from(pick.among));
            let reply = i128::from(next.map_or(lost, |pick| pick.value));
            sum += i128::from(weight) * reply;
            left -= i128::from(weight);
            worst = worst.min(reply);
        };
        if let Some(value) = value {
            champion = Some((value, place));
        }
    }
    champion.map(|(value, place)| Foreseen { mv: listed[place], value, among })
}
