//! New boards: random pipes, and boards that single sides do not solve.
//!
//! Almost every board with one solution is solved by looking at one side after the other. Boards
//! that need more are found by a fast search: random boards are changed where they are open until
//! one solution is left that single sides do not find.

use quarry_core::{Meter, Rng, Value};
use quarry_pencil::{CellGrid, Draft, EntryValues, GridLines, SIDE_BITS};

use super::{KPlumber, KPlumberOptions, against, turned};

/// How many random boards are changed in search of a hard one.
const BOARDS: usize = 300;

/// How often a board is changed.
const CHANGES: usize = 200;

/// A set of ways in which a tile can lie: bit `v` is the way `v`.
type Ways = u16;

/// For each side, the set of ways that have a pipe to it.
const WITH_PIPE: [Ways; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

/// Random pipes across inner sides.
pub(super) fn random_pipes(options: &KPlumberOptions, rng: &mut Rng) -> (GridLines, EntryValues) {
    let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
    let lines = GridLines { nodes: grid };
    let pipe = |rng: &mut Rng| Some(Value::from(rng.below(100) < options.pipes as usize));
    let pipes = (0..lines.len()).map(|_| pipe(rng)).collect();
    (lines, pipes)
}

impl KPlumber {
    /// A board with one solution that single sides do not find; none if the search fails.
    pub(super) fn hard(
        options: &KPlumberOptions,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Option<Draft<Self>> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let beside = |cell: usize| SIDE_BITS.map(|side| grid.step(cell, side));
        let neighbours: Vec<Neighbours> = (0..grid.len()).map(beside).collect();
        for _ in 0..BOARDS {
            let (lines, mut pipes) = random_pipes(options, rng);
            let mut open = Tiles::of_pipes(lines, &pipes, &neighbours).open();
            for _ in 0..CHANGES {
                if open.is_empty() {
                    break;
                }
                if !meter.goes_on() {
                    return None;
                }
                let cell = open[rng.below(open.len())];
                let around: Vec<usize> = lines.at(cell).collect();
                let line = around[rng.below(around.len())];
                let mut changed = pipes.clone();
                changed[line] = changed[line].map(|pipe| 1 - pipe);
                let tiles = Tiles::of_pipes(lines, &changed, &neighbours);
                let left = tiles.open();
                if left.is_empty() {
                    continue;
                }
                if tiles.has_one_solution(meter) {
                    return Some(KPlumber::of_pipes(lines, &changed, rng));
                }
                if left.len() <= open.len() {
                    (pipes, open) = (changed, left);
                }
            }
        }
        None
    }
}

/// The tiles beyond the sides of a tile.
type Neighbours = [Option<usize>; 4];

/// The ways in which each tile can lie, as far as single sides tell.
#[derive(Debug, Clone)]
struct Tiles<'n> {
    neighbours: &'n [Neighbours],
    ways: Vec<Ways>,
}

impl<'n> Tiles<'n> {
    fn of_pipes(lines: GridLines, pipes: &[Option<Value>], neighbours: &'n [Neighbours]) -> Self {
        let ways = |cell: usize| {
            let tile = lines.sides(cell, pipes, 1);
            (0..4).fold(0, |ways, turns| ways | 1 << turned(tile, turns))
        };
        let mut tiles = Tiles { neighbours, ways: (0..neighbours.len()).map(ways).collect() };
        tiles.prune((0..neighbours.len()).collect());
        tiles
    }

    /// Compares tiles with their neighbours until nothing changes. Returns false if a tile fits in
    /// no way.
    fn prune(&mut self, mut waiting: Vec<usize>) -> bool {
        while let Some(cell) = waiting.pop() {
            let mut left = self.ways[cell];
            for (bit, other) in self.neighbours[cell].iter().enumerate() {
                let beyond = other.map_or(0, |other| self.ways[other]);
                let pipe = WITH_PIPE[against(bit)];
                if beyond & pipe == 0 {
                    left &= !WITH_PIPE[bit];
                }
                if beyond & !pipe == 0 && other.is_some() {
                    left &= WITH_PIPE[bit];
                }
            }
            if left == 0 {
                return false;
            }
            if left != self.ways[cell] {
                self.ways[cell] = left;
                waiting.extend(self.neighbours[cell].iter().flatten());
            }
        }
        true
    }

    /// The tiles that can still lie in several ways.
    fn open(&self) -> Vec<usize> {
        (0..self.ways.len()).filter(|&cell| self.ways[cell].count_ones() > 1).collect()
    }

    /// Whether there is exactly one solution. There is at least one. Returns false if the meter says
    /// stop.
    fn has_one_solution(&self, meter: &mut Meter) -> bool {
        let mut found = 0;
        let mut waiting = vec![self.clone()];
        while let Some(tiles) = waiting.pop() {
            if !meter.goes_on() {
                return false;
            }
            let Some(cell) = tiles.open().into_iter().next() else {
                found += 1;
                if found > 1 {
                    return false;
                }
                continue;
            };
            for way in 0..Ways::BITS {
                if tiles.ways[cell] >> way & 1 == 1 {
                    let mut tried = tiles.clone();
                    tried.ways[cell] = 1 << way;
                    if tried.prune(tiles.neighbours[cell].iter().flatten().copied().collect()) {
                        waiting.push(tried);
                    }
                }
            }
        }
        true
    }
}
