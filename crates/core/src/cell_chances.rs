//! Exact chances of the cells of a board.

use std::fmt;

use crate::Halt;

/// The chance of each cell of a board, when all layouts that agree with the board are equally
/// likely.
#[derive(Debug, Clone, PartialEq)]
pub struct CellChances {
    /// What the chances are of: "a mine".
    pub of: &'static str,
    /// Number of layouts, in decimal digits.
    pub layouts: String,
    /// Cells that may be either way, in reading order; none if there is no layout.
    pub cells: Vec<CellChance>,
    /// What else a reader should know, as a sentence.
    pub remark: Option<&'static str>,
}

/// The chance of one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellChance {
    /// Name of the cell: "2,5" for row 2, column 5, both from 1.
    pub name: String,
    /// Column and row on the picture, from 0.
    pub place: (u32, u32),
    /// Exact chance in lowest terms, always with both parts: "5/138", "0/1".
    pub fraction: String,
    /// The same as a number, rounded.
    pub share: f64,
}

/// Why chances are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownChances {
    /// The meter stopped the count.
    Stopped(Halt),
    /// There is too much to be counted.
    TooMuch,
}

impl fmt::Display for UnknownChances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownChances::Stopped(Halt::Interrupted) => f.write_str("interrupted"),
            UnknownChances::Stopped(halt) => write!(f, "stopped by the limit on {}", halt.word()),
            UnknownChances::TooMuch => f.write_str("too many numbers depend on each other"),
        }
    }
}
