//! `quarry report`: writes a report of the runs of an experiment in the store. It runs nothing.

use quarry::Catalogue;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use quarry_lab::report::{Analysis, Format, ReportOrigin};
use quarry_lab::{Plan, Results, Store, StoreError};

use crate::args::{ReportArgs, ReportFormat};
use crate::input::Complaint;
use crate::output::Output;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &ReportArgs) -> Result {
    let stem = if args.experiment == "-" { OsStr::new("report") } else { stem(&args.experiment) };
    let (format, path) = destination(args.output.as_deref(), args.format, stem)?;
    let store_name = args.store.to_string_lossy();
    let output = Output::at(&path, &[&args.experiment, &store_name])?;
    let whole = input::experiment(catalogue, &args.experiment)?;
    let plan = Plan::of(input::form(&whole, args.reduced)?);
    let place = args.store.display();
    let unusable = |error: StoreError| {
        Complaint::Words(format!("{place}: {error}; choose another store with --store"))
    };
    let store = Store::read(&args.store).map_err(unusable)?;
    let results = Results::of(&plan, &store).map_err(unusable)?;
    let analysis = Analysis::of(&results, origin(args));
    output.keep(format.write(&analysis.title, std::slice::from_ref(&analysis)).as_bytes())?;
    if analysis.missing() > 0 {
        let (missing, all) = (analysis.missing(), analysis.runs.1);
        crate::tell!(
            "warning: {missing} of {all} runs are not in {place}; `quarry run` makes them"
        );
    }
    if !output.is_standard() {
        writeln!(anstream::stdout(), "{}", path.display())?;
    }
    Ok(Exit::Yes)
}

fn stem(file: &str) -> &OsStr {
    Path::new(file).file_stem().unwrap_or_default()
}

/// Returns the format and the path. Each follows from the other if only one is given, and both from
/// the stem if neither is.
pub(crate) fn destination(
    output: Option<&Path>,
    format: Option<ReportFormat>,
    stem: impl AsRef<Path>,
) -> std::result::Result<(Format, PathBuf), Complaint> {
    let Some(output) = output else {
        let format = format.unwrap_or(ReportFormat::Html);
        return Ok((format.into(), stem.as_ref().with_extension(format.extension())));
    };
    let extension = output.extension().and_then(|extension| extension.to_str());
    let guessed = [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Latex]
        .into_iter()
        .find(|format| Some(format.extension()) == extension);
    match format.or(guessed) {
        Some(format) => Ok((format.into(), output.to_owned())),
        None if output.as_os_str() == "-" => {
            Err(Complaint::Words("expected --format html, markdown or latex".to_owned()))
        }
        None => Err(Complaint::Words(format!(
            "{}: expected a name that ends in .html, .md or .tex, or --format",
            output.display()
        ))),
    }
}

fn origin(args: &ReportArgs) -> ReportOrigin {
    let (file, store) = (args.experiment.clone(), args.store.display().to_string());
    let line = |command: &str, reduced: bool| {
        let reduced: &[&str] = if reduced { &["--reduced"] } else { &[] };
        shell_line(&[&[command, &file], reduced, &["--store", &store]].concat())
    };
    let commands = vec![line("run", args.reduced), line("report", args.reduced)];
    let whole = args.reduced.then(|| line("run", false));
    ReportOrigin { file, store, commands, whole }
}

/// Formats a call of the program for a shell.
pub(crate) fn shell_line(words: &[&str]) -> String {
    let words: Vec<String> =
        std::iter::once(&"quarry").chain(words).map(|word| shell_word(word)).collect();
    words.join(" ")
}

/// Quotes a text as one word for a shell.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl ReportFormat {
    fn extension(self) -> &'static str {
        match self {
            ReportFormat::Html => "html",
            ReportFormat::Markdown => "md",
            ReportFormat::Latex => "tex",
        }
    }
}

impl From<ReportFormat> for Format {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Html => Format::Html,
            ReportFormat::Markdown => Format::Markdown,
            ReportFormat::Latex => Format::Latex,
        }
    }
}
