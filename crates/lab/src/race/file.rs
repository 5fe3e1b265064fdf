//! Race files: an experiment file with a table `race` that configures the tuning, and whose
//! settings may have ranges.

use quarry::Budget;
use quarry_core::{Document, Domain, Field, Located, ParseError, Setting};

use super::Race;
use super::run::FEWEST;
use super::space::{Scale, SettingAxis, SettingRange, Space, rule_of_two};
use crate::choices::{check, field_called};
use crate::contender::{MOST_RUNS, check_solver};
use crate::experiment::{budget_or_default, read_budget, read_subjects, required_text};
use crate::number_format::{grouped, plural};
use crate::size::{MOST_CONTENDERS, PlanRoom};
use crate::subject::{Lookup, Subject};

/// Default number of blocks before the first elimination, as in irace.
const FIRST: u64 = 5;

const CONFIDENCE: f64 = 0.95;

impl Race {
    /// Parses a race; files that it names are looked up in `lookup.folder`.
    pub fn parse(name: &str, text: &str, lookup: Lookup) -> Result<Race, ParseError> {
        let document = Document::parse(text)?;
        let table = document.table("race")?.ok_or_else(|| {
            document
                .missing("race", "[race] most = 1000`; a file without a race is for `quarry run")
        })?;
        document.only_these(&[
            "question",
            "seed",
            "runs",
            "budget",
            "instances",
            "solvers",
            "race",
        ])?;
        table.only_these(&["first", "confidence", "most", "candidates", "iterations"])?;
        let question =
            required_text(&document, "question", "question = \"How hot should it begin?\"")?;
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let budget = budget_or_default(&document)?;
        let subjects = read_subjects(&document, seed, lookup, PlanRoom::with(runs))?;
        let mut spaces = Vec::new();
        for entry in document.tables("solvers")? {
            spaces.push(read_space(&entry, &subjects, budget)?);
        }
        let count = |key| Ok(table.positive(key, MOST_RUNS)?.map(|count| count as usize));
        let race = Race {
            name: name.to_owned(),
            question,
            seed,
            subjects,
            runs,
            first: count("first")?.unwrap_or(FIRST as usize),
            confidence: read_confidence(&table)?,
            most: count("most")?.ok_or_else(|| table.missing("most", "most = 1000"))?,
            candidates: count("candidates")?,
            iterations: count("iterations")?.unwrap_or_else(|| rule_of_two(&spaces)),
            spaces,
        };
        race.can_be_run(&document, &table)?;
        Ok(race)
    }

    /// Returns an error for a race that cannot start, or whose numbers contradict each other.
    fn can_be_run(&self, document: &Document, table: &Document) -> Result<(), ParseError> {
        let at =
            |key| table.place(key).or_else(|| document.place("race")).expect("there is a race");
        let sampled = self.spaces.iter().any(Space::is_sampled);
        for key in ["candidates", "iterations"] {
            if let (false, Some(place)) = (sampled, table.place(key)) {
                let expected =
                    "a setting with a range to sample from, such as `width = { from = 1, to = 9 }`";
                return Err(ParseError::new(place, expected, "only lists, which are all tried"));
            }
        }
        let listed: usize = self.spaces.iter().map(|space| space.grid().len()).sum();
        let least = listed + if sampled { self.candidates.unwrap_or(FEWEST) } else { 0 };
        if least < 2 {
            let place = document.place("solvers");
            let example = "[[solvers]] name = \"beam\", params = { width = [10, 100] }";
            return Err(match place {
                Some(place) => ParseError::new(
                    place,
                    format!("at least two configurations, as `{example}`"),
                    "one",
                ),
                None => document.missing("solvers", example),
            });
        }
        let blocks = self.blocks();
        if self.first < 2 || self.first > blocks {
            let what = format!("from 2 to {blocks}, the number of instances times `runs`");
            return Err(ParseError::new(
                at("first"),
                format!("`first` {what}"),
                self.first.to_string(),
            ));
        }
        let needed = least.saturating_mul(self.first).saturating_mul(self.iterations);
        if self.most < needed {
            let (blocks, iterations) = (self.first as u64, self.iterations as u64);
            let (blocks, iterations) = (plural(blocks, "block"), plural(iterations, "iteration"));
            let price = format!("{least} configurations, {blocks} and {iterations}");
            let expected = format!("`most` to be at least {needed}, as {price} take");
            return Err(ParseError::new(at("most"), expected, self.most.to_string()));
        }
        Ok(())
    }
}

fn read_confidence(table: &Document) -> Result<f64, ParseError> {
    match table.number("confidence")? {
        Some(level) if !(0.5..1.0).contains(&level.value) => {
            Err(level.wrong("a confidence from 0.5 to below 1", level.value.to_string()))
        }
        level => Ok(level.map_or(CONFIDENCE, |level| level.value)),
    }
}

fn read_space(
    document: &Document,
    subjects: &[Subject],
    budget: Budget,
) -> Result<Space, ParseError> {
    // All configurations take part in the same blocks, so a solver cannot have its own number of
    // runs.
    document.only_these(&["name", "params", "budget"])?;
    let name = document.text("name")?.ok_or_else(|| document.missing("name", "name = \"beam\""))?;
    let budget = document.table("budget")?.map_or(Ok(budget), |limits| read_budget(&limits))?;
    let params = document.table("params")?;
    let settings = params.as_ref().map_or(Ok(Vec::new()), Document::settings)?;
    check_solver(name, subjects, |fields| {
        settings.iter().try_for_each(|(name, setting)| match setting {
            Setting::Values(values) => check(fields, &vec![(*name, values.clone())]),
            Setting::Table(range) => read_range(fields, *name, range).map(|_| ()),
        })
    })?;
    let card = subjects[0].instance.entry().solver(name.value).expect("it was checked");
    let mut axes = Vec::new();
    for (name, setting) in settings {
        let values = match setting {
            Setting::Values(values) => {
                SettingRange::Listed(values.into_iter().map(|value| value.value).collect())
            }
            Setting::Table(range) => read_range(&card.fields, name, &range)?,
        };
        axes.push(SettingAxis { name: name.value.to_owned(), values });
    }
    let space = Space { solver: name.value.to_owned(), budget, axes };
    if !space.is_sampled() && space.listed() > MOST_CONTENDERS {
        let expected = format!(
            "at most {} configurations of listed values; give a setting a range, such as \
             `{{ from = 1, to = 9 }}`",
            grouped(MOST_CONTENDERS)
        );
        return Err(name.wrong(expected, grouped(space.listed())));
    }
    Ok(space)
}

/// Reads the range of a numeric setting, such as `{ from = 10, to = 1000, scale = "log" }`.
fn read_range(
    fields: &[Field],
    name: Located<&str>,
    table: &Document,
) -> Result<SettingRange, ParseError> {
    let field = field_called(fields, name)?;
    let whole = match field.domain {
        Domain::Whole(_) => true,
        Domain::Real(_) => false,
        Domain::Switch
        | Domain::Choice(_)
        | Domain::Text(_)
        | Domain::Recipe(_)
        | Domain::Start(_)
        | Domain::Weights(_)
        | Domain::Numbers(_)
        | Domain::Nets => {
            let expected = format!("{} for `{}`, or an array of these", field.domain, field.name);
            return Err(name.wrong(expected, "a range"));
        }
    };
    table.only_these(&["from", "to", "scale"])?;
    let end = |key| -> Result<Located<f64>, ParseError> {
        let example = "{ from = 10, to = 1000, scale = \"log\" }";
        let end = table.number(key)?.ok_or_else(|| table.missing(key, example))?;
        if !field.domain.admits(&end.value.to_string()) {
            let expected = format!("{} for `{}`", field.domain, field.name);
            return Err(end.wrong(expected, end.value.to_string()));
        }
        Ok(end)
    };
    let (from, to) = (end("from")?, end("to")?);
    if from.value >= to.value {
        return Err(to.wrong(
            format!("more than {}, where the range begins", from.value),
            to.value.to_string(),
        ));
    }
    let scale = match table.text("scale")? {
        None => Scale::Linear,
        Some(Located { value: "linear", .. }) => Scale::Linear,
        Some(Located { value: "log", at }) if from.value <= 0.0 => {
            let expected = "\"linear\", or a range that begins above 0";
            return Err(ParseError::new(at, expected, "\"log\""));
        }
        Some(Located { value: "log", .. }) => Scale::Log,
        Some(scale) => {
            return Err(scale.wrong("\"linear\" or \"log\"", format!("\"{}\"", scale.value)));
        }
    };
    Ok(SettingRange::Range { from: from.value, to: to.value, scale, whole })
}
