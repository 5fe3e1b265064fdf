//! Galaxies of one cell, of which a random division has too many.

use quarry_pencil::CellGrid;

use super::Dot;

/// Gives two galaxies of one cell to a third beside them, where they are partners about its dot.
pub(super) fn join(grid: CellGrid, dot_of: &mut [Option<Dot>]) {
    let is_single = |dot_of: &[Option<Dot>], cell: usize| {
        dot_of.iter().filter(|&&dot| dot == dot_of[cell]).count() == 1
    };
    for cell in 0..grid.len() {
        if !is_single(dot_of, cell) {
            continue;
        }
        let joined = grid.beside(cell).find_map(|beside| {
            let partner = dot_of[beside]?.partner(grid, cell)?;
            (partner != cell && is_single(dot_of, partner)).then_some((dot_of[beside], partner))
        });
        if let Some((dot, partner)) = joined {
            dot_of[cell] = dot;
            dot_of[partner] = dot;
        }
    }
}
