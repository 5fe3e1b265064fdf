//! All different by matching: what no matching of vertices and places allows is taken away.
//!
//! Régin (1994). A matching that gives each vertex a place of its own is kept from call to call and
//! repaired where it broke. Then each vertex points to the holders of the places it may have, and a
//! place whose holder lies in another strong component is in no matching at all. Which matching is
//! kept changes nothing but the work.
//!
//! Since a place stands for its holder, sets of vertices are sets of places, and a vertex is
//! compared with all that are not yet met, or not yet in a component, at once: a few words a
//! vertex, however many places it may have. Components are found along one path (Gabow 2000).

use quarry_core::{Meter, Variable};

use crate::domains::{Break, Conclusion, Domains, bits};
use crate::places::{common, first, meet, without};

const NOBODY: u16 = u16::MAX;

/// How many vertices are given places between two questions to the meter.
const SEATED_PER_QUESTION: usize = 16;

/// As many places as vertices, each vertex with one of its own.
#[derive(Debug, Clone)]
pub(crate) struct Matching {
    /// The place of each vertex that holds it; for others, and for those that are not open, what it
    /// was once.
    place_of: Vec<u16>,
    holder_of: Vec<u16>,
    /// Open vertices without a place.
    homeless: Vec<u16>,
    /// Vertices on the way from a root to where a search stands.
    way: Vec<u16>,
    /// The first of each component that may still grow, and the places that were pending before it
    /// was met.
    firsts: Vec<u16>,
    below: Vec<u64>,
    /// The component of each vertex, and the places of each component.
    component: Vec<u16>,
    places: Vec<u64>,
}

/// Which vertex may have which places.
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

    /// Every place is below the number of vertices. Vertices that are not open have a place that
    /// nobody else may have.
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

    /// Gives each open vertex a place; all places that are held then.
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

    /// Finds a vertex a place, free or given up by a holder that finds another.
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

    /// Gives the last vertex on the way this place, and each other one the place of the next.
    fn move_up(&mut self, mut place: usize) {
        while let Some(vertex) = self.way.pop() {
            self.holder_of[place] = vertex;
            place = usize::from(std::mem::replace(
                &mut self.place_of[usize::from(vertex)],
                place as u16,
            ));
        }
    }

    /// The components that a vertex leads to. `unmet` are the places of vertices that were not met
    /// so far.
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

    /// Sets out from a vertex: it is a component of its own, unless it leads back to others.
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
