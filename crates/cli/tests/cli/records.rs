//! Records: an archive only accepts better answers, and all records in our archive are valid.

use std::path::Path;

use crate::program::Folder;

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
    let (date, answer) = kept.split_once('\n').expect("several lines");
    assert_eq!(answer, folder.read("exact.toml"));
    assert!(date.starts_with("recorded = \"20"), "{date}");

    // A record can be recorded elsewhere, and still has only one date.
    let from = "instances/samegame/records/table1-6x6-4.toml";
    folder.quarry(&["record", BOARD, from, "--archive", "other"]).ends_with(0);
    assert_eq!(folder.read("other/table1-6x6-4.toml").matches("recorded = ").count(), 1);
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
