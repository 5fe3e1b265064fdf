//! The frontier of a position: closed cells beside numbers, in groups that see the same numbers,
//! and the components of groups that have numbers in common.

use std::collections::HashMap;

use quarry_pencil::Clue;

use super::MinePosition;

/// Closed cells that see the same numbers: only how many of them hold a mine matters.
#[derive(Debug)]
pub(super) struct Group {
    /// Number of cells, at most 8.
    pub(super) size: usize,
    /// The numbers that count them, by their index.
    pub(super) numbers: Vec<u32>,
}

/// The frontier, and the cells beyond it.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    pub(super) groups: Vec<Group>,
    /// The group of each cell; none if it is open or far from all numbers.
    pub(super) group_of: Vec<Option<u32>>,
    /// What each number counts.
    pub(super) wanted: Vec<u32>,
    /// Groups that have numbers in common, directly or through others.
    pub(super) components: Vec<Vec<u32>>,
    /// Number of closed cells that no number sees.
    pub(super) far: usize,
    /// Whether some number counts mines where no cell is closed.
    pub(super) is_contradictory: bool,
}

impl Frontier {
    pub(super) fn of(position: &MinePosition<'_>) -> Self {
        let MinePosition { grid, cells, .. } = *position;
        let mut frontier = Frontier { group_of: vec![None; cells.len()], ..Frontier::default() };
        let mut seen_by: Vec<Vec<u32>> = vec![Vec::new(); cells.len()];
        for (cell, clue) in cells.iter().enumerate() {
            let Some(wanted) = clue.and_then(Clue::number) else { continue };
            let number = frontier.wanted.len() as u32;
            let mut is_idle = true;
            for other in grid.around(cell).filter(|&other| cells[other].is_none()) {
                seen_by[other].push(number);
                is_idle = false;
            }
            frontier.is_contradictory |= is_idle && wanted > 0;
            if !is_idle {
                frontier.wanted.push(wanted);
            }
        }
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        for (cell, numbers) in seen_by.into_iter().enumerate() {
            if cells[cell].is_some() {
                continue;
            }
            if numbers.is_empty() {
                frontier.far += 1;
                continue;
            }
            let group = *known.entry(numbers).or_insert_with_key(|numbers| {
                frontier.groups.push(Group { size: 0, numbers: numbers.clone() });
                frontier.groups.len() as u32 - 1
            });
            frontier.groups[group as usize].size += 1;
            frontier.group_of[cell] = Some(group);
        }
        frontier.components = frontier.connected();
        frontier
    }

    /// For each number the groups it counts.
    pub(super) fn groups_by_number(&self) -> Vec<Vec<u32>> {
        let mut counted = vec![Vec::new(); self.wanted.len()];
        for (group, Group { numbers, .. }) in self.groups.iter().enumerate() {
            numbers.iter().for_each(|&number| counted[number as usize].push(group as u32));
        }
        counted
    }

    fn connected(&self) -> Vec<Vec<u32>> {
        let counted = self.groups_by_number();
        let mut seen = vec![false; self.groups.len()];
        let mut components = Vec::new();
        for first in 0..self.groups.len() {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut component = vec![first as u32];
            let mut next = 0;
            while let Some(&group) = component.get(next) {
                next += 1;
                for &number in &self.groups[group as usize].numbers {
                    for &other in &counted[number as usize] {
                        if !std::mem::replace(&mut seen[other as usize], true) {
                            component.push(other);
                        }
                    }
                }
            }
            components.push(component);
        }
        components
    }
}
