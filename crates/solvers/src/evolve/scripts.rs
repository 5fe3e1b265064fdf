//! The engine of the genetic algorithms over plans for a clockwork world.
//!
//! A generation is that of the simple genetic algorithm ([`offspring`]): roulette wheel, elitism,
//! and optional scaling. The fitness of a plan is the score of its game, played to the very end of
//! the world; reaching the goal has no other effect, but may end the search. A [`Coding`] defines
//! how a plan is coded in genes. Every member of every generation is evaluated and counts as one
//! evaluation, copies too, so that evaluations divided by the population are generations.

use std::hash::Hash;

use quarry_core::{
    Cue, Found, Incumbent, Inside, Meter, MethodShape, Recipe, Refused, Rng, Score, Scripted,
    Search, SliceEnd, Timed,
};

use super::evaluation::values;
use super::generation::offspring;
use super::pedigree::Pedigree;
use super::population::{Individual, portrait};
use super::replacement::keep_best;
use super::scaling;
use super::selection::Wheel;
use crate::worth::Worth;

/// How a plan is coded in genes.
pub trait Coding<S: Scripted>: Sync {
    /// A plan as genes.
    type Genome: Clone + Eq + Hash + Send + Sync;
    /// State kept while a plan is carried out.
    type Notes: Default;

    /// Creates a plan of the first generation.
    fn first(&self, rng: &mut Rng) -> Self::Genome;
    /// Creates two children.
    fn cross(
        &self,
        mother: &Self::Genome,
        father: &Self::Genome,
        rng: &mut Rng,
    ) -> [Self::Genome; 2];
    /// Mutates a child.
    fn mutate(&self, child: &mut Self::Genome, rng: &mut Rng);
    /// Makes the notes ready for a game of a plan.
    fn open(&self, _plan: &Self::Genome, _notes: &mut Self::Notes) {}
    /// Returns the cue for this time step; called once for each step, in order.
    fn cue(&self, plan: &Self::Genome, notes: &mut Self::Notes, space: &S, world: &S::World)
    -> Cue;
    /// Returns the genes of a plan for comparison with other plans.
    fn genes(&self, plan: &Self::Genome) -> Vec<u64>;
    /// Returns how a run can begin with this plan, if the coding has a setting for that.
    fn recipe(&self, _plan: &Self::Genome) -> Option<Recipe> {
        None
    }
    /// Approximate memory of a plan, in bytes.
    fn bytes(&self, plan: &Self::Genome) -> usize;
}

/// Settings common to all these algorithms.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScriptSettings {
    pub(super) population: u64,
    pub(super) generations: u64,
    pub(super) crossover: f64,
    pub(super) scaling: bool,
    pub(super) elitism: bool,
    pub(super) goes_on: bool,
}

/// A population of plans.
pub struct Scripts<'a, S: Scripted, C: Coding<S>> {
    space: &'a S,
    coding: C,
    course: ScriptSettings,
    /// World before the first time step.
    opening: S::World,
    population: Vec<Individual<C::Genome, Score>>,
    /// Number of generations so far.
    generation: u64,
    rng: Rng,
    incumbent: Incumbent<Vec<Timed<S::Command>>>,
    /// The plan that the incumbent was made by.
    best_plan: Option<C::Genome>,
    /// Who descends from whom, for people who watch.
    pedigree: Option<Pedigree>,
}

impl<'a, S: Scripted, C: Coding<S>> Scripts<'a, S, C> {
    pub(super) fn with(space: &'a S, coding: C, course: ScriptSettings, seed: u64) -> Self {
        Scripts {
            space,
            coding,
            course,
            opening: space.begin(),
            population: Vec::new(),
            generation: 0,
            rng: Rng::new(seed),
            incumbent: Incumbent::default(),
            best_plan: None,
            pedigree: None,
        }
    }

    fn is_over(&self) -> bool {
        let solved = self.incumbent.best().is_some_and(|best| best.solved);
        self.generation == self.course.generations || solved && !self.course.goes_on
    }

    fn next_genomes(&mut self) -> Vec<C::Genome> {
        let Scripts { coding, course, population, rng, pedigree, generation, .. } = self;
        if population.is_empty() {
            return (0..course.population).map(|_| coding.first(rng)).collect();
        }
        let scores: Vec<Score> = population.iter().map(|one| one.fitness).collect();
        let fitness =
            if course.scaling { scaling::linear(&scores) } else { scaling::unscaled(&scores) };
        let parents: Vec<&C::Genome> = population.iter().map(|one| &one.genome).collect();
        let cross = |mother: &C::Genome, father: &C::Genome, rng: &mut Rng| {
            coding.cross(mother, father, rng)
        };
        let mutate = |child: &mut C::Genome, rng: &mut Rng| coding.mutate(child, rng);
        let born = |child: &C::Genome, parents: [&C::Genome; 2]| {
            if let Some(pedigree) = pedigree {
                pedigree.born(child, parents, *generation, |plan| coding.genes(plan));
            }
        };
        offspring(&parents, &Wheel::new(&fitness), course.crossover, rng, cross, mutate, born)
    }

    /// Makes one generation; returns whether it was completed.
    fn advance(&mut self, meter: &mut Meter) -> bool {
        if self.is_over() || !meter.goes_on() {
            return false;
        }
        if self.population.is_empty() {
            // A population that does not fit in memory is not made.
            let bytes = self.coding.bytes(&self.coding.first(&mut self.rng.clone()));
            let members = usize::try_from(self.course.population).unwrap_or(usize::MAX);
            meter.keep(0, bytes.saturating_mul(2).saturating_mul(members));
            if !meter.goes_on() {
                return false;
            }
        }
        let genomes = self.next_genomes();
        let bar =
            self.incumbent.best().map(|best| Worth { solved: best.solved, score: best.score });
        // A plan that beats the bar is carried out once more to record it.
        let longest = 2 * u64::from(self.space.horizon());
        let (space, coding, opening) = (self.space, &self.coding, &self.opening);
        let play = |(world, notes): &mut (S::World, C::Notes),
                    plan: &C::Genome,
                    meter: &mut Meter| {
            let worth = carry_out(space, coding, opening, plan, (world, notes), meter, |_, _| {})?;
            if Some(worth) <= bar {
                return Ok((worth, None));
            }
            let mut line = Vec::new();
            carry_out(space, coding, opening, plan, (world, notes), meter, |world, command| {
                let command = command.filter(|&command| space.obeys(world, command));
                line.push(Timed { at: space.now(world), command });
            })?;
            Ok((worth, Some(line)))
        };
        let workplace = || (opening.clone(), C::Notes::default());
        let (mut scores, incumbent) = (Vec::with_capacity(genomes.len()), &mut self.incumbent);
        let mut improved_by = None;
        let played = values(&genomes, longest, meter, workplace, play, |(worth, line), meter| {
            if let Some(line) = line {
                incumbent.offer(meter, worth.solved, worth.score, || {
                    improved_by = Some(scores.len());
                    line
                });
            }
            scores.push(worth.score);
        });
        if let Some(place) = improved_by {
            self.best_plan = Some(genomes[place].clone());
        }
        let is_whole = played == genomes.len();
        if is_whole {
            let member = |(genome, fitness)| Individual { genome, fitness };
            let mut population: Vec<_> = genomes.into_iter().zip(scores).map(member).collect();
            if self.course.elitism {
                keep_best(&self.population, &mut population);
            }
            self.population = population;
            if let Some(pedigree) = &mut self.pedigree {
                pedigree.settle(self.generation, &self.population);
            }
            self.generation += 1;
        }
        is_whole
    }
}

/// Carries out a plan; `each` gets every time step before it is taken.
fn carry_out<S: Scripted, C: Coding<S>>(
    space: &S,
    coding: &C,
    opening: &S::World,
    plan: &C::Genome,
    (world, notes): (&mut S::World, &mut C::Notes),
    meter: &mut Meter,
    mut each: impl FnMut(&S::World, Option<S::Command>),
) -> Result<Worth, Refused> {
    world.clone_from(opening);
    coding.open(plan, notes);
    let mut score = 0;
    while !space.is_over(world) {
        let command = space.command(coding.cue(plan, notes, space, world));
        each(world, command);
        score += meter.tick(space, world, command)?;
    }
    Ok(Worth { solved: space.is_solved(world), score: score + space.last_gain(world) })
}

impl<S: Scripted, C: Coding<S>> Search for Scripts<'_, S, C> {
    type Answer = Vec<Timed<S::Command>>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() && self.advance(meter) {
            let bytes: usize =
                self.population.iter().map(|one| self.coding.bytes(&one.genome)).sum();
            meter.keep(self.population.len(), 2 * bytes);
        }
        if self.is_over() { SliceEnd::Exhausted } else { SliceEnd::Working }
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn recipe(&self) -> Option<Recipe> {
        self.best_plan.as_ref().and_then(|plan| self.coding.recipe(plan))
    }

    fn inside(&self) -> Inside {
        let score = |points| points;
        let shape = self.pedigree.as_ref().map(|pedigree| {
            let genes = |plan: &C::Genome| self.coding.genes(plan);
            MethodShape::Population(pedigree.shown(self.generation, &self.population, score, genes))
        });
        portrait(self.generation, &self.population, score).with(shape)
    }

    fn keep_record(&mut self) {
        self.pedigree = Some(Pedigree::new());
    }
}
