//! Setup of a game: the size of the board, the number of mines, and the start rule.

use quarry_pencil::CellGrid;

/// Where mines may lie, given the cell that is opened first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartRule {
    /// Not on the first cell.
    Safe,
    /// Not on the first cell nor around it, so that it shows 0.
    Open,
    /// Anywhere.
    Any,
}

impl StartRule {
    /// All rules, the default first.
    pub const ALL: [StartRule; 3] = [StartRule::Safe, StartRule::Open, StartRule::Any];

    /// Name of the rule in files.
    pub fn name(self) -> &'static str {
        match self {
            StartRule::Safe => "safe",
            StartRule::Open => "open",
            StartRule::Any => "any",
        }
    }

    /// Returns the rule with this name.
    pub fn named(name: &str) -> Option<StartRule> {
        StartRule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The rule in a few words.
    pub fn words(self) -> &'static str {
        match self {
            StartRule::Safe => "no mine on the first cell",
            StartRule::Open => "no mine on or around the first cell",
            StartRule::Any => "mines anywhere",
        }
    }
}

/// Range of the numbers of rows and columns. The largest board has fewer than 1000 cells, up to
/// which players count layouts in floating point.
pub const SIDES: std::ops::RangeInclusive<u64> = 1..=31;

/// Everything that is fixed in a game, except its luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The board, whose sides are in [`SIDES`].
    pub grid: CellGrid,
    /// Number of mines, at most [`Setup::most_mines`].
    pub mines: usize,
    /// Where mines may lie.
    pub start: StartRule,
    /// The cell that is opened first, if the player does not choose it.
    pub first: Option<usize>,
}

impl Setup {
    /// The largest number of mines for which there is a layout, whichever cell is opened first, and
    /// a cell to be opened.
    pub fn most_mines(&self) -> usize {
        let around = self.grid.rows.min(3) * self.grid.columns.min(3);
        self.grid.len() - if self.start == StartRule::Open { around } else { 1 }
    }
}
