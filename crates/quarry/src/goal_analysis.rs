//! What search can prove of a level in which the world moves by itself, in words that a front end
//! can show.

use quarry_core::{Clocked, Halt, Meter, Scripted, Tally};
use quarry_solvers::tree::landscape::SampledPlan;
use quarry_solvers::tree::settle::{Prospect, Settled, settle_with_landscape};

/// What is proved of a goal; `None` is what the limits left open.
#[derive(Debug, Clone, PartialEq)]
pub struct GoalAnalysis {
    /// Whether it can be reached.
    pub solvable: Option<bool>,
    /// What all plans together say of it, where it can be reached.
    pub prospect: Option<Prospect>,
    /// When each order can be given in some plan that reaches it, the earliest first.
    pub leniency: Option<Vec<Leeway>>,
    /// What plans drawn at random are worth and how far they are from the goal, where plans are
    /// made of whom and what.
    pub landscape: Option<Vec<SampledPlan>>,
    /// How many actions there are for each time step, the pass among them.
    pub actions: u64,
    /// How many time steps there are.
    pub steps: u32,
    /// Which limit came first, if one did.
    pub halted: Option<Halt>,
    /// The cost.
    pub tally: Tally,
    /// The time.
    pub seconds: f64,
}

/// When an order can be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leeway {
    /// The order, as people write it.
    pub order: String,
    /// How often it was given before, in the same plan.
    pub before: u32,
    /// The time steps at which it can be given; how many they are is its leniency.
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
        landscape,
        actions: puzzle.orders() + 1,
        steps: puzzle.horizon(),
        halted: meter.halted(),
        tally: meter.tally(),
        seconds: meter.seconds(),
    }
}
