//! The players. Both take what is safe: a pair of a group whose tiles are all in play. For other
//! pairs, the Monte Carlo player draws arrangements of the unseen faces and counts those that can
//! still be removed (`completions.rs`); of equals, and for the greedy player in any case, the pair
//! counts that brings the most tiles into play and shows the most faces (`greedy.rs`).
//!
//! To let the greedy player finish the arrangements, instead of the open solver, was weaker at equal
//! cost: it won 19.5 % of 200 turtles with 20 arrangements, the solver 21.7 % of 300 with 8.

use std::sync::Arc;

use quarry_core::{Controller, Evaluator, Meter, Refused, Rng, StateSpace};

use super::completions::{self, Spend, Trials};
use super::greedy::{self, GroupCount};
use super::state::{Rules, State, pairs};
use crate::mahjong::TilePair;

/// How a player values pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TilePlayer {
    /// By the arrangements of which the open solver removes all tiles.
    MonteCarlo,
    /// By the tiles that come into play and the faces that are shown.
    Greedy,
}

/// Number of kinds of players.
pub(super) const PLAYERS: usize = 2;

/// Counts of arrangements come before the values of greedy play.
const UNIT: i64 = 2 * greedy::SAFE;

/// Shares of arrangements are counted in these units.
const WHOLE: i64 = 1 << 10;

/// What a player makes of a position.
#[derive(Debug)]
pub(super) struct MoveAnalysis {
    pairs: Vec<TilePair>,
    /// The value of each pair in play.
    values: Vec<i64>,
    /// What came of arrangements of the hidden faces; none were drawn if there is nothing to choose.
    trials: Trials,
}

impl MoveAnalysis {
    fn number(&self, pair: TilePair) -> usize {
        let number = self.pairs.iter().position(|&listed| listed == pair);
        number.expect("the pair is in play")
    }
}

impl TilePlayer {
    fn analysis<'s>(&self, rules: &Rules, state: &'s State) -> &'s MoveAnalysis {
        state.analysis[*self as usize].get_or_init(|| {
            let analysed = self.analysed(rules, state, &mut || Ok(()));
            Arc::new(analysed.expect("nothing is refused"))
        })
    }

    fn analysed(
        &self,
        rules: &Rules,
        state: &State,
        spend: &mut Spend<'_>,
    ) -> Result<MoveAnalysis, Refused> {
        let pairs = pairs(rules, state);
        let free = rules.shape().free(&state.left);
        let mut values: Vec<i64> = Vec::new();
        for &pair in &pairs {
            let count = count(rules, state, pair.0);
            values.push(greedy::value(rules, &state.left, &free, pair, count));
        }
        let mut trials = Trials::default();
        let is_easy = pairs.len() < 2 || values.contains(&greedy::SAFE);
        if !is_easy && *self == TilePlayer::MonteCarlo {
            // The same position has the same value whenever it is asked for.
            let mut rng = Rng::new(rules.key(state) as u64);
            trials = completions::solved(rules, state, &pairs, &mut rng, spend)?;
            for (value, removed) in values.iter_mut().zip(&trials.removed) {
                *value += UNIT * (WHOLE * removed / trials.count);
            }
        }
        let places = rules.shape().places();
        let named =
            |(one, other): (usize, usize)| TilePair { first: places[one], second: places[other] };
        Ok(MoveAnalysis { pairs: pairs.into_iter().map(named).collect(), values, trials })
    }
}

/// Counts the tiles of a seen tile's group.
fn count(rules: &Rules, state: &State, tile: usize) -> GroupCount {
    let setup = &rules.setup;
    let group = state.group(setup, tile);
    let seen = state.left.iter().filter(|&other| state.group(setup, other) == group);
    let (mut in_play, mut left) = (0, 0);
    for other in seen {
        left += 1;
        in_play += usize::from(rules.shape().is_free(other, &state.left));
    }
    let unseen = (0..).zip(&state.unseen).filter(|&(face, _)| Some(setup.group(face)) == group);
    left += unseen.map(|(_, &count)| usize::from(count)).sum::<usize>();
    GroupCount { in_play, left }
}

impl Evaluator<Rules> for TilePlayer {
    /// Every step of the open solver is a node.
    fn prepare(&self, rules: &Rules, state: &State, meter: &mut Meter) -> Result<(), Refused> {
        let analysis = &state.analysis[*self as usize];
        if analysis.get().is_none() {
            let mut spend = || if meter.goes_on() { meter.spend_node() } else { Err(Refused) };
            let analysed = self.analysed(rules, state, &mut spend)?;
            analysis.get_or_init(|| Arc::new(analysed));
        }
        Ok(())
    }

    fn step(&self, _: &Rules, _: &State, _: TilePair) -> i64 {
        0
    }

    fn worth(&self, rules: &Rules, state: &State, pair: TilePair) -> i64 {
        let analysis = self.analysis(rules, state);
        analysis.values[analysis.number(pair)]
    }

    fn end(&self, _: &Rules, state: &State) -> i64 {
        if state.left.is_empty() { UNIT * WHOLE } else { 0 }
    }

    fn reason(&self, rules: &Rules, state: &State, pair: TilePair) -> Option<String> {
        let tile = rules.shape().tile_at(pair.first)?;
        let face = rules.setup.faces()[usize::from(state.seen[tile]?)];
        let GroupCount { in_play, left } = count(rules, state, tile);
        if in_play == left {
            let name = face.group_name();
            return Some(format!("all {left} of {name} that are left are in play: it cannot hurt"));
        }
        let analysis = self.analysis(rules, state);
        let Trials { count, removed } = &analysis.trials;
        (*count > 0).then(|| {
            format!(
                "of {count} arrangements of the hidden faces, {} can be removed after it, after no \
                 other pair more",
                removed[analysis.number(pair)]
            )
        })
    }
}

/// The controllers.
pub(super) static CONTROLLERS: [Controller<TilePlayer>; PLAYERS] = [
    Controller {
        name: "monte-carlo",
        summary: "Draws arrangements of the hidden faces and takes the pair after which most of them can be removed, by the solver of the open puzzle.",
        evaluator: TilePlayer::MonteCarlo,
    },
    Controller {
        name: "greedy",
        summary: "Takes what is safe, or else the pair that brings the most tiles into play and shows the most faces.",
        evaluator: TilePlayer::Greedy,
    },
];
