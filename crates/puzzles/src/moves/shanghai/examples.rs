//! The piles that ship with the puzzle, all of our own making.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "choice",
    "six",
    "heap",
    "heap-lost",
    "hill",
    "hill-lost",
    "stacks",
    "rampart",
    "pyramid",
    "turtle-1",
    "turtle-2",
    "turtle-3",
    "turtle-4",
];
