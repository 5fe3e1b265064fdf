//! Generates pools in which the quarry can be reached.

use quarry_core::{Generate, GenerateError, Meter, Rng, Side, settings};

use super::{Cell, Submersible};

settings! {
    /// Parameters of generated pools.
    pub struct SubmersibleParams {
        /// Number of columns.
        pub columns: u64 = 12, 3..=64;
        /// Number of rows of water; one more is above the surface.
        pub rows: u64 = 10, 2..=63;
        /// Share of the water's cells that are obstacles, in percent.
        pub obstacles: u64 = 30, 0..=60;
        /// Number of quarries, of which any will do.
        pub quarries: u64 = 1, 1..=4;
        /// Fuel that ascending takes.
        pub ascend: u64 = 1, 1..=1000;
    }
}

/// Number of pools after which the wish is refused.
const POOLS: u64 = 10_000;

impl Generate for Submersible {
    type Params = SubmersibleParams;

    /// Strews obstacles at random and puts the quarries into the lower half, until the craft can
    /// get beside one.
    fn generate(
        params: &SubmersibleParams,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let (columns, rows) = (params.columns as usize, params.rows as usize + 1);
        let obstacles = (params.columns * params.rows * params.obstacles / 100) as usize;
        for _ in 0..POOLS {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let mut cells = vec![Cell::Open; columns * rows];
            let mut water: Vec<usize> = (columns..cells.len()).collect();
            rng.shuffle(&mut water);
            let is_low = |&at: &usize| at >= rows / 2 * columns;
            for at in water.iter().copied().filter(is_low).take(params.quarries as usize) {
                cells[at] = Cell::Quarry;
            }
            water.retain(|&at| cells[at] == Cell::Open);
            for &at in water.iter().take(obstacles) {
                cells[at] = Cell::Obstacle;
            }
            let start = (rng.below(columns), 0);
            let fuel = [1, 1, params.ascend, 1, 1];
            let pool = Submersible { columns, cells, start, fuel };
            if pool.can_be_solved() {
                return Ok(pool);
            }
        }
        let words = "no quarry could be reached in any pool: ask for fewer obstacles";
        Err(GenerateError::Refused(words.to_owned()))
    }
}

impl Submersible {
    /// Returns whether the craft can get beside a quarry.
    fn can_be_solved(&self) -> bool {
        let mut seen = vec![false; self.cells.len()];
        let mut open = vec![self.start];
        while let Some((column, row)) = open.pop() {
            let at = row * self.columns + column;
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            if self.is_beside_quarry((column, row)) {
                return true;
            }
            for side in Side::ALL {
                if self.beside((column, row), side) == Some(Cell::Open) {
                    let (right, down) = side.step();
                    let next = (column as i32 + right, row as i32 + down);
                    open.push((next.0 as usize, next.1 as usize));
                }
            }
        }
        false
    }
}
