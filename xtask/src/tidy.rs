//! Checks the invariants of ARCHITECTURE.md that a program can check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::documents;

/// Allowed dependencies of each crate; other crates must not exist.
const CRATES: [(&str, &[&str]); 12] = [
    ("quarry-core", &[]),
    ("quarry-constraint", &["quarry-core"]),
    ("quarry-nets", &["quarry-core"]),
    ("quarry-puzzles", &["quarry-core", "quarry-constraint", "quarry-pencil"]),
    ("quarry-pencil", &["quarry-core", "quarry-constraint"]),
    ("quarry-solvers", &["quarry-core", "quarry-constraint", "quarry-nets"]),
    ("quarry", &["quarry-core", "quarry-nets", "quarry-puzzles", "quarry-solvers"]),
    ("quarry-lab", &["quarry-core", "quarry"]),
    ("quarry-studio", &["quarry", "quarry-lab"]),
    ("quarry-python", &["quarry", "quarry-lab"]),
    ("quarry-cli", &["quarry", "quarry-lab", "quarry-studio"]),
    ("xtask", &[]),
];

/// Files that may exceed the limit, with the reason.
const LONG_FILES: [(&str, &str); 0] = [];
const LONGEST_FILE: usize = 600;

/// Allowed entries in the root of the repository.
const ROOT: [&str; 24] = [
    ".cargo",
    ".ci",
    ".git",
    ".git-blame-ignore-revs",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "crates",
    "deny.toml",
    "docs",
    "examples",
    "experiments",
    "instances",
    "rustfmt.toml",
    "target",
    "xtask",
];

/// Runs every check and reports all findings, not only the first.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = Files::of(root)?;
    let mut found = Vec::new();
    found.extend(dependencies(root)?);
    found.extend(features_of_the_wheel(root)?);
    found.extend(puzzle_homes(root)?);
    found.extend(puzzle_names(root, &files)?);
    found.extend(moves_past_the_meter(&files));
    found.extend(names_of_two_meanings(&files));
    found.extend(machine_paths(&files));
    found.extend(long_files(&files));
    found.extend(strangers_in_the_root(root)?);
    found.extend(documents::book_chapters(&files.texts));
    found.extend(documents::dead_links(root, &files.texts));
    found.extend(documents::long_decisions(&files.texts));
    found.extend(documents::wide_lines(&files.texts));
    if found.is_empty() {
        eprintln!("tidy: {} files, no findings", files.texts.len());
        Ok(())
    } else {
        Err(format!("tidy:\n  {}", found.join("\n  ")))
    }
}

/// The text files of the project, by path from its root.
struct Files {
    texts: Vec<(String, String)>,
}

impl Files {
    fn of(root: &Path) -> Result<Self, String> {
        let mut texts = Vec::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            for path in entries(&folder)? {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                // In a worktree `.git` is a file.
                if name == "target" || name == ".git" {
                    continue;
                }
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(text) = fs::read_to_string(&path) {
                    let relative = path.strip_prefix(root).unwrap_or(&path);
                    texts.push((relative.to_string_lossy().replace('\\', "/"), text));
                }
            }
        }
        texts.sort();
        Ok(Files { texts })
    }

    fn rust(&self) -> impl Iterator<Item = &(String, String)> {
        self.texts.iter().filter(|(path, _)| path.ends_with(".rs"))
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = read.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Checks that crates depend on each other only as the map allows.
fn dependencies(root: &Path) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut manifests: Vec<_> =
        entries(&root.join("crates"))?.iter().map(|folder| folder.join("Cargo.toml")).collect();
    manifests.push(root.join("xtask/Cargo.toml"));
    for manifest in manifests {
        let table: toml::Table =
            read(&manifest)?.parse().map_err(|error| format!("{}: {error}", manifest.display()))?;
        let name = table["package"]["name"].as_str().unwrap_or_default();
        let Some((_, allowed)) = CRATES.iter().find(|(known, _)| *known == name) else {
            found.push(format!("crate {name} is not on the map in xtask/src/tidy.rs"));
            continue;
        };
        for section in ["dependencies", "build-dependencies"] {
            let Some(dependencies) = table.get(section).and_then(toml::Value::as_table) else {
                continue;
            };
            let ours = dependencies
                .keys()
                .filter(|dependency| CRATES.iter().any(|(known, _)| known == dependency));
            for stranger in ours.filter(|dependency| !allowed.contains(&dependency.as_str())) {
                found.push(format!("{name} must not depend on {stranger}"));
            }
        }
    }
    Ok(found)
}

/// Finds crates that the wheel would build again, because it enables fewer of their features than
/// the whole workspace does.
fn features_of_the_wheel(root: &Path) -> Result<Vec<String>, String> {
    let workspace = crates_with_features(root, &["--workspace"])?;
    let wheel = crates_with_features(root, &["--package", "quarry-python"])?;
    let lacking = wheel.difference(&workspace);
    Ok(lacking
        .map(|found| {
            format!(
                "the wheel needs a build of its own of {found}: name the features that the \
                 workspace enables in it in crates/python/Cargo.toml"
            )
        })
        .collect())
}

/// Returns name, version and features of all that cargo builds for the tests of some packages.
fn crates_with_features(root: &Path, packages: &[&str]) -> Result<BTreeSet<String>, String> {
    let format = ["--locked", "--prefix", "none", "--format", "{p} [{f}]"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .arg("tree")
        .args(packages)
        .args(format)
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect())
}

/// A puzzle of `crates/puzzles`: a file or a folder in the folder of its kind.
struct Home {
    kind: String,
    name: String,
    path: PathBuf,
}

impl Home {
    /// Returns the start of the paths of its files.
    fn prefix(&self) -> String {
        format!("crates/puzzles/src/{}/{}", self.kind, self.name)
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The puzzles: what is in the folders of the kinds that `lib.rs` makes modules of.
fn puzzles(root: &Path) -> Result<Vec<Home>, String> {
    let registration = read(&root.join("crates/puzzles/src/lib.rs"))?;
    let is_kind = |path: &&PathBuf| registration.contains(&format!("pub mod {} {{", stem(path)));
    let mut homes = Vec::new();
    for kind in entries(&root.join("crates/puzzles/src"))?.iter().filter(is_kind) {
        homes.extend(entries(kind)?.into_iter().map(|path| Home {
            kind: stem(kind),
            name: stem(&path),
            path,
        }));
    }
    Ok(homes)
}

/// Checks that every puzzle is registered, and has examples and a golden playthrough.
fn puzzle_homes(root: &Path) -> Result<Vec<String>, String> {
    let registration = read(&root.join("crates/puzzles/src/lib.rs"))?;
    let mut found = Vec::new();
    for Home { kind, name, path } in puzzles(root)? {
        let line = format!("{kind}::{name}::");
        let is_registered = |listed: &str| {
            let listed = listed.trim();
            listed.strip_prefix("Declared<").unwrap_or(listed).starts_with(&line)
        };
        if !registration.lines().any(is_registered) {
            found.push(format!("puzzle {name} is not registered in crates/puzzles/src/lib.rs"));
        }
        let has_examples = match path.is_dir() {
            true => entries(&path.join("examples")).is_ok_and(|examples| !examples.is_empty()),
            false => read(&path)?.contains("Example {"),
        };
        if !has_examples {
            found.push(format!("puzzle {name} has no examples"));
        }
        let id = name.replace('_', "-");
        if !root.join(format!("crates/puzzles/tests/golden/{id}.txt")).exists() {
            found.push(format!("puzzle {name} has no golden playthrough (cargo xtask golden)"));
        }
    }
    Ok(found)
}

/// Checks that no code outside a puzzle's folder names the puzzle: no `if id == "..."`, no use of
/// its module. Tests, comments and texts for people may, and so may `as_OTHER.rs`, which writes an
/// instance as one of the other puzzle.
fn puzzle_names(root: &Path, files: &Files) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for home in puzzles(root)? {
        let (home, name) = (home.prefix(), home.name);
        let (literal, module) = (format!("\"{name}\""), format!("{name}::"));
        for (path, text) in files.rust() {
            let elsewhere = path.contains("/src/")
                && !path.ends_with("/tests.rs")
                && !path.contains("/as_")
                && !path.starts_with(&home)
                && path != "crates/puzzles/src/lib.rs";
            if !elsewhere {
                continue;
            }
            let program = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (index, line) in program.lines().enumerate() {
                let is_program = !line.trim_start().starts_with("//");
                if is_program && (line.contains(&literal) || line.contains(&module)) {
                    found.push(format!("{path}:{}: names the puzzle {name}", index + 1));
                }
            }
        }
    }
    Ok(found)
}

/// Checks that solvers list and play moves through the meter, so that they cannot miscount.
fn moves_past_the_meter(files: &Files) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files.rust().filter(|(path, _)| path.starts_with("crates/solvers/src/")) {
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (index, line) in program.lines().enumerate() {
            if ["play", "tick", "moves", "take", "choices", "lay", "exchanged"]
                .iter()
                .any(|call| line.contains(&format!("space.{call}(")))
            {
                found.push(format!("{path}:{}: plays moves without the meter", index + 1));
            }
        }
    }
    found
}

/// Checks that a type visible in other files has a unique name. Puzzles may use the same names for
/// their boards and moves, and the Python package names its classes like the types they wrap.
fn names_of_two_meanings(files: &Files) -> Vec<String> {
    let mut homes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in files.rust() {
        let is_program = path.starts_with("crates/") && path.contains("/src/");
        if !is_program || path.starts_with("crates/python/") || path.ends_with("tests.rs") {
            continue;
        }
        let home = if path.starts_with("crates/puzzles/") { "crates/puzzles" } else { path };
        for line in text.lines().filter(|line| line.starts_with("pub")) {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.any(|word| matches!(word, "struct" | "enum" | "trait" | "type")) {
                homes.entry(words.next().unwrap_or_default()).or_default().insert(home);
            }
        }
    }
    let double = homes.into_iter().filter(|(_, homes)| homes.len() > 1);
    double.map(|(name, homes)| format!("{name} is the name of several types: {homes:?}")).collect()
}

/// Checks that no file names a folder of the machine it was written on.
fn machine_paths(files: &Files) -> Vec<String> {
    let roots = ["home", "root", "tmp", "work", "Users", "mnt"].map(|folder| format!("/{folder}/"));
    let mut found = Vec::new();
    for (path, text) in &files.texts {
        for (index, line) in text.lines().enumerate() {
            let absolute = |root: &String| {
                line.match_indices(root.as_str()).any(|(at, _)| {
                    // `../work/` or `some/work/` are relative; only an absolute path counts.
                    !line[..at].ends_with(|before: char| {
                        before.is_alphanumeric() || matches!(before, '.' | '~' | '_' | '-')
                    })
                })
            };
            if roots.iter().any(absolute) {
                found.push(format!("{path}:{}: names a machine's path", index + 1));
            }
        }
    }
    found
}

/// Checks that no logs, process ids or temporary scripts stay in the root.
fn strangers_in_the_root(root: &Path) -> Result<Vec<String>, String> {
    let names = entries(root)?.into_iter().filter_map(|path| Some(path.file_name()?.to_owned()));
    let strange = names.filter(|name| !ROOT.iter().any(|allowed| name == allowed));
    let told = |name: std::ffi::OsString| {
        format!("{}: not on the list of the root in xtask/src/tidy.rs", name.to_string_lossy())
    };
    Ok(strange.map(told).collect())
}

fn long_files(files: &Files) -> Vec<String> {
    files
        .rust()
        .filter(|(path, text)| {
            text.lines().count() > LONGEST_FILE
                && !LONG_FILES.iter().any(|(excused, _)| excused == path)
        })
        .map(|(path, text)| {
            format!("{path}: {} lines; split it, or give a reason in tidy.rs", text.lines().count())
        })
        .collect()
}
