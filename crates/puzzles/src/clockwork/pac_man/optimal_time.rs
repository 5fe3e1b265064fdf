//! Least time: best-first search on worlds (A*, Hart, Nilsson and Raphael 1968) with the bound of
//! `dot_bound.rs`. A world is not followed if an earlier one has the same moving parts and has eaten
//! at least as much: its rest takes no longer, since food changes nothing but the goal and what a
//! pill does, and the pills must be the same. The dominance is ours. Needs ghosts (without them the
//! tour is faster) and at most 192 things to eat; proves what it finds, or that nothing can be
//! found. Time O(b^d); memory: about 100 bytes a world, at most 1 GB, where it gives up.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Score,
    Search, SettingError, SliceEnd, Tables, Timed, key_of,
};
use rustc_hash::FxHashMap;

use super::dot_bound::{Distances, DotBound};
use super::level::{Direction, Objective};
use super::obstacle::obstacle;
use super::rules::Phase;
use super::world::World;
use super::{Move, PacMan};

/// Most things to eat for which the search is worth trying.
const MOST_WANTED: usize = 192;
/// Memory at which the search gives up.
const MOST_BYTES: usize = 1 << 30;
/// Number of worlds with the same moving parts that are compared with a new one.
const COMPARED: usize = 32;
/// No world.
const NOBODY: u32 = u32::MAX;

/// Finds a game of least time.
pub(super) struct OptimalTime;

impl OwnSolver<PacMan> for OptimalTime {
    const CARD: Card = Card {
        name: "optimal-time",
        summary: "Finds the least time among ghosts and proves it, with a bound on the walk through the food.",
        complete: "yes, within its memory",
        optimal: "yes",
        time: "O(b^d), less by the bound",
        memory: "the worlds reached, 1 GB at most",
        rank: 40,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn check(puzzle: &PacMan, _: &NoSettings) -> Result<(), SettingError> {
        if puzzle.maze.wanted <= MOST_WANTED {
            return Ok(());
        }
        let why = format!("it works with at most {MOST_WANTED} things to eat; choose ghost-beam");
        Err(SettingError::OtherInstance(why))
    }

    fn turn(puzzle: &PacMan) -> Option<u64> {
        let takes_part = !puzzle.maze.ghosts.is_empty() && puzzle.maze.wanted <= MOST_WANTED;
        takes_part.then_some(20_000)
    }

    fn begin<'p>(
        puzzle: &'p PacMan,
        _: &NoSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PacMan> {
        Box::new(TimeSearch { puzzle, stage: Stage::Begins, best: Incumbent::default() })
    }
}

struct TimeSearch<'p> {
    puzzle: &'p PacMan,
    stage: Stage<'p>,
    best: Incumbent<Vec<Move>>,
}

enum Stage<'p> {
    Begins,
    Works(Box<Frontier<'p>>),
    /// Nothing can be found, for this reason.
    Refuted(String),
}

/// The worlds reached, and those still to be followed.
struct Frontier<'p> {
    bound: DotBound<'p>,
    /// Packed worlds, one after the other.
    packed: Vec<u8>,
    stride: usize,
    /// Number of bytes of the moving parts.
    moving: usize,
    nodes: Vec<Node>,
    /// Worlds to be followed, by the least time of a game through them.
    open: Vec<Vec<u32>>,
    /// Number of the first list of `open` that may hold something.
    least: usize,
    /// Best time of each world apart from its time, with the world's number.
    reached: FxHashMap<u128, u32>,
    /// The latest world with each set of moving parts.
    moved: FxHashMap<u128, u32>,
    listed: Vec<Move>,
    here: World,
    child: World,
}

struct Node {
    time: u32,
    parent: u32,
    /// Next older world with the same moving parts.
    older: u32,
    order: Option<Direction>,
    is_dead: bool,
}

impl Search for TimeSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if let Stage::Begins = self.stage {
            let Some(stage) = begin(self.puzzle, meter) else { return SliceEnd::Working };
            self.stage = stage;
        }
        let Stage::Works(frontier) = &mut self.stage else { return SliceEnd::Proved };
        while meter.in_slice() {
            let time = self.best.bar().map(|score| -score);
            match frontier.next() {
                None if self.best.bar().is_none() => {
                    let why = "Every way ends with the last life or at the time limit.";
                    self.stage = Stage::Refuted(why.to_owned());
                    return SliceEnd::Proved;
                }
                None => return SliceEnd::Proved,
                // The score of a goal is its time only where time counts.
                Some((least, _))
                    if self.puzzle.level.objective == Objective::Time
                        && time.is_some_and(|time| least as Score >= time) =>
                {
                    return SliceEnd::Proved;
                }
                Some((least, node)) => {
                    if frontier.expand(self.puzzle, node, least, &mut self.best, meter).is_err() {
                        return SliceEnd::Working;
                    }
                }
            }
            meter.keep(frontier.nodes.len(), frontier.bytes());
            let is_goal_enough = self.puzzle.level.objective == Objective::Any;
            if is_goal_enough && self.best.bar().is_some() || frontier.bytes() > MOST_BYTES {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        match (&self.stage, self.puzzle.level.objective) {
            (Stage::Works(frontier), Objective::Time) => {
                frontier.least_time().map(|least| -(least as Score))
            }
            _ => None,
        }
    }

    fn argument(&self) -> Option<String> {
        match &self.stage {
            Stage::Refuted(why) => Some(why.clone()),
            Stage::Begins | Stage::Works(_) => None,
        }
    }

    fn inside(&self) -> Inside {
        match &self.stage {
            Stage::Works(frontier) => Inside::of([
                ("worlds", frontier.nodes.len() as f64),
                ("least time", frontier.least as f64),
                ("sets of food", frontier.bound.len() as f64),
            ]),
            Stage::Begins | Stage::Refuted(_) => Inside::default(),
        }
    }
}

/// Measures the maze; `None` if the meter stops it.
fn begin<'p>(puzzle: &'p PacMan, meter: &mut Meter) -> Option<Stage<'p>> {
    let distances = Distances::of(&puzzle.maze, meter)?;
    if let Some(why) = obstacle(puzzle, &distances, &puzzle.opening) {
        return Some(Stage::Refuted(why));
    }
    let (moving, food) = World::packed_bytes(&puzzle.maze);
    let mut frontier = Frontier {
        bound: DotBound::new(&puzzle.maze, distances),
        packed: Vec::new(),
        stride: moving + food,
        moving,
        nodes: Vec::new(),
        open: Vec::new(),
        least: 0,
        reached: FxHashMap::default(),
        moved: FxHashMap::default(),
        listed: Vec::new(),
        here: puzzle.opening.clone(),
        child: puzzle.opening.clone(),
    };
    frontier.admit(puzzle, NOBODY, None, 0, None);
    Some(Stage::Works(Box::new(frontier)))
}

impl Frontier<'_> {
    fn bytes(&self) -> usize {
        // One control byte for each slot of a table.
        let slot = size_of::<(u128, u32)>() + 1;
        self.packed.capacity()
            + self.nodes.capacity() * size_of::<Node>()
            + self.nodes.len() * size_of::<u32>()
            + (self.reached.capacity() + self.moved.capacity()) * slot
            + self.bound.bytes()
    }

    /// Least time of a game through a world that is still to be followed.
    fn least_time(&self) -> Option<usize> {
        (self.least..self.open.len()).find(|&time| !self.open[time].is_empty())
    }

    /// Takes a world of the least time, the one found last.
    fn next(&mut self) -> Option<(usize, u32)> {
        loop {
            self.least = self.least_time()?;
            let node = self.open[self.least].pop()?;
            if !self.nodes[node as usize].is_dead {
                return Some((self.least, node));
            }
        }
    }

    fn expand(
        &mut self,
        puzzle: &PacMan,
        node: u32,
        least: usize,
        best: &mut Incumbent<Vec<Move>>,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        let bytes = &self.packed[node as usize * self.stride..][..self.stride];
        let time = self.nodes[node as usize].time;
        self.here.unpack(&puzzle.maze, bytes, time);
        let food = self.bound.key(&self.here.food);
        let mut listed = std::mem::take(&mut self.listed);
        meter.moves(puzzle, &self.here, &mut listed);
        for &mv in &listed {
            self.child.clone_from(&self.here);
            let played = meter.visit(puzzle, &mut self.child, mv);
            if played.is_err() {
                // The world is followed again, if the run goes on.
                self.open[least].push(node);
                self.listed = listed;
                return played.map(|_| ());
            }
            match self.child.phase {
                Phase::Lost => {}
                Phase::Running => self.admit(puzzle, node, mv.command, least, Some(food)),
                Phase::Solved => {
                    let score = match puzzle.level.objective {
                        Objective::Time => -Score::from(self.child.time - puzzle.opening.time),
                        Objective::Any => Score::from(puzzle.opening.left),
                    };
                    best.offer(meter, true, score, || self.line(node, Some(mv), puzzle));
                }
            }
        }
        self.listed = listed;
        Ok(())
    }

    /// Keeps `self.child` if no world before it is as good.
    fn admit(
        &mut self,
        puzzle: &PacMan,
        parent: u32,
        order: Option<Direction>,
        least: usize,
        before: Option<u128>,
    ) {
        let (world, at) = (&self.child, self.packed.len());
        world.pack(&puzzle.maze, &mut self.packed);
        let key = key_of(&(&self.packed[at..], world.parity()));
        let moved = key_of(&(&self.packed[at..at + self.moving], world.parity(), world.pills));
        let known = self.reached.get(&key).copied();
        let is_late = known.is_some_and(|other| self.nodes[other as usize].time <= world.time);
        if is_late || self.is_dominated(moved, at) {
            self.packed.truncate(at);
            return;
        }
        let needed = world.time - puzzle.opening.time + self.bound.steps(&self.child, before);
        if needed > puzzle.level.time_limit - puzzle.opening.time {
            self.packed.truncate(at);
            return;
        }
        if let Some(other) = known {
            self.nodes[other as usize].is_dead = true;
        }
        let node = self.nodes.len() as u32;
        self.reached.insert(key, node);
        let older = self.moved.insert(moved, node).unwrap_or(NOBODY);
        self.nodes.push(Node { time: self.child.time, parent, older, order, is_dead: false });
        let needed = (needed as usize).max(least);
        if self.open.len() <= needed {
            self.open.resize_with(needed + 1, Vec::new);
        }
        self.open[needed].push(node);
    }

    /// Whether a world with the same moving parts has eaten at least as much at least as early as
    /// `self.child`, whose packed form begins at `at`.
    fn is_dominated(&self, moved: u128, at: usize) -> bool {
        let food =
            |at: usize| self.packed[at + self.moving..][..self.stride - self.moving].chunks(8);
        let mut older = self.moved.get(&moved).copied().unwrap_or(NOBODY);
        for _ in 0..COMPARED {
            let Some(node) = self.nodes.get(older as usize) else { return false };
            let has_eaten = || {
                let other = food(older as usize * self.stride);
                other.zip(food(at)).all(|(other, mine)| {
                    other.iter().zip(mine).all(|(&other, &mine)| other & !mine == 0)
                })
            };
            if node.time <= self.child.time && has_eaten() {
                return true;
            }
            older = node.older;
        }
        false
    }

    /// The moves to a world, and one more.
    fn line(&self, node: u32, last: Option<Move>, puzzle: &PacMan) -> Vec<Move> {
        let mut line: Vec<Move> = last.into_iter().collect();
        let mut at = node;
        while let Some(node) = self.nodes.get(at as usize)
            && node.parent != NOBODY
        {
            line.push(Timed { at: node.time - 1, command: node.order });
            at = node.parent;
        }
        debug_assert_eq!(line.last().map(|mv| mv.at), Some(puzzle.opening.time));
        line.reverse();
        line
    }
}
