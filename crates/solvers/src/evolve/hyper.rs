//! Evolutionary hyper-heuristic. Evolves the order in which rules of thumb are applied: a programme
//! plays a game by applying its rules in turn, and its fitness is the result. S. Salcedo-Sanz et
//! al., Applied Intelligence (2013). Where the paper is silent: a mutation changes one gene or
//! swaps two, the tournament has ten opponents, and games that came to their end rank before games
//! that ran out of rules. A programme that was played once is not played again, since its game
//! would be the same. The programme found is shown and can be given back (`programme`), on any
//! instance of the puzzle; then it alone plays, once. Ours: where a goal is to be reached, games
//! that miss it rank by their nearest approach; programmes of any length, which the authors tried
//! first. Needs [`LowLevel`]; ends after its generations, with no proof. Time: one game per new
//! programme, at most n; memory: the programmes. Budgets are kept exactly.

use quarry_core::{
    Card, Domain, Found, Inside, LowLevel, Meter, MethodShape, Recipe, Rng, Search, Shares,
    SliceEnd, settings,
};

use super::islands::migrate;
use super::pedigree::{Pedigree, by_place};
use super::population::{is_uniform, portrait, rank};
use super::programme::{self, Gene, Programme, Repertoire};
use super::programme_games::{ProgrammeGames, ValuedProgramme, all_rules, rule_shares};
use super::programme_search::or;
use super::replacement::tournament;
use super::selection::couple;
use crate::playout::LONGEST_GAME;
use crate::swarm::merit::Merit;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hyper",
    summary: "Evolves the order in which rules of thumb are applied.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// Parameters of the paper.
    pub struct HyperSettings {
        /// Number of programmes in the population; 0 for the paper's number, 20 more than the
        /// instance's extent.
        pub population: u64 = 0, 0..=1_000_000;
        /// Number of generations after the first; 0 for the paper's number, ten times the
        /// instance's extent.
        pub generations: u64 = 0, 0..=1_000_000_000;
        /// Number of genes in a programme, or the largest number.
        pub length: u64 = 20, 1..=10_000;
        /// Whether all programmes have the same number of genes, as in the paper, or any number.
        pub genome: &'static str = "fixed", ["fixed", "variable"];
        /// Share of the offspring in which one gene is drawn anew, share in which two are swapped,
        /// and share in which one is added or dropped where programmes differ in length.
        pub mutation: f64 = 0.01, 0.0..=1.0;
        /// Number of opponents of each programme in the tournament for the next generation.
        pub opponents: u64 = 10, 1..=1_000_000;
        /// Whether all but the best three are replaced when all programmes have the same fitness.
        pub hyper_mutation: bool = true, ();
        /// Whether to start again with a new population after the last generation.
        pub restarts: bool = false, ();
        /// A programme to play by, as numbers of rules: `9 15 12`; empty to evolve one.
        pub programme: String = String::new(), Domain::Recipe("numbers of rules, or nothing");
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Number of programmes that survive a hyper-mutation.
const SPARED: usize = 3;

/// How many programmes migrate between islands, and how often.
pub(super) struct Migration {
    pub(super) interval: u64,
    pub(super) migrants: usize,
}

/// One or several populations of programmes.
pub struct Hyper<'a, S: LowLevel> {
    settings: HyperSettings,
    migration: Option<Migration>,
    islands: Vec<Island>,
    /// Number of generations made, including the first.
    generation: u64,
    /// A programme that plays alone.
    given: Option<Programme>,
    arena: ProgrammeGames<'a, S>,
    /// Who descends from whom on the first island, for people who watch.
    pedigree: Option<Pedigree>,
}

impl<'a, S: LowLevel> Hyper<'a, S> {
    /// Creates a run with the given seed and one population that uses all rules. A programme that
    /// cannot be read is evolved instead; front ends check it with [`programme::read`].
    pub fn new(space: &'a S, settings: &HyperSettings, seed: u64) -> Self {
        Hyper::on_islands_with(space, settings, vec![all_rules::<S>()], None, seed)
    }

    /// Creates a run with the given seed and one population for each of these subsets of the rules.
    pub(super) fn on_islands_with(
        space: &'a S,
        settings: &HyperSettings,
        shares: Vec<Vec<Gene>>,
        migration: Option<Migration>,
        seed: u64,
    ) -> Self {
        let extent = space.extent() as u64;
        let settings = HyperSettings {
            population: or(settings.population, extent + 20),
            generations: or(settings.generations, 10 * extent),
            ..settings.clone()
        };
        let (length, variable) = (settings.length as usize, settings.genome == "variable");
        let given = programme::read(&settings.programme, S::HEURISTICS.len()).ok();
        let islands = (0..).zip(shares).map(|(island, rules)| Island {
            repertoire: Repertoire { rules, length, variable },
            rng: Rng::stream(seed, island),
            population: Vec::new(),
        });
        let islands = islands.collect();
        Hyper {
            arena: ProgrammeGames::new(space, settings.depth),
            given: given.filter(|programme| !programme.is_empty()),
            settings,
            migration,
            islands,
            generation: 0,
            pedigree: None,
        }
    }

    /// Makes one generation, unless the meter stops it midway.
    fn advance(&mut self, meter: &mut Meter) -> Option<()> {
        let (settings, generation) = (&self.settings, self.generation);
        let mut pedigree = self.pedigree.as_mut();
        let offspring = |island: &mut Island| {
            let mut first = pedigree.take();
            island.offspring(settings, |child, parents| {
                if let Some(pedigree) = &mut first {
                    pedigree.born(child, parents, generation, genes);
                }
            })
        };
        let young = self.islands.iter_mut().map(offspring).collect();
        for (island, young) in self.islands.iter_mut().zip(self.arena.value(young, meter)?) {
            island.select(young, &self.settings);
        }
        if self.settings.hyper_mutation {
            let newcomers = self.islands.iter_mut().map(Island::hyper_mutation).collect();
            for (island, newcomers) in
                self.islands.iter_mut().zip(self.arena.value(newcomers, meter)?)
            {
                island.population.extend(newcomers);
            }
        }
        if let (Some(pedigree), Some(first)) = (&mut self.pedigree, self.islands.first()) {
            pedigree.settle(generation, &first.population);
        }
        self.generation += 1;
        if let Some(migration) = &self.migration
            && self.generation.is_multiple_of(migration.interval)
        {
            let mut populations: Vec<_> =
                self.islands.iter_mut().map(|island| &mut island.population).collect();
            migrate(&mut populations, migration.migrants);
        }
        Some(())
    }

    /// Empties the islands. The known programmes are forgotten as well: a search that plays no new
    /// games would never use up its budget.
    fn begin_again(&mut self) {
        self.generation = 0;
        self.islands.iter_mut().for_each(|island| island.population.clear());
        self.arena.known.clear();
    }
}

impl<S: LowLevel> Search for Hyper<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if !meter.in_slice() {
            return SliceEnd::Working;
        }
        if let Some(given) = &self.given {
            let played = self.arena.value(vec![vec![given.clone()]], meter);
            return played.map_or(SliceEnd::Working, |_| SliceEnd::Exhausted);
        }
        if self.advance(meter).is_none() {
            return SliceEnd::Working;
        }
        let known = self.arena.known.len();
        let living = self.islands.len() * self.settings.population as usize;
        let length = self.settings.length as usize;
        meter.keep(known, (known + 2 * living) * (length + size_of::<(Programme, Merit)>()));
        if self.arena.incumbents.is_settled(self.arena.space) {
            return SliceEnd::Exhausted;
        }
        if self.generation <= self.settings.generations {
            return SliceEnd::Working;
        }
        if !self.settings.restarts {
            return SliceEnd::Exhausted;
        }
        self.begin_again();
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.arena.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.arena.incumbents.draft()
    }

    fn recipe(&self) -> Option<Recipe> {
        self.arena.recipe()
    }

    fn draft_recipe(&self) -> Option<Recipe> {
        self.arena.draft_recipe()
    }

    /// From the first island; the shares are those of the rules in the active parts on all islands.
    fn inside(&self) -> Inside {
        let first = self.islands.first().map_or(&[][..], |island| &island.population);
        let score = |merit: Merit| merit.worth.score;
        let shape = self.pedigree.as_ref().map(|pedigree| {
            MethodShape::Population(pedigree.shown(self.generation, first, score, genes))
        });
        let mut inside = portrait(self.generation, first, score).with(shape);
        let everybody = self.islands.iter().flat_map(|island| &island.population);
        let parts = rule_shares::<S>(everybody.map(|one| &one.genome[..]));
        inside.shares = Some(Shares { of: "rules in the living programmes", parts });
        inside
    }

    fn keep_record(&mut self) {
        self.pedigree = Some(Pedigree::new());
    }
}

/// The genes of a programme as numbers.
fn genes(programme: &Programme) -> Vec<u64> {
    by_place(programme.iter())
}

/// A population with its own rules and random numbers.
struct Island {
    repertoire: Repertoire,
    rng: Rng,
    population: Vec<ValuedProgramme>,
}

impl Island {
    /// Creates as many children of random couples as there are parents; at the beginning, random
    /// programmes. `born` gets each child with its parents.
    fn offspring(
        &mut self,
        settings: &HyperSettings,
        mut born: impl FnMut(&Programme, [&Programme; 2]),
    ) -> Vec<Programme> {
        let Island { repertoire, rng, population } = self;
        let size = settings.population as usize;
        if population.is_empty() {
            return (0..size).map(|_| repertoire.random(rng)).collect();
        }
        let mut children = Vec::with_capacity(size + 1);
        let mut couples = Vec::with_capacity(size.div_ceil(2));
        while children.len() < size {
            let (mother, father) = couple(population.len(), rng);
            couples.push([mother, father]);
            let (mother, father) = (&population[mother].genome, &population[father].genome);
            children.extend(repertoire.crossed(mother, father, rng));
        }
        children.truncate(size);
        for child in &mut children {
            if rng.unit() < settings.mutation {
                repertoire.reset(child, rng);
            }
            if rng.unit() < settings.mutation {
                programme::swap(child, rng);
            }
            if repertoire.variable && rng.unit() < settings.mutation {
                repertoire.stretch(child, rng);
            }
        }
        for (child, couple) in children.iter().zip(couples.iter().flat_map(|both| [both; 2])) {
            born(child, couple.map(|parent| &population[parent].genome));
        }
        children
    }

    /// Selects the next generation from parents and children.
    fn select(&mut self, children: Vec<ValuedProgramme>, settings: &HyperSettings) {
        let mut pool = std::mem::take(&mut self.population);
        pool.extend(children);
        let (places, opponents) = (settings.population as usize, settings.opponents as usize);
        self.population = tournament(pool, places, opponents, &mut self.rng);
    }

    /// If all have the same fitness, keeps the best and returns replacements for the others: half
    /// of them random, half mutations of those kept.
    fn hyper_mutation(&mut self) -> Vec<Programme> {
        let Island { repertoire, rng, population } = self;
        if !is_uniform(population) {
            return Vec::new();
        }
        let places = population.len();
        rank(population);
        population.truncate(SPARED);
        let newcomer = |place: usize| {
            if place.is_multiple_of(2) {
                return repertoire.random(rng);
            }
            let mut mutant = population[rng.below(population.len())].genome.clone();
            if rng.below(2) == 0 {
                repertoire.reset(&mut mutant, rng);
            } else {
                programme::swap(&mut mutant, rng);
            }
            mutant
        };
        (population.len()..places).map(newcomer).collect()
    }
}
