//! Pegs that can never leave their holes, and holes that no peg can ever reach.
//!
//! Both follow from play in which every hole is full and empty at will, once it has been either: what
//! cannot be done then can never be done.

use super::layout::Layout;
use super::{PegSolitaire, Target};

/// What can come about on each hole, if all that can come about comes about together.
#[derive(Debug, Clone, Copy)]
struct Reach {
    /// Holes that can have a peg.
    full: u128,
    /// Holes that can be empty.
    empty: u128,
}

fn reach(layout: &Layout, pegs: u128) -> Reach {
    let mut reach = Reach { full: pegs, empty: layout.full() & !pegs };
    loop {
        let before = (reach.full, reach.empty);
        for line in &layout.lines {
            let (needed, to) = (line.needed(), line.changed() & !line.needed());
            if reach.full & needed == needed && reach.empty & to == to {
                reach.full |= to;
                reach.empty |= needed;
            }
        }
        if before == (reach.full, reach.empty) {
            return reach;
        }
    }
}

/// Returns whether pegs that can never move, or holes that no peg can reach, hinder the goal.
pub(super) fn hinder(layout: &Layout, target: Target, pegs: u128) -> bool {
    let Reach { full, empty } = reach(layout, pegs);
    let stuck = pegs & !empty;
    match target {
        Target::SingleOn(holes) => match stuck.count_ones() {
            0 => holes & full == 0,
            1 => pegs.count_ones() > 1 && stuck & holes == 0,
            _ => true,
        },
        Target::Exactly(goal) => stuck & !goal != 0 || goal & !full != 0,
    }
}

/// Says which pegs or holes hinder the goal, if any do.
pub(super) fn refute(puzzle: &PegSolitaire, pegs: u128) -> Option<(u128, String)> {
    let (layout, target) = (puzzle.layout(), puzzle.target);
    if target.is_met(pegs) || !hinder(layout, target, pegs) {
        return None;
    }
    let Reach { full, empty } = reach(layout, pegs);
    let stuck = pegs & !empty;
    let (holes, words) = match target {
        Target::SingleOn(_) if stuck.count_ones() > 1 => {
            let names = puzzle.names(stuck);
            (stuck, format!("The pegs at {names} can neither jump nor be jumped over any more."))
        }
        Target::SingleOn(_) if stuck != 0 => {
            let name = puzzle.names(stuck);
            let words = format!(
                "The peg at {name} can neither jump nor be jumped over any more, and the last peg \
                 must be elsewhere."
            );
            (stuck, words)
        }
        Target::SingleOn(holes) => {
            let words = format!("No peg can ever reach {}.", puzzle.names(holes));
            (holes, words)
        }
        Target::Exactly(goal) if stuck & !goal != 0 => {
            let names = puzzle.names(stuck & !goal);
            let pegs = if (stuck & !goal).count_ones() == 1 { "peg" } else { "pegs" };
            let words = format!(
                "The {pegs} at {names} can neither jump nor be jumped over any more, but must go."
            );
            (stuck & !goal, words)
        }
        Target::Exactly(goal) => {
            let missing = goal & !full;
            (missing, format!("No peg can ever reach {}.", puzzle.names(missing)))
        }
    };
    Some((holes, words))
}
