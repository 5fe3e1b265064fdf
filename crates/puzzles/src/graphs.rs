//! Graphs of puzzles whose instance is a graph: reading, writing, drawing, and random ones.
//!
//! A graph is read from a list of edges, one in each line, from the DIMACS form (`p edge`, then
//! `e 1 2`) or from TSPLIB's form of Hamiltonian circuit problems (`EDGE_DATA_SECTION`). Vertices
//! are numbered from 1 in text and from 0 here.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use quarry_core::{Document, GenerateError, Located, Meter, ParseError, Position, Rng};
use quarry_pencil::{BoardText, CellGrid, Sheet};

/// Most vertices and edges of a graph.
pub(crate) const MOST_VERTICES: usize = 300;
pub(crate) const MOST_EDGES: usize = 9_000;

/// An undirected graph without loops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlainGraph {
    pub(crate) vertices: usize,
    /// Edges in rising order, the smaller end first, each once.
    pub(crate) edges: Vec<(usize, usize)>,
}

impl PlainGraph {
    /// Creates a graph from edges in any order.
    pub(crate) fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let edges = edges.into_iter().map(|(one, other)| (one.min(other), one.max(other)));
        let edges: BTreeSet<(usize, usize)> = edges.collect();
        PlainGraph { vertices, edges: edges.into_iter().collect() }
    }

    /// For each vertex, its neighbours in rising order.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u16>> {
        let mut neighbours = vec![Vec::new(); self.vertices];
        for &(one, other) in &self.edges {
            neighbours[one].push(other as u16);
            neighbours[other].push(one as u16);
        }
        neighbours.iter_mut().for_each(|around| around.sort_unstable());
        neighbours
    }

    /// Reads a graph; the number of vertices is that of the largest, unless the text says it.
    pub(crate) fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let start = board.lines().first().map_or(Position::START, |line| line.at);
        let most = MOST_VERTICES as i64;
        let mut vertices = file.positive("vertices", most)?.map(|many| many as usize);
        let mut edges = Vec::new();
        for line in board.lines() {
            let is_separator = |character: char| " \t,:".contains(character);
            let words: Vec<Located<&str>> = line.words(is_separator).collect();
            let ends = match words.iter().map(|word| word.value).collect::<Vec<_>>()[..] {
                ["c", ..] | ["NAME" | "TYPE" | "COMMENT" | "EDGE_DATA_FORMAT", ..] => continue,
                ["EDGE_DATA_SECTION"] => continue,
                ["-1" | "EOF"] => break,
                ["p", "edge" | "edges" | "col", many, ..] | ["DIMENSION", many] => {
                    let many = many.parse().ok().filter(|many| (1..=MOST_VERTICES).contains(many));
                    let expected = format!("a number of vertices to {MOST_VERTICES}");
                    vertices = Some(many.ok_or_else(|| line.wrong(expected, line.value))?);
                    continue;
                }
                ["e", _, _] => [words[1], words[2]],
                [_, _] => [words[0], words[1]],
                _ => return Err(line.wrong("an edge: `1 2`", line.value)),
            };
            let most = vertices.unwrap_or(MOST_VERTICES);
            let end = |word: Located<&str>| {
                let number: Option<usize> =
                    word.value.parse().ok().filter(|n| (1..=most).contains(n));
                let expected = format!("two vertices, numbers from 1 to {most}");
                let found = format!("`{}`", word.value);
                number.map(|number| number - 1).ok_or_else(|| word.wrong(expected, found))
            };
            let (one, other) = (end(ends[0])?, end(ends[1])?);
            if one == other {
                return Err(ends[1].wrong("an edge between two vertices", line.value));
            }
            edges.push((one, other));
        }
        let largest = edges.iter().map(|&(one, other)| one.max(other) + 1).max();
        let Some(largest) = largest else {
            return Err(ParseError::new(start, "an edge in each line: `1 2`", "none"));
        };
        let graph = PlainGraph::new(vertices.unwrap_or(largest), edges);
        match graph.edges.len() <= MOST_EDGES {
            true => Ok(graph),
            false => {
                let found = graph.edges.len().to_string();
                Err(ParseError::new(start, format!("at most {MOST_EDGES} edges"), found))
            }
        }
    }

    /// Writes a list of edges.
    pub(crate) fn sheet(&self) -> Sheet {
        let row = |edge: &(usize, usize)| vec![(edge.0 + 1).to_string(), (edge.1 + 1).to_string()];
        let rows = self.edges.iter().map(row).collect();
        Sheet { rows, ..Sheet::default() }.with_key("vertices", self.vertices)
    }

    /// Writes the DIMACS form, with a remark in each of the first lines.
    pub(crate) fn dimacs(&self, remarks: &[String]) -> String {
        let mut lines: Vec<String> = remarks.iter().map(|remark| format!("c {remark}")).collect();
        lines.push(format!("p edge {} {}", self.vertices, self.edges.len()));
        lines.extend(self.edges.iter().map(|edge| format!("e {} {}", edge.0 + 1, edge.1 + 1)));
        lines.join("\n")
    }

    /// Writes TSPLIB's form of Hamiltonian circuit problems.
    pub(crate) fn tsplib(&self) -> String {
        let mut lines: Vec<String> = vec![
            "NAME : graph".to_owned(),
            "TYPE : HCP".to_owned(),
            format!("DIMENSION : {}", self.vertices),
            "EDGE_DATA_FORMAT : EDGE_LIST".to_owned(),
            "EDGE_DATA_SECTION".to_owned(),
        ];
        lines.extend(self.edges.iter().map(|edge| format!("{} {}", edge.0 + 1, edge.1 + 1)));
        lines.extend(["-1".to_owned(), "EOF".to_owned()]);
        lines.join("\n")
    }

    /// The average number of neighbours, as text.
    pub(crate) fn average_degree(&self) -> String {
        format!("{:.2}", 2.0 * self.edges.len() as f64 / self.vertices as f64)
    }

    /// Draws a graph with this many different edges, all sets of them equally likely.
    pub(crate) fn random(
        vertices: usize,
        degree: f64,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let wanted = (degree * vertices as f64 / 2.0).round().max(1.0) as usize;
        let pairs = vertices * (vertices - 1) / 2;
        if wanted > pairs.min(MOST_EDGES) {
            return Err(GenerateError::Refused(format!(
                "{vertices} vertices cannot have {degree} neighbours each and at most \
                {MOST_EDGES} edges: ask for a smaller degree"
            )));
        }
        let mut edges = BTreeSet::new();
        while edges.len() < wanted {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            let (one, other) = (rng.below(vertices), rng.below(vertices));
            if one != other {
                edges.insert((one.min(other), one.max(other)));
            }
        }
        Ok(PlainGraph::new(vertices, edges))
    }

    /// Places for the vertices (column, row) around a circle, and the grid that holds them.
    pub(crate) fn circle(vertices: usize) -> (CellGrid, Vec<(u32, u32)>) {
        let mut radius = (vertices as f64 / TAU).ceil().max(1.0);
        loop {
            let place = |vertex: usize| {
                let angle = TAU * vertex as f64 / vertices as f64;
                let across = radius + radius * angle.sin();
                let down = radius - radius * angle.cos();
                (across.round() as u32, down.round() as u32)
            };
            let places: Vec<(u32, u32)> = (0..vertices).map(place).collect();
            let side = 2 * radius as usize + 1;
            if places.iter().collect::<BTreeSet<_>>().len() == vertices {
                return (CellGrid { rows: side, columns: side }, places);
            }
            radius += 1.0;
        }
    }
}
