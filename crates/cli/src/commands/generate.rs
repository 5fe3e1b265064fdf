//! `quarry generate`: generates new instances.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use quarry::{Budget, Catalogue, GenerateError};
use serde_json::json;

use crate::args::GenerateArgs;
use crate::input::Complaint;
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::output::Output;
use crate::progress::Spinner;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &GenerateArgs) -> Result {
    let Some(entry) = catalogue.puzzle(&args.puzzle) else {
        return Err(input::unknown_puzzle(catalogue, &args.puzzle));
    };
    let stop = stop_or_exit_on_interrupt()?;
    let begun = Instant::now();
    let place = |number: u64| {
        let path = args.output.as_deref().filter(|path| path.as_os_str() != "-");
        let path =
            path.map(|path| if args.count > 1 { numbered(path, number) } else { path.to_owned() });
        path.map(|path| Output::at(&path, &[])).transpose()
    };
    place(1)?;
    let mut out = anstream::stdout().lock();
    for index in 0..args.count {
        let seed = args.seed.wrapping_add(index);
        let spinner = Spinner::new("generate");
        spinner.note(format!("{} of {}", index + 1, args.count));
        let left = args.seconds - begun.elapsed().as_secs_f64();
        let budget = Budget { seconds: Some(left), ..Budget::default() };
        let made = entry.generate(&args.params, seed, budget, &stop);
        drop(spinner);
        let text = match made {
            Ok(text) => text,
            Err(GenerateError::Refused(why)) => return Err(Complaint::Words(why)),
            Err(GenerateError::Stopped) => {
                let made = format!("{index} of {} instances were made", args.count);
                if stop.load(Ordering::Relaxed) {
                    anstream::eprintln!("interrupted: {made}");
                    return Ok(Exit::Interrupted);
                }
                let limit = args.seconds;
                anstream::eprintln!(
                    "stopped by the limit of {limit} seconds: {made}; --seconds allows more"
                );
                return Ok(Exit::No);
            }
        };
        let text = if args.json {
            format!("{}\n", json!({"puzzle": args.puzzle, "seed": seed, "instance": text}))
        } else {
            text
        };
        match place(index + 1)? {
            Some(output) => output.keep(text.as_bytes())?,
            None if args.count > 1 && !args.json => write!(out, "# seed {seed}\n{text}\n")?,
            None => write!(out, "{text}")?,
        }
    }
    Ok(Exit::Yes)
}

/// Inserts a number into a file name: `boards.toml` becomes `boards-3.toml`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path
        .extension()
        .map(|extension| format!(".{}", extension.to_string_lossy()))
        .unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
