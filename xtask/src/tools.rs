//! Tools that the tests need besides Rust: a browser and its driver for the page, a type checker
//! and a test runner for the page's scripts, Python, and a cluster.

use std::path::Path;
use std::process::{Command, Stdio};

/// Programs, and the system packages that contain them.
const TOOLS: [(&str, &str); 8] = [
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("npm", "npm"),
    ("python3", "python3-venv"),
    ("munged", "munge"),
    ("slurmctld", "slurmctld"),
    ("slurmd", "slurmd"),
    ("sbatch", "slurm-client"),
];

/// No prompts, and no service is started: the tests start their own.
const QUIETLY: [(&str, &str); 2] = [("DEBIAN_FRONTEND", "noninteractive"), ("RUNLEVEL", "1")];

/// Version of TypeScript that checks the page's types.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// Version of the checker of access that the browser tests run on every page.
const AXE: &str = "axe-core@4.11.0";

/// Installs missing tools, where the system has `apt-get`.
pub(crate) fn install() -> Result<(), String> {
    let is_missing = |&&(program, _): &&(&str, &str)| {
        // Daemons are in a folder that is not on everyone's path.
        let places = format!("{}:/usr/sbin", std::env::var("PATH").unwrap_or_default());
        let mut asked = Command::new(program);
        asked
            .arg("--version")
            .env("PATH", places)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_err()
    };
    let missing: Vec<&str> = TOOLS.iter().filter(is_missing).map(|&(_, package)| package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let needed = missing.join(", ");
    println!("the tests need {needed}: installing");
    let done = |args: &[&str]| {
        let status = Command::new("apt-get").args(args).envs(QUIETLY).status();
        status.is_ok_and(|status| status.success())
    };
    let install = [&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat();
    if done(&["update"]) && done(&install) {
        return Ok(());
    }
    Err(format!(
        "the tests need {needed}, and `apt-get` could not install them: install them by hand"
    ))
}

/// Type-checks the page's scripts.
pub(crate) fn check_types(root: &Path) -> Result<(), String> {
    let package = format!("--package={TYPESCRIPT}");
    let args =
        ["exec", "--yes", &package, "--", "tsc", "--project", "crates/studio/page/jsconfig.json"];
    match Command::new("npm").args(args).current_dir(root).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the page's scripts do not type-check".to_owned()),
        Err(error) => Err(format!("npm cannot be started: {error}")),
    }
}

/// Fetches the checker of access for the browser tests, unless it is there.
pub(crate) fn fetch_axe(root: &Path) -> Result<(), String> {
    let folder = root.join("target/axe");
    if folder.join("node_modules/axe-core/axe.min.js").exists() {
        return Ok(());
    }
    let args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", AXE, "--prefix"];
    match Command::new("npm").args(args).arg(&folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("npm could not fetch {AXE}")),
        Err(error) => Err(format!("npm cannot be started: {error}")),
    }
}

/// Runs the unit tests of the page's scripts, those that need no browser.
pub(crate) fn test_scripts(root: &Path) -> Result<(), String> {
    let folder = root.join("crates/studio/page/check");
    let files = std::fs::read_dir(&folder).map_err(|error| error.to_string())?;
    let mut tests: Vec<_> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.js"))
        .collect();
    tests.sort_unstable();
    match Command::new("node").arg("--test").args(tests).current_dir(root).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the tests of the page's scripts fail".to_owned()),
        Err(error) => Err(format!("node cannot be started: {error}")),
    }
}
