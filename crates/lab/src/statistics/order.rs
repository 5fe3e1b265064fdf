//! Whether the columns of a table rise in their given order: E. Page's test (1963), L = sum of the
//! column's number times the sum of its ranks.
//!
//! The p-value is exact: every order of the ranks within a row is equally likely if the columns do
//! not differ, ties included.

use std::collections::BTreeMap;

use super::DataError;
use super::ranks::midranks;
use super::sample::{all_in_range, at_least, paired};

/// Most columns: all orders of a row are listed.
pub const MOST_COLUMNS: usize = 8;

/// Returns the probability that columns that do not differ rise at least as clearly as these; rows
/// are blocks. There are two to [`MOST_COLUMNS`] columns.
pub fn page(rows: &[Vec<f64>]) -> Result<f64, DataError> {
    at_least(1, rows.len())?;
    let columns = rows[0].len();
    at_least(2, columns)?;
    assert!(columns <= MOST_COLUMNS, "callers check the number of columns");
    let mut chances = BTreeMap::from([(0, 1.0)]);
    let mut observed = 0;
    for row in rows {
        paired(columns, row.len())?;
        all_in_range(row)?;
        // Twice the ranks are whole numbers.
        let mut ranks: Vec<u64> =
            midranks(row).ranks.iter().map(|rank| (2.0 * rank) as u64).collect();
        observed += weighted(&ranks);
        let mut sums = BTreeMap::new();
        let mut count = |order: &[u64]| {
            *sums.entry(weighted(order)).or_insert(0.0) += 1.0;
        };
        for_each_order(&mut ranks, 0, &mut count);
        let orders: f64 = sums.values().sum();
        let mut longer = BTreeMap::new();
        for (before, chance) in &chances {
            for (sum, count) in &sums {
                *longer.entry(before + sum).or_insert(0.0) += chance * count / orders;
            }
        }
        chances = longer;
    }
    Ok(chances.range(observed..).map(|(_, chance)| chance).sum::<f64>().min(1.0))
}

fn weighted(ranks: &[u64]) -> u64 {
    (1..).zip(ranks).map(|(column, rank)| column * rank).sum()
}

fn for_each_order(ranks: &mut [u64], fixed: usize, visit: &mut impl FnMut(&[u64])) {
    if fixed == ranks.len() {
        return visit(ranks);
    }
    for next in fixed..ranks.len() {
        ranks.swap(fixed, next);
        for_each_order(ranks, fixed + 1, visit);
        ranks.swap(fixed, next);
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::assert_close;
    use super::*;

    /// By hand: of the six orders of three ranks, L is 14, 13, 13, 11, 11 and 10.
    #[test]
    fn small_tables_agree_with_counting() {
        assert_close(page(&[vec![1.0, 5.0, 4.0]]).unwrap(), 3.0 / 6.0);
        assert_close(page(&[vec![3.0, 2.0, 1.0]]).unwrap(), 1.0);
        let two = [vec![1.0, 2.0, 3.0], vec![7.0, 9.0, 8.0]];
        assert_close(page(&two).unwrap(), 5.0 / 36.0);
        let six = vec![vec![1.0, 2.0, 3.0]; 6];
        assert_close(page(&six).unwrap(), 6.0_f64.powi(-6));
    }

    /// The ranks are 1.5, 1.5 and 3, and a third of their orders ends with the 3.
    #[test]
    fn equal_numbers_share_their_ranks() {
        assert_close(page(&[vec![1.0, 1.0, 2.0]]).unwrap(), 1.0 / 3.0);
        assert_close(page(&[vec![4.0, 4.0]]).unwrap(), 1.0);
    }

    #[test]
    fn rows_of_different_lengths_are_refused() {
        assert!(page(&[]).is_err());
        assert!(page(&[vec![1.0, 2.0], vec![1.0]]).is_err());
        assert!(page(&[vec![1.0, f64::NAN]]).is_err());
    }
}
