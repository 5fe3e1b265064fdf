//! Pieces for the fast board: the cells in each of their columns and rows.
//!
//! A tetromino has no holes and no gaps, so each of its columns is a run of cells from a lowest one
//! upwards; likewise each row.

use super::piece::Piece;

/// Maximum number of rotations, and longest side of a piece.
pub(super) const SIDE: usize = 4;

/// A run of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Span {
    /// Index of the first cell, from the left or from the bottom.
    pub(super) first: u32,
    /// Number of cells.
    pub(super) length: u32,
}

/// A piece in one rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PieceShape {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Cells in each column, from the left.
    pub(super) columns: [Span; SIDE],
    /// Cells in each row, from the bottom.
    pub(super) rows: [Span; SIDE],
}

impl PieceShape {
    fn of(piece: Piece, rotation: usize) -> Self {
        let cells = piece.cells(rotation);
        let run = |cells: Vec<usize>| match cells.iter().min() {
            Some(&first) => Span { first: first as u32, length: cells.len() as u32 },
            None => Span::default(),
        };
        let in_column =
            |x: usize| run(cells.iter().filter(|cell| cell.0 == x).map(|cell| cell.1).collect());
        let in_row =
            |y: usize| run(cells.iter().filter(|cell| cell.1 == y).map(|cell| cell.0).collect());
        let drawing = piece.drawings()[rotation];
        PieceShape {
            width: drawing[0].len(),
            height: drawing.len(),
            columns: std::array::from_fn(in_column),
            rows: std::array::from_fn(in_row),
        }
    }

    /// Bits of one of its columns when its lowest row is `row`.
    #[inline]
    pub(super) fn bits(&self, column: usize, row: u32) -> u32 {
        let span = self.columns[column];
        ((1 << span.length) - 1) << (row + span.first)
    }
}

/// Shapes of all pieces.
#[derive(Debug, Clone)]
pub(super) struct Shapes([Vec<PieceShape>; 7]);

impl Shapes {
    pub(super) fn new() -> Self {
        let turned = |piece: Piece| {
            (0..piece.drawings().len()).map(|rotation| PieceShape::of(piece, rotation)).collect()
        };
        Shapes(Piece::ALL.map(turned))
    }

    /// Returns a piece in each of its rotations.
    #[inline]
    pub(super) fn of(&self, piece: Piece) -> &[PieceShape] {
        &self.0[piece as usize]
    }
}
