//! The Python package: built as a wheel, installed into separate environments below `target`, and
//! tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the wheel and runs all checks of Python: types, stubs, tests, docstrings, the notebook,
/// the README's example.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let (package, home) = (root.join("crates/python"), root.join("target/python"));
    let tools = Environment { folder: home.join("tools") };
    tools.make(&[])?;
    tools.run(
        &package,
        "pip",
        &[&PIP[..], &["--requirement", "tests/requirements.txt"]].concat(),
    )?;

    let wheels = home.join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(|error| format!("{}: {error}", wheels.display()))?;
    }
    let out = wheels.to_string_lossy().into_owned();
    // Not a release build: with the profile of the other tests, most of it is built already.
    tools.run(&package, "maturin", &["build", "--locked", "--out", &out])?;
    let wheel = only_file(&wheels)?;
    tools.run(
        &package,
        "pip",
        &[&PIP[..], &["--force-reinstall", "--no-deps", &wheel]].concat(),
    )?;
    tools.run(&package, "mypy", &[])?;
    tools.run(&package, "stubtest", &["quarry._native"])?;
    tools.run(&package, "pytest", &[])?;

    // The wheel alone is enough for the README's example.
    let clean = Environment { folder: home.join("clean") };
    clean.make(&["--clear"])?;
    clean.run(&package, "pip", &[&PIP[..], &[wheel.as_str()]].concat())?;
    let example = python_block(&root.join("README.md"))?;
    clean.run(&clean.folder, "python", &["-c", &example])
}

const PIP: [&str; 3] = ["install", "--quiet", "--disable-pip-version-check"];

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn make(&self, options: &[&str]) -> Result<(), String> {
        let folder = self.folder.to_string_lossy().into_owned();
        let args = [&["-m", "venv", &folder], options].concat();
        ran(Command::new("python3").args(&args), &format!("python3 {}", args.join(" ")))
    }

    /// Runs one of the environment's programs in a folder.
    fn run(&self, folder: &Path, program: &str, args: &[&str]) -> Result<(), String> {
        let path = self.folder.join("bin").join(program);
        let shown = format!("{program} {}", args.join(" "));
        eprintln!("\n== {}", shown.lines().next().unwrap_or_default());
        // Tools that Python starts must find this Python, and not the user's settings.
        ran(
            Command::new(path).args(args).current_dir(folder).env("VIRTUAL_ENV", &self.folder),
            &shown,
        )
    }
}

fn ran(command: &mut Command, shown: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("failed: {shown}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}

fn only_file(folder: &Path) -> Result<String, String> {
    let files = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let files: Vec<_> =
        files.flatten().map(|file| file.path().to_string_lossy().into_owned()).collect();
    match files.as_slice() {
        [only] => Ok(only.clone()),
        found => Err(format!("expected one wheel in {}, found {}", folder.display(), found.len())),
    }
}

/// Returns the first Python example of a document.
fn python_block(document: &Path) -> Result<String, String> {
    let text =
        fs::read_to_string(document).map_err(|error| format!("{}: {error}", document.display()))?;
    let block = text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    block
        .map(str::to_owned)
        .ok_or_else(|| format!("{}: has no example for Python", document.display()))
}
