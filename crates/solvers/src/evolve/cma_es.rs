//! Covariance matrix adaptation: an evolution strategy for real numbers that learns the shape of
//! the landscape. A generation is drawn around a mean from a normal distribution; its better half
//! moves the mean, and the distribution grows in the directions of successful steps. N. Hansen,
//! "The CMA evolution strategy: a tutorial" (2016), with its default constants and positive weights
//! only. It uses only the ranking of the candidates, so any monotone change of their values gives
//! the same result. The caller ranks the candidates; the state is all that has to be kept. Time
//! O(n^3) a generation without evaluating the candidates, memory O(n^2 + p n) for n numbers and p
//! candidates.

mod eigen;

use quarry_core::Rng;

use super::ascent::{ListLength, WeightDistribution, length};
use eigen::Eigen;

/// Complete state of an adaptation.
#[derive(Debug, Clone, PartialEq)]
pub struct CmaEs {
    /// Number of generations completed.
    pub generation: u64,
    /// Mean of the distribution.
    pub mean: Vec<f64>,
    /// Overall step size.
    pub step: f64,
    /// Covariance matrix, row by row.
    pub covariance: Vec<Vec<f64>>,
    /// Evolution path of the step size, in isotropic coordinates.
    pub step_path: Vec<f64>,
    /// Evolution path of the covariance.
    pub shape_path: Vec<f64>,
}

/// The constants of the tutorial, for n numbers and p candidates.
struct Constants {
    weights: Vec<f64>,
    /// Effective number of candidates: how many of equal weight would have the same effect.
    effective: f64,
    step_rate: f64,
    damping: f64,
    path_rate: f64,
    rank_one: f64,
    rank_many: f64,
    /// Mean length of a standard normal vector.
    usual_length: f64,
}

impl Constants {
    fn of(numbers: usize, drawn: usize) -> Self {
        let n = numbers as f64;
        let better = drawn / 2;
        let raw: Vec<f64> = (0..better)
            .map(|i| ((drawn as f64 + 1.0) / 2.0).ln() - (i as f64 + 1.0).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let step_rate = (effective + 2.0) / (n + effective + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + effective);
        let rank_many = 2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective);
        Constants {
            effective,
            step_rate,
            damping: 1.0
                + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0)
                + step_rate,
            path_rate: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            rank_one,
            rank_many: rank_many.min(1.0 - rank_one),
            usual_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

impl CmaEs {
    /// Starts around a mean with these standard deviations.
    pub fn new(mean: &[f64], deviations: &[f64]) -> Self {
        let numbers = mean.len();
        let row = |k: usize| {
            (0..numbers).map(|l| if k == l { deviations[k].powi(2) } else { 0.0 }).collect()
        };
        CmaEs {
            generation: 0,
            mean: mean.to_vec(),
            step: 1.0,
            covariance: (0..numbers).map(row).collect(),
            step_path: vec![0.0; numbers],
            shape_path: vec![0.0; numbers],
        }
    }

    /// Draws a generation of candidates.
    pub fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
        let shape = Eigen::of(&self.covariance);
        let mut one = || {
            let normal: Vec<f64> = self.mean.iter().map(|_| normal(rng)).collect();
            let way = shape.times_root(&normal);
            self.mean.iter().zip(way).map(|(mean, way)| mean + self.step * way).collect()
        };
        (0..count).map(|_| one()).collect()
    }

    /// Adapts to a generation that was drawn, ranked with the best first.
    pub fn learn(&mut self, ranked: &[Vec<f64>]) {
        assert!(ranked.len() >= 4, "a better half of two or more");
        let numbers = self.mean.len();
        let c = Constants::of(numbers, ranked.len());
        let way = |drawn: &Vec<f64>| -> Vec<f64> {
            drawn.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.step).collect()
        };
        let ways: Vec<Vec<f64>> = ranked[..c.weights.len()].iter().map(way).collect();
        let weighed =
            |k: usize| c.weights.iter().zip(&ways).map(|(weight, way)| weight * way[k]).sum();
        let moved: Vec<f64> = (0..numbers).map(weighed).collect();

        let straight = Eigen::of(&self.covariance).over_root(&moved);
        let fresh = (c.step_rate * (2.0 - c.step_rate) * c.effective).sqrt();
        for (path, way) in self.step_path.iter_mut().zip(straight) {
            *path = (1.0 - c.step_rate) * *path + fresh * way;
        }
        let length = self.step_path.iter().map(|way| way * way).sum::<f64>().sqrt();
        let age = 2.0 * (self.generation as f64 + 1.0);
        let settled = length / (1.0 - (1.0 - c.step_rate).powf(age)).sqrt();
        let is_steady = settled < (1.4 + 2.0 / (numbers as f64 + 1.0)) * c.usual_length;
        let fresh =
            if is_steady { (c.path_rate * (2.0 - c.path_rate) * c.effective).sqrt() } else { 0.0 };
        for (path, way) in self.shape_path.iter_mut().zip(&moved) {
            *path = (1.0 - c.path_rate) * *path + fresh * way;
        }

        let unsteady = if is_steady { 0.0 } else { c.path_rate * (2.0 - c.path_rate) };
        let kept = 1.0 - c.rank_one - c.rank_many + c.rank_one * unsteady;
        for (k, row) in self.covariance.iter_mut().enumerate() {
            for (l, entry) in row.iter_mut().enumerate() {
                let many: f64 = c
                    .weights
                    .iter()
                    .zip(&ways)
                    .map(|(weight, way)| weight * (way[k] * way[l]))
                    .sum();
                let one = self.shape_path[k] * self.shape_path[l];
                *entry = kept * *entry + c.rank_one * one + c.rank_many * many;
            }
        }
        for (mean, way) in self.mean.iter_mut().zip(moved) {
            *mean += self.step * way;
        }
        self.step *= ((c.step_rate / c.damping) * (length / c.usual_length - 1.0)).exp();
        self.generation += 1;
    }

    /// Multiplies mean and step by a factor, for values that do not depend on scale.
    pub fn scale(&mut self, factor: f64) {
        self.mean.iter_mut().for_each(|mean| *mean *= factor);
        self.step *= factor;
    }
}

impl WeightDistribution for CmaEs {
    fn around(weights: &[f64], spread: &[f64]) -> Self {
        CmaEs::new(weights, spread)
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
        CmaEs::draw(self, count, rng)
    }

    fn learn(&mut self, ranked: &[(f64, Vec<f64>)]) {
        let ranked: Vec<Vec<f64>> = ranked.iter().map(|(_, weights)| weights.clone()).collect();
        CmaEs::learn(self, &ranked);
    }

    fn lengthen(&mut self, wanted: f64) {
        self.scale(wanted / length(&self.mean));
    }

    fn model(&self) -> &[f64] {
        &self.mean
    }

    fn width(&self) -> f64 {
        self.step
    }

    fn lists(weights: usize) -> Vec<(&'static str, ListLength)> {
        let list = |name, length| (name, ListLength::Exactly(length));
        vec![
            list("step", 1),
            list("mean", weights),
            list("covariance", weights * weights),
            list("step_path", weights),
            list("shape_path", weights),
        ]
    }

    fn numbers(&self) -> Vec<Vec<f64>> {
        let CmaEs { mean, step, covariance, step_path, shape_path, .. } = self;
        let (mean, covariance) = (mean.clone(), covariance.concat());
        vec![vec![*step], mean, covariance, step_path.clone(), shape_path.clone()]
    }

    fn restored(generation: u64, lists: Vec<Vec<f64>>) -> Self {
        let [step, mean, covariance, step_path, shape_path]: [Vec<f64>; 5] =
            lists.try_into().expect("the lists of this distribution");
        let covariance = covariance.chunks(mean.len()).map(<[f64]>::to_vec).collect();
        CmaEs { generation, mean, step: step[0], covariance, step_path, shape_path }
    }
}

/// Draws from the standard normal distribution (Marsaglia's polar method; the second number is
/// discarded).
pub(super) fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of generations until a function is below 1e-10, at most 2,000.
    fn generations(numbers: usize, cost: impl Fn(&[f64]) -> f64) -> u64 {
        let mut search = CmaEs::new(&vec![3.0; numbers], &vec![1.0; numbers]);
        while search.generation < 2_000 && cost(&search.mean) > 1e-10 {
            let mut drawn = search.draw(12, &mut Rng::stream(1, search.generation));
            drawn.sort_by(|one, other| cost(one).total_cmp(&cost(other)));
            search.learn(&drawn);
        }
        search.generation
    }

    /// The tutorial's algorithm needs some 10 n^2 to 100 n^2 evaluations for these; without
    /// adapting the shape, the ellipsoid takes a hundred times as many.
    #[test]
    fn it_finds_the_bottom_of_valleys() {
        let sphere = generations(8, |x| x.iter().map(|x| x * x).sum());
        let ellipsoid = generations(8, |x| {
            x.iter().enumerate().map(|(k, x)| 10f64.powf(6.0 * k as f64 / 7.0) * x * x).sum()
        });
        let rosenbrock = generations(6, |x| {
            x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
        });
        assert!(
            sphere < 200 && ellipsoid < 600 && rosenbrock < 900,
            "{sphere} {ellipsoid} {rosenbrock}"
        );
    }

    #[test]
    fn normal_numbers_have_the_moments_they_should() {
        let mut rng = Rng::new(5);
        let drawn: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
        let moment =
            |power: i32| drawn.iter().map(|x| x.powi(power)).sum::<f64>() / drawn.len() as f64;
        assert!(
            moment(1).abs() < 0.015
                && (moment(2) - 1.0).abs() < 0.02
                && (moment(4) - 3.0).abs() < 0.15
        );
    }

    #[test]
    fn scaled_it_goes_the_same_way() {
        let mut one = CmaEs::new(&[1.0, 2.0], &[0.5, 0.25]);
        let mut large = one.clone();
        large.scale(4.0);
        for generation in 0..5 {
            let next = |search: &mut CmaEs| {
                let mut drawn = search.draw(6, &mut Rng::stream(2, generation));
                drawn.sort_by(|one, other| (one[0] / one[1]).total_cmp(&(other[0] / other[1])));
                search.learn(&drawn);
            };
            next(&mut one);
            next(&mut large);
        }
        assert!(
            one.mean.iter().zip(&large.mean).all(|(one, large)| (4.0 * one - large).abs() < 1e-9)
        );
    }
}
