//! Selection of an experiment's numbered runs: ranges, or a share of all.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// Units as given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Units {
    /// First and last of each range; without a last, all that follow.
    Ranges(Vec<(usize, Option<usize>)>),
    /// Number of the part, and number of equal parts.
    Share(usize, usize),
}

const FORM: &str =
    "expected units such as 1..100, 7, 200.. or several with commas, or a share such as 3/8";

impl FromStr for Units {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
        let wrong = || FORM.to_owned();
        if let Some((part, parts)) = text.split_once('/') {
            let (part, parts) = number(part).zip(number(parts)).ok_or_else(wrong)?;
            return if part <= parts { Ok(Units::Share(part, parts)) } else { Err(wrong()) };
        }
        let range = |text: &str| match text.split_once("..") {
            None => number(text).map(|one| (one, Some(one))),
            Some((first, "")) => Some((number(first)?, None)),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                (first <= last).then_some((first, Some(last)))
            }
        };
        let ranges: Option<Vec<_>> = text.split(',').map(|text| range(text.trim())).collect();
        ranges.map(Units::Ranges).ok_or_else(wrong)
    }
}

impl Units {
    /// Returns the selected numbers, out of `all` units that are claimed in blocks of this size;
    /// shares consist of whole blocks.
    pub(crate) fn among(
        &self,
        all: usize,
        block: usize,
    ) -> Result<Vec<RangeInclusive<usize>>, String> {
        match self {
            Units::Ranges(ranges) => {
                let range = |&(first, last): &(usize, Option<usize>)| {
                    let last = last.unwrap_or(all.max(first));
                    if last > all {
                        return Err(format!(
                            "there is no unit {last}: the experiment has {all}, from 1 to {all}"
                        ));
                    }
                    Ok(first..=last)
                };
                ranges.iter().map(range).collect()
            }
            &Units::Share(part, parts) => {
                let blocks = all.div_ceil(block);
                let edge = |part: usize| (blocks * part / parts * block).min(all);
                Ok(vec![edge(part - 1) + 1..=edge(part)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn among(text: &str, all: usize, block: usize) -> Result<Vec<RangeInclusive<usize>>, String> {
        text.parse::<Units>()?.among(all, block)
    }

    #[test]
    fn ranges_and_shares() {
        assert_eq!(among("2..5,7,9..", 10, 1).unwrap(), [2..=5, 7..=7, 9..=10]);
        for text in ["0..3", "5..2", "3/2", "0/2", "x", "", "1...3", "-1"] {
            assert_eq!(among(text, 10, 1).unwrap_err(), FORM, "{text}");
        }
        assert!(among("5..11", 10, 1).unwrap_err().starts_with("there is no unit 11"));
        assert!(among("11..", 10, 1).unwrap_err().starts_with("there is no unit 11"));
    }

    #[test]
    fn shares_are_all_units_once_and_cut_no_block() {
        for (all, block, parts) in [(300, 1, 7), (25, 10, 4), (3, 2, 5), (1000, 7, 3)] {
            let share =
                |part: usize| Units::Share(part, parts).among(all, block).unwrap().remove(0);
            let numbers: Vec<usize> = (1..=parts).flat_map(share).collect();
            assert_eq!(numbers, (1..=all).collect::<Vec<_>>());
            assert!((1..=parts).map(share).all(|share| (share.start() - 1) % block == 0));
        }
    }
}
