//! `quarry prove`: writes a proof that there is no solution, or no second one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quarry::{Catalogue, Entries, Halt, Instance, Proof, ProofReport, Solutions};
use serde_json::json;

use super::solve::write_answer;
use crate::args::ProveArgs;
use crate::input::{Complaint, Instances};
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::output::Output;
use crate::progress::Spinner;
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &ProveArgs) -> Result {
    let instances = Instances::read(catalogue, &args.instance, &args.named)?;
    let instance = instances.only()?;
    let base = match args.output.as_deref() {
        None => default_base(&instances.name(0), instance.puzzle()),
        Some(path) if path.as_os_str() == "-" => {
            let words = "a proof is two files, which standard output cannot hold: name them with \
                -o PROOF";
            return Err(Complaint::Words(words.to_owned()));
        }
        Some(path) => base(path),
    };
    let paths = ["cnf", "drat"].map(|ending| with_ending(&base, ending));
    let read = [instances.file()];
    let [cnf, drat] = paths.each_ref().map(|path| Output::at(path, &read));
    let (cnf, drat) = (cnf?, drat?);
    let stop = stop_or_exit_on_interrupt()?;
    let spinner = Spinner::new("prove");
    let report = instance.prove(args.budget(), &stop);
    drop(spinner);
    let report = report.ok_or_else(|| {
        Complaint::Words(format!("{} has no constraints to prove from", instance.puzzle()))
    })?;
    if let Some(proof) = &report.proof {
        write(&cnf, |out| {
            write_header(out, &*instance, &args.instance, &report)?;
            write!(out, "{}", proof.cnf())
        })?;
        write(&drat, |out| write!(out, "{}", proof.drat()))?;
    }
    print(args, &*instance, &report, &paths)?;
    Ok(match report.halted {
        _ if report.proof.is_some() => Exit::Yes,
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ => Exit::No,
    })
}

/// Returns the path without an ending that is ours.
fn base(path: &Path) -> PathBuf {
    let is_ours = path.extension().is_some_and(|ending| ending == "cnf" || ending == "drat");
    if is_ours { path.with_extension("") } else { path.to_owned() }
}

/// Returns the name of the instance's file or example, or of the puzzle if there is none.
fn default_base(name: &str, puzzle: &str) -> PathBuf {
    let (file, number) = match name.rsplit_once('#') {
        Some((file, number)) if Path::new(file).is_file() => (file, format!("-{number}")),
        _ => (name, String::new()),
    };
    let has_name = Path::new(file).is_file() || name.starts_with(&format!("{puzzle}/"));
    let stem = Path::new(file).file_stem().filter(|_| has_name);
    let stem = stem.map_or(puzzle.into(), |stem| stem.to_string_lossy());
    PathBuf::from(format!("{stem}{number}"))
}

/// Appends an ending; dots in the name are kept.
fn with_ending(base: &Path, ending: &str) -> PathBuf {
    let mut name = base.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn write(
    output: &Output,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> std::result::Result<(), Complaint> {
    output
        .stream(|mut out| content(&mut *out).and_then(|()| out.flush()))
        .map_err(|error| output.complaint(error))
}

/// Writes comments that say what the formula is about.
fn write_header(
    out: &mut dyn Write,
    instance: &dyn Instance,
    name: &str,
    report: &ProofReport,
) -> io::Result<()> {
    let quoted = |out: &mut dyn Write, line: &str| writeln!(out, "c | {line}");
    writeln!(out, "c quarry {}, {}, {name}", env!("CARGO_PKG_VERSION"), instance.puzzle())?;
    instance.show().lines().try_for_each(|line| quoted(out, line))?;
    match report.answers.first() {
        None => writeln!(out, "c no solution"),
        Some(answer) => {
            writeln!(out, "c one solution, which the last clause excludes")?;
            answer.iter().try_for_each(|entry| quoted(out, entry))
        }
    }
}

/// Returns the verdict in words.
fn verdict(report: &ProofReport, [cnf, drat]: &[PathBuf; 2]) -> String {
    let proved =
        |what: &str| format!("{what} is proved in {} and {}", cnf.display(), drat.display());
    match report.solutions {
        Solutions::None => proved("no solution; that there is none"),
        Solutions::One => proved("one solution; that there is no second"),
        Solutions::Several => {
            "several solutions; two are shown, and no proof is written".to_owned()
        }
        Solutions::Unknown => {
            let found = if report.answers.is_empty() { "none" } else { "one" };
            format!("not known: {found} found so far, and no proof is written")
        }
    }
}

fn print(
    args: &ProveArgs,
    instance: &dyn Instance,
    report: &ProofReport,
    paths: &[PathBuf; 2],
) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        return writeln!(out, "{}", to_json(args, instance, report, paths));
    }
    let name = instance.header().name.as_deref().unwrap_or(&args.instance);
    writeln!(out, "instance  {name}")?;
    writeln!(out, "solutions {}", verdict(report, paths))?;
    if let Some(proof) = &report.proof {
        let (clauses, lemmas, derived) = (proof.clauses(), proof.lemmas(), proof.derived());
        writeln!(out, "proof     {clauses} clauses with {lemmas} lemmas; {derived} derived")?;
    }
    for (title, answer) in ["answer", "another"].into_iter().zip(&report.answers) {
        write_answer(&mut out, title, answer, instance.has_drawn_answers())?;
    }
    match report.halted.filter(|_| report.solutions == Solutions::Unknown) {
        None => {}
        Some(Halt::Interrupted) => crate::tell!("interrupted before the proof was found"),
        Some(halt) => {
            let word = halt.word();
            crate::tell!("stopped by the limit on {word}; --seconds and --memory allow more");
        }
    }
    Ok(())
}

fn to_json(
    args: &ProveArgs,
    instance: &dyn Instance,
    report: &ProofReport,
    paths: &[PathBuf; 2],
) -> serde_json::Value {
    let file = |path: &PathBuf| report.proof.as_ref().map(|_| path.display().to_string());
    let answers: Vec<Vec<&str>> =
        report.answers.iter().map(|answer: &Entries| answer.iter().collect()).collect();
    let count = |of: fn(&Proof) -> usize| report.proof.as_ref().map(of);
    json!({"puzzle": instance.puzzle(), "instance": args.instance,
        "solutions": report.solutions.word(), "proved": report.proof.is_some(), "cnf": file(&paths[0]), "drat": file(&paths[1]),
        "clauses": count(Proof::clauses), "lemmas": count(Proof::lemmas),
        "derived": count(Proof::derived), "answers": answers,
        "stopped": report.halted.map_or("finished", Halt::word)})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_named_after_the_instance() {
        let named = |name: &str| default_base(name, "sudoku").display().to_string();
        assert_eq!(named("sudoku/first"), "first");
        assert_eq!(named("-"), "sudoku");
        assert_eq!(named("https://puzz.link/p?sudoku/9/9/1"), "sudoku");
        assert_eq!(base(Path::new("a/b.cnf")), Path::new("a/b"));
        assert_eq!(with_ending(&base(Path::new("a/b.1")), "drat"), Path::new("a/b.1.drat"));
    }
}
