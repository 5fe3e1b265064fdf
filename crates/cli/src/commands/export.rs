//! `quarry export`: exports finished runs for other programs.

use quarry::Catalogue;
use std::io::{self, Write};
use std::path::Path;

use quarry_lab::export::{Export, ExportError, Selection, What};
use quarry_lab::{Plan, Store};

use crate::args::{ExportArgs, ExportFormat, ExportTable};
use crate::input::{self, Complaint};
use crate::output::Output;
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &ExportArgs) -> Result {
    let read = [&*args.store.to_string_lossy(), args.experiment.as_deref().unwrap_or("-")];
    let table = match writer(format(args)?) {
        Some(write) => Some((write, Output::at(&args.output, &read)?)),
        None => None,
    };
    // The name may be that of an existing file.
    let file = args.experiment.as_deref().filter(|name| Path::new(name).is_file());
    let experiment = file.map(|name| input::experiment(catalogue, name)).transpose()?;
    let plan = experiment.as_ref().map(Plan::of);
    let selection = match (&plan, &args.experiment) {
        (Some(plan), _) => Selection::Planned(plan),
        (None, Some(name)) => Selection::Made(name),
        (None, None) => Selection::All,
    };
    let unreadable = |error: &dyn std::error::Error| {
        let advice = "name the file in which `quarry run` stores its runs with --store";
        Complaint::Words(format!("{}: {error}; {advice}", args.store.display()))
    };
    let store = Store::read(&args.store).map_err(|error| unreadable(&error))?;
    let complaint = |error: ExportError| match error {
        ExportError::Store(error) => unreadable(&error),
        ExportError::Write(error) => match &table {
            Some((_, output)) => output.complaint(error),
            None => unwritable(args, error),
        },
        error => Complaint::Words(format!("{}: {error}", args.store.display())),
    };
    let export = Export::of(&store, &selection).map_err(complaint)?;
    let what = match args.what {
        ExportTable::Runs => What::Runs,
        ExportTable::Improvements => What::Improvements,
    };
    let written = match &table {
        Some((write, output)) => output.stream(|out| write(&export, what, out)),
        None => export.iohanalyzer(catalogue, &args.output),
    };
    written.map_err(complaint)?;
    if !standard_output(args) {
        crate::tell!("{} runs written to {}", export.runs(), args.output.display());
    }
    Ok(Exit::Yes)
}

/// A function that writes runs or improvements into a file.
type Writer<'e> =
    fn(&Export<'e>, What, Box<dyn Write + Send>) -> std::result::Result<(), ExportError>;

/// Returns the writer of a format; `None` if the format is a folder.
fn writer<'e>(format: ExportFormat) -> Option<Writer<'e>> {
    match format {
        ExportFormat::Csv => Some(Export::csv),
        ExportFormat::Parquet => Some(Export::parquet),
        ExportFormat::Jsonl => Some(|export, _, out| export.json_lines(out)),
        ExportFormat::Iohanalyzer => None,
    }
}

/// Returns the requested format, or the one that the output's name ends with; fails if the
/// arguments do not fit together.
fn format(args: &ExportArgs) -> std::result::Result<ExportFormat, Complaint> {
    let words = |text: &str| Err(Complaint::Words(text.to_owned()));
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let format = match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, Some("csv")) => ExportFormat::Csv,
        (None, Some("parquet")) => ExportFormat::Parquet,
        (None, Some("jsonl" | "ndjson")) => ExportFormat::Jsonl,
        (None, None) if standard_output(args) => ExportFormat::Csv,
        (None, _) => return words("expected --format csv, parquet, jsonl or iohanalyzer"),
    };
    let in_tables = matches!(format, ExportFormat::Csv | ExportFormat::Parquet);
    if args.what == ExportTable::Improvements && !in_tables {
        return words(
            "--what improvements is for csv and parquet: the other formats hold them anyway",
        );
    }
    if standard_output(args) && !matches!(format, ExportFormat::Csv | ExportFormat::Jsonl) {
        return words("this format cannot be printed: name an output with -o");
    }
    if format == ExportFormat::Iohanalyzer {
        let occupied = args.output.exists()
            && args.output.read_dir().map_or(true, |mut all| all.next().is_some());
        if occupied {
            return Err(Complaint::Words(format!(
                "{}: it already has content; name a new folder, so that old and new runs do not mix",
                args.output.display()
            )));
        }
    }
    Ok(format)
}

fn standard_output(args: &ExportArgs) -> bool {
    args.output.as_os_str() == "-"
}

fn unwritable(args: &ExportArgs, error: io::Error) -> Complaint {
    Complaint::Unusable(
        args.output.display().to_string(),
        error,
        "choose a place that can be written",
    )
}
