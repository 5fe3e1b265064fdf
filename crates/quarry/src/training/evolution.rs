//! Evolves the weights of a puzzle's player.

use quarry_core::{
    Budget, Chance, LearnedEvaluator, Lucky, Meter, ParseError, Position, SettingValue, Settings,
};
use quarry_solvers::evolve::aging::{self, Aging, AgingSettings};

use super::{
    Elsewhere, MODEL, Milestone, ObserveTraining, Reading, TrainError, Trained, Training,
    TrainingGame, text,
};
use crate::model::{ModelFile, TrainingOrigin};
use crate::registry::configured;

/// Summary for the catalogue.
pub(crate) const SUMMARY: &str = "Evolves the weights of a player: each individual plays one game per generation, and its fitness is the mean of its games.";

/// Runs the remaining generations.
pub(crate) fn train<P: Lucky, E: LearnedEvaluator<P::Rules>>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    let settings: AgingSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let puzzle = text(&training.material).and_then(P::parse).map_err(TrainError::Material)?;
    let origin = TrainingOrigin::of(&puzzle, name, training.seed, settings.values());
    let so_far = training
        .so_far
        .as_deref()
        .map(|file| origin.stage_in(text(file)?, E::WEIGHED.len()))
        .transpose();
    let stage = so_far.map_err(TrainError::SoFar)?.unwrap_or_default();
    let mut aging = Aging::<_, E>::new(puzzle.rules(), &settings, training.seed, stage);
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let mut last = seen(&aging, &origin, settings.adult);
    if training.elsewhere.is_some() && puzzle.luck().is_some() {
        let expected = "an instance without fixed luck, since its games are played elsewhere";
        return Err(TrainError::Material(ParseError::new(
            Position::START,
            expected,
            "an instance with fixed luck",
        )));
    }
    let mut step = |aging: &mut Aging<P::Rules, E>| match &training.elsewhere {
        None => aging.step(&mut meter),
        Some(elsewhere) => step_elsewhere(aging, elsewhere),
    };
    while !aging.is_over() && step(&mut aging) {
        last = seen(&aging, &origin, settings.adult);
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: aging.is_over() })
}

/// Runs a generation whose games are played elsewhere, by the player that uses such weights.
fn step_elsewhere<S: Chance, E: LearnedEvaluator<S>>(
    aging: &mut Aging<S, E>,
    elsewhere: &Elsewhere,
) -> bool {
    let games = aging.games();
    let asked = |game: &aging::FitnessGame| TrainingGame {
        solver: E::PLAYER.0,
        params: vec![(MODEL.to_owned(), game.weights.write())],
        seed: game.luck,
    };
    let asked: Vec<TrainingGame> = games.iter().map(asked).collect();
    let scores = (elsewhere.0)(aging.stage().generation + 1, &asked);
    scores.is_some_and(|scores| {
        aging.learn(games, &scores);
        true
    })
}

/// Reports the current state, unless no generation has run yet.
fn seen<S: Chance, E: LearnedEvaluator<S>>(
    aging: &Aging<S, E>,
    origin: &TrainingOrigin,
    adult: u64,
) -> Option<Milestone> {
    let stage = aging.stage();
    let model = stage.model(adult)?;
    let (generation, since) = (stage.generation, stage.since);
    let (best, games, mean, age) =
        (model.fitness.mean(), model.fitness.games, stage.mean(), stage.age());
    let weights = || E::WEIGHED.iter().zip(&model.genome);
    let mut summary = vec![
        (
            "generations",
            format!("{generation}; the mean was best {since} generations before the end"),
        ),
        ("best", format!("{best:.1} a game, in {games} games of the training")),
        ("mean", format!("{mean:.1} a game; those alive have played {age:.1} games")),
    ];
    summary.extend(weights().map(|(name, weight)| ("weight", format!("{weight:.6} {name}"))));
    Some(Milestone {
        line: format!(
            "generation {generation}: best {best:.1} in {games} games, mean {mean:.1}, age {age:.1}; mean was best {since} ago"
        ),
        summary,
        figures: vec![
            ("generation", Reading::Whole(generation)),
            ("best", Reading::Real(best)),
            ("games", Reading::Whole(games)),
            ("mean", Reading::Real(mean)),
            ("age", Reading::Real(age)),
            ("since", Reading::Whole(since)),
            (
                "weights",
                Reading::Group(
                    weights()
                        .map(|(&name, &weight)| (name.to_owned(), Reading::Real(weight)))
                        .collect(),
                ),
            ),
        ],
        file: ModelFile { origin, weighed: E::WEIGHED, model, stage, is_over: aging.is_over() }
            .to_string()
            .into_bytes(),
    })
}
