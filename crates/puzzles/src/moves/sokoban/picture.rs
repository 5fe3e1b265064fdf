//! The board as a drawing list, and the ways to play on it.
//!
//! Arrow keys step, and push what is ahead. A touched floor cell is walked to; a stone is dragged to
//! any cell to which it can be pushed while the others stand still. A touched stone that can be
//! pushed in one direction only is pushed.

use std::collections::HashMap;

use quarry_core::{Drag, Guided, Interactive, Mark, Picture, Side, StateSpace, Tile, Tint, Touch};

use super::board::Board;
use super::level::Direction;
use super::lurd::{Move, Place};
use super::maze::{Cell, NONE, cells, flip, holds};
use super::{Objective, Sokoban};

/// Kinds of pieces, for front ends that give each its colour.
const STONE: u8 = 0;
const STONE_ON_TARGET: u8 = 1;
const DEVICE: u8 = 2;

impl Interactive for Sokoban {
    fn scene(&self, board: &Board) -> Picture {
        let level = &self.level;
        let mut tiles = Vec::new();
        for at in 0..level.solid.len() {
            let (x, y) = ((at % level.columns) as u32, (at / level.columns) as u32);
            if level.solid[at] {
                tiles.push(Tile::new(x, y, Tint::Shaded, "#"));
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
                (false, true) => Tint::Kind(DEVICE),
                (false, false) => Tint::Blank,
            };
            let character = level.character(at, is_stone, is_device);
            let label = if character == '-' { String::new() } else { character.to_string() };
            let tile = Tile::new(x, y, tint, label);
            tiles.push(if level.target[at] { tile.marked(Mark::Circle) } else { tile });
        }
        Picture::of_squares(level.columns as u32, level.rows as u32, tiles)
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
        let place = Place::new(&level, level.stone.clone(), level.device);
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
        if self.is_solved(board) {
            return Vec::new();
        }
        let mut drags = Vec::new();
        for stone in cells(&board.stones) {
            let lines = self.lines_of_pushes(board, stone);
            drags.extend(lines.into_iter().map(|(to, moves)| Drag {
                from: self.place_of(stone),
                to: self.place_of(to),
                moves,
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

    /// Returns the fewest pushes of one stone to each cell that it can get to, nearest first.
    fn lines_of_pushes(&self, board: &Board, stone: Cell) -> Vec<(Cell, Vec<Move>)> {
        let start = Board { stones: board.stones.clone(), device: board.device };
        let mut seen: HashMap<(Cell, Cell), usize> = HashMap::new();
        // Each position with the stone's cell, and how it came about.
        let mut queue: Vec<(Board, Cell, Option<(usize, Move)>)> = vec![(start, stone, None)];
        let (mut first, mut ends) = (0, Vec::<(Cell, usize)>::new());
        while first < queue.len() {
            let (at, cell) = (queue[first].0.clone(), queue[first].1);
            if first > 0 && cell != stone && !ends.iter().any(|(end, _)| *end == cell) {
                ends.push((cell, first));
            }
            let steps = at.steps(&self.maze);
            for way in Direction::ALL {
                let next = self.maze.next[usize::from(cell)];
                let behind = next[usize::from(way.opposite().0)];
                if !self.is_free_to_push(&at, cell, way) || steps[usize::from(behind)].is_none() {
                    continue;
                }
                let to = next[usize::from(way.0)];
                let mut after = at.clone();
                flip(&mut after.stones, cell);
                flip(&mut after.stones, to);
                after.device = cell;
                let area = after.steps(&self.maze).iter().position(Option::is_some).unwrap_or(0);
                let area =
                    if self.objective == Objective::Moves { usize::from(cell) } else { area };
                seen.entry((to, area as Cell)).or_insert_with(|| {
                    queue.push((after, to, Some((first, self.push_of(cell, way)))));
                    first
                });
            }
            first += 1;
        }
        let line = |mut at: usize| {
            let mut moves = Vec::new();
            while let Some((before, mv)) = queue[at].2 {
                moves.push(mv);
                at = before;
            }
            moves.reverse();
            moves
        };
        // A line that solves the level on its way ends there, and is another drag.
        let is_whole = |moves: &[Move]| {
            let mut at = board.clone();
            moves.iter().all(|&mv| {
                let may_go_on = !self.is_solved(&at);
                self.play(&mut at, mv);
                may_go_on
            })
        };
        let lines = ends.into_iter().map(|(cell, at)| (cell, line(at)));
        lines.filter(|(_, moves)| is_whole(moves)).collect()
    }
}
