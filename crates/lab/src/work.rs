//! Work: what a run spends, counted the same on every machine. docs/guide/work.md says what a node and an evaluation of each
//! family of solvers is.

use crate::contender::Contender;
use crate::finished::Improvement;
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
    /// The unit in which these are compared: nodes, if the nodes of all of them are limited.
    pub(crate) fn shared(contenders: &[Contender]) -> Work {
        let in_nodes = contenders.iter().all(|contender| contender.budget.nodes.is_some());
        if in_nodes { Work::Nodes } else { Work::Evaluations }
    }

    /// Its name in tables and plots.
    pub fn name(self) -> &'static str {
        match self {
            Work::Nodes => "nodes",
            Work::Evaluations => "evaluations",
        }
    }

    /// What a run spent.
    pub fn of(self, run: &Stored) -> u64 {
        match self {
            Work::Nodes => run.nodes,
            Work::Evaluations => run.evaluations,
        }
    }

    /// What a run had spent by an improvement.
    pub(crate) fn by(self, step: &Improvement) -> u64 {
        match self {
            Work::Nodes => step.nodes,
            Work::Evaluations => step.evaluations,
        }
    }
}
