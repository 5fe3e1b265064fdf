//! Arrangements that are all equally likely.
//!
//! J. Slaney and S. Thiébaux (2001) show that naive ways of making random arrangements are biased,
//! and how to draw them evenly: with weights that count how many arrangements each choice leaves.
//! Here the number of towers is drawn first. There are n! / t! * C(n-1, t-1) arrangements of n
//! blocks in t towers (Lah's numbers, which add up to 1, 3, 13, 73, 501, ...): as many as ways to
//! cut a row of all blocks into t pieces, divided by the orders of the pieces. So a random row with
//! random cuts is even among those of t towers. The weights are exact whole numbers.

use num_bigint::BigUint;
use quarry_core::{GenerateError, Meter, Rng};

use super::{Block, TABLE};

/// The numbers of arrangements of some blocks, by the number of towers.
pub(super) struct Arrangements {
    blocks: usize,
    /// The number of arrangements with at most this many towers, from one tower on.
    up_to: Vec<BigUint>,
}

impl Arrangements {
    /// Counts the arrangements with at most `most` towers.
    pub(super) fn new(
        blocks: usize,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let mut weight = BigUint::from(1u32);
        for factor in 2..=blocks {
            go_on(meter)?;
            weight *= factor;
        }
        let mut up_to: Vec<BigUint> = Vec::new();
        for towers in 1..=most.min(blocks) {
            go_on(meter)?;
            let before = up_to.last().cloned().unwrap_or_default();
            up_to.push(before + &weight);
            weight = weight * (blocks - towers) / (towers * (towers + 1));
        }
        Ok(Arrangements { blocks, up_to })
    }

    /// Draws an arrangement, each with the same chance.
    pub(super) fn draw(&self, rng: &mut Rng) -> Vec<Block> {
        let total = &self.up_to[self.up_to.len() - 1];
        let drawn = below(total, rng);
        let towers = 1 + self.up_to.partition_point(|up_to| *up_to <= drawn);
        in_towers(self.blocks, towers, rng)
    }
}

/// Draws an arrangement with this many towers, each with the same chance.
pub(super) fn in_towers(blocks: usize, towers: usize, rng: &mut Rng) -> Vec<Block> {
    let mut row: Vec<Block> = (0..blocks as Block).collect();
    rng.shuffle(&mut row);
    let mut cuts: Vec<usize> = (1..blocks).collect();
    rng.shuffle(&mut cuts);
    let mut is_cut = vec![false; blocks];
    is_cut[0] = true;
    cuts[..towers - 1].iter().for_each(|&cut| is_cut[cut] = true);
    let mut below = vec![TABLE; blocks];
    for at in (0..blocks).filter(|&at| !is_cut[at]) {
        below[usize::from(row[at])] = row[at - 1];
    }
    below
}

/// A random number below `limit`, each with the same chance.
fn below(limit: &BigUint, rng: &mut Rng) -> BigUint {
    let bits = limit.bits();
    let digits = bits.div_ceil(32);
    loop {
        let mut drawn: Vec<u32> = (0..digits).map(|_| (rng.bits() >> 32) as u32).collect();
        if let Some(last) = drawn.last_mut().filter(|_| !bits.is_multiple_of(32)) {
            *last &= (1 << (bits % 32)) - 1;
        }
        let drawn = BigUint::new(drawn);
        if drawn < *limit {
            return drawn;
        }
    }
}

fn go_on(meter: &mut Meter) -> Result<(), GenerateError> {
    if meter.goes_on() { Ok(()) } else { Err(GenerateError::Stopped) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn there_are_as_many_arrangements_as_published() {
        // A000262 of the On-Line Encyclopedia of Integer Sequences.
        let published = [1u32, 3, 13, 73, 501, 4051, 37633, 394353];
        for (blocks, number) in (1..).zip(published) {
            let counted = Arrangements::new(blocks, blocks, &mut Meter::unlimited()).unwrap();
            assert_eq!(counted.up_to.last(), Some(&BigUint::from(number)));
        }
    }

    /// Every arrangement of three and of four blocks is drawn, all about equally often: the sum of
    /// squared deviations is one that chance exceeds in less than one of 10,000 cases.
    #[test]
    fn all_arrangements_are_equally_likely() {
        for (blocks, number, most) in [(3, 13, 40.0), (4, 73, 125.0)] {
            let all = Arrangements::new(blocks, blocks, &mut Meter::unlimited()).unwrap();
            let mut rng = Rng::new(5);
            let mut seen: BTreeMap<Vec<Block>, u32> = BTreeMap::new();
            let draws = 1000 * number;
            for _ in 0..draws {
                *seen.entry(all.draw(&mut rng)).or_default() += 1;
            }
            assert_eq!(seen.len(), number as usize);
            let deviation: f64 =
                seen.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
            assert!(deviation < most, "{blocks} blocks: {deviation}");
        }
    }

    #[test]
    fn towers_are_as_many_as_wanted() {
        let mut rng = Rng::new(1);
        for towers in 1..=9 {
            let below = in_towers(9, towers, &mut rng);
            assert_eq!(below.iter().filter(|&&below| below == TABLE).count(), towers);
        }
    }
}
