//! The settings to choose from for a solver: lists of values and ranges of numbers, and points in
//! them.
//!
//! Sampling follows irace: at first uniform, later around a parent, by a normal distribution
//! truncated at the ends of the range. Unlike irace, which keeps a distribution for every elite,
//! all settings and all parents share one spread, and a listed value is kept with a probability
//! that grows with each iteration.

use std::collections::BTreeMap;

use quarry::Budget;
use quarry_core::Rng;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::contender::Contender;

/// A solver with the possible values of its settings.
pub(super) struct Space {
    pub(super) solver: String,
    pub(super) budget: Budget,
    pub(super) axes: Vec<SettingAxis>,
}

/// A setting with its possible values.
pub(super) struct SettingAxis {
    pub(super) name: String,
    pub(super) values: SettingRange,
}

/// Possible values of a setting.
pub(super) enum SettingRange {
    Listed(Vec<String>),
    Range { from: f64, to: f64, scale: Scale, whole: bool },
}

/// Scale of a range.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Scale {
    Linear,
    Log,
}

/// A coordinate for each axis: the index of a listed value, or the position in a range from 0 to 1.
pub(super) type Point = Vec<f64>;

/// Closeness of new configurations to their parent.
pub(super) struct Closeness {
    /// Standard deviation, as a share of a range.
    pub(super) spread: f64,
    /// Probability of keeping a listed value.
    pub(super) loyalty: f64,
}

impl Space {
    /// Whether points are sampled, because there are too many to try them all.
    pub(super) fn is_sampled(&self) -> bool {
        self.axes.iter().any(|axis| matches!(axis.values, SettingRange::Range { .. }))
    }

    /// Returns the number of combinations of listed values; a range counts as one.
    pub(super) fn listed(&self) -> u64 {
        let count = |axis: &SettingAxis| match &axis.values {
            SettingRange::Listed(values) => values.len() as u64,
            SettingRange::Range { .. } => 1,
        };
        self.axes.iter().fold(1, |points: u64, axis| points.saturating_mul(count(axis)))
    }

    /// Returns every point of a space that is not sampled, the last setting changing fastest; no
    /// points for a sampled space.
    pub(super) fn grid(&self) -> Vec<Point> {
        if self.is_sampled() {
            return Vec::new();
        }
        self.axes.iter().fold(vec![Vec::new()], |points, axis| {
            let count = match &axis.values {
                SettingRange::Listed(values) => values.len(),
                SettingRange::Range { .. } => 0,
            };
            let with = |point: &Point, index: usize| [point.as_slice(), &[index as f64]].concat();
            points
                .iter()
                .flat_map(|point| (0..count).map(move |index| with(point, index)))
                .collect()
        })
    }

    /// Samples a point uniformly.
    pub(super) fn anywhere(&self, rng: &mut Rng) -> Point {
        self.axes.iter().map(|axis| axis.anywhere(rng)).collect()
    }

    /// Samples a point near another.
    pub(super) fn near(&self, parent: &Point, closeness: &Closeness, rng: &mut Rng) -> Point {
        let near = |(axis, &place): (&SettingAxis, &f64)| match axis.values {
            SettingRange::Listed(_) if rng.unit() < closeness.loyalty => place,
            SettingRange::Listed(_) => axis.anywhere(rng),
            SettingRange::Range { .. } => within_range(place, closeness.spread, rng),
        };
        self.axes.iter().zip(parent).map(near).collect()
    }

    /// Returns the contender at a point.
    pub(super) fn contender(&self, point: &Point, runs: u64) -> Contender {
        let chosen = |(axis, &place): (&SettingAxis, &f64)| (axis.name.clone(), axis.value(place));
        let params = self.axes.iter().zip(point).map(chosen).collect();
        Contender {
            solver: self.solver.clone(),
            params,
            budget: self.budget,
            runs,
            alias: None,
            own: BTreeMap::new(),
            chain: None,
        }
    }
}

impl SettingAxis {
    fn anywhere(&self, rng: &mut Rng) -> f64 {
        match &self.values {
            SettingRange::Listed(values) => rng.below(values.len()) as f64,
            SettingRange::Range { .. } => rng.unit(),
        }
    }

    fn value(&self, place: f64) -> String {
        match &self.values {
            SettingRange::Listed(values) => values[place as usize].clone(),
            // The range extends to the next integer, so that the last one is as likely as the
            // others.
            &SettingRange::Range { from, to, scale, whole: true } => {
                let value = scale.between(from, to + 1.0, place).floor();
                format!("{}", value.clamp(from, to))
            }
            &SettingRange::Range { from, to, scale, whole: false } => {
                let value = four_digits(scale.between(from, to, place));
                format!("{}", value.clamp(from, to))
            }
        }
    }
}

impl Scale {
    fn between(self, from: f64, to: f64, share: f64) -> f64 {
        match self {
            Scale::Linear => from + share * (to - from),
            Scale::Log => from * (to / from).powf(share),
        }
    }
}

/// Returns irace's number of iterations and of elites: 2 + log2 of the number of settings in the
/// largest sampled space.
pub(super) fn rule_of_two(spaces: &[Space]) -> usize {
    let sampled = spaces.iter().filter(|space| space.is_sampled());
    sampled.map(|space| 2 + space.axes.len().ilog2() as usize).max().unwrap_or(1)
}

/// Samples a normal number around `mean` truncated to 0..1, by the inverse of the distribution.
fn within_range(mean: f64, deviation: f64, rng: &mut Rng) -> f64 {
    let normal = Normal::new(mean, deviation).expect("a positive deviation");
    let (low, high) = (normal.cdf(0.0), normal.cdf(1.0));
    normal.inverse_cdf(low + rng.unit() * (high - low)).clamp(0.0, 1.0)
}

/// Rounds to four significant digits, which are easy to read in a default.
fn four_digits(value: f64) -> f64 {
    format!("{value:.3e}").parse().expect("a number is read back")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: f64, to: f64, scale: Scale, whole: bool) -> SettingAxis {
        SettingAxis { name: "x".to_owned(), values: SettingRange::Range { from, to, scale, whole } }
    }

    #[test]
    fn places_become_values() {
        let whole = range(1.0, 4.0, Scale::Linear, true);
        assert_eq!(
            [0.0, 0.24, 0.26, 0.99, 1.0].map(|place| whole.value(place)),
            ["1", "1", "2", "4", "4"]
        );
        let real = range(0.001, 10.0, Scale::Log, false);
        assert_eq!([0.0, 0.5, 1.0].map(|place| real.value(place)), ["0.001", "0.1", "10"]);
        assert_eq!(range(0.0, 1.0, Scale::Linear, false).value(1.0 / 3.0), "0.3333");
    }

    #[test]
    fn samples_stay_inside_and_gather_around_the_parent() {
        let listed = SettingAxis {
            name: "y".to_owned(),
            values: SettingRange::Listed(vec!["a".into(), "b".into()]),
        };
        let axes = vec![range(0.0, 1.0, Scale::Linear, false), listed];
        let space = Space { solver: "s".to_owned(), budget: Budget::default(), axes };
        assert!(space.is_sampled() && space.grid().is_empty());
        let mut rng = Rng::new(1);
        let mut distance = |spread, loyalty| {
            let closeness = Closeness { spread, loyalty };
            let points: Vec<_> =
                (0..500).map(|_| space.near(&vec![0.9, 1.0], &closeness, &mut rng)).collect();
            assert!(points.iter().all(|point| (0.0..=1.0).contains(&point[0]) && point[1] <= 1.0));
            let away = points.iter().map(|point| (point[0] - 0.9).abs()).sum::<f64>() / 500.0;
            (away, points.iter().filter(|point| point[1] == 1.0).count())
        };
        let (far, few) = distance(0.5, 0.0);
        let (close, many) = distance(0.02, 0.8);
        assert!(far > 0.2 && close < 0.02, "{far} {close}");
        assert!((200..300).contains(&few) && many > 400, "{few} {many}");
    }
}
