//! Learns a player's weights from estimates of games that are too long to play, and writes a model
//! file.
//!
//! The file is a model like any other (`model.rs`), with the current distribution as its
//! checkpoint. Its numbers are printed and read back without loss, so that a stopped training
//! continues to the same bytes.

use std::fmt::{self, Write};

use quarry_core::text::quoted;
use quarry_core::{
    Budget, Chance, Document, LearnedEvaluator, Lucky, Meter, ParseError, Settings, WeightRange,
};
use quarry_solvers::evolve::ascent::{Ascent, AscentSettings};
use quarry_solvers::evolve::cma_es::CmaEs;

use super::{Milestone, ObserveTraining, Reading, TrainError, Trained, Training, text};
use crate::model::{TrainingOrigin, count, millionths};
use crate::registry::configured;

/// Summary for the catalogue.
pub(crate) const SUMMARY: &str = "Learns the weights of features from estimates of games, however long they last, by covariance matrix adaptation.";

/// Runs the remaining generations.
pub(crate) fn train<P: Lucky, E: LearnedEvaluator<P::Rules>>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    let settings: AscentSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let puzzle = text(&training.material).and_then(P::parse).map_err(TrainError::Material)?;
    let origin = TrainingOrigin::of(&puzzle, name, training.seed, settings.values());
    let so_far = training
        .so_far
        .as_deref()
        .map(|file| stage_in(&origin, text(file)?, E::WEIGHED.len()))
        .transpose();
    let stage = so_far.map_err(TrainError::SoFar)?;
    let mut last = None;
    let WeightRange::Signed(spread) = E::RANGE else {
        panic!("{name} needs weights of any sign");
    };
    let mut ascent = Ascent::<_, E>::new(puzzle.rules(), spread, &settings, training.seed, stage);
    let mut meter = Meter::new(Budget::default(), &training.stop);
    if ascent.is_over() {
        last = Some(seen(&ascent, &origin, None));
    }
    while !ascent.is_over()
        && let Some(generation) = ascent.step(&mut meter)
    {
        last = Some(seen(&ascent, &origin, Some((generation.best, generation.median))));
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: ascent.is_over() })
}

/// Reports the current state, with the best and the median estimate of the last generation if one
/// has run since the training was resumed.
fn seen<S: Chance, E: LearnedEvaluator<S>>(
    ascent: &Ascent<S, E>,
    origin: &TrainingOrigin,
    estimates: Option<(f64, f64)>,
) -> Milestone {
    let (stage, is_over) = (ascent.stage(), ascent.is_over());
    let (generation, step) = (stage.generation, stage.step);
    let weights = || E::WEIGHED.iter().copied().zip(ascent.model().iter().copied());
    let mut summary = vec![("generations", generation.to_string())];
    let mut figures =
        vec![("generation", Reading::Whole(generation)), ("step", Reading::Real(step))];
    let mut line = format!("generation {generation}: step {step:.3}");
    if let Some((best, median)) = estimates {
        summary.push((
            "estimates",
            format!("{best:.0} a game for the best of the last generation, median {median:.0}"),
        ));
        figures.extend([("best", Reading::Real(best)), ("median", Reading::Real(median))]);
        line =
            format!("generation {generation}: best {best:.0}, median {median:.0}, step {step:.3}");
    }
    summary.extend(weights().map(|(name, weight)| ("weight", format!("{weight:.6} {name}"))));
    let group = weights().map(|(name, weight)| (name.to_owned(), Reading::Real(weight))).collect();
    figures.push(("weights", Reading::Group(group)));
    let file = StageFile { origin, weighed: E::WEIGHED, stage, is_over }.to_string().into_bytes();
    Milestone { line, summary, figures, file }
}

/// A model with the stage of its training, as written to a file.
struct StageFile<'a> {
    origin: &'a TrainingOrigin,
    weighed: &'static [&'static str],
    stage: &'a CmaEs,
    is_over: bool,
}

impl fmt::Display for StageFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CmaEs { generation, mean, step, covariance, step_path, shape_path } = self.stage;
        writeln!(f, "puzzle = {}", quoted(self.origin.puzzle))?;
        writeln!(f, "# in millionths: {}", self.weighed.join(", "))?;
        writeln!(f, "weights = {}", millionths(mean))?;
        write!(f, "{}", self.origin.notes())?;
        writeln!(f, "over = {}\ngeneration = {generation}", self.is_over)?;
        let (step, covariance) = ([*step], covariance.concat());
        let vectors =
            [&step[..], mean, &covariance, step_path, shape_path].into_iter().zip(VECTORS);
        for (numbers, key) in vectors {
            writeln!(f, "{key} = {}", quoted(&exact(numbers)))?;
        }
        Ok(())
    }
}

/// Keys of a stage's vectors, in file order.
const VECTORS: [&str; 5] = ["step", "mean", "covariance", "step_path", "shape_path"];

fn exact(numbers: &[f64]) -> String {
    let mut text = String::new();
    for number in numbers {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{number:?}", if text.is_empty() { "" } else { " " });
    }
    text
}

/// Reads the stage reached by a file of the same training.
fn stage_in(origin: &TrainingOrigin, text: &str, features: usize) -> Result<CmaEs, ParseError> {
    let training = origin.same(&Document::parse(text)?)?;
    let vector = |key: &str, length: usize| -> Result<Vec<f64>, ParseError> {
        let found = training
            .text(key)?
            .ok_or_else(|| training.missing(key, &format!("{key} = \"0.5 1.0\"")))?;
        let numbers: Option<Vec<f64>> =
            found.value.split(' ').map(|word| word.parse().ok()).collect();
        let fits = |numbers: &Vec<f64>| {
            numbers.len() == length && numbers.iter().all(|number| number.is_finite())
        };
        numbers.filter(fits).ok_or_else(|| {
            found.wrong(
                format!("{length} numbers separated by spaces for `{key}`"),
                quoted(found.value),
            )
        })
    };
    Ok(CmaEs {
        generation: count(&training, "generation")?,
        mean: vector("mean", features)?,
        step: vector("step", 1)?[0],
        covariance: vector("covariance", features * features)?
            .chunks(features)
            .map(<[f64]>::to_vec)
            .collect(),
        step_path: vector("step_path", features)?,
        shape_path: vector("shape_path", features)?,
    })
}
