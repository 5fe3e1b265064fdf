//! Places in a text, and complaints that name them.

use std::fmt;

/// A place in a text, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: usize,
    /// Column, in characters.
    pub column: usize,
}

impl Position {
    /// The first place.
    pub const START: Position = Position { line: 1, column: 1 };

    /// The place of a byte offset.
    pub fn of(text: &str, offset: usize) -> Self {
        TextCursor::through(text).to(offset)
    }
}

/// A walk through a text that tells the places of rising byte offsets. It looks at every byte once,
/// where [`Position::of`] begins anew for each: an answer may have millions of entries, and all of
/// them on one line.
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

    /// The place of an offset that lies behind all that were asked for before.
    pub(crate) fn to(&mut self, offset: usize) -> Position {
        const CONTINUES: std::ops::RangeInclusive<u8> = 0x80..=0xbf;
        let offset = offset.clamp(self.walked, self.text.len());
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

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Malformed input: where, what was expected, what was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Where.
    pub at: Position,
    /// What should stand there, and so what to do.
    pub expected: String,
    /// What stands there.
    pub found: String,
    /// What the text was taken for, where it does not say so itself.
    pub assumed: Option<&'static str>,
}

impl ParseError {
    /// A complaint. Long findings are cut, because nobody wants to read a 10 MB line twice, and
    /// control characters are written out, because they would play havoc with a terminal.
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

    /// The same of a text that was taken for something without saying so.
    pub fn assuming(self, what: &'static str) -> Self {
        ParseError { assumed: Some(what), ..self }
    }

    /// All but the place.
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

/// Something read from a text, with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<T> {
    /// What.
    pub value: T,
    /// Where it begins.
    pub at: Position,
}

impl<T> Located<T> {
    /// A complaint about it.
    pub fn wrong(&self, expected: impl Into<String>, found: impl Into<String>) -> ParseError {
        ParseError::new(self.at, expected, found)
    }
}
