//! Natural numbers of any length, for the check of equations.

use std::cmp::Ordering;
use std::fmt;

/// A natural number: groups of nine decimal digits, the lowest first, without zeros on top.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Natural(Vec<u32>);

const GROUP: u64 = 1_000_000_000;

impl Natural {
    fn of(mut groups: Vec<u32>) -> Self {
        while groups.last() == Some(&0) {
            groups.pop();
        }
        Natural(groups)
    }

    /// The number times a factor, plus a summand.
    pub(super) fn times_plus(&self, factor: u32, summand: u32) -> Self {
        let mut carry = u64::from(summand);
        let mut groups = Vec::with_capacity(self.0.len() + 1);
        for &group in &self.0 {
            let value = u64::from(group) * u64::from(factor) + carry;
            groups.push((value % GROUP) as u32);
            carry = value / GROUP;
        }
        groups.push(carry as u32);
        Natural::of(groups)
    }

    pub(super) fn plus(&self, other: &Natural) -> Self {
        let mut carry = 0;
        let mut groups = Vec::new();
        for index in 0..self.0.len().max(other.0.len()) + 1 {
            let group = |number: &Natural| number.0.get(index).copied().map_or(0, u64::from);
            let value = group(self) + group(other) + carry;
            groups.push((value % GROUP) as u32);
            carry = value / GROUP;
        }
        Natural::of(groups)
    }

    pub(super) fn times(&self, other: &Natural) -> Self {
        let mut product = Natural::default();
        for &group in other.0.iter().rev() {
            product.0.insert(0, 0);
            product = product.plus(&self.times_plus(group, 0));
        }
        Natural::of(product.0)
    }

    /// The number less a smaller one.
    fn minus(&self, other: &Natural) -> Self {
        let mut borrowed = 0;
        let mut groups = Vec::new();
        for (index, &group) in self.0.iter().enumerate() {
            let less = other.0.get(index).copied().map_or(0, i64::from) + borrowed;
            let value = i64::from(group) - less;
            borrowed = i64::from(value < 0);
            groups.push((value + borrowed * GROUP as i64) as u32);
        }
        Natural::of(groups)
    }

    fn is_less(&self, other: &Natural) -> bool {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())) == Ordering::Less
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = self.0.iter().rev();
        write!(formatter, "{}", groups.next().copied().unwrap_or(0))?;
        groups.try_for_each(|group| write!(formatter, "{group:09}"))
    }
}

/// A difference in decimal digits, with a sign if it is below 0.
pub(super) fn written_difference(from: &Natural, less: &Natural) -> String {
    if from.is_less(less) { format!("-{}", less.minus(from)) } else { from.minus(less).to_string() }
}

#[cfg(test)]
mod tests {
    use super::{Natural, written_difference};

    fn natural(decimal: &str) -> Natural {
        let digits = decimal.chars().filter_map(|one| one.to_digit(10));
        digits.fold(Natural::default(), |number, digit| number.times_plus(10, digit))
    }

    #[test]
    fn numbers_of_any_length_are_added_multiplied_and_compared() {
        for text in ["0", "7", "999999999", "1000000000", "1000000001000000002"] {
            assert_eq!(natural(text).to_string(), text);
        }
        let (one, two) = (natural("999999999999999999"), natural("1"));
        assert_eq!(one.plus(&two).to_string(), "1000000000000000000");
        assert_eq!(one.times(&one).to_string(), "999999999999999998000000000000000001");
        assert_eq!(one.times(&Natural::default()), Natural::default());
        let power = (0..5).fold(natural("12345678901"), |power, _| power.times(&power));
        assert_eq!(power.to_string().len(), 323);
        assert_eq!(written_difference(&one.plus(&two), &two), "999999999999999999");
        assert_eq!(written_difference(&two, &one), "-999999999999999998");
        assert_eq!(written_difference(&one, &one), "0");
    }
}
