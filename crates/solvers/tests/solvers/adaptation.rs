//! Compares policy adaptation with the textbook version: the same random numbers give the same
//! games.

use std::collections::HashMap;

use crate::toys::{Strip, evaluations, replay, run};
use quarry_core::{Coded, Guided, Rng, Score, StateSpace};
use quarry_solvers::montecarlo::by_move::ByMove;
use quarry_solvers::montecarlo::nrpa::{Nrpa, NrpaSettings};

type Policy = HashMap<u64, f64>;

/// A game: its score, and for each state the codes of its choices and the one taken.
#[derive(Clone)]
struct Game {
    score: Score,
    line: Vec<usize>,
    steps: Vec<(Vec<u64>, usize)>,
}

/// Rosin's algorithm, as plainly as it can be written: hash maps, copies, one exponential for every
/// probability.
struct Plain<'a> {
    space: ByMove<'a, Strip>,
    rng: Rng,
    iterations: usize,
    alpha: f64,
    games: Vec<Vec<usize>>,
}

impl Plain<'_> {
    fn weight(policy: &Policy, code: u64) -> f64 {
        policy.get(&code).copied().unwrap_or(0.0)
    }

    fn search(&mut self, level: usize, mut policy: Policy) -> Game {
        if level == 0 {
            return self.playout(&policy);
        }
        let mut best: Option<Game> = None;
        for _ in 0..self.iterations {
            let game = self.search(level - 1, policy.clone());
            if best.as_ref().is_none_or(|best| game.score >= best.score) {
                best = Some(game);
            }
            policy = self.adapted(&policy, best.as_ref().unwrap());
        }
        best.unwrap()
    }

    fn playout(&mut self, policy: &Policy) -> Game {
        let mut walk = self.space.walk(self.space.start(), true);
        let mut game = Game { score: 0, line: Vec::new(), steps: Vec::new() };
        loop {
            let choices = self.space.choices(&mut walk).to_vec();
            if choices.is_empty() {
                game.score += self.space.terminal_score(self.space.place(&walk));
                self.games.push(game.line.clone());
                return game;
            }
            let odds: Vec<f64> =
                choices.iter().map(|choice| Self::weight(policy, choice.code).exp()).collect();
            let mut left = self.rng.unit() * odds.iter().sum::<f64>();
            let mut index = 0;
            while index + 1 < odds.len() && left >= odds[index] {
                left -= odds[index];
                index += 1;
            }
            game.steps.push((choices.iter().map(|choice| choice.code).collect(), index));
            game.line.push(choices[index].mv);
            game.score += self.space.take(&mut walk, index);
        }
    }

    fn adapted(&self, policy: &Policy, game: &Game) -> Policy {
        let mut adapted = policy.clone();
        for (codes, taken) in &game.steps {
            *adapted.entry(codes[*taken]).or_default() += self.alpha;
            let total: f64 = codes.iter().map(|&code| Self::weight(policy, code).exp()).sum();
            for &code in codes {
                *adapted.entry(code).or_default() -=
                    self.alpha * Self::weight(policy, code).exp() / total;
            }
        }
        adapted
    }
}

#[test]
fn fast_adaptation_plays_the_games_of_the_plain_one() {
    for seed in 0..5 {
        let strip = Strip::shuffled(40, 3, seed);
        let mut plain = Plain {
            space: ByMove(&strip),
            rng: Rng::new(seed),
            iterations: 6,
            alpha: 1.0,
            games: Vec::new(),
        };
        plain.search(3, Policy::new());
        plain.search(3, Policy::new());
        assert_eq!(plain.games.len(), 2 * 6 * 6 * 6);
        let (space, settings) =
            (ByMove(&strip), NrpaSettings { level: 3, iterations: 6, ..NrpaSettings::default() });
        // After every game, compares the number of moves played and the best score, so that any
        // different game would show.
        let (mut moves, mut best) = (0, Score::MIN);
        for (game, count) in plain.games.iter().zip(1..) {
            moves += game.len() as u64;
            best = best.max(replay(&strip, game).1);
            let outcome = run(Nrpa::new(&space, &settings, seed), evaluations(count));
            let found = outcome.found.unwrap();
            assert_eq!(
                (outcome.tally.generated, found.score),
                (moves, best),
                "game {count} of seed {seed}"
            );
        }
    }
}
