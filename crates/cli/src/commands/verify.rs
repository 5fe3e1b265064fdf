//! `quarry verify`: the judge alone.

use std::io::Write;

use serde_json::json;

use crate::args::VerifyArgs;
use crate::input::Complaint;
use crate::{Exit, Result, input};

pub(crate) fn run(args: &VerifyArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    let text = input::text(&args.answer, "expected an answer file, as `quarry solve -o FILE` writes it")?;
    let judgement =
        instance.verify(&text).map_err(|error| Complaint::Malformed(args.answer.clone(), error))?;
    let objection = judgement.objection();
    let verdict = judgement.verdict.ok();
    let mut out = anstream::stdout().lock();
    if args.json {
        let object = json!({"puzzle": instance.puzzle(), "instance": args.instance, "accepted": objection.is_none(),
            "score": verdict.map(|verdict| verdict.score), "solved": verdict.is_some_and(|verdict| verdict.solved),
            "claimed": judgement.claimed, "reason": objection});
        writeln!(out, "{object}")?;
    } else {
        match (&objection, verdict) {
            (None, Some(verdict)) => writeln!(out, "accepted: score {}", verdict.score)?,
            (objection, _) => writeln!(out, "refused: {}", objection.as_deref().unwrap_or("no verdict"))?,
        }
    }
    Ok(if objection.is_none() { Exit::Yes } else { Exit::No })
}
