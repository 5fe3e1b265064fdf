//! Genetic algorithm with niching. Evolves orders of things in places: random couples, partially
//! mapped crossover, occasional exchange of two things, and children that replace only similar
//! members (restricted tournament), so that the population stays diverse. M. M. P. da Silva and C.
//! S. de Magalhães, XIII Brazilian Congress on Computational Intelligence (2017). Decision 0017
//! settles what the paper leaves open: a couple has two children, each mutated by itself, and a
//! window has no member twice. Needs [`Arranged`]; ends at the goal or after its evaluations, with
//! no proof. Time: a child costs its evaluation and the comparison with w others of m genes;
//! memory: the population. Works on one child at a time on one thread. The budget of evaluations is
//! kept exactly.

use quarry_core::{
    Arranged, Card, Found, Incumbent, Inside, Meter, MethodShape, Rng, Score, Search, SliceEnd,
    Thing, settings,
};

use super::crossover::partially_mapped;
use super::insertion::{insert, most_common};
use super::pedigree::{Pedigree, by_place};
use super::population::{Individual, best, portrait};
use super::replacement::{restricted_tournament, shrinking_window};
use super::selection::couple;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga",
    summary: "Evolves orders of things; a child replaces only a similar one.",
    complete: "no",
    optimal: "no",
    time: "O(n w m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// Parameters of the paper.
    pub struct GaSettings {
        /// Number of orders in the population.
        pub population: u64 = 250, 1..=1_000_000;
        /// Number of evaluations before the algorithm ends; the tournament's window shrinks during
        /// the run.
        pub evaluations: u64 = 200_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.9, 0.0..=1.0;
        /// Share of children in which two things are exchanged.
        pub mutation: f64 = 0.1, 0.0..=1.0;
    }
}

/// When a gene is fixed for the whole population.
pub(super) struct Insertion {
    /// Share of the evaluations between two checks of the population.
    pub(super) interval: f64,
    /// The share of members that agree must be larger than this.
    pub(super) convergence: f64,
}

/// A population of orders.
pub struct Ga<'a, S: Arranged> {
    space: &'a S,
    settings: GaSettings,
    insertion: Option<Insertion>,
    population: Vec<Individual<Vec<Thing>, Score>>,
    /// Children not yet evaluated.
    brood: Vec<Vec<Thing>>,
    /// Places whose things are not fixed.
    open: Vec<usize>,
    /// Number of checks of the population so far.
    looks: u64,
    lots: Vec<usize>,
    layout: S::Layout,
    spent: u64,
    rng: Rng,
    incumbent: Incumbent<S::Whole>,
    /// Who descends from whom, for people who watch.
    pedigree: Option<Pedigree>,
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
            pedigree: None,
        }
    }

    /// Evaluates an order; none when the evaluations are spent.
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

    /// Evaluates one more order and offers it to the population.
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

    fn generation(&self) -> u64 {
        self.spent / self.settings.population.max(1)
    }

    /// Creates two children of a random couple; returns the first and keeps the second.
    fn mate(&mut self) -> Vec<Thing> {
        let generation = self.generation();
        let Ga { population, rng, open, settings, pedigree, .. } = self;
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
        if let Some(pedigree) = pedigree {
            pedigree.settle(generation, population);
            for child in &children {
                let genes = |order: &Vec<Thing>| by_place(order.iter());
                pedigree.born(child, [mother, father], generation, genes);
            }
        }
        let [first, second] = children;
        self.brood.push(second);
        first
    }

    /// When it is time, fixes the gene of the best order on which most members agree. Members with
    /// another gene are changed and evaluated again.
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
        let (generation, score) = (self.generation(), |points| points);
        let shape = self.pedigree.as_ref().map(|pedigree| {
            let genes = |order: &Vec<Thing>| by_place(order.iter());
            MethodShape::Population(pedigree.shown(generation, &self.population, score, genes))
        });
        portrait(generation, &self.population, score).with(shape)
    }

    fn keep_record(&mut self) {
        self.pedigree = Some(Pedigree::new());
    }
}
