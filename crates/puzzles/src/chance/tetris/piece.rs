//! The seven pieces, and the numbers of their rotations.
//!
//! | piece | 0 | 1 | 2 | 3 |
//! | --- | --- | --- | --- | --- |
//! | O | square | | | |
//! | I | lying | upright | | |
//! | S | lying | upright | | |
//! | Z | lying | upright | | |
//! | L | foot up at the right | foot right at the bottom | foot down at the left | foot left at the top |
//! | J | foot up at the left | foot right at the top | foot down at the right | foot left at the bottom |
//! | T | nose up | nose right | nose down | nose left |
//!
//! Rotation 0 lies on its long side, and each next one is turned clockwise. Rotations are meant to
//! follow Figure 1 of the source (J. M. Font et al., 2017), which is missing from our copy. If the
//! figure turns out to have another order, this table and the version of the rules change.

use quarry_core::Numbered;

/// A tetromino, named after the letter that it resembles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// The square.
    O,
    /// The bar.
    I,
    /// A step that rises to the right.
    S,
    /// A step that falls to the right.
    Z,
    /// A bar with a foot.
    L,
    /// The mirror image of L.
    J,
    /// A bar with a nose.
    T,
}

impl Piece {
    /// All pieces, in the order in which they are drawn. Changing this order would change every
    /// game.
    pub const ALL: [Piece; 7] =
        [Piece::O, Piece::I, Piece::S, Piece::Z, Piece::L, Piece::J, Piece::T];

    /// Letter of the piece.
    pub fn letter(self) -> char {
        ['O', 'I', 'S', 'Z', 'L', 'J', 'T'][self as usize]
    }

    /// Returns the piece with this letter.
    pub fn named(letter: &str) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| letter.chars().eq([piece.letter()]))
    }

    /// Drawings of each rotation: rows from the top, `#` for the cells.
    pub fn drawings(self) -> &'static [&'static [&'static str]] {
        match self {
            Piece::O => &[&["##", "##"]],
            Piece::I => &[&["####"], &["#", "#", "#", "#"]],
            Piece::S => &[&[".##", "##."], &["#.", "##", ".#"]],
            Piece::Z => &[&["##.", ".##"], &[".#", "##", "#."]],
            Piece::L => {
                &[&["..#", "###"], &["#.", "#.", "##"], &["###", "#.."], &["##", ".#", ".#"]]
            }
            Piece::J => {
                &[&["#..", "###"], &["##", "#.", "#."], &["###", "..#"], &[".#", ".#", "##"]]
            }
            Piece::T => {
                &[&[".#.", "###"], &["#.", "##", "#."], &["###", ".#."], &[".#", "##", ".#"]]
            }
        }
    }

    /// Cells in a rotation: columns from the left, rows from the bottom, both from 0.
    pub fn cells(self, rotation: usize) -> Vec<(usize, usize)> {
        let rows = self.drawings()[rotation];
        let mut cells = Vec::new();
        for (row, drawn) in rows.iter().rev().enumerate() {
            cells.extend(drawn.match_indices('#').map(|(column, _)| (column, row)));
        }
        cells
    }
}

/// Where a piece is put: its rotation and its leftmost column, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Piece that is placed.
    pub piece: Piece,
    /// Rotation of the piece, from 0.
    pub rotation: u8,
    /// Column of its leftmost cells, from 0.
    pub column: u8,
}

impl Numbered for Placement {
    fn number(self) -> u64 {
        (self.piece as u64) << 16 | u64::from(self.rotation) << 8 | u64::from(self.column)
    }

    fn of_number(number: u64) -> Self {
        let piece = Piece::ALL[(number >> 16) as usize];
        Placement { piece, rotation: (number >> 8) as u8, column: number as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rotation_is_the_last_one_turned_clockwise() {
        for piece in Piece::ALL {
            let drawings = piece.drawings();
            for (rotation, drawing) in drawings.iter().enumerate() {
                let turned: Vec<String> = (0..drawing[0].len())
                    .map(|column| {
                        drawing.iter().rev().map(|row| row.as_bytes()[column] as char).collect()
                    })
                    .collect();
                assert_eq!(
                    turned,
                    drawings[(rotation + 1) % drawings.len()],
                    "{piece:?} {rotation}"
                );
                assert_eq!(piece.cells(rotation).len(), 4);
            }
            assert_eq!(Piece::named(&piece.letter().to_string()), Some(piece));
        }
        assert_eq!((Piece::named("t"), Piece::named("TT"), Piece::named("")), (None, None, None));
    }

    /// The numbers in the source's Figure 1 and in the literature for a board ten columns wide.
    #[test]
    fn every_piece_has_its_number_of_placements() {
        let placements = |piece: Piece| -> usize {
            piece.drawings().iter().map(|drawing| 10 - drawing[0].len() + 1).sum()
        };
        assert_eq!(Piece::ALL.map(placements), [9, 17, 17, 17, 34, 34, 34]);
    }
}
