//! Laws of play that can be followed backwards, and of states that are found again layer by layer.

use std::collections::{HashMap, HashSet};

use quarry_core::{Aim, Identified, Layered, Played, Reversible, Rng, Score};

use super::textbook::{STATES_BETWEEN_LOOKS, listed, random_games};

/// Number of layers and of states that are searched in full.
const LAYERS: usize = 8;
const STATES: usize = 20_000;

/// Number of steps back from a goal.
const STEPS: usize = 60;

fn ways_back<P: Reversible>(puzzle: &P, state: &P::State) -> Vec<P::WayBack> {
    let mut ways = Vec::new();
    puzzle.ways_back(state, &mut ways);
    ways
}

/// States with the same identity have the same moves and the same key, and the same line leads to
/// the same identity.
pub(crate) fn identities_are_of_states<P: Played + Identified>(puzzle: &P) {
    let mut seen = HashMap::new();
    for game in random_games(puzzle) {
        for (state, _) in &game.states {
            let now = (listed(puzzle, state), puzzle.key(state), puzzle.is_solved(state));
            let before = seen.entry(puzzle.identity(state)).or_insert_with(|| now.clone());
            assert_eq!(*before, now);
        }
    }
}

/// Every move that is played is among the ways back of the state it leads to, with its gain.
pub(crate) fn play_can_be_taken_back<P: Played + Reversible>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (at, &mv) in game.line.iter().enumerate() {
            let ((before, score), (after, next)) = (&game.states[at], &game.states[at + 1]);
            let is_taken_back = |way: P::WayBack| {
                let mut state = after.clone();
                let taken_back = puzzle.go_back(&mut state, way);
                taken_back == (mv, next - score)
                    && puzzle.identity(&state) == puzzle.identity(before)
            };
            let ways = ways_back(puzzle, after).into_iter();
            assert_eq!(ways.filter(|&way| is_taken_back(way)).count(), 1, "{mv:?}");
            let bound = puzzle.bound_from_start(after);
            assert!(bound >= *next, "a line gains {next}, but the bound is {bound}");
            assert!(score - next >= puzzle.least_cost() && puzzle.least_cost() >= 0);
        }
    }
}

/// Every way back, from states of play and on from the goals, can be played forwards again.
pub(crate) fn ways_back_are_moves<P: Played + Reversible>(puzzle: &P) {
    let check = |state: &P::State| {
        let mut before = Vec::new();
        for way in ways_back(puzzle, state) {
            let mut earlier = state.clone();
            let (mv, gain) = puzzle.go_back(&mut earlier, way);
            assert!(listed(puzzle, &earlier).contains(&mv), "{mv:?} is no move");
            let mut again = earlier.clone();
            assert_eq!(puzzle.play(&mut again, mv), gain);
            assert_eq!(puzzle.identity(&again), puzzle.identity(state));
            before.push(earlier);
        }
        before
    };
    for game in random_games(puzzle) {
        for (state, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            check(state);
        }
    }
    let mut goals = Vec::new();
    puzzle.goals(&mut goals);
    let mut rng = Rng::new(1);
    for mut state in goals {
        for _ in 0..STEPS {
            let mut before = check(&state);
            if before.is_empty() {
                break;
            }
            state = before.swap_remove(rng.below(before.len()));
        }
    }
}

/// The goals are solved, and every solved state of play is one of them.
pub(crate) fn goals_are_solved<P: Played + Reversible>(puzzle: &P) {
    assert_ne!(puzzle.aim(), Aim::Maximise);
    let mut goals = Vec::new();
    puzzle.goals(&mut goals);
    assert!(goals.iter().all(|goal| puzzle.is_solved(goal)));
    let goals: HashSet<u128> = goals.iter().map(|goal| puzzle.identity(goal)).collect();
    for game in random_games(puzzle) {
        for (state, _) in game.states.iter().filter(|(state, _)| puzzle.is_solved(state)) {
            assert!(goals.contains(&puzzle.identity(state)));
        }
    }
}

/// All moves gain the same, and never something where scores count.
pub(crate) fn moves_gain_the_same<P: Played + Layered>(puzzle: &P) {
    if puzzle.check_layers().is_err() {
        return;
    }
    let gains: HashSet<Score> = random_games(puzzle)
        .flat_map(|game| {
            let gain = |pair: &[(P::State, Score)]| pair[1].1 - pair[0].1;
            game.states.windows(2).map(gain).collect::<Vec<_>>()
        })
        .collect();
    let may_gain = puzzle.aim() == Aim::Reach;
    assert!(gains.len() <= 1 && gains.iter().all(|&gain| gain <= 0 || may_gain), "{gains:?}");
}

/// No move of a layer leads to a layer before those that the puzzle names.
pub(crate) fn states_recur_only_in_near_layers<P: Played + Layered>(puzzle: &P) {
    if puzzle.check_layers().is_err() {
        return;
    }
    let start = puzzle.start();
    let mut layer_of = HashMap::from([(puzzle.identity(&start), 0)]);
    let mut layer = vec![start];
    for depth in 1..=LAYERS {
        let mut next = Vec::new();
        for state in &layer {
            for mv in listed(puzzle, state) {
                let mut child = state.clone();
                puzzle.play(&mut child, mv);
                let known = *layer_of.entry(puzzle.identity(&child)).or_insert_with(|| {
                    next.push(child);
                    depth
                });
                let back = if P::LAYERS_BACK == 0 { 0 } else { P::LAYERS_BACK + 1 };
                assert!(known + back >= depth, "{mv:?} leads from layer {} to {known}", depth - 1);
            }
        }
        if layer_of.len() > STATES {
            return;
        }
        layer = next;
    }
}
