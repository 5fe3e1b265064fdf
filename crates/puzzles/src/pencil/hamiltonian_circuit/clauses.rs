//! A circuit as a formula: variable (v - 1) n + p says that vertex v is the p-th of the circuit,
//! which begins at vertex 1 (C. Papadimitriou, "Computational complexity", 1994, section 8.1).

use super::HamiltonianCircuit;
use crate::dimacs;

/// Writes the formula. Each circuit is two of its solutions, one for each direction.
pub(super) fn cnf(puzzle: &HamiltonianCircuit) -> String {
    let count = puzzle.graph.vertices;
    let number = |vertex: usize, place: usize| (vertex * count + place % count + 1) as i32;
    let mut clauses = vec![vec![number(0, 0)]];
    // There and back again on one edge is no circuit.
    clauses.extend((count < 3).then(|| vec![-number(0, 0)]));
    for one in 0..count {
        clauses.push((0..count).map(|place| number(one, place)).collect());
        clauses.push((0..count).map(|vertex| number(vertex, one)).collect());
        for (two, three) in
            (0..count).flat_map(|two| (two + 1..count).map(move |three| (two, three)))
        {
            clauses.push(vec![-number(one, two), -number(one, three)]);
            clauses.push(vec![-number(two, one), -number(three, one)]);
        }
    }
    for one in 0..count {
        for other in (0..count).filter(|&other| other != one) {
            if puzzle.graph.edges.binary_search(&(one.min(other), one.max(other))).is_err() {
                clauses.extend(
                    (0..count).map(|place| vec![-number(one, place), -number(other, place + 1)]),
                );
            }
        }
    }
    let remark = format!("variable (v - 1) * {count} + p: vertex v is the p-th of the circuit");
    dimacs::cnf(count * count, &clauses, &[remark])
}
