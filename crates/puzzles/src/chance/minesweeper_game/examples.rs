//! The games that ship with the puzzle: the usual boards under each start rule, without fixed luck,
//! small ones, and one that needs no guess.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "beginner",
    "beginner-8x8",
    "beginner-open",
    "intermediate",
    "intermediate-open",
    "expert",
    "expert-open",
    "expert-any",
    "expert-no-guess",
    "tiny",
    "tiny-open",
    "tiny-any",
];
