//! A whole game of chance of which only the result is kept, because the moves of long games do not
//! fit in memory. Time O(m) moves plus the player's own time, memory O(1).

use quarry_core::{Chance, Fixed, Guided, Meter, Player, Score, StateSpace};

/// Result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeGame {
    /// Seed of the game's luck.
    pub luck: u64,
    /// Score of the game.
    pub score: Score,
    /// Number of moves made.
    pub moves: u64,
    /// Whether the game reached its end; if not, it was cut short at the limit on moves.
    pub ended: bool,
}

/// Plays the game with this luck, up to a limit on moves; none if the meter stopped it.
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
