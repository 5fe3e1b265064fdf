//! Hyper-heuristic by ants. An ant walks from rule to rule of thumb and so writes a programme, which
//! plays a game as in [`super::hyper`]; the best programme of a round renews the trails between its
//! rules. E. Burke, G. Kendall, D. Landa Silva, R. O'Brien and E. Soubeiga, "An ant algorithm
//! hyperheuristic" (2005), proposed for SameGame by S. Salcedo-Sanz et al. (2013). Ours: limits on
//! trails (see `swarm/pheromone.rs`), a stop as one more rule, and whole programmes, where
//! theirs apply one rule at a time. Needs [`LowLevel`]; ends after its rounds, with no proof. Time:
//! one game per new programme; memory: the programmes and their trails. Budgets are kept exactly.

use quarry_core::{Card, Inside, LowLevel, Meter, Rng, Shares, settings};

use super::programme::{Gene, Programme, STOP};
use super::programme_games::{ProgrammeGames, ValuedProgramme, all_rules, rule_shares};
use super::programme_search::{ProgrammeRule, ProgrammeSearch, or};
use crate::playout::LONGEST_GAME;
use crate::swarm::patience::Patience;
use crate::swarm::pheromone::{Pheromone, drawn, joined};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hyper-ants",
    summary: "Ants walk from rule of thumb to rule of thumb, along the best programmes.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// How ants write programmes.
    pub struct HyperAntsSettings {
        /// Number of ants, that is programmes, in a round; 0 for 20 more than the instance's
        /// extent.
        pub ants: u64 = 0, 0..=1_000_000;
        /// Number of rounds; 0 for ten times the instance's extent.
        pub rounds: u64 = 0, 0..=1_000_000_000;
        /// Most rules in a programme.
        pub length: u64 = 20, 1..=10_000;
        /// Share of the pheromone that evaporates in a round.
        pub evaporation: f64 = 0.1, 0.0..=1.0;
        /// Least strength of a trail; the strongest is 1.
        pub least: f64 = 0.02, 0.000_000_001..=1.0;
        /// Number of rounds without a better programme after which all trails are made equal again.
        pub patience: u64 = 20, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// A colony of ants on rules.
pub type HyperAnts<'a, S> = ProgrammeSearch<'a, S, RuleTrails>;

impl<'a, S: LowLevel> HyperAnts<'a, S> {
    /// Creates a colony with the given seed.
    pub fn new(space: &'a S, settings: &HyperAntsSettings, seed: u64) -> Self {
        let extent = space.extent() as u64;
        let colony = RuleTrails {
            settings: HyperAntsSettings {
                ants: or(settings.ants, extent + 20),
                rounds: or(settings.rounds, 10 * extent),
                ..settings.clone()
            },
            rules: all_rules::<S>(),
            rng: Rng::new(seed),
            pheromone: Pheromone::new(settings.evaporation, settings.least),
            round: 0,
            patience: Patience::new(settings.patience),
            last: Vec::new(),
        };
        Self::by(colony, space, settings.depth)
    }
}

/// The trails between rules, and the last round of ants.
pub struct RuleTrails {
    settings: HyperAntsSettings,
    rules: Vec<Gene>,
    rng: Rng,
    pheromone: Pheromone,
    round: u64,
    patience: Patience,
    last: Vec<ValuedProgramme>,
}

impl RuleTrails {
    /// Lets one ant walk. The stop is as likely as a rule at first, but never the first choice.
    fn walk(&mut self) -> Programme {
        let (mut programme, mut before, mut odds) = (Programme::new(), STOP, Vec::new());
        while programme.len() < self.settings.length as usize {
            let stop = (!programme.is_empty()).then_some(STOP);
            let choices = self.rules.iter().copied().chain(stop);
            odds.clear();
            odds.extend(choices.map(|gene| self.pheromone.strength(trail(before, gene))));
            let Some(&gene) = self.rules.get(drawn(&odds, self.rng.unit())) else { break };
            programme.push(gene);
            before = gene;
        }
        programme
    }
}

/// Code of the trail from one rule to another, or to the stop. The way to the first rule starts at
/// the stop too.
fn trail(from: Gene, to: Gene) -> u64 {
    joined(from.into(), to.into())
}

/// Returns the trails of a programme; one that is not full ends with a stop.
fn trails(programme: &[Gene], length: usize) -> Vec<u64> {
    let stop = (programme.len() < length).then_some(STOP);
    let to = programme.iter().copied().chain(stop);
    let from = [STOP].into_iter().chain(programme.iter().copied());
    from.zip(to).map(|(from, to)| trail(from, to)).collect()
}

impl<S: LowLevel> ProgrammeRule<S> for RuleTrails {
    /// Plays a round.
    fn step(&mut self, games: &mut ProgrammeGames<'_, S>, meter: &mut Meter) -> Option<()> {
        let programmes = (0..self.settings.ants).map(|_| self.walk()).collect();
        self.last = games.value(vec![programmes], meter)?.pop()?;
        self.round += 1;
        let best = self.last.iter().rev().max_by_key(|one| one.fitness)?;
        let trails = trails(&best.genome, self.settings.length as usize);
        self.pheromone.deposit(&trails);
        if self.patience.is_over_after(Some(best.fitness)) {
            self.pheromone.start_anew();
        }
        Some(())
    }

    fn is_over(&self) -> bool {
        self.round >= self.settings.rounds
    }

    fn held(&self) -> (usize, usize) {
        let length = self.settings.length as usize;
        let last = self.last.len() * (length + size_of::<ValuedProgramme>());
        (length, last + self.pheromone.bytes())
    }

    fn inside(&self) -> Inside {
        let parts = rule_shares::<S>(self.last.iter().map(|one| &one.genome[..]));
        Inside {
            numbers: vec![
                ("round", self.round as f64),
                ("rounds without progress", self.patience.stale() as f64),
            ],
            shares: Some(Shares { of: "rules in the programmes of the round", parts }),
            ..Inside::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_programme_leaves_a_trail_from_rule_to_rule_and_to_the_stop() {
        let expected = [trail(0, 4), trail(4, 2), trail(2, 0)];
        assert_eq!(trails(&[4, 2], 20), expected);
        assert_eq!(trails(&[4, 2], 2), expected[..2], "a full programme does not stop by itself");
    }
}
