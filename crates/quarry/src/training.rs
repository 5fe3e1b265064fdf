//! Learning the weights of a puzzle's player, and playing by them.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Domain, Field, Meter, ParseError, SettingError, SettingValue, Settings, Tunable, Weighted,
};
use quarry_solvers::chance::expectimax::ExpectimaxSettings;
use quarry_solvers::evolve::aging::{Aging, AgingSettings};

use crate::model::{ModelFile, Origin};
use crate::shelf::configured;

/// What to learn from.
#[derive(Debug, Clone)]
pub struct Training {
    /// Settings by name.
    pub params: Vec<(String, String)>,
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work; the model does not depend on it.
    pub threads: usize,
    /// The text of the model file of the same training that was stopped; none to begin.
    pub so_far: Option<String>,
    /// Becomes true when the training shall stop.
    pub stop: Arc<AtomicBool>,
}

/// What a generation has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Generation {
    /// How many there have been.
    pub generation: u64,
    /// What a game of the model brought on average in training.
    pub best: f64,
    /// How many games these were.
    pub games: u64,
    /// The mean fitness.
    pub mean: f64,
    /// How many games those alive have played, on average.
    pub age: f64,
    /// For how many generations the mean has not improved.
    pub since: u64,
    /// The model's weights by name.
    pub weights: Vec<(&'static str, f64)>,
    /// The model file.
    pub file: String,
}

/// Where a training ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The last generation; none if it was stopped before the first was over.
    pub last: Option<Generation>,
    /// Whether it came to its end and was not stopped.
    pub is_over: bool,
}

/// Why a training did not begin.
#[derive(Debug, Clone, PartialEq)]
pub enum TrainError {
    /// The puzzle has no player whose weights could be learned.
    NothingToLearn(&'static str),
    /// A setting was refused.
    Setting(SettingError),
    /// The file to go on from is malformed or another training's.
    SoFar(ParseError),
    /// The threads could not be had.
    Threads(String),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::NothingToLearn(puzzle) => {
                write!(f, "{puzzle} has no player whose weights can be learned")
            }
            TrainError::Setting(error) => write!(f, "{error}"),
            TrainError::SoFar(error) => write!(f, "the model so far: {error}"),
            TrainError::Threads(why) => write!(f, "cannot start the threads: {why}"),
        }
    }
}

impl std::error::Error for TrainError {}

/// Lives through the generations that are left.
pub(crate) fn train<P: Tunable>(
    puzzle: &P,
    training: &Training,
    observe: &mut (dyn FnMut(&Generation) + Send),
) -> Result<Trained, TrainError> {
    let settings: AgingSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let origin = Origin {
        puzzle: P::ID,
        player: P::LEARNER.0,
        weighed: P::WEIGHED,
        instance: puzzle.show(),
        rules: P::RULES_VERSION,
        seed: training.seed,
        settings: settings.values(),
    };
    let so_far = training.so_far.as_deref().map(|text| origin.stage_in(text)).transpose();
    let stage = so_far.map_err(TrainError::SoFar)?.unwrap_or_default();
    let mut aging = Aging::<P>::new(puzzle.rules(), &settings, training.seed, stage);
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let mut last = seen(&aging, &origin, settings.adult);
    while !aging.is_over() && aging.step(&mut meter) {
        last = seen(&aging, &origin, settings.adult);
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: aging.is_over() })
}

/// What an evolution has come to, unless it is at its beginning.
fn seen<P: Tunable>(aging: &Aging<P>, origin: &Origin, adult: u64) -> Option<Generation> {
    let stage = aging.stage();
    let model = stage.model(adult)?;
    let file = ModelFile { origin, model, stage, is_over: aging.is_over() };
    Some(Generation {
        generation: stage.generation,
        best: model.fitness.mean(),
        games: model.fitness.games,
        mean: stage.mean(),
        age: stage.age(),
        since: stage.since,
        weights: P::WEIGHED.iter().copied().zip(model.genome.iter().copied()).collect(),
        file: file.to_string(),
    })
}

/// A player who goes by weights that were learned.
pub(crate) trait Learner: 'static {
    /// What the weights are.
    fn domain() -> Domain;
    /// Those for whoever brings none.
    fn usual() -> Vec<f64>;
}

/// Goes by weights from 0 to 1.
pub(crate) struct ByShares<P>(PhantomData<fn(P)>);
/// Goes by weights of any sign.
pub(crate) struct ByWeights<P>(PhantomData<fn(P)>);

impl<P: Tunable> Learner for ByShares<P> {
    fn domain() -> Domain {
        Domain::Weights(P::WEIGHED.len())
    }
    fn usual() -> Vec<f64> {
        P::USUAL.to_vec()
    }
}

impl<P: Weighted> Learner for ByWeights<P> {
    fn domain() -> Domain {
        Domain::Numbers(P::FEATURES.len())
    }
    fn usual() -> Vec<f64> {
        P::BEGINNING.to_vec()
    }
}

/// How a player with learned weights plays.
pub(crate) struct LearnedSettings<L> {
    pub(crate) ahead: ExpectimaxSettings,
    pub(crate) weights: Vec<f64>,
    learner: PhantomData<fn(L)>,
}

/// The setting that holds the weights.
const MODEL: &str = "model";

impl<L> Clone for LearnedSettings<L> {
    fn clone(&self) -> Self {
        LearnedSettings { ahead: self.ahead.clone(), weights: self.weights.clone(), learner: PhantomData }
    }
}

impl<L: Learner> Default for LearnedSettings<L> {
    fn default() -> Self {
        LearnedSettings { ahead: Default::default(), weights: L::usual(), learner: PhantomData }
    }
}

/// Those of a player that looks ahead, and the weights.
impl<L: Learner> Settings for LearnedSettings<L> {
    fn fields() -> Vec<Field> {
        let help = "The weights: a file that `quarry train` has written, or the numbers themselves.";
        let (default, domain) = (L::usual().write(), L::domain());
        let mut fields = ExpectimaxSettings::fields();
        fields.push(Field { name: MODEL, help, default, domain });
        fields
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        if name == MODEL {
            let domain = L::domain();
            self.weights = SettingValue::read(value, &domain)
                .ok_or_else(|| SettingError::Unfit(name.to_owned(), value.to_owned(), domain))?;
            return Ok(());
        }
        self.ahead.set(name, value).map_err(|error| match error {
            SettingError::Unknown(name, mut known) => {
                known.push(MODEL);
                SettingError::Unknown(name, known)
            }
            unfit @ SettingError::Unfit(..) => unfit,
        })
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = self.ahead.values();
        values.push((MODEL, self.weights.write()));
        values
    }
}
