//! Judges kept answers again: what a file or a store says of a run is believed only if the judge
//! still says the same.

use quarry::{Instance, Score};

use crate::finished::is_abridged;

/// What the judge says of a kept answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rejudged {
    /// What is kept with it.
    Same,
    /// Something else; in words.
    Other(String),
    /// Nothing: the answer is too long, so only its length and hash are kept.
    Abridged,
}

/// Judges an answer that is kept with a score, and with whether it is complete.
pub(crate) fn rejudge(
    instance: &dyn Instance,
    answer: &str,
    score: Option<Score>,
    complete: bool,
) -> Rejudged {
    let Some(score) = score else {
        return match (answer, complete) {
            ("", false) => Rejudged::Same,
            _ => Rejudged::Other("it has an answer without a score".to_owned()),
        };
    };
    if is_abridged(answer) {
        return Rejudged::Abridged;
    }
    let judgement = match instance.judge(&mut answer.lines()) {
        Ok(judgement) => judgement,
        Err(error) => {
            return Rejudged::Other(format!("its answer cannot be read: {}", error.words()));
        }
    };
    match judgement.verdict {
        Err(foul) => Rejudged::Other(format!("its answer is illegal: {foul}")),
        Ok(verdict) if verdict.score != score => Rejudged::Other(format!(
            "it states score {score}, and the judge counts {}",
            verdict.score
        )),
        Ok(verdict) if verdict.solved != complete => {
            let word = |complete| if complete { "complete" } else { "incomplete" };
            let (stated, judged) = (word(complete), word(verdict.solved));
            Rejudged::Other(format!("it states that its answer is {stated}, but it is {judged}"))
        }
        Ok(_) => Rejudged::Same,
    }
}
