//! Whether contenders find the same instances hard: how similarly two of them rank the instances by
//! the work done there.

use std::collections::BTreeSet;

use super::comparison::FEWEST_INSTANCES;
use crate::measure::Figure;
use crate::results::Results;
use crate::statistics::spearman;

/// Rank correlation of two contenders, over the instances that all contenders were run on.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Index of the first contender.
    pub left: usize,
    /// Index of the second contender.
    pub right: usize,
    /// Number of instances.
    pub instances: usize,
    /// Spearman's correlation of the mean work: 1 if both rank the instances alike, -1 if in
    /// opposite order.
    pub by_rank: f64,
}

impl Agreement {
    /// Returns all pairs whose costs vary; no pairs if there are too few instances.
    pub(crate) fn of(results: &Results) -> Vec<Agreement> {
        let experiment = results.plan.experiment;
        let mut seen = BTreeSet::new();
        let mut costs: Vec<Vec<f64>> = vec![Vec::new(); experiment.contenders.len()];
        for row in results.rows() {
            let spent = row.iter().map(|cell| match cell.figure(results.work.measure()) {
                Some(Figure::Number(mean)) => Some(mean),
                _ => None,
            });
            let Some(spent) = spent.collect::<Option<Vec<f64>>>() else { continue };
            // A repeated instance is no additional evidence.
            if seen.insert(&row[0].pairing.units[0].fingerprint) {
                costs.iter_mut().zip(spent).for_each(|(costs, spent)| costs.push(spent));
            }
        }
        Agreement::between(&costs)
    }

    /// Compares the contenders' costs, instance by instance.
    fn between(costs: &[Vec<f64>]) -> Vec<Agreement> {
        let instances = costs.first().map_or(0, Vec::len);
        if instances < FEWEST_INSTANCES {
            return Vec::new();
        }
        let pairs = (0..costs.len())
            .flat_map(|left| (left + 1..costs.len()).map(move |right| (left, right)));
        let agreement = |(left, right): (usize, usize)| {
            let by_rank = spearman(&costs[left], &costs[right]).ok().flatten()?;
            Some(Agreement { left, right, instances, by_rank })
        };
        pairs.filter_map(agreement).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contenders_agree_by_order_and_not_by_size() {
        let cheap = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let dear = cheap.iter().map(|cost: &f64| 1e3 * cost.exp()).collect();
        let reversed = cheap.iter().rev().copied().collect();
        let found = Agreement::between(&[cheap, dear, vec![500.0; 6], reversed]);
        let found: Vec<_> =
            found.iter().map(|pair| (pair.left, pair.right, pair.by_rank.round())).collect();
        assert_eq!(
            found,
            [(0, 1, 1.0), (0, 3, -1.0), (1, 3, -1.0)],
            "contenders with constant costs are left out"
        );
        assert_eq!(
            Agreement::between(&[vec![1.0, 2.0], vec![1.0, 2.0]]),
            [],
            "two instances are too few"
        );
    }
}
