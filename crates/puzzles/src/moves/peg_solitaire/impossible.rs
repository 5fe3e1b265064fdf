//! Why a goal is out of reach, as far as it can be seen without a search: by pegs that are stuck,
//! by position classes, or by a pagoda function. Counts of what a goal needs and what is there
//! (corners, edges) are pagoda functions too, so they have no case of their own.

use quarry_core::Meter;

use super::classes::{self, Classes};
use super::pagoda::Pagoda;
use super::{PegSolitaire, Target, stuck};

/// A reason, with the holes to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OutOfReach {
    pub(super) holes: u128,
    pub(super) words: String,
}

/// Says why these pegs cannot reach the goal; `None` if nothing is known or the meter stops the run.
pub(super) fn reason(puzzle: &PegSolitaire, pegs: u128, meter: &mut Meter) -> Option<OutOfReach> {
    if puzzle.target.is_met(pegs) {
        return None;
    }
    if pegs.count_ones() <= puzzle.target.pegs() {
        let words = "Every jump removes a peg, and there are no more pegs than the goal needs.";
        return Some(OutOfReach { holes: pegs, words: words.to_owned() });
    }
    let simple = stuck::refute(puzzle, pegs).or_else(|| classes::refute(puzzle, pegs));
    if let Some((holes, words)) = simple {
        return Some(OutOfReach { holes, words });
    }
    by_pagoda(puzzle, pegs, meter)
}

/// Returns the positions of the goal that are in the class of these pegs.
pub(super) fn goals_in_class(puzzle: &PegSolitaire, pegs: u128) -> Vec<u128> {
    match puzzle.target {
        Target::SingleOn(_) => {
            let finishes = Classes::new(puzzle.layout()).finishes(puzzle.target, pegs);
            Target::SingleOn(finishes).positions()
        }
        target @ Target::Exactly(_) => target.positions(),
    }
}

fn by_pagoda(puzzle: &PegSolitaire, pegs: u128, meter: &mut Meter) -> Option<OutOfReach> {
    let goals = goals_in_class(puzzle, pegs);
    let layout = puzzle.layout();
    let class = match puzzle.target {
        Target::SingleOn(holes) if holes.count_ones() as usize > goals.len() => {
            let finishes = goals.iter().fold(0, |set, goal| set | goal);
            format!("By its class, the last peg can only be at {}. ", puzzle.names(finishes))
        }
        Target::SingleOn(_) | Target::Exactly(_) => String::new(),
    };
    if let Some(pagoda) = Pagoda::against(layout, pegs, &goals, meter) {
        let words = format!(
            "{class}Weigh the holes: {}. No jump can raise the weight of the pegs, which is {} \
             now; the goal weighs at least {}.",
            pagoda.words(puzzle),
            pagoda.weight(pegs),
            pagoda.least,
        );
        return Some(OutOfReach { holes: pagoda.weighed(), words });
    }
    if goals.len() < 2 {
        return None;
    }
    let each: Option<Vec<Pagoda>> = goals
        .iter()
        .map(|&goal| Pagoda::against(layout, pegs, std::slice::from_ref(&goal), meter))
        .collect();
    let parts: Vec<String> = goals
        .iter()
        .zip(each?)
        .map(|(&goal, pagoda)| {
            format!(
                "for {}, weigh {}, which is {} now and {} there",
                puzzle.names(goal),
                pagoda.words(puzzle),
                pagoda.weight(pegs),
                pagoda.least
            )
        })
        .collect();
    let words = format!(
        "{class}For each of these holes there are weights of which no jump can raise the total: {}.",
        parts.join("; ")
    );
    Some(OutOfReach { holes: pegs, words })
}
