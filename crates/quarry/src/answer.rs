//! Answer files: an answer and its origin. `judgement.rs` judges them.

use std::fmt;

use quarry_core::text::quoted;
use quarry_core::{
    AnswerText, Document, Entries, Listing, ParseError, Position, Puzzle, Score, Verdict,
};

use crate::run::Report;

/// Writes an answer file. It contains no date or time: the same run writes the same bytes.
#[derive(Debug)]
pub(crate) struct AnswerFile<'a> {
    pub(crate) key: &'static str,
    /// Version of the rules by which the answer was judged.
    pub(crate) rules: u32,
    pub(crate) name: Option<&'a str>,
    /// Text of the instance; the checksum ties the answer to it.
    pub(crate) instance: String,
    pub(crate) report: &'a Report,
}

/// Returns the checksum of an answer file, which changes with the instance and with every entry of
/// the answer.
///
/// Uses FNV-1a, because the checksum must never change, and because it only guards against
/// mistakes. The judge guards against forgery.
pub(crate) fn checksum<'e>(instance: &str, entries: impl Iterator<Item = &'e str>) -> String {
    let bytes = instance.bytes().chain(entries.flat_map(|entry| entry.bytes().chain([b'\n'])));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("fnv1a:{hash:016x}")
}

/// Returns the checksum of an instance.
pub(crate) fn instance_checksum(instance: &str) -> String {
    checksum(instance, std::iter::empty())
}

impl fmt::Display for AnswerFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        writeln!(f, "puzzle = {}", quoted(report.puzzle))?;
        if let Some(name) = self.name {
            writeln!(f, "instance = {}", quoted(name))?;
        }
        writeln!(f, "instance_checksum = {}", quoted(&instance_checksum(&self.instance)))?;
        writeln!(f, "rules_version = {}", self.rules)?;
        writeln!(f, "program = {}", quoted(concat!("quarry ", env!("CARGO_PKG_VERSION"))))?;
        writeln!(f, "solver = {}", quoted(report.solver))?;
        let params: Vec<_> = report
            .params
            .iter()
            .map(|(name, value)| format!("{name} = {}", quoted(value)))
            .collect();
        writeln!(f, "params = {{ {} }}", params.join(", "))?;
        writeln!(f, "seed = {}", quoted(&report.seed.to_string()))?;
        writeln!(f, "evaluations = {}", report.tally.evaluations)?;
        writeln!(f, "nodes = {}", report.tally.generated)?;
        if let Some(score) = report.score {
            writeln!(f, "score = {score}")?;
        }
        writeln!(f, "solved = {}\nproved = {}", report.is_complete(), report.proved)?;
        if let Some(solutions) = report.solutions {
            writeln!(f, "solutions = {}", quoted(solutions.word()))?;
        }
        let checksum = checksum(&self.instance, report.answer.iter());
        writeln!(f, "checksum = {}", quoted(&checksum))?;
        write_entries(f, self.key, self.key, &report.answer)?;
        if report.second.is_empty() {
            Ok(())
        } else {
            write_entries(f, self.key, ANOTHER, &report.second)
        }
    }
}

/// Writes an answer file for a game played by a person.
#[derive(Debug)]
pub(crate) struct PlayedFile<'a> {
    pub(crate) puzzle: &'static str,
    pub(crate) key: &'static str,
    pub(crate) name: Option<&'a str>,
    pub(crate) instance: &'a str,
    /// Score by the judge; `None` if the judge refuses the answer.
    pub(crate) score: Option<Score>,
    pub(crate) answer: &'a Entries,
}

impl fmt::Display for PlayedFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle = {}", quoted(self.puzzle))?;
        if let Some(name) = self.name {
            writeln!(f, "instance = {}", quoted(name))?;
        }
        writeln!(f, "instance_checksum = {}", quoted(&instance_checksum(self.instance)))?;
        writeln!(f, "program = {}", quoted(concat!("quarry ", env!("CARGO_PKG_VERSION"))))?;
        writeln!(f, "solver = \"a person\"")?;
        if let Some(score) = self.score {
            writeln!(f, "score = {score}")?;
        }
        write_entries(f, self.key, self.key, self.answer)
    }
}

/// Writes the file of a record from what was parsed and judged, so that nothing else of the answer's
/// file gets into an archive.
#[derive(Debug)]
pub(crate) struct RecordFile<'a> {
    /// The day on which the record was set.
    pub(crate) date: &'a str,
    pub(crate) puzzle: &'static str,
    pub(crate) key: &'static str,
    /// Version of the rules by which the answer was judged.
    pub(crate) rules: u32,
    pub(crate) name: Option<&'a str>,
    pub(crate) instance: &'a str,
    /// What the answer's file says of its origin, which no judge can check: keys with values.
    pub(crate) claimed: Vec<(&'static str, String)>,
    /// The judge's verdict.
    pub(crate) verdict: Verdict,
    pub(crate) answer: &'a Entries,
}

/// Keys of an answer file that no judge can check.
const CLAIMS: [&str; 7] = ["program", "solver", "params", "seed", "evaluations", "nodes", "proved"];

/// Reads what an answer file says of its origin, as keys with values in TOML. A file that is itself
/// a record has it in a table.
pub(crate) fn claimed(document: &Document) -> Result<Vec<(&'static str, String)>, ParseError> {
    let table = document.table("claimed")?;
    let document = table.as_ref().unwrap_or(document);
    let mut claims = Vec::new();
    for key in CLAIMS {
        let value = match key {
            "evaluations" | "nodes" => {
                document.integer(key)?.map(|number| number.value.to_string())
            }
            "proved" => document.switch(key)?.map(|switch| switch.value.to_string()),
            "params" => document.table(key)?.map(|table| params(&table)).transpose()?,
            _ => document.text(key)?.map(|text| quoted(text.value)),
        };
        claims.extend(value.map(|value| (key, value)));
    }
    Ok(claims)
}

/// Reads settings, of which each has one value: an answer comes from one run.
fn params(table: &Document) -> Result<String, ParseError> {
    let mut params = Vec::new();
    for (name, values) in table.choices()? {
        let [value] = values.as_slice() else {
            let expected = format!("one value of `{}`", name.value);
            return Err(name.wrong(expected, format!("{} of them", values.len())));
        };
        params.push(format!("{} = {}", quoted_key(name.value), quoted(&value.value)));
    }
    Ok(format!("{{ {} }}", params.join(", ")))
}

/// Quotes a key for TOML: always on one line, while a quoted text may have several.
fn quoted_key(name: &str) -> String {
    let letter = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        letter if letter.is_control() => format!("\\u{:04X}", u32::from(letter)),
        letter => letter.to_string(),
    };
    format!("\"{}\"", name.chars().map(letter).collect::<String>())
}

impl fmt::Display for RecordFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "recorded = {}", quoted(self.date))?;
        writeln!(f, "puzzle = {}", quoted(self.puzzle))?;
        if let Some(name) = self.name {
            writeln!(f, "instance = {}", quoted(name))?;
        }
        writeln!(f, "instance_checksum = {}", quoted(&instance_checksum(self.instance)))?;
        writeln!(f, "rules_version = {}", self.rules)?;
        let claimed: Vec<_> =
            self.claimed.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        writeln!(f, "claimed = {{ {} }}", claimed.join(", "))?;
        writeln!(f, "score = {}\nsolved = {}", self.verdict.score, self.verdict.solved)?;
        let checksum = checksum(self.instance, self.answer.iter());
        writeln!(f, "checksum = {}", quoted(&checksum))?;
        write_entries(f, self.key, self.key, self.answer)
    }
}

/// Key of a second solution, which shows that the first is not unique.
pub(crate) const ANOTHER: &str = "another";

/// Answers with more entries than this are written packed.
pub const LONGEST_PLAIN: usize = 10_000;

/// Number of letters of packed entries on a line.
const LETTERS: usize = 96;

/// Returns whether answers under a key are the rows of a board.
pub(crate) fn are_rows(key: &str) -> bool {
    key == "board"
}

/// Writes an answer under `key`, in the form used for answers under `form`.
fn write_entries(
    f: &mut fmt::Formatter<'_>,
    form: &str,
    key: &str,
    entries: &Entries,
) -> fmt::Result {
    if are_rows(form) {
        return writeln!(f, "{key} = \"\"\"\n{}\n\"\"\"", entries.join("\n"));
    }
    if entries.len() <= LONGEST_PLAIN {
        return write_list(f, key, entries.iter());
    }
    writeln!(f, "\n[{key}]\ncount = {}", entries.len())?;
    write_list(f, "dictionary", entries.dictionary().iter().map(|word| &**word))?;
    writeln!(f, "indices = \"\"\"")?;
    let packed = entries.packed();
    let mut rest = packed.as_str();
    while !rest.is_empty() {
        let (line, behind) = rest.split_at(rest.len().min(LETTERS));
        writeln!(f, "{line}")?;
        rest = behind;
    }
    writeln!(f, "\"\"\"")
}

fn write_list<'e>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    entries: impl Iterator<Item = &'e str>,
) -> fmt::Result {
    writeln!(f, "{key} = [")?;
    for entry in entries {
        writeln!(f, "    {},", quoted(entry))?;
    }
    writeln!(f, "]")
}

/// Parses the text of an answer file.
pub(crate) fn open<P: Puzzle>(text: &str) -> Result<AnswerText<'_>, ParseError> {
    AnswerText::parse(text, P::ANSWER_KEY)
}

/// Returns the entries of an answer file.
pub(crate) fn entries<'d, P: Puzzle>(text: &'d AnswerText) -> Result<Listing<'d>, ParseError> {
    let document = text.document();
    if let Some(id) = document.text("puzzle")?
        && id.value != P::ID
    {
        return Err(id.wrong(format!("an answer to {}", P::ID), format!("one to \"{}\"", id.value)));
    }
    let is_board = are_rows(P::ANSWER_KEY);
    let example = if is_board { "board = \"\"\"...\"\"\"" } else { "moves = [\"1,1\"]" };
    let entries = text.entries(P::ANSWER_KEY, is_board)?;
    entries.ok_or_else(|| document.missing(P::ANSWER_KEY, example))
}

/// Reads the answer of an answer file. It may be incomplete but must be legal.
pub(crate) fn answer_so_far<P: Puzzle>(puzzle: &P, text: &str) -> Result<P::Answer, ParseError> {
    let text = open::<P>(text)?;
    let entries = entries::<P>(&text)?;
    let answer = puzzle.parse_answer(&mut entries.iter())?;
    refuse_foul(puzzle, &answer, &entries)?;
    Ok(answer)
}

/// Returns the verdict on a legal answer; refuses an illegal one, naming the offending entry.
pub(crate) fn refuse_foul<P: Puzzle>(
    puzzle: &P,
    answer: &P::Answer,
    entries: &Listing,
) -> Result<Verdict, ParseError> {
    puzzle.judge(answer).map_err(|foul| {
        let at = entries.iter().nth(foul.at).or(entries.iter().next());
        let at = at.map_or(Position::START, |entry| entry.at);
        ParseError::new(at, "an answer that is legal for the instance", foul.to_string())
    })
}
