//! Blocks World: named blocks stand on the table or on each other, and a move takes a block with
//! nothing on it and puts it on the table or on another such block. From a start arrangement a goal
//! arrangement is reached in as few moves as possible.
//!
//! The rules are those of K. Spoerer, "The Lemmings Puzzle" (Nottingham 2007, chapter 4). Closed
//! where the thesis is silent: a move must change something; towers have no order and no place on
//! the table. Beyond the thesis there are goals that leave blocks open (`partial`), the planning
//! competition's problem files (`pddl.rs`), and a table that holds only so many towers.
//!
//! | file | contents |
//! | --- | --- |
//! | `goal.rs` | what a goal asks of each block, and which blocks may stay where they are |
//! | `rules.rs` | the judge |
//! | `arrangement.rs` | the state for searches |
//! | `building.rs` | plays towards the goal, given which blocks to put down first |
//! | `greedy.rs` | the near-optimal methods US, GN1 and GN2 |
//! | `precedence.rs` | which block must leave before which other arrives, as a graph |
//! | `digraph.rs`, `packing.rs`, `branching.rs` | smallest feedback vertex sets of such graphs |
//! | `smallest_set.rs`, `feedback_set.rs` | the exact solver |
//! | `digging.rs`, `few_towers.rs` | answers for a table that holds few towers |

mod arrangement;
mod branching;
mod building;
mod coach;
mod digging;
mod digging_beam;
mod digraph;
mod encoded;
mod feedback_set;
mod few_towers;
mod generate;
mod goal;
mod greedy;
mod packing;
mod pddl;
mod picture;
mod precedence;
mod rules;
mod smallest_set;
#[cfg(test)]
mod tests;
mod text;
mod uniform;

use std::ops::Range;

use quarry_core::{
    About, Aim, CommunityForm, Example, Facets, Foul, Guided, Interactive, Located, Notation,
    Numbered, ParseError, Picture, Puzzle, Score, StateSpace, Verdict,
};

pub use arrangement::Arrangement;
pub use generate::Params;
use goal::Goal;
use greedy::GreedyBuilder;

/// A block, by its place in the list of names.
pub type Block = u16;

/// Stands for the table where a block is expected.
pub const TABLE: Block = u16::MAX;

/// Largest number of blocks.
pub const MOST_BLOCKS: usize = 10_000;

/// What a line that stops short of the goal loses where moves count.
const UNSOLVED: Score = -1_000_000;

/// A move: a block with nothing on it, and where it is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Block that is moved.
    pub block: Block,
    /// Block on which it is put, or [`TABLE`].
    pub to: Block,
}

impl Numbered for Move {
    fn number(self) -> u64 {
        u64::from(self.block) << 16 | u64::from(self.to)
    }
    fn of_number(number: u64) -> Self {
        Move { block: (number >> 16) as Block, to: number as Block }
    }
}

/// What counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Objective {
    /// The number of moves.
    Moves,
    /// Nothing: any way to the goal will do.
    Any,
}

/// An instance: the names of the blocks, the start, the goal, and how many towers the table holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlocksWorld {
    names: Vec<String>,
    /// What each block stands on.
    start: Vec<Block>,
    goal: Goal,
    /// Whether the goal may leave something open.
    is_partial: bool,
    /// Largest number of towers at any time, if there is a limit.
    table: Option<u16>,
    objective: Objective,
}

impl BlocksWorld {
    fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        0..self.names.len() as Block
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn name(&self, block: Block) -> &str {
        if block == TABLE { "table" } else { &self.names[usize::from(block)] }
    }

    /// Whether the table has room for every block, so that its limit never matters.
    fn has_wide_table(&self) -> bool {
        self.table.is_none_or(|most| usize::from(most) >= self.count())
    }
}

impl Puzzle for BlocksWorld {
    const ID: &'static str = "blocks-world";
    const ABOUT: About = About {
        title: "Blocks World",
        rules: "Blocks stand in towers on a table. A move takes the top block of a tower and puts it on the table or on \
                another tower. Reach the goal arrangement in as few moves as possible.",
        complexity: "Whether a number of moves is enough is NP-complete; some solution is found in linear time, with \
                     at most twice the fewest moves (Gupta and Nau, 1992).",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        if pddl::is_problem(text) { pddl::parse(text) } else { text::parse(text) }
    }

    fn recognises(text: &str) -> bool {
        pddl::is_problem(text)
    }

    fn divide(text: &str) -> Vec<Range<usize>> {
        pddl::divide(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn community_forms(&self) -> Vec<CommunityForm> {
        vec![pddl::form(self)]
    }

    fn objective(&self) -> Aim {
        self.aim()
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let start = self.start();
        let towers = |below: &[Block]| below.iter().filter(|&&support| support == TABLE).count();
        let mut facts = vec![("blocks", self.count().to_string())];
        facts.push(("towers at the start", towers(&self.start).to_string()));
        facts.push(("goal", self.goal.words(self.count())));
        if let Some(most) = self.table {
            facts.push(("table", format!("at most {most} towers")));
        }
        let settled = self.goal.settle(start.below());
        facts.push(("not in place", settled.misplaced().count().to_string()));
        facts.push(("must move twice", precedence::moving_twice(&settled).len().to_string()));
        facts
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&mv| entry(&self.write_move(mv)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        text::parse_answer(self, entries)
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(self, line)
    }

    /// The line as a plan of the four-operator domain, with the towers before each move as a
    /// comment.
    fn trace(&self, line: &Vec<Move>) -> Vec<String> {
        pddl::plan(self, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "sussman",
            "two-rings",
            "tidy-up",
            "narrow-table",
            "no-way",
            "uniform-30",
            "uniform-100",
            "four-towers-200",
            "uniform-300",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.features();
        to.coaches();
        to.brings::<feedback_set::FeedbackSet>();
        to.brings::<few_towers::FewTowers>();
        to.brings::<GreedyBuilder<greedy::Gn2>>();
        to.brings::<GreedyBuilder<greedy::Gn1>>();
        to.brings::<GreedyBuilder<greedy::Us>>();
        to.encodes();
        to.measures_distances();
        to.generates();
    }
}

impl Notation for BlocksWorld {
    fn write_move(&self, mv: Move) -> String {
        format!("{} on {}", self.name(mv.block), self.name(mv.to))
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Move, ParseError> {
        text::parse_move(self, &entry)
    }
}
