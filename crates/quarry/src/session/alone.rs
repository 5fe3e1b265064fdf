//! A game without luck; its hints come from a beam.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::text::Located;
use quarry_core::{Budget, Found, Interactive, Meter, Onward, ParseError, Played, Score, StateSpace, drive};
use quarry_solvers::tree::beam::{Beam, BeamSettings};

use super::game::Seat;

/// How wide the beam behind a hint is: a good line in a fraction of a second on the largest usual boards.
const HINT_WIDTH: u64 = 64;

pub(crate) struct Alone<P>(pub(crate) Arc<P>);

impl<P: Played + Interactive> Seat for Alone<P> {
    type Rules = P;
    type Whole = P::State;

    fn rules(&self) -> &P {
        &self.0
    }
    fn start(&self) -> P::State {
        self.0.start()
    }
    fn seen<'w>(&self, whole: &'w P::State) -> &'w P::State {
        whole
    }
    fn play(&self, whole: &mut P::State, mv: P::Move) -> Score {
        self.0.play(whole, mv)
    }
    fn show(&self, line: &[P::Move]) -> Vec<String> {
        self.0.show_answer(&line.to_vec())
    }
    fn parse(&self, entries: &[Located<&str>]) -> Result<Vec<P::Move>, ParseError> {
        self.0.parse_answer(entries)
    }
    fn go_on(&self, state: &P::State) -> Vec<P::Move> {
        best_line(&*self.0, state).map_or_else(Vec::new, |best| best.answer)
    }
    fn advise(&self, seen: &P::State, listed: &[P::Move], score: Score) -> Option<(P::Move, String)> {
        let &only = listed.first()?;
        if listed.len() == 1 {
            return Some((only, "the only move left".to_owned()));
        }
        let best = best_line(&*self.0, seen)?;
        let reason = format!(
            "the best of {} moves to a beam of width {HINT_WIDTH}, whose game ends with {} points",
            listed.len(),
            score + best.score
        );
        best.answer.first().map(|&first| (first, reason))
    }
}

fn best_line<S: StateSpace>(space: &S, from: &S::State) -> Option<Found<Vec<S::Move>>> {
    let rest = Onward::new(space, from.clone());
    let settings = BeamSettings { width: HINT_WIDTH };
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    drive(&mut Beam::new(&rest, &settings), &mut meter, &mut |_| {}).found
}
