//! Answer files: an answer with where it comes from, and the judge's word on one.

use std::fmt;

use quarry_core::text::quoted;
use quarry_core::{Document, Foul, Located, ParseError, Position, Puzzle, Score, Verdict};

use crate::run::Report;

/// Writes an answer file. It holds no date and no time: the same run writes the same bytes.
#[derive(Debug)]
pub(crate) struct AnswerFile<'a> {
    pub(crate) key: &'static str,
    /// The version of the rules it was judged by.
    pub(crate) rules: u32,
    pub(crate) name: Option<&'a str>,
    /// The instance's own text, which the checksum ties the answer to.
    pub(crate) instance: String,
    pub(crate) report: &'a Report,
}

/// What an answer file is recognised by: it changes with the instance and with every entry of the answer.
///
/// FNV-1a, because it must stay the same for ever and guards against slips, not against forgery; the judge does that.
fn checksum<'e>(instance: &str, entries: impl Iterator<Item = &'e str>) -> String {
    let bytes = instance.bytes().chain(entries.flat_map(|entry| entry.bytes().chain([b'\n'])));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("fnv1a:{hash:016x}")
}

impl fmt::Display for AnswerFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        writeln!(f, "puzzle = {}", quoted(report.puzzle))?;
        if let Some(name) = self.name {
            writeln!(f, "instance = {}", quoted(name))?;
        }
        writeln!(f, "instance_checksum = {}", quoted(&checksum(&self.instance, std::iter::empty())))?;
        writeln!(f, "rules_version = {}", self.rules)?;
        writeln!(f, "program = {}", quoted(concat!("quarry ", env!("CARGO_PKG_VERSION"))))?;
        writeln!(f, "solver = {}", quoted(report.solver))?;
        let params: Vec<_> =
            report.params.iter().map(|(name, value)| format!("{name} = {}", quoted(value))).collect();
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
        let checksum = checksum(&self.instance, report.answer.iter().map(String::as_str));
        writeln!(f, "checksum = {}", quoted(&checksum))?;
        write_entries(f, self.key, self.key, &report.answer)?;
        if report.second.is_empty() { Ok(()) } else { write_entries(f, self.key, ANOTHER, &report.second) }
    }
}

/// Writes an answer file of what a person played.
#[derive(Debug)]
pub(crate) struct PlayedFile<'a> {
    pub(crate) puzzle: &'static str,
    pub(crate) key: &'static str,
    pub(crate) name: Option<&'a str>,
    pub(crate) instance: &'a str,
    /// What the judge counts; nothing if it refuses the answer.
    pub(crate) score: Option<Score>,
    pub(crate) answer: &'a [String],
}

impl fmt::Display for PlayedFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle = {}", quoted(self.puzzle))?;
        if let Some(name) = self.name {
            writeln!(f, "instance = {}", quoted(name))?;
        }
        writeln!(f, "instance_checksum = {}", quoted(&checksum(self.instance, std::iter::empty())))?;
        writeln!(f, "program = {}", quoted(concat!("quarry ", env!("CARGO_PKG_VERSION"))))?;
        writeln!(f, "solver = \"a person\"")?;
        if let Some(score) = self.score {
            writeln!(f, "score = {score}")?;
        }
        write_entries(f, self.key, self.key, self.answer)
    }
}

/// The key of a second solution, which shows that the first is not the only one.
const ANOTHER: &str = "another";

/// Writes an answer under a key, in the form of the answers that stand under another.
fn write_entries(f: &mut fmt::Formatter<'_>, form: &str, key: &str, entries: &[String]) -> fmt::Result {
    if form == "board" {
        return writeln!(f, "{key} = \"\"\"\n{}\n\"\"\"", entries.join("\n"));
    }
    let entries: String = entries.iter().map(|entry| format!("    {},\n", quoted(entry))).collect();
    writeln!(f, "{key} = [\n{entries}]")
}

/// The judge's word on an answer file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// What the judge says of the answer.
    pub verdict: Result<Verdict, Foul>,
    /// The score the file claims, if it claims one.
    pub claimed: Option<Score>,
    /// Whether the file carries a checksum that its answer or the instance does not fit.
    pub altered: bool,
    /// The version of the rules that the file was written for, where the house has another one by now.
    pub other_rules: Option<i64>,
    /// What is wrong with the second solution that the file shows, if it shows one and something is.
    pub second: Option<String>,
}

impl Judgement {
    /// The judge's word on an answer that comes without a file.
    pub(crate) fn of(verdict: Result<Verdict, Foul>) -> Self {
        Judgement { verdict, claimed: None, altered: false, other_rules: None, second: None }
    }

    /// Why the answer is not accepted; `None` if it is.
    pub fn objection(&self) -> Option<String> {
        let objection = self.objection_by_these_rules()?;
        Some(match self.other_rules {
            Some(version) => format!("{objection} (the file was written for version {version} of the rules)"),
            None => objection,
        })
    }

    fn objection_by_these_rules(&self) -> Option<String> {
        match (&self.verdict, self.claimed) {
            (Err(foul), _) => Some(foul.to_string()),
            (Ok(verdict), Some(claimed)) if claimed != verdict.score => {
                Some(format!("the file claims score {claimed}, the judge counts {}", verdict.score))
            }
            (Ok(verdict), _) if !verdict.solved => Some(format!(
                "legal as far as it goes (score {}), but the goal is not reached",
                verdict.score
            )),
            _ if self.second.is_some() => self.second.clone(),
            _ if self.altered => Some(
                "legal, but not as it was written: the checksum does not fit this instance and answer (without its \
                 line, the answer is judged by itself)"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}

/// The answer of an answer file, and its entries as they are written.
pub(crate) fn read<'d, P: Puzzle>(
    puzzle: &P,
    document: &'d Document,
) -> Result<(P::Answer, Vec<Located<&'d str>>), ParseError> {
    if let Some(id) = document.text("puzzle")?
        && id.value != P::ID
    {
        return Err(id.wrong(format!("an answer to {}", P::ID), format!("one to \"{}\"", id.value)));
    }
    let example = if P::ANSWER_KEY == "board" { "board = \"\"\"...\"\"\"" } else { "moves = [\"1,1\"]" };
    let entries = entries::<P>(document, P::ANSWER_KEY)?;
    let entries = entries.ok_or_else(|| document.missing(P::ANSWER_KEY, example))?;
    Ok((puzzle.parse_answer(&entries)?, entries))
}

/// The entries of an answer under a key.
fn entries<'d, P: Puzzle>(
    document: &'d Document,
    key: &str,
) -> Result<Option<Vec<Located<&'d str>>>, ParseError> {
    if P::ANSWER_KEY == "board" { document.rows(key) } else { document.list(key) }
}

/// What is wrong with the second solution of a file, if it has one.
fn objection_to_second<P: Puzzle>(
    puzzle: &P,
    document: &Document,
    first: &P::Answer,
) -> Result<Option<String>, ParseError> {
    let Some(entries) = entries::<P>(document, ANOTHER)? else { return Ok(None) };
    let second = puzzle.parse_answer(&entries)?;
    Ok(match puzzle.judge(&second) {
        Err(foul) => Some(format!("the second solution: {foul}")),
        Ok(verdict) if !verdict.solved => Some("the second solution does not reach the goal".to_owned()),
        Ok(_) if puzzle.show_answer(&second) == puzzle.show_answer(first) => {
            Some("the second solution is the first".to_owned())
        }
        Ok(_) => None,
    })
}

/// The answer of an answer file, which may stop short of the goal but has to be an answer.
pub(crate) fn answer_so_far<P: Puzzle>(puzzle: &P, text: &str) -> Result<P::Answer, ParseError> {
    let document = Document::parse(text)?;
    let (answer, entries) = read(puzzle, &document)?;
    match puzzle.judge(&answer) {
        Ok(_) => Ok(answer),
        Err(foul) => {
            let at = entries.first().map_or(Position::START, |entry| entry.at);
            Err(ParseError::new(at, "an answer that keeps to the instance", foul.to_string()))
        }
    }
}

pub(crate) fn judge_file<P: Puzzle>(puzzle: &P, document: &Document) -> Result<Judgement, ParseError> {
    let (answer, entries) = read(puzzle, document)?;
    let claimed = document.integer("score")?.map(|score| score.value);
    let fits = checksum(&puzzle.show(), entries.iter().map(|entry| entry.value));
    let altered = document.text("checksum")?.is_some_and(|written| written.value != fits);
    let written_for = document.integer("rules_version")?.map(|version| version.value);
    let other_rules = written_for.filter(|&version| version != i64::from(P::RULES_VERSION));
    let second = objection_to_second(puzzle, document, &answer)?;
    Ok(Judgement { verdict: puzzle.judge(&answer), claimed, altered, other_rules, second })
}
