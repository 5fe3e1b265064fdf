//! The way of the next stone to the next target, and what is in its way.
//!
//! A stone is pulled back from the target over a board on which other stones can be passed at a
//! price: one obstacle for each stone on its way or on a cell from which it is pushed, and one where
//! the device has to get from one closed region into another. The route with the fewest obstacles,
//! and among those with the fewest pushes, shows which stones have to move first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::maze::{APART, Cell, Maze, NONE, flip, holds};

/// What a route to a target needs.
#[derive(Debug, Clone, Default)]
pub(super) struct Route {
    /// Stone that takes it; `NONE` if there is no route.
    pub(super) stone: Cell,
    pub(super) obstacles: u32,
    /// Cells that have to be free for it.
    pub(super) needed: Vec<u64>,
}

/// Price of an obstacle, in pushes.
const OBSTACLE: u32 = 1_000;

#[derive(Debug)]
pub(super) struct Routes {
    cost: Vec<u32>,
    /// The state after the push, by number: cell times 4 plus side.
    after: Vec<u32>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

const NOTHING: u32 = u32::MAX;

impl Routes {
    pub(super) fn new(maze: &Maze) -> Self {
        Routes {
            cost: vec![NOTHING; maze.len() * 4],
            after: vec![NOTHING; maze.len() * 4],
            heap: BinaryHeap::new(),
        }
    }

    /// Finds the best route to a target. `walls` are stones that stay; `region` numbers the regions
    /// of the floor; the device is in region `home`.
    pub(super) fn find(
        &mut self,
        maze: &Maze,
        stones: &[u64],
        walls: &[u64],
        region: &[u16],
        home: u16,
        target: Cell,
    ) -> Route {
        self.cost.fill(NOTHING);
        self.heap.clear();
        let is_stone = |cell: Cell| u32::from(holds(stones, cell));
        let can_stand = |cell: Cell| cell != NONE && !holds(walls, cell);
        for side in 0..4 {
            let beside = maze.next[usize::from(target)][side];
            if can_stand(beside) {
                let state = usize::from(target) * 4 + side;
                self.cost[state] = is_stone(beside) * OBSTACLE;
                self.after[state] = NOTHING;
                self.heap.push(Reverse((self.cost[state], state as u32)));
            }
        }
        let mut best: Option<(u32, usize)> = None;
        while let Some(Reverse((cost, state))) = self.heap.pop() {
            let state = state as usize;
            if cost > self.cost[state] {
                continue;
            }
            if best.is_some_and(|(least, _)| cost >= least + OBSTACLE) {
                break;
            }
            let (cell, side) = ((state / 4) as Cell, state % 4);
            let beside = maze.next[usize::from(cell)][side];
            if holds(stones, cell) && !holds(walls, cell) {
                // Its own cell was counted as an obstacle; the device has to get to this side.
                let away = u32::from(region[usize::from(beside)] != home);
                let own = if cell == target { 0 } else { OBSTACLE };
                let whole = cost - own + away * OBSTACLE;
                if best.is_none_or(|(least, _)| whole < least) {
                    best = Some((whole, state));
                }
            }
            // The device may have come from another side.
            let piece = maze.piece_of_side(cell, side);
            for other in 0..4 {
                let there = maze.next[usize::from(cell)][other];
                if other == side
                    || !can_stand(there)
                    || piece == APART
                    || maze.piece_of_side(cell, other) != piece
                {
                    continue;
                }
                let is_shut = region[usize::from(there)] != region[usize::from(beside)];
                let price = cost + (u32::from(is_shut) + is_stone(there)) * OBSTACLE;
                self.relax(usize::from(cell) * 4 + other, price, state as u32);
            }
            // The push that ended here.
            let back = maze.next[usize::from(beside)][side];
            if can_stand(back) {
                let price = cost + 1 + is_stone(back) * OBSTACLE;
                self.relax(usize::from(beside) * 4 + side, price, state as u32);
            }
        }
        let mut route = Route { stone: NONE, obstacles: 15, needed: vec![0; maze.words()] };
        let Some((whole, mut state)) = best else { return route };
        route.stone = (state / 4) as Cell;
        route.obstacles = (whole / OBSTACLE).min(14);
        loop {
            let cell = (state / 4) as Cell;
            for place in [cell, maze.next[usize::from(cell)][state % 4]] {
                if !holds(&route.needed, place) {
                    flip(&mut route.needed, place);
                }
            }
            match self.after[state] {
                NOTHING => break,
                after => state = after as usize,
            }
        }
        route
    }

    fn relax(&mut self, state: usize, price: u32, after: u32) {
        if price < self.cost[state] {
            self.cost[state] = price;
            self.after[state] = after;
            self.heap.push(Reverse((price, state as u32)));
        }
    }
}
