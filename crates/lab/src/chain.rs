//! Chains: runs of a contender that begin with what it has found on another instance.

use std::collections::BTreeMap;

use quarry::Budget;
use quarry_core::{Document, Domain, Located, ParseError};

use crate::contender::{Chosen, check_solver};
use crate::subject::Subject;

/// How run k of a contender on an instance begins with what its run k has found on another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunChain {
    /// Setting that takes what was found.
    pub setting: String,
    /// The instance on which it was found.
    pub after: ChainLink,
}

/// The instance whose result a chained run begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainLink {
    /// The one before in the experiment.
    Previous,
    /// The first one of the same entry of `[[instances]]`.
    First,
}

/// Maximum number of instances in a chain: a run may have to repeat all runs before it.
const LONGEST_CHAIN: usize = 1_000;

/// The budget that a chain needs.
pub(crate) const REPEATABLE: &str =
    "a budget without seconds: a chain's runs may be repeated, and must come to the same";

/// Reads how the runs of a solver are chained, and checks that they can be.
pub(crate) fn read(
    document: &Document,
    solver: Located<&str>,
    subjects: &[Subject],
    budget: &Budget,
    own: &BTreeMap<String, Chosen>,
) -> Result<Option<RunChain>, ParseError> {
    let after = document.text("chain_after")?;
    let Some(setting) = document.text("chain")? else {
        return match after {
            Some(_) => Err(document.missing("chain", "chain = \"start\"")),
            None => Ok(None),
        };
    };
    let after = match after.map(|after| (after, after.value)) {
        None | Some((_, "previous")) => ChainLink::Previous,
        Some((_, "first")) => ChainLink::First,
        Some((after, other)) => {
            return Err(after.wrong("\"previous\" or \"first\"", format!("\"{other}\"")));
        }
    };
    check_setting(setting, solver, subjects)?;
    let puzzle = |subject: &Subject| subject.instance.puzzle();
    if subjects.iter().any(|subject| puzzle(subject) != puzzle(&subjects[0])) {
        return Err(setting.wrong("a chain over instances of one puzzle", "several puzzles"));
    }
    if after == ChainLink::Previous && subjects.len() > LONGEST_CHAIN {
        let expected = format!("a chain over at most {LONGEST_CHAIN} instances");
        return Err(setting.wrong(expected, subjects.len().to_string()));
    }
    if budget.seconds.is_some() {
        return Err(setting.wrong(REPEATABLE, "`seconds`"));
    }
    let has_setting = |params: &Chosen| params.iter().any(|(name, _)| name == setting.value);
    match own.iter().find(|(_, params)| has_setting(params)) {
        Some((subject, _)) => Err(setting.wrong(
            format!("a setting that `on` does not give for \"{subject}\""),
            format!("\"{}\"", setting.value),
        )),
        None => Ok(Some(RunChain { setting: setting.value.to_owned(), after })),
    }
}

/// Returns an error unless this setting of the solver takes what a run has found.
fn check_setting(
    setting: Located<&str>,
    solver: Located<&str>,
    subjects: &[Subject],
) -> Result<(), ParseError> {
    check_solver(solver, subjects, |fields| {
        let starts: Vec<_> = fields
            .iter()
            .filter(|field| matches!(field.domain, Domain::Start(_)))
            .map(|field| field.name)
            .collect();
        let expected = match starts.as_slice() {
            _ if starts.contains(&setting.value) => return Ok(()),
            [] => format!("no chain, because {} cannot begin with a result", solver.value),
            _ => format!("a setting that takes a result: {}", starts.join(", ")),
        };
        Err(setting.wrong(expected, format!("\"{}\"", setting.value)))
    })
}
