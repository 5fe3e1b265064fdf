//! Puzzles whose answer is filled in: entries, human reasoning about them, and the views of an
//! answer that solvers need: constraints, a path, an arrangement.
//!
//! A puzzle with named techniques lists them from easy to hard. Its notes hold what is known: which
//! entries are right and which are ruled out. [`Explained::next`] takes the easiest step. The steps
//! of a whole solution give a [`Rating`]; the steps up to the next entry give a hint.

use std::fmt;

use crate::{
    Assignment, Found, Halt, Literal, Meter, Model, Picture, Puzzle, Rng, Score, Side, Value,
    Vertex,
};

/// Where something is written: in a cell of the picture, on an edge of one, or between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The cell in this column and row.
    Cell(u32, u32),
    /// This side of the cell in this column and row.
    Edge(u32, u32, Side),
    /// The line between the middles of two cells, each by its column and row.
    Link((u32, u32), (u32, u32)),
}

impl Place {
    /// The column and row of the cell that contains the place or borders on it, or of the first cell
    /// of a link.
    pub fn cell(self) -> (u32, u32) {
        match self {
            Place::Cell(x, y) | Place::Edge(x, y, _) | Place::Link((x, y), _) => (x, y),
        }
    }
}

/// A violation of the rules that no further entry can repair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Cells involved in the violation.
    pub cells: Vec<usize>,
    /// Short description of the violation: "7 stands twice".
    pub words: String,
}

/// Cells that belong together with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The cells, including the entry's own.
    pub cells: Vec<usize>,
    /// Short description of their connection: "in a chain from 3 to 9".
    pub words: Option<String>,
}

/// Facet: a board whose cells are filled in any order, with erasing and errors, as on paper. A cell
/// is anything that can be written into: a square or an edge. Cells are numbered from 0 in reading
/// order; their values are numbers from 1, which may be displayed in another form.
pub trait Filled: Puzzle {
    /// The board before the first entry: the givens and everything else that cannot be changed.
    fn blank(&self) -> Self::Answer;
    /// The value of each cell; `None` where nothing is entered.
    fn values(&self, filling: &Self::Answer) -> Vec<Option<u32>>;
    /// Writes a value from 1 to [`Filled::most`] into a cell, or erases it.
    fn put(&self, filling: &mut Self::Answer, cell: usize, value: Option<u32>);
    /// The largest value.
    fn most(&self) -> u32;
    /// The name of a cell, unique on the board: "2,5" for row 2, column 5.
    fn name(&self, cell: usize) -> String;
    /// Position of a cell on the picture of a filling, unique on the board.
    fn place(&self, cell: usize) -> Place;
    /// Draws the filling.
    fn drawn(&self, filling: &Self::Answer) -> Picture;
    /// All violations of the rules, found without search. A full board without any is solved.
    fn faults(&self, filling: &Self::Answer) -> Vec<Fault>;

    /// Displays a value.
    fn write_value(&self, value: u32) -> String {
        value.to_string()
    }
    /// Parses a displayed value; the inverse of [`Filled::write_value`].
    fn read_value(&self, text: &str) -> Option<u32> {
        text.parse().ok().filter(|value| (1..=self.most()).contains(value))
    }
    /// Describes what can be entered.
    fn values_in_words(&self) -> String {
        format!("a number from 1 to {}", self.most())
    }
    /// The values that may be written into a cell, in the order in which clicks go through them.
    fn choices(&self, _cell: usize) -> Vec<u32> {
        (1..=self.most()).collect()
    }
    /// Whether neighbouring cells often have the same value, so that people drag it from one to the
    /// next.
    fn spreads(&self) -> bool {
        false
    }
    /// The other cells that get a value together with a cell when it is dragged there: those that
    /// must have it if the cell has it.
    fn partners(&self, _cell: usize, _value: u32) -> Vec<usize> {
        Vec::new()
    }
    /// The value that the user is likely to enter after another one, if there is an obvious
    /// candidate.
    fn likely_value(&self, _filling: &Self::Answer, _after: Option<u32>) -> Option<u32> {
        None
    }
    /// The pairs of cells between which a person may draw a line, each in rising order and once. A
    /// line says that the two are linked as the rules mean it. It helps on the way and is not part
    /// of the answer.
    fn linkable(&self) -> Vec<(usize, usize)> {
        Vec::new()
    }
    /// The same instance in which these pairs are linked too; `None` if the puzzle has no links.
    /// Cells keep their numbers and places, and their entries mean the same in the model.
    fn linked(&self, _links: &[(usize, usize)]) -> Option<Self> {
        None
    }
    /// Whether a link is right in a solution.
    fn allows_link(&self, solution: &Self::Answer, link: (usize, usize)) -> bool {
        let linked = self.linked(&[link]);
        linked.is_some_and(|linked| linked.judge(solution).is_ok_and(|verdict| verdict.solved))
    }
    /// The cells that belong together with a cell and its value.
    fn related(&self, _filling: &Self::Answer, cell: usize) -> Related {
        Related { cells: vec![cell], words: None }
    }
}

/// Difficulty of a puzzle: that of the hardest technique it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Obvious steps.
    Easy,
    /// Techniques that beginners learn soon.
    Medium,
    /// Techniques that take patience.
    Hard,
    /// Assumptions that are followed to a contradiction.
    Expert,
    /// Long chains, or more than the named techniques can do.
    Beyond,
}

impl Tier {
    /// All tiers, the easiest first.
    pub const ALL: [Tier; 5] = [Tier::Easy, Tier::Medium, Tier::Hard, Tier::Expert, Tier::Beyond];

    /// The name of the tier, as a lower-case word.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Easy => "easy",
            Tier::Medium => "medium",
            Tier::Hard => "hard",
            Tier::Expert => "expert",
            Tier::Beyond => "beyond",
        }
    }

    /// Returns the tier with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A solving technique for people.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Name, as shown in hints and ratings.
    pub name: &'static str,
    /// Lowest tier of a puzzle that needs the technique.
    pub tier: Tier,
    /// Points that a step adds to the rating's score; longer chains add more.
    pub points: u64,
}

/// A value in a cell, right or wrong; cells and values are numbered as in [`Filled`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Index of the cell.
    pub cell: usize,
    /// Value in the cell.
    pub value: u32,
}

/// Something that a person has written on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Inscription {
    /// A value in a cell.
    Entry(Entry),
    /// A line between two cells, which are [`Filled::linkable`].
    Link(usize, usize),
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Technique that finds the step.
    pub technique: &'static Technique,
    /// Reason for the step, in one sentence.
    pub sentence: String,
    /// Cells that the reason refers to.
    pub cells: Vec<usize>,
    /// Entries now known to be right.
    pub places: Vec<Entry>,
    /// Entries now known to be wrong, except those that follow directly from `places`.
    pub excludes: Vec<Entry>,
    /// Number of facts to keep in mind at once, at least 1.
    pub chain: usize,
}

impl Step {
    /// Points that the step adds to the rating's score.
    pub fn points(&self) -> u64 {
        self.technique.points + self.chain as u64 - 1
    }
}

/// The result of [`Explained::next`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A step was found; the notes now include it.
    Step(Step),
    /// Every cell is filled in.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// The entries and givens have no completion; the text says why.
    Contradiction(String),
    /// The meter said stop; there may be a step with another meter.
    Stopped,
}

/// Facet: a board that can be solved by named techniques.
pub trait Explained: Filled {
    /// What is known about the board so far.
    type Notes: Clone + Send;

    /// The techniques, the easiest first.
    fn techniques() -> Vec<&'static Technique>;
    /// The notes that follow from the instance alone.
    fn notes(&self) -> Self::Notes;
    /// Assumes that an entry is right.
    fn enter(&self, notes: &mut Self::Notes, entry: Entry);
    /// Takes the easiest step, if its tier is at most `hardest`: a higher limit never leads to
    /// another step. Checks the meter at least once per millisecond.
    fn next(&self, notes: &mut Self::Notes, hardest: Tier, meter: &mut Meter) -> Next;
    /// Whether an entry may still be right.
    fn allows(&self, notes: &Self::Notes, entry: Entry) -> bool;
    /// The entries known to be right, as an answer.
    fn filled(&self, notes: &Self::Notes) -> Self::Answer;
}

/// Returns whether techniques of tier `hardest` or below solve an instance; `None` if the meter
/// says stop.
pub fn solved_within<P: Explained>(puzzle: &P, hardest: Tier, meter: &mut Meter) -> Option<bool> {
    tier_within(puzzle, hardest, meter).map(|tier| tier.is_some())
}

/// Returns the tier that [`rate`] reports if it is `hardest` or below, and otherwise an inner
/// `None`; `None` if the meter says stop. The first harder step ends it, so this is cheaper than a
/// rating.
pub fn tier_within<P: Explained>(
    puzzle: &P,
    hardest: Tier,
    meter: &mut Meter,
) -> Option<Option<Tier>> {
    let mut notes = puzzle.notes();
    let mut tier = Tier::Easy;
    loop {
        match puzzle.next(&mut notes, hardest, meter) {
            Next::Step(step) if step.technique.tier <= hardest => {
                tier = tier.max(step.technique.tier);
            }
            Next::Stopped => return None,
            next => return Some((next == Next::Solved).then_some(tier)),
        }
    }
}

/// How hard an instance is, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// Tier of the hardest step; `Beyond` if the techniques do not solve the instance, `None` if
    /// the rating was stopped.
    pub tier: Option<Tier>,
    /// Total points of all steps.
    pub score: u64,
    /// Number of uses of each technique, the easiest first.
    pub used: Vec<(&'static Technique, usize)>,
    /// Technique and sentence of the hardest step: of the highest tier, and within it of the most
    /// points.
    pub hardest: Option<(&'static str, String)>,
    /// Length of the longest chain.
    pub longest: usize,
    /// Why reasoning ended before every cell was filled in, if it did.
    pub unsolved: Option<String>,
    /// What stopped the rating, if anything did; the other fields then cover only the steps up to
    /// there.
    pub halted: Option<Halt>,
}

/// Rates an instance by solving it with techniques for people. Each step counts as an evaluation.
pub fn rate<P: Explained>(puzzle: &P, meter: &mut Meter) -> Rating {
    let mut notes = puzzle.notes();
    let mut used: Vec<_> = P::techniques().into_iter().map(|technique| (technique, 0)).collect();
    let mut rating = Rating {
        tier: None,
        score: 0,
        used: Vec::new(),
        hardest: None,
        longest: 0,
        unsolved: None,
        halted: None,
    };
    let mut tier = Tier::Easy;
    let mut most = (Tier::Easy, 0);
    loop {
        let next = if meter.goes_on() {
            puzzle.next(&mut notes, Tier::Beyond, meter)
        } else {
            Next::Stopped
        };
        let step = match next {
            Next::Step(step) => step,
            Next::Solved => break,
            Next::Stopped => {
                rating.halted = meter.halted();
                break;
            }
            Next::Stuck => {
                rating.unsolved = Some("no technique finds another step".to_owned());
                break;
            }
            Next::Contradiction(why) => {
                rating.unsolved = Some(why);
                break;
            }
        };
        // Only time limits a rating; evaluations are counted for reporting.
        _ = meter.evaluate();
        tier = tier.max(step.technique.tier);
        rating.score += step.points();
        rating.longest = rating.longest.max(step.chain);
        if let Some((_, count)) =
            used.iter_mut().find(|(technique, _)| *technique == step.technique)
        {
            *count += 1;
        }
        if (step.technique.tier, step.points()) > most {
            most = (step.technique.tier, step.points());
            rating.hardest = Some((step.technique.name, step.sentence));
        }
    }
    if rating.halted.is_none() {
        rating.tier = Some(if rating.unsolved.is_some() { Tier::Beyond } else { tier });
    }
    rating.used = used.into_iter().filter(|&(_, count)| count > 0).collect();
    rating
}

/// Facet: the puzzle is a set of constraints, and each assignment that satisfies them all is a
/// solution.
pub trait Constrained: Filled {
    /// The constraints as a model, whose solutions correspond one to one to those of the puzzle.
    fn model(&self) -> Model;
    /// Converts a solution of the model to an answer.
    fn decode(&self, assignment: &[Value]) -> Self::Answer;
    /// What an entry says in the model.
    fn literal(&self, entry: Entry) -> Literal;
    /// Creates a search for the solutions of this instance that is faster than the constraint
    /// engine, if the puzzle has one for it.
    fn finder(&self) -> Option<Box<dyn SolutionFinder>> {
        None
    }
    /// The model without what picks one of several fillings that count as the same solution: a
    /// person may write any of them.
    fn every_filling(&self) -> Model {
        self.model()
    }
}

/// A puzzle's own search for the solutions of one instance, one after the other.
pub trait SolutionFinder: Send {
    /// Continues the search until it finds another solution, proves that there is none, or has used
    /// this many nodes. A node takes microseconds.
    fn next(&mut self, nodes: u64) -> FinderStep;
    /// The solution found last, as an assignment of the model.
    fn solution(&self) -> Assignment;
    /// Number of nodes so far.
    fn nodes(&self) -> u64;
}

/// The result of [`SolutionFinder::next`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinderStep {
    /// A new solution was found.
    Found,
    /// There are no further solutions.
    End,
    /// The nodes are used up; call again to continue.
    Paused,
}

/// Facet: the answer is a path that visits each vertex once.
pub trait Routed: Puzzle {
    /// The graph and the conditions on the path.
    fn course(&self) -> PathTask;
    /// Converts a path to an answer, if it satisfies all conditions.
    fn arrived(&self, path: &[Vertex]) -> Found<Self::Answer>;
}

/// A graph, and the conditions on a path through it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTask {
    /// For each vertex, its neighbours.
    pub graph: Vec<Vec<Vertex>>,
    /// Vertices whose position on the path is known (counted from 0), in the order of these
    /// positions.
    pub fixed: Vec<(Vertex, usize)>,
    /// Neighbouring vertices that must follow each other on the path, in either order.
    pub links: Vec<(Vertex, Vertex)>,
}

/// An object to be placed, numbered from 0.
pub type Thing = u16;

/// Facet: the answer puts things into equally many places, one into each. `self` holds what never
/// changes; `Layout` holds the current arrangement and whatever speeds up its evaluation.
pub trait Arranged: Sync {
    /// An arrangement of things.
    type Layout: Send;
    /// The answer that an arrangement is converted to.
    type Whole: Clone;

    /// Number of places, which is also the number of things.
    fn places(&self) -> usize;
    /// Upper bound on the score of any arrangement.
    fn most(&self) -> Score;
    /// The arrangement with every thing in the place of its own number.
    fn layout(&self) -> Self::Layout;
    /// Replaces the arrangement, putting `order[place]` into each place; returns its score.
    fn lay(&self, layout: &mut Self::Layout, order: &[Thing]) -> Score;
    /// The score after exchanging the things in two places; faster than [`Arranged::lay`].
    fn exchanged(&self, layout: &Self::Layout, one: usize, other: usize) -> Score;
    /// Exchanges the things in two places.
    fn exchange(&self, layout: &mut Self::Layout, one: usize, other: usize);
    /// Picks two different places at random whose exchange may repair a violation; `None` if there
    /// is no candidate.
    fn mend(&self, layout: &Self::Layout, rng: &mut Rng) -> Option<(usize, usize)>;
    /// The thing in each place.
    fn order<'l>(&self, layout: &'l Self::Layout) -> &'l [Thing];
    /// Whether the arrangement is a solution.
    fn is_solved(&self, layout: &Self::Layout) -> bool;
    /// Converts an arrangement to the answer.
    fn whole(&self, order: &[Thing]) -> Self::Whole;
}
