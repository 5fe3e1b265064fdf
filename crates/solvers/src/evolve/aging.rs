//! Evolution of a player's weights, valued by the games they win: a genetic algorithm with aging
//! fitness. Everyone alive plays one game in each generation, and its fitness is the mean of its
//! games: chance flatters the young only. Parents win tournaments, children come from morphological
//! crossover, the fittest of old and young live on; it ends when the mean fitness has not improved
//! for long. Font, Larrodera, Manrique and Ramos-Criado (2016), who leave open how many children
//! are born (here as many as live) and who of the last population plays (here the best of those who
//! have played a number of games). Needs a game of chance with weights to be learned; promises the
//! same at every number of threads, and on after a stop. Time O(p g) for p alive and g the cost of
//! a game, each generation; memory O(p).

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
        /// How many live on after each generation, and how many children are born.
        pub population: u64 = 24, 2..=10_000;
        /// After how many generations in which the mean fitness did not improve it ends.
        pub patience: u64 = 50, 1..=100_000;
        /// After how many generations it ends at the latest.
        pub generations: u64 = 100_000, 1..=1_000_000;
        /// How many meet in the tournament that each parent has won.
        pub tournament: u64 = 2, 1..=100;
        /// How many parents a couple of children has.
        pub parents: u64 = 5, 2..=100;
        /// How many games somebody must have played to become the model, if there is anybody who
        /// has.
        pub adult: u64 = 10, 1..=100_000;
    }
}

/// The mean of the games played, exactly.
#[derive(Debug, Clone, Copy, Default)]
pub struct Aged {
    /// What all games together brought.
    pub total: Score,
    /// How many they were.
    pub games: u64,
}

impl Aged {
    /// What a game brought on average.
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

/// Weights and what they have brought.
pub type Weighed = Individual<Vec<f64>, Aged>;

/// All that an evolution has come to, and all that it takes to go on.
#[derive(Debug, Clone, Default)]
pub struct EvolutionState {
    /// How many generations have been.
    pub generation: u64,
    /// How many of them since the mean fitness was best.
    pub since: u64,
    /// What it was then.
    pub record: f64,
    /// Who lives, the best first.
    pub population: Vec<Weighed>,
}

impl EvolutionState {
    /// The mean fitness.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.population.iter().map(|one| one.fitness.mean()).sum();
        sum / self.population.len().max(1) as f64
    }

    /// How many games those alive have played, on average.
    pub fn age(&self) -> f64 {
        let games: u64 = self.population.iter().map(|one| one.fitness.games).sum();
        games as f64 / self.population.len().max(1) as f64
    }

    /// The best of those who have played so many games, or of all if nobody has.
    pub fn model(&self, adult: u64) -> Option<&Weighed> {
        let adults = self.population.iter().find(|one| one.fitness.games >= adult);
        adults.or(best(&self.population))
    }
}

/// A game that values somebody.
#[derive(Debug, Clone, PartialEq)]
pub struct FitnessGame {
    /// By which it is played.
    pub weights: Vec<f64>,
    /// What it meets.
    pub luck: u64,
}

/// An evolution under way.
pub struct Aging<'a, S, E> {
    rules: &'a S,
    settings: AgingSettings,
    seed: u64,
    stage: EvolutionState,
    evaluator: PhantomData<fn() -> E>,
}

impl<'a, S: Chance, E: LearnedEvaluator<S>> Aging<'a, S, E> {
    /// An evolution that goes on from a stage of the same settings and seed; the empty stage is the
    /// beginning.
    pub fn new(rules: &'a S, settings: &AgingSettings, seed: u64, stage: EvolutionState) -> Self {
        Aging { rules, settings: settings.clone(), seed, stage, evaluator: PhantomData }
    }

    /// What it has come to.
    pub fn stage(&self) -> &EvolutionState {
        &self.stage
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.stage.generation >= self.settings.generations
            || self.stage.since >= self.settings.patience
    }

    /// Lives through one generation; says no, and has changed nothing, if it was cut short.
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

    /// The games of the next generation: of those alive, in their order, and then of as many
    /// children. All chance of a generation comes from its number, so that a stage is all there is
    /// to keep, and whoever asks twice gets the same.
    pub fn games(&self) -> Vec<FitnessGame> {
        let places = self.settings.population as usize;
        let mut rng = Rng::stream(self.seed, self.stage.generation);
        let mut genomes: Vec<Vec<f64>> =
            self.stage.population.iter().map(|one| one.genome.clone()).collect();
        genomes.extend((0..places.div_ceil(2)).flat_map(|_| self.children(&mut rng)).take(places));
        genomes.into_iter().map(|weights| FitnessGame { weights, luck: rng.bits() }).collect()
    }

    /// Lives through the generation of these games, with what each of them brought.
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

    /// Two children, or two of the first generation.
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

    /// What a game brings.
    fn play(&self, game: &FitnessGame, meter: &mut Meter) -> Result<Score, Refused> {
        let evaluator = E::of(&game.weights);
        let player = Expectimax::new(&evaluator, &ExpectimaxSettings::default());
        let played = whole_game(self.rules, player, game.luck, None, meter).ok_or(Refused)?;
        Ok(played.score)
    }
}

/// Weights that sum up to 1, in the millionths that evaluators know: so what is kept of them is
/// what was played.
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
