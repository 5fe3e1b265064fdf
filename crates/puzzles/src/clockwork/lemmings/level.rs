//! What a level is made of: cells and their borders, the types of lemmings, what a player can
//! order.

use quarry_core::Numbered;
use std::collections::BTreeSet;
use std::fmt;

/// The longest side of a grid.
pub const LONGEST_SIDE: i8 = 64;

/// A cell, or a place just outside the grid: column from the left, row from the top, both from 0.
/// Written `B10`, rows from 1. Sorted by column, then row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column.
    pub x: i8,
    /// Row.
    pub y: i8,
}

impl Cell {
    /// The cell so many columns to the right and so many rows down.
    pub fn by(self, right: i8, down: i8) -> Self {
        Cell { x: self.x + right, y: self.y + down }
    }
}

/// The letters of a column: A to Z, then AA, AB and so on.
pub fn column_name(x: i8) -> String {
    let letter = |index: i8| char::from(b'A' + index.unsigned_abs());
    if x < 26 {
        letter(x).to_string()
    } else {
        [letter(x / 26 - 1), letter(x % 26)].iter().collect()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_name(self.x), i16::from(self.y) + 1)
    }
}

/// Which way a lemming looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Facing {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Facing {
    /// The step of one column that way.
    pub fn ahead(self) -> i8 {
        match self {
            Facing::Left => -1,
            Facing::Right => 1,
        }
    }

    /// The other way.
    pub fn back(self) -> Self {
        match self {
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
        }
    }
}

/// What a lemming can be told to be, in the order of a level's quantities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skill {
    /// Tunnels through walls.
    Basher,
    /// Turns others back.
    Blocker,
    /// Explodes after five steps.
    Bomber,
    /// Builds three steps of a stair.
    Builder,
    /// Climbs walls, for life.
    Climber,
    /// Tunnels down.
    Digger,
    /// Falls slowly, for life.
    Floater,
    /// Tunnels down and across.
    Miner,
}

impl Skill {
    /// All of them, in order.
    pub const ALL: [Skill; 8] = [
        Skill::Basher,
        Skill::Blocker,
        Skill::Bomber,
        Skill::Builder,
        Skill::Climber,
        Skill::Digger,
        Skill::Floater,
        Skill::Miner,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Skill::Basher => "basher",
            Skill::Blocker => "blocker",
            Skill::Bomber => "bomber",
            Skill::Builder => "builder",
            Skill::Climber => "climber",
            Skill::Digger => "digger",
            Skill::Floater => "floater",
            Skill::Miner => "miner",
        }
    }

    /// The skill of a name.
    pub fn named(name: &str) -> Option<Self> {
        Skill::ALL.into_iter().find(|skill| skill.name() == name)
    }
}

/// What a lemming is at present. A bomber is one of these with a fuse; climbers and floaters are so
/// called only while they climb and float.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Walks or falls.
    Walker,
    /// Works its way through a wall.
    Basher,
    /// Stands in the way.
    Blocker,
    /// Builds.
    Builder,
    /// Is on a wall.
    Climber,
    /// Works its way down.
    Digger,
    /// Hangs on its umbrella.
    Floater,
    /// Works its way down and across.
    Miner,
}

impl Kind {
    /// The name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Walker => "walker",
            Kind::Basher => "basher",
            Kind::Blocker => "blocker",
            Kind::Builder => "builder",
            Kind::Climber => "climber",
            Kind::Digger => "digger",
            Kind::Floater => "floater",
            Kind::Miner => "miner",
        }
    }
}

/// What a player can order in a time step, if anything. An order that is not legal is a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// A lemming, by its number from 0, is to be of a type.
    Assign(u16, Skill),
    /// All explode.
    Nuke,
}

/// 0 is the order to all.
impl Numbered for Command {
    fn number(self) -> u64 {
        match self {
            Command::Assign(lemming, skill) => (u64::from(lemming) << 8 | skill as u64) + 1,
            Command::Nuke => 0,
        }
    }
    fn of_number(number: u64) -> Self {
        match number.checked_sub(1) {
            Some(order) => {
                Command::Assign((order >> 8) as u16, Skill::ALL[(order & 0xff) as usize])
            }
            None => Command::Nuke,
        }
    }
}

/// The two rule sets of the thesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSet {
    /// LEMMINGS.
    Full,
    /// alpha-LEMMINGS, the earlier and simpler form.
    Alpha,
}

impl RuleSet {
    /// Both.
    pub const ALL: [RuleSet; 2] = [RuleSet::Full, RuleSet::Alpha];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Full => "full",
            RuleSet::Alpha => "alpha",
        }
    }

    /// The rule set of a name.
    pub fn named(name: &str) -> Option<Self> {
        RuleSet::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// A level as it is written down. What a file may say is checked by `text.rs`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The rule set.
    pub rules: RuleSet,
    /// How many columns the grid has, at most [`LONGEST_SIDE`].
    pub width: i8,
    /// How many rows.
    pub height: i8,
    /// How many lemmings enter.
    pub lemmings: u16,
    /// How many are to be saved.
    pub target: u16,
    /// How many time steps there are.
    pub time_limit: u32,
    /// How many time steps lie between two entries.
    pub frequency: u32,
    /// How many lemmings can be told to be of each type, in the order of [`Skill::ALL`].
    pub quantities: [u16; 8],
    /// Where they enter, in turn.
    pub entrances: Vec<Cell>,
    /// Where they are saved.
    pub exits: BTreeSet<Cell>,
    /// The cells with a partition on their bottom border.
    pub platforms: BTreeSet<Cell>,
    /// The cells with a partition on their right border.
    pub walls: BTreeSet<Cell>,
}

impl Level {
    /// Whether lemmings can be told to be of a type at all.
    pub fn allows(&self, skill: Skill) -> bool {
        self.quantities[skill as usize] > 0
            && (self.rules == RuleSet::Full || skill != Skill::Miner)
    }

    /// Whether a place is inside the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }
}
