//! Gap overlap: what all ways to fill a short gap have in common.
//!
//! A number can only be where one of the ways puts it, and a cell that all ways use is closed to
//! every other number.

use quarry_core::{Meter, Technique, Tier};

use super::notes::{Gap, Notes};
use super::{Cell, Number, Step};

pub(super) static GAP_OVERLAP: Technique =
    Technique { name: "gap overlap", tier: Tier::Hard, points: 8 };

/// A person cannot keep more or longer ways in mind.
const MOST_WAYS: usize = 12;
const LONGEST_GAP: usize = 8;

/// The meter is checked while a way has at most this many cells; the work below that is short.
const CELLS_WITH_QUESTION: usize = 5;

/// Rules out what no way allows, for the shortest gap where there is anything to rule out.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let closed =
        |gap: &Gap| gap.before.is_some() && gap.after.is_some() && gap.len() <= LONGEST_GAP;
    let mut gaps: Vec<Gap> = notes.gaps().into_iter().filter(closed).collect();
    gaps.sort_by_key(|gap| gap.len());
    for gap in gaps {
        let ways = Ways::of(notes, gap, meter);
        if meter.halted().is_some() {
            return None;
        }
        let Some(ways) = ways else { continue };
        if ways.found.is_empty() {
            notes.contradict(format!("there is no way from {} to {}", gap.first - 1, gap.last + 1));
            return None;
        }
        let (excludes, shared) = ways.bring(notes, gap);
        if excludes.is_empty() {
            continue;
        }
        let ends = (gap.first - 1, gap.last + 1);
        let count = match ways.found.len() {
            1 => "is one way".to_owned(),
            count => format!("are {count} ways"),
        };
        let common = match shared.is_empty() {
            true => "no other places are left for the numbers between".to_owned(),
            false => format!(
                "all use {}, and no other places are left for the numbers between",
                notes.names(&shared)
            ),
        };
        let sentence = format!("From {} to {} there {count}: {common}.", ends.0, ends.1);
        let mut cells: Vec<Cell> = gap.before.into_iter().chain(gap.after).chain(shared).collect();
        cells.dedup();
        return notes.excluding(&GAP_OVERLAP, gap.len(), &cells, excludes, sentence, meter);
    }
    None
}

struct Ways<'n> {
    notes: &'n Notes,
    gap: Gap,
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
}

impl<'n> Ways<'n> {
    /// Finds all ways to fill a gap; `None` if there are too many.
    fn of(notes: &'n Notes, gap: Gap, meter: &mut Meter) -> Option<Self> {
        let mut ways = Ways { notes, gap, path: Vec::new(), found: Vec::new() };
        ways.path.push(gap.before?);
        ways.extend(meter).then_some(ways)
    }

    /// Extends the path from its last cell; returns false if there are too many ways or the meter
    /// says stop. The recursion depth is at most [`LONGEST_GAP`] + 1.
    fn extend(&mut self, meter: &mut Meter) -> bool {
        if self.path.len() <= CELLS_WITH_QUESTION && !meter.goes_on() {
            return false;
        }
        let here = *self.path.last().expect("a way begins somewhere");
        let before = self.path.iter().rev().nth(1).copied();
        let number = self.gap.first + self.path.len() as Number - 1;
        let notes = self.notes;
        // If the cell is joined to another, the path goes there or came from there.
        let must = |other: Cell| {
            let joined = &notes.joined[usize::from(here)];
            before.is_none()
                || joined.iter().all(|&joined| joined == other || Some(joined) == before)
        };
        if number > self.gap.last {
            let after = self.gap.after.expect("a closed gap");
            if notes.open.has(usize::from(here), usize::from(after)) && must(after) {
                self.found.push(self.path[1..].to_vec());
            }
            return self.found.len() <= MOST_WAYS;
        }
        for &other in &notes.ground.neighbours[usize::from(here)] {
            let fits = notes.candidates.has(other, number)
                && notes.open.has(usize::from(here), usize::from(other))
                && !self.path.contains(&other);
            if fits && must(other) {
                self.path.push(other);
                let goes_on = self.extend(meter);
                self.path.pop();
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }

    /// The candidates that the ways rule out, and the cells that all ways share.
    fn bring(&self, notes: &Notes, gap: Gap) -> (Vec<(Cell, Number)>, Vec<Cell>) {
        let mut excludes = Vec::new();
        for (index, number) in gap.numbers().enumerate() {
            let unused = |&cell: &Cell| self.found.iter().all(|way| way[index] != cell);
            excludes
                .extend(notes.candidates.cells(number).filter(unused).map(|cell| (cell, number)));
        }
        let common = |cell: &&Cell| self.found.iter().all(|way| way.contains(cell));
        let shared: Vec<Cell> = self.found[0].iter().filter(common).copied().collect();
        for &cell in &shared {
            let others =
                notes.candidates.numbers(cell).filter(|number| !gap.numbers().contains(number));
            excludes.extend(others.map(|number| (cell, number)));
        }
        (excludes, shared)
    }
}
