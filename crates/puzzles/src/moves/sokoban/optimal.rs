//! Fewest pushes, or fewest steps, by A*: the answer is proved, and so is that there is none.
//!
//! The bound assigns stones to targets by push distances (`bound.rs`, after A. Junghanns and
//! J. Schaeffer, "Sokoban: enhancing general single-agent search methods using domain knowledge",
//! 2001), and adds what pairs of stones cost each other (`pairs.rs`). Lost positions are cut by dead
//! cells, frozen stones, the assignment and pairs; where pushes are counted, corrals decide which
//! pushes come first (`reach.rs`). Needs memory for every position seen, and gives up without a
//! proof when its share is full. Cost: exponential in the stones.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SliceEnd, StateSpace, Tables,
};

use super::bound::Bound;
use super::freeze;
use super::lurd::Move;
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::pairs::PairTable;
use super::reach::{CorralAdvice, Corrals, DeviceReach};
use super::store::PositionStore;
use super::task::{Sense, Task};
use super::walled::Walled;
use super::{Direction, Objective, Sokoban};

/// Memory of the search if the meter names no limit, in bytes.
const MEMORY: u64 = 2 << 30;

/// Proves the fewest pushes or steps.
#[derive(Debug)]
pub struct FewestPushes;

impl OwnSolver<Sokoban> for FewestPushes {
    const CARD: Card = Card {
        name: "fewest-pushes",
        summary: "Finds a solution with the fewest pushes (or steps), or proves that there is none.",
        complete: "yes",
        optimal: "yes",
        time: "O(b^d), far less with the bound and the corrals",
        memory: "every position seen",
        rank: 50,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn turn(_: &Sokoban) -> Option<u64> {
        Some(2_000)
    }

    fn begin<'p>(
        puzzle: &'p Sokoban,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Sokoban> {
        Box::new(PushSearch::new(puzzle))
    }
}

const NOWHERE: u32 = u32::MAX;

/// How a position was reached.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    cost: u32,
    /// Bound on what is left; `LOST` where the goal is out of reach.
    left: u32,
    stone: Cell,
    way: u8,
    is_expanded: bool,
}

const LOST: u32 = u32::MAX;

pub(super) struct PushSearch<'p> {
    puzzle: &'p Sokoban,
    maze: &'p Maze,
    task: Task,
    counts_steps: bool,
    store: PositionStore,
    nodes: Vec<Node>,
    /// Open positions by cost plus bound.
    open: Vec<Vec<u32>>,
    least: usize,
    bound: Bound,
    /// Made before the first position is added.
    pairs: Option<PairTable>,
    reach: DeviceReach,
    /// The same after a push.
    after: DeviceReach,
    corrals: Corrals,
    frozen: Vec<u64>,
    walled: Walled,
    /// A cost that is known elsewhere: only what is below it counts.
    known: Option<u32>,
    best: Incumbent<Vec<Move>>,
    end: Option<SliceEnd>,
}

impl<'p> PushSearch<'p> {
    pub(super) fn new(puzzle: &'p Sokoban) -> Self {
        let (maze, start) = (&*puzzle.maze, puzzle.start());
        PushSearch {
            puzzle,
            maze,
            task: Task::new(maze, &start.stones, start.device, Sense::Push),
            counts_steps: puzzle.objective == Objective::Moves,
            store: PositionStore::new(maze.words()),
            nodes: Vec::new(),
            open: Vec::new(),
            least: 0,
            bound: Bound::new(maze),
            pairs: None,
            reach: DeviceReach::new(maze),
            after: DeviceReach::new(maze),
            corrals: Corrals::default(),
            frozen: Vec::new(),
            walled: Walled::new(maze),
            known: None,
            best: Incumbent::default(),
            end: None,
        }
    }

    /// Makes the table of pairs and adds the start; does nothing if the meter stopped it.
    fn begin(&mut self, meter: &mut Meter) {
        self.pairs = PairTable::of(self.maze, &self.task, meter);
        if self.pairs.is_some() {
            let start = self.puzzle.start();
            let name = if self.counts_steps {
                start.device
            } else {
                self.reach.flood(self.maze, &start.stones, start.device)
            };
            self.add(&start.stones, name, NOWHERE, 0, 0, 0);
        }
    }

    /// The least cost that is left; `None` if the goal is out of reach.
    fn left(&mut self, stones: &[u64], name: Cell) -> Option<u32> {
        if self.is_lost(stones) {
            return None;
        }
        let alone = self.bound.of(self.maze, &self.task, stones, name)?;
        let pairs = self.pairs.as_mut()?;
        Some(alone + pairs.penalty(&self.bound, stones, name)?)
    }

    /// Whether the goal is out of reach, as far as can be seen at once.
    fn is_lost(&mut self, stones: &[u64]) -> bool {
        freeze::frozen(self.maze, stones, &mut self.frozen);
        freeze::stuck(self.maze, &self.frozen).is_some()
            || self.walled.is_lost(self.maze, stones, &self.frozen)
    }

    /// Adds a position; `name` is the first cell that the device can get to, or the device's own
    /// where steps are counted.
    fn add(&mut self, stones: &[u64], name: Cell, parent: u32, cost: u32, stone: Cell, way: u8) {
        let (place, is_new) = self.store.insert(stones, name);
        if is_new {
            let left = self.left(stones, name).unwrap_or(LOST);
            self.nodes.push(Node { parent, cost, left, stone, way, is_expanded: false });
        } else {
            let node = &mut self.nodes[place as usize];
            if node.left == LOST || node.cost <= cost {
                return;
            }
            *node = Node { parent, cost, stone, way, is_expanded: false, ..*node };
        }
        let node = self.nodes[place as usize];
        if node.left == LOST {
            return;
        }
        let total = (node.cost + node.left) as usize;
        if self.is_beaten(total) {
            return;
        }
        if self.open.len() <= total {
            self.open.resize_with(total + 1, Vec::new);
        }
        self.open[total].push(place);
        self.least = self.least.min(total);
    }

    /// Whether a solution of this cost is known elsewhere.
    fn is_beaten(&self, cost: usize) -> bool {
        self.known.is_some_and(|known| cost >= known as usize)
    }

    /// Takes the next open position; `None` if there is none that could lead to anything better.
    fn next(&mut self) -> Option<u32> {
        loop {
            if self.is_beaten(self.least) {
                return None;
            }
            let bucket = self.open.get_mut(self.least)?;
            match bucket.pop() {
                None => self.least += 1,
                Some(place) => {
                    let node = &mut self.nodes[place as usize];
                    if !node.is_expanded && (node.cost + node.left) as usize == self.least {
                        node.is_expanded = true;
                        return Some(place);
                    }
                }
            }
        }
    }

    /// Makes every push of a position. `false` if the meter refused one.
    fn expand(&mut self, place: u32, meter: &mut Meter) -> bool {
        let (stones, device) = (self.store.stones(place).to_vec(), self.store.device(place));
        self.reach.flood(self.maze, &stones, device);
        let mut pushes = Vec::new();
        let advice = if self.counts_steps {
            CorralAdvice::All
        } else {
            self.corrals.advice(self.maze, &stones, &self.reach)
        };
        match advice {
            CorralAdvice::Lost => return true,
            CorralAdvice::Only(only) => pushes = only,
            CorralAdvice::All => {
                for stone in cells(&stones) {
                    for way in 0..4 {
                        let next = self.maze.next[usize::from(stone)];
                        let (to, from) = (next[way], next[way ^ 2]);
                        if to != NONE
                            && from != NONE
                            && self.reach.is(from)
                            && !holds(&stones, to)
                            && !self.maze.is_dead(to)
                        {
                            pushes.push((stone, way));
                        }
                    }
                }
            }
        }
        let steps = if self.counts_steps { self.steps(device) } else { Vec::new() };
        let cost = self.nodes[place as usize].cost;
        let mut after = stones.clone();
        for (stone, way) in pushes {
            if meter.spend_visit().is_err() {
                return false;
            }
            let next = self.maze.next[usize::from(stone)];
            let walk = if self.counts_steps { steps[usize::from(next[way ^ 2])] } else { 0 };
            flip(&mut after, stone);
            flip(&mut after, next[way]);
            let name = if self.counts_steps {
                stone
            } else {
                match self.reach.after_move(self.maze, &after, stone, next[way]) {
                    Some(name) => name,
                    None => self.after.flood(self.maze, &after, stone),
                }
            };
            self.add(&after, name, place, cost + 1 + walk, stone, way as u8);
            flip(&mut after, stone);
            flip(&mut after, next[way]);
        }
        true
    }

    /// Steps to every cell of the last flood.
    fn steps(&self, device: Cell) -> Vec<u32> {
        let mut steps = vec![u32::MAX; self.maze.len()];
        steps[usize::from(device)] = 0;
        let mut queue = vec![device];
        let mut first = 0;
        while let Some(&at) = queue.get(first) {
            first += 1;
            for next in self.maze.next[usize::from(at)] {
                if next != NONE && self.reach.is(next) && steps[usize::from(next)] == u32::MAX {
                    steps[usize::from(next)] = steps[usize::from(at)] + 1;
                    queue.push(next);
                }
            }
        }
        steps
    }

    fn line(&self, mut place: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while self.nodes[place as usize].parent != NOWHERE {
            let node = self.nodes[place as usize];
            line.push(self.puzzle.push_of(node.stone, Direction(node.way)));
            place = node.parent;
        }
        line.reverse();
        line
    }

    fn bytes(&self) -> usize {
        self.store.bytes()
            + self.walled.bytes(self.maze)
            + self.pairs.as_ref().map_or(0, PairTable::bytes)
            + self.nodes.capacity() * size_of::<Node>()
            + self.nodes.len() * 8
    }
}

impl Search for PushSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if let Some(end) = self.end {
            return end;
        }
        if self.pairs.is_none() {
            self.begin(meter);
            if self.pairs.is_none() {
                return SliceEnd::Working;
            }
        }
        // Other methods may need as much.
        let limit = meter.memory().unwrap_or(MEMORY) / 2;
        while meter.in_slice() {
            let Some(place) = self.next() else {
                // What is known elsewhere cannot be beaten.
                self.least = self.known.map_or(self.least, |known| known as usize);
                self.end = Some(SliceEnd::Proved);
                return SliceEnd::Proved;
            };
            let node = self.nodes[place as usize];
            let is_solved =
                cells(self.store.stones(place)).all(|cell| self.maze.is_target[usize::from(cell)]);
            if is_solved {
                let score = -Score::from(node.cost);
                let line = self.line(place);
                self.best.offer(meter, true, score, || line);
                self.end = Some(SliceEnd::Proved);
                return SliceEnd::Proved;
            }
            if !self.expand(place, meter) {
                return SliceEnd::Working;
            }
            meter.keep(self.store.len(), self.bytes());
            if self.bytes() as u64 > limit {
                self.end = Some(SliceEnd::Exhausted);
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn beat(&mut self, score: Score) {
        if self.puzzle.objective != Objective::Any
            && let Ok(cost) = u32::try_from(-score)
        {
            self.known = Some(self.known.map_or(cost, |known| known.min(cost)));
        }
    }

    fn bound(&self) -> Option<Score> {
        let is_counted = self.puzzle.objective != Objective::Any;
        let least = self.known.map_or(self.least, |known| self.least.min(known as usize));
        is_counted.then_some(-(least as Score))
    }

    fn argument(&self) -> Option<String> {
        if self.end != Some(SliceEnd::Proved) {
            return None;
        }
        let seen = self.store.len();
        Some(match (self.best.best(), self.known) {
            (Some(_), _) | (_, Some(_)) => {
                format!("Every way that could be shorter was followed: {seen} positions.")
            }
            (None, None) => format!(
                "Every position that can be reached was looked at, {seen} in all; from the others \
                 some stone can never get to a target."
            ),
        })
    }

    fn inside(&self) -> Inside {
        Inside::of([("positions", self.store.len() as f64), ("bound", self.least as f64)])
    }
}
