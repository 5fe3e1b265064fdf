//! Expectimax, a player that looks ahead. A move is worth what it gains by itself and the mean,
//! over all that may happen next, of the best move then; so on for as many events as wanted, and at
//! the end of them what the evaluator says. With none it takes the evaluator's word at once. D.
//! Michie (1966), R. Ballard (1983); exact, because weights of events add up to the same whole
//! everywhere and sums stay whole numbers. Needs a game of chance and an evaluator of after-states;
//! promises a listed move, the first of the best. Time O((b e)^d b) for b moves, e events and d of
//! them ahead, memory O(d (b + e)).

use quarry_core::{Chance, Evaluator, Meter, Player, Refused, settings};

use crate::Card;

/// The comparison's row of a player that goes by an evaluator with a name.
pub const fn card(name: &'static str, summary: &'static str) -> Card {
    Card {
        name,
        summary,
        complete: "no",
        optimal: "no",
        time: "O(b m)",
        memory: "O(m)",
        rank: 10,
        ..Card::PLAIN
    }
}

settings! {
    /// How far the player looks.
    pub struct ExpectimaxSettings {
        /// How many events to look ahead, all that can happen each time; 0 values what a move leads
        /// to, adaptive looks one ahead when the end seems near.
        pub lookahead: &'static str = "0", ["0", "1", "2", "3", "4", "adaptive"];
        /// With lookahead=adaptive: how near, from 0 (always) to 100; the puzzle says how near it
        /// seems.
        pub alarm: u64 = 50, 0..=100;
    }
}

/// A player with an evaluator.
pub struct Expectimax<'e, E> {
    evaluator: &'e E,
    /// How many events ahead; none if it depends.
    lookahead: Option<u64>,
    alarm: u64,
}

impl<'e, E> Expectimax<'e, E> {
    /// A player that looks as far as the settings say.
    pub fn new(evaluator: &'e E, settings: &ExpectimaxSettings) -> Self {
        Expectimax { evaluator, lookahead: settings.lookahead.parse().ok(), alarm: settings.alarm }
    }

    /// How many events ahead to look here.
    #[inline]
    fn lookahead<S: Chance>(&self, space: &S, state: &S::State) -> u64
    where
        E: Evaluator<S>,
    {
        self.lookahead.unwrap_or_else(|| (self.evaluator.alarm(space, state) >= self.alarm).into())
    }

    /// The best move and its value, in units of whole^events.
    fn best<S: Chance>(
        &self,
        space: &S,
        state: &S::State,
        events: u64,
        meter: &mut Meter,
    ) -> Result<Option<(S::Move, i128)>, Refused>
    where
        E: Evaluator<S>,
    {
        if events == 0 {
            let best = meter.best(self.evaluator, space, state)?;
            return Ok(best.map(|pick| (pick.mv, pick.value.into())));
        }
        let mut listed = Vec::new();
        meter.moves(space, state, &mut listed);
        self.best_of(&listed, space, state, events, meter)
    }

    /// The best of some moves, which come in the order of the list, with at least one event ahead.
    pub(super) fn best_of<S: Chance>(
        &self,
        listed: &[S::Move],
        space: &S,
        state: &S::State,
        events: u64,
        meter: &mut Meter,
    ) -> Result<Option<(S::Move, i128)>, Refused>
    where
        E: Evaluator<S>,
    {
        if events == 1
            && let Some(foreseen) = meter.foresee(self.evaluator, space, state, listed)
        {
            return Ok(Some((foreseen.mv, foreseen.value)));
        }
        let mut best: Option<(S::Move, i128)> = None;
        for &mv in listed {
            if !meter.goes_on() {
                return Err(Refused);
            }
            let value = self.after(space, state, mv, events, meter)?;
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((mv, value));
            }
        }
        Ok(best)
    }

    /// What a move is worth with so many events ahead, in the same units.
    fn after<S: Chance>(
        &self,
        space: &S,
        state: &S::State,
        mv: S::Move,
        events: u64,
        meter: &mut Meter,
    ) -> Result<i128, Refused>
    where
        E: Evaluator<S>,
    {
        let whole = i128::from(space.total_weight());
        let unit = |events: u64| whole.pow(events as u32);
        let mut after = state.clone();
        let step = i128::from(self.evaluator.step(space, state, mv)) * unit(events);
        meter.play(space, &mut after, mv)?;
        let mut owed = Vec::new();
        space.events(&after, &mut owed);
        let then = |state: &S::State, meter: &mut Meter| {
            Ok(match self.best(space, state, events - 1, meter)? {
                Some((_, value)) => value,
                None => i128::from(self.evaluator.end(space, state)) * unit(events - 1),
            })
        };
        if owed.is_empty() {
            return Ok(step + whole * then(&after, meter)?);
        }
        let mut value = step;
        for &(event, weight) in &owed {
            let mut next = after.clone();
            meter.apply_event(space, &mut next, event)?;
            value += i128::from(weight) * then(&next, meter)?;
        }
        Ok(value)
    }
}

impl<S: Chance, E: Evaluator<S>> Player<S> for Expectimax<'_, E> {
    #[inline]
    fn choose(
        &mut self,
        space: &S,
        state: &S::State,
        meter: &mut Meter,
    ) -> Result<Option<S::Move>, Refused> {
        let best = self.best(space, state, self.lookahead(space, state), meter)?;
        Ok(best.map(|(mv, _)| mv))
    }
}

#[cfg(test)]
mod tests;
