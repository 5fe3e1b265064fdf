//! How layouts are counted: exactly, or in floating point.

use num_bigint::BigUint;

/// A number of layouts.
pub(crate) trait Count: Clone {
    /// The number of no layouts.
    fn zero() -> Self;
    /// The number of one layout.
    fn one() -> Self;
    /// Whether there are none.
    fn is_zero(&self) -> bool;
    /// Adds `other` times a small factor.
    fn add_multiple(&mut self, other: &Self, factor: u32);
    /// Adds the product of two numbers.
    fn add_product(&mut self, one: &Self, other: &Self);
    /// The number times `factor`, divided by `divisor`, which leaves no remainder.
    fn scaled(&self, factor: usize, divisor: usize) -> Self;
}

/// The exact count.
impl Count for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }
    fn one() -> Self {
        BigUint::from(1_u32)
    }
    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }
    fn add_multiple(&mut self, other: &Self, factor: u32) {
        match factor {
            1 => *self += other,
            _ => *self += other * factor,
        }
    }
    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += one * other;
    }
    fn scaled(&self, factor: usize, divisor: usize) -> Self {
        self * factor / divisor
    }
}

/// A fast count for players: exact up to 2^53, then to about 13 digits, and finite on boards of up
/// to 1000 cells, which have at most 2^1000 layouts. It is 0 only if there are no layouts.
impl Count for f64 {
    fn zero() -> Self {
        0.0
    }
    fn one() -> Self {
        1.0
    }
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
    fn add_multiple(&mut self, other: &Self, factor: u32) {
        *self += other * f64::from(factor);
    }
    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += one * other;
    }
    fn scaled(&self, factor: usize, divisor: usize) -> Self {
        self * factor as f64 / divisor as f64
    }
}

/// The numbers of ways to choose 0, 1, ... up to `most` of `n` things.
pub(super) fn binomials<C: Count>(n: usize, most: usize) -> Vec<C> {
    let mut row = vec![C::one()];
    for chosen in 1..=most.min(n) {
        row.push(row[chosen - 1].scaled(n + 1 - chosen, chosen));
    }
    row.resize(most + 1, C::zero());
    row
}

/// The numbers of ways to choose from up to eight things.
pub(super) const CHOICES: [[u32; 9]; 9] = {
    let mut rows = [[0; 9]; 9];
    let mut n = 0;
    while n < 9 {
        rows[n][0] = 1;
        let mut chosen = 1;
        while chosen <= n {
            rows[n][chosen] = rows[n - 1][chosen - 1] + rows[n - 1][chosen];
            chosen += 1;
        }
        n += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted() {
        assert_eq!(CHOICES[8], [1, 8, 28, 56, 70, 56, 28, 8, 1]);
        assert_eq!(CHOICES[2], [1, 2, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(binomials::<f64>(5, 7), [1.0, 5.0, 10.0, 10.0, 5.0, 1.0, 0.0, 0.0]);
        let expert = &binomials::<BigUint>(480, 99)[99];
        assert_eq!(expert.to_string().len(), 105);
        assert!((binomials::<f64>(1000, 500)[500] / 2.702_882_409_454_37e299 - 1.0).abs() < 1e-9);
    }
}
