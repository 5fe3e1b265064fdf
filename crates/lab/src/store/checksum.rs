//! Checksums of runs. SQLite notices a page that makes no sense, but not a score in which one bit
//! has changed. So each run is stored with a checksum of its row and its improvements.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Row, ToSql};

/// Columns of `runs` that the checksum covers, in the order in which they are hashed: all but the
/// number of the row, which depends on the store. A released order is never changed.
pub(super) const COVERED: [&str; 24] = [
    "unit",
    "experiment",
    "program",
    "instance",
    "fingerprint",
    "solver",
    "params",
    "seed",
    "budget",
    "cores",
    "platform",
    "started",
    "seconds",
    "cpu_seconds",
    "evaluations",
    "nodes",
    "expanded",
    "kept",
    "score",
    "bound",
    "complete",
    "proved",
    "stopped",
    "answer",
];

/// Columns of an improvement that follow, in the order of the improvements.
pub(super) const STEP: [&str; 5] = ["evaluations", "nodes", "seconds", "score", "complete"];

/// Hashes the values of a run, in the order in which they are stored.
#[derive(Default)]
pub(super) struct RowChecksum(blake3::Hasher);

impl RowChecksum {
    pub(super) fn add(&mut self, value: ValueRef) {
        // The kind and the length come first, so that different values differ.
        let mut add = |kind: u8, bytes: &[u8]| {
            self.0.update(&[kind]);
            self.0.update(&(bytes.len() as u64).to_le_bytes());
            self.0.update(bytes);
        };
        match value {
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(number) => add(1, &number.to_le_bytes()),
            // SQLite stores no negative zero.
            ValueRef::Real(number) => add(2, &(number + 0.0).to_le_bytes()),
            ValueRef::Text(text) => add(3, text),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }

    /// Adds a value that is about to be stored.
    pub(super) fn add_new(&mut self, value: &dyn ToSql) -> rusqlite::Result<()> {
        match value.to_sql()? {
            ToSqlOutput::Borrowed(value) => self.add(value),
            ToSqlOutput::Owned(value) => self.add(ValueRef::from(&value)),
            _ => self.add(ValueRef::from(&Value::Null)),
        }
        Ok(())
    }

    /// Adds the first columns of a row that was stored.
    pub(super) fn add_row(&mut self, row: &Row, columns: usize) -> rusqlite::Result<()> {
        (0..columns).try_for_each(|column| {
            self.add(row.get_ref(column)?);
            Ok(())
        })
    }

    /// Returns 128 bits as hexadecimal digits.
    pub(super) fn finish(&self) -> String {
        self.0.finalize().to_hex()[..32].to_owned()
    }
}
