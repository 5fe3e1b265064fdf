//! Trainings: what a puzzle's players can learn, and how learned weights are used in play.
//!
//! A training turns one file into another, step by step: an instance becomes weights
//! (`evolution.rs`, `ascent.rs`), a programme or formula (`offline.rs`), or a record of games
//! (`record.rs`), a record becomes nets (`fit.rs`). A training has a name and settings, reports its
//! progress after every step, and can continue from the file it has written so far.
//! `registry/learn.rs` defines which puzzle has which trainings.

pub(crate) mod ascent;
pub(crate) mod distances;
pub(crate) mod evolution;
pub(crate) mod fit;
pub(crate) mod offline;
pub(crate) mod record;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Domain, Field, Generate, GenerateError, LearnedEvaluator, Meter, ParseError, Position, Rng,
    Score, SettingError, SettingValue, Settings, StateSpace, WeightRange, did_you_mean,
};
use quarry_solvers::chance::expectimax::ExpectimaxSettings;

/// The input of a training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// An instance file: games are played under its rules, each with its own luck.
    Instance,
    /// A file written by another training.
    Record,
}

/// A training as shown in the catalogue.
#[derive(Debug, Clone)]
pub struct TrainingCard {
    /// Name: the puzzle's id and what is learned.
    pub name: String,
    /// Id of the puzzle.
    pub puzzle: &'static str,
    /// Description in one sentence.
    pub summary: &'static str,
    /// Kind of input.
    pub material: Material,
    /// Available settings.
    pub fields: Vec<Field>,
    /// Whether the games of a step can be played elsewhere.
    pub is_divisible: bool,
}

/// A request for a training.
#[derive(Debug, Clone)]
pub struct Training {
    /// Contents of the input file.
    pub material: Vec<u8>,
    /// Settings by name.
    pub params: Vec<(String, String)>,
    /// Seed of all randomness.
    pub seed: u64,
    /// Number of threads; the written file does not depend on it.
    pub threads: usize,
    /// File that the same training had written when it was stopped; `None` to start anew.
    pub so_far: Option<Vec<u8>>,
    /// Set to true to stop the training.
    pub stop: Arc<AtomicBool>,
    /// Plays the games, if not this process; for trainings that can be divided.
    pub elsewhere: Option<Elsewhere>,
}

/// One game of a step: a request for [`Instance::solve`](crate::Instance::solve) elsewhere, whose
/// score is needed.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingGame {
    /// Name of the player.
    pub solver: &'static str,
    /// Settings of the player, by name.
    pub params: Vec<(String, String)>,
    /// Luck of the game.
    pub seed: u64,
}

/// Plays the games of a step elsewhere. Receives the step's number, from 1, and returns the scores
/// in the order of the games, or `None` if it was stopped.
#[derive(Clone)]
pub struct Elsewhere(pub Arc<Players>);

/// The function that plays games for a training.
pub type Players = dyn Fn(u64, &[TrainingGame]) -> Option<Vec<Score>> + Send + Sync;

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Elsewhere")
    }
}

/// The progress of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct Milestone {
    /// Progress in one line.
    pub line: String,
    /// Final summary, as pairs of a label and a text.
    pub summary: Vec<(&'static str, String)>,
    /// Figures by name.
    pub figures: Vec<(&'static str, Reading)>,
    /// Current contents of the output file.
    pub file: Vec<u8>,
}

/// A figure of a training.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A count.
    Whole(u64),
    /// A measurement.
    Real(f64),
    /// Several named figures.
    Group(Vec<(String, Reading)>),
}

/// The result of a training.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// Last progress; `None` if the training was stopped during its first step.
    pub last: Option<Milestone>,
    /// Whether the training is finished, rather than stopped.
    pub is_over: bool,
}

/// Why a training did not start.
#[derive(Debug, Clone, PartialEq)]
pub enum TrainError {
    /// There is no training with this name; carries the available ones.
    Unknown(String, Vec<String>),
    /// A setting was refused.
    Setting(SettingError),
    /// The input file is malformed.
    Material(ParseError),
    /// The file to continue from is malformed or belongs to another training.
    SoFar(ParseError),
    /// The threads could not be started.
    Threads(String),
    /// The games cannot be played elsewhere.
    HereOnly,
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Unknown(name, known) => {
                let meant = did_you_mean(name, known.iter().map(String::as_str));
                write!(f, "unknown training '{name}'{meant}: expected one of {}", known.join(", "))
            }
            TrainError::Setting(error) => write!(f, "{error}"),
            TrainError::Material(error) => write!(f, "the file to learn from: {error}"),
            TrainError::SoFar(error) => write!(f, "the file to continue from: {error}"),
            TrainError::Threads(why) => write!(f, "cannot start the threads: {why}"),
            TrainError::HereOnly => write!(f, "its games cannot be played elsewhere: omit --on"),
        }
    }
}

impl std::error::Error for TrainError {}

/// Receives the progress of a training.
pub(crate) type ObserveTraining<'o> = &'o mut (dyn FnMut(&Milestone) + Send);

/// The stream of a training's seed from which its boards come; its steps use the others.
const BOARDS: u64 = u64::MAX;

/// Generates boards like an instance; none if the meter stopped that.
fn boards_like<P: Generate>(
    puzzle: &P,
    count: u64,
    seed: u64,
    meter: &mut Meter,
) -> Result<Option<Vec<P>>, TrainError> {
    let refused = |why: String| {
        let expected = "an instance like which boards can be generated";
        TrainError::Material(ParseError::new(Position::START, expected, why))
    };
    let Some(params) = puzzle.alike() else {
        return Err(refused("one that the generator makes no boards like".to_owned()));
    };
    let (mut rng, mut boards) = (Rng::stream(seed, BOARDS), Vec::new());
    for _ in 0..count {
        match P::generate(&params, rng.bits(), meter) {
            Ok(board) => boards.push(board),
            Err(GenerateError::Stopped) => return Ok(None),
            Err(GenerateError::Refused(why)) => return Err(refused(why)),
        }
    }
    Ok(Some(boards))
}

/// Decodes a file as text.
fn text(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        ParseError::new(Position::of(&before, before.len()), "text (UTF-8)", "a binary file")
    })
}

/// Settings of a player with learned weights.
pub(crate) struct LearnedSettings<S, E> {
    pub(crate) ahead: ExpectimaxSettings,
    pub(crate) weights: Vec<f64>,
    evaluator: PhantomData<fn(S) -> E>,
}

/// Returns the domain of an evaluator's weights.
fn weights_domain<S: StateSpace, E: LearnedEvaluator<S>>() -> Domain {
    match E::RANGE {
        WeightRange::Shares => Domain::Weights(E::WEIGHED.len()),
        WeightRange::Signed(_) => Domain::Numbers(E::WEIGHED.len()),
    }
}

/// Name of the setting that holds the weights.
const MODEL: &str = "model";

impl<S, E> Clone for LearnedSettings<S, E> {
    fn clone(&self) -> Self {
        LearnedSettings {
            ahead: self.ahead.clone(),
            weights: self.weights.clone(),
            evaluator: PhantomData,
        }
    }
}

impl<S: StateSpace + 'static, E: LearnedEvaluator<S>> Default for LearnedSettings<S, E> {
    fn default() -> Self {
        LearnedSettings {
            ahead: Default::default(),
            weights: E::USUAL.to_vec(),
            evaluator: PhantomData,
        }
    }
}

/// The settings of a player that looks ahead, and the weights.
impl<S: StateSpace + 'static, E: LearnedEvaluator<S>> Settings for LearnedSettings<S, E> {
    fn fields() -> Vec<Field> {
        let help = "Weights: a file written by `quarry train`, or the numbers themselves.";
        let (default, domain) = (E::USUAL.to_vec().write(), weights_domain::<S, E>());
        let mut fields = ExpectimaxSettings::fields();
        fields.push(Field { name: MODEL, help, default, domain });
        fields
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        if name == MODEL {
            let domain = weights_domain::<S, E>();
            self.weights = SettingValue::read(value, &domain)
                .ok_or_else(|| SettingError::Unfit(name.to_owned(), value.to_owned(), domain))?;
            return Ok(());
        }
        self.ahead.set(name, value).map_err(|error| match error {
            SettingError::Unknown(name, mut known) => {
                known.push(MODEL);
                SettingError::Unknown(name, known)
            }
            other => other,
        })
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = self.ahead.values();
        values.push((MODEL, self.weights.write()));
        values
    }
}
