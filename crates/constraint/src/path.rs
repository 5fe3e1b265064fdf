//! Propagation for a path that visits each vertex of a graph once.
//!
//! All places of a vertex are handled together, as bits. A vertex can have place v only if one
//! neighbour can have the place before it and another one the place after it; conclusions about
//! distances, parity and gaps follow from this. A place that is taken is removed from all other
//! vertices, a place that only one vertex can have goes to that vertex, and places that are in no
//! matching of vertices and places are removed ([`Matching`]).
//!
//! Edges are tracked as well. An edge that fits no pair of places is closed; a vertex with no more
//! edges than it needs uses them all, and a vertex that uses as many as it needs closes the others.
//! Used edges form chains: the ends of a chain are as many places apart as the chain is long, and
//! no edge may close a circle. docs/decisions/0014-constraint-engine.md says how much each part
//! contributes.

use quarry_core::{Meter, Value, Variable};

use crate::domains::{Break, Conclusion, Conflict, Domains, Propagated, only};
use crate::matching::Matching;
use crate::places::{AllPlaces, From, Window, beside, common, down, meet, up, without};

/// The propagator of a path constraint.
#[derive(Debug, Clone)]
pub(crate) struct PathPropagator {
    vertices: Vec<Variable>,
    /// For each vertex, where its edges begin in `edges`.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// Whether every vertex has few enough edges to track them (at most [`MOST_NOTED`]).
    noted: bool,
    /// Index of the first edge word; there is one for each vertex, with its closed edges in the low
    /// half and its used edges in the high half.
    notes: usize,
    /// Index of the first chain word; there is one for each vertex. For an end of a chain it holds
    /// the other end (low 16 bits) and the length of the chain.
    chains: usize,
    /// Index of the words with the places that each vertex had when its neighbours were last
    /// notified.
    told: usize,
    /// Index of the words with the places that each vertex had after it was last processed.
    looked: usize,
    /// Vertices that lost places.
    changed: Vec<u16>,
    /// Vertices with several possible places, or with a single place that has not been announced
    /// yet.
    open: Shrinking,
    /// Open vertices that share a place with a fixed one; scratch for [`PathPropagator::announce`].
    sharing: Vec<u16>,
    /// Vertices to process, in order.
    agenda: Vec<u16>,
    is_on_agenda: Vec<bool>,
    matching: Matching,
    /// How many conflicts each vertex and each place has caused, plus one.
    vertex_trouble: Vec<u32>,
    place_trouble: Vec<u32>,
    /// Number of vertices that may have each place; scratch for [`PathPropagator::choice`].
    counts: Vec<u32>,
}

/// A set of vertices that shrinks along the search and is restored by undo.
#[derive(Debug, Clone)]
struct Shrinking {
    /// All vertices, those still in the set first.
    order: Vec<u16>,
    place_of: Vec<u16>,
    /// Index of the word with the size of the set.
    left: usize,
}

impl Shrinking {
    fn new(size: usize, domains: &mut Domains) -> Self {
        let order: Vec<u16> = (0..size as u16).collect();
        Shrinking {
            place_of: order.clone(),
            order,
            left: domains.reserve([size as u64].into_iter()),
        }
    }

    #[inline]
    fn get(&self, domains: &Domains) -> &[u16] {
        &self.order[..domains.word(self.left) as usize]
    }

    fn remove(&mut self, vertex: usize, domains: &mut Domains) {
        let last = domains.word(self.left) as usize - 1;
        let place = usize::from(self.place_of[vertex]);
        let other = self.order[last];
        self.order.swap(place, last);
        self.place_of[usize::from(other)] = place as u16;
        self.place_of[vertex] = last as u16;
        domains.write(self.left, last as u64);
    }
}

/// An edge as seen from one of its vertices.
#[derive(Debug, Clone, Copy)]
struct Edge {
    other: u16,
    /// Index of this edge among the other vertex's edges.
    mirror: u16,
    variable: u32,
}

/// The most edges per vertex that can be tracked; if any vertex has more, only places are used.
const MOST_NOTED: usize = 32;

/// Number of vertices that are processed between two checks of the meter.
const LOOKS_PER_QUESTION: usize = 64;

impl PathPropagator {
    pub(crate) fn new(
        vertices: &[Variable],
        neighbours: &[Vec<u16>],
        domains: &mut Domains,
    ) -> Self {
        let (size, width) = (vertices.len(), domains.width());
        let mut starts = vec![0];
        let mut edges = Vec::with_capacity(8 * size);
        for (list, vertex) in neighbours.iter().zip(0..) {
            for &other in list {
                let mirror = neighbours[usize::from(other)].iter().position(|&back| back == vertex);
                let mirror = mirror.expect("neighbours are neighbours of each other") as u16;
                let variable = vertices[usize::from(other)] as u32;
                edges.push(Edge { other, mirror, variable });
            }
            starts.push(edges.len() as u32);
        }
        PathPropagator {
            vertices: vertices.to_vec(),
            starts,
            edges,
            noted: neighbours.iter().all(|list| list.len() <= MOST_NOTED),
            notes: domains.reserve((0..size).map(|_| 0)),
            chains: domains.reserve((0..size).map(|vertex| vertex as u64)),
            told: domains.reserve((0..size * width).map(|_| u64::MAX)),
            looked: domains.reserve((0..size * width).map(|_| 0)),
            changed: (0..size as u16).collect(),
            open: Shrinking::new(size, domains),
            sharing: Vec::new(),
            agenda: Vec::with_capacity(size),
            is_on_agenda: vec![false; size],
            matching: Matching::new(size),
            vertex_trouble: vec![1; size],
            place_trouble: vec![1; size],
            counts: vec![0; size],
        }
    }

    /// Records that a vertex lost places.
    pub(crate) fn hear(&mut self, vertex: usize) {
        self.changed.push(vertex as u16);
    }

    /// Drops all pending changes.
    pub(crate) fn forget(&mut self) {
        self.changed.clear();
        self.agenda.clear();
        self.is_on_agenda.fill(false);
    }

    /// Resets the conflict counts.
    pub(crate) fn calm_down(&mut self) {
        self.vertex_trouble.fill(1);
        self.place_trouble.fill(1);
    }

    /// Propagates until nothing changes. When stopped, keeps its agenda and can be called again.
    pub(crate) fn conclude(&mut self, domains: &mut Domains, meter: &mut Meter) -> Conclusion {
        match domains.width() {
            1 => self.conclude_in::<1>(domains, meter),
            2 => self.conclude_in::<2>(domains, meter),
            3 => self.conclude_in::<3>(domains, meter),
            4 => self.conclude_in::<4>(domains, meter),
            8 => self.conclude_in::<8>(domains, meter),
            16 => self.conclude_in::<16>(domains, meter),
            32 => self.conclude_in::<32>(domains, meter),
            _ => self.conclude_in::<64>(domains, meter),
        }
    }

    fn conclude_in<const W: usize>(
        &mut self,
        domains: &mut Domains,
        meter: &mut Meter,
    ) -> Conclusion {
        self.announce::<W>(domains)?;
        let mut turn = 0;
        while let Some(&vertex) = self.agenda.get(turn) {
            if turn.is_multiple_of(LOOKS_PER_QUESTION) && !meter.goes_on() {
                self.agenda.drain(..turn);
                return Err(Break::Stopped);
            }
            turn += 1;
            let vertex = usize::from(vertex);
            self.is_on_agenda[vertex] = false;
            if self.look_at::<W>(vertex, domains).is_err() {
                self.trouble_with(vertex)?;
            }
        }
        self.agenda.clear();
        // The more expensive steps wait until the cheap ones have nothing left to do.
        if domains.is_quiet() {
            self.sole_places::<W>(domains)?;
        }
        if domains.is_quiet() {
            self.matching.conclude::<W>(&self.vertices, self.open.get(domains), domains, meter)?;
        }
        Ok(())
    }

    fn trouble_with(&mut self, vertex: usize) -> Propagated {
        self.vertex_trouble[vertex] += 1;
        Err(Conflict)
    }

    #[inline]
    fn put_on_agenda(&mut self, vertex: usize) {
        if !self.is_on_agenda[vertex] {
            self.is_on_agenda[vertex] = true;
            self.agenda.push(vertex as u16);
        }
    }

    /// Removes the places of newly fixed vertices from all others, and puts all affected vertices
    /// on the agenda.
    fn announce<const W: usize>(&mut self, domains: &mut Domains) -> Propagated {
        let mut taken = [0; W];
        while let Some(vertex) = self.changed.pop() {
            let vertex = usize::from(vertex);
            let set = *domains.array::<W>(self.vertices[vertex]);
            if only(&set).is_some() {
                (0..W).for_each(|word| taken[word] |= set[word]);
            }
            let told = domains.swap(self.told + vertex * W, &set);
            let lost = without(&told, &set);
            let beside = beside(&lost);
            if set != *domains.words_at::<W>(self.looked + vertex * W) {
                self.put_on_agenda(vertex);
            }
            let end = other_end(domains.word(self.chains + vertex));
            if end != vertex {
                self.put_on_agenda(end);
            }
            let sets = domains.sets::<W>();
            for edge in self.starts[vertex]..self.starts[vertex + 1] {
                let Edge { other, variable, .. } = self.edges[edge as usize];
                if meet(&sets[variable as usize], &beside) {
                    self.put_on_agenda(usize::from(other));
                }
            }
        }
        if taken == [0; W] {
            return Ok(());
        }
        let sets = domains.sets::<W>();
        let shares = |&&vertex: &&u16| meet(&sets[self.vertices[usize::from(vertex)]], &taken);
        self.sharing.clear();
        // Back to front, because fixed vertices are removed from the set.
        self.sharing.extend(self.open.get(domains).iter().rev().filter(shares));
        let (mut held, rest) = ([0; W], taken.map(|word| !word));
        for index in 0..self.sharing.len() {
            let vertex = usize::from(self.sharing[index]);
            let set = *domains.array::<W>(self.vertices[vertex]);
            if only(&set).is_some() && !meet(&held, &set) {
                (0..W).for_each(|word| held[word] |= set[word]);
                self.open.remove(vertex, domains);
            } else if domains.keep(self.vertices[vertex], &rest).is_err() {
                return self.trouble_with(vertex);
            }
        }
        Ok(())
    }

    /// Restricts a vertex to the places that its neighbours and its chain allow, and updates its
    /// edges.
    fn look_at<const W: usize>(&mut self, vertex: usize, domains: &mut Domains) -> Propagated {
        match From::around(domains.array::<W>(self.vertices[vertex])) {
            Some(window) => self.look_through::<W, 1>(window, vertex, domains),
            None => self.look_through::<W, W>(AllPlaces, vertex, domains),
        }
    }

    fn look_through<const W: usize, const N: usize>(
        &mut self,
        window: impl Window<W, N>,
        vertex: usize,
        domains: &mut Domains,
    ) -> Propagated {
        let variable = self.vertices[vertex];
        let own = window.see(domains.array::<W>(variable), 0);
        let edges = &self.edges[self.starts[vertex] as usize..self.starts[vertex + 1] as usize];
        let (closed, used) = halves(domains.word(self.notes + vertex));

        // 1. Places that one neighbour may have (`once`), that two may have (`twice`), and places
        //    both before and after which the same neighbour could come (`both`).
        let sets = domains.sets::<W>();
        let (mut once, mut twice, mut both, mut allowed) = ([0; N], [0; N], [0; N], own);
        // Edges that are tracked fit into one chunk; of the others none is closed.
        for chunk in edges.chunks(MOST_NOTED) {
            for slot in slots(all_slots(chunk.len()) & !closed) {
                let set = window.see(&sets[chunk[slot].variable as usize], 0);
                let (above, below) = (up(&set), down(&set));
                for word in 0..N {
                    twice[word] |= once[word] & set[word];
                    once[word] |= set[word];
                    both[word] |= above[word] & below[word];
                }
                if used >> slot & 1 == 1 {
                    (0..N).for_each(|word| allowed[word] &= above[word] | below[word]);
                }
            }
        }
        let chain = domains.word(self.chains + vertex);
        if used.is_power_of_two() && length_of(chain) > 1 {
            let far = domains.array::<W>(self.vertices[other_end(chain)]);
            let length = length_of(chain) as isize;
            let (above, below) = (window.see(far, -length), window.see(far, length));
            (0..N).for_each(|word| allowed[word] &= above[word] | below[word]);
        }

        // 2. Places with one neighbour before and another one after.
        let (begin, end) = (window.place(0), window.place(self.vertices.len() - 1));
        let (before, after) = (up(&once), down(&once));
        (0..N).for_each(|word| {
            allowed[word] &= (before[word] | begin[word]) & (after[word] | end[word]);
        });
        // If the same single neighbour is the only candidate both before and after, the vertex
        // cannot have that place. The last place needs no vertex after it.
        let sole = without(&once, &twice);
        let cramped = without(&common(&both, &common(&up(&sole), &down(&sole))), &end);
        allowed = without(&allowed, &cramped);
        let places = window.spread(&allowed);
        if allowed != own {
            domains.keep(variable, &places)?;
        }
        domains.swap(self.looked + vertex * W, &places);

        // 3. What follows for the edges.
        if self.noted {
            let (near, sets) = (beside(&allowed), domains.sets::<W>());
            let mut open = 0u32;
            for slot in slots(all_slots(edges.len()) & !closed) {
                let set = window.see(&sets[edges[slot].variable as usize], 0);
                open |= u32::from(meet(&set, &near)) << slot;
            }
            let inner = without(&without(&allowed, &begin), &end);
            self.decide_edges(vertex, open, inner != allowed, inner == [0; N], domains)?;
        }
        Ok(())
    }

    /// Closes and uses edges of a vertex whose open edges are `open`, and updates the vertices at
    /// their other ends. A vertex at which the path may or must end needs fewer edges.
    fn decide_edges(
        &mut self,
        vertex: usize,
        open: u32,
        may_end: bool,
        must_end: bool,
        domains: &mut Domains,
    ) -> Propagated {
        let (begin, end) = (self.starts[vertex] as usize, self.starts[vertex + 1] as usize);
        let (least, most) = match self.vertices.len() {
            1 => (0, 0),
            _ => (2 - u32::from(may_end), 2 - u32::from(must_end)),
        };
        let note = domains.word(self.notes + vertex);
        let (was_closed, was_used) = halves(note);
        let all = all_slots(end - begin);
        let openings = up_to_three(open);
        let used = if openings == least { was_used | open } else { was_used };
        let uses = up_to_three(used);
        if openings < least || used & !open != 0 || uses > most {
            return Err(Conflict);
        }
        let closed = if uses == most { all & !used } else { all & !open };
        if (closed, used) == (was_closed, was_used) {
            return Ok(());
        }
        domains.write(self.notes + vertex, u64::from(closed) | u64::from(used) << 32);
        let (newly_closed, newly_used) = (closed & !was_closed, used & !was_used);
        let mut news = newly_closed | newly_used;
        while news != 0 {
            let slot = news.trailing_zeros();
            news &= news - 1;
            let Edge { other, mirror, .. } = self.edges[begin + slot as usize];
            let other = usize::from(other);
            let uses = newly_used >> slot & 1 == 1;
            let there = domains.word(self.notes + other);
            let bit = 1 << mirror << if uses { 32 } else { 0 };
            if there & bit == 0 {
                domains.write(self.notes + other, there | bit);
                self.put_on_agenda(other);
                if uses {
                    self.join(vertex, other, domains)?;
                }
            }
        }
        if closed & open != 0 || newly_used != 0 {
            // The set of open edges that this pass was based on has changed.
            self.put_on_agenda(vertex);
        }
        Ok(())
    }

    /// Merges two chains whose ends an edge now joins.
    fn join(&mut self, one: usize, other: usize, domains: &mut Domains) -> Propagated {
        let (here, there) = (domains.word(self.chains + one), domains.word(self.chains + other));
        let (from, to) = (other_end(here), other_end(there));
        if from == other {
            return Err(Conflict);
        }
        let length = (length_of(here) + length_of(there) + 1) as u64;
        domains.write(self.chains + from, to as u64 | length << 16);
        domains.write(self.chains + to, from as u64 | length << 16);
        if length > 1 {
            self.close(from, to, domains);
        }
        self.put_on_agenda(from);
        self.put_on_agenda(to);
        Ok(())
    }

    /// Closes the edge between two vertices, if there is one.
    fn close(&self, one: usize, other: usize, domains: &mut Domains) {
        let (begin, end) = (self.starts[one] as usize, self.starts[one + 1] as usize);
        let slot = self.edges[begin..end].iter().position(|edge| usize::from(edge.other) == other);
        if let Some(slot) = slot {
            let mirror = self.edges[begin + slot].mirror;
            for (vertex, bit) in [(one, 1u64 << slot), (other, 1 << mirror)] {
                let note = domains.word(self.notes + vertex);
                domains.write(self.notes + vertex, note | bit);
            }
        }
    }

    /// Fixes each vertex that is the only one for some place.
    fn sole_places<const W: usize>(&mut self, domains: &mut Domains) -> Propagated {
        let (mut once, mut twice) = ([0; W], [0; W]);
        let (open, sets) = (self.open.get(domains), domains.sets::<W>());
        for &vertex in open {
            let set = &sets[self.vertices[usize::from(vertex)]];
            for word in 0..W {
                twice[word] |= once[word] & set[word];
                once[word] |= set[word];
            }
        }
        if once.iter().map(|word| word.count_ones() as usize).sum::<usize>() < open.len() {
            let fixed = self.vertices.iter().filter_map(|&variable| domains.single(variable));
            fixed.for_each(|place| once[usize::from(place) / 64] |= 1 << (place % 64));
            for place in
                (0..self.vertices.len()).filter(|place| once[place / 64] >> (place % 64) & 1 == 0)
            {
                self.place_trouble[place] += 1;
            }
            return Err(Conflict);
        }
        let sole = without(&once, &twice);
        if sole == [0; W] {
            return Ok(());
        }
        for index in 0..open.len() {
            let vertex = usize::from(self.open.get(domains)[index]);
            let sole = common(domains.array::<W>(self.vertices[vertex]), &sole);
            if sole != [0; W] {
                match only(&sole) {
                    Some(place) => domains.fix(self.vertices[vertex], place)?,
                    None => return self.trouble_with(vertex),
                }
            }
        }
        Ok(())
    }

    /// Chooses the next decision: a vertex with few places, or a place with few vertices. With
    /// `by_trouble`, candidates that caused more conflicts count as smaller.
    pub(crate) fn choice(
        &mut self,
        by_trouble: bool,
        domains: &Domains,
    ) -> Option<(Variable, Value)> {
        let weight = |trouble: u32| if by_trouble { trouble } else { 1 };
        let mut best: Option<Candidate> = None;
        let mut offer = |candidate: Candidate| {
            if best.is_none_or(|best| candidate.comes_before(best)) {
                best = Some(candidate);
            }
        };
        self.counts.fill(0);
        for vertex in self.open.get(domains).iter().map(|&vertex| usize::from(vertex)) {
            let mut count = 0;
            for (word, &bits) in domains.get(self.vertices[vertex]).iter().enumerate() {
                let mut rest = bits;
                while rest != 0 {
                    self.counts[word * 64 + rest.trailing_zeros() as usize] += 1;
                    rest &= rest - 1;
                    count += 1;
                }
            }
            let trouble = weight(self.vertex_trouble[vertex]);
            offer(Candidate { count, trouble, is_place: false, index: vertex });
        }
        for (index, (&count, &trouble)) in self.counts.iter().zip(&self.place_trouble).enumerate() {
            if count > 1 {
                offer(Candidate { count, trouble: weight(trouble), is_place: true, index });
            }
        }
        let Candidate { is_place, index, .. } = best?;
        if is_place {
            let place = index as Value;
            let holder = self.vertices.iter().find(|&&variable| domains.contains(variable, place));
            holder.map(|&variable| (variable, place))
        } else {
            let variable = self.vertices[index];
            domains.first(variable).map(|place| (variable, place))
        }
    }
}

/// A vertex or a place that could be decided next.
#[derive(Clone, Copy)]
struct Candidate {
    /// Number of places the vertex may have, or of vertices that may have the place.
    count: u32,
    trouble: u32,
    is_place: bool,
    index: usize,
}

impl Candidate {
    /// Whether it has fewer options in proportion to its conflicts; ties go to vertices before
    /// places, then to the lower index.
    #[inline(always)]
    fn comes_before(self, other: Candidate) -> bool {
        let here = u64::from(self.count) * u64::from(other.trouble);
        let there = u64::from(other.count) * u64::from(self.trouble);
        here < there || here == there && (self.is_place, self.index) < (other.is_place, other.index)
    }
}

/// Splits an edge word into closed and used edges.
#[inline]
fn halves(note: u64) -> (u32, u32) {
    (note as u32, (note >> 32) as u32)
}

/// The first edges of a vertex, this many of them.
#[inline(always)]
fn all_slots(edges: usize) -> u32 {
    ((1u64 << edges) - 1) as u32
}

/// Lists a set of edges of a vertex.
#[inline(always)]
fn slots(mut edges: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = (edges != 0).then(|| edges.trailing_zeros() as usize)?;
        edges &= edges - 1;
        Some(slot)
    })
}

/// Counts edges, but only up to three: cheaper than a full count.
#[inline]
fn up_to_three(edges: u32) -> u32 {
    let all_but_one = edges & edges.wrapping_sub(1);
    let all_but_two = all_but_one & all_but_one.wrapping_sub(1);
    u32::from(edges != 0) + u32::from(all_but_one != 0) + u32::from(all_but_two != 0)
}

fn other_end(chain: u64) -> usize {
    (chain & 0xffff) as usize
}

fn length_of(chain: u64) -> usize {
    (chain >> 16) as usize
}
