//! Values of placements and the best of them, lane by lane.
//!
//! A value needs 64 bits, but lanes have 32. So weights are split into halves such that no sum of a
//! half times a feature overflows, and values are compared half by half. Each lane keeps its best
//! so far; at the end the lanes are compared.

use fearless_simd::prelude::*;
use quarry_core::Pick;

use super::super::board::COLUMNS;
use super::super::controllers::Weights;
use super::super::features::FEATURES;
use super::super::piece::{Piece, Placement};
use super::kernel::MOST_LANES;

/// Added to upper halves, so that they compare as unsigned numbers.
const SIGN: u32 = 1 << 31;

/// Weights in two halves. A feature is below 2^14, and so is the sum of all, so that sums of lower
/// halves stay below 2^31.
pub(super) struct Halves {
    upper: [u32; FEATURES],
    lower: [u32; FEATURES],
}

impl Halves {
    #[inline(always)]
    pub(super) fn of(weights: &Weights) -> Self {
        Halves {
            upper: weights.each.map(|weight| (weight >> 16) as u32),
            lower: weights.each.map(|weight| weight as u32 & 0xffff),
        }
    }

    /// Values of placements that fill no row, in two halves.
    #[inline(always)]
    pub(super) fn weigh<V: SimdInt<S, Element = u32>, S: Simd>(
        &self,
        rows: V,
        height: usize,
        features: &[V],
    ) -> [V; 2] {
        let landing = rows + rows + (height as u32 - 1);
        let upper = weighted(&self.upper, landing, features);
        let lower = weighted(&self.lower, landing, features);
        [upper + (lower >> 16) + SIGN, lower & 0xffff]
    }
}

#[inline(always)]
fn weighted<V: SimdInt<S, Element = u32>, S: Simd>(
    weights: &[u32; FEATURES],
    landing: V,
    features: &[V],
) -> V {
    let mut sum = features[0] * weights[2];
    for (&feature, &weight) in features[1..].iter().zip(&weights[3..]) {
        sum += feature * weight;
    }
    sum + sum + landing * weights[0]
}

/// The best placement so far, in each lane and outside of the lanes.
pub(super) struct Champion<S: Simd> {
    lanes: S::u32s,
    halves: [S::u32s; 2],
    places: S::u32s,
    fitting: S::u32s,
    apart: Option<(i64, u32)>,
    simd: S,
}

impl<S: Simd> Champion<S> {
    #[inline(always)]
    pub(super) fn none(simd: S) -> Self {
        const NUMBERS: [u32; MOST_LANES] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        let zero = S::u32s::simd_from(simd, 0);
        let lanes = S::u32s::from_slice(simd, &NUMBERS[..S::u32s::LEN]);
        Champion { lanes, halves: [zero; 2], places: zero, fitting: zero, apart: None, simd }
    }

    /// Which of the first `lanes` lanes fit below the ceiling.
    #[inline(always)]
    pub(super) fn fits(
        &mut self,
        rows: S::u32s,
        highest: u32,
        lanes: u32,
    ) -> <S::u32s as SimdBase<S>>::Mask {
        let fits = rows.simd_le(highest) & self.lanes.simd_lt(lanes);
        let [zero, one] = [0, 1].map(|number| S::u32s::simd_from(self.simd, number));
        self.fitting += fits.select(one, zero);
        fits
    }

    /// Compares these lanes, of which the first is at a place; places only grow.
    #[inline(always)]
    pub(super) fn meet(
        &mut self,
        among: <S::u32s as SimdBase<S>>::Mask,
        [upper, lower]: [S::u32s; 2],
        place: u32,
    ) {
        let more = upper.simd_gt(self.halves[0])
            | (upper.simd_eq(self.halves[0]) & lower.simd_gt(self.halves[1]));
        let better = among & more;
        self.halves[0] = better.select(upper, self.halves[0]);
        self.halves[1] = better.select(lower, self.halves[1]);
        self.places = better.select(self.lanes + place, self.places);
    }

    /// Compares a placement that was evaluated by itself.
    #[inline(always)]
    pub(super) fn challenge(&mut self, value: i64, place: u32) {
        if self.apart.is_none_or(|(most, _)| value > most) {
            self.apart = Some((value, place));
        }
    }

    /// Returns the best of all, the first among equals.
    #[inline(always)]
    pub(super) fn pick(self, piece: Piece) -> Option<Pick<Placement>> {
        let mut best = self.apart;
        let [upper, lower] = &self.halves;
        for lane in 0..S::u32s::LEN {
            // A lane whose upper half is still 0 has seen no placement: any value is larger.
            let value = i64::from((upper[lane] ^ SIGN) as i32) << 16 | i64::from(lower[lane]);
            let place = self.places[lane];
            let better = best.is_none_or(|(most, at)| value > most || value == most && place < at);
            if upper[lane] != 0 && better {
                best = Some((value, place));
            }
        }
        best.map(|(value, place)| {
            let (rotation, column) = (place / COLUMNS as u32, place % COLUMNS as u32);
            let mv = Placement { piece, rotation: rotation as u8, column: column as u8 };
            Pick { mv, value, among: self.fitting.as_slice().iter().sum() }
        })
    }
}
