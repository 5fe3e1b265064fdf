//! A game of chance. A person sees as much as any player: future luck stays hidden.
//!
//! An instance without fixed luck is played with the luck of seed 1, which solvers also use by
//! default.

use std::sync::Arc;

use quarry_core::text::Located;
use quarry_core::{
    Controller, Dealt, Episode, Evaluator, Fixed, Halt, Interactive, Meter, Position, Score,
    StateSpace, Valued,
};

use super::steps::{Advised, GameKind, MoveOf, SeenState};

const USUAL_LUCK: u64 = 1;

/// Maximal number of moves of a continuation: games may go on for days.
const MOVES_AHEAD: usize = 200;

pub(crate) struct ChanceGame<P: Valued<Rules: Interactive>> {
    puzzle: Arc<P>,
    luck: u64,
}

impl<P: Valued<Rules: Interactive>> ChanceGame<P> {
    pub(crate) fn new(puzzle: Arc<P>) -> Self {
        let luck = puzzle.luck().unwrap_or(USUAL_LUCK);
        ChanceGame { puzzle, luck }
    }

    fn dealer(&self) -> Fixed<'_, P::Rules> {
        Fixed::new(self.puzzle.rules(), self.luck)
    }

    /// Returns the move of the strongest controller, and the controller.
    fn advised(
        &self,
        seen: &SeenState<Self>,
    ) -> Option<(MoveOf<Self>, &'static Controller<P::Evaluator>)> {
        let controller = P::controllers().first()?;
        let pick = controller.evaluator.best(self.puzzle.rules(), seen)?;
        Some((pick.mv, controller))
    }
}

impl<P: Valued<Rules: Interactive>> GameKind for ChanceGame<P> {
    type Rules = P::Rules;
    type Whole = Dealt<SeenState<Self>>;

    fn rules(&self) -> &P::Rules {
        self.puzzle.rules()
    }
    fn start(&self) -> Self::Whole {
        self.dealer().start()
    }
    fn seen<'w>(&self, whole: &'w Self::Whole) -> &'w SeenState<Self> {
        whole.seen()
    }
    fn play(&self, whole: &mut Self::Whole, mv: MoveOf<Self>) -> Score {
        self.dealer().play(whole, mv)
    }
    fn opening(&self) -> Vec<String> {
        self.puzzle.show_answer(&Episode { luck: self.luck, line: Vec::new() })
    }
    fn takes_luck(&mut self, text: &str) -> bool {
        let entry = Located { value: text, at: Position::START };
        let Ok(Episode { luck, line }) = self.puzzle.parse_answer(&mut [entry].into_iter()) else {
            return false;
        };
        let is_luck = line.is_empty() && self.puzzle.luck().is_none();
        if is_luck {
            self.luck = luck;
        }
        is_luck
    }
    /// Returns the next moves of the strongest controller, which sees each event when it happens.
    fn go_on(&self, whole: &Self::Whole, meter: &mut Meter) -> Result<Vec<MoveOf<Self>>, Halt> {
        let (mut whole, mut line) = (whole.clone(), Vec::new());
        while let Some((mv, _)) = self.advised(whole.seen()).filter(|_| line.len() < MOVES_AHEAD) {
            line.push(mv);
            self.play(&mut whole, mv);
            meter.check()?;
        }
        Ok(line)
    }
    fn advise(
        &self,
        seen: &SeenState<Self>,
        _: &[MoveOf<Self>],
        _: Score,
        _: &mut Meter,
    ) -> Result<Option<Advised<Self>>, Halt> {
        Ok(self.advised(seen).map(|(mv, Controller { name, evaluator, .. })| {
            let reason = evaluator.reason(self.puzzle.rules(), seen, mv);
            (Some(mv), reason.unwrap_or_else(|| format!("what {name} would play")))
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::{Catalogue, HINT_BUDGET};

    #[test]
    fn a_person_plays_what_a_controller_would() {
        let example = Catalogue::standard().example("tetris/10x10").expect("an example");
        let instance = Catalogue::standard().open(example.text).expect("it opens");
        let mut session = instance.session().expect("it can be played");
        assert!(session.play("X 1 1").unwrap_err().contains("such as \"T 2 4\""));
        let stop = AtomicBool::new(false);
        for _ in 0..60 {
            let hint =
                session.hint(HINT_BUDGET, &stop).expect("it is quick").expect("the game goes on");
            let mv = hint.mv.expect("no game is lost here");
            assert!(hint.reason.contains("steps-20") && session.moves().contains(&mv));
            assert!(session.place_of(&mv).is_some());
            session.play(&mv).expect("hints can be played");
        }
        let (line, score) = (session.line(), session.score());
        assert!(score > 10, "a good controller fills rows");
        assert!(session.undo() && session.redo());
        assert_eq!((session.line(), session.score()), (line.clone(), score));
        let moves: Vec<_> = line.iter().map(|entry| format!("\"{entry}\"")).collect();
        let judged = instance
            .verify(&format!("score = {score}\nmoves = [{}]", moves.join(", ")))
            .expect("it is read");
        assert_eq!(
            judged.verdict.map(|verdict| (verdict.score, verdict.solved)),
            Ok((score, false))
        );
        session.restart();
        assert_eq!((session.score(), session.line().len()), (0, 1), "only the luck remains");
        let mut again = instance.session().expect("it can be played");
        line.iter().for_each(|entry| _ = again.play(entry).expect("an answer can be played"));
        assert_eq!((again.line(), again.score()), (line.clone(), score));
        let mut other = instance.session().expect("it can be played");
        other.play("seed 8").expect("luck comes first");
        assert_eq!(other.line(), ["seed 8"]);
        let listed = other.moves();
        other.play(&listed[0]).expect("a listed move");
        assert!(other.play("seed 9").is_err(), "and only first");
        let ahead = session.continuation(HINT_BUDGET, &stop).expect("it is quick");
        assert_eq!(
            (ahead.len(), &ahead[..60]),
            (200, &line[1..]),
            "the same player, the same luck"
        );
    }
}
