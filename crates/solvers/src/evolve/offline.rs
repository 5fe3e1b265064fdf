//! Hyper-heuristics that learn offline: a programme of rules of thumb, or a formula that ranks
//! moves, is evolved on many boards, to play boards it has never seen. E. Burke et al. ("A
//! classification of hyper-heuristic approaches", 2010) call this offline learning, as opposed to
//! [`super::hyper`] and [`crate::swarm::genetic_programming`], which evolve anew on every board. A
//! member's fitness is the number of training boards it solves, then the sum of its games' figures
//! (see [`crate::swarm::merit`]). Parents and children compete for the places, so that nothing
//! found is lost. Boards held back decide nothing; they show what the best member is worth. Needs a
//! way of play ([`BoardPlayer`]); ends after its generations. Time: one game for each child and
//! board.

use quarry_core::{Guided, LowLevel, Meter, Refused, Rng, Score, settings};

use super::evaluation::values;
use super::population::{Individual, rank};
use super::programme::{self, Programme, Repertoire};
use super::programme_games::all_rules;
use super::selection::fittest_of;
use crate::playout::{LONGEST_GAME, Playout};
use crate::swarm::expression::MoveFormula;
use crate::swarm::genetic_programming::{DEPTH, FormulaPlayer, NUMBERS};
use crate::swarm::merit::Merit;

settings! {
    /// How programmes or formulas are evolved on many boards.
    pub struct OfflineSettings {
        /// Number of boards on which everybody plays.
        pub boards: u64 = 20, 1..=10_000;
        /// Number of boards held back, on which only the best plays.
        pub held_back: u64 = 20, 0..=10_000;
        /// Number of members.
        pub population: u64 = 40, 2..=100_000;
        /// Number of generations, the first included.
        pub generations: u64 = 30, 1..=1_000_000;
        /// Number of members from which each parent is the fittest.
        pub tournament: u64 = 3, 1..=1_000_000;
        /// Share of children that get a part of a second parent; the others are mutated.
        pub crossover: f64 = 0.8, 0.0..=1.0;
        /// Most rules in a programme, or nodes in a formula.
        pub longest: u64 = 20, 1..=10_000;
    }
}

/// A genome that plays a game on any board of a puzzle.
pub trait BoardPlayer<S: Guided>: Sync {
    /// What is evolved.
    type Genome: Clone + PartialEq + Send + Sync;
    /// Setting of the solver that plays by it, by which the result is known.
    const SETTING: &'static str;

    /// Creates players whose genomes have at most this length.
    fn new(longest: usize) -> Self;
    /// Returns a random genome, for this place of the first population.
    fn random(&self, place: usize, rng: &mut Rng) -> Self::Genome;
    /// Returns a genome with parts of both parents.
    fn crossed(&self, mother: &Self::Genome, father: &Self::Genome, rng: &mut Rng) -> Self::Genome;
    /// Returns a genome that differs a little.
    fn mutated(&self, parent: &Self::Genome, rng: &mut Rng) -> Self::Genome;
    /// Plays a game.
    fn play(&self, board: &S, genome: &Self::Genome, meter: &mut Meter) -> Result<Merit, Refused>;
    /// Writes a genome as the solver's setting takes it.
    fn write(genome: &Self::Genome) -> String;
    /// Reads a genome; otherwise says what is wrong.
    fn read(text: &str) -> Result<Self::Genome, String>;
}

/// Programmes of rules of thumb, of any length; `hyper` plays by them.
pub struct Programmes(Repertoire);

impl<S: LowLevel> BoardPlayer<S> for Programmes {
    type Genome = Programme;
    const SETTING: &'static str = "programme";

    fn new(longest: usize) -> Self {
        Programmes(Repertoire { rules: all_rules::<S>(), length: longest, variable: true })
    }
    fn random(&self, _: usize, rng: &mut Rng) -> Programme {
        self.0.random(rng)
    }
    fn crossed(&self, mother: &Programme, father: &Programme, rng: &mut Rng) -> Programme {
        let [child, _] = self.0.crossed(mother, father, rng);
        child
    }
    /// One of the three mutations of `hyper`, each equally likely.
    fn mutated(&self, parent: &Programme, rng: &mut Rng) -> Programme {
        let mut child = parent.clone();
        match rng.below(3) {
            0 => self.0.reset(&mut child, rng),
            1 => programme::swap(&mut child, rng),
            _ => self.0.stretch(&mut child, rng),
        }
        child
    }
    fn play(&self, board: &S, genome: &Programme, meter: &mut Meter) -> Result<Merit, Refused> {
        let rules = genome.iter().map(|&gene| usize::from(gene) - 1);
        Playout::new(board, LONGEST_GAME).finish_by(rules, meter)
    }
    fn write(genome: &Programme) -> String {
        programme::write(genome)
    }
    fn read(text: &str) -> Result<Programme, String> {
        let read = programme::read(text, S::HEURISTICS.len())?;
        if read.is_empty() { Err("expected at least one rule".to_owned()) } else { Ok(read) }
    }
}

/// Formulas that rank moves; `genetic-programming` plays by them.
pub struct Formulas {
    longest: usize,
}

impl<S: Guided> BoardPlayer<S> for Formulas {
    type Genome = MoveFormula;
    const SETTING: &'static str = "formula";

    fn new(longest: usize) -> Self {
        Formulas { longest }
    }
    /// Ramped half and half, as in `genetic-programming`.
    fn random(&self, place: usize, rng: &mut Rng) -> MoveFormula {
        let depth = 1 + place / 2 % DEPTH;
        let formula = MoveFormula::random(NUMBERS.len(), depth, place.is_multiple_of(2), rng);
        if formula.len() > self.longest {
            MoveFormula::random(NUMBERS.len(), 0, true, rng)
        } else {
            formula
        }
    }
    fn crossed(&self, mother: &MoveFormula, father: &MoveFormula, rng: &mut Rng) -> MoveFormula {
        let child = mother.crossed(father, rng);
        if child.len() > self.longest { mother.clone() } else { child }
    }
    fn mutated(&self, parent: &MoveFormula, rng: &mut Rng) -> MoveFormula {
        let child = parent.mutated(NUMBERS.len(), DEPTH, rng);
        if child.len() > self.longest { parent.clone() } else { child }
    }
    fn play(&self, board: &S, genome: &MoveFormula, meter: &mut Meter) -> Result<Merit, Refused> {
        FormulaPlayer::new(board, LONGEST_GAME).play(genome, meter)
    }
    fn write(genome: &MoveFormula) -> String {
        genome.write(&NUMBERS)
    }
    fn read(text: &str) -> Result<MoveFormula, String> {
        MoveFormula::read(text, &NUMBERS)
    }
}

/// The games of one genome on several boards; more is better.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoardsMerit {
    /// Number of boards with an answer.
    pub solved: u64,
    /// Sum of the scores, where there is an answer, and of how near the others came.
    pub total: Score,
}

/// A genome and its games on the training boards.
pub type Trainee<G> = Individual<G, BoardsMerit>;

/// What an evolution has come to, enough to continue it.
#[derive(Debug, Clone)]
pub struct OfflineState<G> {
    /// Number of generations completed.
    pub generation: u64,
    /// The living members, the best first.
    pub population: Vec<Trainee<G>>,
    /// The games of the best member on the boards held back.
    pub held_back: BoardsMerit,
}

impl<G> Default for OfflineState<G> {
    fn default() -> Self {
        let (population, held_back) = (Vec::new(), BoardsMerit::default());
        OfflineState { generation: 0, population, held_back }
    }
}

/// An evolution on many boards.
pub struct Offline<'a, S: Guided, B: BoardPlayer<S>> {
    players: B,
    training: &'a [S],
    held_back: &'a [S],
    settings: OfflineSettings,
    seed: u64,
    state: OfflineState<B::Genome>,
}

impl<'a, S: Guided, B: BoardPlayer<S>> Offline<'a, S, B> {
    /// Continues an evolution from a state of the same boards, settings and seed; the empty state
    /// is the beginning.
    pub fn new(
        [training, held_back]: [&'a [S]; 2],
        settings: &OfflineSettings,
        seed: u64,
        state: OfflineState<B::Genome>,
    ) -> Self {
        let (players, settings) = (B::new(settings.longest as usize), settings.clone());
        Offline { players, training, held_back, settings, seed, state }
    }

    /// Current state of the evolution.
    pub fn state(&self) -> &OfflineState<B::Genome> {
        &self.state
    }

    /// Whether the evolution has ended.
    pub fn is_over(&self) -> bool {
        self.state.generation >= self.settings.generations
    }

    /// Runs one generation. Returns false and changes nothing if it was cut short. All random
    /// numbers of a generation derive from its number.
    pub fn step(&mut self, meter: &mut Meter) -> bool {
        let children = self.children(&mut Rng::stream(self.seed, self.state.generation));
        let Some(merits) = self.played(self.training, &children, meter) else { return false };
        let mut pool = self.state.population.clone();
        for (genome, fitness) in children.into_iter().zip(merits) {
            if pool.iter().all(|one| one.genome != genome) {
                pool.push(Individual { genome, fitness });
            }
        }
        rank(&mut pool);
        pool.truncate(self.settings.population as usize);
        let best = std::slice::from_ref(&pool[0].genome);
        let Some(held_back) = self.played(self.held_back, best, meter) else { return false };
        self.state = OfflineState {
            generation: self.state.generation + 1,
            held_back: held_back[0],
            population: pool,
        };
        true
    }

    fn children(&self, rng: &mut Rng) -> Vec<B::Genome> {
        let (population, players) = (&self.state.population, &self.players);
        let drawn = self.settings.tournament as usize;
        let child = |place: usize| {
            if population.is_empty() {
                return players.random(place, rng);
            }
            let mother = &population[fittest_of(population, drawn, rng)].genome;
            if rng.unit() >= self.settings.crossover {
                return players.mutated(mother, rng);
            }
            let father = &population[fittest_of(population, drawn, rng)].genome;
            players.crossed(mother, father, rng)
        };
        (0..self.settings.population as usize).map(child).collect()
    }

    /// Plays a game of each genome on each of some boards; none if the meter stopped one.
    fn played(
        &self,
        boards: &[S],
        genomes: &[B::Genome],
        meter: &mut Meter,
    ) -> Option<Vec<BoardsMerit>> {
        let games: Vec<(&B::Genome, &S)> = genomes
            .iter()
            .flat_map(|genome| boards.iter().map(move |board| (genome, board)))
            .collect();
        let play = |(): &mut (), (genome, board): &(&B::Genome, &S), meter: &mut Meter| {
            self.players.play(board, genome, meter)
        };
        let mut merits = Vec::with_capacity(games.len());
        let count = values(&games, u64::MAX, meter, || (), play, |merit, _| merits.push(merit));
        if count < games.len() {
            return None;
        }
        let mut sums = vec![BoardsMerit::default(); genomes.len()];
        for (game, merit) in merits.into_iter().enumerate() {
            let sum = &mut sums[game / boards.len()];
            sum.solved += u64::from(merit.worth.solved);
            sum.total += merit.figure();
        }
        Some(sums)
    }
}
