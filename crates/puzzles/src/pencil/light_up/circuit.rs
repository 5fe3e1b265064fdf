//! A formula of three literals in each clause as a board of Light Up, which can be solved if and
//! only if the formula can be satisfied. That this can be done is due to B. McPhail, "Light Up is
//! NP-complete", 2005, who builds logic circuits; the gadgets here are ours.
//!
//! - **Wire:** a line of white cells with exactly one bulb, at one of its two ends. Zeros beside it
//!   keep bulbs out of its other cells, and it must be lit. A 1 between the ends of two wires makes
//!   them opposite, so that both wires have their bulb at the same of their ends.
//! - **Variable:** a pair of wires across the board, two rows apart, with a 1 between their left
//!   ends and one between their right ends. These have two bulbs in all, and no line has more than
//!   one, so no bulb is elsewhere on the pair. It is true if the upper wire's bulb is at the left.
//! - **Crossing:** a wire down the board passes a pair in between. Light crosses light, and the
//!   pair keeps bulbs out of the two common cells.
//! - **Literal:** at each occurrence the pair ends, and another follows with the same value. From
//!   the lower wire's left end a wire goes down if the literal is positive, from its right end if
//!   not. The bulb is then at the upper end of that wire if and only if the literal is true.
//! - **Clause:** the wires of three literals end at the bottom. With a bulb there for each false
//!   literal (`a`, `b`, `c`), a 2 makes a + b + s + f = 2, and a 1 makes c + (1 - s) + g = 1, for a
//!   wire `s` between them and free ends `f` and `g`. That can be had unless all three are false.
//!
//! Size: 15 columns for each clause; 5 rows for each variable, fewer where variables can share
//! them, and 5 for the clauses.

use quarry_pencil::{CellGrid, MOST_CELLS};

use super::{Cell, LightUp};

/// Columns between the wires of two literals, rows between those of two variables.
const STRIDE: usize = 5;
/// Rows at the bottom that belong to clauses.
const CLAUSE_ROWS: usize = 5;

/// A board that stands for a formula.
pub(in crate::pencil) struct Circuit {
    pub(in crate::pencil) board: LightUp,
    /// For each variable, the row and the column of the cell with a bulb if it is true; none if no
    /// clause depends on it.
    pub(in crate::pencil) true_cells: Vec<Option<(usize, usize)>>,
}

/// What a cell is while the board is laid out. All others are black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Black,
    Number(u8),
    /// A cell that only passes light on.
    Through,
    /// A cell that may have a bulb.
    End,
}

struct Layout {
    grid: CellGrid,
    parts: Vec<Part>,
}

impl Layout {
    fn set(&mut self, row: usize, column: usize, part: Part) {
        let cell = self.grid.at(row, column);
        // Where wires cross, and where one begins in the end of another, the cell stays what it is.
        if part != Part::Through || self.parts[cell] == Part::Black {
            self.parts[cell] = part;
        }
    }

    fn across(&mut self, row: usize, first: usize, last: usize) {
        (first + 1..last).for_each(|column| self.set(row, column, Part::Through));
        [first, last].into_iter().for_each(|column| self.set(row, column, Part::End));
    }

    fn down(&mut self, column: usize, first: usize, last: usize) {
        (first + 1..last).for_each(|row| self.set(row, column, Part::Through));
        [first, last].into_iter().for_each(|row| self.set(row, column, Part::End));
    }

    /// The pair of wires of a variable, with its two ones.
    fn pair(&mut self, row: usize, first: usize, last: usize) {
        self.across(row, first, last);
        self.across(row + 2, first, last);
        [first, last].into_iter().for_each(|column| self.set(row + 1, column, Part::Number(1)));
    }

    /// The pairs of a variable, from one occurrence to the next; each is a column, and whether the
    /// literal is positive.
    fn variable(&mut self, row: usize, bottom: usize, begin: usize, occurrences: &[(usize, bool)]) {
        let mut from = begin;
        for (index, &(column, is_positive)) in occurrences.iter().enumerate() {
            let follows = index + 1 < occurrences.len();
            if is_positive && from < column {
                self.pair(row, from, column - 2);
                self.set(row, column - 1, Part::Number(1));
                from = column;
            }
            if is_positive && !follows {
                self.pair(row, from, column + 2);
            }
            if !is_positive {
                self.pair(row, from, column);
                from = column + 2;
                if follows {
                    self.set(row, column + 1, Part::Number(1));
                }
            }
            self.set(row + 3, column, Part::Number(1));
            // The first wire of a clause ends one row higher than the others.
            let is_first = ((column - 2) / STRIDE).is_multiple_of(3);
            self.down(column, row + 4, if is_first { bottom - 1 } else { bottom });
        }
    }

    /// The rows below the wires of a clause, of which the first is at this column.
    fn clause(&mut self, bottom: usize, column: usize) {
        let [first, second, third] = [column, column + STRIDE, column + 2 * STRIDE];
        self.set(bottom, first, Part::Number(1));
        self.across(bottom + 1, first, second - 1);
        self.set(bottom + 1, second, Part::Number(2));
        self.across(bottom + 1, second + 1, third - 1);
        self.set(bottom + 1, third, Part::Number(1));
        self.down(second, bottom + 2, bottom + 3);
        self.down(third, bottom + 2, bottom + 3);
    }

    /// The board: a black cell is a zero if it lies beside cells that pass light on, and no end.
    fn board(self) -> LightUp {
        let cell = |at: usize| match self.parts[at] {
            Part::Number(number) => Cell::Black(Some(number)),
            Part::Through | Part::End => Cell::White,
            Part::Black => {
                let beside = |part| self.grid.beside(at).any(|other| self.parts[other] == part);
                let is_zero = beside(Part::Through) && !beside(Part::End);
                Cell::Black(is_zero.then_some(0))
            }
        };
        LightUp { grid: self.grid, cells: (0..self.grid.len()).map(cell).collect() }
    }
}

impl Circuit {
    /// Lays out a formula. The error says how large its board would be.
    pub(in crate::pencil) fn of(variables: usize, clauses: &[[i32; 3]]) -> Result<Self, String> {
        let mut occurrences: Vec<Vec<(usize, bool)>> = vec![Vec::new(); variables];
        for (place, literal) in clauses.iter().flatten().enumerate() {
            let variable = literal.unsigned_abs() as usize - 1;
            occurrences[variable].push((2 + place * STRIDE, *literal > 0));
        }
        let (bands, used) = bands(&occurrences);
        let rows = used * STRIDE + CLAUSE_ROWS;
        let columns = clauses.len() * 3 * STRIDE;
        if rows.saturating_mul(columns) > MOST_CELLS {
            return Err(format!(
                "its board would have {rows} rows and {columns} columns; expected a formula \
                whose board has at most {MOST_CELLS} cells, which are 15 columns for each clause \
                of three literals, and up to 5 rows for each variable"
            ));
        }
        let grid = CellGrid { rows, columns };
        let mut layout = Layout { grid, parts: vec![Part::Black; grid.len()] };
        let bottom = used * STRIDE + 1;
        let mut true_cells = vec![None; variables];
        for (variable, occurrences) in occurrences.iter().enumerate() {
            if let Some((begin, _)) = span(occurrences) {
                let row = bands[variable] * STRIDE;
                layout.variable(row, bottom, begin, occurrences);
                true_cells[variable] = Some((row, begin));
            }
        }
        for clause in 0..clauses.len() {
            layout.clause(bottom, 2 + clause * 3 * STRIDE);
        }
        Ok(Circuit { board: layout.board(), true_cells })
    }
}

/// The first and the last column of a variable's pairs, if it occurs.
fn span(occurrences: &[(usize, bool)]) -> Option<(usize, usize)> {
    let (&(first, begins), &(last, ends)) = (occurrences.first()?, occurrences.last()?);
    Some((if begins { first } else { first - 2 }, if ends { last + 2 } else { last }))
}

/// The band of rows of each variable, and the number of bands. Variables whose pairs lie beside
/// each other share one.
fn bands(occurrences: &[Vec<(usize, bool)>]) -> (Vec<usize>, usize) {
    let mut bands = vec![0; occurrences.len()];
    // Where the last pair of each band ends.
    let mut ends: Vec<usize> = Vec::new();
    let spans = occurrences
        .iter()
        .enumerate()
        .filter_map(|(variable, places)| span(places).map(|(begin, end)| (begin, end, variable)));
    let mut spans: Vec<(usize, usize, usize)> = spans.collect();
    spans.sort_unstable();
    for (begin, end, variable) in spans {
        let free = ends.iter().position(|&last| last + 1 < begin);
        let band = free.unwrap_or(ends.len());
        if free.is_none() {
            ends.push(end);
        }
        ends[band] = end;
        bands[variable] = band;
    }
    (bands, ends.len())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quarry_constraint::{Engine, EngineStep};
    use quarry_core::{Constrained, Meter};
    use quarry_pencil::Declared;

    use super::*;

    /// The truth values in all solutions of a board. Bulbs are at ends of wires alone.
    fn satisfying(variables: usize, clauses: &[[i32; 3]]) -> BTreeSet<Vec<bool>> {
        let Circuit { board, true_cells } = Circuit::of(variables, clauses).expect("it is small");
        let (grid, spot_of) = (board.grid, board.spot_of_cells());
        let white = board.white_cells();
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&Declared::new(board).model(), meter).expect("no limit");
        while engine.next(u64::MAX, meter) == EngineStep::Found {}
        // An end is beside one cell of its own wire.
        let is_end =
            |cell: usize| grid.beside(cell).filter(|other| white.contains(other)).count() == 1;
        for found in engine.found() {
            let bulbs = white.iter().zip(found).filter(|(_, value)| **value == 1);
            assert!(bulbs.into_iter().all(|(&cell, _)| is_end(cell)));
        }
        let value = |found: &Vec<u16>, cell: Option<(usize, usize)>| {
            let (row, column) = cell.expect("every variable occurs");
            found[spot_of[grid.at(row, column)].expect("a white cell")] == 1
        };
        let of = |found| true_cells.iter().map(|&cell| value(found, cell)).collect();
        engine.found().iter().map(of).collect()
    }

    /// All solutions of all boards of a clause, and of two that share their variables so that each
    /// wire crosses and is branched from in every way.
    #[test]
    fn solutions_are_the_satisfying_values() {
        let of_three = |signs: usize, order: [i32; 3]| {
            let signed = |place: usize| if signs >> place & 1 == 1 { 1 } else { -1 };
            std::array::from_fn(|place| signed(place) * order[place])
        };
        let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
        let mut formulas: Vec<(usize, Vec<[i32; 3]>)> = Vec::new();
        for signs in 0..8 {
            formulas.extend(orders.map(|order| (3, vec![of_three(signs, order)])));
            formulas.extend([[1, 1, 1], [1, 1, 2], [1, 2, 1], [2, 1, 1]].map(|order| {
                let variables = if order.contains(&2) { 2 } else { 1 };
                (variables, vec![of_three(signs, order)])
            }));
            let others = orders[signs % 6];
            formulas.push((3, vec![of_three(signs, [1, 2, 3]), of_three(7 - signs, others)]));
            formulas.push((3, vec![of_three(signs, [1, 2, 3]), of_three(signs, others)]));
        }
        for (variables, clauses) in formulas {
            let is_true = |values: usize, literal: i32| {
                (values >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
            };
            let holds = |values: &usize| {
                let mut clauses = clauses.iter();
                clauses.all(|clause| clause.iter().any(|&literal| is_true(*values, literal)))
            };
            let bits = |values: usize| (0..variables).map(|at| values >> at & 1 == 1).collect();
            let expected: BTreeSet<Vec<bool>> =
                (0..1 << variables).filter(holds).map(bits).collect();
            assert_eq!(satisfying(variables, &clauses), expected, "{clauses:?}");
        }
    }
}
