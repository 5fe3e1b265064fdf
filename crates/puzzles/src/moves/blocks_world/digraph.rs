//! A directed graph as bit rows, and reductions that keep the size of a smallest feedback vertex
//! set.
//!
//! A feedback vertex set meets every cycle. Vertices that are known to belong to a smallest one are
//! taken; vertices that need not are bypassed: everything before them is joined to everything after
//! them. Most arcs turn out to be superfluous, because a cycle matters only if no part of its
//! vertices has a cycle of its own. The rules are those of H. Levy and D. Low (1988) and H. Lin and
//! J. Jou (2000), and domination as known from vertex covers. All are cheap on bit rows.

use super::Block;

/// A directed graph whose vertices stand for blocks.
#[derive(Debug, Clone)]
pub(super) struct Digraph {
    words: usize,
    blocks: Vec<Block>,
    /// Rows of successors and of predecessors.
    out: Vec<u64>,
    into: Vec<u64>,
    alive: Vec<u64>,
    /// Blocks of vertices that were found to belong to a smallest feedback vertex set.
    taken: Vec<Block>,
}

impl Digraph {
    /// Creates a graph without arcs.
    pub(super) fn new(blocks: Vec<Block>) -> Self {
        let count = blocks.len();
        let words = count.div_ceil(64);
        let mut alive = vec![u64::MAX; words];
        if !count.is_multiple_of(64) {
            alive[words - 1] = (1 << (count % 64)) - 1;
        }
        let rows = vec![0; count * words];
        Digraph { words, blocks, into: rows.clone(), out: rows, alive, taken: Vec::new() }
    }

    /// Number of vertices, removed ones included.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.alive.iter().all(|&word| word == 0)
    }

    /// Number of words of a row.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn bytes(&self) -> usize {
        16 * self.out.len() + 2 * self.blocks.len()
    }

    pub(super) fn block(&self, vertex: usize) -> Block {
        self.blocks[vertex]
    }

    /// Blocks taken so far.
    pub(super) fn taken(&self) -> &[Block] {
        &self.taken
    }

    /// Hands over the blocks taken so far.
    pub(super) fn take_taken(&mut self) -> Vec<Block> {
        std::mem::take(&mut self.taken)
    }

    /// Sets the successors of a vertex; [`Digraph::complete_in`] follows.
    pub(super) fn set_out(&mut self, vertex: usize, successors: &[u64]) {
        self.out[vertex * self.words..(vertex + 1) * self.words].copy_from_slice(successors);
    }

    /// Computes the predecessors from the successors.
    pub(super) fn complete_in(&mut self) {
        for vertex in 0..self.len() {
            for word in 0..self.words {
                for successor in bits(self.out[vertex * self.words + word], word) {
                    self.into[successor * self.words + vertex / 64] |= 1 << (vertex % 64);
                }
            }
        }
    }

    pub(super) fn successors(&self, vertex: usize) -> &[u64] {
        &self.out[vertex * self.words..(vertex + 1) * self.words]
    }

    pub(super) fn predecessors(&self, vertex: usize) -> &[u64] {
        &self.into[vertex * self.words..(vertex + 1) * self.words]
    }

    /// The vertices that are left, in rising order.
    pub(super) fn vertices(&self) -> Vec<usize> {
        members(&self.alive)
    }

    /// Vertices that form a cycle of two with a vertex.
    pub(super) fn partners(&self, vertex: usize) -> impl Iterator<Item = u64> + '_ {
        self.successors(vertex).iter().zip(self.predecessors(vertex)).map(|(out, into)| out & into)
    }

    /// Number of successors plus predecessors.
    pub(super) fn degree(&self, vertex: usize) -> u32 {
        count(self.successors(vertex)) + count(self.predecessors(vertex))
    }

    fn is_alive(&self, vertex: usize) -> bool {
        has(&self.alive, vertex)
    }

    fn has_arc(&self, from: usize, to: usize) -> bool {
        has(self.successors(from), to)
    }

    fn add_arc(&mut self, from: usize, to: usize) {
        self.out[from * self.words + to / 64] |= 1 << (to % 64);
        self.into[to * self.words + from / 64] |= 1 << (from % 64);
    }

    fn delete_arc(&mut self, from: usize, to: usize) {
        self.out[from * self.words + to / 64] &= !(1 << (to % 64));
        self.into[to * self.words + from / 64] &= !(1 << (from % 64));
    }

    /// Removes a vertex with its arcs.
    pub(super) fn remove(&mut self, vertex: usize) {
        for word in 0..self.words {
            for other in bits(self.out[vertex * self.words + word], word) {
                self.into[other * self.words + vertex / 64] &= !(1 << (vertex % 64));
            }
            for other in bits(self.into[vertex * self.words + word], word) {
                self.out[other * self.words + vertex / 64] &= !(1 << (vertex % 64));
            }
        }
        self.out[vertex * self.words..(vertex + 1) * self.words].fill(0);
        self.into[vertex * self.words..(vertex + 1) * self.words].fill(0);
        self.alive[vertex / 64] &= !(1 << (vertex % 64));
    }

    /// Puts a vertex into the feedback vertex set.
    pub(super) fn take(&mut self, vertex: usize) {
        self.taken.push(self.blocks[vertex]);
        self.remove(vertex);
    }

    /// Leaves a vertex out of the feedback vertex set.
    pub(super) fn bypass(&mut self, vertex: usize) {
        let (before, after) =
            (members(self.predecessors(vertex)), members(self.successors(vertex)));
        self.remove(vertex);
        for &from in &before {
            for &to in &after {
                self.add_arc(from, to);
            }
        }
    }

    /// Takes the vertices that are cycles by themselves.
    pub(super) fn take_loops(&mut self) -> bool {
        let loops: Vec<usize> =
            self.vertices().into_iter().filter(|&vertex| self.has_arc(vertex, vertex)).collect();
        loops.iter().for_each(|&vertex| self.take(vertex));
        !loops.is_empty()
    }

    /// Applies the reductions that look at one vertex, until none applies. Returns whether any did.
    pub(super) fn reduce_lightly(&mut self) -> bool {
        let mut has_changed = false;
        loop {
            let mut is_changing = false;
            for vertex in self.vertices() {
                if self.has_arc(vertex, vertex) {
                    self.take(vertex);
                    is_changing = true;
                    continue;
                }
                match (count(self.predecessors(vertex)), count(self.successors(vertex))) {
                    (0, _) | (_, 0) => self.remove(vertex),
                    // A neighbour is on every cycle through the vertex.
                    (1, _) | (_, 1) => self.bypass(vertex),
                    _ => continue,
                }
                is_changing = true;
            }
            if !is_changing {
                return has_changed;
            }
            has_changed = true;
        }
    }

    /// Applies all reductions until none applies.
    pub(super) fn reduce(&mut self) {
        while self.reduce_once() {}
    }

    /// Applies the first reductions that apply, the cheap ones first. Returns whether any did.
    pub(super) fn reduce_once(&mut self) -> bool {
        self.reduce_lightly()
            || self.cut_between_components()
            || self.cut_dominated_arcs()
            || self.take_cliques()
            || self.take_dominating_vertices()
    }

    /// Deletes arcs that are on no cycle free of cycles of two: those between the strongly
    /// connected components of the graph without cycles of two.
    fn cut_between_components(&mut self) -> bool {
        let single: Vec<u64> =
            self.out.iter().zip(&self.into).map(|(out, into)| out & !into).collect();
        let component = components(&single, self.words, &self.vertices(), self.len());
        let mut has_changed = false;
        for from in 0..self.len() {
            for to in members(&single[from * self.words..(from + 1) * self.words]) {
                if component[from] != component[to] {
                    self.delete_arc(from, to);
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// Deletes arcs u→v for which every cycle through them has a short cut: each w→u has w→v, or
    /// each v→w has u→w, where cycles of two do not count.
    fn cut_dominated_arcs(&mut self) -> bool {
        let mut has_changed = false;
        for from in self.vertices() {
            let single: Vec<u64> = self
                .successors(from)
                .iter()
                .zip(self.predecessors(from))
                .map(|(out, into)| out & !into)
                .collect();
            for to in members(&single) {
                let before = self
                    .predecessors(from)
                    .iter()
                    .zip(self.successors(from))
                    .zip(self.predecessors(to));
                let after = self
                    .successors(to)
                    .iter()
                    .zip(self.predecessors(to))
                    .zip(self.successors(from));
                let is_shorter =
                    |((here, back), there): ((&u64, &u64), &u64)| here & !back & !there == 0;
                if before.into_iter().all(is_shorter) || after.into_iter().all(is_shorter) {
                    self.delete_arc(from, to);
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// Takes the partners of a vertex if they are partners of each other and the vertex has no
    /// other successors or no other predecessors.
    fn take_cliques(&mut self) -> bool {
        let mut has_changed = false;
        for vertex in self.vertices() {
            if !self.is_alive(vertex) {
                continue;
            }
            let partners: Vec<u64> = self.partners(vertex).collect();
            if self.successors(vertex) != partners && self.predecessors(vertex) != partners {
                continue;
            }
            let clique = members(&partners);
            let is_joined = |&one: &usize| {
                let others = self.partners(one).zip(&partners).enumerate();
                others.into_iter().all(|(word, (joined, &wanted))| {
                    let itself = if word == one / 64 { 1 << (one % 64) } else { 0 };
                    wanted & !joined & !itself == 0
                })
            };
            if !clique.is_empty() && clique.iter().all(is_joined) {
                clique.iter().for_each(|&one| self.take(one));
                self.remove(vertex);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Takes a partner u of v whose successors and predecessors include all others of v: wherever
    /// v is in a smallest set, u serves as well.
    fn take_dominating_vertices(&mut self) -> bool {
        let mut has_changed = false;
        for vertex in self.vertices() {
            if !self.is_alive(vertex) {
                continue;
            }
            let partners: Vec<u64> = self.partners(vertex).collect();
            let dominates = |&other: &usize| {
                let includes = |small: &[u64], large: &[u64]| {
                    small.iter().zip(large).enumerate().all(|(word, (small, large))| {
                        let itself = if word == other / 64 { 1 << (other % 64) } else { 0 };
                        small & !large & !itself == 0
                    })
                };
                includes(self.successors(vertex), self.successors(other))
                    && includes(self.predecessors(vertex), self.predecessors(other))
            };
            if let Some(other) = members(&partners).into_iter().find(dominates) {
                self.take(other);
                has_changed = true;
            }
        }
        has_changed
    }

    /// A shortest cycle through a vertex, which comes first.
    pub(super) fn shortest_cycle(&self, vertex: usize) -> Option<Vec<usize>> {
        const NONE: usize = usize::MAX;
        let mut before = vec![NONE; self.len()];
        let (mut reached, mut next) = (vec![vertex], 0);
        let mut at = 'search: loop {
            let &at = reached.get(next)?;
            next += 1;
            for successor in members(self.successors(at)) {
                if successor == vertex {
                    break 'search at;
                }
                if before[successor] == NONE {
                    before[successor] = at;
                    reached.push(successor);
                }
            }
        };
        let mut cycle = Vec::new();
        while at != vertex {
            cycle.push(at);
            at = before[at];
        }
        cycle.push(vertex);
        cycle.reverse();
        Some(cycle)
    }

    /// The strongly connected components, each as a graph without removed vertices.
    pub(super) fn split(&self) -> Vec<Digraph> {
        let vertices = self.vertices();
        let component = components(&self.out, self.words, &vertices, self.len());
        let parts = vertices.iter().map(|&vertex| component[vertex] + 1).max().unwrap_or(0);
        let mut groups = vec![Vec::new(); parts as usize];
        vertices.iter().for_each(|&vertex| groups[component[vertex] as usize].push(vertex));
        groups.iter().map(|group| self.induced(group)).collect()
    }

    /// The graph on some of the vertices, given in rising order.
    pub(super) fn induced(&self, vertices: &[usize]) -> Digraph {
        let mut graph = Digraph::new(vertices.iter().map(|&vertex| self.blocks[vertex]).collect());
        let mut number = vec![usize::MAX; self.len()];
        for (new, &old) in vertices.iter().enumerate() {
            number[old] = new;
        }
        for (new, &old) in vertices.iter().enumerate() {
            for successor in members(self.successors(old)) {
                if number[successor] != usize::MAX {
                    graph.add_arc(new, number[successor]);
                }
            }
        }
        graph
    }
}

/// The strongly connected component of each vertex, from 0 (Tarjan 1972).
fn components(out: &[u64], words: usize, vertices: &[usize], count: usize) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let (mut index, mut low) = (vec![NONE; count], vec![0; count]);
    let mut component = vec![NONE; count];
    let (mut next, mut found) = (0, 0);
    let mut path: Vec<usize> = Vec::new();
    // A vertex, the word of its row that is being read, and what is left of it.
    let mut calls: Vec<(usize, usize, u64)> = Vec::new();
    for &root in vertices {
        if index[root] != NONE {
            continue;
        }
        let mut entered = Some(root);
        loop {
            if let Some(vertex) = entered.take() {
                (index[vertex], low[vertex]) = (next, next);
                next += 1;
                path.push(vertex);
                calls.push((vertex, 0, out[vertex * words]));
            }
            let Some((vertex, word, rest)) = calls.last_mut() else { break };
            if *rest != 0 {
                let successor = *word * 64 + rest.trailing_zeros() as usize;
                *rest &= *rest - 1;
                if index[successor] == NONE {
                    entered = Some(successor);
                } else if component[successor] == NONE {
                    low[*vertex] = low[*vertex].min(index[successor]);
                }
                continue;
            }
            if *word + 1 < words {
                *word += 1;
                *rest = out[*vertex * words + *word];
                continue;
            }
            let vertex = *vertex;
            calls.pop();
            if let Some(&(before, ..)) = calls.last() {
                low[before] = low[before].min(low[vertex]);
            }
            if low[vertex] == index[vertex] {
                while let Some(member) = path.pop() {
                    component[member] = found;
                    if member == vertex {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

/// The members of a set, in rising order.
pub(super) fn members(set: &[u64]) -> Vec<usize> {
    set.iter().enumerate().flat_map(|(word, &rest)| bits(rest, word)).collect()
}

fn bits(mut rest: u64, word: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(word * 64 + bit)
    })
}

/// The size of a set.
pub(super) fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn has(set: &[u64], member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 == 1
}
