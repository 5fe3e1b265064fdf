//! How far a folder has come, asked again and again: only what is not yet whole is read again.

use std::collections::BTreeSet;
use std::io;
use std::ops::RangeInclusive;

use super::folder::Folder;
use crate::plan::Unit;

/// How far a folder has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Survey {
    /// Units with a result.
    pub done: usize,
    /// Units that were given up.
    pub failed: usize,
    /// Processes that died.
    pub deaths: usize,
}

/// Looks at a folder.
pub struct Surveyor<'a> {
    folder: &'a Folder,
    keys: Vec<&'a str>,
    done: Vec<bool>,
    failed: BTreeSet<usize>,
    /// Blocks that nobody needs to look at again, and the deaths in each.
    whole: Vec<bool>,
    deaths: Vec<usize>,
}

impl<'a> Surveyor<'a> {
    /// A surveyor who has seen nothing yet.
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

    /// Looks at what may have changed.
    pub fn survey(&mut self) -> io::Result<Survey> {
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

    /// The units that have no result and were not given up, as far as was seen.
    pub fn missing(&self) -> Vec<usize> {
        let is_missing = |unit: &usize| !self.done[unit - 1] && !self.failed.contains(unit);
        (1..=self.done.len()).filter(is_missing).collect()
    }
}

/// Numbers in rising order as ranges.
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
