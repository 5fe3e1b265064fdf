//! Searches that write whole programmes and learn from their games, the engine of the hyper-heuristics
//! by ants and by a particle swarm. A [`ProgrammeRule`] writes the programmes. Ends after the rule's
//! rounds, or at a goal; proves nothing. Budgets are kept exactly.

use quarry_core::{Found, Inside, LowLevel, Meter, Recipe, Search, SliceEnd};

use super::programme_games::{ProgrammeGames, ValuedProgramme};

/// Decides which programmes are played next.
pub trait ProgrammeRule<S: LowLevel> {
    /// Has some programmes played and learns from them, unless the meter stops a game.
    fn step(&mut self, games: &mut ProgrammeGames<'_, S>, meter: &mut Meter) -> Option<()>;
    /// Whether all rounds are over.
    fn is_over(&self) -> bool;
    /// Most genes of a programme, and what else the rule holds, in bytes.
    fn held(&self) -> (usize, usize);
    /// Returns the internal figures, for people who watch.
    fn inside(&self) -> Inside;
}

/// A search by programmes.
pub struct ProgrammeSearch<'a, S: LowLevel, R> {
    rule: R,
    games: ProgrammeGames<'a, S>,
}

impl<'a, S: LowLevel, R: ProgrammeRule<S>> ProgrammeSearch<'a, S, R> {
    pub(super) fn by(rule: R, space: &'a S, depth: u64) -> Self {
        ProgrammeSearch { rule, games: ProgrammeGames::new(space, depth) }
    }
}

/// Returns a setting, or where it is 0 a number that grows with the instance.
pub(super) fn or(chosen: u64, otherwise: u64) -> u64 {
    if chosen == 0 { otherwise } else { chosen }
}

impl<S: LowLevel, R: ProgrammeRule<S>> Search for ProgrammeSearch<'_, S, R> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() && self.rule.step(&mut self.games, meter).is_some() {
            let known = self.games.known.len();
            let (length, others) = self.rule.held();
            meter.keep(known, known * (length + size_of::<ValuedProgramme>()) + others);
            if self.games.incumbents.is_settled(self.games.space) || self.rule.is_over() {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.games.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.games.incumbents.draft()
    }

    fn recipe(&self) -> Option<Recipe> {
        self.games.recipe()
    }

    fn draft_recipe(&self) -> Option<Recipe> {
        self.games.draft_recipe()
    }

    fn inside(&self) -> Inside {
        let mut inside = self.rule.inside();
        inside.numbers.push(("programmes played", self.games.known.len() as f64));
        inside
    }
}
