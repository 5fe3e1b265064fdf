//! Sets of cells and of numbers as rows of bits, and candidates indexed both by cell and by number.

use crate::pencil::hidato::{Cell, Number};

/// The members of a set.
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(index, &word)| bits_of(word).map(move |bit| 64 * index + bit))
}

/// The indices of the bits set in a word.
pub(super) fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// A bit matrix with one row per item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BitRows {
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    /// Creates a square matrix of zeros.
    pub(super) fn square(size: usize) -> Self {
        let words = size.div_ceil(64);
        BitRows { words, bits: vec![0; size * words] }
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..][..self.words]
    }
    pub(super) fn has(&self, row: usize, bit: usize) -> bool {
        self.bits[row * self.words + bit / 64] >> (bit % 64) & 1 == 1
    }
    pub(super) fn add(&mut self, row: usize, bit: usize) {
        self.bits[row * self.words + bit / 64] |= 1 << (bit % 64);
    }
    fn set(&mut self, row: usize, bits: &[u64]) {
        self.bits[row * self.words..][..self.words].copy_from_slice(bits);
    }
    fn count(&self, row: usize) -> u16 {
        self.row(row).iter().map(|word| word.count_ones() as u16).sum()
    }
    pub(super) fn remove(&mut self, row: usize, bit: usize) {
        self.bits[row * self.words + bit / 64] &= !(1 << (bit % 64));
    }

    /// Adds the rows of all members of a set to `into`.
    pub(super) fn union(&self, set: &[u64], into: &mut [u64]) {
        for row in ones(set) {
            for (to, from) in into.iter_mut().zip(self.row(row)) {
                *to |= from;
            }
        }
    }
}

/// Which numbers may be in which cells, stored both ways. Numbers count from 1, their rows from 0.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    cells: BitRows,
    numbers: BitRows,
    cells_left: Vec<u16>,
    numbers_left: Vec<u16>,
}

impl Candidates {
    /// Starts with every placed number in its cell and every other number in any empty cell: `at`
    /// has the cell of each number, `holds` the number of each cell.
    pub(super) fn around(at: &[Option<Cell>], holds: &[Option<Number>]) -> Self {
        let size = holds.len();
        let (mut cells, mut numbers) = (BitRows::square(size), BitRows::square(size));
        let free = |taken: &mut dyn Iterator<Item = bool>| {
            let mut free = BitRows::square(size);
            taken.enumerate().filter(|&(_, taken)| !taken).for_each(|(bit, _)| free.add(0, bit));
            free
        };
        let empty_cells = free(&mut holds.iter().map(Option::is_some));
        let missing_numbers = free(&mut at.iter().map(Option::is_some));
        for (row, cell) in at.iter().enumerate() {
            match cell {
                Some(cell) => cells.add(row, usize::from(*cell)),
                None => cells.set(row, empty_cells.row(0)),
            }
        }
        for (row, number) in holds.iter().enumerate() {
            match number {
                Some(number) => numbers.add(row, usize::from(*number) - 1),
                None => numbers.set(row, missing_numbers.row(0)),
            }
        }
        let left = |rows: &BitRows| (0..size).map(|row| rows.count(row)).collect();
        Candidates { cells_left: left(&cells), numbers_left: left(&numbers), cells, numbers }
    }

    pub(super) fn has(&self, cell: Cell, number: Number) -> bool {
        self.numbers.has(usize::from(cell), usize::from(number) - 1)
    }
    /// The cells where a number may be, as bits.
    pub(super) fn cell_set(&self, number: Number) -> &[u64] {
        self.cells.row(usize::from(number) - 1)
    }
    /// The numbers that a cell may hold, minus 1, as bits.
    pub(super) fn number_set(&self, cell: Cell) -> &[u64] {
        self.numbers.row(usize::from(cell))
    }
    pub(super) fn cells(&self, number: Number) -> impl Iterator<Item = Cell> + '_ {
        ones(self.cell_set(number)).map(|cell| cell as Cell)
    }
    pub(super) fn numbers(&self, cell: Cell) -> impl Iterator<Item = Number> + '_ {
        ones(self.number_set(cell)).map(|row| row as Number + 1)
    }
    pub(super) fn cells_left(&self, number: Number) -> u16 {
        self.cells_left[usize::from(number) - 1]
    }
    pub(super) fn numbers_left(&self, cell: Cell) -> u16 {
        self.numbers_left[usize::from(cell)]
    }

    /// Rules out a number in a cell; returns whether it was a candidate.
    pub(super) fn remove(&mut self, cell: Cell, number: Number) -> bool {
        let there = self.has(cell, number);
        if there {
            self.cells.remove(usize::from(number) - 1, usize::from(cell));
            self.numbers.remove(usize::from(cell), usize::from(number) - 1);
            self.cells_left[usize::from(number) - 1] -= 1;
            self.numbers_left[usize::from(cell)] -= 1;
        }
        there
    }

    /// Undoes a [`Candidates::remove`].
    pub(super) fn restore(&mut self, cell: Cell, number: Number) {
        self.cells.add(usize::from(number) - 1, usize::from(cell));
        self.numbers.add(usize::from(cell), usize::from(number) - 1);
        self.cells_left[usize::from(number) - 1] += 1;
        self.numbers_left[usize::from(cell)] += 1;
    }
}
