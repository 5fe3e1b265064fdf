//! Setup of a game of Tetris: the size of the board, the rule set, and how pieces are drawn.

/// When a piece fits, and when the game is over. The literature mixes these rules, and scores
/// differ by a factor of about 38.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSet {
    /// The piece drops from above the board and must come to rest inside it; nothing blocks it
    /// sideways.
    Simplified,
    /// As `Simplified`, but it must come to rest below the four topmost rows.
    Top4,
    /// The piece appears inside the board and has to be moved to its column.
    Original,
}

impl RuleSet {
    /// All rule sets, the default first.
    pub const ALL: [RuleSet; 3] = [RuleSet::Simplified, RuleSet::Top4, RuleSet::Original];

    /// Name of the rule set in files.
    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Simplified => "simplified",
            RuleSet::Top4 => "top4",
            RuleSet::Original => "original",
        }
    }

    /// Returns the rule set with this name.
    pub fn named(name: &str) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// How pieces are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Each piece is equally likely, independent of those before.
    Uniform,
    /// All seven come in random order, then all seven again.
    Bag7,
}

impl Source {
    /// Both sources, the default first.
    pub const ALL: [Source; 2] = [Source::Uniform, Source::Bag7];

    /// Name of the source in files.
    pub fn name(self) -> &'static str {
        match self {
            Source::Uniform => "uniform",
            Source::Bag7 => "bag7",
        }
    }

    /// Returns the source with this name.
    pub fn named(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// Range of the number of columns.
pub const WIDTHS: std::ops::RangeInclusive<u64> = 4..=16;
/// Range of the number of rows.
pub const HEIGHTS: std::ops::RangeInclusive<u64> = 4..=32;
/// Minimum number of rows under the rules `top4`: the rows that must stay clear, and four to play
/// in.
pub const LOWEST_TOP4: usize = 8;
/// Number of rows at the top that must stay clear under the rules `top4`.
const CLEAR_ROWS: usize = 4;

/// Everything that is fixed in a game, except its luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Number of columns, in [`WIDTHS`].
    pub width: usize,
    /// Number of rows, in [`HEIGHTS`].
    pub height: usize,
    /// Rule set of the game.
    pub rules: RuleSet,
    /// How pieces are drawn.
    pub source: Source,
    /// Maximum number of pieces, after which the game is over.
    pub max_pieces: Option<u64>,
    /// Whether players see the next piece too.
    pub preview: bool,
}

impl Setup {
    /// Number of rows, from the bottom, in which pieces may come to rest.
    pub fn ceiling(&self) -> usize {
        match self.rules {
            RuleSet::Top4 => self.height.saturating_sub(CLEAR_ROWS),
            RuleSet::Simplified | RuleSet::Original => self.height,
        }
    }
}
