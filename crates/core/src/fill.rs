//! Puzzles whose answer is filled in: what a person writes where, how people reason about it, and
//! the views of such an answer that solvers ask for: constraints, a path, an order of things.
//!
//! A puzzle with named techniques offers them from easy to hard, and notes of what is known: which
//! entries are made and which are ruled out. [`Explained::next`] takes the easiest step there is.
//! From the steps of a whole solution comes a [`Rating`]; from the steps up to the next entry a
//! hint.

use std::fmt;

use crate::{Found, Halt, Literal, Meter, Model, Picture, Puzzle, Rng, Score, Side, Value, Vertex};

/// Where something is written: in a cell of the picture, or on an edge of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In the cell of this column and row.
    Cell(u32, u32),
    /// On this side of that cell.
    Edge(u32, u32, Side),
}

impl Place {
    /// The cell that it is in or at.
    pub fn cell(self) -> (u32, u32) {
        match self {
            Place::Cell(x, y) | Place::Edge(x, y, _) => (x, y),
        }
    }
}

/// Something that is wrong with a filling, whatever may still be entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The cells concerned.
    pub cells: Vec<usize>,
    /// What is wrong, in a few words: "7 stands twice".
    pub words: String,
}

/// What belongs together with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The cells, that of the entry included.
    pub cells: Vec<usize>,
    /// How they belong together, in a few words: "in a chain from 3 to 9".
    pub words: Option<String>,
}

/// Facet: a board whose cells are filled in any order, with erasing and errors, as people do on
/// paper. A cell is anything that is written into: a square or an edge. Cells are counted from 0 in
/// reading order; what stands in one is a number from 1, which people may write in another way.
pub trait Filled: Puzzle {
    /// The board before the first entry: what is given, and what nobody may change.
    fn blank(&self) -> Self::Answer;
    /// What stands in each cell.
    fn values(&self, filling: &Self::Answer) -> Vec<Option<u32>>;
    /// Writes a value from 1 to [`Filled::most`] into a cell, or erases what stands there.
    fn put(&self, filling: &mut Self::Answer, cell: usize, value: Option<u32>);
    /// The largest value.
    fn most(&self) -> u32;
    /// What people call a cell, each by another name: "2,5" for row 2, column 5.
    fn name(&self, cell: usize) -> String;
    /// Where a cell lies on the picture of a filling, each elsewhere.
    fn place(&self, cell: usize) -> Place;
    /// The filling as people draw it.
    fn drawn(&self, filling: &Self::Answer) -> Picture;
    /// All that contradicts the rules, found without searching. A full board is solved when there
    /// is nothing.
    fn faults(&self, filling: &Self::Answer) -> Vec<Fault>;

    /// A value as people write it.
    fn write_value(&self, value: u32) -> String {
        value.to_string()
    }
    /// The value that people write so, if it is one.
    fn read_value(&self, text: &str) -> Option<u32> {
        text.parse().ok().filter(|value| (1..=self.most()).contains(value))
    }
    /// What can be written, in words.
    fn values_in_words(&self) -> String {
        format!("a number from 1 to {}", self.most())
    }
    /// The values that may be written into a cell, in the order in which clicks go through them.
    fn choices(&self, _cell: usize) -> Vec<u32> {
        (1..=self.most()).collect()
    }
    /// Whether cells beside each other often have the same value, so that people drag it from one
    /// to the next.
    fn spreads(&self) -> bool {
        false
    }
    /// The value that a person is likely to enter after another one, where one comes to mind.
    fn likely_value(&self, _filling: &Self::Answer, _after: Option<u32>) -> Option<u32> {
        None
    }
    /// What belongs together with what stands in a cell.
    fn related(&self, _filling: &Self::Answer, cell: usize) -> Related {
        Related { cells: vec![cell], words: None }
    }
}

/// How hard a puzzle is: as hard as the hardest technique it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// What everyone sees.
    Easy,
    /// What one learns soon.
    Medium,
    /// What takes patience.
    Hard,
    /// What takes assumptions, followed to a contradiction.
    Expert,
    /// What takes long chains, or more than the named techniques achieve.
    Beyond,
}

impl Tier {
    /// All of them, the easiest first.
    pub const ALL: [Tier; 5] = [Tier::Easy, Tier::Medium, Tier::Hard, Tier::Expert, Tier::Beyond];

    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Easy => "easy",
            Tier::Medium => "medium",
            Tier::Hard => "hard",
            Tier::Expert => "expert",
            Tier::Beyond => "beyond",
        }
    }

    /// The tier of a word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A way of reasoning.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Its name.
    pub name: &'static str,
    /// The easiest puzzles that may ask for it.
    pub tier: Tier,
    /// What a step of it costs, in points of the rating; a longer chain costs more.
    pub points: u64,
}

/// A value in a cell, right or wrong; cells and values as [`Filled`] counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The cell.
    pub cell: usize,
    /// What stands there.
    pub value: u32,
}

/// One step of reasoning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// By which technique.
    pub technique: &'static Technique,
    /// Why, in one sentence.
    pub sentence: String,
    /// The cells to look at.
    pub cells: Vec<usize>,
    /// What is now known to be right.
    pub places: Vec<Entry>,
    /// What is now known to be wrong; what follows from `places` by itself is not listed.
    pub excludes: Vec<Entry>,
    /// How many things one has to keep in mind, at least 1.
    pub chain: usize,
}

impl Step {
    /// What the step adds to the rating's score.
    pub fn points(&self) -> u64 {
        self.technique.points + self.chain as u64 - 1
    }
}

/// What reasoning comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// A step, which the notes now contain.
    Step(Step),
    /// Everything is filled in.
    Solved,
    /// No technique finds anything.
    Stuck,
    /// What was entered or given cannot be completed, and why.
    Contradiction(String),
    /// The meter said stop; with another one there may be a step.
    Stopped,
}

/// Facet: a board that can be filled by named techniques.
pub trait Explained: Filled {
    /// What is known so far.
    type Notes: Clone + Send;

    /// The techniques, the easiest first.
    fn techniques() -> Vec<&'static Technique>;
    /// What is known from the instance alone.
    fn notes(&self) -> Self::Notes;
    /// Takes an entry as right.
    fn enter(&self, notes: &mut Self::Notes, entry: Entry);
    /// Takes the easiest step there is, of those no harder than `hardest`. Asks the meter at least
    /// once a millisecond.
    fn next(&self, notes: &mut Self::Notes, hardest: Tier, meter: &mut Meter) -> Next;
    /// Whether an entry may still be right.
    fn allows(&self, notes: &Self::Notes, entry: Entry) -> bool;
    /// What is known to be right, as an answer.
    fn filled(&self, notes: &Self::Notes) -> Self::Answer;
}

/// Whether techniques no harder than `hardest` solve an instance; none if the meter says stop.
/// Harder ones are not even tried, so that this costs less than a rating: a generator that wants a
/// tier asks for it and for the one below.
pub fn solved_within<P: Explained>(puzzle: &P, hardest: Tier, meter: &mut Meter) -> Option<bool> {
    let mut notes = puzzle.notes();
    loop {
        match puzzle.next(&mut notes, hardest, meter) {
            Next::Step(step) if step.technique.tier <= hardest => {}
            Next::Stopped => return None,
            next => return Some(next == Next::Solved),
        }
    }
}

/// How hard an instance is, and what makes it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// As hard as its hardest step; `Beyond` if the techniques do not solve it. None if the rating
    /// was stopped.
    pub tier: Option<Tier>,
    /// The points of all steps together.
    pub score: u64,
    /// How often each technique was used, the easiest first.
    pub used: Vec<(&'static Technique, usize)>,
    /// The technique and the sentence of the hardest step: of the highest tier, and there of the
    /// most points.
    pub hardest: Option<(&'static str, String)>,
    /// The longest chain.
    pub longest: usize,
    /// Why reasoning ended before everything was filled in, if it did.
    pub unsolved: Option<String>,
    /// What stopped the rating. Then all else is said of the steps up to there.
    pub halted: Option<Halt>,
}

/// Rates an instance by solving it as a person would. A step is an evaluation.
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
        // A rating is limited by time alone, and its steps are counted for those who ask.
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

/// Facet: the puzzle is a set of constraints, and each assignment that keeps them all is a
/// solution.
pub trait Constrained: Filled {
    /// What must hold. Its solutions and the puzzle's are the same, one for one.
    fn model(&self) -> Model;
    /// The answer that a solution of the model stands for.
    fn decode(&self, assignment: &[Value]) -> Self::Answer;
    /// What an entry says in the model.
    fn literal(&self, entry: Entry) -> Literal;
    /// The model without what picks one of several fillings that count as the same solution: a
    /// person may write any of them.
    fn every_filling(&self) -> Model {
        self.model()
    }
}

/// Facet: an answer is a path that visits each vertex once.
pub trait Routed: Puzzle {
    /// Where the path leads, and what is asked of it.
    fn course(&self) -> PathTask;
    /// The answer that a path stands for, if it does all that is asked.
    fn arrived(&self, path: &[Vertex]) -> Found<Self::Answer>;
}

/// A graph, and what a path through it must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTask {
    /// For each vertex those that it touches.
    pub graph: Vec<Vec<Vertex>>,
    /// Vertices whose place on the path is known, from 0, in the order of these places.
    pub fixed: Vec<(Vertex, usize)>,
    /// Touching vertices that the path must take one after the other, either way round.
    pub links: Vec<(Vertex, Vertex)>,
}

/// A thing to be put somewhere, numbered from 0.
pub type Thing = u16;

/// Facet: the answer puts things into as many places, one into each. `self` holds what never
/// changes, `Layout` the things as they lie and whatever makes it quick to say what that is worth.
pub trait Arranged: Sync {
    /// Things in their places.
    type Layout: Send;
    /// The answer that an order stands for.
    type Whole: Clone;

    /// How many places there are, and things.
    fn places(&self) -> usize;
    /// More than this no order is worth.
    fn most(&self) -> Score;
    /// Every thing in the place of its own number.
    fn layout(&self) -> Self::Layout;
    /// Lays all things anew, `order[place]` into each place, and says what that is worth.
    fn lay(&self, layout: &mut Self::Layout, order: &[Thing]) -> Score;
    /// What it would be worth with the things in two places exchanged; quicker than to lay them
    /// all.
    fn exchanged(&self, layout: &Self::Layout, one: usize, other: usize) -> Score;
    /// Exchanges them.
    fn exchange(&self, layout: &mut Self::Layout, one: usize, other: usize);
    /// Two different places whose exchange may mend something that is amiss, at random; none where
    /// none comes to mind.
    fn mend(&self, layout: &Self::Layout, rng: &mut Rng) -> Option<(usize, usize)>;
    /// The things as they lie.
    fn order<'l>(&self, layout: &'l Self::Layout) -> &'l [Thing];
    /// Whether the goal is reached.
    fn is_solved(&self, layout: &Self::Layout) -> bool;
    /// The answer.
    fn whole(&self, order: &[Thing]) -> Self::Whole;
}
