//! The genetic algorithm over plans, a cue for each time step. The simple genetic algorithm with
//! linear scaling, elitism and one-point crossover, begun from plans that pass all the time; every
//! gene is drawn anew with a small chance, until it is another. Ends with the first plan that
//! reaches the goal. K. Spoerer, "The Lemmings Puzzle", thesis, Nottingham 2007, section 6.3, on
//! GALib (Wall 1996); readings in decision 0019. Needs [`Scripted`]; ends after its generations,
//! with no proof. Time: a game for each plan, n of them in each generation; memory: the population.
//! Evaluations are kept to exactly.

use quarry_core::{Cue, Rng, Scripted, settings};

use super::crossover::one_point;
use super::mutation::alter;
use super::scripts::{Coding, ScriptSettings, Scripts};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga",
    summary: "Evolves plans that say for each time step whom to tell what.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// The thesis's parameters.
    pub struct GaScriptsSettings {
        /// How many plans live at a time.
        pub population: u64 = 50, 1..=1_000_000;
        /// How many generations there are at most, the first one included.
        pub generations: u64 = 80_000, 1..=1_000_000_000_000;
        /// The share of couples whose children are crossed; the others are copies.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// The share of genes that are changed.
        pub mutation: f64 = 0.05, 0.0..=1.0;
        /// Whether scores are scaled before mates are drawn.
        pub scaling: bool = true, ();
        /// Whether a best plan that would be lost lives on.
        pub elitism: bool = true, ();
        /// Whether to go on when the goal is reached.
        pub goes_on: bool = false, ();
    }
}

/// One cue for each time step, drawn from all there are.
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
        // Where there is nobody to tell anything, there is nothing to change.
        if self.cues.len() > 1 {
            alter(child, self.mutation, rng, |rng| self.cues[rng.below(self.cues.len())]);
        }
    }

    fn cue(&self, plan: &Vec<Cue>, (): &mut (), space: &S, world: &S::World) -> Cue {
        plan[space.now(world) as usize]
    }

    fn bytes(&self, plan: &Vec<Cue>) -> usize {
        size_of_val(plan.as_slice())
    }
}
