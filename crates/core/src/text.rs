//! Text forms: TOML files in which every value carries its line and column, so that every error
//! message can name them.

mod entries;
mod listing;
mod position;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

pub use entries::{Entries, Packing};
pub use listing::{AnswerText, Listing};
pub use position::{Located, ParseError, Position};

use position::PositionIndex;

/// A published result on an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Score that was reached.
    pub score: i64,
    /// Who reached it, and where it was published.
    pub by: String,
    /// Whether the score is proved to be optimal.
    pub proved: bool,
}

/// Header of an instance file: everything besides the instance itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Id of the puzzle.
    pub puzzle: Option<String>,
    /// Name of the instance.
    pub name: Option<String>,
    /// Origin of the instance.
    pub source: Option<String>,
    /// Any other remark.
    pub note: Option<String>,
    /// Published results.
    pub known: Vec<Known>,
}

const HEADER_KEYS: [&str; 5] = ["puzzle", "name", "source", "note", "known"];

/// Keys with their numbers.
pub type NumberLists<'d> = Vec<(Located<&'d str>, Vec<f64>)>;

/// Settings as given in a file: each name with its values as text. A string, number or switch gives
/// one value, an array of these gives several.
pub type Choices<'d> = Vec<(Located<&'d str>, Vec<Located<String>>)>;

/// The content of a settings key: values to choose from, or a table that describes them.
#[derive(Debug)]
pub enum Setting<'t> {
    /// One value for a string, number or switch, several for an array of these.
    Values(Vec<Located<String>>),
    /// A table that describes the values.
    Table(Document<'t>),
}

/// A parsed TOML file, or a table in one.
///
/// ```
/// use quarry_core::Document;
///
/// let file = Document::parse("puzzle = \"demo\"\nsize = 3\n")?;
/// file.only(&["size"])?;
/// assert_eq!(file.header()?.puzzle.as_deref(), Some("demo"));
/// assert_eq!(file.integer("size")?.map(|size| size.value), Some(3));
///
/// let error = file.text("size").expect_err("3 is not a string");
/// assert_eq!(error.to_string(), "line 2, column 8: expected a string for `size`, found `3`");
/// # Ok::<(), quarry_core::ParseError>(())
/// ```
#[derive(Debug)]
pub struct Document<'t> {
    source: &'t str,
    positions: PositionIndex<'t>,
    table: DeTable<'t>,
    /// Where the table begins; `None` for the whole file.
    begins: Option<Position>,
}

impl<'t> Document<'t> {
    /// Reads a TOML text.
    pub fn parse(source: &'t str) -> Result<Self, ParseError> {
        let source = without_byte_order_mark(source);
        if source.trim().is_empty() {
            return Err(ParseError::new(
                Position::START,
                "an instance, an answer or an experiment",
                "an empty file",
            ));
        }
        Document::of(source)
    }

    /// A file without keys.
    pub fn empty() -> Self {
        Document {
            source: "",
            positions: PositionIndex::of(""),
            table: DeTable::default(),
            begins: None,
        }
    }

    /// Reads a TOML text, which may be empty.
    fn of(source: &'t str) -> Result<Self, ParseError> {
        match DeTable::parse(source) {
            Ok(table) => Ok(Document {
                source,
                positions: PositionIndex::of(source),
                table: table.into_inner(),
                begins: None,
            }),
            Err(error) => {
                let at = Position::of(source, error.span().map_or(0, |span| span.start));
                let line = source.lines().nth(at.line - 1).unwrap_or("").trim();
                let found =
                    if line.is_empty() { "nothing".to_owned() } else { format!("`{line}`") };
                Err(ParseError::new(at, format!("valid TOML ({})", error.message().trim()), found))
            }
        }
    }

    /// Reads the keys that every instance file may have.
    pub fn header(&self) -> Result<Header, ParseError> {
        let owned = |found: Option<Located<&str>>| found.map(|text| text.value.to_owned());
        let mut header = Header {
            puzzle: owned(self.text("puzzle")?),
            name: owned(self.text("name")?),
            source: owned(self.text("source")?),
            note: owned(self.text("note")?),
            known: Vec::new(),
        };
        for known in self.tables("known")? {
            known.only_these(&["score", "by", "proved"])?;
            let score =
                known.integer("score")?.ok_or_else(|| known.missing("score", "score = 2000"))?;
            let by =
                known.text("by")?.ok_or_else(|| known.missing("by", "by = \"WHO AND WHERE\""))?;
            header.known.push(Known {
                score: score.value,
                by: by.value.to_owned(),
                proved: known.switch("proved")?.is_some_and(|proved| proved.value),
            });
        }
        Ok(header)
    }

    /// Refuses every key that is neither listed nor a header key.
    pub fn only(&self, keys: &[&str]) -> Result<(), ParseError> {
        let mut all = HEADER_KEYS.to_vec();
        all.extend(keys);
        self.only_these(&all)
    }

    /// Refuses every key that is not listed.
    pub fn only_these(&self, keys: &[&str]) -> Result<(), ParseError> {
        let stranger = self
            .table
            .iter()
            .filter(|(key, _)| !keys.contains(&key.get_ref().as_ref()))
            .min_by_key(|(key, _)| key.span().start);
        stranger.map_or(Ok(()), |(key, _)| {
            let at = self.positions.at(key.span().start);
            Err(ParseError::new(
                at,
                format!("one of the keys {}", keys.join(", ")),
                format!("`{}`", key.get_ref()),
            ))
        })
    }

    /// Reads a string.
    pub fn text(&self, key: &str) -> Result<Option<Located<&str>>, ParseError> {
        self.read(key, "a string", |value| value.as_str())
    }

    /// Reads a whole number.
    pub fn integer(&self, key: &str) -> Result<Option<Located<i64>>, ParseError> {
        self.read(key, "a whole number", |value| value.as_integer().and_then(whole))
    }

    /// Reads a whole number from 1 to `most`.
    pub fn positive(&self, key: &str, most: i64) -> Result<Option<u64>, ParseError> {
        let Some(number) = self.integer(key)? else { return Ok(None) };
        if !(1..=most).contains(&number.value) {
            return Err(
                number.wrong(format!("a whole number from 1 to {most}"), number.value.to_string())
            );
        }
        Ok(Some(number.value.unsigned_abs()))
    }

    /// Reads a number, whole or not.
    pub fn number(&self, key: &str) -> Result<Option<Located<f64>>, ParseError> {
        self.read(key, "a number", number)
    }

    /// Reads `true` or `false`.
    pub fn switch(&self, key: &str) -> Result<Option<Located<bool>>, ParseError> {
        self.read(key, "true or false", DeValue::as_bool)
    }

    /// Reads an array of strings.
    pub fn list(&self, key: &str) -> Result<Option<Vec<Located<&str>>>, ParseError> {
        self.each(key, "a string", |value| value.as_str())
    }

    /// Reads an array of whole numbers.
    pub fn integers(&self, key: &str) -> Result<Option<Vec<Located<i64>>>, ParseError> {
        self.each(key, "a whole number", |value| value.as_integer().and_then(whole))
    }

    /// Reads the raw text between a string's quotes, with escapes unprocessed.
    pub(crate) fn raw_text(&self, key: &str) -> Result<Option<Located<&'t str>>, ParseError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let span = self.table[key].span();
        let raw = &self.source[span.clone()];
        let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        let at = Position { column: text.at.column + quotes, ..text.at };
        Ok(Some(Located { value: &raw[quotes..raw.len() - quotes], at }))
    }

    /// Returns whether a key holds a table.
    pub(crate) fn is_table(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|value| value.get_ref().is_table())
    }

    /// Returns a table inside this one.
    pub fn table(&self, key: &str) -> Result<Option<Document<'t>>, ParseError> {
        self.table.get(key).map(|value| self.nested(key, value)).transpose()
    }

    /// Returns the tables `[[key]]`; none if the key is absent.
    pub fn tables(&self, key: &str) -> Result<Vec<Document<'t>>, ParseError> {
        self.array(key)?
            .unwrap_or_default()
            .into_iter()
            .map(|entry| self.nested(key, entry))
            .collect()
    }

    fn nested(&self, key: &str, value: &Spanned<DeValue<'t>>) -> Result<Document<'t>, ParseError> {
        match value.get_ref() {
            DeValue::Table(table) => Ok(Document {
                source: self.source,
                positions: self.positions.clone(),
                table: table.clone(),
                begins: Some(self.at(value)),
            }),
            _ => Err(self.mismatch(value, &format!("a table `{key}`"))),
        }
    }

    /// Returns all keys as settings, in file order.
    pub fn choices(&self) -> Result<Choices<'_>, ParseError> {
        let entries = self.entries().into_iter();
        entries.map(|(name, value)| Ok((name, self.values(value)?))).collect()
    }

    /// Returns all keys as settings that may also be described by tables, in file order.
    pub fn settings(&self) -> Result<Vec<(Located<&str>, Setting<'t>)>, ParseError> {
        let mut settings = Vec::new();
        for (name, value) in self.entries() {
            let setting = match value.get_ref() {
                DeValue::Table(_) => Setting::Table(self.nested(name.value, value)?),
                _ => Setting::Values(self.values(value)?),
            };
            settings.push((name, setting));
        }
        Ok(settings)
    }

    fn values(&self, value: &Spanned<DeValue<'t>>) -> Result<Vec<Located<String>>, ParseError> {
        match value.get_ref().as_array() {
            Some(array) => array.iter().map(|entry| self.choice(entry)).collect(),
            None => Ok(vec![self.choice(value)?]),
        }
    }

    /// Returns all keys with their numbers, whole or not, in file order.
    pub fn numbers(&self) -> Result<Vec<(Located<&str>, f64)>, ParseError> {
        let number =
            |(name, value): (Located<_>, &Spanned<DeValue<'t>>)| match number(value.get_ref()) {
                Some(number) => Ok((name, number)),
                None => Err(self.mismatch(value, &format!("a number for `{}`", name.value))),
            };
        self.entries().into_iter().map(number).collect()
    }

    /// Returns all keys with their numbers, in file order: an array, or one number alone.
    pub fn number_lists(&self) -> Result<NumberLists<'_>, ParseError> {
        let list = |(name, value): (Located<_>, &Spanned<DeValue<'t>>)| {
            let numbers: Option<Vec<f64>> = match value.get_ref() {
                DeValue::Array(values) => {
                    values.iter().map(|value| number(value.get_ref())).collect()
                }
                one => number(one).map(|number| vec![number]),
            };
            let wanted = || format!("a number or an array of numbers for `{}`", name.value);
            match numbers {
                Some(numbers) => Ok((name, numbers)),
                None => Err(self.mismatch(value, &wanted())),
            }
        };
        self.entries().into_iter().map(list).collect()
    }

    fn entries(&self) -> Vec<(Located<&str>, &Spanned<DeValue<'t>>)> {
        let mut keys: Vec<_> = self.table.iter().collect();
        keys.sort_by_key(|(key, _)| key.span().start);
        let mut entries = Vec::new();
        for (key, value) in keys {
            let at = self.positions.at(key.span().start);
            entries.push((Located { value: key.get_ref().as_ref(), at }, value));
        }
        entries
    }

    fn choice(&self, value: &Spanned<DeValue<'t>>) -> Result<Located<String>, ParseError> {
        let text = match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => whole(number).map(|number| number.to_string()),
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(switch) => Some(switch.to_string()),
            _ => None,
        };
        let text = text.ok_or_else(|| self.mismatch(value, "a string, a number, true or false"))?;
        Ok(Located { value: text, at: self.at(value) })
    }

    /// Returns the lines of a multi-line string with their positions; blank lines at both ends are
    /// dropped.
    pub fn rows(&self, key: &str) -> Result<Option<Vec<Located<&str>>>, ParseError> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        let start = self.table[key].span().start;
        let raw = &self.source[start..];
        let quote = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
        // TOML drops one line break after the opening quotes of a multi-line string.
        let skipped = ["\n", "\r\n"]
            .iter()
            .find(|end| quote == 3 && raw[quote..].starts_with(**end))
            .map_or(0, |end| end.len());
        let first = self.positions.at(start + quote + skipped);
        let mut rows: Vec<_> = text
            .value
            .lines()
            .enumerate()
            .map(|(index, value)| {
                let column = if index == 0 { first.column } else { 1 };
                Located { value, at: Position { line: first.line + index, column } }
            })
            .collect();
        while rows.last().is_some_and(|row| row.value.trim().is_empty()) {
            rows.pop();
        }
        let blank = rows.iter().take_while(|row| row.value.trim().is_empty()).count();
        rows.drain(..blank);
        Ok(Some(rows))
    }

    /// Returns the error for a missing key.
    pub fn missing(&self, key: &str, example: &str) -> ParseError {
        let expected = format!("a key `{key}`, such as `{example}`");
        match self.begins {
            Some(begins) => ParseError::new(begins, expected, "a table without it"),
            None => {
                let end = self.positions.at(self.source.trim_end().len());
                ParseError::new(end, expected, "the end of the file")
            }
        }
    }

    /// Returns the position of a key's value.
    pub fn place(&self, key: &str) -> Option<Position> {
        self.table.get(key).map(|value| self.at(value))
    }

    fn array(&self, key: &str) -> Result<Option<Vec<&Spanned<DeValue<'t>>>>, ParseError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(value) => match value.get_ref().as_array() {
                Some(array) => Ok(Some(array.iter().collect())),
                None => Err(self.mismatch(value, "an array")),
            },
        }
    }

    fn each<'d, T>(
        &'d self,
        key: &str,
        expected: &str,
        take: impl Fn(&'d DeValue<'t>) -> Option<T>,
    ) -> Result<Option<Vec<Located<T>>>, ParseError> {
        let Some(entries) = self.array(key)? else { return Ok(None) };
        let mut walk = self.positions.from(entries.first().map_or(0, |entry| entry.span().start));
        entries
            .into_iter()
            .map(|entry| match take(entry.get_ref()) {
                Some(value) => Ok(Located { value, at: walk.to(entry.span().start) }),
                None => Err(self.mismatch(entry, expected)),
            })
            .collect::<Result<_, _>>()
            .map(Some)
    }

    fn read<'d, T>(
        &'d self,
        key: &str,
        expected: &str,
        take: impl Fn(&'d DeValue<'t>) -> Option<T>,
    ) -> Result<Option<Located<T>>, ParseError> {
        match self.table.get(key) {
            None => Ok(None),
            Some(value) => match take(value.get_ref()) {
                Some(taken) => Ok(Some(Located { value: taken, at: self.at(value) })),
                None => Err(self.mismatch(value, &format!("{expected} for `{key}`"))),
            },
        }
    }

    fn at(&self, value: &Spanned<DeValue>) -> Position {
        self.positions.at(value.span().start)
    }

    fn mismatch(&self, value: &Spanned<DeValue>, expected: &str) -> ParseError {
        let found = self.source.get(value.span()).unwrap_or_default();
        ParseError::new(self.at(value), expected, format!("`{found}`"))
    }
}

/// Strips the byte order mark that some editors put before a text.
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn whole(number: &DeInteger) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

fn number(value: &DeValue) -> Option<f64> {
    match value {
        DeValue::Integer(number) => whole(number).map(|number| number as f64),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    }
}

/// Quotes a string for TOML.
pub fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[cfg(test)]
mod tests;
