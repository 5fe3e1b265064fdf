//! Sokoban: a moving device pushes stones through a warehouse, one at a time, until every stone
//! stands on a target. Invented by H. Imabayashi, 1981. It is PSPACE-complete: J. Culberson,
//! "Sokoban is PSPACE-complete", 1997.
//!
//! A move is a push together with the shortest walk to it; single steps can be played as well, and
//! answers are kept letter by letter where their walks are not the shortest. What is counted is
//! `pushes` (the default), `moves` (steps, pushes included) or nothing (`any`, whose score is the
//! number of pushes all the same). The outside is solid, and whatever can move lies inside closed
//! walls. Squares are named `column,row`, from the left and from the top, both from 1.

mod assignment;
mod board;
mod bound;
mod coach;
mod corral_search;
mod encoded;
mod farthest;
mod feature_search;
mod freeze;
mod generate;
mod level;
mod lost;
mod lurd;
mod macros;
mod matching;
mod maze;
mod opening;
mod optimal;
mod packing;
mod pairs;
mod parts;
mod picture;
mod plan;
mod pull_freeze;
mod pull_search;
mod reach;
mod reverse;
mod route;
mod rules;
mod shorten;
mod store;
mod strategies;
mod task;
#[cfg(test)]
mod tests;
mod text;
mod thumb;
mod walled;

use std::ops::Range;
use std::sync::Arc;

use quarry_core::{
    About, Aim, Bounded, CommunityForm, Example, Facets, Foul, Interactive, Located, ParseError,
    Picture, Puzzle, StateSpace, Verdict,
};

pub use board::Board;
pub use level::{Direction, Objective};
pub use lurd::Move;
pub use optimal::FewestPushes;
pub use packing::PackingSolver;
pub use reverse::Pull;

use level::Level;
use maze::Maze;

/// An instance: a level, and what is counted.
#[derive(Debug, Clone)]
pub struct Sokoban {
    level: Level,
    objective: Objective,
    /// The level as states and solvers see it.
    maze: Arc<Maze>,
}

impl PartialEq for Sokoban {
    fn eq(&self, other: &Self) -> bool {
        (&self.level, self.objective) == (&other.level, other.objective)
    }
}

impl Sokoban {
    fn new(level: Level, objective: Objective) -> Self {
        let maze = Arc::new(Maze::of(&level));
        Sokoban { level, objective, maze }
    }
}

impl Puzzle for Sokoban {
    const ID: &'static str = "sokoban";
    const ABOUT: About = About {
        title: "Sokoban",
        rules: "A device moves through a warehouse, one square at a time. It pushes a stone that is \
            ahead of it, if the square behind the stone is free; it never pulls, and never pushes \
            two. Bring every stone to a target, with as few pushes as possible.",
        complexity: "PSPACE-complete (Culberson, 1997); already NP-hard if every stone moves once.",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        text::recognises(text)
    }

    fn divide(text: &str) -> Vec<Range<usize>> {
        text::divide(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn community_forms(&self) -> Vec<CommunityForm> {
        text::community_forms(self)
    }

    fn objective(&self) -> Aim {
        match self.objective {
            Objective::Pushes | Objective::Moves => Aim::ReachBest,
            Objective::Any => Aim::Reach,
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let level = &self.level;
        let stones = level.stone.iter().filter(|&&stone| stone).count();
        let floor = level.inside.iter().filter(|&&inside| inside).count();
        let mut facts = vec![
            ("size", format!("{} x {}", level.columns, level.rows)),
            ("stones", stones.to_string()),
            ("floor", format!("{floor} squares")),
            ("counted", self.objective.name().to_owned()),
        ];
        if self.objective != Objective::Any {
            let least = -self.bound(&self.start());
            let least = if least >= -rules::UNSOLVED {
                "no solution".to_owned()
            } else {
                format!("{least} {}", self.objective.name())
            };
            facts.push(("at least", least));
        }
        facts
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        lurd::write_answer(&self.level, line, entry);
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        lurd::read_answer(&self.level, entries)
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(&self.level, self.objective, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "first-push",
            "two-stones",
            "narrow-store",
            "behind-the-wall",
            "three-stones-steps",
            "four-stones",
            "six-stones",
            "eight-stones",
            "fourteen-stones",
            "twenty-stones-any",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.reverses();
        to.advises();
        to.coaches();
        to.brings::<PackingSolver>();
        to.brings::<FewestPushes>();
        to.encodes();
        to.measures_distances();
        to.generates();
    }
}
