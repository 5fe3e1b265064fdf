//! Write-protected stores can be read and stay unchanged.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;

use crate::program::{Folder, Ran};

const EXPERIMENT: &str = "question = \"q\"\nruns = 2\nbudget = { nodes = 100 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-3\"\n[[solvers]]\nname = \"random\"\n";

/// A user other than the superuser, for whom permissions would not count.
const NOBODY: u32 = 65_534;

/// Creates a folder `locked` with a store and its experiment, and a folder `work` that everyone may
/// write in.
fn folder() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("locked")).expect("a folder");
    fs::create_dir(folder.path("work")).expect("a folder");
    folder.write("locked/short.toml", EXPERIMENT);
    folder.quarry(&["run", "locked/short.toml", "--store", "locked/runs.sqlite"]).ends_with(0);
    // The program is copied to where every user may call it.
    fs::copy(env!("CARGO_BIN_EXE_quarry"), folder.path("quarry")).expect("a copy");
    for (name, mode) in [("", 0o755), ("quarry", 0o755), ("work", 0o777)] {
        fs::set_permissions(folder.path(name), Permissions::from_mode(mode)).expect("our own");
    }
    folder
}

/// Removes write permission from the files and from their folder.
fn lock(folder: &Folder) {
    for entry in fs::read_dir(folder.path("locked")).expect("a folder").flatten() {
        fs::set_permissions(entry.path(), Permissions::from_mode(0o444)).expect("our own");
    }
    fs::set_permissions(folder.path("locked"), Permissions::from_mode(0o555)).expect("our own");
}

/// Calls the program from the folder `work`, as a user who may not write in the other.
fn call(folder: &Folder, args: &[&str]) -> Ran {
    let mut command = Command::new(folder.path("quarry"));
    command.args(args).current_dir(folder.path("work")).env("NO_COLOR", "1");
    if fs::metadata(folder.path("quarry")).expect("a file").uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    Ran::of(command.output().expect("the binary starts"))
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Checks what a reader gets, and that it leaves nothing behind.
fn is_read(folder: &Folder) {
    lock(folder);
    let before = names(&folder.path("locked"));
    let store = "../locked/runs.sqlite";
    let table = call(folder, &["run", "../locked/short.toml", "--store", store]).ends_with(0).out;
    assert!(table.contains("samegame/table1-5x5-3  random     2"), "{table}");
    call(folder, &["report", "../locked/short.toml", "--store", store, "-o", "short.html"])
        .ends_with(0);
    let runs = call(folder, &["export", "--store", store, "--format", "jsonl"]).ends_with(0).out;
    assert_eq!(runs.lines().count(), 2, "{runs}");
    let steps =
        call(folder, &["export", "--store", store, "--what", "improvements"]).ends_with(0).out;
    assert!(steps.lines().count() >= 3, "{steps}");
    assert_eq!(names(&folder.path("locked")), before);
    // Missing runs cannot be made: the error comes before any of them starts.
    folder.write("work/more.toml", EXPERIMENT.replace("runs = 2", "runs = 3"));
    let ran = call(folder, &["run", "more.toml", "--store", store]).ends_with(2);
    let said = "error: ../locked/runs.sqlite: runs are missing, and this file cannot be written; choose another place";
    assert!(ran.err.starts_with(said), "{}", ran.err);
    fs::set_permissions(folder.path("locked"), Permissions::from_mode(0o755)).expect("our own");
}

#[test]
fn a_store_in_a_locked_folder_is_read() {
    is_read(&folder());
}

/// A program that was killed leaves its last runs in the log beside the store. They must be read
/// too.
#[test]
fn a_store_with_a_log_is_read() {
    let folder = folder();
    let kept = folder.path("kept");
    fs::create_dir(&kept).expect("a folder");
    {
        let open = Connection::open(folder.path("locked/runs.sqlite")).expect("a store");
        open.execute("UPDATE runs SET checksum = NULL, experiment = 'short, in the log'", [])
            .expect("an update");
        for name in ["runs.sqlite", "runs.sqlite-wal"] {
            fs::copy(folder.path("locked").join(name), kept.join(name)).expect("a copy");
        }
    }
    for name in ["runs.sqlite", "runs.sqlite-wal"] {
        fs::copy(kept.join(name), folder.path("locked").join(name)).expect("a copy");
    }
    lock(&folder);
    let runs = call(&folder, &["export", "--store", "../locked/runs.sqlite"]).ends_with(0).out;
    assert!(runs.contains("short, in the log"), "{runs}");
    fs::set_permissions(folder.path("locked"), Permissions::from_mode(0o755)).expect("our own");
    is_read(&folder);
}
