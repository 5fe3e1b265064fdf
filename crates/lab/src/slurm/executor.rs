//! Executes units that belong to no experiment file on a cluster: those of a race's block, or the
//! games of a training step.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Catalogue, Score};

use super::follow::{Following, follow};
use super::script::JobScript;
use crate::plan::Unit;
use crate::runner::{ExperimentProgress, RunError, UnitExecutor};
use crate::store::Store;
use crate::units::{self, Folder, Surveyor, Terms};

/// A cluster that works on a separate folder for every set of units.
pub struct Slurm {
    /// Directory in which the folders are created.
    pub place: PathBuf,
    /// Job settings; the program is called with the folder.
    pub order: JobScript,
    /// Terms of new folders.
    pub terms: Terms,
    /// Puzzles whose judges accept or refuse the results.
    pub catalogue: Catalogue,
}

impl Slurm {
    /// Executes units and returns the folder with their results, or `None` if it was stopped.
    /// `watch` receives the number of finished units.
    fn done(
        &self,
        folder: &Path,
        name: &str,
        units: &[&Unit],
        skipped: &BTreeSet<usize>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Option<Folder>, RunError> {
        let words = |error: &dyn std::error::Error| RunError::Elsewhere(error.to_string());
        let folder =
            Folder::prepare(folder, name, units, self.terms).map_err(|error| words(&error))?;
        let call = vec!["run".to_owned(), folder.path().display().to_string()];
        let order = JobScript { words: call, ..self.order.clone() };
        let mut surveyor = Surveyor::new(&folder, units);
        let end = follow(&folder, &mut surveyor, skipped, &order, stop, &mut |standing| {
            watch(standing.survey.done);
        });
        Ok((end.map_err(|error| words(&error))? == Following::Over).then_some(folder))
    }

    /// Returns the scores of a training's games, or `None` if it was stopped.
    pub fn scores(
        &self,
        step: u64,
        name: &str,
        units: &[&Unit],
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Score>>, RunError> {
        let at = |step: u64| self.place.join(format!("step-{step}"));
        let words = |error: std::io::Error| {
            RunError::Elsewhere(format!("{}: {error}", self.place.display()))
        };
        // The results of the previous step are already part of the training's own files.
        match std::fs::remove_dir_all(at(step - 1)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(words(error)),
            _ => {}
        }
        let Some(folder) =
            self.done(&at(step), name, units, &BTreeSet::new(), stop, &mut |_| {})?
        else {
            return Ok(None);
        };
        let scores = units::scores(&folder, units)
            .map_err(|error| RunError::Elsewhere(error.to_string()))?;
        let all: Option<Vec<Score>> = scores.into_iter().collect();
        all.map(Some).ok_or_else(|| given_up(&folder))
    }
}

impl UnitExecutor for Slurm {
    fn complete(
        &mut self,
        experiment: &str,
        units: &[&Unit],
        store: &mut Store,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&ExperimentProgress),
    ) -> Result<ExperimentProgress<'static>, RunError> {
        let all = units.len();
        let mut skipped = BTreeSet::new();
        // In a race, units are numbered by block; in a folder, every unit needs its own number.
        for (place, unit) in units.iter().enumerate() {
            if store.contains(&unit.key)? {
                skipped.insert(place + 1);
            }
        }
        let known = skipped.len();
        watch(&ExperimentProgress { done: known, all, latest: None });
        if known == all {
            return Ok(ExperimentProgress { done: all, all, latest: None });
        }
        let keys: Vec<&str> = units.iter().map(|unit| unit.key.as_str()).collect();
        let folder = self.place.join(&blake3::hash(keys.concat().as_bytes()).to_hex()[..16]);
        let folder = self.done(&folder, experiment, units, &skipped, stop, &mut |done| {
            watch(&ExperimentProgress { done: done.max(known), all, latest: None });
        })?;
        let Some(folder) = folder else {
            return Ok(ExperimentProgress { done: known, all, latest: None });
        };
        let collected = units::collect(&self.catalogue, &folder, store)
            .map_err(|error| RunError::Elsewhere(error.to_string()))?;
        if collected.is_complete() {
            return Ok(ExperimentProgress { done: all, all, latest: None });
        }
        Err(given_up(&folder))
    }
}

fn given_up(folder: &Folder) -> RunError {
    let place = folder.path().display();
    RunError::Elsewhere(format!(
        "some units of {place} were given up: `quarry collect {place}` says which and why"
    ))
}
