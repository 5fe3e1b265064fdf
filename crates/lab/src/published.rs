//! Published figures: those that belong to a cell of the table, and those that do not.

use quarry_core::{Document, ParseError};

use crate::contender::Contender;
use crate::experiment::required_text;
use crate::measure::Measure;
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
    /// Where the figures were measured, if not on the subjects themselves. Then they are shown but
    /// never compared.
    pub on: Option<String>,
    /// Subjects by name, with the figures.
    pub values: Vec<(String, f64)>,
}

/// A published figure that belongs to no cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Aside {
    /// Description of what was measured.
    pub what: String,
    /// The published number.
    pub value: f64,
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
    pub fn value(&self, subject: &str) -> Option<f64> {
        self.values.iter().find(|(name, _)| name == subject).map(|&(_, value)| value)
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
    for entry in document.tables("published")? {
        if entry.place("solver").is_some() {
            published.push(read_published(&entry, subjects, contenders, measures)?);
        } else {
            asides.push(read_aside(&entry)?);
        }
    }
    Ok((published, asides))
}

fn read_published(
    document: &Document,
    subjects: &[Subject],
    contenders: &[Contender],
    measures: &[Measure],
) -> Result<Published, ParseError> {
    document.only_these(&["solver", "beside", "measure", "source", "on", "values"])?;
    let beside = document.text("beside")?;
    if let Some(beside) = beside
        && !contenders.iter().any(|contender| contender.is_called(beside.value))
    {
        let labels: Vec<_> = contenders.iter().map(Contender::label).collect();
        let expected = format!("one of the experiment's solvers {}", labels.join(", "));
        return Err(beside.wrong(expected, format!("\"{}\"", beside.value)));
    }
    let measure = document
        .text("measure")?
        .ok_or_else(|| document.missing("measure", "measure = \"best\""))?;
    let possible: Vec<_> =
        measures.iter().copied().filter(|measure| measure.is_one_number()).collect();
    let measure = Measure::read(measure, &possible)?;
    let table = document.table("values")?.ok_or_else(|| {
        document.missing("values", "values = { \"samegame/standard-01\" = 2557 }")
    })?;
    let mut values = Vec::new();
    for (name, value) in table.numbers()? {
        if !subjects.iter().any(|subject| subject.name == name.value) {
            return Err(name.wrong(
                "the name of one of the experiment's instances",
                format!("\"{}\"", name.value),
            ));
        }
        if !measure.admits(value) {
            return Err(name.wrong("a share from 0 to 1", value.to_string()));
        }
        values.push((name.value.to_owned(), value));
    }
    Ok(Published {
        solver: required_text(document, "solver", "solver = \"THEIR METHOD\"")?,
        beside: beside.map(|beside| beside.value.to_owned()),
        measure,
        source: required_text(document, "source", "source = \"WHO AND WHERE\"")?,
        on: document.text("on")?.map(|others| others.value.to_owned()),
        values,
    })
}

fn read_aside(document: &Document) -> Result<Aside, ParseError> {
    document.only_these(&["what", "value", "source"])?;
    let value =
        document.number("value")?.ok_or_else(|| document.missing("value", "value = 345.6"))?;
    Ok(Aside {
        what: required_text(document, "what", "what = \"mean score\"")?,
        value: value.value,
        source: required_text(document, "source", "source = \"WHO AND WHERE\"")?,
    })
}
