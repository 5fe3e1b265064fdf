//! Boards that a person fills in, cell by cell.

use crate::{Picture, Puzzle};

/// Something that is wrong with a filling, whatever may still be entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The cells concerned.
    pub cells: Vec<usize>,
    /// What is wrong, in a few words: "7 stands twice".
    pub words: String,
}

/// Facet: a board whose cells are filled in any order, with erasing and errors, as people do on
/// paper. Cells are counted from 0 in reading order; what stands in one is a number from 1.
pub trait Filled: Puzzle {
    /// The board before the first entry: what is given, and what nobody may change.
    fn blank(&self) -> Self::Answer;
    /// What stands in each cell.
    fn values(&self, filling: &Self::Answer) -> Vec<Option<u32>>;
    /// Writes a value from 1 to [`Filled::most`] into a cell, or erases what stands there.
    fn put(&self, filling: &mut Self::Answer, cell: usize, value: Option<u32>);
    /// The largest value.
    fn most(&self) -> u32;
    /// The value that a person is likely to enter after another one; none when no value is left.
    fn next_value(&self, filling: &Self::Answer, after: Option<u32>) -> Option<u32>;
    /// What people call a cell, each by another name: "2,5" for row 2, column 5.
    fn name(&self, cell: usize) -> String;
    /// Where a cell lies on the picture of a filling.
    fn place(&self, cell: usize) -> (u32, u32);
    /// The filling as people draw it.
    fn drawn(&self, filling: &Self::Answer) -> Picture;
    /// The filled cells that belong together with this one, itself included; none for an empty
    /// cell.
    fn kin(&self, filling: &Self::Answer, cell: usize) -> Vec<usize>;
    /// All that contradicts the rules, found without searching. A full board is solved when there
    /// is nothing.
    fn faults(&self, filling: &Self::Answer) -> Vec<Fault>;
}
