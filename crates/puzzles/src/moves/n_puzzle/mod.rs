//! The n-puzzle: numbered tiles on a board with one empty cell, into which a neighbouring tile can
//! slide. The goal is an order of the tiles; fewest moves count. Rules: K. Spoerer, "The Lemmings
//! Puzzle", 2007, chapter 4. A shortest solution is NP-hard to find: D. Ratner and M. Warmuth, "The
//! (n^2-1)-puzzle and related relocation problems", 1990.
//!
//! Choices where the source is silent. Boards are rectangles of 2 to 32 columns and rows. A move is
//! one tile, named by its number; a run of tiles that slides together counts each. The goal is the
//! reading order with the empty cell last, or first (as in most papers), or a drawn board. With
//! `objective = "any"` every solution is as good as any other. Half of all boards cannot be solved;
//! they are accepted, and a count of exchanges and steps proves it (`rules.rs`).

mod additive;
mod beam;
mod board;
mod coach;
mod encoded;
mod generate;
mod heuristic;
mod ida_star;
mod improver;
mod layers;
mod line_beams;
mod optimal;
mod partition;
mod pattern_database;
mod picture;
mod placements;
mod reverse;
mod rules;
mod symmetry;
mod task;
#[cfg(test)]
mod tests;
mod text;
mod thumb;
mod walking_distance;
mod windows;

use std::ops::Range;

use quarry_core::{
    About, Aim, Bounded, CommunityForm, Example, Facets, Foul, Guided, Located, Notation,
    ParseError, Picture, Puzzle, StateSpace, Verdict,
};

pub use board::Board;
use heuristic::{Heuristic, LinearConflict};
use improver::Improver;
use optimal::PatternIdaStar;

/// Most rows and columns of a board.
pub const LONGEST_SIDE: usize = 32;

/// A line of play: the numbers of the tiles that slide.
pub type Slides = Vec<u16>;

/// The order that the tiles are to be brought into.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    BlankLast,
    BlankFirst,
    Drawn,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Objective {
    Moves,
    Any,
}

/// An instance: the board at the start and the one to be reached. Boards are tiles by cell, row by
/// row; 0 marks the empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NPuzzle {
    columns: usize,
    rows: usize,
    start: Vec<u16>,
    goal: Goal,
    /// Whether the file leaves the goal open.
    goal_is_assumed: bool,
    goal_tiles: Vec<u16>,
    /// Cell of the goal for each tile; for 0 that of the empty cell.
    homes: Vec<u16>,
    objective: Objective,
}

impl NPuzzle {
    /// Creates an instance; both boards have each number once.
    fn new(columns: usize, start: Vec<u16>, goal: Goal, drawn: Option<Vec<u16>>) -> Self {
        let cells = start.len();
        let goal_tiles = match goal {
            Goal::BlankLast => (1..cells as u16).chain([0]).collect(),
            Goal::BlankFirst => (0..cells as u16).collect(),
            Goal::Drawn => drawn.expect("a drawn goal has a board"),
        };
        let mut homes = vec![0; cells];
        for (cell, &tile) in goal_tiles.iter().enumerate() {
            homes[usize::from(tile)] = cell as u16;
        }
        NPuzzle {
            columns,
            rows: cells / columns,
            start,
            goal,
            goal_is_assumed: false,
            goal_tiles,
            homes,
            objective: Objective::Moves,
        }
    }

    fn columns(&self) -> usize {
        self.columns
    }

    fn rows(&self) -> usize {
        self.rows
    }

    fn cells(&self) -> usize {
        self.start.len()
    }

    fn goal_tiles(&self) -> &[u16] {
        &self.goal_tiles
    }

    /// Returns the cell of the goal for a tile.
    fn home(&self, tile: u16) -> usize {
        usize::from(self.homes[usize::from(tile)])
    }

    /// Returns column and row of a cell, from 0.
    fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.columns, cell / self.columns)
    }

    fn linear_conflict(&self) -> LinearConflict {
        LinearConflict::new(self.columns, self.rows, self.home(0))
    }
}

impl Puzzle for NPuzzle {
    const ID: &'static str = "n-puzzle";
    const ABOUT: About = About {
        title: "n-puzzle",
        rules: "Numbered tiles lie on a board with one empty cell. A tile beside it can slide into \
            it. Put the numbers in order, in as few moves as possible.",
        complexity: "A shortest solution is NP-hard to find (Ratner and Warmuth, 1990); some \
            solution takes O(n^3) moves on n x n cells and is easy to find (Parberry, 1995).",
    };
    /// The judge refuses moves after the goal since version 2.
    const RULES_VERSION: u32 = 2;
    type Answer = Slides;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        text::is_list(text)
    }

    fn is_line(line: &str) -> bool {
        text::is_list(line)
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
            Objective::Moves => Aim::ReachBest,
            Objective::Any => Aim::Reach,
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let goal = match self.goal {
            Goal::BlankLast => "in reading order, the empty cell last",
            Goal::BlankFirst => "in reading order, the empty cell first",
            Goal::Drawn => "as drawn in the file",
        };
        let assumed = match self.goal {
            _ if !self.goal_is_assumed => "",
            Goal::BlankFirst => {
                " (the list does not say; papers with 16 and 25 cells have it first)"
            }
            Goal::BlankLast | Goal::Drawn => " (the list does not say)",
        };
        let mut facts = vec![
            ("size", format!("{} x {}", self.columns, self.rows)),
            ("goal", format!("{goal}{assumed}")),
        ];
        let homes = self.start_homes();
        facts.push(match rules::why_hopeless(self, &homes) {
            None => ("at least", format!("{} moves", self.linear_conflict().begin(&homes))),
            Some(why) => ("hopeless", why),
        });
        facts
    }

    fn picture(&self) -> Picture {
        picture::scene(self, &self.start())
    }

    fn write_answer(&self, line: &Slides, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&tile| entry(&self.write_move(tile)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Slides, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Slides) -> Result<Verdict, Foul> {
        rules::judge(self, line)
    }

    fn trace(&self, line: &Slides) -> Vec<String> {
        text::trace(self, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "tiny-2x2",
            "eight",
            "fifteen",
            "korf-15-01",
            "hopeless-4x4",
            "ring-goal-3x4",
            "any-6x6",
            "korf-24-40",
            "twenty-20x20",
            "strip-2x7",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.reverses();
        to.layers();
        to.advises();
        to.coaches();
        // The first to work in the portfolio is the one that has an answer at once.
        to.brings::<Improver>();
        to.brings::<PatternIdaStar>();
        to.encodes();
        to.measures_distances();
        to.generates();
    }
}

impl Guided for NPuzzle {
    fn aim(&self) -> Aim {
        self.objective()
    }

    fn estimate(&self, board: &Board) -> i64 {
        self.bound(board)
    }

    fn is_hopeless(&self, board: &Board) -> bool {
        rules::is_odd(self, board.homes())
    }

    /// Several times the length that the hardest boards of each size need.
    fn longest_game(&self) -> Option<u64> {
        Some(20 * self.cells() as u64)
    }

    fn heap_bytes(&self, _: &Board) -> usize {
        2 * self.cells()
    }
}

impl Bounded for NPuzzle {
    fn bound(&self, board: &Board) -> i64 {
        -i64::from(board.least_moves())
    }

    fn bound_after(&self, board: &Board, mv: u16) -> Option<i64> {
        Some(-1 - i64::from(self.least_moves_after(board, mv)))
    }
}
