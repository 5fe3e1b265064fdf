//! Whether contenders find the same instances hard: how alike two of them rank the instances by
//! what they spend there.

use std::collections::BTreeSet;

use super::comparison::FEWEST_INSTANCES;
use crate::measure::Figure;
use crate::results::Results;
use crate::statistics::spearman;

/// Two contenders, over the instances that all contenders have been run on.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The first, by its place among the contenders.
    pub left: usize,
    /// The other.
    pub right: usize,
    /// How many instances there are.
    pub instances: usize,
    /// Spearman's correlation of their mean work: 1 if they rank the instances alike, -1 if the
    /// other way round.
    pub by_rank: f64,
}

impl Agreement {
    /// All pairs whose costs vary; none where there are too few instances.
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
            // The same instance twice is no more evidence than once.
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
            "who always spends the same is left out"
        );
        assert_eq!(
            Agreement::between(&[vec![1.0, 2.0], vec![1.0, 2.0]]),
            [],
            "two instances say nothing"
        );
    }
}
