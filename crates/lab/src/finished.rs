//! A finished run: the only thing a store takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quarry::{Entries, Event, Report, Request, Score, SolveError};

use crate::plan::Unit;

/// A unit that was run to its end. There is no other way to make one than to run the unit through
/// [`quarry::Instance::solve`], so its answer has passed the judge.
pub struct Finished<'p> {
    unit: &'p Unit<'p>,
    report: Report,
    trace: Vec<CostedImprovement>,
    cpu_seconds: Option<f64>,
}

/// How many bytes of an answer a store keeps. A game of chance may go on for millions of moves, and
/// a study has hundreds of such games.
const LONGEST_KEPT: usize = 1 << 20;

/// A better answer on the way, and what it had cost by then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostedImprovement {
    /// Evaluations.
    pub evaluations: u64,
    /// Moves played.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
    /// Its score.
    pub score: Score,
    /// Whether it is a complete answer, whose score counts.
    pub complete: bool,
}

impl<'p> Finished<'p> {
    /// Who worked on what, in a few words.
    pub fn words(&self) -> String {
        format!("{} on {}", self.unit.contender.label(), self.unit.subject.name)
    }

    /// Runs a unit on this thread. `None` if it was asked to stop: half a run is no result.
    pub fn of(unit: &'p Unit<'p>, stop: &Arc<AtomicBool>) -> Result<Option<Self>, SolveError> {
        let request = Request {
            solver: Some(unit.contender.solver.clone()),
            params: unit.contender.params_on(&unit.subject.name),
            budget: unit.contender.budget,
            threads: 1,
            seed: unit.seed,
            stop: Arc::clone(stop),
            whole_process: false,
        };
        let mut trace = Vec::new();
        let (mut began, mut ended) = (None, None);
        let report = unit.subject.instance.solve(&request, &mut |event| match event {
            // A run on one thread is observed from that thread.
            Event::Started => began = thread_time(),
            Event::Finished => ended = thread_time(),
            Event::Improved { score, solved: complete, tally, seconds } => {
                let (evaluations, nodes) = (tally.evaluations, tally.generated);
                trace.push(CostedImprovement { evaluations, nodes, seconds, score, complete });
            }
            Event::Slice { .. } => {}
        })?;
        let cpu_time = began
            .zip(ended)
            .map(|(began, ended): (Duration, Duration)| ended.saturating_sub(began));
        let cpu_seconds = cpu_time.map(|time| time.as_secs_f64());
        // The flag itself, not the report's word: a solver may have seen it and still have come to
        // some end.
        let complete = !stop.load(Ordering::Relaxed);
        Ok(complete.then_some(Finished { unit, report, trace, cpu_seconds }))
    }

    /// What was run.
    pub fn unit(&self) -> &'p Unit<'p> {
        self.unit
    }

    /// What it brought.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The answer as a store keeps it.
    pub fn answer_to_keep(&self) -> String {
        to_keep(&self.report.answer)
    }

    /// How long it had a processor, where the machine can tell.
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.cpu_seconds
    }

    /// The improvements, in their order.
    pub fn trace(&self) -> &[CostedImprovement] {
        &self.trace
    }
}

/// How long this thread has had a processor.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

/// Other systems are not asked: there is a run's wall time in its place.
#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

/// An answer as a store keeps it: whole, an entry a line, or only what it is recognised by if it is
/// very long. The judge has seen it whole; the same program, solver, seed and budget bring it
/// again.
fn to_keep(answer: &Entries) -> String {
    let length: usize = answer.iter().map(|entry| entry.len() + 1).sum();
    if length.saturating_sub(1) <= LONGEST_KEPT {
        return answer.join("\n");
    }
    let mut hasher = blake3::Hasher::new();
    for (index, entry) in answer.iter().enumerate() {
        hasher.update(if index > 0 { b"\n" } else { b"" }).update(entry.as_bytes());
    }
    format!("{} entries, blake3 {}", answer.len(), hasher.finalize().to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn very_long_answers_are_kept_as_what_they_are_recognised_by() {
        let mut answer: Entries = std::iter::repeat_n("T 2 4", LONGEST_KEPT / 6).collect();
        assert_eq!(to_keep(&answer).lines().count(), answer.len());
        answer.push("J 0 10");
        let hash = blake3::hash(answer.join("\n").as_bytes()).to_hex();
        assert_eq!(to_keep(&answer), format!("{} entries, blake3 {hash}", answer.len()));
    }
}
