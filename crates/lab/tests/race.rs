//! Races from file to outcome.

use quarry::Catalogue;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry_lab::race::{End, Race, RaceOutcome, Reason, tune};
use quarry_lab::{Contender, Lookup, Store, Threads};

/// Among beams, the wide one is better on almost every board; random play is far worse.
const GRID: &str = r#"
question = "Which is best?"
runs = 2
budget = { nodes = 20_000 }

[race]
most = 120

[[instances]]
generate = "samegame"
params = { rows = 6, columns = 6 }
count = 10

[[solvers]]
name = "beam"
params = { width = [1, 16, 0x10, 2] }

[[solvers]]
name = "random"

[[solvers]]
name = "iterative-sampling"
budget = { evaluations = 2 }
"#;

fn iterated() -> String {
    GRID.replace("[1, 16, 0x10, 2]", "{ from = 1, to = 64, scale = \"log\" }")
        .replace("most = 120", "most = 200\ncandidates = 6\niterations = 3\nfirst = 4")
}

fn parse(text: &str) -> Race {
    Race::parse("race", text, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Runs a race in a store, to its end or up to a number of runs; returns the outcome and the number
/// of new runs.
fn tuned(
    race: &Race,
    store: &mut Store,
    threads: usize,
    stop_at: usize,
) -> (Option<RaceOutcome>, usize) {
    let stop = Arc::new(AtomicBool::new(false));
    let mut made = 0;
    let outcome = tune(race, store, &mut Threads(threads), &stop, &mut |step| {
        made += usize::from(step.latest.is_some());
        assert!(step.done <= race.most && step.all == race.most);
        if made >= stop_at {
            stop.store(true, Ordering::Relaxed);
        }
    });
    (outcome.unwrap(), made)
}

/// Runs a race to its end in a new store.
fn fresh(race: &Race, threads: usize) -> (RaceOutcome, usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    let (outcome, made) = tuned(race, &mut store, threads, usize::MAX);
    (outcome.unwrap(), made)
}

#[test]
fn the_planted_winner_is_found_with_fewer_runs_than_the_grid_has() {
    let race = parse(GRID);
    let (outcome, made) = fresh(&race, 2);
    let labels: Vec<_> = outcome.left.iter().map(|standing| standing.contender.label()).collect();
    assert_eq!(labels, ["beam width=16"], "{outcome}");
    assert_eq!(
        (outcome.end, outcome.fallen.len()),
        (End::Decided, 4),
        "the same width twice enters once"
    );
    let grid = 5 * race.blocks();
    assert!(made == outcome.runs && made < grid * 2 / 3, "{made} of {grid}");
    assert!(
        outcome
            .fallen
            .iter()
            .all(|fall| matches!(fall.reason, Reason::Worse { p_value } if p_value < 0.05))
    );
    assert!(
        outcome
            .fallen
            .iter()
            .all(|fall| fall.mean_score.mean < fall.best_score.mean && fall.judged_by >= 5)
    );
    let text = outcome.to_string();
    assert!(text.contains("\n1 of 5 configurations left after 1 iteration, "), "{text}");
}

#[test]
fn an_iterated_race_samples_ever_closer_and_ends_the_same_on_any_number_of_threads() {
    let race = parse(&iterated());
    let (outcome, made) = fresh(&race, 1);
    assert_eq!(fresh(&race, 2), (outcome.clone(), made));
    assert!(made <= race.most, "{made}");
    let width = |contender: &Contender| contender.params[0].1.parse::<u64>().unwrap();
    assert!(width(&outcome.left[0].contender) >= 12, "{outcome}");
    // Six beams are sampled in each iteration, or fewer if all nearby ones are known; two solvers
    // are listed.
    assert!((10..=20).contains(&(outcome.left.len() + outcome.fallen.len())), "{outcome}");
    let narrowest = |iteration: usize| {
        let left = outcome.left.iter().map(|standing| (&standing.contender, standing.entered));
        let fallen = outcome.fallen.iter().map(|fall| (&fall.contender, fall.entered));
        let beams = left
            .chain(fallen)
            .filter(|(who, entered)| who.solver == "beam" && *entered == iteration);
        beams.map(|(who, _)| width(who)).min().unwrap()
    };
    assert!(narrowest(1) < narrowest(3), "{outcome}");
}

#[test]
fn a_stopped_race_goes_on_where_it_was_and_repeats_nothing() {
    let race = parse(&iterated());
    let (whole, all) = fresh(&race, 1);
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    let mut made = 0;
    for stop_at in [3, 20, 40] {
        let (outcome, runs) = tuned(&race, &mut store, 2, stop_at);
        assert!(outcome.is_none() && runs >= stop_at);
        made += runs;
    }
    let (outcome, rest) = tuned(&race, &mut store, 2, usize::MAX);
    assert_eq!((outcome.unwrap().to_string(), made + rest), (whole.to_string(), all));
    let (again, none) = tuned(&race, &mut store, 1, usize::MAX);
    assert_eq!((again.unwrap(), none), (whole, 0));
}

#[test]
fn the_runs_are_spent_and_no_more() {
    let tight = GRID.replace("most = 120", "most = 32\nconfidence = 0.999999");
    let (outcome, made) = fresh(&parse(&tight), 2);
    assert_eq!(
        (outcome.end, outcome.blocks, made),
        (End::RunsSpent, 6, 30),
        "a seventh block would take 35"
    );
    assert_eq!(outcome.left.len(), 5);
    assert!(outcome.left.is_sorted_by(|one, next| one.mean_rank <= next.mean_rank));
    // A single range is enough for a race, and this few runs are enough for a single range.
    let alone = iterated().split("[[solvers]]\nname = \"random\"").next().unwrap().to_owned();
    let (outcome, made) = fresh(&parse(&alone.replace("200\ncandidates = 6", "24")), 1);
    assert!(made <= 24 && outcome.left.iter().all(|standing| standing.blocks >= 4), "{outcome}");
    for most in [120, 150, 333] {
        // As many candidates as the runs allow.
        let text = iterated().replace("most = 200\ncandidates = 6", &format!("most = {most}"));
        let (outcome, made) = fresh(&parse(&text), 2);
        assert!(made == outcome.runs && made <= most && made > most / 3, "{made} of {most}");
    }
}

#[test]
fn slips_are_found_before_anything_runs() {
    let refused = |text: &str, from: &str, to: &str, expected: &str| {
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text);
        let complaint =
            Race::parse("race", &wrong, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
                .err()
                .expect("this file is wrong")
                .to_string();
        assert!(complaint.starts_with(expected), "{complaint}");
    };
    let (grid, ranges) = (GRID, iterated());
    refused(
        grid,
        "most = 120",
        "most = 20",
        "line 7, column 8: expected `most` to be at least 30, as 6 configurations, 5 blocks and 1 iteration",
    );
    refused(grid, "most = 120", "", "line 6, column 1: expected a key `most`");
    refused(
        grid,
        "most = 120",
        "most = 120\nfirst = 1",
        "line 8, column 9: expected `first` from 2 to 20",
    );
    refused(grid, "count = 10", "count = 2", "line 6, column 1: expected `first` from 2 to 4");
    refused(
        grid,
        "120",
        "120\nconfidence = 1",
        "line 8, column 14: expected a confidence from 0.5",
    );
    refused(
        grid,
        "120",
        "120\niterations = 2",
        "line 8, column 14: expected a setting with a range",
    );
    refused(
        grid,
        "most",
        "mots",
        "line 7, column 1: expected one of the keys first, confidence, most",
    );
    refused(grid, "[race]\nmost = 120\n", "", "line 21, column 29: expected a key `race`");
    refused(
        grid,
        "runs = 2",
        "title = \"x\"",
        "line 3, column 1: expected one of the keys question, seed, runs",
    );
    refused(
        grid,
        "\"random\"",
        "\"random\"\nruns = 3",
        "line 20, column 1: expected one of the keys name, params",
    );
    refused(
        grid,
        "width = [",
        "widht = [",
        "line 16, column 12: expected one of the settings width",
    );
    refused(grid, "[1, 16", "[0, 16", "line 16, column 21: expected a whole number from 1");
    refused(
        &ranges,
        "from = 1,",
        "from = 0,",
        "line 19, column 29: expected a whole number from 1",
    );
    refused(
        &ranges,
        "from = 1,",
        "from = 1.5,",
        "line 19, column 29: expected a whole number from 1",
    );
    refused(&ranges, "to = 64", "to = 1", "line 19, column 37: expected more than 1");
    refused(&ranges, "\"log\"", "\"cubic\"", "line 19, column 49: expected \"linear\" or \"log\"");
    refused(
        &ranges,
        "scale",
        "steps",
        "line 19, column 41: expected one of the keys from, to, scale",
    );
    refused(&ranges, "from = 1, ", "", "line 19, column 20: expected a key `from`");
    let policy = "name = \"iterative-sampling\"\nparams = { policy = { from = 1, to = 2 } }";
    refused(
        grid,
        "name = \"iterative-sampling\"",
        policy,
        "line 23, column 12: expected one of uniform, guided for `policy`",
    );
    let one = "question = \"?\"\nbudget = { nodes = 9 }\nrace = { most = 10 }\n[[instances]]\n\
               name = \"samegame/tiny-*\"\n[[solvers]]\nname = \"beam\"\n";
    refused(
        one,
        "nodes = 9",
        "nodes = 8",
        "line 6, column 1: expected at least two configurations",
    );
    refused(
        one,
        "[[solvers]]\nname = \"beam\"\n",
        "",
        "line 5, column 25: expected a key `solvers`",
    );
}
