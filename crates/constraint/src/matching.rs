//! All different by matching: what no matching of vertices and places allows is taken away.
//!
//! Régin (1994). A matching that gives each vertex a place of its own is kept from call to call and repaired where it broke.
//! Then each vertex points to the holders of the places it may have, and a place whose holder lies in another strong
//! component (Tarjan 1972) is in no matching at all. Which matching is kept changes nothing but the work.

use quarry_core::Variable;

use crate::domains::{Conflict, Domains, Outcome};

const NOBODY: u16 = u16::MAX;

/// As many places as vertices, each vertex with one of its own.
#[derive(Debug, Clone)]
pub(crate) struct Matching {
    place_of: Vec<u16>,
    holder_of: Vec<u16>,
    /// Places tried while one vertex looks for its own.
    tried: Vec<u64>,
    /// When a vertex was met, from 1; and the earliest that it leads back to.
    met: Vec<u16>,
    earliest: Vec<u16>,
    component: Vec<u16>,
    /// Vertices met whose component is not closed.
    pending: Vec<u16>,
    /// The places of each component.
    places: Vec<u64>,
    /// Vertices under way: which word of their places, and what is left of it.
    under_way: Vec<(u16, u16, u64)>,
}

impl Matching {
    pub(crate) fn new(size: usize) -> Self {
        Matching {
            place_of: vec![NOBODY; size],
            holder_of: vec![NOBODY; size],
            tried: Vec::new(),
            met: vec![0; size],
            earliest: vec![0; size],
            component: vec![0; size],
            pending: Vec::new(),
            places: Vec::new(),
            under_way: Vec::new(),
        }
    }

    /// Every place is below the number of vertices. Vertices that are not open have a place that nobody else may have.
    pub(crate) fn conclude(&mut self, vertices: &[Variable], open: &[u16], domains: &mut Domains) -> Outcome {
        for (place_of, &variable) in self.place_of.iter_mut().zip(vertices) {
            if *place_of != NOBODY && !domains.contains(variable, *place_of) {
                self.holder_of[usize::from(*place_of)] = NOBODY;
                *place_of = NOBODY;
            }
        }
        for vertex in open.iter().map(|&vertex| usize::from(vertex)) {
            if self.place_of[vertex] == NOBODY {
                self.tried.clear();
                self.tried.resize(domains.width(), 0);
                if !self.seat(vertex, vertices, domains) {
                    return Err(Conflict);
                }
            }
        }
        if self.find_components(vertices, open, domains) <= 1 {
            return Ok(());
        }
        let width = domains.width();
        for vertex in open.iter().map(|&vertex| usize::from(vertex)) {
            let begin = usize::from(self.component[vertex]) * width;
            domains.keep(vertices[vertex], &self.places[begin..][..width])?;
        }
        Ok(())
    }

    /// Finds a vertex a place, free or given up by a holder that finds another.
    fn seat(&mut self, vertex: usize, vertices: &[Variable], domains: &Domains) -> bool {
        let set = domains.get(vertices[vertex]);
        for only_free in [true, false] {
            for (word, &bits) in set.iter().enumerate() {
                let mut rest = bits;
                while rest != 0 {
                    let bit = rest & rest.wrapping_neg();
                    rest ^= bit;
                    let place = word * 64 + bit.trailing_zeros() as usize;
                    let holder = self.holder_of[place];
                    if only_free != (holder == NOBODY) || self.tried[word] & bit != 0 {
                        continue;
                    }
                    self.tried[word] |= bit;
                    if only_free || self.seat(usize::from(holder), vertices, domains) {
                        self.holder_of[place] = vertex as u16;
                        self.place_of[vertex] = place as u16;
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Tarjan's strong components, by a stack of our own; how many there are.
    fn find_components(&mut self, vertices: &[Variable], open: &[u16], domains: &Domains) -> u16 {
        self.met.fill(0);
        self.component.fill(NOBODY);
        self.places.clear();
        let (mut clock, mut components) = (0, 0);
        for root in open.iter().map(|&vertex| usize::from(vertex)) {
            if self.met[root] != 0 {
                continue;
            }
            self.meet(root, &mut clock, vertices, domains);
            while let Some((vertex, word, rest)) = self.under_way.last_mut() {
                let at = usize::from(*vertex);
                if *rest != 0 {
                    let place = usize::from(*word) * 64 + rest.trailing_zeros() as usize;
                    *rest &= *rest - 1;
                    let holder = usize::from(self.holder_of[place]);
                    if self.met[holder] == 0 {
                        self.meet(holder, &mut clock, vertices, domains);
                    } else if self.component[holder] == NOBODY {
                        self.earliest[at] = self.earliest[at].min(self.met[holder]);
                    }
                } else if usize::from(*word) + 1 < domains.width() {
                    *word += 1;
                    *rest = domains.get(vertices[at])[usize::from(*word)];
                } else {
                    self.under_way.pop();
                    if self.earliest[at] == self.met[at] {
                        self.close(at, components, domains.width());
                        components += 1;
                    }
                    if let Some(&(parent, ..)) = self.under_way.last() {
                        let parent = usize::from(parent);
                        self.earliest[parent] = self.earliest[parent].min(self.earliest[at]);
                    }
                }
            }
        }
        components
    }

    fn meet(&mut self, vertex: usize, clock: &mut u16, vertices: &[Variable], domains: &Domains) {
        *clock += 1;
        self.met[vertex] = *clock;
        self.earliest[vertex] = *clock;
        self.pending.push(vertex as u16);
        self.under_way.push((vertex as u16, 0, domains.get(vertices[vertex])[0]));
    }

    /// The component of a vertex that leads back to none earlier: all that is pending since.
    fn close(&mut self, first: usize, component: u16, width: usize) {
        let begin = self.places.len();
        self.places.resize(begin + width, 0);
        while let Some(member) = self.pending.pop() {
            let member = usize::from(member);
            self.component[member] = component;
            let place = usize::from(self.place_of[member]);
            self.places[begin + place / 64] |= 1 << (place % 64);
            if member == first {
                break;
            }
        }
    }
}
