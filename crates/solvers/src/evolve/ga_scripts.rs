//! Genetic algorithm over plans with one cue for each time step. The simple genetic algorithm with
//! linear scaling, elitism and one-point crossover, started from plans that only pass. Every gene
//! is changed with a small probability, by drawing until it differs. Ends with the first plan that
//! reaches the goal. K. Spoerer, "The Lemmings Puzzle", thesis, Nottingham 2007, section 6.3, on
//! GALib (Wall 1996); readings in decision 0019. Needs [`Scripted`]; ends after its generations,
//! with no proof. Time: one game per plan, n plans in each generation; memory: the population. The
//! budget of evaluations is kept exactly.

use quarry_core::{Card, Cue, Rng, Scripted, settings};

use super::crossover::one_point;
use super::mutation::alter;
use super::pedigree::orders;
use super::scripts::{Coding, ScriptSettings, Scripts};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga",
    summary: "Evolves plans that hold one order, and its recipient, for each time step.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// Parameters of the thesis.
    pub struct GaScriptsSettings {
        /// Number of plans in the population.
        pub population: u64 = 50, 1..=1_000_000;
        /// Maximum number of generations, including the first.
        pub generations: u64 = 80_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// Share of genes that are changed.
        pub mutation: f64 = 0.05, 0.0..=1.0;
        /// Whether scores are scaled before parents are drawn.
        pub scaling: bool = true, ();
        /// Whether the best plan is kept if it would be lost.
        pub elitism: bool = true, ();
        /// Whether to continue after the goal is reached.
        pub goes_on: bool = false, ();
    }
}

/// Coding of a plan as one cue for each time step, drawn from all cues.
pub struct ByStep {
    steps: usize,
    cues: Vec<Cue>,
    mutation: f64,
}

impl<'a, S: Scripted> Scripts<'a, S, ByStep> {
    /// Creates a run with the given seed.
    pub fn by_step(space: &'a S, settings: &GaScriptsSettings, seed: u64) -> Self {
        let coding = ByStep {
            steps: space.horizon() as usize,
            cues: space.cues(),
            mutation: settings.mutation,
        };
        let course = ScriptSettings {
            population: settings.population,
            generations: settings.generations,
            crossover: settings.crossover,
            scaling: settings.scaling,
            elitism: settings.elitism,
            goes_on: settings.goes_on,
        };
        Scripts::with(space, coding, course, seed)
    }
}

impl<S: Scripted> Coding<S> for ByStep {
    type Genome = Vec<Cue>;
    type Notes = ();

    fn first(&self, _: &mut Rng) -> Vec<Cue> {
        vec![Cue::default(); self.steps]
    }

    fn cross(&self, mother: &Vec<Cue>, father: &Vec<Cue>, rng: &mut Rng) -> [Vec<Cue>; 2] {
        one_point(mother, father, rng)
    }

    fn mutate(&self, child: &mut Vec<Cue>, rng: &mut Rng) {
        // Without anyone to give orders to there is only one cue, and nothing to change.
        if self.cues.len() > 1 {
            alter(child, self.mutation, rng, |rng| self.cues[rng.below(self.cues.len())]);
        }
    }

    fn cue(&self, plan: &Vec<Cue>, (): &mut (), space: &S, world: &S::World) -> Cue {
        plan[space.now(world) as usize]
    }

    fn genes(&self, plan: &Vec<Cue>) -> Vec<u64> {
        orders(plan)
    }

    fn bytes(&self, plan: &Vec<Cue>) -> usize {
        size_of_val(plan.as_slice())
    }
}
