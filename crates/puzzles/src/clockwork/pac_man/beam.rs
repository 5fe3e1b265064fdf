//! Quick answers among ghosts: a beam search, time step by time step, in rounds of growing width.
//! All worlds of a layer have the same time, so that the one that needs least for the rest is best:
//! what is left, the pieces into which it has fallen, the way to the nearest of it, ghosts that are
//! near, and lives lost. Beam search is Lowerre's (1976); the estimate is ours. Each round is wider
//! and drops what cannot beat the best game so far. Needs nothing and proves nothing but an obstacle
//! on the board. Time O(w t) worlds a round for width w and t steps; memory O(w t) moves.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, OwnSolver, PuzzleSearch, Refused, Rng, Score, Search,
    SliceEnd, Tables, Timed, key_of, settings,
};
use rustc_hash::FxHashSet;

use super::dot_bound::Distances;
use super::level::{Direction, Objective};
use super::maze::{Maze, NONE};
use super::obstacle::obstacle;
use super::rules::Phase;
use super::world::World;
use super::{Move, PacMan};

settings! {
    /// Widths of the beam.
    pub struct BeamSettings {
        /// Number of worlds that are kept in each time step of the first round.
        pub width: u64 = 32, 1..=1_000_000;
        /// Number of worlds in the last round; each round is twice as wide as the one before.
        pub widest: u64 = 32_768, 1..=1_000_000;
    }
}

/// Finds a game quickly and improves it.
pub(super) struct GhostBeam;

impl OwnSolver<PacMan> for GhostBeam {
    const CARD: Card = Card {
        name: "ghost-beam",
        summary: "Keeps the most promising worlds of each time step, in rounds of growing width.",
        complete: "no",
        optimal: "no",
        time: "O(w t) a round for width w, time t",
        memory: "O(w t)",
        rank: 35,
        alias: None,
    };
    type Settings = BeamSettings;

    fn turn(puzzle: &PacMan) -> Option<u64> {
        (!puzzle.maze.ghosts.is_empty()).then_some(20_000)
    }

    fn begin<'p>(
        puzzle: &'p PacMan,
        settings: &BeamSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PacMan> {
        Box::new(BeamSearch::new(puzzle, settings, seed))
    }
}

/// Weights of the estimate.
#[derive(Clone, Copy)]
struct Weights {
    left: i32,
    piece: i32,
    nearest: i32,
    near_ghost: i32,
    life: i32,
}

/// With these, eating is always worth it, also in the middle of a piece, which it divides, and where
/// the next food is far away: layers do not fill up with worlds that wait. Set by hand on generated
/// mazes of 9 x 9 to 63 x 63 squares with one to four ghosts.
const STEADY: Weights = Weights { left: 40, piece: 20, nearest: 2, near_ghost: 10, life: 1200 };

/// With these, the estimate is nearer to the time that is still needed, so that games are shorter if
/// they reach the goal at all. Every other round uses them, once there is a game to improve.
const CAREFUL: Weights = Weights { left: 10, piece: 20, nearest: 10, near_ghost: 10, life: 300 };

/// A full layer of the first round has Pac-Man on at least this many squares, so that its worlds
/// differ.
const SQUARES_KEPT: usize = 12;

/// A round ends if nothing was eaten for this many steps and an eighth of the squares.
const LONGEST_FAST: u32 = 100;

/// Distance from which a ghost is near, in steps.
const NEAR: u16 = 4;

/// A beam search on one instance.
pub(super) struct BeamSearch<'p> {
    puzzle: &'p PacMan,
    settings: BeamSettings,
    rng: Rng,
    refuted: Option<String>,
    has_begun: bool,
    width: usize,
    weights: Weights,
    /// Whether this round uses the careful weights.
    is_careful: bool,
    /// Number mixed into keys, so that equal estimates are ordered otherwise in each round.
    salt: u64,
    layer: Vec<Candidate>,
    /// Index in `layer` of the world to be followed next.
    at: usize,
    next: Vec<Candidate>,
    seen: FxHashSet<u128>,
    /// Number of squares on which Pac-Man is at least, in a full layer, and number of worlds kept
    /// with him on each square.
    squares_kept: usize,
    crowd: Vec<u32>,
    /// Least food left in the round, and when it was reached.
    least: (u16, u32),
    /// Moves of the round: the parent and the order that led to each world.
    moves: Vec<(u32, Option<Direction>)>,
    listed: Vec<Move>,
    walk: Walk,
    best: Incumbent<Vec<Move>>,
}

struct Candidate {
    world: World,
    /// Dots less pairs of neighbouring dots: the number of pieces they are in, less circles.
    pieces: i32,
    parent: u32,
    order: Option<Direction>,
    value: (i32, u64),
}

impl<'p> BeamSearch<'p> {
    pub(super) fn new(puzzle: &'p PacMan, settings: &BeamSettings, seed: u64) -> Self {
        BeamSearch {
            puzzle,
            settings: settings.clone(),
            rng: Rng::new(seed),
            refuted: None,
            has_begun: false,
            width: settings.width as usize,
            weights: STEADY,
            is_careful: false,
            salt: 0,
            layer: Vec::new(),
            at: 0,
            next: Vec::new(),
            seen: FxHashSet::default(),
            squares_kept: SQUARES_KEPT,
            least: (u16::MAX, 0),
            crowd: vec![0; puzzle.maze.cells.len()],
            moves: Vec::new(),
            listed: Vec::new(),
            walk: Walk::new(&puzzle.maze),
            best: Incumbent::default(),
        }
    }

    fn begin_round(&mut self) {
        let world = self.puzzle.opening.clone();
        let pieces = pieces(&self.puzzle.maze, &world);
        self.least = (world.left, world.time);
        self.layer.clear();
        self.moves.clear();
        self.at = 0;
        self.layer.push(Candidate { world, pieces, parent: 0, order: None, value: (0, 0) });
        // Later rounds look at the rest with other eyes.
        if self.has_begun {
            self.salt = self.rng.bits();
            self.is_careful = self.best.bar().is_some() && !self.is_careful;
            self.weights = if self.is_careful { CAREFUL } else { STEADY };
            self.weights.piece = match self.is_careful {
                true => 10 + 5 * self.rng.below(7) as i32,
                false => 5 * self.rng.below(8) as i32,
            };
            if !self.is_careful {
                self.weights.nearest = 1 + self.rng.below(4) as i32;
            }
            self.weights.near_ghost = 5 * self.rng.below(6) as i32;
            self.squares_kept = 4 << self.rng.below(4);
        }
        self.has_begun = true;
    }

    /// Follows one world of the layer.
    fn follow(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let puzzle = self.puzzle;
        let mut listed = std::mem::take(&mut self.listed);
        meter.moves(puzzle, &self.layer[self.at].world, &mut listed);
        let mut played = Ok(0);
        for &mv in &listed {
            let here = &self.layer[self.at];
            let mut world = here.world.clone();
            played = meter.visit(puzzle, &mut world, mv);
            if played.is_err() {
                break;
            }
            let parent = here.parent;
            match world.phase {
                Phase::Lost => continue,
                Phase::Solved => {
                    let score = match puzzle.level.objective {
                        Objective::Time => -Score::from(world.time - puzzle.opening.time),
                        Objective::Any => Score::from(puzzle.opening.left),
                    };
                    let moves = &self.moves;
                    let line = || line(moves, parent, mv, puzzle.opening.time);
                    self.best.offer(meter, true, score, line);
                    continue;
                }
                Phase::Running => {}
            }
            let key = key_of(&(&world, world.lives));
            if !self.seen.insert(key) {
                continue;
            }
            let pieces = match world.left == here.world.left {
                true => here.pieces,
                false => here.pieces + neighbours(&puzzle.maze, &world) - 1,
            };
            let (nearest, near_ghosts) = self.walk.look(&puzzle.maze, &world);
            // Food that no way leads to was found out before.
            let least = u32::from(nearest) + u32::from(world.left) - 1 + world.time;
            let bar = match (puzzle.level.objective, self.best.bar()) {
                (Objective::Time, Some(score)) => (puzzle.opening.time
                    + score.unsigned_abs() as u32)
                    .min(puzzle.level.time_limit + 1),
                _ => puzzle.level.time_limit + 1,
            };
            if least >= bar {
                continue;
            }
            let weights = self.weights;
            let value = weights.left * i32::from(world.left)
                + weights.piece * pieces
                + weights.nearest * i32::from(nearest)
                + weights.near_ghost * near_ghosts
                + weights.life * i32::from(puzzle.level.lives - world.lives);
            let value = (value, key as u64 ^ self.salt);
            self.next.push(Candidate { world, pieces, parent, order: mv.command, value });
        }
        self.listed = listed;
        played.map(|_| ())
    }

    /// Keeps the best worlds of the next time step; returns false if there are none, or if nothing
    /// has been eaten for long.
    fn next_layer(&mut self) -> bool {
        self.next.sort_unstable_by_key(|it| it.value);
        if self.next.len() > self.width {
            let most = (self.width / self.squares_kept).max(1) as u32;
            self.crowd.fill(0);
            self.next.retain(|candidate| {
                let crowd = &mut self.crowd[usize::from(candidate.world.cell)];
                *crowd += 1;
                *crowd <= most
            });
            self.next.truncate(self.width);
        }
        std::mem::swap(&mut self.layer, &mut self.next);
        self.next.clear();
        self.seen.clear();
        self.at = 0;
        for candidate in &mut self.layer {
            self.moves.push((candidate.parent, candidate.order));
            candidate.parent = self.moves.len() as u32;
        }
        let Some(first) = self.layer.first() else { return false };
        let least = self.layer.iter().map(|candidate| candidate.world.left).min();
        if let Some(left) = least.filter(|&left| left < self.least.0) {
            self.least = (left, first.world.time);
        }
        first.world.time - self.least.1 <= LONGEST_FAST + self.crowd.len() as u32 / 8
    }

    fn bytes(&self) -> usize {
        let world = size_of::<Candidate>() + self.puzzle.maze.words * 8;
        (self.layer.len() + self.next.len()) * world
            + self.moves.capacity() * size_of::<(u32, Option<Direction>)>()
            + self.seen.capacity() * (size_of::<u128>() + 1)
    }
}

/// Returns the moves that led to a world and one more. Parents are counted from 1; 0 is the start.
fn line(moves: &[(u32, Option<Direction>)], parent: u32, last: Move, begun: u32) -> Vec<Move> {
    let mut orders = vec![last.command];
    let mut at = parent;
    while at > 0 {
        let (parent, order) = moves[at as usize - 1];
        orders.push(order);
        at = parent;
    }
    (begun..).zip(orders.into_iter().rev()).map(|(at, command)| Timed { at, command }).collect()
}

impl Search for BeamSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if self.refuted.is_some() {
            return SliceEnd::Proved;
        }
        if !self.has_begun {
            let Some(distances) = Distances::of(&self.puzzle.maze, meter) else {
                return SliceEnd::Working;
            };
            self.refuted = obstacle(self.puzzle, &distances, &self.puzzle.opening);
            if self.refuted.is_some() {
                return SliceEnd::Proved;
            }
            self.begin_round();
        }
        while meter.in_slice() {
            if self.follow(meter).is_err() {
                return SliceEnd::Working;
            }
            self.at += 1;
            if self.puzzle.level.objective == Objective::Any && self.best.bar().is_some() {
                return SliceEnd::Exhausted;
            }
            if self.at < self.layer.len() {
                continue;
            }
            meter.keep(self.layer.len() + self.next.len(), self.bytes());
            if !self.next_layer() {
                if self.width >= self.settings.widest as usize {
                    return SliceEnd::Exhausted;
                }
                self.width *= 2;
                self.begin_round();
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.refuted.clone()
    }

    fn inside(&self) -> Inside {
        let time = self.layer.first().map_or(0, |candidate| candidate.world.time);
        Inside::of([("width", self.width as f64), ("time", f64::from(time))])
    }
}

/// Whether a wanted food is left at a square.
fn has_wanted(maze: &Maze, world: &World, square: u16) -> bool {
    let food = usize::from(maze.food_at[usize::from(square)]);
    food < maze.wanted && world.has_food(food)
}

/// Number of squares with food beside Pac-Man.
fn neighbours(maze: &Maze, world: &World) -> i32 {
    let next = maze.next[usize::from(world.cell)];
    let count = next.iter().filter(|&&next| next != NONE && has_wanted(maze, world, next)).count();
    count as i32
}

fn pieces(maze: &Maze, world: &World) -> i32 {
    let squares = (0..maze.cells.len() as u16).filter(|&square| has_wanted(maze, world, square));
    // Each pair is seen once, from its upper or left square.
    let pairs = |square: u16| {
        let next = &maze.next[usize::from(square)][2..];
        next.iter().filter(|&&next| next != NONE && has_wanted(maze, world, next)).count()
    };
    squares.map(|square| 1 - pairs(square) as i32).sum()
}

/// A walk from Pac-Man to the nearest food.
struct Walk {
    /// Number of the walk in which each square was last seen.
    seen: Vec<u32>,
    walk: u32,
    queue: Vec<(u16, u16)>,
}

impl Walk {
    fn new(maze: &Maze) -> Self {
        Walk { seen: vec![0; maze.cells.len()], walk: 0, queue: Vec::new() }
    }

    /// Returns the distance of the nearest food, and how near the ghosts are that can kill: a sum of
    /// steps by which they are nearer than `NEAR`.
    fn look(&mut self, maze: &Maze, world: &World) -> (u16, i32) {
        self.walk += 1;
        self.queue.clear();
        self.queue.push((world.cell, 0));
        self.seen[usize::from(world.cell)] = self.walk;
        let (mut nearest, mut near_ghosts, mut read) = (None, 0, 0);
        while let Some(&(square, far)) = self.queue.get(read) {
            read += 1;
            if nearest.is_none() && has_wanted(maze, world, square) {
                nearest = Some(far);
            }
            if far < NEAR && world.power <= far {
                let here = world.ghosts_in_play().filter(|(_, ghost)| ghost.cell == square).count();
                near_ghosts += i32::from(NEAR - far) * here as i32;
            }
            if nearest.is_some() && far >= NEAR {
                break;
            }
            for next in maze.next[usize::from(square)] {
                if next != NONE && self.seen[usize::from(next)] != self.walk {
                    self.seen[usize::from(next)] = self.walk;
                    self.queue.push((next, far + 1));
                }
            }
        }
        (nearest.unwrap_or(u16::MAX), near_ghosts)
    }
}
