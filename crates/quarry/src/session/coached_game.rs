//! A game without luck whose hints a person can follow.

use std::sync::Arc;

use quarry_core::{Coached, Halt, Located, Meter, Position, Score};

use super::coach::{Outlook, WORK, deduction, outlook};
use super::steps::{Advised, BestContinuation, GameKind};
use crate::registry::PuzzlePortfolio;

pub(crate) struct CoachedGame<P: Coached> {
    pub(crate) puzzle: Arc<P>,
    pub(crate) portfolio: Arc<PuzzlePortfolio<P>>,
}

impl<P: Coached> GameKind for CoachedGame<P> {
    type Rules = P;
    type Whole = P::State;

    fn rules(&self) -> &P {
        &self.puzzle
    }
    fn start(&self) -> P::State {
        self.puzzle.start()
    }
    fn seen<'w>(&self, whole: &'w P::State) -> &'w P::State {
        whole
    }
    fn play(&self, whole: &mut P::State, mv: P::Move) -> Score {
        self.puzzle.play(whole, mv)
    }
    fn answer(&self, line: &[P::Move]) -> Option<Vec<String>> {
        Some(self.puzzle.show_answer(&line.to_vec()))
    }
    fn line_of(&self, answer: &[String]) -> Option<Result<Vec<P::Move>, String>> {
        let mut entries =
            answer.iter().map(|entry| Located { value: &**entry, at: Position::START });
        let line = self.puzzle.parse_answer(&mut entries);
        Some(line.map_err(|error| format!("expected {}", error.expected)))
    }
    fn go_on(&self, state: &P::State, meter: &mut Meter) -> Result<Vec<P::Move>, Halt> {
        Ok(match self.forecast(state, WORK, meter)? {
            BestContinuation::Line(way) => way,
            BestContinuation::Lost | BestContinuation::Unknown => Vec::new(),
        })
    }
    fn forecast(
        &self,
        state: &P::State,
        nodes: u64,
        meter: &mut Meter,
    ) -> Result<BestContinuation<Self>, Halt> {
        Ok(match outlook(&*self.puzzle, state, &self.portfolio, nodes, meter)? {
            Outlook::Way(way, _) => BestContinuation::Line(way),
            Outlook::Reached => BestContinuation::Line(Vec::new()),
            Outlook::Lost(_) => BestContinuation::Lost,
            Outlook::Unknown => BestContinuation::Unknown,
        })
    }
    fn advise(
        &self,
        seen: &P::State,
        _listed: &[P::Move],
        _score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Advised<Self>>, Halt> {
        Ok(match outlook(&*self.puzzle, seen, &self.portfolio, WORK, meter)? {
            Outlook::Way(way, _) => {
                let remark = self.puzzle.why_good(seen, &way);
                let reason = remark.words.clone();
                let deductions = vec![deduction("on a way to the goal", remark)];
                Some(Advised { mv: Some(way[0]), reason, deductions })
            }
            Outlook::Lost(remark) => {
                let reason = format!("the goal is out of reach: {}", remark.words);
                let deductions = vec![deduction("out of reach", remark)];
                Some(Advised { mv: None, reason, deductions })
            }
            Outlook::Reached | Outlook::Unknown => None,
        })
    }
}
