//! Backtracking by saturation: D. Brélaz, "New methods to color the vertices of a graph", 1979, the
//! method of Cheeseman, Kanefsky and Taylor's curves.
//!
//! The next vertex is the one whose neighbours have most different colours, among equals the one
//! with most neighbours. Of the colours that no vertex has yet only the first is tried, since they
//! can be exchanged. A node is a colour that was tried. Complete: without an answer it is a proof.
//! A node costs a look at each vertex.

use quarry_core::{Card, Inside, Meter, NoSettings, Refused, Value};

use super::Colouring;
use crate::stepwise::{StepEnd, StepSearch};

/// A vertex on the path, its colour, and the next one to try.
struct Branch {
    vertex: usize,
    next: Value,
    has: Option<Value>,
}

/// Backtracking by saturation.
pub(super) struct Dsatur {
    neighbours: Vec<Vec<u16>>,
    colours: usize,
    values: Vec<Option<Value>>,
    /// For each vertex and colour, how many neighbours have it.
    around: Vec<Vec<u16>>,
    /// For each colour, how many vertices have it.
    used: Vec<u32>,
    branches: Vec<Branch>,
    deepest: usize,
}

impl Dsatur {
    fn paint(&mut self, vertex: usize, colour: Value) {
        self.values[vertex] = Some(colour);
        self.used[usize::from(colour)] += 1;
        for &other in &self.neighbours[vertex] {
            self.around[usize::from(other)][usize::from(colour)] += 1;
        }
    }

    fn strip(&mut self, vertex: usize, colour: Value) {
        self.values[vertex] = None;
        self.used[usize::from(colour)] -= 1;
        for &other in &self.neighbours[vertex] {
            self.around[usize::from(other)][usize::from(colour)] -= 1;
        }
    }

    /// The vertex to colour next.
    fn choice(&self) -> Option<usize> {
        let worth = |&vertex: &usize| {
            let seen = self.around[vertex].iter().filter(|&&many| many > 0).count();
            (seen, self.neighbours[vertex].len())
        };
        let open = (0..self.values.len()).filter(|&vertex| self.values[vertex].is_none());
        open.rev().max_by_key(worth)
    }

    /// Goes on with the next vertex, if there is one.
    fn descend(&mut self) {
        let next = self.choice().map(|vertex| Branch { vertex, next: 0, has: None });
        self.branches.extend(next);
        self.deepest = self.deepest.max(self.branches.len());
    }
}

impl StepSearch for Dsatur {
    type Puzzle = Colouring;
    type Settings = NoSettings;
    const CARD: Card = Card {
        name: "dsatur",
        summary: "Colours the vertex with fewest colours left, and backtracks.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(k^n)",
        memory: "O(n)",
        ..Card::PLAIN
    };
    const TURN: u64 = 10_000;

    fn begin(puzzle: &Colouring, _: &NoSettings, _: u64) -> Self {
        let colours = usize::from(puzzle.colours);
        let vertices = puzzle.graph.vertices;
        let mut tree = Dsatur {
            neighbours: puzzle.graph.neighbours(),
            colours,
            values: vec![None; vertices],
            around: vec![vec![0; colours]; vertices],
            used: vec![0; colours],
            branches: Vec::new(),
            deepest: 0,
        };
        for (vertex, given) in puzzle.givens.iter().enumerate() {
            given.iter().for_each(|&colour| tree.paint(vertex, colour));
        }
        tree.descend();
        tree
    }

    /// Tries the next colour of the last vertex, or leaves it.
    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused> {
        if self.values.iter().all(Option::is_some) {
            return Ok(StepEnd::Found(self.values.clone()));
        }
        let Some(&Branch { vertex, next, has }) = self.branches.last() else {
            return Ok(StepEnd::Refuted("Every choice of colours leaves a vertex without one."));
        };
        if let Some(colour) = has {
            self.strip(vertex, colour);
        }
        let last = self.branches.len() - 1;
        self.branches[last].has = None;
        let fresh = self.used.iter().position(|&many| many == 0);
        let can_have = |colour: &usize| {
            self.around[vertex][*colour] == 0 && (self.used[*colour] > 0 || Some(*colour) == fresh)
        };
        let Some(colour) = (usize::from(next)..self.colours).find(can_have) else {
            self.branches.pop();
            return Ok(StepEnd::Working);
        };
        meter.spend_visit()?;
        let colour = colour as Value;
        self.branches[last] = Branch { vertex, next: colour + 1, has: Some(colour) };
        self.paint(vertex, colour);
        self.descend();
        Ok(StepEnd::Working)
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("vertices coloured", self.values.iter().flatten().count() as f64),
            ("deepest", self.deepest as f64),
        ])
    }
}
