//! A whole game of chance of which only the result is kept: long games have more moves than memory
//! has room for. Time O(m) moves and what the player thinks, memory O(1).

use quarry_core::{Chance, Fixed, Guided, Meter, Player, Score, StateSpace};

/// What a game came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeGame {
    /// The seed of its luck.
    pub luck: u64,
    /// What it brought.
    pub score: Score,
    /// How many moves it had.
    pub moves: u64,
    /// Whether it came to its end; if not, it was cut short after the moves that were allowed.
    pub ended: bool,
}

/// Plays the game of a luck, at most so many moves of it; nothing if the meter stopped it.
pub fn whole_game<S: Chance>(
    space: &S,
    mut player: impl Player<S>,
    luck: u64,
    most: Option<u64>,
    meter: &mut Meter,
) -> Option<WholeGame> {
    let table = Fixed::new(space, luck);
    let mut state = table.start();
    let mut game = WholeGame { luck, score: 0, moves: 0, ended: false };
    while most.is_none_or(|most| game.moves < most) {
        if !meter.goes_on() {
            return None;
        }
        let Some(mv) = player.choose(space, state.seen(), meter).ok()? else {
            game.score += table.terminal_score(&state);
            game.ended = true;
            break;
        };
        game.score += meter.play(&table, &mut state, mv).ok()?;
        game.moves += 1;
    }
    Some(game)
}
