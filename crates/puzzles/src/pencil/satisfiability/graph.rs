//! A formula as a graph to be given three colours, by the usual reduction from 3-satisfiability:
//! M. Garey, D. Johnson, L. Stockmeyer, "Some simplified NP-complete graph problems", 1976.
//!
//! Vertices 1, 2 and 3 are a triangle; their colours are called true, false and neither. Each
//! variable has two vertices, for itself and its negation, which form a triangle with `neither`. A
//! clause of three literals has five vertices that can be coloured unless all three literals are
//! false. Longer clauses are split by new variables first; shorter ones repeat a literal.

use super::{Satisfiability, variable};
use crate::graphs::PlainGraph;

const TRUE: usize = 0;
const FALSE: usize = 1;
const NEITHER: usize = 2;

/// Writes the graph. It can be coloured if and only if the formula can be satisfied, and the
/// vertices of the literals say how.
pub(super) fn dimacs(formula: &Satisfiability) -> String {
    let remarks = [
        "colours 3".to_owned(),
        "vertex 2 v + 2 is variable v, vertex 2 v + 3 its negation".to_owned(),
        "a literal is true if its vertex has the colour of vertex 1".to_owned(),
    ];
    graph(formula).dimacs(&remarks)
}

/// The vertex of a literal.
pub(super) fn vertex(literal: i32) -> usize {
    3 + 2 * variable(literal) + usize::from(literal < 0)
}

fn graph(formula: &Satisfiability) -> PlainGraph {
    let (variables, clauses) = of_three(formula);
    let mut edges = vec![(TRUE, FALSE), (FALSE, NEITHER), (TRUE, NEITHER)];
    for number in 1..=variables as i32 {
        let (yes, no) = (vertex(number), vertex(-number));
        edges.extend([(yes, no), (yes, NEITHER), (no, NEITHER)]);
    }
    let mut next = 3 + 2 * variables;
    for [one, two, three] in clauses {
        // The third vertex is false if the first two literals are; the last two then force `three`.
        let [a, b, either, c, d] = std::array::from_fn(|index| next + index);
        edges.extend([(a, vertex(one)), (b, vertex(two)), (a, b), (a, either), (b, either)]);
        edges.extend([(c, either), (d, vertex(three)), (c, d), (c, TRUE), (d, TRUE)]);
        next += 5;
    }
    PlainGraph::new(next, edges)
}

/// The same formula with three literals in each clause, and its number of variables.
pub(super) fn of_three(formula: &Satisfiability) -> (usize, Vec<[i32; 3]>) {
    let mut variables = formula.variables;
    let mut clauses = Vec::new();
    for clause in &formula.clauses {
        let mut rest = clause.clone();
        while rest.len() > 3 {
            variables += 1;
            let link = variables as i32;
            clauses.push([rest[0], rest[1], link]);
            rest.splice(..2, [-link]);
        }
        let last = rest[rest.len() - 1];
        rest.resize(3, last);
        clauses.push([rest[0], rest[1], rest[2]]);
    }
    (variables, clauses)
}
