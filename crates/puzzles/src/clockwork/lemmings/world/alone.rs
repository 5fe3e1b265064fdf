//! A lemming alone: all that it can do where lemmings can only become climbers and floaters.
//!
//! Such lemmings change no partition and never meet, so each can be followed by itself. When it
//! becomes a climber or a floater matters only where it may climb or float next (`events.rs`). So
//! its plan is one of these places for each of the two, or none, and stands for every time step
//! since the place before.

use quarry_core::{Meter, Refused};

use super::terrain::{CLIMBER, FLOATER, Fate, Lemming, NO_BLOCKERS};
use super::{Ground, Kind, Level, World};
use crate::clockwork::lemmings::level::{Cell, Facing, Skill};

/// Time steps from the first to the last, counted from the lemming's first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::clockwork::lemmings) struct OrderWindow {
    pub(in crate::clockwork::lemmings) first: u32,
    pub(in crate::clockwork::lemmings) last: u32,
}

/// When a lemming has to become a climber and a floater to be saved, and the time step in which it
/// is saved then.
#[derive(Debug, Clone, Copy)]
pub(in crate::clockwork::lemmings) struct Escape {
    pub(in crate::clockwork::lemmings) climber: Option<OrderWindow>,
    pub(in crate::clockwork::lemmings) floater: Option<OrderWindow>,
    pub(in crate::clockwork::lemmings) saved_in: u32,
}

/// Everything that a lemming from one entrance can do.
pub(in crate::clockwork::lemmings) struct Walks {
    /// The partitions, without any lemming.
    world: World,
    /// Number of time steps that it has at most.
    steps: u32,
    allowed: [bool; 2],
    open: Vec<Walk>,
    /// Whether some lemming dies on the platform of an exit, from which an explosion could save it.
    pub(in crate::clockwork::lemmings) dies_at_exit: bool,
}

/// A lemming on its way.
#[derive(Clone, Copy)]
struct Walk {
    lemming: Lemming,
    step: u32,
    windows: [Option<OrderWindow>; 2],
    /// Time step since which each order would have made no difference.
    since: [u32; 2],
}

const MARKS: [u8; 2] = [CLIMBER, FLOATER];

impl Walks {
    pub(in crate::clockwork::lemmings) fn new(
        level: &Level,
        ground: &Ground,
        entrance: Cell,
    ) -> Self {
        let lemming = Lemming {
            number: 0,
            x: entrance.x as u8,
            y: entrance.y as u8,
            kind: Kind::Walker,
            facing: Facing::Right,
            marks: 0,
            count: 0,
            fuse: 0,
            drop: 0,
        };
        Walks {
            world: World::new(level, ground),
            steps: level.time_limit,
            allowed: [Skill::Climber, Skill::Floater].map(|skill| level.allows(skill)),
            open: vec![Walk { lemming, step: 0, windows: [None; 2], since: [0; 2] }],
            dies_at_exit: false,
        }
    }

    /// Whether every walk was followed to its end.
    pub(in crate::clockwork::lemmings) fn are_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Follows a walk to its end and leaves those that branch off for later. Each step is a node.
    pub(in crate::clockwork::lemmings) fn follow(
        &mut self,
        ground: &Ground,
        meter: &mut Meter,
    ) -> Result<Option<Escape>, Refused> {
        let Some(mut walk) = self.open.pop() else { return Ok(None) };
        while walk.step < self.steps {
            self.branch(ground, &mut walk);
            let at_exit = ground.has_exit(walk.lemming.x, walk.lemming.y);
            meter.spend_node()?;
            match self.world.terrain.update(ground, &mut walk.lemming, &NO_BLOCKERS) {
                Fate::Stays => walk.step += 1,
                Fate::Saved => {
                    let [climber, floater] = walk.windows;
                    return Ok(Some(Escape { climber, floater, saved_in: walk.step }));
                }
                Fate::Dies => {
                    self.dies_at_exit |= at_exit;
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Adds the walks on which the lemming becomes a climber or a floater here.
    fn branch(&mut self, ground: &Ground, walk: &mut Walk) {
        for (place, mark) in MARKS.into_iter().enumerate() {
            let matters = match mark {
                CLIMBER => self.world.may_climb(ground, &walk.lemming),
                _ => self.world.may_float(ground, &walk.lemming),
            };
            // A walk that branched off in this time step comes here again.
            let is_open = walk.windows[place].is_none() && walk.since[place] <= walk.step;
            if self.allowed[place] && matters && is_open {
                let mut other = *walk;
                other.lemming.set(mark, true);
                other.windows[place] =
                    Some(OrderWindow { first: walk.since[place], last: walk.step });
                self.open.push(other);
                walk.since[place] = walk.step + 1;
            }
        }
    }
}
