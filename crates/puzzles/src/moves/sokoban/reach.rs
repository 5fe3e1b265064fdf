//! Where the device can walk, and the corrals that are closed to it.
//!
//! A corral is a part of the floor that the device cannot get to, with the stones around it. If these
//! stones can only be pushed inwards, and every such push can be made now, then whatever has to be
//! done there can be done first, and other pushes need not be looked at (PI-corral pruning, after
//! B. Damgaard). No push inwards at all means that the position is lost.

use super::maze::{Cell, Maze, NONE, cells, flip, holds};

/// A flood of the floor by the device. Whole runs of a row are flooded at once, as bits of a word.
#[derive(Debug, Default)]
pub(super) struct DeviceReach {
    /// Cells reached in the last flood.
    reached: Vec<u64>,
    /// For each run of the floor: its cells without a stone that are not reached, those reached, and
    /// those reached from which the flood has yet to go on.
    free: Vec<u64>,
    wet: Vec<u64>,
    fresh: Vec<u64>,
    /// Runs with such cells.
    open: Vec<u16>,
}

impl DeviceReach {
    pub(super) fn new(maze: &Maze) -> Self {
        let runs = maze.runs.len();
        DeviceReach {
            reached: vec![0; maze.words()],
            free: vec![0; runs],
            wet: vec![0; runs],
            fresh: vec![0; runs],
            open: Vec::with_capacity(runs),
        }
    }

    /// Floods the floor from the device, and returns the first cell reached, which stands for all.
    pub(super) fn flood(&mut self, maze: &Maze, stones: &[u64], device: Cell) -> Cell {
        self.dry(maze, stones);
        let run = maze.run_of[usize::from(device)];
        self.spread(maze, run, 1 << (device - maze.runs[usize::from(run)].first));
        self.reached.fill(0);
        for (run, &wet) in maze.runs.iter().zip(&self.wet) {
            if wet == 0 {
                continue;
            }
            let (word, bit) = (usize::from(run.first) / 64, run.first % 64);
            self.reached[word] |= wet << bit;
            if bit > 0 && wet >> (64 - bit) != 0 {
                self.reached[word + 1] |= wet >> (64 - bit);
            }
        }
        cells(&self.reached).next().unwrap_or(device)
    }

    /// Counts the parts of the floor between which the device cannot walk; the last flood stays.
    pub(super) fn regions(&mut self, maze: &Maze, stones: &[u64]) -> usize {
        self.dry(maze, stones);
        let mut regions = 0;
        for run in 0..maze.runs.len() {
            while self.free[run] != 0 {
                regions += 1;
                self.spread(maze, run as u16, self.free[run] & self.free[run].wrapping_neg());
            }
        }
        regions
    }

    /// Frees all cells without stones.
    fn dry(&mut self, maze: &Maze, stones: &[u64]) {
        self.wet.fill(0);
        for (run, free) in maze.runs.iter().zip(&mut self.free) {
            let (word, bit) = (usize::from(run.first) / 64, run.first % 64);
            let high = if bit == 0 {
                0
            } else {
                stones.get(word + 1).map_or(0, |word| word << (64 - bit))
            };
            *free = !(stones[word] >> bit | high) & run.mask;
        }
    }

    /// Floods from a cell of a run.
    fn spread(&mut self, maze: &Maze, run: u16, start: u64) {
        self.free[usize::from(run)] |= start;
        self.fresh[usize::from(run)] = start;
        self.open.push(run);
        while let Some(run) = self.open.pop() {
            let run = usize::from(run);
            let begin = std::mem::take(&mut self.fresh[run]);
            let flooded = along(begin, self.free[run]);
            self.free[run] &= !flooded;
            self.wet[run] |= flooded;
            for &(other, right) in &maze.runs[run].beside {
                let shifted =
                    if right >= 0 { flooded >> right } else { flooded << right.unsigned_abs() };
                let other_run = usize::from(other);
                let more = shifted & self.free[other_run];
                if more != 0 {
                    if self.fresh[other_run] == 0 {
                        self.open.push(other);
                    }
                    self.fresh[other_run] |= more;
                }
            }
        }
    }

    /// What a flood would return after one stone went from a cell beside the device to the next one,
    /// if the cells around both show it. `stones` are those after the move; the last flood was before
    /// it. `None` if a flood is needed.
    pub(super) fn after_move(
        &self,
        maze: &Maze,
        stones: &[u64],
        from: Cell,
        to: Cell,
    ) -> Option<Cell> {
        let is_opened =
            |next: Cell| next != NONE && next != to && !holds(stones, next) && !self.is(next);
        if maze.next[usize::from(from)].iter().any(|&next| is_opened(next))
            || self.is(to) && maze.may_part(stones, to)
        {
            return None;
        }
        for (index, &word) in self.reached.iter().enumerate() {
            let rest = word & !stones[index];
            if rest != 0 {
                return Some(from.min((index * 64) as Cell + rest.trailing_zeros() as Cell));
            }
        }
        Some(from)
    }

    /// Whether the last flood reached a cell.
    #[inline]
    pub(super) fn is(&self, cell: Cell) -> bool {
        holds(&self.reached, cell)
    }

    /// The cells that the last flood reached.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        cells(&self.reached)
    }

    /// The sides of a stone from which it may be pushed after the last flood; with a list of pushes,
    /// only these count.
    pub(super) fn sides(&self, maze: &Maze, stone: Cell, only: Option<&[(Cell, usize)]>) -> u8 {
        let next = maze.next[usize::from(stone)];
        let is_open = |side: usize| {
            let is_listed = only.is_none_or(|pushes| pushes.contains(&(stone, side ^ 2)));
            next[side] != NONE && self.is(next[side]) && is_listed
        };
        (0..4).filter(|&side| is_open(side)).fold(0, |set, side| set | 1 << side)
    }

    /// Number of cells that the last flood reached.
    pub(super) fn count(&self) -> usize {
        self.reached.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The bits of a set from which some of `begin` can be got to by steps of one bit within the set.
#[inline]
fn along(begin: u64, set: u64) -> u64 {
    // Upwards, a carry runs from a bit to the end of its block.
    let mut flooded = begin | set & !set.wrapping_add(begin);
    // Downwards, by steps of doubled length.
    let (mut open, mut step) = (set, 1);
    while step < 64 {
        flooded |= open & flooded >> step;
        open &= open >> step;
        step *= 2;
        if open == 0 {
            break;
        }
    }
    flooded
}

/// A corral: closed cells, and the stones around and among them.
#[derive(Debug, Default)]
struct Corral {
    /// Stones that the device touches.
    fence: Vec<Cell>,
    /// Whether something in it has to change before the goal is reached.
    is_open: bool,
    /// Pieces of closed floor that it consists of.
    number: u16,
}

/// Finds corrals; holds its scratch.
#[derive(Debug, Default)]
pub(super) struct Corrals {
    /// Number of the corral that each cell belongs to, from 1; 0 for none. A stone of a fence may
    /// belong to several; it holds the last.
    number: Vec<u16>,
    list: Vec<Corral>,
    open: Vec<Cell>,
}

/// What the corrals say about a position.
pub(super) enum CorralAdvice {
    /// Nothing: all pushes count.
    All,
    /// Only pushes of these stones into their corral count, given as (stone, direction).
    Only(Vec<(Cell, usize)>),
    /// The goal is out of reach.
    Lost,
}

impl CorralAdvice {
    /// The pushes that count, if not all do.
    pub(super) fn only(&self) -> Option<&[(Cell, usize)]> {
        if let CorralAdvice::Only(pushes) = self { Some(pushes) } else { None }
    }
}

impl Corrals {
    /// Looks for the corral with the fewest pushes that have to come first.
    pub(super) fn advice(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        reach: &DeviceReach,
    ) -> CorralAdvice {
        self.find(maze, stones, reach);
        let mut best: Option<Vec<(Cell, usize)>> = None;
        for corral in self.list.iter().filter(|corral| corral.is_open) {
            let Some(pushes) = self.pushes_inwards(maze, stones, reach, corral) else { continue };
            if pushes.is_empty() {
                return CorralAdvice::Lost;
            }
            if best.as_ref().is_none_or(|best| pushes.len() < best.len()) {
                best = Some(pushes);
            }
        }
        best.map_or(CorralAdvice::All, CorralAdvice::Only)
    }

    /// Finds the corrals of a position, and returns how many there are.
    pub(super) fn count(&mut self, maze: &Maze, stones: &[u64], reach: &DeviceReach) -> usize {
        self.find(maze, stones, reach);
        self.list.len()
    }

    /// Writes the stones of a corral, and all of its cells with those of the stones. Returns whether
    /// something in it has to change before the goal is reached.
    pub(super) fn area(
        &self,
        maze: &Maze,
        stones: &[u64],
        index: usize,
        members: &mut Vec<u64>,
        area: &mut Vec<u64>,
    ) -> bool {
        let corral = &self.list[index];
        members.clear();
        members.resize(stones.len(), 0);
        area.clear();
        area.resize(stones.len(), 0);
        for cell in 0..maze.len() as Cell {
            if self.number[usize::from(cell)] == corral.number && !corral.fence.contains(&cell) {
                flip(area, cell);
                if holds(stones, cell) {
                    flip(members, cell);
                }
            }
        }
        for &cell in &corral.fence {
            flip(area, cell);
            flip(members, cell);
        }
        corral.is_open
    }

    /// Floods the closed floor: stones that the device touches are fences, others are inside.
    fn find(&mut self, maze: &Maze, stones: &[u64], reach: &DeviceReach) {
        self.number.clear();
        self.number.resize(maze.len(), 0);
        self.list.clear();
        for start in 0..maze.len() as Cell {
            if reach.is(start) || holds(stones, start) || self.number[usize::from(start)] != 0 {
                continue;
            }
            let number = self.list.len() as u16 + 1;
            let mut corral = Corral { number, ..Corral::default() };
            self.number[usize::from(start)] = number;
            self.open.push(start);
            while let Some(at) = self.open.pop() {
                let is_stone = holds(stones, at);
                corral.is_open |= is_stone != maze.is_target[usize::from(at)];
                if is_stone
                    && maze.next[usize::from(at)].iter().any(|&next| next != NONE && reach.is(next))
                {
                    corral.fence.push(at);
                    continue;
                }
                for next in maze.next[usize::from(at)] {
                    if next != NONE && !reach.is(next) && self.number[usize::from(next)] != number {
                        // A fence between two corrals belongs to both.
                        self.number[usize::from(next)] = number;
                        self.open.push(next);
                    }
                }
            }
            self.list.push(corral);
        }
    }

    /// Returns the pushes into a corral if they have to come before all others; `None` if not.
    fn pushes_inwards(
        &self,
        maze: &Maze,
        stones: &[u64],
        reach: &DeviceReach,
        corral: &Corral,
    ) -> Option<Vec<(Cell, usize)>> {
        let is_inside =
            |cell: Cell| !holds(stones, cell) && self.number[usize::from(cell)] == corral.number;
        let is_member = |cell: Cell| {
            is_inside(cell)
                || holds(stones, cell)
                    && (corral.fence.contains(&cell)
                        || self.number[usize::from(cell)] == corral.number)
        };
        let mut pushes = Vec::new();
        for &stone in &corral.fence {
            for way in 0..4 {
                let (to, from) =
                    (maze.next[usize::from(stone)][way], maze.next[usize::from(stone)][way ^ 2]);
                if to == NONE || from == NONE || maze.is_dead(to) {
                    continue;
                }
                if is_member(from) {
                    // The device cannot be there before the corral has changed.
                    continue;
                }
                if !is_member(to) || !reach.is(from) {
                    return None;
                }
                if !holds(stones, to) {
                    pushes.push((stone, way));
                }
            }
        }
        Some(pushes)
    }
}
