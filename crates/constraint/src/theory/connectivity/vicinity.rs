//! What the vertices near a vertex tell of it.

use std::collections::HashMap;

use super::{CLOSED, Vertex, search};

/// Steps from a vertex to the farthest ones of its vicinity.
const RADIUS: usize = 4;

/// The most neighbours of a vertex through which a vicinity goes on: others may lead anywhere.
const MOST_NEIGHBOURS: usize = 8;

/// The vicinities of all vertices of a graph, found when they are first needed.
#[derive(Debug, Default)]
pub(super) struct Vicinities {
    /// Empty until the first one is needed: many propagators live for one question only.
    of: Vec<Option<Box<Vicinity>>>,
    /// Kept between calls for its memory.
    vertices: Vec<Vertex>,
    order: Vec<u16>,
}

/// The vertices within a few steps of one, without itself.
#[derive(Debug)]
struct Vicinity {
    /// The neighbours come first.
    members: Vec<u16>,
    direct: usize,
    /// Where the neighbours of each member begin, and these neighbours, all by their position.
    begins: Vec<u32>,
    neighbours: Vec<u16>,
}

impl Vicinities {
    /// Returns whether the neighbours of a vertex that are not false are joined without it in its
    /// vicinity, and so that none of its open vertices alone could part them.
    pub(super) fn stays_joined(
        &mut self,
        vertex: u16,
        graph: (&[Vertex], &[u16]),
        truth: impl Fn(u16) -> Option<bool>,
    ) -> bool {
        let Vertex { begin, end, .. } = graph.0[usize::from(vertex)];
        if (end - begin) as usize > MOST_NEIGHBOURS {
            return false;
        }
        self.of.resize_with(graph.0.len(), || None);
        let vicinity = self.of[usize::from(vertex)]
            .get_or_insert_with(|| Box::new(Vicinity::new(vertex, graph)));
        let is_there = |&member: &u16| truth(member) != Some(false);
        if vicinity.members[..vicinity.direct].iter().filter(|one| is_there(one)).count() < 2 {
            return true;
        }
        self.vertices.clear();
        for (position, &member) in vicinity.members.iter().enumerate() {
            let ends = (vicinity.begins[position], vicinity.begins[position + 1]);
            let mut drawn = Vertex::new(ends.0, ends.1);
            let truth = truth(member);
            drawn.found = if truth == Some(false) { CLOSED } else { 0 };
            // The search looks for what parts true vertices: here, the neighbours.
            drawn.is_true = position < vicinity.direct && truth != Some(false);
            self.vertices.push(drawn);
        }
        let neighbours = &vicinity.neighbours[..];
        let Some(start) = self.vertices.iter().position(|one| one.is_true) else { return true };
        self.order.clear();
        search(&mut self.vertices, neighbours, &mut self.order, start as u16);
        if self.vertices[..vicinity.direct].iter().any(|one| one.is_true && one.found == 0) {
            return false;
        }
        let is_open = |position: u16| truth(vicinity.members[usize::from(position)]).is_none();
        // The first vertex of the search parts those that were found from it one by one.
        let from_start = |&&one: &&u16| self.vertices[usize::from(one)].parent == start as u16;
        let branches = self.order[1..].iter().filter(from_start);
        let with_neighbours = branches.filter(|&&one| self.vertices[usize::from(one)].has_true);
        if is_open(start as u16) && with_neighbours.count() > 1 {
            return false;
        }
        self.order[1..].iter().all(|&one| {
            let child = self.vertices[usize::from(one)];
            let parts = child.has_true
                && child.parent != start as u16
                && child.low >= self.vertices[usize::from(child.parent)].found;
            !parts || !is_open(child.parent)
        })
    }
}

impl Vicinity {
    fn new(vertex: u16, (vertices, neighbours): (&[Vertex], &[u16])) -> Self {
        let around = |vertex: u16| {
            let Vertex { begin, end, .. } = vertices[usize::from(vertex)];
            &neighbours[begin as usize..end as usize]
        };
        let mut positions: HashMap<u16, u16> = HashMap::new();
        let mut members: Vec<u16> = Vec::new();
        let (mut begin, mut direct) = (0, 0);
        for step in 0..RADIUS {
            let from = if step == 0 { vec![vertex] } else { members[begin..].to_vec() };
            begin = members.len();
            for &one in from.iter().filter(|&&one| around(one).len() <= MOST_NEIGHBOURS) {
                for &other in around(one).iter().filter(|&&other| other != vertex) {
                    positions.entry(other).or_insert_with(|| {
                        members.push(other);
                        members.len() as u16 - 1
                    });
                }
            }
            direct = if step == 0 { members.len() } else { direct };
        }
        let (mut begins, mut near) = (vec![0], Vec::new());
        for &member in &members {
            near.extend(around(member).iter().filter_map(|other| positions.get(other)));
            begins.push(near.len() as u32);
        }
        Vicinity { members, direct, begins, neighbours: near }
    }
}
