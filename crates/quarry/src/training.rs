//! Trainings: what a puzzle's players can learn, and playing by it.
//!
//! A training makes a file out of another, step by step: an instance becomes weights
//! (`evolution.rs`, `ascent.rs`) or a record of games (`record.rs`), a record becomes nets
//! (`fit.rs`). It has a name and settings, says how far it has come after every step, and what it
//! has written so far is all it takes to go on. `registry/learn.rs` says which puzzle has which.

pub(crate) mod ascent;
pub(crate) mod evolution;
pub(crate) mod fit;
pub(crate) mod record;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Domain, Field, LearnedEvaluator, ParseError, Position, Score, SettingError, SettingValue,
    Settings, StateSpace, WeightRange, did_you_mean,
};
use quarry_solvers::chance::expectimax::ExpectimaxSettings;

/// What a training learns from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// An instance file: games are played under its rules, each with its own luck.
    Instance,
    /// A file that another training has written.
    Record,
}

/// A training as the catalogue shows it.
#[derive(Debug, Clone)]
pub struct TrainingCard {
    /// Its name: the puzzle's, and what is learned.
    pub name: String,
    /// The puzzle's id.
    pub puzzle: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// What it learns from.
    pub material: Material,
    /// What can be set.
    pub fields: Vec<Field>,
    /// Whether the games of a step can be played elsewhere.
    pub is_divisible: bool,
}

/// What to learn from, and how.
#[derive(Debug, Clone)]
pub struct Training {
    /// The file it learns from.
    pub material: Vec<u8>,
    /// Settings by name.
    pub params: Vec<(String, String)>,
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work; what is written does not depend on it.
    pub threads: usize,
    /// What the same training had written when it was stopped; none to begin.
    pub so_far: Option<Vec<u8>>,
    /// Becomes true when the training shall stop.
    pub stop: Arc<AtomicBool>,
    /// Who plays the games, if not this process; for trainings that can wait for others.
    pub elsewhere: Option<Elsewhere>,
}

/// One game of a step: what [`Instance::solve`](crate::Instance::solve) is asked elsewhere, and
/// whose score is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingGame {
    /// The player.
    pub solver: &'static str,
    /// Its settings by name.
    pub params: Vec<(String, String)>,
    /// The luck.
    pub seed: u64,
}

/// Plays the games of a step elsewhere: their scores in their order, or none if it was stopped. It
/// is told the step's number, from 1.
#[derive(Clone)]
pub struct Elsewhere(pub Arc<Players>);

/// Whoever plays games for a training.
pub type Players = dyn Fn(u64, &[TrainingGame]) -> Option<Vec<Score>> + Send + Sync;

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Elsewhere")
    }
}

/// What a training has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct Milestone {
    /// How far it has come, in one line.
    pub line: String,
    /// What there is to say at its end, each with a word for it.
    pub summary: Vec<(&'static str, String)>,
    /// The figures by name.
    pub figures: Vec<(&'static str, Reading)>,
    /// The file as it is now.
    pub file: Vec<u8>,
}

/// A figure of a training.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// A count.
    Whole(u64),
    /// A measurement.
    Real(f64),
    /// Several by name.
    Group(Vec<(String, Reading)>),
}

/// Where a training ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// What it has come to; none if it was stopped before its first step was over.
    pub last: Option<Milestone>,
    /// Whether it came to its end and was not stopped.
    pub is_over: bool,
}

/// Why a training did not begin.
#[derive(Debug, Clone, PartialEq)]
pub enum TrainError {
    /// There is no training of this name; those there are.
    Unknown(String, Vec<String>),
    /// A setting was refused.
    Setting(SettingError),
    /// The file to learn from is malformed.
    Material(ParseError),
    /// The file to go on from is malformed or another training's.
    SoFar(ParseError),
    /// The threads could not be had.
    Threads(String),
    /// It cannot be done elsewhere.
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
            TrainError::SoFar(error) => write!(f, "the file so far: {error}"),
            TrainError::Threads(why) => write!(f, "cannot start the threads: {why}"),
            TrainError::HereOnly => write!(f, "this training plays its games here: leave out --on"),
        }
    }
}

impl std::error::Error for TrainError {}

/// Whoever watches a training.
pub(crate) type ObserveTraining<'o> = &'o mut (dyn FnMut(&Milestone) + Send);

/// The text of a file.
fn text(bytes: &[u8]) -> Result<&str, ParseError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        ParseError::new(Position::of(&before, before.len()), "text (UTF-8)", "a binary file")
    })
}

/// How a player with learned weights plays.
pub(crate) struct LearnedSettings<S, E> {
    pub(crate) ahead: ExpectimaxSettings,
    pub(crate) weights: Vec<f64>,
    evaluator: PhantomData<fn(S) -> E>,
}

/// What the weights of an evaluator may be.
fn weights_domain<S: StateSpace, E: LearnedEvaluator<S>>() -> Domain {
    match E::RANGE {
        WeightRange::Shares => Domain::Weights(E::WEIGHED.len()),
        WeightRange::Signed(_) => Domain::Numbers(E::WEIGHED.len()),
    }
}

/// The setting that holds the weights.
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

/// Those of a player that looks ahead, and the weights.
impl<S: StateSpace + 'static, E: LearnedEvaluator<S>> Settings for LearnedSettings<S, E> {
    fn fields() -> Vec<Field> {
        let help =
            "The weights: a file that `quarry train` has written, or the numbers themselves.";
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
