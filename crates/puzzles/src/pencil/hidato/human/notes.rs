//! What is known about a puzzle: the candidates, the placed numbers, and which cells the path may
//! or must join.

use std::sync::Arc;

use quarry_core::{Entry, Meter, Step, Technique};

use super::bits::{BitRows, Candidates};
use crate::pencil::hidato::{Cell, Hidato, Number};

/// The fixed part: the board in the form that the techniques need.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) neighbours: Vec<Vec<Cell>>,
    /// The colour of each cell, if two colours suffice so that no cells of the same colour touch.
    pub(super) colours: Option<Vec<bool>>,
    /// Names of the cells in sentences.
    names: Vec<String>,
}

/// A run of missing numbers, with the placed numbers before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) first: Number,
    pub(super) last: Number,
    pub(super) before: Option<Cell>,
    pub(super) after: Option<Cell>,
}

impl Gap {
    pub(super) fn len(self) -> usize {
        usize::from(self.last - self.first) + 1
    }
    pub(super) fn numbers(self) -> std::ops::RangeInclusive<Number> {
        self.first..=self.last
    }
}

/// Number of candidates that are ruled out between two checks of the meter.
const EXCLUDED_PER_QUESTION: usize = 4_096;

/// Everything that is known so far.
#[derive(Debug, Clone)]
pub struct Notes {
    pub(super) ground: Arc<Ground>,
    pub(super) candidates: Candidates,
    /// The cell of each placed number, and the number of each filled cell.
    at: Vec<Option<Cell>>,
    holds: Vec<Option<Number>>,
    /// The neighbours that may hold the next or the previous number, and those that must.
    pub(super) open: BitRows,
    pub(super) joined: Vec<Vec<Cell>>,
    /// Numbers whose candidates, or those of their neighbours, have changed since the last search
    /// for dead ends.
    pub(super) unseen: Vec<bool>,
    /// Whether these are up to date: distances (since the last number was placed), colours, and
    /// joins (since the last number was ruled out).
    pub(super) measured: bool,
    pub(super) coloured: bool,
    pub(super) joined_up: bool,
    contradiction: Option<String>,
}

impl Notes {
    /// Creates the notes from the instance alone.
    pub(super) fn of(puzzle: &Hidato) -> Self {
        let board = puzzle.board();
        let size = board.len();
        let ground = Ground {
            neighbours: board.graph().to_vec(),
            colours: colours(board.graph()),
            names: (0..size as Cell).map(|cell| format!("({})", board.name(cell))).collect(),
        };
        let mut open = BitRows::square(size);
        for (cell, list) in ground.neighbours.iter().enumerate() {
            list.iter().for_each(|&other| open.add(cell, usize::from(other)));
        }
        let mut joined = vec![Vec::new(); size];
        for &(one, other) in puzzle.links() {
            if !joined[usize::from(one)].contains(&other) {
                joined[usize::from(one)].push(other);
                joined[usize::from(other)].push(one);
            }
        }
        let mut at = vec![None; size];
        for (cell, given) in puzzle.givens().iter().enumerate() {
            if let Some(number) = given {
                at[usize::from(*number) - 1] = Some(cell as Cell);
            }
        }
        Notes {
            ground: Arc::new(ground),
            candidates: Candidates::around(&at, puzzle.givens()),
            at,
            holds: puzzle.givens().clone(),
            open,
            joined,
            unseen: vec![true; size],
            measured: false,
            coloured: false,
            joined_up: false,
            contradiction: None,
        }
    }

    pub(super) fn size(&self) -> usize {
        self.holds.len()
    }
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..self.size() as Cell
    }
    pub(super) fn numbers(&self) -> impl Iterator<Item = Number> + use<> {
        1..=self.size() as Number
    }
    pub(super) fn number_in(&self, cell: Cell) -> Option<Number> {
        self.holds[usize::from(cell)]
    }
    /// The cell of a placed number; `None` for 0 and n + 1.
    pub(super) fn cell_of(&self, number: Number) -> Option<Cell> {
        self.at.get(usize::from(number.checked_sub(1)?)).copied().flatten()
    }
    pub(super) fn holds(&self) -> &[Option<Number>] {
        &self.holds
    }
    pub(super) fn is_solved(&self) -> bool {
        self.holds.iter().all(Option::is_some)
    }
    pub(super) fn contradiction(&self) -> Option<&str> {
        self.contradiction.as_deref()
    }
    pub(super) fn contradict(&mut self, why: String) {
        self.contradiction.get_or_insert(why);
    }

    /// The runs of missing numbers, in order.
    pub(super) fn gaps(&self) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut before = None;
        let mut first = 1;
        for number in self.numbers().chain([self.size() as Number + 1]) {
            let here = self.cell_of(number);
            if here.is_none() && usize::from(number) <= self.size() {
                continue;
            }
            if number > first {
                gaps.push(Gap { first, last: number - 1, before, after: here });
            }
            (before, first) = (here, number + 1);
        }
        gaps
    }

    /// Places a number in a cell.
    pub(super) fn place(&mut self, cell: Cell, number: Number) {
        if !self.candidates.has(cell, number) {
            self.contradict(format!("{number} cannot stand at {}", self.name(cell)));
        }
        let cells: Vec<_> = self.candidates.cells(number).filter(|&other| other != cell).collect();
        let numbers: Vec<_> =
            self.candidates.numbers(cell).filter(|&other| other != number).collect();
        cells.into_iter().for_each(|other| self.exclude(other, number));
        numbers.into_iter().for_each(|other| self.exclude(cell, other));
        self.at[usize::from(number) - 1] = Some(cell);
        self.holds[usize::from(cell)] = Some(number);
        self.measured = false;
    }

    /// Rules out a number in a cell.
    pub(super) fn exclude(&mut self, cell: Cell, number: Number) {
        if !self.candidates.remove(cell, number) {
            return;
        }
        self.notice(number);
        self.joined_up = false;
        if self.candidates.cells_left(number) == 0 {
            self.contradict(format!("{number} has no cell left"));
        } else if self.candidates.numbers_left(cell) == 0 {
            self.contradict(format!("no number is left for {}", self.name(cell)));
        }
    }

    /// Records that the path does not go from one cell to the other.
    pub(super) fn close(&mut self, one: Cell, other: Cell) {
        self.open.remove(usize::from(one), usize::from(other));
        self.open.remove(usize::from(other), usize::from(one));
        for cell in [one, other] {
            let numbers: Vec<_> = self.candidates.numbers(cell).collect();
            numbers.into_iter().for_each(|number| self.notice(number));
        }
    }

    /// Marks a number and its neighbours for another search for dead ends.
    fn notice(&mut self, number: Number) {
        let row = usize::from(number) - 1;
        let last = self.size() - 1;
        self.unseen[row.saturating_sub(1)..=(row + 1).min(last)].fill(true);
    }

    /// Makes a step that rules out candidates; returns `None` if the meter says stop before all are
    /// ruled out. Candidates that were ruled out by then stay so.
    pub(super) fn excluding(
        &mut self,
        technique: &'static Technique,
        chain: usize,
        cells: &[Cell],
        excludes: Vec<(Cell, Number)>,
        sentence: String,
        meter: &mut Meter,
    ) -> Option<Step> {
        for some in excludes.chunks(EXCLUDED_PER_QUESTION) {
            if !meter.goes_on() {
                return None;
            }
            some.iter().for_each(|&(cell, number)| self.exclude(cell, number));
        }
        let excludes = excludes.into_iter().map(|(cell, number)| entry(cell, number)).collect();
        let cells = cells.iter().map(|&cell| usize::from(cell)).collect();
        Some(Step { technique, sentence, cells, places: Vec::new(), excludes, chain })
    }

    /// The name of a cell in sentences.
    pub(super) fn name(&self, cell: Cell) -> &str {
        &self.ground.names[usize::from(cell)]
    }

    /// The names of some cells, as a list in words.
    pub(super) fn names(&self, cells: &[Cell]) -> String {
        listed(cells.iter().map(|&cell| self.name(cell).to_owned()))
    }
}

/// Converts a number in a cell to the general form.
pub(super) fn entry(cell: Cell, number: Number) -> Entry {
    Entry { cell: usize::from(cell), value: u32::from(number) }
}

/// Joins items in words: `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Colours the cells with two colours so that no two cells of one colour touch, if possible.
fn colours(graph: &[Vec<Cell>]) -> Option<Vec<bool>> {
    let mut colours = vec![None; graph.len()];
    for start in 0..graph.len() {
        if colours[start].is_some() {
            continue;
        }
        colours[start] = Some(false);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for &other in &graph[cell] {
                let other = usize::from(other);
                match colours[other] {
                    None => {
                        colours[other] = colours[cell].map(|colour: bool| !colour);
                        open.push(other);
                    }
                    colour if colour == colours[cell] => return None,
                    Some(_) => {}
                }
            }
        }
    }
    colours.into_iter().collect()
}
