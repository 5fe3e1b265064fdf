//! Exact chances: how many layouts of mines agree with a position, and how many of them have a mine
//! in a certain cell. All layouts are equally likely.
//!
//! Closed cells that see the same numbers are one group (`frontier.rs`). The layouts of each
//! component of groups are counted for each number of mines (`sweep.rs`), and joined with each
//! other and with the ways to lay the other mines on the cells that no number sees.

mod count;
mod frontier;
mod sweep;

use num_bigint::BigUint;
use num_integer::Integer;
use quarry_pencil::{CellGrid, Clue};

pub(crate) use count::Count;
use count::binomials;
use frontier::Frontier;
use sweep::{ByMines, Sweep};

/// What can be seen of a field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MinePosition<'a> {
    pub(crate) grid: CellGrid,
    /// What each cell shows; none where it is closed.
    pub(crate) cells: &'a [Option<Clue>],
    /// The number of all mines; none if every number is possible.
    pub(crate) mines: Option<usize>,
}

/// Called with each piece of work, in ways that are added up; the work is given up when it returns
/// false.
pub(crate) type GoesOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// The work was given up: the frontier is too wide for the time it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// The chances of all cells of a position.
#[derive(Debug, Clone)]
pub(crate) struct Chances<C> {
    /// Number of layouts that agree with the position.
    pub(crate) layouts: C,
    /// For each closed cell, what it is in `mined`; none if it is open.
    kind_of: Vec<Option<u32>>,
    /// Number of layouts with a mine in a cell, for each group, and for the cells beyond them.
    mined: Vec<C>,
}

impl<C: Count> Chances<C> {
    /// Computes the chances.
    pub(crate) fn of(
        position: &MinePosition<'_>,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Self, TooMuch> {
        let join: Join<C> = Join::of(position, goes_on)?;
        let frontier = &join.frontier;
        let beyond = frontier.groups.len();
        let mut mined = vec![C::zero(); beyond + 1];
        let layouts = join.layouts();
        if !layouts.is_zero() {
            let mut before = ByMines::<C>::unit();
            for (index, sweep) in join.sweeps.iter().enumerate() {
                let rest = join.rest_of(&before, index);
                sweep.mined(&rest, |group, count| mined[group] = count);
                before = joined(&before, &join.parts[index]);
            }
            for (mines, ways) in before.iter() {
                mined[beyond].add_product(ways, &join.beyond.with_mine(mines));
            }
        }
        let kind = |(cell, group): (usize, &Option<u32>)| match position.cells[cell] {
            Some(_) => None,
            None => Some(group.unwrap_or(beyond as u32)),
        };
        let kind_of = frontier.group_of.iter().enumerate().map(kind).collect();
        Ok(Chances { layouts, kind_of, mined })
    }

    /// The number of layouts with a mine in a cell; none if the cell is open.
    pub(crate) fn mined(&self, cell: usize) -> Option<&C> {
        self.kind_of[cell].map(|kind| &self.mined[kind as usize])
    }
}

impl Chances<BigUint> {
    /// The chance of a mine in a cell, in lowest terms: "5/138". None if the cell is open or there
    /// is no layout.
    pub(crate) fn fraction(&self, cell: usize) -> Option<String> {
        let mined = self.mined(cell).filter(|_| !self.layouts.is_zero())?;
        let divisor = mined.gcd(&self.layouts);
        Some(format!("{}/{}", mined / &divisor, &self.layouts / divisor))
    }

    /// The same as a number, rounded.
    pub(crate) fn share(&self, cell: usize) -> Option<f64> {
        /// As many as a float tells apart.
        const PARTS: u64 = 1 << 52;
        let mined = self.mined(cell).filter(|_| !self.layouts.is_zero())?;
        let parts = u64::try_from(mined * PARTS / &self.layouts).ok()?;
        Some(parts as f64 / PARTS as f64)
    }
}

/// The number of layouts that agree with a position.
pub(crate) fn layouts<C: Count>(
    position: &MinePosition<'_>,
    goes_on: &mut GoesOn<'_>,
) -> Result<C, TooMuch> {
    Ok(Join::of(position, goes_on)?.layouts())
}

/// The components of a position, to be joined.
struct Join<C> {
    frontier: Frontier,
    sweeps: Vec<Sweep<C>>,
    /// Layouts of each component for each number of mines.
    parts: Vec<ByMines<C>>,
    /// Layouts of this component and all later ones and the cells beyond, for each number of mines
    /// before. The last is of the cells beyond alone.
    onward: Vec<ByMines<C>>,
    beyond: Beyond<C>,
}

impl<C: Count> Join<C> {
    fn of(position: &MinePosition<'_>, goes_on: &mut GoesOn<'_>) -> Result<Self, TooMuch> {
        let frontier = Frontier::of(position);
        let sweep = |component: &Vec<u32>| Sweep::of(&frontier, component, goes_on);
        let sweeps = frontier.components.iter().map(sweep).collect::<Result<Vec<_>, _>>()?;
        let mut parts: Vec<ByMines<C>> = sweeps.iter().map(Sweep::layouts).collect();
        if frontier.is_contradictory {
            parts.push(ByMines::none());
        }
        let beyond = Beyond::new(frontier.far, position.mines);
        // The numbers of mines before each component.
        let mut ranges = vec![(0, 0)];
        for part in &parts {
            let (low, high) = ranges[ranges.len() - 1];
            ranges.push((low + part.low, high + part.low + part.ways.len().saturating_sub(1)));
        }
        let mut onward = vec![ByMines::none(); parts.len() + 1];
        for (index, &(low, high)) in ranges.iter().enumerate().rev() {
            for mines in low..=high {
                let ways = match parts.get(index) {
                    None => beyond.ways(mines),
                    Some(part) => onward[index + 1].after(part, mines),
                };
                *onward[index].entry(mines) = ways;
            }
        }
        Ok(Join { frontier, sweeps, parts, onward, beyond })
    }

    fn layouts(&self) -> C {
        self.onward[0].ways[0].clone()
    }

    /// Layouts of all but one component, for each number of mines in it, if those before it have
    /// these.
    fn rest_of(&self, before: &ByMines<C>, index: usize) -> ByMines<C> {
        let mut rest = ByMines::none();
        for (mines, _) in self.parts[index].iter() {
            *rest.entry(mines) = self.onward[index + 1].after(before, mines);
        }
        rest
    }
}

impl<C: Count> ByMines<C> {
    /// The sum of products with another part, that has its mines besides `mines` of a third.
    fn after(&self, part: &ByMines<C>, mines: usize) -> C {
        let mut sum = C::zero();
        for (more, ways) in part.iter() {
            let index = (mines + more).checked_sub(self.low);
            if let Some(on) = index.and_then(|index| self.ways.get(index)) {
                sum.add_product(ways, on);
            }
        }
        sum
    }
}

/// Two parts as one.
fn joined<C: Count>(one: &ByMines<C>, other: &ByMines<C>) -> ByMines<C> {
    let mut both = ByMines::<C>::none();
    for (mines, ways) in one.iter() {
        for (more, others) in other.iter() {
            both.entry(mines + more).add_product(ways, others);
        }
    }
    both
}

/// The cells that no number sees.
enum Beyond<C> {
    /// They hold what is left of this many mines: ways to lay 0, 1, ... of them, in all cells and
    /// in all but one.
    Rest { mines: usize, all: Vec<C>, all_but_one: Vec<C> },
    /// They may hold any number of mines: ways in all cells and in all but one.
    Any { all: C, all_but_one: C },
}

impl<C: Count> Beyond<C> {
    fn new(cells: usize, mines: Option<usize>) -> Self {
        let others = cells.saturating_sub(1);
        match mines {
            Some(mines) => Beyond::Rest {
                mines,
                all: binomials(cells, mines),
                all_but_one: binomials(others, mines),
            },
            None => {
                let power = |cells: usize| (0..cells).fold(C::one(), |ways, _| ways.scaled(2, 1));
                Beyond::Any { all: power(cells), all_but_one: power(others) }
            }
        }
    }

    /// The ways to lay what the frontier leaves.
    fn ways(&self, frontier: usize) -> C {
        match self {
            Beyond::Any { all, .. } => all.clone(),
            Beyond::Rest { mines, all, .. } => {
                mines.checked_sub(frontier).map_or_else(C::zero, |rest| all[rest].clone())
            }
        }
    }

    /// Those with a mine in one certain cell.
    fn with_mine(&self, frontier: usize) -> C {
        match self {
            Beyond::Any { all_but_one, .. } => all_but_one.clone(),
            Beyond::Rest { mines, all_but_one, .. } => {
                let rest = mines.checked_sub(frontier + 1);
                rest.map_or_else(C::zero, |rest| all_but_one[rest].clone())
            }
        }
    }
}

#[cfg(test)]
mod tests;
