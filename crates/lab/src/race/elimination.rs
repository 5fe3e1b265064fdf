//! Statistical tests that decide which configurations are worse than the best.

use crate::statistics::{Friedman, Sample, conover, friedman, wilcoxon_signed_rank};

/// Ranking of the configurations that ran in all blocks.
pub(super) struct Ranked {
    /// Mean rank of each configuration; 1 is the best.
    pub(super) mean_ranks: Vec<f64>,
    /// Indices of all configurations, the best-ranked first; ties keep their order.
    pub(super) order: Vec<usize>,
    friedman: Friedman,
}

impl Ranked {
    /// Ranks the columns; needs at least two rows and two columns.
    pub(super) fn of(rows: &[Vec<f64>]) -> Ranked {
        let friedman = friedman(rows).expect("two whole rows of scores or more");
        // Friedman's highest rank is the best; here rank 1 is.
        let places = friedman.mean_ranks.len() as f64 + 1.0;
        let mean_ranks: Vec<f64> = friedman.mean_ranks.iter().map(|rank| places - rank).collect();
        let mut order: Vec<usize> = (0..mean_ranks.len()).collect();
        order.sort_by(|&a, &b| mean_ranks[a].total_cmp(&mean_ranks[b]));
        Ranked { mean_ranks, order, friedman }
    }

    /// Returns the columns that are significantly worse than the best-ranked, each with its
    /// p-value.
    pub(super) fn worse(&self, rows: &[Vec<f64>], confidence: f64) -> Vec<(usize, f64)> {
        let best = self.order[0];
        let level = 1.0 - confidence;
        let p_value = |column: usize| match self.order.len() {
            2 => {
                let differences = rows.iter().map(|row| row[best] - row[column]).collect();
                wilcoxon_signed_rank(&Sample::new(differences).expect("scores are numbers")).p_value
            }
            _ => conover(&self.friedman, best, column),
        };
        if self.order.len() > 2 && self.friedman.p_value >= level {
            return Vec::new();
        }
        let others =
            (0..self.order.len()).filter(|&column| self.mean_ranks[column] > self.mean_ranks[best]);
        others.map(|column| (column, p_value(column))).filter(|(_, p)| *p < level).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hopeless_fall_and_the_equal_stay() {
        let rows: Vec<Vec<f64>> = (0..8)
            .map(|block| vec![10.0 + f64::from(block % 2), 1.0, 11.0 - f64::from(block % 2)])
            .collect();
        let ranked = Ranked::of(&rows);
        assert_eq!((ranked.order.as_slice(), ranked.mean_ranks[1]), (&[0, 2, 1][..], 3.0));
        let worse = ranked.worse(&rows, 0.95);
        assert_eq!(worse.iter().map(|(column, _)| *column).collect::<Vec<_>>(), [1]);
        assert!(worse[0].1 < 0.01);
    }

    #[test]
    fn of_two_the_signed_ranks_decide() {
        let pair = |blocks: i32| {
            (0..blocks).map(|block| vec![0.0, f64::from(block + 1)]).collect::<Vec<_>>()
        };
        let worse = |rows: &[Vec<f64>]| Ranked::of(rows).worse(rows, 0.95);
        assert!(worse(&pair(5)).is_empty(), "two-sided, five pairs prove nothing: p = 1/16");
        assert_eq!(worse(&pair(6)), [(0, 0.03125)]);
        assert!(worse(&vec![vec![3.0, 3.0]; 9]).is_empty());
    }
}
