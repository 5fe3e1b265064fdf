//! The games that ship with the puzzle: the built-in shapes, and small piles with sets of their own.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "heap",
    "heap-pairs",
    "six",
    "hill",
    "hill-dealt",
    "stacks",
    "rampart",
    "pyramid",
    "turtle",
    "turtle-dealt",
];
