//! Expectimax, a player that looks ahead. The value of a move is its own gain plus the mean, over
//! all events that may follow, of the best move after each; and so on for the chosen number of
//! events, after which the evaluator is used. With no events ahead, the evaluator alone decides. D.
//! Michie (1966), R. Ballard (1983). With `foresight=worst` the worst event counts instead of the
//! mean: minimax against chance, as C. E. Shannon (1950) looks ahead against an opponent. Exact, because the weights of the events add up to the same
//! total everywhere and all sums are integers. Needs a game of chance and an evaluator of
//! after-states; promises a listed move, the first among the best. Time O((b e)^d b) for b moves, e
//! events and d events ahead, memory O(d (b + e)).

use quarry_core::{Card, Chance, Evaluator, Foresight, Meter, Player, Refused, settings};

/// Row in the solver comparison for a player with the named evaluator.
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
    /// How far ahead the player looks.
    pub struct ExpectimaxSettings {
        /// Number of events to look ahead, over all that can happen; 0 values the state after a
        /// move, adaptive looks one ahead when the end seems near.
        pub lookahead: &'static str = "0", ["0", "1", "2", "3", "4", "adaptive"];
        /// With lookahead=adaptive: how near the end must seem, from 0 (always look ahead) to 100.
        /// The puzzle estimates how near it is.
        pub alarm: u64 = 50, 0..=100;
        /// Which value the events have that may follow: their mean, or that of the worst.
        pub foresight: &'static str = "mean", FORESIGHTS;
    }
}

/// Names of these in settings.
pub(super) const FORESIGHTS: [&str; 2] = ["mean", "worst"];

fn foresight_named(name: &str) -> Foresight {
    if name == FORESIGHTS[1] { Foresight::Worst } else { Foresight::Mean }
}

/// A player that chooses by an evaluator.
pub struct Expectimax<'e, E> {
    evaluator: &'e E,
    /// Number of events to look ahead; none if adaptive.
    lookahead: Option<u64>,
    alarm: u64,
    foresight: Foresight,
}

impl<'e, E> Expectimax<'e, E> {
    /// Creates a player that looks as far ahead as the settings say.
    pub fn new(evaluator: &'e E, settings: &ExpectimaxSettings) -> Self {
        let &ExpectimaxSettings { lookahead, alarm, foresight } = settings;
        let lookahead = lookahead.parse().ok();
        Expectimax { evaluator, lookahead, alarm, foresight: foresight_named(foresight) }
    }

    /// Number of events to look ahead in this state.
    #[inline]
    fn lookahead<S: Chance>(&self, space: &S, state: &S::State) -> u64
    where
        E: Evaluator<S>,
    {
        self.lookahead.unwrap_or_else(|| (self.evaluator.alarm(space, state) >= self.alarm).into())
    }

    /// Returns the best move and its value, in units of whole^events.
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

    /// Returns the best of some moves, given in list order, with at least one event ahead.
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
            && let Some(foreseen) =
                meter.foresee(self.evaluator, space, state, listed, self.foresight)
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

    /// Value of a move with this many events ahead, in the same units.
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
        let (mut sum, mut worst) = (0, i128::MAX);
        for &(event, weight) in &owed {
            let mut next = after.clone();
            meter.apply_event(space, &mut next, event)?;
            let reply = then(&next, meter)?;
            sum += i128::from(weight) * reply;
            worst = worst.min(reply);
        }
        Ok(step
            + match self.foresight {
                Foresight::Mean => sum,
                Foresight::Worst => whole * worst,
            })
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
