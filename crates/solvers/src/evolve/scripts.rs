//! The engine of the genetic algorithms over plans for a clockwork world.
//!
//! A generation is the simple genetic algorithm's ([`offspring`]): roulette wheel, elitism, and scaling if it is wanted. A plan is
//! worth what its game scores, played to the very end of the world; reaching the goal counts for nothing else, but may end the
//! search. A [`Coding`] says how a plan is written in genes. Every member of every generation is valued and counts as one evaluation,
//! copies too, so that evaluations divided by the population are generations.

use std::hash::Hash;

use quarry_core::{Cue, Found, Incumbent, Inside, Meter, Progress, Rng, Score, Scripted, Search, Timed};

use super::evaluation::{steps_until_better, values};
use super::generation::offspring;
use super::population::{Individual, portrait};
use super::replacement::keep_best;
use super::scaling;
use super::selection::Wheel;
use crate::worth::{Worth, empty_line};

/// How a plan is written in genes.
pub trait Coding<S: Scripted>: Sync {
    /// A plan.
    type Genome: Clone + Eq + Hash + Send + Sync;
    /// What is to be remembered while a plan is carried out.
    type Notes: Default;

    /// A plan of the first generation.
    fn first(&self, rng: &mut Rng) -> Self::Genome;
    /// Two children.
    fn cross(&self, mother: &Self::Genome, father: &Self::Genome, rng: &mut Rng) -> [Self::Genome; 2];
    /// Changes a child.
    fn mutate(&self, child: &mut Self::Genome, rng: &mut Rng);
    /// Forgets all notes.
    fn open(&self, _notes: &mut Self::Notes) {}
    /// The cue for this time step; asked once for each of them, in their order.
    fn cue(&self, plan: &Self::Genome, notes: &mut Self::Notes, space: &S, world: &S::World) -> Cue;
    /// About how many bytes a plan takes.
    fn bytes(&self, plan: &Self::Genome) -> usize;
}

/// What all these algorithms can be told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    pub(super) population: u64,
    pub(super) generations: u64,
    pub(super) crossover: f64,
    pub(super) scaling: bool,
    pub(super) elitism: bool,
    pub(super) goes_on: bool,
}

/// How many generations a slice has at most.
const SLICE: usize = 64;

/// A population of plans.
pub struct Scripts<'a, S: Scripted, C: Coding<S>> {
    space: &'a S,
    coding: C,
    course: Course,
    /// The world before the first time step.
    opening: S::World,
    population: Vec<Individual<C::Genome, Score>>,
    /// How many generations there have been.
    generation: u64,
    rng: Rng,
    incumbent: Incumbent<Vec<Timed<S::Command>>>,
}

impl<'a, S: Scripted, C: Coding<S>> Scripts<'a, S, C> {
    pub(super) fn with(space: &'a S, coding: C, course: Course, seed: u64) -> Self {
        Scripts {
            space,
            coding,
            course,
            opening: space.begin(),
            population: Vec::new(),
            generation: 0,
            rng: Rng::new(seed),
            incumbent: empty_line(),
        }
    }

    fn is_over(&self) -> bool {
        let solved = self.incumbent.best().is_some_and(|best| best.solved);
        self.generation == self.course.generations || solved && !self.course.goes_on
    }

    fn next_genomes(&mut self) -> Vec<C::Genome> {
        let Scripts { coding, course, population, rng, .. } = self;
        if population.is_empty() {
            return (0..course.population).map(|_| coding.first(rng)).collect();
        }
        let scores: Vec<Score> = population.iter().map(|one| one.fitness).collect();
        let fitness = if course.scaling { scaling::linear(&scores) } else { scaling::unscaled(&scores) };
        let parents: Vec<&C::Genome> = population.iter().map(|one| &one.genome).collect();
        let cross = |mother: &C::Genome, father: &C::Genome, rng: &mut Rng| coding.cross(mother, father, rng);
        let mutate = |child: &mut C::Genome, rng: &mut Rng| coding.mutate(child, rng);
        offspring(&parents, &Wheel::new(&fitness), course.crossover, rng, cross, mutate)
    }

    /// Makes one generation; says whether that could be done, and to its end.
    fn advance(&mut self, meter: &mut Meter) -> bool {
        if self.is_over() || !meter.goes_on() {
            return false;
        }
        let genomes = self.next_genomes();
        let bar = self.incumbent.best().map(|best| Worth { solved: best.solved, score: best.score });
        let played = values(
            &genomes,
            meter,
            || (self.opening.clone(), C::Notes::default()),
            |(world, notes), plan, meter| {
                let worth = self.play(plan, world, notes, meter, |_, _| {});
                let line = (Some(worth) > bar).then(|| {
                    let mut line = Vec::new();
                    self.play(plan, world, notes, meter, |world, command| {
                        let command = command.filter(|&command| self.space.obeys(world, command));
                        line.push(Timed { at: self.space.now(world), command });
                    });
                    line
                });
                (worth, line)
            },
        );
        let is_whole = played.len() == genomes.len();
        let mut population = Vec::with_capacity(genomes.len());
        for (genome, (worth, line)) in genomes.into_iter().zip(played) {
            worth.offer(&mut self.incumbent, || line.unwrap_or_default());
            population.push(Individual { genome, fitness: worth.score });
        }
        if is_whole {
            if self.course.elitism {
                keep_best(&self.population, &mut population);
            }
            self.population = population;
            self.generation += 1;
        }
        is_whole
    }

    /// Carries a plan out; `each` sees every time step before it is taken.
    fn play(
        &self,
        plan: &C::Genome,
        world: &mut S::World,
        notes: &mut C::Notes,
        meter: &mut Meter,
        mut each: impl FnMut(&S::World, Option<S::Command>),
    ) -> Worth {
        world.clone_from(&self.opening);
        self.coding.open(notes);
        let mut score = 0;
        while !self.space.is_over(world) {
            let command = self.space.command(self.coding.cue(plan, notes, self.space, world));
            each(world, command);
            score += meter.tick(self.space, world, command);
        }
        Worth { solved: self.space.is_solved(world), score: score + self.space.last_gain(world) }
    }
}

impl<S: Scripted, C: Coding<S>> Search for Scripts<'_, S, C> {
    type Answer = Vec<Timed<S::Command>>;

    /// Ends at every improvement, so that whoever watches knows in which generation it came.
    fn slice(&mut self, meter: &mut Meter) -> Progress {
        let worth = |search: &Self| search.incumbent.best().map(|best| (best.solved, best.score));
        steps_until_better(self, meter.share(SLICE), |search| search.advance(meter), worth);
        let bytes: usize = self.population.iter().map(|one| self.coding.bytes(&one.genome)).sum();
        meter.keep(self.population.len(), 2 * bytes);
        if self.is_over() { Progress::Exhausted } else { Progress::Working }
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn inside(&self) -> Inside {
        portrait(self.generation, &self.population, |points| points)
    }
}
