//! The tables: which columns they have, and their rows read from the store.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::ExportError;
use crate::plan::assigned;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Real,
    /// True or false.
    Switch,
    /// Text.
    Text,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What its head says.
    pub name: String,
    /// What it holds.
    pub kind: ColumnKind,
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColumnValue<'a> {
    /// None.
    Empty,
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Switch(bool),
    /// Text.
    Text(&'a str),
}

/// Takes a table row by row.
pub trait RowSink {
    /// Takes the next row: a cell for each column.
    fn take(&mut self, cells: &[ColumnValue]) -> Result<(), ExportError>;
}

/// A column of the store that goes into a table as it is.
pub(super) struct Kept(pub(super) &'static str, pub(super) ColumnKind);

impl From<&Kept> for Column {
    fn from(&Kept(name, kind): &Kept) -> Self {
        Column { name: name.to_owned(), kind }
    }
}

/// What a run is known by, made from and worth: every column of the store's `runs`, and the puzzle.
/// The score of a run that is not `complete` is given as it is, and must not be compared with
/// others.
pub(super) const RUNS: [Kept; 26] = [
    Kept("id", ColumnKind::Whole),
    Kept("unit", ColumnKind::Text),
    Kept("experiment", ColumnKind::Text),
    Kept("program", ColumnKind::Text),
    Kept("puzzle", ColumnKind::Text),
    Kept("instance", ColumnKind::Text),
    Kept("fingerprint", ColumnKind::Text),
    Kept("solver", ColumnKind::Text),
    Kept("params", ColumnKind::Text),
    Kept("seed", ColumnKind::Whole),
    Kept("budget", ColumnKind::Text),
    Kept("cores", ColumnKind::Whole),
    Kept("platform", ColumnKind::Text),
    Kept("started", ColumnKind::Text),
    Kept("seconds", ColumnKind::Real),
    Kept("cpu_seconds", ColumnKind::Real),
    Kept("evaluations", ColumnKind::Whole),
    Kept("nodes", ColumnKind::Whole),
    Kept("expanded", ColumnKind::Whole),
    Kept("kept", ColumnKind::Whole),
    Kept("score", ColumnKind::Whole),
    Kept("bound", ColumnKind::Whole),
    Kept("complete", ColumnKind::Switch),
    Kept("proved", ColumnKind::Switch),
    Kept("stopped", ColumnKind::Text),
    Kept("answer", ColumnKind::Text),
];

/// A better answer on the way, and what it had cost by then.
pub(super) const STEP: [Kept; 5] = [
    Kept("evaluations", ColumnKind::Whole),
    Kept("nodes", ColumnKind::Whole),
    Kept("seconds", ColumnKind::Real),
    Kept("score", ColumnKind::Whole),
    Kept("complete", ColumnKind::Switch),
];

/// What a row of improvements begins with: its run, and what that is a run of.
pub(super) const OF_RUN: [Kept; 6] = [
    Kept("run", ColumnKind::Whole),
    Kept("unit", ColumnKind::Text),
    Kept("instance", ColumnKind::Text),
    Kept("solver", ColumnKind::Text),
    Kept("params", ColumnKind::Text),
    Kept("seed", ColumnKind::Whole),
];

/// The chosen runs in their order, with the columns of [`RUNS`].
pub(super) fn select_runs() -> String {
    let names = RUNS.each_ref().map(|kept| kept.0).join(", ");
    format!(
        "SELECT {names} FROM chosen JOIN runs ON runs.id = chosen.run JOIN instances USING (fingerprint) ORDER BY id"
    )
}

/// The cells of a row of the store.
pub(super) fn cells<'r>(
    row: &'r Row,
    columns: impl IntoIterator<Item = &'static Kept>,
) -> rusqlite::Result<Vec<ColumnValue<'r>>> {
    let cell = |(index, &Kept(_, kind)): (usize, &Kept)| {
        Ok(match (row.get_ref(index)?, kind) {
            (ValueRef::Null, _) => ColumnValue::Empty,
            (ValueRef::Integer(number), ColumnKind::Switch) => ColumnValue::Switch(number != 0),
            (ValueRef::Integer(number), _) => ColumnValue::Whole(number),
            (ValueRef::Real(number), _) => ColumnValue::Real(number),
            (value, _) => ColumnValue::Text(value.as_str()?),
        })
    };
    columns.into_iter().enumerate().map(cell).collect()
}

/// A text of a row, without a copy.
pub(super) fn text<'r>(row: &'r Row, column: &str) -> rusqlite::Result<&'r str> {
    Ok(row.get_ref(column)?.as_str()?)
}

/// The settings and limits of all chosen runs, each a column of its own: a run has a value where it
/// has the setting.
pub(super) struct SettingColumns {
    params: BTreeMap<String, ColumnKind>,
}

/// The limits a budget can have.
const LIMITS: [(&str, ColumnKind); 4] = [
    ("evaluations", ColumnKind::Whole),
    ("nodes", ColumnKind::Whole),
    ("seconds", ColumnKind::Real),
    ("memory", ColumnKind::Whole),
];

impl SettingColumns {
    /// Finds all settings, and for each the narrowest kind that holds all its values.
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let mut params: BTreeMap<String, ColumnKind> = BTreeMap::new();
        let mut select = connection
            .prepare("SELECT DISTINCT params FROM chosen JOIN runs ON runs.id = chosen.run")?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            for (name, value) in assigned(text(row, "params")?) {
                let kind = params
                    .get(name)
                    .copied()
                    .map_or(kind(value), |known| wider(known, kind(value)));
                params.insert(name.to_owned(), kind);
            }
        }
        Ok(SettingColumns { params })
    }

    /// Their columns: `param_NAME`, then `budget_LIMIT`.
    pub(super) fn columns(&self) -> impl Iterator<Item = Column> {
        let params =
            self.params.iter().map(|(name, &kind)| Column { name: format!("param_{name}"), kind });
        let limits =
            LIMITS.iter().map(|&(name, kind)| Column { name: format!("budget_{name}"), kind });
        params.chain(limits)
    }

    /// Their values in a run.
    fn cells<'r>(&self, params: &'r str, budget: &'r str) -> impl Iterator<Item = ColumnValue<'r>> {
        let value = |text: &'r str, name: &str, kind| {
            let value = assigned(text).find(|(known, _)| *known == name);
            value.map_or(ColumnValue::Empty, |(_, value)| read(value, kind))
        };
        let params = self.params.iter().map(move |(name, &kind)| value(params, name, kind));
        params.chain(LIMITS.iter().map(move |&(name, kind)| value(budget, name, kind)))
    }
}

/// The narrowest kind of a value that is written as text.
pub(super) fn kind(text: &str) -> ColumnKind {
    if text.parse::<i64>().is_ok() {
        ColumnKind::Whole
    } else if text.parse::<f64>().is_ok() {
        ColumnKind::Real
    } else if text.parse::<bool>().is_ok() {
        ColumnKind::Switch
    } else {
        ColumnKind::Text
    }
}

fn wider(one: ColumnKind, other: ColumnKind) -> ColumnKind {
    match (one, other) {
        (ColumnKind::Whole, ColumnKind::Real) | (ColumnKind::Real, ColumnKind::Whole) => {
            ColumnKind::Real
        }
        (one, other) if one == other => one,
        _ => ColumnKind::Text,
    }
}

/// A value that is written as text; of a kind that it does not fit it stays text.
pub(super) fn read(text: &str, kind: ColumnKind) -> ColumnValue<'_> {
    let cell = match kind {
        ColumnKind::Whole => text.parse().ok().map(ColumnValue::Whole),
        ColumnKind::Real => text.parse().ok().map(ColumnValue::Real),
        ColumnKind::Switch => text.parse().ok().map(ColumnValue::Switch),
        ColumnKind::Text => None,
    };
    cell.unwrap_or(ColumnValue::Text(text))
}

/// Hands the chosen runs over.
pub(super) fn runs(
    connection: &Connection,
    settings: &SettingColumns,
    rows: &mut dyn RowSink,
) -> Result<(), ExportError> {
    let mut select = connection.prepare(&select_runs())?;
    let mut found = select.query([])?;
    while let Some(row) = found.next()? {
        let mut line = cells(row, &RUNS)?;
        line.extend(settings.cells(text(row, "params")?, text(row, "budget")?));
        rows.take(&line)?;
    }
    Ok(())
}

/// Hands the improvements of the chosen runs over.
pub(super) fn improvements(
    connection: &Connection,
    rows: &mut dyn RowSink,
) -> Result<(), ExportError> {
    let of_run = OF_RUN.each_ref().map(|kept| kept.0).join(", ");
    let step = STEP.each_ref().map(|kept| format!("improvements.{}", kept.0)).join(", ");
    let mut select = connection.prepare(&format!(
        "SELECT {of_run}, {step} FROM chosen JOIN runs ON runs.id = chosen.run JOIN improvements USING (run)
         ORDER BY run, improvements.rowid"
    ))?;
    let mut found = select.query([])?;
    while let Some(row) = found.next()? {
        rows.take(&cells(row, OF_RUN.iter().chain(&STEP))?)?;
    }
    Ok(())
}
