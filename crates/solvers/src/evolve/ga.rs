//! The genetic algorithm with niching. Evolves orders of things in places: random couples,
//! partially mapped crossover, now and then an exchange of two things, and a child that replaces
//! only what it resembles (restricted tournament), so that the population stays diverse. M. M. P.
//! da Silva and C. S. de Magalhães, XIII Brazilian Congress on Computational Intelligence (2017).
//! What it leaves open is decided in 0017: a couple has two children, each mutated by itself, and a
//! window has no member twice. Needs [`Arranged`]; ends at the goal or after its evaluations, with
//! no proof. Time: a child costs its valuation and the comparison with w others of m genes; memory:
//! the population. One child at a time on one thread. Evaluations are kept to exactly.

use quarry_core::{
    Arranged, Found, Incumbent, Inside, Meter, Rng, Score, Search, SliceEnd, Thing, settings,
};

use super::crossover::partially_mapped;
use super::insertion::{insert, most_common};
use super::population::{Individual, best, portrait};
use super::replacement::{restricted_tournament, shrinking_window};
use super::selection::couple;
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga",
    summary: "Evolves orders of things; a child replaces only what it resembles.",
    complete: "no",
    optimal: "no",
    time: "O(n w m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// The paper's parameters.
    pub struct GaSettings {
        /// How many orders live at a time.
        pub population: u64 = 250, 1..=1_000_000;
        /// How many orders are valued before the algorithm ends; the tournament's window shrinks on
        /// the way.
        pub evaluations: u64 = 200_000, 1..=1_000_000_000_000;
        /// The share of couples whose children are crossed; the others are copies.
        pub crossover: f64 = 0.9, 0.0..=1.0;
        /// The share of children in which two things are exchanged.
        pub mutation: f64 = 0.1, 0.0..=1.0;
    }
}

/// When a gene becomes a given.
pub(super) struct Insertion {
    /// The share of the evaluations after which the population is looked at, again and again.
    pub(super) interval: f64,
    /// The share of the population that must agree; more than this.
    pub(super) convergence: f64,
}

/// A population of orders.
pub struct Ga<'a, S: Arranged> {
    space: &'a S,
    settings: GaSettings,
    insertion: Option<Insertion>,
    population: Vec<Individual<Vec<Thing>, Score>>,
    /// Children not yet valued.
    brood: Vec<Vec<Thing>>,
    /// The places whose things are not fixed.
    open: Vec<usize>,
    /// How often the population has been looked at for a gene to fix.
    looks: u64,
    lots: Vec<usize>,
    layout: S::Layout,
    spent: u64,
    rng: Rng,
    incumbent: Incumbent<S::Whole>,
}

impl<'a, S: Arranged> Ga<'a, S> {
    /// Creates a run with the given seed.
    pub fn new(space: &'a S, settings: &GaSettings, seed: u64) -> Self {
        Ga::with(space, settings, None, seed)
    }

    pub(super) fn with(
        space: &'a S,
        settings: &GaSettings,
        insertion: Option<Insertion>,
        seed: u64,
    ) -> Self {
        Ga {
            space,
            settings: settings.clone(),
            insertion,
            population: Vec::new(),
            brood: Vec::new(),
            open: (0..space.places()).collect(),
            looks: 0,
            lots: (0..settings.population as usize).collect(),
            layout: space.layout(),
            spent: 0,
            rng: Rng::new(seed),
            incumbent: Incumbent::default(),
        }
    }

    /// What an order is worth; none when the evaluations are spent.
    fn value(&mut self, order: &[Thing], meter: &mut Meter) -> Option<Score> {
        if self.spent == self.settings.evaluations || !meter.goes_on() {
            return None;
        }
        self.spent += 1;
        let points = meter.lay(self.space, &mut self.layout, order).ok()?;
        let is_solved = points == self.space.most() && self.space.is_solved(&self.layout);
        self.incumbent.offer(meter, is_solved, points, || self.space.whole(order));
        Some(points)
    }

    /// Values one more order and finds its place.
    fn step(&mut self, meter: &mut Meter) -> Option<()> {
        if self.population.len() < self.settings.population as usize {
            let mut genome: Vec<Thing> = (0..self.space.places() as Thing).collect();
            self.rng.shuffle(&mut genome);
            let fitness = self.value(&genome, meter)?;
            self.population.push(Individual { genome, fitness });
            return Some(());
        }
        let genome = match self.brood.pop() {
            Some(child) => child,
            None => self.mate(),
        };
        let fitness = self.value(&genome, meter)?;
        let over = self.spent as f64 / self.settings.evaluations as f64;
        let window = shrinking_window(self.population.len(), over);
        let child = Individual { genome, fitness };
        restricted_tournament(&mut self.population, child, window, &mut self.lots, &mut self.rng);
        self.insert(meter)
    }

    /// The first child of a random couple; the second waits.
    fn mate(&mut self) -> Vec<Thing> {
        let Ga { population, rng, open, settings, .. } = self;
        let (mother, father) = couple(population.len(), rng);
        let (mother, father) = (&population[mother].genome, &population[father].genome);
        let mut children = if rng.unit() < settings.crossover {
            partially_mapped(mother, father, rng)
        } else {
            [mother.clone(), father.clone()]
        };
        for child in &mut children {
            if rng.unit() < settings.mutation && open.len() > 1 {
                let (one, other) = couple(open.len(), rng);
                child.swap(open[one], open[other]);
            }
        }
        let [first, second] = children;
        self.brood.push(second);
        first
    }

    /// When it is time, fixes the gene of the best on which most agree. Whoever has another is
    /// changed and valued anew.
    fn insert(&mut self, meter: &mut Meter) -> Option<()> {
        let Some(Insertion { interval, convergence }) = self.insertion else { return Some(()) };
        let due = interval * self.settings.evaluations as f64 * (self.looks + 1) as f64;
        if (self.spent as f64) < due {
            return Some(());
        }
        self.looks += 1;
        let model = &best(&self.population)?.genome;
        let (place, members) = most_common(&self.population, model, &self.open).unwrap_or_default();
        if members as f64 <= convergence * self.population.len() as f64 {
            return Some(());
        }
        let thing = model[place];
        self.open.retain(|&open| open != place);
        self.brood.iter_mut().for_each(|child| _ = insert(child, place, thing));
        for index in 0..self.population.len() {
            let mut genome = std::mem::take(&mut self.population[index].genome);
            if insert(&mut genome, place, thing) {
                self.population[index].fitness = self.value(&genome, meter)?;
            }
            self.population[index].genome = genome;
        }
        Some(())
    }
}

impl<S: Arranged> Search for Ga<'_, S> {
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
            // A single thing has one place to be in.
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
        portrait(self.spent / self.settings.population.max(1), &self.population, |points| points)
    }
}
