//! Inputs of nets: the height of each column above its left neighbour, clamped to three rows. Also
//! numbers placements.
//!
//! Font, Larrodera, Manrique and Ramos-Criado (2017): holes and absolute heights are left out, so
//! that boards that look alike from above have the same inputs. Every piece is a kind of its own.
//! Placements are numbered rotation by rotation, then column by column, whether they are legal or
//! not.

use quarry_core::{Dealt, Imitable};

use super::Tetris;
use super::evolved::Evolved;
use super::piece::Placement;
use super::state::{Rules, State};

/// Larger steps are clamped to this one.
const STEEPEST: i32 = 3;

impl Imitable for Tetris {
    type Learned = Evolved;

    const KINDS: &'static [&'static str] = &["O", "I", "S", "Z", "L", "J", "T"];
    const USUAL_NETS: &'static [u8] = include_bytes!("nets.safetensors");

    fn kind(_: &Rules, state: &State) -> Option<usize> {
        state.piece.map(|piece| piece as usize)
    }

    fn inputs(rules: &Rules) -> usize {
        rules.setup.width - 1
    }

    fn inputs_of(rules: &Rules, state: &State, out: &mut Vec<i8>) {
        let heights = &state.board.heights()[..rules.setup.width];
        let step =
            |pair: &[u32]| (pair[1] as i32 - pair[0] as i32).clamp(-STEEPEST, STEEPEST) as i8;
        out.extend(heights.windows(2).map(step));
    }

    fn choices(rules: &Rules, kind: usize) -> usize {
        columns(rules, super::Piece::ALL[kind]).sum()
    }

    fn choice(rules: &Rules, mv: Placement) -> usize {
        columns(rules, mv.piece).take(mv.rotation.into()).sum::<usize>() + usize::from(mv.column)
    }

    fn seen(game: &Dealt<State>) -> &State {
        game.seen()
    }

    fn action(&self, mv: Placement) -> usize {
        usize::from(mv.rotation) * self.rules.setup.width + usize::from(mv.column)
    }
}

/// Number of columns in which each rotation can be put.
fn columns(rules: &Rules, piece: super::Piece) -> impl Iterator<Item = usize> {
    rules.shapes.of(piece).iter().map(|shape| rules.setup.width + 1 - shape.width)
}

#[cfg(test)]
mod tests {
    use quarry_core::{Chance, Lucky, Puzzle, StateSpace};

    use super::*;
    use crate::chance::tetris::{Board, Piece};

    #[test]
    fn placements_are_numbered_as_they_are_listed() {
        let game = Tetris::parse("width = 10\nheight = 20\n").unwrap();
        let rules = game.rules();
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 6].map(|kind| Tetris::choices(rules, kind)),
            [9, 17, 17, 17, 34, 34, 34]
        );
        for piece in Piece::ALL {
            let (mut state, mut listed) = (rules.start(), Vec::new());
            rules.apply_event(&mut state, piece);
            rules.moves(&state, &mut listed);
            let kind = Tetris::kind(rules, &state).unwrap();
            assert_eq!(Tetris::KINDS[kind], piece.letter().to_string());
            let numbers: Vec<usize> = listed.iter().map(|&mv| Tetris::choice(rules, mv)).collect();
            assert_eq!(numbers, (0..Tetris::choices(rules, kind)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn steps_go_up_to_the_right_and_no_further_than_three() {
        let game = Tetris::parse("width = 5\nheight = 20\n").unwrap();
        let mut state = game.rules().start();
        let mut columns = [0; 16];
        columns[..5].copy_from_slice(&[0b1, 0b101, 0, 0b1_1111, 0b1_1110]);
        state.board = Board::of(columns);
        let mut seen = Vec::new();
        Tetris::inputs_of(game.rules(), &state, &mut seen);
        assert_eq!((seen.len(), seen), (Tetris::inputs(game.rules()), vec![2, -3, 3, 0]));
    }
}
