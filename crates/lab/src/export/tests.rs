//! Reads the exported files back, with an independent reader where there is one.

use crate::subject::Lookup;
use quarry::Catalogue;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use super::*;
use crate::{Experiment, execute};

const EXPERIMENT: &str = "question = \"who?\"\nruns = 3\nbudget = { evaluations = 300 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-[34]\"\n\
    [[solvers]]\nname = \"random\"\n[[solvers]]\nname = \"tabu\"\nparams = { memory = [5, 9] }\n\
    [[solvers]]\nname = \"exact\"\nbudget = { nodes = 1 }\n";

fn experiment(name: &str) -> Experiment {
    Experiment::parse(name, EXPERIMENT, Lookup::in_folder(&Catalogue::standard(), Path::new(".")))
        .unwrap()
}

/// Returns a store with the experiment's 24 runs, in a folder that must outlive it.
fn filled() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    // Names may contain any characters: this one needs every kind of quoting.
    let experiment = experiment("one, \"two\"\nthree");
    let calm = Arc::new(AtomicBool::new(false));
    execute(&Plan::of(&experiment), &mut store, 1, &calm, &mut |_| {}).unwrap();
    (folder, store)
}

fn empty() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
    (folder, store)
}

fn json_lines(export: &Export) -> Vec<Value> {
    let mut out = Vec::new();
    export.json_lines(&mut out).unwrap();
    String::from_utf8(out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn csv(export: &Export, what: What) -> (csv::StringRecord, Vec<csv::StringRecord>) {
    let mut out = Vec::new();
    export.csv(what, &mut out).unwrap();
    let mut reader = csv::Reader::from_reader(out.as_slice());
    (reader.headers().unwrap().clone(), reader.records().map(Result::unwrap).collect())
}

fn parquet(export: &Export, what: What) -> Vec<Vec<(String, Field)>> {
    let mut out = Vec::new();
    export.parquet(what, &mut out).unwrap();
    let reader = SerializedFileReader::new(file_of(&out)).unwrap();
    let rows = reader.get_row_iter(None).unwrap().map(Result::unwrap);
    rows.map(parquet::record::Row::into_columns).collect()
}

/// Writes the content into a temporary file, because the Parquet reader needs a file.
fn file_of(content: &[u8]) -> std::fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(content).unwrap();
    file
}

/// Both tables hold the same values as the JSON lines, which have every value with its type.
#[test]
fn all_forms_hold_the_same_runs() {
    let (_folder, store) = filled();
    let export = Export::of(&store, &Selection::All).unwrap();
    let lines = json_lines(&export);
    let (head, records) = csv(&export, What::Runs);
    let rows = parquet(&export, What::Runs);
    assert_eq!((export.runs(), lines.len(), records.len(), rows.len()), (24, 24, 24, 24));
    for ((line, record), row) in lines.iter().zip(&records).zip(&rows) {
        for ((name, text), (column, field)) in head.iter().zip(record).zip(row) {
            assert_eq!(name, column);
            let expected = match name.split_once('_') {
                Some(("param", setting)) => &line["params"][setting],
                Some(("budget", limit)) => &line["budget"][limit],
                _ if ["params", "budget", "answer"].contains(&name) => continue,
                _ => &line[name],
            };
            match (expected, field) {
                (Value::Null, Field::Null) => assert_eq!(text, "", "{name}"),
                (Value::String(value), Field::Str(same)) => assert_eq!([value, same], [text, text]),
                (Value::Bool(value), Field::Bool(same)) => {
                    assert_eq!((value, text), (same, value.to_string().as_str()));
                }
                (Value::Number(value), Field::Long(same)) => {
                    assert_eq!((value.as_i64(), text.parse()), (Some(*same), Ok(*same)));
                }
                (Value::Number(value), Field::Double(same)) => {
                    assert_eq!((value.as_f64(), text.parse()), (Some(*same), Ok(*same)));
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        let answer: Vec<_> =
            line["answer"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
        assert_eq!(record[25].lines().collect::<Vec<_>>(), answer);
    }
    assert_eq!(lines[0]["experiment"], "one, \"two\"\nthree");
    let bounded = lines.iter().filter(|line| !line["bound"].is_null()).count();
    assert_eq!(bounded, 6, "only exact has a bound; other runs have no value in any format");
}

#[test]
fn improvements_are_a_table_and_part_of_their_runs() {
    let (_folder, store) = filled();
    let export = Export::of(&store, &Selection::All).unwrap();
    const COLUMNS: [&str; 11] = [
        "run",
        "unit",
        "instance",
        "solver",
        "params",
        "seed",
        "evaluations",
        "nodes",
        "seconds",
        "score",
        "complete",
    ];
    let (head, records) = csv(&export, What::Improvements);
    assert_eq!(head, COLUMNS.to_vec());
    let nested: Vec<_> = json_lines(&export)
        .iter()
        .flat_map(|run| {
            let steps = run["improvements"].as_array().unwrap().clone();
            let run = ["unit", "instance", "solver"]
                .map(|key| run[key].as_str().unwrap().to_owned())
                .join(" ");
            steps.into_iter().map(move |step| {
                format!(
                    "{run} {} {} {} {}",
                    step["evaluations"], step["nodes"], step["score"], step["complete"]
                )
            })
        })
        .collect();
    let line =
        |record: &csv::StringRecord| [1, 2, 3, 6, 7, 9, 10].map(|column| &record[column]).join(" ");
    let flat: Vec<_> = records.iter().map(line).collect();
    assert_eq!(flat, nested);
    assert!(flat.len() > 24);
    assert_eq!(parquet(&export, What::Improvements).len(), flat.len());
}

#[test]
fn an_experiment_is_known_by_its_name_or_by_its_plan() {
    let (_folder, store) = filled();
    let made = Export::of(&store, &Selection::Made("one, \"two\"\nthree")).unwrap();
    assert_eq!(made.runs(), 24);
    let other = EXPERIMENT.replace("runs = 3", "runs = 2").replace("[5, 9]", "[9, 11]");
    let other = Experiment::parse(
        "other",
        &other,
        Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
    )
    .unwrap();
    let planned = Export::of(&store, &Selection::Planned(&Plan::of(&other))).unwrap();
    assert_eq!(planned.runs(), 2 * 2 * 3, "the runs with memory 11 were never made");
    let unknown = Export::of(&store, &Selection::Made("nobody")).err().unwrap().to_string();
    assert_eq!(unknown, "no experiment \"nobody\": expected one of one, \"two\"\nthree");
}

#[test]
fn an_empty_store_gives_empty_tables() {
    let (folder, store) = empty();
    let export = Export::of(&store, &Selection::All).unwrap();
    let (head, records) = csv(&export, What::Runs);
    assert!(head.len() > 24 && records.is_empty());
    assert!(json_lines(&export).is_empty() && parquet(&export, What::Runs).is_empty());
    assert!(matches!(
        export.iohanalyzer(&Catalogue::standard(), &folder.path().join("profile")),
        Err(ExportError::Nothing)
    ));
    let unknown = Export::of(&store, &Selection::Made("nobody")).err().unwrap().to_string();
    assert_eq!(unknown, "no experiment \"nobody\": the store is empty");
}

/// Reads the folder as IOHanalyzer does: the meta file, then the data, where a head begins each
/// run.
#[test]
fn a_folder_for_iohanalyzer() {
    let (folder, store) = filled();
    let export = Export::of(&store, &Selection::All).unwrap();
    let place = folder.path().join("profile");
    export.iohanalyzer(&Catalogue::standard(), &place).unwrap();
    let mut algorithms: Vec<_> =
        std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    algorithms.sort();
    assert_eq!(algorithms, ["001_exact", "002_random", "003_tabu-memory-5", "004_tabu-memory-9"]);

    let runs = json_lines(&export);
    let mut found = 0;
    for algorithm in algorithms {
        for function in [1, 2] {
            let size = [3, 4][function - 1];
            let home = place.join(&algorithm);
            let meta =
                home.join(format!("IOHprofiler_f{function}_samegame-table1-5x5-{size}.json"));
            let meta: Value =
                serde_json::from_str(&std::fs::read_to_string(meta).unwrap()).unwrap();
            assert_eq!((&meta["suite"], &meta["maximization"]), (&runs[0]["puzzle"], &true.into()));
            let scenario = &meta["scenarios"][0];
            assert_eq!(scenario["dimension"], 25);
            let data =
                std::fs::read_to_string(home.join(scenario["path"].as_str().unwrap())).unwrap();
            let heads: Vec<_> = data.split("evaluations raw_y seconds nodes\n").skip(1).collect();
            for (entry, lines) in scenario["runs"].as_array().unwrap().iter().zip(&heads) {
                let run = runs.iter().find(|run| run["seed"] == entry["seed"]).unwrap();
                let steps: Vec<Vec<f64>> = lines
                    .lines()
                    .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect())
                    .collect();
                assert!(steps.is_sorted_by(|one, next| one[0] < next[0] && one[1] <= next[1]));
                assert_eq!(steps[0][0], 1.0);
                let last = steps.last().unwrap();
                assert_eq!(last[0], entry["evals"].as_f64().unwrap());
                assert_eq!(last[1], entry["best"]["y"].as_f64().unwrap());
                if run["complete"] == true {
                    assert_eq!(run["score"], entry["best"]["y"]);
                }
                // Each complete intermediate answer has a line at its own evaluation; there are no
                // other lines.
                let improvements = run["improvements"].as_array().unwrap().iter();
                for step in improvements.filter(|step| step["complete"] == true) {
                    let at = step["evaluations"].as_f64().unwrap().max(1.0);
                    let line = steps.iter().find(|line| line[0] == at).expect("a line for it");
                    assert!(line[1] >= step["score"].as_f64().unwrap());
                }
                let scores = || run["improvements"].as_array().unwrap().iter();
                let counts = |line: &&Vec<f64>| {
                    scores().any(|step| {
                        step["complete"] == true && step["score"].as_f64() == Some(line[1])
                    })
                };
                let lowest = steps[0][1];
                assert!(steps.iter().filter(|line| line[1] > lowest).all(|line| counts(&line)));
                found += 1;
            }
        }
    }
    assert_eq!(found, 24);
}
