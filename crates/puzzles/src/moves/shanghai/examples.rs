//! The piles that ship with the puzzle, all of our own making.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![];
