//! The guide's chapter "your first puzzle", carried out in a copy of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CHAPTER: &str = include_str!("../../docs/guide/your-first-puzzle.md");

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
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
    place: tempfile::TempDir,
}

impl Copy {
    fn cargo(&self, args: &[&str]) -> Output {
        // One build folder for all runs of this test, so that the dependencies are built once.
        let target = project().join("target/first-puzzle");
        Command::new(env!("CARGO"))
            .args(args)
            .env("CARGO_TARGET_DIR", target)
            .current_dir(self.place.path())
            .output()
            .expect("cargo runs")
    }

    #[track_caller]
    fn succeeds(&self, args: &[&str]) -> String {
        let output = self.cargo(args);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "cargo {args:?}\n{out}\n{err}");
        out.into_owned()
    }

    fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        let mut folders = vec![self.place.path().to_owned()];
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
    let copy_of_project = Copy { place: tempfile::tempdir().expect("a temporary folder") };
    let root = copy_of_project.place.path();
    copy(project(), root);

    // 1. The folder: one folder and one registration place are touched, and what is written compiles, keeps the laws and is
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

    // 6. The laws hold and the solvers work.
    copy_of_project.succeeds(&["test", "--quiet", "--package", "quarry-puzzles", "--test", "laws"]);
    for solver in ["breadth-first", "depth-first", "vns", "iterative-sampling"] {
        let out = copy_of_project.succeeds(&[
            "run",
            "--quiet",
            "--",
            "solve",
            "peg_row/first",
            "--solver",
            solver,
            "--evaluations",
            "20000",
        ]);
        assert!(out.contains("score     7 (goal reached"), "{solver}: {out}");
    }
}
