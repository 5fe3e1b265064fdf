//! The core trait: an instance, an answer, and a judge.

use std::fmt;
use std::ops::Range;

use crate::text::{Entries, Located, ParseError};
use crate::{Aim, CellChances, Facets, Field, Meter, Picture, Settings, UnknownChances};

/// Value of an answer. Higher is always better.
pub type Score = i64;

/// The judge's result for a legal answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the answer is complete: the goal is reached or, where the best score counts, the
    /// game is over. A legal answer may be incomplete.
    pub solved: bool,
    /// Score computed by the judge.
    pub score: Score,
}

/// Why an answer is illegal, as opposed to merely poor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foul {
    /// Index of the offending move or row, from 0.
    pub at: usize,
    /// Reason, phrased for the author of the answer.
    pub why: String,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.at + 1, self.why)
    }
}

/// General information about a puzzle for newcomers.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Common name of the puzzle.
    pub title: &'static str,
    /// Rules in three sentences.
    pub rules: &'static str,
    /// Known complexity results, with their source.
    pub complexity: &'static str,
}

/// A named instance that ships with the puzzle; used by the gallery, tests and benches.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Short name, unique within the puzzle.
    pub name: &'static str,
    /// Text of the instance file.
    pub text: &'static str,
}

/// An instance in a form that other programs and web sites read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommunityForm {
    /// Name of the format: `grid`, `line`, `url` (of puzz.link), `tatham` (a game identifier),
    /// `pddl` (a planning problem), `dimacs` (a formula or a graph) or `hcp` (a graph).
    pub format: &'static str,
    /// The whole text, without a line break at the end.
    pub text: String,
    /// Keys of the instance file that the format has no place for.
    pub lost: Vec<&'static str>,
}

/// An instance as one of another problem with the same answer.
pub struct Transformation<'a> {
    /// The other problem: `cnf` (a formula), `graph` (to be coloured), `hcp` (a graph), `akari` or
    /// `numbrix` (a board).
    pub format: &'static str,
    write: Box<dyn Fn() -> Result<String, String> + 'a>,
}

impl<'a> Transformation<'a> {
    /// Creates a transformation. The error says why this instance has none.
    pub fn new(format: &'static str, write: impl Fn() -> Result<String, String> + 'a) -> Self {
        Transformation { format, write: Box::new(write) }
    }

    /// Writes the other problem's instance, without a line break at the end, or says why there is
    /// none.
    pub fn write(&self) -> Result<String, String> {
        (self.write)()
    }
}

/// One puzzle instance: the type is the puzzle, the value is the instance.
pub trait Puzzle: Sized + Send + Sync + 'static {
    /// Name in files and on the command line.
    const ID: &'static str;
    /// Title, rules and complexity.
    const ABOUT: About;
    /// Key that holds the answer in an answer file: `moves` or `board`.
    const ANSWER_KEY: &'static str = "moves";
    /// Version of the rules, stored in answer files. Increases whenever the judge's verdict on any
    /// answer changes.
    const RULES_VERSION: u32 = 1;
    /// Type of an answer, such as moves, a filled grid, a loop or a line of play.
    type Answer: Clone + PartialEq + fmt::Debug + Send;

    /// Reads an instance file: TOML, or a community format that [`Puzzle::recognises`] accepts.
    fn parse(text: &str) -> Result<Self, ParseError>;
    /// Returns whether a text that is not in Quarry's format is a community format of this puzzle.
    fn recognises(_text: &str) -> bool {
        false
    }
    /// Returns whether a line is a whole instance by itself, provided that it belongs to this puzzle.
    /// A file may have many such lines.
    fn is_line(_line: &str) -> bool {
        false
    }
    /// Returns the parts of a text in a community format that are instances of their own, as ranges of
    /// bytes; empty if the text is a single instance. Each part has the names and notes that belong
    /// to it.
    fn divide(_text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }
    /// Writes the instance so that [`Puzzle::parse`] reads it back unchanged.
    fn show(&self) -> String;
    /// Writes the instance in every community format that has a place for it.
    fn community_forms(&self) -> Vec<CommunityForm> {
        Vec::new()
    }
    /// Returns the other problems that the instance can be written as.
    fn transformations(&self) -> Vec<Transformation<'_>> {
        Vec::new()
    }
    /// Returns what the instance asks for; by default, reaching a goal.
    fn objective(&self) -> Aim {
        Aim::Reach
    }
    /// Returns notable facts about this instance as (label, value) pairs, in display order.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// Draws the instance.
    fn picture(&self) -> Picture;

    /// Passes each entry of an answer (a move or a row) to `entry`. Entries are passed one by one
    /// because an answer may have millions of them.
    fn write_answer(&self, answer: &Self::Answer, entry: &mut dyn FnMut(&str));
    /// Returns the entries of an answer.
    fn entries(&self, answer: &Self::Answer) -> Entries {
        let mut entries = Entries::default();
        self.write_answer(answer, &mut |entry| entries.push(entry));
        entries
    }
    /// Returns the entries of a short answer as separate strings.
    fn show_answer(&self, answer: &Self::Answer) -> Vec<String> {
        self.entries(answer).to_vec()
    }
    /// Reads an answer; each entry carries its position in the file.
    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Self::Answer, ParseError>;
    /// Judges an answer. This is the only authority on answers: it is written for clarity and
    /// shares no code with any fast state.
    fn judge(&self, answer: &Self::Answer) -> Result<Verdict, Foul>;

    /// Returns the states that an answer passes through, one line each, if the puzzle has its own
    /// notation for states.
    fn trace(&self, _answer: &Self::Answer) -> Vec<String> {
        Vec::new()
    }

    /// Returns the exact chance of each cell, if cells of this puzzle have chances, or why it is not
    /// known.
    fn chances(&self, _meter: &mut Meter) -> Option<Result<CellChances, UnknownChances>> {
        None
    }

    /// Returns the instances that ship with the puzzle.
    fn examples() -> &'static [Example];
    /// Declares each facet that this puzzle offers, once.
    fn introduce(to: &mut impl Facets<Self>);
}

/// Facet: new instances from parameters and a seed.
pub trait Generate: Puzzle {
    /// Parameters of the generator.
    type Params: Settings;

    /// Describes the parameters that are offered: all of them, without values that this puzzle
    /// never fulfils.
    fn offered() -> Vec<Field> {
        Self::Params::fields()
    }

    /// Returns parameters for instances like this one, of its size and by its rules; `None` if the
    /// generator makes no such instances.
    fn alike(&self) -> Option<Self::Params> {
        None
    }

    /// Generates the instance for these parameters and this seed, the same on every machine, or
    /// says why there is none. Checks the meter at least once per millisecond.
    fn generate(params: &Self::Params, seed: u64, meter: &mut Meter)
    -> Result<Self, GenerateError>;
}

/// Why a generator made no instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenerateError {
    /// The parameters cannot be met; says why and what to ask for instead.
    Refused(String),
    /// The meter stopped the run.
    Stopped,
}

impl From<String> for GenerateError {
    fn from(why: String) -> Self {
        GenerateError::Refused(why)
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Refused(why) => f.write_str(why),
            GenerateError::Stopped => f.write_str("stopped before an instance was made"),
        }
    }
}
