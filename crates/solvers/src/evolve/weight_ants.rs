//! Ant colony optimisation of real numbers: an archive of good solutions is the trail. An ant takes
//! each number from one of them, the better ones more often, and strays from it as far as the others
//! lie apart. K. Socha and M. Dorigo, "Ant colony optimization for continuous domains" (2008), with
//! their constants q = 0.1 and xi = 0.85. X. Chen and others (2009) used ants for Tetris in a poster
//! of two pages, which we do not have.
//!
//! Estimates of games are noisy, and an archive would fill with lucky ones. So half of a generation
//! is the archive, which is estimated again, and the value of a solution is the mean of all its
//! estimates. The state is all that has to be kept. Time O(p^2 n) a generation without evaluating
//! the candidates, memory O(p n) for n numbers and p candidates.

use quarry_core::Rng;

use super::ascent::{ListLength, WeightDistribution, length};
use super::cma_es::normal;

/// How much the better solutions are preferred: less is greedier.
const GREED: f64 = 0.1;
/// How far an ant strays, as a share of the mean distance between solutions.
const STRAYING: f64 = 0.85;
/// Largest estimate that counts: no game ended where an estimate is larger.
const MOST: f64 = 1e15;

/// A solution, with the sum and the number of its estimates.
#[derive(Debug, Clone, PartialEq)]
struct Trail {
    weights: Vec<f64>,
    sum: f64,
    estimates: f64,
}

impl Trail {
    fn value(&self) -> f64 {
        self.sum / self.estimates
    }
}

/// Complete state of the colony.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightAnts {
    generation: u64,
    usual: Vec<f64>,
    spread: Vec<f64>,
    /// The archive, the best first; empty before the first generation.
    trails: Vec<Trail>,
}

impl WeightAnts {
    /// Draws a solution near those of the archive.
    fn ant(&self, rng: &mut Rng) -> Vec<f64> {
        let count = self.trails.len() as f64;
        let odds: Vec<f64> = (0..self.trails.len())
            .map(|rank| (-(rank as f64 / (GREED * count)).powi(2) / 2.0).exp())
            .collect();
        let whole: f64 = odds.iter().sum();
        let mut number = |k: usize| {
            let mut drawn = whole * rng.unit();
            let chosen = odds.iter().position(|odds| {
                drawn -= odds;
                drawn < 0.0
            });
            let here = self.trails[chosen.unwrap_or(0)].weights[k];
            let apart: f64 = self.trails.iter().map(|trail| (trail.weights[k] - here).abs()).sum();
            here + STRAYING * apart / (count - 1.0).max(1.0) * normal(rng)
        };
        (0..self.usual.len()).map(&mut number).collect()
    }
}

impl WeightDistribution for WeightAnts {
    fn around(weights: &[f64], spread: &[f64]) -> Self {
        let (usual, spread) = (weights.to_vec(), spread.to_vec());
        WeightAnts { generation: 0, usual, spread, trails: Vec::new() }
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    /// The archive and as many ants; before the first generation, anything around the start.
    fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
        let known = self.trails.iter().map(|trail| trail.weights.clone());
        let mut drawn: Vec<Vec<f64>> = known.collect();
        while drawn.len() < count {
            drawn.push(if self.trails.is_empty() {
                let around = self.usual.iter().zip(&self.spread);
                around.map(|(usual, spread)| usual + spread * normal(rng)).collect()
            } else {
                self.ant(rng)
            });
        }
        drawn
    }

    fn learn(&mut self, ranked: &[(f64, Vec<f64>)]) {
        for (estimate, weights) in ranked {
            let estimate = estimate.min(MOST);
            match self.trails.iter_mut().find(|trail| trail.weights == *weights) {
                Some(trail) => {
                    trail.sum += estimate;
                    trail.estimates += 1.0;
                }
                None => self.trails.push(Trail {
                    weights: weights.clone(),
                    sum: estimate,
                    estimates: 1.0,
                }),
            }
        }
        self.trails.sort_by(|one, other| other.value().total_cmp(&one.value()));
        self.trails.truncate(ranked.len() / 2);
        self.generation += 1;
    }

    fn lengthen(&mut self, wanted: f64) {
        for trail in &mut self.trails {
            let factor = wanted / length(&trail.weights);
            trail.weights.iter_mut().for_each(|weight| *weight *= factor);
        }
    }

    fn model(&self) -> &[f64] {
        self.trails.first().map_or(&self.usual, |trail| &trail.weights)
    }

    /// Mean distance from the best solution to the others, for each number as a share of the first
    /// deviation.
    fn width(&self) -> f64 {
        let best = self.model();
        let apart = |trail: &Trail| -> f64 {
            let numbers = trail.weights.iter().zip(best).zip(&self.spread);
            numbers.map(|((one, other), spread)| (one - other).abs() / spread).sum()
        };
        let others = self.trails.len().saturating_sub(1).max(1) * best.len();
        self.trails.iter().map(apart).sum::<f64>() / others as f64
    }

    fn lists(weights: usize) -> Vec<(&'static str, ListLength)> {
        vec![
            ("usual", ListLength::Exactly(weights)),
            ("spread", ListLength::Exactly(weights)),
            ("archive", ListLength::Multiple(weights)),
            ("sums", ListLength::Multiple(1)),
            ("estimates", ListLength::Multiple(1)),
        ]
    }

    fn numbers(&self) -> Vec<Vec<f64>> {
        let each = |number: fn(&Trail) -> f64| self.trails.iter().map(number).collect();
        let archive = self.trails.iter().flat_map(|trail| trail.weights.clone()).collect();
        let (sums, estimates) = (each(|trail| trail.sum), each(|trail| trail.estimates));
        vec![self.usual.clone(), self.spread.clone(), archive, sums, estimates]
    }

    fn restored(generation: u64, lists: Vec<Vec<f64>>) -> Self {
        let [usual, spread, archive, sums, estimates]: [Vec<f64>; 5] =
            lists.try_into().expect("the lists of this distribution");
        let numbers = archive.chunks(usual.len()).zip(sums.iter().zip(&estimates));
        let trail = |(weights, (&sum, &estimates)): (&[f64], (&f64, &f64))| Trail {
            weights: weights.to_vec(),
            sum,
            estimates,
        };
        let trails = numbers.map(trail).collect();
        WeightAnts { generation, usual, spread, trails }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ants_find_what_is_best() {
        let mut colony = WeightAnts::around(&[3.0, -2.0], &[1.0, 1.0]);
        let cost = |x: &[f64]| (x[0] - 1.0).powi(2) + (x[1] - 1.0).powi(2);
        for generation in 0..100 {
            let drawn = colony.draw(24, &mut Rng::stream(3, generation));
            assert_eq!(drawn.len(), 24);
            let mut ranked: Vec<_> = drawn.into_iter().map(|x| (-cost(&x), x)).collect();
            ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
            colony.learn(&ranked);
            assert_eq!(colony.trails.len(), 12);
        }
        assert!(cost(colony.model()) < 1e-3, "{colony:?}");
        assert_eq!(WeightAnts::restored(100, colony.numbers()), colony);
    }

    #[test]
    fn a_lucky_solution_does_not_stay() {
        let mut colony = WeightAnts::around(&[0.0], &[1.0]);
        let (lucky, good) = (vec![1.0], vec![2.0]);
        let others = || [3.0, 4.0].map(|x| (1.0, vec![x]));
        let generation = |one: f64, other: f64| {
            let mut ranked = vec![(one, lucky.clone()), (other, good.clone())];
            ranked.extend(others());
            ranked
        };
        colony.learn(&generation(90.0, 50.0));
        assert_eq!(colony.model(), lucky);
        colony.learn(&generation(4.0, 48.0));
        assert_eq!((colony.model(), colony.trails[1].value()), (&good[..], 47.0));
        colony.lengthen(10.0);
        assert_eq!(colony.model(), [10.0]);
    }
}
