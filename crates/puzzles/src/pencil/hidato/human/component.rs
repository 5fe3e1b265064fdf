//! Component filling: each connected set of empty cells is filled exactly by gaps that can enter
//! it.
//!
//! The numbers of a gap are consecutive, so all of them lie in the same component of empty cells. A
//! gap must stay out of a component if its length cannot be part of a sum that equals the number of
//! cells, and must go in if the other gaps cannot fill the component without it.

use quarry_core::{Meter, Technique, Tier};

use super::notes::{Gap, Notes};
use super::{Cell, Number, Step};

pub(super) static COMPONENT_FILLING: Technique =
    Technique { name: "component filling", tier: Tier::Hard, points: 6 };

/// Rules out the cells of a component that a gap cannot help to fill, or all other cells if the
/// component needs the gap.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let components = components(notes);
    if components.len() < 2 {
        return None;
    }
    let gaps = notes.gaps();
    let enters = |gap: Gap, component: &[Cell]| {
        gap.numbers().all(|number| component.iter().any(|&cell| notes.candidates.has(cell, number)))
    };
    let mut reachable: Vec<Vec<bool>> = Vec::with_capacity(gaps.len());
    for &gap in &gaps {
        if !meter.goes_on() {
            return None;
        }
        reachable.push(components.iter().map(|component| enters(gap, component)).collect());
    }
    for (index, component) in components.iter().enumerate() {
        if !meter.goes_on() {
            return None;
        }
        let size = component.len();
        let able: Vec<usize> = (0..gaps.len()).filter(|&gap| reachable[gap][index]).collect();
        let bound = |gap: usize| reachable[gap].iter().filter(|&&reaches| reaches).count() == 1;
        let held: usize = able.iter().filter(|&&gap| bound(gap)).map(|&gap| gaps[gap].len()).sum();
        let optional: Vec<usize> = able.iter().copied().filter(|&gap| !bound(gap)).collect();
        let sums = |without: Option<usize>| {
            let lengths =
                optional.iter().filter(|&&gap| Some(gap) != without).map(|&gap| gaps[gap].len());
            subset_sums(lengths, size)
        };
        if held > size || !sums(None)[size - held] {
            let why = format!(
                "the {size} empty cells around {} cannot be filled exactly",
                notes.name(component[0])
            );
            notes.contradict(why);
            return None;
        }
        let rest = size - held;
        for &gap in &optional {
            if !meter.goes_on() {
                return None;
            }
            let others = sums(Some(gap));
            let length = gaps[gap].len();
            let possible = length <= rest && others[rest - length];
            let needed = !others[rest];
            let out: Vec<Cell> = match (possible, needed) {
                (false, _) => component.clone(),
                (true, true) => notes.cells().filter(|cell| !component.contains(cell)).collect(),
                _ => continue,
            };
            let excludes = of_gap(notes, gaps[gap], &out);
            if excludes.is_empty() {
                continue;
            }
            let (first, last) = (gaps[gap].first, gaps[gap].last);
            let around = notes.name(component[0]);
            let sentence = match possible {
                false => format!(
                    "The {size} empty cells around {around} cannot be filled exactly with {first} to {last} among them, so these numbers go elsewhere."
                ),
                true => format!(
                    "The {size} empty cells around {around} cannot be filled exactly without {first} to {last}, so these numbers go there."
                ),
            };
            let component = component.clone();
            return notes.excluding(
                &COMPONENT_FILLING,
                optional.len(),
                &component,
                excludes,
                sentence,
                meter,
            );
        }
    }
    None
}

fn of_gap(notes: &Notes, gap: Gap, cells: &[Cell]) -> Vec<(Cell, Number)> {
    let pairs = cells.iter().flat_map(|&cell| gap.numbers().map(move |number| (cell, number)));
    pairs.filter(|&(cell, number)| notes.candidates.has(cell, number)).collect()
}

/// For each sum up to `most`, whether some of the lengths add up to it.
fn subset_sums(lengths: impl Iterator<Item = usize>, most: usize) -> Vec<bool> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    for length in lengths {
        for sum in (length..=most).rev() {
            sums[sum] |= sums[sum - length];
        }
    }
    sums
}

/// The connected components of the empty cells.
fn components(notes: &Notes) -> Vec<Vec<Cell>> {
    let mut seen: Vec<bool> = notes.holds().iter().map(Option::is_some).collect();
    let mut components = Vec::new();
    for start in notes.cells() {
        if std::mem::replace(&mut seen[usize::from(start)], true) {
            continue;
        }
        let mut component = vec![start];
        let mut next = 0;
        while next < component.len() {
            for &other in &notes.ground.neighbours[usize::from(component[next])] {
                if !std::mem::replace(&mut seen[usize::from(other)], true) {
                    component.push(other);
                }
            }
            next += 1;
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}
