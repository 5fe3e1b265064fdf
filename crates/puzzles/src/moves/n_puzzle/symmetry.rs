//! The eight ways to lay a board on itself or on the board with rows and columns exchanged.

use super::placements::CellSet;

/// A way to map the cells of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symmetry {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Where each cell goes.
    pub(super) cells: Vec<u8>,
}

impl Symmetry {
    /// Lists the ways for a board, the identity first.
    pub(super) fn all(columns: usize, rows: usize) -> impl Iterator<Item = Symmetry> {
        (0..8).map(move |way| {
            let (flips_across, flips_down, turns) = (way & 1 != 0, way & 2 != 0, way & 4 != 0);
            let image = |cell: usize| {
                let (x, y) = (cell % columns, cell / columns);
                let x = if flips_across { columns - 1 - x } else { x };
                let y = if flips_down { rows - 1 - y } else { y };
                (if turns { x * rows + y } else { y * columns + x }) as u8
            };
            let (wide, high) = if turns { (rows, columns) } else { (columns, rows) };
            Symmetry { columns: wide, rows: high, cells: (0..columns * rows).map(image).collect() }
        })
    }

    /// Returns where a cell goes.
    pub(super) fn image(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    /// Returns where a set of cells goes.
    pub(super) fn image_of(&self, set: CellSet) -> CellSet {
        let inside = (0..self.cells.len()).filter(|cell| set >> cell & 1 == 1);
        inside.fold(0, |image, cell| image | 1 << self.cells[cell])
    }
}
