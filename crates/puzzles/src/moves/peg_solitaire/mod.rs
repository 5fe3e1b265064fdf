//! Peg solitaire: jump over pegs, which are then removed, until a single one is left.
//!
//! The standard board is the English cross of 33 holes with the centre empty. Any board can be
//! drawn, on square cells or on the grid of a triangle; the goal is a single peg anywhere, a single
//! peg on a given hole, or a drawn position. J. Beasley, "The Ins and Outs of Peg Solitaire", 1985;
//! G. Bell, "A fresh look at peg solitaire", 2007. To decide whether one peg can be left is
//! NP-complete on n x n boards (R. Uehara and S. Iwata, 1990).
//!
//! An answer's entry is one peg's jumps, `4,2-4,4-6,4`, with columns from the left and rows from the
//! top, from 1. A goal ends the game. Under `objective = "any"` the score is the number of pegs
//! removed; under `"sweeps"` it is minus the number of sweeps, where jumps of one peg in a row are
//! one sweep, however the entries divide them. `rules.rs` is the judge.

mod beam_search;
mod bits;
mod classes;
mod coach;
mod count_games;
mod encoded;
mod endgames;
mod fewest_sweeps;
mod generate;
mod impossible;
mod jump_search;
mod layers;
mod layout;
mod level_beam;
mod pagoda;
mod picture;
mod play;
mod regions;
mod rules;
mod stuck;
mod table;
mod text;

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use quarry_core::{
    About, Aim, CommunityForm, Example, Facets, Foul, Interactive, Located, Numbered, ParseError,
    Picture, Puzzle, StateSpace, Verdict,
};

pub use generate::Params;
pub use layout::{Cell, Grid};
pub use play::PegPosition;

use classes::Classes;
use layout::Layout;
use regions::Regions;

/// A cell of a drawn board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardSpot {
    /// Not part of the board.
    Nothing,
    /// A hole without a peg.
    Empty,
    /// A hole with a peg.
    Peg,
}

/// A drawn board, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Drawing {
    columns: usize,
    spots: Vec<BoardSpot>,
}

/// What is to be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Goal {
    /// A single peg, anywhere.
    Single,
    /// A single peg on this hole.
    Finish(Cell),
    /// These pegs: a drawing of the board's size with its holes.
    Drawn(Drawing),
}

/// What counts besides the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Any way to the goal will do.
    Any,
    /// The fewest sweeps.
    Sweeps,
}

impl Objective {
    const ALL: [Objective; 2] = [Objective::Any, Objective::Sweeps];

    fn name(self) -> &'static str {
        match self {
            Objective::Any => "any",
            Objective::Sweeps => "sweeps",
        }
    }
}

/// One jump, by the cells where the peg begins and ends.
#[derive(Debug, Clone, Copy)]
pub struct Jump {
    /// Where the peg begins.
    pub from: Cell,
    /// Where it lands.
    pub to: Cell,
    /// Whether the jump stands in the same entry of an answer as the one before it. It only serves
    /// the judge's messages: jumps that differ in nothing else are equal.
    continues: bool,
}

impl Jump {
    fn new(from: Cell, to: Cell) -> Self {
        Jump { from, to, continues: false }
    }
}

impl PartialEq for Jump {
    fn eq(&self, other: &Jump) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Jump {}

impl std::hash::Hash for Jump {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl Numbered for Jump {
    fn number(self) -> u64 {
        let bytes = [self.from.column, self.from.row, self.to.column, self.to.row];
        u64::from(u32::from_be_bytes(bytes))
    }

    fn of_number(number: u64) -> Self {
        let [column, row, to_column, to_row] = (number as u32).to_be_bytes();
        Jump::new(Cell { column, row }, Cell { column: to_column, row: to_row })
    }
}

/// An instance: a drawn board, its grid, the goal, and what counts.
#[derive(Debug, Clone)]
pub struct PegSolitaire {
    drawing: Drawing,
    grid: Grid,
    goal: Goal,
    objective: Objective,
    layout: Arc<Layout>,
    /// Pegs at the start.
    pegs: u128,
    /// Positions that reach the goal.
    target: Target,
    /// For each hole, how hard it is to clear.
    costs: Arc<Vec<u32>>,
    /// Whether no position of the goal is in the class of the first one.
    is_outside_class: bool,
    /// Regions for the bound on sweeps, found when they are first needed.
    regions: OnceLock<Arc<Regions>>,
}

/// The goal as sets of holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    /// A single peg on one of these holes.
    SingleOn(u128),
    /// Exactly these pegs.
    Exactly(u128),
}

impl Target {
    fn is_met(self, pegs: u128) -> bool {
        match self {
            Target::SingleOn(holes) => pegs.count_ones() == 1 && pegs & holes == pegs,
            Target::Exactly(goal) => pegs == goal,
        }
    }

    /// Number of pegs that the goal leaves.
    fn pegs(self) -> u32 {
        match self {
            Target::SingleOn(_) => 1,
            Target::Exactly(goal) => goal.count_ones(),
        }
    }

    /// The positions that meet the goal.
    fn positions(self) -> Vec<u128> {
        match self {
            Target::SingleOn(holes) => layout::numbers(holes).map(|hole| 1 << hole).collect(),
            Target::Exactly(goal) => vec![goal],
        }
    }
}

impl PegSolitaire {
    /// Creates an instance. The drawing has from 1 to 128 holes and at least one peg, and a drawn
    /// goal has the same holes and a peg too.
    fn new(drawing: Drawing, grid: Grid, goal: Goal, objective: Objective) -> Self {
        let rows = drawing.spots.len() / drawing.columns;
        let cell = |at: usize| Cell {
            column: (at % drawing.columns) as u8,
            row: (at / drawing.columns) as u8,
        };
        let is_hole = |at: &usize| drawing.spots[*at] != BoardSpot::Nothing;
        let places: Vec<usize> = (0..drawing.spots.len()).filter(is_hole).collect();
        let holes = places.iter().map(|&at| cell(at)).collect();
        let layout = Layout::new(grid, drawing.columns, rows, holes);
        let pegs_of = |drawn: &Drawing| {
            let with_peg =
                places.iter().zip(0..).filter(|(at, _)| drawn.spots[**at] == BoardSpot::Peg);
            with_peg.fold(0, |set, (_, hole)| set | 1 << hole)
        };
        let target = match &goal {
            Goal::Single => Target::SingleOn(layout.full()),
            Goal::Finish(cell) => {
                Target::SingleOn(1 << layout.number(*cell).expect("the finish is a hole"))
            }
            Goal::Drawn(drawn) => Target::Exactly(pegs_of(drawn)),
        };
        let (pegs, layout) = (pegs_of(&drawing), Arc::new(layout));
        PegSolitaire {
            drawing,
            grid,
            goal,
            objective,
            is_outside_class: Classes::new(&layout).finds_no_goal(target, pegs),
            costs: Arc::new(costs(&layout, target)),
            layout,
            pegs,
            target,
            regions: OnceLock::new(),
        }
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the board's symmetries that do not change the goal, the identity first.
    fn goal_symmetries(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.layout.symmetries.iter().filter(|symmetry| match self.target {
            Target::SingleOn(set) | Target::Exactly(set) => layout::image(symmetry, set) == set,
        })
    }

    fn regions(&self) -> &Arc<Regions> {
        self.regions.get_or_init(|| Arc::new(Regions::new(self)))
    }

    /// Names a set of holes: "3,1, 4,2 and 5,5".
    fn names(&self, holes: u128) -> String {
        let names: Vec<String> =
            layout::numbers(holes).map(|hole| self.layout.holes[hole].to_string()).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => names.concat(),
        }
    }

    /// Returns the cells of a set of holes, as (x, y) of the scene.
    fn cells(&self, holes: u128) -> Vec<(u32, u32)> {
        let cell = |hole: usize| self.layout.holes[hole];
        let place = |cell: Cell| (u32::from(cell.column), u32::from(cell.row));
        layout::numbers(holes).map(|hole| place(cell(hole))).collect()
    }
}

/// Returns how hard each hole is to clear: by the square of its distance from the middle of the board
/// or, where the goal is drawn, from the nearest peg of the goal.
fn costs(layout: &Layout, target: Target) -> Vec<u32> {
    let holes = layout.holes.len() as i32;
    let point = |cell: &Cell| (i32::from(cell.column) * holes, i32::from(cell.row) * holes);
    let total = layout.holes.iter().map(point).fold((0, 0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    let centres: Vec<(i32, i32)> = match target {
        Target::SingleOn(_) => vec![(total.0 / holes, total.1 / holes)],
        Target::Exactly(goal) => {
            layout::numbers(goal).map(|hole| point(&layout.holes[hole])).collect()
        }
    };
    let cost = |cell: &Cell| {
        let square = |centre: &(i32, i32)| {
            let (x, y) = (point(cell).0 - centre.0, point(cell).1 - centre.1);
            // On the grid of a triangle the axes are not at right angles.
            let skew = if layout.grid == Grid::Triangle { x * y } else { 0 };
            (x * x + y * y - skew) / (holes * holes)
        };
        2 + centres.iter().map(square).min().unwrap_or(0) as u32
    };
    layout.holes.iter().map(cost).collect()
}

impl Puzzle for PegSolitaire {
    const ID: &'static str = "peg-solitaire";
    const ABOUT: About = About {
        title: "Peg Solitaire",
        rules: "A peg jumps over a neighbouring peg into the empty hole behind it, and the peg it \
            jumped over is removed. Leave a single peg, anywhere or on the hole that the board \
            names, or reach the drawn goal. Where sweeps are counted, jumps of one peg in a row \
            are one sweep, and the fewest sweeps are wanted.",
        complexity: "Whether a single peg can be left is NP-complete on n x n boards (Uehara and \
            Iwata, 1990). Boards of one line take polynomial time (Moore and Eppstein, 2002), \
            boards of k lines linear time for fixed k (Ravikumar, 2004).",
    };
    type Answer = Vec<Jump>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        text::recognises(text)
    }

    fn is_line(line: &str) -> bool {
        text::is_game_id(line)
    }

    fn divide(text: &str) -> Vec<std::ops::Range<usize>> {
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
            Objective::Any => Aim::Reach,
            Objective::Sweeps => Aim::ReachBest,
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let layout = self.layout();
        let mut facts = vec![
            ("size", format!("{} x {}", layout.columns, layout.rows)),
            ("holes", layout.holes.len().to_string()),
            ("pegs", self.pegs.count_ones().to_string()),
            ("jumps on the board", layout.lines.len().to_string()),
            ("symmetries that keep the goal", self.goal_symmetries().count().to_string()),
        ];
        if let Target::SingleOn(_) = self.target {
            let class = Classes::new(layout).finishes(self.target, self.pegs);
            let names = if class == 0 { "nowhere".to_owned() } else { self.names(class) };
            facts.push(("by its class the last peg can be at", names));
        }
        if self.objective == Objective::Sweeps {
            let least = self.regions().least_sweeps(self.pegs);
            facts.push(("at least", format!("{least} sweeps")));
        }
        facts
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<Jump>, entry: &mut dyn FnMut(&str)) {
        text::write_answer(line, entry);
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Jump>, ParseError> {
        let mut line = Vec::new();
        for entry in entries {
            line.extend(text::read_jumps(&entry)?);
        }
        Ok(line)
    }

    fn judge(&self, line: &Vec<Jump>) -> Result<Verdict, Foul> {
        rules::judge(self, line)
    }

    fn examples() -> &'static [Example] {
        examples!(
            "english",
            "english-sweeps",
            "tiny-cross",
            "plus",
            "european",
            "european-centre",
            "wiegleb",
            "triangle-15",
            "triangle-sweeps",
            "square-6",
            "drawn-goal",
            "rectangle-12x10",
        )
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.ends();
        to.layers();
        to.coaches();
        to.brings::<jump_search::JumpSearch>();
        to.brings::<level_beam::LevelBeam>();
        to.brings::<fewest_sweeps::FewestSweeps>();
        to.brings::<count_games::CountGames>();
        to.encodes();
        to.measures_distances();
        to.generates();
    }
}
