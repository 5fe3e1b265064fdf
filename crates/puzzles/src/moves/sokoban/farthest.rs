//! Plays backwards from the solved level, layer by layer: a layer holds the positions that are one
//! pull farther away than the layer before.
//!
//! Where the device stands is known up to the area that it can walk in. A position of a layer that
//! no earlier layer had needs exactly as many pushes, unless a layer was thinned out.

use std::cmp::Reverse;
use std::collections::VecDeque;

use quarry_core::{GenerateError, Meter, Rng};
use rustc_hash::FxHashSet;

use super::level::Direction;

/// Squares that may be looked at for one level, which decides how many positions a layer keeps: some
/// tenths of a second.
const SQUARES: usize = 200_000_000;

/// Positions that a layer keeps, at least and at most.
const WIDTHS: (usize, usize) = (20, 5_000);

/// A position in which all positions of the same area are one: the device stands on its first square.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct PulledPosition {
    stones: Vec<u16>,
    device: u16,
}

/// A position far from the solved ones.
pub(super) struct FarPosition {
    pub(super) stones: Vec<usize>,
    pub(super) device: usize,
    /// The fewest pushes that solve it, if they are known.
    pub(super) least: Option<usize>,
}

/// The backward search of a level without stones.
pub(super) struct BackwardLayers<'l> {
    solid: &'l [bool],
    columns: usize,
    targets: &'l [usize],
    /// Pulls that take a stone from the nearest target to each square, if no other is in the way.
    pulls_to: Vec<u32>,
    /// Stones of the position at hand.
    stone: Vec<bool>,
    /// Squares that the device reaches in it, and a stack to find them.
    reached: Vec<bool>,
    open: Vec<usize>,
}

impl<'l> BackwardLayers<'l> {
    /// The border of the level is solid.
    pub(super) fn new(solid: &'l [bool], columns: usize, targets: &'l [usize]) -> Self {
        let (none, never) = (vec![false; solid.len()], vec![u32::MAX; solid.len()]);
        let (stone, reached) = (none.clone(), none);
        let open = Vec::new();
        let mut layers =
            BackwardLayers { solid, columns, targets, pulls_to: never, stone, reached, open };
        layers.measure();
        layers
    }

    fn measure(&mut self) {
        let mut queue: VecDeque<usize> = self.targets.iter().copied().collect();
        queue.iter().for_each(|&at| self.pulls_to[at] = 0);
        while let Some(at) = queue.pop_front() {
            for way in Direction::ALL {
                let one = self.beside(at, way);
                let two = self.beside(one, way);
                if self.is_free(one) && self.is_free(two) && self.pulls_to[one] == u32::MAX {
                    self.pulls_to[one] = self.pulls_to[at] + 1;
                    queue.push_back(one);
                }
            }
        }
    }

    /// Pulls to all squares of a position's stones: fewer than it needs pushes.
    fn bound(&self, position: &PulledPosition) -> u32 {
        position.stones.iter().map(|&at| self.pulls_to[usize::from(at)]).sum()
    }

    /// Returns a position that needs `wanted` pushes or a few more, or the farthest one that is
    /// found; `None` if no stone can be pulled at all.
    pub(super) fn farthest(
        &mut self,
        wanted: usize,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<FarPosition>, GenerateError> {
        let mut layer = self.solved();
        let mut seen: FxHashSet<PulledPosition> = layer.iter().cloned().collect();
        let (mut depth, mut is_exact) = (0, true);
        // A little farther than asked, so that levels of one wish differ in length too.
        let enough = wanted + rng.below(1 + wanted / 4);
        // A pull of each stone to each side looks at the whole level once.
        let squares_per_width = enough * 4 * self.targets.len() * self.solid.len();
        let width = (SQUARES / squares_per_width).clamp(WIDTHS.0, WIDTHS.1);
        while depth < enough {
            let mut next = FxHashSet::default();
            for position in &layer {
                if !meter.goes_on() {
                    return Err(GenerateError::Stopped);
                }
                self.pull(position, |pulled| {
                    if !seen.contains(&pulled) {
                        next.insert(pulled);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            let mut next: Vec<PulledPosition> = next.into_iter().collect();
            next.sort_unstable();
            if next.len() > width {
                is_exact = false;
                // One half goes straight away from the targets, the other half anywhere.
                next.sort_by_cached_key(|position| Reverse(self.bound(position)));
                rng.shuffle(&mut next[width / 2..]);
                next.truncate(width);
            }
            seen.extend(next.iter().cloned());
            (layer, depth) = (next, depth + 1);
        }
        if depth == 0 {
            return Ok(None);
        }
        // Of a few positions of the last layer, the one with most stones away from the targets;
        // where it may need fewer pushes, the one that surely needs most.
        let worth = |position: &PulledPosition| {
            let is_away = |&&at: &&u16| !self.targets.contains(&usize::from(at));
            let away = position.stones.iter().filter(is_away).count();
            (if is_exact { 0 } else { self.bound(position) }, away)
        };
        let few: Vec<usize> = (0..20).map(|_| rng.below(layer.len())).collect();
        let chosen = few.into_iter().max_by_key(|&index| worth(&layer[index])).unwrap_or(0);
        let PulledPosition { stones, device } = layer.swap_remove(chosen);
        Ok(Some(FarPosition {
            stones: stones.into_iter().map(usize::from).collect(),
            device: device.into(),
            least: is_exact.then_some(depth),
        }))
    }

    /// The solved positions: one for each area in which the device may stand.
    fn solved(&mut self) -> Vec<PulledPosition> {
        let mut stones: Vec<u16> = self.targets.iter().map(|&at| at as u16).collect();
        stones.sort_unstable();
        self.place(&stones);
        let mut positions = Vec::new();
        let mut met = vec![false; self.solid.len()];
        for at in 0..self.solid.len() {
            if self.is_free(at) && !met[at] {
                self.reach(at);
                met.iter_mut().zip(&self.reached).for_each(|(met, reached)| *met |= reached);
                positions.push(PulledPosition { stones: stones.clone(), device: at as u16 });
            }
        }
        positions
    }

    /// Passes every position that one pull leads to.
    fn pull(&mut self, position: &PulledPosition, mut to: impl FnMut(PulledPosition)) {
        self.place(&position.stones);
        self.reach(position.device.into());
        let reached = self.reached.clone();
        for (index, &stone) in position.stones.iter().enumerate() {
            let at = usize::from(stone);
            for way in Direction::ALL {
                // The device stands beside the stone and steps away from it, pulling.
                let one = self.beside(at, way);
                let two = self.beside(one, way);
                if !reached[one] || !self.is_free(two) {
                    continue;
                }
                (self.stone[at], self.stone[one]) = (false, true);
                self.reach(two);
                let first = self.reached.iter().position(|&reached| reached).unwrap_or(two);
                (self.stone[at], self.stone[one]) = (true, false);
                let mut stones = position.stones.clone();
                stones[index] = one as u16;
                stones.sort_unstable();
                to(PulledPosition { stones, device: first as u16 });
            }
        }
    }

    fn place(&mut self, stones: &[u16]) {
        self.stone.fill(false);
        stones.iter().for_each(|&at| self.stone[usize::from(at)] = true);
    }

    /// Finds the squares that the device reaches from one of them.
    fn reach(&mut self, from: usize) {
        self.reached.fill(false);
        self.reached[from] = true;
        self.open.push(from);
        while let Some(at) = self.open.pop() {
            for next in Direction::ALL.map(|way| self.beside(at, way)) {
                if self.is_free(next) && !self.reached[next] {
                    self.reached[next] = true;
                    self.open.push(next);
                }
            }
        }
    }

    fn is_free(&self, at: usize) -> bool {
        !self.solid[at] && !self.stone[at]
    }

    /// The square beside another. Only free squares and their neighbours are asked for, and two
    /// squares beyond a stone at the border: these stay within the level.
    fn beside(&self, at: usize, way: Direction) -> usize {
        match way.0 {
            0 => at.saturating_sub(self.columns),
            1 => (at + 1).min(self.solid.len() - 1),
            2 => (at + self.columns).min(self.solid.len() - 1),
            _ => at.saturating_sub(1),
        }
    }
}
