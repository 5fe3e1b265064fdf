//! Tetris: place pieces as they come, rotated and moved as you like; full rows disappear and count.
//!
//! This is the game of the papers on controllers: no clock, no sliding under overhangs; a decision
//! is a rotation and a column, and the score is the number of rows. The pieces to come are random;
//! a player sees the board and the current piece, and where the instance says so the next one. Rule
//! sets and sources of pieces are settings (`setup.rs`), because the literature mixes them.
//! `rules.rs` and `features.rs` are the definitions, `board.rs` and `engine` their fast versions
//! for controllers, and tests compare them. The controllers are published weights
//! (`controllers.rs`, `fahey.rs`), evolved ones (`evolved.rs`), and nets that imitate them
//! (`imitated.rs`).

mod ahead;
mod board;
mod controllers;
pub mod eleven;
mod encoded;
mod engine;
mod evolved;
mod examples;
mod fahey;
pub mod features;
mod generate;
mod imitated;
mod picture;
mod piece;
pub mod rules;
mod setup;
mod shape;
mod state;
mod text;

use quarry_core::{
    About, Aim, Controller, Episode, Example, Facets, Foul, Located, Lucky, ParseError, Picture,
    Puzzle, Valued, Verdict,
};

use crate::luck;
pub use board::{Board, COLUMNS};
pub use controllers::{Linear, Weights};
pub use engine::ComputePath;
pub use evolved::Evolved;
pub use fahey::Fahey;
pub use generate::Params;
pub use imitated::Reconstruction;
pub(super) use picture::show_coming;
pub use piece::{Piece, Placement};
pub use setup::{HEIGHTS, LOWEST_TOP4, RuleSet, Setup, Source, WIDTHS};
pub use state::{Rules, State};
pub(super) use text::word;

/// An instance: the setup of the game, and optionally its luck.
#[derive(Debug, Clone)]
pub struct Tetris {
    rules: Rules,
    luck: Option<u64>,
}

impl Tetris {
    /// Creates a game; without fixed luck, every run draws its own.
    pub fn new(setup: Setup, luck: Option<u64>) -> Self {
        assert!(
            WIDTHS.contains(&(setup.width as u64)) && HEIGHTS.contains(&(setup.height as u64)),
            "a board of a known size"
        );
        Tetris { rules: Rules::new(setup), luck }
    }
}

impl Puzzle for Tetris {
    const ID: &'static str = "tetris";
    const ABOUT: About = About {
        title: "Tetris",
        rules: "Pieces of four cells come one by one, at random; each is turned, put above a column and dropped. Full rows disappear, and \
                every row counts. The game is over when a piece finds no place.",
        complexity: "With all pieces known in advance, to remove as many rows as possible or to survive is NP-complete, and hard to \
                     approximate (Breukelaar et al. 2004). With random pieces every game ends with probability 1 (Burgiel 1997).",
    };
    type Answer = Episode<Placement>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(&self.rules.setup, self.luck)
    }

    fn objective(&self) -> Aim {
        Aim::Maximise
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let setup = &self.rules.setup;
        let mut facts = vec![
            ("rules", setup.rules.name().to_owned()),
            ("size", format!("{} x {}", setup.width, setup.height)),
            ("pieces", setup.source.name().to_owned()),
            luck::fact(self.luck),
        ];
        if setup.preview {
            facts.push(("next piece", "can be seen".to_owned()));
        }
        facts.extend(setup.max_pieces.map(|most| ("pieces at most", most.to_string())));
        facts
    }

    fn picture(&self) -> Picture {
        picture::of_board(&self.rules, &Board::default())
    }

    fn write_answer(&self, episode: &Episode<Placement>, entry: &mut dyn FnMut(&str)) {
        luck::write_episode(self.luck, episode, text::show_placement, entry);
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Episode<Placement>, ParseError> {
        luck::read_episode(self.luck, entries, "a placement", |entry| {
            text::parse_placement(self.rules.setup.width, entry)
        })
    }

    fn judge(&self, episode: &Episode<Placement>) -> Result<Verdict, Foul> {
        rules::judge(&self.rules.setup, episode)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.gambles();
        to.learns::<Evolved>();
        to.imitates();
        to.learns::<Linear>();
        to.learns::<Fahey>();
        to.encodes();
        to.generates();
    }
}

impl Lucky for Tetris {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn luck(&self) -> Option<u64> {
        self.luck
    }
}

impl Valued for Tetris {
    type Evaluator = Linear;

    fn controllers() -> &'static [Controller<Linear>] {
        &controllers::CONTROLLERS
    }
}
