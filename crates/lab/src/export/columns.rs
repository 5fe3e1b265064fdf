//! The tables: their columns, and their rows as read from the store.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::ExportError;
use crate::plan::assigned;

/// Type of the values in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Integers.
    Whole,
    /// Real numbers.
    Real,
    /// Booleans.
    Switch,
    /// Strings.
    Text,
}

/// A column of an exported table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Heading of the column.
    pub name: String,
    /// Type of its values.
    pub kind: ColumnKind,
}

/// Value of one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ColumnValue<'a> {
    /// No value.
    Empty,
    /// An integer.
    Whole(i64),
    /// A real number.
    Real(f64),
    /// A boolean.
    Switch(bool),
    /// A string.
    Text(&'a str),
}

impl ColumnValue<'_> {
    /// Whether the value can stand in a column of this type.
    fn fits(&self, kind: ColumnKind) -> bool {
        match self {
            ColumnValue::Empty => true,
            ColumnValue::Whole(_) => matches!(kind, ColumnKind::Whole | ColumnKind::Real),
            ColumnValue::Real(_) => kind == ColumnKind::Real,
            ColumnValue::Switch(_) => kind == ColumnKind::Switch,
            ColumnValue::Text(_) => kind == ColumnKind::Text,
        }
    }
}

/// Receives a table row by row.
pub trait RowSink {
    /// Receives the next row: one cell for each column.
    fn take(&mut self, cells: &[ColumnValue]) -> Result<(), ExportError>;
}

/// A column of the store that is exported unchanged.
pub(super) struct Kept(pub(super) &'static str, pub(super) ColumnKind);

impl From<&Kept> for Column {
    fn from(&Kept(name, kind): &Kept) -> Self {
        Column { name: name.to_owned(), kind }
    }
}

/// Columns of a run: every column of the store's `runs`, and the puzzle. The score of a run that is
/// not `complete` is exported unchanged and must not be compared with other scores.
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

/// Columns of an improvement: its score, and the work done when it was found.
pub(super) const STEP: [Kept; 5] = [
    Kept("evaluations", ColumnKind::Whole),
    Kept("nodes", ColumnKind::Whole),
    Kept("seconds", ColumnKind::Real),
    Kept("score", ColumnKind::Whole),
    Kept("complete", ColumnKind::Switch),
];

/// Columns that identify the run at the start of a row of improvements.
pub(super) const OF_RUN: [Kept; 6] = [
    Kept("run", ColumnKind::Whole),
    Kept("unit", ColumnKind::Text),
    Kept("instance", ColumnKind::Text),
    Kept("solver", ColumnKind::Text),
    Kept("params", ColumnKind::Text),
    Kept("seed", ColumnKind::Whole),
];

/// Returns the query for the chosen runs in their order, with the columns of [`RUNS`].
pub(super) fn select_runs() -> String {
    let names = RUNS.each_ref().map(|kept| kept.0).join(", ");
    format!(
        "SELECT {names} FROM chosen JOIN runs ON runs.id = chosen.run JOIN instances USING (fingerprint) ORDER BY id"
    )
}

/// Returns the cells of a row of the store.
pub(super) fn cells<'r>(
    row: &'r Row,
    columns: impl IntoIterator<Item = &'static Kept>,
) -> rusqlite::Result<Vec<ColumnValue<'r>>> {
    let cell = |(index, &Kept(_, kind)): (usize, &Kept)| {
        Ok(match (row.get_ref(index)?, kind) {
            (ValueRef::Null, _) => ColumnValue::Empty,
            (ValueRef::Integer(number), ColumnKind::Switch) => ColumnValue::Switch(number != 0),
            (ValueRef::Integer(number), ColumnKind::Whole) => ColumnValue::Whole(number),
            (ValueRef::Real(number), ColumnKind::Real) => ColumnValue::Real(number),
            (value @ ValueRef::Text(_), ColumnKind::Text) => ColumnValue::Text(value.as_str()?),
            // A damaged row may hold anything.
            (value, _) => {
                let name = row.as_ref().column_name(index)?.to_owned();
                return Err(rusqlite::Error::InvalidColumnType(index, name, value.data_type()));
            }
        })
    };
    columns.into_iter().enumerate().map(cell).collect()
}

/// Returns a text column of a row without copying it.
pub(super) fn text<'r>(row: &'r Row, column: &str) -> rusqlite::Result<&'r str> {
    Ok(row.get_ref(column)?.as_str()?)
}

/// The settings and limits of all chosen runs, one column each. A run without the setting has no
/// value in its column.
pub(super) struct SettingColumns {
    params: BTreeMap<String, ColumnKind>,
}

/// Limits that a budget can have.
const LIMITS: [(&str, ColumnKind); 4] = [
    ("evaluations", ColumnKind::Whole),
    ("nodes", ColumnKind::Whole),
    ("seconds", ColumnKind::Real),
    ("memory", ColumnKind::Whole),
];

impl SettingColumns {
    /// Collects all settings and, for each, the narrowest type that holds all its values.
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

    /// Returns the columns: `param_NAME`, then `budget_LIMIT`.
    pub(super) fn columns(&self) -> impl Iterator<Item = Column> {
        let params =
            self.params.iter().map(|(name, &kind)| Column { name: format!("param_{name}"), kind });
        let limits =
            LIMITS.iter().map(|&(name, kind)| Column { name: format!("budget_{name}"), kind });
        params.chain(limits)
    }

    /// Returns the cells of one run.
    fn cells<'r>(&self, params: &'r str, budget: &'r str) -> impl Iterator<Item = ColumnValue<'r>> {
        let value = |text: &'r str, name: &str, kind| {
            let value = assigned(text).find(|(known, _)| *known == name);
            // A damaged row may have a limit that is no number.
            let value = value.map(|(_, value)| read(value, kind));
            value.filter(|value| value.fits(kind)).unwrap_or(ColumnValue::Empty)
        };
        let params = self.params.iter().map(move |(name, &kind)| value(params, name, kind));
        params.chain(LIMITS.iter().map(move |&(name, kind)| value(budget, name, kind)))
    }
}

/// Returns the narrowest type of a value that is written as text.
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

/// Parses a value that is written as text; a value that does not fit the type stays text.
pub(super) fn read(text: &str, kind: ColumnKind) -> ColumnValue<'_> {
    let cell = match kind {
        ColumnKind::Whole => text.parse().ok().map(ColumnValue::Whole),
        ColumnKind::Real => text.parse().ok().map(ColumnValue::Real),
        ColumnKind::Switch => text.parse().ok().map(ColumnValue::Switch),
        ColumnKind::Text => None,
    };
    cell.unwrap_or(ColumnValue::Text(text))
}

/// Writes the chosen runs into a sink.
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

/// Writes the improvements of the chosen runs into a sink.
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
