//! The contenders of an experiment: solvers with their settings, limits and numbers of runs.

use std::collections::{BTreeMap, HashSet};

use quarry::{Budget, did_you_mean};
use quarry_core::{Document, Field, Located, ParseError, Setting};

use crate::chain::{self, RunChain};
use crate::choices::{check, grid, points, read_learned};
use crate::experiment::read_budget;
use crate::reduction::Reduction;
use crate::subject::{Lookup, Subject};

/// A solver with its chosen settings, its limits and its number of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// Name of the solver.
    pub solver: String,
    /// Settings chosen in the file.
    pub params: Chosen,
    /// Limits of one run.
    pub budget: Budget,
    /// Number of runs on each subject.
    pub runs: u64,
    /// Label from the file; without one, the label is made from the solver and its settings.
    pub alias: Option<String>,
    /// Settings that apply to some subjects only, by subject name.
    pub own: BTreeMap<String, Chosen>,
    /// How each run begins with what another one has found.
    pub chain: Option<RunChain>,
}

/// Settings by name.
pub type Chosen = Vec<(String, String)>;

impl Contender {
    /// Returns the label shown in tables: the alias, or the solver with its chosen settings and its
    /// chain.
    pub fn label(&self) -> String {
        if let Some(alias) = &self.alias {
            return alias.clone();
        }
        let chosen = self.params.iter().map(|(name, value)| format!(" {name}={value}"));
        let chain = self.chain.iter().map(|chain| format!(" chain={}", chain.setting));
        std::iter::once(self.solver.clone()).chain(chosen).chain(chain).collect()
    }

    /// Returns the settings for a subject: the general ones, overridden by those of the subject.
    pub fn params_on(&self, subject: &str) -> Chosen {
        let mut params = self.params.clone();
        for (name, value) in self.own.get(subject).into_iter().flatten() {
            params.retain(|(other, _)| other != name);
            params.push((name.clone(), value.clone()));
        }
        params
    }

    /// Whether the solver plays a game of chance on this subject. There, a game that a limit cuts
    /// short would have continued.
    pub(crate) fn plays_chance(&self, subject: &Subject) -> bool {
        subject.instance.entry().players().contains(&self.solver.as_str())
    }

    /// Whether `name` in a file refers to this contender: it is the contender's label or its
    /// solver.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.solver == name || self.label() == name
    }
}

/// Maximum number of runs of one contender on one subject; a higher number is taken for a typing
/// error.
pub(crate) const MOST_RUNS: i64 = 1_000_000;

/// Reads the contenders, and the reduction of each.
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
        if let Some(table) = reduced.filter(|_| grid[0].chain.is_some()) {
            reduction.refuse_seconds(&table)?;
        }
        reductions.extend(grid.iter().map(|_| reduction.clone()));
        contenders.extend(grid);
    }
    if contenders.is_empty() {
        return Err(document.missing("solvers", "[[solvers]] name = \"beam\""));
    }
    Ok((contenders, reductions))
}

const KEYS: [&str; 9] =
    ["name", "params", "budget", "runs", "reduced", "label", "on", "chain", "chain_after"];

fn read_entry(
    document: &Document,
    subjects: &[Subject],
    budget: Budget,
    runs: u64,
    lookup: Lookup,
) -> Result<Vec<Contender>, ParseError> {
    document.only_these(&KEYS)?;
    let name = document.text("name")?.ok_or_else(|| document.missing("name", "name = \"beam\""))?;
    let budget = document.table("budget")?.map_or(Ok(budget), |limits| read_budget(&limits))?;
    let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(runs);
    let params = document.table("params")?;
    let mut choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
    check_solver(name, subjects, |fields| {
        read_learned(fields, &mut choices, lookup)?;
        check(fields, &choices)
    })?;
    let alias = document.text("label")?;
    let own = document
        .table("on")?
        .map_or(Ok(BTreeMap::new()), |on| read_own(&on, name, subjects, lookup))?;
    let chain = chain::read(document, name, subjects, &budget, &own)?;
    let contender = |params| {
        let (solver, alias) = (name.value.to_owned(), alias.map(|alias| alias.value.to_owned()));
        let (own, chain) = (own.clone(), chain.clone());
        Contender { solver, params, budget, runs, alias, own, chain }
    };
    let contenders: Vec<Contender> = grid(&choices).into_iter().map(contender).collect();
    if let Some(alias) = alias.filter(|_| contenders.len() > 1) {
        return Err(alias
            .wrong("no label where a grid makes several solvers", format!("\"{}\"", alias.value)));
    }
    for contender in &contenders {
        for subject in subjects {
            // Checks that involve several settings at once are made by the solver itself.
            let settings =
                subject.instance.settings(name.value, &contender.params_on(&subject.name));
            settings.map_err(|error| {
                name.wrong(format!("valid settings ({error})"), contender.label())
            })?;
        }
    }
    Ok(contenders)
}

/// Reads the settings that apply to some subjects only.
fn read_own(
    document: &Document,
    solver: Located<&str>,
    subjects: &[Subject],
    lookup: Lookup,
) -> Result<BTreeMap<String, Chosen>, ParseError> {
    let names: HashSet<&str> = subjects.iter().map(|known| known.name.as_str()).collect();
    let mut own = BTreeMap::new();
    for (subject, setting) in document.settings()? {
        let Setting::Table(table) = setting else {
            return Err(subject.wrong("a table of settings", format!("`{}`", subject.value)));
        };
        if !names.contains(subject.value) {
            let expected = "the name of one of the experiment's instances";
            return Err(subject.wrong(expected, format!("\"{}\"", subject.value)));
        }
        let mut choices = table.choices()?;
        check_solver(solver, subjects, |fields| {
            read_learned(fields, &mut choices, lookup)?;
            check(fields, &choices)
        })?;
        let found = points(&choices);
        if found != 1 {
            return Err(subject.wrong("one value of each setting", format!("{found} of them")));
        }
        own.extend(grid(&choices).pop().map(|point| (subject.value.to_owned(), point)));
    }
    Ok(own)
}

/// Returns an error if the puzzle of some subject does not have the solver, or if the solver's
/// fields do not pass `check`.
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
