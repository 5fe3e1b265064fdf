//! Walks through food without ghosts: a first walk by insertion, made shorter by reversing parts of
//! it and moving short parts elsewhere (2-opt of Croes 1958, Or-opt of Or 1976), for a path with a
//! fixed start and a free end.

use quarry_core::{Meter, Rng};

/// Distances of the foods from the start and from one another.
pub(super) struct Course {
    from_start: Vec<u16>,
    between: Vec<u16>,
}

impl Course {
    /// Creates the course of these distances, `between` food by food.
    pub(super) fn new(from_start: Vec<u16>, between: Vec<u16>) -> Self {
        assert_eq!(between.len(), from_start.len() * from_start.len(), "a distance for each pair");
        Course { from_start, between }
    }

    pub(super) fn foods(&self) -> usize {
        self.from_start.len()
    }

    #[inline]
    pub(super) fn far(&self, one: u16, other: u16) -> i64 {
        i64::from(self.between[usize::from(one) * self.foods() + usize::from(other)])
    }

    /// Number of steps of a walk.
    pub(super) fn steps(&self, walk: &[u16]) -> i64 {
        let begun = walk.first().map_or(0, |&first| i64::from(self.from_start[usize::from(first)]));
        begun + walk.windows(2).map(|pair| self.far(pair[0], pair[1])).sum::<i64>()
    }

    /// Length of the step into a place of the walk, from the start or the food before; 0 behind its
    /// end, which may be anywhere.
    #[inline]
    fn edge(&self, before: Option<u16>, after: Option<u16>) -> i64 {
        match (before, after) {
            (_, None) => 0,
            (None, Some(after)) => i64::from(self.from_start[usize::from(after)]),
            (Some(before), Some(after)) => self.far(before, after),
        }
    }

    /// Builds a walk food by food, nearest first, each where it adds least; `None` if the meter stops
    /// it.
    pub(super) fn inserted(&self, meter: &mut Meter) -> Option<Vec<u16>> {
        let mut order: Vec<u16> = (0..self.foods() as u16).collect();
        order.sort_by_key(|&food| self.from_start[usize::from(food)]);
        let mut walk: Vec<u16> = Vec::with_capacity(order.len());
        for food in order {
            if !meter.goes_on() {
                return None;
            }
            let added = |place: usize| {
                let before = place.checked_sub(1).map(|at| walk[at]);
                let after = walk.get(place).copied();
                self.edge(before, Some(food)) + self.edge(Some(food), after)
                    - self.edge(before, after)
            };
            let place = (0..=walk.len()).min_by_key(|&place| added(place)).unwrap_or(0);
            walk.insert(place, food);
        }
        Some(walk)
    }

    /// Makes one improvement that begins at this place, if there is one: reverses a part or moves
    /// up to three foods elsewhere. Returns whether the walk is shorter.
    pub(super) fn improve_at(&self, walk: &mut Vec<u16>, place: usize) -> bool {
        let food = |at: usize| walk.get(at).copied();
        let before = place.checked_sub(1).and_then(food);
        for end in place + 1..walk.len() {
            let now = self.edge(before, food(place)) + self.edge(food(end), food(end + 1));
            let then = self.edge(before, food(end)) + self.edge(food(place), food(end + 1));
            if then < now {
                walk[place..=end].reverse();
                return true;
            }
        }
        for length in 1..=3.min(walk.len() - place) {
            let (first, last) = (food(place), food(place + length - 1));
            let after = food(place + length);
            let saved =
                self.edge(before, first) + self.edge(last, after) - self.edge(before, after);
            if saved <= 0 {
                continue;
            }
            let others = (0..=walk.len()).filter(|&to| to < place || to > place + length);
            for to in others {
                let (left, right) = (to.checked_sub(1).and_then(food), food(to));
                let gap = self.edge(left, right);
                let straight = self.edge(left, first) + self.edge(last, right) - gap;
                let turned = self.edge(left, last) + self.edge(first, right) - gap;
                if straight.min(turned) < saved {
                    let mut part: Vec<u16> = walk.drain(place..place + length).collect();
                    if turned < straight {
                        part.reverse();
                    }
                    let to = if to > place { to - length } else { to };
                    walk.splice(to..to, part);
                    return true;
                }
            }
        }
        false
    }

    /// Exchanges two neighbouring parts of a walk at random, which neither reversing nor moving short
    /// parts undoes at once (the double bridge of Martin, Otto and Felten 1991).
    pub(super) fn kick(walk: &mut [u16], rng: &mut Rng) {
        if walk.len() < 4 {
            return;
        }
        let span = 3 + rng.below((walk.len() - 2).min(50));
        let from = rng.below(walk.len() - span + 1);
        let cut = 1 + rng.below(span - 1);
        walk[from..from + span].rotate_left(cut);
    }
}
