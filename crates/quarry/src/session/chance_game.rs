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

use super::steps::{Advised, BestContinuation, GameKind, MoveOf, SeenState};

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
    /// What is to come is chance: nobody could have known the best line.
    fn forecast(
        &self,
        _: &Self::Whole,
        _: u64,
        _: &mut Meter,
    ) -> Result<BestContinuation<Self>, Halt> {
        Ok(BestContinuation::Unknown)
    }
    fn appraise(
        &self,
        seen: &SeenState<Self>,
        mv: MoveOf<Self>,
    ) -> Option<(&'static str, MoveOf<Self>, i64)> {
        let rules = self.puzzle.rules();
        let (best, Controller { name, evaluator, .. }) = self.advised(seen)?;
        let worth = |mv| evaluator.worth(rules, seen, mv);
        Some((name, best, worth(best).saturating_sub(worth(mv)).max(0)))
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
            Advised::of(mv, reason.unwrap_or_else(|| format!("what {name} would play")))
        }))
    }
}
