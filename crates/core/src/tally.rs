//! The limits of a run, its cost so far, and what stopped it.

use crate::Score;

/// Limits of a run, enforced by a [`Meter`](crate::Meter). `None` means unlimited.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use quarry_core::{Budget, Halt, Meter};
///
/// let stop = AtomicBool::new(false);
/// let budget = Budget { evaluations: Some(3), ..Budget::default() };
/// let mut meter = Meter::new(budget, &stop);
/// let mut evaluated = 0;
/// while meter.evaluate().is_ok() {
///     evaluated += 1;
/// }
/// assert_eq!((evaluated, meter.halted()), (3, Some(Halt::Evaluations)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    /// Number of positions or whole candidates that may be evaluated.
    pub evaluations: Option<u64>,
    /// Number of moves that may be played.
    pub nodes: Option<u64>,
    /// Wall time in seconds. It only stops a run; no decision depends on it.
    pub seconds: Option<f64>,
    /// Memory that a run may hold, in bytes.
    pub memory: Option<u64>,
}

/// Cost of a run so far: the columns of the textbook comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// States whose moves were listed.
    pub expanded: u64,
    /// Moves played, that is states generated: the nodes.
    pub generated: u64,
    /// Positions or whole candidates evaluated.
    pub evaluations: u64,
    /// Maximal number of states held in memory at one time.
    pub kept: u64,
    /// Moves of the answer that were played after the limit to finish its game.
    pub finishing: u64,
}

impl Tally {
    /// The cost of playing one move and evaluating the state it leads to.
    pub const VISIT: Tally =
        Tally { expanded: 0, generated: 1, evaluations: 1, kept: 0, finishing: 0 };

    /// Returns the cost of this work followed by `then`.
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
    /// The limit on evaluations was reached.
    Evaluations,
    /// The limit on nodes was reached.
    Nodes,
    /// The time limit was reached.
    Seconds,
    /// The memory limit was reached.
    Memory,
    /// The run was interrupted on request.
    Interrupted,
}

impl Halt {
    /// Returns the reason as one word.
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

/// A better answer found during a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Improvement {
    /// Whether the answer is complete.
    pub solved: bool,
    /// Score of the answer.
    pub score: Score,
    /// Cost when the answer was found.
    pub tally: Tally,
    /// Seconds when the answer was found.
    pub seconds: f64,
}
