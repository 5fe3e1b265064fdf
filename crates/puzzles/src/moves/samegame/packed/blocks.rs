//! Groups that are kept from move to move: a move changes few of them, and only those are searched
//! again.
//!
//! When a group is removed, the places at and above it change, and with an empty column all places
//! right of it. A group that has no cell there, and is not joined by one that fell beside it, is
//! unchanged. Over a playout, about a third of the groups have to be filled again.

use super::planes::{Cells, Pairs, Planes};
use super::{Group, KEYS, PackedBoard, Place, UNITS, fold, without};
use crate::moves::samegame::grid::{Cell, Colour};

/// A group by its cells, valid while these cells have not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::moves::samegame) struct Block {
    cells: Cells,
    first: Cell,
    size: u16,
    colour: Colour,
}

impl Block {
    fn of(group: &Group) -> Self {
        let mut cells = Cells([0; 4]);
        for column in group.columns() {
            cells.0[column % 4] |= (group.cells_in(column) & UNITS) << (column / 4);
        }
        Block { cells, first: group.first_cell(), size: group.size as u16, colour: group.colour }
    }

    /// The number of cells.
    pub(in crate::moves::samegame) fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The colour.
    pub(in crate::moves::samegame) fn colour(&self) -> Colour {
        self.colour
    }

    /// The leftmost, then lowest cell.
    pub(in crate::moves::samegame) fn first_cell(&self) -> Cell {
        self.first
    }

    /// Hash of the cells and the colour.
    #[inline]
    pub(in crate::moves::samegame) fn code(&self) -> u64 {
        let [a, b, c, d] = self.cells.0;
        let name = KEYS[8].rotate_left(u32::from(self.colour));
        let halves = fold(a ^ KEYS[0], b ^ KEYS[1]).wrapping_add(fold(c ^ KEYS[2], d ^ KEYS[3]));
        fold(halves ^ name, KEYS[9])
    }
}

/// Effect of a move on the groups of a board.
pub(in crate::moves::samegame) struct Upheaval {
    /// Places whose cells may have changed, and the cells beside them that these have joined.
    disturbed: Cells,
    /// The disturbed places and all cells of the groups that no longer exist.
    loose: Cells,
    /// Cells of the groups that are to be listed.
    removable: Cells,
    pairs: Pairs,
}

impl Upheaval {
    /// Whether this group of the board before the move no longer exists.
    #[inline]
    pub(in crate::moves::samegame) fn concerns(&self, block: &Block) -> bool {
        !(self.disturbed & block.cells).is_empty()
    }

    /// Releases the cells of such a group for others.
    #[inline]
    pub(in crate::moves::samegame) fn loosen(&mut self, block: &Block) {
        self.loose = self.loose | block.cells;
    }
}

impl PackedBoard {
    /// Visits the groups of at least `min_group` (2 or 3) cells in the order of their first cells.
    pub(in crate::moves::samegame) fn for_each_block(
        &self,
        min_group: usize,
        mut visit: impl FnMut(Block),
    ) {
        self.for_each_group(min_group, |group| visit(Block::of(group)));
    }

    /// Removes a group of this board. The caller then loosens every other block that the move
    /// concerns, and [`PackedBoard::new_blocks`] finds those that take their place, except in the
    /// barred colour: all of its groups, or only those of more than two cells.
    #[inline]
    pub(in crate::moves::samegame) fn uproot(
        &mut self,
        block: &Block,
        min_group: usize,
        barred: Option<(Colour, bool)>,
    ) -> Upheaval {
        let mut emptied = None;
        let first = usize::from(block.first.column);
        for column in first..self.width() {
            let gone = (block.cells.0[column % 4] >> (column / 4) & UNITS) * 15;
            if gone == 0 {
                break;
            }
            let settled = without(self.slots[column + 1], gone);
            self.slots[column + 1] = settled;
            if settled == 0 {
                emptied = emptied.or(Some(column));
            }
        }
        self.counts[usize::from(block.colour)] -= block.size;
        let mut changed = block.cells.and_above();
        if let Some(column) = emptied {
            self.close_gaps();
            changed = changed | Cells::from_column(column);
        }
        let planes = Planes::of(&self.slots);
        let links = planes.links();
        let pairs = links.pairs();
        let mut removable = links.removable(min_group);
        let mut disturbed = changed | links.joined_to(changed);
        if let Some((colour, pairs_too)) = barred {
            let barred = planes.of_colour(colour);
            let spared = if pairs_too { Cells([0; 4]) } else { pairs.cells() };
            removable = removable & (!barred | spared);
            // The larger groups of this colour are not kept, so what is left of one is known only
            // by its position.
            disturbed = disturbed | pairs.beside(changed).cells() & barred & spared;
        }
        Upheaval { disturbed, loose: disturbed, removable, pairs }
    }

    /// Visits the groups that a move has created or changed. Pairs, which are most of them, need no
    /// flood fill.
    #[inline]
    pub(in crate::moves::samegame) fn new_blocks(
        &self,
        upheaval: &Upheaval,
        mut visit: impl FnMut(Block),
    ) {
        let Upheaval { pairs: Pairs { upright, level }, removable, .. } = upheaval;
        let mut left = upheaval.loose & *removable;
        let mut pairs = left & *upright;
        while let Some((word, bit)) = pairs.take_lowest() {
            let mut cells = Cells([0; 4]);
            cells.0[word] = bit | bit << 4;
            left = left & !cells;
            visit(self.pair(cells, Cells::place(word, bit.trailing_zeros())));
        }
        let mut pairs = left & *level;
        while let Some((word, bit)) = pairs.take_lowest() {
            let mut cells = Cells([0; 4]);
            cells.0[word] = bit;
            cells = cells | cells.right();
            left = left & !cells;
            visit(self.pair(cells, Cells::place(word, bit.trailing_zeros())));
        }
        while let Some(place) = left.any() {
            let block = Block::of(&self.flood(place));
            left = left & !block.cells;
            visit(block);
        }
    }

    #[inline]
    fn pair(&self, cells: Cells, first: Place) -> Block {
        let colour = (self.slots[first.slot] >> first.shift) as Colour & 7;
        Block { cells, first: first.cell(), size: 2, colour }
    }
}
