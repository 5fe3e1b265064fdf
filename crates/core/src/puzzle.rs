//! The spine: an instance, an answer, and a judge.

use std::fmt;

use crate::text::{Entries, Located, ParseError};
use crate::{Aim, Facets, Meter, Picture, Settings};

/// What an answer is worth. Higher is better, everywhere.
pub type Score = i64;

/// What the judge says of a legal answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the answer is complete: the goal is reached or, where the best score counts, the
    /// game is over. A legal answer may stop short of it.
    pub solved: bool,
    /// The judge's number.
    pub score: Score,
}

/// Why an answer is not an answer at all, as opposed to a poor one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foul {
    /// Which part of the answer: the move's or row's index, from 0.
    pub at: usize,
    /// The reason, in words for the person who wrote the answer.
    pub why: String,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: {}", self.at + 1, self.why)
    }
}

/// What a stranger wants to know of a puzzle first.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The name people use.
    pub title: &'static str,
    /// The rules in three sentences.
    pub rules: &'static str,
    /// What is known of its complexity, with the source.
    pub complexity: &'static str,
}

/// A named instance that ships with the puzzle: gallery, tests and benches at once.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Short name, unique within the puzzle.
    pub name: &'static str,
    /// The instance file.
    pub text: &'static str,
}

/// One puzzle instance: the type is the puzzle, the value is the instance.
pub trait Puzzle: Sized + Send + Sync + 'static {
    /// The name in files and on the command line.
    const ID: &'static str;
    /// What the puzzle is, in words.
    const ABOUT: About;
    /// The key that holds the answer in an answer file: `moves` or `board`.
    const ANSWER_KEY: &'static str = "moves";
    /// Goes up whenever the judge's word on any answer changes; answer files carry it.
    const RULES_VERSION: u32 = 1;
    /// Moves, a filled grid, a loop, a line of play.
    type Answer: Clone + PartialEq + fmt::Debug + Send;

    /// Reads an instance file: TOML, or a community format that [`Puzzle::recognises`] accepts.
    fn parse(text: &str) -> Result<Self, ParseError>;
    /// Whether a text that is not ours is a community format of this puzzle.
    fn recognises(_text: &str) -> bool {
        false
    }
    /// Writes the instance so that [`Puzzle::parse`] gives it back.
    fn show(&self) -> String;
    /// What the instance asks for: a goal, unless the puzzle says otherwise.
    fn objective(&self) -> Aim {
        Aim::Reach
    }
    /// What is worth knowing of this instance: (what, value), in the order to be shown.
    fn facts(&self) -> Vec<(&'static str, String)>;
    /// The instance as people draw it.
    fn picture(&self) -> Picture;

    /// Writes an answer, one entry for each move or row. An answer may have millions: they are
    /// handed over one by one.
    fn write_answer(&self, answer: &Self::Answer, entry: &mut dyn FnMut(&str));
    /// The entries of an answer.
    fn entries(&self, answer: &Self::Answer) -> Entries {
        let mut entries = Entries::default();
        self.write_answer(answer, &mut |entry| entries.push(entry));
        entries
    }
    /// The entries of a short answer, each as a string of its own.
    fn show_answer(&self, answer: &Self::Answer) -> Vec<String> {
        self.entries(answer).to_vec()
    }
    /// Reads an answer; each entry knows where it stood in the file.
    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Self::Answer, ParseError>;
    /// The only authority on answers: written for clarity, sharing no code with any fast state.
    fn judge(&self, answer: &Self::Answer) -> Result<Verdict, Foul>;

    /// The states that an answer goes through, one line each, where the puzzle has a notation of
    /// its own for them.
    fn trace(&self, _answer: &Self::Answer) -> Vec<String> {
        Vec::new()
    }

    /// The instances that ship with the puzzle.
    fn examples() -> &'static [Example];
    /// Names the facets this puzzle offers, once.
    fn introduce(to: &mut impl Facets<Self>);
}

/// Facet: new instances from parameters and a seed.
pub trait Generate: Puzzle {
    /// What can be chosen.
    type Params: Settings;

    /// The instance of these parameters and this seed, the same on every machine; or why there is
    /// none. Asks the meter at least once a millisecond.
    fn generate(params: &Self::Params, seed: u64, meter: &mut Meter)
    -> Result<Self, GenerateError>;
}

/// Why a generator made no instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenerateError {
    /// The parameters cannot be met: why, and what to ask for instead.
    Refused(String),
    /// The meter said stop.
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
