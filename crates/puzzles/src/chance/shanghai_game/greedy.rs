//! Greedy play: what is safe first, and otherwise the pair that brings the most tiles into play and
//! shows the most faces.

use super::state::Rules;
use crate::mahjong::TileSet;

/// Value of a pair that cannot hurt.
pub(super) const SAFE: i64 = 1_000;

/// A tile that comes into play counts twice as much as a face that is shown: of 1000 turtles, 11.4 %
/// were won so, 9.4 % with equal weights, 10.9 % without counting faces and 4.2 % with weights
/// exchanged.
const FREED: i64 = 2;
const SHOWN: i64 = 1;

/// The tiles of a pair's group: how many are in play, and how many are left, seen or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupCount {
    pub(super) in_play: usize,
    pub(super) left: usize,
}

/// Value of a pair in play, when these tiles are left and these in play.
pub(super) fn value(
    rules: &Rules,
    left: &TileSet,
    free: &TileSet,
    (one, other): (usize, usize),
    group: GroupCount,
) -> i64 {
    if group.in_play == group.left {
        return SAFE;
    }
    let (shape, setup) = (rules.shape(), &rules.setup);
    let mut after = *left;
    after.remove(one);
    after.remove(other);
    let mut freed = TileSet::default();
    let mut shown = TileSet::default();
    for tile in [one, other] {
        for near in shape.neighbours(tile) {
            if after.contains(near) && !free.contains(near) && shape.is_free(near, &after) {
                freed.insert(near);
            }
        }
        for under in setup.under(tile).and(&after).iter() {
            if !setup.is_visible(under, left) && setup.is_visible(under, &after) {
                shown.insert(under);
            }
        }
    }
    FREED * freed.len() as i64 + SHOWN * shown.len() as i64
}
