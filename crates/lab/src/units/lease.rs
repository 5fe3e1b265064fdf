//! Leases: which process works on a block, at which unit, and whether it is still alive.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;
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
}

impl LeaseView {
    /// Reads a lease; returns `None` if there is none.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let read = || -> io::Result<(String, SystemTime)> {
            let text = std::fs::read_to_string(path)?;
            Ok((text, std::fs::metadata(path)?.modified()?))
        };
        let (text, renewed) = match read() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let mut lines = text.lines();
        // A process that has just created the file may not have written anything yet.
        let (word, unit) =
            lines.next().and_then(|line| line.split_once(' ')).unwrap_or(("held", "0"));
        let condition =
            WORDS.iter().find(|(_, known)| *known == word).map_or(Condition::Held, |found| found.0);
        let owner = lines.next().unwrap_or("unknown").to_owned();
        let log = lines.next().map(str::to_owned);
        Ok(Some(LeaseView { condition, unit: unit.parse().unwrap_or(0), owner, log, renewed }))
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
