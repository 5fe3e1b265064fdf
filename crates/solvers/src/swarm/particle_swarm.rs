//! Particle swarm over lines of play. A particle is a point whose coordinates are priorities of
//! moves; its game plays the listed move of the highest priority. Particles fly towards their own
//! best point and the best of all. J. Kennedy and R. Eberhart (1995), with the constriction of M.
//! Clerc and Kennedy (2002); priorities as genes: J. Bean's random keys (1994). Ours: a move that
//! is played again has another coordinate, so that play does not go in circles, and coordinates
//! come into being when their move is first listed. A swarm that makes no progress starts anew.
//! Needs a state space; proves nothing. Time: one game for each flight; memory: three numbers for
//! each particle and coordinate. Budgets are kept exactly.

use quarry_core::{Card, Guided, Inside, Meter, Refused, Rng, StateSpace, settings};
use rustc_hash::FxHashMap;

use super::breeding::{LineMaker, PopulationRule, PopulationSearch};
use super::flight::{Flight, Swarm};
use super::merit::Merit;
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "particle-swarm",
    summary: "Particles fly through priorities of moves, towards the best that they have met.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// How particles fly.
    pub struct ParticleSwarmSettings {
        /// Number of particles.
        pub particles: u64 = 30, 1..=1_000_000;
        /// Share of its velocity that a particle keeps.
        pub inertia: f64 = 0.729, 0.0..=1.0;
        /// Pull of a particle's own best point.
        pub own: f64 = 1.494, 0.0..=10.0;
        /// Pull of the best point of all.
        pub common: f64 = 1.494, 0.0..=10.0;
        /// Number of flights of the whole swarm without progress after which it starts anew.
        pub patience: u64 = 50, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Number of repetitions of a move in a game that have their own coordinates; later ones use them
/// again.
const REPETITIONS: u32 = 16;

/// Particle swarm over lines of play.
pub type ParticleSwarm<'a, S> = PopulationSearch<'a, S, Priorities<<S as StateSpace>::Move>>;

impl<'a, S: Guided> ParticleSwarm<'a, S> {
    /// Creates a run with the given seed.
    pub fn new(space: &'a S, settings: &ParticleSwarmSettings, seed: u64) -> Self {
        let flight =
            Flight { inertia: settings.inertia, own: settings.own, common: settings.common };
        let rule = Priorities {
            swarm: Swarm::new(settings.particles as usize, 0, flight, settings.patience),
            coordinates: FxHashMap::default(),
            played: FxHashMap::default(),
        };
        Self::by(rule, space, settings.depth, seed)
    }
}

/// A swarm, and the coordinates of its points.
pub struct Priorities<M> {
    swarm: Swarm<Merit>,
    /// Number of the coordinate of a move that was played so many times before.
    coordinates: FxHashMap<(M, u32), usize>,
    /// How often each move of the current game was played.
    played: FxHashMap<M, u32>,
}

impl<S: Guided> PopulationRule<S> for Priorities<S::Move> {
    fn step(&mut self, maker: &mut LineMaker<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        let Priorities { swarm, coordinates, played } = self;
        swarm.fly(maker.rng());
        played.clear();
        let choose = |_: &[S::Move], listed: &[S::Move], rng: &mut Rng| {
            let mut first = (f64::NEG_INFINITY, 0);
            for (index, &mv) in listed.iter().enumerate() {
                let times = played.get(&mv).copied().unwrap_or(0) % REPETITIONS;
                let next = coordinates.len();
                let coordinate = *coordinates.entry((mv, times)).or_insert(next);
                let priority = swarm.coordinate(coordinate, rng);
                if priority > first.0 {
                    first = (priority, index);
                }
            }
            *played.entry(listed[first.1]).or_default() += 1;
            first.1
        };
        let line = maker.play_by(meter, choose)?;
        self.swarm.land(line.merit);
        Ok(())
    }

    fn held(&self) -> (usize, usize) {
        let known = self.coordinates.len() * size_of::<(S::Move, u32, usize)>();
        (self.swarm.particles(), self.swarm.bytes() + known)
    }

    fn inside(&self) -> Inside {
        let best = self.swarm.best().map_or(0.0, |merit| merit.worth.score as f64);
        Inside::of([
            ("flights of the swarm", self.swarm.flights() as f64),
            ("best of the swarm", best),
            ("coordinates", self.coordinates.len() as f64),
        ])
    }
}
