//! Hints: why a game is lost, and why a pair is good.

use quarry_core::{Coached, Remark};

use super::argument;
use super::{Board, Shanghai, closure};
use crate::mahjong::pairing_solver::{PairingSolver, PairingStep};
use crate::mahjong::picture::cell_of;
use crate::mahjong::{PileShape, TilePair, TileSet};

/// Steps in which a lost game must show it, some milliseconds.
const STEPS: usize = 500;

impl Coached for Shanghai {
    fn starting_at(&self, board: &Board) -> Self {
        let places = board.left.iter().map(|tile| self.shape.places()[tile]).collect();
        let faces = board.left.iter().map(|tile| self.faces[tile]).collect();
        Shanghai::new(PileShape::new(places), faces)
    }

    fn why_lost(&self, board: &Board) -> Option<Remark> {
        let mut solver = PairingSolver::new(&self.shape, board.left, &self.group_of, u128::MAX);
        let groups = (0..STEPS).find_map(|_| match solver.step() {
            PairingStep::Working => None,
            PairingStep::Solved(_) => Some(None),
            PairingStep::Refuted(groups) => Some(Some(groups)),
        })??;
        let tiles = argument::tiles(self, &board.left, groups);
        Some(Remark {
            cells: self.cells(tiles.iter().flatten().copied()),
            words: argument::sentence(self, &board.left, groups),
        })
    }

    fn why_good(&self, board: &Board, line: &[TilePair]) -> Remark {
        let pair = line[0];
        let (one, other) = self.tiles_of(&board.left, pair).expect("the line can be played");
        let name = self.faces[one].group_name();
        let group: Vec<usize> = self.groups[self.group_of(one)]
            .iter()
            .map(|&tile| usize::from(tile))
            .filter(|&tile| board.left.contains(tile))
            .collect();
        let words = if group.len() == 2 {
            format!("Only these two of {name} are left, so they belong together.")
        } else if self.is_safe(board, pair) {
            format!("All {} of {name} are in play: taking them cannot hurt.", group.len())
        } else {
            self.why_this_pair(board, pair, &group)
        };
        let is_whole = self.is_safe(board, pair);
        let cells = if is_whole {
            self.cells(group.into_iter())
        } else {
            self.cells([one, other].into_iter())
        };
        Remark { cells, words }
    }
}

impl Shanghai {
    fn cells(&self, tiles: impl Iterator<Item = usize>) -> Vec<(u32, u32)> {
        tiles.map(|tile| cell_of(self.shape.places()[tile])).collect()
    }

    /// Why two tiles of a larger group are taken: the other pairs that are in play lead to tiles
    /// that hold each other, or these two free others.
    fn why_this_pair(&self, board: &Board, pair: TilePair, group: &[usize]) -> String {
        let name = self.faces[group[0]].group_name();
        let free = self.shape.free(&board.left);
        let in_play: Vec<usize> =
            group.iter().copied().filter(|&tile| free.contains(tile)).collect();
        let mut others = Vec::new();
        for (at, &one) in in_play.iter().enumerate() {
            let pairs = in_play[at + 1..].iter().map(|&other| self.pair(one, other));
            others.extend(pairs.filter(|other| !other.is_same(pair)));
        }
        let stuck_after = |other: &TilePair| {
            let mut left = board.left;
            let tiles = self.tiles_of(&left, *other);
            let (one, other) = tiles.expect("both tiles are in play");
            left.remove(one);
            left.remove(other);
            closure::stuck(self, left)
        };
        let stuck: Vec<TileSet> = others.iter().map(stuck_after).collect();
        if !stuck.is_empty() && stuck.iter().all(|stuck| !stuck.is_empty()) {
            let few = stuck.iter().min_by_key(|stuck| stuck.len()).expect("there is one");
            let places: Vec<String> = few
                .iter()
                .take(4)
                .map(|tile| format!("{} at {}", self.faces[tile], self.shape.places()[tile]))
                .collect();
            let more = if few.len() > places.len() { " and others" } else { "" };
            return format!(
                "Any other pair of {name} in play would leave {}{more} behind for good.",
                places.join(", ")
            );
        }
        let mut left = board.left;
        let (one, other) = self.tiles_of(&left, pair).expect("the line can be played");
        left.remove(one);
        left.remove(other);
        let freed: Vec<String> = self
            .shape
            .free(&left)
            .without(&free)
            .iter()
            .map(|tile| format!("{} at {}", self.faces[tile], self.shape.places()[tile]))
            .collect();
        match freed.is_empty() {
            true => format!("This pairing of {name} is part of a way that removes all tiles."),
            false => format!(
                "This pairing of {name} is part of a way that removes all tiles; it brings {} \
                 into play.",
                freed.join(", ")
            ),
        }
    }
}
