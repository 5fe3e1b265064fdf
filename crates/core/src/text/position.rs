//! Positions in a text, and errors that name them.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// A position in a text; line and column start at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl Position {
    /// The first position of a text.
    pub const START: Position = Position { line: 1, column: 1 };

    /// Returns the position of a byte offset.
    pub fn of(text: &str, offset: usize) -> Self {
        TextCursor::through(text).to(offset)
    }
}

/// Finds the positions of increasing byte offsets in a text. It looks at every byte once, while
/// [`Position::of`] starts from the beginning each time. This matters because an answer may have
/// millions of entries on one line.
#[derive(Debug, Clone)]
pub(crate) struct TextCursor<'t> {
    text: &'t str,
    walked: usize,
    at: Position,
}

impl<'t> TextCursor<'t> {
    pub(crate) fn through(text: &'t str) -> Self {
        TextCursor { text, walked: 0, at: Position::START }
    }

    /// Returns the position of an offset that is not before any earlier one.
    pub(crate) fn to(&mut self, offset: usize) -> Position {
        const CONTINUES: std::ops::RangeInclusive<u8> = 0x80..=0xbf;
        let offset = offset.clamp(self.walked, self.text.len());
        #[cfg(test)]
        steps::add(offset - self.walked);
        for byte in &self.text.as_bytes()[self.walked..offset] {
            match byte {
                b'\n' => self.at = Position { line: self.at.line + 1, column: 1 },
                byte if CONTINUES.contains(byte) => {}
                _ => self.at.column += 1,
            }
        }
        self.walked = offset;
        self.at
    }
}

/// The positions of a text for any order of questions: each costs at most [`STRIDE`] bytes, after
/// one walk through the text for the first. Clones share that walk, so a file of many tables is
/// walked through once.
#[derive(Debug, Clone)]
pub(crate) struct PositionIndex<'t> {
    text: &'t str,
    /// A cursor's position at every `STRIDE` bytes.
    marks: Arc<OnceLock<Vec<Position>>>,
}

/// Number of bytes between two known positions: an index takes a sixteenth of its text's memory.
const STRIDE: usize = 256;

impl<'t> PositionIndex<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        PositionIndex { text, marks: Arc::default() }
    }

    /// Returns the position of a byte offset.
    pub(crate) fn at(&self, offset: usize) -> Position {
        self.from(offset).to(offset)
    }

    /// Returns a cursor for this offset and those after it, which begins at most [`STRIDE`] bytes
    /// before. A list in a table is walked through from here, not from the beginning of the file:
    /// a file may have many tables.
    pub(crate) fn from(&self, offset: usize) -> TextCursor<'t> {
        let offset = offset.min(self.text.len());
        if offset < STRIDE {
            return TextCursor::through(self.text);
        }
        let marks = self.marks.get_or_init(|| {
            let mut cursor = TextCursor::through(self.text);
            (0..=self.text.len()).step_by(STRIDE).map(|mark| cursor.to(mark)).collect()
        });
        let walked = offset / STRIDE * STRIDE;
        TextCursor { text: self.text, walked, at: marks[offset / STRIDE] }
    }
}

/// Counts the bytes that cursors of this thread have looked at.
#[cfg(test)]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local!(static TAKEN: Cell<usize> = const { Cell::new(0) });

    pub(crate) fn add(steps: usize) {
        TAKEN.with(|taken| taken.set(taken.get() + steps));
    }

    /// Returns how many bytes were looked at during a call.
    pub(crate) fn of(call: impl FnOnce()) -> usize {
        let before = TAKEN.with(Cell::get);
        call();
        TAKEN.with(Cell::get) - before
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Malformed input: the position, what was expected and what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Position of the error.
    pub at: Position,
    /// What should be there, which tells the reader how to fix it.
    pub expected: String,
    /// What is there instead.
    pub found: String,
    /// What the text was assumed to be, if it does not say so itself.
    pub assumed: Option<&'static str>,
}

impl ParseError {
    /// Creates an error. Long findings are cut, because a 10 MB line is unreadable, and control
    /// characters are escaped, because they would garble a terminal.
    pub fn new(at: Position, expected: impl Into<String>, found: impl Into<String>) -> Self {
        const LONGEST: usize = 60;
        let found: String = found.into();
        let mut shown = String::new();
        for character in found.chars().take(LONGEST) {
            if character.is_control() {
                shown.extend(character.escape_default());
            } else {
                shown.push(character);
            }
        }
        if found.chars().nth(LONGEST).is_some() {
            shown.push_str("...");
        }
        ParseError { at, expected: expected.into(), found: shown, assumed: None }
    }

    /// Adds what the text was assumed to be.
    pub fn assuming(self, what: &'static str) -> Self {
        ParseError { assumed: Some(what), ..self }
    }

    /// Returns the message without the position.
    pub fn words(&self) -> String {
        let assumed = self.assumed.map_or(String::new(), |what| format!("read as {what}: "));
        format!("{assumed}expected {}, found {}", self.expected, self.found)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.words())
    }
}

impl std::error::Error for ParseError {}

/// A value read from a text, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<T> {
    /// The value itself.
    pub value: T,
    /// Where the value begins.
    pub at: Position,
}

impl<T> Located<T> {
    /// Returns an error about this value.
    pub fn wrong(&self, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        ParseError::new(self.at, expected, found)
    }
}

impl<'t> Located<&'t str> {
    /// The words between these separators, each with its own position. The text is one line.
    pub fn words(self, is_separator: fn(char) -> bool) -> impl Iterator<Item = Located<&'t str>> {
        let mut cursor = TextCursor::through(self.value);
        let words = self.value.split(is_separator).filter(|word| !word.is_empty());
        words.map(move |word| {
            let ahead = cursor.to(word.as_ptr() as usize - self.value.as_ptr() as usize).column - 1;
            let at = Position { column: self.at.column + ahead, ..self.at };
            Located { value: word, at }
        })
    }
}
