//! What goes by itself under relaxed rules, where a tile in play goes as soon as a second tile of
//! its group is in play, or has been. No play can remove more: in real play a tile takes such a
//! partner with it.

use super::Shanghai;
use crate::mahjong::{Pile, TileSet};

/// Returns the tiles that stay even under the relaxed rules; none if all may go.
pub(super) fn stuck(puzzle: &Shanghai, left: TileSet) -> TileSet {
    let shape = &puzzle.shape;
    let mut pile = Pile::new(shape, left);
    let mut waiting: Vec<u8> = shape.free(&left).iter().map(|tile| tile as u8).collect();
    // For each group: nothing in play yet, one tile in play, or two tiles that were.
    let mut first: Vec<Option<u8>> = vec![None; puzzle.groups.len()];
    let mut is_open = vec![false; puzzle.groups.len()];
    while let Some(tile) = waiting.pop() {
        let group = puzzle.group_of(tile.into());
        let partner = match (is_open[group], first[group]) {
            (true, _) => None,
            (false, None) => {
                first[group] = Some(tile);
                continue;
            }
            (false, partner) => partner,
        };
        is_open[group] = true;
        for gone in [Some(tile), partner].into_iter().flatten() {
            pile.take(shape, gone.into(), |freed| waiting.push(freed as u8));
        }
    }
    *pile.left()
}
