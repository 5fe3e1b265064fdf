//! Any evaluator of a puzzle, by name: a published one, or the one with learned weights.

use std::marker::PhantomData;

use quarry_core::{
    Domain, Evaluator, Field, Foreseen, Foresight, Imitable, LearnedEvaluator, Meter, Pick,
    Refused, SettingError, SettingValue, Settings, StateSpace,
};

/// The name of an evaluator, with the weights for the learned one.
pub(crate) struct NamedEvaluatorSettings<P> {
    evaluator: &'static str,
    weights: Vec<f64>,
    puzzle: PhantomData<fn(P)>,
}

const EVALUATOR: &str = "evaluator";
const WEIGHTS: &str = "weights";

impl<P> Clone for NamedEvaluatorSettings<P> {
    fn clone(&self) -> Self {
        NamedEvaluatorSettings { weights: self.weights.clone(), ..*self }
    }
}

impl<P: Imitable> Default for NamedEvaluatorSettings<P> {
    fn default() -> Self {
        NamedEvaluatorSettings {
            evaluator: P::Learned::PLAYER.0,
            weights: P::Learned::USUAL.to_vec(),
            puzzle: PhantomData,
        }
    }
}

fn names<P: Imitable>() -> Domain {
    Domain::Choice(
        [P::Learned::PLAYER.0]
            .into_iter()
            .chain(P::controllers().iter().map(|one| one.name))
            .collect(),
    )
}

impl<P: Imitable> Settings for NamedEvaluatorSettings<P> {
    fn fields() -> Vec<Field> {
        let usual = Self::default();
        vec![
            Field {
                name: EVALUATOR,
                help: "Evaluator of boards used for looking ahead.",
                default: usual.evaluator.write(),
                domain: names::<P>(),
            },
            Field {
                name: WEIGHTS,
                help: "Weights of the learned evaluator: a file written by `quarry train`, or the numbers themselves.",
                default: usual.weights.write(),
                domain: Domain::Weights(P::Learned::WEIGHED.len()),
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
                let domain = Domain::Weights(P::Learned::WEIGHED.len());
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

/// An evaluator that was chosen by name.
pub(crate) enum NamedEvaluator<P: Imitable> {
    Published(&'static P::Evaluator),
    Learned(P::Learned),
}

impl<P: Imitable> NamedEvaluator<P> {
    pub(crate) fn new(settings: &NamedEvaluatorSettings<P>) -> Self {
        match P::controllers().iter().find(|controller| controller.name == settings.evaluator) {
            Some(controller) => NamedEvaluator::Published(&controller.evaluator),
            None => NamedEvaluator::Learned(P::Learned::of(&settings.weights)),
        }
    }
}

/// Delegates to the chosen evaluator.
impl<P: Imitable> Evaluator<P::Rules> for NamedEvaluator<P> {
    fn prepare(
        &self,
        rules: &P::Rules,
        state: &State<P>,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        match self {
            NamedEvaluator::Published(one) => one.prepare(rules, state, meter),
            NamedEvaluator::Learned(one) => one.prepare(rules, state, meter),
        }
    }
    fn step(&self, rules: &P::Rules, state: &State<P>, mv: Move<P>) -> i64 {
        match self {
            NamedEvaluator::Published(one) => one.step(rules, state, mv),
            NamedEvaluator::Learned(one) => one.step(rules, state, mv),
        }
    }
    fn worth(&self, rules: &P::Rules, state: &State<P>, mv: Move<P>) -> i64 {
        match self {
            NamedEvaluator::Published(one) => one.worth(rules, state, mv),
            NamedEvaluator::Learned(one) => one.worth(rules, state, mv),
        }
    }
    fn end(&self, rules: &P::Rules, state: &State<P>) -> i64 {
        match self {
            NamedEvaluator::Published(one) => one.end(rules, state),
            NamedEvaluator::Learned(one) => one.end(rules, state),
        }
    }
    fn best(&self, rules: &P::Rules, state: &State<P>) -> Option<Pick<Move<P>>> {
        match self {
            NamedEvaluator::Published(one) => one.best(rules, state),
            NamedEvaluator::Learned(one) => one.best(rules, state),
        }
    }
    fn foresee(
        &self,
        rules: &P::Rules,
        state: &State<P>,
        listed: &[Move<P>],
        foresight: Foresight,
    ) -> Option<Foreseen<Move<P>>> {
        match self {
            NamedEvaluator::Published(one) => one.foresee(rules, state, listed, foresight),
            NamedEvaluator::Learned(one) => one.foresee(rules, state, listed, foresight),
        }
    }
    fn alarm(&self, rules: &P::Rules, state: &State<P>) -> u64 {
        match self {
            NamedEvaluator::Published(one) => one.alarm(rules, state),
            NamedEvaluator::Learned(one) => one.alarm(rules, state),
        }
    }
}

type State<P> = <<P as quarry_core::Lucky>::Rules as StateSpace>::State;
type Move<P> = <<P as quarry_core::Lucky>::Rules as StateSpace>::Move;
