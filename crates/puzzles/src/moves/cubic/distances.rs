//! How many moves bring blocks of one colour together, at the least.
//!
//! Blocks never rise, and only moves change their columns. So if all other blocks are left out, and
//! a block may stop anywhere on its fall (others could hold it there), a move costs 1 and a fall
//! nothing: the distance between two places is at most what a block needs in a real game. Before
//! they vanish, the blocks of a colour form groups, and each group falls into stars: a block and
//! one to four others that touch it. The cheapest way to divide a colour into stars is therefore a
//! lower bound on the moves of its blocks. Each move moves one block, so that the bounds of the
//! colours add up. A colour that cannot be divided into stars at all can never vanish.

use std::collections::VecDeque;

use super::layout::{CellIndex, Colour, Direction, Layout, NOWHERE};

/// Cost of what is impossible.
pub(super) const NEVER: u16 = u16::MAX;

/// The same in tables of bytes.
const NEVER_BYTE: u8 = u8::MAX;

/// Distances are cut down to this, so that the sum for a star of five blocks fits into a byte. What
/// is left is still a bound.
const LONGEST: u8 = 50;

/// Number of blocks of one colour up to which all divisions into stars are tried.
const MOST_DIVIDED: usize = 7;

/// Number of places up to which the moves of all pairs are computed beforehand.
const MOST_IN_TABLE: usize = 256;

/// Largest number of colours.
pub(super) const COLOURS: usize = 26;

/// Blocks around the middle one of a star.
const MOST_RAYS: usize = 4;

/// Distances between places, and what follows from them.
#[derive(Debug, Clone)]
pub(super) struct Distances {
    count: usize,
    /// Moves from one place to another, by the first.
    to: Vec<u8>,
    /// Moves from one place to the best place that touches another, by the first.
    beside: Vec<u8>,
    /// Moves that bring two blocks together, by their places; empty on large boards.
    pair: Vec<u8>,
    /// Column of each place.
    column: Vec<u8>,
}

impl Distances {
    pub(super) fn new(layout: &Layout) -> Self {
        let count = layout.len();
        let mut to = Vec::with_capacity(count * count);
        (0..count).for_each(|from| distances_from(layout, from as CellIndex, &mut to));
        let mut beside = vec![NEVER_BYTE; count * count];
        for (row, out) in to.chunks(count.max(1)).zip(beside.chunks_mut(count.max(1))) {
            for (place, least) in out.iter_mut().enumerate() {
                let others =
                    layout.neighbours(place as CellIndex).map(|other| row[usize::from(other)]);
                *least = others.min().unwrap_or(NEVER_BYTE);
            }
        }
        let column = (0..count).map(|place| layout.at(place as CellIndex).0).collect();
        let mut distances = Distances { count, to, beside, pair: Vec::new(), column };
        if count <= MOST_IN_TABLE {
            let places = 0..count as CellIndex;
            let pairs =
                places.clone().flat_map(|one| places.clone().map(move |other| (one, other)));
            distances.pair = pairs.map(|(one, other)| distances.sum_of_pair(one, other)).collect();
        }
        distances
    }

    /// Least sum of the distances of two blocks to places that touch.
    fn sum_of_pair(&self, one: CellIndex, other: CellIndex) -> u8 {
        let to = &self.to[usize::from(one) * self.count..][..self.count];
        let beside = &self.beside[usize::from(other) * self.count..][..self.count];
        let ways = to.iter().zip(beside);
        ways.fold(NEVER_BYTE, |least, (&to, &beside)| least.min(to.saturating_add(beside)))
    }

    /// Moves from one place to another; `NEVER` if there is no way.
    pub(super) fn between(&self, from: CellIndex, to: CellIndex) -> u16 {
        widened(self.to[usize::from(from) * self.count + usize::from(to)])
    }

    /// Moves that bring two blocks together.
    #[inline]
    pub(super) fn pair(&self, one: CellIndex, other: CellIndex) -> u16 {
        let in_table = self.pair.get(usize::from(one) * self.count + usize::from(other));
        widened(in_table.copied().unwrap_or_else(|| self.sum_of_pair(one, other)))
    }

    /// Moves that bring a star together: its middle block, and those that touch it.
    fn star(&self, middle: CellIndex, rays: &[CellIndex]) -> u16 {
        let own = &self.to[usize::from(middle) * self.count..][..self.count];
        let ray =
            |index: usize| &self.beside[usize::from(rays[index]) * self.count..][..self.count];
        let sum = |a: u8, b: u8| a.saturating_add(b);
        let least = match rays.len() {
            2 => own
                .iter()
                .zip(ray(0))
                .zip(ray(1))
                .fold(NEVER_BYTE, |least, ((&a, &b), &c)| least.min(sum(sum(a, b), c))),
            3 => own
                .iter()
                .zip(ray(0))
                .zip(ray(1))
                .zip(ray(2))
                .fold(NEVER_BYTE, |least, (((&a, &b), &c), &d)| {
                    least.min(sum(sum(a, b), sum(c, d)))
                }),
            _ => (0..self.count).fold(NEVER_BYTE, |least, place| {
                let rays =
                    rays.iter().map(|&ray| self.beside[usize::from(ray) * self.count + place]);
                least.min(rays.fold(own[place], sum))
            }),
        };
        widened(least)
    }

    /// Moves that bring some blocks together in one star, whichever is in the middle.
    fn any_star(&self, blocks: &[CellIndex]) -> u16 {
        if let &[one, other] = blocks {
            return self.pair(one, other);
        }
        let mut rays = [0; MOST_RAYS];
        let star = |middle: usize| {
            let others = blocks[..middle].iter().chain(&blocks[middle + 1..]);
            rays.iter_mut().zip(others).for_each(|(ray, &block)| *ray = block);
            self.star(blocks[middle], &rays[..blocks.len() - 1])
        };
        (0..blocks.len()).map(star).min().unwrap_or(NEVER)
    }

    /// Moves that all blocks of one colour need together, at the least; `NEVER` if they cannot
    /// vanish.
    pub(super) fn colour(&self, recall: &mut Recall) -> u16 {
        let blocks = &recall.blocks;
        match **blocks {
            [] => 0,
            [_] => NEVER,
            [one, other] => self.pair(one, other),
            [_, _, _] => self.any_star(blocks),
            _ if blocks.len() > MOST_DIVIDED => self.by_columns(blocks),
            _ => {
                let key =
                    blocks.iter().fold(0, |key, &block| (key << 16) | (u128::from(block) + 1));
                if let Some(cost) = recall.known(key) {
                    return cost;
                }
                let cost = self.divided(&recall.blocks);
                recall.learn(key, cost);
                cost
            }
        }
    }

    /// The cheapest division into stars.
    fn divided(&self, blocks: &[CellIndex]) -> u16 {
        match *blocks {
            [a, b, c, d] => {
                let halves = [[a, b, c, d], [a, c, b, d], [a, d, b, c]];
                let pairs = halves.map(|[a, b, c, d]| sum(self.pair(a, b), self.pair(c, d)));
                let pairs = pairs[0].min(pairs[1]).min(pairs[2]);
                if pairs == 0 { 0 } else { pairs.min(self.any_star(blocks)) }
            }
            _ => self.divided_by_subsets(blocks),
        }
    }

    /// The cheapest division into stars, by dynamic programming over subsets.
    fn divided_by_subsets(&self, blocks: &[CellIndex]) -> u16 {
        let all = 1usize << blocks.len();
        let mut least = [NEVER; 1 << MOST_DIVIDED];
        least[0] = 0;
        let mut star = Vec::with_capacity(MOST_RAYS + 1);
        let mut stars = [NEVER; 1 << MOST_DIVIDED];
        for (set, cost) in stars.iter_mut().enumerate().take(all) {
            if (2..=MOST_RAYS as u32 + 1).contains(&set.count_ones()) {
                star.clear();
                star.extend((0..blocks.len()).filter(|at| set >> at & 1 == 1).map(|at| blocks[at]));
                *cost = self.any_star(&star);
            }
        }
        for set in 1..all {
            let lowest = set & set.wrapping_neg();
            let rest = set ^ lowest;
            // All subsets of the rest, each with the lowest block.
            let mut part = rest;
            let mut best = NEVER;
            while part > 0 {
                best = best.min(sum(stars[part | lowest], least[rest ^ part]));
                part = (part - 1) & rest;
            }
            least[set] = best;
        }
        least[all - 1]
    }

    /// A weaker bound for many blocks: only columns count. Sorted by columns, neighbours of a group
    /// are at most one column apart, so that pairs and triples of neighbours are divided off.
    fn by_columns(&self, blocks: &[CellIndex]) -> u16 {
        let has_partner = |(at, &block): (usize, &CellIndex)| {
            let others = blocks[..at].iter().chain(&blocks[at + 1..]);
            others.into_iter().any(|&other| self.pair(block, other) != NEVER)
        };
        if !blocks.iter().enumerate().all(has_partner) {
            return NEVER;
        }
        // Places are numbered column by column, so the blocks are in order of their columns.
        let column = |at: usize| u16::from(self.column[usize::from(blocks[at])]);
        let gap = |at: usize| (column(at + 1) - column(at)).saturating_sub(1);
        // The costs of the first blocks: one fewer, two fewer, three fewer than those looked at.
        let (mut one, mut two, mut three) = (NEVER, 0, NEVER);
        for end in 2..=blocks.len() {
            let pair = sum(two, gap(end - 2));
            let triple = if end > 2 { sum(three, gap(end - 3) + gap(end - 2)) } else { NEVER };
            (three, two, one) = (two, one, pair.min(triple));
        }
        one
    }
}

/// The blocks of one colour, and the costs of colours that were met before: most steps leave most
/// colours as they were somewhere else already.
#[derive(Debug, Clone, Default)]
pub(super) struct Recall {
    blocks: Vec<CellIndex>,
    /// Costs by the places of the blocks; a newer one replaces an older one in the same slot.
    known: Vec<(u128, u16)>,
}

/// Number of costs that are kept.
const KEPT: usize = 1 << 15;

impl Recall {
    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.known.len() * size_of::<(u128, u16)>()
    }

    /// Collects the places of the blocks of a colour.
    #[inline]
    fn collect(&mut self, cells: &[Colour], colour: Colour) {
        self.blocks.clear();
        let places = (0..).zip(cells).filter(|(_, other)| **other == colour);
        self.blocks.extend(places.map(|(place, _)| place));
    }

    fn slot(key: u128) -> usize {
        let folded =
            (key as u64).wrapping_add((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (folded >> 49) as usize
    }

    fn known(&self, key: u128) -> Option<u16> {
        let &(known, cost) = self.known.get(Self::slot(key))?;
        (known == key).then_some(cost)
    }

    fn learn(&mut self, key: u128, cost: u16) {
        self.known.resize(KEPT, (0, 0));
        self.known[Self::slot(key)] = (key, cost);
    }
}

/// The bound of each colour of a position, and their sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bounds {
    of: [u16; COLOURS + 1],
    total: u16,
}

impl Bounds {
    /// Computes the bounds of all colours.
    pub(super) fn new(distances: &Distances, cells: &[Colour], recall: &mut Recall) -> Self {
        let mut bounds = Bounds { of: [0; COLOURS + 1], total: 0 };
        let present = cells.iter().fold(0u32, |seen, &colour| seen | 1 << colour) & !1;
        for colour in colours(present) {
            recall.collect(cells, colour);
            let cost = distances.colour(recall);
            bounds.of[usize::from(colour)] = cost;
            bounds.total = sum(bounds.total, cost);
        }
        bounds
    }

    /// Sum of all colours' bounds; `NEVER` if a colour cannot vanish.
    pub(super) fn total(&self) -> u16 {
        self.total
    }

    /// Bound of one colour.
    pub(super) fn of(&self, colour: Colour) -> u16 {
        self.of[usize::from(colour)]
    }

    /// Sum of the bounds after a step that touched these colours. Every colour can vanish before
    /// the step.
    #[inline]
    pub(super) fn after(
        &self,
        distances: &Distances,
        cells: &[Colour],
        touched: u32,
        recall: &mut Recall,
    ) -> u16 {
        let mut total = self.total;
        for colour in colours(touched) {
            recall.collect(cells, colour);
            let cost = distances.colour(recall);
            if cost == NEVER {
                return NEVER;
            }
            total = total - self.of(colour) + cost;
        }
        total
    }
}

/// The colours in a set of bits.
pub(super) fn colours(set: u32) -> impl Iterator<Item = Colour> {
    std::iter::successors(Some(set), |&left| Some(left & left.wrapping_sub(1)))
        .take_while(|&left| left != 0)
        .map(|left| left.trailing_zeros() as Colour)
}

/// Adds costs; what is impossible stays so.
fn sum(one: u16, other: u16) -> u16 {
    one.saturating_add(other)
}

fn widened(cost: u8) -> u16 {
    if cost == NEVER_BYTE { NEVER } else { u16::from(cost) }
}

/// Appends the distances from a place to all places: a move costs 1, a fall nothing.
fn distances_from(layout: &Layout, from: CellIndex, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + layout.len(), NEVER_BYTE);
    let found = &mut out[start..];
    found[usize::from(from)] = 0;
    let mut waiting = VecDeque::from([(from, 0)]);
    while let Some((place, far)) = waiting.pop_front() {
        if found[usize::from(place)] < far {
            continue;
        }
        if let Some(below) = layout.below(place)
            && found[usize::from(below)] > far
        {
            found[usize::from(below)] = far;
            waiting.push_front((below, far));
        }
        let further = (far + 1).min(LONGEST);
        for direction in [Direction::Left, Direction::Right] {
            let target = layout.beside(place, direction);
            if target != NOWHERE && found[usize::from(target)] > further {
                found[usize::from(target)] = further;
                waiting.push_back((target, further));
            }
        }
    }
}
