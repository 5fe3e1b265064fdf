//! A kit for pencil puzzles: puzzles whose answer is filled in.
//!
//! A puzzle is a [`Declaration`]: its clues and how they are written, what can be entered where,
//! its rules as constraints with a sentence each, a hand-written check of fillings, a picture and a
//! random solution. [`Declared`] turns the declaration into a complete puzzle:
//!
//! | file | what the declaration is turned into |
//! | --- | --- |
//! | `declared.rs` | reading, judging, playing and solving |
//! | `explanation.rs` | hints and ratings, from the smallest sets of rules that force a step |
//! | `generate.rs` | new puzzles: one solution, no redundant clue, a requested tier |
//! | `board.rs`, `answer.rs` | text format of boards and answers |
//! | `pzpr.rs`, `tatham.rs` | formats of other programs |
//! | `loops.rs` | single loops: reading, checking, rules, random loops |
//! | `grid.rs` | cells, neighbours and the lines between them |
//! | `rules.rs` | constraints with sentences |

mod answer;
mod board;
mod declaration;
mod declared;
mod explanation;
mod generate;
mod grid;
pub mod loops;
pub mod pzpr;
mod rules;
pub mod tatham;

pub use answer::{OPEN, expect_shape};
pub use board::{BoardText, Clue, MOST_CELLS, Sheet, only_kept};
pub use declaration::{Declaration, Draft, EntryMark, EntryValues, Shape, Spot};
pub use declared::{Declared, Written};
pub use explanation::{Reasoning, ReasoningNotes};
pub use generate::{ClueSymmetry, GeneratorWish, solution_of};
pub use grid::{CellGrid, GridLines, NodeLines, SIDE_BITS, SIDES, lines_of_nodes, sides_of};
pub use pzpr::{Pzpr, PzprText};
pub use rules::{Note, Rule, RuleBook};
pub use tatham::TathamId;
