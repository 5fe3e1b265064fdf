//! The part of a board that never changes, and fast play on it.
//!
//! Only cells that are not solid have a number. Numbers run down each column, column after column,
//! so that a shaft (a run of cells with a solid above and below) is a range of numbers. A position
//! is an array of colours by number, 0 for an empty cell. Blocks at rest fill a shaft from its end.

use std::ops::Range;

/// Colour of a block, from 1; 0 is an empty cell.
pub(super) type Colour = u8;

/// Number of a cell that is not solid.
pub(super) type CellIndex = u16;

/// Marks a side on which there is no cell.
pub(super) const NOWHERE: CellIndex = CellIndex::MAX;

/// Direction of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A move on a layout: the place of a block, and the direction, as one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BlockShift(u16);

impl BlockShift {
    /// Stands for the step before the first position.
    pub(super) const NONE: BlockShift = BlockShift(u16::MAX);

    pub(super) fn new(place: CellIndex, direction: Direction) -> Self {
        BlockShift(place << 1 | u16::from(direction == Direction::Right))
    }

    pub(super) fn place(self) -> CellIndex {
        self.0 >> 1
    }

    pub(super) fn direction(self) -> Direction {
        if self.0 & 1 == 0 { Direction::Left } else { Direction::Right }
    }
}

/// The open cells of a board and how they hang together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    /// Column and row of each place.
    at: Vec<(u8, u8)>,
    /// Places to the left and to the right of each place.
    beside: Vec<[CellIndex; 2]>,
    /// First place and end of the shaft of each place.
    shaft: Vec<(CellIndex, CellIndex)>,
}

/// Lists that play needs, kept for their memory.
#[derive(Debug, Clone, Default)]
pub(super) struct PlayBuffers {
    /// Places whose content is new.
    changed: Vec<CellIndex>,
    /// Places of blocks that are about to vanish.
    gone: Vec<CellIndex>,
    /// Colours of the blocks that moved, fell or vanished, as bits.
    touched: u32,
}

impl PlayBuffers {
    /// Returns the colours of the blocks that the last step moved or removed, as bits.
    pub(super) fn touched(&self) -> u32 {
        self.touched
    }
}

impl Layout {
    /// Creates the layout of a board of this size.
    pub(super) fn new(columns: u8, rows: u8, is_solid: impl Fn(u8, u8) -> bool) -> Self {
        let mut layout = Layout { at: Vec::new(), beside: Vec::new(), shaft: Vec::new() };
        let mut numbers = vec![NOWHERE; usize::from(columns) * usize::from(rows)];
        let index =
            |column: u8, row: u8| usize::from(column) * usize::from(rows) + usize::from(row);
        for column in 0..columns {
            for row in (0..rows).filter(|&row| !is_solid(column, row)) {
                numbers[index(column, row)] = layout.at.len() as CellIndex;
                layout.at.push((column, row));
            }
        }
        for &(column, row) in &layout.at {
            let number = |column: u8| numbers[index(column, row)];
            let left = if column > 0 { number(column - 1) } else { NOWHERE };
            let right = if column + 1 < columns { number(column + 1) } else { NOWHERE };
            layout.beside.push([left, right]);
        }
        let mut start = 0;
        while start < layout.at.len() {
            let (column, row) = layout.at[start];
            let is_below =
                |&(place, below): &(usize, u8)| layout.at.get(place) == Some(&(column, below));
            let end = (start..).zip(row..).take_while(is_below).count() + start;
            layout.shaft.resize(end, (start as CellIndex, end as CellIndex));
            start = end;
        }
        layout
    }

    /// Number of places.
    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    /// Column and row of a place.
    pub(super) fn at(&self, place: CellIndex) -> (u8, u8) {
        self.at[usize::from(place)]
    }

    /// Place in a column and row; `None` if it is solid or outside the board.
    pub(super) fn place(&self, column: u8, row: u8) -> Option<CellIndex> {
        self.at.binary_search(&(column, row)).ok().map(|place| place as CellIndex)
    }

    /// Place on a side of another one, or `NOWHERE`.
    pub(super) fn beside(&self, place: CellIndex, direction: Direction) -> CellIndex {
        self.beside[usize::from(place)][usize::from(direction == Direction::Right)]
    }

    /// Places of the shaft that a place belongs to, from the top.
    pub(super) fn shaft(&self, place: CellIndex) -> Range<CellIndex> {
        let (start, end) = self.shaft[usize::from(place)];
        start..end
    }

    /// Place below, if it is not solid.
    pub(super) fn below(&self, place: CellIndex) -> Option<CellIndex> {
        (place + 1 < self.shaft(place).end).then_some(place + 1)
    }

    /// Places that touch a place.
    pub(super) fn neighbours(&self, place: CellIndex) -> impl Iterator<Item = CellIndex> + use<> {
        let [left, right] = self.beside[usize::from(place)];
        let shaft = self.shaft(place);
        let above = if place > shaft.start { place - 1 } else { NOWHERE };
        let below = if place + 1 < shaft.end { place + 1 } else { NOWHERE };
        [above, below, left, right].into_iter().filter(|&place| place != NOWHERE)
    }

    /// Calls `step` with each legal step.
    #[inline]
    pub(super) fn each_step(&self, cells: &[Colour], mut step: impl FnMut(BlockShift)) {
        for (place, &colour) in cells.iter().enumerate() {
            if colour == 0 {
                continue;
            }
            for (side, direction) in [(0, Direction::Left), (1, Direction::Right)] {
                let target = self.beside[place][side];
                if target != NOWHERE && cells[usize::from(target)] == 0 {
                    step(BlockShift::new(place as CellIndex, direction));
                }
            }
        }
    }

    /// Plays a legal step on a board at rest: moves the block, lets blocks fall and removes groups
    /// until the board is at rest again. Returns the number of rounds of removal.
    #[inline]
    pub(super) fn play(
        &self,
        cells: &mut [Colour],
        step: BlockShift,
        scratch: &mut PlayBuffers,
    ) -> u32 {
        let from = usize::from(step.place());
        let mut target = usize::from(self.beside(step.place(), step.direction()));
        let colour = std::mem::take(&mut cells[from]);
        scratch.touched = 1 << colour;
        scratch.changed.clear();
        let end = usize::from(self.shaft[target].1);
        while target + 1 < end && cells[target + 1] == 0 {
            target += 1;
        }
        cells[target] = colour;
        scratch.changed.push(target as CellIndex);
        self.drop_onto(cells, from, scratch);
        let mut rounds = 0;
        while self.find_groups(cells, scratch) {
            rounds += 1;
            self.remove(cells, scratch);
        }
        rounds
    }

    /// Lets the blocks above an empty place fall by one.
    fn drop_onto(&self, cells: &mut [Colour], hole: usize, scratch: &mut PlayBuffers) {
        let start = usize::from(self.shaft[hole].0);
        let mut hole = hole;
        while hole > start && cells[hole - 1] != 0 {
            cells[hole] = std::mem::take(&mut cells[hole - 1]);
            scratch.touched |= 1 << cells[hole];
            scratch.changed.push(hole as CellIndex);
            hole -= 1;
        }
    }

    /// Lists the blocks that touch one of their colour. There was no group before, so that every
    /// pair has a block in a place whose content is new.
    fn find_groups(&self, cells: &[Colour], scratch: &mut PlayBuffers) -> bool {
        scratch.gone.clear();
        for &place in &scratch.changed {
            let colour = cells[usize::from(place)];
            if colour == 0 {
                continue;
            }
            let mut is_grouped = false;
            for other in self.neighbours(place) {
                if cells[usize::from(other)] == colour {
                    is_grouped = true;
                    scratch.gone.push(other);
                }
            }
            if is_grouped {
                scratch.gone.push(place);
            }
        }
        !scratch.gone.is_empty()
    }

    /// Removes the listed blocks at once, and lets the others fall.
    fn remove(&self, cells: &mut [Colour], scratch: &mut PlayBuffers) {
        let mut gone = std::mem::take(&mut scratch.gone);
        for &place in &gone {
            cells[usize::from(place)] = 0;
        }
        scratch.changed.clear();
        // From the top of each shaft downwards, so that what falls on a hole has fallen already.
        gone.sort_unstable();
        gone.dedup();
        for &place in &gone {
            self.drop_onto(cells, usize::from(place), scratch);
        }
        scratch.gone = gone;
    }
}
