//! All-different by matching: removes every value that is in no matching of vertices and places.
//!
//! The algorithm is Régin's (1994). A matching that gives each vertex its own place is kept from
//! call to call and repaired where it broke. Then each vertex points to the holders of the places
//! it may have, and a place whose holder lies in another strong component is in no matching at all.
//! Which matching is kept affects only the amount of work, not the result.
//!
//! Since a place stands for its holder, sets of vertices are sets of places. One operation on a few
//! words compares a vertex with all unmet vertices, or with all vertices not yet in a component,
//! however many places the vertex may have. Components are found with the path-based algorithm
//! (Gabow 2000).

use quarry_core::{Meter, Variable};

use crate::domains::{Break, Conclusion, Domains, bits};
use crate::places::{common, first, meet, without};

const NOBODY: u16 = u16::MAX;

/// Number of vertices that are assigned a place between two checks of the meter.
const SEATED_PER_QUESTION: usize = 16;

/// A matching of vertices and equally many places.
#[derive(Debug, Clone)]
pub(crate) struct Matching {
    /// The place of each matched vertex. The entry is stale for a vertex that does not hold the
    /// place, and for vertices that are not open.
    place_of: Vec<u16>,
    holder_of: Vec<u16>,
    /// Open vertices without a place.
    homeless: Vec<u16>,
    /// Vertices on the path from the root of a search to its current vertex.
    way: Vec<u16>,
    /// For each component that may still grow, its first vertex (`firsts`) and the places that were
    /// pending before that vertex was met (`below`).
    firsts: Vec<u16>,
    below: Vec<u64>,
    /// The component of each vertex, and the places of each component.
    component: Vec<u16>,
    places: Vec<u64>,
}

/// The places that each vertex may have.
#[derive(Clone, Copy)]
struct Board<'a> {
    vertices: &'a [Variable],
    domains: &'a Domains,
}

impl<'a> Board<'a> {
    #[inline(always)]
    fn places<const W: usize>(self, vertex: usize) -> &'a [u64; W] {
        self.domains.array(self.vertices[vertex])
    }
}

impl Matching {
    pub(crate) fn new(size: usize) -> Self {
        Matching {
            place_of: vec![0; size],
            holder_of: vec![NOBODY; size],
            homeless: Vec::new(),
            way: Vec::new(),
            firsts: Vec::new(),
            below: Vec::new(),
            component: vec![0; size],
            places: Vec::new(),
        }
    }

    /// Removes places that are in no matching. Every place must be below the number of vertices,
    /// and the place of a vertex that is not open must be removed from all others.
    pub(crate) fn conclude<const W: usize>(
        &mut self,
        vertices: &[Variable],
        open: &[u16],
        domains: &mut Domains,
        meter: &mut Meter,
    ) -> Conclusion {
        let board = Board { vertices, domains };
        let mut unmet = self.seat_all::<W>(open, board, meter)?;
        self.places.clear();
        while let Some(place) = first(&unmet) {
            self.find_components::<W>(usize::from(self.holder_of[place]), &mut unmet, board);
        }
        if self.places.len() == W {
            return Ok(());
        }
        for vertex in open.iter().map(|&vertex| usize::from(vertex)) {
            let begin = usize::from(self.component[vertex]) * W;
            let component =
                self.places[begin..].first_chunk::<W>().expect("a component of this width");
            if without(domains.array::<W>(vertices[vertex]), component) != [0; W] {
                domains.keep(vertices[vertex], component)?;
            }
        }
        Ok(())
    }

    /// Gives each open vertex a place; returns the set of places held then.
    fn seat_all<const W: usize>(
        &mut self,
        open: &[u16],
        board: Board<'_>,
        meter: &mut Meter,
    ) -> Result<[u64; W], Break> {
        let mut held = [0; W];
        self.homeless.clear();
        for &vertex in open {
            let place = usize::from(self.place_of[usize::from(vertex)]);
            let bit = board.places::<W>(usize::from(vertex))[place / 64] & 1 << (place % 64);
            if bit != 0 && self.holder_of[place] == vertex {
                held[place / 64] |= bit;
            } else {
                self.homeless.push(vertex);
            }
        }
        while let Some(vertex) = self.homeless.pop() {
            if !self.seat(vertex, &mut held, board) {
                return Err(Break::Conflict);
            }
            if self.homeless.len() % SEATED_PER_QUESTION == 1 && !meter.goes_on() {
                return Err(Break::Stopped);
            }
        }
        Ok(held)
    }

    /// Finds a place for a vertex, either a free one or one whose holder can move to another.
    fn seat<const W: usize>(&mut self, vertex: u16, held: &mut [u64; W], board: Board<'_>) -> bool {
        let mut tried = [0; W];
        self.way.push(vertex);
        while let Some(&vertex) = self.way.last() {
            let set = board.places::<W>(usize::from(vertex));
            if let Some(place) = first(&without(set, held)) {
                held[place / 64] |= 1 << (place % 64);
                self.move_up(place);
                return true;
            }
            match first(&without(set, &tried)) {
                Some(place) => {
                    tried[place / 64] |= 1 << (place % 64);
                    self.way.push(self.holder_of[place]);
                }
                None => _ = self.way.pop(),
            }
        }
        false
    }

    /// Gives this place to the last vertex on the path, and to every other vertex the place of the
    /// next.
    fn move_up(&mut self, mut place: usize) {
        while let Some(vertex) = self.way.pop() {
            self.holder_of[place] = vertex;
            place = usize::from(std::mem::replace(
                &mut self.place_of[usize::from(vertex)],
                place as u16,
            ));
        }
    }

    /// Finds the components reachable from a vertex. `unmet` holds the places of the vertices that
    /// were not met so far.
    fn find_components<const W: usize>(
        &mut self,
        root: usize,
        unmet: &mut [u64; W],
        board: Board<'_>,
    ) {
        // Places of the vertices that were met and are in no component yet.
        let mut pending = [0; W];
        self.meet(root, unmet, &mut pending, board);
        while let Some(&vertex) = self.way.last() {
            if let Some(place) = first(&common(board.places(usize::from(vertex)), unmet)) {
                self.meet(usize::from(self.holder_of[place]), unmet, &mut pending, board);
                continue;
            }
            self.way.pop();
            if self.firsts.last() == Some(&vertex) {
                let below = self.last_below();
                let component = without(&pending, below);
                pending = *below;
                self.drop_first::<W>();
                let index = (self.places.len() / W) as u16;
                self.places.extend_from_slice(&component);
                for place in (0..W).flat_map(|word| bits(word, component[word])) {
                    self.component[usize::from(self.holder_of[usize::from(place)])] = index;
                }
            }
        }
    }

    /// Starts a search from a vertex, which is a component of its own unless it leads back to
    /// others.
    fn meet<const W: usize>(
        &mut self,
        vertex: usize,
        unmet: &mut [u64; W],
        pending: &mut [u64; W],
        board: Board<'_>,
    ) {
        let back = common(board.places::<W>(vertex), pending);
        self.way.push(vertex as u16);
        self.firsts.push(vertex as u16);
        self.below.extend_from_slice(pending);
        while meet(&back, self.last_below()) {
            self.drop_first::<W>();
        }
        let place = usize::from(self.place_of[vertex]);
        unmet[place / 64] &= !(1 << (place % 64));
        pending[place / 64] |= 1 << (place % 64);
    }

    #[inline(always)]
    fn last_below<const W: usize>(&self) -> &[u64; W] {
        self.below.last_chunk().expect("a component that may grow")
    }

    #[inline(always)]
    fn drop_first<const W: usize>(&mut self) {
        self.firsts.pop();
        self.below.truncate(self.below.len() - W);
    }
}
