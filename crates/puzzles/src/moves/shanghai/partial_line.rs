//! A long line on a pile that cannot be removed: games that take what is safe, and otherwise the
//! pair after which the relaxed rules leave the fewest tiles, and of equals one after which many
//! tiles are in play. It ends after a fixed number of games, or when as many tiles are gone as the
//! relaxed rules remove.

use std::cmp::Reverse;

use quarry_core::{Bounded, Meter, Refused, Rng, StateSpace};

use super::{Board, Shanghai, closure};
use crate::mahjong::TilePair;

/// Number of games.
const GAMES: usize = 20;

/// Counts of tiles in play differ by less than this from one game to the next.
const NOISE: usize = 3;

/// Plays games on a pile, move by move.
pub(super) struct PartialLine<'p> {
    puzzle: &'p Shanghai,
    rng: Rng,
    games: usize,
    board: Board,
    line: Vec<TilePair>,
    /// No line is longer.
    most: usize,
}

impl<'p> PartialLine<'p> {
    pub(super) fn new(puzzle: &'p Shanghai, seed: u64) -> Self {
        let board = puzzle.start();
        let most = puzzle.bound(&board) as usize / 2;
        PartialLine { puzzle, rng: Rng::new(seed), games: 0, board, line: Vec::new(), most }
    }

    /// Whether all games are played.
    pub(super) fn is_over(&self) -> bool {
        self.games == GAMES
    }

    /// Plays one move of a game; returns the line of a game that is over.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Option<Vec<TilePair>>, Refused> {
        let mut pairs = Vec::new();
        meter.moves(self.puzzle, &self.board, &mut pairs);
        let Some(pair) = self.chosen(&pairs, meter)? else {
            self.games = if self.line.len() == self.most { GAMES } else { self.games + 1 };
            self.board = self.puzzle.start();
            return Ok(Some(std::mem::take(&mut self.line)));
        };
        meter.play(self.puzzle, &mut self.board, pair)?;
        self.line.push(pair);
        Ok(None)
    }

    fn chosen(
        &mut self,
        pairs: &[TilePair],
        meter: &mut Meter,
    ) -> Result<Option<TilePair>, Refused> {
        if let Some(safe) = pairs.iter().find(|pair| self.puzzle.is_safe(&self.board, **pair)) {
            return Ok(Some(*safe));
        }
        let shape = &self.puzzle.shape;
        let mut best = None;
        for &pair in pairs {
            meter.evaluate()?;
            let mut after = self.board;
            self.puzzle.play(&mut after, pair);
            let stuck = closure::stuck(self.puzzle, after.left).len();
            let in_play = shape.free(&after.left).len() + self.rng.below(NOISE);
            let value = (Reverse(stuck), in_play);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, pair));
            }
        }
        Ok(best.map(|(_, pair)| pair))
    }
}

impl Shanghai {
    /// Whether taking a pair cannot hurt: every tile of its group that is left is in play.
    pub(super) fn is_safe(&self, board: &Board, pair: TilePair) -> bool {
        let Some((tile, _)) = self.tiles_of(&board.left, pair) else { return false };
        let group = self.groups[self.group_of(tile)].iter().map(|&other| usize::from(other));
        let mut left = group.filter(|&other| board.left.contains(other));
        left.all(|other| self.shape.is_free(other, &board.left))
    }
}
