//! Model files: learned weights, with everything needed to learn them again or to continue
//! learning.
//!
//! A TOML file. Weights are whole millionths, the precision of the evaluators. The table `training`
//! says how they were learned and holds the current population, so that the file is its own
//! checkpoint; a player needs only `puzzle` and `weights`. The file contains no date or time: the
//! same training writes the same bytes.

use std::fmt;
use std::ops::RangeInclusive;

use quarry_core::text::quoted;
use quarry_core::{Document, Domain, ParseError, Position, Puzzle};
use quarry_solvers::evolve::aging::{Aged, EvolutionState, Weighed};
use quarry_solvers::evolve::population::Individual;

use crate::registry::SettingValues;

/// Weights for the player of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightsFile {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Weights, in the evaluator's order.
    pub weights: Vec<f64>,
}

impl WeightsFile {
    /// Reads the part of a model file that a player needs: weights that fit a setting of this
    /// domain.
    pub fn parse(text: &str, domain: &Domain) -> Result<Self, ParseError> {
        let range =
            if matches!(domain, Domain::Numbers(_)) { -LARGEST..=LARGEST } else { 0..=MILLION };
        let document = Document::parse(text)?;
        let puzzle = document
            .text("puzzle")?
            .ok_or_else(|| document.missing("puzzle", "puzzle = \"tetris\""))?;
        Ok(WeightsFile { puzzle: puzzle.value.to_owned(), weights: weights(&document, range)? })
    }
}

/// A programme or a formula for a player of a puzzle, as a training has written it.
#[derive(Debug, Clone, PartialEq)]
pub struct RecipeFile {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Value of the setting.
    pub recipe: String,
}

impl RecipeFile {
    /// Reads the part of a file that the setting of this name needs.
    pub fn parse(text: &str, setting: &str) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        let text = |key: &str, example: &str| -> Result<String, ParseError> {
            let found = document.text(key)?;
            Ok(found.ok_or_else(|| document.missing(key, example))?.value.to_owned())
        };
        let puzzle = text("puzzle", "puzzle = \"samegame\"")?;
        Ok(RecipeFile { puzzle, recipe: text(setting, &format!("{setting} = \"...\""))? })
    }
}

/// The origin of a training, which identifies it.
pub(crate) struct TrainingOrigin {
    pub(crate) puzzle: &'static str,
    /// Name of the training.
    training: String,
    /// Text of the instance.
    instance: String,
    rules: u32,
    seed: u64,
    settings: SettingValues,
    /// Checksum of the record from which the model was learned.
    record: Option<String>,
}

impl TrainingOrigin {
    /// Creates the origin of a training on an instance.
    pub(crate) fn of<P: Puzzle>(
        puzzle: &P,
        training: &str,
        seed: u64,
        settings: SettingValues,
    ) -> Self {
        let (training, instance) = (training.to_owned(), puzzle.show());
        TrainingOrigin {
            puzzle: P::ID,
            training,
            instance,
            rules: P::RULES_VERSION,
            seed,
            settings,
            record: None,
        }
    }

    /// Adds the checksum of the record from which the model was learned.
    pub(crate) fn with_record(self, checksum: String) -> Self {
        TrainingOrigin { record: Some(checksum), ..self }
    }

    /// Returns the keys as written to a file; a file with other values belongs to another training.
    fn keys(&self) -> Vec<(&'static str, String)> {
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let mut keys = vec![
            ("program", quoted(concat!("quarry ", env!("CARGO_PKG_VERSION")))),
            ("name", quoted(&self.training)),
            ("instance", quoted(&self.instance)),
            ("rules_version", quoted(&self.rules.to_string())),
            ("seed", quoted(&self.seed.to_string())),
            ("settings", quoted(&settings.join(", "))),
        ];
        keys.extend(self.record.as_ref().map(|record| ("record", quoted(record))));
        keys
    }

    /// Returns the head of the table `training`.
    pub(crate) fn notes(&self) -> String {
        let lines: Vec<_> =
            self.keys().iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        format!("\n[training]\n{}", lines.concat())
    }

    /// Returns the table `training` of a file, if the file belongs to the same training.
    pub(crate) fn same<'t>(&self, document: &Document<'t>) -> Result<Document<'t>, ParseError> {
        let training = document.table("training")?.ok_or_else(|| {
            ParseError::new(
                Position::START,
                "a model with its table `training`",
                "a file without it",
            )
        })?;
        for (key, value) in self.keys() {
            let found = training
                .text(key)?
                .ok_or_else(|| training.missing(key, &format!("{key} = {value}")))?;
            if quoted(found.value) != value {
                let expected = format!(
                    "{key} = {value}: continue that training, or choose another file for the model"
                );
                return Err(found.wrong(expected, quoted(found.value)));
            }
        }
        Ok(training)
    }

    /// Reads the stage reached by a file of the same evolution with this many weights.
    pub(crate) fn stage_in(
        &self,
        text: &str,
        weighed: usize,
    ) -> Result<EvolutionState, ParseError> {
        let training = self.same(&Document::parse(text)?)?;
        let record =
            training.number("record")?.ok_or_else(|| training.missing("record", "record = 1.5"))?;
        let mut population = Vec::new();
        for alive in training.tables("alive")? {
            let total =
                alive.integer("total")?.ok_or_else(|| alive.missing("total", "total = 10"))?;
            let genome = weights(&alive, 0..=MILLION)?;
            if genome.len() != weighed {
                let at = alive.place("weights").unwrap_or(Position::START);
                return Err(ParseError::new(
                    at,
                    format!("{weighed} weights"),
                    genome.len().to_string(),
                ));
            }
            let fitness = Aged { total: total.value, games: count(&alive, "games")? };
            population.push(Individual { genome, fitness });
        }
        let stage = EvolutionState {
            generation: count(&training, "generation")?,
            since: count(&training, "since")?,
            record: record.value,
            population,
        };
        if (stage.generation == 0) != stage.population.is_empty() {
            return Err(training.missing("alive", "[[training.alive]]"));
        }
        Ok(stage)
    }
}

/// A model with its training, as written to a file.
pub(crate) struct ModelFile<'a> {
    pub(crate) origin: &'a TrainingOrigin,
    pub(crate) weighed: &'static [&'static str],
    pub(crate) model: &'a Weighed,
    pub(crate) stage: &'a EvolutionState,
    pub(crate) is_over: bool,
}

impl fmt::Display for ModelFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Aged { total, games } = self.model.fitness;
        writeln!(f, "puzzle = {}", quoted(self.origin.puzzle))?;
        writeln!(f, "# in millionths: {}", self.weighed.join(", "))?;
        writeln!(f, "weights = {}", millionths(&self.model.genome))?;
        writeln!(
            f,
            "# results in training, which favour lucky weights: only new games show their true value"
        )?;
        writeln!(f, "total = {total}\ngames = {games}")?;
        write!(f, "{}", self.origin.notes())?;
        let EvolutionState { generation, since, record, population } = self.stage;
        writeln!(f, "over = {}", self.is_over)?;
        writeln!(f, "generation = {generation}\nsince = {since}\nrecord = {record:?}")?;
        for Individual { genome, fitness: Aged { total, games } } in population {
            writeln!(f, "\n[[training.alive]]\nweights = {}", millionths(genome))?;
            writeln!(f, "total = {total}\ngames = {games}")?;
        }
        Ok(())
    }
}

/// Reads a whole number that is not negative.
pub(crate) fn count(document: &Document, key: &str) -> Result<u64, ParseError> {
    match document.integer(key)? {
        Some(number) => u64::try_from(number.value).map_err(|_| {
            number.wrong(format!("a whole number from 0 for `{key}`"), number.value.to_string())
        }),
        None => Err(document.missing(key, &format!("{key} = 1"))),
    }
}

const MILLION: i64 = 1_000_000;
/// Largest weight that evaluators support, in millionths.
const LARGEST: i64 = 1_000 * MILLION;

pub(crate) fn millionths(weights: &[f64]) -> String {
    let parts: Vec<_> =
        weights.iter().map(|weight| format!("{:.0}", weight * MILLION as f64)).collect();
    format!("[{}]", parts.join(", "))
}

fn weights(document: &Document, range: RangeInclusive<i64>) -> Result<Vec<f64>, ParseError> {
    let missing = || document.missing("weights", "weights = [500000, 500000]");
    let parts = document.integers("weights")?.ok_or_else(missing)?.into_iter();
    let share = |part: quarry_core::Located<i64>| match part.value {
        value if range.contains(&value) => Ok(value as f64 / MILLION as f64),
        other => {
            let (least, most) = (range.start(), range.end());
            Err(part.wrong(
                format!("a weight in millionths, from {least} to {most}"),
                other.to_string(),
            ))
        }
    };
    parts.map(share).collect()
}
