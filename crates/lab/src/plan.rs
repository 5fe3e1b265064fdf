//! The plan: an experiment expanded into numbered units. Each unit can run anywhere, in any order
//! and any number of times, with the same result.
//!
//! The seed and key of a unit depend on its content, not on its position. So an extended experiment
//! keeps its finished runs, and two experiments with a common unit share its run.

use std::ops::RangeFrom;
use std::sync::{Arc, OnceLock};

use quarry::{Budget, SettingValues};

use crate::chain::{ChainLink, RunChain};
use crate::contender::{Chosen, Contender};
use crate::experiment::Experiment;
use crate::subject::Subject;

/// One run to execute.
#[derive(Clone)]
pub struct Unit<'e> {
    /// Number in the plan, from 1.
    pub number: usize,
    /// Instance to solve.
    pub subject: &'e Subject,
    /// Solver, settings and limits.
    pub contender: &'e Contender,
    /// Index among the contender's runs on the subject, from 1.
    pub run: u64,
    /// Seed of the run.
    pub seed: u64,
    /// All settings, as the store keeps them. In a chain, the setting that takes the result of the
    /// run before holds that run's key.
    pub(crate) settings: Arc<str>,
    /// Identifier of the instance in the store.
    pub fingerprint: Arc<str>,
    /// Identifier of the run in the store, from instance, solver, settings, seed and limits.
    pub key: String,
    /// The run before in the chain, whose result this one begins with.
    pub(crate) before: Option<Arc<Unit<'e>>>,
    /// In a chain: what the next run begins with, once this process has made this run; nothing if
    /// the run found nothing.
    pub(crate) handed_on: Option<Arc<OnceLock<Option<String>>>>,
}

/// One contender on one subject: a row of the table.
pub struct Pairing<'e> {
    /// Instance to solve.
    pub subject: &'e Subject,
    /// Solver, settings and limits.
    pub contender: &'e Contender,
    /// Runs of the contender on the subject.
    pub units: Vec<Unit<'e>>,
}

/// All units of an experiment, grouped by table row.
pub struct Plan<'e> {
    /// The experiment that was expanded.
    pub experiment: &'e Experiment,
    /// Rows of the table, subject by subject.
    pub pairings: Vec<Pairing<'e>>,
}

impl<'e> Plan<'e> {
    /// Expands an experiment into units.
    pub fn of(experiment: &'e Experiment) -> Self {
        let mut numbers = 1..;
        let mut pairings: Vec<Pairing> = Vec::new();
        let (subjects, contenders) = (&experiment.subjects, &experiment.contenders);
        for (place, subject) in subjects.iter().enumerate() {
            for (index, contender) in contenders.iter().enumerate() {
                let before = contender.chain.as_ref().and_then(|chain| match chain.after {
                    ChainLink::Previous => place.checked_sub(1),
                    ChainLink::First => {
                        subjects[..place].iter().position(|first| first.entry == subject.entry)
                    }
                });
                let before = before
                    .map_or(&[][..], |before| &pairings[before * contenders.len() + index].units);
                let units = Unit::of(experiment.seed, subject, contender, before, &mut numbers);
                pairings.push(Pairing { subject, contender, units });
            }
        }
        Plan { experiment, pairings }
    }

    /// Returns the units in the order of their numbers.
    pub fn units(&self) -> impl Iterator<Item = &Unit<'e>> {
        self.pairings.iter().flat_map(|pairing| &pairing.units)
    }
}

impl<'e> Unit<'e> {
    /// Creates the units of a contender on a subject. If the contender is chained, each begins with
    /// the result of one of those before.
    fn of(
        experiment_seed: u64,
        subject: &'e Subject,
        contender: &'e Contender,
        before: &[Unit<'e>],
        numbers: &mut RangeFrom<usize>,
    ) -> Vec<Self> {
        let runs = (1..=contender.runs).zip(numbers);
        Unit::all(subject, contender, before, runs, derived_seed(experiment_seed))
    }

    /// Creates the unit of one run of a contender that is not chained.
    pub(crate) fn one(
        experiment_seed: u64,
        subject: &'e Subject,
        contender: &'e Contender,
        run: u64,
        number: usize,
    ) -> Self {
        let seed = derived_seed(experiment_seed);
        let mut units = Unit::all(subject, contender, &[], [(run, number)], seed);
        units.pop().expect("one run is one unit")
    }

    /// Creates the units of a contender on a subject from given seeds; the first has this number in
    /// the plan. If the contender is chained, each begins with the result of one of those before.
    pub(crate) fn seeded(
        subject: &'e Subject,
        contender: &'e Contender,
        before: &[Unit<'e>],
        first: usize,
        seeds: &[u64],
    ) -> Vec<Self> {
        let runs = (1..).zip(first..first + seeds.len());
        Unit::all(subject, contender, before, runs, |_, _, run| seeds[run as usize - 1])
    }

    /// Creates units; the seed may depend on the instance, the solver with its settings, and the
    /// run.
    fn all(
        subject: &'e Subject,
        contender: &'e Contender,
        before: &[Unit<'e>],
        runs: impl IntoIterator<Item = (u64, usize)>,
        seed: impl Fn(&str, &str, u64) -> u64,
    ) -> Vec<Self> {
        let instance = subject.instance.show();
        // The runs share their texts: there may be millions of them.
        let settings: Arc<str> = all_settings(subject, contender).into();
        let limits = limits(&contender.budget);
        let fingerprint: Arc<str> = fingerprint(&instance).into();
        let unit = |(index, (run, number))| {
            let chain: Option<(&RunChain, &Unit)> = contender.chain.as_ref().zip(before.get(index));
            let settings = chain.map_or_else(
                || Arc::clone(&settings),
                |(chain, before)| chained(&settings, &chain.setting, &before.key).into(),
            );
            let who = who(&contender.solver, &settings);
            let seed = seed(&instance, &who, run);
            Unit {
                number,
                subject,
                contender,
                run,
                seed,
                key: key(&instance, &who, &limits, seed),
                settings,
                fingerprint: Arc::clone(&fingerprint),
                before: chain.map(|(_, before)| Arc::new(before.clone())),
                handed_on: contender.chain.is_some().then(Arc::default),
            }
        };
        runs.into_iter().enumerate().map(unit).collect()
    }

    /// Returns what the next run of the chain begins with, once this process has made this run.
    pub(crate) fn found(&self) -> Option<&Option<String>> {
        self.handed_on.as_ref().and_then(|found| found.get())
    }

    /// Returns the settings of the run. In a chain, the run before must have been made.
    pub(crate) fn params(&self) -> Chosen {
        let mut params = self.contender.params_on(&self.subject.name);
        if let (Some(RunChain { setting, .. }), Some(before)) =
            (&self.contender.chain, &self.before)
        {
            let found = before.found().expect("the runs of a chain are made in order");
            if let Some(found) = found {
                params.retain(|(name, _)| name != setting);
                params.push((setting.clone(), found.clone()));
            }
        }
        params
    }
}

/// Returns how an experiment's seed, an instance, a solver with its settings and the number of a run
/// make the seed of the run.
fn derived_seed(experiment_seed: u64) -> impl Fn(&str, &str, u64) -> u64 {
    move |instance, who, run| {
        let origin = format!("seed {experiment_seed} run {run}");
        seed_of(&hash(&[instance, who, &origin]))
    }
}

/// Returns settings in which one is the result of the run with this key.
pub(crate) fn chained(settings: &str, setting: &str, before: &str) -> String {
    let replaced = |word: &str| match word.split_once('=') {
        Some((name, _)) if name == setting => format!("{name}=run:{before}"),
        _ => word.to_owned(),
    };
    settings.split(' ').map(replaced).collect::<Vec<_>>().join(" ")
}

/// Returns a contender's settings on a subject, both chosen and default: when a default changes,
/// the key of an older run stays the same.
pub(crate) fn all_settings(subject: &Subject, contender: &Contender) -> String {
    let settings =
        subject.instance.settings(&contender.solver, &contender.params_on(&subject.name));
    assignments(&settings.expect("solvers and settings are checked when an experiment is read"))
}

/// Returns the solver with all its settings, as used in keys.
pub(crate) fn who(solver: &str, settings: &str) -> String {
    format!("{solver} {settings}")
}

/// Returns the identifier of an instance.
pub(crate) fn fingerprint(instance: &str) -> String {
    known_by(&hash(&[instance]))
}

/// Returns the identifier of a run.
pub(crate) fn key(instance: &str, who: &str, limits: &str, seed: u64) -> String {
    known_by(&hash(&[instance, who, limits, &seed.to_string()]))
}

/// Returns 128 bits of a hash as hexadecimal digits: short to read and enough for any number of
/// runs.
fn known_by(hash: &blake3::Hash) -> String {
    hash.to_hex()[..32].to_owned()
}

/// Returns a hash of texts that stays the same in all versions. Each text is preceded by its
/// length, so that different lists differ.
fn hash(texts: &[&str]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize()
}

/// Returns 53 bits of the hash, which JavaScript, spreadsheets and other readers of numbers can
/// represent exactly.
fn seed_of(hash: &blake3::Hash) -> u64 {
    let bytes: [u8; 8] = std::array::from_fn(|index| hash.as_bytes()[index]);
    u64::from_le_bytes(bytes) >> 11
}

/// Formats settings for keys and for the store.
pub(crate) fn assignments(settings: &SettingValues) -> String {
    settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// Parses the text of [`assignments`] or [`limits`] into names and values.
pub(crate) fn assigned(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(' ').filter_map(|assignment| assignment.split_once('='))
}

/// Formats a budget for keys and for the store.
pub(crate) fn limits(budget: &Budget) -> String {
    let limits = [
        ("evaluations", budget.evaluations.map(|limit| limit.to_string())),
        ("nodes", budget.nodes.map(|limit| limit.to_string())),
        ("seconds", budget.seconds.map(|limit| limit.to_string())),
        ("memory", budget.memory.map(|limit| limit.to_string())),
    ];
    let set = limits.into_iter().filter_map(|(name, limit)| Some(format!("{name}={}", limit?)));
    set.collect::<Vec<_>>().join(" ")
}

/// Parses the text of [`limits`]; a value that is not a valid number is no limit.
pub(crate) fn budget(limits: &str) -> Budget {
    let limit =
        |wanted: &str| assigned(limits).find(|(name, _)| *name == wanted).map(|(_, value)| value);
    Budget {
        evaluations: limit("evaluations").and_then(|value| value.parse().ok()),
        nodes: limit("nodes").and_then(|value| value.parse().ok()),
        seconds: limit("seconds").and_then(|value| value.parse().ok()),
        memory: limit("memory").and_then(|value| value.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use quarry::Catalogue;

    use crate::subject::Lookup;
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;

    fn experiment(solvers: &str) -> Experiment {
        let head = "question = \"why?\"\nruns = 3\nbudget = { evaluations = 10 }\n\
                    [[instances]]\nname = \"samegame/tiny-*\"\n";
        Experiment::parse(
            "test",
            &format!("{head}{solvers}"),
            Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
        )
        .unwrap()
    }

    #[test]
    fn units_are_numbered_and_all_different() {
        let experiment =
            experiment("[[solvers]]\nname = \"random\"\n[[solvers]]\nname = \"greedy\"\n");
        let plan = Plan::of(&experiment);
        let numbers: Vec<_> = plan.units().map(|unit| unit.number).collect();
        assert_eq!(numbers, (1..=experiment.subjects.len() * 2 * 3).collect::<Vec<_>>());
        let seeds: HashSet<_> = plan.units().map(|unit| unit.seed).collect();
        let keys: HashSet<_> = plan.units().map(|unit| &unit.key).collect();
        assert_eq!((seeds.len(), keys.len()), (numbers.len(), numbers.len()));
    }

    #[test]
    fn a_unit_is_what_it_is_wherever_it_stands() {
        let alone = experiment("[[solvers]]\nname = \"beam\"\nparams = { width = 0x10 }\n");
        let among = experiment(
            "[[solvers]]\nname = \"greedy\"\n[[solvers]]\nname = \"beam\"\nparams = { width = [2, 16] }\n",
        );
        let keys = |plan: &Plan, solver| {
            let of = plan.units().filter(|unit| unit.contender.label() == solver);
            of.map(|unit| (unit.key.clone(), unit.seed)).collect::<Vec<_>>()
        };
        let (alone, among) = (Plan::of(&alone), Plan::of(&among));
        assert_eq!(keys(&alone, "beam width=16"), keys(&among, "beam width=16"));
        assert!(!keys(&alone, "beam width=16").is_empty());
    }

    /// A store must recognise its runs in every later version: a change of these values would
    /// orphan all existing runs.
    #[test]
    fn keys_and_seeds_stay_the_same_for_ever() {
        let experiment = experiment("[[solvers]]\nname = \"random\"\n");
        let plan = Plan::of(&experiment);
        let unit = plan.units().next().unwrap();
        assert_eq!(
            (unit.key.as_str(), unit.seed),
            ("c8c5f6d8fc00f098bcc84bfc7fff1ccf", 7_724_283_327_073_530)
        );
    }
}
