//! The reduced form of an experiment: the same question at a lower cost. It has fewer runs, smaller
//! budgets or fewer instances, never more, and reports say so.

use quarry::Budget;
use quarry_core::{Document, ParseError};

use crate::chain::REPEATABLE;
use crate::contender::{Contender, MOST_RUNS};
use crate::experiment::read_limits;
use crate::number_format::{grouped, plural};
use crate::size::MOST_PATTERNS;
use crate::subject::{self, Subject};

/// Content of a table `reduced`: for a whole experiment, or for one solver.
#[derive(Clone, Default)]
pub(crate) struct Reduction {
    runs: Option<u64>,
    budget: Option<Budget>,
}

impl Reduction {
    /// Reads `runs` and `budget` of such a table.
    pub(crate) fn read(document: &Document) -> Result<Self, ParseError> {
        let budget = document.table("budget")?.map(|limits| read_limits(&limits)).transpose()?;
        Ok(Reduction { runs: document.positive("runs", MOST_RUNS)?, budget })
    }

    /// Returns an error if the table limits seconds, for contenders that are chained.
    pub(crate) fn refuse_seconds(&self, document: &Document) -> Result<(), ParseError> {
        match document.place("budget") {
            Some(at) if self.budget.is_some_and(|limits| limits.seconds.is_some()) => {
                Err(ParseError::new(at, REPEATABLE, "`seconds`"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the contender's reduced number of runs: its own, or else that of the experiment.
    pub(crate) fn runs(&self, general: &Reduction, runs: u64) -> u64 {
        self.runs.or(general.runs).map_or(runs, |fewer| fewer.min(runs))
    }

    /// Reduces a contender: by its own limits, or else by those of the experiment.
    pub(crate) fn apply(&self, general: &Reduction, contender: &Contender) -> Contender {
        let runs = self.runs(general, contender.runs);
        let limits = self.budget.or(general.budget).unwrap_or_default();
        Contender { runs, budget: lower(&contender.budget, &limits), ..contender.clone() }
    }
}

/// Returns the lower value of each limit.
fn lower(one: &Budget, other: &Budget) -> Budget {
    fn least<T: PartialOrd>(one: Option<T>, other: Option<T>) -> Option<T> {
        match (one, other) {
            (Some(one), Some(other)) => Some(if other < one { other } else { one }),
            (one, other) => one.or(other),
        }
    }
    Budget {
        evaluations: least(one.evaluations, other.evaluations),
        nodes: least(one.nodes, other.nodes),
        seconds: least(one.seconds, other.seconds),
        memory: least(one.memory, other.memory),
    }
}

/// Returns which of these instances the table's list `instances` names; all of them if there is no
/// list.
pub(crate) fn select(document: &Document, instances: &[&str]) -> Result<Vec<bool>, ParseError> {
    let Some(names) = document.list("instances")? else { return Ok(vec![true; instances.len()]) };
    let mut patterns = Vec::new();
    for name in names {
        if patterns.len() == MOST_PATTERNS {
            return Err(name.wrong(format!("at most {MOST_PATTERNS} names or patterns"), "more"));
        }
        let pattern = subject::pattern(name)?;
        if !instances.iter().any(|instance| pattern.matches(instance)) {
            return Err(
                name.wrong("names of the experiment's instances", format!("\"{}\"", name.value))
            );
        }
        patterns.push(pattern);
    }
    let chosen = |instance: &&str| patterns.iter().any(|pattern| pattern.matches(instance));
    Ok(instances.iter().map(chosen).collect())
}

/// Describes what is left of an experiment, as the end of a sentence; `None` if nothing was
/// reduced.
pub(crate) fn wording(
    subjects: (&[Subject], &[Subject]),
    contenders: (&[Contender], &[Contender]),
) -> Option<String> {
    let mut parts = Vec::new();
    let (left, all) = (subjects.1.len() as u64, subjects.0.len() as u64);
    parts.extend((left < all).then(|| format!("{} of {}", grouped(left), plural(all, "instance"))));
    let pairs = || contenders.0.iter().zip(contenders.1);
    let changes: Vec<_> = pairs().map(|(whole, reduced)| changes(whole, reduced)).collect();
    if changes.windows(2).all(|pair| pair[0] == pair[1]) {
        parts.extend(changes.into_iter().take(1).filter(|change| !change.is_empty()));
    } else {
        let changed = pairs().zip(changes).filter(|(_, change)| !change.is_empty());
        parts
            .extend(changed.map(|((whole, _), change)| format!("{} with {change}", whole.label())));
    }
    (!parts.is_empty()).then(|| format!("reduced: {}", parts.join("; ")))
}

/// Lists each number that differs, with its value in the full form.
fn changes(whole: &Contender, reduced: &Contender) -> String {
    let beside = |what, reduced: Option<f64>, whole: Option<f64>| match (reduced, whole) {
        (Some(reduced), Some(whole)) if reduced < whole => {
            Some(format!("{} of {} {what}", shown(reduced), shown(whole)))
        }
        (Some(reduced), None) => Some(format!("at most {} {what}", shown(reduced))),
        _ => None,
    };
    let count = |number: Option<u64>| number.map(|number| number as f64);
    let mebibytes = |bytes: Option<u64>| bytes.map(|bytes| (bytes >> 20) as f64);
    let (less, all) = (&reduced.budget, &whole.budget);
    let changes = [
        beside("runs", Some(reduced.runs as f64), Some(whole.runs as f64)),
        beside("evaluations", count(less.evaluations), count(all.evaluations)),
        beside("nodes", count(less.nodes), count(all.nodes)),
        beside("seconds", less.seconds, all.seconds),
        beside("MiB of memory", mebibytes(less.memory), mebibytes(all.memory)),
    ];
    changes.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn shown(number: f64) -> String {
    if number.fract() == 0.0 { grouped(number as u64) } else { number.to_string() }
}
