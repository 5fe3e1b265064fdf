//! Progress of a folder, for repeated queries: only incomplete blocks are read again.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::folder::{Folder, FolderError};
use crate::plan::Unit;

/// Progress of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Survey {
    /// Number of units with a result.
    pub done: usize,
    /// Number of units that were given up.
    pub failed: usize,
    /// Number of processes that died.
    pub deaths: usize,
}

/// Tracks the progress of a folder.
pub struct Surveyor<'a> {
    folder: &'a Folder,
    keys: Vec<&'a str>,
    done: Vec<bool>,
    failed: BTreeSet<usize>,
    /// Blocks that are complete and need not be read again, followed by the deaths in each block.
    whole: Vec<bool>,
    deaths: Vec<usize>,
}

impl<'a> Surveyor<'a> {
    /// Creates a surveyor that has not read anything yet.
    pub fn new(folder: &'a Folder, units: &[&'a Unit<'a>]) -> Self {
        let keys: Vec<_> = units.iter().map(|unit| unit.key.as_str()).collect();
        Surveyor {
            folder,
            done: vec![false; keys.len()],
            keys,
            failed: BTreeSet::new(),
            whole: vec![false; folder.blocks()],
            deaths: vec![0; folder.blocks()],
        }
    }

    /// Reads the blocks that may have changed.
    pub fn survey(&mut self) -> Result<Survey, FolderError> {
        let now = self.folder.now()?;
        for block in self.folder.begun()? {
            if self.whole[block] {
                continue;
            }
            let look = self.folder.look(block, now)?;
            let ours =
                |unit: usize, key: &str| self.keys.get(unit - 1).is_some_and(|known| *known == key);
            for line in look.lines.iter().filter(|line| line.unit > 0 && ours(line.unit, &line.key))
            {
                self.done[line.unit - 1] = true;
            }
            let units = self.folder.units_of(block);
            let missing: Vec<usize> = units.clone().filter(|unit| !self.done[unit - 1]).collect();
            self.failed.extend(missing.iter().copied().filter(|&unit| look.is_poisoned(unit)));
            self.deaths[block] = units.map(|unit| look.deaths(unit).count()).sum();
            self.whole[block] = missing.is_empty();
        }
        Ok(Survey {
            done: self.done.iter().filter(|done| **done).count(),
            failed: self.failed.iter().filter(|&&unit| !self.done[unit - 1]).count(),
            deaths: self.deaths.iter().sum(),
        })
    }

    /// Returns the units that have no result and were not given up, as of the last survey.
    pub fn missing(&self) -> Vec<usize> {
        let is_missing = |unit: &usize| !self.done[unit - 1] && !self.failed.contains(unit);
        (1..=self.done.len()).filter(is_missing).collect()
    }
}

/// Converts ascending numbers to ranges.
pub fn ranges(numbers: &[usize]) -> Vec<RangeInclusive<usize>> {
    let mut ranges: Vec<RangeInclusive<usize>> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == number => *last = *last.start()..=number,
            _ => ranges.push(number..=number),
        }
    }
    ranges
}
