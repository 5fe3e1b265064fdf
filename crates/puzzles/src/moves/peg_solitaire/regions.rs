//! A lower bound on sweeps: regions that need a sweep of their own (R. Merson, in J. Beasley, 1985).
//!
//! A region is a set of holes that no jump from outside to outside passes over. While a region is
//! full nothing can land in it, so that the first jump that changes it begins in it, and so does its
//! sweep. Regions without common holes, all full and all to be changed, need as many sweeps. The
//! least regions are listed, and several large families of disjoint ones are chosen for the start.

use quarry_core::{Rng, Score};

use super::bits::Bits;
use super::layout::{Layout, numbers};
use super::{PegSolitaire, Target};

/// Largest region looked for, and how many are kept.
const LARGEST: u32 = 6;
const MOST_REGIONS: usize = 600;

/// Number of families that are kept, of random ones tried, and of steps for the largest one.
const FAMILIES: usize = 12;
const TRIES: usize = 200;
const STEPS: usize = 200_000;

/// Families of disjoint regions.
#[derive(Debug)]
pub(super) struct Regions {
    target: Target,
    families: Vec<Vec<u128>>,
}

impl Regions {
    pub(super) fn new(puzzle: &PegSolitaire) -> Self {
        let all = least_regions(puzzle.layout());
        let target = puzzle.target;
        let counts = |region: &u128| match target {
            Target::SingleOn(_) => true,
            Target::Exactly(goal) => region & !goal != 0,
        };
        let full: Vec<u128> = all
            .iter()
            .copied()
            .filter(|region| puzzle.pegs & region == *region)
            .filter(counts)
            .collect();
        let mut families = vec![largest_family(&full)];
        // Regions that are not full yet may fill later.
        let mut rng = Rng::new(1);
        for attempt in 0..TRIES {
            let mut order: Vec<u128> = all.iter().copied().filter(counts).collect();
            rng.shuffle(&mut order);
            if attempt % 2 == 0 {
                order.sort_by_key(|region| region.count_ones());
            }
            order.sort_by_key(|region| puzzle.pegs & region != *region);
            let mut taken = 0;
            order.retain(|&region| {
                let is_free = taken & region == 0;
                taken |= if is_free { region } else { 0 };
                is_free
            });
            families.push(order);
        }
        families[1..].sort_by_key(|family| {
            let now = family.iter().filter(|region| puzzle.pegs & **region == **region).count();
            std::cmp::Reverse((now, family.len()))
        });
        families.dedup();
        families.truncate(FAMILIES);
        Regions { target, families }
    }

    /// Returns a number of sweeps that these pegs need at least, if no sweep is going on.
    pub(super) fn least_sweeps(&self, pegs: u128) -> Score {
        self.least_sweeps_without(pegs, 0)
    }

    /// The same for regions that have no hole in common with a set: the hole of a peg that may go on
    /// with its sweep.
    pub(super) fn least_sweeps_without(&self, pegs: u128, without: u128) -> Score {
        let is_full = |region: &u128| pegs & region == *region && without & region == 0;
        let of_family = |family: &Vec<u128>| {
            let full = family.iter().copied().filter(is_full);
            let (sweeps, may_stay) = full.fold((0, false), |(sweeps, may_stay), region| {
                (sweeps + 1, may_stay || self.may_stay(region))
            });
            sweeps - Score::from(may_stay)
        };
        self.families.iter().map(of_family).max().unwrap_or(0)
    }

    /// Returns whether a region is a single peg that may be the last one: it need not move.
    fn may_stay(&self, region: u128) -> bool {
        match self.target {
            Target::SingleOn(holes) => region.count_ones() == 1 && holes & region != 0,
            Target::Exactly(_) => false,
        }
    }
}

/// The same bound for many positions.
#[derive(Debug)]
pub(super) struct RegionMasks<B> {
    /// Regions that must change, and those of which one need not, for each family.
    families: Vec<(Vec<B>, Vec<B>)>,
}

impl<B: Bits> RegionMasks<B> {
    pub(super) fn new(regions: &Regions) -> Self {
        let masks = |family: &Vec<u128>| {
            let parts = family.iter().copied().partition(|&region| !regions.may_stay(region));
            let (must, may): (Vec<u128>, Vec<u128>) = parts;
            let narrow = |sets: Vec<u128>| sets.into_iter().map(B::of).collect();
            (narrow(must), narrow(may))
        };
        RegionMasks { families: regions.families.iter().map(masks).collect() }
    }

    /// Returns whether a position needs at least this many sweeps.
    #[inline]
    pub(super) fn need(&self, position: B, sweeps: usize) -> bool {
        self.families.iter().any(|(must, may)| {
            must.len() + may.len() >= sweeps && {
                let full =
                    |sets: &Vec<B>| sets.iter().filter(|set| position & **set == **set).count();
                full(must) + full(may).saturating_sub(1) >= sweeps
            }
        })
    }
}

/// Lists the regions that contain no smaller one, as far as the limits allow.
fn least_regions(layout: &Layout) -> Vec<u128> {
    let mut found: Vec<u128> = Vec::new();
    for size in 1..=LARGEST {
        for hole in 0..layout.holes.len() {
            grow(layout, 1 << hole, size, &mut found);
        }
    }
    found
}

/// Adds the regions of a size that contain a set and no smaller region. There are at most 2^5 ways to
/// grow a set of one hole to six.
fn grow(layout: &Layout, set: u128, size: u32, found: &mut Vec<u128>) {
    if found.len() >= MOST_REGIONS || found.iter().any(|region| set & region == *region) {
        return;
    }
    let passes = |line: &&super::layout::Line| {
        let [from, over, to] = line.holes().map(|hole| set >> hole & 1 == 1);
        over && !from && !to
    };
    match layout.lines.iter().find(passes) {
        None => {
            if set.count_ones() == size {
                found.push(set);
            }
        }
        Some(line) if set.count_ones() < size => {
            grow(layout, set | 1 << line.from, size, found);
            grow(layout, set | 1 << line.to, size, found);
        }
        Some(_) => {}
    }
}

/// Returns a family of as many disjoint regions as a limited search finds.
fn largest_family(regions: &[u128]) -> Vec<u128> {
    let mut search = Packing { best: Vec::new(), steps: STEPS };
    let mut regions = regions.to_vec();
    regions.sort_by_key(|region| region.count_ones());
    search.pack(&regions, &mut Vec::new());
    search.best
}

struct Packing {
    best: Vec<u128>,
    steps: usize,
}

impl Packing {
    /// Chooses disjoint regions from these: decides on the hole that is in fewest of them.
    fn pack(&mut self, regions: &[u128], chosen: &mut Vec<u128>) {
        if chosen.len() > self.best.len() {
            self.best.clone_from(chosen);
        }
        let smallest = regions.iter().map(|region| region.count_ones()).min();
        let holes = regions.iter().fold(0, |all, region| all | region);
        let Some(smallest) = smallest.filter(|_| self.steps > 0) else { return };
        self.steps -= 1;
        if chosen.len() + (holes.count_ones() / smallest) as usize <= self.best.len() {
            return;
        }
        let with = |hole: usize| regions.iter().filter(move |region| *region >> hole & 1 == 1);
        let hole = numbers(holes).min_by_key(|&hole| with(hole).count()).expect("there are holes");
        for &region in with(hole) {
            let rest: Vec<u128> =
                regions.iter().copied().filter(|other| other & region == 0).collect();
            chosen.push(region);
            self.pack(&rest, chosen);
            chosen.pop();
        }
        let rest: Vec<u128> =
            regions.iter().copied().filter(|other| other >> hole & 1 == 0).collect();
        self.pack(&rest, chosen);
    }
}
