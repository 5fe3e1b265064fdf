//! Evolves a programme of rules of thumb, or a formula that ranks moves, on many boards, for boards
//! that it has never seen.
//!
//! The boards are generated: like the instance, from the training's seed. The file (TOML) holds
//! what was found under the name of the setting that takes it, and in `training` how it was found,
//! with the living members, so that it is its own checkpoint.

use std::fmt::Write;

use quarry_core::text::quoted;
use quarry_core::{Budget, Document, Generate, Meter, ParseError, Played, Settings};
use quarry_solvers::evolve::offline::{
    BoardPlayer, BoardsMerit, Offline, OfflineSettings, OfflineState, Trainee,
};

use super::{
    Milestone, ObserveTraining, Reading, TrainError, Trained, Training, boards_like, text,
};
use crate::model::{TrainingOrigin, count};
use crate::registry::configured;

/// Summaries for the catalogue.
pub(crate) const OF_PROGRAMMES: &str = "Evolves a programme of rules of thumb on many boards like an instance, for `hyper` to play by on others.";
pub(crate) const OF_FORMULAS: &str = "Evolves a formula that ranks moves on many boards like an instance, for `genetic-programming` to play by on others.";

/// Runs the remaining generations.
pub(crate) fn train<P: Played + Generate, B: BoardPlayer<P>>(
    name: &str,
    training: &Training,
    observe: ObserveTraining,
) -> Result<Trained, TrainError> {
    let settings: OfflineSettings = configured(&training.params).map_err(TrainError::Setting)?;
    let puzzle = text(&training.material).and_then(P::parse).map_err(TrainError::Material)?;
    let origin = TrainingOrigin::of(&puzzle, name, training.seed, settings.values());
    let so_far = training.so_far.as_deref().map(|file| state_in::<P, B>(&origin, text(file)?));
    let state = so_far.transpose().map_err(TrainError::SoFar)?.unwrap_or_default();
    let mut meter = Meter::new(Budget::default(), &training.stop);
    let sizes = [settings.boards, settings.held_back];
    let all = boards_like(&puzzle, settings.boards + settings.held_back, training.seed, &mut meter);
    let Some(all) = all? else { return Ok(Trained { last: None, is_over: false }) };
    let (boards, held_back) = all.split_at(settings.boards as usize);
    let mut offline = Offline::<P, B>::new([boards, held_back], &settings, training.seed, state);
    let mut last = seen(&offline, &origin, sizes);
    while !offline.is_over() && offline.step(&mut meter) {
        last = seen(&offline, &origin, sizes);
        last.iter().for_each(&mut *observe);
    }
    Ok(Trained { last, is_over: offline.is_over() })
}

/// Reports the current state, unless no generation has run yet.
fn seen<P: Played + Generate, B: BoardPlayer<P>>(
    offline: &Offline<P, B>,
    origin: &TrainingOrigin,
    [boards, held_back]: [u64; 2],
) -> Option<Milestone> {
    let state = offline.state();
    let (best, generation) = (state.population.first()?, state.generation);
    let mean = |merit: BoardsMerit, boards: u64| merit.total as f64 / boards.max(1) as f64;
    let words = |merit: BoardsMerit, boards: u64| {
        format!("{:.1} a board, {} of {boards} with an answer", mean(merit, boards), merit.solved)
    };
    let (trained, held) = (words(best.fitness, boards), words(state.held_back, held_back));
    let found = B::write(&best.genome);
    Some(Milestone {
        line: format!("generation {generation}: training {trained}; held back {held}"),
        summary: vec![
            ("generations", generation.to_string()),
            (B::SETTING, found.clone()),
            ("training", trained),
            ("held back", held),
        ],
        figures: vec![
            ("generation", Reading::Whole(generation)),
            ("solved", Reading::Whole(best.fitness.solved)),
            ("mean", Reading::Real(mean(best.fitness, boards))),
            ("held_back_solved", Reading::Whole(state.held_back.solved)),
            ("held_back_mean", Reading::Real(mean(state.held_back, held_back))),
        ],
        file: file::<P, B>(state, origin, offline.is_over(), &found).into_bytes(),
    })
}

fn file<P: Played, B: BoardPlayer<P>>(
    state: &OfflineState<B::Genome>,
    origin: &TrainingOrigin,
    is_over: bool,
    found: &str,
) -> String {
    let OfflineState { generation, population, held_back } = state;
    let mut text = format!(
        "puzzle = {}\n{} = {}\n{}over = {is_over}\ngeneration = {generation}\nheld_back_solved = {}\n\
         held_back_total = {}\n",
        quoted(origin.puzzle),
        B::SETTING,
        quoted(found),
        origin.notes(),
        held_back.solved,
        held_back.total,
    );
    for Trainee { genome, fitness: BoardsMerit { solved, total } } in population {
        let genome = quoted(&B::write(genome));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n[[training.alive]]\n{} = {genome}\nsolved = {solved}\ntotal = {total}\n",
            B::SETTING
        );
    }
    text
}

/// Reads the state reached by a file of the same training.
fn state_in<P: Played, B: BoardPlayer<P>>(
    origin: &TrainingOrigin,
    text: &str,
) -> Result<OfflineState<B::Genome>, ParseError> {
    let training = origin.same(&Document::parse(text)?)?;
    let total = |document: &Document, key| -> Result<i64, ParseError> {
        let found = document.integer(key)?;
        Ok(found.ok_or_else(|| document.missing(key, &format!("{key} = 10")))?.value)
    };
    let mut population = Vec::new();
    for alive in training.tables("alive")? {
        let genome = alive.text(B::SETTING)?;
        let genome = genome
            .ok_or_else(|| alive.missing(B::SETTING, &format!("{} = \"...\"", B::SETTING)))?;
        let read = B::read(genome.value);
        let genome = read.map_err(|why| genome.wrong(why, quoted(genome.value)))?;
        let fitness =
            BoardsMerit { solved: count(&alive, "solved")?, total: total(&alive, "total")? };
        population.push(Trainee { genome, fitness });
    }
    let held_back = BoardsMerit {
        solved: count(&training, "held_back_solved")?,
        total: total(&training, "held_back_total")?,
    };
    let generation = count(&training, "generation")?;
    if (generation == 0) != population.is_empty() {
        return Err(training.missing("alive", "[[training.alive]]"));
    }
    Ok(OfflineState { generation, population, held_back })
}
