//! Laws of hints for puzzles that are played move by move.

use quarry_core::Coached;

use super::textbook::{STATES_BETWEEN_LOOKS, listed, random_games};

/// A state is the start of the instance made of it, with the same moves and the same goal.
pub(crate) fn a_game_can_start_anywhere<P: Coached>(puzzle: &P) {
    for game in random_games(puzzle) {
        for (state, _) in game.states.iter().step_by(STATES_BETWEEN_LOOKS) {
            let rest = puzzle.starting_at(state);
            assert_eq!(rest.is_solved(&rest.start()), puzzle.is_solved(state));
            assert_eq!(listed(&rest, &rest.start()), listed(puzzle, state));
        }
    }
}

/// A game that reaches the goal was not called lost on its way, and its moves can be explained; a
/// reason is a sentence.
pub(crate) fn won_games_are_not_called_lost<P: Coached>(puzzle: &P) {
    for game in random_games(puzzle) {
        let is_won = game.states.last().is_some_and(|(state, _)| puzzle.is_solved(state));
        for (played, (state, _)) in game.states.iter().enumerate() {
            let lost = puzzle.why_lost(state);
            if is_won {
                assert_eq!(lost, None, "before {:?}", &game.line[played..]);
            }
            if is_won && played < game.line.len() {
                is_sentence(&puzzle.why_good(state, &game.line[played..]).words);
            }
            if let Some(remark) = lost {
                is_sentence(&remark.words);
            }
        }
    }
}

fn is_sentence(words: &str) {
    assert!(words.ends_with(['.', '!']), "{words:?}");
}
