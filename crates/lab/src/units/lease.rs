//! Leases: which process works on a block, at which unit, and whether it is still alive.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// State of a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    /// The owner is at work, if the lease was renewed recently.
    Held,
    /// The owner has finished normally.
    Left,
    /// The owner reports that the current unit failed.
    Dead,
}

const WORDS: [(Condition, &str); 3] =
    [(Condition::Held, "held"), (Condition::Left, "left"), (Condition::Dead, "dead")];

/// A lease as other processes see it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeaseView {
    pub(super) condition: Condition,
    /// The current unit; 0 before the first.
    pub(super) unit: usize,
    /// Machine and process of the owner.
    pub(super) owner: String,
    /// File that the owner's standard error goes to, if it is a file.
    pub(super) log: Option<String>,
    /// Time of the last renewal, by the clock of the file system.
    pub(super) renewed: SystemTime,
    pub(super) path: PathBuf,
    /// What is wrong with the file, if no process wrote it so.
    pub(super) damage: Option<String>,
}

impl LeaseView {
    /// Reads a lease; returns `None` if there is none. A file that is no lease counts as held until
    /// it is as old as a lease may get: one damaged file must not stop everybody.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let damaged = |why: String| LeaseView {
            condition: Condition::Held,
            unit: 0,
            owner: "unknown".to_owned(),
            log: None,
            renewed: std::fs::metadata(path)
                .and_then(|file| file.modified())
                .unwrap_or(SystemTime::UNIX_EPOCH),
            path: path.to_owned(),
            damage: Some(why),
        };
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => return Some(damaged(error.to_string())),
        };
        let Ok(text) = text else { return Some(damaged("it is not UTF-8 text".to_owned())) };
        let lease = damaged(String::new());
        // A process that has just created the file may not have written anything yet.
        if text.is_empty() {
            return Some(LeaseView { damage: None, ..lease });
        }
        let mut lines = text.lines();
        let state = lines.next().and_then(|line| {
            let (word, unit) = line.split_once(' ')?;
            let (condition, _) = WORDS.iter().find(|(_, known)| *known == word)?;
            Some((*condition, unit.parse().ok()?))
        });
        let Some((condition, unit)) = state else {
            return Some(damaged("its first line is not that of a lease".to_owned()));
        };
        let printed = |line: &str| line.replace(char::is_control, " ");
        let owner = lines.next().map_or("unknown".to_owned(), printed);
        let log = lines.next().map(printed);
        Some(LeaseView { condition, unit, owner, log, damage: None, ..lease })
    }

    /// Makes the lease of a process that died one that was left, so that its unit is tried again.
    pub(super) fn forgive(&self) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(&self.path)?;
        Lease { file, unit: self.unit }.end(Condition::Left)
    }
}

/// A lease that this process owns.
pub(super) struct Lease {
    file: File,
    unit: usize,
}

impl Lease {
    /// Takes a lease; returns `None` if another process was faster. Only one process can create the
    /// file, even on NFS.
    pub(super) fn take(path: &Path, owner: &Owner) -> io::Result<Option<Self>> {
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            other => other?,
        };
        let mut lease = Lease { file, unit: 0 };
        lease.note(Condition::Held)?;
        writeln!(lease.file, "{}", owner.name)?;
        if let Some(log) = &owner.log {
            writeln!(lease.file, "{log}")?;
        }
        Ok(Some(lease))
    }

    /// Records the current unit.
    pub(super) fn begin(&mut self, unit: usize) -> io::Result<()> {
        self.unit = unit;
        self.note(Condition::Held)
    }

    /// Renews the lease.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        self.note(Condition::Held)
    }

    /// Ends the lease.
    pub(super) fn end(mut self, condition: Condition) -> io::Result<()> {
        self.note(condition)
    }

    /// Overwrites the first line, which always has the same length.
    fn note(&mut self, condition: Condition) -> io::Result<()> {
        let word =
            WORDS.iter().find(|(known, _)| *known == condition).expect("each has its word").1;
        self.file.rewind()?;
        writeln!(self.file, "{word} {:020}", self.unit)
    }
}

/// Process that owns leases.
pub(super) struct Owner {
    name: String,
    log: Option<String>,
}

impl Owner {
    /// Describes this process.
    pub(super) fn this() -> Self {
        let machine = gethostname::gethostname();
        // The target of standard error, if the system can tell and it is a file.
        let log = std::fs::read_link("/proc/self/fd/2").ok().filter(|path| path.is_file());
        Owner {
            name: format!("{} process {}", machine.to_string_lossy(), std::process::id()),
            log: log.map(|path| path.to_string_lossy().into_owned()),
        }
    }
}
