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
use quarry_solvers::evolve::ascent::{Ascent, AscentSettings, ListLength, WeightDistribution};

use super::{Milestone, ObserveTraining, Reading, TrainError, Trained, Training, text};
use crate::model::{TrainingOrigin, count, millionths};
use crate::registry::configured;

/// Summaries for the catalogue.
pub(crate) const BY_ADAPTATION: &str = "Learns the weights of features from estimates of games, however long they last, by covariance matrix adaptation.";
pub(crate) const BY_CROSS_ENTROPY: &str = "Learns the weights of features from estimates of games, however long they last, by the noisy cross-entropy method.";
pub(crate) const BY_ANTS: &str = "Learns the weights of features from estimates of games, however long they last, by an ant colony for real numbers.";

/// Runs the remaining generations.
pub(crate) fn train<P: Lucky, E: LearnedEvaluator<P::Rules>, D: WeightDistribution>(
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
        .map(|file| stage_in::<D>(&origin, text(file)?, E::WEIGHED.len()))
        .transpose();
    let stage = so_far.map_err(TrainError::SoFar)?;
    let mut last = None;
    let WeightRange::Signed(spread) = E::RANGE else {
        panic!("{name} needs weights of any sign");
    };
    let mut ascent =
        Ascent::<_, E, D>::new(puzzle.rules(), spread, &settings, training.seed, stage);
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
fn seen<S: Chance, E: LearnedEvaluator<S>, D: WeightDistribution>(
    ascent: &Ascent<S, E, D>,
    origin: &TrainingOrigin,
    estimates: Option<(f64, f64)>,
) -> Milestone {
    let (stage, is_over) = (ascent.stage(), ascent.is_over());
    let (generation, step) = (stage.generation(), stage.width());
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
struct StageFile<'a, D> {
    origin: &'a TrainingOrigin,
    weighed: &'static [&'static str],
    stage: &'a D,
    is_over: bool,
}

impl<D: WeightDistribution> fmt::Display for StageFile<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle = {}", quoted(self.origin.puzzle))?;
        writeln!(f, "# in millionths: {}", self.weighed.join(", "))?;
        writeln!(f, "weights = {}", millionths(self.stage.model()))?;
        write!(f, "{}", self.origin.notes())?;
        writeln!(f, "over = {}\ngeneration = {}", self.is_over, self.stage.generation())?;
        for ((key, _), numbers) in D::lists(self.weighed.len()).iter().zip(self.stage.numbers()) {
            writeln!(f, "{key} = {}", quoted(&exact(&numbers)))?;
        }
        Ok(())
    }
}

fn exact(numbers: &[f64]) -> String {
    let mut text = String::new();
    for number in numbers {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{number:?}", if text.is_empty() { "" } else { " " });
    }
    text
}

/// Reads the stage reached by a file of the same training.
fn stage_in<D: WeightDistribution>(
    origin: &TrainingOrigin,
    text: &str,
    features: usize,
) -> Result<D, ParseError> {
    let training = origin.same(&Document::parse(text)?)?;
    // How many times the lists of several members hold a member's numbers.
    let mut members = None;
    let mut list = |(key, length): (&'static str, ListLength)| -> Result<Vec<f64>, ParseError> {
        let found = training
            .text(key)?
            .ok_or_else(|| training.missing(key, &format!("{key} = \"0.5 1.0\"")))?;
        let numbers: Option<Vec<f64>> =
            found.value.split(' ').map(|word| word.parse().ok()).collect();
        let wanted = match length {
            ListLength::Exactly(length) => length,
            ListLength::Multiple(length) => {
                let given = numbers.as_ref().map_or(1, |numbers| numbers.len() / length);
                length * *members.get_or_insert(given.max(1))
            }
        };
        let fits = |numbers: &Vec<f64>| {
            numbers.len() == wanted && numbers.iter().all(|number| number.is_finite())
        };
        numbers.filter(fits).ok_or_else(|| {
            found.wrong(
                format!("{wanted} numbers separated by spaces for `{key}`"),
                quoted(found.value),
            )
        })
    };
    let lists = D::lists(features).into_iter().map(&mut list).collect::<Result<_, _>>()?;
    Ok(D::restored(count(&training, "generation")?, lists))
}
