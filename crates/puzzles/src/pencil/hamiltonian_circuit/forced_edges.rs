//! Backtracking with forced edges: F. Rubin, "A search procedure for Hamilton paths and circuits",
//! 1974, with the test for cut vertices of B. Vandegriend and J. Culberson, "The G(n,m) phase
//! transition is not hard for the Hamiltonian cycle problem", 1998.
//!
//! A vertex with two used edges loses its others; a vertex with two edges left uses both; an edge
//! that would close a circuit too early is taken away. Then an end of a used line with fewest edges
//! left takes the one to the neighbour with fewest, or goes without it. A branch fails when a
//! vertex has fewer than two edges, or when a single vertex holds the rest of the graph together. A
//! node is an edge that was tried. Complete: without an answer it is a proof. A node costs a walk
//! through the graph.

use quarry_core::{Card, Inside, Meter, NoSettings, Refused, Value};

use super::{HamiltonianCircuit, UNUSED, USED};
use crate::stepwise::{StepEnd, StepSearch};

/// An edge that was decided, and the ends of the line that it made longer, with the ends they had.
struct Change {
    edge: usize,
    ends: Option<[(usize, usize); 2]>,
}

/// An edge that was tried, and the number of changes before.
struct Choice {
    edge: usize,
    changes: usize,
}

/// Backtracking with forced edges.
pub(super) struct ForcedEdges {
    puzzle: HamiltonianCircuit,
    edges_at: Vec<Vec<usize>>,
    values: Vec<Option<Value>>,
    /// For each vertex, how many of its edges are used and how many are open.
    counts: Vec<(u32, u32)>,
    /// For each end of a used line, its other end; a vertex without used edges is both.
    far: Vec<usize>,
    used: usize,
    changes: Vec<Change>,
    choices: Vec<Choice>,
    has_failed: bool,
    deepest: usize,
}

impl ForcedEdges {
    fn open_at(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges_at[vertex].iter().copied().filter(move |&edge| self.values[edge].is_none())
    }

    /// Decides edges, and those that follow; returns whether the rest can still be a circuit.
    fn decide(&mut self, mut waiting: Vec<(usize, Value)>) -> bool {
        while let Some((edge, value)) = waiting.pop() {
            if let Some(known) = self.values[edge] {
                if known != value {
                    return false;
                }
                continue;
            }
            let (one, other) = self.puzzle.graph.edges[edge];
            let mut ends = None;
            if value == USED {
                let (near, far) = (self.far[one], self.far[other]);
                // The line closes: it must be the last edge.
                if near == other && self.used + 1 < self.puzzle.graph.vertices {
                    return false;
                }
                ends = Some([(near, self.far[near]), (far, self.far[far])]);
                (self.far[near], self.far[far]) = (far, near);
                self.used += 1;
            }
            self.values[edge] = Some(value);
            self.changes.push(Change { edge, ends });
            for vertex in [one, other] {
                self.counts[vertex].1 -= 1;
                self.counts[vertex].0 += u32::from(value == USED);
            }
            for vertex in [one, other] {
                match self.counts[vertex] {
                    (3.., _) | (0, 0 | 1) | (1, 0) => return false,
                    (2, _) => waiting.extend(self.open_at(vertex).map(|edge| (edge, UNUSED))),
                    (0, 2) | (1, 1) => {
                        waiting.extend(self.open_at(vertex).map(|edge| (edge, USED)));
                    }
                    _ => {}
                }
            }
            if let Some([(near, _), (far, _)]) = ends
                && self.used + 1 < self.puzzle.graph.vertices
            {
                let closing =
                    self.puzzle.graph.edges.binary_search(&(near.min(far), near.max(far)));
                let closing = closing.ok().filter(|&edge| self.values[edge].is_none());
                waiting.extend(closing.map(|edge| (edge, UNUSED)));
            }
        }
        true
    }

    fn undo(&mut self, kept: usize) {
        while self.changes.len() > kept {
            let Some(Change { edge, ends }) = self.changes.pop() else { return };
            let (one, other) = self.puzzle.graph.edges[edge];
            let is_used = self.values[edge].take() == Some(USED);
            for vertex in [one, other] {
                self.counts[vertex].1 += 1;
                self.counts[vertex].0 -= u32::from(is_used);
            }
            if let Some([(near, before), (far, earlier)]) = ends {
                (self.far[near], self.far[far]) = (before, earlier);
                self.used -= 1;
            }
        }
    }

    /// Whether the edges that are left connect all vertices, and still do without any one vertex.
    /// Depth first, with the lowest number that can be reached from below (J. Hopcroft and
    /// R. Tarjan, 1973).
    fn has_no_cut(&self) -> bool {
        let vertices = self.puzzle.graph.vertices;
        let (mut order, mut lowest) = (vec![0; vertices], vec![0; vertices]);
        let mut path = vec![(0, 0)];
        let (mut seen, mut children_of_first) = (1, 0);
        (order[0], lowest[0]) = (1, 1);
        while let Some((vertex, next)) = path.last_mut() {
            let vertex = *vertex;
            if let Some(&edge) = self.edges_at[vertex].get(*next) {
                *next += 1;
                let other = self.puzzle.other_end(edge, vertex);
                if self.values[edge] == Some(UNUSED) {
                    continue;
                }
                if order[other] == 0 {
                    seen += 1;
                    (order[other], lowest[other]) = (seen, seen);
                    children_of_first += usize::from(vertex == 0);
                    path.push((other, 0));
                } else {
                    lowest[vertex] = lowest[vertex].min(order[other]);
                }
                continue;
            }
            path.pop();
            if let Some(&(above, _)) = path.last() {
                if above != 0 && lowest[vertex] >= order[above] {
                    return false;
                }
                lowest[above] = lowest[above].min(lowest[vertex]);
            }
        }
        seen == vertices && children_of_first == 1
    }

    /// The edge to try next.
    fn choice(&self) -> Option<usize> {
        let ends = (0..self.counts.len()).filter(|&vertex| self.counts[vertex].1 > 0);
        let from = ends.min_by_key(|&vertex| {
            let (used, open) = self.counts[vertex];
            (used == 0, open)
        })?;
        self.open_at(from).min_by_key(|&edge| {
            let (used, open) = self.counts[self.puzzle.other_end(edge, from)];
            used + open
        })
    }
}

impl StepSearch for ForcedEdges {
    type Puzzle = HamiltonianCircuit;
    type Settings = NoSettings;
    const CARD: Card = Card {
        name: "forced-edges",
        summary: "Uses the edges that vertices need, tries one more, and backtracks.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(2^m)",
        memory: "O(m)",
        ..Card::PLAIN
    };
    const TURN: u64 = 2_000;

    fn begin(puzzle: &HamiltonianCircuit, _: &NoSettings, _: u64) -> Self {
        let edges_at = puzzle.edges_at();
        let mut search = ForcedEdges {
            puzzle: puzzle.clone(),
            values: vec![None; puzzle.graph.edges.len()],
            counts: edges_at.iter().map(|at| (0, at.len() as u32)).collect(),
            far: (0..puzzle.graph.vertices).collect(),
            edges_at,
            used: 0,
            changes: Vec::new(),
            choices: Vec::new(),
            has_failed: false,
            deepest: 0,
        };
        let is_poor = search.edges_at.iter().any(|at| at.len() < 2);
        let pairs = search.edges_at.iter().filter(|at| at.len() == 2).flatten();
        let forced = pairs.map(|&edge| (edge, USED)).collect();
        search.has_failed = is_poor || !search.decide(forced) || !search.has_no_cut();
        search
    }

    /// Tries an edge, or goes on without the one tried last.
    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused> {
        if self.has_failed {
            let Some(Choice { edge, changes }) = self.choices.pop() else {
                return Ok(StepEnd::Refuted("Every choice of edges leaves a vertex without two."));
            };
            self.undo(changes);
            self.has_failed = !self.decide(vec![(edge, UNUSED)]) || !self.has_no_cut();
            return Ok(StepEnd::Working);
        }
        let Some(edge) = self.choice() else { return Ok(StepEnd::Found(self.values.clone())) };
        meter.spend_visit()?;
        self.choices.push(Choice { edge, changes: self.changes.len() });
        self.deepest = self.deepest.max(self.choices.len());
        self.has_failed = !self.decide(vec![(edge, USED)]) || !self.has_no_cut();
        Ok(StepEnd::Working)
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("edges used", self.used as f64),
            ("edges tried", self.choices.len() as f64),
            ("deepest", self.deepest as f64),
        ])
    }
}
