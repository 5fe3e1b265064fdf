//! A Sudoku as a graph to be coloured: a vertex for each cell, an edge between cells that may not
//! hold the same number (A. Herzberg, M. Murty, "Sudoku squares and chromatic polynomials", 2007).
//! Given numbers become edges to further vertices, one for each number, all of them joined.

use super::Sudoku;
use crate::graphs::PlainGraph;

/// Writes the graph, unless there are sums. Its colourings are the solutions, up to the names of
/// the colours, which the vertices of the numbers tell.
pub(super) fn dimacs(sudoku: &Sudoku) -> Option<String> {
    if sudoku.houses.iter().any(|house| house.sum.is_some()) {
        return None;
    }
    let cells = sudoku.givens.len();
    let number = |value: usize| cells + value - 1;
    let mut edges = Vec::new();
    for house in &sudoku.houses {
        for (place, &one) in house.cells.iter().enumerate() {
            edges.extend(house.cells[place + 1..].iter().map(|&other| (one, other)));
        }
    }
    for value in 1..=sudoku.side {
        edges.extend((value + 1..=sudoku.side).map(|other| (number(value), number(other))));
    }
    for (cell, given) in sudoku.givens.iter().enumerate() {
        if let Some(given) = *given {
            let others = (1..=sudoku.side).filter(|&value| value != usize::from(given));
            edges.extend(others.map(|value| (cell, number(value))));
        }
    }
    let graph = PlainGraph::new(cells + sudoku.side, edges);
    let remarks = [
        format!("colours {}", sudoku.side),
        format!("vertices 1 to {cells} are the cells, row by row"),
        format!("vertex {cells} + k has the colour of the number k"),
    ];
    Some(graph.dimacs(&remarks))
}
