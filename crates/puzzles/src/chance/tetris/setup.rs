//! What a game of Tetris is played with: the size of the board, the rule set, how pieces are drawn.

/// When a piece fits, and when the game is over. The literature mixes these rules, and scores
/// differ by a factor of about 38.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleSet {
    /// The piece drops from above the board and must come to rest inside it; nothing can be in its
    /// way sideways.
    Simplified,
    /// The same, but it must come to rest below the four topmost rows.
    Top4,
    /// The piece appears inside the board and has to get to its column.
    Original,
}

impl RuleSet {
    /// All of them, the usual one first.
    pub const ALL: [RuleSet; 3] = [RuleSet::Simplified, RuleSet::Top4, RuleSet::Original];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            RuleSet::Simplified => "simplified",
            RuleSet::Top4 => "top4",
            RuleSet::Original => "original",
        }
    }

    /// The rule set of a name.
    pub fn named(name: &str) -> Option<RuleSet> {
        RuleSet::ALL.into_iter().find(|rules| rules.name() == name)
    }
}

/// Where pieces come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Each piece is equally likely, whatever came before.
    Uniform,
    /// All seven come in random order, then again all seven.
    Bag7,
}

impl Source {
    /// Both, the usual one first.
    pub const ALL: [Source; 2] = [Source::Uniform, Source::Bag7];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Source::Uniform => "uniform",
            Source::Bag7 => "bag7",
        }
    }

    /// The source of a name.
    pub fn named(name: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// The smallest and the widest board.
pub const WIDTHS: std::ops::RangeInclusive<u64> = 4..=16;
/// The lowest and the highest board.
pub const HEIGHTS: std::ops::RangeInclusive<u64> = 4..=32;
/// The lowest board under the rules `top4`: the rows that must stay clear, and four to play in.
pub const LOWEST_TOP4: usize = 8;
/// How many rows at the top must stay clear under the rules `top4`.
const CLEAR_ROWS: usize = 4;

/// All that is fixed in a game, its luck apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// Columns, one of [`WIDTHS`].
    pub width: usize,
    /// Rows, one of [`HEIGHTS`].
    pub height: usize,
    /// The rules.
    pub rules: RuleSet,
    /// How pieces are drawn.
    pub source: Source,
    /// After how many pieces the game is over at the latest.
    pub max_pieces: Option<u64>,
}

impl Setup {
    /// How many rows, from the bottom, pieces may come to rest in.
    pub fn ceiling(&self) -> usize {
        match self.rules {
            RuleSet::Top4 => self.height.saturating_sub(CLEAR_ROWS),
            RuleSet::Simplified | RuleSet::Original => self.height,
        }
    }
}
