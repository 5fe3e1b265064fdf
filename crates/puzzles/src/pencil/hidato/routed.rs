//! Hidato as a route: the numbers in order form a path through all cells.

use quarry_core::{Found, PathTask, Routed, Vertex};

use super::{Filling, Hidato};

impl Routed for Hidato {
    fn course(&self) -> PathTask {
        let fixed = self.givens().iter().zip(0..);
        let mut fixed: Vec<_> = fixed
            .filter_map(|(given, cell)| given.map(|number| (cell, usize::from(number) - 1)))
            .collect();
        fixed.sort_unstable_by_key(|&(_, place)| place);
        PathTask { graph: self.board().graph().to_vec(), fixed, links: self.links().to_vec() }
    }

    fn arrived(&self, path: &[Vertex]) -> Found<Filling> {
        Found { solved: true, score: 2 * (path.len() as i64 - 1), answer: numbered(path) }
    }
}

/// Numbers the cells in the order of a path.
pub(super) fn numbered(path: &[Vertex]) -> Filling {
    let mut filling = vec![None; path.len()];
    for (&cell, number) in path.iter().zip(1..) {
        filling[usize::from(cell)] = Some(number);
    }
    filling
}
