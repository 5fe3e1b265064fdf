//! The guide's chapter "your first puzzle", carried out in a copy of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const CHAPTER: &str = include_str!("../../docs/guide/your-first-puzzle.md");

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

fn build_folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder in the build folder")
}

/// The chapter's code blocks of one language, joined.
fn blocks(language: &str) -> String {
    let fence = format!("```{language}\n");
    CHAPTER
        .split(&fence)
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let name = entry.file_name();
        let (from, to) = (entry.path(), to.join(&name));
        if from.is_dir() {
            if name != "target" && name != ".git" {
                fs::create_dir_all(&to).expect("a folder");
                copy(&from, &to);
            }
        } else {
            fs::copy(&from, &to).expect("a copy");
        }
    }
}

struct Copy {
    place: PathBuf,
}

impl Copy {
    /// The same place every time, so that a build takes the room of the last one.
    fn new() -> Copy {
        let place = build_folder().join("first-puzzle/project");
        if place.exists() {
            fs::remove_dir_all(&place).expect("the last copy goes");
        }
        fs::create_dir_all(&place).expect("a folder");
        copy(project(), &place);
        Copy { place }
    }

    fn programs() -> PathBuf {
        build_folder().join("first-puzzle/programs")
    }

    #[track_caller]
    fn succeeds(&self, args: &[&str]) -> String {
        // Not the project's own build folder: cargo knows crates by their places in a workspace,
        // and would take the copy's for ours.
        self.runs(Command::new(env!("CARGO")).args(args).env("CARGO_TARGET_DIR", Copy::programs()))
    }

    #[track_caller]
    fn runs(&self, command: &mut Command) -> String {
        let output = command.current_dir(&self.place).output().expect("it starts");
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{command:?}\n{out}\n{err}");
        out.into_owned()
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![self.place.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.push((path.clone(), fs::read(&path).expect("a file")));
                }
            }
        }
        files.sort();
        files
    }
}

#[test]
fn the_chapter_can_be_followed() {
    let copy_of_project = Copy::new();
    let root = &copy_of_project.place;

    // 1. The folder: one folder and one registration place are touched, and what is written
    //    compiles, keeps the laws and is
    // tidy.
    let before = copy_of_project.files();
    copy_of_project.succeeds(&["xtask", "new", "puzzle", "peg_row"]);
    let home = root.join("crates/puzzles/src/peg_row");
    let changed: Vec<_> = copy_of_project
        .files()
        .into_iter()
        .filter(|file| !before.contains(file) && !file.0.starts_with(&home))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(changed, [root.join("crates/puzzles/src/lib.rs")]);
    copy_of_project.succeeds(&["fmt", "--all", "--check"]);
    copy_of_project.succeeds(&["xtask", "golden"]);
    copy_of_project.succeeds(&["xtask", "tidy"]);

    // 2. to 5. The chapter's code in place of the toy.
    fs::write(home.join("mod.rs"), blocks("rust")).expect("written");
    fs::write(home.join("examples/first.toml"), blocks("toml")).expect("written");
    copy_of_project.succeeds(&["fmt", "--all", "--check"]);
    copy_of_project.succeeds(&["xtask", "golden"]);
    copy_of_project.succeeds(&["xtask", "tidy"]);

    // 6. The laws hold and the solvers work. The program is built along with a test, as `cargo
    //    xtask golden` builds its
    // tests: then what others wrote is not built again with other features.
    copy_of_project.succeeds(&["test", "--quiet", "--workspace", "--test", "laws"]);
    copy_of_project.succeeds(&[
        "build",
        "--quiet",
        "--workspace",
        "--bin",
        "quarry",
        "--test",
        "laws",
    ]);
    for solver in ["breadth-first", "depth-first", "vns", "iterative-sampling"] {
        let args = ["solve", "peg_row/first", "--solver", solver, "--evaluations", "20000"];
        let out =
            copy_of_project.runs(Command::new(Copy::programs().join("debug/quarry")).args(args));
        assert!(out.contains("score     7 (goal reached"), "{solver}: {out}");
    }
}
