//! A game played move by move, with its history. Its [`GameKind`] decides whether luck is involved.

use std::sync::atomic::AtomicBool;

use quarry_core::text::Located;
use quarry_core::{
    Budget, Guided, Halt, Interactive, Meter, Notation, Picture, Place, Position, Score, Side,
    StateSpace,
};

use super::{Appraisal, Forecast, Game, Hint, PieceDrag, Reach, Slip, StepGame};
use crate::advice::Deduction;

pub(super) type MoveOf<T> = <<T as GameKind>::Rules as StateSpace>::Move;
pub(super) type SeenState<T> = <<T as GameKind>::Rules as StateSpace>::State;

/// The differences between games with and without luck.
pub(crate) trait GameKind: Send {
    /// What a player may know.
    type Rules: Interactive;
    /// A whole position, including future luck.
    type Whole: Clone + Send;

    fn rules(&self) -> &Self::Rules;
    fn start(&self) -> Self::Whole;
    /// Returns what a player sees of a position.
    fn seen<'w>(&self, whole: &'w Self::Whole) -> &'w SeenState<Self>;
    fn play(&self, whole: &mut Self::Whole, mv: MoveOf<Self>) -> Score;
    /// Returns what an answer contains before its moves: the luck, if the instance does not fix it.
    fn opening(&self) -> Vec<String> {
        Vec::new()
    }
    /// Restarts with the luck that a text names, if the instance does not fix it; returns whether
    /// the text names one.
    fn takes_luck(&mut self, _text: &str) -> bool {
        false
    }
    /// Returns a line as an answer, if the entries of an answer are not single moves.
    fn answer(&self, _line: &[MoveOf<Self>]) -> Option<Vec<String>> {
        None
    }
    /// Reads such an answer; `None` if its entries are single moves.
    fn line_of(&self, _answer: &[String]) -> Option<Result<Vec<MoveOf<Self>>, String>> {
        None
    }
    /// Returns all moves of a good line from a position; empty if none is known. `Err` if the meter
    /// stops the run.
    fn go_on(&self, whole: &Self::Whole, meter: &mut Meter) -> Result<Vec<MoveOf<Self>>, Halt>;
    /// Searches for the best line to the end with about so many nodes. `Err` if the meter stops the
    /// run.
    fn forecast(
        &self,
        whole: &Self::Whole,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<BestContinuation<Self>, Halt>;
    /// Returns the name of an evaluator, the move that it values most, and by how much more than the
    /// given one; `None` without one.
    fn appraise(
        &self,
        _: &SeenState<Self>,
        _: MoveOf<Self>,
    ) -> Option<(&'static str, MoveOf<Self>, i64)> {
        None
    }
    /// Returns a good move among those listed, with the reason, given the score so far.
    fn advise(
        &self,
        seen: &SeenState<Self>,
        listed: &[MoveOf<Self>],
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Advised<Self>>, Halt>;
}

/// A move and the reason for it, or no move and the reason why the game is lost.
pub(crate) struct Advised<T: GameKind + ?Sized> {
    pub(super) mv: Option<MoveOf<T>>,
    pub(super) reason: String,
    pub(super) deductions: Vec<Deduction>,
}

impl<T: GameKind + ?Sized> Advised<T> {
    /// A move for a reason that does not refer to places.
    pub(super) fn of(mv: MoveOf<T>, reason: String) -> Self {
        Advised { mv: Some(mv), reason, deductions: Vec::new() }
    }
}

/// What is foreseen from a position: a line to the end, `Lost`, or nothing.
pub(crate) enum BestContinuation<T: GameKind + ?Sized> {
    Line(Vec<MoveOf<T>>),
    Lost,
    Unknown,
}

pub(crate) struct StepSession<T: GameKind> {
    kind: T,
    /// Moves played, followed by the ones taken back from index `played` on.
    line: Vec<MoveOf<T>>,
    played: usize,
    /// Position and points before each move played, with the current one last.
    positions: Vec<(T::Whole, Score)>,
}

impl<T: GameKind> StepSession<T> {
    pub(crate) fn new(kind: T) -> Self {
        let start = kind.start();
        StepSession { kind, line: Vec::new(), played: 0, positions: vec![(start, 0)] }
    }

    fn seen(&self) -> &SeenState<T> {
        self.kind.seen(&self.positions[self.played].0)
    }

    fn listed(&self) -> Vec<MoveOf<T>> {
        let mut moves = Vec::new();
        self.kind.rules().moves(self.seen(), &mut moves);
        moves
    }

    fn text(&self, mv: MoveOf<T>) -> String {
        self.kind.rules().write_move(mv)
    }

    fn read(&self, text: &str) -> Result<MoveOf<T>, String> {
        let entry = Located { value: text, at: Position::START };
        self.kind.rules().read_move(entry).map_err(|error| format!("expected {}", error.expected))
    }

    fn advance(&mut self, mv: MoveOf<T>) -> Score {
        let (mut whole, score) = self.positions[self.played].clone();
        let gain = self.kind.play(&mut whole, mv);
        self.positions.truncate(self.played + 1);
        self.positions.push((whole, score + gain));
        self.played += 1;
        gain
    }
}

impl<T: GameKind> StepGame for StepSession<T> {
    fn drags(&self) -> Vec<PieceDrag> {
        let cell = |(x, y)| Place::Cell(x, y);
        let drags = self.kind.rules().drags(self.seen()).into_iter();
        drags
            .map(|drag| PieceDrag {
                from: cell(drag.from),
                to: cell(drag.to),
                moves: drag.moves.into_iter().map(|mv| self.text(mv)).collect(),
            })
            .collect()
    }
    fn steer(&self, towards: Side) -> Option<String> {
        self.kind.rules().steer(self.seen(), towards).map(|mv| self.text(mv))
    }
}

impl<T: GameKind> Game for StepSession<T> {
    fn scene(&self) -> Picture {
        self.kind.rules().scene(self.seen())
    }
    fn status(&self) -> String {
        self.kind.rules().status(self.seen(), self.played, self.score())
    }
    fn score(&self) -> Score {
        let ending = if self.is_over() { self.kind.rules().terminal_score(self.seen()) } else { 0 };
        self.positions[self.played].1 + ending
    }
    fn is_over(&self) -> bool {
        self.listed().is_empty()
    }
    fn has_goal(&self) -> bool {
        self.kind.rules().aim().needs_goal()
    }
    fn is_solved(&self) -> bool {
        self.kind.rules().is_solved(self.seen())
    }
    fn moves(&self) -> Vec<String> {
        self.listed().into_iter().map(|mv| self.text(mv)).collect()
    }
    fn line(&self) -> Vec<String> {
        let mut line = self.kind.opening();
        line.extend(self.line[..self.played].iter().map(|&mv| self.text(mv)));
        line
    }
    fn answer(&self) -> Vec<String> {
        self.kind.answer(&self.line[..self.played]).unwrap_or_else(|| self.line())
    }
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String> {
        match self.kind.line_of(answer) {
            Some(line) => Ok(line?.into_iter().map(|mv| self.text(mv)).collect()),
            None => Ok(answer.to_vec()),
        }
    }
    fn touch(&self, place: Place) -> Option<Reach> {
        let Place::Cell(x, y) = place else { return None };
        let touch = self.kind.rules().touch(self.seen(), x, y)?;
        let places = touch.cells.into_iter().map(|(x, y)| Place::Cell(x, y)).collect();
        let moves = touch.moves.into_iter().map(|mv| self.text(mv)).collect();
        Some(Reach { moves, places, words: touch.words })
    }
    fn place_of(&self, mv: &str) -> Option<Place> {
        let plays = |&(y, x): &(u32, u32)| {
            let reach = self.touch(Place::Cell(x, y));
            reach.is_some_and(|reach| reach.moves.first().is_some_and(|first| first == mv))
        };
        if let Some(drag) = self.drags().into_iter().find(|drag| drag.moves == [mv]) {
            return Some(drag.from);
        }
        let scene = self.scene();
        let cells = scene.tiles.iter().map(|tile| (tile.y, tile.x));
        cells.filter(plays).min().map(|(y, x)| Place::Cell(x, y))
    }
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        if self.played == 0 && self.kind.takes_luck(mv) {
            self.line.clear();
            self.positions = vec![(self.kind.start(), 0)];
            return Ok(0);
        }
        let spelled = self.read(mv)?;
        let Some(meant) = self.kind.rules().resolve_move(self.seen(), spelled) else {
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
    fn slips(&self) -> Vec<Slip> {
        Vec::new()
    }
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt> {
        let meter = &mut Meter::new(budget, stop);
        let score = self.positions[self.played].1;
        let advised = self.kind.advise(self.seen(), &self.listed(), score, meter)?;
        Ok(advised.map(|Advised { mv, reason, deductions }| Hint {
            mv: mv.map(|mv| self.text(mv)),
            reason,
            deductions,
        }))
    }
    fn continuation(&self, budget: Budget, stop: &AtomicBool) -> Result<Vec<String>, Halt> {
        let line =
            self.kind.go_on(&self.positions[self.played].0, &mut Meter::new(budget, stop))?;
        Ok(line.into_iter().map(|mv| self.text(mv)).collect())
    }
    fn forecast(&self, nodes: u64, stop: &AtomicBool) -> Result<Forecast, Halt> {
        let meter = &mut Meter::new(Budget::default(), stop);
        Ok(match self.kind.forecast(&self.positions[self.played].0, nodes, meter)? {
            BestContinuation::Line(line) => {
                Forecast::Line(line.into_iter().map(|mv| self.text(mv)).collect())
            }
            BestContinuation::Lost => Forecast::Lost,
            BestContinuation::Unknown => Forecast::Unknown,
        })
    }
    fn appraisal(&self, mv: &str) -> Option<Appraisal> {
        let mv = self.kind.rules().resolve_move(self.seen(), self.read(mv).ok()?)?;
        let (by, best, loss) = self.kind.appraise(self.seen(), mv)?;
        Some(Appraisal { by, best: self.text(best), loss })
    }
}
