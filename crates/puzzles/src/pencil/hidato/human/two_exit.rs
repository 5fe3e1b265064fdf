//! Two-exit path: the path runs through a cell with two exits by both of them.
//!
//! An exit leads to a neighbour that can hold the next or the previous number. A cell that is no
//! end of the path and has two exits is joined to both; a cell joined to two others is closed to
//! the rest; an exit that would close a ring is closed too. Joined cells hold consecutive numbers.
//! The links of a puzzle are joined from the start.

use std::sync::Arc;

use quarry_core::{Meter, Technique, Tier};

use super::notes::Notes;
use super::{Cell, Number, Step};

pub(super) static TWO_EXIT: Technique =
    Technique { name: "two-exit path", tier: Tier::Medium, points: 4 };

/// Updates the joins, then rules out numbers along the first joined cells where that has an effect.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    if !notes.joined_up {
        while join(notes, meter)? || close(notes, meter)? {}
        notes.joined_up = true;
    }
    for cell in notes.cells() {
        if !meter.goes_on() {
            return None;
        }
        let (excludes, partners) = match notes.joined[usize::from(cell)][..] {
            [] => continue,
            [one] => (apart(notes, cell, one), vec![one]),
            [one, other] => (apart_between(notes, one, cell, other), vec![one, other]),
            _ => {
                notes.contradict(format!(
                    "the path would have to leave {} by three ways",
                    notes.name(cell)
                ));
                return None;
            }
        };
        if excludes.is_empty() {
            continue;
        }
        let partners_named = notes.names(&partners);
        let name = notes.name(cell);
        let sentence = match partners.len() {
            1 => format!(
                "The path has to go from {name} to {partners_named}, so their numbers are consecutive; all others are ruled out."
            ),
            _ => format!(
                "The path runs through {name} from and to {partners_named}, the only exits left, so their three numbers are consecutive; all others are ruled out."
            ),
        };
        let cells: Vec<_> = [cell].into_iter().chain(partners).collect();
        return notes.excluding(&TWO_EXIT, 1, &cells, excludes, sentence, meter);
    }
    None
}

/// Closes exits that fit no two consecutive numbers, and joins cells that have no more exits than
/// they need. Returns whether anything changed; `None` if the meter says stop.
fn join(notes: &mut Notes, meter: &mut Meter) -> Option<bool> {
    let mut changed = false;
    let last = notes.size() as Number;
    let ground = Arc::clone(&notes.ground);
    for cell in notes.cells() {
        if !meter.goes_on() {
            return None;
        }
        let mut exits = Vec::new();
        for &other in &ground.neighbours[usize::from(cell)] {
            if !notes.open.has(usize::from(cell), usize::from(other)) {
                continue;
            }
            if consecutive(notes, cell, other) {
                exits.push(other);
            } else {
                notes.close(cell, other);
                changed = true;
            }
        }
        let end = notes.candidates.has(cell, 1) || notes.candidates.has(cell, last);
        if !end && exits.len() <= 2 || exits.len() == 1 {
            for other in exits {
                changed |= add(notes, cell, other);
            }
        }
    }
    Some(changed)
}

/// Closes exits that the joins exclude. Returns whether anything changed; `None` if the meter says
/// stop.
fn close(notes: &mut Notes, meter: &mut Meter) -> Option<bool> {
    let mut changed = false;
    let ground = Arc::clone(&notes.ground);
    for cell in notes.cells() {
        if !meter.goes_on() {
            return None;
        }
        let index = usize::from(cell);
        let full = notes.joined[index].len() == 2;
        let far_end =
            if notes.joined[index].len() == 1 { Some(other_end(notes, cell)) } else { None };
        for &other in &ground.neighbours[index] {
            let joined = notes.joined[index].contains(&other);
            if !joined
                && notes.open.has(index, usize::from(other))
                && (full || far_end == Some(other))
            {
                notes.close(cell, other);
                changed = true;
            }
        }
    }
    Some(changed)
}

fn add(notes: &mut Notes, one: Cell, other: Cell) -> bool {
    if notes.joined[usize::from(one)].contains(&other) {
        return false;
    }
    notes.joined[usize::from(one)].push(other);
    notes.joined[usize::from(other)].push(one);
    true
}

/// The other end of the chain of joined cells that begins at a cell joined to one other.
fn other_end(notes: &Notes, start: Cell) -> Cell {
    let mut before = start;
    let mut cell = notes.joined[usize::from(start)][0];
    while let [one, other] = notes.joined[usize::from(cell)][..] {
        (before, cell) = (cell, if one == before { other } else { one });
        if cell == start {
            break;
        }
    }
    cell
}

/// Whether two cells may hold consecutive numbers.
fn consecutive(notes: &Notes, one: Cell, other: Cell) -> bool {
    let (one, other) = (notes.candidates.number_set(one), notes.candidates.number_set(other));
    let follows = |low: &[u64], high: &[u64]| {
        let mut carry = 0;
        low.iter().zip(high).any(|(low, high)| {
            let next = low << 1 | carry;
            carry = low >> 63;
            next & high != 0
        })
    };
    follows(one, other) || follows(other, one)
}

/// The candidates of two joined cells that have no consecutive partner in the other cell.
fn apart(notes: &Notes, one: Cell, other: Cell) -> Vec<(Cell, Number)> {
    let mut excludes = Vec::new();
    for (here, there) in [(one, other), (other, one)] {
        let alone =
            |&number: &Number| !may(notes, there, number - 1) && !may(notes, there, number + 1);
        excludes.extend(notes.candidates.numbers(here).filter(alone).map(|number| (here, number)));
    }
    excludes
}

/// The candidates of three joined cells that are not part of three consecutive numbers, up or down.
fn apart_between(notes: &Notes, one: Cell, middle: Cell, other: Cell) -> Vec<(Cell, Number)> {
    let row = |first: Number, second: Number, third: Number| {
        may(notes, one, first) && may(notes, middle, second) && may(notes, other, third)
    };
    let mut excludes = Vec::new();
    for number in notes.candidates.numbers(one) {
        if !(row(number, number + 1, number + 2)
            || number > 2 && row(number, number - 1, number - 2))
        {
            excludes.push((one, number));
        }
    }
    for number in notes.candidates.numbers(middle) {
        if !row(number - 1, number, number + 1) && !row(number + 1, number, number - 1) {
            excludes.push((middle, number));
        }
    }
    for number in notes.candidates.numbers(other) {
        if !(row(number + 2, number + 1, number)
            || number > 2 && row(number - 2, number - 1, number))
        {
            excludes.push((other, number));
        }
    }
    excludes
}

/// Whether a cell may hold a number; always false for 0 and n + 1.
fn may(notes: &Notes, cell: Cell, number: Number) -> bool {
    (1..=notes.size() as Number).contains(&number) && notes.candidates.has(cell, number)
}
