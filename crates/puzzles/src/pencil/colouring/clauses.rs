//! A colouring as a formula: variable (v - 1) k + c says that vertex v has colour c.

use super::Colouring;
use crate::dimacs;

/// Writes the formula. Its solutions are the colourings, one for one.
pub(super) fn cnf(puzzle: &Colouring) -> String {
    let colours = i32::from(puzzle.colours);
    let number = |vertex: usize, colour: i32| vertex as i32 * colours + colour + 1;
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for (vertex, given) in puzzle.givens.iter().enumerate() {
        clauses.push((0..colours).map(|colour| number(vertex, colour)).collect());
        for one in 0..colours {
            clauses.extend(
                (one + 1..colours).map(|other| vec![-number(vertex, one), -number(vertex, other)]),
            );
        }
        clauses.extend(given.map(|colour| vec![number(vertex, colour.into())]));
    }
    for &(one, other) in &puzzle.graph.edges {
        clauses
            .extend((0..colours).map(|colour| vec![-number(one, colour), -number(other, colour)]));
    }
    let remark = format!("variable (v - 1) * {colours} + c: vertex v has colour c");
    dimacs::cnf(puzzle.graph.vertices * colours as usize, &clauses, &[remark])
}
