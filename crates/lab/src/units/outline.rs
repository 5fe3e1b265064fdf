//! Descriptions of the units of a folder. With them, results can be stored without the experiment
//! file, and cannot be mistaken for those of another experiment.

use std::collections::BTreeMap;
use std::ptr;

use quarry::Catalogue;

use serde::{Deserialize, Serialize};

use crate::chain::{ChainLink, RunChain};
use crate::contender::{Chosen, Contender};
use crate::plan::{Unit, all_settings, assigned, budget, chained, fingerprint, key, limits, who};
use crate::record::Record;
use crate::store::StoreEntry;
use crate::subject::Subject;

/// All units, row by row, in the plan's order.
#[derive(Serialize, Deserialize)]
pub(super) struct UnitOutline {
    subjects: Vec<Text>,
    rows: Vec<Row>,
}

/// Text of an instance.
#[derive(Serialize, Deserialize)]
struct Text {
    name: String,
    puzzle: String,
    text: String,
}

/// Runs of one contender on one subject.
#[derive(Serialize, Deserialize)]
struct Row {
    subject: usize,
    solver: String,
    params: String,
    budget: String,
    seeds: Vec<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chain: Option<RowChain>,
}

/// How the runs of a row follow those of another one.
#[derive(Serialize, Deserialize)]
struct RowChain {
    /// Setting that takes the result of the run before.
    setting: String,
    /// Row of the same contender on the instance whose results are taken; none for the first one.
    after: Option<usize>,
}

/// One unit of an outline.
pub(super) struct Outlined<'o> {
    subject: &'o Text,
    row: &'o Row,
    params: String,
    seed: u64,
    pub(super) key: String,
    fingerprint: String,
}

impl UnitOutline {
    pub(super) fn of(units: &[&Unit]) -> Self {
        let (mut subjects, mut rows) = (Vec::new(), Vec::new());
        let mut first_keys: Vec<&str> = Vec::new();
        let mut last: Option<&Subject> = None;
        let is_one_row = |one: &&Unit, other: &&Unit| {
            ptr::eq(one.subject, other.subject) && ptr::eq(one.contender, other.contender)
        };
        for row in units.chunk_by(is_one_row) {
            let (subject, contender) = (row[0].subject, row[0].contender);
            if !last.is_some_and(|last| ptr::eq(last, subject)) {
                subjects.push(Text {
                    name: subject.name.clone(),
                    puzzle: subject.instance.puzzle().to_owned(),
                    text: subject.instance.show(),
                });
                last = Some(subject);
            }
            let row_with = |key: &str| {
                first_keys.iter().rposition(|first| *first == key).expect("a chain is whole")
            };
            let after = row[0].before.as_ref().map(|before| row_with(&before.key));
            first_keys.push(&row[0].key);
            rows.push(Row {
                subject: subjects.len() - 1,
                solver: contender.solver.clone(),
                params: all_settings(subject, contender),
                budget: limits(&contender.budget),
                seeds: row.iter().map(|unit| unit.seed).collect(),
                chain: contender
                    .chain
                    .as_ref()
                    .map(|chain| RowChain { setting: chain.setting.clone(), after }),
            });
        }
        UnitOutline { subjects, rows }
    }

    /// Returns an error if the rows do not fit together, or are not as many units as the folder has.
    pub(super) fn check(&self, units: usize) -> Result<(), String> {
        for (place, row) in self.rows.iter().enumerate() {
            if row.subject >= self.subjects.len() {
                return Err(format!("row {}: there is no subject {}", place + 1, row.subject));
            }
            let Some(after) = row.before() else { continue };
            let before = self.rows[..place].get(after).filter(|before| before.chain.is_some());
            if before.is_none_or(|before| before.seeds.len() < row.seeds.len()) {
                return Err(format!("row {}: it follows no row of a chain", place + 1));
            }
        }
        match self.rows.iter().map(|row| row.seeds.len()).sum::<usize>() {
            found if found == units => Ok(()),
            found => Err(format!("it has {found} units, and the folder has {units}")),
        }
    }

    /// Returns the hash of the keys of all units, in their order.
    pub(super) fn digest(&self) -> String {
        let keys: Vec<String> = self.units().map(|unit| unit.key).collect();
        digest(keys.iter().map(String::as_str))
    }

    /// Returns the subject and contender of each row, so that its units can be run.
    pub(super) fn cast(&self, catalogue: &Catalogue) -> Result<Vec<(Subject, Contender)>, String> {
        let cast = |row: &Row| {
            let Text { name, text, .. } = &self.subjects[row.subject];
            let instance = catalogue.open(text).map_err(|error| format!("{name}: {error}"))?;
            let params: Chosen = assigned(&row.params)
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            instance.settings(&row.solver, &params).map_err(|error| format!("{name}: {error}"))?;
            let (name, solver, runs) = (name.clone(), row.solver.clone(), row.seeds.len() as u64);
            let contender = Contender {
                solver,
                params,
                budget: budget(&row.budget),
                runs,
                alias: None,
                own: BTreeMap::new(),
                // Which runs follow which is in the outline.
                chain: row.chain.as_ref().map(|chain| RunChain {
                    setting: chain.setting.clone(),
                    after: ChainLink::Previous,
                }),
            };
            let (instance, params) = (instance.into(), Vec::new());
            Ok((Subject { name, instance, params, entry: 0 }, contender))
        };
        self.rows.iter().map(cast).collect()
    }

    /// Returns the units of the given subjects and contenders, in their order.
    pub(super) fn played_by<'c>(&self, cast: &'c [(Subject, Contender)]) -> Vec<Unit<'c>> {
        let mut rows: Vec<Vec<Unit>> = Vec::new();
        let mut first = 1;
        for ((subject, contender), row) in cast.iter().zip(&self.rows) {
            let before = row.before().map_or(&[][..], |before| &rows[before]);
            let units = Unit::seeded(subject, contender, before, first, &row.seeds);
            first += units.len();
            rows.push(units);
        }
        rows.into_iter().flatten().collect()
    }

    /// Returns the units in their order.
    pub(super) fn units(&self) -> impl Iterator<Item = Outlined<'_>> {
        // Keys of the rows that are chained; those of others are not needed again.
        let mut keys: Vec<Vec<String>> = Vec::new();
        self.rows.iter().flat_map(move |row| {
            let subject = &self.subjects[row.subject];
            let fingerprint = fingerprint(&subject.text);
            let outlined = |(index, &seed): (usize, &u64)| {
                let params = match (&row.chain, row.before()) {
                    (Some(chain), Some(before)) => {
                        chained(&row.params, &chain.setting, &keys[before][index])
                    }
                    _ => row.params.clone(),
                };
                let key = key(&subject.text, &who(&row.solver, &params), &row.budget, seed);
                Outlined { subject, row, params, seed, key, fingerprint: fingerprint.clone() }
            };
            let units: Vec<_> = row.seeds.iter().enumerate().map(outlined).collect();
            let are_needed = row.chain.is_some();
            let kept = units.iter().filter(|_| are_needed).map(|unit| unit.key.clone());
            keys.push(kept.collect());
            units
        })
    }
}

/// Returns the hash of units' keys.
pub(super) fn digest<'k>(keys: impl Iterator<Item = &'k str>) -> String {
    let mut hasher = blake3::Hasher::new();
    for key in keys {
        hasher.update(key.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

impl Row {
    /// Returns the number of the row that this one follows in a chain.
    fn before(&self) -> Option<usize> {
        self.chain.as_ref().and_then(|chain| chain.after)
    }
}

impl<'o> Outlined<'o> {
    /// Describes the unit: solver, settings, instance and seed.
    pub(super) fn words(&self) -> String {
        let who = who(&self.row.solver, &self.params);
        format!("{} on {}, seed {}", who.trim_end(), self.subject.name, self.seed)
    }

    /// The text of the instance.
    pub(super) fn instance(&self) -> &'o str {
        &self.subject.text
    }

    /// Whether repeated runs have the same result: not if there is a time limit.
    pub(super) fn is_repeatable(&self) -> bool {
        !self.row.budget.contains("seconds=")
    }

    /// Returns the unit with its result, ready to be inserted into a store.
    pub(super) fn entry<'r>(&'r self, record: &'r Record) -> StoreEntry<'r> {
        StoreEntry {
            key: &self.key,
            instance: &self.subject.name,
            fingerprint: &self.fingerprint,
            puzzle: &self.subject.puzzle,
            text: &self.subject.text,
            solver: &self.row.solver,
            params: &self.params,
            seed: self.seed,
            budget: &self.row.budget,
            record,
        }
    }
}
