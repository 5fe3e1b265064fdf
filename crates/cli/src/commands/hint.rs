//! `quarry hint`: the next step, with the reason.

use std::io::Write;

use serde_json::json;

use crate::args::HintArgs;
use crate::commands::play::no_hint;
use crate::input::Complaint;
use crate::{Exit, Result, input};

pub(crate) fn run(args: &HintArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    let session = instance
        .session()
        .ok_or_else(|| Complaint::Words(format!("{} cannot be played by hand", instance.puzzle())))?;
    let mut out = anstream::stdout().lock();
    let Some(hint) = session.hint() else {
        writeln!(out, "{}", if args.json { "{\"move\":null}" } else { no_hint(&*session) })?;
        return Ok(Exit::No);
    };
    if args.json {
        writeln!(out, "{}", json!({"move": hint.mv, "reason": hint.reason}))?;
    } else {
        writeln!(out, "{}: {}", hint.mv, hint.reason)?;
    }
    Ok(Exit::Yes)
}
