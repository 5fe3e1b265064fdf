//! Memetic algorithm. A small population of orders, each improved by local search: exchanges aimed
//! at defects, accepted as in annealing at one temperature. Children of random couples are improved
//! likewise and replace similar members. Ours, on the genome of [`super::ga`]; P. Moscato (1989)
//! named the method. Alternatives tried are in decision 0017. Needs [`Arranged`]; ends at the goal
//! or after its evaluations, with no proof. Time: one exchange evaluated per step, which costs the
//! same on any board; memory: the population. Works on one order at a time on one thread. Every
//! exchange evaluated counts as an evaluation, and their budget is kept exactly.

use quarry_core::{
    Arranged, Card, Found, Incumbent, Inside, Meter, Rng, Score, Search, SliceEnd, Thing, settings,
};

use super::crossover::partially_mapped;
use super::population::{Individual, portrait};
use super::replacement::restricted_tournament;
use super::selection::couple;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "memetic",
    summary: "Evolves orders of things, each improved by local search before it competes.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// How many orders there are, how long each is improved, and how.
    pub struct MemeticSettings {
        /// Number of orders in the population.
        pub population: u64 = 8, 1..=1_000_000;
        /// Number of evaluations before the algorithm ends.
        pub evaluations: u64 = 200_000, 1..=1_000_000_000_000;
        /// Number of exchanges tried on an order before it competes.
        pub steps: u64 = 10_000, 1..=1_000_000_000;
        /// Share of exchanges aimed at a defect; the others are random.
        pub aimed: f64 = 0.8, 0.0..=1.0;
        /// Loss in points that is accepted with probability 1/e.
        pub temperature: f64 = 1.0, 0.000_001..=1_000_000.0;
    }
}

/// A population of orders improved by local search.
pub struct Memetic<'a, S: Arranged> {
    space: &'a S,
    settings: MemeticSettings,
    population: Vec<Individual<Vec<Thing>, Score>>,
    /// Children not yet improved.
    brood: Vec<Vec<Thing>>,
    /// The order being improved, its points, the best seen on the way, and the number of steps
    /// left.
    layout: S::Layout,
    points: Score,
    top: Individual<Vec<Thing>, Score>,
    steps: u64,
    lots: Vec<usize>,
    spent: u64,
    rng: Rng,
    incumbent: Incumbent<S::Whole>,
}

impl<'a, S: Arranged> Memetic<'a, S> {
    /// Creates a run with the given seed.
    pub fn new(space: &'a S, settings: &MemeticSettings, seed: u64) -> Self {
        Memetic {
            space,
            settings: settings.clone(),
            population: Vec::new(),
            brood: Vec::new(),
            layout: space.layout(),
            points: 0,
            top: Individual { genome: Vec::new(), fitness: Score::MIN },
            steps: 0,
            lots: (0..settings.population as usize).collect(),
            spent: 0,
            rng: Rng::new(seed),
            incumbent: Incumbent::default(),
        }
    }

    /// Records the current order if it is the best so far.
    fn note(&mut self, meter: &mut Meter) {
        let order = self.space.order(&self.layout);
        if self.points > self.top.fitness {
            self.top.fitness = self.points;
            self.top.genome.clear();
            self.top.genome.extend_from_slice(order);
        }
        let is_solved = self.points == self.space.most() && self.space.is_solved(&self.layout);
        self.incumbent.offer(meter, is_solved, self.points, || self.space.whole(order));
    }

    /// Evaluates one order: the next one to be improved, or an exchange in the current one.
    fn step(&mut self, meter: &mut Meter) -> Option<()> {
        if self.spent == self.settings.evaluations || !meter.goes_on() {
            return None;
        }
        self.spent += 1;
        if self.steps == 0 {
            let order = self.next();
            self.points = meter.lay(self.space, &mut self.layout, &order).ok()?;
            self.top = Individual { genome: order, fitness: self.points };
            self.steps = self.settings.steps;
            self.note(meter);
            return Some(());
        }
        self.steps -= 1;
        let places = self.space.places();
        let aimed = self.rng.unit() < self.settings.aimed;
        let mending = if aimed { self.space.mend(&self.layout, &mut self.rng) } else { None };
        let (one, other) = mending.unwrap_or_else(|| couple(places, &mut self.rng));
        let points = meter.exchanged(self.space, &self.layout, one, other).ok()?;
        let loss = (self.points - points) as f64;
        if loss <= 0.0 || self.rng.unit() < (-loss / self.settings.temperature).exp() {
            self.space.exchange(&mut self.layout, one, other);
            self.points = points;
            self.note(meter);
        }
        Some(())
    }

    /// Offers the improved order to the population, and returns the next one.
    fn next(&mut self) -> Vec<Thing> {
        let places = self.space.places();
        if self.spent > 1 {
            let none = Individual { genome: Vec::new(), fitness: Score::MIN };
            let mended = std::mem::replace(&mut self.top, none);
            if self.population.len() < self.settings.population as usize {
                self.population.push(mended);
            } else {
                let window = self.population.len();
                restricted_tournament(
                    &mut self.population,
                    mended,
                    window,
                    &mut self.lots,
                    &mut self.rng,
                );
            }
        }
        if self.population.len() < self.settings.population as usize {
            let mut order: Vec<Thing> = (0..places as Thing).collect();
            self.rng.shuffle(&mut order);
            return order;
        }
        if self.brood.is_empty() {
            let (mother, father) = couple(self.population.len(), &mut self.rng);
            let (mother, father) =
                (&self.population[mother].genome, &self.population[father].genome);
            self.brood.extend(partially_mapped(mother, father, &mut self.rng));
        }
        self.brood.pop().expect("a couple has children")
    }
}

impl<S: Arranged> Search for Memetic<'_, S> {
    type Answer = S::Whole;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.step(meter).is_none() {
                let is_over = self.spent == self.settings.evaluations;
                return if is_over { SliceEnd::Exhausted } else { SliceEnd::Working };
            }
            let members = self.population.len();
            meter.keep(
                members,
                members * (self.space.places() * size_of::<Thing>() + size_of::<Vec<Thing>>()),
            );
            // A single thing has only one place.
            if self.space.places() < 2 || self.incumbent.best().is_some_and(|best| best.solved) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn inside(&self) -> Inside {
        portrait(
            self.spent / (self.settings.population * (1 + self.settings.steps)).max(1),
            &self.population,
            |points| points,
        )
    }
}
