//! Trains nets, one for each kind of states, to imitate the choices of a record.

use std::sync::atomic::Ordering;

use quarry_core::{Document, Imitable, ParseError, Puzzle, Settings};
use quarry_nets::{Bundle, FitSettings, NetProgress, NetTraining, Samples};

use super::{Milestone, ObserveTraining, Reading, TrainError, Trained, Training};
use crate::model::TrainingOrigin;
use crate::registry::configured;
use crate::training::record;

/// Summary for the catalogue.
pub(crate) const SUMMARY: &str = "Trains nets to imitate the choices of a record, one for each kind of states, until the results on held-out cases stop improving.";

/// Returns the minimal number of cases of a kind that can be divided into folds.
fn enough(settings: &FitSettings) -> usize {
    settings.folds as usize
}

/// Trains nets to imitate a player.
pub(crate) fn train<P: Imitable>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    train_on(name, training, observe, record::read::<P>)
}

/// Runs the remaining epochs of a training on the cases that `read` finds in a record.
pub(crate) fn train_on<P: Puzzle>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
    read: impl FnOnce(&Bundle) -> Result<(P, Vec<(String, Samples)>), ParseError>,
) -> Result<Trained, TrainError> {
    let settings: FitSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let bundle = Bundle::read(&training.material).map_err(TrainError::Material)?;
    let (puzzle, kinds) = read(&bundle).map_err(TrainError::Material)?;
    if let Some((kind, samples)) =
        kinds.iter().find(|(_, samples)| samples.len() < enough(&settings))
    {
        let expected = format!("at least {} cases of every kind", enough(&settings));
        return Err(TrainError::Material(
            bundle.wrong(expected, format!("{} of `{kind}`", samples.len())),
        ));
    }
    let checksum = blake3::hash(&training.material).to_hex().to_string();
    let origin =
        TrainingOrigin::of(&puzzle, name, training.seed, settings.values()).with_record(checksum);
    let mut course = NetTraining::new(&kinds, &settings, training.seed);
    let mut last = None;
    if let Some(file) = &training.so_far {
        resume(&mut course, &origin, file).map_err(TrainError::SoFar)?;
        last = Some(seen(&course, &origin));
    }
    while !course.is_over() && course.step(&|| !training.stop.load(Ordering::Relaxed)) {
        last = Some(seen(&course, &origin));
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: course.is_over() })
}

fn resume(
    course: &mut NetTraining,
    origin: &TrainingOrigin,
    file: &[u8],
) -> Result<(), ParseError> {
    let bundle = Bundle::read(file)?;
    origin.same(&Document::parse(&bundle.notes)?)?;
    course.resume(&bundle)
}

/// Reports the current state of the nets.
fn seen(course: &NetTraining, origin: &TrainingOrigin) -> Milestone {
    let (tensors, standings) = course.kept();
    let notes = format!(
        "puzzle = \"{}\"\n{}over = {}\n{standings}",
        origin.puzzle,
        origin.notes(),
        course.is_over()
    );
    let lessons = course.lessons();
    let epoch =
        lessons.iter().flat_map(|lesson| &lesson.standings).map(|one| one.epoch).max().unwrap_or(0);
    let kept: Vec<f64> = lessons.iter().map(|lesson| lesson.standings[0].accuracy).collect();
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let short = lessons
        .iter()
        .zip(&kept)
        .map(|(lesson, share)| format!("{} {:.1}", lesson.kind, 100.0 * share));
    let mut summary = vec![("epochs", epoch.to_string())];
    summary.extend(lessons.iter().map(|lesson| {
        let first = &lesson.standings[0];
        let text = format!(
            "{}: {} of held-out cases, loss {:.4}",
            lesson.kind,
            percent(first.accuracy),
            first.loss
        );
        let turns = lesson.standings.len();
        let others = format!(
            "; {} over {turns} parts",
            percent(mean(lesson.standings.iter().map(|one| one.accuracy)))
        );
        ("accuracy", if turns > 1 { text + &others } else { text })
    }));
    summary.push(("mean", format!("{} of held-out cases", percent(mean(kept.iter().copied())))));
    Milestone {
        line: format!(
            "epoch {epoch}: held-out accuracy in percent: {}",
            short.collect::<Vec<_>>().join(", ")
        ),
        summary,
        figures: vec![
            ("epoch", Reading::Whole(epoch)),
            ("accuracy", Reading::Real(mean(kept.iter().copied()))),
            (
                "kinds",
                Reading::Group(
                    lessons
                        .iter()
                        .map(|lesson| (lesson.kind.to_owned(), figures(lesson)))
                        .collect(),
                ),
            ),
        ],
        file: Bundle { notes, tensors }.bytes(),
    }
}

fn figures(lesson: &NetProgress) -> Reading {
    let first = &lesson.standings[0];
    let mut figures = vec![
        ("epoch".to_owned(), Reading::Whole(first.epoch)),
        ("since".to_owned(), Reading::Whole(first.since)),
        ("loss".to_owned(), Reading::Real(first.loss)),
        ("accuracy".to_owned(), Reading::Real(first.accuracy)),
    ];
    if lesson.standings.len() > 1 {
        let over = |of: fn(&quarry_nets::NetFitProgress) -> f64| {
            Reading::Real(mean(lesson.standings.iter().map(of)))
        };
        figures.push(("mean_loss".to_owned(), over(|one| one.loss)));
        figures.push(("mean_accuracy".to_owned(), over(|one| one.accuracy)));
    }
    Reading::Group(figures)
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}
