//! The fast board of SameGame: up to 16 columns, 16 rows and 8 colours in a `Copy` type of 168
//! bytes.
//!
//! # How it works
//! A column is one `u64`, a cell one of its nibbles, the bottom row in the lowest: 8 + colour, or 0
//! if there is no cell. So gravity is one shift for each removed run of a column, and the cells of
//! a column with a given colour come from one exclusive or and one addition (`equal_cells`). A
//! flood fill goes from column to column and takes whole runs, found by letting a carry ripple
//! through them (`runs_through`). There is an empty column on either side of the board, so that
//! neighbours need no bounds check.
//!
//! Questions about the whole board are answered by its `Planes`: the same nibbles, transposed bit
//! by bit, so that each plane holds one bit of all 256 cells in four words (`Cells`), and "which
//! cells have an equal neighbour" is a dozen operations on sets.
//!
//! # What it promises
//! Groups are named by their leftmost, then lowest cell, and listed in that order: by column, then
//! by row. Playouts choose uniformly (to within 2^-56) and depend only on the board, the rules and
//! the random generator. Nothing here allocates, except that a full `Vec` of the caller grows.
//!
//! # What it costs
//! On one core at 2.4 GHz, compiled for any x86-64, from a full 15 x 15 board of 5 colours: 5 us
//! for a playout of 62 moves, 160 ns for the list of its 44 groups, 18 ns more for the cells of
//! each, 100 ns for a key.

mod blocks;
mod planes;
#[cfg(test)]
mod tests;
mod tracked;

use std::ops::RangeInclusive;

use quarry_core::{Rng, Score};

pub(super) use self::blocks::{Block, Upheaval};
use self::planes::{Cells, Planes};
pub(super) use self::tracked::TrackedBoard;
use super::Move;
use super::grid::{Cell, Colour, Grid, GroupShape};
use super::variant::Variant;

/// Maximum number of columns, and of rows, of a packed board.
pub(super) const MAX_SIDE: usize = 16;
/// Maximum number of colours of a packed board, numbered from 0.
pub(super) const MAX_COLOURS: usize = 8;

/// The columns plus the empty one on either side: column `c` is in slot `c + 1`.
const SLOTS: usize = MAX_SIDE + 2;

/// The lowest bit of every nibble.
const UNITS: u64 = 0x1111_1111_1111_1111;
/// The bit of every nibble that marks a cell.
const OCCUPIED: u64 = 8 * UNITS;
/// The bits of every nibble that hold the colour.
const COLOURS: u64 = 7 * UNITS;

/// Position of a packed cell: its slot, and the lowest of its bits there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    slot: usize,
    shift: u32,
}

impl Place {
    #[inline]
    fn cell(self) -> Cell {
        Cell { column: (self.slot - 1) as u8, row: (self.shift / 4) as u8 }
    }
}

/// A maximal set of connected cells of one colour, on the board it was found on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    /// Cells by slot, with all four bits of each cell set.
    cells: [u64; SLOTS],
    first_slot: usize,
    last_slot: usize,
    size: u32,
    colour: u8,
}

impl Group {
    /// The number of cells.
    pub(super) fn size(&self) -> usize {
        self.size as usize
    }

    /// Columns in which the group has cells.
    fn columns(&self) -> RangeInclusive<usize> {
        self.first_slot - 1..=self.last_slot - 1
    }

    /// Cells of the group in a column: all four bits of nibble `r` are set if row `r` is one of
    /// them.
    fn cells_in(&self, column: usize) -> u64 {
        self.cells[column + 1]
    }

    /// Cells of the group, by column, then by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.columns().flat_map(move |column| {
            let rows =
                (0..MAX_SIDE as u8).filter(move |&row| self.cells_in(column) >> (4 * row) & 1 != 0);
            rows.map(move |row| Cell { column: column as u8, row })
        })
    }

    /// The leftmost, then lowest cell, which names the group.
    #[inline]
    pub(super) fn first_cell(&self) -> Cell {
        self.first_place().cell()
    }

    /// Size, colour and bounding box of the group.
    #[inline]
    pub(super) fn shape(&self) -> GroupShape {
        let rows =
            self.cells[self.first_slot..=self.last_slot].iter().fold(0, |rows, cells| rows | cells);
        GroupShape {
            first: self.first_cell(),
            size: self.size(),
            colour: self.colour,
            right: (self.last_slot - 1) as u8,
            bottom: (rows.trailing_zeros() / 4) as u8,
            top: (rows.ilog2() / 4) as u8,
        }
    }

    #[inline]
    fn first_place(&self) -> Place {
        Place { slot: self.first_slot, shift: self.cells[self.first_slot].trailing_zeros() }
    }
}

/// A board on which no cell floats and no column is empty. The module docs explain the packing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PackedBoard {
    slots: [u64; SLOTS],
    counts: [u16; MAX_COLOURS],
    width: u8,
}

impl PackedBoard {
    /// Creates the board of a settled grid, if it is small enough to be packed.
    pub(super) fn from_grid(grid: &Grid) -> Option<Self> {
        let (width, height) = (usize::from(grid.columns()), usize::from(grid.rows()));
        let mut board =
            PackedBoard { slots: [0; SLOTS], counts: [0; MAX_COLOURS], width: grid.columns() };
        if width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        for column in 0..grid.columns() {
            for (row, colour) in grid.column(column).enumerate() {
                *board.counts.get_mut(usize::from(colour))? += 1;
                board.slots[usize::from(column) + 1] |= nibble(colour) << (4 * row);
            }
        }
        board.close_gaps();
        Some(board)
    }

    /// Number of columns left.
    pub(super) fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// The colour of a cell, if there is one.
    #[inline]
    pub(super) fn colour(&self, column: usize, row: usize) -> Option<Colour> {
        if column >= MAX_SIDE || row >= MAX_SIDE {
            return None;
        }
        let cell = self.slots[column + 1] >> (4 * row) & 15;
        (cell != 0).then_some(cell as u8 & 7)
    }

    /// The number of cells of each colour.
    pub(super) fn counts(&self) -> &[u16; MAX_COLOURS] {
        &self.counts
    }

    /// Whether all cells are gone.
    pub(super) fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// Colour with the most cells, the lowest among equals. The tabu-colour playout usually keeps
    /// it for last.
    pub(super) fn most_frequent_colour(&self) -> Colour {
        let most = self.counts.iter().max();
        self.counts.iter().position(|count| Some(count) == most).unwrap_or(0) as Colour
    }

    /// Whether a group of at least `min_group` (2 or 3) cells is left.
    pub(super) fn has_move(&self, min_group: usize) -> bool {
        !Planes::of(&self.slots).links().removable(min_group).is_empty()
    }

    /// Returns the group of a cell, of any size; none if there is no cell.
    pub(super) fn group_at(&self, column: usize, row: usize) -> Option<Group> {
        self.colour(column, row)
            .map(|_| self.flood(Place { slot: column + 1, shift: 4 * row as u32 }))
    }

    /// Visits the groups of at least `min_group` (2 or 3) cells in the order of their first cells.
    #[inline]
    pub(super) fn for_each_group(&self, min_group: usize, mut visit: impl FnMut(&Group)) {
        self.first_cells(min_group).for_each(self.width(), |place| visit(&self.flood(place)));
    }

    /// Visits the sizes of the groups of at least `min_group` (2 or 3) cells that have a cell in
    /// these columns, in no particular order.
    #[inline]
    pub(super) fn each_size_in(
        &self,
        columns: RangeInclusive<usize>,
        min_group: usize,
        mut visit: impl FnMut(usize),
    ) {
        let mut waiting =
            Planes::of(&self.slots).links().removable(min_group) & Cells::of_columns(columns);
        while let Some(place) = waiting.any() {
            let group = self.flood(place);
            waiting.remove(&group);
            visit(group.size());
        }
    }

    /// Appends the groups of at least `min_group` (2 or 3) cells in the order of their first cells.
    pub(super) fn groups(&self, min_group: usize, out: &mut Vec<Move>) {
        self.first_cells(min_group).for_each(self.width(), |place| out.push(place.cell()));
    }

    /// Returns the first cell of each group of at least `min_group` (2 or 3) cells.
    ///
    /// First cells are corners, and a group without joints has only one corner: in every group,
    /// corners - joints = 1 - holes (Euler's characteristic, counted cell by cell). So only the few
    /// groups with joints need to be filled.
    #[inline]
    fn first_cells(&self, min_group: usize) -> Cells {
        let links = Planes::of(&self.slots).links();
        let mut first_cells = links.corners(min_group);
        let mut joints = links.joints();
        while let Some(joint) = joints.any() {
            let group = self.flood(joint);
            joints.remove(&group);
            first_cells.remove(&group);
            first_cells.insert(group.first_place());
        }
        first_cells
    }

    /// Removes the group of a cell, of any size, and returns its size.
    pub(super) fn play(&mut self, mv: Move) -> usize {
        let group = self
            .group_at(mv.column.into(), mv.row.into())
            .expect("a move names a cell of the board");
        self.remove(&group);
        group.size()
    }

    /// Removes a group of this board: the cells above it fall, and empty columns close.
    #[inline]
    pub(super) fn remove(&mut self, group: &Group) {
        let mut emptied = false;
        for slot in group.first_slot..=group.last_slot {
            let settled = without(self.slots[slot], group.cells[slot]);
            self.slots[slot] = settled;
            emptied |= settled == 0;
        }
        self.counts[usize::from(group.colour)] -= group.size as u16;
        if emptied {
            self.close_gaps();
        }
    }

    fn close_gaps(&mut self) {
        let mut end = 1;
        for slot in 1..=self.width() {
            let column = std::mem::take(&mut self.slots[slot]);
            self.slots[end] = column;
            end += usize::from(column != 0);
        }
        self.width = (end - 1) as u8;
    }

    /// Finds the group of an existing cell.
    #[inline]
    fn flood(&self, Place { slot, shift }: Place) -> Group {
        let colour = (self.slots[slot] >> shift) as u8 & 7;
        let mut group =
            Group { cells: [0; SLOTS], first_slot: slot, last_slot: slot, size: 0, colour };
        let like = nibble(colour) * UNITS;
        group.cells[slot] = runs_through(1 << shift, whole(equal_cells(like, self.slots[slot])));
        let mut pairs = pair_counts(group.cells[slot]);
        // Bit s is set while slot s has cells that have not spread to its neighbours.
        let mut fresh = 1u32 << slot;
        while fresh != 0 {
            let slot = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for next in [slot - 1, slot + 1] {
                let equal = equal_cells(like, self.slots[next]);
                let seeds = group.cells[slot] & equal & !group.cells[next];
                if seeds != 0 {
                    let runs = runs_through(seeds, whole(equal));
                    group.cells[next] |= runs;
                    pairs += pair_counts(runs);
                    fresh |= 1 << next;
                    group.first_slot = group.first_slot.min(next);
                    group.last_slot = group.last_slot.max(next);
                }
            }
        }
        group.size = sum_of_bytes(pairs);
        group
    }
}

/// Playouts: random games to the end. They return the points including the terminal score, and
/// append the moves to `line`.
impl PackedBoard {
    /// Plays the group of a random removable cell, each cell equally likely, but the tabu colour
    /// only when there is nothing else to remove, so that it gathers into large groups.
    #[inline]
    pub(super) fn playout_tabu(
        &mut self,
        tabu: Colour,
        rules: Variant,
        rng: &mut Rng,
        line: &mut Vec<Move>,
        mut may_play: impl FnMut() -> bool,
    ) -> Option<Score> {
        let mut points = 0;
        while let Some(cell) = self.choose_cell(tabu, rules.min_group(), rng) {
            if !may_play() {
                return None;
            }
            let group = self.flood(cell);
            self.remove(&group);
            line.push(group.first_cell());
            points += rules.points(group.size());
        }
        Some(points + rules.terminal_score(&self.counts))
    }

    #[inline]
    fn choose_cell(&self, tabu: Colour, min_group: usize, rng: &mut Rng) -> Option<Place> {
        let planes = Planes::of(&self.slots);
        let removable = planes.links().removable(min_group);
        let allowed = removable & !planes.of_colour(tabu);
        let choice = if allowed.is_empty() { removable } else { allowed };
        choice.choose(rng)
    }
}

/// A hash of 128 bits, long enough to distinguish boards by it alone.
impl PackedBoard {
    /// Hash of the board up to reflection and renaming of colours: neither changes the possible
    /// scores.
    pub(super) fn key(&self) -> u128 {
        self.nameless_hash().min(self.mirrored().nameless_hash())
    }

    fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        mirrored.slots[1..=self.width()].reverse();
        mirrored
    }

    /// A sum over the colours present, which does not depend on their names.
    #[inline]
    fn nameless_hash(&self) -> u128 {
        let planes = Planes::of(&self.slots);
        let mut hash = 0u128;
        for colour in 0..MAX_COLOURS as Colour {
            if self.counts[usize::from(colour)] > 0 {
                hash = hash.wrapping_add(hash_of(planes.of_colour(colour).0));
            }
        }
        hash
    }
}

#[inline]
fn nibble(colour: u8) -> u64 {
    8 | u64::from(colour)
}

/// Cells, each marked by the highest bit of its nibble, in which a column equals a full one.
#[inline]
fn equal_cells(full: u64, column: u64) -> u64 {
    let difference = full ^ column;
    // The addition carries into the highest bit from any of the lower three, and never out of the
    // nibble.
    OCCUPIED & !(((difference & COLOURS) + COLOURS) | difference)
}

/// Sets all four bits of the cells that are given by the highest.
#[inline]
fn whole(cells: u64) -> u64 {
    (cells << 1).wrapping_sub(cells >> 3)
}

/// Returns the runs of `cells` that contain the seeds, which are among them.
#[inline]
fn runs_through(mut seeds: u64, cells: u64) -> u64 {
    let mut runs = 0;
    while seeds != 0 {
        let below = (seeds & seeds.wrapping_neg()) - 1;
        let bottom = 1 << ((!cells & below) << 1 | 1).ilog2();
        // The carry leaves zeros up to the end of the run.
        let run = cells & !cells.wrapping_add(bottom);
        runs |= run;
        seeds &= !run;
    }
    runs
}

/// Returns the column after its cells `gone` are removed and the others have fallen.
#[inline]
fn without(mut column: u64, mut gone: u64) -> u64 {
    while gone != 0 {
        let bottom = gone.trailing_zeros();
        let length = (!(gone >> bottom)).trailing_zeros();
        let from_bottom = !0 << bottom;
        // In two shifts, because a full column is 64 bits long.
        column = column & !from_bottom | column >> 1 >> (length - 1) & from_bottom;
        gone = gone >> 1 >> (length - 1) & from_bottom;
    }
    column
}

/// Number of cells in each pair of rows, one byte for each, so that columns can be added before
/// they are summed.
#[inline]
fn pair_counts(cells: u64) -> u64 {
    const BYTES: u64 = 0x0101_0101_0101_0101;
    (cells & BYTES) + (cells >> 4 & BYTES)
}

#[inline]
fn sum_of_bytes(bytes: u64) -> u32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    // A sum of 256 needs more than a byte.
    let sums = (bytes & EVEN) + (bytes >> 8 & EVEN);
    (sums.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// The first numbers of SplitMix64; any others without a pattern would do.
const KEYS: [u64; 12] = {
    let mut keys = [0; 12];
    let mut sequence = 0u64;
    let mut place = 0;
    while place < keys.len() {
        sequence = sequence.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (sequence ^ (sequence >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[place] = z ^ (z >> 31);
        place += 1;
    }
    keys
};

/// Sums of products over two pairings of the words, mixed so that a sum of such hashes still
/// depends on which words went together. Otherwise equal parts could be exchanged between two
/// colours unnoticed.
#[inline]
fn hash_of([a, b, c, d]: [u64; 4]) -> u128 {
    let straight = fold(a ^ KEYS[0], b ^ KEYS[1]).wrapping_add(fold(c ^ KEYS[2], d ^ KEYS[3]));
    let crossed = fold(a ^ KEYS[4], c ^ KEYS[5]).wrapping_add(fold(b ^ KEYS[6], d ^ KEYS[7]));
    let low = fold(straight ^ KEYS[8], crossed ^ KEYS[9]);
    let high = fold(straight ^ KEYS[10], crossed ^ KEYS[11]);
    u128::from(high) << 64 | u128::from(low)
}

/// Combines both halves of a product, so that every bit depends on both factors.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
