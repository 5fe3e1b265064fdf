//! Result files: one JSON line for each unit, and a last one with a checksum of all before it.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use crate::record::Record;

/// Result of one unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitResult {
    pub(super) unit: usize,
    /// Key of the unit, so that results cannot be mixed up.
    pub(super) key: String,
    pub(super) record: Record,
    /// The claim whose file it was read from.
    #[serde(skip)]
    pub(super) claim: usize,
}

/// The last line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    units: usize,
    checksum: String,
}

/// Lines of a result file.
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

    /// Writes the complete file or nothing, even if the process is killed or the power fails.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let seal = Seal { units: self.units, checksum: checksum(&self.text) };
        let seal = serde_json::to_string(&seal).expect("plain data can be written");
        place(path, format!("{}{seal}\n", self.text).as_bytes())
    }
}

/// Returns a part of a file name that is unique to this machine, process and call.
pub(super) fn unique() -> String {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let (machine, call) = (gethostname::gethostname(), CALLS.fetch_add(1, Ordering::Relaxed));
    format!("{}-{}-{call}", machine.to_string_lossy(), std::process::id())
}

/// Moves a file to its path once it is complete and on disk.
pub(crate) fn place(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", unique()));
    let mut file = File::create(&beside)?;
    file.write_all(content)?;
    file.sync_all()?;
    std::fs::rename(beside, path)
}

/// Reads the lines of the file of a claim: `None` if there is no file, and a message if it is
/// damaged or cannot be read.
pub(super) fn read(path: &Path, claim: usize) -> Option<Result<Vec<UnitResult>, String>> {
    let lines = match std::fs::read(path) {
        Ok(bytes) => parse(&bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
        Err(error) => Err(error.to_string()),
    };
    let of_claim = |line| UnitResult { claim, ..line };
    Some(lines.map(|lines| lines.into_iter().map(of_claim).collect()))
}

fn parse(bytes: &[u8]) -> Result<Vec<UnitResult>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |end| end + 1);
    let (lines, seal) = text.split_at(end);
    let seal: Seal = serde_json::from_str(seal)
        .map_err(|_| "its last line is no checksum: it is truncated".to_owned())?;
    if seal.checksum != checksum(lines) {
        return Err("its checksum does not match: it was changed".to_owned());
    }
    let read = |(number, line): (usize, &str)| {
        let wrong = |why: String| format!("line {}: {why}", number + 1);
        let line: UnitResult =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        line.record.fault().map_or(Ok(line), |fault| Err(wrong(fault)))
    };
    let lines: Vec<UnitResult> = lines.lines().enumerate().map(read).collect::<Result<_, _>>()?;
    if lines.len() == seal.units {
        Ok(lines)
    } else {
        Err("it does not hold as many units as it states".to_owned())
    }
}

/// Returns the checksum of a file's content, or of a part of it.
pub(super) fn checksum(text: impl AsRef<[u8]>) -> String {
    blake3::hash(text.as_ref()).to_hex()[..32].to_owned()
}
