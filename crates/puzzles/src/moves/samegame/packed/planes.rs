//! Sets of cells in four words, and the board as such sets, for operations on all cells at once.

use std::ops::{BitAnd, BitOr, BitXor, Not, RangeInclusive};

use quarry_core::Rng;

use super::{Group, OCCUPIED, Place, SLOTS, UNITS};

/// A set of cells. Word `w` holds the columns w, w + 4, w + 8 and w + 12, in this order one bit in
/// every nibble, and a nibble is a row. So a step up or down is a shift, and a step sideways is
/// mostly just the neighbouring word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cells(pub(super) [u64; 4]);

impl Cells {
    /// All cells of these columns.
    #[inline]
    pub(super) fn of_columns(columns: RangeInclusive<usize>) -> Self {
        let mut cells = Cells([0; 4]);
        for column in columns {
            cells.0[column % 4] |= UNITS << (column / 4);
        }
        cells
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline]
    fn up(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a << 4, b << 4, c << 4, d << 4])
    }

    #[inline]
    fn down(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a >> 4, b >> 4, c >> 4, d >> 4])
    }

    #[inline]
    fn left(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([b, c, d, a >> 1 & !OCCUPIED])
    }

    #[inline]
    pub(super) fn right(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([d << 1 & !UNITS, a, b, c])
    }

    /// These cells and all places above them.
    #[inline]
    pub(super) fn and_above(self) -> Self {
        let up = |word: u64| {
            let word = word | word << 4;
            let word = word | word << 8;
            let word = word | word << 16;
            word | word << 32
        };
        let [a, b, c, d] = self.0;
        Cells([up(a), up(b), up(c), up(d)])
    }

    /// All places of a column and of the columns right of it.
    #[inline]
    pub(super) fn from_column(column: usize) -> Self {
        // In word w, the columns w, w + 4 ... that are at least `column` are the upper bits of each
        // nibble.
        let word = |w: usize| (15 * UNITS) & !(((1 << ((column + 3 - w) / 4)) - 1) * UNITS);
        Cells([word(0), word(1), word(2), word(3)])
    }

    #[inline]
    pub(super) fn place(word: usize, bit: u32) -> Place {
        Place { slot: 1 + word + 4 * (bit as usize % 4), shift: bit & !3 }
    }

    /// Visits the cells of the first `width` columns by column, then by row.
    #[inline]
    pub(super) fn for_each(self, width: usize, mut visit: impl FnMut(Place)) {
        for column in 0..width {
            let mut cells = self.0[column % 4] >> (column / 4) & UNITS;
            while cells != 0 {
                visit(Place { slot: column + 1, shift: cells.trailing_zeros() });
                cells &= cells - 1;
            }
        }
    }

    #[inline]
    pub(super) fn any(self) -> Option<Place> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Cells::place(word, self.0[word].trailing_zeros()))
    }

    /// Removes one cell and returns its word and its bit there.
    #[inline]
    pub(super) fn take_lowest(&mut self) -> Option<(usize, u64)> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word] & self.0[word].wrapping_neg();
        self.0[word] ^= bit;
        Some((word, bit))
    }

    #[inline]
    pub(super) fn insert(&mut self, Place { slot, shift }: Place) {
        let column = slot - 1;
        self.0[column % 4] |= 1 << shift << (column / 4);
    }

    #[inline]
    pub(super) fn remove(&mut self, group: &Group) {
        for column in group.columns() {
            self.0[column % 4] &= !((group.cells_in(column) & UNITS) << (column / 4));
        }
    }

    /// Draws one of the cells uniformly. Always inlined: a call passes the set in memory, which
    /// costs playouts 5 %.
    #[inline(always)]
    pub(super) fn choose(self, rng: &mut Rng) -> Option<Place> {
        if self.is_empty() {
            return None;
        }
        // In a playout most sets are so dense that one of eight random bytes names a cell, and no
        // cells need to be counted.
        for draw in rng.bits().to_le_bytes() {
            let (word, bit) = (usize::from(draw / 64), u32::from(draw % 64));
            if self.0[word] >> bit & 1 != 0 {
                return Some(Cells::place(word, bit));
            }
        }
        let counts = self.0.map(|word| word.count_ones() as usize);
        let mut rank = rng.below(counts.iter().sum());
        let mut word = 0;
        while rank >= counts[word] {
            rank -= counts[word];
            word += 1;
        }
        let from_rank_on = (0..rank).fold(self.0[word], |cells, _| cells & (cells - 1));
        Some(Cells::place(word, from_rank_on.trailing_zeros()))
    }
}

// Written out word by word: closures over the words are not always inlined, and these run in every
// inner loop.

impl BitAnd for Cells {
    type Output = Self;

    #[inline]
    fn bitand(self, Cells([e, f, g, h]): Self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a & e, b & f, c & g, d & h])
    }
}

impl BitOr for Cells {
    type Output = Self;

    #[inline]
    fn bitor(self, Cells([e, f, g, h]): Self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a | e, b | f, c | g, d | h])
    }
}

impl BitXor for Cells {
    type Output = Self;

    #[inline]
    fn bitxor(self, Cells([e, f, g, h]): Self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([a ^ e, b ^ f, c ^ g, d ^ h])
    }
}

impl Not for Cells {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Cells([!a, !b, !c, !d])
    }
}

/// The whole board, one set of cells for each bit of a nibble.
pub(super) struct Planes {
    occupied: Cells,
    colour_bits: [Cells; 3],
}

impl Planes {
    #[inline]
    pub(super) fn of(slots: &[u64; SLOTS]) -> Self {
        // Columns w, w + 4, w + 8 and w + 12 make word w of every plane.
        let word = |w: usize| transpose([slots[1 + w], slots[5 + w], slots[9 + w], slots[13 + w]]);
        let (a, b, c, d) = (word(0), word(1), word(2), word(3));
        let plane = |bit: usize| Cells([a[bit], b[bit], c[bit], d[bit]]);
        Planes { occupied: plane(3), colour_bits: [plane(0), plane(1), plane(2)] }
    }

    #[inline]
    pub(super) fn of_colour(&self, colour: u8) -> Cells {
        let [low, middle, high] = self.colour_bits;
        // A plane is inverted where the colour's bit is not set.
        let unset = |bit: u32| Cells([u64::from(colour >> bit & 1).wrapping_sub(1); 4]);
        let (low, middle, high) = (low ^ unset(0), middle ^ unset(1), high ^ unset(2));
        self.occupied & low & middle & high
    }

    #[inline]
    pub(super) fn links(&self) -> EqualNeighbours {
        let equal_to = |step: fn(Cells) -> Cells| {
            let [low, middle, high] = self.colour_bits.map(|plane| plane ^ step(plane));
            self.occupied & step(self.occupied) & !(low | middle | high)
        };
        let (above, right) = (equal_to(Cells::down), equal_to(Cells::left));
        EqualNeighbours { above, below: above.up(), right, left: right.right() }
    }
}

/// For each direction, the cells that have an equal neighbour there.
pub(super) struct EqualNeighbours {
    above: Cells,
    below: Cells,
    right: Cells,
    left: Cells,
}

impl EqualNeighbours {
    /// Cells of the groups of at least `min_group` cells.
    #[inline]
    pub(super) fn removable(&self, min_group: usize) -> Cells {
        let &EqualNeighbours { above, below, right, left } = self;
        match min_group {
            2 => above | below | right | left,
            3 => {
                // In a group of three or more, every cell has two neighbours or is next to one that
                // has.
                let inner = above & below | right & left | (above | below) & (right | left);
                inner
                    | above & inner.down()
                    | below & inner.up()
                    | right & inner.left()
                    | left & inner.right()
            }
            _ => panic!("groups are removed from 2 or from 3 cells on, not from {min_group}"),
        }
    }

    /// Cells beside or below these places that have an equal neighbour there.
    #[inline]
    pub(super) fn joined_to(&self, places: Cells) -> Cells {
        self.above & places.down() | self.right & places.left() | self.left & places.right()
    }

    /// Groups of two cells, by their first cell.
    #[inline]
    pub(super) fn pairs(&self) -> Pairs {
        let &EqualNeighbours { above, below, right, left } = self;
        // A cell with one neighbour has its only link on one of the four sides.
        let (upright, level) = (above | below, right | left);
        let ends = (above ^ below) & !level | (right ^ left) & !upright;
        Pairs {
            upright: above & ends & (below & ends).down(),
            level: right & ends & (left & ends).left(),
        }
    }

    /// Removable cells with no neighbour below and none on the left. The first cell of every group
    /// is one of them.
    #[inline]
    pub(super) fn corners(&self, min_group: usize) -> Cells {
        self.removable(min_group) & !(self.below | self.left)
    }

    /// Cells with a neighbour below and one on the left, but without the fourth cell that would
    /// complete their square.
    #[inline]
    pub(super) fn joints(&self) -> Cells {
        self.below & self.left & !self.below.right()
    }
}

/// Groups of two cells.
pub(super) struct Pairs {
    /// Lower cell of the vertical pairs.
    pub(super) upright: Cells,
    /// Left cell of the horizontal pairs.
    pub(super) level: Cells,
}

impl Pairs {
    /// Pairs that lie beside or below these places.
    #[inline]
    pub(super) fn beside(&self, places: Cells) -> Self {
        let near = places.down() | places.left() | places.right();
        Pairs {
            upright: self.upright & (near | near.down()),
            level: self.level & (near | near.left()),
        }
    }

    /// All cells of the pairs.
    #[inline]
    pub(super) fn cells(&self) -> Cells {
        self.upright | self.upright.up() | self.level | self.level.right()
    }
}

/// Exchanges words and bits of nibbles: word `i` of the result has in its nibbles bit `i` of the
/// four words.
#[inline]
fn transpose([a, b, c, d]: [u64; 4]) -> [u64; 4] {
    let exchange = |low: u64, high: u64, distance: u32, mask: u64| {
        let difference = (low >> distance ^ high) & mask;
        (low ^ difference << distance, high ^ difference)
    };
    let ((a, b), (c, d)) = (exchange(a, b, 1, 5 * UNITS), exchange(c, d, 1, 5 * UNITS));
    let ((a, c), (b, d)) = (exchange(a, c, 2, 3 * UNITS), exchange(b, d, 2, 3 * UNITS));
    [a, b, c, d]
}
