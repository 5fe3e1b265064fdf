//! A board as a Hamiltonian circuit problem: its solutions are the Hamiltonian paths of the graph
//! of touching cells (A. Itai, C. Papadimitriou, J. Szwarcfiter, "Hamilton paths in grid graphs",
//! 1982). Three vertices in a row close a path to a circuit: one before the first cell, one after
//! the last, and one between them without other neighbours, so that a circuit passes all three.

use super::{Hidato, Number};
use crate::graphs::PlainGraph;

/// Writes the graph, unless numbers between the ends or links are given. Each solution is a circuit:
/// from the vertex before the last, the numbers are in its order.
pub(super) fn tsplib(hidato: &Hidato) -> Option<String> {
    let (board, cells) = (hidato.board(), hidato.board().len());
    let is_end = |number: Number| number == 1 || usize::from(number) == cells;
    if !hidato.links().is_empty() || !hidato.givens().iter().flatten().all(|&given| is_end(given)) {
        return None;
    }
    let touching = (0..cells).flat_map(|cell| {
        let others = board.neighbours(cell as u16).iter().map(|&other| usize::from(other));
        others.map(move |other| (cell, other))
    });
    // Where a number may stand: in its given cell, or else in any without a number.
    let may_hold = |number: usize| {
        let at = hidato.givens().iter().position(|given| given.map(usize::from) == Some(number));
        let open = (0..cells).filter(|&cell| hidato.givens()[cell].is_none());
        at.map_or_else(|| open.collect(), |cell| vec![cell])
    };
    let (before, between, after) = (cells, cells + 1, cells + 2);
    let first = may_hold(1).into_iter().map(|cell| (cell, before));
    let last = may_hold(cells).into_iter().map(|cell| (cell, after));
    let edges = touching.chain(first).chain(last).chain([(before, between), (between, after)]);
    Some(PlainGraph::new(cells + 3, edges).tsplib())
}

#[cfg(test)]
mod tests {
    use quarry_constraint::{Engine, EngineStep};
    use quarry_core::{Assignment, Constrained, Meter, Puzzle};

    use super::*;
    use crate::brute_force::opened;
    use crate::pencil::hamiltonian_circuit::HamiltonianCircuit;
    use crate::pencil::hidato::Filling;

    fn all<P: Constrained>(puzzle: &P) -> Vec<Assignment> {
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        while engine.next(u64::MAX, meter) == EngineStep::Found {}
        engine.found().to_vec()
    }

    /// Boards and their graphs have equally many solutions, and each circuit is a filling.
    #[test]
    fn circuits_are_the_fillings_of_a_board() {
        let (mut none, mut some) = (0, 0);
        for (topology, rows) in [
            ("hex", ". .\n. . .\n. ."),
            ("hex", "1 .\n. . .\n. ."),
            ("orthogonal", ". . .\n. . .\n. . ."),
            ("orthogonal", ". 1 .\n. . .\n. . ."),
            ("orthogonal", "1 . .\n. . .\n. . 9"),
            ("orthogonal", "1 9 .\n. . .\n. . ."),
            ("square", "1 . .\n. . 6"),
            ("square", ". . 4\n. 1 ."),
            ("square", "1 . . ."),
        ] {
            let text = format!(
                "puzzle = \"hidato\"\ntopology = \"{topology}\"\nboard = \"\"\"\n{rows}\n\"\"\"\n"
            );
            let Ok(board) = Hidato::parse(&text) else { panic!("{text}") };
            let Some(tsplib) = tsplib(&board) else {
                assert!(rows.contains('4'), "only the ends are given");
                continue;
            };
            let graph = opened::<HamiltonianCircuit>(&tsplib);
            let circuits = all(&graph);
            assert_eq!(circuits.len(), all(&board).len(), "{text}");
            *(if circuits.is_empty() { &mut none } else { &mut some }) += 1;
            for circuit in circuits {
                // The numbers begin at the vertex before the first cell, away from the one between.
                let cells = board.board().len();
                let mut order: Vec<usize> =
                    graph.declaration().order(&graph.decode(&circuit).filling);
                let before = order.iter().position(|&vertex| vertex == cells).expect("a vertex");
                order.rotate_left(before);
                if order[1] == cells + 1 {
                    order[1..].reverse();
                }
                let mut filling: Filling = vec![None; cells];
                for (&cell, number) in order[1..=cells].iter().zip(1..) {
                    filling[cell] = Some(number);
                }
                assert!(board.judge(&filling).is_ok_and(|verdict| verdict.solved), "{filling:?}");
            }
        }
        assert!(none > 0 && some > 4, "{none} without a path, {some} with");
    }
}
