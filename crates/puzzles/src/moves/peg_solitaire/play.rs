//! Peg solitaire as a game of steps: one jump a step, and what searches may know of a position.

use quarry_core::{
    Aim, Bounded, Guided, Identified, Layered, Puzzle, Score, SettingError, StateSpace, key_of,
};

use super::layout::{image, numbers};
use super::{Jump, Objective, PegSolitaire, stuck};

/// Added to the score of a game under `sweeps` that ends without the goal.
const STOPPED_SHORT: Score = -1_000_000;

/// A position: the pegs, and who may go on without beginning a new sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PegPosition {
    pub(super) pegs: u128,
    /// The hole of the peg that jumped last, where sweeps are counted.
    pub(super) last: Option<u8>,
}

impl PegSolitaire {
    fn has_jumps(&self, pegs: u128) -> bool {
        self.layout().lines.iter().any(|line| pegs & line.changed() == line.needed())
    }
}

impl StateSpace for PegSolitaire {
    type State = PegPosition;
    type Move = Jump;

    fn start(&self) -> PegPosition {
        PegPosition { pegs: self.pegs, last: None }
    }

    fn moves(&self, position: &PegPosition, out: &mut Vec<Jump>) {
        if self.target.is_met(position.pegs) {
            return;
        }
        let layout = self.layout();
        let legal =
            layout.lines.iter().filter(|line| position.pegs & line.changed() == line.needed());
        let cell = |hole: u8| layout.holes[usize::from(hole)];
        out.extend(legal.map(|line| Jump::new(cell(line.from), cell(line.to))));
    }

    fn play(&self, position: &mut PegPosition, jump: Jump) -> Score {
        let line = self.layout().line(jump.from, jump.to).expect("a listed jump");
        position.pegs ^= line.changed();
        match self.objective {
            Objective::Any => 1,
            Objective::Sweeps => {
                let goes_on = position.last == Some(line.from);
                position.last = Some(line.to);
                if goes_on { 0 } else { -1 }
            }
        }
    }

    fn is_solved(&self, position: &PegPosition) -> bool {
        self.target.is_met(position.pegs)
    }

    /// The least of the positions that are the same up to symmetry.
    fn key(&self, position: &PegPosition) -> u128 {
        let same = self.goal_symmetries().map(|symmetry| {
            let last = position.last.map(|hole| symmetry[usize::from(hole)]);
            (image(symmetry, position.pegs), last)
        });
        key_of(&same.min())
    }
}

impl Guided for PegSolitaire {
    fn aim(&self) -> Aim {
        self.objective()
    }

    fn terminal_score(&self, position: &PegPosition) -> Score {
        match self.objective {
            Objective::Sweeps if !self.is_solved(position) => STOPPED_SHORT,
            Objective::Sweeps | Objective::Any => 0,
        }
    }

    /// Pegs far from the middle are hard to remove.
    fn estimate(&self, position: &PegPosition) -> Score {
        -numbers(position.pegs).map(|hole| Score::from(self.costs[hole])).sum::<Score>()
    }

    fn is_hopeless(&self, position: &PegPosition) -> bool {
        let PegPosition { pegs, .. } = *position;
        if self.target.is_met(pegs) {
            return false;
        }
        // Jumps never leave a class, so that all positions share that of the first.
        self.is_outside_class
            || pegs.count_ones() <= self.target.pegs()
            || stuck::hinder(self.layout(), self.target, pegs)
    }
}

/// Every jump removes a peg, so that games end and no game removes all.
impl Bounded for PegSolitaire {
    fn bound(&self, position: &PegPosition) -> Score {
        let potential = self.potential(position);
        match self.objective {
            Objective::Sweeps if potential == 0 && !self.is_solved(position) => {
                // The peg that jumped last may go on for nothing.
                let going_on = position.last.map_or(0, |hole| 1 << hole);
                let certain = Score::from(position.last.is_none());
                -self.regions().least_sweeps_without(position.pegs, going_on).max(certain)
            }
            Objective::Sweeps | Objective::Any => potential,
        }
    }

    fn potential(&self, position: &PegPosition) -> Score {
        let is_over = self.is_solved(position) || !self.has_jumps(position.pegs);
        match self.objective {
            _ if is_over => self.terminal_score(position),
            Objective::Any => Score::from(position.pegs.count_ones()) - 1,
            Objective::Sweeps => 0,
        }
    }
}

/// Mirror images share a key, but not their identity.
impl Identified for PegSolitaire {
    fn identity(&self, position: &PegPosition) -> u128 {
        key_of(position)
    }
}

/// Every jump removes a peg, so that all lines to a position have the same number of jumps.
impl Layered for PegSolitaire {
    const LAYERS_BACK: usize = 0;

    fn check_layers(&self) -> Result<(), SettingError> {
        match self.objective {
            Objective::Any => Ok(()),
            Objective::Sweeps => {
                let why = "it counts moves, and a sweep is one or more; choose fewest-sweeps";
                Err(SettingError::OtherInstance(why.to_owned()))
            }
        }
    }
}
