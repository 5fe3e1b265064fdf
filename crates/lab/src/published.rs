//! Published figures: those that belong to a cell of the table, and those that do not.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use quarry_core::{Document, Located, ParseError};

use crate::contender::Contender;
use crate::experiment::required_text;
use crate::measure::{Figure, Measure};
use crate::subject::Subject;

/// A published method, with its figures for some of the subjects.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Name of the published method.
    pub solver: String,
    /// Contender to compare with, by solver or label.
    pub beside: Option<String>,
    /// Measure that the figures are values of.
    pub measure: Measure,
    /// Publication that reports them.
    pub source: String,
    /// Number of runs that an extreme figure is the best or worst of, if it is stated.
    pub runs: Option<u64>,
    /// Where the figures were measured, if not on the subjects themselves. Then they are shown but
    /// never compared.
    pub on: Option<String>,
    /// Subjects by name, with the figures.
    pub values: BTreeMap<String, Figure>,
}

/// A published figure that belongs to no cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Aside {
    /// Description of what was measured.
    pub what: String,
    /// The published number or formula.
    pub value: String,
    /// Publication that reports it.
    pub source: String,
}

impl Published {
    /// Returns the label shown in tables.
    pub fn label(&self) -> String {
        match &self.on {
            None => format!("{} (published)", self.solver),
            Some(others) => format!("{} (published, on {others})", self.solver),
        }
    }

    /// Returns the figure for a subject.
    pub fn value(&self, subject: &str) -> Option<Figure> {
        self.values.get(subject).copied()
    }
}

/// Reads the entries `[[published]]`: those with a `solver` belong to cells, the others do not.
pub(crate) fn read(
    document: &Document,
    subjects: &[Subject],
    contenders: &[Contender],
    measures: &[Measure],
) -> Result<(Vec<Published>, Vec<Aside>), ParseError> {
    let (mut published, mut asides) = (Vec::new(), Vec::new());
    let subjects = &subjects.iter().map(|subject| subject.name.as_str()).collect();
    let called = |contender: &Contender| [contender.solver.clone(), contender.label()];
    let called = &contenders.iter().flat_map(called).collect();
    for entry in document.tables("published")? {
        if entry.place("solver").is_some() {
            published.extend(read_published(&entry, subjects, called, measures)?);
        } else {
            asides.push(read_aside(&entry)?);
        }
    }
    Ok((published, asides))
}

/// Reads the figures of a method: of one measure, by instance, or all that a source has of some
/// instances, by measure.
fn read_published(
    document: &Document,
    subjects: &HashSet<&str>,
    called: &BTreeSet<String>,
    measures: &[Measure],
) -> Result<Vec<Published>, ParseError> {
    document.only_these(&[
        "solver",
        "beside",
        "measure",
        "values",
        "instances",
        "figures",
        "source",
        "runs",
        "on",
    ])?;
    let beside = document.text("beside")?;
    if let Some(beside) = beside
        && !called.contains(beside.value)
    {
        let called: Vec<&str> = called.iter().map(String::as_str).collect();
        let expected = format!("one of the experiment's solvers {}", called.join(", "));
        return Err(beside.wrong(expected, format!("\"{}\"", beside.value)));
    }
    let figures = if document.place("figures").is_some() {
        by_measure(document, subjects, measures)?
    } else {
        vec![by_instance(document, subjects, measures)?]
    };
    let solver = required_text(document, "solver", "solver = \"THEIR METHOD\"")?;
    let source = required_text(document, "source", "source = \"WHO AND WHERE\"")?;
    let runs = document.positive("runs", i64::MAX)?;
    let on = document.text("on")?.map(|others| others.value.to_owned());
    let published = figures.into_iter().map(|(measure, values)| Published {
        solver: solver.clone(),
        beside: beside.map(|beside| beside.value.to_owned()),
        measure,
        source: source.clone(),
        runs,
        on: on.clone(),
        values,
    });
    Ok(published.collect())
}

/// Figures of one measure: subjects by name, with the figures.
type MeasuredFigures = (Measure, BTreeMap<String, Figure>);

fn by_instance(
    document: &Document,
    subjects: &HashSet<&str>,
    measures: &[Measure],
) -> Result<MeasuredFigures, ParseError> {
    let measure = document
        .text("measure")?
        .ok_or_else(|| document.missing("measure", "measure = \"best\""))?;
    let measure = Measure::read(measure, measures)?;
    let table = document.table("values")?.ok_or_else(|| {
        document.missing("values", "values = { \"samegame/standard-01\" = 2557 }")
    })?;
    let mut values = BTreeMap::new();
    for (name, numbers) in table.number_lists()? {
        known(name, subjects)?;
        values.insert(name.value.to_owned(), figure(name, measure, &numbers)?);
    }
    Ok((measure, values))
}

fn by_measure(
    document: &Document,
    subjects: &HashSet<&str>,
    measures: &[Measure],
) -> Result<Vec<MeasuredFigures>, ParseError> {
    let instances = document
        .list("instances")?
        .ok_or_else(|| document.missing("instances", "instances = [\"tetris/10x20\"]"))?;
    instances.iter().try_for_each(|&name| known(name, subjects))?;
    let table = document
        .table("figures")?
        .ok_or_else(|| document.missing("figures", "figures = { mean = 36037, worst = 39 }"))?;
    let mut figures = Vec::new();
    for (name, numbers) in table.number_lists()? {
        let measure = Measure::read(name, measures)?;
        let figure = figure(name, measure, &numbers)?;
        let everywhere = instances.iter().map(|instance| (instance.value.to_owned(), figure));
        figures.push((measure, everywhere.collect()));
    }
    Ok(figures)
}

fn known(name: Located<&str>, subjects: &HashSet<&str>) -> Result<(), ParseError> {
    if subjects.contains(name.value) {
        return Ok(());
    }
    let found = format!("\"{}\"", name.value);
    Err(name.wrong("the name of one of the experiment's instances", found))
}

fn figure(name: Located<&str>, measure: Measure, numbers: &[f64]) -> Result<Figure, ParseError> {
    measure.published(numbers).map_err(|expected| {
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        name.wrong(expected, numbers.join(", "))
    })
}

fn read_aside(document: &Document) -> Result<Aside, ParseError> {
    document.only_these(&["what", "value", "formula", "source"])?;
    let value = match (document.number("value")?, document.text("formula")?) {
        (Some(number), None) => number.value.to_string(),
        (None, Some(formula)) => formula.value.to_owned(),
        _ => return Err(document.missing("value", "value = 345.6` or `formula = \"O(b^d)\"")),
    };
    Ok(Aside {
        what: required_text(document, "what", "what = \"mean score\"")?,
        value,
        source: required_text(document, "source", "source = \"WHO AND WHERE\"")?,
    })
}

#[cfg(test)]
mod tests;
