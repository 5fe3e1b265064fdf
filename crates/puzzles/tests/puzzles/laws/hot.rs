//! Laws of the facets for searches that play whole games by the million.

use super::textbook::{GAMES, listed, random_games};
use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Act, Budget, Coded, LowLevel, Meter, Played, Refused, Rng, Sampled, Tracked, Verdict,
};

/// A sample is a whole legal game with the score that it returns.
pub(crate) fn samples_are_whole_games<P: Played + Sampled>(puzzle: &P) {
    for seed in 0..GAMES {
        let stop = AtomicBool::new(false);
        let sampled = |nodes, line: &mut Vec<_>| {
            let mut meter = Meter::new(Budget { nodes, ..Budget::default() }, &stop);
            let mut state = puzzle.start();
            let gained = puzzle.sample(&mut state, &mut Rng::new(seed), line, &mut meter);
            (state, gained, meter.tally().generated)
        };
        let mut line = Vec::new();
        let (state, gained, nodes) = sampled(None, &mut line);
        let score = gained.expect("nothing is limited");
        assert!(listed(puzzle, &state).is_empty());
        assert_eq!(puzzle.judge(&line), Ok(Verdict { solved: puzzle.is_solved(&state), score }));
        assert_eq!(nodes, line.len() as u64);
        if let Some(fewer) = nodes.checked_sub(1) {
            let mut cut = Vec::new();
            let (_, gained, spent) = sampled(Some(fewer), &mut cut);
            assert_eq!(
                (gained, spent, cut.len() as u64),
                (Err(Refused), fewer, fewer),
                "no move past the meter"
            );
        }
    }
}

/// Every rule of thumb has a unique name and chooses a listed move or none, always the same in the
/// same state.
pub(crate) fn heuristics_choose_listed_moves<P: Played + LowLevel>(puzzle: &P) {
    let names: BTreeSet<_> = P::HEURISTICS.iter().collect();
    assert_eq!(names.len(), P::HEURISTICS.len());
    assert!(puzzle.extent() > 0);
    for game in random_games(puzzle) {
        for (state, _) in &game.states {
            let moves = listed(puzzle, state);
            for (heuristic, name) in P::HEURISTICS.iter().enumerate() {
                let choice = puzzle.choose(state, heuristic, &mut || true);
                assert!(choice.is_none_or(|mv| moves.contains(&mv)), "{name}: {choice:?}");
                assert_eq!(
                    puzzle.choose(&state.clone(), heuristic, &mut || true),
                    choice,
                    "{name}"
                );
            }
        }
    }
}

/// Acting on a thing plays the move on it. Both choice functions return a thing that has a move,
/// and none only at the end. Things keep their identity: acting on a thing that has no move now or
/// is gone reports that and changes nothing.
pub(crate) fn tracks_are_play<P: Played + Tracked>(puzzle: &P) {
    for seed in 0..GAMES {
        let mut rng = Rng::new(seed);
        let (mut state, mut track) = (puzzle.start(), puzzle.track());
        let mut met = Vec::new();
        loop {
            assert_eq!(puzzle.key(&puzzle.state(&track)), puzzle.key(&state));
            for &thing in &met {
                let mut after = track.clone();
                match puzzle.act(&mut after, thing) {
                    Act::Gained(mv, gain) => assert_eq!(puzzle.play(&mut state.clone(), mv), gain),
                    Act::NotNow | Act::Never => assert!(track == after),
                }
            }
            let (any, likely) =
                (puzzle.any_thing(&track, &mut rng), puzzle.likely_thing(&track, &mut rng));
            let moves = listed(puzzle, &state);
            assert_eq!((any.is_none(), likely.is_none()), (moves.is_empty(), moves.is_empty()));
            let (Some(any), Some(likely)) = (any, likely) else { break };
            let thing = if rng.below(2) == 0 { any } else { likely };
            let move_on = |thing| match puzzle.act(&mut track.clone(), thing) {
                Act::Gained(mv, _) => Some(mv),
                Act::NotNow | Act::Never => None,
            };
            let mv = move_on(thing).expect("a thing that was chosen has a move");
            assert!(moves.contains(&mv) && move_on(any).is_some());
            assert!(moves.iter().all(|&mv| move_on(puzzle.thing_of(&track, mv)) == Some(mv)));
            assert_eq!(puzzle.act(&mut track, thing), Act::Gained(mv, puzzle.play(&mut state, mv)));
            assert!(!matches!(puzzle.act(&mut track.clone(), thing), Act::Gained(..)));
            met.extend([any, likely]);
        }
    }
}

/// A walk offers listed moves with a code each, gains what play gains, and reaches the same states;
/// an unselective walk offers every move. The same path leads to the same offers.
pub(crate) fn walks_are_play<P: Played + Coded>(puzzle: &P) {
    for seed in 0..GAMES {
        let selective = seed % 2 == 0;
        let mut rng = Rng::new(seed);
        let mut state = puzzle.start();
        let mut walk = puzzle.walk(puzzle.start(), selective);
        loop {
            let moves = listed(puzzle, &state);
            let choices = puzzle.choices(&mut walk.clone()).to_vec();
            assert!(choices.iter().all(|choice| moves.contains(&choice.mv)));
            assert_eq!(choices.is_empty(), moves.is_empty());
            assert!(selective || choices.len() == moves.len());
            let codes: HashSet<u64> = choices.iter().map(|choice| choice.code).collect();
            assert_eq!(codes.len(), choices.len(), "a code names one choice");
            assert_eq!(puzzle.key(puzzle.place(&walk)), puzzle.key(&state));
            if choices.is_empty() {
                break;
            }
            let index = rng.below(choices.len());
            let again = puzzle.take(&mut walk.clone(), index);
            assert_eq!(puzzle.take(&mut walk, index), again);
            assert_eq!(puzzle.play(&mut state, choices[index].mv), again);
        }
    }
}
