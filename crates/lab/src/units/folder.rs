//! A work folder: its content, and the claims on its blocks.

use quarry::Catalogue;
use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::TRIES;
use super::lease::{Condition, Lease, LeaseView, Owner};
use super::outline::{UnitOutline, digest};
use super::part::{self, UnitResult, place, unique};
use crate::plan::Unit;

/// An existing work folder.
pub struct Folder {
    path: PathBuf,
    label: Label,
}

/// Properties of a new folder. Missing ones get a default; given ones must not contradict an
/// existing folder.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms {
    /// Number of units in a block; by default as many as keep the number of blocks at 10,000 or
    /// less.
    pub block: Option<usize>,
    /// Seconds after which a lease that was not renewed expires; by default 60.
    pub lease: Option<u64>,
}

impl Terms {
    /// Returns the number of units in a block, for a folder of this many units.
    pub(crate) fn block_of(self, units: usize) -> usize {
        self.block.unwrap_or(units.div_ceil(MOST_BLOCKS)).max(1)
    }
}

/// The file that identifies a folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Label {
    /// Version of the file format.
    form: u32,
    experiment: String,
    units: usize,
    /// Hash of all units' keys, in their order.
    digest: String,
    block: usize,
    lease: u64,
    /// Checksum of the file with the descriptions of the units; `None` in folders of earlier
    /// programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outline: Option<String>,
    /// Checksum of everything else here; `None` in folders of earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
}

impl Label {
    fn sealed(self) -> Self {
        let seal = Some(self.checksum());
        Label { seal, ..self }
    }

    /// Returns the checksum of everything but the seal.
    fn checksum(&self) -> String {
        let Label { form, experiment, units, digest, block, lease, outline, seal: _ } = self;
        let outline = outline.as_deref().unwrap_or_default();
        part::checksum(format!(
            "{form}\n{experiment}\n{units}\n{digest}\n{block}\n{lease}\n{outline}"
        ))
    }

    /// Returns why no program has written this; `None` if one may have.
    fn fault(&self) -> Option<String> {
        if self.form != FORM {
            return Some(format!("format version {}; this program supports {FORM}", self.form));
        }
        if self.seal.as_ref().is_some_and(|seal| *seal != self.checksum()) {
            return Some("its checksum does not match: it was changed".to_owned());
        }
        let most = u32::MAX as usize;
        let fits = (1..=most).contains(&self.units)
            && (1..=most).contains(&self.block)
            && (1..=u64::from(u32::MAX)).contains(&self.lease);
        (!fits).then(|| "no folder has these numbers of units and seconds".to_owned())
    }
}

/// The only version so far.
const FORM: u32 = 1;

/// Maximum number of blocks. A folder has two files for each block: a million units must not mean a
/// million files.
const MOST_BLOCKS: usize = 10_000;

/// Default duration of a lease in seconds: short enough that others soon take over the units of a
/// dead process, long enough for a busy file system.
const LEASE: u64 = 60;

/// State of a block, as read from the folder.
pub(super) struct Look {
    /// Number of the last claim.
    pub(super) claims: usize,
    pub(super) leases: Vec<LeaseView>,
    /// Whether the last lease is held and has not expired.
    pub(super) is_held: bool,
    /// All results, in the order of the claims.
    pub(super) lines: Vec<UnitResult>,
    /// Damaged files, with the reason and what follows from it.
    pub(super) damaged: Vec<(PathBuf, String)>,
}

impl Look {
    /// Returns the leases of processes that died while running this unit.
    pub(super) fn deaths(&self, unit: usize) -> impl Iterator<Item = &LeaseView> {
        let ended = self.leases.len() - usize::from(self.is_held);
        let died = |lease: &&LeaseView| lease.condition != Condition::Left;
        self.leases[..ended].iter().filter(died).filter(move |lease| lease.unit == unit)
    }

    /// Whether a unit has been tried as often as allowed.
    pub(super) fn is_poisoned(&self, unit: usize) -> bool {
        self.deaths(unit).count() >= TRIES
    }
}

impl Folder {
    /// Creates a folder for the units of the experiment with this name, or opens an existing one
    /// for the same units.
    pub fn prepare(
        path: &Path,
        name: &str,
        units: &[&Unit],
        terms: Terms,
    ) -> Result<Self, FolderError> {
        let unusable = |error| FolderError::File(path.to_owned(), error);
        let outline =
            serde_json::to_vec(&UnitOutline::of(units)).expect("plain data can be written");
        let label = Label {
            form: FORM,
            experiment: name.to_owned(),
            units: units.len(),
            digest: digest(units.iter().map(|unit| unit.key.as_str())),
            block: terms.block_of(units.len()),
            lease: terms.lease.unwrap_or(LEASE).max(1),
            outline: Some(part::checksum(&outline)),
            seal: None,
        };
        if !path.join(LABEL).exists() {
            for part in ["results", "leases", "logs"] {
                std::fs::create_dir_all(path.join(part)).map_err(unusable)?;
            }
            let sealed = label.clone().sealed();
            let text = serde_json::to_vec(&sealed).expect("plain data can be written");
            // Several processes may start at the same time: they write the same content. The label
            // is written last, when everything else is there.
            for (name, content) in [(OUTLINE, outline), (LABEL, text)] {
                place(&path.join(name), &content).map_err(unusable)?;
            }
        }
        let folder = Folder::open(path)?;
        let is_ours = folder.label.digest == label.digest
            && folder.label.units == label.units
            && folder.label.experiment == label.experiment;
        let differs = |wanted: bool, have: &dyn fmt::Display| wanted.then(|| have.to_string());
        let other =
            differs(!is_ours, &format!("the {} units of {}", folder.units(), folder.experiment()))
                .or(differs(
                    terms.block.is_some() && folder.label.block != label.block,
                    &format!("blocks of {}", folder.label.block),
                ))
                .or(differs(
                    terms.lease.is_some() && folder.label.lease != label.lease,
                    &format!("leases of {} seconds", folder.label.lease),
                ));
        match other {
            Some(what) => Err(FolderError::Other(path.to_owned(), what)),
            None => Ok(folder),
        }
    }

    /// Opens an existing folder.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        let text = std::fs::read(path.join(LABEL)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FolderError::None(path.to_owned()),
            _ => FolderError::File(path.to_owned(), error),
        })?;
        let malformed =
            |error: &dyn fmt::Display| FolderError::Malformed(path.join(LABEL), error.to_string());
        let label: Label = serde_json::from_slice(&text).map_err(|error| malformed(&error))?;
        match label.fault() {
            Some(fault) => Err(malformed(&fault)),
            None => Ok(Folder { path: path.to_owned(), label }),
        }
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Name of the experiment.
    pub fn experiment(&self) -> &str {
        &self.label.experiment
    }

    /// Number of units.
    pub fn units(&self) -> usize {
        self.label.units
    }

    /// Number of units in a block; the last one may have fewer.
    pub fn block(&self) -> usize {
        self.label.block
    }

    /// Duration after which a lease that is not renewed expires.
    pub(super) fn lease(&self) -> Duration {
        Duration::from_secs(self.label.lease)
    }

    /// Interval between renewals of a lease, and between checks of other processes' leases.
    pub(super) fn beat(&self) -> Duration {
        self.lease() / 5
    }

    /// Number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.units().div_ceil(self.block())
    }

    /// Returns the block that a unit belongs to, from 0.
    pub(super) fn block_of(&self, unit: usize) -> usize {
        (unit - 1) / self.block()
    }

    /// Returns the units of a block.
    pub(super) fn units_of(&self, block: usize) -> RangeInclusive<usize> {
        block * self.block() + 1..=((block + 1) * self.block()).min(self.units())
    }

    /// Passes the folder's units to `run`, without needing the experiment file.
    ///
    /// Nets that were read from files beside the experiment are not part of the folder: such units
    /// are an error.
    pub fn with_units<T>(
        &self,
        catalogue: &Catalogue,
        run: impl FnOnce(&[&Unit]) -> T,
    ) -> Result<T, FolderError> {
        let outline = self.outline()?;
        let cast = outline
            .cast(catalogue)
            .map_err(|why| FolderError::Malformed(self.path.join(OUTLINE), why))?;
        let units = outline.played_by(&cast);
        Ok(run(&units.iter().collect::<Vec<_>>()))
    }

    /// Reads the descriptions of the units.
    pub(super) fn outline(&self) -> Result<UnitOutline, FolderError> {
        let path = self.path.join(OUTLINE);
        let text = std::fs::read(&path).map_err(|error| FolderError::File(path.clone(), error))?;
        self.outline_of(&text).map_err(|why| FolderError::Malformed(path, why))
    }

    fn outline_of(&self, text: &[u8]) -> Result<UnitOutline, String> {
        let sealed = self.label.outline.as_ref();
        if sealed.is_some_and(|checksum| *checksum != part::checksum(text)) {
            return Err("its checksum does not match: it was changed".to_owned());
        }
        let outline: UnitOutline =
            serde_json::from_slice(text).map_err(|error| error.to_string())?;
        outline.check(self.units())?;
        // Earlier programs wrote no checksum, but one of the units' keys.
        if sealed.is_none() && outline.digest() != self.label.digest {
            return Err("its units are not those of the folder: it was changed".to_owned());
        }
        Ok(outline)
    }

    fn lease_path(&self, block: usize, claim: usize) -> PathBuf {
        self.path.join("leases").join(format!("{block:06}.{claim}"))
    }

    pub(super) fn part_path(&self, block: usize, claim: usize) -> PathBuf {
        self.path.join("results").join(format!("{block:06}.{claim}"))
    }

    /// Makes the next claim on a block, with its lease; returns `None` if another process has it.
    pub(super) fn claim(
        &self,
        block: usize,
        look: &Look,
        owner: &Owner,
    ) -> Result<Option<(usize, Lease)>, FolderError> {
        let claim = look.claims + 1;
        let path = self.lease_path(block, claim);
        let lease = Lease::take(&path, owner).map_err(|error| FolderError::File(path, error))?;
        Ok(lease.map(|lease| (claim, lease)))
    }

    /// Reads the state of a block. The lease of a claim comes before its results: a process that
    /// has left by then has written all of them. A file that is damaged or missing does not hide
    /// the others.
    pub(super) fn look(&self, block: usize, now: SystemTime) -> Result<Look, FolderError> {
        let mut look = Look {
            claims: 0,
            leases: Vec::new(),
            is_held: false,
            lines: Vec::new(),
            damaged: Vec::new(),
        };
        loop {
            let claim = look.claims + 1;
            let lease = LeaseView::read(&self.lease_path(block, claim));
            let path = self.part_path(block, claim);
            let part = part::read(&path, claim);
            if lease.is_none() && part.is_none() {
                break;
            }
            look.claims = claim;
            if let Some(why) = lease.as_ref().and_then(|lease| lease.damage.as_ref()) {
                let why = format!("{why}; its block counts as claimed until the lease expires");
                look.damaged.push((self.lease_path(block, claim), why));
            }
            look.leases.extend(lease);
            match part.unwrap_or(Ok(Vec::new())) {
                Ok(part) => look.lines.extend(part),
                Err(why) => {
                    look.damaged.push((path, format!("{why}; its units count as missing")));
                }
            }
        }
        if let Some(last) = look.leases.last().filter(|last| last.condition == Condition::Held) {
            look.is_held = self.is_fresh(last.renewed, now)?;
        }
        Ok(look)
    }

    /// Whether a lease that was renewed then has not expired. A time far in the future is that of a
    /// wrong clock: a process that is alive renews its lease, and corrects it.
    fn is_fresh(&self, renewed: SystemTime, now: SystemTime) -> Result<bool, FolderError> {
        // The lease may have been renewed since `now` was asked for.
        let now = if renewed > now { self.now()? } else { now };
        Ok(match now.duration_since(renewed) {
            Ok(age) => age < self.lease(),
            Err(ahead) => ahead.duration() < self.lease(),
        })
    }

    /// Gives units that were given up new tries: forgets the deaths of their processes. Returns the
    /// number of such units.
    pub fn retry(&self, numbers: &[RangeInclusive<usize>]) -> Result<usize, FolderError> {
        let now = self.now()?;
        let mut forgiven = 0;
        for block in self.begun()? {
            let look = self.look(block, now)?;
            let is_wanted = |unit: &usize| numbers.iter().any(|range| range.contains(unit));
            let poisoned = |unit: &usize| is_wanted(unit) && look.is_poisoned(*unit);
            for unit in self.units_of(block).filter(poisoned) {
                forgiven += 1;
                for lease in look.deaths(unit) {
                    let unusable = |error| FolderError::File(lease.path.clone(), error);
                    lease.forgive().map_err(unusable)?;
                }
            }
        }
        Ok(forgiven)
    }

    /// Returns the blocks that have been claimed so far.
    pub(super) fn begun(&self) -> Result<BTreeSet<usize>, FolderError> {
        let path = self.path.join("leases");
        let unusable = |error| FolderError::File(path.clone(), error);
        let mut blocks = BTreeSet::new();
        for entry in std::fs::read_dir(&path).map_err(unusable)? {
            let name = entry.map_err(unusable)?.file_name();
            let block = name.to_str().and_then(|name| name.split_once('.')?.0.parse().ok());
            blocks.extend(block.filter(|&block: &usize| block < self.blocks()));
        }
        Ok(blocks)
    }

    /// Returns the current time by the clock of the file system: that of this machine may be wrong.
    pub(super) fn now(&self) -> Result<SystemTime, FolderError> {
        let path = self.path.join("leases").join(format!("clock.{}", unique()));
        let now = || {
            std::fs::write(&path, "now")?;
            let now = std::fs::metadata(&path)?.modified();
            std::fs::remove_file(&path)?;
            now
        };
        now().map_err(|error| FolderError::File(path.clone(), error))
    }
}

const LABEL: &str = "folder.json";
const OUTLINE: &str = "outline.json";

/// Reasons why a work folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// The folder does not exist.
    None(PathBuf),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// The content of a file is not valid.
    Malformed(PathBuf, String),
    /// The folder belongs to another experiment, or has other properties.
    Other(PathBuf, String),
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FolderError::None(path) => {
                write!(
                    f,
                    "{}: not a folder of units; `quarry run EXPERIMENT --units A..B --out FOLDER` creates one",
                    path.display()
                )
            }
            FolderError::File(path, error) => write!(f, "{}: {error}", path.display()),
            FolderError::Malformed(path, error) => {
                write!(f, "{}: the content is not valid: {error}", path.display())
            }
            FolderError::Other(path, what) => {
                write!(
                    f,
                    "{}: this folder has {what}; choose another one with --out",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for FolderError {}
