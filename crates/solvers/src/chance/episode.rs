//! An episode: one game of chance, played by a player from the first event to the end. The table
//! draws the events; the player sees the state and chooses its move. The line of moves is the
//! answer, complete when the game is over. A game that a limit cut short stays incomplete, because
//! only its player may continue it. Needs a game of chance and a player; promises a legal line with
//! the judge's score. Time O(m) moves plus the player's own time, memory O(m) for the line.

use quarry_core::{
    Chance, Dealt, Episode, Fixed, Found, Guided, Inside, Meter, Player, Search, SliceEnd,
    StateSpace,
};

/// One game, in progress.
pub struct Play<'a, S: Chance, P> {
    space: &'a S,
    table: Fixed<'a, S>,
    player: P,
    state: Dealt<S::State>,
    found: Found<Episode<S::Move>>,
    shown: Option<Shown<'a, S, P>>,
}

/// Describes the player's last choice, and the state that it led to.
type Shown<'a, S, P> = Box<dyn Fn(&P, &<S as StateSpace>::State) -> Inside + Send + Sync + 'a>;

/// Approximate bytes per move of the line until it has been judged and written.
const BYTES_PER_MOVE: usize = 24;

impl<'a, S: Chance, P: Player<S>> Play<'a, S, P> {
    /// Creates the game with the events of this luck.
    pub fn new(space: &'a S, player: P, luck: u64) -> Self {
        let table = Fixed::new(space, luck);
        let state = table.start();
        let found = Found { solved: false, score: 0, answer: Episode { luck, line: Vec::new() } };
        Play { space, table, player, state, found, shown: None }
    }

    /// Adds a function that describes what the player computed for its last choice, and the state
    /// that it led to.
    pub fn showing(self, shown: impl Fn(&P, &S::State) -> Inside + Send + Sync + 'a) -> Self {
        Play { shown: Some(Box::new(shown)), ..self }
    }

    /// Counts the game as complete.
    fn end(&mut self, meter: &mut Meter) -> SliceEnd {
        self.found.solved = true;
        self.found.score += self.table.terminal_score(&self.state);
        meter.note(true, self.found.score);
        SliceEnd::Exhausted
    }
}

impl<S: Chance, P: Player<S>> Search for Play<'_, S, P> {
    type Answer = Episode<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            let Ok(chosen) = self.player.choose(self.space, self.state.seen(), meter) else {
                break;
            };
            let Some(mv) = chosen else { return self.end(meter) };
            let Ok(gain) = meter.play(&self.table, &mut self.state, mv) else { break };
            self.found.score += gain;
            self.found.answer.line.push(mv);
            meter.keep(1, size_of::<Self>() + self.found.answer.line.len() * BYTES_PER_MOVE);
        }
        // The last move may have ended the game just when the budget ended.
        if !meter.goes_on() {
            let mut moves = Vec::new();
            self.table.moves(&self.state, &mut moves);
            if moves.is_empty() {
                return self.end(meter);
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        Some(&self.found)
    }

    fn inside(&self) -> Inside {
        let (moves, score) = (self.found.answer.line.len() as f64, self.found.score as f64);
        let mut inside = Inside::of([("moves made", moves), ("score", score)]);
        if let Some(shown) = &self.shown {
            let Inside { numbers, shares, .. } = shown(&self.player, self.state.seen());
            inside.numbers.extend(numbers);
            inside.shares = shares;
        }
        inside
    }

    fn current(&self) -> Option<Self::Answer> {
        Some(self.found.answer.clone())
    }
}
