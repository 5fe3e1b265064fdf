//! Plays a whole game in one sweep: from left to right, and back only as far as a move has changed
//! something.
//!
//! Every removable group has a cell that touches enough others of its colour: one or two, depending
//! on the rules. A move can create such a cell only in the columns that it changes and beside them,
//! so only those have to be checked again.

use std::ops::Range;

use quarry_core::Score;

use super::{Colour, HOLE, Move, Removed, Variant, WideBoard};

/// Number of moves between two calls of `goes_on`.
const MOVES_PER_QUESTION: usize = 16;

impl WideBoard {
    /// See [`crate::moves::samegame::Board::finish`].
    pub(in crate::moves::samegame) fn finish(
        &mut self,
        rules: Variant,
        line: &mut Vec<Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        let kept = self.most_frequent_colour();
        let enough = rules.min_group() - 1;
        let all = 0..self.places.len() / self.stride;
        // Columns that may have groups of other colours, and of the colour that is kept for last.
        let (mut open, mut late) = (all.clone(), all);
        let mut points = 0;
        for moves in 0.. {
            if moves % MOVES_PER_QUESTION == 0 && !goes_on() {
                return None;
            }
            let next = self.first_in(&mut open, |colour| colour != kept, enough);
            let next = next.or_else(|| self.first_in(&mut late, |colour| colour == kept, enough));
            let Some(place) = next else { break };
            let removed = self.remove(place);
            points += rules.points(removed.size);
            line.push(removed.first);
            let last = self.places.len() / self.stride;
            [&mut open, &mut late].into_iter().for_each(|columns| removed.reopen(columns, last));
        }
        Some(points + rules.terminal_score(&self.counts))
    }

    /// Returns the first cell in these columns that has such a colour and touches enough others;
    /// the columns before it need not be checked again.
    fn first_in(
        &self,
        columns: &mut Range<usize>,
        is_wanted: impl Fn(Colour) -> bool,
        enough: usize,
    ) -> Option<usize> {
        for column in columns.clone() {
            columns.start = column;
            let places = column * self.stride..(column + 1) * self.stride;
            let mut cells = places.take_while(|&place| self.places[place] != HOLE);
            let found =
                cells.find(|&place| is_wanted(self.places[place]) && self.touches(place) >= enough);
            if found.is_some() {
                return found;
            }
        }
        columns.start = columns.end;
        None
    }
}

impl Removed {
    /// Adds the columns that the move has changed, and those beside them, to a range still to be
    /// checked. `width` is the number of columns left on the board.
    fn reopen(&self, columns: &mut Range<usize>, width: usize) {
        let changed = self.columns.start.saturating_sub(1)..self.columns.end - self.closed + 1;
        let is_empty = columns.start >= columns.end;
        columns.start = columns.start.min(changed.start);
        // The columns to the right have moved.
        let end = if is_empty { 0 } else { columns.end - self.closed.min(columns.end) };
        columns.end = end.max(changed.end).min(width);
        columns.start = columns.start.min(columns.end);
    }
}
