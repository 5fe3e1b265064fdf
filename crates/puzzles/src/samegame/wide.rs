//! The fast board for every size: one byte a place, column after column, with a free row on top.
//!
//! The free row keeps the columns apart, so a neighbour is plus or minus one, or plus or minus a column, with no
//! test for the edges. Removing a group empties its places, packs the columns it touched and cuts out the empty
//! ones; the list so only ever gets shorter. Promises: equal to `rules.rs` on every board up to 255 x 255 with up to
//! 62 colours (see the tests below). A move costs its group and the columns it touches, a list of groups one walk
//! over the board and one copy of it.

use quarry_core::key_of;

use super::Move;
use super::grid::{COLOURS, Cell, Colour, ColourCounts, Grid};

/// Marks a place without a cell.
const HOLE: u8 = u8::MAX;

/// A settled board: nothing floats, and no empty column stands left of a filled one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WideBoard {
    /// The length of a column in `places`: the rows and the free one.
    stride: usize,
    /// The filled columns from the left, each from the bottom.
    places: Vec<u8>,
}

impl WideBoard {
    /// The board of a settled grid.
    pub fn from_grid(grid: &Grid) -> Self {
        let stride = usize::from(grid.rows()) + 1;
        let mut places = Vec::with_capacity(stride * usize::from(grid.columns()));
        for column in 0..grid.columns() {
            places.extend(grid.column(column));
            if places.len() % stride == 0 {
                break; // an empty column: all that follow are empty too
            }
            places.resize(places.len().next_multiple_of(stride), HOLE);
        }
        WideBoard { stride, places }
    }

    /// How many columns are left.
    pub fn width(&self) -> usize {
        self.places.len() / self.stride
    }

    /// What stands in a place, on the board or off it.
    pub fn colour(&self, column: u8, row: u8) -> Option<Colour> {
        self.index(column, row).map(|index| self.places[index])
    }

    /// How many cells of each colour are left.
    pub fn counts(&self) -> ColourCounts {
        let mut counts = [0; COLOURS];
        for &colour in self.filled() {
            counts[usize::from(colour)] += 1;
        }
        counts
    }

    /// How many cells are left.
    pub fn cells_left(&self) -> usize {
        self.filled().count()
    }

    /// Whether no cell is left.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Calls `visit` with the leftmost, then lowest cell and the size of every group, single cells included,
    /// in the order of those cells: by column from the left, then by row from the bottom.
    pub fn each_group(&self, mut visit: impl FnMut(Cell, usize)) {
        let mut rest = self.clone();
        let mut group = Vec::new();
        for first in 0..self.places.len() {
            if rest.places[first] != HOLE {
                rest.lift(first, &mut group);
                visit(self.cell(first), group.len());
            }
        }
    }

    /// Appends a move for every group of at least `min_group` cells, in the order of [`WideBoard::each_group`].
    pub fn groups(&self, min_group: usize, out: &mut Vec<Move>) {
        self.each_group(|cell, size| {
            if size >= min_group {
                out.push(cell);
            }
        });
    }

    /// The cells of the group that this place belongs to, the leftmost, then lowest first; none for an empty place.
    pub fn group_at(&self, column: u8, row: u8) -> Vec<Cell> {
        let Some(start) = self.index(column, row) else { return Vec::new() };
        let mut group = Vec::new();
        self.clone().lift(start, &mut group);
        group.sort_unstable();
        group.into_iter().map(|index| self.cell(index)).collect()
    }

    /// Removes the group that a cell belongs to and returns its size.
    pub fn play(&mut self, mv: Move) -> usize {
        let start = self.index(mv.column, mv.row).expect("a move names a cell that is still there");
        let mut group = Vec::new();
        self.lift(start, &mut group);
        self.settle(&group);
        group.len()
    }

    /// Whether there is a group of `min_group` cells.
    pub fn has_move(&self, min_group: usize) -> bool {
        // In a group of three or more some cell touches two others, in a group of two one.
        assert!((2..=3).contains(&min_group), "larger groups cannot be told from one cell's neighbours");
        let at = |index: usize| self.places.get(index).copied();
        (0..self.places.len()).any(|index| {
            let colour = self.places[index];
            colour != HOLE
                && neighbours(index, self.stride).into_iter().filter(|&near| at(near) == Some(colour)).count()
                    >= min_group - 1
        })
    }

    /// A name of the position that is the same for mirror images and for renamed colours.
    pub fn key(&self) -> u128 {
        let columns = self.places.chunks_exact(self.stride);
        key_of_columns(columns.clone()).min(key_of_columns(columns.rev()))
    }

    fn filled(&self) -> impl Iterator<Item = &u8> {
        self.places.iter().filter(|&&place| place != HOLE)
    }

    /// Where a cell stands in the list, if there is one in this place.
    fn index(&self, column: u8, row: u8) -> Option<usize> {
        let index = usize::from(column) * self.stride + usize::from(row);
        let on_board = usize::from(row) < self.stride && index < self.places.len();
        (on_board && self.places[index] != HOLE).then_some(index)
    }

    fn cell(&self, index: usize) -> Cell {
        Cell { column: (index / self.stride) as u8, row: (index % self.stride) as u8 }
    }

    /// Empties the places of one group and lists them in `group`.
    fn lift(&mut self, start: usize, group: &mut Vec<usize>) {
        let colour = std::mem::replace(&mut self.places[start], HOLE);
        group.clear();
        group.push(start);
        // The list is its own queue: the cells before `done` have had their neighbours looked at.
        let mut done = 0;
        while let Some(&index) = group.get(done) {
            done += 1;
            for near in neighbours(index, self.stride) {
                if self.places.get(near) == Some(&colour) {
                    self.places[near] = HOLE;
                    group.push(near);
                }
            }
        }
    }

    /// Lets the cells fall and the columns close after `group` was lifted.
    fn settle(&mut self, group: &[usize]) {
        let columns = || group.iter().map(|index| index / self.stride);
        let (Some(first), Some(last)) = (columns().min(), columns().max()) else { return };
        for column in (first..=last).rev() {
            let span = column * self.stride..(column + 1) * self.stride;
            let places = &mut self.places[span.clone()];
            let mut height = 0;
            for row in 0..places.len() {
                if places[row] != HOLE {
                    places.swap(height, row);
                    height += 1;
                }
            }
            if height == 0 {
                self.places.drain(span);
            }
        }
    }
}

/// The four places around one. Where there is none, the number is off the list or that of a free place.
fn neighbours(index: usize, stride: usize) -> [usize; 4] {
    [index.wrapping_sub(1), index + 1, index.wrapping_sub(stride), index + stride]
}

/// The key of the columns in this order, with the colours numbered as they are met.
fn key_of_columns<'a>(columns: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut numbers = [HOLE; COLOURS];
    let mut met = 0;
    let mut text = Vec::new();
    for column in columns {
        for &colour in column.iter().take_while(|&&place| place != HOLE) {
            let number = &mut numbers[usize::from(colour)];
            if *number == HOLE {
                *number = met;
                met += 1;
            }
            text.push(*number);
        }
        text.push(HOLE);
    }
    key_of(&text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::rules;
    use crate::samegame::variant::Variant;
    use quarry_core::{Rng, Verdict};
    use std::collections::HashMap;

    fn random_grid(columns: u8, rows: u8, colours: usize, rng: &mut Rng) -> Grid {
        let mut grid = Grid::empty(columns, rows);
        for cell in grid.cells() {
            grid.put(cell, Some(rng.below(colours) as Colour));
        }
        grid
    }

    /// Reads the board back into a grid of its first size.
    fn grid_of(board: &WideBoard, columns: u8, rows: u8) -> Grid {
        let mut grid = Grid::empty(columns, rows);
        for cell in grid.cells() {
            grid.put(cell, board.colour(cell.column, cell.row));
        }
        grid
    }

    #[test]
    fn groups_are_those_of_the_rules_at_every_step() {
        let mut rng = Rng::new(1);
        for round in 0..300 {
            let (columns, rows) = (1 + rng.below(20) as u8, 1 + rng.below(20) as u8);
            let colours = 1 + rng.below(if round % 3 == 0 { COLOURS } else { 5 });
            let mut board = WideBoard::from_grid(&random_grid(columns, rows, colours, &mut rng));
            let min_group = 2 + rng.below(2);
            loop {
                let grid = grid_of(&board, columns, rows);
                assert_eq!(board, WideBoard::from_grid(&grid));
                assert_eq!(board.counts(), grid.counts());
                let columns_left = (0..columns).filter(|&column| grid.column(column).next().is_some()).count();
                assert_eq!(board.width(), columns_left);
                assert_eq!(board.cells_left(), grid.cells().filter(|&cell| grid.at(cell).is_some()).count());
                let mut expected = Vec::new();
                for cell in grid.cells() {
                    let group: Vec<Cell> = rules::group_of(&grid, cell).into_iter().collect();
                    assert_eq!(board.group_at(cell.column, cell.row), group);
                    if group.len() >= min_group && group[0] == cell {
                        expected.push(cell);
                    }
                }
                let mut groups = Vec::new();
                board.groups(min_group, &mut groups);
                assert_eq!(groups, expected);
                assert_eq!(board.has_move(min_group), !groups.is_empty());
                if groups.is_empty() {
                    break;
                }
                board.play(groups[rng.below(groups.len())]);
            }
        }
    }

    /// The law tests compare ordinary boards with the judge at every step; here are the odd ones, at the end.
    #[test]
    fn whole_games_are_worth_what_the_judge_says() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let (columns, rows) = (1 + rng.below(40) as u8, 1 + rng.below(40) as u8);
            let colours = 1 + rng.below(COLOURS).min(rng.below(COLOURS));
            for rules in Variant::ALL {
                compare_a_game(&random_grid(columns, rows, colours, &mut rng), rules, &mut rng);
            }
        }
    }

    #[test]
    fn the_largest_board_with_all_colours_is_played_to_the_end() {
        let mut rng = Rng::new(3);
        let grid = random_grid(255, 255, COLOURS, &mut rng);
        let moves = compare_a_game(&grid, Variant::SameGame, &mut rng);
        assert!(moves > 1000, "{moves}");
    }

    /// Plays at random and compares the end with the judge; returns the number of moves.
    fn compare_a_game(grid: &Grid, rules: Variant, rng: &mut Rng) -> usize {
        let mut board = WideBoard::from_grid(grid);
        let (mut line, mut score) = (Vec::new(), 0);
        while board.has_move(rules.min_group()) {
            let mv = random_move(&board, rules.min_group(), rng);
            score += rules.points(board.play(mv));
            line.push(mv);
        }
        let solved = !rules.must_clear() || board.is_empty();
        let score = score + rules.ending(&board.counts());
        assert_eq!(rules::judge(rules, grid, &line), Ok(Verdict { solved, score }));
        line.len()
    }

    /// Any cell of any group; guessing cells is quicker than listing all groups of a large board.
    fn random_move(board: &WideBoard, min_group: usize, rng: &mut Rng) -> Move {
        for _ in 0..100 {
            let guess = board.cell(rng.below(board.places.len()));
            if board.group_at(guess.column, guess.row).len() >= min_group {
                return guess;
            }
        }
        let mut groups = Vec::new();
        board.groups(min_group, &mut groups);
        groups[rng.below(groups.len())]
    }

    /// All boards of 3 x 3 with two colours: keys are equal where a mirror or a change of names makes them so.
    #[test]
    fn keys_forget_mirrors_and_names_of_colours_and_nothing_else() {
        let board = |bits: usize, columns: [u8; 3], other: usize, rows: u8| {
            let mut grid = Grid::empty(3, rows);
            for (place, (column, row)) in columns.iter().flat_map(|&column| (0..3).map(move |row| (column, row))).enumerate() {
                grid.put(Cell { column, row }, Some(((bits >> place & 1) ^ other) as Colour));
            }
            WideBoard::from_grid(&grid)
        };
        let mut class_of_key = HashMap::new();
        for bits in 0..1 << 9 {
            let plain = board(bits, [0, 1, 2], 0, 3);
            let images = [plain.clone(), board(bits, [2, 1, 0], 0, 3), board(bits, [0, 1, 2], 1, 3), board(bits, [2, 1, 0], 1, 3)];
            assert!(images.iter().all(|image| image.key() == plain.key()));
            assert_eq!(board(bits, [0, 1, 2], 0, 9).key(), plain.key(), "free rows on top do not matter");
            let class = images.into_iter().map(|image| image.places).min();
            assert_eq!(class_of_key.entry(plain.key()).or_insert(class.clone()), &class);
        }
    }
}
