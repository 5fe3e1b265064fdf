//! Numbers for the ways to place a few different tiles on a board.
//!
//! A placement is a set of cells and an order of the tiles on them. Sets are numbered by the
//! combinatorial number system, orders lexicographically, and a placement's number is
//! `set * orders + order`. A tile that slides along a row changes the set only; one that slides along
//! a column also jumps over the tiles between its two cells in reading order, which a table of orders
//! answers. So a move takes a few look-ups, and all orders on one set lie side by side.

use std::sync::OnceLock;

/// Most cells of a board, because a set of cells is kept in tables of two halves.
pub(super) const MOST_CELLS: usize = 25;

/// Most tiles of a pattern.
pub(super) const MOST_TILES: usize = 7;

const LOW_CELLS: usize = 13;

/// A set of cells, one bit each.
pub(super) type CellSet = u32;

/// The placements of a number of tiles on boards of at most [`MOST_CELLS`] cells. The numbers do not
/// depend on the board: fewer cells have the first of the numbers.
#[derive(Debug)]
pub(super) struct Placements {
    size: usize,
    orders: usize,
    /// For the lower cells of a set: how many there are, and their part of the number.
    low: Vec<(u8, u32)>,
    /// For a number of lower cells and the set of upper cells: their part of the number.
    high: Vec<u32>,
    /// Numbers of orders after a jump, by direction, first position, distance and order.
    jumps: Vec<u16>,
}

/// The set of cells and the order of the tiles on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Placement {
    pub(super) set: CellSet,
    pub(super) order: u16,
}

impl Placements {
    /// Returns the placements of this many tiles, which are computed once.
    pub(super) fn of_size(size: usize) -> &'static Self {
        static ALL: [OnceLock<Placements>; MOST_TILES + 1] =
            [const { OnceLock::new() }; MOST_TILES + 1];
        ALL[size].get_or_init(|| Placements::new(size))
    }

    fn new(size: usize) -> Self {
        let low = parts(LOW_CELLS, 0, 0).zip(0u32..);
        let low = low.map(|(part, bits)| (bits.count_ones() as u8, part));
        let high = (0..=size).flat_map(|before| parts(MOST_CELLS - LOW_CELLS, LOW_CELLS, before));
        let all = orders(size);
        let mut jumps = vec![0; 2 * size * size * all.len()];
        for (number, order) in all.iter().enumerate() {
            for first in 0..size {
                for distance in 1..size - first {
                    let last = first + distance;
                    let (mut up, mut down) = ([0; MOST_TILES], [0; MOST_TILES]);
                    let (up, down) = (&mut up[..size], &mut down[..size]);
                    up.copy_from_slice(order);
                    down.copy_from_slice(order);
                    up[first..=last].rotate_left(1);
                    down[first..=last].rotate_right(1);
                    let at = (first * size + distance) * all.len() + number;
                    jumps[at] = order_number(up) as u16;
                    jumps[at + size * size * all.len()] = order_number(down) as u16;
                }
            }
        }
        Placements { size, orders: all.len(), low: low.collect(), high: high.collect(), jumps }
    }

    /// Returns the number of sets of cells on a board.
    pub(super) fn sets(&self, cells: usize) -> usize {
        choose(cells, self.size) as usize
    }

    /// Returns the number of orders on a set.
    pub(super) fn orders(&self) -> usize {
        self.orders
    }

    /// Returns the number of placements on a board.
    pub(super) fn count(&self, cells: usize) -> usize {
        self.sets(cells) * self.orders
    }

    /// Returns the placement of tiles on these cells, one for each tile.
    pub(super) fn of(&self, cells: &[u8]) -> Placement {
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let mut tiles: Vec<u8> = (0..self.size as u8).collect();
        tiles.sort_by_key(|&tile| cells[usize::from(tile)]);
        Placement { set, order: order_number(&tiles) as u16 }
    }

    /// Returns the number of a set of cells.
    #[inline]
    pub(super) fn set_number(&self, set: CellSet) -> usize {
        let (count, low) = self.low[set as usize & ((1 << LOW_CELLS) - 1)];
        let upper = (set >> LOW_CELLS) as usize;
        (low + self.high[usize::from(count) << (MOST_CELLS - LOW_CELLS) | upper]) as usize
    }

    /// Returns the number of a placement.
    #[inline]
    pub(super) fn number(&self, placement: Placement) -> usize {
        self.set_number(placement.set) * self.orders + usize::from(placement.order)
    }

    /// Returns the numbers of all orders, by their number, after a tile has moved between two cells.
    #[inline]
    pub(super) fn jumps(&self, set: CellSet, from: usize, to: usize) -> Option<&[u16]> {
        let (near, far, direction) = if from < to { (from, to, 0) } else { (to, from, 1) };
        let between = set >> (near + 1) & ((1 << (far - near - 1)) - 1);
        if between == 0 {
            return None;
        }
        let first = (set & ((1 << near) - 1)).count_ones() as usize;
        let distance = between.count_ones() as usize;
        let at = (direction * self.size + first) * self.size + distance;
        Some(&self.jumps[at * self.orders..(at + 1) * self.orders])
    }

    /// Returns the placement after the tile in cell `from` has moved to the empty cell `to`.
    #[inline]
    pub(super) fn after(&self, placement: Placement, from: usize, to: usize) -> Placement {
        let Placement { set, order } = placement;
        let order = self.jumps(set, from, to).map_or(order, |jumps| jumps[usize::from(order)]);
        Placement { set: set & !(1 << from) | 1 << to, order }
    }
}

/// Returns the parts that sets of these many cells add to a set's number, if `shift` cells come before
/// them, of which `before` are in the set.
fn parts(cells: usize, shift: usize, before: usize) -> impl Iterator<Item = u32> {
    let mut parts = vec![0];
    for bits in 1..1usize << cells {
        let last = bits.ilog2() as usize;
        let rank = before + bits.count_ones() as usize;
        parts.push(parts[bits ^ 1 << last] + choose(shift + last, rank));
    }
    parts.into_iter()
}

/// Returns the binomial coefficient.
fn choose(n: usize, k: usize) -> u32 {
    if k > n {
        0
    } else {
        (0..k).fold(1, |product, i| product * (n - i) as u64 / (i + 1) as u64) as u32
    }
}

/// Returns the orders of this many things, lexicographically.
fn orders(size: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |order: Vec<u8>| {
            let next = (0..size as u8).filter(|thing| !order.contains(thing)).collect::<Vec<_>>();
            next.into_iter().map(move |thing| [order.as_slice(), &[thing]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Returns the number of an order among all, lexicographically.
fn order_number(order: &[u8]) -> usize {
    order.iter().enumerate().fold(0, |number, (at, thing)| {
        let smaller = order[at..].iter().filter(|other| *other < thing).count();
        number * (order.len() - at) + smaller
    })
}
