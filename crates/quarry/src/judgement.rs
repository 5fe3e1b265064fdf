//! The judge's verdict on an answer file and on its claims.

use quarry_core::{AnswerText, Foul, Known, ParseError, Puzzle, Score, Solutions, Verdict};

use crate::answer::{ANOTHER, are_rows, checksum, entries, instance_checksum, open};

/// The judge's verdict on an answer file.
///
/// ```
/// use quarry::Catalogue;
///
/// let instance = Catalogue::standard().open("1 _ _\n_ _ _\n_ _ 9")?;
/// let judgement = instance.judge(&mut ["1 2 3", "6 5 4", "7 8 9"].into_iter())?;
/// assert_eq!(judgement.objection(), None);
///
/// // 4 does not touch 5.
/// let judgement = instance.judge(&mut ["1 2 3", "5 6 4", "7 8 9"].into_iter())?;
/// assert!(judgement.objection().is_some_and(|why| why.contains("the goal is not reached")));
/// # Ok::<(), quarry::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// Verdict on the answer.
    pub verdict: Result<Verdict, Foul>,
    /// Claims of the file.
    pub claims: Claims,
    /// Origin that the file states, compared with the instance and rules at hand.
    pub origin: Origin,
    /// Whether the file carries a checksum that does not match its answer or the instance.
    pub altered: bool,
    /// What is wrong with the file's second solution, if it has one.
    pub second: Option<String>,
    /// What refutes the file's claim that the answer is proved, if anything does.
    pub disproof: Option<String>,
}

/// The claims of an answer file; `None` where it makes none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claims {
    /// Score.
    pub score: Option<Score>,
    /// Whether the goal is reached.
    pub solved: Option<bool>,
    /// Whether the answer is proved optimal, or the number of solutions is proved.
    pub proved: Option<bool>,
    /// Number of solutions, in a word of [`Solutions`].
    pub solutions: Option<String>,
}

/// The origin that an answer file states, and what it is judged by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Origin {
    /// Name of the instance.
    pub instance: Option<String>,
    /// Checksum of the instance for which the file was made.
    pub checksum: Option<String>,
    /// Checksum of the instance at hand.
    pub checksum_here: String,
    /// Version of the rules for which the file was written.
    pub rules: Option<i64>,
    /// Version of the rules by which it is judged.
    pub rules_here: i64,
}

impl Origin {
    /// Returns whether the file states that it was made for another instance.
    pub fn is_other_instance(&self) -> bool {
        self.checksum.as_ref().is_some_and(|checksum| *checksum != self.checksum_here)
    }

    /// Returns the version of the rules for which the file was written, if it is judged by another
    /// one.
    pub fn other_rules(&self) -> Option<i64> {
        self.rules.filter(|version| *version != self.rules_here)
    }
}

impl Judgement {
    /// Creates the judgement of an answer without a file.
    pub(crate) fn of(verdict: Result<Verdict, Foul>) -> Self {
        let (claims, origin) = (Claims::default(), Origin::default());
        Judgement { verdict, claims, origin, altered: false, second: None, disproof: None }
    }

    /// Returns why the answer is not accepted; `None` if it is.
    pub fn objection(&self) -> Option<String> {
        let objection = self.objection_by_these_rules()?;
        Some(match self.origin.other_rules() {
            Some(version) => {
                format!("{objection} (the file was written for version {version} of the rules)")
            }
            None => objection,
        })
    }

    fn objection_by_these_rules(&self) -> Option<String> {
        if self.origin.is_other_instance() {
            return Some(self.other_instance());
        }
        let verdict = match &self.verdict {
            Err(foul) => return Some(foul.to_string()),
            Ok(verdict) => verdict,
        };
        let Claims { score, solved, .. } = &self.claims;
        if let Some(claimed) = score.filter(|claimed| *claimed != verdict.score) {
            return Some(format!(
                "the file claims score {claimed}, the judge counts {}",
                verdict.score
            ));
        }
        if *solved == Some(false) && verdict.solved {
            return Some("the file claims that the goal is not reached, but it is".to_owned());
        }
        if !verdict.solved {
            let claim = if *solved == Some(true) { ", which the file claims" } else { "" };
            return Some(format!(
                "legal as far as it goes (score {}), but the goal is not reached{claim}",
                verdict.score
            ));
        }
        if self.altered {
            return Some(
                "legal, but altered: the checksum does not match this instance and answer (without the checksum \
                 line, the answer is judged by itself)"
                    .to_owned(),
            );
        }
        self.second.clone().or_else(|| self.disproof.clone())
    }

    fn other_instance(&self) -> String {
        let Origin { instance, checksum, checksum_here, .. } = &self.origin;
        let name = instance.as_deref().unwrap_or("another instance");
        let checksum = checksum.as_deref().unwrap_or_default();
        let word = match &self.verdict {
            Ok(verdict) => format!("here it is legal, with score {}", verdict.score),
            Err(foul) => foul.to_string(),
        };
        format!(
            "this answer was made for {name} (checksum {checksum}), not for this board (checksum \
             {checksum_here}): {word}"
        )
    }
}

/// Judges an answer file and its claims; `known` are published results on the instance.
pub(crate) fn judge_file<P: Puzzle>(
    puzzle: &P,
    known: &[Known],
    text: &str,
) -> Result<Judgement, ParseError> {
    let text = open::<P>(text)?;
    let listing = entries::<P>(&text)?;
    let answer = puzzle.parse_answer(&mut listing.iter())?;
    let document = text.document();
    let instance = puzzle.show();
    let owned = |key: &str| document.text(key).map(|text| text.map(|text| text.value.to_owned()));
    let claims = Claims {
        score: document.integer("score")?.map(|score| score.value),
        solved: document.switch("solved")?.map(|solved| solved.value),
        proved: document.switch("proved")?.map(|proved| proved.value),
        solutions: owned("solutions")?,
    };
    let origin = Origin {
        instance: owned("instance")?,
        checksum: owned("instance_checksum")?,
        checksum_here: instance_checksum(&instance),
        rules: document.integer("rules_version")?.map(|version| version.value),
        rules_here: i64::from(P::RULES_VERSION),
    };
    let altered = match document.text("checksum")? {
        Some(written) => {
            written.value != checksum(&instance, listing.iter().map(|entry| entry.value))
        }
        None => false,
    };
    let verdict = puzzle.judge(&answer);
    let second = second(puzzle, &text, &answer)?;
    let disproof = match &verdict {
        Ok(verdict) => disproof(verdict, &claims, &second, known),
        Err(_) => None,
    };
    Ok(Judgement {
        verdict,
        claims,
        origin,
        altered,
        second: second.and_then(Result::err),
        disproof,
    })
}

/// Returns the verdict on the second solution of a file, or what is wrong with it; `None` if there
/// is no second solution.
fn second<P: Puzzle>(
    puzzle: &P,
    text: &AnswerText,
    first: &P::Answer,
) -> Result<Option<Result<Verdict, String>>, ParseError> {
    let Some(entries) = text.entries(ANOTHER, are_rows(P::ANSWER_KEY))? else { return Ok(None) };
    let second = puzzle.parse_answer(&mut entries.iter())?;
    Ok(Some(match puzzle.judge(&second) {
        Err(foul) => Err(format!("the second solution: {foul}")),
        Ok(verdict) if !verdict.solved => {
            Err("the second solution does not reach the goal".to_owned())
        }
        Ok(_) if puzzle.entries(&second) == puzzle.entries(first) => {
            Err("the second solution is the same as the first".to_owned())
        }
        Ok(verdict) => Ok(verdict),
    }))
}

/// Returns what in the file or its instance refutes the claimed proof.
fn disproof(
    verdict: &Verdict,
    claims: &Claims,
    second: &Option<Result<Verdict, String>>,
    known: &[Known],
) -> Option<String> {
    if claims.proved != Some(true) {
        return None;
    }
    match claims.solutions.as_deref() {
        Some(word) if word == Solutions::None.word() => {
            return Some("the file claims that there is no solution, but shows one".to_owned());
        }
        Some(word) if word == Solutions::One.word() && second.is_some() => {
            return Some("the file claims that there is one solution, but shows two".to_owned());
        }
        Some(word) if word == Solutions::Several.word() && second.is_none() => {
            return Some(
                "the file claims that there are several solutions, but shows one".to_owned(),
            );
        }
        Some(_) => return None,
        None => {}
    }
    let beaten = |by: &str, score: Score| {
        Some(format!(
            "the file claims that score {} is proved best, but {by} has {score}",
            verdict.score
        ))
    };
    if let Some(Ok(second)) = second
        && second.score > verdict.score
    {
        return beaten("its second solution", second.score);
    }
    let best = known.iter().max_by_key(|known| known.score)?;
    if best.score > verdict.score { beaten(&best.by, best.score) } else { None }
}
