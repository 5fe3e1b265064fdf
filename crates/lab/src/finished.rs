//! A finished run: the only kind of run that a store accepts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quarry::{Entries, Event, Report, Request, Score, SolveError};

use crate::plan::Unit;

/// A unit that was run to its end. The only way to create one is to run the unit through
/// [`quarry::Instance::solve`], so its answer has passed the judge.
pub struct Finished<'p> {
    unit: &'p Unit<'p>,
    report: Report,
    trace: Vec<CostedImprovement>,
    cpu_seconds: Option<f64>,
}

/// Maximum number of bytes of an answer that a store keeps. A game of chance may go on for millions
/// of moves, and a study has hundreds of such games.
const LONGEST_KEPT: usize = 1 << 20;

/// An improvement of the answer during a run, with the work done so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostedImprovement {
    /// Evaluations when the improvement was found.
    pub evaluations: u64,
    /// Moves played when the improvement was found.
    pub nodes: u64,
    /// Wall time in seconds when the improvement was found.
    pub seconds: f64,
    /// Score of the improved answer.
    pub score: Score,
    /// Whether the answer is complete, so that its score counts.
    pub complete: bool,
}

impl<'p> Finished<'p> {
    /// Returns a short description: the contender and the subject.
    pub fn words(&self) -> String {
        format!("{} on {}", self.unit.contender.label(), self.unit.subject.name)
    }

    /// Runs a unit on this thread, after those before it in its chain that this process has not
    /// made yet. Returns `None` if the run was asked to stop: a partial run is no result.
    pub fn of(unit: &'p Unit<'p>, stop: &Arc<AtomicBool>) -> Result<Option<Self>, SolveError> {
        let before = std::iter::successors(unit.before.as_deref(), |unit| unit.before.as_deref());
        let missing: Vec<_> = before.take_while(|before| before.found().is_none()).collect();
        for before in missing.into_iter().rev() {
            if Finished::next_in_chain(before, stop)?.is_none() {
                return Ok(None);
            }
        }
        Finished::next_in_chain(unit, stop)
    }

    /// Runs a unit whose chain was made up to it.
    fn next_in_chain(
        unit: &'p Unit<'p>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Self>, SolveError> {
        let request = Request {
            solver: Some(unit.contender.solver.clone()),
            params: unit.params(),
            budget: unit.contender.budget,
            threads: 1,
            seed: unit.seed,
            stop: Arc::clone(stop),
            whole_process: false,
        };
        let mut trace = Vec::new();
        let (mut began, mut ended) = (None, None);
        let report = unit.subject.instance.solve(&request, &mut |event| match event {
            // A run on one thread sends its events from that thread.
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
        // Read the flag itself, not the report: a solver may have seen the flag and still have
        // finished normally.
        let complete = !stop.load(Ordering::Relaxed);
        if let Some(handed_on) = unit.handed_on.as_ref().filter(|_| complete) {
            let recipe = report.recipe.as_ref();
            let setting = unit.contender.chain.as_ref().map(|chain| chain.setting.as_str());
            let found = recipe.filter(|recipe| Some(recipe.setting) == setting);
            // Another thread may have made the same run, with the same result.
            _ = handed_on.set(found.map(|recipe| recipe.value.clone()));
        }
        Ok(complete.then_some(Finished { unit, report, trace, cpu_seconds }))
    }

    /// The unit that was run.
    pub fn unit(&self) -> &'p Unit<'p> {
        self.unit
    }

    /// The solver's report.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the answer in the form that a store keeps.
    pub fn answer_to_keep(&self) -> String {
        to_keep(&self.report.answer)
    }

    /// Processor time in seconds, where the system can measure it.
    pub fn cpu_seconds(&self) -> Option<f64> {
        self.cpu_seconds
    }

    /// Improvements in the order in which they were found.
    pub fn trace(&self) -> &[CostedImprovement] {
        &self.trace
    }
}

/// Returns the processor time of this thread so far.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime).try_into().ok()
}

/// Other systems have no such clock here; the wall time of a run is used instead.
#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

/// Returns the answer as a store keeps it: in full, one entry per line, or only its length and hash
/// if it is very long. The judge has seen the full answer; the same program, solver, seed and
/// budget produce it again.
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

/// Whether a kept answer is only its length and hash.
pub(crate) fn is_abridged(answer: &str) -> bool {
    let parts = answer.split_once(" entries, blake3 ");
    parts.is_some_and(|(count, hash)| count.parse::<u64>().is_ok() && hash.len() == 64)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use quarry::Catalogue;

    use super::*;
    use crate::subject::Lookup;
    use crate::{Experiment, Plan};

    const CHAINED: &str = "question = \"why?\"\nruns = 2\nbudget = { evaluations = 400 }\n\
        [[instances]]\nname = \"lemmings/alpha[123]\"\n[[solvers]]\nname = \"ga-alpha\"\n\
        params = { population = 20, mutation = 0.05 }\n";

    fn experiment(more: &str) -> Experiment {
        let (catalogue, folder) = (&Catalogue::standard(), Path::new("."));
        let text = format!("{CHAINED}{more}");
        Experiment::parse("test", &text, Lookup::in_folder(catalogue, folder)).unwrap()
    }

    /// Every unit of a chain, on a plan of its own, so that it has to make the runs before it.
    #[test]
    fn a_run_of_a_chain_is_the_same_alone_and_after_the_others() {
        let experiment = experiment("chain = \"start\"\n");
        let calm = Arc::new(AtomicBool::new(false));
        let whole = Plan::of(&experiment);
        let mut handed_on = Vec::new();
        for (index, unit) in whole.units().enumerate() {
            let alone = Plan::of(&experiment);
            let alone = Finished::of(alone.units().nth(index).unwrap(), &calm).unwrap().unwrap();
            let finished = Finished::of(unit, &calm).unwrap().unwrap();
            assert_eq!(alone.report().answer, finished.report().answer, "{}", unit.number);
            assert_eq!(alone.report().params, finished.report().params);
            let start = finished.report().params.iter().find(|(name, _)| *name == "start");
            handed_on
                .push((start.unwrap().1.clone(), finished.report().recipe.clone().unwrap().value));
        }
        for run in 0..2 {
            assert_eq!(handed_on[run].0, "pass", "the first run begins as the solver does");
            for subject in 1..3 {
                let (before, after) = (2 * (subject - 1) + run, 2 * subject + run);
                assert_eq!(handed_on[after].0, handed_on[before].1);
            }
        }
    }

    /// Two bases with two levels each, which begin with the result on their own base.
    #[test]
    fn a_chain_can_begin_with_the_first_instance_of_its_entry() {
        let entry = |name: &str| format!("[[instances]]\nname = \"lemmings/{name}\"\n");
        let more = format!("chain = \"start\"\nchain_after = \"first\"\n{}", entry("alpha[456]"));
        let experiment = experiment(&more);
        let plan = Plan::of(&experiment);
        let units: Vec<_> = plan.units().collect();
        for (index, unit) in units.iter().enumerate() {
            let (subject, run) = (index / 2, index % 2);
            let first = 2 * (subject / 3 * 3) + run;
            let before = unit.before.as_ref().map(|before| before.key.as_str());
            let expected = (subject % 3 > 0).then(|| units[first].key.as_str());
            assert_eq!(before, expected, "{}", unit.subject.name);
        }
    }

    #[test]
    fn the_key_of_a_chained_run_says_what_it_begins_with() {
        let mut experiments = ["chain = \"start\"\n", "chain = \"start\"\n", ""].map(experiment);
        experiments[1].seed = 2;
        let keys = experiments.each_ref().map(|experiment| {
            Plan::of(experiment).units().map(|unit| unit.key.clone()).collect::<Vec<_>>()
        });
        assert_eq!(keys[0][..2], keys[2][..2], "the first instance is solved as without a chain");
        for key in &keys[0][2..] {
            assert!(!keys[1].contains(key) && !keys[2].contains(key));
        }
    }

    #[test]
    fn very_long_answers_are_kept_as_what_they_are_recognised_by() {
        let mut answer: Entries = std::iter::repeat_n("T 2 4", LONGEST_KEPT / 6).collect();
        assert_eq!(to_keep(&answer).lines().count(), answer.len());
        assert!(!is_abridged(&to_keep(&answer)));
        answer.push("J 0 10");
        let hash = blake3::hash(answer.join("\n").as_bytes()).to_hex();
        assert_eq!(to_keep(&answer), format!("{} entries, blake3 {hash}", answer.len()));
        assert!(is_abridged(&to_keep(&answer)));
    }
}
