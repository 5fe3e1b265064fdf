//! Tabu search: A. Hertz, D. de Werra, "Using tabu search techniques for graph coloring", 1987, with
//! the length of the list by P. Galinier, J.-K. Hao, "Hybrid evolutionary algorithms for graph
//! coloring", 1999.
//!
//! All vertices have a colour from the start. A step gives a vertex with a neighbour of its colour
//! the colour that leaves fewest such edges, and forbids the old one for a while. Given colours
//! stay. A node is a step. It never proves anything. A step costs a look at each vertex and colour.

use quarry_core::{Card, Inside, Meter, NoSettings, Refused, Rng, Value};

use super::Colouring;
use crate::stepwise::{StepEnd, StepSearch};

/// The list's length: a random number below the first, and this share of the vertices in conflict.
const LENGTH: usize = 10;
const SHARE: f64 = 0.6;

/// Tabu search.
pub(super) struct TabuCol {
    neighbours: Vec<Vec<u16>>,
    is_given: Vec<bool>,
    values: Vec<Value>,
    /// For each vertex and colour, how many neighbours have it.
    around: Vec<Vec<u16>>,
    /// For each vertex and colour, the step until which the vertex may not have it.
    until: Vec<Vec<u64>>,
    conflicts: usize,
    fewest: usize,
    steps: u64,
    rng: Rng,
}

impl TabuCol {
    /// The best change that is not forbidden, or that leads to fewer conflicts than ever; one of
    /// the best at random. Also counts the vertices in conflict.
    fn choice(&mut self) -> (Option<(usize, Value)>, usize) {
        let (mut best, mut ties, mut in_conflict) = (None, 0, 0);
        let mut least = i64::MAX;
        for vertex in 0..self.values.len() {
            let has = usize::from(self.values[vertex]);
            let now = i64::from(self.around[vertex][has]);
            if now == 0 || self.is_given[vertex] {
                continue;
            }
            in_conflict += 1;
            for (colour, &then) in self.around[vertex].iter().enumerate() {
                let change = i64::from(then) - now;
                let is_record = self.conflicts as i64 + change < self.fewest as i64;
                let is_free = self.until[vertex][colour] <= self.steps || is_record;
                if colour == has || !is_free || change > least {
                    continue;
                }
                ties = if change < least { 1 } else { ties + 1 };
                least = change;
                if self.rng.below(ties) == 0 {
                    best = Some((vertex, colour as Value));
                }
            }
        }
        (best, in_conflict)
    }
}

impl StepSearch for TabuCol {
    type Puzzle = Colouring;
    type Settings = NoSettings;
    const CARD: Card = Card {
        name: "tabucol",
        summary: "Recolours a vertex with a neighbour of its colour, and does not take that back \
            for a while.",
        complete: "no",
        optimal: "any goal will do",
        time: "O(n k) a step",
        memory: "O(1)",
        ..Card::PLAIN
    };
    const TURN: u64 = 10_000;
    const AGAIN: Option<&'static str> = Some("tabucol again");

    fn begin(puzzle: &Colouring, _: &NoSettings, seed: u64) -> Self {
        let (vertices, colours) = (puzzle.graph.vertices, usize::from(puzzle.colours));
        let mut rng = Rng::new(seed);
        let values: Vec<Value> = puzzle
            .givens
            .iter()
            .map(|given| given.unwrap_or_else(|| rng.below(colours) as Value))
            .collect();
        let neighbours = puzzle.graph.neighbours();
        let mut around = vec![vec![0; colours]; vertices];
        for (vertex, beside) in neighbours.iter().enumerate() {
            for &other in beside {
                around[vertex][usize::from(values[usize::from(other)])] += 1;
            }
        }
        let clashes = |edge: &&(usize, usize)| values[edge.0] == values[edge.1];
        let conflicts = puzzle.graph.edges.iter().filter(clashes).count();
        TabuCol {
            neighbours,
            is_given: puzzle.givens.iter().map(Option::is_some).collect(),
            values,
            around,
            until: vec![vec![0; colours]; vertices],
            conflicts,
            fewest: conflicts,
            steps: 0,
            rng,
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused> {
        if self.conflicts == 0 {
            return Ok(StepEnd::Found(self.values.iter().copied().map(Some).collect()));
        }
        meter.spend_visit()?;
        self.steps += 1;
        let (choice, in_conflict) = self.choice();
        // Without a free change the list grows shorter by itself.
        let Some((vertex, colour)) = choice else { return Ok(StepEnd::Working) };
        let (old, new) = (usize::from(self.values[vertex]), usize::from(colour));
        let length = self.rng.below(LENGTH) + (SHARE * in_conflict as f64) as usize;
        self.until[vertex][old] = self.steps + 1 + length as u64;
        self.conflicts += usize::from(self.around[vertex][new]);
        self.conflicts -= usize::from(self.around[vertex][old]);
        self.values[vertex] = colour;
        for &other in &self.neighbours[vertex] {
            self.around[usize::from(other)][old] -= 1;
            self.around[usize::from(other)][new] += 1;
        }
        self.fewest = self.fewest.min(self.conflicts);
        Ok(StepEnd::Working)
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("edges in conflict", self.conflicts as f64),
            ("fewest so far", self.fewest as f64),
            ("steps", self.steps as f64),
        ])
    }
}
