//! Pheromone on codes, within limits. A trail is strongest at the beginning, evaporates round by
//! round, and is renewed where the best game went. T. Stuetzle and H. Hoos, MAX-MIN ant system
//! (2000), in the hyper-cube framework of C. Blum and M. Dorigo (2004): a deposit moves a trail
//! towards 1, so that strengths do not depend on the size of scores. Evaporation is worked out when
//! a trail is read, so a round costs only its deposit, and only codes of deposits are stored.

use rustc_hash::FxHashMap;

/// Strengths of trails, between a least one and 1.
#[derive(Debug, Clone)]
pub(crate) struct Pheromone {
    /// Share that evaporates in a round, and share of a deposit.
    rate: f64,
    least: f64,
    round: u64,
    /// Round in which all trails were strongest.
    begun: u64,
    /// Strength of a trail in a round.
    trails: FxHashMap<u64, (f64, u64)>,
}

impl Pheromone {
    pub(crate) fn new(rate: f64, least: f64) -> Self {
        Pheromone { rate, least, round: 0, begun: 0, trails: FxHashMap::default() }
    }

    /// Returns the strength of a trail in this round.
    #[inline]
    pub(crate) fn strength(&self, code: u64) -> f64 {
        let (strength, round) = self.trails.get(&code).copied().unwrap_or((1.0, self.begun));
        let rounds = i32::try_from(self.round - round).unwrap_or(i32::MAX);
        (strength * (1.0 - self.rate).powi(rounds)).max(self.least)
    }

    /// Ends a round: all trails evaporate, and those of these codes are renewed.
    pub(crate) fn deposit(&mut self, codes: &[u64]) {
        self.round += 1;
        for &code in codes {
            // A code that occurs twice in a game is renewed once.
            let is_new = self.trails.get(&code).is_none_or(|&(_, round)| round < self.round);
            if is_new {
                let strength = self.strength(code) + self.rate;
                self.trails.insert(code, (strength.min(1.0), self.round));
            }
        }
    }

    /// Makes all trails as strong as at the beginning.
    pub(crate) fn start_anew(&mut self) {
        self.trails.clear();
        self.begun = self.round;
    }

    /// Number of codes with trails of their own.
    pub(crate) fn trails(&self) -> usize {
        self.trails.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.trails.capacity() * size_of::<(u64, (f64, u64))>()
    }
}

/// Joins a code and the context it occurs in to one code.
#[inline]
pub(crate) fn joined(context: u64, code: u64) -> u64 {
    // Odd constants from the digits of the golden ratio and of the square root of 3 spread the bits.
    (context.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ code)
        .wrapping_mul(0xBB67_AE85_84CA_A73B)
}

/// Draws an index with a probability proportional to its odds, which are all positive.
pub(crate) fn drawn(odds: &[f64], share: f64) -> usize {
    let mut left = share * odds.iter().sum::<f64>();
    let ends = odds.iter().position(|&width| {
        left -= width;
        left < 0.0
    });
    ends.unwrap_or(odds.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand with a rate of one half: 1 evaporates to 0.5, 0.25 and the least, 0.2; a
    /// renewed trail stays at 1.
    #[test]
    fn trails_evaporate_to_the_least_and_are_renewed_to_one() {
        let mut pheromone = Pheromone::new(0.5, 0.2);
        assert_eq!(pheromone.strength(7), 1.0);
        let mut seen = Vec::new();
        for _ in 0..3 {
            pheromone.deposit(&[8, 8]);
            seen.push((pheromone.strength(7), pheromone.strength(8)));
        }
        assert_eq!(seen, [(0.5, 1.0), (0.25, 1.0), (0.2, 1.0)]);
        pheromone.deposit(&[7]);
        assert_eq!((pheromone.strength(7), pheromone.strength(8)), (0.7, 0.5));
        pheromone.start_anew();
        assert_eq!((pheromone.strength(8), pheromone.trails()), (1.0, 0));
    }

    #[test]
    fn odds_are_widths() {
        let odds = [1.0, 2.0, 1.0];
        let drawn = [0.0, 0.24, 0.26, 0.74, 0.76, 1.0].map(|share| drawn(&odds, share));
        assert_eq!(drawn, [0, 0, 1, 1, 2, 2]);
        assert_ne!(joined(1, 2), joined(2, 1));
    }
}
