//! The board as a drawing list, and the ways to play on it.
//!
//! Arrow keys step, and push what is ahead. A touched floor cell is walked to; a stone is dragged to
//! the nearest cells to which it can be pushed while the others stand still. A touched stone that can be
//! pushed in one direction only is pushed.

use quarry_core::{
    Drag, Guided, Interactive, Mark, Pictogram, Picture, Score, Side, StateSpace, Tile, Tint, Touch,
};

use super::board::Board;
use super::level::Direction;
use super::lurd::{Move, PlainPosition};
use super::macros::Macros;
use super::maze::{Cell, NONE, cells, holds};
use super::{Objective, Sokoban};

/// Kinds of pieces, for front ends that give each its colour.
const STONE: u8 = 0;
const STONE_ON_TARGET: u8 = 2;

/// Drags that are offered for all stones together, and at least for each: the nearest cells.
const MOST_DRAGS: usize = 600;
const LEAST_DRAGS: usize = 12;

impl Interactive for Sokoban {
    fn scene(&self, board: &Board) -> Picture {
        let level = &self.level;
        let mut tiles = Vec::new();
        for at in 0..level.solid.len() {
            let (x, y) = ((at % level.columns) as u32, (at / level.columns) as u32);
            if level.solid[at] {
                tiles.push(Tile::new(x, y, Tint::Wall, "#"));
                continue;
            }
            let cell = self.maze.cell[at];
            if cell == NONE {
                continue;
            }
            let (is_stone, is_device) = (holds(&board.stones, cell), board.device == cell);
            let tint = match (is_stone, is_device) {
                (true, _) if level.target[at] => Tint::Kind(STONE_ON_TARGET),
                (true, _) => Tint::Kind(STONE),
                (false, true) => Tint::Actor,
                (false, false) => Tint::Blank,
            };
            let character = level.character(at, is_stone, is_device);
            let label = if character == '-' { String::new() } else { character.to_string() };
            let tile = Tile::new(x, y, tint, label);
            tiles.push(match (is_stone, level.target[at]) {
                (true, _) => tile.marked(Mark::Figure(Pictogram::Crate, Side::Top)),
                (false, true) => tile.marked(Mark::Circle),
                (false, false) => tile,
            });
        }
        Picture::of_squares(level.columns as u32, level.rows as u32, tiles)
    }

    fn status(&self, _: &Board, moves: usize, score: Score) -> String {
        match self.objective {
            Objective::Pushes => format!("pushes {}", -score),
            Objective::Moves => format!("steps {}", -score),
            Objective::Any => format!("moves {moves}"),
        }
    }

    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<Move>> {
        let fits = (x as usize) < self.level.columns && (y as usize) < self.level.rows;
        let square = if fits { y as usize * self.level.columns + x as usize } else { return None };
        let cell = self.cell(square as u16)?;
        if self.is_solved(board) {
            return None;
        }
        if holds(&board.stones, cell) {
            let mut moves = Vec::new();
            self.moves(board, &mut moves);
            moves.retain(
                |mv| matches!(mv, Move::Push { square: at, .. } if usize::from(*at) == square),
            );
            let [mv] = moves[..] else { return None };
            let Move::Push { way, .. } = mv else { return None };
            return Some(Touch {
                moves: vec![mv],
                cells: vec![(x, y)],
                words: format!("the stone goes {}", way.word()),
            });
        }
        let level = self.level_at(board);
        let place = PlainPosition::new(&level, level.stone.clone(), level.device);
        let walk = place.path(level.device, square)?;
        if walk.is_empty() {
            return None;
        }
        let steps = walk.len();
        Some(Touch {
            moves: walk.into_iter().map(|way| Move::Letter(way.letter())).collect(),
            cells: vec![(x, y)],
            words: if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") },
        })
    }

    fn drags(&self, board: &Board) -> Vec<Drag<Move>> {
        let mut listed = Vec::new();
        self.moves(board, &mut listed);
        let mut macros = Macros::new(&self.maze);
        let stones = self.maze.targets.len();
        let mut drags = Vec::new();
        for stone in cells(&board.stones) {
            let ways: Vec<Direction> = Direction::ALL
                .into_iter()
                .filter(|&way| listed.contains(&self.push_of(stone, way)))
                .collect();
            let sides = ways.iter().fold(0, |set, way| set | 1 << way.opposite().0);
            let most = (MOST_DRAGS / stones).max(LEAST_DRAGS);
            let mut lines = macros.lines(&self.maze, &board.stones, stone, sides, most);
            for way in ways {
                // A push onto a dead cell is a bad one, but may be made.
                let to = self.maze.next[usize::from(stone)][usize::from(way.0)];
                if !lines.iter().any(|(end, line)| *end == to && line.len() == 1) {
                    lines.push((to, vec![(stone, way.0)]));
                }
            }
            drags.extend(lines.into_iter().map(|(to, line)| Drag {
                from: self.place_of(stone),
                to: self.place_of(to),
                moves: self.until_solved(board, &line),
            }));
        }
        drags
    }

    fn steer(&self, board: &Board, towards: Side) -> Option<Move> {
        let way = Direction::ALL.into_iter().zip(Side::ALL).find(|(_, side)| *side == towards)?.0;
        self.resolve_move(board, Move::Letter(way.letter()))
    }
}

impl Sokoban {
    pub(super) fn place_of(&self, cell: Cell) -> (u32, u32) {
        let square = usize::from(self.maze.square[usize::from(cell)]);
        ((square % self.level.columns) as u32, (square / self.level.columns) as u32)
    }

    /// Returns the moves of a line of pushes, up to the one that solves the level.
    fn until_solved(&self, board: &Board, line: &[(Cell, u8)]) -> Vec<Move> {
        let mut board = board.clone();
        let mut moves = Vec::new();
        for &(cell, way) in line {
            if self.is_solved(&board) {
                break;
            }
            let mv = self.push_of(cell, Direction(way));
            self.play(&mut board, mv);
            moves.push(mv);
        }
        moves
    }
}
