//! Pagoda functions: weights of the holes of which no jump can raise the total.
//!
//! If the pegs weigh less than every position of the goal, the goal is out of reach (J. Conway; J.
//! Beasley, 1985). Such weights exist exactly if no mixture of jumps, in any order and in fractions,
//! leads from the pegs to a mixture of goals, so that a linear program finds them (M. Kiyomi and T.
//! Matsui, 2001). The program is solved in floating point by the simplex method; weights are then
//! rounded to whole numbers, and only what holds in whole numbers is used.

use quarry_core::Meter;

use super::PegSolitaire;
use super::bits::Bits;
use super::layout::{Layout, numbers};

/// Largest factor by which weights are multiplied before they are rounded.
const LARGEST_FACTOR: i32 = 60;

/// Whole weights of which no jump can raise the total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pagoda {
    weights: Vec<i32>,
    /// The least that a position of the goal weighs.
    pub(super) least: i32,
}

impl Pagoda {
    /// Finds weights by which these pegs weigh less than each of these goals, if there are any.
    /// `None` too if the meter stops the run.
    pub(super) fn against(
        layout: &Layout,
        pegs: u128,
        goals: &[u128],
        meter: &mut Meter,
    ) -> Option<Self> {
        let prices = Simplex::new(layout, pegs, goals).infeasible(meter)?;
        (1..=LARGEST_FACTOR).find_map(|factor| {
            let whole = |price: &f64| (price * f64::from(factor)).round() as i32;
            let weights: Vec<i32> = prices.iter().map(whole).collect();
            let least = goals.iter().map(|&goal| weight(&weights, goal)).min()?;
            let pagoda = Pagoda { weights, least };
            (pagoda.holds(layout) && pagoda.weight(pegs) < least).then_some(pagoda)
        })
    }

    /// Returns whether no jump raises the total.
    fn holds(&self, layout: &Layout) -> bool {
        layout.lines.iter().all(|line| {
            let [from, over, to] = line.holes().map(|hole| self.weights[hole]);
            to <= from + over
        })
    }

    /// Returns what these pegs weigh.
    pub(super) fn weight(&self, pegs: u128) -> i32 {
        weight(&self.weights, pegs)
    }

    /// Returns the holes with a weight.
    pub(super) fn weighed(&self) -> u128 {
        let weighed = self.weights.iter().enumerate().filter(|(_, weight)| **weight != 0);
        weighed.fold(0, |set, (hole, _)| set | 1 << hole)
    }

    /// Writes the weights: "1 on 3,1 and 5,1, -1 on 3,3, 0 elsewhere".
    pub(super) fn words(&self, puzzle: &PegSolitaire) -> String {
        let mut parts: Vec<String> = self
            .groups()
            .map(|(weight, set)| format!("{weight} on {}", puzzle.names(set)))
            .collect();
        parts.push("0 elsewhere".to_owned());
        parts.join("; ")
    }

    /// Returns the weights other than 0, largest first, each with its holes.
    fn groups(&self) -> impl Iterator<Item = (i32, u128)> + '_ {
        let mut values: Vec<i32> = self.weights.iter().copied().filter(|it| *it != 0).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        values.dedup();
        values.into_iter().map(|value| {
            let with = self.weights.iter().enumerate().filter(move |(_, it)| **it == value);
            (value, with.fold(0, |set: u128, (hole, _)| set | 1 << hole))
        })
    }
}

fn weight(weights: &[i32], pegs: u128) -> i32 {
    numbers(pegs).map(|hole| weights[hole]).sum()
}

/// A pagoda function as masks, to weigh many positions.
#[derive(Debug)]
pub(super) struct Weighing<B> {
    groups: Vec<(i32, B)>,
    least: i32,
}

impl<B: Bits> Weighing<B> {
    pub(super) fn new(pagoda: &Pagoda) -> Self {
        let groups = pagoda.groups().map(|(weight, set)| (weight, B::of(set))).collect();
        Weighing { groups, least: pagoda.least }
    }

    /// Returns whether a position weighs less than every position of the goal.
    #[inline]
    pub(super) fn refutes(&self, position: B) -> bool {
        let parts =
            self.groups.iter().map(|&(weight, set)| weight * (position & set).count() as i32);
        parts.sum::<i32>() < self.least
    }
}

/// Phase one of the simplex method for the question whether a mixture of jumps leads from the pegs
/// to a mixture of goals. Rows are the holes and the total of the mixture, columns the jumps, the
/// goals and one artificial variable for each row.
struct Simplex {
    rows: usize,
    columns: usize,
    /// Row by row, each with its right-hand side last; the last row has the reduced costs.
    cells: Vec<f64>,
    /// Columns that may enter the basis.
    real: usize,
}

/// Smallest absolute value that counts as different from 0.
const TINY: f64 = 1e-9;

impl Simplex {
    fn new(layout: &Layout, pegs: u128, goals: &[u128]) -> Self {
        let rows = layout.holes.len() + 1;
        let real = layout.lines.len() + goals.len();
        let columns = real + rows + 1;
        let mut simplex = Simplex { rows, columns, cells: vec![0.0; (rows + 1) * columns], real };
        for (column, line) in layout.lines.iter().enumerate() {
            let [from, over, to] = line.holes();
            *simplex.at(from, column) = 1.0;
            *simplex.at(over, column) = 1.0;
            *simplex.at(to, column) = -1.0;
        }
        for (column, &goal) in (layout.lines.len()..).zip(goals) {
            numbers(goal).for_each(|hole| *simplex.at(hole, column) = 1.0);
            *simplex.at(rows - 1, column) = 1.0;
        }
        for row in 0..rows {
            *simplex.at(row, real + row) = 1.0;
            let side = if row + 1 == rows { 1.0 } else { (pegs >> row & 1) as f64 };
            // Slightly different right-hand sides keep the method from going in circles.
            let shift = 1e-6 * (1.0 + (row * 7919 % 997) as f64 / 997.0);
            *simplex.at(row, columns - 1) = side + shift;
        }
        // The artificial variables cost 1 each and are the first basis.
        for row in 0..rows {
            for column in (0..real).chain([columns - 1]) {
                let value = *simplex.at(row, column);
                *simplex.at(rows, column) -= value;
            }
        }
        simplex
    }

    fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.columns + column]
    }

    /// Returns weights that prove that there is no such mixture; `None` if there may be one.
    fn infeasible(mut self, meter: &mut Meter) -> Option<Vec<f64>> {
        for _ in 0..20 * self.columns {
            if !meter.goes_on() {
                return None;
            }
            let costs = &self.cells[self.rows * self.columns..][..self.real];
            let entering = (0..self.real).min_by(|&a, &b| costs[a].total_cmp(&costs[b]))?;
            if costs[entering] > -TINY {
                return self.prices();
            }
            let ratio = |row: usize| {
                let pivot = self.cells[row * self.columns + entering];
                (pivot > TINY).then(|| self.cells[(row + 1) * self.columns - 1] / pivot)
            };
            let leaving = (0..self.rows)
                .filter_map(|row| Some((row, ratio(row)?)))
                .min_by(|one, other| one.1.total_cmp(&other.1));
            self.pivot(leaving?.0, entering);
        }
        None
    }

    /// The weights at the end of the method, if what is left over is not 0.
    fn prices(&self) -> Option<Vec<f64>> {
        let costs = &self.cells[self.rows * self.columns..];
        let left_over = -costs[self.columns - 1];
        (left_over > 1e-3)
            .then(|| (0..self.rows - 1).map(|row| costs[self.real + row] - 1.0).collect())
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let columns = self.columns;
        let factor = 1.0 / self.cells[row * columns + column];
        let chosen: Vec<f64> =
            self.cells[row * columns..][..columns].iter().map(|cell| cell * factor).collect();
        for other in 0..=self.rows {
            let cells = &mut self.cells[other * columns..][..columns];
            if other == row {
                cells.copy_from_slice(&chosen);
                continue;
            }
            let times = cells[column];
            if times.abs() > 1e-12 {
                cells.iter_mut().zip(&chosen).for_each(|(cell, by)| *cell -= times * by);
            }
        }
    }
}
