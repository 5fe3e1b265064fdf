//! Records positions with their exact distances from the goal, and trains nets on them.
//!
//! The record (safetensors) holds the inputs of the positions, `distance.seen`, and the distances,
//! `distance.chosen`; its notes say how they were made.

use quarry_core::{Budget, Document, Generate, Meter, ParseError, Played, Position, Settings};
use quarry_nets::{Bundle, Samples};
use quarry_solvers::tree::net_distance::{NetInputs, SeenWhole};
use quarry_solvers::tree::solved_positions::{SolvedPositions, SolvedPositionsSettings};

use super::record::{instance_of, samples_of, tensors};
use super::{
    Milestone, ObserveTraining, Reading, TrainError, Trained, Training, boards_like, fit, text,
};
use crate::model::{TrainingOrigin, count};
use crate::registry::configured;

/// Summaries for the catalogue.
pub(crate) const OF_POSITIONS: &str =
    "Records positions of an instance with their exact distances from the goal.";
pub(crate) const OF_NETS: &str = "Trains a net to tell the distance from the goal, for `net-distance`, until the results on held-out positions stop improving.";

/// Name of the net and of its cases.
pub(crate) const KIND: &str = "distance";

/// Solves the remaining positions.
pub(crate) fn record<P: Played + SeenWhole + Generate>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    let settings: SolvedPositionsSettings =
        configured(&training.params).map_err(TrainError::Setting)?;
    let puzzle = text(&training.material).and_then(P::parse).map_err(TrainError::Material)?;
    if !puzzle.aim().needs_goal() || !puzzle.aim().score_counts() {
        let expected = "an instance with a goal and moves that count, so that there are distances";
        let error = ParseError::new(Position::START, expected, "another objective");
        return Err(TrainError::Material(error));
    }
    let origin = TrainingOrigin::of(&puzzle, name, training.seed, settings.values());
    let so_far = training.so_far.as_deref().map(|file| walks_in(&puzzle, &origin, file));
    let so_far = so_far.transpose().map_err(TrainError::SoFar)?;
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let mut boards = match settings.boards {
        0 => Vec::new(),
        count => match boards_like(&puzzle, count, training.seed, &mut meter)? {
            Some(boards) => boards,
            None => return Ok(Trained { last: None, is_over: false }),
        },
    };
    boards.insert(0, puzzle);
    let mut positions = SolvedPositions::new(&boards, &settings, training.seed, so_far);
    let mut last = (positions.walks() > 0).then(|| seen(&positions, &origin));
    while !positions.is_over() && positions.step(&mut meter) {
        last = Some(seen(&positions, &origin));
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: positions.is_over() })
}

/// Reports the current state of a recording.
fn seen<P: SeenWhole>(positions: &SolvedPositions<P>, origin: &TrainingOrigin) -> Milestone {
    let (walks, samples) = (positions.walks(), positions.samples());
    let (cases, farthest) = (samples.len(), samples.chosen.iter().max().copied().unwrap_or(0));
    let notes = format!("puzzle = \"{}\"\n{}walks = {walks}\n", origin.puzzle, origin.notes());
    Milestone {
        line: format!("{walks} walks: {cases} positions, the farthest {farthest} from the goal"),
        summary: vec![
            ("walks", walks.to_string()),
            ("cases", format!("{cases} positions")),
            ("farthest", format!("{farthest} from the goal")),
        ],
        figures: vec![
            ("walks", Reading::Whole(walks)),
            ("cases", Reading::Whole(cases as u64)),
            ("farthest", Reading::Whole(farthest.into())),
        ],
        file: Bundle { notes, tensors: tensors(KIND, samples).into() }.bytes(),
    }
}

/// Reads the walks and cases of a record of the same training.
fn walks_in<P: SeenWhole>(
    puzzle: &P,
    origin: &TrainingOrigin,
    file: &[u8],
) -> Result<(u64, Samples), ParseError> {
    let bundle = Bundle::read(file)?;
    let training = origin.same(&Document::parse(&bundle.notes)?)?;
    Ok((count(&training, "walks")?, cases(puzzle, &bundle)?))
}

fn cases<P: SeenWhole>(puzzle: &P, bundle: &Bundle) -> Result<Samples, ParseError> {
    let inputs = NetInputs::new(puzzle).count();
    samples_of(bundle, KIND, Samples::none(inputs, usize::from(u8::MAX) + 1))
}

/// Trains a net on a record; it tells distances up to the farthest of the record.
pub(crate) fn train_net<P: Played + SeenWhole>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    fit::train_on(name, training, observe, |bundle| {
        let puzzle: P = instance_of(bundle)?;
        let mut samples = cases(&puzzle, bundle)?;
        samples.choices = samples.chosen.iter().max().map_or(1, |&most| usize::from(most) + 1);
        Ok((puzzle, vec![(KIND.to_owned(), samples)]))
    })
}
