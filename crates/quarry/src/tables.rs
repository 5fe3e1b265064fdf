//! Tables that solvers compute once: kept in memory, and in a folder if there is one.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quarry_core::Tables;

/// Returns the folder for tables: what the variable `QUARRY_TABLES` says, otherwise a folder among
/// the user's caches. `None` if the variable is empty or there is no such place.
pub fn tables_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("QUARRY_TABLES") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let named = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = named("XDG_CACHE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .or_else(|| named("HOME").map(|home| home.join(".cache")))?;
    Some(caches.join("quarry"))
}

/// First bytes of a file; the last one is the version of the format.
const MAGIC: &[u8; 8] = b"QTABLE\n\x01";

/// Tables by name.
#[derive(Debug, Default)]
pub(crate) struct KeptTables {
    loaded: Mutex<HashMap<String, Arc<Vec<u8>>>>,
    folder: OnceLock<PathBuf>,
}

impl KeptTables {
    /// Keeps tables in a folder from now on; the first call decides.
    pub(crate) fn keep_in(&self, folder: PathBuf) {
        _ = self.folder.set(folder);
    }

    fn loaded(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Vec<u8>>>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables for KeptTables {
    fn get(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        if let Some(table) = self.loaded().get(name) {
            return Some(Arc::clone(table));
        }
        // A file that is missing, cut short or damaged is computed again.
        let table = Arc::new(read(&file(self.folder.get()?, name)).ok()?);
        self.loaded().insert(name.to_owned(), Arc::clone(&table));
        Some(table)
    }

    fn keep(&self, name: &str, table: Vec<u8>) -> Arc<Vec<u8>> {
        if let Some(folder) = self.folder.get() {
            // The table can be computed again, so a folder that cannot be written is no failure.
            _ = write(&file(folder, name), &table);
        }
        let table = Arc::new(table);
        self.loaded().insert(name.to_owned(), Arc::clone(&table));
        table
    }
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.table"))
}

/// Reads a file: the magic bytes, the checksum of the table, the table.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(file)?;
    let mut head = [0; 40];
    file.read_exact(&mut head)?;
    let mut table = Vec::new();
    file.read_to_end(&mut table)?;
    let is_whole = head[..8] == *MAGIC && head[8..] == *blake3::hash(&table).as_bytes();
    if is_whole { Ok(table) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Writes a file under another name first, so that a file is either whole or not there.
fn write(file: &Path, table: &[u8]) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut unnamed = tempfile::NamedTempFile::new_in(folder)?;
    unnamed.write_all(MAGIC)?;
    unnamed.write_all(blake3::hash(table).as_bytes())?;
    unnamed.write_all(table)?;
    unnamed.persist(file)?;
    Ok(())
}
