//! Changes of a path through all vertices into another such path: pieces are reversed or moved
//! elsewhere.
//!
//! A change brings two touching vertices next to each other. Reversing the piece between them does
//! this if the other end of the piece touches its new neighbour too, or is an end of the path: this
//! is backbite. Otherwise the piece between them is cut out, which joins them, and inserted between
//! two other neighbours. A piece whose ends touch is a ring and may be opened anywhere.

use quarry_core::{Path, Rng, Vertex};

/// A change of a path; places are those before the change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Reverses the piece from one place to before another.
    Turn { from: usize, to: usize },
    /// Rotates the piece from one place to before another by some vertices, perhaps reverses it,
    /// and inserts it after a place outside of it.
    Carry { from: usize, to: usize, rotation: usize, turned: bool, behind: usize },
}

/// Which vertices touch each other.
#[derive(Debug)]
pub(super) struct Graph {
    around: Vec<Vec<Vertex>>,
    degree: usize,
}

impl Graph {
    pub(super) fn new(around: Vec<Vec<Vertex>>) -> Self {
        let degree = around.iter().map(Vec::len).max().unwrap_or(0);
        Graph { around, degree }
    }

    pub(super) fn around(&self) -> &[Vec<Vertex>] {
        &self.around
    }

    fn touch(&self, one: Vertex, other: Vertex) -> bool {
        self.around[usize::from(one)].contains(&other)
    }

    /// Proposes a random change; none if the random choice is impossible.
    pub(super) fn propose(&self, path: &Path, rng: &mut Rng) -> Option<Change> {
        let order = path.order();
        let touch = |one: usize, other: usize| self.touch(order[one], order[other]);
        let one = rng.below(order.len());
        let other = path.place(*self.around[usize::from(order[one])].get(rng.below(self.degree))?);
        let (first, last) = (one.min(other), one.max(other));
        if first + 1 == last {
            return None;
        }
        match rng.below(4) {
            0 => {
                let fits = last + 1 == order.len() || touch(first + 1, last + 1);
                fits.then_some(Change::Turn { from: first + 1, to: last + 1 })
            }
            1 => {
                let fits = first == 0 || touch(first - 1, last - 1);
                fits.then_some(Change::Turn { from: first, to: last })
            }
            _ => self.carry(path, first, last, rng),
        }
    }

    /// Proposes to cut out the piece between two places and insert it elsewhere.
    fn carry(&self, path: &Path, before: usize, after: usize, rng: &mut Rng) -> Option<Change> {
        let order = path.order();
        let (from, to) = (before + 1, after);
        let is_ring = to - from > 2 && self.touch(order[from], order[to - 1]);
        let rotation = if is_ring { rng.below(to - from) } else { 0 };
        let head = order[from + rotation];
        let tail = order[if rotation == 0 { to - 1 } else { from + rotation - 1 }];
        let reached = &self.around[usize::from(head)];
        let reached = path.place(reached[rng.below(reached.len())]);
        if (from..to).contains(&reached) {
            return None;
        }
        // The head is put next to the vertex it reached, the tail next to that vertex's neighbour
        // on one side.
        let turned = rng.below(2) == 0;
        let behind = match turned {
            false => reached,
            true if reached == after => before,
            true => reached.checked_sub(1)?,
        };
        let beside = match turned {
            true => behind,
            false if reached == before => after,
            false => reached + 1,
        };
        if behind == before && (to - from == 1 || rotation == 0 && !turned) {
            return None;
        }
        let fits = self.touch(tail, *order.get(beside)?);
        fits.then_some(Change::Carry { from, to, rotation, turned, behind })
    }
}

impl Change {
    /// Place of a vertex after the change, by its place before.
    pub(super) fn moved(self, place: usize) -> usize {
        match self {
            Change::Turn { from, to } if (from..to).contains(&place) => from + to - 1 - place,
            Change::Turn { .. } => place,
            Change::Carry { from, to, rotation, turned, behind } => {
                let length = to - from;
                if (from..to).contains(&place) {
                    let offset = (place - from + length - rotation) % length;
                    let offset = if turned { length - 1 - offset } else { offset };
                    let start = if behind < from { behind + 1 } else { behind + 1 - length };
                    start + offset
                } else if (behind + 1..from).contains(&place) {
                    place + length
                } else if (to..behind + 1).contains(&place) {
                    place - length
                } else {
                    place
                }
            }
        }
    }

    /// Applies the change to the path.
    pub(super) fn make(self, path: &mut Path) {
        match self {
            Change::Turn { from, to } => path.reverse(from, to),
            Change::Carry { from, to, rotation, turned, behind } => {
                rotate(path, from, from + rotation, to);
                if turned {
                    path.reverse(from, to);
                }
                if behind < from {
                    rotate(path, behind + 1, from, to);
                } else {
                    rotate(path, from, to, behind + 1);
                }
            }
        }
    }
}

/// Exchanges two neighbouring pieces.
fn rotate(path: &mut Path, from: usize, middle: usize, to: usize) {
    if from < middle && middle < to {
        path.reverse(from, middle);
        path.reverse(middle, to);
        path.reverse(from, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of cells that touch along their sides and, optionally, at their corners.
    fn square(side: i32, corners: bool) -> Graph {
        let cells: Vec<_> = (0..side).flat_map(|y| (0..side).map(move |x| (x, y))).collect();
        let touch = |(x, y): (i32, i32), (u, v): (i32, i32)| {
            let (dx, dy) = ((x - u).abs(), (y - v).abs());
            dx + dy == 1 || (corners && dx == 1 && dy == 1)
        };
        let around = |&one: &(i32, i32)| {
            (0..)
                .zip(&cells)
                .filter(|&(_, &other)| touch(one, other))
                .map(|(index, _)| index)
                .collect()
        };
        Graph::new(cells.iter().map(around).collect())
    }

    #[test]
    fn changes_lead_from_path_to_path_and_foretell_where_vertices_go() {
        for corners in [false, true] {
            let graph = square(6, corners);
            let mut rng = Rng::new(3);
            let mut path =
                Path::random(graph.around(), &mut rng, &mut quarry_core::Meter::unlimited())
                    .unwrap();
            let mut kinds = [0; 3];
            for _ in 0..200_000 {
                let Some(change) = graph.propose(&path, &mut rng) else { continue };
                let before = path.clone();
                change.make(&mut path);
                assert!(
                    path.order().windows(2).all(|pair| graph.touch(pair[0], pair[1])),
                    "{change:?}"
                );
                let foretold =
                    |(place, &vertex): (usize, &Vertex)| path.place(vertex) == change.moved(place);
                assert!(before.order().iter().enumerate().all(foretold), "{change:?}");
                assert_ne!(before, path, "{change:?}");
                kinds[match change {
                    Change::Turn { .. } => 0,
                    Change::Carry { rotation: 0, .. } => 1,
                    Change::Carry { .. } => 2,
                }] += 1;
            }
            assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
        }
    }
}
