//! One file for each algorithm: each knows facets, none knows a puzzle.
//!
//! Most files are short because the work is done once, by five engines that take a small strategy
//! each:
//!
//! | engine | strategy | algorithms |
//! | --- | --- | --- |
//! | [`tree::best_first`] | a `NodeOrder`: which open node next | breadth-first, uniform-cost, A* |
//! | [`tree::fenced`] | a `Fence`: where to turn back | depth-first, backtrack, depth-limited, iterative deepening, IDA* |
//! | [`tree::alternating`] | two searches that take turns | exact search for a goal, portfolio |
//! | [`montecarlo::iterative_sampling`] | a `Policy`: how to choose a move | iterative sampling, uniform and guided |
//! | [`local::line`] | a `CandidateRule`: which neighbour next | hill climbing, tabu, annealing, variable neighbourhoods |
//!
//! The other Monte-Carlo searches share what a game is ([`playout`], [`worth`]); policy adaptation
//! keeps its policies in [`montecarlo::policy`]. Evolutionary algorithms have no common engine but
//! common parts: see [`evolve`].
//!
//! Games of chance have players instead of searches, and one search that lets a player play: see
//! [`chance`].
//!
//! An algorithm's type is its engine with its strategy filled in, so [`quarry_core::Search`] is
//! written once for each engine and the inner loops are still monomorphic.

pub mod auto;
pub mod chance;
pub mod constraint;
pub mod evolve;
pub mod local;
pub mod montecarlo;
pub mod playout;
pub mod tree;
pub mod whole;
pub mod worth;

/// An algorithm in the textbook's comparison: b is the branching factor, d the depth of the
/// shallowest goal, m the greatest depth, l a depth limit, w a beam's width, n a number of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Whether it finds a goal when there is one.
    pub complete: &'static str,
    /// Whether what it finds is the best.
    pub optimal: &'static str,
    /// Nodes generated.
    pub time: &'static str,
    /// States held.
    pub memory: &'static str,
    /// The solver of the highest rank works unless another is named; among equals, the first.
    pub rank: u8,
    /// A name that several solvers answer to; on a puzzle that has several of them, the one of the
    /// highest rank does.
    pub alias: Option<&'static str>,
}

impl Card {
    /// A solver that nobody prefers.
    pub const PLAIN: Card = Card {
        name: "",
        summary: "",
        complete: "",
        optimal: "",
        time: "",
        memory: "",
        rank: 0,
        alias: None,
    };
}
