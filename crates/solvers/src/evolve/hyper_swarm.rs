//! Hyper-heuristic by a particle swarm. A particle is a point with one coordinate for each place of
//! a programme; a coordinate from 0 to 1 stands for a rule of thumb or the stop. The programme plays
//! a game as in [`super::hyper`]. G. Koulinas, L. Kotsikas and K. Anagnostopoulos, "A particle swarm
//! optimization based hyper-heuristic algorithm" (2014), proposed for SameGame by S. Salcedo-Sanz et
//! al. (2013). Ours: the stop, and a swarm without progress starts anew (see
//! `swarm/flight.rs`). Needs [`LowLevel`]; ends after its flights, with no proof. Time: one
//! game per new programme; memory: the programmes. Budgets are kept exactly.

use quarry_core::{Card, Inside, LowLevel, Meter, Rng, settings};

use super::programme::{Gene, Programme, STOP};
use super::programme_games::{ProgrammeGames, all_rules};
use super::programme_search::{ProgrammeRule, ProgrammeSearch, or};
use crate::playout::LONGEST_GAME;
use crate::swarm::flight::{Flight, Swarm};
use crate::swarm::merit::Merit;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hyper-swarm",
    summary: "Particles fly through programmes of rules of thumb, towards the best of them.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// How particles fly through programmes.
    pub struct HyperSwarmSettings {
        /// Number of particles; 0 for 20 more than the instance's extent.
        pub particles: u64 = 0, 0..=1_000_000;
        /// Number of flights of the whole swarm; 0 for ten times the instance's extent.
        pub flights: u64 = 0, 0..=1_000_000_000;
        /// Number of places in a programme.
        pub length: u64 = 20, 1..=10_000;
        /// Share of its velocity that a particle keeps.
        pub inertia: f64 = 0.729, 0.0..=1.0;
        /// Pull of a particle's own best point.
        pub own: f64 = 1.494, 0.0..=10.0;
        /// Pull of the best point of all.
        pub common: f64 = 1.494, 0.0..=10.0;
        /// Number of flights of the whole swarm without progress after which it starts anew.
        pub patience: u64 = 20, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// A swarm of programmes.
pub type HyperSwarm<'a, S> = ProgrammeSearch<'a, S, RulePoints>;

impl<'a, S: LowLevel> HyperSwarm<'a, S> {
    /// Creates a swarm with the given seed.
    pub fn new(space: &'a S, settings: &HyperSwarmSettings, seed: u64) -> Self {
        let extent = space.extent() as u64;
        let (particles, length) = (or(settings.particles, extent + 20), settings.length as usize);
        let flight =
            Flight { inertia: settings.inertia, own: settings.own, common: settings.common };
        let points = RulePoints {
            rules: all_rules::<S>(),
            length,
            flights: or(settings.flights, 10 * extent),
            rng: Rng::new(seed),
            swarm: Swarm::new(particles as usize, length, flight, settings.patience),
        };
        Self::by(points, space, settings.depth)
    }
}

/// Particles whose points stand for programmes.
pub struct RulePoints {
    rules: Vec<Gene>,
    length: usize,
    flights: u64,
    rng: Rng,
    swarm: Swarm<Merit>,
}

/// Returns the programme of a point: each coordinate stands for one of the rules or, except in the
/// first place, the stop.
fn programme(point: &[f64], rules: &[Gene]) -> Programme {
    let gene = |(place, &coordinate): (usize, &f64)| {
        let choices = rules.len() + usize::from(place > 0);
        let index = (coordinate.clamp(0.0, 1.0) * choices as f64) as usize;
        rules.get(index.min(choices - 1)).copied().unwrap_or(STOP)
    };
    point.iter().enumerate().map(gene).collect()
}

impl<S: LowLevel> ProgrammeRule<S> for RulePoints {
    /// Lets one particle fly.
    fn step(&mut self, games: &mut ProgrammeGames<'_, S>, meter: &mut Meter) -> Option<()> {
        self.swarm.fly(&mut self.rng);
        let programme = programme(self.swarm.point(), &self.rules);
        let valued = games.value(vec![vec![programme]], meter)?.pop()?.pop()?;
        self.swarm.land(valued.fitness);
        Some(())
    }

    fn is_over(&self) -> bool {
        self.swarm.flights() >= self.flights
    }

    fn held(&self) -> (usize, usize) {
        (self.length, self.swarm.bytes())
    }

    fn inside(&self) -> Inside {
        let best = self.swarm.best().map_or(0.0, |merit| merit.worth.score as f64);
        Inside::of([
            ("flights of the swarm", self.swarm.flights() as f64),
            ("best of the swarm", best),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_stand_for_rules_and_the_stop_but_not_in_the_first_place() {
        let rules = [1, 2, 3];
        assert_eq!(programme(&[0.0, 0.3, 0.6, 0.8], &rules), [1, 2, 3, STOP]);
        assert_eq!(programme(&[0.99, 0.99], &rules), [3, STOP]);
        assert_eq!(programme(&[-4.0, 7.0, 1.0], &rules), [1, STOP, STOP]);
    }
}
