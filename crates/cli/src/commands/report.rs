//! `quarry report`: writes what the store holds of an experiment, for people. It runs nothing.

use std::path::{Path, PathBuf};

use quarry_lab::report::{Analysis, Format, Origin};
use quarry_lab::{Plan, Results, Store, StoreError};

use crate::args::{ReportArgs, ReportFormat};
use crate::commands::run::read;
use crate::input::Complaint;
use crate::{Exit, Result, input};

pub(crate) fn run(args: &ReportArgs) -> Result {
    let (format, output) = format_and_output(args)?;
    let experiment = read(&args.experiment)?;
    let plan = Plan::of(&experiment);
    let place = args.store.display();
    if !args.store.exists() {
        let advice = "`quarry run` makes it; another place is named with --store";
        return Err(Complaint::Words(format!("{place}: there is no such store; {advice}")));
    }
    let unusable =
        |error: StoreError| Complaint::Words(format!("{place}: {error}; name another store with --store"));
    let store = Store::open(&args.store).map_err(unusable)?;
    let results = Results::of(&plan, &store).map_err(unusable)?;
    let analysis = Analysis::of(&results, origin(args));
    input::write(&output, &format.write(&analysis.title, std::slice::from_ref(&analysis)))?;
    if analysis.missing() > 0 {
        let (missing, all) = (analysis.missing(), analysis.runs.1);
        anstream::eprintln!("warning: {missing} of {all} runs are not in {place}; `quarry run` does them");
    }
    anstream::println!("{}", output.display());
    Ok(Exit::Yes)
}

/// What to write and where: each follows from the other where only one is said.
fn format_and_output(args: &ReportArgs) -> std::result::Result<(Format, PathBuf), Complaint> {
    let name = Path::new(&args.experiment).file_stem().unwrap_or_default();
    let Some(output) = &args.output else {
        let format = args.format.unwrap_or(ReportFormat::Html);
        let name = if args.experiment == "-" { Path::new("report") } else { Path::new(name) };
        return Ok((format.into(), name.with_extension(format.extension())));
    };
    let extension = output.extension().and_then(|extension| extension.to_str());
    let guessed = [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Latex]
        .into_iter()
        .find(|format| Some(format.extension()) == extension);
    match args.format.or(guessed) {
        Some(format) => Ok((format.into(), output.clone())),
        None => Err(Complaint::Words(format!(
            "{}: expected a name that ends in .html, .md or .tex, or --format",
            output.display()
        ))),
    }
}

fn origin(args: &ReportArgs) -> Origin {
    let (file, store) = (args.experiment.clone(), args.store.display().to_string());
    let with =
        |command: &str| format!("quarry {command} {} --store {}", shell_word(&file), shell_word(&store));
    let commands = vec![with("run"), with("report")];
    Origin { file, store, commands }
}

/// A text that a shell takes as one word.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
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
