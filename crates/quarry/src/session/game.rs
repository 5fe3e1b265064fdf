//! A game played step by step; its hints come from a beam.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::text::Located;
use quarry_core::{
    Budget, Found, Interactive, Meter, Onward, Picture, Played, Position, Score, StateSpace, drive,
};
use quarry_solvers::tree::beam::{Beam, BeamSettings};

use super::{Hint, Reach, Session};

/// How wide the beam behind a hint is: a good line in a fraction of a second on the largest usual boards.
const HINT_WIDTH: u64 = 64;

pub(crate) struct Game<P: Played> {
    puzzle: Arc<P>,
    /// The moves played, and behind `played` the ones taken back.
    line: Vec<P::Move>,
    played: usize,
    /// The position and the points before each move played, the present one last.
    positions: Vec<(P::State, Score)>,
}

impl<P: Played> Game<P> {
    pub(crate) fn new(puzzle: Arc<P>) -> Self {
        let start = puzzle.start();
        Game { puzzle, line: Vec::new(), played: 0, positions: vec![(start, 0)] }
    }

    fn state(&self) -> &P::State {
        &self.positions[self.played].0
    }

    fn listed(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        self.puzzle.moves(self.state(), &mut moves);
        moves
    }

    fn texts(&self, moves: &[P::Move]) -> Vec<String> {
        self.puzzle.show_answer(&moves.to_vec())
    }

    fn text(&self, mv: P::Move) -> String {
        self.texts(&[mv]).concat()
    }

    fn advance(&mut self, mv: P::Move) -> Score {
        let (mut state, score) = self.positions[self.played].clone();
        let gain = self.puzzle.play(&mut state, mv);
        self.positions.truncate(self.played + 1);
        self.positions.push((state, score + gain));
        self.played += 1;
        gain
    }
}

impl<P: Played + Interactive> Session for Game<P> {
    fn scene(&self) -> Picture {
        self.puzzle.scene(self.state())
    }
    fn status(&self) -> String {
        format!("score {}", self.score())
    }
    fn score(&self) -> Score {
        let ending = if self.is_over() { self.puzzle.ending(self.state()) } else { 0 };
        self.positions[self.played].1 + ending
    }
    fn is_over(&self) -> bool {
        self.listed().is_empty()
    }
    fn is_solved(&self) -> bool {
        self.puzzle.is_solved(self.state())
    }
    fn moves(&self) -> Vec<String> {
        self.texts(&self.listed())
    }
    fn line(&self) -> Vec<String> {
        self.texts(&self.line[..self.played])
    }
    fn touch(&self, x: u32, y: u32) -> Option<Reach> {
        let touch = self.puzzle.touch(self.state(), x, y)?;
        Some(Reach { mv: Some(self.text(touch.mv)), cells: touch.cells, words: touch.words })
    }
    fn place_of(&self, mv: &str) -> Option<(u32, u32)> {
        let plays =
            |&(x, y): &(u32, u32)| self.touch(x, y).is_some_and(|reach| reach.mv.as_deref() == Some(mv));
        self.scene().tiles.iter().map(|tile| (tile.x, tile.y)).filter(plays).min_by_key(|&(x, y)| (y, x))
    }
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        let entry = Located { value: mv, at: Position::START };
        let parsed =
            self.puzzle.parse_answer(&[entry]).map_err(|error| format!("expected {}", error.expected))?;
        let spelled = *parsed.first().ok_or("expected a move")?;
        let Some(meant) = self.puzzle.meaning(self.state(), spelled) else {
            return Err(format!("{mv} cannot be played here"));
        };
        self.line.truncate(self.played);
        self.line.push(meant);
        Ok(self.advance(meant))
    }
    fn undo(&mut self) -> bool {
        let possible = self.played > 0;
        self.played -= usize::from(possible);
        possible
    }
    fn redo(&mut self) -> bool {
        let Some(&mv) = self.line.get(self.played) else { return false };
        self.advance(mv);
        true
    }
    fn restart(&mut self) {
        self.played = 0;
    }
    fn hint(&self) -> Option<Hint> {
        let listed = self.listed();
        let &only = listed.first()?;
        if listed.len() == 1 {
            return Some(Hint { mv: self.text(only), reason: "the only move left".to_owned() });
        }
        let best = best_line(&*self.puzzle, self.state())?;
        let total = self.positions[self.played].1 + best.score;
        let &first = best.answer.first()?;
        let reason = format!(
            "the best of {} moves to a beam of width {HINT_WIDTH}, whose game ends with {total} points",
            listed.len()
        );
        Some(Hint { mv: self.text(first), reason })
    }
    fn continuation(&self) -> Vec<String> {
        best_line(&*self.puzzle, self.state()).map_or_else(Vec::new, |best| self.texts(&best.answer))
    }
}

fn best_line<S: StateSpace>(space: &S, from: &S::State) -> Option<Found<Vec<S::Move>>> {
    let rest = Onward::new(space, from.clone());
    let settings = BeamSettings { width: HINT_WIDTH };
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    drive(&mut Beam::new(&rest, &settings), &mut meter, &mut |_| {}).found
}
