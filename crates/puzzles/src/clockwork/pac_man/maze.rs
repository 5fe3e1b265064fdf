//! The maze in tables for the fast world: corridor squares and food have numbers, and every square
//! knows its neighbours.
//!
//! Food that must be eaten has the smallest numbers, so that what is left of it is counted in whole
//! words. Squares have numbers in reading order.

use super::level::{Cell, Direction, GhostKind, Level, Square};

/// No square, no food.
pub(super) const NONE: u16 = u16::MAX;

/// Tables of a level.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Maze {
    /// Corridor squares by number.
    pub(super) cells: Vec<Cell>,
    /// Squares to which the four directions lead; [`NONE`] before a wall.
    pub(super) next: Vec<[u16; 4]>,
    /// Number of the food on each square, or [`NONE`].
    pub(super) food_at: Vec<u16>,
    /// Square of each food.
    pub(super) food: Vec<u16>,
    /// Number of foods that must be eaten; they come first.
    pub(super) wanted: usize,
    /// Number of words of a set of foods.
    pub(super) words: usize,
    /// The pills, as a set of foods.
    pub(super) pills: Vec<u64>,
    pub(super) start: u16,
    pub(super) facing: Direction,
    /// Square where eaten ghosts come back; [`NONE`] if there are no ghosts.
    pub(super) home: u16,
    /// Kind and first square of each ghost.
    pub(super) ghosts: Vec<(GhostKind, u16)>,
    pub(super) rows: i32,
}

impl Maze {
    pub(super) fn new(level: &Level) -> Self {
        let open = |cell: &Cell| level.square(*cell) != Square::Wall;
        let cells: Vec<Cell> = level.cells().filter(open).collect();
        let number = |cell: Cell| cells.binary_search(&cell).map_or(NONE, |at| at as u16);
        let neighbour = |cell: Cell, direction| level.ahead(cell, direction).map_or(NONE, number);
        let next = cells.iter().map(|&cell| Direction::ALL.map(|to| neighbour(cell, to))).collect();
        let is_food = |square| matches!(square, Square::Dot | Square::Pill);
        let (mut food, others): (Vec<Cell>, Vec<Cell>) = (cells.iter().copied())
            .filter(|&cell| is_food(level.square(cell)))
            .partition(|&cell| level.is_wanted(level.square(cell)));
        let wanted = food.len();
        food.extend(others);
        let words = food.len().div_ceil(64);
        let (mut food_at, mut pills) = (vec![NONE; cells.len()], vec![0; words]);
        for (index, &cell) in food.iter().enumerate() {
            food_at[usize::from(number(cell))] = index as u16;
            if level.square(cell) == Square::Pill {
                pills[index / 64] |= 1 << (index % 64);
            }
        }
        let ghosts = level.ghosts.iter().map(|ghost| (ghost.kind, number(ghost.start))).collect();
        let food = food.into_iter().map(number).collect();
        let (start, home) = (number(level.start), level.home.map_or(NONE, number));
        let (facing, rows) = (level.facing, level.rows as i32);
        Maze { next, food_at, food, wanted, words, pills, start, facing, home, ghosts, rows, cells }
    }

    /// Returns the number of the corridor square at a place.
    pub(super) fn number(&self, cell: Cell) -> Option<u16> {
        self.cells.binary_search(&cell).ok().map(|at| at as u16)
    }

    /// Returns column and row of a square.
    #[inline]
    pub(super) fn place(&self, square: u16) -> (i32, i32) {
        let Cell { x, y } = self.cells[usize::from(square)];
        (i32::from(x), i32::from(y))
    }

    #[inline]
    pub(super) fn ahead(&self, square: u16, direction: Direction) -> u16 {
        self.next[usize::from(square)][direction as usize]
    }

    /// Writes the number of steps from a square to every other into `out`; `u16::MAX` where no way
    /// leads.
    pub(super) fn distances_from(&self, square: u16, out: &mut [u16], queue: &mut Vec<u16>) {
        out.fill(u16::MAX);
        queue.clear();
        queue.push(square);
        out[usize::from(square)] = 0;
        let mut read = 0;
        while let Some(&at) = queue.get(read) {
            read += 1;
            let far = out[usize::from(at)] + 1;
            for next in self.next[usize::from(at)] {
                if next != NONE && out[usize::from(next)] == u16::MAX {
                    out[usize::from(next)] = far;
                    queue.push(next);
                }
            }
        }
    }
}

/// Numbers of the foods in a set.
pub(super) fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * index + bit
            })
        })
    })
}
