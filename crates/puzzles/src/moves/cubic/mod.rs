//! Cubic, known as Vexed: blocks are pushed sideways, fall, and vanish beside their like.
//!
//! A board of solids, empty cells and coloured blocks. A move shifts a block by one cell to the
//! left or right into an empty cell. Then everything falls to rest, all groups of two or more
//! blocks of one colour that touch by an edge vanish at once, and so on until nothing changes. It
//! is solved when no block is left. The rules are those of K. Spoerer, "The Lemmings Puzzle",
//! Nottingham 2007, chapter 4, and of the game Vexed (1999); whether a board can be cleared is
//! NP-complete (E. Friedman, "Cubic is NP-complete", 2001).
//!
//! What the sources leave open: the border is solid; nothing matches in mid-fall; a start that is
//! not at rest, or has a group already, is refused; so is a board without blocks. Under the
//! objective `moves` a solution scores minus its number of moves; under `any` all solutions are
//! equal and score 0.

mod backwards;
mod board;
mod carries;
mod coach;
mod distances;
mod encoded;
mod exact;
mod expansion;
mod generate;
mod layout;
mod neighbourhood;
mod picture;
mod rules;
mod store;
#[cfg(test)]
mod tests;
mod text;
mod vxl;
mod widening_beam;

use std::sync::OnceLock;

use quarry_core::{
    About, Aim, CommunityForm, Example, Facets, Foul, Interactive, Located, Numbered, ParseError,
    Picture, Puzzle, Score, StateSpace, Verdict,
};

pub use board::Board;
pub use exact::ExactSettings;
pub use generate::CubicParams;
pub use layout::Direction;
pub use widening_beam::AnytimeSettings;

use distances::Distances;
use layout::{BlockShift, Colour, Layout};

/// Longest side of a board.
const LONGEST_SIDE: usize = 32;

/// Score of a line that stops short of the goal, before its moves are counted.
const STOPPED_SHORT: i64 = -1_000_000;

/// A cell of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Solid,
    Empty,
    /// A block of a colour, from 1.
    Block(Colour),
}

/// What counts in a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Objective {
    /// The number of moves.
    Moves,
    /// Nothing: any solution will do.
    Any,
}

impl Objective {
    const ALL: [Objective; 2] = [Objective::Moves, Objective::Any];

    fn name(self) -> &'static str {
        match self {
            Objective::Moves => "moves",
            Objective::Any => "any",
        }
    }
}

/// The drawn board, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Grid {
    columns: u8,
    cells: Vec<Cell>,
}

impl Grid {
    fn rows(&self) -> u8 {
        (self.cells.len() / usize::from(self.columns)) as u8
    }

    fn at(&self, column: u8, row: u8) -> Cell {
        self.cells[usize::from(row) * usize::from(self.columns) + usize::from(column)]
    }
}

/// A move: the block in a column and row, both from 0, and where it goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Column of the block, from the left.
    pub column: u8,
    /// Row of the block, from the top.
    pub row: u8,
    /// Where it goes.
    pub direction: Direction,
}

impl Numbered for Move {
    fn number(self) -> u64 {
        let right = u64::from(self.direction == Direction::Right);
        u64::from(self.column) << 16 | u64::from(self.row) << 8 | right
    }
    fn of_number(number: u64) -> Self {
        let direction = if number & 1 == 1 { Direction::Right } else { Direction::Left };
        Move { column: (number >> 16) as u8, row: (number >> 8) as u8, direction }
    }
}

/// An instance: the board at the start, at rest and without groups, and what counts.
#[derive(Debug, Clone)]
pub struct Cubic {
    objective: Objective,
    grid: Grid,
    layout: Layout,
    /// Computed when first asked for.
    distances: OnceLock<Distances>,
}

impl PartialEq for Cubic {
    fn eq(&self, other: &Self) -> bool {
        (self.objective, &self.grid) == (other.objective, &other.grid)
    }
}

impl Eq for Cubic {}

impl Cubic {
    fn new(objective: Objective, grid: Grid) -> Self {
        let is_solid = |column, row| grid.at(column, row) == Cell::Solid;
        let layout = Layout::new(grid.columns, grid.rows(), is_solid);
        Cubic { objective, grid, layout, distances: OnceLock::new() }
    }

    /// Whether shorter solutions are better.
    fn counts_moves(&self) -> bool {
        self.objective == Objective::Moves
    }

    /// Score of a solution.
    fn score_of(&self, line: &[Move]) -> Score {
        if self.counts_moves() { -(line.len() as Score) } else { 0 }
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn distances(&self) -> &Distances {
        self.distances.get_or_init(|| Distances::new(&self.layout))
    }

    /// The colours of all places before the first move.
    fn cells(&self) -> Vec<Colour> {
        let colour = |place| {
            let (column, row) = self.layout.at(place);
            match self.grid.at(column, row) {
                Cell::Block(colour) => colour,
                Cell::Solid | Cell::Empty => 0,
            }
        };
        (0..self.layout.len()).map(|place| colour(place as layout::CellIndex)).collect()
    }

    /// Number of colours before the first move.
    fn colours(&self) -> usize {
        let set = self.cells().iter().fold(0u32, |set, &colour| set | 1 << colour);
        (set & !1).count_ones() as usize
    }

    fn move_of(&self, step: BlockShift) -> Move {
        let (column, row) = self.layout.at(step.place());
        Move { column, row, direction: step.direction() }
    }

    /// The step that a move stands for; `None` if there is no such place.
    fn step_of(&self, mv: Move) -> Option<BlockShift> {
        self.layout.place(mv.column, mv.row).map(|place| BlockShift::new(place, mv.direction))
    }
}

impl Puzzle for Cubic {
    const ID: &'static str = "cubic";
    const ABOUT: About = About {
        title: "Cubic",
        rules: "Shift a block by one cell to the left or right into an empty cell; blocks fall until \
                something holds them. Two or more touching blocks of one colour vanish, and what \
                they held falls. Remove all blocks in as few moves as possible.",
        complexity: "Whether all blocks can be removed is NP-complete (Friedman, 2001).",
    };
    type Answer = Vec<Move>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        vxl::is_pack(text)
    }

    fn is_line(line: &str) -> bool {
        vxl::is_level(line)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn community_forms(&self) -> Vec<CommunityForm> {
        vec![vxl::form(self)]
    }

    fn objective(&self) -> Aim {
        match self.objective {
            Objective::Moves => Aim::ReachBest,
            Objective::Any => Aim::Reach,
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let cells = self.cells();
        let count = |colour: Colour| cells.iter().filter(|&&other| other == colour).count();
        let colours = (1..=distances::COLOURS as Colour).filter(|&colour| count(colour) > 0);
        let counts = colours.map(|colour| format!("{}: {}", text::letter(colour), count(colour)));
        let counts: Vec<String> = counts.collect();
        let least = match self.least_moves(&cells) {
            distances::NEVER => "no solution".to_owned(),
            least => format!("{least} moves"),
        };
        vec![
            ("size", format!("{} x {}", self.grid.columns, self.grid.rows())),
            ("blocks", cells.iter().filter(|&&colour| colour > 0).count().to_string()),
            ("colours", format!("{} ({})", counts.len(), counts.join(", "))),
            ("at least", least),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Move>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&mv| entry(&text::write_move(mv)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Move>, ParseError> {
        let mut line = Vec::new();
        for entry in entries {
            text::read_moves(&entry, &mut line)?;
        }
        Ok(line)
    }

    fn judge(&self, line: &Vec<Move>) -> Result<Verdict, Foul> {
        rules::judge(self, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "first-steps",
            "six-by-five",
            "chain",
            "four-colours",
            "classic-size",
            "three-colours",
            "crowded",
            "wide",
            "twelve-colours",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.coaches();
        to.brings::<exact::Exact>();
        to.brings::<widening_beam::WideningBeam>();
        to.encodes();
        to.measures_distances();
        to.generates();
    }
}
