//! Runs as JSON lines, one object for each run: settings and limits as objects, the answer as a
//! list of its moves, the improvements as a list of objects.

use std::io::{self, Write};

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::ExportError;
use super::columns::{ColumnValue, Kept, RUNS, STEP, cells, kind, read, select_runs, text};
use crate::plan::assigned;

pub(super) fn write(connection: &Connection, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut select = connection.prepare(&select_runs())?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let mut run = object(&RUNS, &cells(row, &RUNS)?);
        for key in ["params", "budget"] {
            let settings = assigned(text(row, key)?);
            let settings =
                settings.map(|(name, word)| (name.to_owned(), value(&read(word, kind(word)))));
            run[key] = Value::Object(settings.collect());
        }
        run["answer"] = text(row, "answer")?.lines().collect();
        run.insert("improvements".to_owned(), improvements(connection, row.get("id")?)?);
        serde_json::to_writer(&mut *out, &run).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn improvements(connection: &Connection, run: i64) -> rusqlite::Result<Value> {
    let names = STEP.each_ref().map(|kept| kept.0).join(", ");
    let mut select = connection.prepare_cached(&format!(
        "SELECT {names} FROM improvements WHERE run = ? ORDER BY rowid"
    ))?;
    let steps =
        select.query_map([run], |row| Ok(Value::Object(object(&STEP, &cells(row, &STEP)?))))?;
    steps.collect::<rusqlite::Result<Vec<_>>>().map(Value::Array)
}

fn object(columns: &[Kept], cells: &[ColumnValue]) -> Map<String, Value> {
    columns.iter().zip(cells).map(|(kept, cell)| (kept.0.to_owned(), value(cell))).collect()
}

fn value(cell: &ColumnValue) -> Value {
    match *cell {
        ColumnValue::Empty => Value::Null,
        ColumnValue::Whole(number) => number.into(),
        ColumnValue::Real(number) => number.into(),
        ColumnValue::Switch(switch) => switch.into(),
        ColumnValue::Text(text) => text.into(),
    }
}
