//! Texts of many instances in a community format: one on each line, or one after the other.

use std::ops::Range;

use quarry_core::text::without_byte_order_mark;
use quarry_core::{ParseError, Position};

use crate::catalogue::{Catalogue, PuzzleEntry, is_address};
use crate::instance::Instance;

/// The instances of a text: one on each line if they are written so, or several of many lines, or a
/// single one. Empty lines and lines that begin with `#` are ignored between lines.
///
/// Instances are opened one by one, because there may be many.
///
/// ```
/// use quarry::{Catalogue, Collection};
///
/// let text = "# two loops\npuzz.link/p?slither/2/2/dg\npuzz.link/p?slither/2/2/gd\n";
/// let loops = Collection::of(&Catalogue::standard(), text, None);
/// assert_eq!(loops.count(), 2);
/// assert_eq!(loops.open(1)?.puzzle(), "slither-link");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Collection {
    catalogue: Catalogue,
    text: String,
    /// The puzzle that the reader was told; otherwise the text says so itself.
    puzzle: Option<String>,
    /// Whether each member is one line.
    has_lines: bool,
    members: Vec<Member>,
}

/// A part of the text, with its line from 0.
#[derive(Debug, Clone)]
struct Member {
    line: usize,
    range: Range<usize>,
}

impl Collection {
    /// Divides a text into its instances, without opening them. A puzzle of the catalogue may be
    /// named, for texts that do not name it themselves.
    pub fn of(catalogue: &Catalogue, text: &str, puzzle: Option<&str>) -> Self {
        let text = without_byte_order_mark(text).to_owned();
        let mut lines = Vec::new();
        let mut begin = 0;
        for (line, whole) in text.split_inclusive('\n').enumerate() {
            let content = whole.trim_end();
            if !content.is_empty() && !content.trim_start().starts_with('#') {
                lines.push(Member { line, range: begin..begin + content.len() });
            }
            begin += whole.len();
        }
        let mut collection = Collection {
            catalogue: catalogue.clone(),
            puzzle: puzzle.map(str::to_owned),
            has_lines: true,
            members: lines,
            text,
        };
        // Two lines are looked at, so that a mistake in the first is found. A first line with a `=`
        // begins a file of Quarry's own.
        let mut first = (0..collection.count().min(2)).map(|index| collection.text_of(index));
        let has_keys = first.clone().next().is_some_and(|line| line.contains('='));
        if has_keys || !first.any(|line| collection.puzzle_of(line).is_some()) {
            collection.has_lines = false;
            collection.members = collection.divided();
        }
        collection
    }

    /// Returns the parts of a text whose members have several lines each, or the whole text.
    fn divided(&self) -> Vec<Member> {
        let knows = |entry: &&dyn PuzzleEntry| match &self.puzzle {
            Some(id) => entry.id() == id,
            None => entry.recognises(&self.text),
        };
        let ranges = self.catalogue.puzzles().find(knows).map(|entry| entry.divide(&self.text));
        let mut members: Vec<Member> = Vec::new();
        for range in ranges.unwrap_or_default() {
            let (line, begin) = members.last().map_or((0, 0), |last| (last.line, last.range.start));
            let line = line + self.text[begin..range.start].matches('\n').count();
            members.push(Member { line, range });
        }
        if members.is_empty() {
            members.push(Member { line: 0, range: 0..self.text.len() });
        }
        members
    }

    /// Returns the number of instances, at least one.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Returns the text of an instance, by its index from 0.
    pub fn text_of(&self, index: usize) -> &str {
        &self.text[self.members[index].range.clone()]
    }

    /// Opens an instance, by its index from 0. Errors name the line in the whole text.
    pub fn open(&self, index: usize) -> Result<Box<dyn Instance>, ParseError> {
        let text = self.text_of(index);
        let opened = if self.has_lines && self.puzzle_of(text).is_none() {
            Err(self.no_line(text))
        } else {
            self.opened(self.puzzle.as_deref(), text)
        };
        opened.map_err(|mut error| {
            error.at.line += self.members[index].line;
            error
        })
    }

    fn opened(&self, puzzle: Option<&str>, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        match puzzle.and_then(|id| self.catalogue.puzzle(id)) {
            Some(entry) => entry.open(text),
            None => self.catalogue.open(text),
        }
    }

    /// Returns the id of the puzzle that a line is a whole instance of.
    fn puzzle_of(&self, line: &str) -> Option<&'static str> {
        let is_line = |entry: &&dyn PuzzleEntry| match &self.puzzle {
            Some(id) => entry.id() == id && entry.is_line(line),
            None => entry.recognises(line) && entry.is_line(line),
        };
        self.catalogue.puzzles().find(is_line).map(PuzzleEntry::id)
    }

    /// Returns the error for a line that is no instance: what the puzzle of other lines says of it.
    fn no_line(&self, line: &str) -> ParseError {
        let sound = || self.members.iter().map(|other| &self.text[other.range.clone()]);
        let like = sound().find_map(|line| self.puzzle_of(line));
        let like = if is_address(line) { self.puzzle.as_deref() } else { like };
        self.opened(like, line).err().unwrap_or_else(|| {
            let expected = "a whole puzzle, as on the other lines";
            ParseError::new(Position::START, expected, format!("`{}`", line.trim()))
        })
    }
}
