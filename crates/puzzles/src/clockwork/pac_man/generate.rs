//! Generates mazes that are symmetric from left to right and have no dead ends.
//!
//! Corridors lie on odd columns and rows. Walls between them are opened at random, each with its
//! mirror image, until all corridors hang together; then every dead end is opened once more. A maze
//! with ghosts is kept if a quick search solves it and a ghost comes within two steps of Pac-Man on
//! the way, so that there is something to be afraid of.

use quarry_core::{Generate, GenerateError, Meter, Rng, Search, SliceEnd, settings};

use super::beam::{BeamSearch, BeamSettings};
use super::level::{
    Cell, Direction, Ghost, GhostKind, Level, MOST_GHOSTS, Objective, RuleSet, Square,
};
use super::{Move, PacMan};

settings! {
    /// Parameters of generated mazes.
    pub struct Params {
        /// Number of columns, odd.
        pub width: u64 = 15, 5..=63;
        /// Number of rows, odd.
        pub height: u64 = 15, 5..=63;
        /// Number of dots; 0 puts one on every free square.
        pub dots: u64 = 0, 0..=4096;
        /// Number of pills, in the corners.
        pub pills: u64 = 4, 0..=4;
        /// Number of ghosts that chase.
        pub chase: u64 = 1, 0..=9;
        /// Number of ghosts that ambush.
        pub ambush: u64 = 1, 0..=9;
        /// Number of shy ghosts.
        pub shy: u64 = 1, 0..=9;
        /// Number of ghosts on patrol.
        pub patrol: u64 = 1, 0..=9;
        /// Whether a tunnel leads over the left and right border.
        pub tunnel: bool = true, ();
        /// Rule set.
        pub rules: &'static str = "thesis", ["thesis", "arcade"];
        /// What is counted.
        pub objective: &'static str = "time", ["time", "any"];
        /// Number of lives.
        pub lives: u64 = 3, 1..=9;
        /// Number of time steps; 0 means 1000, or five for each dot if that is more.
        pub time_limit: u64 = 0, 0..=100_000;
    }
}

/// Number of mazes that are tried.
const ATTEMPTS: u64 = 60;
/// Nodes that the search for a solution may take for each maze.
const NODES: u64 = 2_000_000;
/// Distance of a ghost that counts as a near miss.
const NEAR_MISS: u16 = 2;

impl Generate for PacMan {
    type Params = Params;

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let ghosts = params.chase + params.ambush + params.shy + params.patrol;
        if params.width.is_multiple_of(2) || params.height.is_multiple_of(2) {
            let why = "a maze without dead ends has odd sides: ask for an odd width and height";
            return Err(why.to_owned().into());
        }
        if ghosts > MOST_GHOSTS as u64 {
            return Err(format!(
                "{ghosts} ghosts are more than there are digits: ask for at most {MOST_GHOSTS}"
            )
            .into());
        }
        for attempt in 0..ATTEMPTS {
            let mut rng = Rng::stream(seed, attempt);
            let puzzle = PacMan::new(draw(params, &mut rng)?);
            match passes(&puzzle, seed, meter) {
                Some(true) => return Ok(puzzle),
                Some(false) => {}
                None => return Err(GenerateError::Stopped),
            }
        }
        Err("no maze was found that a quick search solves with a narrow escape: ask for fewer or \
             other ghosts, more lives or more time"
            .to_owned()
            .into())
    }
}

/// Whether a quick search solves the level with a near miss, if it has ghosts; `None` if the meter
/// stops it.
fn passes(puzzle: &PacMan, seed: u64, meter: &mut Meter) -> Option<bool> {
    if !meter.goes_on() {
        return None;
    }
    if puzzle.maze.ghosts.is_empty() {
        return Some(true);
    }
    let settings = BeamSettings { widest: 256, ..BeamSettings::default() };
    let mut search = BeamSearch::new(puzzle, &settings, seed);
    let mut helper = meter.helper(u64::MAX, NODES);
    loop {
        helper.begin_slice();
        let end = search.slice(&mut helper);
        if !meter.goes_on() {
            return None;
        }
        if let Some(found) = search.best() {
            return Some(has_near_miss(puzzle, &found.answer));
        }
        if end != SliceEnd::Working || !helper.goes_on() {
            return Some(false);
        }
    }
}

/// Whether a ghost that can kill comes within two steps of Pac-Man.
fn has_near_miss(puzzle: &PacMan, line: &[Move]) -> bool {
    let mut world = puzzle.opening.clone();
    let mut far = vec![0; puzzle.maze.cells.len()];
    let mut queue = Vec::new();
    line.iter().any(|mv| {
        world.tick(&puzzle.level, &puzzle.maze, mv.command);
        puzzle.maze.distances_from(world.cell, &mut far, &mut queue);
        world.power == 0
            && world.ghosts_in_play().any(|(_, ghost)| far[usize::from(ghost.cell)] <= NEAR_MISS)
    })
}

/// Draws a level of these parameters.
fn draw(params: &Params, rng: &mut Rng) -> Result<Level, GenerateError> {
    let (columns, rows) = (params.width as usize, params.height as usize);
    let mut squares = corridors(columns, rows, rng);
    let middle_row = rows / 2 / 2 * 2 + 1;
    let middle_row = middle_row.min(rows - 2);
    if params.tunnel {
        squares[middle_row * columns] = Square::Empty;
        squares[middle_row * columns + columns - 1] = Square::Empty;
    }
    let open: Vec<Cell> = (0..rows * columns)
        .filter(|&at| squares[at] != Square::Wall)
        .map(|at| Cell { x: (at % columns) as u8, y: (at / columns) as u8 })
        .collect();
    let near = |x: usize, y: usize| {
        move |cell: &Cell| {
            (usize::from(cell.x).abs_diff(x).pow(2) + usize::from(cell.y).abs_diff(y).pow(2), *cell)
        }
    };
    let kinds = [
        (GhostKind::Chase, params.chase),
        (GhostKind::Ambush, params.ambush),
        (GhostKind::Shy, params.shy),
        (GhostKind::Patrol, params.patrol),
    ];
    let kinds: Vec<GhostKind> =
        kinds.iter().flat_map(|&(kind, count)| (0..count).map(move |_| kind)).collect();
    // Ghosts begin around their home in the middle, Pac-Man far below.
    let mut central = open.clone();
    central.sort_by_key(near(columns / 2, rows / 2));
    let mut low = open.clone();
    low.sort_by_key(near(columns / 2, rows));
    let start = low[0];
    central.retain(|&cell| cell != start);
    if central.len() < kinds.len() + 2 {
        return Err("the maze is too small for the ghosts: ask for a larger one or fewer ghosts"
            .to_owned()
            .into());
    }
    let home = (!kinds.is_empty()).then(|| central[0]);
    let ghosts: Vec<Ghost> =
        kinds.iter().zip(&central[1..]).map(|(&kind, &start)| Ghost { kind, start }).collect();
    let is_taken = |cell: &Cell| {
        *cell == start || Some(*cell) == home || ghosts.iter().any(|ghost| ghost.start == *cell)
    };
    let mut free: Vec<Cell> = open.iter().copied().filter(|cell| !is_taken(cell)).collect();
    let index = |cell: Cell| usize::from(cell.y) * columns + usize::from(cell.x);
    let corners = [(1, 1), (columns - 2, rows - 2), (columns - 2, 1), (1, rows - 2)];
    for &(x, y) in corners.iter().take(params.pills as usize) {
        if let Some(&cell) =
            free.iter().min_by_key(|cell| near(x, y)(cell)).filter(|_| free.len() > 1)
        {
            squares[index(cell)] = Square::Pill;
            free.retain(|&other| other != cell);
        }
    }
    let dots = if params.dots == 0 { free.len() } else { params.dots as usize };
    if dots > free.len() {
        return Err(format!("the maze has room for {} dots: ask for fewer", free.len()).into());
    }
    rng.shuffle(&mut free);
    free[..dots].iter().for_each(|&cell| squares[index(cell)] = Square::Dot);
    let time_limit = match params.time_limit {
        0 => (5 * dots as u64).max(1000),
        steps => steps,
    };
    let rules = RuleSet::ALL.into_iter().find(|it| it.name() == params.rules);
    let objective = Objective::ALL.into_iter().find(|it| it.name() == params.objective);
    Ok(Level {
        rules: rules.expect("the settings take rule sets only"),
        objective: objective.expect("the settings take objectives only"),
        columns,
        rows,
        squares,
        start,
        facing: Direction::Left,
        home,
        ghosts,
        power: 20,
        home_time: 5,
        lives: params.lives as u8,
        time_limit: time_limit as u32,
    })
}

/// Draws the corridors: connected, symmetric and without dead ends.
fn corridors(columns: usize, rows: usize, rng: &mut Rng) -> Vec<Square> {
    let (across, down) = (columns / 2, rows / 2);
    let mut squares = vec![Square::Wall; columns * rows];
    for node in 0..across * down {
        let (x, y) = (2 * (node % across) + 1, 2 * (node / across) + 1);
        squares[y * columns + x] = Square::Empty;
    }
    // Each gap between neighbouring corridors, by the corridor to its left or above.
    let mut gaps: Vec<(usize, bool)> = (0..across * down)
        .flat_map(|node| [(node, false), (node, true)])
        .filter(
            |&(node, is_down)| {
                if is_down { node / across + 1 < down } else { node % across + 1 < across }
            },
        )
        .collect();
    rng.shuffle(&mut gaps);
    let ends =
        |(node, is_down): (usize, bool)| (node, if is_down { node + across } else { node + 1 });
    let mirrored = |(node, is_down): (usize, bool)| {
        let (x, y) = (node % across, node / across);
        let x = if is_down { across - 1 - x } else { across - 2 - x };
        (y * across + x, is_down)
    };
    let place = |(node, is_down): (usize, bool)| {
        let (x, y) = (2 * (node % across) + 1, 2 * (node / across) + 1);
        if is_down { (y + 1) * columns + x } else { y * columns + x + 1 }
    };
    let mut group: Vec<usize> = (0..across * down).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    for &gap in &gaps {
        let (one, other) = ends(gap);
        if root(&mut group, one) == root(&mut group, other) {
            continue;
        }
        for gap in [gap, mirrored(gap)] {
            let (one, other) = ends(gap);
            let (one, other) = (root(&mut group, one), root(&mut group, other));
            group[one] = other;
            squares[place(gap)] = Square::Empty;
        }
    }
    for node in 0..across * down {
        let is_beside = |gap: &&(usize, bool)| [ends(**gap).0, ends(**gap).1].contains(&node);
        let around: Vec<_> = gaps.iter().filter(is_beside).copied().collect();
        let is_open = |gap: &(usize, bool)| squares[place(*gap)] != Square::Wall;
        let open = around.iter().filter(|gap| is_open(gap)).count();
        let closed: Vec<_> = around.iter().filter(|gap| !is_open(gap)).copied().collect();
        if open < 2 && !closed.is_empty() {
            let gap = closed[rng.below(closed.len())];
            squares[place(gap)] = Square::Empty;
            squares[place(mirrored(gap))] = Square::Empty;
        }
    }
    squares
}
