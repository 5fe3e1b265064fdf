//! Records the choices of a player that looks one event ahead, for nets to learn from.
//!
//! The file (safetensors) holds, for each kind of states, the inputs of the states, `KIND.seen`,
//! and the numbers of the chosen moves, `KIND.chosen`, in the order of play; its notes say how they
//! were made.

use quarry_core::{Budget, Document, Imitable, Meter, ParseError, Puzzle, Settings};
use quarry_nets::{Bundle, Numbers, Samples, Tensor};
use quarry_solvers::chance::expectimax::{Expectimax, ExpectimaxSettings};
use quarry_solvers::chance::recording::{RecordSettings, Recording};

use super::{Milestone, ObserveTraining, Reading, TrainError, Trained, Training, text};
use crate::model::TrainingOrigin;
use crate::named_evaluator::{NamedEvaluator, NamedEvaluatorSettings};
use crate::registry::configured;

/// Summary for the catalogue.
pub(crate) const SUMMARY: &str = "Records the choices of a player that looks one event ahead, in games under the rules of an instance.";

/// Settings: the recorded player, and how much is recorded.
pub(crate) type RecordedPlayer<P> = (RecordSettings, NamedEvaluatorSettings<P>);

/// Plays the remaining games.
pub(crate) fn train<P: Imitable>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    let (settings, named): RecordedPlayer<P> =
        configured(&training.params).map_err(TrainError::Setting)?;
    let puzzle = text(&training.material).and_then(P::parse).map_err(TrainError::Material)?;
    let origin = TrainingOrigin::of(
        &puzzle,
        name,
        training.seed,
        (settings.clone(), named.clone()).values(),
    );
    let so_far = training.so_far.as_deref().map(|file| so_far(&puzzle, &origin, file)).transpose();
    let so_far = so_far.map_err(TrainError::SoFar)?;
    let (mut last, rules) = (None, puzzle.rules());
    let mut recording = Recording::<P>::new(rules, &settings, training.seed, so_far);
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let named = NamedEvaluator::<P>::new(&named);
    let ahead = ExpectimaxSettings { lookahead: "1", ..ExpectimaxSettings::default() };
    if recording.games() > 0 {
        last = Some(seen(&recording, &origin));
    }
    while !recording.is_over() && recording.step(|| Expectimax::new(&named, &ahead), &mut meter) {
        last = Some(seen(&recording, &origin));
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: recording.is_over() })
}

/// Reports the current state of a recording.
fn seen<P: Imitable>(recording: &Recording<P>, origin: &TrainingOrigin) -> Milestone {
    let games = recording.games();
    let kinds = || P::KINDS.iter().zip(recording.kinds());
    let fewest = recording.kinds().iter().map(Samples::len).min().unwrap_or(0);
    let mut summary = vec![("games", games.to_string())];
    summary.extend(kinds().map(|(kind, samples)| ("cases", format!("{} {kind}", samples.len()))));
    let counts =
        kinds().map(|(&kind, samples)| (kind.to_owned(), Reading::Whole(samples.len() as u64)));
    let notes = format!("puzzle = \"{}\"\n{}games = {games}\n", origin.puzzle, origin.notes());
    Milestone {
        line: format!("{games} games: at least {fewest} cases of each kind"),
        summary,
        figures: vec![
            ("games", Reading::Whole(games)),
            ("cases", Reading::Group(counts.collect())),
        ],
        file: Bundle {
            notes,
            tensors: kinds().flat_map(|(kind, samples)| tensors(kind, samples)).collect(),
        }
        .bytes(),
    }
}

pub(crate) fn tensors(kind: &str, samples: &Samples) -> [Tensor; 2] {
    let Samples { inputs, seen, chosen, .. } = samples;
    let [of_seen, of_chosen] = names(kind);
    [
        Tensor {
            name: of_seen,
            shape: vec![chosen.len(), *inputs],
            numbers: Numbers::Signed(seen.clone()),
        },
        Tensor {
            name: of_chosen,
            shape: vec![chosen.len()],
            numbers: Numbers::Plain(chosen.clone()),
        },
    ]
}

fn names(kind: &str) -> [String; 2] {
    [format!("{kind}.seen"), format!("{kind}.chosen")]
}

/// Reads the games and cases of a record of the same training.
fn so_far<P: Imitable>(
    puzzle: &P,
    origin: &TrainingOrigin,
    file: &[u8],
) -> Result<(u64, Vec<Samples>), ParseError> {
    let bundle = Bundle::read(file)?;
    let training = origin.same(&Document::parse(&bundle.notes)?)?;
    let games = training
        .positive("games", i64::MAX)?
        .ok_or_else(|| training.missing("games", "games = 8"))?;
    Ok((games, cases(puzzle, &bundle)?.into_iter().map(|(_, samples)| samples).collect()))
}

/// Returns the instance under whose rules a record was made, and its cases by kind.
pub(crate) fn read<P: Imitable>(
    bundle: &Bundle,
) -> Result<(P, Vec<(String, Samples)>), ParseError> {
    let puzzle: P = instance_of(bundle)?;
    let cases = cases(&puzzle, bundle)?;
    Ok((puzzle, cases))
}

/// Returns the instance from which a record was made.
pub(crate) fn instance_of<P: Puzzle>(bundle: &Bundle) -> Result<P, ParseError> {
    let document = Document::parse(&bundle.notes)?;
    let training =
        document.table("training")?.ok_or_else(|| document.missing("training", "[training]"))?;
    let instance = training
        .text("instance")?
        .ok_or_else(|| training.missing("instance", "instance = \"...\""))?;
    P::parse(instance.value)
}

fn cases<P: Imitable>(puzzle: &P, bundle: &Bundle) -> Result<Vec<(String, Samples)>, ParseError> {
    let read = |(number, kind): (usize, &&str)| {
        let rules = puzzle.rules();
        let empty = Samples::none(P::inputs(rules), P::choices(rules, number));
        Ok(((*kind).to_owned(), samples_of(bundle, kind, empty)?))
    };
    P::KINDS.iter().enumerate().map(read).collect()
}

/// Reads the cases of a kind into a set without any.
pub(crate) fn samples_of(
    bundle: &Bundle,
    kind: &str,
    mut samples: Samples,
) -> Result<Samples, ParseError> {
    let [seen, chosen] = names(kind).map(|name| bundle.tensor(&name));
    match (seen, chosen) {
        (
            Some(Tensor { numbers: Numbers::Signed(seen), shape, .. }),
            Some(Tensor { numbers: Numbers::Plain(chosen), .. }),
        ) if *shape == [chosen.len(), samples.inputs]
            && chosen.iter().all(|&choice| usize::from(choice) < samples.choices) =>
        {
            samples.seen.clone_from(seen);
            samples.chosen.clone_from(chosen);
            Ok(samples)
        }
        _ => {
            let expected = format!(
                "a record: cases `{kind}` of {} numbers with a choice of {} each",
                samples.inputs, samples.choices
            );
            Err(bundle.wrong(expected, "something else".to_owned()))
        }
    }
}
