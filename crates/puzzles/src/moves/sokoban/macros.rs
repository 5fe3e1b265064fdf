//! Moves of one stone over any distance: every cell to which it can be pushed while the others stand
//! still. Also the same backwards: every cell from which it could have come, by pushes or by pulls.

use super::maze::{Cell, Maze, NONE, flip, holds};
use super::reach::DeviceReach;
use super::task::{Sense, before};

/// A stone goes to a cell, by several pushes of which the last goes this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Macro {
    pub(super) stone: Cell,
    pub(super) to: Cell,
    pub(super) way: u8,
    pub(super) pushes: u16,
}

/// A stone on its way: its cell, the sides that the device can get to, and how it came.
#[derive(Debug, Clone, Copy)]
struct Stop {
    cell: Cell,
    sides: u8,
    way: u8,
    pushes: u16,
    before: u32,
}

const START: u32 = u32::MAX;

/// Finds macro moves; holds its scratch.
#[derive(Debug)]
pub(super) struct Macros {
    reach: DeviceReach,
    seen: Vec<u8>,
    stops: Vec<Stop>,
    work: Vec<u64>,
}

impl Macros {
    pub(super) fn new(maze: &Maze) -> Self {
        Macros {
            reach: DeviceReach::new(maze),
            seen: vec![0; maze.len()],
            stops: Vec::new(),
            work: Vec::new(),
        }
    }

    /// Appends the macro moves of a stone. `sides` are those at which the device can begin.
    pub(super) fn of(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        stone: Cell,
        sides: u8,
        out: &mut Vec<Macro>,
    ) {
        self.explore(maze, stones, stone, sides, None);
        out.extend(self.stops[1..].iter().map(|stop| Macro {
            stone,
            to: stop.cell,
            way: stop.way,
            pushes: stop.pushes,
        }));
    }

    /// Returns the cells that a stone can get to, nearest first, with the pushes to each as (cell of
    /// the stone, direction); not more than `most`.
    pub(super) fn lines(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        stone: Cell,
        sides: u8,
        most: usize,
    ) -> Vec<(Cell, Vec<(Cell, u8)>)> {
        self.explore(maze, stones, stone, sides, None);
        let mut lines: Vec<(Cell, Vec<(Cell, u8)>)> = Vec::new();
        for stop in &self.stops[1..] {
            if lines.len() >= most {
                break;
            }
            if stop.cell == stone || lines.iter().any(|(end, _)| *end == stop.cell) {
                continue;
            }
            let (mut line, mut at) = (Vec::new(), *stop);
            while at.before != START {
                let before = self.stops[at.before as usize];
                line.push((before.cell, at.way));
                at = before;
            }
            line.reverse();
            lines.push((stop.cell, line));
        }
        lines
    }

    /// Appends the pushes of a macro move, as (cell of the stone, direction).
    pub(super) fn pushes(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        sides: u8,
        wanted: Macro,
        out: &mut Vec<(Cell, u8)>,
    ) {
        self.explore(maze, stones, wanted.stone, sides, Some(wanted));
        let found = self.stops[1..]
            .iter()
            .rposition(|stop| (stop.cell, stop.way) == (wanted.to, wanted.way))
            .expect("the macro move was found here before");
        let begin = out.len();
        let mut at = self.stops[found + 1];
        while at.before != START {
            let before = self.stops[at.before as usize];
            out.push((before.cell, at.way));
            at = before;
        }
        out[begin..].reverse();
    }

    /// Follows a stone breadth first, until a wanted end if there is one.
    fn explore(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        stone: Cell,
        sides: u8,
        wanted: Option<Macro>,
    ) {
        self.seen.fill(0);
        self.stops.clear();
        self.work.clear();
        self.work.extend_from_slice(stones);
        flip(&mut self.work, stone);
        self.seen[usize::from(stone)] = sides;
        self.stops.push(Stop { cell: stone, sides, way: 0, pushes: 0, before: START });
        let mut first = 0;
        while first < self.stops.len() {
            let stop = self.stops[first];
            for side in 0..4u8 {
                if stop.sides >> side & 1 == 0 {
                    continue;
                }
                let way = side ^ 2;
                let to = maze.next[usize::from(stop.cell)][usize::from(way)];
                if to == NONE || holds(&self.work, to) || maze.is_dead(to) {
                    continue;
                }
                if self.seen[usize::from(to)] >> side & 1 == 1 {
                    continue;
                }
                let sides = self.sides(maze, to, side);
                self.seen[usize::from(to)] |= sides;
                self.stops.push(Stop {
                    cell: to,
                    sides,
                    way,
                    pushes: stop.pushes + 1,
                    before: first as u32,
                });
                if wanted.is_some_and(|wanted| (wanted.to, wanted.way) == (to, way)) {
                    return;
                }
            }
            first += 1;
        }
    }

    /// Returns the sides of a stone that the device can get to from one of them. The set of stones
    /// is `work`, without this one.
    fn sides(&mut self, maze: &Maze, stone: Cell, side: u8) -> u8 {
        let ring = &maze.ring[usize::from(stone)];
        let mut free = 0u8;
        for (index, &cell) in ring.iter().enumerate() {
            free |= u8::from(cell != NONE && !holds(&self.work, cell)) << index;
        }
        // Around the stone first: neighbours on the ring touch each other.
        let mut near = 1u8 << (2 * side);
        loop {
            let more = (near | near.rotate_left(1) | near.rotate_right(1)) & free;
            if more == near {
                break;
            }
            near = more;
        }
        let sides = |set: u8| set & 1 | set >> 1 & 2 | set >> 2 & 4 | set >> 3 & 8;
        let (near, free) = (sides(near), sides(free));
        if near == free {
            return near;
        }
        flip(&mut self.work, stone);
        self.reach.flood(maze, &self.work, ring[usize::from(2 * side)]);
        flip(&mut self.work, stone);
        let is_reached = |side: usize| {
            let cell = ring[2 * side];
            cell != NONE && free >> side & 1 == 1 && self.reach.is(cell)
        };
        (0..4).filter(|&side| is_reached(side)).fold(0, |set, side| set | 1 << side)
    }

    /// Finds the cells from which a lone stone can be pushed to a target, with walls where `walls`
    /// says, and the number of pushes; `u16::MAX` elsewhere.
    pub(super) fn sources(&mut self, maze: &Maze, walls: &[u64], target: Cell, out: &mut Vec<u16>) {
        self.sources_by(Sense::Push, maze, walls, (target, None), out);
    }

    /// The same by pushes or by pulls, if the device has to get to a cell in the end or need not.
    pub(super) fn sources_by(
        &mut self,
        sense: Sense,
        maze: &Maze,
        walls: &[u64],
        (target, device): (Cell, Option<Cell>),
        out: &mut Vec<u16>,
    ) {
        out.clear();
        out.resize(maze.len(), u16::MAX);
        self.seen.fill(0);
        self.stops.clear();
        self.work.clear();
        self.work.extend_from_slice(walls);
        let mut allowed = 15;
        if let Some(device) = device {
            flip(&mut self.work, target);
            self.reach.flood(maze, &self.work, device);
            flip(&mut self.work, target);
            let next = maze.next[usize::from(target)];
            let is_reached = |side: usize| next[side] != NONE && self.reach.is(next[side]);
            allowed = (0..4).filter(|&side| is_reached(side)).fold(0, |set, side| set | 1 << side);
        }
        let begin = |cell: Cell, sides: u8, pushes: u16| Stop {
            cell,
            sides,
            way: 0,
            pushes,
            before: START,
        };
        for side in 0..4u8 {
            let beside = maze.next[usize::from(target)][usize::from(side)];
            if beside == NONE
                || holds(walls, beside)
                || allowed >> side & 1 == 0
                || self.seen[usize::from(target)] >> side & 1 == 1
            {
                continue;
            }
            let sides = self.sides(maze, target, side);
            self.seen[usize::from(target)] |= sides;
            self.stops.push(begin(target, sides, 0));
        }
        out[usize::from(target)] = 0;
        let mut first = 0;
        while first < self.stops.len() {
            let stop = self.stops[first];
            first += 1;
            for side in 0..4u8 {
                if stop.sides >> side & 1 == 0 {
                    continue;
                }
                // The device stands at this side; what it did last is taken back.
                let Some(from) = before(maze, sense, stop.cell, side.into()) else { continue };
                let device = maze.next[usize::from(from)][usize::from(side)];
                if holds(walls, from)
                    || holds(walls, device)
                    || self.seen[usize::from(from)] >> side & 1 == 1
                {
                    continue;
                }
                let sides = self.sides(maze, from, side);
                self.seen[usize::from(from)] |= sides;
                let pushes = stop.pushes + 1;
                out[usize::from(from)] = out[usize::from(from)].min(pushes);
                self.stops.push(begin(from, sides, pushes));
            }
        }
    }
}
