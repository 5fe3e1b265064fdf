//! Conclusions from a path that visits each vertex of a graph once.
//!
//! All places that a vertex may have are looked at together, as bits: a vertex may be v-th only if one neighbour may be next
//! before and another one next after it. A place that is taken is taken from all others, and one that only one vertex can
//! have is that vertex's.

use quarry_core::Variable;

use crate::domains::{Conflict, Domains, Outcome, only};

/// The constraint at work.
#[derive(Debug, Clone)]
pub(crate) struct Path {
    vertices: Vec<Variable>,
    neighbours: Vec<Vec<u16>>,
    /// Vertices that changed.
    heard: Vec<u16>,
    /// Vertices whose neighbours changed.
    check: Vec<u16>,
    to_check: Vec<bool>,
}

impl Path {
    pub(crate) fn new(vertices: &[Variable], neighbours: &[Vec<u16>]) -> Self {
        Path {
            vertices: vertices.to_vec(),
            neighbours: neighbours.to_vec(),
            heard: (0..vertices.len() as u16).collect(),
            check: (0..vertices.len() as u16).collect(),
            to_check: vec![true; vertices.len()],
        }
    }

    /// A vertex lost places.
    pub(crate) fn hear(&mut self, vertex: usize) {
        self.heard.push(vertex as u16);
    }

    /// Nothing that was heard matters any more.
    pub(crate) fn forget(&mut self) {
        self.heard.clear();
        for vertex in self.check.drain(..) {
            self.to_check[usize::from(vertex)] = false;
        }
    }

    pub(crate) fn conclude(&mut self, domains: &mut Domains) -> Outcome {
        match domains.width() {
            1 => self.conclude_in::<1>(domains),
            2 => self.conclude_in::<2>(domains),
            3 => self.conclude_in::<3>(domains),
            4 => self.conclude_in::<4>(domains),
            8 => self.conclude_in::<8>(domains),
            16 => self.conclude_in::<16>(domains),
            32 => self.conclude_in::<32>(domains),
            _ => self.conclude_in::<64>(domains),
        }
    }

    fn conclude_in<const W: usize>(&mut self, domains: &mut Domains) -> Outcome {
        while let Some(vertex) = self.heard.pop() {
            let vertex = usize::from(vertex);
            if let Some(place) = only(domains.array::<W>(self.vertices[vertex])) {
                for (other, &variable) in self.vertices.iter().enumerate() {
                    if other != vertex {
                        domains.remove(variable, place)?;
                    }
                }
            }
            for &other in &self.neighbours[vertex] {
                if !self.to_check[usize::from(other)] {
                    self.to_check[usize::from(other)] = true;
                    self.check.push(other);
                }
            }
        }
        while let Some(vertex) = self.check.pop() {
            self.to_check[usize::from(vertex)] = false;
            self.supported::<W>(usize::from(vertex), domains)?;
        }
        if domains.is_quiet() { self.singles::<W>(domains) } else { Ok(()) }
    }

    /// Leaves a vertex the places with a neighbour before and another one after.
    fn supported<const W: usize>(&self, vertex: usize, domains: &mut Domains) -> Outcome {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for &other in &self.neighbours[vertex] {
            let set = domains.array::<W>(self.vertices[usize::from(other)]);
            for word in 0..W {
                twice[word] |= once[word] & set[word];
                once[word] |= set[word];
            }
        }
        let last = self.vertices.len() - 1;
        let (mut before, mut after) = (up(&once), down(&once));
        before[0] |= 1;
        after[last / 64] |= 1 << (last % 64);
        let mut bad = [0; W];
        for &other in &self.neighbours[vertex] {
            // Where one neighbour alone could come before and alone after, there is no room for both.
            let set = domains.array::<W>(self.vertices[usize::from(other)]);
            let sole: [u64; W] = std::array::from_fn(|word| set[word] & !twice[word]);
            let (before, after) = (up(&sole), down(&sole));
            for word in 0..W {
                bad[word] |= before[word] & after[word];
            }
        }
        // The last place needs nobody after it.
        bad[last / 64] &= !(1 << (last % 64));
        let allowed: [u64; W] = std::array::from_fn(|word| before[word] & after[word] & !bad[word]);
        domains.keep(self.vertices[vertex], &allowed)
    }

    /// Gives places that only one vertex can have to that vertex.
    fn singles<const W: usize>(&self, domains: &mut Domains) -> Outcome {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for &variable in &self.vertices {
            let set = domains.array::<W>(variable);
            for word in 0..W {
                twice[word] |= once[word] & set[word];
                once[word] |= set[word];
            }
        }
        if once.iter().map(|word| word.count_ones() as usize).sum::<usize>() < self.vertices.len() {
            return Err(Conflict);
        }
        let sole: [u64; W] = std::array::from_fn(|word| once[word] & !twice[word]);
        for &variable in &self.vertices {
            let set = domains.array::<W>(variable);
            let here: [u64; W] = std::array::from_fn(|word| set[word] & sole[word]);
            if here.iter().any(|&word| word != 0) && here != *set {
                let place = only(&here).ok_or(Conflict)?;
                domains.fix(variable, place)?;
            }
        }
        Ok(())
    }
}

/// Each place moved one up.
#[inline(always)]
fn up<const W: usize>(set: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| set[word] << 1 | if word > 0 { set[word - 1] >> 63 } else { 0 })
}

/// Each place moved one down.
#[inline(always)]
fn down<const W: usize>(set: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| set[word] >> 1 | if word + 1 < W { set[word + 1] << 63 } else { 0 })
}
