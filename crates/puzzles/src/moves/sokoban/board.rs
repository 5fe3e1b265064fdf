//! The fast state: where the stones and the device are. Moves are pushes; steps can be played too.
//!
//! Where pushes are counted, positions whose devices can walk to each other have the same key.

use quarry_core::{Aim, Bounded, Guided, Located, Notation, ParseError, Score, StateSpace, key_of};

use super::assignment::{NEVER, StoneAssignment};
use super::freeze;
use super::level::{Direction, Objective};
use super::lurd::{self, Move};
use super::maze::{Cell, FAR, Maze, NONE, cells, flip, holds};
use super::rules::UNSOLVED;
use super::{Sokoban, level};

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub(super) stones: Box<[u64]>,
    pub(super) device: Cell,
}

impl Board {
    /// Returns the cells to which the device can walk, by the number of steps; `None` elsewhere.
    pub(super) fn steps(&self, maze: &Maze) -> Vec<Option<u16>> {
        let mut steps = vec![None; maze.len()];
        steps[usize::from(self.device)] = Some(0);
        let mut queue = vec![self.device];
        let mut first = 0;
        while let Some(&at) = queue.get(first) {
            first += 1;
            for next in maze.next[usize::from(at)] {
                if next != NONE && steps[usize::from(next)].is_none() && !holds(&self.stones, next)
                {
                    steps[usize::from(next)] = steps[usize::from(at)].map(|steps: u16| steps + 1);
                    queue.push(next);
                }
            }
        }
        steps
    }
}

impl Sokoban {
    pub(super) fn cell(&self, square: u16) -> Option<Cell> {
        self.maze.cell.get(usize::from(square)).copied().filter(|&cell| cell != NONE)
    }

    /// Returns the push of the stone on a cell.
    pub(super) fn push_of(&self, cell: Cell, way: Direction) -> Move {
        Move::Push { square: self.maze.square[usize::from(cell)], way }
    }

    /// Whether the stone on a cell can be pushed, if the device gets behind it.
    pub(super) fn is_free_to_push(&self, board: &Board, cell: Cell, way: Direction) -> bool {
        let next = self.maze.next[usize::from(cell)];
        let (to, from) = (next[usize::from(way.0)], next[usize::from(way.opposite().0)]);
        to != NONE && from != NONE && !holds(&board.stones, to)
    }

    fn can_push(&self, board: &Board, steps: &[Option<u16>], cell: Cell, way: Direction) -> bool {
        let behind = self.maze.next[usize::from(cell)][usize::from(way.opposite().0)];
        self.is_free_to_push(board, cell, way) && steps[usize::from(behind)].is_some()
    }

    fn shift(&self, board: &mut Board, cell: Cell, way: Direction) {
        let to = self.maze.next[usize::from(cell)][usize::from(way.0)];
        flip(&mut board.stones, cell);
        flip(&mut board.stones, to);
        board.device = cell;
    }

    /// Returns the least number of pushes that the position needs if no stone is in the way of
    /// another; `None` if the goal is out of reach.
    pub(super) fn least_pushes(&self, board: &Board) -> Option<u32> {
        let mut rows = StoneAssignment::new(self.maze.targets.len());
        for (row, stone) in cells(&board.stones).enumerate() {
            let piece = self.maze.piece(stone, board.device);
            for (target, cost) in rows.row(row).iter_mut().enumerate() {
                let pushes = self.maze.pushes(target, stone, piece);
                *cost = if pushes == FAR { NEVER } else { pushes };
            }
        }
        rows.assign();
        rows.total()
    }

    fn has_moves(&self, board: &Board) -> bool {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        !moves.is_empty()
    }
}

impl StateSpace for Sokoban {
    type State = Board;
    type Move = Move;

    fn start(&self) -> Board {
        let mut stones = vec![0; self.maze.words()].into_boxed_slice();
        for (cell, &square) in self.maze.square.iter().enumerate() {
            if self.level.stone[usize::from(square)] {
                flip(&mut stones, cell as Cell);
            }
        }
        Board { stones, device: self.maze.cell[self.level.device] }
    }

    fn moves(&self, board: &Board, out: &mut Vec<Move>) {
        if self.is_solved(board) {
            return;
        }
        let steps = board.steps(&self.maze);
        for cell in cells(&board.stones) {
            let ways =
                Direction::ALL.into_iter().filter(|&way| self.can_push(board, &steps, cell, way));
            out.extend(ways.map(|way| self.push_of(cell, way)));
        }
    }

    fn play(&self, board: &mut Board, mv: Move) -> Score {
        match mv {
            Move::Push { square, way } => {
                let cell = self.cell(square).expect("a stone is inside");
                let walk = if self.objective == Objective::Moves {
                    let behind = self.maze.next[usize::from(cell)][usize::from(way.opposite().0)];
                    Score::from(board.steps(&self.maze)[usize::from(behind)].unwrap_or(0))
                } else {
                    0
                };
                self.shift(board, cell, way);
                -1 - walk
            }
            Move::Letter(letter) => {
                let way = Direction::of(letter).expect("a step that can be made");
                board.device = self.maze.next[usize::from(board.device)][usize::from(way.0)];
                if self.objective == Objective::Moves { -1 } else { 0 }
            }
        }
    }

    fn is_solved(&self, board: &Board) -> bool {
        cells(&board.stones).all(|cell| self.maze.is_target[usize::from(cell)])
    }

    fn key(&self, board: &Board) -> u128 {
        let device = match self.objective {
            Objective::Moves => board.device,
            Objective::Pushes | Objective::Any => {
                let first = board.steps(&self.maze).iter().position(Option::is_some);
                first.expect("the device is somewhere") as Cell
            }
        };
        key_of(&(&board.stones, device))
    }
}

impl Guided for Sokoban {
    fn aim(&self) -> Aim {
        quarry_core::Puzzle::objective(self)
    }

    fn terminal_score(&self, board: &Board) -> Score {
        if self.objective == Objective::Any || self.is_solved(board) { 0 } else { UNSOLVED }
    }

    fn estimate(&self, board: &Board) -> Score {
        self.least_pushes(board).map_or(UNSOLVED, |pushes| -Score::from(pushes))
    }

    fn is_hopeless(&self, board: &Board) -> bool {
        if cells(&board.stones).any(|stone| self.maze.is_dead(stone)) {
            return true;
        }
        let mut frozen = Vec::new();
        freeze::frozen(&self.maze, &board.stones, &mut frozen);
        freeze::stuck(&self.maze, &frozen).is_some()
    }

    /// A step that is free, or the push that a letter stands for, is played as well as listed moves.
    fn resolve_move(&self, board: &Board, mv: Move) -> Option<Move> {
        if self.is_solved(board) {
            return None;
        }
        match mv {
            Move::Push { square, way } => {
                let cell = self.cell(square).filter(|&cell| holds(&board.stones, cell))?;
                self.can_push(board, &board.steps(&self.maze), cell, way).then_some(mv)
            }
            Move::Letter(letter) => {
                let way = Direction::of(letter)?;
                let ahead = self.maze.next[usize::from(board.device)][usize::from(way.0)];
                if ahead == NONE {
                    return None;
                }
                if holds(&board.stones, ahead) {
                    return self
                        .is_free_to_push(board, ahead, way)
                        .then(|| self.push_of(ahead, way));
                }
                Some(Move::Letter(way.letter()))
            }
        }
    }

    /// Stones go to and fro for ever; a random game is given up after this many pushes.
    fn longest_game(&self) -> Option<u64> {
        Some(20 * self.maze.len() as u64)
    }

    fn heap_bytes(&self, board: &Board) -> usize {
        board.stones.len() * 8
    }
}

impl Bounded for Sokoban {
    fn bound(&self, board: &Board) -> Score {
        if self.objective == Objective::Any {
            return 0;
        }
        if self.is_hopeless(board) || !self.is_solved(board) && !self.has_moves(board) {
            return UNSOLVED;
        }
        self.estimate(board)
    }

    /// Nothing is gained, but a game that ends off the goal loses.
    fn potential(&self, board: &Board) -> Score {
        if self.has_moves(board) { 0 } else { self.terminal_score(board) }
    }
}

impl Notation for Sokoban {
    fn write_move(&self, mv: Move) -> String {
        lurd::write_move(&self.level, mv)
    }

    fn read_move(&self, text: Located<&str>) -> Result<Move, ParseError> {
        lurd::read_move(&self.level, text)
    }
}

impl Sokoban {
    /// Returns the level as it stands in a position.
    pub(super) fn level_at(&self, board: &Board) -> level::Level {
        let mut level = self.level.clone();
        level.stone.fill(false);
        for cell in cells(&board.stones) {
            level.stone[usize::from(self.maze.square[usize::from(cell)])] = true;
        }
        level.device = usize::from(self.maze.square[usize::from(board.device)]);
        level
    }
}
