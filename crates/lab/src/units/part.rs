//! Result files: one JSON line for each unit, and a last one with a checksum of all before it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::record::Record;

/// The result of one unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitResult {
    pub(super) unit: usize,
    /// What the unit is known by, so that no result is taken for that of another.
    pub(super) key: String,
    pub(super) record: Record,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    units: usize,
    checksum: String,
}

/// Lines as a file holds them.
#[derive(Default)]
pub(super) struct PartFile {
    text: String,
    units: usize,
}

impl PartFile {
    pub(super) fn push(&mut self, line: &UnitResult) {
        self.text.push_str(&serde_json::to_string(line).expect("plain data can be written"));
        self.text.push('\n');
        self.units += 1;
    }

    /// Writes the file whole or not at all, whoever is killed and whatever loses its power.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let seal = Seal { units: self.units, checksum: checksum(&self.text) };
        let seal = serde_json::to_string(&seal).expect("plain data can be written");
        place(path, format!("{}{seal}\n", self.text).as_bytes())
    }
}

/// Part of a file's name that nobody else uses now: of this machine, this process and this call.
pub(super) fn unique() -> String {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let (machine, call) = (gethostname::gethostname(), CALLS.fetch_add(1, Ordering::Relaxed));
    format!("{}-{}-{call}", machine.to_string_lossy(), std::process::id())
}

/// Puts a file where it belongs when it is whole and on the disk.
pub(crate) fn place(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", unique()));
    let mut file = File::create(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    std::fs::rename(beside, path)
}

/// The lines of a file: none if there is no file, and in words what is wrong with it if it is not
/// what was written.
pub(super) fn read(path: &Path) -> io::Result<Result<Vec<UnitResult>, String>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(parse(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Ok(Vec::new())),
        Err(error) => Err(error),
    }
}

fn parse(bytes: &[u8]) -> Result<Vec<UnitResult>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text".to_owned())?;
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
    let (lines, seal) = text.split_at(end);
    let seal: Seal = serde_json::from_str(seal)
        .map_err(|_| "its last line is no checksum: it is cut short".to_owned())?;
    if seal.checksum != checksum(lines) {
        return Err("its checksum is another: it was changed".to_owned());
    }
    let read = |(number, line): (usize, &str)| {
        let wrong = |why: String| format!("line {}: {why}", number + 1);
        let line: UnitResult =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let (steps, times) =
            (line.record.outcome.improvements.len(), line.record.circumstances.improved.len());
        if steps == times {
            Ok(line)
        } else {
            Err(wrong(format!("{steps} improvements at {times} times")))
        }
    };
    let lines: Vec<UnitResult> = lines.lines().enumerate().map(read).collect::<Result<_, _>>()?;
    if lines.len() == seal.units {
        Ok(lines)
    } else {
        Err("it holds another number of units".to_owned())
    }
}

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}
