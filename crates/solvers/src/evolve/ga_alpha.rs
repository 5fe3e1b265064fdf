//! Genetic algorithm over plans, each with its own list of recipients. As [`super::ga_scripts`],
//! but every plan carries a list of those to whom its mutations address orders, which is crossed
//! and mutated along with it; scores are not scaled, genes are flipped, each child has its own cut,
//! and there are calls such as a nuke. K. Spoerer, "The Lemmings Puzzle", thesis, Nottingham 2007,
//! section 6.2, on GALib (Wall 1996); readings in decision 0019. Needs [`Scripted`]; improves on
//! plans that reach the goal, and ends after its generations, with no proof. Time: one game per
//! plan, n plans in each generation; memory: the population. The budget of evaluations is kept
//! exactly.

use quarry_core::{Card, Cue, Domain, Recipe, Rng, Scripted, SettingValue, settings};

use super::crossover::{exchanged_tails, one_point_each};
use super::mutation::flip;
use super::pedigree::orders;
use super::scripts::{Coding, ScriptSettings, Scripts};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga-alpha",
    summary: "Evolves plans along with lists of those who receive their orders.",
    ..super::ga_scripts::CARD
};

settings! {
    /// Parameters of the thesis.
    pub struct GaAlphaSettings {
        /// Number of plans in the population.
        pub population: u64 = 250, 1..=1_000_000;
        /// Number of generations, including the first.
        pub generations: u64 = 2_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// Share of genes that are drawn anew.
        pub mutation: f64 = 0.001, 0.0..=1.0;
        /// Whether scores are scaled before parents are drawn.
        pub scaling: bool = false, ();
        /// Whether the best plan is kept if it would be lost.
        pub elitism: bool = true, ();
        /// Whether to continue after the goal is reached.
        pub goes_on: bool = true, ();
        /// The first plans: passes, random, or all equal to the given cues, each as time step,
        /// recipient and order by number; -1 means none.
        pub start: Start = Start::Pass, Domain::Start("pass, random, or cues such as 3:0:5,20:-1:256");
    }
}

/// Content of the first plans.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// Only passes.
    Pass,
    /// Random cues.
    Random,
    /// These cues at these time steps. Cues beyond an instance's time are ignored.
    Script(Vec<(u32, Cue)>),
}

/// No recipient or no order, as the thesis writes them.
const NONE: &str = "-1";

impl SettingValue for Start {
    fn read(text: &str, _: &Domain) -> Option<Self> {
        let part = |word: &str| if word == NONE { Some(None) } else { word.parse().ok().map(Some) };
        let cue = |entry: &str| {
            let mut words = entry.split(':');
            let (at, whom, what) = (words.next()?, words.next()?, words.next()?);
            let cue = Cue { whom: part(whom)?, what: part(what)? };
            words.next().is_none().then_some((at.parse().ok()?, cue))
        };
        match text {
            "pass" => Some(Start::Pass),
            "random" => Some(Start::Random),
            _ => text.split(',').map(cue).collect::<Option<_>>().map(Start::Script),
        }
    }

    fn write(&self) -> String {
        let part =
            |number: Option<u16>| number.map_or(NONE.to_owned(), |number| number.to_string());
        let cue = |(at, cue): &(u32, Cue)| format!("{at}:{}:{}", part(cue.whom), part(cue.what));
        match self {
            Start::Pass => "pass".to_owned(),
            Start::Random => "random".to_owned(),
            Start::Script(cues) => cues.iter().map(cue).collect::<Vec<_>>().join(","),
        }
    }
}

/// A plan, and the recipients that its mutations use. The first entry is no recipient, and stays.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CastPlan {
    cues: Vec<Cue>,
    whom: Vec<Option<u16>>,
}

/// One cue for each time step, and the list of recipients to draw from.
pub struct WithCast {
    /// No recipient, then each of the cast.
    whom: Vec<Option<u16>>,
    /// No order, then each call and each role.
    what: Vec<Option<u16>>,
    steps: usize,
    start: Start,
    mutation: f64,
}

impl<'a, S: Scripted> Scripts<'a, S, WithCast> {
    /// Creates a run with the given seed.
    pub fn with_cast(space: &'a S, settings: &GaAlphaSettings, seed: u64) -> Self {
        let orders = space.calls().into_iter().chain(space.roles());
        let coding = WithCast {
            whom: std::iter::once(None).chain((0..space.cast()).map(Some)).collect(),
            what: std::iter::once(None).chain(orders.map(Some)).collect(),
            steps: space.horizon() as usize,
            start: settings.start.clone(),
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

impl WithCast {
    fn draw(&self, among: &[Option<u16>], rng: &mut Rng) -> Cue {
        Cue { whom: among[rng.below(among.len())], what: self.what[rng.below(self.what.len())] }
    }
}

impl<S: Scripted> Coding<S> for WithCast {
    type Genome = CastPlan;
    type Notes = ();

    fn first(&self, rng: &mut Rng) -> CastPlan {
        let mut cues = vec![Cue::default(); self.steps];
        match &self.start {
            Start::Pass => {}
            Start::Random => cues.iter_mut().for_each(|cue| *cue = self.draw(&self.whom, rng)),
            Start::Script(script) => {
                for (at, cue) in script {
                    if let Some(place) = cues.get_mut(*at as usize) {
                        *place = *cue;
                    }
                }
            }
        }
        CastPlan { cues, whom: self.whom.clone() }
    }

    fn cross(&self, mother: &CastPlan, father: &CastPlan, rng: &mut Rng) -> [CastPlan; 2] {
        let [first, second] = one_point_each(&mother.cues, &father.cues, rng);
        // The entry for no recipient is before every cut, so that no list loses it.
        let [own, other] = exchanged_tails(&mother.whom[1..], &father.whom[1..], rng);
        let with_nobody = |others: Vec<Option<u16>>| std::iter::once(None).chain(others).collect();
        [
            CastPlan { cues: first, whom: with_nobody(own) },
            CastPlan { cues: second, whom: with_nobody(other) },
        ]
    }

    fn mutate(&self, child: &mut CastPlan, rng: &mut Rng) {
        let CastPlan { cues, whom } = child;
        flip(cues, self.mutation, rng, |rng| self.draw(whom, rng));
        flip(&mut whom[1..], self.mutation, rng, |rng| self.whom[rng.below(self.whom.len())]);
    }

    fn cue(&self, plan: &CastPlan, (): &mut (), space: &S, world: &S::World) -> Cue {
        plan.cues[space.now(world) as usize]
    }

    /// All cues of the plan, also those that stand for no order or were not obeyed.
    fn recipe(&self, plan: &CastPlan) -> Option<Recipe> {
        let cues = (0..).zip(&plan.cues).filter(|(_, cue)| **cue != Cue::default());
        let script: Vec<_> = cues.map(|(at, &cue)| (at, cue)).collect();
        let start = if script.is_empty() { Start::Pass } else { Start::Script(script) };
        Some(Recipe { setting: "start", value: start.write() })
    }

    fn genes(&self, plan: &CastPlan) -> Vec<u64> {
        orders(&plan.cues)
    }

    fn bytes(&self, plan: &CastPlan) -> usize {
        size_of_val(plan.cues.as_slice()) + size_of_val(plan.whom.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_is_read_back_or_refused() {
        let domain = Domain::Text("");
        for text in ["pass", "random", "3:0:5", "3:0:5,20:-1:256,21:4:-1"] {
            assert_eq!(
                Start::read(text, &domain).map(|start| start.write()),
                Some(text.to_owned())
            );
        }
        for text in ["", "nothing", "3:0", "3:0:5:1", "3:0:5,", "-1:0:5", "3:-:5", "3:0:digger"] {
            assert_eq!(Start::read(text, &domain), None, "{text}");
        }
    }
}
