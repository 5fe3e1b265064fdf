//! Rules of thumb for hyper-heuristics: slides that somebody might make at sight of the board.
//!
//! Four rules slide in one direction. The others look at the lower bound, at tiles that come home,
//! and at the tile that a person who solves in reading order brings home next. They are our own; a
//! rule remembers nothing, so a programme goes in circles unless its rules break them. Where
//! several slides are equal, the tile above the empty cell comes first, then left, right, below. A
//! rule costs at most four lower bounds or one look at all cells.

use std::cmp::Reverse;

use quarry_core::{LowLevel, StateSpace};

use super::{Board, NPuzzle};

impl LowLevel for NPuzzle {
    const HEURISTICS: &'static [&'static str] = &[
        "down",
        "right",
        "left",
        "up",
        "nearest",
        "nearer",
        "bring-home",
        "nearest-of-astray",
        "farthest-astray",
        "walk-to-next",
        "push-next",
    ];

    fn choose(&self, board: &Board, heuristic: usize, _: &mut dyn FnMut() -> bool) -> Option<u16> {
        if self.is_solved(board) {
            return None;
        }
        let blank = board.empty();
        let home = |cell: usize| usize::from(board.homes()[cell]);
        let beside = || self.beside(blank);
        let bound = |cell: &usize| self.least_moves_after(board, self.tile_in(board, *cell));
        let cell = match heuristic + 1 {
            1 => blank.checked_sub(self.columns()),
            2 => (self.place(blank).0 > 0).then(|| blank - 1),
            3 => (self.place(blank).0 + 1 < self.columns()).then_some(blank + 1),
            4 => Some(blank + self.columns()).filter(|&cell| cell < self.cells()),
            5 => beside().min_by_key(bound),
            6 => beside().find(|cell| bound(cell) < board.least_moves()),
            7 => beside().find(|&cell| home(cell) == blank),
            8 => beside().filter(|&cell| home(cell) != cell).min_by_key(bound),
            9 => beside()
                .filter(|&cell| home(cell) != cell)
                .min_by_key(|&cell| Reverse(self.distance(cell, home(cell)))),
            10 => self.walk_to_next(board),
            11 => self.next_astray(board).filter(|&next| {
                let goes_home = self.distance(blank, home(next)) < self.distance(next, home(next));
                goes_home && self.distance(blank, next) == 1
            }),
            _ => panic!("there is no rule of thumb number {heuristic}"),
        };
        cell.map(|cell| self.tile_in(board, cell))
    }

    /// Columns plus rows, twice: a board of the same sides needs more moves than SameGame.
    fn extent(&self) -> usize {
        2 * (self.columns() + self.rows())
    }
}

impl NPuzzle {
    /// Number of slides between two cells on an empty board.
    fn distance(&self, one: usize, other: usize) -> usize {
        let ((x, y), (to_x, to_y)) = (self.place(one), self.place(other));
        x.abs_diff(to_x) + y.abs_diff(to_y)
    }

    /// Returns the cell of the tile that comes home next in reading order.
    fn next_astray(&self, board: &Board) -> Option<usize> {
        let homes = board.homes();
        let is_tile = |&cell: &usize| cell != board.empty();
        let astray = (0..homes.len()).filter(is_tile).filter(|&at| usize::from(homes[at]) != at);
        astray.min_by_key(|&at| homes[at])
    }

    /// Returns the slide that brings the empty cell nearer to the cell before the next tile on its
    /// way home, without moving that tile or those that are home before it.
    fn walk_to_next(&self, board: &Board) -> Option<usize> {
        let (next, blank) = (self.next_astray(board)?, board.empty());
        let home = usize::from(board.homes()[next]);
        let ahead = self
            .beside(next)
            .filter(|&cell| self.distance(cell, home) < self.distance(next, home))
            .filter(|&cell| cell >= home)
            .min_by_key(|&cell| self.distance(cell, blank))?;
        let may_slide = |cell: &usize| {
            *cell != next && (usize::from(board.homes()[*cell]) != *cell || *cell >= home)
        };
        let nearer = |cell: &usize| self.distance(*cell, ahead) < self.distance(blank, ahead);
        self.beside(blank).filter(may_slide).find(nearer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Goal;
    use super::*;

    fn choices(tiles: [u16; 9]) -> Vec<Option<u16>> {
        let puzzle = NPuzzle::new(3, tiles.into(), Goal::BlankLast, None);
        let rules = 0..NPuzzle::HEURISTICS.len();
        rules.map(|rule| puzzle.choose(&puzzle.start(), rule, &mut || true)).collect()
    }

    /// Worked by hand. 1 2 3 / 4 5 . / 7 8 6: only 6 is astray, below the empty cell.
    #[test]
    fn the_last_slide_is_seen_by_all_rules_that_look() {
        let choices = choices([1, 2, 3, 4, 5, 0, 7, 8, 6]);
        assert_eq!(choices[..4], [Some(3), Some(5), None, Some(6)]);
        assert_eq!(choices[4..9], [Some(6); 5]);
        assert_eq!(choices[9..], [None, Some(6)], "the empty cell is there already");
    }

    /// 1 2 3 / 4 . 5 / 7 8 6: 5 is one slide from home, 6 two; 5 comes first.
    #[test]
    fn tiles_come_home_in_reading_order() {
        let choices = choices([1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(choices[..4], [Some(2), Some(4), Some(5), Some(8)]);
        assert_eq!((choices[4], choices[6], choices[10]), (Some(5), Some(5), Some(5)));
    }

    /// 2 1 3 / 4 5 6 / 7 8 .: the cell to the left of tile 1 is its home, where 2 lies; the empty
    /// cell walks there past 1, by the left or the upper way.
    #[test]
    fn the_empty_cell_walks_to_the_next_tile() {
        let choices = choices([2, 1, 3, 4, 5, 6, 7, 8, 0]);
        assert_eq!(choices[9], Some(6));
        assert_eq!((choices[6], choices[10]), (None, None));
    }

    #[test]
    fn a_board_in_order_needs_no_rule() {
        assert!(choices([1, 2, 3, 4, 5, 6, 7, 8, 0]).iter().all(Option::is_none));
    }
}
