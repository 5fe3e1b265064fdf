//! Positions for searches: as many bits as a board needs, jumps as masks, and the representative of
//! all positions that are the same up to symmetry.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor};

use super::PegSolitaire;

/// A set of holes: `u64` for boards of up to 64 holes, else `u128`.
pub(super) trait Bits:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + 'static
{
    /// Returns the low bits of a set.
    fn of(set: u128) -> Self;
    /// Returns the set.
    fn wide(self) -> u128;
    /// Returns the number of holes in the set.
    fn count(self) -> u32;
    /// Returns one byte of the set.
    fn byte(self, index: usize) -> usize;
    /// Returns a well-mixed number of 64 bits.
    fn mixed(self) -> u64;
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

impl Bits for u64 {
    fn of(set: u128) -> Self {
        set as u64
    }
    fn wide(self) -> u128 {
        u128::from(self)
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
    fn byte(self, index: usize) -> usize {
        usize::from((self >> (8 * index)) as u8)
    }
    fn mixed(self) -> u64 {
        mix(self)
    }
}

impl Bits for u128 {
    fn of(set: u128) -> Self {
        set
    }
    fn wide(self) -> u128 {
        self
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
    fn byte(self, index: usize) -> usize {
        usize::from((self >> (8 * index)) as u8)
    }
    fn mixed(self) -> u64 {
        mix(mix(self as u64) ^ (self >> 64) as u64)
    }
}

/// A jump as masks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Masks<B> {
    /// Holes that the jump changes.
    pub(super) changed: B,
    /// Holes that have pegs before it.
    pub(super) needed: B,
    pub(super) from: u8,
    pub(super) to: u8,
}

impl<B: Bits> Masks<B> {
    #[inline]
    pub(super) fn is_legal(&self, position: B) -> bool {
        position & self.changed == self.needed
    }
}

/// The board as searches use it.
#[derive(Debug)]
pub(super) struct SearchBoard<B> {
    /// All jumps, in the order of [`Layout::lines`](super::layout::Layout::lines).
    pub(super) jumps: Vec<Masks<B>>,
    /// Image of each byte of a set under each symmetry but the identity.
    images: Vec<Vec<[B; 256]>>,
    /// Number of bytes that the board fills.
    bytes: usize,
}

impl<B: Bits> SearchBoard<B> {
    /// Creates the board with the symmetries that do not change the puzzle's goal.
    pub(super) fn new(puzzle: &PegSolitaire) -> Self {
        let layout = puzzle.layout();
        let masks = |line: &super::layout::Line| Masks {
            changed: B::of(line.changed()),
            needed: B::of(line.needed()),
            from: line.from,
            to: line.to,
        };
        let bytes = layout.holes.len().div_ceil(8);
        let table = |symmetry: &Vec<u8>| {
            let mut table = vec![[B::default(); 256]; bytes];
            for (hole, &to) in symmetry.iter().enumerate() {
                let (byte, bit) = (hole / 8, 1 << (hole % 8));
                for (value, image) in table[byte].iter_mut().enumerate() {
                    if value & bit != 0 {
                        *image = *image | B::of(1 << to);
                    }
                }
            }
            table
        };
        SearchBoard {
            jumps: layout.lines.iter().map(masks).collect(),
            images: puzzle.goal_symmetries().skip(1).map(table).collect(),
            bytes,
        }
    }

    /// Returns the least of the positions that are the same up to symmetry.
    #[inline]
    pub(super) fn canonical(&self, position: B) -> B {
        self.images.iter().fold(position, |least, table| {
            let image = |index: usize| table[index][position.byte(index)];
            least.min((1..self.bytes).fold(image(0), |set, index| set | image(index)))
        })
    }

    /// Returns the number of symmetries.
    pub(super) fn symmetries(&self) -> usize {
        self.images.len() + 1
    }
}
