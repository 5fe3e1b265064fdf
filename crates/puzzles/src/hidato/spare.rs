//! Which givens a puzzle can do without: its solution must stay the only one.
//!
//! One engine answers all questions about a solution. Its model is the board without givens and one clause: something
//! is different. So a question is to fix what stays given and to look for any solution at all.

use quarry_constraint::{Engine, Step};
use quarry_core::{Constrained, Constraint, Literal, Value};

use super::{Board, Cell, Filling, Hidato};

/// Nodes after which a question is left open, and the given stays: far more than proper puzzles take.
const NODES_PER_QUESTION: u64 = 20_000;

/// A solution, and which of its numbers are given.
pub(super) struct Sparing {
    engine: Engine,
    solution: Vec<Value>,
    kept: Vec<bool>,
}

/// What comes of leaving givens out.
enum Spared {
    /// The solution stays the only one.
    Yes,
    /// There is another, which differs in these of them.
    No(Vec<Cell>),
    /// The question took too long.
    Open,
}

impl Sparing {
    /// All numbers of a solution are given.
    pub(super) fn new(board: &Board, links: &[(Cell, Cell)], solution: &Filling) -> Self {
        let empty = Hidato::new(board.clone(), vec![None; board.len()], links.to_vec());
        let mut model = empty.model();
        let solution: Vec<Value> = solution.iter().flatten().map(|number| number - 1).collect();
        let differs = |(variable, &value)| Literal { variable, value, holds: false };
        model.constraints.push(Constraint::Clause(solution.iter().enumerate().map(differs).collect()));
        Sparing { engine: Engine::new(&model), kept: vec![true; solution.len()], solution }
    }

    /// Which numbers are given.
    pub(super) fn kept(&self) -> &[bool] {
        &self.kept
    }

    /// How many.
    pub(super) fn count(&self) -> usize {
        self.kept.iter().filter(|&&kept| kept).count()
    }

    /// Gives some numbers again.
    pub(super) fn give(&mut self, cells: &[Cell]) {
        cells.iter().for_each(|&cell| self.kept[usize::from(cell)] = true);
    }

    /// Leaves these out, if the solution stays the only one. Says whether it does.
    pub(super) fn spare(&mut self, cells: &[Cell]) -> bool {
        matches!(self.try_without(cells), Spared::Yes)
    }

    /// Leaves out what can be spared, in this order as far as that is quick, until `least` are left. Each unit goes or
    /// stays as a whole. When fewer are wanted than can be had, none that is left can be spared.
    pub(super) fn reduce(&mut self, mut units: Vec<Vec<Cell>>, least: usize) {
        // Most can go at first and few in the end, so shares are tried that grow with success and shrink without it.
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
            match self.try_without(&cells) {
                Spared::Yes => {
                    units.truncate(first);
                    share = tried * 2;
                }
                Spared::No(differing) => {
                    let differs = |unit: &Vec<Cell>| unit.iter().any(|cell| differing.contains(cell));
                    let mut needed = (first..units.len()).filter(|&index| differs(&units[index]));
                    if let (Some(only), None) = (needed.next(), needed.next()) {
                        units.remove(only);
                    }
                    share = (tried / 2).max(1);
                }
                Spared::Open if tried == 1 => _ = units.pop(),
                Spared::Open => share = tried / 2,
            }
        }
    }

    fn try_without(&mut self, cells: &[Cell]) -> Spared {
        self.engine.restart();
        for &cell in cells {
            self.kept[usize::from(cell)] = false;
        }
        for (cell, &value) in self.solution.iter().enumerate() {
            if self.kept[cell] {
                self.engine.fix(cell, value);
            }
        }
        // What was the only solution before can only have company that differs here.
        if let &[cell] = cells {
            self.engine.rule_out(cell.into(), self.solution[usize::from(cell)]);
        }
        let spared = match self.engine.next(NODES_PER_QUESTION) {
            Step::End => return Spared::Yes,
            Step::Paused => Spared::Open,
            Step::Found => {
                let other = self.engine.found().last().expect("it was just found");
                let differs = |cell: &Cell| other[usize::from(*cell)] != self.solution[usize::from(*cell)];
                Spared::No(cells.iter().copied().filter(differs).collect())
            }
        };
        self.give(cells);
        spared
    }
}
