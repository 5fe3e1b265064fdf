//! `quarry record`: puts an answer into an archive if it is better than the record there.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use quarry::{Catalogue, Instance, Judgement, Score};
use serde_json::json;

use crate::args::RecordArgs;
use crate::input::{self, Complaint};
use crate::output::Output;
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &RecordArgs) -> Result {
    let instance = input::instance(catalogue, &args.instance, &args.named)?;
    let place = place(args, instance.puzzle())?;
    let text = input::answer(&args.answer)?;
    let end = match judged(&*instance, &args.answer, &text)? {
        Ok(new) => {
            let _lock = lock(&place)?;
            improve(&*instance, &place, new, (&args.answer, &text))?
        }
        Err(reason) => End { new: None, old: None, reason: Some(reason) },
    };
    let exit = if end.reason.is_none() { Exit::Yes } else { Exit::No };
    let mut out = anstream::stdout().lock();
    if args.json {
        let object = json!({"puzzle": instance.puzzle(), "instance": args.instance, "recorded": end.reason.is_none(),
            "score": end.new, "before": end.old, "reason": end.reason, "file": place.to_string_lossy()});
        writeln!(out, "{object}")?;
    } else {
        match end {
            End { new: None, reason, .. } => {
                writeln!(out, "not recorded: {}", reason.unwrap_or_default())?;
            }
            End { new: Some(new), reason: Some(reason), .. } => {
                writeln!(out, "not recorded: score {new}; {reason}")?;
            }
            End { new: Some(new), old: Some(old), .. } => {
                writeln!(out, "recorded: score {new}, before {old}")?;
            }
            End { new: Some(new), .. } => writeln!(out, "recorded: score {new}, the first")?,
        }
    }
    Ok(exit)
}

/// How the attempt ended: the scores of both answers, and why nothing was recorded.
struct End {
    new: Option<Score>,
    old: Option<Score>,
    reason: Option<String>,
}

/// Puts an accepted answer, with the name of its file, in the place of a worse record.
fn improve(
    instance: &dyn Instance,
    place: &Path,
    new: Score,
    (file, text): (&str, &str),
) -> std::result::Result<End, Complaint> {
    let old = match place.exists() {
        false => None,
        true => {
            let name = place.to_string_lossy();
            match judged(instance, &name, &input::answer(&name)?)? {
                Ok(old) => Some(old),
                Err(reason) => {
                    let advice = "repair or remove it first";
                    return Err(Complaint::Words(format!("{name}: {reason}; {advice}")));
                }
            }
        }
    };
    let reason = old.filter(|old| *old >= new).map(|old| format!("the archive has {old}"));
    if reason.is_none() {
        let record = instance.record_file(text, &today());
        let record = record.map_err(|error| Complaint::Malformed(file.to_owned(), error))?;
        let again = instance.verify(&record).ok().filter(|again| again.objection().is_none());
        let score = again.and_then(|again| again.verdict.ok()).map(|verdict| verdict.score);
        assert_eq!(
            score,
            Some(new),
            "internal error: a record is judged otherwise than its answer"
        );
        Output::at(place, &[])?.write(record.as_bytes())?;
    }
    Ok(End { new: Some(new), old, reason })
}

/// Locks the archive until the lock is dropped, so that two recorders do not overwrite each other's
/// records. Creates the archive's folder if it is missing.
fn lock(place: &Path) -> std::result::Result<File, Complaint> {
    let folder = place.parent().unwrap_or(Path::new(""));
    let locked = fs::create_dir_all(folder).and_then(|()| {
        let file = File::options().create(true).append(true).open(folder.join(".lock"))?;
        file.lock()?;
        Ok(file)
    });
    locked.map_err(|error| {
        let advice = "choose the folder of the records with --archive";
        Complaint::Unusable(folder.display().to_string(), error, advice)
    })
}

/// Returns the score of an accepted answer, or the reason why it is refused.
fn judged(
    instance: &dyn Instance,
    name: &str,
    text: &str,
) -> std::result::Result<std::result::Result<Score, String>, Complaint> {
    let judgement: Judgement =
        instance.verify(text).map_err(|error| Complaint::Malformed(name.to_owned(), error))?;
    let refused = || judgement.objection().unwrap_or_else(|| "no verdict".to_owned());
    Ok(match &judgement.verdict {
        Ok(verdict) if judgement.objection().is_none() => Ok(verdict.score),
        _ => Err(refused()),
    })
}

/// Returns the archive's file for an instance, named after the instance.
fn place(args: &RecordArgs, puzzle: &str) -> std::result::Result<PathBuf, Complaint> {
    let stem = Path::new(&args.instance).file_stem().filter(|_| args.instance != "-");
    let stem = stem.ok_or_else(|| {
        Complaint::Words(
            "a record is named after its instance: name a file or PUZZLE/EXAMPLE".to_owned(),
        )
    })?;
    let folder =
        args.archive.clone().unwrap_or_else(|| Path::new("instances").join(puzzle).join("records"));
    // The stem may have dots of its own: `b.v1.toml` and `b.v2.toml` have records of their own.
    Ok(folder.join(format!("{}.toml", stem.to_string_lossy())))
}

/// Returns the date in UTC. A record states when it was set; nothing else depends on it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the date this many days after 1 January 1970. Years start in March here, so that a leap
/// day is the last day of its year.
fn date(days: u64) -> (u64, u64, u64) {
    const DAYS_IN_400_YEARS: u64 = 146_097;
    let days = days + 719_468;
    let (era, day_of_era) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_by_the_calendar() {
        for (days, expected) in [
            (0, (1970, 1, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_773, (2026, 11, 16)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}
