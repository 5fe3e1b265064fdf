//! Exports: every format from one store, and clear errors.

use crate::program::Folder;

const EXPERIMENT: &str = "question = \"q\"\nruns = 2\nbudget = { evaluations = 100 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-3\"\n[[solvers]]\nname = \"random\"\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("short.toml", EXPERIMENT);
    folder.quarry(&["run", "short.toml"]).ends_with(0);
    folder
}

#[test]
fn the_output_s_name_decides_the_form() {
    let folder = folder();
    for name in ["runs.csv", "runs.jsonl", "runs.parquet"] {
        let ran = folder.quarry(&["export", "-o", name]).ends_with(0);
        assert_eq!(ran.err, format!("2 runs written to {name}\n"));
    }
    assert_eq!(folder.read("runs.csv"), folder.quarry(&["export"]).ends_with(0).out);
    let lines =
        folder.quarry(&["export", "--format", "jsonl", "--experiment", "short"]).ends_with(0).out;
    assert_eq!((folder.read("runs.jsonl"), lines.lines().count()), (lines, 2));
    let bytes = std::fs::read(folder.path("runs.parquet")).expect("a file");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));

    let by_file =
        folder.quarry(&["export", "--experiment", "short.toml", "--what", "improvements"]);
    assert!(by_file.ends_with(0).out.starts_with(
        "run,unit,instance,solver,params,seed,evaluations,nodes,seconds,score,complete\n"
    ));
    folder.quarry(&["export", "--format", "iohanalyzer", "-o", "profile"]).ends_with(0);
    assert!(folder.path("profile/001_random/IOHprofiler_f1_samegame-table1-5x5-3.json").exists());
}

#[test]
fn what_is_missing_is_named() {
    let folder = folder();
    let complaint = |args: &[&str]| folder.quarry(args).ends_with(2).err;
    assert_eq!(
        complaint(&["export", "--experiment", "long"]),
        "error: quarry.sqlite: no experiment \"long\": expected one of short\n"
    );
    assert!(complaint(&["export", "--store", "none.sqlite"]).starts_with("error: none.sqlite: "));
    assert!(!folder.path("none.sqlite").exists());
    assert!(
        complaint(&["export", "-o", "runs.xls"])
            .contains("--format csv, parquet, jsonl or iohanalyzer")
    );
    assert!(complaint(&["export", "--format", "parquet"]).contains("with -o"));
    assert!(
        complaint(&["export", "-o", "nowhere/runs.csv"]).contains("there is no folder nowhere")
    );
    assert!(
        complaint(&["export", "--format", "iohanalyzer", "-o", "."]).contains("name a new folder")
    );
    let args = ["export", "--format", "jsonl", "--what", "improvements"];
    assert!(complaint(&args).contains("is for csv and parquet"));
}
