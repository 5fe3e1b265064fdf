//! Parts of a level: cells and their borders, the types of lemmings, and a player's orders.

use quarry_core::Numbered;
use std::collections::BTreeSet;
use std::fmt;

/// Maximum length of a side of a grid.
pub const LONGEST_SIDE: i8 = 64;

/// A cell, or a place just outside the grid: column from the left, row from the top, both from 0.
/// Written `B10`, rows from 1. Sorted by column, then row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column from the left, from 0.
    pub x: i8,
    /// Row from the top, from 0.
    pub y: i8,
}

impl Cell {
    /// Returns the cell this many columns to the right and rows down.
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

/// The direction that a lemming faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Facing {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Facing {
    /// Column offset of one step in this direction.
    pub fn ahead(self) -> i8 {
        match self {
            Facing::Left => -1,
            Facing::Right => 1,
        }
    }

    /// Returns the opposite direction.
    pub fn back(self) -> Self {
        match self {
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
        }
    }
}

/// The types that can be assigned, in the order of a level's quantities.
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
    /// All types, in order.
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

    /// Name of the type in files.
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

    /// Returns the type with this name.
    pub fn named(name: &str) -> Option<Self> {
        Skill::ALL.into_iter().find(|skill| skill.name() == name)
    }
}

/// Current type of a lemming. A bomber is one of these with a fuse; climbers and floaters have that
/// kind only while they climb and float.
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
    /// Name of the kind in traces.
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

/// A player's order in a time step. An order that is not legal is a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Assigns a type to a lemming, given by its number from 0.
    Assign(u16, Skill),
    /// Makes all lemmings explode.
    Nuke,
}

/// Number 0 is the nuke.
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

/// The two rule sets of the thesis, and the one it compares itself with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSet {
    /// LEMMINGS.
    Full,
    /// alpha-LEMMINGS, the earlier and simpler version.
    Alpha,
    /// Cormode's variant: every lemming can be given a type in each time step, some partitions
    /// cannot be destroyed, and there is one exit.
    Cormode,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 3] = [RuleSet::Full, RuleSet::Alpha, RuleSet::Cormode];

    /// Name of the rule set in files.
    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Full => "full",
            RuleSet::Alpha => "alpha",
            RuleSet::Cormode => "cormode",
        }
    }

    /// Returns the rule set with this name.
    pub fn named(name: &str) -> Option<Self> {
        RuleSet::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// Partitions, as the cells that have them on their bottom or right border.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Partitions {
    /// The cells with a partition on their bottom border.
    pub platforms: BTreeSet<Cell>,
    /// The cells with a partition on their right border.
    pub walls: BTreeSet<Cell>,
}

/// A level as written in a file. `text.rs` checks what a file may contain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Rule set of the level.
    pub rules: RuleSet,
    /// Number of columns, at most [`LONGEST_SIDE`].
    pub width: i8,
    /// Number of rows, at most [`LONGEST_SIDE`].
    pub height: i8,
    /// Number of lemmings that enter.
    pub lemmings: u16,
    /// Number of lemmings to be saved.
    pub target: u16,
    /// Number of time steps.
    pub time_limit: u32,
    /// Number of time steps between two entries.
    pub frequency: u32,
    /// Number of assignments available for each type, in the order of [`Skill::ALL`].
    pub quantities: [u16; 8],
    /// Cells where lemmings enter, used in turn.
    pub entrances: Vec<Cell>,
    /// Cells where lemmings are saved.
    pub exits: BTreeSet<Cell>,
    /// The cells with a partition on their bottom border.
    pub platforms: BTreeSet<Cell>,
    /// The cells with a partition on their right border.
    pub walls: BTreeSet<Cell>,
    /// Those of the platforms and walls that cannot be destroyed; none but in Cormode's variant.
    pub impermeable: Partitions,
}

impl Level {
    /// Whether a type can be assigned at all in this level.
    pub fn allows(&self, skill: Skill) -> bool {
        self.quantities[skill as usize] > 0
            && (self.rules != RuleSet::Alpha || skill != Skill::Miner)
    }

    /// Number of orders that can be given in a time step, one after the other.
    pub fn turns(&self) -> u32 {
        match self.rules {
            RuleSet::Full | RuleSet::Alpha => 1,
            RuleSet::Cormode => self.lemmings.into(),
        }
    }

    /// Whether a lemming can be given a type in this turn of a time step.
    pub fn has_turn(&self, number: u16, turn: u16) -> bool {
        self.turns() == 1 || number == turn
    }

    /// Whether a place is inside the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }
}
