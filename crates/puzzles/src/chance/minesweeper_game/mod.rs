//! Minesweeper as a game of chance: open all cells without a mine. The static puzzle is
//! `pencil/minesweeper`.
//!
//! The mines are laid when the first cell is opened, uniformly among all layouts that the start
//! rule allows (`setup.rs`). `rules.rs` is the definition: the luck's seed and the first cell give
//! the layout. A player sees open numbers only; `state.rs` weighs what a cell may show by counting
//! layouts, and `player.rs` opens the cell that is least likely to hold a mine.
//!
//! Boards that can be won without guessing (`generate.rs`) are games with fixed luck and a given
//! first cell: a layout is whatever a seed deals, so the generator looks for a seed. It does not
//! move mines about until deduction goes on, as many programs do: such layouts would not follow
//! from a seed, and would not be uniform among those that need no guess.

mod examples;
mod generate;
mod picture;
mod player;
pub mod rules;
mod setup;
mod state;
mod text;

use quarry_core::{
    About, Aim, Controller, Episode, Example, Facets, Foul, Located, Lucky, ParseError, Picture,
    Puzzle, StateSpace, Valued, Verdict,
};

use crate::luck;
pub use generate::Params;
pub use player::LowestChance;
pub use setup::{SIDES, Setup, StartRule};
pub use state::{Cell, Rules, Shown, State};

/// An instance: the setup of the game, and optionally its luck.
#[derive(Debug, Clone)]
pub struct MinesweeperGame {
    rules: Rules,
    luck: Option<u64>,
}

impl MinesweeperGame {
    /// Creates a game; without fixed luck, every run draws its own.
    pub fn new(setup: Setup, luck: Option<u64>) -> Self {
        assert!(setup.mines <= setup.most_mines(), "there is room for the mines");
        MinesweeperGame { rules: Rules::new(setup), luck }
    }
}

impl Puzzle for MinesweeperGame {
    const ID: &'static str = "minesweeper-game";
    const ABOUT: About = About {
        title: "Minesweeper, the game",
        rules: "Open all cells without a mine; opening a mine loses. An open cell shows how many \
            of the up to eight cells around it hold a mine, and a 0 opens the cells around it. \
            The mines are laid at random when the first cell is opened.",
        complexity: "Whether some layout agrees with what is open is NP-complete (Kaye, 2000); to \
            count those layouts is #P-complete (Nakov and Wei, 2003).",
    };
    type Answer = Episode<Cell>;

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
        let Setup { grid, mines, start, first } = self.rules.setup;
        let mut facts = vec![
            ("size", format!("{} x {}", grid.rows, grid.columns)),
            ("mines", mines.to_string()),
            ("start", start.words().to_owned()),
            luck::fact(self.luck),
        ];
        facts.extend(first.map(|cell| ("first cell", grid.words(cell))));
        facts
    }

    fn picture(&self) -> Picture {
        picture::of_state(&self.rules, &self.rules.start())
    }

    fn write_answer(&self, episode: &Episode<Cell>, entry: &mut dyn FnMut(&str)) {
        let grid = self.rules.setup.grid;
        luck::write_episode(self.luck, episode, |cell| grid.name(cell.index()), entry);
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Episode<Cell>, ParseError> {
        luck::read_episode(self.luck, entries, "a cell", |entry| {
            text::parse_cell(self.rules.setup.grid, entry)
        })
    }

    fn judge(&self, episode: &Episode<Cell>) -> Result<Verdict, Foul> {
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

impl Lucky for MinesweeperGame {
    type Rules = Rules;

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn luck(&self) -> Option<u64> {
        self.luck
    }
}

impl Valued for MinesweeperGame {
    type Evaluator = LowestChance;

    fn controllers() -> &'static [Controller<LowestChance>] {
        &player::CONTROLLERS
    }
}
