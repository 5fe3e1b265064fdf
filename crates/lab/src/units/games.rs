//! Games that a training wants to have played, as units: what they bring is their score.

use std::io;

use quarry::{Budget, Catalogue, ParseError, Score, TrainingGame};

use super::folder::Folder;
use crate::contender::Contender;
use crate::plan::Unit;
use crate::subject::Subject;

/// The games of one step of a training.
pub struct Games {
    subject: Subject,
    /// Each player with the luck it meets.
    players: Vec<(Contender, u64)>,
}

impl Games {
    /// Games under the rules of an instance.
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
            (Contender { solver, params, budget, runs: 1, alias: None, own: Vec::new() }, game.seed)
        };
        let subject = Subject { name: name.to_owned(), instance, params: Vec::new() };
        Ok(Games { subject, players: games.iter().map(player).collect() })
    }

    /// One unit for each game.
    pub fn units(&self) -> Vec<Unit<'_>> {
        let players = self.players.iter().enumerate();
        players
            .flat_map(|(place, (player, luck))| {
                Unit::seeded(&self.subject, player, place + 1, &[*luck])
            })
            .collect()
    }
}

/// What the units of a folder brought: 0 for a game without any score, and nothing for a unit
/// without a result.
pub fn scores(folder: &Folder, units: &[&Unit]) -> io::Result<Vec<Option<Score>>> {
    let now = folder.now()?;
    let mut scores = vec![None; units.len()];
    for block in 0..folder.blocks() {
        for line in folder.look(block, now)?.lines {
            if units.get(line.unit - 1).is_some_and(|unit| unit.key == line.key) {
                scores[line.unit - 1] = Some(line.record.outcome.score.unwrap_or(0));
            }
        }
    }
    Ok(scores)
}
