//! Puzzles whose answer is a route: a path through all vertices of a graph, some of them at a fixed
//! place.

use crate::{Found, Puzzle, Vertex};

/// Facet: an answer is a path that visits each vertex once.
pub trait Routed: Puzzle {
    /// Where the path leads, and what is asked of it.
    fn course(&self) -> PathTask;
    /// The answer that a path stands for, if it does all that is asked.
    fn arrived(&self, path: &[Vertex]) -> Found<Self::Answer>;
}

/// A graph, and what a path through it must do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTask {
    /// For each vertex those that it touches.
    pub graph: Vec<Vec<Vertex>>,
    /// Vertices whose place on the path is known, from 0, in the order of these places.
    pub fixed: Vec<(Vertex, usize)>,
    /// Touching vertices that the path must take one after the other, either way round.
    pub links: Vec<(Vertex, Vertex)>,
}
