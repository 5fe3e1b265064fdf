//! `quarry verify`: judges an answer and the claims of its file.

use std::io::Write;

use quarry::{Catalogue, Claims, Instance, Judgement, Origin, ParseError, Position};
use serde_json::json;

use crate::args::VerifyArgs;
use crate::commands::answers::{self, ANSWER_HEAD};
use crate::input::{Complaint, Instances};
use crate::progress::CountBar;
use crate::{Exit, Result, input};

/// Message for a proof that is not contradicted.
const NOT_CHECKED: &str = "claimed, not checked";

pub(crate) fn run(catalogue: &Catalogue, args: &VerifyArgs) -> Result {
    let instances = Instances::read(catalogue, &args.instance, &args.named)?;
    let text = input::answer(&args.answer)?;
    if instances.count() > 1 {
        return collection(args, &instances, &text);
    }
    let instance = instances.only()?;
    let judgement =
        instance.verify(&text).map_err(|error| Complaint::Malformed(args.answer.clone(), error))?;
    let is_accepted = judgement.objection().is_none();
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(&args.instance, &*instance, &judgement))?;
    } else {
        write!(out, "{}", to_text(&judgement))?;
    }
    Ok(if is_accepted { Exit::Yes } else { Exit::No })
}

/// Judges the answers to a collection, in its order: a line each, and a summary.
fn collection(args: &VerifyArgs, instances: &Instances, text: &str) -> Result {
    let (answers, count) = (answers::parts(text), instances.count());
    if answers.len() != count {
        let expected = format!("{count} tables {ANSWER_HEAD}, one for each puzzle");
        let error = ParseError::new(Position::START, expected, answers.len().to_string());
        return Err(Complaint::Malformed(args.answer.clone(), error));
    }
    let progress = CountBar::new(false, "verify", count as u64, "answers");
    let mut accepted = 0;
    for (index, answer) in answers.iter().enumerate() {
        let (name, instance) = (instances.name(index), instances.open(index)?);
        let judgement = instance.verify(answer.text).map_err(|mut error| {
            error.at.line += answer.above;
            Complaint::Malformed(args.answer.clone(), error)
        })?;
        accepted += usize::from(judgement.objection().is_none());
        progress.note(index as u64 + 1);
        progress.print_above(|| {
            let mut out = anstream::stdout().lock();
            if args.json {
                return writeln!(out, "{}", to_json(&name, &*instance, &judgement));
            }
            let words = to_text(&judgement);
            writeln!(out, "{name}  {}", words.trim_end().replace('\n', "; "))
        })?;
    }
    drop(progress);
    if !args.json {
        writeln!(anstream::stdout().lock(), "accepted {accepted} of {count}")?;
    }
    Ok(if accepted == count { Exit::Yes } else { Exit::No })
}

fn to_json(name: &str, instance: &dyn Instance, judgement: &Judgement) -> serde_json::Value {
    let objection = judgement.objection();
    let verdict = judgement.verdict.as_ref().ok();
    let Claims { score, solved, proved, solutions } = &judgement.claims;
    let Origin { instance: made_for, checksum, checksum_here, rules, rules_here } =
        &judgement.origin;
    json!({
        "puzzle": instance.puzzle(),
        "instance": name,
        "accepted": objection.is_none(),
        "score": verdict.map(|verdict| verdict.score),
        "solved": verdict.is_some_and(|verdict| verdict.solved),
        "claimed": score,
        "reason": objection,
        "claimed_solved": solved,
        "claimed_proved": proved,
        "claimed_solutions": solutions,
        "proof": proof(judgement),
        "made_for": made_for,
        "made_for_checksum": checksum,
        "instance_checksum": checksum_here,
        "made_for_rules_version": rules,
        "rules_version": rules_here,
        "altered": judgement.altered,
    })
}

/// Returns what is known about a proof that the file claims.
fn proof(judgement: &Judgement) -> Option<&str> {
    let is_claimed = judgement.claims.proved == Some(true);
    is_claimed.then(|| judgement.disproof.as_deref().unwrap_or(NOT_CHECKED))
}

fn to_text(judgement: &Judgement) -> String {
    let mut lines = match (judgement.objection(), &judgement.verdict) {
        (None, Ok(verdict)) => vec![format!("accepted: score {}", verdict.score)],
        (objection, _) => {
            return format!("refused: {}\n", objection.as_deref().unwrap_or("no verdict"));
        }
    };
    if let Some(proof) = proof(judgement) {
        let what = match judgement.claims.solutions.as_deref() {
            Some(solutions) => format!("number of solutions ({solutions})"),
            None => "best score".to_owned(),
        };
        lines.push(format!("proof of the {what}: {proof}"));
    }
    if let Some(version) = judgement.origin.other_rules() {
        let here = judgement.origin.rules_here;
        lines.push(format!(
            "the file was written for version {version} of the rules, and judged by version {here}"
        ));
    }
    lines.join("\n") + "\n"
}
