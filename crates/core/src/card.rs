//! What is said of an algorithm wherever solvers are listed.

/// An algorithm's row in the textbook comparison. In its formulas b is the branching factor, d the
/// depth of the shallowest goal, m the greatest depth, l a depth limit, w the width of a beam and n
/// a number of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// One sentence on what the solver does.
    pub summary: &'static str,
    /// Whether the solver finds a goal if there is one.
    pub complete: &'static str,
    /// Whether the answer found is the best.
    pub optimal: &'static str,
    /// Number of nodes generated.
    pub time: &'static str,
    /// Number of states held in memory.
    pub memory: &'static str,
    /// The solver of highest rank is the default; among equals, the first.
    pub rank: u8,
    /// A name shared by several solvers; on an instance on which several of them can work it stands
    /// for the one of highest rank.
    pub alias: Option<&'static str>,
}

impl Card {
    /// Values for a solver that is never the default: rank 0 and no alias.
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
