//! Mazes without ghosts: the shortest walk through all food, a travelling salesman's path. A first
//! walk by insertion is improved by local search with kicks (`tour.rs`); then a best-first search
//! over (last food, food left) with the bound of `dot_bound.rs` proves the least time, or finds a
//! better walk. The next food is only one with no other food on a shortest way to it, since that
//! could be eaten on the way. Needs a level without ghosts; proves up to 192 things to eat, as far
//! as 1 GB of memory goes; above that, the walk is as good as local search makes it. Time: kicks
//! O(n^2) each, the proof O(2^n n^2), far less by the bound.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Rng,
    Score, Search, SettingError, SliceEnd, Tables, Timed, key_of,
};
use rustc_hash::FxHashMap;

use super::dot_bound::{Distances, DotBound};
use super::level::{Direction, Objective};
use super::maze::members;
use super::obstacle::obstacle;
use super::rules::Phase;
use super::tour::Course;
use super::{Move, PacMan};

/// Most things to eat for which a proof is tried.
const MOST_PROVED: usize = 192;
/// Memory at which the proof is given up.
const MOST_BYTES: usize = 1 << 30;
/// Kicks before the proof, and all kicks where no proof is tried, for each food.
const KICKS: usize = 20;
const MORE_KICKS: usize = 400;
const NOBODY: u32 = u32::MAX;

/// Finds a shortest walk.
pub(super) struct Tour;

impl OwnSolver<PacMan> for Tour {
    const CARD: Card = Card {
        name: "tour",
        summary: "Finds a shortest walk through a maze without ghosts, and proves it.",
        complete: "yes",
        optimal: "yes, up to 192 dots within its memory",
        time: "O(2^n n^2), far less by the bound",
        memory: "the sets of food reached, 1 GB at most",
        rank: 45,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn check(puzzle: &PacMan, _: &NoSettings) -> Result<(), SettingError> {
        if puzzle.maze.ghosts.is_empty() {
            return Ok(());
        }
        let why = "it works on mazes without ghosts; choose optimal-time or ghost-beam";
        Err(SettingError::OtherInstance(why.to_owned()))
    }

    fn turn(puzzle: &PacMan) -> Option<u64> {
        puzzle.maze.ghosts.is_empty().then_some(20_000)
    }

    fn begin<'p>(
        puzzle: &'p PacMan,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PacMan> {
        Box::new(TourSearch {
            puzzle,
            rng: Rng::new(seed),
            stage: Stage::Begins,
            best: Incumbent::default(),
        })
    }
}

struct TourSearch<'p> {
    puzzle: &'p PacMan,
    rng: Rng,
    stage: Stage<'p>,
    best: Incumbent<Vec<Move>>,
}

enum Stage<'p> {
    Begins,
    Improves(Box<Walks<'p>>),
    Proves(Box<Proof<'p>>),
    Refuted(String),
    GaveUp,
}

/// The walk that is being improved.
struct Walks<'p> {
    bound: DotBound<'p>,
    course: Course,
    /// Foods by their numbers in the course.
    foods: Vec<u16>,
    shortest: Vec<u16>,
    walk: Vec<u16>,
    /// Place at which an improvement is looked for next, and how many in a row had none.
    place: usize,
    idle: usize,
    kicks: usize,
}

impl Search for TourSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if let Stage::Begins = self.stage {
            let Some(stage) = begin(self.puzzle, meter) else { return SliceEnd::Working };
            self.stage = stage;
        }
        while meter.in_slice() {
            match &mut self.stage {
                Stage::Begins | Stage::GaveUp => return SliceEnd::Exhausted,
                Stage::Refuted(_) => return SliceEnd::Proved,
                Stage::Improves(walks) => {
                    let stepped = walks.step(self.puzzle, &mut self.rng, &mut self.best, meter);
                    let Ok(goes_on) = stepped else { return SliceEnd::Working };
                    if self.is_enough() {
                        return SliceEnd::Exhausted;
                    }
                    if !goes_on {
                        let stage = std::mem::replace(&mut self.stage, Stage::GaveUp);
                        self.stage = proof(self.puzzle, stage);
                    }
                }
                Stage::Proves(proof) => {
                    let stepped = proof.step(self.puzzle, &mut self.best, meter);
                    let Ok(end) = stepped else { return SliceEnd::Working };
                    meter.keep(proof.nodes.len(), proof.bytes());
                    match end {
                        Some(why) if self.best.bar().is_none() => self.stage = Stage::Refuted(why),
                        Some(_) => return SliceEnd::Proved,
                        None if proof.bytes() > MOST_BYTES => self.stage = Stage::GaveUp,
                        None => {}
                    }
                    if self.is_enough() {
                        return SliceEnd::Exhausted;
                    }
                }
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        match (&self.stage, self.puzzle.level.objective) {
            (Stage::Proves(proof), Objective::Time) => Some(-(proof.least as Score)),
            _ => None,
        }
    }

    fn argument(&self) -> Option<String> {
        match &self.stage {
            Stage::Refuted(why) => Some(why.clone()),
            _ => None,
        }
    }

    fn inside(&self) -> Inside {
        match &self.stage {
            Stage::Improves(walks) => Inside::of([("kicks", walks.kicks as f64)]),
            Stage::Proves(proof) => Inside::of([
                ("least time", proof.least as f64),
                ("sets of food", proof.bound.len() as f64),
            ]),
            Stage::Begins | Stage::Refuted(_) | Stage::GaveUp => Inside::default(),
        }
    }
}

impl TourSearch<'_> {
    fn is_enough(&self) -> bool {
        self.puzzle.level.objective == Objective::Any && self.best.bar().is_some()
    }
}

/// Measures the maze and makes a first walk; `None` if the meter stops it.
fn begin<'p>(puzzle: &'p PacMan, meter: &mut Meter) -> Option<Stage<'p>> {
    let (maze, world) = (&*puzzle.maze, &puzzle.opening);
    let distances = Distances::of(maze, meter)?;
    if let Some(why) = obstacle(puzzle, &distances, world) {
        return Some(Stage::Refuted(why));
    }
    let foods: Vec<u16> = members(&world.food)
        .take_while(|&food| food < maze.wanted)
        .map(|food| food as u16)
        .collect();
    let row = |food: u16| distances.row(usize::from(food));
    let from_start = foods.iter().map(|&food| row(food)[usize::from(world.cell)]).collect();
    let squares: Vec<u16> = foods.iter().map(|&food| maze.food[usize::from(food)]).collect();
    let mut between = Vec::with_capacity(foods.len() * foods.len());
    for &food in &foods {
        if !meter.goes_on() {
            return None;
        }
        between.extend(squares.iter().map(|&square| row(food)[usize::from(square)]));
    }
    let course = Course::new(from_start, between);
    let walk = course.inserted(meter)?;
    let bound = DotBound::new(maze, distances);
    let shortest = Vec::new();
    Some(Stage::Improves(Box::new(Walks {
        bound,
        course,
        foods,
        shortest,
        walk,
        place: 0,
        idle: 0,
        kicks: 0,
    })))
}

impl Walks<'_> {
    /// Looks for one improvement; kicks where there is none. Returns whether to go on.
    fn step(
        &mut self,
        puzzle: &PacMan,
        rng: &mut Rng,
        best: &mut Incumbent<Vec<Move>>,
        meter: &mut Meter,
    ) -> Result<bool, Refused> {
        meter.evaluate()?;
        if self.idle < self.walk.len() {
            let is_shorter = self.course.improve_at(&mut self.walk, self.place);
            self.idle = if is_shorter { 0 } else { self.idle + 1 };
            self.place = (self.place + usize::from(!is_shorter)) % self.walk.len();
            return Ok(true);
        }
        let steps = self.course.steps(&self.walk);
        if self.shortest.is_empty() || steps < self.course.steps(&self.shortest) {
            let walk: Vec<u16> =
                self.walk.iter().map(|&index| self.foods[usize::from(index)]).collect();
            offer(puzzle, &self.bound.distances, &walk, best, meter)?;
            self.shortest.clone_from(&self.walk);
        } else {
            self.walk.clone_from(&self.shortest);
        }
        let foods = self.course.foods();
        let kicks = if foods <= MOST_PROVED { KICKS } else { MORE_KICKS };
        if self.kicks >= kicks * foods || foods < 4 {
            return Ok(false);
        }
        self.kicks += 1;
        Course::kick(&mut self.walk, rng);
        self.idle = 0;
        Ok(true)
    }
}

/// Plays a walk and offers it, if it is in time.
fn offer(
    puzzle: &PacMan,
    distances: &Distances,
    walk: &[u16],
    best: &mut Incumbent<Vec<Move>>,
    meter: &mut Meter,
) -> Result<(), Refused> {
    let (maze, mut world, mut line) = (&puzzle.maze, puzzle.opening.clone(), Vec::new());
    for &food in walk {
        let row = distances.row(usize::from(food));
        while world.phase == Phase::Running && world.has_food(usize::from(food)) {
            let next = maze.next[usize::from(world.cell)];
            let nearer = |direction: &Direction| {
                let next = next[*direction as usize];
                row.get(usize::from(next)).is_some_and(|&far| far < row[usize::from(world.cell)])
            };
            // Going on needs no order, so it comes first.
            let ahead = nearer(&world.facing).then_some(world.facing);
            let Some(towards) = ahead.or_else(|| Direction::ALL.into_iter().find(nearer)) else {
                break;
            };
            let command = (towards != world.facing).then_some(towards);
            let mv = Timed { at: world.time, command };
            meter.play(puzzle, &mut world, mv)?;
            line.push(mv);
        }
    }
    if world.phase == Phase::Solved {
        let score = match puzzle.level.objective {
            Objective::Time => -(line.len() as Score),
            Objective::Any => Score::from(puzzle.opening.left),
        };
        best.offer(meter, true, score, || line);
    }
    Ok(())
}

/// Best-first search for the shortest walk.
struct Proof<'p> {
    bound: DotBound<'p>,
    nodes: Vec<Node>,
    /// Food left at each node, one after the other.
    food: Vec<u64>,
    words: usize,
    open: Vec<Vec<u32>>,
    least: usize,
    reached: FxHashMap<u128, u32>,
}

struct Node {
    steps: u32,
    parent: u32,
    /// Food eaten last; none at the start.
    last: u16,
}

fn proof<'p>(puzzle: &'p PacMan, stage: Stage<'p>) -> Stage<'p> {
    let Stage::Improves(walks) = stage else { return stage };
    if walks.course.foods() > MOST_PROVED {
        return Stage::GaveUp;
    }
    let mut proof = Proof {
        bound: walks.bound,
        nodes: Vec::new(),
        food: Vec::new(),
        words: puzzle.maze.wanted.div_ceil(64),
        open: Vec::new(),
        least: 0,
        reached: FxHashMap::default(),
    };
    let mut food = puzzle.opening.food[..proof.words].to_vec();
    // Pills that need not be eaten are no part of a walk.
    if !puzzle.maze.wanted.is_multiple_of(64) {
        food[proof.words - 1] &= (1 << (puzzle.maze.wanted % 64)) - 1;
    }
    proof.admit(
        puzzle.opening.cell,
        Node { steps: 0, parent: NOBODY, last: u16::MAX },
        &food,
        None,
    );
    Stage::Proves(Box::new(proof))
}

impl Proof<'_> {
    fn bytes(&self) -> usize {
        // One control byte for each slot of a table.
        self.food.capacity() * size_of::<u64>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.nodes.len() * size_of::<u32>()
            + self.reached.capacity() * (size_of::<(u128, u32)>() + 1)
            + self.bound.bytes()
    }

    /// Follows one node. Returns why no walk is better, once that is known; if there is no walk at
    /// all, that is why.
    fn step(
        &mut self,
        puzzle: &PacMan,
        best: &mut Incumbent<Vec<Move>>,
        meter: &mut Meter,
    ) -> Result<Option<String>, Refused> {
        let limit = puzzle.level.time_limit - puzzle.opening.time;
        let first = (self.least..self.open.len()).find(|&steps| !self.open[steps].is_empty());
        let Some(least) = first else {
            return Ok(Some("Every order of eating was looked at.".to_owned()));
        };
        self.least = least;
        if least > limit as usize {
            return Ok(Some(format!(
                "Any walk through all food takes {least} steps or more, and the time limit leaves {limit}."
            )));
        }
        let is_beaten = |score: Score| least as Score >= -score;
        if puzzle.level.objective == Objective::Time && best.bar().is_some_and(is_beaten) {
            return Ok(Some("No walk is shorter than the bound.".to_owned()));
        }
        let Some(node) = self.open[least].pop() else { return Ok(None) };
        let food = self.food[node as usize * self.words..][..self.words].to_vec();
        let Node { steps, last, .. } = self.nodes[node as usize];
        let square = match last {
            u16::MAX => puzzle.opening.cell,
            food => puzzle.maze.food[usize::from(food)],
        };
        if self.reached.get(&key(last, &food)) != Some(&node) {
            return Ok(None);
        }
        if food.iter().all(|&word| word == 0) {
            let walk = self.walk(node);
            offer(puzzle, &self.bound.distances, &walk, best, meter)?;
            return Ok(None);
        }
        let before = Some(self.bound.key(&food));
        for (next, far) in self.next_foods(puzzle, square, &food) {
            meter.spend_visit()?;
            let mut rest = food.clone();
            rest[next / 64] ^= 1 << (next % 64);
            let child = Node { steps: steps + far, parent: node, last: next as u16 };
            self.admit(puzzle.maze.food[next], child, &rest, before);
        }
        Ok(None)
    }

    /// Foods that can be eaten next without another one on a shortest way, with their distances.
    fn next_foods(&self, puzzle: &PacMan, square: u16, food: &[u64]) -> Vec<(usize, u32)> {
        let far = |food: usize| self.bound.distances.row(food)[usize::from(square)];
        let left: Vec<usize> = members(food).collect();
        let is_direct = |&&food: &&usize| {
            let to = usize::from(puzzle.maze.food[food]);
            left.iter().all(|&other| {
                other == food || far(other) + self.bound.distances.row(other)[to] > far(food)
            })
        };
        left.iter().filter(is_direct).map(|&food| (food, u32::from(far(food)))).collect()
    }

    fn admit(&mut self, square: u16, node: Node, food: &[u64], before: Option<u128>) {
        let key = key(node.last, food);
        let number = self.nodes.len() as u32;
        if let Some(&other) = self.reached.get(&key)
            && self.nodes[other as usize].steps <= node.steps
        {
            return;
        }
        self.reached.insert(key, number);
        let needed = (node.steps + self.bound.steps_from(square, food, 1, before)) as usize;
        let needed = needed.max(self.least);
        self.nodes.push(node);
        self.food.extend(food);
        if self.open.len() <= needed {
            self.open.resize_with(needed + 1, Vec::new);
        }
        self.open[needed].push(number);
    }

    fn walk(&self, node: u32) -> Vec<u16> {
        let (mut walk, mut at) = (Vec::new(), node);
        while let Some(node) = self.nodes.get(at as usize)
            && node.parent != NOBODY
        {
            walk.push(node.last);
            at = node.parent;
        }
        walk.reverse();
        walk
    }
}

fn key(last: u16, food: &[u64]) -> u128 {
    key_of(&(last, food))
}
