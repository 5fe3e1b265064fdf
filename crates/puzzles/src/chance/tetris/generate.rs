//! Generates games from a size and rules, with the seed as their luck.

use quarry_core::{Generate, GenerateError, Meter, settings};

use super::Tetris;
use super::setup::{HEIGHTS, LOWEST_TOP4, RuleSet, Setup, Source, WIDTHS};

settings! {
    /// Parameters of generated games.
    pub struct Params {
        /// Number of columns.
        pub width: u64 = 10, WIDTHS;
        /// Number of rows; at least 8 under the rules top4.
        pub height: u64 = 20, HEIGHTS;
        /// Rule set of the game.
        pub rules: &'static str = "simplified", RuleSet::ALL.map(RuleSet::name);
        /// Whether pieces are drawn one by one, or from bags of all seven.
        pub pieces: &'static str = "uniform", Source::ALL.map(Source::name);
        /// Maximum number of pieces, after which the game is over; 0 for no limit.
        pub max_pieces: u64 = 0, 0..=1_000_000_000_000;
        /// Whether players see the next piece too.
        pub preview: bool = false, ();
    }
}

impl Generate for Tetris {
    type Params = Params;

    fn generate(params: &Params, seed: u64, _: &mut Meter) -> Result<Self, GenerateError> {
        if i64::try_from(seed).is_err() {
            return Err(format!(
                "{seed} is too large for a file: ask for a seed up to {}",
                i64::MAX
            )
            .into());
        }
        let rules =
            RuleSet::named(params.rules).expect("the settings only take the names of rule sets");
        if rules == RuleSet::Top4 && params.height < LOWEST_TOP4 as u64 {
            let few = params.height;
            let why = format!(
                "top4 leaves no room on {few} rows: ask for a height of {LOWEST_TOP4} or more"
            );
            return Err(why.into());
        }
        let setup = Setup {
            width: params.width as usize,
            height: params.height as usize,
            rules,
            source: Source::named(params.pieces)
                .expect("the settings only take the names of sources"),
            max_pieces: Some(params.max_pieces).filter(|&most| most > 0),
            preview: params.preview,
        };
        Ok(Tetris::new(setup, Some(seed)))
    }
}
