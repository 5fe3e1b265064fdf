//! Positions for searches and play, and what is known about them.

use quarry_core::{Aim, Bounded, Guided, Puzzle, Score, StateSpace, key_of};

use super::distances::{Bounds, NEVER, Recall};
use super::layout::{Colour, PlayBuffers};
use super::{Cubic, Move, Objective, STOPPED_SHORT};

/// A position: the colour of each cell that is not solid, 0 if it is empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    pub(super) cells: Box<[Colour]>,
}

impl Board {
    /// Returns whether no block is left.
    pub fn is_clear(&self) -> bool {
        self.cells.iter().all(|&colour| colour == 0)
    }
}

impl Cubic {
    /// Moves that a position needs at the least; `NEVER` if it is known to be lost.
    pub(super) fn least_moves(&self, cells: &[Colour]) -> u16 {
        Bounds::new(self.distances(), cells, &mut Recall::default()).total()
    }

    fn has_move(&self, board: &Board) -> bool {
        let mut any = false;
        self.layout().each_step(&board.cells, |_| any = true);
        any
    }
}

impl StateSpace for Cubic {
    type State = Board;
    type Move = Move;

    fn start(&self) -> Board {
        Board { cells: self.cells().into_boxed_slice() }
    }

    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        self.layout().each_step(&board.cells, |step| out.push(self.move_of(step)));
    }

    fn play(&self, board: &mut Board, mv: Move) -> Score {
        let step = self.step_of(mv).expect("a listed move");
        self.layout().play(&mut board.cells, step, &mut PlayBuffers::default());
        match self.objective {
            Objective::Moves => -1,
            Objective::Any => 0,
        }
    }

    fn is_solved(&self, board: &Board) -> bool {
        board.is_clear()
    }

    /// Colours are renamed in the order of their first block.
    fn key(&self, board: &Board) -> u128 {
        let mut names = [0u8; 32];
        let mut named = 0;
        let name = |&colour: &Colour| {
            let name = &mut names[usize::from(colour)];
            if colour > 0 && *name == 0 {
                named += 1;
                *name = named;
            }
            *name
        };
        key_of(&board.cells.iter().map(name).collect::<Vec<u8>>())
    }
}

impl Guided for Cubic {
    fn aim(&self) -> Aim {
        self.objective()
    }

    fn terminal_score(&self, board: &Board) -> Score {
        match self.objective {
            Objective::Moves if !board.is_clear() => STOPPED_SHORT,
            Objective::Moves | Objective::Any => 0,
        }
    }

    /// The bound, and a little for every block that is left.
    fn estimate(&self, board: &Board) -> Score {
        let blocks = board.cells.iter().filter(|&&colour| colour > 0).count();
        -Score::from(self.least_moves(&board.cells)) - blocks as Score
    }

    fn is_hopeless(&self, board: &Board) -> bool {
        self.least_moves(&board.cells) == NEVER
    }

    fn resolve_move(&self, board: &Board, mv: Move) -> Option<Move> {
        let step = self.step_of(mv)?;
        let target = self.layout().beside(step.place(), step.direction());
        let is_block = board.cells[usize::from(step.place())] > 0;
        let is_free = board.cells.get(usize::from(target)) == Some(&0);
        (is_block && is_free).then_some(mv)
    }

    /// Several times the length of the longest published solution of a board of 80 cells.
    fn longest_game(&self) -> Option<u64> {
        Some(10 * self.layout().len() as u64 + 100)
    }

    fn heap_bytes(&self, board: &Board) -> usize {
        board.cells.len()
    }
}

impl Bounded for Cubic {
    fn bound(&self, board: &Board) -> Score {
        match self.objective {
            Objective::Any => 0,
            Objective::Moves if board.is_clear() => 0,
            Objective::Moves if !self.has_move(board) => STOPPED_SHORT,
            Objective::Moves => match self.least_moves(&board.cells) {
                NEVER => STOPPED_SHORT,
                least => -Score::from(least),
            },
        }
    }

    fn potential(&self, board: &Board) -> Score {
        if self.has_move(board) { 0 } else { self.terminal_score(board) }
    }
}
