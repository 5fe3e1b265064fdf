//! Bounds on the size of a smallest feedback vertex set: from below by cycles without a common
//! vertex, from above by taking promising vertices. Both reduce the graph between their steps.

use super::Block;
use super::digraph::{Digraph, count, members};

/// Returns a number that no feedback vertex set goes below. Uses the graph up.
///
/// A clique of k partners needs k - 1 vertices; where there are no partners left, a shortest cycle
/// needs one.
pub(super) fn lower_bound(graph: &mut Digraph) -> usize {
    let before = graph.taken().len();
    let mut packed = 0;
    loop {
        graph.reduce_lightly();
        let vertices = graph.vertices();
        let has_partner = |vertex: &&usize| graph.partners(**vertex).any(|word| word != 0);
        let first = vertices.iter().filter(has_partner).min_by_key(|&&vertex| graph.degree(vertex));
        let cycle = match first {
            Some(&first) => {
                let clique = clique_of(graph, first);
                packed += clique.len() - 1;
                clique
            }
            None => {
                let Some(cycle) = short_cycle(graph, &vertices) else { break };
                packed += 1;
                cycle
            }
        };
        cycle.iter().for_each(|&vertex| graph.remove(vertex));
    }
    packed + graph.taken().len() - before
}

/// A clique of partners around a vertex, found greedily.
fn clique_of(graph: &Digraph, first: usize) -> Vec<usize> {
    let mut clique = vec![first];
    let mut joined: Vec<u64> = graph.partners(first).collect();
    let worth = |&vertex: &usize, joined: &[u64]| {
        let shared: u32 =
            graph.partners(vertex).zip(joined).map(|(one, other)| (one & other).count_ones()).sum();
        (i64::from(shared), -i64::from(graph.degree(vertex)))
    };
    while let Some(next) = members(&joined).into_iter().max_by_key(|vertex| worth(vertex, &joined))
    {
        clique.push(next);
        joined.iter_mut().zip(graph.partners(next)).for_each(|(set, other)| *set &= other);
    }
    clique
}

/// A cycle of least length, among the shortest through each vertex.
fn short_cycle(graph: &Digraph, vertices: &[usize]) -> Option<Vec<usize>> {
    /// There are no cycles of two here.
    const SHORTEST: usize = 3;
    let mut best: Option<Vec<usize>> = None;
    for &vertex in vertices {
        let Some(cycle) = graph.shortest_cycle(vertex) else { continue };
        if cycle.len() == SHORTEST {
            return Some(cycle);
        }
        if best.as_ref().is_none_or(|best| cycle.len() < best.len()) {
            best = Some(cycle);
        }
    }
    best
}

/// Returns a feedback vertex set, found by taking the most entangled vertex and reducing, in turns.
pub(super) fn greedy_set(graph: &Digraph) -> Vec<Block> {
    let mut graph = graph.clone();
    loop {
        graph.reduce();
        let Some(vertex) = most_entangled(&graph) else { return graph.take_taken() };
        graph.take(vertex);
    }
}

/// The vertex on which most seems to depend: on many cycles of two, and on many others.
pub(super) fn most_entangled(graph: &Digraph) -> Option<usize> {
    graph.vertices().into_iter().max_by_key(|&vertex| {
        let partners: u32 = graph.partners(vertex).map(u64::count_ones).sum();
        let (into, out) = (count(graph.predecessors(vertex)), count(graph.successors(vertex)));
        (4 * partners + into.min(out), into * out)
    })
}
