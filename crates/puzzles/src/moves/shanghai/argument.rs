//! Why a pile cannot be removed, in a sentence: a few groups that cannot be paired, even if all
//! other tiles could be taken one by one.

use super::Shanghai;
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};
use crate::mahjong::{GroupSet, TileSet};

/// Steps that may be spent on leaving out one group, and on all together.
const STEPS_FOR_ONE: u64 = 1_000;
const STEPS_FOR_ALL: u64 = 4_000;

/// Leaves out groups one by one, as long as the others still cannot be paired.
pub(super) struct GroupReduction<'p> {
    puzzle: &'p Shanghai,
    left: TileSet,
    groups: GroupSet,
    /// Groups that were not tried yet.
    untried: GroupSet,
    trial: Option<(PairingSolver<'p>, u64)>,
    steps: u64,
}

impl<'p> GroupReduction<'p> {
    /// Begins with groups that cannot be paired.
    pub(super) fn new(puzzle: &'p Shanghai, left: TileSet, groups: GroupSet) -> Self {
        GroupReduction { puzzle, left, groups, untried: groups, trial: None, steps: 0 }
    }

    /// The groups that are left.
    pub(super) fn groups(&self) -> GroupSet {
        self.groups
    }

    /// Takes one step; returns false when nothing more is tried.
    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        if let Some((solver, begun)) = &mut self.trial {
            match solver.step() {
                PairingStep::Working if self.steps - *begun < STEPS_FOR_ONE => return true,
                PairingStep::Working | PairingStep::Solved(_) => {}
                PairingStep::Refuted(groups) => {
                    self.groups = groups;
                    self.untried &= groups;
                }
            }
            self.trial = None;
        }
        if self.untried == 0 || self.groups.count_ones() == 1 || self.steps >= STEPS_FOR_ALL {
            return false;
        }
        let without = 1 << self.untried.trailing_zeros();
        self.untried &= !without;
        let GroupReduction { puzzle, left, groups, .. } = *self;
        let solver = PairingSolver::new(&puzzle.shape, left, &puzzle.group_of, groups & !without);
        self.trial = Some((solver, self.steps));
        true
    }
}

/// Largest number of groups whose tiles are listed, and of groups that are named.
const MOST_PLACED: usize = 2;
const MOST_NAMED: usize = 10;

/// Says that these groups cannot be paired.
pub(super) fn sentence(puzzle: &Shanghai, left: &TileSet, groups: GroupSet) -> String {
    let tiles = tiles(puzzle, left, groups);
    let names: Vec<String> = tiles
        .iter()
        .map(|group| {
            let name = puzzle.faces[group[0]].group_name();
            let places = group.iter().map(|&tile| puzzle.shape.places()[tile].to_string());
            match tiles.len() <= MOST_PLACED && group.len() <= 4 {
                true => format!("{name} (at {})", places.collect::<Vec<_>>().join("; ")),
                false => name,
            }
        })
        .collect();
    let besides = "even if all other tiles could be taken one by one";
    match &names[..] {
        [] => "No two matching tiles are in play.".to_owned(),
        [only] => format!("No pairing of {only} works, {besides}: they hold each other."),
        [before @ .., last] if names.len() <= MOST_NAMED => {
            let before = before.join(", ");
            format!("No pairings of {before} and {last} work together, {besides}.")
        }
        _ => format!("No pairings of {} groups work together, {besides}.", names.len()),
    }
}

/// The tiles of these groups that are left.
pub(super) fn tiles(puzzle: &Shanghai, left: &TileSet, groups: GroupSet) -> Vec<Vec<usize>> {
    let is_wanted = |(number, _): &(usize, &Vec<u8>)| groups >> number & 1 == 1;
    let those = puzzle.groups.iter().enumerate().filter(is_wanted).map(|(_, group)| {
        let tiles = group.iter().map(|&tile| usize::from(tile));
        tiles.filter(|&tile| left.contains(tile)).collect::<Vec<_>>()
    });
    those.filter(|tiles| !tiles.is_empty()).collect()
}
