//! Genetic programming: evolves the formula by which a player ranks moves. A player plays each
//! listed move on a copy, works out its formula, and takes the move with the highest value, the
//! first listed among equals; the game is the fitness of the formula. J. Koza (1992). Ours: numbers
//! that every puzzle offers (see [`NUMBERS`]), a game that meets a state for the third time is cut
//! off, and a new population after a long time without progress. The formula found is shown and can
//! be given back (`formula`), on any instance; then it alone plays, once. Needs a state space;
//! proves nothing. Time O(n b m); memory: the formulas. Budgets are kept exactly.

use quarry_core::{
    Card, Domain, Found, Guided, Inside, Meter, Recipe, Refused, Rng, Score, Search, Shares,
    SliceEnd, settings,
};
use rustc_hash::FxHashMap;

use super::expression::MoveFormula;
use super::merit::{Merit, NearestState};
use super::patience::Patience;
use crate::evolve::population::Individual;
use crate::evolve::selection::fittest_of;
use crate::playout::{LONGEST_GAME, longest_game};
use crate::recipe::Genomes;
use crate::tree::alternating::{Stepped, slice};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "genetic-programming",
    summary: "Evolves the formula by which a greedy player ranks moves, and shows it.",
    complete: "no",
    optimal: "no",
    time: "O(n b m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// How formulas are bred.
    pub struct GeneticProgrammingSettings {
        /// Number of formulas in the population.
        pub population: u64 = 50, 1..=1_000_000;
        /// Number of formulas from which each parent is the fittest.
        pub tournament: u64 = 4, 1..=1_000_000;
        /// Share of children that get a part of a second parent; others get a new part.
        pub crossover: f64 = 0.8, 0.0..=1.0;
        /// Most nodes of a formula.
        pub longest: u64 = 40, 1..=10_000;
        /// Number of generations without a better formula after which a new population is made.
        pub patience: u64 = 20, 1..=1_000_000_000;
        /// A formula to play by, as `(+ gain (* 2 options))`; empty to evolve one.
        pub formula: String = String::new(), Domain::Recipe("a formula, or nothing");
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Numbers of a move that formulas use: what it gains; of the state after it the puzzle's estimate,
/// the number of moves, how often it was met in this game, whether it is known to be hopeless and
/// whether it is the goal; the move's place in the list, and the number of moves before it.
pub const NUMBERS: [&str; 8] =
    ["gain", "estimate", "options", "visits", "hopeless", "goal", "place", "moves"];

/// How often a state is met before a game is cut off.
const CIRCLES: u32 = 3;

/// Depth of new parts and least depth of first trees; the first trees go up to twice as deep.
pub(crate) const DEPTH: usize = 2;

/// Checks a formula given as a setting; says what is wrong.
pub fn read_formula(settings: &GeneticProgrammingSettings) -> Result<Option<MoveFormula>, String> {
    let text = settings.formula.trim();
    if text.is_empty() { Ok(None) } else { MoveFormula::read(text, &NUMBERS).map(Some) }
}

type Formula = Individual<MoveFormula, Merit>;

/// A population of formulas.
pub struct GeneticProgramming<'a, S: Guided> {
    settings: GeneticProgrammingSettings,
    /// A formula that plays alone.
    given: Option<MoveFormula>,
    rng: Rng,
    generation: u64,
    parents: Vec<Formula>,
    children: Vec<Formula>,
    patience: Patience,
    player: FormulaPlayer<'a, S>,
    incumbents: Incumbents<S::Move>,
    genomes: Genomes<MoveFormula>,
}

impl<'a, S: Guided> GeneticProgramming<'a, S> {
    /// Creates a run with the given seed. A formula that cannot be read is evolved instead; front
    /// ends check it with [`read_formula`].
    pub fn new(space: &'a S, settings: &GeneticProgrammingSettings, seed: u64) -> Self {
        GeneticProgramming {
            patience: Patience::new(settings.patience),
            settings: settings.clone(),
            given: read_formula(settings).ok().flatten(),
            rng: Rng::new(seed),
            generation: 0,
            parents: Vec::new(),
            children: Vec::new(),
            player: FormulaPlayer::new(space, settings.depth),
            incumbents: Incumbents::default(),
            genomes: Genomes::default(),
        }
    }

    /// Plays the game of a formula.
    fn value(&mut self, formula: MoveFormula, meter: &mut Meter) -> Result<Formula, Refused> {
        let merit = self.player.play(&formula, meter)?;
        meter.evaluate()?;
        let line = || self.player.line.clone();
        let space = self.player.space;
        self.genomes
            .offer(&mut self.incumbents, space, merit.worth, meter, line, || formula.clone());
        Ok(Individual { genome: formula, fitness: merit })
    }

    fn child(&mut self) -> MoveFormula {
        let (names, rng) = (NUMBERS.len(), &mut self.rng);
        if self.parents.is_empty() {
            // Ramped half and half.
            let born = self.children.len();
            return MoveFormula::random(
                names,
                DEPTH + born / 2 % (DEPTH + 1),
                born.is_multiple_of(2),
                rng,
            );
        }
        let drawn = self.settings.tournament as usize;
        let mother = &self.parents[fittest_of(&self.parents, drawn, rng)].genome;
        let child = if rng.unit() < self.settings.crossover {
            let father = &self.parents[fittest_of(&self.parents, drawn, rng)].genome;
            mother.crossed(father, rng)
        } else {
            mother.mutated(names, DEPTH, rng)
        };
        // A child that grew too long is given up for its mother, as in Koza's limit on depth.
        let too_long = child.len() > self.settings.longest as usize;
        if too_long { mother.clone() } else { child }
    }

    /// Makes the children the next parents; the best of them lives on.
    fn grow_up(&mut self) {
        self.generation += 1;
        self.parents = std::mem::take(&mut self.children);
        self.parents.sort_by_key(|one| std::cmp::Reverse(one.fitness));
        if self.patience.is_over_after(self.parents.first().map(|formula| formula.fitness)) {
            self.parents.clear();
        } else if self.settings.population > 1 {
            self.children.extend(self.parents.first().cloned());
        }
    }
}

impl<S: Guided> Stepped for GeneticProgramming<'_, S> {
    /// Plays the game of one formula.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        if let Some(given) = self.given.clone() {
            self.value(given, meter)?;
            return Ok(Some(SliceEnd::Exhausted));
        }
        let child = self.child();
        let valued = self.value(child, meter)?;
        self.children.push(valued);
        if self.incumbents.is_settled(self.player.space) {
            return Ok(Some(SliceEnd::Exhausted));
        }
        if self.children.len() >= self.settings.population as usize {
            self.grow_up();
        }
        Ok(None)
    }

    fn held(&self) -> (usize, usize) {
        let formulas = || self.parents.iter().chain(&self.children);
        let nodes: usize = formulas().map(|formula| formula.genome.len()).sum();
        (formulas().count(), 2 * nodes + formulas().count() * size_of::<Formula>())
    }
}

impl<S: Guided> Search for GeneticProgramming<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }
    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }
    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
    fn recipe(&self) -> Option<Recipe> {
        self.genomes.whole.as_ref().map(recipe)
    }
    fn draft_recipe(&self) -> Option<Recipe> {
        self.genomes.draft.as_ref().map(recipe)
    }
    /// The shares are those of the names in the living formulas.
    fn inside(&self) -> Inside {
        let scores = || self.parents.iter().map(|one| one.fitness.worth.score as f64);
        let nodes = || self.parents.iter().map(|one| one.genome.len() as f64);
        let members = self.parents.len().max(1) as f64;
        let users = |name| self.parents.iter().filter(|one| one.genome.uses(name)).count() as f64;
        let uses: Vec<f64> = (0..NUMBERS.len()).map(users).collect();
        let all: f64 = uses.iter().sum::<f64>().max(1.0);
        let parts = NUMBERS.iter().zip(uses).map(|(&name, used)| (name.to_owned(), used / all));
        Inside {
            numbers: vec![
                ("generation", self.generation as f64),
                ("best of the population", scores().reduce(f64::max).unwrap_or_default()),
                ("mean", scores().sum::<f64>() / members),
                ("nodes of a formula", nodes().sum::<f64>() / members),
            ],
            shares: Some(Shares { of: "numbers in the living formulas", parts: parts.collect() }),
            ..Inside::default()
        }
    }
}

fn recipe(formula: &MoveFormula) -> Recipe {
    Recipe { setting: "formula", value: formula.write(&NUMBERS) }
}

/// Plays games by formulas.
pub(crate) struct FormulaPlayer<'a, S: Guided> {
    space: &'a S,
    longest: usize,
    line: Vec<S::Move>,
    listed: Vec<S::Move>,
    listed_after: Vec<S::Move>,
    /// How often each state was met in this game, by its key.
    met: FxHashMap<u128, u32>,
}

impl<'a, S: Guided> FormulaPlayer<'a, S> {
    pub(crate) fn new(space: &'a S, depth: u64) -> Self {
        FormulaPlayer {
            space,
            longest: usize::try_from(longest_game(space, depth)).unwrap_or(usize::MAX),
            line: Vec::new(),
            listed: Vec::new(),
            listed_after: Vec::new(),
            met: FxHashMap::default(),
        }
    }

    pub(crate) fn play(
        &mut self,
        formula: &MoveFormula,
        meter: &mut Meter,
    ) -> Result<Merit, Refused> {
        let space = self.space;
        let reach = space.aim().needs_goal();
        // Only play that can cycle needs to remember its states.
        let cycles = space.longest_game().is_some();
        self.line.clear();
        self.met.clear();
        let (mut state, mut score) = (space.start(), 0);
        let mut nearest = NearestState::new(space, &state);
        let mut circles = false;
        loop {
            meter.moves(space, &state, &mut self.listed);
            let over = self.listed.is_empty();
            let cut_off =
                circles || self.line.len() >= self.longest || (reach && space.is_solved(&state));
            if over || cut_off {
                return Ok(nearest.merit(space, Worth::of(space, &state, score, over)));
            }
            let mut best: Option<(f64, Score, S::Move, S::State)> = None;
            for index in 0..self.listed.len() {
                if !meter.goes_on() {
                    return Err(Refused);
                }
                let (mv, mut after) = (self.listed[index], state.clone());
                let gain = meter.play(space, &mut after, mv)?;
                let value = formula.value(&self.numbers(formula, &after, gain, index, meter));
                if best.as_ref().is_none_or(|(highest, ..)| value > *highest) {
                    best = Some((value, gain, mv, after));
                }
            }
            let (_, gain, mv, after) = best.expect("some move is listed");
            score += gain;
            state = after;
            self.line.push(mv);
            nearest.look(space, &state, self.line.len());
            if cycles {
                let met = self.met.entry(space.key(&state)).or_default();
                *met += 1;
                circles = *met >= CIRCLES;
            }
        }
    }

    /// Returns the numbers of a move; those that the formula does not use stay 0.
    fn numbers(
        &mut self,
        formula: &MoveFormula,
        after: &S::State,
        gain: Score,
        place: usize,
        meter: &mut Meter,
    ) -> [f64; NUMBERS.len()] {
        let space = self.space;
        let mut numbers = [0.0; NUMBERS.len()];
        for (name, number) in numbers.iter_mut().enumerate().filter(|(name, _)| formula.uses(*name))
        {
            *number = match NUMBERS[name] {
                "gain" => gain as f64,
                "estimate" => space.estimate(after) as f64,
                "options" => {
                    meter.moves(space, after, &mut self.listed_after);
                    self.listed_after.len() as f64
                }
                "visits" if self.met.is_empty() => 0.0,
                "visits" => self.met.get(&space.key(after)).copied().unwrap_or(0).into(),
                "hopeless" => f64::from(u8::from(space.is_hopeless(after))),
                "goal" => f64::from(u8::from(space.is_solved(after))),
                "place" => place as f64,
                _ => self.line.len() as f64,
            };
        }
        numbers
    }
}
