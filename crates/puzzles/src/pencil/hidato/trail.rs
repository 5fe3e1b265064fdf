//! Hidato for learners: the missing numbers are entered in order, the lowest first; an action is
//! the cell of the next number, with cells numbered in reading order.
//!
//! A cell is legal if it is empty and touches the cell of the previous number, and also that of the
//! following number if it is given. So the game ends when everything is filled in, or when the path
//! has reached a dead end. The reward of an action is the gain in the judge's score: two points for
//! each step that it completes.
//!
//! The board has four planes: 1 for an empty cell and 2 for a filled one; 1 for the cell of the
//! previous number; for each placed number ahead, its difference from the next number to enter, at
//! most 255; and the links to neighbours that come later in reading order, one bit per direction.
//! Rows of hexagons are given by their cells only, whether they are shifted or not.

use quarry_core::ViewShape;
use quarry_core::{Encoded, Picture, Puzzle, Score};

use super::{Cell, Filling, Hidato, Number, picture};

/// The state of a path that is being entered.
#[derive(Debug, Clone)]
pub struct Trail {
    filling: Filling,
    /// The cell of each number, counted from 1; index 0 is not used.
    holders: Vec<Option<Cell>>,
    /// The next number to enter; n + 1 when all are entered.
    next: Number,
}

impl Trail {
    /// The cell of the previous number.
    fn end(&self) -> Option<Cell> {
        self.holders[usize::from(self.next) - 1]
    }

    /// The cell of the following number, if it is given.
    fn goal(&self) -> Option<Cell> {
        self.holders.get(usize::from(self.next) + 1).copied().flatten()
    }

    /// Skips the numbers that are already placed.
    fn pass_given(&mut self) {
        while self.holders.get(usize::from(self.next)).is_some_and(Option::is_some) {
            self.next += 1;
        }
    }
}

impl Hidato {
    fn touch(&self, one: Cell, other: Option<Cell>) -> bool {
        other.is_none_or(|other| self.board.neighbours(one).contains(&other))
    }

    /// Index of a cell in a plane.
    fn index(&self, cell: usize, columns: usize) -> usize {
        let place = self.board.places()[cell];
        usize::from(place.y) * columns + usize::from(place.x / 2)
    }
}

impl Encoded for Hidato {
    type Game = Trail;

    fn deal(&self, _: u64) -> Trail {
        let mut holders = vec![None; self.board.len() + 1];
        for (cell, given) in (0..).zip(&self.givens) {
            if let Some(number) = given {
                holders[usize::from(*number)] = Some(cell);
            }
        }
        let mut trail = Trail { filling: self.givens.clone(), holders, next: 1 };
        trail.pass_given();
        trail
    }

    fn opening(&self) -> Score {
        self.judge(&self.givens).map_or(0, |verdict| verdict.score)
    }

    fn actions(&self) -> usize {
        self.board.len()
    }

    fn legal(&self, trail: &Trail, out: &mut [i8]) -> bool {
        out.fill(0);
        if usize::from(trail.next) > self.board.len() {
            return false;
        }
        let mut any = false;
        let mut mark = |cell: Cell| {
            if trail.filling[usize::from(cell)].is_none() && self.touch(cell, trail.goal()) {
                out[usize::from(cell)] = 1;
                any = true;
            }
        };
        match trail.end() {
            Some(end) => self.board.neighbours(end).iter().copied().for_each(&mut mark),
            None => (0..self.board.len() as Cell).for_each(&mut mark),
        }
        any
    }

    fn act(&self, trail: &mut Trail, action: usize) -> Score {
        let cell = action as Cell;
        let steps = [trail.end(), trail.goal()].into_iter().flatten().count();
        trail.filling[action] = Some(trail.next);
        trail.holders[usize::from(trail.next)] = Some(cell);
        trail.pass_given();
        2 * steps as Score
    }

    fn reached(&self, trail: &Trail) -> bool {
        let number = |cell: Cell| trail.filling[usize::from(cell)].unwrap_or(0);
        let follow = |pair: &[Option<Cell>]| {
            pair[0].zip(pair[1]).is_some_and(|(one, other)| self.touch(one, Some(other)))
        };
        usize::from(trail.next) > self.board.len()
            && trail.holders[1..].windows(2).all(follow)
            && self.links.iter().all(|&(one, other)| number(one).abs_diff(number(other)) == 1)
    }

    fn shape(&self) -> ViewShape {
        let columns =
            self.board.places().iter().map(|place| usize::from(place.x / 2) + 1).max().unwrap_or(0);
        ViewShape { planes: 4, rows: self.board.height().into(), columns, most: u8::MAX }
    }

    fn see(&self, trail: &Trail, out: &mut [u8]) {
        out.fill(0);
        let ViewShape { rows, columns, .. } = self.shape();
        let mut planes = out.chunks_exact_mut(rows * columns);
        let [Some(cells), Some(end), Some(ahead), Some(links)] =
            std::array::from_fn(|_| planes.next())
        else {
            unreachable!("there are four planes");
        };
        for (cell, number) in trail.filling.iter().enumerate() {
            let at = self.index(cell, columns);
            cells[at] = 1 + u8::from(number.is_some());
            if let Some(away) = number.and_then(|number| number.checked_sub(trail.next)) {
                ahead[at] = u8::try_from(away).unwrap_or(u8::MAX);
            }
        }
        if let Some(cell) = trail.end() {
            end[self.index(cell.into(), columns)] = 1;
        }
        for &(one, other) in &self.links {
            let (first, second) = (one.min(other), one.max(other));
            let onward = self.board.neighbours(first).iter().filter(|&&cell| cell > first);
            let direction = onward.take_while(|&&cell| cell < second).count();
            links[self.index(first.into(), columns)] |= 1 << direction;
        }
    }

    fn measured(&self) -> Vec<String> {
        [
            "numbers left",
            "legal cells",
            "steps to the next given at most",
            "empty cells with one empty neighbour",
            "empty cells with none",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn measure(&self, trail: &Trail, out: &mut [f32]) {
        let mut mask = vec![0; self.board.len()];
        self.legal(trail, &mut mask);
        let from = usize::from(trail.next).min(trail.holders.len());
        let ahead = trail.holders[from..].iter().position(Option::is_some);
        let empty = |cell: &usize| trail.filling[*cell].is_none();
        let exits = |cell: usize| {
            self.board.neighbours(cell as Cell).iter().filter(|&&next| empty(&next.into())).count()
        };
        let with = |wanted: usize| {
            (0..self.board.len()).filter(empty).filter(|&cell| exits(cell) == wanted).count()
        };
        out.copy_from_slice(&[
            (self.board.len() + 1 - usize::from(trail.next)) as f32,
            mask.iter().filter(|&&legal| legal == 1).count() as f32,
            ahead.map_or(0, |steps| steps + 1) as f32,
            with(1) as f32,
            with(0) as f32,
        ]);
    }

    fn depict(&self, trail: &Trail) -> Picture {
        picture::scene(self, &trail.filling)
    }

    fn answer(&self, luck: u64, actions: &[usize]) -> Filling {
        let mut trail = self.deal(luck);
        actions.iter().for_each(|&action| _ = self.act(&mut trail, action));
        trail.filling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_walked_past_the_givens_and_ends_in_a_dead_end() {
        let puzzle = Hidato::parse("1 _ _\n_ 5 _\n_ _ 9").unwrap();
        let mut trail = puzzle.deal(0);
        let mut mask = vec![0; 9];
        assert!(puzzle.legal(&trail, &mut mask));
        assert_eq!(mask, [0, 1, 0, 1, 0, 0, 0, 0, 0], "2 touches 1");
        let gains: Vec<Score> = [1, 2, 5].map(|cell| puzzle.act(&mut trail, cell)).to_vec();
        assert_eq!(gains, [2, 2, 4], "4 touches 3 and 5");
        let mut board = vec![0; puzzle.shape().len()];
        puzzle.see(&trail, &mut board);
        assert_eq!(board[..9], [2, 2, 2, 1, 2, 2, 1, 1, 2]);
        assert_eq!(board[9..18], [0, 0, 0, 0, 1, 0, 0, 0, 0], "5 was passed");
        assert_eq!(board[18..27], [0, 0, 0, 0, 0, 0, 0, 0, 3], "9 is three after 6");
        assert_eq!(puzzle.act(&mut trail, 7), 2);
        assert!(puzzle.legal(&trail, &mut mask));
        puzzle.act(&mut trail, 6);
        assert!(!puzzle.legal(&trail, &mut mask), "nothing empty touches both 7 and 9");
        assert!(!puzzle.reached(&trail));
        assert_eq!(puzzle.answer(0, &[3, 6, 7]).iter().flatten().count(), 6);
    }

    #[test]
    fn a_whole_path_reaches_the_goal() {
        let puzzle = Hidato::parse("1 _ _\n_ _ _\n_ _ 9").unwrap();
        let mut trail = puzzle.deal(0);
        let gained: Score =
            [1, 2, 5, 4, 3, 6, 7].map(|cell| puzzle.act(&mut trail, cell)).iter().sum();
        assert_eq!((gained, puzzle.reached(&trail)), (16, true));
    }
}
