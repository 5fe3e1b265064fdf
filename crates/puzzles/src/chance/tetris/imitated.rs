//! Inputs of nets: the height of each column above its left neighbour, clamped to three rows. Also
//! numbers placements.
//!
//! Font, Larrodera, Manrique and Ramos-Criado (2017): holes and absolute heights are left out, so
//! that boards that look alike from above have the same inputs. Every piece is a kind of its own.
//! What they still see is a board without holes, [`Reconstruction`], which the paper draws.
//! Placements are numbered rotation by rotation, then column by column, whether they are legal or
//! not.

use quarry_core::{Dealt, Imitable};

use super::Tetris;
use super::evolved::Evolved;
use super::piece::Placement;
use super::state::{Rules, State};

/// Larger steps are clamped to this one.
const STEEPEST: i32 = 3;

/// A board reduced to the inputs of nets and made again of them: Figure 2 of the paper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reconstruction {
    /// E: the step from each column to the next, clamped.
    pub steps: Vec<i8>,
    /// F: the sums of these steps, from 0.
    pub sums: Vec<i32>,
    /// G: the sums above the least of them, which are the heights of the board made again.
    pub heights: Vec<u32>,
}

impl Reconstruction {
    /// Reduces the board of a state.
    pub fn of(rules: &Rules, state: &State) -> Self {
        let mut steps = Vec::new();
        Tetris::inputs_of(rules, state, &mut steps);
        let mut sums = vec![0];
        sums.extend(steps.iter().scan(0, |sum, &step| {
            *sum += i32::from(step);
            Some(*sum)
        }));
        let least = sums.iter().copied().min().unwrap_or(0);
        let heights = sums.iter().map(|sum| (sum - least) as u32).collect();
        Reconstruction { steps, sums, heights }
    }
}

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

    /// How many steps are larger than the inputs can say, how many empty cells under filled ones
    /// are gone, and how many cells differ from the board that can be made of the inputs.
    fn omitted(rules: &Rules, state: &State) -> Vec<(&'static str, f64)> {
        let heights = &state.board.heights()[..rules.setup.width];
        let made = Reconstruction::of(rules, state);
        let clamped =
            heights.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > STEEPEST as u32).count();
        let holes = heights.iter().sum::<u32>() - state.board.filled();
        let differing: u32 = (state.board.columns().iter().zip(&made.heights))
            .map(|(column, &height)| (u64::from(*column) ^ ((1 << height) - 1)).count_ones())
            .sum();
        vec![
            ("steps cut to three", clamped as f64),
            ("holes out of sight", f64::from(holes)),
            ("cells the nets see otherwise", f64::from(differing)),
        ]
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

    /// Worked by hand: heights 1, 3, 0, 5, 5, with three holes.
    #[test]
    fn a_board_is_reduced_and_made_again() {
        let game = Tetris::parse("width = 5\nheight = 20\n").unwrap();
        let mut state = game.rules().start();
        let mut columns = [0; 16];
        columns[..5].copy_from_slice(&[0b1, 0b101, 0, 0b1_1111, 0b1_1010]);
        state.board = Board::of(columns);
        let made = Reconstruction::of(game.rules(), &state);
        assert_eq!(made.steps, [2, -3, 3, 0]);
        assert_eq!(made.sums, [0, 2, -1, 2, 2]);
        assert_eq!(made.heights, [1, 3, 0, 3, 3]);
        // One step of five is cut. Column 2 has a hole, column 5 two; columns 4 and 5 come out as
        // three high, so that two cells and two cells above and the holes below differ.
        assert_eq!(
            Tetris::omitted(game.rules(), &state),
            [
                ("steps cut to three", 1.0),
                ("holes out of sight", 3.0),
                ("cells the nets see otherwise", 1.0 + 2.0 + 2.0 + 2.0)
            ]
        );
    }
}
