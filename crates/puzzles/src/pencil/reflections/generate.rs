//! New boards: pieces on lit cells, bulbs where the light ends, and bombs against other solutions.

use quarry_core::{Rng, Side, Value};
use quarry_pencil::{CellGrid, Draft};

use super::light::{beams, is_lit};
use super::{CRYSTALS, EMPTY, Item, MIRRORS, Reflections, ReflectionsOptions};

/// The most bombs that are added against one other solution.
const MOST_NEW_BOMBS: usize = 3;

/// One dark cell in so many becomes a bomb at first, and whenever the board is made easier, and one
/// cell in so many is a wall at first. With half as many bombs at first, hard boards take several
/// times as long to make (`--bench pencil -- generate reflections 20 tier=hard`): light can go
/// many more ways, which proofs and ratings have to follow.
const FIRST_BOMBS_ONE_IN: usize = 2;
const EASING_BOMBS_ONE_IN: usize = 4;
const WALLS_ONE_IN: usize = 8;

impl Reflections {
    /// A random board with its solution; none if the pieces did not fit or light no bulb.
    pub(super) fn drafted(options: &ReflectionsOptions, rng: &mut Rng) -> Option<Draft<Self>> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let mut puzzle =
            Reflections { grid, items: vec![Item::Free; grid.len()], mirrors: 0, crystals: 0 };
        for _ in 0..options.lasers {
            let side = Side::ALL[rng.below(4)];
            puzzle.items[rng.below(grid.len())] = Item::Laser(side);
        }
        for cell in 0..grid.len() {
            if puzzle.items[cell] == Item::Free && rng.below(WALLS_ONE_IN) == 0 {
                puzzle.items[cell] = Item::Wall;
            }
        }
        // While it is drafted, all pieces are fixed.
        let pieces = (options.mirrors + options.crystals + options.turned) as usize;
        let mut placed = puzzle.place_pieces(pieces, options.crystals as usize, rng)?;
        puzzle.end_beams(rng);
        let light = puzzle.light_as_is();
        if placed.iter().any(|&cell| !is_lit(&light[cell])) {
            return None;
        }
        if !puzzle.items.contains(&Item::Bulb) {
            return None;
        }
        rng.shuffle(&mut placed);
        let values: Vec<Option<Value>> = puzzle
            .items
            .iter()
            .map(|item| match *item {
                Item::Fixed(value) => Some(value),
                Item::Free => Some(EMPTY),
                _ => None,
            })
            .collect();
        let (mut mirrors, mut crystals) = (options.mirrors, options.crystals);
        for cell in placed {
            let is_mirror = values[cell].is_some_and(|value| MIRRORS.contains(&value));
            let supply = if is_mirror { &mut mirrors } else { &mut crystals };
            puzzle.items[cell] = match (*supply > 0, is_mirror) {
                (true, _) => Item::Free,
                (false, true) => Item::Mirror,
                (false, false) => Item::Crystal,
            };
            *supply = supply.saturating_sub(1);
        }
        puzzle.mirrors = options.mirrors as usize;
        puzzle.crystals = options.crystals as usize;
        let solution = values.into_iter().flatten().map(Some).collect();
        Some(Draft { puzzle, solution })
    }

    /// Puts bombs where light runs in the second solution only.
    pub(super) fn with_bombs(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let puzzle = &draft.puzzle;
        let ours = puzzle.light(&draft.solution, false);
        let theirs = puzzle.light(second, false);
        let is_theirs = |&cell: &usize| {
            puzzle.items[cell] == Item::Free && is_lit(&theirs[cell]) && !is_lit(&ours[cell])
        };
        let mut cells: Vec<usize> = (0..puzzle.grid.len()).filter(is_theirs).collect();
        if cells.is_empty() {
            return None;
        }
        rng.shuffle(&mut cells);
        cells.truncate(MOST_NEW_BOMBS);
        Some(bombed(draft, cells))
    }

    /// Puts bombs on some of the dark cells, so that light can go fewer ways.
    pub(super) fn with_more_bombs(draft: &Draft<Self>, rng: &mut Rng) -> Option<Draft<Self>> {
        let puzzle = &draft.puzzle;
        let light = puzzle.light(&draft.solution, false);
        let is_dark = |&cell: &usize| puzzle.items[cell] == Item::Free && !is_lit(&light[cell]);
        let mut cells: Vec<usize> = (0..puzzle.grid.len()).filter(is_dark).collect();
        if cells.is_empty() {
            return None;
        }
        rng.shuffle(&mut cells);
        cells.truncate(cells.len().div_ceil(EASING_BOMBS_ONE_IN));
        Some(bombed(draft, cells))
    }

    /// Puts fixed pieces on lit cells, one after the other, so that each is lit. Returns where they
    /// are; none if they do not fit.
    fn place_pieces(&mut self, count: usize, crystals: usize, rng: &mut Rng) -> Option<Vec<usize>> {
        let mut kinds: Vec<[Value; 2]> = vec![MIRRORS; count];
        kinds[..crystals].fill(CRYSTALS);
        rng.shuffle(&mut kinds);
        let mut placed: Vec<usize> = Vec::new();
        for kind in kinds {
            let light = self.light_as_is();
            let is_lit_and_free =
                |&cell: &usize| self.items[cell] == Item::Free && is_lit(&light[cell]);
            let mut cells: Vec<usize> = (0..self.grid.len()).filter(is_lit_and_free).collect();
            rng.shuffle(&mut cells);
            let cell = cells.into_iter().find(|&cell| {
                self.items[cell] = Item::Fixed(kind[rng.below(2)]);
                let light = self.light_as_is();
                let fits = placed.iter().all(|&piece| is_lit(&light[piece]));
                if !fits {
                    self.items[cell] = Item::Free;
                }
                fits
            });
            placed.push(cell?);
        }
        Some(placed)
    }

    /// Puts walls where light leaves the board; those that it hits from an odd number of sides
    /// become bulbs, and some dark cells bombs.
    fn end_beams(&mut self, rng: &mut Rng) {
        for (cell, sides) in self.light_as_is().iter().enumerate() {
            let leaves = |side: Side| sides[side as usize] && self.grid.step(cell, side).is_none();
            if self.items[cell] == Item::Free && Side::ALL.into_iter().any(leaves) {
                self.items[cell] = Item::Wall;
            }
        }
        for (cell, sides) in self.light_as_is().iter().enumerate() {
            self.items[cell] = match self.items[cell] {
                Item::Wall if !beams(sides).is_multiple_of(2) => Item::Bulb,
                Item::Free if !is_lit(sides) && rng.below(FIRST_BOMBS_ONE_IN) == 0 => Item::Bomb,
                item => item,
            };
        }
    }
}

/// Puts bombs on free cells.
fn bombed(draft: &Draft<Reflections>, mut cells: Vec<usize>) -> Draft<Reflections> {
    let spot_of = draft.puzzle.spot_of();
    let mut bombed = draft.clone();
    cells.sort_unstable();
    for cell in cells.into_iter().rev() {
        bombed.puzzle.items[cell] = Item::Bomb;
        bombed.solution.remove(spot_of[cell].expect("a free cell has a spot"));
    }
    bombed
}
