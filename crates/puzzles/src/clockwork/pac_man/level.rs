//! Parts of a level: squares, directions, the kinds of ghosts, and what is counted.

use std::fmt;

use quarry_core::Numbered;

/// Maximum length of a side of a maze.
pub const LONGEST_SIDE: usize = 64;
/// Maximum number of ghosts: each has a digit.
pub const MOST_GHOSTS: usize = 9;

/// A square of the maze: column from the left, row from the top, both from 0. Written from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row from the top, from 0.
    pub y: u8,
    /// Column from the left, from 0.
    pub x: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u16::from(self.x) + 1, u16::from(self.y) + 1)
    }
}

/// A direction, which is also an order to Pac-Man. Sorted as ties between directions are broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards the top.
    Up,
    /// Towards column 1.
    Left,
    /// Towards the bottom.
    Down,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All directions, in the order in which ties are broken.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

    /// Returns the word in files.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Right => "right",
        }
    }

    /// Returns the direction of a word.
    pub fn named(name: &str) -> Option<Self> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// Returns the steps to the right and down that one step in this direction is.
    pub fn step(self) -> (i32, i32) {
        match self {
            Direction::Up => (0, -1),
            Direction::Left => (-1, 0),
            Direction::Down => (0, 1),
            Direction::Right => (1, 0),
        }
    }

    /// Returns the direction straight back.
    pub fn back(self) -> Self {
        Direction::ALL[(self as usize + 2) % 4]
    }

    /// Returns the direction after a turn to the right, seen in this direction.
    pub fn right_turn(self) -> Self {
        Direction::ALL[(self as usize + 3) % 4]
    }

    /// Returns the direction after a turn to the left, seen in this direction.
    pub fn left_turn(self) -> Self {
        Direction::ALL[(self as usize + 1) % 4]
    }
}

impl Numbered for Direction {
    fn number(self) -> u64 {
        self as u64
    }
    fn of_number(number: u64) -> Self {
        Direction::ALL[number as usize % 4]
    }
}

/// What a square holds at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Square {
    /// No one can enter.
    Wall,
    /// Corridor without food.
    Empty,
    /// Corridor with a dot.
    Dot,
    /// Corridor with a pill, which makes ghosts edible for a while.
    Pill,
}

/// How a ghost chooses its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GhostKind {
    /// Towards Pac-Man.
    Chase,
    /// Towards the place four squares ahead of him.
    Ambush,
    /// Towards him from afar; towards the lower left corner when near.
    Shy,
    /// Ahead as long as possible, then to the right, else to the left, else back.
    Patrol,
}

impl GhostKind {
    /// All kinds.
    pub const ALL: [GhostKind; 4] =
        [GhostKind::Chase, GhostKind::Ambush, GhostKind::Shy, GhostKind::Patrol];

    /// Returns the word in files.
    pub fn name(self) -> &'static str {
        match self {
            GhostKind::Chase => "chase",
            GhostKind::Ambush => "ambush",
            GhostKind::Shy => "shy",
            GhostKind::Patrol => "patrol",
        }
    }

    /// Returns the kind of a word.
    pub fn named(name: &str) -> Option<Self> {
        GhostKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A ghost: where it starts and how it chooses its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ghost {
    /// How it chooses its way.
    pub kind: GhostKind,
    /// Where it starts.
    pub start: Cell,
}

/// What has to be eaten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// All dots, as in Spoerer's thesis.
    Thesis,
    /// All dots and pills.
    Arcade,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [RuleSet; 2] = [RuleSet::Thesis, RuleSet::Arcade];

    /// Returns the word in files.
    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Thesis => "thesis",
            RuleSet::Arcade => "arcade",
        }
    }
}

/// What an answer is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The goal in as few time steps as possible.
    Time,
    /// The goal, in any way.
    Any,
}

impl Objective {
    /// All objectives, the default first.
    pub const ALL: [Objective; 2] = [Objective::Time, Objective::Any];

    /// Returns the word in files.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Time => "time",
            Objective::Any => "any",
        }
    }
}

/// A level: the maze and everything that stays the same during a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// What has to be eaten.
    pub rules: RuleSet,
    /// What an answer is asked for.
    pub objective: Objective,
    /// Number of columns, at most [`LONGEST_SIDE`].
    pub columns: usize,
    /// Number of rows, at most [`LONGEST_SIDE`].
    pub rows: usize,
    /// Squares row by row.
    pub squares: Vec<Square>,
    /// Where Pac-Man starts.
    pub start: Cell,
    /// His first direction.
    pub facing: Direction,
    /// Where eaten ghosts come back, if there are ghosts.
    pub home: Option<Cell>,
    /// The ghosts, in order of their numbers.
    pub ghosts: Vec<Ghost>,
    /// Number of steps for which a pill works.
    pub power: u16,
    /// Number of steps that an eaten ghost stays at home.
    pub home_time: u16,
    /// Number of lives; the game is lost with the last.
    pub lives: u8,
    /// Number of time steps after which the game is lost.
    pub time_limit: u32,
}

impl Level {
    /// Returns what a square holds at the start.
    pub fn square(&self, cell: Cell) -> Square {
        self.squares[usize::from(cell.y) * self.columns + usize::from(cell.x)]
    }

    /// Returns all squares of the grid, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let rows = 0..self.rows as u8;
        rows.flat_map(|y| (0..self.columns as u8).map(move |x| Cell { y, x }))
    }

    /// Returns the square that a step leads to, over the border if need be, unless it is a wall.
    pub fn ahead(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (right, down) = direction.step();
        let x = (i32::from(cell.x) + right).rem_euclid(self.columns as i32) as u8;
        let y = (i32::from(cell.y) + down).rem_euclid(self.rows as i32) as u8;
        let next = Cell { y, x };
        (self.square(next) != Square::Wall).then_some(next)
    }

    /// Returns whether a square holds something that must be eaten at the start.
    pub fn is_wanted(&self, square: Square) -> bool {
        square == Square::Dot || square == Square::Pill && self.rules == RuleSet::Arcade
    }
}
