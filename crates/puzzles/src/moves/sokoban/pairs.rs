//! What two stones cost each other: the moves that a pair needs beyond what its stones need alone.
//!
//! For every pair of stones, part of the floor that holds the device, and pair of goals, the fewest
//! moves are found by a search from the goals, with no other stone on the board. Less the distances
//! of the two stones alone, they are the excess of the pair: above 0 where one stone has to go round
//! the other, or first has to make way for the device; without limit where the two can never both
//! get home. More stones only make it harder.
//!
//! The excess strengthens the assignment bound (`bound.rs`). With reduced costs `r` of an optimal
//! assignment, any assignment costs the bound and the reduced costs of what it takes. So a pair adds
//! at least the least `r(a, x) + r(b, y) + excess(a, b, x, y)` over all goals `x` and `y`, and pairs
//! without a common stone add up.

use quarry_core::Meter;

use super::bound::Bound;
use super::maze::{Cell, FAR, Maze, NONE, cells, flip, holds, members};
use super::reach::DeviceReach;
use super::task::{Sense, Task};

/// An excess without limit, and the largest that is kept.
const NEVER: u8 = u8::MAX;
const MOST: u32 = 254;

/// Stands for `NEVER` in sums.
const HUGE: i32 = 1 << 24;

/// What no assignment adds that has a cost: levels with a table have far fewer stones and cells.
const LOST: i32 = HUGE / 2;

/// Bytes beyond which no table is made.
const MOST_BYTES: usize = 32 << 20;

/// No entry: the two never cost each other anything.
const HARMLESS: u32 = u32::MAX;

/// The excess of each pair of stones.
#[derive(Debug, Default)]
pub(super) struct PairTable {
    goals: usize,
    floor: usize,
    /// Numbers of the cells on which stones can stand.
    number: Vec<u16>,
    alive: usize,
    /// For each pair, the lower cell first, and cell of the device: the entry.
    entry: Vec<u32>,
    /// For each entry, and goal of the lower and of the higher stone: the excess.
    excess: Vec<u8>,
    is_lost: Vec<bool>,
    /// For each cell, the lower cells with which it has an entry, as a set.
    words: usize,
    partners: Vec<u64>,
    /// Reduced costs of the two stones at hand.
    low: Vec<i32>,
    high: Vec<i32>,
    found: Vec<(i32, Cell, Cell)>,
    is_taken: Vec<u64>,
}

/// A state of two stones: its pair, and a cell of the device's part of the floor.
struct PairState {
    low: Cell,
    high: Cell,
    device: Cell,
}

/// The moves of two stones, backwards.
struct PairMoves {
    /// For each state, where its moves backwards begin.
    begin: Vec<u32>,
    /// The state before, times 2, and 1 if the lower stone becomes the higher one.
    before: Vec<u32>,
}

impl PairTable {
    /// Makes the table; `None` if the meter stopped it. A level that is too large has an empty one.
    pub(super) fn of(maze: &Maze, task: &Task, meter: &mut Meter) -> Option<PairTable> {
        let mut table = PairTable { goals: task.goals.len(), ..PairTable::default() };
        let alive: Vec<Cell> =
            (0..maze.len() as Cell).filter(|&cell| !task.is_dead(cell)).collect();
        let pairs = alive.len() * alive.len().saturating_sub(1) / 2;
        let squares = table.goals * table.goals;
        if table.goals < 2 || pairs * (squares + 4 * maze.len()) > MOST_BYTES {
            return Some(table);
        }
        table.floor = maze.len();
        table.alive = alive.len();
        table.number = vec![u16::MAX; maze.len()];
        alive.iter().zip(0..).for_each(|(&cell, n)| table.number[usize::from(cell)] = n);
        let states = table.part_the_floor(maze, &alive, meter)?;
        let moves = table.moves(maze, task, &states);
        let excess = table.measure(maze, task, &states, &moves, meter)?;
        table.keep(&excess);
        table.find_partners(maze, &alive);
        Some(table)
    }

    /// Returns about how many bytes are held.
    pub(super) fn bytes(&self) -> usize {
        (self.entry.len() + 2 * self.partners.len()) * 4 + self.excess.len()
    }

    fn pair(&self, low: Cell, high: Cell) -> usize {
        let (low, high) = (self.number[usize::from(low)], self.number[usize::from(high)]);
        usize::from(high) * (usize::from(high) - 1) / 2 + usize::from(low)
    }

    fn place(&self, low: Cell, high: Cell, device: Cell) -> usize {
        self.pair(low, high) * self.floor + usize::from(device)
    }

    /// Numbers the states: a pair for each part of the floor that it leaves.
    fn part_the_floor(
        &mut self,
        maze: &Maze,
        alive: &[Cell],
        meter: &mut Meter,
    ) -> Option<Vec<PairState>> {
        let mut reach = DeviceReach::new(maze);
        let mut stones = vec![0u64; maze.words()];
        let mut states = Vec::new();
        for (index, &high) in alive.iter().enumerate() {
            if !meter.goes_on() {
                return None;
            }
            flip(&mut stones, high);
            for &low in &alive[..index] {
                flip(&mut stones, low);
                let begin = self.entry.len();
                self.entry.resize(begin + self.floor, HARMLESS);
                for device in 0..maze.len() as Cell {
                    let is_stone = device == low || device == high;
                    if is_stone || self.entry[begin + usize::from(device)] != HARMLESS {
                        continue;
                    }
                    reach.flood(maze, &stones, device);
                    for cell in reach.cells() {
                        self.entry[begin + usize::from(cell)] = states.len() as u32;
                    }
                    states.push(PairState { low, high, device });
                }
                flip(&mut stones, low);
            }
            flip(&mut stones, high);
        }
        Some(states)
    }

    fn moves(&self, maze: &Maze, task: &Task, states: &[PairState]) -> PairMoves {
        let mut moves: Vec<(u32, u32)> = Vec::new();
        for (number, state) in states.iter().enumerate() {
            for (stone, other) in [(state.low, state.high), (state.high, state.low)] {
                let next = maze.next[usize::from(stone)];
                for way in 0..4 {
                    let (to, device, begin) = match task.sense {
                        Sense::Push => (next[way], stone, next[way ^ 2]),
                        Sense::Pull if next[way] == NONE => continue,
                        Sense::Pull => {
                            (next[way], maze.next[usize::from(next[way])][way], next[way])
                        }
                    };
                    let is_free = |cell: Cell| cell != NONE && cell != other;
                    if !is_free(to) || !is_free(device) || !is_free(begin) || task.is_dead(to) {
                        continue;
                    }
                    if self.entry[self.place(state.low, state.high, begin)] != number as u32 {
                        continue;
                    }
                    let (low, high) = (to.min(other), to.max(other));
                    let is_swapped = (stone == state.low) != (to == low);
                    let after = self.entry[self.place(low, high, device)];
                    moves.push((after, number as u32 * 2 + u32::from(is_swapped)));
                }
            }
        }
        moves.sort_unstable();
        let mut begin = vec![0u32; states.len() + 1];
        moves.iter().for_each(|&(after, _)| begin[after as usize + 1] += 1);
        for state in 0..states.len() {
            begin[state + 1] += begin[state];
        }
        PairMoves { begin, before: moves.into_iter().map(|(_, before)| before).collect() }
    }

    /// Finds the excess of all states, by a search from each pair of goals.
    fn measure(
        &self,
        maze: &Maze,
        task: &Task,
        states: &[PairState],
        moves: &PairMoves,
        meter: &mut Meter,
    ) -> Option<Vec<u8>> {
        let squares = self.goals * self.goals;
        let mut excess = vec![NEVER; states.len() * squares];
        // For each state and goal, how far the lower and the higher stone are alone.
        let mut alone = Vec::with_capacity(states.len() * self.goals);
        for state in states {
            let pieces = [state.low, state.high].map(|stone| maze.piece(stone, state.device));
            alone.extend((0..self.goals).map(|goal| {
                let low = task.distance(maze, goal, state.low, pieces[0]);
                [low, task.distance(maze, goal, state.high, pieces[1])]
            }));
        }
        // By state, times 2, and 1 if the first goal is for the higher stone.
        let mut cost = vec![u32::MAX; states.len() * 2];
        let mut queue: Vec<u32> = Vec::with_capacity(states.len() * 2);
        for first in 0..self.goals {
            for second in first + 1..self.goals {
                if !meter.goes_on() {
                    return None;
                }
                cost.fill(u32::MAX);
                queue.clear();
                let (one, other) = (task.goals[first], task.goals[second]);
                let (low, high) = (one.min(other), one.max(other));
                for device in 0..maze.len() as Cell {
                    let state = self.entry[self.place(low, high, device)];
                    // Where the device's end is known, it has to be there.
                    if state == HARMLESS || task.end.is_some_and(|end| end != device) {
                        continue;
                    }
                    let number = state * 2 + u32::from(low != one);
                    if cost[number as usize] == u32::MAX {
                        cost[number as usize] = 0;
                        queue.push(number);
                    }
                }
                let mut at = 0;
                while let Some(&here) = queue.get(at) {
                    at += 1;
                    let (state, side) = (here as usize / 2, here % 2);
                    let more = cost[here as usize] + 1;
                    let range = moves.begin[state] as usize..moves.begin[state + 1] as usize;
                    for &before in &moves.before[range] {
                        // The lowest bit of a move says whether the sides change.
                        let before = before ^ side;
                        if cost[before as usize] == u32::MAX {
                            cost[before as usize] = more;
                            queue.push(before);
                        }
                    }
                }
                for &here in &queue {
                    let (state, side) = (here as usize / 2, here as usize % 2);
                    let (low, high) = if side == 0 { (first, second) } else { (second, first) };
                    let far =
                        [alone[state * self.goals + low][0], alone[state * self.goals + high][1]];
                    debug_assert!(far[0] != FAR && far[1] != FAR);
                    let least = u32::from(far[0]) + u32::from(far[1]);
                    excess[state * squares + low * self.goals + high] =
                        (cost[here as usize] - least).min(MOST) as u8;
                }
            }
        }
        Some(excess)
    }

    /// Keeps the states in which some excess is not 0.
    fn keep(&mut self, excess: &[u8]) {
        let goals = self.goals;
        let mut entry_of = Vec::new();
        for matrix in excess.chunks(goals * goals) {
            let is_harmless =
                (0..goals * goals).all(|at| matrix[at] == 0 || at % goals == at / goals);
            entry_of.push(if is_harmless { HARMLESS } else { self.is_lost.len() as u32 });
            if !is_harmless {
                self.excess.extend_from_slice(matrix);
                self.is_lost.push(matrix.iter().all(|&excess| excess == NEVER));
            }
        }
        for entry in self.entry.iter_mut().filter(|entry| **entry != HARMLESS) {
            *entry = entry_of[*entry as usize];
        }
    }

    fn find_partners(&mut self, maze: &Maze, alive: &[Cell]) {
        self.words = maze.words();
        self.partners = vec![0; maze.len() * self.words];
        for (index, &high) in alive.iter().enumerate() {
            for &low in &alive[..index] {
                let begin = self.pair(low, high) * self.floor;
                if self.entry[begin..begin + self.floor].iter().any(|&entry| entry != HARMLESS) {
                    flip(&mut self.partners[usize::from(high) * self.words..], low);
                }
            }
        }
    }

    /// The pairs of stones that have an entry: the lower and the higher stone, and the entry.
    fn entries(&self, stones: &[u64], device: Cell) -> impl Iterator<Item = (Cell, Cell, usize)> {
        let highs = if self.alive > 0 { stones } else { &[] };
        cells(highs).flat_map(move |high| {
            let begin = usize::from(high) * self.words;
            let partners = self.partners[begin..begin + self.words].iter().zip(stones);
            let lows = members(partners.map(|(partners, stones)| partners & stones));
            lows.filter_map(move |low| {
                let entry = self.entry[self.place(low, high, device)];
                (entry != HARMLESS).then_some((low, high, entry as usize))
            })
        })
    }

    /// Whether some two stones can never both get home.
    pub(super) fn is_lost(&self, stones: &[u64], device: Cell) -> bool {
        self.entries(stones, device).any(|(.., entry)| self.is_lost[entry])
    }

    /// Returns what the pairs add to a bound that was computed last for the same position; `None` if
    /// the goal is out of reach.
    pub(super) fn penalty(&mut self, bound: &Bound, stones: &[u64], device: Cell) -> Option<u32> {
        let squares = self.goals * self.goals;
        let (mut low_costs, mut high_costs, mut found) = (
            std::mem::take(&mut self.low),
            std::mem::take(&mut self.high),
            std::mem::take(&mut self.found),
        );
        found.clear();
        let mut is_lost = false;
        for (low, high, entry) in self.entries(stones, device) {
            let excess = &self.excess[entry * squares..(entry + 1) * squares];
            if excess[bound.goal(low) * self.goals + bound.goal(high)] == 0 {
                continue;
            }
            bound.reduced(low, &mut low_costs);
            bound.reduced(high, &mut high_costs);
            let added = least_added(&low_costs, &high_costs, excess);
            if added >= LOST {
                is_lost = true;
                break;
            }
            if added > 0 {
                found.push((added, low, high));
            }
        }
        // Pairs without a common stone add up: the dearest first.
        found.sort_unstable_by(|one, other| other.cmp(one));
        let mut sum = 0;
        self.is_taken.clear();
        self.is_taken.resize(stones.len(), 0);
        for &(added, low, high) in &found {
            if !holds(&self.is_taken, low) && !holds(&self.is_taken, high) {
                flip(&mut self.is_taken, low);
                flip(&mut self.is_taken, high);
                sum += added as u32;
            }
        }
        (self.low, self.high, self.found) = (low_costs, high_costs, found);
        (!is_lost).then_some(sum)
    }
}

/// The least that a pair adds to the assignment, over all goals.
fn least_added(low: &[i32], high: &[i32], excess: &[u8]) -> i32 {
    let mut least = HUGE;
    for (&one, excess) in low.iter().zip(excess.chunks(high.len())) {
        if one >= least {
            continue;
        }
        for (&other, &excess) in high.iter().zip(excess) {
            let excess = if excess == NEVER { HUGE } else { i32::from(excess) };
            least = least.min(one + other + excess);
        }
        if least == 0 {
            break;
        }
    }
    least
}
