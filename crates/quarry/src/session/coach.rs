//! Advice on a game that is played step by step: whether it is lost and by which move, where to
//! look, the reason, and the next move.

use quarry_core::{Coached, Halt, Meter, Place, Remark, drive};

use crate::advice::{Advice, Deduction, HintStep, Loss};
use crate::registry::PuzzlePortfolio;

/// Work spent on finding a way on from one position, in nodes and in evaluations. A counted limit
/// gives the same hint on every machine.
pub(super) const WORK: u64 = 300_000;

/// What is known about a position.
pub(super) enum Outlook<M> {
    /// The goal is reached.
    Reached,
    /// The goal cannot be reached.
    Lost(Remark),
    /// These moves reach the goal; nothing is said about better ones unless they are proved best.
    Way(Vec<M>, bool),
    /// Neither a way nor a proof was found.
    Unknown,
}

/// Finds out what can be said about a position with some work, in nodes and in evaluations. `Err` if
/// the meter stops the run.
pub(super) fn outlook<P: Coached>(
    puzzle: &P,
    state: &P::State,
    portfolio: &PuzzlePortfolio<P>,
    work: u64,
    meter: &mut Meter,
) -> Result<Outlook<P::Move>, Halt> {
    if puzzle.is_solved(state) {
        return Ok(Outlook::Reached);
    }
    if let Some(remark) = puzzle.why_lost(state) {
        return Ok(Outlook::Lost(remark));
    }
    let rest = puzzle.starting_at(state);
    let mut helper = meter.helper(work, work);
    let outcome = drive(&mut portfolio.begin(&rest, 1), &mut helper, &mut |_| {});
    if let Some(halt @ (Halt::Seconds | Halt::Interrupted)) = outcome.halted {
        // A way that was found in time is as good as any.
        if !outcome.found.as_ref().is_some_and(|found| found.solved) {
            return Err(halt);
        }
    }
    Ok(match outcome.found.filter(|found| found.solved) {
        Some(found) => Outlook::Way(found.answer, outcome.proved),
        None if outcome.proved => {
            let words = outcome.argument.unwrap_or_else(|| {
                "Every position that can be reached from here was looked at.".to_owned()
            });
            Outlook::Lost(Remark { cells: Vec::new(), words })
        }
        None => Outlook::Unknown,
    })
}

/// Returns advice on a game.
pub(crate) fn advise<P: Coached>(
    puzzle: &P,
    line: &[P::Move],
    portfolio: &PuzzlePortfolio<P>,
    meter: &mut Meter,
) -> Advice {
    let mut states = vec![puzzle.start()];
    for &mv in line {
        let mut state = states[states.len() - 1].clone();
        puzzle.play(&mut state, mv);
        states.push(state);
    }
    let here = &states[line.len()];
    match outlook(puzzle, here, portfolio, WORK, meter) {
        Err(halt) => Advice::Stopped(halt),
        Ok(Outlook::Reached) => Advice::Solved,
        Ok(Outlook::Unknown) => Advice::Stuck,
        Ok(Outlook::Lost(remark)) => {
            let lost = match losing_move(puzzle, &states, portfolio, meter) {
                Ok(lost) => lost,
                Err(halt) => return Advice::Stopped(halt),
            };
            let by = lost.map(|(at, _)| (at, puzzle.write_move(line[at])));
            let is_certain = lost.is_none_or(|(_, is_certain)| is_certain);
            Advice::Lost(Loss { places: places(&remark), why: remark.words, by, is_certain })
        }
        Ok(Outlook::Way(way, is_best)) => {
            let remark = puzzle.why_good(here, &way);
            // Where any way will do, a proof says nothing about the way.
            let is_best = is_best && puzzle.aim().score_counts();
            let name = if is_best { "on a best way" } else { "on a way to the goal" };
            Advice::HintStep(HintStep {
                cells: remark.cells.iter().map(|(x, y)| format!("{},{}", x + 1, y + 1)).collect(),
                places: places(&remark),
                deductions: vec![deduction(name, remark)],
                entry: puzzle.write_move(way[0]),
            })
        }
    }
}

pub(super) fn deduction(technique: &'static str, remark: Remark) -> Deduction {
    Deduction { technique, places: places(&remark), sentence: remark.words }
}

fn places(remark: &Remark) -> Vec<Place> {
    remark.cells.iter().map(|&(x, y)| Place::Cell(x, y)).collect()
}

/// Returns the index of the first move after which the game is known to be lost, and whether it was
/// not lost before; `None` if it was lost from the start. A lost game stays lost, so the moves can
/// be halved. `Err` if the meter stops the run.
fn losing_move<P: Coached>(
    puzzle: &P,
    states: &[P::State],
    portfolio: &PuzzlePortfolio<P>,
    meter: &mut Meter,
) -> Result<Option<(usize, bool)>, Halt> {
    let mut look = |at: usize| outlook(puzzle, &states[at], portfolio, WORK, meter);
    let (mut open, mut lost) = (0, states.len() - 1);
    let mut is_certain = match look(0)? {
        Outlook::Lost(_) => return Ok(None),
        Outlook::Reached | Outlook::Way(..) => true,
        Outlook::Unknown => false,
    };
    while lost - open > 1 {
        let middle = usize::midpoint(open, lost);
        match look(middle)? {
            Outlook::Lost(_) => lost = middle,
            Outlook::Reached | Outlook::Way(..) => (open, is_certain) = (middle, true),
            Outlook::Unknown => (open, is_certain) = (middle, false),
        }
    }
    Ok(Some((open, is_certain)))
}
