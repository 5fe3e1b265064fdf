//! The only source of randomness: seeded, portable, and implemented here, so that results never
//! change with a crate update.
//!
//! xoshiro256++ (Blackman and Vigna, 2019) seeded by SplitMix64, as its authors recommend.

/// A deterministic generator. A clone continues the same sequence from the same point.
///
/// ```
/// use quarry_core::Rng;
///
/// let mut rng = Rng::new(7);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
///
/// // The same seed gives the same numbers; each stream of a seed has its own.
/// assert_eq!(Rng::new(7).bits(), Rng::new(7).bits());
/// assert_ne!(Rng::stream(7, 0).bits(), Rng::stream(7, 1).bits());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// Creates the generator for a seed.
    pub fn new(seed: u64) -> Self {
        let mut sequence = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut sequence)) }
    }

    /// Creates the `index`-th of many independent generators from one seed, such as one for each
    /// sample, run or island.
    pub fn stream(seed: u64, index: u64) -> Self {
        let mut sequence = seed;
        let mixed = split_mix(&mut sequence) ^ index.wrapping_mul(0xd134_2543_de82_ef95);
        Rng::new(mixed.rotate_left(17) ^ index)
    }

    /// Returns the next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// Returns a number below `n`, each equally likely to within n / 2^64.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "no number is below 0");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Returns a number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Puts the items into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn split_mix(sequence: &mut u64) -> u64 {
    *sequence = sequence.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*sequence ^ (*sequence >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First outputs of the authors' reference programs for these states.
    #[test]
    fn matches_the_published_generators() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..5).map(|_| rng.bits()).collect();
        assert_eq!(
            first,
            [
                41_943_041,
                58_720_359,
                3_588_806_011_781_223,
                3_591_011_842_654_386,
                9_228_616_714_210_784_205
            ]
        );
        let mut sequence = 1_234_567;
        assert_eq!(split_mix(&mut sequence), 6_457_827_717_110_365_317);
        assert_eq!(split_mix(&mut sequence), 3_203_168_211_198_807_973);
    }

    #[test]
    fn below_is_even_and_shuffle_keeps_everything() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|&count| count.abs_diff(10_000) < 500), "{seen:?}");
        let mut items: Vec<u32> = (0..50).collect();
        rng.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn streams_differ() {
        let mut first: Vec<u64> = (0..1000).map(|index| Rng::stream(3, index).bits()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1000);
    }
}
