//! Opens a store: for reading and writing, or for reading only if it is write-protected.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use tempfile::TempDir;

use super::{Store, forms};

/// Number of 4 KiB pages to which the write-ahead log may grow before it is moved into the
/// database. This waits for the disk: with SQLite's default of 1,000 pages, it took a quarter of
/// the time of storing short runs.
const PAGES_IN_LOG: u32 = 16_384;

/// How long to wait for another program that writes to the same store.
const PATIENCE: Duration = Duration::from_secs(30);

impl Store {
    /// Opens a store, creating or migrating it where necessary. An existing store that is
    /// write-protected is opened for reading only.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        match Store::for_writing(path) {
            Err(error) if error.is_about_access() && path.is_file() => Store::read(path),
            opened => opened,
        }
    }

    fn for_writing(path: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open(path)?;
        // SQLite would silently open a write-protected file for reading.
        if connection.is_readonly("main")? {
            return Err(StoreError::ReadOnly);
        }
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "wal_autocheckpoint", PAGES_IN_LOG)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        forms::migrate(&mut connection)?;
        let file = Some(StoreFile::at(path)?);
        Ok(Store { connection, is_writable: true, file, _copy: None })
    }

    /// Opens an existing store for reading: the file and its folder may be read-only, and the file
    /// is not changed.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing);
        }
        match Store::for_reading(path, "", None) {
            Err(error) if error.is_about_access() => {}
            opened => return opened,
        }
        // SQLite shares a write-ahead log through files beside it, which cannot be created in a
        // read-only folder. Without a log, the file alone is complete, and this program cannot
        // change it. With a log, copies of both are read elsewhere.
        if !log_of(path).metadata().is_ok_and(|log| log.len() > 0) {
            return Store::for_reading(path, "&immutable=1", None);
        }
        let copy = TempDir::new().map_err(StoreError::Copy)?;
        let place = copy.path().join("store.sqlite");
        std::fs::copy(path, &place).map_err(StoreError::Copy)?;
        std::fs::copy(log_of(path), log_of(&place)).map_err(StoreError::Copy)?;
        Store::for_reading(&place, "", Some(copy))
    }

    fn for_reading(path: &Path, more: &str, copy: Option<TempDir>) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection =
            Connection::open_with_flags(format!("{}?mode=ro{more}", uri(path)), flags)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "temp_store", "memory")?;
        forms::view(&connection)?;
        Ok(Store { connection, is_writable: false, file: None, _copy: copy })
    }

    /// Whether runs can be added.
    pub fn is_writable(&self) -> bool {
        self.is_writable
    }
}

/// The file of a store, by which it is recognised as long as runs are added.
pub(super) struct StoreFile {
    path: PathBuf,
    identity: FileIdentity,
}

impl StoreFile {
    fn at(path: &Path) -> Result<Self, StoreError> {
        let identity = identity(path).map_err(|_| StoreError::Gone)?;
        Ok(StoreFile { path: path.to_owned(), identity })
    }

    /// Returns an error if the file was deleted or replaced. SQLite would go on writing into the
    /// deleted one.
    pub(super) fn is_there(&self) -> Result<(), StoreError> {
        match identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            _ => Err(StoreError::Gone),
        }
    }
}

#[cfg(unix)]
type FileIdentity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::metadata(path)?;
    Ok((file.dev(), file.ino()))
}

/// Other systems do not let anybody delete an open file.
#[cfg(not(unix))]
type FileIdentity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> std::io::Result<FileIdentity> {
    std::fs::metadata(path).map(|_| ())
}

/// Returns the path of SQLite's write-ahead log for a file.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

/// Returns a path as an SQLite URI, to which options can be appended.
fn uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(byte.into());
            }
            other => uri += &format!("%{other:02X}"),
        }
    }
    uri
}

/// Reasons why a store cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// SQLite reported an error.
    Sqlite(rusqlite::Error),
    /// The store was created by a later program.
    Newer {
        /// Schema version of the store.
        version: usize,
        /// Newest schema version that this program supports.
        known: usize,
    },
    /// Runs are missing, but the store is read-only.
    ReadOnly,
    /// There is no such file.
    Missing,
    /// The store contains no runs.
    Empty,
    /// The file was deleted or replaced while runs were added.
    Gone,
    /// Something in the store is not as it was stored, in words.
    Damaged(String),
    /// The store must be copied to be read, and copying failed.
    Copy(std::io::Error),
}

impl StoreError {
    /// Whether the error only means that the file or its folder cannot be written.
    fn is_about_access(&self) -> bool {
        match self {
            StoreError::ReadOnly => true,
            StoreError::Sqlite(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied)
            ),
            _ => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(error.to_string()),
            _ => StoreError::Sqlite(error),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Sqlite(error) => write!(f, "{error}"),
            StoreError::Damaged(what) => {
                write!(f, "{what}, so the store is damaged: `quarry check` says what is lost")
            }
            StoreError::Gone => write!(
                f,
                "the file was deleted or replaced while runs were added, so that these are lost"
            ),
            StoreError::Newer { version, known } => {
                write!(
                    f,
                    "made by a newer quarry (form {version}; this one supports up to {known})"
                )
            }
            StoreError::ReadOnly => write!(f, "runs are missing, and this file cannot be written"),
            StoreError::Missing => write!(f, "there is no such store"),
            StoreError::Empty => write!(f, "there are no runs in this file"),
            StoreError::Copy(error) => {
                write!(f, "its write-ahead log must be copied to be read, and that failed: {error}")
            }
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::forms::tests::first_form;

    #[test]
    fn paths_are_escaped() {
        assert_eq!(uri(Path::new("/a b/50%?.sqlite")), "file:/a%20b/50%25%3F.sqlite");
    }

    /// Reading leaves an older file unchanged and shows the current schema; writing migrates it.
    #[test]
    fn an_older_store_is_read_as_it_is_and_brought_up_to_date_by_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old runs?.sqlite");
        drop(first_form(&path));
        let before = std::fs::read(&path).unwrap();
        let read = Store::read(&path).unwrap();
        let run = read.find("key").unwrap().unwrap();
        assert_eq!((run.score, run.complete, run.cpu_seconds), (Some(30), true, None));
        assert_eq!((run.improvements.len(), run.improvements[0].complete), (1, true));
        assert!(!read.is_writable());
        drop(read);
        assert_eq!(std::fs::read(&path).unwrap(), before);
        let written = Store::open(&path).unwrap();
        assert_eq!(written.find("key").unwrap(), Some(run));
        assert!(written.is_writable());
    }

    #[test]
    fn what_is_no_store_is_not_made_one_by_a_reader() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        assert!(matches!(Store::read(&path), Err(StoreError::Missing)) && !path.exists());
        assert!(matches!(Store::read(folder.path()), Err(StoreError::Missing)));
        std::fs::write(&path, "").unwrap();
        assert_eq!(Store::read(&path).err().unwrap().to_string(), "there are no runs in this file");
        std::fs::write(&path, "no database at all, but long enough to look at").unwrap();
        assert!(Store::read(&path).err().unwrap().to_string().contains("not a database"));
    }
}
