//! The contenders of an experiment: solvers with their settings, limits and numbers of runs.

use std::collections::BTreeMap;

use quarry::{Budget, did_you_mean};
use quarry_core::{Document, Field, Located, ParseError, Setting};

use crate::choices::{check, grid, read_nets};
use crate::experiment::read_budget;
use crate::reduction::Reduction;
use crate::subject::{Lookup, Subject};

/// A solver with its chosen settings, its limits and its number of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// The solver's name.
    pub solver: String,
    /// The settings the file chooses.
    pub params: Chosen,
    /// The limits of one run.
    pub budget: Budget,
    /// How often it works on each subject.
    pub runs: u64,
    /// What the file calls it, if not by its settings.
    pub alias: Option<String>,
    /// Settings of its own on some subjects, by their names.
    pub own: Vec<(String, Chosen)>,
}

/// Settings by name.
pub type Chosen = Vec<(String, String)>;

impl Contender {
    /// The solver and what was chosen for it, as tables show it.
    pub fn label(&self) -> String {
        if let Some(alias) = &self.alias {
            return alias.clone();
        }
        let chosen = self.params.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.solver.clone()).chain(chosen).collect()
    }

    /// The settings chosen for a subject: those for all, with its own in place of theirs.
    pub fn params_on(&self, subject: &str) -> Chosen {
        let own =
            self.own.iter().filter(|(name, _)| name == subject).flat_map(|(_, params)| params);
        let mut params = self.params.clone();
        for (name, value) in own {
            params.retain(|(other, _)| other != name);
            params.push((name.clone(), value.clone()));
        }
        params
    }

    /// Whether the solver plays games of chance on a subject: what a limit cuts short would have
    /// gone on.
    pub(crate) fn plays_chance(&self, subject: &Subject) -> bool {
        subject.instance.entry().players().contains(&self.solver.as_str())
    }

    /// Whether a file that says this means it: by its label, or by its solver.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.solver == name || self.label() == name
    }
}

/// How many runs an experiment may have of one contender on one subject; more is a slip of the pen.
pub(crate) const MOST_RUNS: i64 = 1_000_000;

/// The contenders, and what each is reduced to.
pub(crate) fn read_all(
    document: &Document,
    subjects: &[Subject],
    budget: Budget,
    runs: u64,
    lookup: Lookup,
) -> Result<(Vec<Contender>, Vec<Reduction>), ParseError> {
    let (mut contenders, mut reductions) = (Vec::new(), Vec::new());
    for entry in document.tables("solvers")? {
        let grid = read_entry(&entry, subjects, budget, runs, lookup)?;
        let reduced = entry.table("reduced")?;
        if let Some(table) = &reduced {
            table.only_these(&["runs", "budget"])?;
        }
        let reduction = reduced.as_ref().map_or(Ok(Reduction::default()), Reduction::read)?;
        reductions.extend(grid.iter().map(|_| reduction.clone()));
        contenders.extend(grid);
    }
    if contenders.is_empty() {
        return Err(document.missing("solvers", "[[solvers]] name = \"beam\""));
    }
    Ok((contenders, reductions))
}

fn read_entry(
    document: &Document,
    subjects: &[Subject],
    budget: Budget,
    runs: u64,
    lookup: Lookup,
) -> Result<Vec<Contender>, ParseError> {
    document.only_these(&["name", "params", "budget", "runs", "reduced", "label", "on"])?;
    let name = document.text("name")?.ok_or_else(|| document.missing("name", "name = \"beam\""))?;
    let budget = document.table("budget")?.map_or(Ok(budget), |limits| read_budget(&limits))?;
    let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(runs);
    let params = document.table("params")?;
    let mut choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
    check_solver(name, subjects, |fields| {
        read_nets(fields, &mut choices, lookup)?;
        check(fields, &choices)
    })?;
    let alias = document.text("label")?;
    let own =
        document.table("on")?.map_or(Ok(Vec::new()), |on| read_own(&on, name, subjects, lookup))?;
    let contender = |params| {
        let (solver, alias) = (name.value.to_owned(), alias.map(|alias| alias.value.to_owned()));
        Contender { solver, params, budget, runs, alias, own: own.clone() }
    };
    let contenders: Vec<Contender> = grid(&choices).into_iter().map(contender).collect();
    if let Some(alias) = alias.filter(|_| contenders.len() > 1) {
        return Err(alias
            .wrong("no label where a grid makes several solvers", format!("\"{}\"", alias.value)));
    }
    for contender in &contenders {
        for subject in subjects {
            // What a domain cannot tell, the solver itself can.
            let settings =
                subject.instance.settings(name.value, &contender.params_on(&subject.name));
            settings.map_err(|error| {
                name.wrong(format!("valid settings ({error})"), contender.label())
            })?;
        }
    }
    Ok(contenders)
}

/// A contender's settings on some subjects.
fn read_own(
    document: &Document,
    solver: Located<&str>,
    subjects: &[Subject],
    lookup: Lookup,
) -> Result<Vec<(String, Chosen)>, ParseError> {
    let mut own = Vec::new();
    for (subject, setting) in document.settings()? {
        let Setting::Table(table) = setting else {
            return Err(subject.wrong("a table of settings", format!("`{}`", subject.value)));
        };
        if !subjects.iter().any(|known| known.name == subject.value) {
            let expected = "the name of one of the experiment's instances";
            return Err(subject.wrong(expected, format!("\"{}\"", subject.value)));
        }
        let mut choices = table.choices()?;
        check_solver(solver, subjects, |fields| {
            read_nets(fields, &mut choices, lookup)?;
            check(fields, &choices)
        })?;
        let points = grid(&choices);
        let [point] = points.as_slice() else {
            return Err(
                subject.wrong("one value of each setting", format!("{} of them", points.len()))
            );
        };
        own.push((subject.value.to_owned(), point.clone()));
    }
    Ok(own)
}

/// Refuses a solver that the puzzle of some subject does not have, or whose settings do not pass
/// the check.
pub(crate) fn check_solver(
    name: Located<&str>,
    subjects: &[Subject],
    mut check: impl FnMut(&[Field]) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let puzzles: BTreeMap<_, _> = subjects
        .iter()
        .map(|subject| (subject.instance.puzzle(), subject.instance.entry()))
        .collect();
    for (puzzle, entry) in puzzles {
        let card = entry.solver(name.value).ok_or_else(|| {
            let known: Vec<_> = entry.solvers().iter().map(|solver| solver.card.name).collect();
            let expected = format!("a solver of {puzzle}, one of {}", known.join(", "));
            let meant = did_you_mean(name.value, known);
            name.wrong(expected, format!("\"{}\"{meant}", name.value))
        })?;
        check(&card.fields)?;
    }
    Ok(())
}
