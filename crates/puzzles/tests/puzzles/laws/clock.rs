//! Laws of worlds that move by themselves and obey orders.

use super::textbook::{STATES_BETWEEN_LOOKS, listed, random_games};
use std::collections::{HashMap, HashSet};

use quarry_core::{Clocked, Cue, Scripted, Sensed, Staged};

/// Every move takes one time step, the pass comes first, and no game outlasts its horizon. An order
/// that the clockwork does not obey is a pass, and its play equals that of the state space.
pub(crate) fn every_step_ticks_once<P: Clocked>(puzzle: &P) {
    for game in random_games(puzzle) {
        assert!(game.line.len() <= puzzle.horizon() as usize);
        let mut world = puzzle.begin();
        let mut earlier = Vec::new();
        for (time, (state, score)) in (0..).zip(&game.states) {
            assert_eq!(puzzle.now(&world), time);
            assert_eq!(puzzle.future(&world), puzzle.key(state), "after a score of {score}");
            assert_eq!(listed(puzzle, state).is_empty(), puzzle.is_decided(&world));
            let (mut worth_giving, mut obeyed) = (Vec::new(), Vec::new());
            puzzle.each_command(&world, |command| worth_giving.push(command));
            puzzle.each_obeyed(&world, |command| obeyed.push(command));
            assert!(worth_giving.iter().all(|command| obeyed.contains(command)));
            assert!(obeyed.iter().all(|&command| puzzle.obeys(&world, command)));
            assert!(obeyed.len() as u64 <= puzzle.orders());
            earlier.extend(worth_giving);
            if let Some(command) = earlier.iter().find(|&&command| !puzzle.obeys(&world, command)) {
                let (mut passed, mut refused) = (world.clone(), world.clone());
                assert_eq!(
                    puzzle.tick(&mut passed, None),
                    puzzle.tick(&mut refused, Some(*command))
                );
                assert_eq!(puzzle.future(&passed), puzzle.future(&refused));
            }
            if let Some(mv) = game.line.get(time as usize) {
                assert_eq!(
                    puzzle.tick(&mut world, mv.command),
                    puzzle.play(&mut state.clone(), *mv)
                );
            }
        }
    }
}

/// The goal is never reached in fewer steps than promised.
pub(crate) fn goals_are_no_nearer_than_promised<P: Clocked>(puzzle: &P) {
    for game in random_games(puzzle) {
        let reached = (game.states.iter())
            .position(|(world, _)| quarry_core::Clockwork::is_solved(puzzle, world));
        let Some(reached) = reached else { continue };
        for (time, (world, _)) in game.states[..=reached].iter().enumerate() {
            let steps = puzzle.steps_to_goal(world) as usize;
            assert!(time + steps <= reached, "{steps} steps at {time}, but {reached} suffice");
        }
    }
}

/// An order that can wait changes nothing in its time step, whatever else is ordered: the result is
/// the same if it is given one step later, or if it was given long ago. Worlds with the same
/// identity have the same outlook.
pub(crate) fn what_can_wait_comes_to_the_same_later<P: Clocked>(puzzle: &P) {
    let mut outlooks = HashMap::new();
    for game in random_games(puzzle) {
        for (world, _) in &game.states {
            let (outlook, stock) = puzzle.outlook(world);
            let (known, before) = *outlooks.entry(puzzle.future(world)).or_insert((outlook, stock));
            assert!(outlook == known && stock <= before && before <= stock);
        }
        for (world, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            if puzzle.is_decided(world) {
                continue;
            }
            let mut orders = Vec::new();
            puzzle.each_obeyed(world, |command| orders.push(command));
            for &order in orders.iter().filter(|&&order| puzzle.can_wait(world, order)) {
                let mut given = world.clone();
                let gained = puzzle.tick(&mut given, Some(order));
                let others = orders.iter().copied().filter(|&other| other != order).map(Some);
                for other in others.chain([None]) {
                    let (mut before, mut after) = (world.clone(), world.clone());
                    puzzle.backdate(&mut before, order);
                    assert_eq!(puzzle.tick(&mut before, other), puzzle.tick(&mut after, other));
                    if puzzle.obeys(&after, order) {
                        puzzle.backdate(&mut after, order);
                        assert_eq!(
                            puzzle.identity(&before),
                            puzzle.identity(&after),
                            "{order:?}, {other:?}"
                        );
                    }
                    if other.is_none() {
                        assert_eq!(puzzle.identity(&given), puzzle.identity(&before), "{order:?}");
                        assert_eq!(gained, puzzle.tick(&mut world.clone(), None));
                    }
                }
            }
        }
    }
}

/// The order offered by a cell is obeyed, and every listed order has a cell that offers it.
pub(crate) fn every_order_can_be_seen<P: Clocked + Staged>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (world, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            let scene = puzzle.scene(world);
            let seen: Vec<P::Command> = (scene.tiles.iter())
                .filter_map(|tile| puzzle.sight(world, tile.x, tile.y))
                .flat_map(|sight| sight.orders)
                .map(|(_, command)| command)
                .collect();
            assert!(seen.iter().all(|&command| puzzle.obeys(world, command)));
            puzzle.each_command(world, |command| assert!(seen.contains(&command), "{command:?}"));
        }
    }
}

/// Every listed order is a cue of the cast and its roles, or a call; an empty cue is a pass; and
/// every member of the cast that can get an order has had an occasion before.
pub(crate) fn orders_are_cues<P: Clocked + Scripted>(puzzle: &P) {
    let (roles, calls) = (puzzle.roles(), puzzle.calls());
    let given = |whom, what: &u16| puzzle.command(Cue { whom, what: Some(*what) });
    let called: HashSet<_> = calls.iter().filter_map(|what| given(None, what)).collect();
    assert!(
        puzzle.command(Cue::default()).is_none()
            && roles.iter().all(|what| given(None, what).is_none())
    );
    for game in random_games(puzzle) {
        let mut met = HashSet::new();
        for (world, _) in &game.states {
            puzzle.each_occasion(world, |whom| _ = met.insert(whom));
            assert!(met.iter().all(|&whom| whom < puzzle.cast()));
            let known: HashSet<_> = met
                .iter()
                .flat_map(|&whom| roles.iter().filter_map(move |what| given(Some(whom), what)))
                .collect();
            puzzle.each_command(world, |command| {
                assert!(known.contains(&command) || called.contains(&command));
            });
        }
    }
}

/// Those who can be given an order sense as many numbers as promised, from 0 to 1.
pub(crate) fn all_who_obey_sense_something<P: Clocked + Sensed>(puzzle: &P) {
    let mut numbers = Vec::new();
    for game in random_games(puzzle) {
        for (place, (world, _)) in game.states.iter().enumerate().step_by(STATES_BETWEEN_LOOKS) {
            let sight = place as u64 % 4;
            let mut who = HashSet::new();
            puzzle.each_sense(world, sight, &mut numbers, |whom, sensed| {
                assert!(whom < puzzle.cast() && who.insert(whom));
                assert_eq!(sensed.len(), puzzle.senses(sight));
                assert!(sensed.iter().all(|number| (0.0..=1.0).contains(number)), "{sensed:?}");
            });
            for cue in puzzle.cues() {
                let obeyed = puzzle.command(cue).is_some_and(|order| puzzle.obeys(world, order));
                let is_there = cue.whom.is_none_or(|whom| who.contains(&whom));
                assert!(!obeyed || is_there, "{cue:?} is obeyed by nobody in the world");
            }
        }
    }
}
