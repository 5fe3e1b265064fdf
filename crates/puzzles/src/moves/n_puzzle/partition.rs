//! How the tiles of a board are divided into patterns.
//!
//! The divisions of the 15- and the 24-puzzle are those of R. Korf and A. Felner (2002), for goals
//! with the empty cell in a corner. Other boards are divided in reading order, into as few patterns as
//! fit into memory.

use super::placements::{CellSet, MOST_CELLS, MOST_TILES};
use super::symmetry::Symmetry;
use super::task::Task;

/// Sets of homes that together have every tile once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Partition(pub(super) Vec<CellSet>);

/// How much memory tables may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableSize {
    /// Seconds to compute, some 30 MB.
    Small,
    /// Up to a minute to compute, at most 600 MB.
    Large,
}

impl Partition {
    /// Returns the partitions for a board whose sums are compared: one, and its mirror image where
    /// the board has a mirror that keeps the empty cell's home. `None` if the board is too large.
    pub(super) fn all(task: &Task, size: TableSize) -> Option<Vec<Partition>> {
        if task.cells() > MOST_CELLS {
            return None;
        }
        let first = Partition::published(task, size).unwrap_or_else(|| Partition::cut(task, size));
        let is_mirror = |way: &Symmetry| {
            (way.columns, way.rows) == (task.columns(), task.rows())
                && way.image(task.blank_home()) == task.blank_home()
        };
        let ways = Symmetry::all(task.columns(), task.rows()).filter(is_mirror);
        let images = ways.map(|way| first.image(&way));
        let mirrored = images.skip(1).find(|image| !first.is_same(image));
        Some([Some(first), mirrored].into_iter().flatten().collect())
    }

    /// Returns how many bytes the tables of partitions take at most while they are computed.
    pub(super) fn bytes(partitions: &[Partition], cells: usize) -> u64 {
        let patterns = || partitions.iter().flat_map(|partition| &partition.0);
        let bytes = |homes: &CellSet| placements(cells, homes.count_ones() as usize);
        // While a table is computed it also has an entry for each region that its tiles leave.
        patterns().map(bytes).sum::<u64>() + 3 * patterns().map(bytes).max().unwrap_or(0)
    }

    fn image(&self, way: &Symmetry) -> Self {
        Partition(self.0.iter().map(|&homes| way.image_of(homes)).collect())
    }

    fn is_same(&self, other: &Partition) -> bool {
        self.0.iter().all(|homes| other.0.contains(homes))
    }

    /// Returns a published partition, laid so that the empty cell's home fits.
    fn published(task: &Task, size: TableSize) -> Option<Self> {
        let patterns: &[&[u8]] = match (task.columns(), task.rows(), size) {
            (4, 4, TableSize::Small) => {
                &[&[1, 2, 4, 5, 8, 9], &[3, 6, 7, 10, 11, 15], &[12, 13, 14]]
            }
            (4, 4, TableSize::Large) => {
                &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14], &[15]]
            }
            (5, 5, TableSize::Small) => &[
                &[1, 2, 5, 6, 7],
                &[3, 4, 8, 9, 14],
                &[10, 11, 15, 16, 20],
                &[12, 13, 17, 18],
                &[19, 21, 22, 23, 24],
            ],
            (5, 5, TableSize::Large) => &[
                &[1, 2, 5, 6, 7, 12],
                &[3, 4, 8, 9, 13, 14],
                &[10, 11, 15, 16, 20, 21],
                &[17, 18, 19, 22, 23, 24],
            ],
            _ => return None,
        };
        let set = |homes: &&[u8]| homes.iter().fold(0, |set, home| set | 1 << home);
        let partition = Partition(patterns.iter().map(set).collect());
        let way = Symmetry::all(task.columns(), task.rows())
            .find(|way| way.image(0) == task.blank_home())?;
        Some(partition.image(&way))
    }

    /// Divides the tiles in reading order.
    fn cut(task: &Task, size: TableSize) -> Self {
        let most = match size {
            TableSize::Small => 30_000_000,
            TableSize::Large => 600_000_000,
        };
        let homes: Vec<usize> =
            (0..task.cells()).filter(|&home| home != task.blank_home()).collect();
        let parts = |largest: usize| homes.len().div_ceil(largest);
        let fits =
            |largest: &usize| parts(*largest) as u64 * placements(task.cells(), *largest) <= most;
        let largest = (1..=homes.len().min(MOST_TILES)).rev().find(fits).unwrap_or(1);
        // Parts of equal length, as far as possible.
        let length = homes.len().div_ceil(parts(largest));
        let set = |part: &[usize]| part.iter().fold(0, |set, home| set | 1 << home);
        Partition(homes.chunks(length).map(set).collect())
    }
}

/// Returns in how many ways tiles can be placed on cells.
fn placements(cells: usize, tiles: usize) -> u64 {
    (0..tiles).map(|placed| (cells - placed) as u64).product()
}
