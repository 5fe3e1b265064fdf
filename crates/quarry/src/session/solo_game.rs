//! A game without luck; its hints come from beam search.

use std::sync::Arc;

use quarry_core::{Found, Guided, Halt, Interactive, Meter, Onward, Played, Score, drive};
use quarry_solvers::tree::beam::{Beam, BeamSettings};

use super::steps::{Advised, BestContinuation, GameKind};

/// Width of the beam behind a hint if the budget allows it, which it does on all usual boards.
const HINT_WIDTH: u64 = 64;

/// Budget of a hint: moves played times the number of tiles. That is a fraction of a second, and
/// gives the same hint on every machine.
const HINT_WORK: u64 = 60_000_000;

pub(crate) struct SoloGame<P>(pub(crate) Arc<P>);

impl<P: Played + Interactive> GameKind for SoloGame<P> {
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
    fn go_on(&self, state: &P::State, meter: &mut Meter) -> Result<Vec<P::Move>, Halt> {
        Ok(Outlook::from(&*self.0, state, work(&*self.0, state), meter)?.line)
    }
    fn forecast(
        &self,
        state: &P::State,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<BestContinuation<Self>, Halt> {
        let Outlook { line, end } = Outlook::from(&*self.0, state, nodes, meter)?;
        // Where no beam came to an end, the line is only the start of one.
        Ok(if end.is_some() { BestContinuation::Line(line) } else { BestContinuation::Unknown })
    }
    fn advise(
        &self,
        seen: &P::State,
        listed: &[P::Move],
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Advised<Self>>, Halt> {
        match *listed {
            [] => return Ok(None),
            [only] => return Ok(Some(Advised::of(only, "the only move left".to_owned()))),
            _ => {}
        }
        let Outlook { line, end } = Outlook::from(&*self.0, seen, work(&*self.0, seen), meter)?;
        let moves = listed.len();
        let reason = match end {
            Some((width, gain)) => format!(
                "best of {moves} moves by beam search (width {width}), which finishes at {}",
                score + gain
            ),
            None => {
                format!("gains most of {moves} moves; the board is too large to look further ahead")
            }
        };
        Ok(line.first().map(|&first| Advised::of(first, reason)))
    }
}

/// Returns the nodes that a hint may take on a board.
fn work<S: Interactive>(space: &S, state: &S::State) -> u64 {
    HINT_WORK / (space.scene(state).tiles.len() as u64).max(1)
}

/// A good line of moves.
struct Outlook<M> {
    line: Vec<M>,
    /// Width of the beam that found the line, and the score of its game. `None` if the board was
    /// too large for any beam and the line is the start of greedy play.
    end: Option<(u64, Score)>,
}

impl<M: Copy> Outlook<M> {
    /// The cost of a beam is proportional to its width, so the narrowest beam shows which width is
    /// affordable.
    fn from<S: Interactive<Move = M>>(
        space: &S,
        state: &S::State,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let Some((narrow, cost)) = beam(1, space, state, nodes / 2, meter)? else {
            return Ok(Outlook { line: greedy(space, state, nodes / 4, meter)?, end: None });
        };
        let width = (nodes / cost.max(1)).min(HINT_WIDTH);
        let wide = if width > 1 { beam(width, space, state, nodes, meter)? } else { None };
        let (width, best) = wide.map_or((1, narrow), |(wide, _)| (width, wide));
        Ok(Outlook { line: best.answer, end: Some((width, best.score)) })
    }
}

/// A game, and the number of moves played to find it.
type Costly<M> = (Found<Vec<M>>, u64);

/// Returns the best game that a beam finds and the number of moves played for it; `None` if that
/// exceeds `nodes`.
fn beam<S: Guided>(
    width: u64,
    space: &S,
    from: &S::State,
    nodes: u64,
    meter: &mut Meter,
) -> Result<Option<Costly<S::Move>>, Halt> {
    let rest = Onward::new(space, from.clone());
    let mut helper = meter.helper(u64::MAX, nodes);
    let outcome = drive(&mut Beam::new(&rest, &BeamSettings { width }), &mut helper, &mut |_| {});
    match outcome.halted {
        Some(halt @ (Halt::Seconds | Halt::Interrupted)) => Err(halt),
        Some(_) => Ok(None),
        None => Ok(outcome.found.map(|found| (found, outcome.tally.generated))),
    }
}

/// Returns the first moves of a greedy game, at least one if there is one, as many as `nodes`
/// allows.
fn greedy<S: Guided>(
    space: &S,
    from: &S::State,
    nodes: u64,
    meter: &mut Meter,
) -> Result<Vec<S::Move>, Halt> {
    let (mut state, mut line, mut listed, mut played) = (from.clone(), Vec::new(), Vec::new(), 0);
    while line.is_empty() || played < nodes {
        listed.clear();
        space.moves(&state, &mut listed);
        played += listed.len() as u64;
        let mut best: Option<(Score, S::Move)> = None;
        for &mv in &listed {
            meter.check()?;
            let gain = space.play(&mut state.clone(), mv);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, mv));
            }
        }
        let Some((_, most)) = best else { break };
        space.play(&mut state, most);
        line.push(most);
    }
    Ok(line)
}
