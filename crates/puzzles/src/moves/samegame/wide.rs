//! The fast board for any size: one byte a place, column after column, with a free row on top.
//!
//! The free row separates the columns, so a neighbour is plus or minus one, or plus or minus a
//! column, without a check for the edges. Removing a group empties its places, packs the columns it
//! touched and cuts out the empty ones, so the list only gets shorter. Where the rules close no
//! columns, the empty ones stay in the list. Promises: equal to
//! `rules.rs` on every board up to 255 x 255 with up to 62 colours (see the tests of `board.rs`). A
//! move costs its group and the columns it touches; a list of groups costs one pass over the board
//! and one copy of it, which is why games are played without a list where possible.

use std::ops::Range;

use quarry_core::{Rng, Score, key_of};

use super::Move;
use super::grid::{COLOURS, Cell, Colour, ColourCounts, Grid, GroupShape};
use super::variant::Variant;

mod sweep;

/// Marks a place without a cell.
const HOLE: u8 = u8::MAX;

/// One cell is drawn per this many places before all groups are listed, so that failed draws cost
/// little compared with listing.
const PLACES_PER_DRAW: usize = 64;

/// Result of removing a group.
struct Removed {
    /// The leftmost, then lowest cell of the group.
    first: Cell,
    size: usize,
    /// Columns in which the group stood; `closed` is how many of them are now closed.
    columns: Range<usize>,
    closed: usize,
}

/// A settled board: no cell floats, and no empty column is left of a filled one, unless columns
/// stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WideBoard {
    /// Length of a column in `places`: the rows plus the free one.
    stride: usize,
    /// Whether empty columns are cut out.
    closes: bool,
    /// The columns from the left, each from the bottom; only the filled ones if the others close.
    places: Vec<u8>,
    counts: ColourCounts,
}

impl WideBoard {
    /// Creates the board of a settled grid.
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
        WideBoard { stride, closes: true, places, counts: grid.counts() }
    }

    /// Creates the board of a grid whose columns stay where they are, filled or not.
    pub fn standing(grid: &Grid) -> Self {
        let stride = usize::from(grid.rows()) + 1;
        let mut places = Vec::with_capacity(stride * usize::from(grid.columns()));
        for column in 0..grid.columns() {
            places.extend(grid.column(column));
            places.resize(stride * (usize::from(column) + 1), HOLE);
        }
        WideBoard { stride, closes: false, places, counts: grid.counts() }
    }

    /// Colour of the cell in a place, on the board or off it; none if there is no cell.
    pub(super) fn colour(&self, cell: Cell) -> Option<Colour> {
        self.index(cell).map(|index| self.places[index])
    }

    /// Number of cells left of each colour.
    pub(super) fn counts(&self) -> &ColourCounts {
        &self.counts
    }

    /// Number of places in the columns kept.
    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    /// Number of columns kept.
    pub(super) fn columns(&self) -> usize {
        self.places.len() / self.stride
    }

    /// Whether empty columns are cut out.
    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    /// Whether no cell is left.
    pub(super) fn is_empty(&self) -> bool {
        self.counts.iter().all(|&cells| cells == 0)
    }

    /// Appends a move for every group of at least `min_group` cells, in the order in which a scan
    /// row by row from the top, each from the left, meets the groups.
    pub(super) fn groups_from_the_top(&self, min_group: usize, out: &mut Vec<Move>) {
        let mut rest = self.places.clone();
        let mut group = Vec::new();
        let columns = self.places.len() / self.stride;
        for row in (0..self.stride - 1).rev() {
            for place in (0..columns).map(|column| column * self.stride + row) {
                if rest[place] != HOLE {
                    lift(&mut rest, self.stride, place, &mut group);
                    if group.len() >= min_group {
                        let first = group.iter().copied().min().expect("a group has cells");
                        out.push(self.cell(first));
                    }
                }
            }
        }
    }

    /// Calls `visit` with the leftmost, then lowest cell and the size of every group of at least
    /// `min_group` cells, in the order of those cells.
    pub(super) fn each_group(&self, min_group: usize, mut visit: impl FnMut(Cell, usize)) {
        self.each_list(min_group, |group| visit(self.cell(group[0]), group.len()));
    }

    /// Calls `visit` with the shape of every group of at least `min_group` cells, in the order of
    /// their first cells.
    pub(super) fn each_shape(&self, min_group: usize, mut visit: impl FnMut(GroupShape)) {
        self.each_list(min_group, |group| {
            let first = self.cell(group[0]);
            let size = group.len();
            let colour = self.places[group[0]];
            let mut shape = GroupShape {
                first,
                size,
                colour,
                right: first.column,
                bottom: first.row,
                top: first.row,
            };
            for Cell { column, row } in group.iter().map(|&index| self.cell(index)) {
                shape.right = shape.right.max(column);
                shape.bottom = shape.bottom.min(row);
                shape.top = shape.top.max(row);
            }
            visit(shape);
        });
    }

    /// Calls `visit` with the places of every group of at least `min_group` cells, its first cell's
    /// place first.
    fn each_list(&self, min_group: usize, mut visit: impl FnMut(&[usize])) {
        let mut rest = self.places.clone();
        let mut group = Vec::new();
        for first in 0..self.places.len() {
            if rest[first] != HOLE {
                lift(&mut rest, self.stride, first, &mut group);
                if group.len() >= min_group {
                    visit(&group);
                }
            }
        }
    }

    /// Returns the cells of the group in this place, the leftmost, then lowest first; none for an
    /// empty place.
    pub(super) fn cells_of(&self, cell: Cell) -> Vec<Cell> {
        let Some(start) = self.index(cell) else { return Vec::new() };
        let mut group = Vec::new();
        lift(&mut self.places.clone(), self.stride, start, &mut group);
        group.sort_unstable();
        group.into_iter().map(|index| self.cell(index)).collect()
    }

    /// Removes the group of a cell and returns its size.
    pub(super) fn play(&mut self, mv: Move) -> usize {
        let start = self.index(mv).expect("a move names a cell that is still there");
        self.remove(start).size
    }

    /// Removes the group of a place.
    fn remove(&mut self, start: usize) -> Removed {
        let colour = self.places[start];
        let mut group = Vec::new();
        lift(&mut self.places, self.stride, start, &mut group);
        let ends =
            |(first, last): (usize, usize), &place: &usize| (first.min(place), last.max(place));
        let (first, last) = group.iter().fold((start, start), ends);
        let columns = first / self.stride..last / self.stride + 1;
        let before = self.places.len();
        self.settle(columns.clone());
        self.counts[usize::from(colour)] -= group.len() as u16;
        let closed = (before - self.places.len()) / self.stride;
        Removed { first: self.cell(first), size: group.len(), columns, closed }
    }

    /// Whether there is a group of `min_group` cells.
    pub(super) fn has_move(&self, min_group: usize) -> bool {
        // In a group of three or more some cell touches two others, in a group of two one.
        assert!(
            (2..=3).contains(&min_group),
            "larger groups cannot be told from one cell's neighbours"
        );
        (0..self.places.len())
            .any(|index| self.places[index] != HOLE && self.touches(index) >= min_group - 1)
    }

    /// Number of adjacent cells of the same colour.
    #[inline]
    fn touches(&self, index: usize) -> usize {
        let colour = Some(&self.places[index]);
        neighbours(index, self.stride)
            .into_iter()
            .filter(|&near| self.places.get(near) == colour)
            .count()
    }

    /// Key of the position, equal for mirror images and for renamed colours.
    pub(super) fn key(&self) -> u128 {
        let columns = self.places.chunks_exact(self.stride);
        key_of_columns(columns.clone()).min(key_of_columns(columns.rev()))
    }

    /// Index of a place in the list, if there is a cell in it.
    fn index(&self, cell: Cell) -> Option<usize> {
        let index = usize::from(cell.column) * self.stride + usize::from(cell.row);
        let on_board = usize::from(cell.row) < self.stride && index < self.places.len();
        (on_board && self.places[index] != HOLE).then_some(index)
    }

    /// See [`super::Board::playout_tabu`].
    pub(super) fn playout_tabu(
        &mut self,
        rules: Variant,
        rng: &mut Rng,
        line: &mut Vec<Move>,
        mut may_play: impl FnMut() -> bool,
    ) -> Option<Score> {
        let tabu = self.most_frequent_colour();
        let mut points = 0;
        while let Some(mv) = self.choose(Some(tabu), rules.min_group(), rng) {
            if !may_play() {
                return None;
            }
            points += rules.points(self.play(mv));
            line.push(mv);
        }
        Some(points + rules.terminal_score(&self.counts))
    }

    /// Colour with the most cells, the lowest among equals.
    pub(super) fn most_frequent_colour(&self) -> Colour {
        let most = self.counts.iter().max();
        self.counts.iter().position(|count| Some(count) == most).unwrap_or(0) as Colour
    }

    /// Returns the group of a random removable cell, each cell equally likely, but not of the
    /// `tabu` colour while there are others; none when the game is over. Cells are drawn until one
    /// is removable; the groups are listed only if that does not happen soon.
    pub(super) fn choose(
        &self,
        tabu: Option<Colour>,
        min_group: usize,
        rng: &mut Rng,
    ) -> Option<Move> {
        for _ in 0..self.places.len() / PLACES_PER_DRAW {
            let drawn = rng.below(self.places.len());
            let is_free = self.places[drawn] != HOLE && Some(self.places[drawn]) != tabu;
            if is_free && self.is_in_group(drawn, min_group) {
                return self.cells_of(self.cell(drawn)).first().copied();
            }
        }
        let mut groups = Vec::new();
        self.each_group(min_group, |cell, size| groups.push((cell, size)));
        let is_free = |&(cell, _): &(Cell, usize)| self.colour(cell) != tabu;
        if groups.iter().any(is_free) {
            groups.retain(is_free);
        }
        let cells: usize = groups.iter().map(|&(_, size)| size).sum();
        let mut rank = (cells > 0).then(|| rng.below(cells))?;
        let chosen = groups.iter().find(|&&(_, size)| {
            let here = rank < size;
            rank = rank.wrapping_sub(size);
            here
        });
        chosen.map(|&(cell, _)| cell)
    }

    /// Whether a cell belongs to a group of at least `min_group` (2 or 3) cells.
    fn is_in_group(&self, index: usize, min_group: usize) -> bool {
        let colour = Some(&self.places[index]);
        let mut beside = neighbours(index, self.stride)
            .into_iter()
            .filter(|&near| self.places.get(near) == colour);
        match min_group {
            2 => beside.next().is_some(),
            _ => self.touches(index) >= 2 || beside.any(|near| self.touches(near) >= 2),
        }
    }

    fn cell(&self, index: usize) -> Cell {
        Cell { column: (index / self.stride) as u8, row: (index % self.stride) as u8 }
    }

    /// Lets the cells of some columns fall, and closes those that are empty if they close.
    fn settle(&mut self, columns: Range<usize>) {
        for column in columns.rev() {
            let span = column * self.stride..(column + 1) * self.stride;
            let places = &mut self.places[span.clone()];
            let mut height = 0;
            for row in 0..places.len() {
                if places[row] != HOLE {
                    places.swap(height, row);
                    height += 1;
                }
            }
            if height == 0 && self.closes {
                self.places.drain(span);
            }
        }
    }
}

/// Empties the places of one group and lists them in `group`.
fn lift(places: &mut [u8], stride: usize, start: usize, group: &mut Vec<usize>) {
    let colour = std::mem::replace(&mut places[start], HOLE);
    group.clear();
    group.push(start);
    // The list is its own queue: the neighbours of the cells before `done` have been checked.
    let mut done = 0;
    while let Some(&index) = group.get(done) {
        done += 1;
        for near in neighbours(index, stride) {
            if places.get(near) == Some(&colour) {
                places[near] = HOLE;
                group.push(near);
            }
        }
    }
}

/// Indices of the four neighbouring places. Beyond an edge the index is out of range or that of a
/// free place.
fn neighbours(index: usize, stride: usize) -> [usize; 4] {
    [index.wrapping_sub(1), index + 1, index.wrapping_sub(stride), index + stride]
}

/// Key of the columns in this order, with the colours numbered in order of appearance.
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
    use std::collections::HashMap;

    /// All boards of 3 x 3 with two colours: keys are equal exactly for mirror images and renamed
    /// colours.
    #[test]
    fn keys_forget_mirrors_and_names_of_colours_and_nothing_else() {
        let board = |bits: usize, columns: [u8; 3], other: usize, rows: u8| {
            let mut grid = Grid::empty(3, rows);
            for (place, (column, row)) in
                columns.iter().flat_map(|&column| (0..3).map(move |row| (column, row))).enumerate()
            {
                grid.put(Cell { column, row }, Some(((bits >> place & 1) ^ other) as Colour));
            }
            WideBoard::from_grid(&grid)
        };
        let mut class_of_key = HashMap::new();
        for bits in 0..1 << 9 {
            let plain = board(bits, [0, 1, 2], 0, 3);
            let images = [
                plain.clone(),
                board(bits, [2, 1, 0], 0, 3),
                board(bits, [0, 1, 2], 1, 3),
                board(bits, [2, 1, 0], 1, 3),
            ];
            assert!(images.iter().all(|image| image.key() == plain.key()));
            assert_eq!(
                board(bits, [0, 1, 2], 0, 9).key(),
                plain.key(),
                "free rows on top do not matter"
            );
            let class = images.into_iter().map(|image| image.places).min();
            assert_eq!(class_of_key.entry(plain.key()).or_insert(class.clone()), &class);
        }
    }
}
