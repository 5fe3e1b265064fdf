//! Records: an archive only accepts better answers, and all records in our archive are valid.

use std::path::Path;
use std::process::Stdio;

use crate::program::{Folder, command};

const BOARD: &str = "samegame/table1-6x6-4";

/// Writes an answer file of the solver.
fn solve(folder: &Folder, solver: &str, file: &str) {
    folder
        .quarry(&["solve", BOARD, "--solver", solver, "--evaluations", "5000", "-o", file])
        .ends_with(0);
}

#[test]
fn only_a_better_answer_is_recorded() {
    let folder = Folder::new();
    solve(&folder, "greedy", "greedy.toml");
    solve(&folder, "exact", "exact.toml");
    let record = |answer: &str| folder.quarry(&["record", BOARD, answer]);
    assert_eq!(record("greedy.toml").ends_with(0).out, "recorded: score 92, the first\n");
    assert_eq!(
        record("greedy.toml").ends_with(1).out,
        "not recorded: score 92; the archive has 92\n"
    );
    assert_eq!(record("exact.toml").ends_with(0).out, "recorded: score 152, before 92\n");
    let kept = folder.read("instances/samegame/records/table1-6x6-4.toml");
    assert_eq!(
        record("greedy.toml").ends_with(1).out,
        "not recorded: score 92; the archive has 152\n"
    );
    assert_eq!(folder.read("instances/samegame/records/table1-6x6-4.toml"), kept);
    assert!(kept.starts_with("recorded = \"20"), "{kept}");
    let claims = "claimed = { program = \"quarry 0.1.0\", solver = \"branch-and-bound\", ";
    assert!(kept.contains(claims) && kept.contains("proved = true }"), "{kept}");
    let moves = |text: &str| text[text.find("moves = [").expect("moves")..].to_owned();
    assert_eq!(moves(&kept), moves(&folder.read("exact.toml")));
    folder.quarry(&["verify", BOARD, "instances/samegame/records/table1-6x6-4.toml"]).ends_with(0);

    // A record can be recorded elsewhere, and still has only one date.
    let from = "instances/samegame/records/table1-6x6-4.toml";
    folder.quarry(&["record", BOARD, from, "--archive", "other"]).ends_with(0);
    assert_eq!(folder.read("other/table1-6x6-4.toml"), kept);
}

#[test]
fn only_what_was_judged_is_recorded() {
    let folder = Folder::new();
    solve(&folder, "exact", "exact.toml");
    let exact = folder.read("exact.toml");
    let place = "archive/table1-6x6-4.toml";
    let record = |text: &str| {
        folder.write("answer.toml", text);
        let _ = std::fs::remove_file(folder.path(place));
        folder.quarry(&["record", BOARD, "answer.toml", "--archive", "archive"]).ends_with(0);
        folder.quarry(&["verify", BOARD, place]).ends_with(0);
        folder.read(place)
    };
    let kept = record(&exact);

    // Another answer in a text, a byte order mark, a date of its own, and keys of no meaning.
    let hidden = format!("recorded = \"\"\"\nmoves = [\"1,1\"]\n\"\"\"\n{exact}");
    let marked = format!("\u{feff}{exact}");
    let dated = exact.replacen("seed =", "recorded = \"1900-01-01\"\nremark = \"?\"\nseed =", 1);
    for text in [hidden, marked, dated] {
        assert_eq!(record(&text), kept, "{text}");
    }
}

/// What a file says of its settings is written as it was read, or refused.
#[test]
fn settings_of_any_form_leave_a_record_that_can_be_read() {
    let folder = Folder::new();
    solve(&folder, "exact", "exact.toml");
    let exact = folder.read("exact.toml");
    let line = exact.lines().find(|line| line.starts_with("params = ")).expect("settings");
    let record = |params: &str| {
        folder.write("answer.toml", exact.replace(line, &format!("params = {{ {params} }}")));
        folder.quarry(&["record", BOARD, "answer.toml", "--archive", "archive"])
    };
    for several in ["width = [1, 2]", "width = []"] {
        let ran = record(several).ends_with(2);
        assert!(ran.err.contains("expected one value of `width`"), "{}", ran.err);
    }
    record("\"two\\nlines \\u007F\" = \"a\\nb\"").ends_with(0);
    folder.quarry(&["verify", BOARD, "archive/table1-6x6-4.toml"]).ends_with(0);
}

#[test]
fn names_with_dots_have_records_of_their_own() {
    let folder = Folder::new();
    for (name, seed) in [("b.v1.toml", "1"), ("b.v2.toml", "2")] {
        let size = ["--param", "rows=5", "--param", "columns=5"];
        let generate = ["generate", "samegame", "--seed", seed, "-o", name];
        folder.quarry(&[&generate[..], &size].concat()).ends_with(0);
        folder.quarry(&["solve", name, "--solver", "greedy", "-o", "answer"]).ends_with(0);
        folder.quarry(&["record", name, "answer", "--archive", "kept"]).ends_with(0);
        assert!(folder.path("kept").join(name).exists(), "{name}");
    }
}

#[test]
fn the_better_of_two_recorders_wins() {
    let folder = Folder::new();
    solve(&folder, "greedy", "greedy.toml");
    solve(&folder, "exact", "exact.toml");
    for round in 0..20 {
        let archive = format!("archive{round}");
        let begin = |answer: &str| {
            let args = ["record", BOARD, answer, "--archive", &archive];
            command(&folder.path(""), &args).stdout(Stdio::null()).spawn().expect("it starts")
        };
        let mut both = [begin("greedy.toml"), begin("exact.toml")];
        for child in &mut both {
            child.wait().expect("it ends");
        }
        let kept = folder.read(&format!("{archive}/table1-6x6-4.toml"));
        assert!(kept.contains("\nscore = 152\n"), "{kept}");
    }
}

#[test]
fn what_the_judge_refuses_is_never_recorded_and_a_broken_archive_is_not_overwritten() {
    let folder = Folder::new();
    solve(&folder, "exact", "exact.toml");
    let altered = folder.read("exact.toml").replace("score = 152", "score = 153");
    folder.write("altered.toml", &altered);
    let ran = folder.quarry(&["record", BOARD, "altered.toml", "--json"]).ends_with(1);
    assert!(
        ran.out.contains("\"recorded\":false") && ran.out.contains("claims score 153"),
        "{}",
        ran.out
    );
    folder.write("archive.toml", &altered);
    std::fs::create_dir(folder.path("broken")).expect("a folder");
    std::fs::rename(folder.path("archive.toml"), folder.path("broken/table1-6x6-4.toml"))
        .expect("a file moved");
    let ran = folder.quarry(&["record", BOARD, "exact.toml", "--archive", "broken"]).ends_with(2);
    assert!(ran.err.contains("broken/table1-6x6-4.toml: the file claims score 153"), "{}", ran.err);
    assert_eq!(folder.read("broken/table1-6x6-4.toml"), altered);
}

#[test]
fn every_record_of_ours_is_accepted() {
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let folder = Folder::new();
    let mut judged = 0;
    for puzzle in std::fs::read_dir(instances).expect("the instances").flatten() {
        for record in
            std::fs::read_dir(puzzle.path().join("records")).expect("its records").flatten()
        {
            let path = record.path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let instance = format!("{}/{name}", puzzle.file_name().to_string_lossy());
            folder.quarry(&["verify", &instance, &path.to_string_lossy()]).ends_with(0);
            judged += 1;
        }
    }
    assert!(judged >= 20, "{judged}");
}
