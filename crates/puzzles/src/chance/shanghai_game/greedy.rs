//! Greedy play: what is safe first, and otherwise the pair that brings the most tiles into play and
//! shows the most faces.

use super::state::Rules;
use crate::moves::shanghai::TileSet;

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

/// Plays greedily until no pair is left, and returns whether all tiles are gone. The groups of all
/// tiles are given, but those of unseen tiles are not used before they are in play.
pub(super) fn wins(rules: &Rules, mut left: TileSet, group_of: &[u8]) -> bool {
    let shape = rules.shape();
    let groups = rules.setup.group_count();
    let mut counts = vec![0; groups];
    left.iter().for_each(|tile| counts[usize::from(group_of[tile])] += 1);
    let mut by_group: Vec<Vec<usize>> = vec![Vec::new(); groups];
    loop {
        let free = shape.free(&left);
        by_group.iter_mut().for_each(Vec::clear);
        free.iter().for_each(|tile| by_group[usize::from(group_of[tile])].push(tile));
        let mut best: Option<(i64, (usize, usize))> = None;
        for (group, tiles) in by_group.iter().enumerate() {
            let count = GroupCount { in_play: tiles.len(), left: counts[group] };
            for (at, &one) in tiles.iter().enumerate() {
                for &other in &tiles[at + 1..] {
                    let value = value(rules, &left, &free, (one, other), count);
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, (one, other)));
                    }
                }
            }
        }
        let Some((_, (one, other))) = best else { return left.is_empty() };
        left.remove(one);
        left.remove(other);
        counts[usize::from(group_of[one])] -= 2;
    }
}
