//! `quarry print`: writes boards for printing, with their solutions on the last pages.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Halt, Instance, Picture, Request};

use crate::args::PrintArgs;
use crate::input::{Complaint, Instances};
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::output::Output;
use crate::progress::Spinner;
use crate::sheet::{self, SheetBoard};
use crate::{Exit, Result};

/// Solutions only need to be readable, so more of them fit on a page.
const SOLUTIONS_FOR_EACH_BOARD: usize = 3;

pub(crate) fn run(catalogue: &Catalogue, args: &PrintArgs) -> Result {
    let extension =
        args.output.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let write: fn(&[sheet::Page]) -> Vec<u8> = match extension.as_deref() {
        Some("svg") => |pages| sheet::svg(pages).into_bytes(),
        Some("pdf") => sheet::pdf,
        _ => {
            let name = args.output.display();
            return Err(Complaint::Words(format!(
                "{name}: expected a file that ends in .svg or .pdf"
            )));
        }
    };
    let read: Vec<&str> = args.instances.iter().map(String::as_str).collect();
    let output = Output::at(&args.output, &read)?;
    let mut instances = Vec::new();
    for name in &args.instances {
        let read = Instances::read(catalogue, name, &args.named)?;
        for index in 0..read.count() {
            instances.push((read.name(index), read.open(index)?));
        }
    }
    if !args.no_solutions
        && let Some((_, instance)) =
            instances.iter().find(|(_, instance)| !instance.can_draw_answers())
    {
        let why = "is not a board that can be drawn; --no-solutions prints the boards only";
        return Err(Complaint::Words(format!("an answer to {} {why}", instance.puzzle())));
    }
    let stop = stop_or_exit_on_interrupt()?;
    let spinner = Spinner::new("print");
    let mut boards = Vec::new();
    let mut solutions = Vec::new();
    let mut rules: Vec<&str> = Vec::new();
    for ((name, instance), number) in instances.iter().zip(1..) {
        spinner.note(format!("{number} of {}", instances.len()));
        let title =
            instance.header().name.clone().map_or(String::new(), |title| format!(" {title}"));
        let facts: Vec<_> =
            instance.facts().iter().map(|(name, value)| format!("{name} {value}")).collect();
        boards.push(SheetBoard {
            caption: format!("{number}.{title}"),
            note: facts.join(" \u{b7} "),
            picture: instance.picture(),
        });
        if !args.no_solutions {
            solutions.push(SheetBoard {
                caption: format!("Solution {number}"),
                note: String::new(),
                picture: match solved(name, &**instance, args.seconds, &stop)? {
                    Some(picture) => picture,
                    None => {
                        drop(spinner);
                        anstream::eprintln!("interrupted: nothing was printed");
                        return Ok(Exit::Interrupted);
                    }
                },
            });
        }
        let about = catalogue.puzzle(instance.puzzle()).map_or("", |entry| entry.about().rules);
        if !rules.contains(&about) {
            rules.push(about);
        }
    }
    drop(spinner);
    let per_page = usize::from(args.per_page);
    let mut pages = sheet::pages(&boards, per_page, &rules.join(" "));
    pages.extend(sheet::pages(&solutions, SOLUTIONS_FOR_EACH_BOARD * per_page, ""));
    output.keep(&write(&pages))?;
    Ok(Exit::Yes)
}

type Read<T> = std::result::Result<T, Complaint>;

/// Returns the picture of a solution by the puzzle's default solver; `None` if the user interrupts.
fn solved(
    name: &str,
    instance: &dyn Instance,
    seconds: f64,
    stop: &Arc<AtomicBool>,
) -> Read<Option<Picture>> {
    let request = Request {
        solver: None,
        params: Vec::new(),
        budget: Budget { seconds: Some(seconds), ..Budget::default() },
        threads: 1,
        seed: 1,
        stop: Arc::clone(stop),
        whole_process: false,
    };
    let report = instance
        .solve(&request, &mut |_| {})
        .map_err(|error| Complaint::Words(error.to_string()))?;
    if report.halted == Some(Halt::Interrupted) {
        return Ok(None);
    }
    let picture = instance.answer_picture(&report).filter(|_| report.is_complete());
    picture.map(Some).ok_or_else(|| {
        let stopped = report.stopped();
        let help = "more --seconds may help, and --no-solutions prints the boards only";
        Complaint::Words(format!("{name}: no solution was found ({stopped}); {help}"))
    })
}
