//! A puzzle with a filling, as a game on it sees them: the game itself is compiled once for all
//! puzzles.

use std::sync::Arc;

use quarry_core::{
    Explained, Fault, Filled, Halt, Located, Meter, Picture, Place, Position, Puzzle, Related,
    Verdict,
};

use crate::advice::{Advice, HintStep, advise, solution_by_techniques};
use crate::session::{ERASED, Hint};

/// What [`Filled`] says of a puzzle and one filling.
pub(super) trait FilledBoard: Send {
    fn values(&self) -> Vec<Option<u32>>;
    fn put(&mut self, cell: usize, value: Option<u32>);
    fn most(&self) -> u32;
    fn name(&self, cell: usize) -> String;
    fn place(&self, cell: usize) -> Place;
    fn drawn(&self) -> Picture;
    fn write_value(&self, value: u32) -> String;
    fn read_value(&self, text: &str) -> Option<u32>;
    fn values_in_words(&self) -> String;
    fn choices(&self, cell: usize) -> Vec<u32>;
    fn spreads(&self) -> bool;
    fn partners(&self, cell: usize, value: u32) -> Vec<usize>;
    fn likely_value(&self, after: Option<u32>) -> Option<u32>;
    fn linkable(&self) -> Vec<(usize, usize)>;
    fn related(&self, cell: usize) -> Related;
    /// Returns all violations of the rules where these links are drawn.
    fn faults(&self, links: &[(usize, usize)]) -> Vec<Fault>;
    /// Judges the filling; `None` if the judge refuses it.
    fn verdict(&self) -> Option<Verdict>;
    /// Returns the entries of the filling as an answer.
    fn answer(&self) -> Vec<String>;
    /// Returns the values of another answer.
    fn values_of(&self, answer: &[String]) -> Result<Vec<Option<u32>>, String>;
    /// Returns a hint where these links are drawn; `None` if there is none.
    fn hint(&self, links: &[(usize, usize)], meter: &mut Meter) -> Result<Option<Hint>, Halt>;
}

/// Returns a hint for a filling with links drawn on it.
type HintMaker<P> =
    fn(&P, &<P as Puzzle>::Answer, &[(usize, usize)], &mut Meter) -> Result<Option<Hint>, Halt>;

/// A puzzle, a filling, and the source of hints, if there is one.
pub(super) struct PuzzleFilling<P: Filled> {
    puzzle: Arc<P>,
    filling: P::Answer,
    hint: Option<HintMaker<P>>,
}

impl<P: Filled> PuzzleFilling<P> {
    pub(super) fn blank(puzzle: Arc<P>) -> Self {
        PuzzleFilling { filling: puzzle.blank(), puzzle, hint: None }
    }
}

impl<P: Explained> PuzzleFilling<P> {
    pub(super) fn with_hints(puzzle: Arc<P>) -> Self {
        PuzzleFilling { hint: Some(hint), ..PuzzleFilling::blank(puzzle) }
    }
}

impl<P: Filled> FilledBoard for PuzzleFilling<P> {
    fn values(&self) -> Vec<Option<u32>> {
        self.puzzle.values(&self.filling)
    }
    fn put(&mut self, cell: usize, value: Option<u32>) {
        self.puzzle.put(&mut self.filling, cell, value);
    }
    fn most(&self) -> u32 {
        self.puzzle.most()
    }
    fn name(&self, cell: usize) -> String {
        self.puzzle.name(cell)
    }
    fn place(&self, cell: usize) -> Place {
        self.puzzle.place(cell)
    }
    fn drawn(&self) -> Picture {
        self.puzzle.drawn(&self.filling)
    }
    fn write_value(&self, value: u32) -> String {
        self.puzzle.write_value(value)
    }
    fn read_value(&self, text: &str) -> Option<u32> {
        self.puzzle.read_value(text)
    }
    fn values_in_words(&self) -> String {
        self.puzzle.values_in_words()
    }
    fn choices(&self, cell: usize) -> Vec<u32> {
        self.puzzle.choices(cell)
    }
    fn spreads(&self) -> bool {
        self.puzzle.spreads()
    }
    fn partners(&self, cell: usize, value: u32) -> Vec<usize> {
        self.puzzle.partners(cell, value)
    }
    fn likely_value(&self, after: Option<u32>) -> Option<u32> {
        self.puzzle.likely_value(&self.filling, after)
    }
    fn linkable(&self) -> Vec<(usize, usize)> {
        self.puzzle.linkable()
    }
    fn related(&self, cell: usize) -> Related {
        self.puzzle.related(&self.filling, cell)
    }
    fn faults(&self, links: &[(usize, usize)]) -> Vec<Fault> {
        let linked = if links.is_empty() { None } else { self.puzzle.linked(links) };
        linked.as_ref().unwrap_or(&self.puzzle).faults(&self.filling)
    }
    fn verdict(&self) -> Option<Verdict> {
        self.puzzle.judge(&self.filling).ok()
    }
    fn answer(&self) -> Vec<String> {
        self.puzzle.show_answer(&self.filling)
    }
    fn values_of(&self, answer: &[String]) -> Result<Vec<Option<u32>>, String> {
        let mut rows = answer.iter().map(|row| Located { value: &**row, at: Position::START });
        let answer = self.puzzle.parse_answer(&mut rows);
        let answer = answer.map_err(|error| format!("expected {}", error.expected))?;
        Ok(self.puzzle.values(&answer))
    }
    fn hint(&self, links: &[(usize, usize)], meter: &mut Meter) -> Result<Option<Hint>, Halt> {
        self.hint.map_or(Ok(None), |hint| hint(&self.puzzle, &self.filling, links, meter))
    }
}

/// Returns a hint by the named techniques.
fn hint<P: Explained>(
    puzzle: &P,
    filling: &P::Answer,
    links: &[(usize, usize)],
    meter: &mut Meter,
) -> Result<Option<Hint>, Halt> {
    let mut solution = None;
    let mut linked = None;
    if !links.is_empty() {
        solution = solution_by_techniques(puzzle, meter)?;
        let is_wrong =
            |link: &&_| solution.as_ref().is_some_and(|one| !puzzle.allows_link(one, **link));
        if let Some(&(from, to)) = links.iter().find(is_wrong) {
            let name = format!("{}-{}", puzzle.name(from), puzzle.name(to));
            return Ok(Some(Hint {
                mv: Some(format!("{name}={ERASED}")),
                reason: format!("the line {name} cannot be right"),
                deductions: Vec::new(),
            }));
        }
        linked = puzzle.linked(links);
    }
    let puzzle = linked.as_ref().unwrap_or(puzzle);
    said(advise(puzzle, filling, &mut |_| solution.take(), meter))
}

/// Returns advice in the form of a hint.
fn said(advice: Advice) -> Result<Option<Hint>, Halt> {
    Ok(match advice {
        Advice::Mistakes(mistakes) => mistakes.first().map(|mistake| Hint {
            mv: Some(format!("{}={ERASED}", mistake.cell)),
            reason: format!("{} cannot be right", mistake.entry),
            deductions: Vec::new(),
        }),
        Advice::HintStep(HintStep { entry, deductions, .. }) => {
            let sentences = deductions.iter().map(|deduction| deduction.sentence.as_str());
            let reason = sentences.collect::<Vec<_>>().join(" ");
            Some(Hint { mv: Some(entry), reason, deductions })
        }
        Advice::Blocked(_) | Advice::Lost(_) | Advice::Stuck | Advice::Solved => None,
        Advice::Stopped(halt) => return Err(halt),
    })
}
