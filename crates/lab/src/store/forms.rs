//! Versions of a store's schema: how an older store is migrated, and how a read-only one is viewed
//! as if it were migrated.

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// Steps from an empty file to the current schema. A store is migrated when it is opened for
/// writing, so a released step is never changed: a new one is added.
const MIGRATIONS: [&str; 3] = [
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
    "
    ALTER TABLE runs ADD COLUMN checksum TEXT;
",
];

/// For each schema but the last: views that show its tables in the current schema. They are
/// temporary objects of the connection, not part of the store, and take precedence there.
const VIEWS: [&str; MIGRATIONS.len() - 1] = [
    "
    CREATE TEMP VIEW runs AS
        SELECT *, solved AS complete, NULL AS cpu_seconds, NULL AS checksum FROM main.runs;
    CREATE TEMP VIEW improvements AS
        SELECT rowid AS rowid, *, solved AS complete FROM main.improvements;
",
    "
    CREATE TEMP VIEW runs AS SELECT *, NULL AS checksum FROM main.runs;
",
];

/// Migrates a store to the current schema; waits for another program that is migrating it.
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

/// Makes a read-only store look as if it had the current schema.
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

/// Returns the schema version of a store; an unknown version is an error.
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

    /// Creates a store as the first program left it: tables of the first schema, with one run.
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
