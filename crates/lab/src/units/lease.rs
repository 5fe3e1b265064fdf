//! Leases: who works on a block, at which unit, and whether somebody still does.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;
use std::time::SystemTime;

/// How a lease stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    /// Somebody is at work, if it was renewed not long ago.
    Held,
    /// Its owner has left in good order.
    Left,
    /// Its owner says that the unit at hand went wrong.
    Dead,
}

const WORDS: [(Condition, &str); 3] =
    [(Condition::Held, "held"), (Condition::Left, "left"), (Condition::Dead, "dead")];

/// A lease as others see it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeaseView {
    pub(super) condition: Condition,
    /// The unit at hand; 0 before the first.
    pub(super) unit: usize,
    /// Machine and process.
    pub(super) owner: String,
    /// Where the owner's complaints go, if that is a file.
    pub(super) log: Option<String>,
    /// When it was renewed, by the clock of the file system.
    pub(super) renewed: SystemTime,
}

impl LeaseView {
    /// Reads a lease; none if there is none.
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
        // Who has just made it may not have written anything yet.
        let (word, unit) =
            lines.next().and_then(|line| line.split_once(' ')).unwrap_or(("held", "0"));
        let condition =
            WORDS.iter().find(|(_, known)| *known == word).map_or(Condition::Held, |found| found.0);
        let owner = lines.next().unwrap_or("unknown").to_owned();
        let log = lines.next().map(str::to_owned);
        Ok(Some(LeaseView { condition, unit: unit.parse().unwrap_or(0), owner, log, renewed }))
    }
}

/// A lease of one's own.
pub(super) struct Lease {
    file: File,
    unit: usize,
}

impl Lease {
    /// Takes a lease that nobody has taken; none if somebody was faster. Only one can make the
    /// file, on NFS too.
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

    /// Says which unit is at hand.
    pub(super) fn begin(&mut self, unit: usize) -> io::Result<()> {
        self.unit = unit;
        self.note(Condition::Held)
    }

    /// Says that somebody is still there.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        self.note(Condition::Held)
    }

    /// Ends it.
    pub(super) fn end(mut self, condition: Condition) -> io::Result<()> {
        self.note(condition)
    }

    /// The first line, always of the same length, in its place.
    fn note(&mut self, condition: Condition) -> io::Result<()> {
        let word =
            WORDS.iter().find(|(known, _)| *known == condition).expect("each has its word").1;
        self.file.rewind()?;
        writeln!(self.file, "{word} {:020}", self.unit)
    }
}

/// Whose leases they are.
pub(super) struct Owner {
    name: String,
    log: Option<String>,
}

impl Owner {
    /// This process.
    pub(super) fn this() -> Self {
        let machine = gethostname::gethostname();
        // Where standard error goes, if the system tells and it is a file.
        let log = std::fs::read_link("/proc/self/fd/2").ok().filter(|path| path.is_file());
        Owner {
            name: format!("{} process {}", machine.to_string_lossy(), std::process::id()),
            log: log.map(|path| path.to_string_lossy().into_owned()),
        }
    }
}
