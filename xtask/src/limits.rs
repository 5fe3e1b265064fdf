//! Compares requested with used time and memory: every solver on a medium-sized and on the largest
//! instance of its puzzle, each run by the built program in a separate process. Prints a table, and
//! fails if any run took more than allowed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Requested seconds, and below the requested memory in MiB.
const SECONDS: f64 = 1.0;
const MEMORY: u64 = 128;

/// Allowed excess: a moment, a share for judging, and the memory of the program itself.
const MOMENT: f64 = 0.3;
const SHARE_FOR_JUDGING: f64 = 0.05;
const MEMORY_SHARE: f64 = 1.25;
const MEMORY_OF_PROGRAM: f64 = 32.0;

/// Interval at which the process is sampled.
const INTERVAL: Duration = Duration::from_millis(5);

/// An instance to run on: the puzzle, a label, and how it is made.
struct Case {
    puzzle: String,
    what: String,
    made_by: MadeBy,
}

enum MadeBy {
    Parameters(Vec<String>),
    /// An empty board with sides of this length.
    Empty(usize),
}

/// Reads the instances from `limits.toml`.
fn cases() -> Result<Vec<Case>, String> {
    let document: toml::Table =
        include_str!("../limits.toml").parse().map_err(|error| format!("limits.toml: {error}"))?;
    let tables =
        document.get("case").and_then(toml::Value::as_array).ok_or("limits.toml has no case")?;
    let case = |table: &toml::Value| {
        let text = |key: &str| table.get(key).and_then(toml::Value::as_str).map(str::to_owned);
        let side = table.get("empty").and_then(toml::Value::as_integer);
        let parameters = table.get("parameters").and_then(toml::Value::as_array);
        let made_by = match side {
            Some(side) => MadeBy::Empty(usize::try_from(side).ok()?),
            None => {
                let parameters = parameters?.iter().filter_map(toml::Value::as_str);
                MadeBy::Parameters(parameters.map(str::to_owned).collect())
            }
        };
        Some(Case { puzzle: text("puzzle")?, what: text("what")?, made_by })
    };
    tables
        .iter()
        .map(case)
        .collect::<Option<_>>()
        .ok_or_else(|| "limits.toml: a case is incomplete".to_owned())
}

/// Returns a board of this many rows and columns without any number.
fn empty(side: usize) -> String {
    let row = vec!["_"; side].join(" ") + "\n";
    row.repeat(side)
}

/// Builds the program and runs all cases, or only the puzzles and solvers that are named.
pub(crate) fn run(root: &Path, names: &[&str]) -> Result<(), String> {
    super::cargo(root, &["build", "--release"], &[])?;
    let program = root.join("target/release/quarry");
    let folder = root.join("target/limits");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("| puzzle | instance | solver | seconds of {SECONDS} | MiB of {MEMORY} | ending |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let (mut runs, mut over) = (0, Vec::new());
    for (number, case) in cases()?.iter().enumerate() {
        let instance = folder.join(format!("{number}.toml"));
        make(&program, case, &instance)?;
        for solver in solvers(&program, &case.puzzle)? {
            let is_named = |name: &&str| *name == case.puzzle || *name == solver;
            if !names.is_empty() && !names.iter().any(is_named) {
                continue;
            }
            let used = solve(&program, &instance, &solver)?;
            runs += 1;
            let mark = if used.is_within() { "" } else { " **over**" };
            println!(
                "| {} | {} | {solver} | {:.2} | {:.0} | {}{mark} |",
                case.puzzle, case.what, used.seconds, used.mebibytes, used.ending
            );
            if !used.is_within() {
                over.push(format!("{solver} on {} {}", case.puzzle, case.what));
            }
        }
    }
    println!("\n{runs} runs, {} over their limits", over.len());
    if over.is_empty() { Ok(()) } else { Err(format!("over their limits: {}", over.join("; "))) }
}

fn make(program: &Path, case: &Case, path: &PathBuf) -> Result<(), String> {
    let text = match &case.made_by {
        MadeBy::Empty(side) => empty(*side),
        MadeBy::Parameters(parameters) => {
            let mut command = Command::new(program);
            command.args(["generate", &case.puzzle]);
            parameters.iter().for_each(|parameter| _ = command.args(["--param", parameter]));
            output(&mut command)?
        }
    };
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the solvers of a puzzle, as the program lists them.
fn solvers(program: &Path, puzzle: &str) -> Result<Vec<String>, String> {
    let listed = output(Command::new(program).args(["list", "solvers", "--json"]))?;
    let of_puzzle = format!("\"puzzle\":\"{puzzle}\"");
    let lines = listed.lines().filter(|line| line.contains(&of_puzzle));
    Ok(lines.filter_map(|line| text_of(line, "solver")).collect())
}

/// Returns the text of a key in a JSON object on one line; the text contains no quotes.
fn text_of(line: &str, key: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(text, _)| text.to_owned())
}

fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    if !done.status.success() {
        return Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr)));
    }
    String::from_utf8(done.stdout).map_err(|error| error.to_string())
}

/// Resources that a run used.
struct Used {
    seconds: f64,
    mebibytes: f64,
    ending: String,
}

impl Used {
    fn is_within(&self) -> bool {
        self.seconds <= SECONDS * (1.0 + SHARE_FOR_JUDGING) + MOMENT
            && self.mebibytes <= MEMORY as f64 * MEMORY_SHARE + MEMORY_OF_PROGRAM
    }
}

fn solve(program: &Path, instance: &Path, solver: &str) -> Result<Used, String> {
    let begun = Instant::now();
    let (seconds, memory) = (SECONDS.to_string(), MEMORY.to_string());
    let mut child = Command::new(program)
        .args([
            "solve",
            "--solver",
            solver,
            "--seconds",
            &seconds,
            "--memory",
            &memory,
            "--json",
            "--quiet",
        ])
        .args(["--threads", "1"])
        .arg(instance)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", program.display()))?;
    // Read meanwhile, so that the process does not block on a long answer.
    let mut stdout = child.stdout.take().expect("it is piped");
    let reader =
        std::thread::spawn(move || std::io::read_to_string(&mut stdout).unwrap_or_default());
    let mebibytes = peak(&mut child)?;
    let seconds = begun.elapsed().as_secs_f64();
    let told = reader.join().unwrap_or_default();
    let ending = text_of(&told, "ending").unwrap_or_else(|| "not run".to_owned());
    Ok(Used { seconds, mebibytes, ending })
}

/// Waits for a process to end, and returns its peak memory, as far as the system reports it.
fn peak(child: &mut Child) -> Result<f64, String> {
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0.0;
    loop {
        let told = fs::read_to_string(&status).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes =
            line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        most = kibibytes.map_or(most, |kibibytes| kibibytes / 1024.0);
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok(most);
        }
        sleep(INTERVAL);
    }
}
