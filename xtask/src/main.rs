//! Tasks of the project. `cargo xtask` lists them.

mod book;
mod documents;
mod limits;
mod new;
mod python;
mod tidy;
mod tools;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test                 fmt, clippy, tidy, docs and every test: what .ci/run calls
cargo xtask book                 builds the guide as a book, with mdBook, in target/book
cargo xtask python               the Python package alone: its wheel, types, tests and documents
cargo xtask tidy                 checks the invariants of ARCHITECTURE.md that can be checked
cargo xtask new puzzle NAME      writes a puzzle's folder and registers it
cargo xtask bench [NAME...]      benchmarks: kernels, fast boards against the reference rules, random games, counting solutions, solvers and the store; the NAME of a benchmark runs only that one, any other NAME selects kernels
cargo xtask limits [NAME...]     requested against used time and memory, for every solver (or only the named puzzles and solvers) on medium-sized and largest instances
cargo xtask golden               rewrites golden playthroughs and the behaviour signature (look at the diff!)
cargo xtask pictures             takes the documents' pictures and films of the studio again";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let result = match words.as_slice() {
        ["test"] => test(&root),
        ["book"] => book::build(&root),
        ["python"] => python::test(&root),
        ["tidy"] => tidy::run(&root),
        ["new", "puzzle", name] => new::puzzle(&root, name),
        ["bench", filter @ ..] => bench(&root, filter),
        ["limits", names @ ..] => limits::run(&root, names),
        ["golden"] => golden(&root),
        ["pictures"] => pictures(&root),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

fn test(root: &Path) -> Result<(), String> {
    tools::install()?;
    cargo(root, &["fmt", "--all", "--check"], &[])?;
    tidy::run(root)?;
    cargo(
        root,
        &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
        &[],
    )?;
    cargo(
        root,
        &["doc", "--workspace", "--no-deps", "--locked", "--quiet"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    tools::check_types(root)?;
    tools::fetch_axe(root)?;
    tools::test_scripts(root)?;
    cargo(root, &["test", "--workspace", "--locked"], &[])?;
    python::test(root)
}

/// Packages and their benches, in the order in which they are run.
const BENCHES: [(&str, &str); 8] = [
    ("quarry-puzzles", "kernels"),
    ("quarry-puzzles", "side_by_side"),
    ("quarry-puzzles", "clockwork"),
    ("quarry-puzzles", "random_games"),
    ("quarry", "solver_speed"),
    ("quarry", "two_speeds"),
    ("quarry-puzzles", "solutions"),
    ("quarry-lab", "store_overhead"),
];

/// Runs the named benches, or all of them; other words select kernels.
fn bench(root: &Path, words: &[&str]) -> Result<(), String> {
    let (names, filter): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| BENCHES.iter().any(|(_, bench)| bench == *word));
    for (package, bench) in
        BENCHES.iter().filter(|(_, bench)| names.is_empty() || names.contains(bench))
    {
        let mut args = vec!["bench", "--package", package, "--bench", bench];
        if *bench == "kernels" {
            args.push("--");
            args.extend(&filter);
        }
        cargo(root, &args, &[])?;
    }
    Ok(())
}

fn golden(root: &Path) -> Result<(), String> {
    // The whole workspace, although only two of its tests are needed: for one package alone its
    // dependencies would be built again, with the features that this package asks for.
    let both = [
        "test",
        "--workspace",
        "--test",
        "puzzles",
        "--test",
        "facade",
        "--",
        "golden",
        "signature",
    ];
    cargo(root, &both, &[("QUARRY_BLESS", "1")])
}

/// Takes the pictures and films with the studio's browser tests.
fn pictures(root: &Path) -> Result<(), String> {
    tools::install()?;
    cargo(
        root,
        &["test", "--package", "quarry-studio", "--test", "studio", "at_a_desk"],
        &[("QUARRY_BLESS", "1")],
    )
}

/// Runs cargo and shows its output; the error names the failed step.
fn cargo(root: &Path, args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let shown = format!("cargo {}", args.join(" "));
    eprintln!("\n== {shown}");
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status =
        Command::new(program).args(args).envs(variables.iter().copied()).current_dir(root).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("failed: {shown}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}
