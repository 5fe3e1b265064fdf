//! The reference rules: the luck deals all faces before the first move, and the line is judged on
//! that pile by the rules of the open puzzle. That faces are hidden only concerns players.

use quarry_core::{Episode, Foul, Rng, Score, Verdict};

use super::setup::Setup;
use crate::mahjong::rules::{is_hemmed_in, judge as judge_open, lies_on, match_each_other};
use crate::mahjong::{TileFace, TilePair, TilePlace};

/// Returns the tiles as a luck deals them: the set in random order (Fisher and Yates).
pub fn deal(setup: &Setup, luck: u64) -> Vec<(TilePlace, TileFace)> {
    let mut faces = setup.set().to_vec();
    Rng::new(luck).shuffle(&mut faces);
    setup.shape().places().iter().copied().zip(faces).collect()
}

/// Judges an episode: every pair must be legal. The episode is solved when no pair is left to be
/// taken, and scores 1 if no tile is left either.
pub(super) fn judge(setup: &Setup, episode: &Episode<TilePair>) -> Result<Verdict, Foul> {
    let tiles = deal(setup, episode.luck);
    let Verdict { solved: won, .. } = judge_open(&tiles, &episode.line)?;
    let is_gone = |place: TilePlace| {
        episode.line.iter().any(|pair| pair.first == place || pair.second == place)
    };
    let left: Vec<(TilePlace, TileFace)> =
        tiles.into_iter().filter(|&(place, _)| !is_gone(place)).collect();
    let is_in_play = |place: TilePlace| {
        !left.iter().any(|&(other, _)| lies_on(other, place)) && !is_hemmed_in(place, &left)
    };
    let in_play: Vec<(TilePlace, TileFace)> =
        left.iter().copied().filter(|&(place, _)| is_in_play(place)).collect();
    let is_over = !in_play.iter().any(|&(place, face)| {
        in_play.iter().any(|&(other, same)| place != other && match_each_other(face, same))
    });
    Ok(Verdict { solved: is_over, score: Score::from(won) })
}
