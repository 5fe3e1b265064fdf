//! A level: which squares are solid, where targets, stones and the device are, and what is inside
//! the walls. Squares are numbered row by row, from the top left.

/// The longest side of a level, in squares.
pub(super) const LONGEST_SIDE: usize = 64;

/// What an instance asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Objective {
    /// As few pushes as possible.
    #[default]
    Pushes,
    /// As few steps as possible, pushes included.
    Moves,
    /// Any solution.
    Any,
}

impl Objective {
    /// All objectives, the default first.
    pub const ALL: [Objective; 3] = [Objective::Pushes, Objective::Moves, Objective::Any];

    /// Returns the word used in files.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Pushes => "pushes",
            Objective::Moves => "moves",
            Objective::Any => "any",
        }
    }

    /// Returns the objective of this name.
    pub fn named(name: &str) -> Option<Self> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

/// One of the four directions; the order is that of `Side::ALL`, clockwise from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Direction(pub(super) u8);

impl Direction {
    pub(super) const ALL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    /// Returns the letter of a step, in lower case.
    pub(super) fn letter(self) -> char {
        ['u', 'r', 'd', 'l'][usize::from(self.0)]
    }

    /// Returns the direction of a letter of either case.
    pub(super) fn of(letter: char) -> Option<Self> {
        Direction::ALL.into_iter().find(|way| way.letter() == letter.to_ascii_lowercase())
    }

    /// Returns the word for the direction.
    pub(super) fn word(self) -> &'static str {
        ["up", "right", "down", "left"][usize::from(self.0)]
    }

    pub(super) fn opposite(self) -> Self {
        Direction(self.0 ^ 2)
    }
}

/// A level with everything that stands in it at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) solid: Vec<bool>,
    pub(super) target: Vec<bool>,
    pub(super) stone: Vec<bool>,
    pub(super) device: usize,
    /// Whether the device, a stone or a target could be on the square, as far as walls decide it.
    pub(super) inside: Vec<bool>,
}

/// What is wrong with a level, and the square concerned, if it is a single one.
pub(super) struct Flaw {
    pub(super) square: Option<usize>,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Level {
    /// Makes a level of rows of characters of equal length, already known to be those of the
    /// legend.
    pub(super) fn of(columns: usize, rows: usize, squares: &[char]) -> Result<Self, Flaw> {
        let which = |wanted: &str| -> Vec<bool> {
            squares.iter().map(|&square| wanted.contains(square)).collect()
        };
        let (solid, target, stone) = (which("#"), which(".*+"), which("$*"));
        let devices: Vec<usize> =
            (0..squares.len()).filter(|&at| matches!(squares[at], '@' | '+')).collect();
        let [device] = devices[..] else {
            return Err(Flaw {
                square: devices.get(1).copied(),
                expected: "one moving device, `@`, or `+` on a target".to_owned(),
                found: if devices.is_empty() { "none" } else { "another one" }.to_owned(),
            });
        };
        let count = |of: &[bool]| of.iter().filter(|&&is| is).count();
        let (stones, targets) = (count(&stone), count(&target));
        if stones == 0 || stones != targets {
            return Err(Flaw {
                square: None,
                expected: "as many stones (`$`, `*`) as targets (`.`, `*`, `+`), at least one"
                    .to_owned(),
                found: format!("{stones} stones and {targets} targets"),
            });
        }
        let mut level = Level { columns, rows, solid, target, stone, device, inside: Vec::new() };
        level.inside = level.flooded()?;
        Ok(level)
    }

    /// Returns the squares inside the walls, or the first square where the level leaks.
    fn flooded(&self) -> Result<Vec<bool>, Flaw> {
        let mut inside = vec![false; self.solid.len()];
        let mut open: Vec<usize> = (0..self.solid.len())
            .filter(|&at| at == self.device || self.stone[at] || self.target[at])
            .collect();
        open.iter().for_each(|&at| inside[at] = true);
        let mut leak: Option<usize> = None;
        while let Some(at) = open.pop() {
            for way in Direction::ALL {
                match self.beside(at, way) {
                    None => leak = Some(leak.map_or(at, |first| first.min(at))),
                    Some(next) if !self.solid[next] && !inside[next] => {
                        inside[next] = true;
                        open.push(next);
                    }
                    Some(_) => {}
                }
            }
        }
        match leak {
            None => Ok(inside),
            Some(at) => Err(Flaw {
                square: Some(at),
                expected: "walls all around the stones, the targets and the device".to_owned(),
                found: format!("no wall: the level leaks at {}", self.name(at)),
            }),
        }
    }

    /// Returns the square next to another one, if it is on the board.
    pub(super) fn beside(&self, at: usize, way: Direction) -> Option<usize> {
        let (column, row) = (at % self.columns, at / self.columns);
        match way.0 {
            0 => (row > 0).then(|| at - self.columns),
            1 => (column + 1 < self.columns).then_some(at + 1),
            2 => (row + 1 < self.rows).then_some(at + self.columns),
            _ => (column > 0).then(|| at - 1),
        }
    }

    /// Returns `column,row` of a square, from the left and from the top, both from 1.
    pub(super) fn name(&self, at: usize) -> String {
        format!("{},{}", at % self.columns + 1, at / self.columns + 1)
    }

    /// Returns the character of a square with these stones and this device; `-` is floor.
    pub(super) fn character(&self, at: usize, is_stone: bool, is_device: bool) -> char {
        match (self.target[at], is_stone, is_device) {
            _ if self.solid[at] => '#',
            (false, false, false) => '-',
            (true, false, false) => '.',
            (false, true, _) => '$',
            (true, true, _) => '*',
            (false, false, true) => '@',
            (true, false, true) => '+',
        }
    }

    /// Returns the drawn rows, top row first.
    pub(super) fn drawn(&self) -> Vec<String> {
        let row = |row: usize| {
            let squares = row * self.columns..(row + 1) * self.columns;
            squares.map(|at| self.character(at, self.stone[at], at == self.device)).collect()
        };
        (0..self.rows).map(row).collect()
    }
}
