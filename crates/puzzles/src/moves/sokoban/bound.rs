//! The least number of pushes or pulls that a position needs, if no stone is in the way of another:
//! stones are assigned to goals by their distances alone on the board. The assignment is kept between
//! calls, so that positions which differ in one stone cost one augmentation.

use super::assignment::{NEVER, StoneAssignment};
use super::maze::{Cell, FAR, Maze, NONE, cells, holds};
use super::task::Task;

#[derive(Debug)]
pub(super) struct Bound {
    assignment: StoneAssignment,
    /// Cell of the stone of each row, and the piece of the floor from which it is pushed.
    rows: Vec<(Cell, u8)>,
    row_of: Vec<u16>,
    free: Vec<usize>,
}

const NO_ROW: u16 = u16::MAX;

impl Bound {
    pub(super) fn new(maze: &Maze) -> Self {
        let size = maze.targets.len();
        Bound {
            assignment: StoneAssignment::new(size),
            rows: vec![(NONE, 0); size],
            row_of: vec![NO_ROW; maze.len()],
            free: Vec::new(),
        }
    }

    /// Returns the least number of moves; `None` if the goal is out of reach.
    pub(super) fn of(
        &mut self,
        maze: &Maze,
        task: &Task,
        stones: &[u64],
        device: Cell,
    ) -> Option<u32> {
        self.free.clear();
        for (row, place) in self.rows.iter_mut().enumerate() {
            if place.0 == NONE || !holds(stones, place.0) {
                if place.0 != NONE {
                    self.row_of[usize::from(place.0)] = NO_ROW;
                }
                place.0 = NONE;
                self.free.push(row);
            }
        }
        for stone in cells(stones) {
            let piece = maze.piece(stone, device);
            let mut row = self.row_of[usize::from(stone)];
            if row != NO_ROW && self.rows[usize::from(row)].1 == piece {
                continue;
            }
            if row == NO_ROW {
                row = self.free.pop().expect("a row for each stone") as u16;
                self.row_of[usize::from(stone)] = row;
            }
            self.rows[usize::from(row)] = (stone, piece);
            for (goal, cost) in self.assignment.row(row.into()).iter_mut().enumerate() {
                let moves = task.distance(maze, goal, stone, piece);
                *cost = if moves == FAR { NEVER } else { moves };
            }
        }
        self.assignment.assign();
        self.assignment.total()
    }
    /// Returns the goal of a stone in the last assignment.
    pub(super) fn goal(&self, stone: Cell) -> usize {
        self.assignment.column(self.row_of[usize::from(stone)].into())
    }

    /// Writes what each goal would cost a stone beyond its share of the last assignment.
    pub(super) fn reduced(&self, stone: Cell, out: &mut Vec<i32>) {
        self.assignment.reduced(self.row_of[usize::from(stone)].into(), out);
    }
}
