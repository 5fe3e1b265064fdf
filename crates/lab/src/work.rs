//! Work of a run, counted the same on every machine. docs/guide/work.md defines the node and the
//! evaluation for each family of solvers.

use crate::contender::Contender;
use crate::finished::CostedImprovement;
use crate::measure::Measure;
use crate::store::Stored;

/// A unit of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Moves played, states generated, or decisions.
    Nodes,
    /// Positions or complete candidates that were evaluated.
    Evaluations,
}

impl Work {
    /// Returns the unit in which these contenders are compared: nodes, if all have a node limit and
    /// all runs counted nodes; otherwise evaluations.
    pub(crate) fn shared<'r>(
        contenders: &[Contender],
        mut runs: impl Iterator<Item = &'r Stored>,
    ) -> Work {
        let in_nodes = contenders.iter().all(|contender| contender.budget.nodes.is_some());
        if in_nodes && runs.all(|run| run.nodes > 0) { Work::Nodes } else { Work::Evaluations }
    }

    /// Returns the measure of this unit.
    pub(crate) fn measure(self) -> Measure {
        match self {
            Work::Nodes => Measure::Nodes,
            Work::Evaluations => Measure::Evaluations,
        }
    }

    /// Name in tables and plots.
    pub fn name(self) -> &'static str {
        self.measure().name()
    }

    /// Returns the work of a run.
    pub fn of(self, run: &Stored) -> u64 {
        match self {
            Work::Nodes => run.nodes,
            Work::Evaluations => run.evaluations,
        }
    }

    /// Returns the work done when the improvement was found.
    pub(crate) fn by(self, step: &CostedImprovement) -> u64 {
        match self {
            Work::Nodes => step.nodes,
            Work::Evaluations => step.evaluations,
        }
    }
}
