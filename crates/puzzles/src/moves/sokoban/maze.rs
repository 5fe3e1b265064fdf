//! A level for states and solvers: the inside squares are numbered, neighbours and push distances
//! are looked up.
//!
//! The distance of a stone to a target is the number of pushes that it needs alone on the board. It
//! depends on the side from which the device comes: the stone itself may part the floor. For each
//! cell of a stone, the pieces into which it parts the floor are numbered by the sides that they
//! touch.

use super::level::{Direction, Level};

/// Number of an inside square, row by row.
pub(super) type Cell = u16;

/// No cell: a wall.
pub(super) const NONE: Cell = Cell::MAX;

/// A distance that cannot be covered.
pub(super) const FAR: u16 = u16::MAX;

/// The side number of a device that touches no side of the stone.
pub(super) const APART: u8 = 4;

/// Cells of a row beside each other, from a first one. They fit into one word: no row is longer.
#[derive(Debug)]
pub(super) struct FloorRun {
    pub(super) first: Cell,
    /// As many bits as cells.
    pub(super) mask: u64,
    /// Runs above and below that touch this one, by number, and by how many bits their first cell is
    /// to the right.
    pub(super) beside: Vec<(u16, i8)>,
}

#[derive(Debug)]
pub(super) struct Maze {
    /// Square of each cell, and cell of each square.
    pub(super) square: Vec<u16>,
    pub(super) cell: Vec<Cell>,
    /// Neighbours of each cell by direction.
    pub(super) next: Vec<[Cell; 4]>,
    /// The eight cells around each cell, clockwise from the one above.
    pub(super) ring: Vec<[Cell; 8]>,
    /// The floor row by row, in pieces without a wall between.
    pub(super) runs: Vec<FloorRun>,
    /// The run of each cell.
    pub(super) run_of: Vec<u16>,
    pub(super) targets: Vec<Cell>,
    pub(super) is_target: Vec<bool>,
    /// For a stone on each cell: the piece of the floor that each side belongs to, by the number of
    /// the first side in it; `APART` for a wall.
    side: Vec<[u8; 4]>,
    /// For a stone on the first and the device on the second cell: the piece that holds the device.
    piece: Vec<u8>,
    /// Pushes to each target, for a stone on each cell and the device at each side.
    far: Vec<u16>,
    /// Pushes to the nearest target, from the best side; `FAR` on dead cells.
    nearest: Vec<u16>,
}

impl Maze {
    pub(super) fn of(level: &Level) -> Self {
        let square: Vec<u16> =
            (0..level.inside.len()).filter(|&at| level.inside[at]).map(|at| at as u16).collect();
        let mut cell = vec![NONE; level.inside.len()];
        square.iter().zip(0..).for_each(|(&at, number)| cell[usize::from(at)] = number);
        let neighbours = |&at: &u16| {
            Direction::ALL
                .map(|way| level.beside(at.into(), way).map_or(NONE, |beside| cell[beside]))
        };
        let next: Vec<[Cell; 4]> = square.iter().map(neighbours).collect();
        let ring = |&at: &u16| {
            let (column, row) = (usize::from(at) % level.columns, usize::from(at) / level.columns);
            let around = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)];
            around.map(|(right, down)| {
                // Inside squares have walls around them, so that no row is left or wrapped.
                cell[(row + down - 1) * level.columns + column + right - 1]
            })
        };
        let ring: Vec<[Cell; 8]> = square.iter().map(ring).collect();
        let is_target: Vec<bool> = square.iter().map(|&at| level.target[usize::from(at)]).collect();
        let targets: Vec<Cell> =
            (0..square.len() as u16).filter(|&at| is_target[usize::from(at)]).collect();
        let mut maze = Maze {
            square,
            cell,
            next,
            ring,
            runs: Vec::new(),
            run_of: Vec::new(),
            targets,
            is_target,
            side: Vec::new(),
            piece: Vec::new(),
            far: Vec::new(),
            nearest: Vec::new(),
        };
        maze.find_runs(level.columns);
        maze.part_the_floor();
        maze.measure();
        maze
    }

    /// Number of cells.
    pub(super) fn len(&self) -> usize {
        self.square.len()
    }

    /// Number of words of a set of cells.
    pub(super) fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    fn find_runs(&mut self, columns: usize) {
        for cell in 0..self.len() {
            match self.runs.last_mut().filter(|_| self.next[cell][3] != NONE) {
                Some(run) => run.mask = run.mask << 1 | 1,
                None => {
                    self.runs.push(FloorRun { first: cell as Cell, mask: 1, beside: Vec::new() });
                }
            }
            self.run_of.push(self.runs.len() as u16 - 1);
        }
        let column = |cell: Cell| usize::from(self.square[usize::from(cell)]) % columns;
        for cell in 0..self.len() {
            let run = &mut self.runs[usize::from(self.run_of[cell])];
            for other in [self.next[cell][0], self.next[cell][2]] {
                if other == NONE {
                    continue;
                }
                let other = self.run_of[usize::from(other)];
                if run.beside.iter().all(|&(known, _)| known != other) {
                    run.beside.push((other, 0));
                }
            }
        }
        let starts: Vec<usize> = self.runs.iter().map(|run| column(run.first)).collect();
        for (run, &start) in self.runs.iter_mut().zip(&starts) {
            for (other, right) in &mut run.beside {
                *right = (starts[usize::from(*other)] as isize - start as isize) as i8;
            }
        }
    }

    fn part_the_floor(&mut self) {
        let cells = self.len();
        self.piece = vec![APART; cells * cells];
        self.side = vec![[APART; 4]; cells];
        let mut open = Vec::new();
        for stone in 0..cells {
            let piece = &mut self.piece[stone * cells..(stone + 1) * cells];
            for side in 0..4 {
                let start = self.next[stone][side];
                if start == NONE {
                    continue;
                }
                if piece[usize::from(start)] == APART {
                    piece[usize::from(start)] = side as u8;
                    open.push(start);
                    while let Some(at) = open.pop() {
                        for next in self.next[usize::from(at)] {
                            if next != NONE
                                && usize::from(next) != stone
                                && piece[usize::from(next)] == APART
                            {
                                piece[usize::from(next)] = side as u8;
                                open.push(next);
                            }
                        }
                    }
                }
                self.side[stone][side] = piece[usize::from(start)];
            }
        }
    }

    /// Pulls a stone away from each target, breadth first.
    fn measure(&mut self) {
        let states = self.len() * 4;
        self.far = vec![FAR; self.targets.len() * states];
        self.nearest = vec![FAR; self.len()];
        let mut queue = Vec::new();
        for (number, &target) in self.targets.iter().enumerate() {
            let far = &mut self.far[number * states..(number + 1) * states];
            queue.clear();
            for side in self.side[usize::from(target)] {
                if side != APART && far[usize::from(target) * 4 + usize::from(side)] == FAR {
                    far[usize::from(target) * 4 + usize::from(side)] = 0;
                    queue.push((target, side));
                }
            }
            let mut first = 0;
            while let Some(&(stone, piece)) = queue.get(first) {
                first += 1;
                let pushes = far[usize::from(stone) * 4 + usize::from(piece)] + 1;
                for side in 0..4 {
                    if self.side[usize::from(stone)][side] != piece {
                        continue;
                    }
                    // The device stands at this side and steps back with the stone.
                    let from = self.next[usize::from(stone)][side];
                    if self.next[usize::from(from)][side] == NONE {
                        continue;
                    }
                    let before = self.side[usize::from(from)][side];
                    let place = &mut far[usize::from(from) * 4 + usize::from(before)];
                    if *place == FAR {
                        *place = pushes;
                        queue.push((from, before));
                    }
                }
            }
            for (state, &pushes) in far.iter().enumerate() {
                self.nearest[state / 4] = self.nearest[state / 4].min(pushes);
            }
        }
    }

    /// Returns the piece of the floor that holds the device, for a stone on a cell; `APART` if the
    /// device cannot get to the stone.
    #[inline]
    pub(super) fn piece(&self, stone: Cell, device: Cell) -> u8 {
        self.piece[usize::from(stone) * self.len() + usize::from(device)]
    }

    /// Returns the piece of the floor that a side of a stone belongs to.
    #[inline]
    pub(super) fn piece_of_side(&self, stone: Cell, side: usize) -> u8 {
        self.side[usize::from(stone)][side]
    }

    /// Returns the pushes that a stone needs to a target, by its number, from a piece of the floor.
    #[inline]
    pub(super) fn pushes(&self, target: usize, stone: Cell, piece: u8) -> u16 {
        if piece == APART {
            let is_there = self.targets[target] == stone;
            return if is_there { 0 } else { FAR };
        }
        self.far[(target * self.len() + usize::from(stone)) * 4 + usize::from(piece)]
    }

    /// Returns the pushes to the nearest target, whatever the side; `FAR` if there is no way.
    #[inline]
    pub(super) fn nearest(&self, stone: Cell) -> u16 {
        self.nearest[usize::from(stone)]
    }

    /// Whether a stone put on a free cell may part the floor around it. If not, whatever could walk
    /// over the cell can walk around it.
    #[inline]
    pub(super) fn may_part(&self, stones: &[u64], cell: Cell) -> bool {
        let ring = &self.ring[usize::from(cell)];
        let mut free = 0u8;
        for (index, &beside) in ring.iter().enumerate() {
            free |= u8::from(beside != NONE && !holds(stones, beside)) << index;
        }
        // Sides from which the next one clockwise cannot be walked to by the cell between them.
        let sides = 0b0101_0101;
        let is_linked = free & free.rotate_right(1) & free.rotate_right(2);
        (free & !is_linked & sides).count_ones() > 1
    }

    /// Returns whether a stone on this cell can never get to a target.
    #[inline]
    pub(super) fn is_dead(&self, stone: Cell) -> bool {
        self.nearest(stone) == FAR && !self.is_target[usize::from(stone)]
    }
}

/// Whether a set holds a cell.
#[inline]
pub(super) fn holds(set: &[u64], cell: Cell) -> bool {
    set[usize::from(cell) / 64] >> (cell % 64) & 1 == 1
}

/// Adds a cell to a set, or removes it.
#[inline]
pub(super) fn flip(set: &mut [u64], cell: Cell) {
    set[usize::from(cell) / 64] ^= 1 << (cell % 64);
}

/// Iterates over the cells of a set.
pub(super) fn cells(set: &[u64]) -> impl Iterator<Item = Cell> + '_ {
    members(set.iter().copied())
}

/// Iterates over the cells of a set, given word by word.
pub(super) fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = Cell> {
    words.enumerate().flat_map(|(index, word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                (index * 64) as Cell + bit as Cell
            })
        })
    })
}
