//! A game of chance played by a person, who sees as much as any player: the luck to come stays with the table.
//!
//! An instance that leaves its luck open is played with that of seed 1, as every solver would play it unless told otherwise.

use std::sync::Arc;

use quarry_core::{
    Dealt, Episode, Evaluator, Fixed, Interactive, Located, Lucky, Picture, Position, Score, StateSpace,
    Valued,
};

use super::{Hint, Reach, Session};

const USUAL_LUCK: u64 = 1;

/// How many moves a continuation has at most: games may go on for days.
const MOVES_AHEAD: usize = 200;

type Rules<P> = <P as Lucky>::Rules;
type Move<P> = <Rules<P> as StateSpace>::Move;
type State<P> = <Rules<P> as StateSpace>::State;

/// Names a good move and whose it is.
type Adviser<P> = fn(&P, &State<P>) -> Option<(Move<P>, &'static str)>;

pub(crate) struct Table<P: Lucky> {
    puzzle: Arc<P>,
    luck: u64,
    /// The moves played, and behind `played` the ones taken back.
    line: Vec<Move<P>>,
    played: usize,
    /// The position and the points before each move played, the present one last.
    positions: Vec<(Dealt<State<P>>, Score)>,
    adviser: Option<Adviser<P>>,
}

impl<P: Lucky> Table<P> {
    pub(crate) fn new(puzzle: Arc<P>) -> Self {
        let luck = puzzle.luck().unwrap_or(USUAL_LUCK);
        let start = Fixed::new(puzzle.rules(), luck).start();
        Table { puzzle, luck, line: Vec::new(), played: 0, positions: vec![(start, 0)], adviser: None }
    }

    fn seen(&self) -> &State<P> {
        self.positions[self.played].0.seen()
    }

    fn listed(&self) -> Vec<Move<P>> {
        let mut moves = Vec::new();
        self.puzzle.rules().moves(self.seen(), &mut moves);
        moves
    }

    /// Moves as text. What an answer says besides comes before them.
    fn texts(&self, line: &[Move<P>]) -> Vec<String> {
        let mut entries = self.puzzle.show_answer(&Episode { luck: self.luck, line: line.to_vec() });
        entries.split_off(entries.len() - line.len())
    }

    fn text(&self, mv: Move<P>) -> String {
        self.texts(&[mv]).concat()
    }

    fn read(&self, text: &str) -> Result<Move<P>, String> {
        let mut entries = self.puzzle.show_answer(&Episode { luck: self.luck, line: Vec::new() });
        entries.push(text.to_owned());
        let located: Vec<_> =
            entries.iter().map(|entry| Located { value: entry.as_str(), at: Position::START }).collect();
        let episode =
            self.puzzle.parse_answer(&located).map_err(|error| format!("expected {}", error.expected))?;
        episode.line.first().copied().ok_or_else(|| "expected a move".to_owned())
    }

    /// Begins with the luck that an answer names first, where the instance leaves it open; says whether the text names one.
    fn takes_luck(&mut self, text: &str) -> bool {
        let entry = Located { value: text, at: Position::START };
        let Ok(Episode { luck, line }) = self.puzzle.parse_answer(&[entry]) else { return false };
        if !line.is_empty() || self.puzzle.luck().is_some() {
            return false;
        }
        let start = Fixed::new(self.puzzle.rules(), luck).start();
        (self.luck, self.positions) = (luck, vec![(start, 0)]);
        self.line.clear();
        true
    }

    fn advance(&mut self, mv: Move<P>) -> Score {
        let (mut state, score) = self.positions[self.played].clone();
        let gain = Fixed::new(self.puzzle.rules(), self.luck).play(&mut state, mv);
        self.positions.truncate(self.played + 1);
        self.positions.push((state, score + gain));
        self.played += 1;
        gain
    }
}

impl<P: Valued> Table<P> {
    /// A game whose hints come from the strongest controller.
    pub(crate) fn advised(puzzle: Arc<P>) -> Self {
        let adviser: Adviser<P> = |puzzle, state| {
            let controller = P::controllers().first()?;
            controller.evaluator.best(puzzle.rules(), state).map(|pick| (pick.mv, controller.name))
        };
        Table { adviser: Some(adviser), ..Table::new(puzzle) }
    }
}

impl<P: Lucky<Rules: Interactive>> Session for Table<P> {
    fn scene(&self) -> Picture {
        self.puzzle.rules().scene(self.seen())
    }
    fn status(&self) -> String {
        format!("score {}", self.score())
    }
    fn score(&self) -> Score {
        let ending = if self.is_over() { self.puzzle.rules().ending(self.seen()) } else { 0 };
        self.positions[self.played].1 + ending
    }
    fn is_over(&self) -> bool {
        self.listed().is_empty()
    }
    fn is_solved(&self) -> bool {
        self.puzzle.rules().is_solved(self.seen())
    }
    fn moves(&self) -> Vec<String> {
        self.texts(&self.listed())
    }
    /// An answer as it can be judged: with its luck, where the instance does not fix it.
    fn line(&self) -> Vec<String> {
        self.puzzle.show_answer(&Episode { luck: self.luck, line: self.line[..self.played].to_vec() })
    }
    fn touch(&self, x: u32, y: u32) -> Option<Reach> {
        let touch = self.puzzle.rules().touch(self.seen(), x, y)?;
        Some(Reach { mv: Some(self.text(touch.mv)), cells: touch.cells, words: touch.words })
    }
    fn place_of(&self, mv: &str) -> Option<(u32, u32)> {
        let plays =
            |&(x, y): &(u32, u32)| self.touch(x, y).is_some_and(|reach| reach.mv.as_deref() == Some(mv));
        self.scene().tiles.iter().map(|tile| (tile.x, tile.y)).filter(plays).min_by_key(|&(x, y)| (y, x))
    }
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        if self.played == 0 && self.takes_luck(mv) {
            return Ok(0);
        }
        let spelled = self.read(mv)?;
        let Some(meant) = self.puzzle.rules().meaning(self.seen(), spelled) else {
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
        let (mv, whose) = self.adviser?(&self.puzzle, self.seen())?;
        Some(Hint { mv: self.text(mv), reason: format!("what {whose} would play") })
    }
    /// The next moves of the adviser, who sees each piece when it comes.
    fn continuation(&self) -> Vec<String> {
        let Some(adviser) = self.adviser else { return Vec::new() };
        let table = Fixed::new(self.puzzle.rules(), self.luck);
        let mut state = self.positions[self.played].0.clone();
        let mut line = Vec::new();
        while let Some((mv, _)) = adviser(&self.puzzle, state.seen()).filter(|_| line.len() < MOVES_AHEAD) {
            line.push(mv);
            table.play(&mut state, mv);
        }
        self.texts(&line)
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue;

    #[test]
    fn a_person_plays_what_a_controller_would() {
        let example = catalogue().example("tetris/10x10").expect("an example");
        let instance = catalogue().open(example.text).expect("it opens");
        let mut session = instance.session().expect("it can be played");
        assert!(session.play("X 1 1").unwrap_err().contains("such as \"T 2 4\""));
        for _ in 0..60 {
            let hint = session.hint().expect("the game goes on");
            assert!(hint.reason.contains("dt-20") && session.moves().contains(&hint.mv));
            assert!(session.place_of(&hint.mv).is_some());
            session.play(&hint.mv).expect("hints can be played");
        }
        let (line, score) = (session.line(), session.score());
        assert!(score > 10, "a good controller fills rows");
        assert!(session.undo() && session.redo());
        assert_eq!((session.line(), session.score()), (line.clone(), score));
        let moves: Vec<_> = line.iter().map(|entry| format!("\"{entry}\"")).collect();
        let judged =
            instance.verify(&format!("score = {score}\nmoves = [{}]", moves.join(", "))).expect("it is read");
        assert_eq!(judged.verdict.map(|verdict| (verdict.score, verdict.solved)), Ok((score, false)));
        session.restart();
        assert_eq!((session.score(), session.line().len()), (0, 1), "only its luck is left");
        let mut again = instance.session().expect("it can be played");
        line.iter().for_each(|entry| _ = again.play(entry).expect("an answer can be played"));
        assert_eq!((again.line(), again.score()), (line.clone(), score));
        let mut other = instance.session().expect("it can be played");
        other.play("seed 8").expect("luck comes first");
        assert_eq!(other.line(), ["seed 8"]);
        other.play(&other.moves()[0].clone()).expect("a listed move");
        assert!(other.play("seed 9").is_err(), "and only first");
        let ahead = session.continuation();
        assert_eq!((ahead.len(), &ahead[..60]), (200, &line[1..]), "the same player, the same luck");
    }
}
