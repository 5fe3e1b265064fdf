//! How alike two instances of a puzzle are: by their own measures, and by how much of a plan for
//! one is worth on the other.

use quarry_core::{Clocked, Clockwork, Meter, Refused, Score, Scripted, Timed};

/// How alike two instances are.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// Shares from 0 to 1, the same from both sides, with the names of the puzzle's measures.
    pub shares: Vec<(&'static str, f64)>,
    /// What the plan for the other instance is worth on this one; `None` if the limits left that
    /// open.
    pub here: Option<CarriedPlan>,
    /// What the plan for this instance is worth on the other one.
    pub there: Option<CarriedPlan>,
}

/// What a plan for another instance is worth on an instance, played to the end of its world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedPlan {
    /// Score of the plan for the other instance.
    pub score: Score,
    /// Whether it reaches the goal.
    pub is_solved: bool,
    /// Score of the instance's own plan.
    pub own: Score,
    /// Score of a plan without any order.
    pub idle: Score,
}

impl CarriedPlan {
    /// Returns how much of what the instance's own plan gains over no order at all the other plan
    /// gains, from 0 to 1. `None` if the own plan gains nothing.
    pub fn share(&self) -> Option<f64> {
        let gain = |score: Score| (score - self.idle) as f64;
        (self.own > self.idle).then(|| (gain(self.score) / gain(self.own)).clamp(0.0, 1.0))
    }
}

/// Compares two instances, given a plan for each.
pub(crate) fn likeness<P: Clocked + Scripted>(
    here: &P,
    there: &P,
    [own, other]: &[Option<P::Answer>; 2],
    meter: &mut Meter,
) -> Likeness {
    let (own, other) = (own.as_deref(), other.as_deref());
    let mut carried = |puzzle: &P, own: Option<&[_]>, other: Option<&[_]>| {
        carried(puzzle, own?, other?, meter).ok()
    };
    Likeness {
        shares: here.likeness(there),
        here: carried(here, own, other),
        there: carried(there, other, own),
    }
}

fn carried<P: Clocked + Scripted>(
    puzzle: &P,
    own: &[Timed<P::Command>],
    other: &[Timed<P::Command>],
    meter: &mut Meter,
) -> Result<CarriedPlan, Refused> {
    let (score, is_solved) = played(puzzle, other, meter)?;
    let (own, _) = played(puzzle, own, meter)?;
    let (idle, _) = played(puzzle, &[], meter)?;
    Ok(CarriedPlan { score, is_solved, own, idle })
}

/// Plays a plan to the end of the world; orders that are not obeyed are passes. Returns the score
/// and whether the goal is reached.
fn played<P: Clocked>(
    puzzle: &P,
    plan: &[Timed<P::Command>],
    meter: &mut Meter,
) -> Result<(Score, bool), Refused> {
    let (mut world, mut score) = (puzzle.begin(), 0);
    let mut orders = plan.iter().filter(|timed| timed.command.is_some()).peekable();
    while !puzzle.is_over(&world) {
        let now = puzzle.now(&world);
        let command = orders.next_if(|timed| timed.at == now).and_then(|timed| timed.command);
        score += meter.tick(puzzle, &mut world, command)?;
    }
    Ok((score + puzzle.last_gain(&world), Clockwork::is_solved(puzzle, &world)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_of_what_is_gained_over_no_order() {
        let plan = |score, own| CarriedPlan { score, is_solved: false, own, idle: 100 };
        assert_eq!(plan(150, 200).share(), Some(0.5));
        assert_eq!(plan(90, 200).share(), Some(0.0), "worse than nothing");
        assert_eq!(plan(300, 200).share(), Some(1.0), "better than the own plan");
        assert_eq!(plan(100, 100).share(), None);
    }
}
