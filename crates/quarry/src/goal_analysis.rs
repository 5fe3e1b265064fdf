//! What search can prove about a level whose world moves by itself, in words that a front end can
//! show.

use quarry_core::{Clocked, Halt, Meter, Scripted, Tally};
use quarry_solvers::tree::landscape::SampledPlan;
use quarry_solvers::tree::order_groups::OrderGroups;
use quarry_solvers::tree::settle::{Prospect, Settled, settle_with_landscape};

/// Proven facts about a goal; `None` where the limits left the question open.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalAnalysis {
    /// Whether the goal can be reached.
    pub solvable: Option<bool>,
    /// Summary of all plans, if the goal can be reached.
    pub prospect: Option<Prospect>,
    /// Times at which each order can be given in some plan that reaches the goal, the earliest
    /// first.
    pub leniency: Option<Vec<Leeway>>,
    /// Groups of orders that come to the same, on the way to the goal.
    pub groups: Option<OrderGroups>,
    /// Scores of random plans and their distances from the goal, if plans consist of cues.
    pub landscape: Option<Vec<SampledPlan>>,
    /// Number of actions in each time step, including the pass.
    pub actions: u64,
    /// Number of time steps.
    pub steps: u32,
    /// Limit that was reached first, if any.
    pub halted: Option<Halt>,
    /// Cost of the analysis.
    pub tally: Tally,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// The times at which an order can be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leeway {
    /// Order in the puzzle's notation.
    pub order: String,
    /// How often the order was given earlier in the same plan.
    pub before: u32,
    /// Time steps at which it can be given; their number is the leniency.
    pub times: Vec<u32>,
}

pub(crate) fn analyse_goal<P: Clocked + Scripted>(puzzle: &P, meter: &mut Meter) -> GoalAnalysis {
    let (settled, landscape) = settle_with_landscape(puzzle, meter);
    spelled(puzzle, settled, landscape, meter)
}

fn spelled<P: Clocked>(
    puzzle: &P,
    settled: Settled<P::Command>,
    landscape: Option<Vec<SampledPlan>>,
    meter: &Meter,
) -> GoalAnalysis {
    let leniency = settled.leniency.map(|orders| {
        let spelled = orders.into_iter().map(|lenient| Leeway {
            order: puzzle.spell(lenient.command),
            before: lenient.before,
            times: lenient.times,
        });
        spelled.collect()
    });
    GoalAnalysis {
        solvable: settled.solvable,
        prospect: settled.prospect,
        leniency,
        groups: settled.groups,
        landscape,
        actions: puzzle.orders() + 1,
        steps: puzzle.horizon(),
        halted: meter.halted(),
        tally: meter.tally(),
        seconds: meter.seconds(),
    }
}
