//! Work: what a run spends, counted the same on every machine. docs/guide/work.md says what a node
//! and an evaluation of each family of solvers is.

use crate::contender::Contender;
use crate::finished::CostedImprovement;
use crate::measure::Measure;
use crate::store::Stored;

/// A unit of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Moves played, states generated, decisions.
    Nodes,
    /// Positions or whole candidates given a value.
    Evaluations,
}

impl Work {
    /// The unit in which these are compared: nodes, if the nodes of all of them are limited and all
    /// of their runs have some.
    pub(crate) fn shared<'r>(
        contenders: &[Contender],
        mut runs: impl Iterator<Item = &'r Stored>,
    ) -> Work {
        let in_nodes = contenders.iter().all(|contender| contender.budget.nodes.is_some());
        if in_nodes && runs.all(|run| run.nodes > 0) { Work::Nodes } else { Work::Evaluations }
    }

    /// What it is called among the measures.
    pub(crate) fn measure(self) -> Measure {
        match self {
            Work::Nodes => Measure::Nodes,
            Work::Evaluations => Measure::Evaluations,
        }
    }

    /// Its name in tables and plots.
    pub fn name(self) -> &'static str {
        self.measure().name()
    }

    /// What a run spent.
    pub fn of(self, run: &Stored) -> u64 {
        match self {
            Work::Nodes => run.nodes,
            Work::Evaluations => run.evaluations,
        }
    }

    /// What a run had spent by an improvement.
    pub(crate) fn by(self, step: &CostedImprovement) -> u64 {
        match self {
            Work::Nodes => step.nodes,
            Work::Evaluations => step.evaluations,
        }
    }
}
