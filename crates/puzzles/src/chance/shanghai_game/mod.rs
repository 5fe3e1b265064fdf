//! Shanghai as a game of chance: the faces of covered tiles are hidden. The puzzle in which all
//! faces are known is `moves/shanghai`.
//!
//! A face is seen as soon as a quarter of its tile is not covered from above. The unseen faces are
//! uniform over all arrangements of what is left of the set, so that a newly visible tile shows a
//! face with a weight of how many tiles of it have not been seen. `rules.rs` is the definition: the
//! luck deals all faces at once. A game is won, and scores 1, if all tiles are removed. How much
//! of that can be achieved is hard even to approximate (A. Condon, J. Feigenbaum, C. Lund and P.
//! Shor, "Random debaters and the hardness of approximating stochastic functions", 1997).

mod completions;
mod examples;
mod generate;
mod greedy;
mod picture;
mod player;
pub mod rules;
mod setup;
mod state;
mod text;

#[cfg(test)]
mod tests;

use quarry_core::{
    About, Aim, Controller, Episode, Example, Facets, Foul, Interactive, Located, Lucky,
    ParseError, Picture, Puzzle, StateSpace, Valued, Verdict,
};

use crate::luck;
use crate::mahjong::TilePair;
use crate::mahjong::drawing::parse_pair;
pub use generate::Params;
pub use player::TilePlayer;
pub use setup::Setup;
pub use state::{Rules, Shown, State};

/// An instance: the setup of the game, and optionally its luck.
#[derive(Debug, Clone)]
pub struct ShanghaiGame {
    rules: Rules,
    luck: Option<u64>,
}

impl ShanghaiGame {
    /// Creates a game; without fixed luck, every run draws its own.
    pub fn new(setup: Setup, luck: Option<u64>) -> Self {
        ShanghaiGame { rules: Rules::new(setup), luck }
    }
}

impl Puzzle for ShanghaiGame {
    const ID: &'static str = "shanghai-game";
    const ABOUT: About = About {
        title: "Shanghai, with hidden faces",
        rules: "Tiles lie in rows, some on others, and a covered face is hidden. A tile is in \
            play if none lies on it and no tile touches its left side, or none its right side. \
            Remove matching tiles in play in pairs until none is left.",
        complexity: "To play with hidden faces as well as possible is hard even to approximate \
            (Condon et al., 1997).",
    };
    type Answer = Episode<TilePair>;

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
        let shape = setup.shape();
        let whole = self.rules.start().left;
        let visible = whole.iter().filter(|&tile| setup.is_visible(tile, &whole)).count();
        vec![
            ("tiles", shape.tiles().to_string()),
            ("layers", shape.layers().to_string()),
            ("size", format!("{} x {} quarter cells", shape.columns(), shape.rows())),
            ("groups", setup.group_count().to_string()),
            ("hidden at the start", format!("{} tiles", shape.tiles() - visible)),
            luck::fact(self.luck),
        ]
    }

    fn picture(&self) -> Picture {
        self.rules.scene(&self.rules.start())
    }

    fn write_answer(&self, episode: &Episode<TilePair>, entry: &mut dyn FnMut(&str)) {
        luck::write_episode(self.luck, episode, TilePair::to_string, entry);
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Episode<TilePair>, ParseError> {
        luck::read_episode(self.luck, entries, "a pair", parse_pair)
    }

    fn judge(&self, episode: &Episode<TilePair>) -> Result<Verdict, Foul> {
        rules::judge(&self.rules.setup, episode)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.gambles();
        to.generates();
    }
}

impl Lucky for ShanghaiGame {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn luck(&self) -> Option<u64> {
        self.luck
    }
}

impl Valued for ShanghaiGame {
    type Evaluator = TilePlayer;

    fn controllers() -> &'static [Controller<TilePlayer>] {
        &player::CONTROLLERS
    }
}
