//! Any evaluator of a puzzle, by name: one of those that were published, or the one whose weights
//! are learned.

use std::marker::PhantomData;

use quarry_core::{
    Domain, Evaluator, Field, Foreseen, Pick, SettingError, SettingValue, Settings, StateSpace,
    Tunable, Valued,
};

/// Which evaluator, and by which weights if it is the learned one.
pub(crate) struct MindSettings<P> {
    evaluator: &'static str,
    weights: Vec<f64>,
    puzzle: PhantomData<fn(P)>,
}

const EVALUATOR: &str = "evaluator";
const WEIGHTS: &str = "weights";

impl<P> Clone for MindSettings<P> {
    fn clone(&self) -> Self {
        MindSettings { weights: self.weights.clone(), ..*self }
    }
}

impl<P: Valued + Tunable> Default for MindSettings<P> {
    fn default() -> Self {
        MindSettings { evaluator: P::LEARNER.0, weights: P::USUAL.to_vec(), puzzle: PhantomData }
    }
}

fn names<P: Valued + Tunable>() -> Domain {
    Domain::Choice(
        [P::LEARNER.0].into_iter().chain(P::controllers().iter().map(|one| one.name)).collect(),
    )
}

impl<P: Valued + Tunable> Settings for MindSettings<P> {
    fn fields() -> Vec<Field> {
        let usual = Self::default();
        vec![
            Field {
                name: EVALUATOR,
                help: "By which evaluator of boards it looks ahead.",
                default: usual.evaluator.write(),
                domain: names::<P>(),
            },
            Field {
                name: WEIGHTS,
                help: "The weights of the learned evaluator: a file that `quarry train` has written, or the numbers themselves.",
                default: usual.weights.write(),
                domain: Domain::Weights(P::WEIGHED.len()),
            },
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let unfit = |domain| SettingError::Unfit(name.to_owned(), value.to_owned(), domain);
        match name {
            EVALUATOR => {
                let domain = names::<P>();
                self.evaluator = SettingValue::read(value, &domain).ok_or_else(|| unfit(domain))?;
            }
            WEIGHTS => {
                let domain = Domain::Weights(P::WEIGHED.len());
                self.weights = SettingValue::read(value, &domain).ok_or_else(|| unfit(domain))?;
            }
            _ => return Err(SettingError::Unknown(name.to_owned(), vec![EVALUATOR, WEIGHTS])),
        }
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        vec![(EVALUATOR, self.evaluator.write()), (WEIGHTS, self.weights.write())]
    }
}

/// The evaluator.
pub(crate) enum Mind<P: Valued + Tunable> {
    Published(&'static P::Evaluator),
    Learned(P::Learned),
}

impl<P: Valued + Tunable> Mind<P> {
    pub(crate) fn new(settings: &MindSettings<P>) -> Self {
        match P::controllers().iter().find(|controller| controller.name == settings.evaluator) {
            Some(controller) => Mind::Published(&controller.evaluator),
            None => Mind::Learned(P::learned(&settings.weights)),
        }
    }
}

/// Whatever the one of that name does.
impl<P: Valued + Tunable> Evaluator<P::Rules> for Mind<P> {
    fn step(&self, rules: &P::Rules, state: &State<P>, mv: Move<P>) -> i64 {
        match self {
            Mind::Published(one) => one.step(rules, state, mv),
            Mind::Learned(one) => one.step(rules, state, mv),
        }
    }
    fn worth(&self, rules: &P::Rules, state: &State<P>, mv: Move<P>) -> i64 {
        match self {
            Mind::Published(one) => one.worth(rules, state, mv),
            Mind::Learned(one) => one.worth(rules, state, mv),
        }
    }
    fn end(&self, rules: &P::Rules, state: &State<P>) -> i64 {
        match self {
            Mind::Published(one) => one.end(rules, state),
            Mind::Learned(one) => one.end(rules, state),
        }
    }
    fn best(&self, rules: &P::Rules, state: &State<P>) -> Option<Pick<Move<P>>> {
        match self {
            Mind::Published(one) => one.best(rules, state),
            Mind::Learned(one) => one.best(rules, state),
        }
    }
    fn foresee(
        &self,
        rules: &P::Rules,
        state: &State<P>,
        listed: &[Move<P>],
    ) -> Option<Foreseen<Move<P>>> {
        match self {
            Mind::Published(one) => one.foresee(rules, state, listed),
            Mind::Learned(one) => one.foresee(rules, state, listed),
        }
    }
    fn alarm(&self, rules: &P::Rules, state: &State<P>) -> u64 {
        match self {
            Mind::Published(one) => one.alarm(rules, state),
            Mind::Learned(one) => one.alarm(rules, state),
        }
    }
}

type State<P> = <<P as quarry_core::Lucky>::Rules as StateSpace>::State;
type Move<P> = <<P as quarry_core::Lucky>::Rules as StateSpace>::Move;
