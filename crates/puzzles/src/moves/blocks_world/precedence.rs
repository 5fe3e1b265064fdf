//! Which blocks have to move twice, as a graph.
//!
//! Every misplaced block leaves its place and arrives at its target. It leaves before the block
//! below it does, and after everything above it. It arrives after the block that it has to stand on,
//! and after whatever stands on that block now has left. A block that moves once leaves and arrives
//! at the same time; one that moves twice is put on the table in between, and no block of a
//! shortest solution moves more often. There is an arc from x to y if, whatever else happens, x
//! leaves before y arrives. Then the blocks that move once must not form a ring, and if they do not,
//! any order that keeps these rules is a solution: the blocks that move twice are a feedback vertex
//! set of the graph, and fewest moves mean a smallest one.
//!
//! Arcs of which one end passes by the other are left out: a ring through them has a shorter one.

use super::digraph::Digraph;
use super::goal::SettledBlocks;
use super::{Block, TABLE};

/// Returns the graph on the misplaced blocks, without those that must move twice in any case, which
/// are returned beside it.
pub(super) fn rings(settled: &SettledBlocks) -> (Digraph, Vec<Block>) {
    let vertices: Vec<Block> = settled.misplaced().collect();
    let mut number = vec![usize::MAX; settled.stays.len()];
    for (vertex, &block) in vertices.iter().enumerate() {
        number[usize::from(block)] = vertex;
    }
    let mut graph = Digraph::new(vertices);
    let words = graph.words();
    let later = later_arrivals(settled, &number, graph.len(), words);
    let mut seen = vec![0; words];
    for bottom in settled.below.iter().enumerate().filter(|(_, below)| **below == TABLE) {
        let mut block = bottom.0 as Block;
        let mut base = TABLE;
        while block != TABLE && settled.stays[usize::from(block)] {
            (base, block) = (block, settled.above[usize::from(block)]);
        }
        // Nothing arrives on the base before all that is on it has left.
        seen.fill(0);
        let onto_base = if base == TABLE { TABLE } else { settled.target_above[usize::from(base)] };
        if onto_base != TABLE {
            join(&mut seen, arrivals(&later, words, number[usize::from(onto_base)]));
        }
        while block != TABLE {
            let vertex = number[usize::from(block)];
            graph.set_out(vertex, &seen);
            join(&mut seen, arrivals(&later, words, vertex));
            block = settled.above[usize::from(block)];
        }
    }
    graph.complete_in();
    graph.take_loops();
    let forced = graph.take_taken();
    (graph, forced)
}

/// The blocks that have to move twice in any case.
pub(super) fn moving_twice(settled: &SettledBlocks) -> Vec<Block> {
    rings(settled).1
}

/// For each vertex, the set of vertices that arrive with it or after it.
fn later_arrivals(
    settled: &SettledBlocks,
    number: &[usize],
    count: usize,
    words: usize,
) -> Vec<u64> {
    let mut later = vec![0; count * words];
    let is_top = |block: &Block| settled.target_above[usize::from(*block)] == TABLE;
    for top in (0..settled.target.len() as Block).filter(is_top) {
        let mut block = top;
        let mut above: Option<usize> = None;
        while block != TABLE && !settled.stays[usize::from(block)] {
            let vertex = number[usize::from(block)];
            if let Some(above) = above {
                later.copy_within(above * words..(above + 1) * words, vertex * words);
            }
            later[vertex * words + vertex / 64] |= 1 << (vertex % 64);
            above = Some(vertex);
            block = settled.target[usize::from(block)];
        }
    }
    later
}

fn arrivals(later: &[u64], words: usize, vertex: usize) -> &[u64] {
    &later[vertex * words..(vertex + 1) * words]
}

fn join(set: &mut [u64], more: &[u64]) {
    set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}
