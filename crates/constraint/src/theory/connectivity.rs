//! A propagator for connected sets of vertices.

mod vicinity;

use batsat::Lit;
use batsat::theory::TheoryArg;

use self::vicinity::Vicinities;
use super::{Conflict, Reasons, conclude, value};

/// The vertices whose literals are true form a connected set.
///
/// One depth-first search from a true vertex through all vertices that may be true finds three
/// things: a true vertex that it does not reach (a conflict), open vertices that it does not reach
/// (false), and open vertices without which it would not reach a true one (true; cut vertices after
/// Tarjan 1972). The reason in each case is the false border of the part that is cut off.
///
/// The search runs after almost every decision, so that what it reads lies close together. It is
/// left out if the surroundings of what was decided since the last run show that it would find
/// nothing (`vicinity.rs`).
#[derive(Debug)]
pub(crate) struct Connectivity {
    pub(super) literals: Vec<Lit>,
    /// The neighbours of all vertices, one vertex after the other.
    neighbours: Vec<u16>,
    root: Option<u16>,
    pub(super) gate: Option<Lit>,
    vertices: Vec<Vertex>,
    /// The vertices in the order of discovery.
    order: Vec<u16>,
    /// For each vertex, the last round in which it was put on a border.
    marked: Vec<u32>,
    round: u32,
    vicinities: Vicinities,
    /// The vertices decided since the last run; `None` if that is not known.
    changed: Option<Vec<u16>>,
}

/// What the search knows of a vertex.
#[derive(Debug, Clone, Copy)]
struct Vertex {
    /// Where its neighbours begin and end.
    begin: u32,
    end: u32,
    /// Its next neighbour to visit.
    next: u32,
    /// Its position in the order of discovery, counted from 1; 0 if not found, `CLOSED` if false.
    found: u32,
    /// The earliest position that its subtree touches, and the size of the subtree.
    low: u32,
    size: u32,
    /// The vertex from which it was found.
    parent: u16,
    is_true: bool,
    /// Whether its subtree contains a true vertex.
    has_true: bool,
}

/// The position of false vertices: the search never enters them, and they are no early position.
const CLOSED: u32 = u32::MAX;

/// The most changes whose surroundings are looked at, one after the other.
const MOST_CHANGES: usize = 64;

impl Vertex {
    fn new(begin: u32, end: u32) -> Self {
        Vertex {
            begin,
            end,
            next: begin,
            found: 0,
            low: 0,
            size: 0,
            parent: 0,
            is_true: false,
            has_true: false,
        }
    }

    fn is_open(&self) -> bool {
        !self.is_true && self.found != CLOSED
    }
}

impl Connectivity {
    pub(crate) fn new(
        literals: Vec<Lit>,
        neighbours: &[Vec<u16>],
        root: Option<u16>,
        gate: Option<Lit>,
    ) -> Self {
        let mut end = 0;
        let vertex = |neighbours: &Vec<u16>| {
            let begin = end;
            end += neighbours.len() as u32;
            Vertex::new(begin, end)
        };
        Connectivity {
            vertices: neighbours.iter().map(vertex).collect(),
            neighbours: neighbours.concat(),
            root,
            gate,
            order: Vec::with_capacity(literals.len()),
            marked: vec![0; literals.len()],
            round: 0,
            vicinities: Vicinities::default(),
            changed: None,
            literals,
        }
    }

    /// Notes that a literal has got a value.
    pub(super) fn note_change(&mut self, position: u32) {
        if let Some(changed) = &mut self.changed {
            changed.push(position as u16);
        }
    }

    /// Forgets the changes since the last run: they are being taken back.
    pub(super) fn forget_changes(&mut self) {
        if let Some(changed) = &mut self.changed {
            changed.clear();
        }
    }

    pub(super) fn run(
        &mut self,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        if self.gate.is_some_and(|gate| value(gate, arg) != Some(true)) {
            return Ok(());
        }
        if let Some(mut changed) = self.changed.take() {
            let finds_nothing = self.is_harmless(&changed, arg);
            changed.clear();
            self.changed = Some(changed);
            if finds_nothing {
                debug_assert!(self.finds_nothing(arg), "a vicinity tells the truth");
                return Ok(());
            }
        } else if self.gate.is_none() {
            // Only without a gate is the state at the last run known.
            self.changed = Some(Vec::new());
        }
        let Some(start) = self.search_from_true(arg) else { return Ok(()) };
        let reached = self.order.len();
        self.join_others(start, reasons, arg)?;
        self.keep_cut_vertices(start, reached, reasons, arg)
    }

    /// Searches from a true vertex and returns it, if there is one.
    fn search_from_true(&mut self, arg: &TheoryArg<'_>) -> Option<usize> {
        for (vertex, &literal) in self.vertices.iter_mut().zip(&self.literals) {
            let value = value(literal, arg);
            vertex.is_true = value == Some(true);
            vertex.found = if value == Some(false) { CLOSED } else { 0 };
        }
        let start = match self.root {
            Some(root) => Some(usize::from(root)).filter(|&root| self.vertices[root].is_true),
            None => self.vertices.iter().position(|vertex| vertex.is_true),
        }?;
        self.order.clear();
        search(&mut self.vertices, &self.neighbours, &mut self.order, start as u16);
        Some(start)
    }

    /// Returns whether a search leads to no conclusion.
    fn finds_nothing(&mut self, arg: &TheoryArg<'_>) -> bool {
        self.search_from_true(arg).is_none()
            || self.vertices.iter().all(|vertex| vertex.found != 0)
                && self.order[1..].iter().all(|&child| !self.is_behind_cut(child))
    }

    /// Returns whether an open vertex parts a vertex and a true one behind it from the first one.
    fn is_behind_cut(&self, child: u16) -> bool {
        let child = self.vertices[usize::from(child)];
        let parent = self.vertices[usize::from(child.parent)];
        child.has_true && child.low >= parent.found && parent.is_open()
    }

    /// Returns whether a search would find nothing, as far as the surroundings of the vertices that
    /// were decided since the last run tell.
    ///
    /// A new true vertex beside a true one asks for no more than that one did. If a new false vertex
    /// is taken out of the graph, then whatever it joined stays joined if its neighbours do; and
    /// that no open vertex is needed for it follows if none is needed to join the neighbours.
    fn is_harmless(&mut self, changed: &[u16], arg: &TheoryArg<'_>) -> bool {
        // Before its root is true, a search concludes nothing.
        if changed.len() > MOST_CHANGES || self.root.is_some_and(|root| changed.contains(&root)) {
            return false;
        }
        let truth = |vertex: u16| value(self.literals[usize::from(vertex)], arg);
        let (mut new, removed): (Vec<u16>, Vec<u16>) =
            changed.iter().partition(|&&vertex| truth(vertex) == Some(true));
        while !new.is_empty() {
            let before = new.clone();
            new.retain(|&vertex| {
                let Vertex { begin, end, .. } = self.vertices[usize::from(vertex)];
                let mut around = self.neighbours[begin as usize..end as usize].iter();
                !around.any(|other| truth(*other) == Some(true) && !before.contains(other))
            });
            if new.len() == before.len() {
                return false;
            }
        }
        for (at, &vertex) in removed.iter().enumerate() {
            // One after the other is taken out; the later ones are still open.
            let later = &removed[at + 1..];
            let truth = |vertex: u16| match value(self.literals[usize::from(vertex)], arg) {
                Some(false) if later.contains(&vertex) => None,
                truth => truth,
            };
            let graph = (&self.vertices[..], &self.neighbours[..]);
            if !self.vicinities.stays_joined(vertex, graph, truth) {
                return false;
            }
        }
        true
    }

    /// Makes all vertices false that were not reached.
    fn join_others(
        &mut self,
        start: usize,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        for vertex in 0..self.literals.len() {
            if self.vertices[vertex].found != 0 {
                continue;
            }
            let begin = self.order.len();
            search(&mut self.vertices, &self.neighbours, &mut self.order, vertex as u16);
            let mut reason = self.border(begin, self.order.len());
            reason.push(self.literals[start]);
            let place = reasons.keep(&reason);
            // True vertices first: each one is a conflict, which ends the propagation.
            for is_true in [true, false] {
                for &vertex in &self.order[begin..] {
                    if self.vertices[usize::from(vertex)].is_true == is_true {
                        conclude(!self.literals[usize::from(vertex)], place, reasons, arg)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes each open vertex true without which some true vertex could not be reached.
    fn keep_cut_vertices(
        &mut self,
        start: usize,
        reached: usize,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        for index in 1..reached {
            if !self.is_behind_cut(self.order[index]) {
                continue;
            }
            let child = self.vertices[usize::from(self.order[index])];
            let parent = usize::from(child.parent);
            let end = index + child.size as usize;
            let mut reason = self.border(index, end);
            reason.push(self.literals[start]);
            let mut inside = self.order[index..end].iter().map(|&vertex| usize::from(vertex));
            let inside = inside.rfind(|&vertex| self.vertices[vertex].is_true);
            reason.extend(inside.map(|vertex| self.literals[vertex]));
            let place = reasons.keep(&reason);
            conclude(self.literals[parent], place, reasons, arg)?;
        }
        Ok(())
    }

    /// Returns the gate, and the false vertices next to a range of `order`, as true literals.
    fn border(&mut self, begin: usize, end: usize) -> Vec<Lit> {
        self.round += 1;
        let mut border: Vec<Lit> = self.gate.into_iter().collect();
        for &vertex in &self.order[begin..end] {
            let Vertex { begin, end, .. } = self.vertices[usize::from(vertex)];
            for &neighbour in &self.neighbours[begin as usize..end as usize] {
                let neighbour = usize::from(neighbour);
                let is_new = self.marked[neighbour] != self.round;
                if self.vertices[neighbour].found == CLOSED && is_new {
                    self.marked[neighbour] = self.round;
                    border.push(!self.literals[neighbour]);
                }
            }
        }
        border
    }
}

/// Searches depth first from a vertex, never entering false vertices.
fn search(vertices: &mut [Vertex], neighbours: &[u16], order: &mut Vec<u16>, start: u16) {
    let mut enter = |vertex: &mut Vertex, index: u16, parent: u16| {
        order.push(index);
        vertex.found = order.len() as u32;
        vertex.low = vertex.found;
        vertex.size = 1;
        vertex.has_true = vertex.is_true;
        vertex.parent = parent;
        vertex.next = vertex.begin;
    };
    let mut at = start;
    enter(&mut vertices[usize::from(start)], start, start);
    loop {
        let Vertex { next, end, low, size, has_true, parent, .. } = vertices[usize::from(at)];
        if next < end {
            vertices[usize::from(at)].next = next + 1;
            let to = neighbours[next as usize];
            let neighbour = &mut vertices[usize::from(to)];
            if neighbour.found == 0 {
                enter(neighbour, to, at);
                at = to;
            } else {
                vertices[usize::from(at)].low = low.min(neighbour.found);
            }
        } else if at == start {
            return;
        } else {
            let above = &mut vertices[usize::from(parent)];
            above.low = above.low.min(low);
            above.size += size;
            above.has_true |= has_true;
            at = parent;
        }
    }
}
