//! The forms that a store's tables have had: how an older one is brought up to date, and how one
//! that may only be read is seen as if it were.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// The steps from an empty file to the present form. A store is brought up to date when it is
/// opened for writing, so a step that was ever released is never changed: a new one is added.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE instances (
        fingerprint TEXT PRIMARY KEY,
        puzzle TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE TABLE runs (
        id INTEGER PRIMARY KEY,
        unit TEXT NOT NULL UNIQUE,
        experiment TEXT NOT NULL,
        program TEXT NOT NULL,
        instance TEXT NOT NULL,
        fingerprint TEXT NOT NULL REFERENCES instances,
        solver TEXT NOT NULL,
        params TEXT NOT NULL,
        seed INTEGER NOT NULL,
        budget TEXT NOT NULL,
        cores INTEGER NOT NULL,
        platform TEXT NOT NULL,
        started TEXT NOT NULL,
        seconds REAL NOT NULL,
        evaluations INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        expanded INTEGER NOT NULL,
        kept INTEGER NOT NULL,
        score INTEGER,
        bound INTEGER,
        solved INTEGER NOT NULL,
        proved INTEGER NOT NULL,
        stopped TEXT NOT NULL,
        answer TEXT NOT NULL
    ) STRICT;
    CREATE TABLE improvements (
        run INTEGER NOT NULL REFERENCES runs,
        evaluations INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        seconds REAL NOT NULL,
        score INTEGER NOT NULL,
        solved INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX improvements_of_run ON improvements (run);
",
    "
    ALTER TABLE runs RENAME COLUMN solved TO complete;
    ALTER TABLE improvements RENAME COLUMN solved TO complete;
    ALTER TABLE runs ADD COLUMN cpu_seconds REAL;
",
];

/// For each form but the last: views that show its tables in the present form. They lie beside the
/// store, in the connection's own temporary tables, and take precedence there.
const VIEWS: [&str; MIGRATIONS.len() - 1] = ["
    CREATE TEMP VIEW runs AS SELECT *, solved AS complete, NULL AS cpu_seconds FROM main.runs;
    CREATE TEMP VIEW improvements AS SELECT rowid AS rowid, *, solved AS complete FROM main.improvements;
"];

/// Brings a store's tables to the present form; waits for another program that is about the same.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(
        "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied TEXT NOT NULL) STRICT",
    )?;
    for (index, step) in MIGRATIONS.iter().enumerate().skip(form(&transaction)?) {
        transaction.execute_batch(step)?;
        transaction.execute(
            "INSERT INTO migrations (version, applied) VALUES (?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            [index + 1],
        )?;
    }
    transaction.commit()?;
    Ok(())
}

/// Makes a store that may only be read look as if it had the present form.
pub(super) fn view(connection: &Connection) -> Result<(), StoreError> {
    let is_store = "SELECT count(*) FROM sqlite_schema WHERE name = 'migrations'";
    if connection.query_row(is_store, [], |row| row.get::<_, usize>(0))? == 0 {
        return Err(StoreError::Empty);
    }
    match form(connection)?.checked_sub(1) {
        None => Err(StoreError::Empty),
        Some(older) => match VIEWS.get(older) {
            Some(views) => Ok(connection.execute_batch(views)?),
            None => Ok(()),
        },
    }
}

/// Which of the forms a store has; one that is not known is refused.
fn form(connection: &Connection) -> Result<usize, StoreError> {
    let version: usize =
        connection
            .query_row("SELECT coalesce(max(version), 0) FROM migrations", [], |row| row.get(0))?;
    if version > MIGRATIONS.len() {
        return Err(StoreError::Newer { version, known: MIGRATIONS.len() });
    }
    Ok(version)
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use rusqlite::Connection;

    use super::MIGRATIONS;

    /// A store as the first program left it: tables of the first form, with one run.
    pub(crate) fn first_form(path: &Path) -> Connection {
        let connection = Connection::open(path).unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection
            .execute_batch(
                "CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied TEXT NOT NULL) STRICT;
                 INSERT INTO migrations VALUES (1, 'then');
                 INSERT INTO instances VALUES ('f', 'samegame', 'text');
                 INSERT INTO runs VALUES (7, 'key', 'old', 'quarry 0', 'board', 'f', 'greedy', '', 1, 'nodes=9', 2,
                    'linux', '2025', 0.5, 9, 9, 3, 4, 30, NULL, 1, 0, 'finished', '1 1');
                 INSERT INTO improvements VALUES (7, 8, 8, 0.4, 30, 1);",
            )
            .unwrap();
        connection
    }
}
