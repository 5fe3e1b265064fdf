//! Finds givens that a puzzle can do without: its solution must stay unique, and solvable by
//! techniques of the requested tier, if there is one.
//!
//! One engine answers all questions about a solution. Its model is the board without givens, plus
//! one clause: something differs from the solution. A question fixes the remaining givens and looks
//! for any solution of that model. If a tier is requested, its techniques are tried as well, but
//! last: they would reach the same verdict on uniqueness, but take longer.

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{Constrained, Constraint, Literal, Meter, Tier, Value, solved_within};

use super::{Board, Cell, Filling, Hidato};

/// Nodes after which a question is left open and the given stays: far more than proper puzzles
/// need.
const NODES_PER_QUESTION: u64 = 20_000;

/// A puzzle from which givens are removed, and its solution.
pub(super) struct Sparing {
    puzzle: Hidato,
    solution: Filling,
    engine: Engine,
    /// The hardest tier of technique that the solution may need.
    hardest: Option<Tier>,
}

/// The result of removing givens.
enum Spared {
    /// The solution stays unique, and is not too hard.
    Yes,
    /// It does not; some of these cells are the reason.
    No(Vec<Cell>),
    /// The question was given up at the node limit.
    Open,
}

impl Sparing {
    /// Starts with all numbers of a solution given; returns `None` if the meter says stop.
    pub(super) fn new(
        board: &Board,
        links: &[(Cell, Cell)],
        solution: Filling,
        hardest: Option<Tier>,
        meter: &mut Meter,
    ) -> Option<Self> {
        let empty = Hidato::new(board.clone(), vec![None; board.len()], links.to_vec());
        let mut model = empty.model();
        let differs = |(variable, value)| Literal { variable, value, holds: false };
        model
            .constraints
            .push(Constraint::Clause(values(&solution).enumerate().map(differs).collect()));
        let puzzle = Hidato { givens: solution.clone(), ..empty };
        let engine = Engine::new(&model, meter)?.without_probing();
        Some(Sparing { puzzle, solution, engine, hardest })
    }

    /// The puzzle with the remaining givens.
    pub(super) fn into_puzzle(self) -> Hidato {
        self.puzzle
    }

    /// Number of givens left.
    pub(super) fn count(&self) -> usize {
        self.puzzle.givens.iter().flatten().count()
    }

    /// Removes these givens if the solution stays unique and not too hard. Returns whether they
    /// were removed; `None` if the meter says stop.
    pub(super) fn spare(&mut self, cells: &[Cell], meter: &mut Meter) -> Option<bool> {
        Some(matches!(self.try_without(cells, meter)?, Spared::Yes))
    }

    /// Removes givens until `least` are left, in this order as far as that is quick. Each unit is
    /// removed or kept as a whole. If `least` cannot be reached, none of the remaining givens can
    /// be removed. Returns `None` if the meter says stop.
    pub(super) fn reduce(
        &mut self,
        mut units: Vec<Vec<Cell>>,
        least: usize,
        meter: &mut Meter,
    ) -> Option<()> {
        // Most givens can be removed at first and few in the end, so the number tried at once grows
        // with success and shrinks with failure.
        let mut share = units.len().div_ceil(2);
        while !units.is_empty() {
            let mut cells = Vec::new();
            let mut tried = 0;
            for unit in units.iter().rev().take(share) {
                if self.count() < least + cells.len() + unit.len() {
                    break;
                }
                cells.extend_from_slice(unit);
                tried += 1;
            }
            if tried == 0 {
                // This unit is too large for what may still be removed; a smaller one may fit.
                units.pop();
                continue;
            }
            let first = units.len() - tried;
            match self.try_without(&cells, meter)? {
                Spared::Yes => {
                    units.truncate(first);
                    share = tried * 2;
                }
                Spared::No(guilty) => {
                    let is_guilty =
                        |unit: &Vec<Cell>| unit.iter().any(|cell| guilty.contains(cell));
                    let mut needed = (first..units.len()).filter(|&index| is_guilty(&units[index]));
                    if let (Some(only), None) = (needed.next(), needed.next()) {
                        units.remove(only);
                    }
                    share = (tried / 2).max(1);
                }
                Spared::Open if tried == 1 => _ = units.pop(),
                Spared::Open => share = tried / 2,
            }
        }
        Some(())
    }

    fn try_without(&mut self, cells: &[Cell], meter: &mut Meter) -> Option<Spared> {
        for &cell in cells {
            self.puzzle.givens[usize::from(cell)] = None;
        }
        let mut spared = self.company(cells, meter)?;
        if let (Spared::Yes, Some(hardest)) = (&spared, self.hardest)
            && !solved_within(&self.puzzle, hardest, meter)?
        {
            spared = Spared::No(cells.to_vec());
        }
        if !matches!(spared, Spared::Yes) {
            for &cell in cells {
                self.puzzle.givens[usize::from(cell)] = self.solution[usize::from(cell)];
            }
        }
        Some(spared)
    }

    /// Whether there is another solution without these givens; `None` if the meter says stop.
    fn company(&mut self, cells: &[Cell], meter: &mut Meter) -> Option<Spared> {
        self.engine.restart();
        for ((cell, given), value) in
            self.puzzle.givens.iter().enumerate().zip(values(&self.solution))
        {
            if given.is_some() {
                self.engine.fix(cell, value);
            }
        }
        let value =
            |cell: Cell| self.solution[usize::from(cell)].expect("the solution is full") - 1;
        // The solution was unique before, so any other solution differs in this cell.
        if let &[cell] = cells {
            self.engine.rule_out(cell.into(), value(cell));
        }
        Some(match self.engine.next(NODES_PER_QUESTION, meter) {
            EngineStep::Stopped => return None,
            EngineStep::End => Spared::Yes,
            EngineStep::Paused => Spared::Open,
            EngineStep::Found => {
                let other = self.engine.found().last().expect("it was just found");
                let differs = |cell: &Cell| other[usize::from(*cell)] != value(*cell);
                Spared::No(cells.iter().copied().filter(differs).collect())
            }
        })
    }
}

/// Converts a full filling to the values of the model.
fn values(solution: &Filling) -> impl Iterator<Item = Value> {
    solution.iter().flatten().map(|number| number - 1)
}
