//! Evolves a player's weights by the games they play: a genetic algorithm with aging fitness. Every
//! member plays one game in each generation, and its fitness is the mean of all its games, so that
//! luck helps only young members. Parents are chosen by tournament, children come from
//! morphological crossover, and the fittest of old and young survive; the run ends when the mean
//! fitness has not improved for long. Font, Larrodera, Manrique and Ramos-Criado (2017), who leave
//! open how many children are born (here as many as there are members) and which member of the last
//! population becomes the model (here the best of those with enough games). Needs a game of chance
//! with weights to be learned; promises the same result for any number of threads, and when resumed
//! after a stop. Time O(p g) per generation for p members and g the cost of a game; memory O(p).

use std::cmp::Ordering;
use std::marker::PhantomData;

use quarry_core::{Chance, LearnedEvaluator, Meter, Refused, Rng, Score, settings};

use super::crossover::morphological;
use super::evaluation::values;
use super::population::{Individual, best, rank};
use super::selection::fittest_of;
use crate::chance::expectimax::{Expectimax, ExpectimaxSettings};
use crate::chance::whole_game::whole_game;

settings! {
    /// How weights are evolved.
    pub struct AgingSettings {
        /// Number of members that survive each generation, and number of children born in it.
        pub population: u64 = 24, 2..=10_000;
        /// Ends after this many generations without improvement of the mean fitness.
        pub patience: u64 = 50, 1..=100_000;
        /// Maximum number of generations.
        pub generations: u64 = 100_000, 1..=1_000_000;
        /// Number of members in the tournament that selects each parent.
        pub tournament: u64 = 2, 1..=100;
        /// Number of parents of each pair of children.
        pub parents: u64 = 5, 2..=100;
        /// Number of games a member must have played to become the model, if any member has.
        pub adult: u64 = 10, 1..=100_000;
    }
}

/// Mean score of the games played, compared exactly.
#[derive(Debug, Clone, Copy, Default)]
pub struct Aged {
    /// Total score of all games.
    pub total: Score,
    /// Number of games.
    pub games: u64,
}

impl Aged {
    /// Mean score of a game.
    pub fn mean(self) -> f64 {
        self.total as f64 / self.games.max(1) as f64
    }
}

impl Ord for Aged {
    fn cmp(&self, other: &Self) -> Ordering {
        let product =
            |one: &Aged, other: &Aged| i128::from(one.total) * i128::from(other.games.max(1));
        product(self, other).cmp(&product(other, self))
    }
}
impl PartialOrd for Aged {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl PartialEq for Aged {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Aged {}

/// Weights with the mean score of their games.
pub type Weighed = Individual<Vec<f64>, Aged>;

/// Complete state of an evolution, enough to continue it.
#[derive(Debug, Clone, Default)]
pub struct EvolutionState {
    /// Number of generations completed.
    pub generation: u64,
    /// Number of generations since the mean fitness was best.
    pub since: u64,
    /// The best mean fitness so far.
    pub record: f64,
    /// The living members, the best first.
    pub population: Vec<Weighed>,
}

impl EvolutionState {
    /// The mean fitness.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.population.iter().map(|one| one.fitness.mean()).sum();
        sum / self.population.len().max(1) as f64
    }

    /// Mean number of games played by the living members.
    pub fn age(&self) -> f64 {
        let games: u64 = self.population.iter().map(|one| one.fitness.games).sum();
        games as f64 / self.population.len().max(1) as f64
    }

    /// Returns the best member with at least this many games, or the best of all if there is none.
    pub fn model(&self, adult: u64) -> Option<&Weighed> {
        let adults = self.population.iter().find(|one| one.fitness.games >= adult);
        adults.or(best(&self.population))
    }
}

/// A game played to evaluate a member.
#[derive(Debug, Clone, PartialEq)]
pub struct FitnessGame {
    /// Weights that play the game.
    pub weights: Vec<f64>,
    /// Seed of the game's luck.
    pub luck: u64,
}

/// An evolution in progress.
pub struct Aging<'a, S, E> {
    rules: &'a S,
    settings: AgingSettings,
    seed: u64,
    stage: EvolutionState,
    evaluator: PhantomData<fn() -> E>,
}

impl<'a, S: Chance, E: LearnedEvaluator<S>> Aging<'a, S, E> {
    /// Continues an evolution from a state of the same settings and seed; the empty state is the
    /// beginning.
    pub fn new(rules: &'a S, settings: &AgingSettings, seed: u64, stage: EvolutionState) -> Self {
        Aging { rules, settings: settings.clone(), seed, stage, evaluator: PhantomData }
    }

    /// Current state of the evolution.
    pub fn stage(&self) -> &EvolutionState {
        &self.stage
    }

    /// Whether the evolution has ended.
    pub fn is_over(&self) -> bool {
        self.stage.generation >= self.settings.generations
            || self.stage.since >= self.settings.patience
    }

    /// Runs one generation. Returns false and changes nothing if it was cut short.
    pub fn step(&mut self, meter: &mut Meter) -> bool {
        let games = self.games();
        let mut scores = Vec::with_capacity(games.len());
        let play = |(): &mut (), game: &FitnessGame, meter: &mut Meter| self.play(game, meter);
        values(&games, u64::MAX, meter, || (), play, |score, _| scores.push(score));
        let is_whole = scores.len() == games.len();
        if is_whole {
            self.learn(games, &scores);
        }
        is_whole
    }

    /// Returns the games of the next generation: those of the living members, in order, then those
    /// of as many children. All random numbers of a generation derive from its number, so that the
    /// state alone is enough to continue, and a second call returns the same games.
    pub fn games(&self) -> Vec<FitnessGame> {
        let places = self.settings.population as usize;
        let mut rng = Rng::stream(self.seed, self.stage.generation);
        let mut genomes: Vec<Vec<f64>> =
            self.stage.population.iter().map(|one| one.genome.clone()).collect();
        genomes.extend((0..places.div_ceil(2)).flat_map(|_| self.children(&mut rng)).take(places));
        genomes.into_iter().map(|weights| FitnessGame { weights, luck: rng.bits() }).collect()
    }

    /// Completes the generation of these games with their scores.
    pub fn learn(&mut self, games: Vec<FitnessGame>, scores: &[Score]) {
        assert_eq!(games.len(), scores.len(), "every game of a generation has a score");
        let mut alive = self.stage.population.clone();
        let newborn =
            |game: FitnessGame| Individual { genome: game.weights, fitness: Aged::default() };
        alive.extend(games.into_iter().skip(alive.len()).map(newborn));
        for (one, score) in alive.iter_mut().zip(scores) {
            one.fitness = Aged { total: one.fitness.total + score, games: one.fitness.games + 1 };
        }
        rank(&mut alive);
        alive.truncate(self.settings.population as usize);
        self.stage.population = alive;
        self.stage.generation += 1;
        let mean = self.stage.mean();
        if self.stage.generation == 1 || mean > self.stage.record {
            (self.stage.record, self.stage.since) = (mean, 0);
        } else {
            self.stage.since += 1;
        }
    }

    /// Creates two children, or two random members for the first generation.
    fn children(&self, rng: &mut Rng) -> [Vec<f64>; 2] {
        let population = &self.stage.population;
        let born = if population.is_empty() {
            [(); 2].map(|()| E::WEIGHED.iter().map(|_| rng.unit()).collect())
        } else {
            let mut win = |_| {
                population[fittest_of(population, self.settings.tournament as usize, rng)]
                    .genome
                    .as_slice()
            };
            let parents: Vec<_> = (0..self.settings.parents).map(&mut win).collect();
            morphological(&parents, rng)
        };
        born.map(normalised)
    }

    /// Plays a game and returns its score.
    fn play(&self, game: &FitnessGame, meter: &mut Meter) -> Result<Score, Refused> {
        let evaluator = E::of(&game.weights);
        let player = Expectimax::new(&evaluator, &ExpectimaxSettings::default());
        let played = whole_game(self.rules, player, game.luck, None, meter).ok_or(Refused)?;
        Ok(played.score)
    }
}

/// Scales weights to sum to 1 and rounds them to millionths, the precision of evaluators, so that
/// the stored weights are exactly those that played.
fn normalised(weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    let share = |weight: f64| if sum > 0.0 { weight / sum } else { even };
    weights.into_iter().map(|weight| (share(weight) * 1e6).round() / 1e6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_compared_exactly() {
        let aged = |total, games| Aged { total, games };
        assert!(
            aged(1, 3) < aged(334, 1000)
                && aged(1, 3) > aged(333, 1000)
                && aged(2, 6) == aged(1, 3)
        );
        assert!(aged(i64::MAX, 3) > aged(i64::MAX - 1, 3));
    }

    #[test]
    fn the_model_has_played_enough_if_anybody_has() {
        let one = |total, games| Individual {
            genome: vec![total as f64],
            fitness: Aged { total, games },
        };
        let stage = EvolutionState {
            population: vec![one(9, 1), one(20, 10), one(10, 10)],
            ..EvolutionState::default()
        };
        let model = |adult| stage.model(adult).map(|one| one.genome[0]);
        assert_eq!((model(1), model(10), model(11)), (Some(9.0), Some(20.0), Some(9.0)));
        assert_eq!(stage.age(), 7.0);
    }

    #[test]
    fn weights_are_shares_in_millionths() {
        assert_eq!(normalised(vec![1.0, 2.0, 0.0]), [0.333_333, 0.666_667, 0.0]);
        assert_eq!(normalised(vec![0.0, 0.0]), [0.5, 0.5]);
    }
}
