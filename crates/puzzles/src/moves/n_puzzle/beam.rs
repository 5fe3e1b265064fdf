//! Beam search that can be paused after any board: of all boards that are one move further, those
//! with the least bound are kept. Boards that were met before are left out, and so are those that
//! cannot lead to a shorter solution than the one that is known. R. Bisiani, 1987. Needs a
//! [`Heuristic`]; promises nothing. Memory: the layer and the steps that led to every kept board.

use quarry_core::{Meter, Refused};
use rustc_hash::FxHashSet;

use super::heuristic::Heuristic;
use super::task::Task;

/// Boards that are remembered before all of them are forgotten.
const MOST_REMEMBERED: usize = 4_000_000;

/// A beam in progress.
pub(super) struct BoardBeam<K> {
    width: usize,
    layer: Layer<K>,
    /// Index of the board of the layer that is expanded next.
    at: usize,
    candidates: Vec<Candidate>,
    /// For every layer but the first: the parent of each board, and the step that led to it.
    steps: Vec<Vec<(u32, u16)>>,
    met: FxHashSet<u64>,
    /// Whether no board was left out for lack of width.
    is_complete: bool,
}

struct Layer<K> {
    /// Homes of the tiles, board after board.
    tiles: Vec<u16>,
    kept: Vec<K>,
    keys: Vec<u64>,
    blanks: Vec<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    rank: u32,
    key: u64,
    parent: u32,
    cell: u16,
}

/// What a step of the beam led to.
pub(super) enum BeamEnd {
    Working,
    /// No board is left.
    Empty,
    /// The way of the empty cell.
    Solved(Vec<u16>),
}

impl<K: Clone> BoardBeam<K> {
    pub(super) fn new<H: Heuristic<Kept = K>>(task: &Task, heuristic: &H, width: usize) -> Self {
        let tiles = task.start().to_vec();
        let key = tiles.iter().enumerate().fold(0, |key, (cell, &tile)| key ^ mixed(tile, cell));
        let layer = Layer {
            kept: vec![heuristic.begin(&tiles)],
            keys: vec![key],
            blanks: vec![task.blank_of(&tiles) as u16],
            tiles,
        };
        let met = FxHashSet::from_iter([key]);
        BoardBeam {
            width,
            layer,
            at: 0,
            candidates: Vec::new(),
            steps: Vec::new(),
            met,
            is_complete: true,
        }
    }

    /// Expands one board of the layer, or makes the next layer. Solutions must be shorter than
    /// `than`.
    pub(super) fn step<H: Heuristic<Kept = K>>(
        &mut self,
        task: &Task,
        heuristic: &H,
        than: usize,
        meter: &mut Meter,
    ) -> Result<BeamEnd, Refused> {
        let cells = task.cells();
        let depth = self.steps.len() + 1;
        if self.at == self.layer.blanks.len() {
            return Ok(self.next_layer(task, heuristic));
        }
        let tiles = &self.layer.tiles[self.at * cells..(self.at + 1) * cells];
        let (blank, key) = (usize::from(self.layer.blanks[self.at]), self.layer.keys[self.at]);
        for cell in task.neighbours()[blank].iter() {
            let Some(limit) = than.checked_sub(depth + 1) else { break };
            meter.spend_visit()?;
            let tile = tiles[cell];
            let home = task.blank_home() as u16;
            let key = key
                ^ mixed(tile, cell)
                ^ mixed(tile, blank)
                ^ mixed(home, cell)
                ^ mixed(home, blank);
            if self.met.contains(&key) {
                continue;
            }
            let kept = &self.layer.kept[self.at];
            let limit = limit.min(u32::MAX as usize) as u32;
            let Some(kept) = heuristic.after(kept, tiles, cell, blank, limit) else { continue };
            let (parent, cell) = (self.at as u32, cell as u16);
            if heuristic.value(&kept) == 0 {
                return Ok(BeamEnd::Solved(self.way(parent, cell)));
            }
            self.met.insert(key);
            let rank = heuristic.rank(&kept);
            self.candidates.push(Candidate { rank, key, parent, cell });
        }
        self.at += 1;
        Ok(BeamEnd::Working)
    }

    fn next_layer<H: Heuristic<Kept = K>>(&mut self, task: &Task, heuristic: &H) -> BeamEnd {
        let mut chosen = std::mem::take(&mut self.candidates);
        if chosen.is_empty() {
            return BeamEnd::Empty;
        }
        if chosen.len() > self.width {
            chosen.select_nth_unstable(self.width);
            chosen.truncate(self.width);
            self.is_complete = false;
        }
        // In memory order, so that parents are read one after the other.
        chosen.sort_unstable_by_key(|one| (one.parent, one.cell));
        if self.met.len() > MOST_REMEMBERED {
            self.met.clear();
        }
        let (cells, before) = (task.cells(), &self.layer);
        let mut layer = Layer {
            tiles: Vec::with_capacity(chosen.len() * cells),
            kept: Vec::with_capacity(chosen.len()),
            keys: chosen.iter().map(|one| one.key).collect(),
            blanks: chosen.iter().map(|one| one.cell).collect(),
        };
        for one in &chosen {
            let (parent, cell) = (one.parent as usize, usize::from(one.cell));
            let (tiles, blank) =
                (&before.tiles[parent * cells..(parent + 1) * cells], before.blanks[parent].into());
            let kept = heuristic.after(&before.kept[parent], tiles, cell, blank, u32::MAX);
            layer.kept.push(kept.expect("no bound exceeds the largest limit"));
            let begin = layer.tiles.len();
            layer.tiles.extend_from_slice(tiles);
            layer.tiles[begin..].swap(cell, blank);
        }
        self.steps.push(chosen.iter().map(|one| (one.parent, one.cell)).collect());
        self.layer = layer;
        self.at = 0;
        BeamEnd::Working
    }

    /// Returns the way that ends with a step from a board of the layer.
    fn way(&self, parent: u32, last: u16) -> Vec<u16> {
        let mut way = vec![last];
        let mut at = parent as usize;
        for layer in self.steps.iter().rev() {
            let (parent, cell) = layer[at];
            way.push(cell);
            at = parent as usize;
        }
        way.reverse();
        way
    }

    /// Returns how many moves the boards of the layer are away from the start.
    pub(super) fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether no board was left out for lack of width, so that what was found is shortest
    /// and what was not found does not exist.
    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns how many boards are held, and about how many bytes they take.
    pub(super) fn held(&self, cells: usize) -> (usize, usize) {
        let boards = self.layer.blanks.len() + self.candidates.len();
        let steps: usize = self.steps.iter().map(Vec::len).sum();
        let board = 2 * cells + size_of::<K>() + 48;
        (boards + steps, boards * board + 8 * steps + 16 * self.met.len())
    }
}

/// Returns bits for a tile in a cell; a board's key is their exclusive or.
fn mixed(tile: u16, cell: usize) -> u64 {
    // SplitMix64's finaliser.
    let z =
        (u64::from(tile) << 16 | cell as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
