//! A formula as a board of Light Up (Akari); `Circuit` says how.

use quarry_core::Puzzle;
use quarry_pencil::Declared;

use super::{Satisfiability, graph};
use crate::pencil::light_up::Circuit;

/// Writes the board, with remarks that say how to read its solution, or says why there is none.
pub(super) fn written(formula: &Satisfiability) -> Result<String, String> {
    let (variables, clauses) = graph::of_three(formula);
    let circuit = Circuit::of(variables, &clauses)?;
    let own = circuit.true_cells.iter().take(formula.variables).zip(1..);
    let remarks = own.map(|(cell, variable)| match cell {
        Some((row, column)) => {
            let (row, column) = (row + 1, column + 1);
            format!("# x{variable} is true if there is a bulb in row {row}, column {column}\n")
        }
        None => format!("# x{variable} may be true or false\n"),
    });
    let remarks: String = remarks.collect();
    Ok(remarks + Declared::new(circuit.board).show().trim_end())
}
