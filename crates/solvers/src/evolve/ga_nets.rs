//! Genetic algorithm over nets: each addressee is an agent that chooses its own orders. In each time
//! step a small net is given what the agent senses and says how much it wishes for each order; the
//! strongest wish above 0 of all agents that would be obeyed is the order of the step. All agents
//! share one net, or each has its own. K. Spoerer's thesis (Nottingham 2007, chapter 6) names the
//! approach and does not carry it out: a net whose input is a portion of the surroundings, trained by
//! an evolutionary algorithm. The steps of the evolution are those of [`super::ga_scripts`]; senses,
//! coding and mutation are ours. A plan is found as the game of its nets. Needs [`Sensed`]; ends at
//! the goal or after its generations, with no proof. Time: one game per set of nets, and a net's
//! answer for each agent and time step; memory: the population. The budget of evaluations is kept
//! exactly.

use fearless_simd::Level;
use quarry_core::{Card, Cue, Rng, Sensed, settings};
use quarry_nets::{Net, Scratch};

use super::cma_es::normal;
use super::crossover::one_point;
use super::pedigree::by_place;
use super::scripts::{Coding, ScriptSettings, Scripts};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga-nets",
    summary: "Evolves nets by which every recipient chooses its own orders from what it senses.",
    ..super::ga_scripts::CARD
};

settings! {
    /// Parameters of the evolution and of the nets.
    pub struct GaNetsSettings {
        /// Number of sets of nets in the population.
        pub population: u64 = 50, 1..=1_000_000;
        /// Maximum number of generations, including the first.
        pub generations: u64 = 80_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// Share of weights that are changed.
        pub mutation: f64 = 0.05, 0.0..=1.0;
        /// Standard deviation of a change; weights of the first nets have 1.
        pub step: f64 = 0.5, 0.001..=100.0;
        /// Whether all agents share one net, or each has its own.
        pub nets: &'static str = "shared", ["shared", "each"];
        /// Number of cells that an agent sees in each direction.
        pub sight: u64 = 2, 0..=8;
        /// Number of hidden units of a net.
        pub hidden: u64 = 4, 1..=256;
        /// Whether scores are scaled before parents are drawn.
        pub scaling: bool = true, ();
        /// Whether the best nets are kept if they would be lost.
        pub elitism: bool = true, ();
        /// Whether to continue after the goal is reached.
        pub goes_on: bool = false, ();
    }
}

/// Units in which weights are counted: genes are whole numbers, so that genomes can be compared.
const UNIT: f64 = 1_000.0;

/// Coding of a plan as the nets of its agents, one after the other.
pub struct ByAgent {
    roles: Vec<u16>,
    sight: u64,
    /// Number of nets: one, or one for each agent.
    nets: usize,
    /// Sizes of the layers of a net.
    sizes: [usize; 3],
    mutation: f64,
    step: f64,
}

/// The nets that are playing, with their working memory.
#[derive(Default)]
pub struct Minds {
    nets: Vec<Net>,
    scratch: Option<Scratch>,
    senses: Vec<f32>,
}

impl<'a, S: Sensed> Scripts<'a, S, ByAgent> {
    /// Creates a run with the given seed.
    pub fn by_agent(space: &'a S, settings: &GaNetsSettings, seed: u64) -> Self {
        let roles = space.roles();
        let nets = if settings.nets == "shared" { 1 } else { usize::from(space.cast()) };
        let coding = ByAgent {
            sight: settings.sight,
            nets,
            sizes: [space.senses(settings.sight), settings.hidden as usize, roles.len()],
            roles,
            mutation: settings.mutation,
            step: settings.step,
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

impl<S: Sensed> Coding<S> for ByAgent {
    type Genome = Vec<i32>;
    type Notes = Minds;

    fn first(&self, rng: &mut Rng) -> Vec<i32> {
        let numbers = self.nets * Net::count(&self.sizes);
        (0..numbers).map(|_| (normal(rng) * UNIT) as i32).collect()
    }

    fn cross(&self, mother: &Vec<i32>, father: &Vec<i32>, rng: &mut Rng) -> [Vec<i32>; 2] {
        one_point(mother, father, rng)
    }

    fn mutate(&self, child: &mut Vec<i32>, rng: &mut Rng) {
        for weight in child {
            if rng.unit() < self.mutation {
                *weight = weight.saturating_add((normal(rng) * self.step * UNIT) as i32);
            }
        }
    }

    fn open(&self, plan: &Vec<i32>, minds: &mut Minds) {
        let numbers = Net::count(&self.sizes);
        let weight = |&gene: &i32| (f64::from(gene) / UNIT) as f32;
        minds.nets.clear();
        minds.nets.extend(plan.chunks_exact(numbers).map(|genes| {
            let weights: Vec<f32> = genes.iter().map(weight).collect();
            Net::of(&self.sizes, &weights)
        }));
    }

    fn cue(&self, _: &Vec<i32>, minds: &mut Minds, space: &S, world: &S::World) -> Cue {
        let Minds { nets, scratch, senses } = minds;
        let scratch = scratch.get_or_insert_with(|| Scratch::new(Level::new()));
        let mut strongest = (0.0, Cue::default());
        space.each_sense(world, self.sight, senses, |whom, sensed| {
            let net = &nets[usize::from(whom) % self.nets];
            for (&role, &wish) in self.roles.iter().zip(net.answer(sensed, scratch)) {
                let cue = Cue { whom: Some(whom), what: Some(role) };
                let is_obeyed =
                    || space.command(cue).is_some_and(|command| space.obeys(world, command));
                if wish > strongest.0 && is_obeyed() {
                    strongest = (wish, cue);
                }
            }
        });
        strongest.1
    }

    fn genes(&self, plan: &Vec<i32>) -> Vec<u64> {
        by_place(plan.iter())
    }

    fn bytes(&self, plan: &Vec<i32>) -> usize {
        size_of_val(plan.as_slice())
    }
}
