//! Paths that visit each vertex of a graph once, and random ones.
//!
//! Random paths come from backbite moves (Mansfield 1982; Oberdorf, Ferguson, Jacobsen and Kondev
//! 2006): an end of the path connects to a neighbour, and the piece in between is reversed. Each
//! move is as likely as its reverse, so all reachable paths become equally likely; tests check this
//! against all paths of small boards. A move costs O(n).

use std::fmt;

use crate::{Meter, Rng};

/// A vertex of a graph: its index in the list of neighbours.
pub type Vertex = u16;

/// A path through all vertices of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    order: Vec<Vertex>,
    /// Position of each vertex in `order`; [`AWAY`] while a growing path has not reached it.
    place: Vec<u16>,
}

const AWAY: u16 = u16::MAX;

/// Why there is no path, or why none was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPath {
    /// The graph is not connected; it has this many parts.
    Apart(usize),
    /// This many vertices have a single neighbour, but a path has only two ends.
    Ends(usize),
    /// Steps alternate between two colours, and these are the numbers of vertices of each colour.
    Colours(usize, usize),
    /// A path may exist, but none was found.
    NotFound,
    /// The meter said stop before a path was found.
    Stopped,
}

impl fmt::Display for NoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoPath::Apart(parts) => {
                write!(f, "the board consists of {parts} separate parts")
            }
            NoPath::Ends(ends) => {
                write!(f, "{ends} cells have a single neighbour, but a path has only two ends")
            }
            NoPath::Colours(dark, light) => write!(
                f,
                "coloured like a chessboard, the board has {dark} dark and {light} light cells, but a path alternates and \
                 needs numbers that differ by at most one"
            ),
            NoPath::NotFound => {
                write!(
                    f,
                    "no path through all cells was found; there may be none, or another seed may find one"
                )
            }
            NoPath::Stopped => write!(f, "stopped before a path through all cells was found"),
        }
    }
}

impl Path {
    /// Draws a path through all vertices. All paths that backbite can reach are equally likely, in
    /// both directions.
    pub fn random(graph: &[Vec<Vertex>], rng: &mut Rng, meter: &mut Meter) -> Result<Path, NoPath> {
        let mut path = Path::first(graph, rng, meter)?;
        let degree = graph.iter().map(Vec::len).max().unwrap_or(0);
        for step in 0..mixing(graph.len()) {
            if step.is_multiple_of(STEPS_PER_QUESTION) && !meter.goes_on() {
                return Err(NoPath::Stopped);
            }
            path.backbite(graph, degree, rng);
        }
        if rng.below(2) == 0 {
            path.reverse(0, graph.len());
        }
        Ok(path)
    }

    /// Finds some path through all vertices: it grows where possible, and otherwise reverses a
    /// piece (Pósa 1976).
    fn first(graph: &[Vec<Vertex>], rng: &mut Rng, meter: &mut Meter) -> Result<Path, NoPath> {
        obstacle(graph).map_or(Ok(()), Err)?;
        let grown = (0..ATTEMPTS).find_map(|_| Path::grown(graph, rng, meter));
        grown.ok_or(if meter.halted().is_some() { NoPath::Stopped } else { NoPath::NotFound })
    }

    fn grown(graph: &[Vec<Vertex>], rng: &mut Rng, meter: &mut Meter) -> Option<Path> {
        let mut path =
            Path { order: Vec::with_capacity(graph.len()), place: vec![AWAY; graph.len()] };
        path.push(rng.below(graph.len()) as Vertex);
        for turn in 0..TURNS + TURNS_PER_VERTEX * graph.len() {
            if turn.is_multiple_of(STEPS_PER_QUESTION) && !meter.goes_on() {
                return None;
            }
            if path.order.len() == graph.len() {
                return Some(path);
            }
            let is_new = |vertex: &&Vertex| path.place[usize::from(**vertex)] == AWAY;
            let ways_on =
                |vertex: &&Vertex| graph[usize::from(**vertex)].iter().filter(is_new).count();
            let end = *path.order.last()?;
            let next = graph[usize::from(end)].iter().filter(is_new).min_by_key(ways_on);
            match next {
                Some(&next) => path.push(next),
                None if rng.below(2) == 0 => path.reverse(0, path.order.len()),
                None => {
                    let around = &graph[usize::from(end)];
                    let from = path.place(*around.get(rng.below(around.len().max(1)))?) + 1;
                    path.reverse(from, path.order.len());
                }
            }
        }
        None
    }

    fn push(&mut self, vertex: Vertex) {
        self.place[usize::from(vertex)] = self.order.len() as u16;
        self.order.push(vertex);
    }

    /// The vertices in path order.
    pub fn order(&self) -> &[Vertex] {
        &self.order
    }

    /// Position of a vertex on the path, counted from 0.
    #[inline]
    pub fn place(&self, vertex: Vertex) -> usize {
        usize::from(self.place[usize::from(vertex)])
    }

    /// Reverses the piece from one position up to, but not including, another. The caller must make
    /// sure that the ends of the piece are adjacent to their new neighbours.
    pub fn reverse(&mut self, from: usize, to: usize) {
        self.order[from..to].reverse();
        for (&vertex, place) in self.order[from..to].iter().zip(from as u16..) {
            self.place[usize::from(vertex)] = place;
        }
    }

    /// Makes one backbite move, in a graph whose vertices have at most `degree` neighbours. The end
    /// chooses among `degree` directions, and nothing changes if there is no neighbour in that
    /// direction: otherwise, ends with few neighbours would be rarer.
    fn backbite(&mut self, graph: &[Vec<Vertex>], degree: usize, rng: &mut Rng) {
        let [first, .., last] = self.order[..] else { return };
        let (at_head, direction) = (rng.below(2) == 0, rng.below(degree));
        let end = if at_head { first } else { last };
        let Some(&bitten) = graph[usize::from(end)].get(direction) else { return };
        let bitten = self.place(bitten);
        if at_head {
            self.reverse(0, bitten);
        } else {
            self.reverse(bitten + 1, self.order.len());
        }
    }
}

/// How often a first path is grown from another vertex, and the number of steps after which an
/// attempt is given up.
const ATTEMPTS: usize = 8;
const TURNS: usize = 20_000;
const TURNS_PER_VERTEX: usize = 100;

/// Number of steps between two checks of the meter.
const STEPS_PER_QUESTION: usize = 64;

/// Number of moves after which little is left of the first path: 10 n ln(n)^2, the rule from N.
/// Clisby's page on random Hamiltonian paths on squares.
fn mixing(vertices: usize) -> usize {
    let n = vertices as f64;
    (10.0 * n * (n + 1.0).ln().powi(2)) as usize
}

/// Returns why the graph has no path through all vertices, if there is an obvious reason.
fn obstacle(graph: &[Vec<Vertex>]) -> Option<NoPath> {
    let mut colour: Vec<Option<bool>> = vec![None; graph.len()];
    let mut parts = 0;
    let mut alternates = true;
    for start in 0..graph.len() {
        if colour[start].is_some() {
            continue;
        }
        parts += 1;
        colour[start] = Some(false);
        let mut open = vec![start];
        while let Some(vertex) = open.pop() {
            for &other in &graph[vertex] {
                let other = usize::from(other);
                if colour[other].is_none() {
                    colour[other] = colour[vertex].map(|colour| !colour);
                    open.push(other);
                }
                alternates &= colour[other] != colour[vertex];
            }
        }
    }
    if parts != 1 {
        return Some(NoPath::Apart(parts));
    }
    let dark = colour.iter().filter(|&&colour| colour == Some(true)).count();
    let light = graph.len() - dark;
    let ends = graph.iter().filter(|around| around.len() == 1).count();
    match () {
        () if ends > 2 => Some(NoPath::Ends(ends)),
        () if alternates && dark.abs_diff(light) > 1 => Some(NoPath::Colours(dark, light)),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Builds the graph of points that are one of the steps apart.
    fn graph(points: &[(i32, i32)], steps: &[(i32, i32)]) -> Vec<Vec<Vertex>> {
        let around = |&(x, y): &(i32, i32)| {
            let touches =
                |&(dx, dy): &(i32, i32)| points.iter().position(|&p| p == (x + dx, y + dy));
            steps.iter().filter_map(touches).map(|vertex| vertex as Vertex).collect()
        };
        points.iter().map(around).collect()
    }

    const ORTHOGONAL: &[(i32, i32)] = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
    const KING: &[(i32, i32)] =
        &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
    const HEX: &[(i32, i32)] = &[(2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];

    fn rectangle(columns: i32, rows: i32) -> Vec<(i32, i32)> {
        (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect()
    }

    fn beehive() -> Vec<(i32, i32)> {
        vec![(1, 0), (3, 0), (0, 1), (2, 1), (4, 1), (1, 2), (3, 2)]
    }

    /// Collects all paths that begin with `begun`.
    fn paths(graph: &[Vec<Vertex>], begun: &mut Vec<Vertex>, all: &mut HashMap<Vec<Vertex>, u32>) {
        if begun.len() == graph.len() {
            all.insert(begun.clone(), 0);
            return;
        }
        for vertex in 0..graph.len() as Vertex {
            let touches =
                begun.last().is_none_or(|&last| graph[usize::from(last)].contains(&vertex));
            if touches && !begun.contains(&vertex) {
                begun.push(vertex);
                paths(graph, begun, all);
                begun.pop();
            }
        }
    }

    /// Compares chi-square, for 20 draws per path against equal shares, with its mean and standard
    /// deviation under equal probabilities.
    #[test]
    fn every_path_of_small_boards_is_equally_likely() {
        for (graph, known) in [
            (graph(&rectangle(3, 3), KING), 784),
            (graph(&rectangle(3, 3), ORTHOGONAL), 40),
            (graph(&rectangle(4, 3), ORTHOGONAL), 124),
            (graph(&beehive(), HEX), 0),
        ] {
            let mut seen = HashMap::new();
            paths(&graph, &mut Vec::new(), &mut seen);
            assert!(known == 0 || seen.len() == known, "{}", seen.len());
            let mut rng = Rng::new(7);
            for _ in 0..20 * seen.len() {
                let path = Path::random(&graph, &mut rng, &mut Meter::unlimited()).unwrap();
                *seen.get_mut(path.order()).expect("a path of the graph") += 1;
            }
            let chi_square: f64 =
                seen.values().map(|&count| (f64::from(count) - 20.0).powi(2) / 20.0).sum();
            let mean = seen.len() as f64 - 1.0;
            let deviation = (2.0 * mean).sqrt();
            assert!(
                (chi_square - mean).abs() < 4.0 * deviation,
                "{chi_square} where {mean} is expected"
            );
        }
    }

    #[test]
    fn odd_shapes_have_paths_or_a_reason_why_not() {
        let path = |points: &[(i32, i32)], steps| {
            let graph = graph(points, steps);
            let path = Path::random(&graph, &mut Rng::new(1), &mut Meter::unlimited())?;
            assert!(
                path.order().windows(2).all(|pair| graph[usize::from(pair[0])].contains(&pair[1]))
            );
            assert!(
                (0..graph.len())
                    .all(|vertex| path.order()[path.place(vertex as Vertex)] == vertex as Vertex)
            );
            Ok(path.order().len())
        };
        let ring: Vec<_> = rectangle(12, 12)
            .into_iter()
            .filter(|&(x, y)| !(4..8).contains(&x) || !(4..8).contains(&y))
            .collect();
        for steps in [ORTHOGONAL, KING] {
            assert_eq!(path(&ring, steps), Ok(128));
        }
        assert_eq!(path(&[(0, 0)], KING), Ok(1));
        assert_eq!(path(&[(0, 0), (2, 0)], KING), Err(NoPath::Apart(2)));
        assert_eq!(path(&[(1, 0), (0, 1), (1, 1), (2, 1)], ORTHOGONAL), Err(NoPath::Ends(3)));
        let without_neighbouring_corners: Vec<_> =
            rectangle(4, 4).into_iter().filter(|point| ![(0, 0), (3, 3)].contains(point)).collect();
        assert_eq!(path(&without_neighbouring_corners, ORTHOGONAL), Err(NoPath::Colours(6, 8)));
        // A comb: the top row with four teeth of two cells each, hanging from every second column.
        let comb: Vec<_> =
            rectangle(7, 3).into_iter().filter(|&(x, y)| y == 0 || x % 2 == 0).collect();
        assert!(matches!(path(&comb, ORTHOGONAL), Err(NoPath::Ends(4))));
    }
}
