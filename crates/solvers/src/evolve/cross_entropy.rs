//! The cross-entropy method on real numbers: a generation is drawn from independent normal
//! distributions, and these become those of its best tenth. R. Rubinstein (1999); for Tetris with
//! noise, which keeps the distributions from shrinking too early, I. Szita and A. Lorincz, "Learning
//! Tetris using the noisy cross-entropy method" (2006). Their noise adds max(5 - t/10, 0) to each
//! variance after t generations, where the first variances are 100; ours is the same share of the
//! first variances. They draw 100 candidates and keep ten; of fewer than 40 we keep four, because a
//! deviation takes that many. The state is all that has to be kept. Time O(p n) a generation without
//! evaluating the candidates, memory O(p n) for n numbers and p candidates.

use quarry_core::Rng;

use super::ascent::{ListLength, WeightDistribution, length};
use super::cma_es::normal;

/// Complete state of the method.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossEntropy {
    /// Number of generations completed.
    pub generation: u64,
    /// Mean of each number.
    pub mean: Vec<f64>,
    /// Variance of each number.
    pub variance: Vec<f64>,
    /// Variances before the first generation, which the noise is a share of.
    pub first_variance: Vec<f64>,
}

/// One in this many is kept, but at least [`FEWEST_KEPT`].
const KEPT: usize = 10;
const FEWEST_KEPT: usize = 4;

/// Noise after so many generations, as a share of the first variances.
fn noise(generation: u64) -> f64 {
    (5.0 - generation as f64 / 10.0).max(0.0) / 100.0
}

impl WeightDistribution for CrossEntropy {
    fn around(weights: &[f64], spread: &[f64]) -> Self {
        let variance: Vec<f64> = spread.iter().map(|deviation| deviation * deviation).collect();
        CrossEntropy {
            generation: 0,
            mean: weights.to_vec(),
            first_variance: variance.clone(),
            variance,
        }
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut one = || {
            let spread = self.mean.iter().zip(&self.variance);
            spread.map(|(mean, variance)| mean + variance.sqrt() * normal(rng)).collect()
        };
        (0..count).map(|_| one()).collect()
    }

    fn learn(&mut self, ranked: &[(f64, Vec<f64>)]) {
        let kept = &ranked[..(ranked.len() / KEPT).max(FEWEST_KEPT)];
        let count = kept.len() as f64;
        for k in 0..self.mean.len() {
            let numbers = || kept.iter().map(|(_, weights)| weights[k]);
            let mean = numbers().sum::<f64>() / count;
            let variance = numbers().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
            self.mean[k] = mean;
            self.variance[k] = variance + noise(self.generation) * self.first_variance[k];
        }
        self.generation += 1;
    }

    fn lengthen(&mut self, wanted: f64) {
        let factor = wanted / length(&self.mean);
        self.mean.iter_mut().for_each(|mean| *mean *= factor);
        self.variance.iter_mut().for_each(|variance| *variance *= factor * factor);
    }

    fn model(&self) -> &[f64] {
        &self.mean
    }

    /// Deviation as a share of the first one, as a root mean square.
    fn width(&self) -> f64 {
        let shares = self.variance.iter().zip(&self.first_variance);
        let sum: f64 = shares.map(|(now, first)| now / first).sum();
        (sum / self.mean.len() as f64).sqrt()
    }

    fn lists(weights: usize) -> Vec<(&'static str, ListLength)> {
        ["mean", "variance", "first_variance"]
            .map(|name| (name, ListLength::Exactly(weights)))
            .to_vec()
    }

    fn numbers(&self) -> Vec<Vec<f64>> {
        vec![self.mean.clone(), self.variance.clone(), self.first_variance.clone()]
    }

    fn restored(generation: u64, lists: Vec<Vec<f64>>) -> Self {
        let [mean, variance, first_variance]: [Vec<f64>; 3] =
            lists.try_into().expect("the lists of this distribution");
        CrossEntropy { generation, mean, variance, first_variance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_moves_to_the_best_and_keeps_the_noise() {
        let mut search = CrossEntropy::around(&[3.0, -2.0], &[1.0, 0.5]);
        let cost = |x: &[f64]| (x[0] - 1.0).powi(2) + (x[1] - 1.0).powi(2);
        for generation in 0..80 {
            let drawn = search.draw(40, &mut Rng::stream(7, generation));
            let mut ranked: Vec<_> = drawn.into_iter().map(|x| (-cost(&x), x)).collect();
            ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
            search.learn(&ranked);
            if generation < 49 {
                let floor = noise(generation) * 0.25;
                assert!(search.variance[1] >= floor && floor > 0.0, "{generation}");
            }
        }
        assert!(cost(&search.mean) < 1e-2 && search.width() < 0.05, "{search:?}");
        let restored = CrossEntropy::restored(80, search.numbers());
        assert_eq!(restored, search);
    }

    #[test]
    fn a_generation_becomes_the_mean_and_variance_of_its_best() {
        let mut search = CrossEntropy::around(&[0.0], &[2.0]);
        let ranked: Vec<_> = [1.0, 2.0, 3.0, 4.0, 50.0, 60.0].map(|x| (-x, vec![x])).to_vec();
        search.learn(&ranked);
        assert_eq!(search.mean, [2.5]);
        // The variance of 1 to 4 is 1.25; 5 % of the first one is noise.
        assert!((search.variance[0] - (1.25 + 0.05 * 4.0)).abs() < 1e-12);
        search.lengthen(5.0);
        assert_eq!((search.mean[0], search.width()), (5.0, (4.0 * 1.45f64 / 4.0).sqrt()));
    }
}
