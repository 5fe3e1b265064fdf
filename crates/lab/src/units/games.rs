//! The games of a training as units; their result is the score.

use std::collections::BTreeMap;

use quarry::{Budget, Catalogue, ParseError, Score, TrainingGame};

use super::folder::{Folder, FolderError};
use crate::contender::Contender;
use crate::plan::Unit;
use crate::subject::Subject;

/// The games of one step of a training.
pub struct Games {
    subject: Subject,
    /// Each player with the seed of its game.
    players: Vec<(Contender, u64)>,
}

impl Games {
    /// Creates games under the rules of an instance.
    pub fn new(
        catalogue: &Catalogue,
        name: &str,
        instance: &str,
        games: &[TrainingGame],
    ) -> Result<Self, ParseError> {
        let instance = catalogue.open(instance)?.into();
        let player = |game: &TrainingGame| {
            let (solver, params) = (game.solver.to_owned(), game.params.clone());
            let budget = Budget::default();
            let (alias, own, chain) = (None, BTreeMap::new(), None);
            (Contender { solver, params, budget, runs: 1, alias, own, chain }, game.seed)
        };
        let subject = Subject { name: name.to_owned(), instance, params: Vec::new(), entry: 0 };
        Ok(Games { subject, players: games.iter().map(player).collect() })
    }

    /// Returns one unit for each game.
    pub fn units(&self) -> Vec<Unit<'_>> {
        let players = self.players.iter().enumerate();
        players
            .flat_map(|(place, (player, luck))| {
                Unit::seeded(&self.subject, player, &[], place + 1, &[*luck])
            })
            .collect()
    }
}

/// Returns the scores of a folder's units: 0 for a game without a score, and `None` for a unit
/// without a result.
pub fn scores(folder: &Folder, units: &[&Unit]) -> Result<Vec<Option<Score>>, FolderError> {
    let now = folder.now()?;
    let mut scores = vec![None; units.len()];
    for block in 0..folder.blocks() {
        for line in folder.look(block, now)?.lines {
            // Numbers begin with 1, but a file may say anything.
            let place = line.unit.wrapping_sub(1);
            if units.get(place).is_some_and(|unit| unit.key == line.key) {
                scores[place] = Some(line.record.outcome.score.unwrap_or(0));
            }
        }
    }
    Ok(scores)
}
