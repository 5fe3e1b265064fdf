//! Least total distance of stones to targets, each target for one stone: an assignment by shortest
//! augmenting paths (Hungarian method), kept up when single rows change.

/// A cost that is never taken.
pub(super) const NEVER: u16 = u16::MAX;

/// Stands for `NEVER` in sums; larger than any sum of real costs.
const HUGE: i64 = 1 << 24;

/// No row or column.
const NOBODY: u16 = u16::MAX;

/// An assignment of rows (stones) to columns (targets).
#[derive(Debug, Clone, Default)]
pub(super) struct StoneAssignment {
    size: usize,
    costs: Vec<u16>,
    /// Potentials of rows and columns. Each time that a row finds no column they may shift by
    /// `HUGE`, so they are wide enough for as many times as there can be.
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    row_of: Vec<u16>,
    column_of: Vec<u16>,
    /// Scratch of one augmentation.
    least: Vec<i64>,
    before: Vec<u16>,
    is_done: Vec<bool>,
}

impl StoneAssignment {
    pub(super) fn new(size: usize) -> Self {
        StoneAssignment {
            size,
            costs: vec![NEVER; size * size],
            row_potential: vec![0; size],
            column_potential: vec![0; size],
            row_of: vec![NOBODY; size],
            column_of: vec![NOBODY; size],
            least: vec![0; size],
            before: vec![NOBODY; size],
            is_done: vec![false; size],
        }
    }

    /// Returns the costs of a row, to be changed; the row is assigned anew by `assign`.
    pub(super) fn row(&mut self, row: usize) -> &mut [u16] {
        let column = std::mem::replace(&mut self.column_of[row], NOBODY);
        if column != NOBODY {
            self.row_of[usize::from(column)] = NOBODY;
        }
        &mut self.costs[row * self.size..(row + 1) * self.size]
    }

    /// Assigns all rows that have no column.
    pub(super) fn assign(&mut self) {
        for row in 0..self.size {
            if self.column_of[row] == NOBODY {
                self.augment(row);
            }
        }
    }

    /// Returns the total cost; `None` if some row has no column that it may take.
    pub(super) fn total(&self) -> Option<u32> {
        let mut total = 0;
        for row in 0..self.size {
            let cost = self.costs[row * self.size + usize::from(self.column_of[row])];
            if cost == NEVER {
                return None;
            }
            total += u32::from(cost);
        }
        Some(total)
    }

    /// Returns the column of a row that is assigned.
    pub(super) fn column(&self, row: usize) -> usize {
        usize::from(self.column_of[row])
    }

    /// Writes what each column would cost a row beyond its share of the total.
    pub(super) fn reduced(&self, row: usize, out: &mut Vec<i32>) {
        out.clear();
        out.extend((0..self.size).map(|column| {
            let beyond =
                self.cost(row, column) - self.row_potential[row] - self.column_potential[column];
            beyond.min(HUGE) as i32
        }));
    }

    #[inline]
    fn cost(&self, row: usize, column: usize) -> i64 {
        match self.costs[row * self.size + column] {
            NEVER => HUGE,
            cost => i64::from(cost),
        }
    }

    fn augment(&mut self, start: usize) {
        let size = self.size;
        self.is_done[..size].fill(false);
        // Potentials may be out of date for the new row: begin with its own least.
        let reduced =
            |this: &Self, column: usize| this.cost(start, column) - this.column_potential[column];
        self.row_potential[start] =
            (0..size).map(|column| reduced(self, column)).min().unwrap_or(0);
        for column in 0..size {
            self.least[column] = reduced(self, column) - self.row_potential[start];
            self.before[column] = NOBODY;
        }
        let (mut column, mut distance);
        loop {
            (column, distance) = (usize::MAX, i64::MAX);
            for other in 0..size {
                if !self.is_done[other] && self.least[other] < distance {
                    (column, distance) = (other, self.least[other]);
                }
            }
            self.is_done[column] = true;
            let row = self.row_of[column];
            if row == NOBODY {
                break;
            }
            let row = usize::from(row);
            let base = distance - self.row_potential[row];
            for other in 0..size {
                if !self.is_done[other] {
                    let length = base + self.cost(row, other) - self.column_potential[other];
                    if length < self.least[other] {
                        self.least[other] = length;
                        self.before[other] = column as u16;
                    }
                }
            }
        }
        // Keep reduced costs of all other rows at zero or above.
        self.row_potential[start] += distance;
        for other in 0..size {
            if self.is_done[other] && other != column {
                let shift = distance - self.least[other];
                let row = usize::from(self.row_of[other]);
                self.row_potential[row] += shift;
                self.column_potential[other] -= shift;
            }
        }
        while self.before[column] != NOBODY {
            let previous = usize::from(self.before[column]);
            let row = self.row_of[previous];
            self.row_of[column] = row;
            self.column_of[usize::from(row)] = column as u16;
            column = previous;
        }
        self.row_of[column] = start as u16;
        self.column_of[start] = column as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Rng;

    fn least(costs: &[Vec<u16>], row: usize, taken: &mut Vec<bool>) -> Option<u32> {
        if row == costs.len() {
            return Some(0);
        }
        let mut best = None;
        for column in 0..costs.len() {
            if !taken[column] && costs[row][column] != NEVER {
                taken[column] = true;
                let rest =
                    least(costs, row + 1, taken).map(|rest| rest + u32::from(costs[row][column]));
                best = [best, rest].into_iter().flatten().min();
                taken[column] = false;
            }
        }
        best
    }

    #[test]
    fn rows_that_change_are_assigned_as_if_all_were_new() {
        let mut rng = Rng::new(5);
        for size in 1..=6 {
            let mut costs = vec![vec![NEVER; size]; size];
            let mut kept = StoneAssignment::new(size);
            for _ in 0..300 {
                let row = rng.below(size);
                for cost in &mut costs[row] {
                    *cost = if rng.below(4) == 0 { NEVER } else { rng.below(20) as u16 };
                }
                kept.row(row).copy_from_slice(&costs[row]);
                kept.assign();
                assert_eq!(kept.total(), least(&costs, 0, &mut vec![false; size]), "{costs:?}");
            }
        }
    }

    #[test]
    fn rows_without_a_column_may_come_any_number_of_times() {
        let costs = [[3, 5], [4, 9]];
        let mut kept = StoneAssignment::new(2);
        for _ in 0..1_000 {
            for column in 0..2 {
                // Both rows want the same column.
                for row in 0..2 {
                    kept.row(row).fill(NEVER);
                    kept.row(row)[column] = 1;
                }
                kept.assign();
                assert_eq!(kept.total(), None);
            }
            for (row, costs) in costs.iter().enumerate() {
                kept.row(row).copy_from_slice(costs);
            }
            kept.assign();
            assert_eq!(kept.total(), Some(9));
        }
    }
}
