//! Hints: why a position is lost (a stone on a dead square, stones that hold each other, a closed
//! corral, targets that cannot all be filled), and why the next push is a good one.

use quarry_core::{Coached, Remark, StateSpace};

use super::Sokoban;
use super::board::Board;
use super::freeze;
use super::lurd::Move;
use super::maze::{Cell, cells, flip, holds};
use super::reach::{CorralAdvice, Corrals, DeviceReach};

impl Coached for Sokoban {
    fn starting_at(&self, board: &Board) -> Self {
        let level = self.level_at(board);
        Sokoban { level, objective: self.objective, maze: self.maze.clone() }
    }

    fn why_lost(&self, board: &Board) -> Option<Remark> {
        if self.is_solved(board) {
            return None;
        }
        let dead = cells(&board.stones).find(|&stone| self.maze.is_dead(stone));
        if let Some(stone) = dead {
            let words = format!(
                "The stone at {} can never get to a target: from there no push leads to one, even \
                 if no other stone is in the way.",
                self.name(stone)
            );
            return Some(self.remark(&[stone], words));
        }
        let mut frozen = Vec::new();
        freeze::frozen(&self.maze, &board.stones, &mut frozen);
        if let Some(stuck) = freeze::stuck(&self.maze, &frozen) {
            return Some(self.why_frozen(&frozen, stuck));
        }
        if self.least_pushes(board).is_none() {
            let stones: Vec<Cell> = cells(&board.stones)
                .filter(|&stone| !self.maze.is_target[usize::from(stone)])
                .collect();
            let words =
                "There is no target for each of these stones: too many of them can only get \
                         to the same ones."
                    .to_owned();
            return Some(self.remark(&stones, words));
        }
        let (mut reach, mut corrals) = (DeviceReach::new(&self.maze), Corrals::default());
        reach.flood(&self.maze, &board.stones, board.device);
        if let CorralAdvice::Lost = corrals.advice(&self.maze, &board.stones, &reach) {
            let fence: Vec<Cell> = cells(&board.stones)
                .filter(|&stone| !self.maze.is_target[usize::from(stone)])
                .collect();
            let words = "Part of the floor is closed off, something must still be done there, and \
                         no stone around it can be pushed inwards."
                .to_owned();
            return Some(self.remark(&fence, words));
        }
        None
    }

    fn why_good(&self, board: &Board, line: &[Move]) -> Remark {
        let Some((stone, to)) = self.first_push(line) else {
            return Remark {
                cells: Vec::new(),
                words: "The device has to walk before it can push.".to_owned(),
            };
        };
        let (from_name, to_name) = (self.name(stone), self.name(to));
        // How far the same stone goes on.
        let mut after = board.clone();
        let (mut at, mut pushes) = (stone, 0);
        for &mv in line {
            if let Move::Push { square, way } = mv {
                if self.cell(square) != Some(at) {
                    break;
                }
                pushes += 1;
                at = self.maze.next[usize::from(at)][usize::from(way.0)];
            }
            self.play(&mut after, mv);
        }
        let is_home = |cell: Cell| self.maze.is_target[usize::from(cell)];
        let words = if is_home(at) && !is_home(stone) {
            let left = cells(&after.stones).filter(|&cell| !is_home(cell)).count();
            let rest = match left {
                0 => "that solves the level".to_owned(),
                1 => "one stone is left then".to_owned(),
                _ => format!("{left} stones are left then"),
            };
            format!(
                "The stone at {from_name} can go to the target at {} in {}: {rest}.",
                self.name(at),
                count(pushes, "push")
            )
        } else {
            let (before, now) = (self.reached(board), self.reached(&after));
            if now > before {
                format!(
                    "Pushing the stone from {from_name} to {} opens the way to {}.",
                    self.name(at),
                    count(now - before, "more square")
                )
            } else if pushes > 1 {
                format!(
                    "The stone at {from_name} has to get to {} first, to make room.",
                    self.name(at)
                )
            } else {
                format!("The stone at {from_name} has to make room: push it to {to_name}.")
            }
        };
        self.remark(&[stone, at], words)
    }
}

fn count(number: usize, word: &str) -> String {
    match (number, word.ends_with('h')) {
        (1, _) => format!("1 {word}"),
        (_, true) => format!("{number} {word}es"),
        (_, false) => format!("{number} {word}s"),
    }
}

impl Sokoban {
    fn name(&self, cell: Cell) -> String {
        self.level.name(usize::from(self.maze.square[usize::from(cell)]))
    }

    fn remark(&self, stones: &[Cell], words: String) -> Remark {
        let mut cells: Vec<_> = stones.iter().map(|&cell| self.place_of(cell)).collect();
        cells.dedup();
        Remark { cells, words }
    }

    /// Names the smallest set of frozen stones around one that is on no target.
    fn why_frozen(&self, frozen: &[u64], stuck: Cell) -> Remark {
        // Stones that can be left out without freeing the stuck one are not named.
        let mut needed = frozen.to_vec();
        for stone in cells(frozen) {
            if stone == stuck {
                continue;
            }
            let mut fewer = needed.clone();
            flip(&mut fewer, stone);
            let mut still = Vec::new();
            freeze::frozen(&self.maze, &fewer, &mut still);
            if holds(&still, stuck) {
                needed = still;
            }
        }
        let stones: Vec<Cell> = cells(&needed).collect();
        let words = match stones.len() {
            1 => format!(
                "The stone at {} can never be moved again, and it is on no target.",
                self.name(stuck)
            ),
            _ => {
                let names: Vec<String> = stones.iter().map(|&stone| self.name(stone)).collect();
                format!(
                    "The stones at {} hold each other: none of them can ever be moved again, and {} \
                     is no target.",
                    names.join(" and "),
                    self.name(stuck)
                )
            }
        };
        self.remark(&stones, words)
    }

    /// Returns the first push of a line, with the cells that it leads from and to.
    fn first_push(&self, line: &[Move]) -> Option<(Cell, Cell)> {
        line.iter().find_map(|mv| match mv {
            Move::Push { square, way } => {
                let stone = self.cell(*square)?;
                Some((stone, self.maze.next[usize::from(stone)][usize::from(way.0)]))
            }
            Move::Letter(_) => None,
        })
    }

    fn reached(&self, board: &Board) -> usize {
        board.steps(&self.maze).iter().filter(|steps| steps.is_some()).count()
    }
}
