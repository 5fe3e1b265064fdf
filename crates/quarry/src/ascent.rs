//! Learning a player's weights by estimates of games that nobody could wait for, and the file it writes.
//!
//! The file is a model like any other (`model.rs`), with the distribution that it has come to as its checkpoint: numbers as they are printed
//! and read back without loss, so that a training that was stopped goes on to the same bytes.

use std::fmt::{self, Write};

use quarry_core::text::quoted;
use quarry_core::{Budget, Document, Meter, ParseError, Settings, Weighted};
use quarry_solvers::evolve::ascent::{Ascent, AscentSettings};
use quarry_solvers::evolve::cma_es::CmaEs;

use crate::model::{Origin, count, millionths};
use crate::shelf::configured;
use crate::training::{TrainError, Training};

/// The name of the player who goes by such weights, and what it is in one sentence.
pub(crate) const WEIGHING: (&str, &str) = (
    "linear",
    "Plays by weights of the features that the controllers weigh; `quarry train --by estimates` learns them.",
);

/// What a generation has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Ascended {
    /// How many there have been.
    pub generation: u64,
    /// The best and the middle estimate of the last one, if there was one since it was stopped.
    pub estimates: Option<(f64, f64)>,
    /// How far around the model the next are drawn, 1 at the beginning.
    pub step: f64,
    /// The model's weights by name.
    pub weights: Vec<(&'static str, f64)>,
    /// The model file.
    pub file: String,
    /// Whether it is the last.
    pub is_over: bool,
}

/// Lives through the generations that are left, and says where it ended.
pub(crate) fn ascend<P: Weighted<Rules: Sync>>(
    puzzle: &P,
    training: &Training,
    observe: &mut (dyn FnMut(&Ascended) + Send),
) -> Result<Ascended, TrainError> {
    let settings: AscentSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let origin = Origin {
        puzzle: P::ID,
        player: WEIGHING.0,
        weighed: P::FEATURES,
        instance: puzzle.show(),
        rules: P::RULES_VERSION,
        seed: training.seed,
        settings: settings.values(),
    };
    let stage = training.so_far.as_deref().map(|text| stage_in(&origin, text)).transpose();
    let mut ascent =
        Ascent::<P>::new(puzzle.rules(), &settings, training.seed, stage.map_err(TrainError::SoFar)?);
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let mut last = ascended(&ascent, &origin, None);
    while !ascent.is_over()
        && let Some(seen) = ascent.step(&mut meter)
    {
        last = ascended(&ascent, &origin, Some((seen.best, seen.median)));
        observe(&last);
    }
    Ok(last)
}

fn ascended<P: Weighted<Rules: Sync>>(
    ascent: &Ascent<P>,
    origin: &Origin,
    estimates: Option<(f64, f64)>,
) -> Ascended {
    let (stage, is_over) = (ascent.stage(), ascent.is_over());
    Ascended {
        generation: stage.generation,
        estimates,
        step: stage.step,
        weights: P::FEATURES.iter().copied().zip(ascent.model().iter().copied()).collect(),
        file: StageFile { origin, stage, is_over }.to_string(),
        is_over,
    }
}

/// A model with the stage of its training, as it is written.
struct StageFile<'a> {
    origin: &'a Origin,
    stage: &'a CmaEs,
    is_over: bool,
}

impl fmt::Display for StageFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CmaEs { generation, mean, step, covariance, step_path, shape_path } = self.stage;
        writeln!(f, "puzzle = {}", quoted(self.origin.puzzle))?;
        writeln!(f, "# in millionths: {}", self.origin.weighed.join(", "))?;
        writeln!(f, "weights = {}\n\n[training]", millionths(mean))?;
        for (key, value) in self.origin.keys() {
            writeln!(f, "{key} = {value}")?;
        }
        writeln!(f, "over = {}\ngeneration = {generation}", self.is_over)?;
        let (step, covariance) = ([*step], covariance.concat());
        let vectors = [&step[..], mean, &covariance, step_path, shape_path].into_iter().zip(VECTORS);
        for (numbers, key) in vectors {
            writeln!(f, "{key} = {}", quoted(&exact(numbers)))?;
        }
        Ok(())
    }
}

/// What a stage is made of, in the order of the file.
const VECTORS: [&str; 5] = ["step", "mean", "covariance", "step_path", "shape_path"];

fn exact(numbers: &[f64]) -> String {
    let mut text = String::new();
    for number in numbers {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{number:?}", if text.is_empty() { "" } else { " " });
    }
    text
}

/// The stage that a file of the same training has come to.
fn stage_in(origin: &Origin, text: &str) -> Result<CmaEs, ParseError> {
    let document = Document::parse(text)?;
    let training = origin.own(&document)?;
    let features = origin.weighed.len();
    let vector = |key: &str, length: usize| -> Result<Vec<f64>, ParseError> {
        let found =
            training.text(key)?.ok_or_else(|| training.missing(key, &format!("{key} = \"0.5 1.0\"")))?;
        let numbers: Option<Vec<f64>> = found.value.split(' ').map(|word| word.parse().ok()).collect();
        let fits =
            |numbers: &Vec<f64>| numbers.len() == length && numbers.iter().all(|number| number.is_finite());
        numbers.filter(fits).ok_or_else(|| {
            found.wrong(format!("{length} numbers separated by spaces for `{key}`"), quoted(found.value))
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
