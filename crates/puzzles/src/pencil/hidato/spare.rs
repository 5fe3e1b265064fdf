//! Which givens a puzzle can do without: its solution must stay the only one, and within reach of
//! people where that is wanted.
//!
//! One engine answers all questions about a solution. Its model is the board without givens and one
//! clause: something is different. So a question is to fix what stays given and to look for any
//! solution at all. Where a tier is wanted its techniques are asked too, but last: they would find
//! the same, and take longer.

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{Constrained, Constraint, Literal, Meter, Tier, Value, solved_within};

use super::{Board, Cell, Filling, Hidato};

/// Nodes after which a question is left open, and the given stays: far more than proper puzzles
/// take.
const NODES_PER_QUESTION: u64 = 20_000;

/// A puzzle that loses givens, and its solution.
pub(super) struct Sparing {
    puzzle: Hidato,
    solution: Filling,
    engine: Engine,
    /// The hardest techniques that its solution may take.
    hardest: Option<Tier>,
}

/// What comes of leaving givens out.
enum Spared {
    /// The solution stays the only one, and not too hard.
    Yes,
    /// It does not, and some of these are the reason.
    No(Vec<Cell>),
    /// The question took too long.
    Open,
}

impl Sparing {
    /// All numbers of a solution are given; none if the meter says stop.
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
        Some(Sparing { puzzle, solution, engine: Engine::new(&model, meter)?, hardest })
    }

    /// What is left.
    pub(super) fn into_puzzle(self) -> Hidato {
        self.puzzle
    }

    /// How many numbers are given.
    pub(super) fn count(&self) -> usize {
        self.puzzle.givens.iter().flatten().count()
    }

    /// Leaves these out, if the solution stays the only one and not too hard. Says whether it does;
    /// none if the meter says stop.
    pub(super) fn spare(&mut self, cells: &[Cell], meter: &mut Meter) -> Option<bool> {
        Some(matches!(self.try_without(cells, meter)?, Spared::Yes))
    }

    /// Leaves out what can be spared, in this order as far as that is quick, until `least` are
    /// left. Each unit goes or stays as a whole. When fewer are wanted than can be had, none that
    /// is left can be spared. None if the meter says stop.
    pub(super) fn reduce(
        &mut self,
        mut units: Vec<Vec<Cell>>,
        least: usize,
        meter: &mut Meter,
    ) -> Option<()> {
        // Most can go at first and few in the end, so shares are tried that grow with success and
        // shrink without it.
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
                // This unit is too large for what may still go; a smaller one may not be.
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

    /// Whether the solution has company now that these are left out; none if the meter says stop.
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
        // What was the only solution before can only have company that differs here.
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

/// A full filling as the model's values.
fn values(solution: &Filling) -> impl Iterator<Item = Value> {
    solution.iter().flatten().map(|number| number - 1)
}
