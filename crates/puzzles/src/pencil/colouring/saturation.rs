//! Backtracking by saturation: D. Brélaz, "New methods to color the vertices of a graph", 1979, the
//! method of Cheeseman, Kanefsky and Taylor's curves.
//!
//! The next vertex is the one whose neighbours have most different colours, among equals the one
//! with most neighbours. Of the colours that no vertex has yet only the first is tried, since they
//! can be exchanged. A node is a colour that was tried. Complete: without an answer it is a proof.
//! A node costs a look at each vertex.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Refused, Score,
    Search, SliceEnd, Tables, Value,
};
use quarry_pencil::{Declared, Written};

use super::Colouring;

/// Backtracking by saturation.
pub(super) struct Dsatur;

impl OwnSolver<Declared<Colouring>> for Dsatur {
    const CARD: Card = Card {
        name: "dsatur",
        summary: "Colours the vertex with fewest colours left, and backtracks.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(k^n)",
        memory: "O(n)",
        ..Card::PLAIN
    };
    type Settings = NoSettings;

    fn turn(_: &Declared<Colouring>) -> Option<u64> {
        None
    }

    fn begin<'p>(
        puzzle: &'p Declared<Colouring>,
        _: &NoSettings,
        _: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Declared<Colouring>> {
        Box::new(ColourTree::new(puzzle.declaration()))
    }
}

/// A vertex on the path, its colour, and the next one to try.
struct Branch {
    vertex: usize,
    next: Value,
    has: Option<Value>,
}

struct ColourTree {
    neighbours: Vec<Vec<u16>>,
    colours: usize,
    values: Vec<Option<Value>>,
    /// For each vertex and colour, how many neighbours have it.
    around: Vec<Vec<u16>>,
    /// For each colour, how many vertices have it.
    used: Vec<u32>,
    branches: Vec<Branch>,
    deepest: usize,
    is_over: bool,
    best: Incumbent<Written>,
}

impl ColourTree {
    fn new(puzzle: &Colouring) -> Self {
        let colours = usize::from(puzzle.colours);
        let vertices = puzzle.graph.vertices;
        let mut tree = ColourTree {
            neighbours: puzzle.graph.neighbours(),
            colours,
            values: vec![None; vertices],
            around: vec![vec![0; colours]; vertices],
            used: vec![0; colours],
            branches: Vec::new(),
            deepest: 0,
            is_over: false,
            best: Incumbent::default(),
        };
        for (vertex, given) in puzzle.givens.iter().enumerate() {
            given.iter().for_each(|&colour| tree.paint(vertex, colour));
        }
        tree
    }

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

    /// Tries the next colour of the last vertex, or leaves it.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(&Branch { vertex, next, has }) = self.branches.last() else {
            self.is_over = true;
            return Ok(());
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
            return Ok(());
        };
        meter.spend_visit()?;
        let colour = colour as Value;
        self.branches[last] = Branch { vertex, next: colour + 1, has: Some(colour) };
        self.paint(vertex, colour);
        self.descend(meter);
        Ok(())
    }

    /// Goes on with the next vertex; without one the graph is coloured.
    fn descend(&mut self, meter: &mut Meter) {
        match self.choice() {
            Some(vertex) => self.branches.push(Branch { vertex, next: 0, has: None }),
            None => {
                let filling = self.values.clone();
                let score = filling.len() as Score;
                self.best.offer(meter, true, score, || Written { filling, flaw: None });
                self.is_over = true;
            }
        }
        self.deepest = self.deepest.max(self.branches.len());
    }
}

impl Search for ColourTree {
    type Answer = Written;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if self.deepest == 0 && !self.is_over {
            self.descend(meter);
        }
        while meter.in_slice() {
            if self.is_over {
                let is_found = self.best.best().is_some();
                return if is_found { SliceEnd::Exhausted } else { SliceEnd::Proved };
            }
            if self.step(meter).is_err() {
                break;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Written>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        let is_refuted = self.is_over && self.best.best().is_none();
        is_refuted.then(|| "Every choice of colours leaves a vertex without one.".to_owned())
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("vertices coloured", self.values.iter().flatten().count() as f64),
            ("deepest", self.deepest as f64),
        ])
    }
}
