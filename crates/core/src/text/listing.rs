//! The entries of an answer in a file. They are read one by one, never as a table of values: an
//! answer may have millions of them, and reading it needs little more memory than its file.
//!
//! Entries are the rows of a string (`board = """..."""`), a list of strings (`moves = ["1,1",
//! "2,1"]`), or packed:
//!
//! ```toml
//! [moves]
//! count = 12_345                 # entries
//! dictionary = ["1,1", "2,1"]    # the distinct ones
//! indices = """..."""            # base64 of the place of each in the dictionary, from 0, in as
//!                                # many bits as that needs (at least one), the highest first
//! ```

use super::entries::Packing;
use super::position::TextCursor;
use super::{Document, Located, ParseError, Position};

/// The largest text that is parsed into a table of values, which takes about ten times its memory.
const LARGEST_TABLE: usize = 64 << 20;

/// An answer file: its header and its entries.
#[derive(Debug)]
pub struct AnswerText<'t> {
    /// Header, and the entries unless they are in `last`.
    document: Document<'t>,
    /// List of entries that ends the file, with its key.
    last: Option<(&'static str, Strings<'t>)>,
}

impl<'t> AnswerText<'t> {
    /// Reads an answer file whose entries are under a key.
    pub fn parse(source: &'t str, key: &'static str) -> Result<Self, ParseError> {
        let source = super::without_byte_order_mark(source);
        let refused = match find(source, key) {
            Found::List(start, open) => match Strings::plain(source, open) {
                Ok(strings) => {
                    let document = Document::of(&source[..start])?;
                    return Ok(AnswerText { document, last: Some((key, strings)) });
                }
                Err(at) => Some(at),
            },
            Found::Table => None,
            Found::Nothing => Some(0),
        };
        if let Some(at) = refused.filter(|_| source.len() > LARGEST_TABLE) {
            let expected = format!(
                "nothing but strings in double quotes and commas in `{key}`, and nothing after it, in a file \
                 of more than {} MiB",
                LARGEST_TABLE >> 20
            );
            let found = source.get(at..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            return Err(ParseError::new(Position::of(source, at), expected, format!("`{found}`")));
        }
        Ok(AnswerText { document: Document::parse(source)?, last: None })
    }

    /// Returns the file without its entries.
    pub fn document(&self) -> &Document<'t> {
        &self.document
    }

    /// Returns the entries under a key: moves, or the rows of a board.
    pub fn entries(&self, key: &str, are_rows: bool) -> Result<Option<Listing<'_>>, ParseError> {
        if let Some((_, strings)) = self.last.as_ref().filter(|(last, _)| *last == key) {
            return Ok(Some(Listing::Plain(strings)));
        }
        if are_rows {
            return Ok(self.document.rows(key)?.map(Listing::Located));
        }
        if self.document.is_table(key) {
            let table = self.document.table(key)?;
            return table.map(|table| Packed::read(&table).map(Listing::Packed)).transpose();
        }
        Ok(self.document.list(key)?.map(Listing::Located))
    }
}

/// The entries of an answer file.
#[derive(Debug)]
pub enum Listing<'d> {
    /// Rows, or a list that contains or is followed by other text.
    Located(Vec<Located<&'d str>>),
    /// A list of plain strings that ends the file.
    Plain(&'d Strings<'d>),
    /// A dictionary and indices.
    Packed(Packed<'d>),
}

impl Listing<'_> {
    /// Iterates over the entries.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Located<&str>> + '_> {
        match self {
            Listing::Located(entries) => Box::new(entries.iter().copied()),
            Listing::Plain(strings) => Box::new((*strings).clone()),
            Listing::Packed(packed) => Box::new(packed.iter()),
        }
    }
}

/// Where the entries of an answer file begin.
enum Found {
    /// In a list: the offset of its line, and the offset of the list itself.
    List(usize, usize),
    /// In a table.
    Table,
    Nothing,
}

/// Looks for the entries after keys with plain values.
fn find(source: &str, key: &str) -> Found {
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim_start();
        if text.starts_with('[') {
            let name = text.trim_end().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
            return if name.is_some_and(|name| name.trim() == key) {
                Found::Table
            } else {
                Found::Nothing
            };
        }
        if text.contains("\"\"\"") || text.contains("'''") {
            return Found::Nothing;
        }
        let value = text.strip_prefix(key).and_then(|rest| rest.trim_start().strip_prefix('='));
        if let Some(list) = value.and_then(|value| value.trim_start().strip_prefix('[')) {
            return Found::List(start, start + line.len() - list.len());
        }
        start += line.len();
    }
    Found::Nothing
}

/// A list of strings without escapes; only a reference to the text is kept.
#[derive(Debug, Clone)]
pub struct Strings<'t> {
    source: &'t str,
    /// Where the next string or the end of the list is searched for.
    offset: usize,
    walk: TextCursor<'t>,
}

impl<'t> Strings<'t> {
    /// Returns the list after a bracket if it contains only strings and nothing follows it;
    /// otherwise the offset of the first other text.
    fn plain(source: &'t str, open: usize) -> Result<Self, usize> {
        let list = Strings { source, offset: open, walk: TextCursor::through(source) };
        let mut looked = list.clone();
        while looked.string()?.is_some() {}
        let behind = skip_blanks(source, looked.offset);
        if behind == source.len() { Ok(list) } else { Err(behind) }
    }

    /// Returns the next string with its offset, or `None` at the end of the list; the error is the
    /// offset of any other text.
    fn string(&mut self) -> Result<Option<(usize, &'t str)>, usize> {
        let bytes = self.source.as_bytes();
        let start = skip_blanks(self.source, self.offset);
        match bytes.get(start) {
            Some(b']') => {
                self.offset = start + 1;
                return Ok(None);
            }
            Some(b'"') => {}
            _ => return Err(start),
        }
        let is_plain = |byte: u8| byte >= b' ' && byte != b'\\' && byte != 0x7f;
        let length = bytes[start + 1..].iter().position(|&byte| byte == b'"').ok_or(start)?;
        let end = start + 1 + length;
        if let Some(odd) = bytes[start + 1..end].iter().position(|&byte| !is_plain(byte)) {
            return Err(start + 1 + odd);
        }
        let behind = skip_blanks(self.source, end + 1);
        self.offset = match bytes.get(behind) {
            Some(b',') => behind + 1,
            Some(b']') => behind,
            _ => return Err(behind),
        };
        Ok(Some((start, &self.source[start + 1..end])))
    }
}

impl<'t> Iterator for Strings<'t> {
    type Item = Located<&'t str>;

    fn next(&mut self) -> Option<Self::Item> {
        // `plain` has checked that the list contains only strings.
        let (start, value) = self.string().ok().flatten()?;
        Some(Located { value, at: self.walk.to(start) })
    }
}

fn skip_blanks(source: &str, from: usize) -> usize {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    from + source.as_bytes()[from..].iter().take_while(|byte| blank(byte)).count()
}

/// Entries as a dictionary and the index of each entry in it.
#[derive(Debug)]
pub struct Packed<'t> {
    dictionary: Vec<String>,
    count: usize,
    /// Indices in base64, with blanks anywhere.
    letters: Located<&'t str>,
}

impl<'t> Packed<'t> {
    fn read(table: &Document<'t>) -> Result<Self, ParseError> {
        table.only_these(&["count", "dictionary", "indices"])?;
        let count = table
            .positive("count", i64::MAX)?
            .ok_or_else(|| table.missing("count", "count = 3"))?;
        let dictionary = table.list("dictionary")?;
        let dictionary = dictionary
            .ok_or_else(|| table.missing("dictionary", "dictionary = [\"1,1\", \"2,1\"]"))?;
        let letters = table.raw_text("indices")?;
        let letters = letters.ok_or_else(|| table.missing("indices", "indices = \"Gw==\""))?;
        let packed = Packed {
            dictionary: dictionary.iter().map(|word| word.value.to_owned()).collect(),
            count: usize::try_from(count).unwrap_or(usize::MAX),
            letters,
        };
        packed.check_letters()?;
        for (index, at) in packed.indices() {
            if index as usize >= packed.dictionary.len() {
                let expected = format!(
                    "an index below {}, the size of the dictionary",
                    packed.dictionary.len()
                );
                return Err(ParseError::new(at, expected, index.to_string()));
            }
        }
        Ok(packed)
    }

    /// Refuses letters that are not base64, and too many or too few of them.
    fn check_letters(&self) -> Result<(), ParseError> {
        let mut reader = self.indices();
        let (mut found, mut ended) = (0, false);
        while let Some((letter, at)) = reader.letter() {
            ended |= letter == b'=';
            if !ended && Packing::sextet(letter).is_some() {
                found += 1;
            } else if letter != b'=' {
                let text = self.letters.value;
                let found: String =
                    text[text.len() - reader.letters.len() - 1..].chars().take(1).collect();
                return Err(ParseError::new(
                    at,
                    "base64 (A-Z, a-z, 0-9, + and /)",
                    format!("`{found}`"),
                ));
            }
        }
        let packing = Packing::of(self.dictionary.len());
        match packing.letters(self.count) {
            Some(wanted) if wanted == found => Ok(()),
            wanted => {
                let wanted = wanted.map_or("more".to_owned(), |wanted| wanted.to_string());
                let expected = format!(
                    "{wanted} letters of base64 for {} entries of {} bits each",
                    self.count, packing.bits
                );
                Err(self.letters.wrong(expected, format!("{found} letters")))
            }
        }
    }

    fn indices(&self) -> Indices<'t> {
        Indices {
            letters: self.letters.value.as_bytes(),
            at: self.letters.at,
            packing: Packing::of(self.dictionary.len()),
            left: self.count,
            held: 0,
            bits: 0,
            last: self.letters.at,
        }
    }

    fn iter(&self) -> impl Iterator<Item = Located<&str>> {
        let entry =
            |(index, at): (u32, Position)| Located { value: &*self.dictionary[index as usize], at };
        self.indices().map(entry)
    }
}

/// Unpacks indices, each with the position of the letter in which it begins.
struct Indices<'t> {
    letters: &'t [u8],
    /// Positions of the next letter and of the last one read.
    at: Position,
    last: Position,
    packing: Packing,
    left: usize,
    held: u64,
    bits: u32,
}

impl Indices<'_> {
    /// Returns the next letter that is not a blank, with its position.
    fn letter(&mut self) -> Option<(u8, Position)> {
        loop {
            let (&letter, rest) = self.letters.split_first()?;
            self.letters = rest;
            let at = self.at;
            match letter {
                b'\n' => self.at = Position { line: at.line + 1, column: 1 },
                _ => self.at.column += 1,
            }
            if !letter.is_ascii_whitespace() {
                return Some((letter, at));
            }
        }
    }
}

impl Iterator for Indices<'_> {
    type Item = (u32, Position);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let mut begins = (self.bits > 0).then_some(self.last);
        while self.bits < self.packing.bits {
            let (letter, at) = self.letter()?;
            self.held = self.held << 6 | Packing::sextet(letter)?;
            self.bits += 6;
            self.last = at;
            begins = begins.or(Some(at));
        }
        self.bits -= self.packing.bits;
        let index = self.held >> self.bits;
        self.held &= (1 << self.bits) - 1;
        Some((index as u32, begins.unwrap_or(self.last)))
    }
}

#[cfg(test)]
mod tests;
