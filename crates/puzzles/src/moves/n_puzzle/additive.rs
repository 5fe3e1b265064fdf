//! The bound by pattern databases: the largest of several sums, each over patterns that share no
//! tile and together have all.
//!
//! Patterns that are mirror images of each other share a table, and a goal with the empty cell in
//! another corner uses the same tables: where the cells that a pattern leaves are connected in the
//! goal, the empty cell's home does not matter. The mirror image of a division of the tiles gives a
//! second sum for nothing but look-ups.

use std::sync::Arc;

use quarry_core::{Meter, Tables};

use super::heuristic::Heuristic;
use super::partition::Partition;
use super::pattern_database::{TableKey, compute, region_of};
use super::placements::{CellSet, MOST_CELLS, Placement, Placements};
use super::symmetry::Symmetry;
use super::task::Task;

/// Most patterns of all sums together.
const MOST_PATTERNS: usize = 10;

/// Most sums.
const MOST_SUMS: usize = 2;

/// Sums of pattern databases.
#[derive(Debug)]
pub(super) struct AdditivePatterns {
    patterns: Vec<Pattern>,
    sums: usize,
    /// For each sum, the pattern of each tile.
    pattern_of: [[u8; MOST_CELLS]; MOST_SUMS],
}

#[derive(Debug)]
struct Pattern {
    /// The sum that it belongs to.
    sum: usize,
    table: Arc<Vec<u8>>,
    placements: &'static Placements,
    /// Homes of the tiles, in the order of the table.
    homes: Vec<u8>,
    /// Cell of the table's board for each cell.
    cells: [u8; MOST_CELLS],
}

/// What is kept for a board: the placement and the distance of each pattern, and the sums.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeptPatterns {
    placed: [Placed; MOST_PATTERNS],
    sums: [u16; MOST_SUMS],
}

/// A placement and its distance, in eight bytes.
#[derive(Debug, Clone, Copy, Default)]
struct Placed {
    set: CellSet,
    order: u16,
    distance: u8,
}

impl Placed {
    fn placement(self) -> Placement {
        Placement { set: self.set, order: self.order }
    }
}

impl AdditivePatterns {
    /// Looks the tables of these partitions up, or computes them; `None` if the meter stops the run.
    pub(super) fn of(
        task: &Task,
        partitions: &[Partition],
        tables: &dyn Tables,
        meter: &mut Meter,
    ) -> Option<Self> {
        let mut all = AdditivePatterns {
            patterns: Vec::new(),
            sums: partitions.len().min(MOST_SUMS),
            pattern_of: [[0; MOST_CELLS]; MOST_SUMS],
        };
        let mut kept: Vec<(TableKey, Arc<Vec<u8>>)> = Vec::new();
        for (sum, partition) in partitions.iter().take(MOST_SUMS).enumerate() {
            for &homes in &partition.0 {
                let (key, symmetry) = table_of(task, homes);
                let placements = Placements::of_size(homes.count_ones() as usize);
                let count = placements.count(task.cells());
                let table = match kept.iter().find(|(other, _)| *other == key) {
                    Some((_, table)) => Arc::clone(table),
                    None => {
                        let is_whole = |table: &Arc<Vec<u8>>| table.len() == count;
                        let table = match tables.get(&key.name()).filter(is_whole) {
                            Some(table) => table,
                            None => tables.keep(&key.name(), compute(key, placements, meter)?),
                        };
                        kept.push((key, Arc::clone(&table)));
                        table
                    }
                };
                for home in (0..task.cells()).filter(|home| homes >> home & 1 == 1) {
                    all.pattern_of[sum][home] = all.patterns.len() as u8;
                }
                all.patterns.push(Pattern::new(sum, table, placements, homes, &symmetry));
            }
        }
        Some(all)
    }

    /// Returns whether all tables of these partitions are there to be looked up.
    pub(super) fn are_kept(task: &Task, partitions: &[Partition], tables: &dyn Tables) -> bool {
        let mut patterns = partitions.iter().take(MOST_SUMS).flat_map(|partition| &partition.0);
        patterns.all(|&homes| tables.get(&table_of(task, homes).0.name()).is_some())
    }

    /// Returns how many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        let mut tables: Vec<_> = self.patterns.iter().map(|pattern| &pattern.table).collect();
        tables.sort_by_key(|table| Arc::as_ptr(table));
        tables.dedup_by(|one, other| Arc::ptr_eq(one, other));
        tables.into_iter().map(|table| table.len()).sum()
    }
}

/// Returns the table that serves a pattern, and how the board is laid on the table's board.
fn table_of(task: &Task, homes: CellSet) -> (TableKey, Symmetry) {
    let whole: CellSet = ((1u64 << task.cells()) - 1) as CellSet;
    let region = region_of(whole & !homes, task.blank_home(), task.neighbours());
    let ways = Symmetry::all(task.columns(), task.rows()).filter(|way| way.columns >= way.rows);
    let keys = ways.map(|way| {
        let (homes, region) = (way.image_of(homes), way.image_of(region));
        (TableKey { columns: way.columns, rows: way.rows, homes, region }, way)
    });
    keys.min_by_key(|(key, _)| *key).expect("a board has symmetries")
}

impl Pattern {
    fn new(
        sum: usize,
        table: Arc<Vec<u8>>,
        placements: &'static Placements,
        homes: CellSet,
        symmetry: &Symmetry,
    ) -> Self {
        let mut cells = [0; MOST_CELLS];
        cells[..symmetry.cells.len()].copy_from_slice(&symmetry.cells);
        let mut tiles: Vec<u8> =
            (0..symmetry.cells.len() as u8).filter(|home| homes >> home & 1 == 1).collect();
        tiles.sort_by_key(|&home| symmetry.image(home.into()));
        Pattern { sum, table, placements, homes: tiles, cells }
    }

    #[inline]
    fn placed(&self, placement: Placement) -> Placed {
        let distance = self.table[self.placements.number(placement)];
        Placed { set: placement.set, order: placement.order, distance }
    }
}

impl Heuristic for AdditivePatterns {
    type Kept = KeptPatterns;

    fn begin(&self, tiles: &[u16]) -> KeptPatterns {
        let mut kept = KeptPatterns { placed: Default::default(), sums: [0; MOST_SUMS] };
        for (pattern, placed) in self.patterns.iter().zip(&mut kept.placed) {
            let cell_of = |home: &u8| {
                let cell = tiles.iter().position(|&tile| tile == u16::from(*home));
                pattern.cells[cell.expect("every tile is on the board")]
            };
            let cells: Vec<u8> = pattern.homes.iter().map(cell_of).collect();
            *placed = pattern.placed(pattern.placements.of(&cells));
        }
        for (pattern, placed) in self.patterns.iter().zip(&kept.placed) {
            kept.sums[pattern.sum] += u16::from(placed.distance);
        }
        kept
    }

    #[inline]
    fn value(&self, kept: &KeptPatterns) -> u32 {
        kept.sums.iter().copied().max().map_or(0, u32::from)
    }

    /// The sum of all sums: it tells more boards apart than the largest.
    fn rank(&self, kept: &KeptPatterns) -> u32 {
        kept.sums.iter().copied().map(u32::from).sum()
    }

    #[inline]
    fn after(
        &self,
        kept: &KeptPatterns,
        tiles: &[u16],
        from: usize,
        to: usize,
        limit: u32,
    ) -> Option<KeptPatterns> {
        let tile = usize::from(tiles[from]);
        // Most boards exceed the limit, so nothing is copied before that is known.
        let mut changed = [(0, Placed::default()); MOST_SUMS];
        let mut sums = kept.sums;
        for sum in 0..self.sums {
            let number = usize::from(self.pattern_of[sum][tile]);
            let pattern = &self.patterns[number];
            let before = kept.placed[number];
            let (from, to) = (pattern.cells[from].into(), pattern.cells[to].into());
            let placed = pattern.placed(pattern.placements.after(before.placement(), from, to));
            sums[sum] = kept.sums[sum] + u16::from(placed.distance) - u16::from(before.distance);
            if u32::from(sums[sum]) > limit {
                return None;
            }
            changed[sum] = (number, placed);
        }
        let mut after = KeptPatterns { sums, ..*kept };
        for (number, placed) in changed.into_iter().take(self.sums) {
            after.placed[number] = placed;
        }
        Some(after)
    }
}
