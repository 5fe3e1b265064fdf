//! A game played move by move, with its history. It does not know whether luck has a part in it:
//! its [`GameKind`] does.

use std::sync::atomic::AtomicBool;

use quarry_core::text::Located;
use quarry_core::{
    Aim, Budget, Guided, Halt, Interactive, Meter, ParseError, Picture, Position, Score, StateSpace,
};

use super::{Hint, Reach, Session};

pub(super) type MoveOf<T> = <<T as GameKind>::Rules as StateSpace>::Move;
pub(super) type SeenState<T> = <<T as GameKind>::Rules as StateSpace>::State;

/// Where a person plays: what is different with luck and without.
pub(crate) trait GameKind: Send {
    /// What a player may know.
    type Rules: Interactive;
    /// All of a position, the luck to come included.
    type Whole: Clone + Send;

    fn rules(&self) -> &Self::Rules;
    fn start(&self) -> Self::Whole;
    /// What a player sees of a position.
    fn seen<'w>(&self, whole: &'w Self::Whole) -> &'w SeenState<Self>;
    fn play(&self, whole: &mut Self::Whole, mv: MoveOf<Self>) -> Score;
    /// A line as an answer that can be judged: its moves, and perhaps something before them.
    fn show(&self, line: &[MoveOf<Self>]) -> Vec<String>;
    fn parse(&self, entries: &[Located<&str>]) -> Result<Vec<MoveOf<Self>>, ParseError>;
    /// Begins with the luck that a text names, where luck is left open; says whether the text names
    /// one.
    fn takes_luck(&mut self, _text: &str) -> bool {
        false
    }
    /// All the moves of a good line from a position; none when nobody knows one. `Err` if the meter
    /// says stop.
    fn go_on(&self, whole: &Self::Whole, meter: &mut Meter) -> Result<Vec<MoveOf<Self>>, Halt>;
    /// A good move of several, and why, after a game that brought a score.
    fn advise(
        &self,
        seen: &SeenState<Self>,
        listed: &[MoveOf<Self>],
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Advised<Self>>, Halt>;
}

/// A move and why it is good.
pub(super) type Advised<T> = (MoveOf<T>, String);

pub(crate) struct StepSession<T: GameKind> {
    seat: T,
    /// The moves played, and behind `played` the ones taken back.
    line: Vec<MoveOf<T>>,
    played: usize,
    /// The position and the points before each move played, the present one last.
    positions: Vec<(T::Whole, Score)>,
}

impl<T: GameKind> StepSession<T> {
    pub(crate) fn new(seat: T) -> Self {
        let start = seat.start();
        StepSession { seat, line: Vec::new(), played: 0, positions: vec![(start, 0)] }
    }

    fn seen(&self) -> &SeenState<T> {
        self.seat.seen(&self.positions[self.played].0)
    }

    fn listed(&self) -> Vec<MoveOf<T>> {
        let mut moves = Vec::new();
        self.seat.rules().moves(self.seen(), &mut moves);
        moves
    }

    /// Moves as text, without what an answer says before them.
    fn texts(&self, moves: &[MoveOf<T>]) -> Vec<String> {
        let mut entries = self.seat.show(moves);
        entries.split_off(entries.len() - moves.len())
    }

    fn text(&self, mv: MoveOf<T>) -> String {
        self.texts(&[mv]).concat()
    }

    fn read(&self, text: &str) -> Result<MoveOf<T>, String> {
        let mut entries = self.seat.show(&[]);
        entries.push(text.to_owned());
        let located: Vec<_> = entries
            .iter()
            .map(|entry| Located { value: entry.as_str(), at: Position::START })
            .collect();
        let line =
            self.seat.parse(&located).map_err(|error| format!("expected {}", error.expected))?;
        line.first().copied().ok_or_else(|| "expected a move".to_owned())
    }

    fn advance(&mut self, mv: MoveOf<T>) -> Score {
        let (mut whole, score) = self.positions[self.played].clone();
        let gain = self.seat.play(&mut whole, mv);
        self.positions.truncate(self.played + 1);
        self.positions.push((whole, score + gain));
        self.played += 1;
        gain
    }
}

impl<T: GameKind> Session for StepSession<T> {
    fn scene(&self) -> Picture {
        self.seat.rules().scene(self.seen())
    }
    fn status(&self) -> String {
        format!("score {}", self.score())
    }
    fn score(&self) -> Score {
        let ending = if self.is_over() { self.seat.rules().terminal_score(self.seen()) } else { 0 };
        self.positions[self.played].1 + ending
    }
    fn is_over(&self) -> bool {
        self.listed().is_empty()
    }
    fn has_goal(&self) -> bool {
        self.seat.rules().aim() == Aim::Reach
    }
    fn is_solved(&self) -> bool {
        self.seat.rules().is_solved(self.seen())
    }
    fn moves(&self) -> Vec<String> {
        self.texts(&self.listed())
    }
    fn line(&self) -> Vec<String> {
        self.seat.show(&self.line[..self.played])
    }
    fn touch(&self, x: u32, y: u32) -> Option<Reach> {
        let touch = self.seat.rules().touch(self.seen(), x, y)?;
        Some(Reach { mv: Some(self.text(touch.mv)), cells: touch.cells, words: touch.words })
    }
    fn place_of(&self, mv: &str) -> Option<(u32, u32)> {
        let plays = |&(x, y): &(u32, u32)| {
            self.touch(x, y).is_some_and(|reach| reach.mv.as_deref() == Some(mv))
        };
        self.scene()
            .tiles
            .iter()
            .map(|tile| (tile.x, tile.y))
            .filter(plays)
            .min_by_key(|&(x, y)| (y, x))
    }
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        if self.played == 0 && self.seat.takes_luck(mv) {
            self.line.clear();
            self.positions = vec![(self.seat.start(), 0)];
            return Ok(0);
        }
        let spelled = self.read(mv)?;
        let Some(meant) = self.seat.rules().resolve_move(self.seen(), spelled) else {
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
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt> {
        let meter = &mut Meter::new(budget, stop);
        let score = self.positions[self.played].1;
        let advised = self.seat.advise(self.seen(), &self.listed(), score, meter)?;
        Ok(advised.map(|(mv, reason)| Hint { mv: self.text(mv), reason }))
    }
    fn continuation(&self, budget: Budget, stop: &AtomicBool) -> Result<Vec<String>, Halt> {
        let line =
            self.seat.go_on(&self.positions[self.played].0, &mut Meter::new(budget, stop))?;
        Ok(self.texts(&line))
    }
}
