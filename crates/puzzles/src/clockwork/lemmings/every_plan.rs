//! Follows every list of orders, for tests of methods that need not.

use std::collections::HashSet;

use quarry_core::Clockwork;

use super::{Command, Lemmings};

/// Whether any list of the allowed orders reaches the goal.
pub(super) fn can_be_solved(game: &Lemmings, is_allowed: impl Fn(Command) -> bool) -> bool {
    let (mut open, mut seen) = (vec![game.begin()], HashSet::new());
    while let Some(world) = open.pop() {
        if game.is_solved(&world) {
            return true;
        }
        if game.is_decided(&world) || !seen.insert(game.future(&world)) {
            continue;
        }
        let mut orders = vec![None];
        game.each_obeyed(&world, |command| {
            orders.extend(is_allowed(command).then_some(Some(command)));
        });
        open.extend(orders.into_iter().map(|order| {
            let mut after = world.clone();
            game.tick(&mut after, order);
            after
        }));
    }
    false
}
