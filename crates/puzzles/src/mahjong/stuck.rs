//! Why tiles are stuck: a small set of tiles that hold each other.
//!
//! In a set of tiles that hold each other, the first to go must be one that no tile of the set
//! lies on or hems in, and its partner must not be held by the set either. So for any such set, one
//! of the pairs that lead out of it must be chosen: that is the clause. The sets are those that
//! nothing leads out of when each stuck tile points to tiles that hold it, or to the partners that
//! it waits for (R. Tarjan, 1972).

use super::pile::Pile;
use super::shape::PileShape;
use super::tile_set::{MOST_TILES, TileSet};

/// What stuck tiles wait for.
pub(super) struct WaitingTile {
    /// Tiles that are held by other stuck tiles.
    pub(super) held: TileSet,
    for_whom: Vec<Vec<u8>>,
}

impl WaitingTile {
    /// What each tile left in the pile waits for; `partners` lists those that a tile in play waits
    /// for.
    pub(super) fn of(
        shape: &PileShape,
        pile: &Pile,
        partners: impl Fn(usize, &mut Vec<u8>),
    ) -> Self {
        let left = pile.left();
        let mut waiting =
            WaitingTile { held: TileSet::default(), for_whom: vec![Vec::new(); shape.tiles()] };
        for tile in left.iter() {
            let list = &mut waiting.for_whom[tile];
            if pile.is_free(tile) {
                partners(tile, list);
            } else {
                waiting.held.insert(tile);
                list.extend(shape.holders(tile, left).into_iter().map(|tile| tile as u8));
            }
        }
        waiting
    }

    /// Passes each set of tiles that wait for each other and for no other tile to `found`.
    pub(super) fn knots(&self, stuck: &TileSet, mut found: impl FnMut(TileSet)) {
        const UNSEEN: u16 = u16::MAX;
        let mut order = [UNSEEN; MOST_TILES];
        let mut lowest = [0u16; MOST_TILES];
        let (mut assigned, mut next) = (TileSet::default(), 0);
        let mut open: Vec<usize> = Vec::new();
        // The path from the root, with how many of each tile's successors were followed.
        let mut path: Vec<(usize, usize)> = Vec::new();
        for root in stuck.iter() {
            if order[root] != UNSEEN {
                continue;
            }
            path.push((root, 0));
            while let Some(&mut (tile, ref mut followed)) = path.last_mut() {
                if *followed == 0 {
                    order[tile] = next;
                    lowest[tile] = next;
                    next += 1;
                    open.push(tile);
                }
                if let Some(&then) = self.for_whom[tile].get(*followed) {
                    *followed += 1;
                    let then = usize::from(then);
                    if order[then] == UNSEEN {
                        path.push((then, 0));
                    } else if !assigned.contains(then) {
                        lowest[tile] = lowest[tile].min(order[then]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    lowest[before] = lowest[before].min(lowest[tile]);
                }
                if lowest[tile] == order[tile] {
                    let start = open.iter().rposition(|&it| it == tile).expect("it is open");
                    let knot: TileSet = open.drain(start..).collect();
                    let leads_out = knot.iter().any(|tile| {
                        self.for_whom[tile].iter().any(|&then| !knot.contains(then.into()))
                    });
                    knot.iter().for_each(|tile| assigned.insert(tile));
                    if !leads_out {
                        found(knot);
                    }
                }
            }
        }
    }
}
