//! What a run may cost, what it has cost, and what stopped it.

use crate::Score;

/// Limits of a run. What is `None` does not limit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    /// Positions or whole candidates that may be given a value.
    pub evaluations: Option<u64>,
    /// Moves that may be played.
    pub nodes: Option<u64>,
    /// Wall time. It only ever stops a run; no decision depends on it.
    pub seconds: Option<f64>,
    /// What a run may hold in memory, in bytes.
    pub memory: Option<u64>,
}

/// What a run has cost so far: the columns of the textbook comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// States whose moves were listed.
    pub expanded: u64,
    /// Moves played, that is states generated: the nodes.
    pub generated: u64,
    /// Positions or whole candidates given a value.
    pub evaluations: u64,
    /// The most states held in memory at one time.
    pub kept: u64,
    /// Moves of the answer that were played after the limit, to bring its game to an end.
    pub finishing: u64,
}

impl Tally {
    /// One move played, and the state it leads to given a value.
    pub const VISIT: Tally =
        Tally { expanded: 0, generated: 1, evaluations: 1, kept: 0, finishing: 0 };

    /// This, and then that.
    pub(crate) fn and(self, then: Tally) -> Tally {
        Tally {
            expanded: self.expanded + then.expanded,
            generated: self.generated + then.generated,
            evaluations: self.evaluations + then.evaluations,
            kept: self.kept.max(then.kept),
            finishing: self.finishing + then.finishing,
        }
    }
}

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The evaluations are spent.
    Evaluations,
    /// The nodes are spent.
    Nodes,
    /// The time is up.
    Seconds,
    /// The memory is full.
    Memory,
    /// Somebody asked for it.
    Interrupted,
}

impl Halt {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Halt::Evaluations => "evaluations",
            Halt::Nodes => "nodes",
            Halt::Seconds => "seconds",
            Halt::Memory => "memory",
            Halt::Interrupted => "interrupted",
        }
    }
}

/// A better answer on the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Improvement {
    /// Whether it is complete.
    pub solved: bool,
    /// Its score.
    pub score: Score,
    /// The cost until then.
    pub tally: Tally,
    /// The time until then.
    pub seconds: f64,
}
