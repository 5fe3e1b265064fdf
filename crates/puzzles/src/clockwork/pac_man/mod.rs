//! Pac-Man: eat all dots of a maze before ghosts have killed you too often.
//!
//! Pac-Man moves all the time, and an order turns him. The ghosts have no luck: each kind has its
//! own fixed way to choose where to go, so that the same orders lead to the same game. The puzzle
//! is the one of K. Spoerer's survey (The Lemmings Puzzle, Nottingham 2007, chapter 4), whose rules
//! leave much open; `rules.rs` says how the gaps are closed. It is NP-hard (G. Viglietta, "Gaming
//! is a hard job, but someone has to do it!", 2012). `rules.rs` is the judge, `world.rs` the fast
//! state for searches.
//!
//! The key of a state includes the time even where any way to the goal will do: near the time limit
//! a later time means less, and a search that forgot it could call a level impossible. Searches
//! that can compare times use `Clockwork::outlook`.

mod beam;
mod coach;
mod dot_bound;
mod encoded;
mod generate;
mod level;
mod maze;
mod obstacle;
mod optimal_time;
mod picture;
pub mod rules;
#[cfg(test)]
mod tests;
mod text;
mod tour;
mod tour_search;
mod world;

use std::sync::Arc;

use quarry_core::{
    About, Aim, Clockwork, Cue, Example, Facets, Featured, Foul, Located, Notation, ParseError,
    Picture, Puzzle, Score, Scripted, Timed, Verdict,
};

pub use generate::Params;
pub use level::{
    Cell, Direction, Ghost, GhostKind, LONGEST_SIDE, Level, MOST_GHOSTS, Objective, RuleSet, Square,
};
pub use world::{Stock, World};

use maze::Maze;
use rules::Phase;

/// An order, or a pass, in one time step.
pub type Move = Timed<Direction>;

/// An instance: a level, and the world in which play begins. That is the level's start, except for
/// the rest of a game (`coach.rs`), which is never written or judged.
#[derive(Debug, Clone)]
pub struct PacMan {
    level: Level,
    maze: Arc<Maze>,
    opening: World,
}

impl PacMan {
    /// Creates the game on a level. Ghosts need a home, and something must have to be eaten.
    pub fn new(level: Level) -> Self {
        assert!(level.columns.max(level.rows) <= LONGEST_SIDE, "coordinates fit");
        assert!(level.ghosts.is_empty() || level.home.is_some(), "ghosts have a home");
        let maze = Maze::new(&level);
        assert!(maze.wanted > 0, "there is something to eat");
        let opening = World::new(&level, &maze);
        PacMan { level, maze: Arc::new(maze), opening }
    }

    /// The level that is played.
    pub fn level(&self) -> &Level {
        &self.level
    }
}

impl Puzzle for PacMan {
    const ID: &'static str = "pac-man";
    const ABOUT: About = About {
        title: "Pac-Man",
        rules: "Pac-Man moves all the time, and each order turns him. Ghosts that touch him kill him, but for a while after \
                a pill he sends them home instead. Eat all dots before the lives or the time run out.",
        complexity: "NP-hard (Viglietta 2012); without ghosts it is the travelling salesman's walk through a maze.",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(&self.level)
    }

    fn objective(&self) -> Aim {
        Clockwork::aim(self)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let level = &self.level;
        let count = |wanted| level.squares.iter().filter(|&&square| square == wanted).count();
        let ghosts: Vec<_> = level.ghosts.iter().map(|ghost| ghost.kind.name()).collect();
        let wanted = match level.rules {
            RuleSet::Thesis => "all dots",
            RuleSet::Arcade => "all dots and pills",
        };
        vec![
            ("rules", format!("{}: {wanted}", level.rules.name())),
            ("objective", level.objective.name().to_owned()),
            ("size", format!("{} x {}", level.columns, level.rows)),
            ("food", format!("{} dots, {} pills", count(Square::Dot), count(Square::Pill))),
            ("ghosts", if ghosts.is_empty() { "none".to_owned() } else { ghosts.join(", ") }),
            ("lives", level.lives.to_string()),
            ("time limit", level.time_limit.to_string()),
        ]
    }

    fn picture(&self) -> Picture {
        picture::of(self, &self.opening)
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        let orders = line.iter().filter(|mv| mv.command.is_some());
        orders.for_each(|order| entry(&text::show_move(order)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        text::parse_answer(&self.level, entries)
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(&self.level, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "first-corridor",
            "two-loops",
            "thirty-dots",
            "four-ghosts-9",
            "one-life-11",
            "patrols-13",
            "four-ghosts-15",
            "arcade-15",
            "any-way-21",
            "walk-31",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.ticks();
        to.brings::<tour_search::Tour>();
        to.brings::<optimal_time::OptimalTime>();
        to.brings::<beam::GhostBeam>();
        to.encodes();
        to.generates();
    }
}

impl Clockwork for PacMan {
    type World = World;
    type Command = Direction;
    type Stock = Stock;

    fn aim(&self) -> Aim {
        match self.level.objective {
            Objective::Time => Aim::ReachBest,
            Objective::Any => Aim::Reach,
        }
    }

    fn begin(&self) -> World {
        self.opening.clone()
    }

    fn now(&self, world: &World) -> u32 {
        world.time
    }

    fn horizon(&self) -> u32 {
        self.level.time_limit
    }

    fn is_over(&self, world: &World) -> bool {
        world.is_over()
    }

    fn is_solved(&self, world: &World) -> bool {
        world.phase == Phase::Solved
    }

    /// A step eats one thing at most.
    fn is_hopeless(&self, world: &World) -> bool {
        match world.phase {
            Phase::Solved => false,
            Phase::Lost => true,
            Phase::Running => u32::from(world.left) > self.level.time_limit - world.time,
        }
    }

    fn each_command(&self, world: &World, mut each: impl FnMut(Direction)) {
        let legal = |order: &Direction| world.obeys(&self.maze, *order);
        Direction::ALL.into_iter().filter(legal).for_each(&mut each);
    }

    fn spell(&self, command: Direction) -> String {
        command.name().to_owned()
    }

    fn orders(&self) -> u64 {
        4
    }

    fn obeys(&self, world: &World, command: Direction) -> bool {
        world.obeys(&self.maze, command)
    }

    fn tick(&self, world: &mut World, command: Option<Direction>) -> Score {
        if world.is_over() {
            return 0;
        }
        let before = world.left;
        world.tick(&self.level, &self.maze, command);
        match self.level.objective {
            Objective::Time => -1,
            Objective::Any => Score::from(before - world.left),
        }
    }

    fn last_gain(&self, world: &World) -> Score {
        match (self.level.objective, world.phase) {
            (Objective::Any, _) | (Objective::Time, Phase::Solved) => 0,
            (Objective::Time, Phase::Running | Phase::Lost) => rules::UNSOLVED,
        }
    }

    fn future(&self, world: &World) -> u128 {
        world.key()
    }

    fn outlook(&self, world: &World) -> (u128, Stock) {
        world.outlook(&self.level)
    }

    /// Two steps for each thing that is left.
    fn guess(&self, world: &World) -> Score {
        match self.level.objective {
            Objective::Time => -2 * Score::from(world.left),
            Objective::Any => Score::from(world.left),
        }
    }
}

quarry_core::clockwork!(PacMan);

impl Notation for PacMan {
    fn write_move(&self, mv: Move) -> String {
        text::show_move(&mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Move, ParseError> {
        text::parse_order_or_pass(&entry)
    }
}

/// Pac-Man is the only one who can be told something, and the directions are all he can be told.
impl Scripted for PacMan {
    fn cast(&self) -> u16 {
        1
    }

    fn roles(&self) -> Vec<u16> {
        (0..4).collect()
    }

    fn calls(&self) -> Vec<u16> {
        Vec::new()
    }

    fn command(&self, cue: Cue) -> Option<Direction> {
        cue.whom?;
        Direction::ALL.get(usize::from(cue.what?)).copied()
    }

    /// At the start of each life, before a wall, and where corridors meet.
    fn each_occasion(&self, world: &World, mut each: impl FnMut(u16)) {
        let next = self.maze.next[usize::from(world.cell)];
        let open = next.iter().filter(|&&next| next != maze::NONE).count();
        let is_blocked = self.maze.ahead(world.cell, world.facing) == maze::NONE;
        if world.cell == self.maze.start || world.time == 0 || open > 2 || is_blocked {
            each(0);
        }
    }
}

/// Pac-Man's square and what is left to eat.
impl Featured for PacMan {
    fn features(&self, world: &World, out: &mut Vec<u64>) {
        const SQUARES: u64 = 1 << 13;
        out.push(u64::from(world.cell));
        out.push(SQUARES + u64::from(world.left));
    }

    fn distance(&self, world: &World) -> u64 {
        u64::from(world.left)
    }
}
