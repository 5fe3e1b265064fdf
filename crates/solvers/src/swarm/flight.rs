//! A swarm of particles: points with velocities in a space of coordinates that may grow. J. Kennedy
//! and R. Eberhart (1995), constriction by M. Clerc and Kennedy (2002). Each particle in turn flies
//! ([`Swarm::fly`]), is valued by the caller, and lands ([`Swarm::land`]). Coordinates begin
//! between 0 and 1. A swarm without progress for long starts anew. Time and memory: one step for
//! each coordinate and flight, three numbers for each coordinate and particle.

use quarry_core::Rng;

/// How particles fly: the share of the velocity that is kept, the pull of the own best point, and
/// the pull of the best point of all.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flight {
    pub(crate) inertia: f64,
    pub(crate) own: f64,
    pub(crate) common: f64,
}

/// A point in flight, and the best point that it has met. A coordinate that the best point lacks
/// was not yet known there, and does not pull.
#[derive(Debug, Clone)]
struct Particle<V> {
    place: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    value: Option<V>,
}

/// Velocities are kept within one width of the initial space, so that no priority is lost for good.
const FASTEST: f64 = 1.0;

/// A swarm whose particles fly in turn.
#[derive(Debug, Clone)]
pub(crate) struct Swarm<V> {
    flight: Flight,
    patience: u64,
    coordinates: usize,
    particles: Vec<Particle<V>>,
    /// The particle that flies next.
    turn: usize,
    /// The particle with the best point of all.
    leader: Option<usize>,
    flights: u64,
    /// Number of flights of the whole swarm since the best point was found.
    stale: u64,
}

impl<V: Ord + Copy> Swarm<V> {
    /// Creates a swarm that starts with this number of coordinates.
    pub(crate) fn new(particles: usize, coordinates: usize, flight: Flight, patience: u64) -> Self {
        let (turn, leader, flights, stale) = (0, None, 0, 0);
        let nowhere =
            Particle { place: Vec::new(), velocity: Vec::new(), best: Vec::new(), value: None };
        let particles = vec![nowhere; particles];
        Swarm { flight, patience, coordinates, particles, turn, leader, flights, stale }
    }

    /// Moves the particle whose turn it is.
    pub(crate) fn fly(&mut self, rng: &mut Rng) {
        let Flight { inertia, own, common } = self.flight;
        let leader = self.leader.map(|leader| std::mem::take(&mut self.particles[leader].best));
        let is_leader = self.leader == Some(self.turn);
        let particle = &mut self.particles[self.turn];
        if let Some(leader) = &leader {
            for at in 0..particle.place.len() {
                let here = particle.place[at];
                let mut speed = inertia * particle.velocity[at];
                let best = if is_leader { leader } else { &particle.best };
                if let Some(best) = best.get(at) {
                    speed += own * rng.unit() * (best - here);
                }
                if let Some(best) = leader.get(at) {
                    speed += common * rng.unit() * (best - here);
                }
                particle.velocity[at] = speed.clamp(-FASTEST, FASTEST);
                particle.place[at] = here + particle.velocity[at];
            }
        }
        if let (Some(index), Some(best)) = (self.leader, leader) {
            self.particles[index].best = best;
        }
        if self.coordinates > 0 {
            self.coordinate(self.coordinates - 1, rng);
        }
    }

    /// Returns a coordinate of the particle in flight; new coordinates are drawn.
    pub(crate) fn coordinate(&mut self, at: usize, rng: &mut Rng) -> f64 {
        let particle = &mut self.particles[self.turn];
        while particle.place.len() <= at {
            particle.place.push(rng.unit());
            particle.velocity.push(rng.unit() - 0.5);
        }
        particle.place[at]
    }

    /// The whole point in flight.
    pub(crate) fn point(&self) -> &[f64] {
        &self.particles[self.turn].place
    }

    /// Values the point in flight, and passes the turn on.
    pub(crate) fn land(&mut self, value: V) {
        let turn = self.turn;
        let particle = &mut self.particles[turn];
        if Some(value) > particle.value {
            particle.value = Some(value);
            particle.best.clone_from(&particle.place);
            if self.leader.is_none_or(|leader| Some(value) > self.particles[leader].value)
                || self.leader == Some(turn)
            {
                (self.leader, self.stale) = (Some(turn), 0);
            }
        }
        self.turn += 1;
        if self.turn == self.particles.len() {
            self.turn = 0;
            self.flights += 1;
            self.stale += 1;
            if self.stale > self.patience {
                self.start_anew();
            }
        }
    }

    fn start_anew(&mut self) {
        for particle in &mut self.particles {
            particle.place.clear();
            particle.velocity.clear();
            particle.best.clear();
            particle.value = None;
        }
        (self.leader, self.stale) = (None, 0);
    }

    pub(crate) fn best(&self) -> Option<V> {
        self.leader.and_then(|leader| self.particles[leader].value)
    }

    pub(crate) fn particles(&self) -> usize {
        self.particles.len()
    }

    pub(crate) fn flights(&self) -> u64 {
        self.flights
    }

    pub(crate) fn bytes(&self) -> usize {
        let numbers = |one: &Particle<V>| {
            one.place.capacity() + one.velocity.capacity() + one.best.capacity()
        };
        self.particles.iter().map(|one| size_of::<Particle<V>>() + 8 * numbers(one)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: Flight = Flight { inertia: 0.729, own: 1.494, common: 1.494 };

    /// The nearer to (0.3, 0.9, 0.5), the better; in millionths.
    fn value(point: &[f64]) -> i64 {
        let square = |(here, there): (&f64, f64)| (here - there) * (here - there);
        -(1e6 * point.iter().zip([0.3, 0.9, 0.5]).map(square).sum::<f64>()) as i64
    }

    #[test]
    fn a_swarm_gathers_at_the_best_point() {
        let (mut rng, mut swarm) = (Rng::new(1), Swarm::new(10, 3, PUBLISHED, 1_000));
        for _ in 0..10 * 100 {
            swarm.fly(&mut rng);
            let value = value(swarm.point());
            swarm.land(value);
        }
        assert_eq!(swarm.flights(), 100);
        assert!(swarm.best() > Some(-100), "{:?}", swarm.best());
    }

    #[test]
    fn a_swarm_without_progress_starts_anew() {
        let (mut rng, mut swarm) = (Rng::new(1), Swarm::new(4, 2, PUBLISHED, 3));
        let mut bests = Vec::new();
        for _ in 0..4 * 5 {
            swarm.fly(&mut rng);
            swarm.land(7);
            bests.push(swarm.best());
        }
        assert_eq!(bests.iter().filter(|best| best.is_none()).count(), 1);
        assert_eq!(bests[15], None, "after the fourth flight of all");
    }
}
