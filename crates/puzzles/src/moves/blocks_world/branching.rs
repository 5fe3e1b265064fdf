//! A smallest feedback vertex set by branch and bound, in steps.
//!
//! A graph is reduced and split into its strongly connected parts. A part whose bounds differ is
//! branched on: its most entangled vertex is taken, then bypassed. The stack is explicit, so that
//! the search can be interrupted between any two steps.

use super::Block;
use super::digraph::Digraph;
use super::packing::{greedy_set, lower_bound, most_entangled};

/// Searches for a feedback vertex set with fewer vertices than a limit.
#[derive(Debug, Clone)]
pub(super) struct Branching {
    frames: Vec<Frame>,
    next: Next,
}

/// What the next step does.
#[derive(Debug, Clone)]
enum Next {
    /// Solves a graph with fewer vertices than the limit.
    Solve(Digraph, usize),
    /// Hands the result of a graph to the frame that asked for it: a smallest set, if it is below
    /// the limit.
    Return(Option<Vec<Block>>),
}

#[derive(Debug, Clone)]
enum Frame {
    /// Parts that are solved one after the other.
    Split { done: Vec<Block>, parts: Vec<Part>, limit: usize },
    /// A connected part, and the vertex that is taken or bypassed.
    Branch {
        part: Digraph,
        vertex: usize,
        done: Vec<Block>,
        low: usize,
        best: Option<Vec<Block>>,
        limit: usize,
        is_second: bool,
    },
}

#[derive(Debug, Clone)]
struct Part {
    graph: Digraph,
    low: usize,
    greedy: Vec<Block>,
}

impl Branching {
    /// Begins a search for a set of fewer than `limit` vertices.
    pub(super) fn new(graph: Digraph, limit: usize) -> Self {
        Branching { frames: Vec::new(), next: Next::Solve(graph, limit) }
    }

    /// Returns whether the next step solves a graph, which is what counts as work.
    pub(super) fn is_at_graph(&self) -> bool {
        matches!(self.next, Next::Solve(..))
    }

    /// Number of graphs that are held, and the bytes that they take.
    pub(super) fn held(&self) -> (usize, usize) {
        let mut held = (0, 0);
        let mut add = |graph: &Digraph| held = (held.0 + 1, held.1 + graph.bytes());
        for frame in &self.frames {
            match frame {
                Frame::Split { parts, .. } => parts.iter().for_each(|part| add(&part.graph)),
                Frame::Branch { part, .. } => add(part),
            }
        }
        held
    }

    /// Takes one step. Returns the result at the end: a smallest set, if it has fewer vertices than
    /// the limit.
    pub(super) fn step(&mut self) -> Option<Option<Vec<Block>>> {
        let next = std::mem::replace(&mut self.next, Next::Return(None));
        self.next = match next {
            Next::Solve(graph, limit) => self.solve(graph, limit),
            Next::Return(result) => match self.frames.pop() {
                None => return Some(result),
                Some(Frame::Split { done, parts, limit }) => {
                    self.after_part(done, parts, limit, result)
                }
                Some(branch) => self.after_branch(branch, result),
            },
        };
        None
    }

    fn solve(&mut self, mut graph: Digraph, limit: usize) -> Next {
        graph.reduce();
        let done = graph.take_taken();
        if done.len() >= limit {
            return Next::Return(None);
        }
        if graph.is_empty() {
            return Next::Return(Some(done));
        }
        let mut parts = Vec::new();
        let mut total = done.len();
        for graph in graph.split() {
            let low = lower_bound(&mut graph.clone());
            total += low;
            parts.push((graph, low));
        }
        if total >= limit {
            return Next::Return(None);
        }
        let mut parts: Vec<Part> = parts
            .into_iter()
            .map(|(graph, low)| Part { greedy: greedy_set(&graph), graph, low })
            .collect();
        if parts.len() > 1 {
            // The smallest part is solved first: the last in the list.
            parts.sort_by_key(|part| std::cmp::Reverse(part.graph.len()));
            return self.next_part(done, parts, limit);
        }
        let Some(Part { graph, low, greedy }) = parts.pop() else {
            return Next::Return(Some(done));
        };
        self.branch(graph, low, greedy, done, limit)
    }

    fn branch(
        &mut self,
        part: Digraph,
        low: usize,
        greedy: Vec<Block>,
        done: Vec<Block>,
        limit: usize,
    ) -> Next {
        let best = (done.len() + greedy.len() < limit).then_some(greedy);
        if let Some(best) = best.as_ref().filter(|best| best.len() == low) {
            return Next::Return(Some([done, best.clone()].concat()));
        }
        let vertex = most_entangled(&part).expect("a part has vertices");
        let bar = best.as_ref().map_or(limit - done.len(), Vec::len);
        let mut taken = part.clone();
        taken.remove(vertex);
        self.frames.push(Frame::Branch { part, vertex, done, low, best, limit, is_second: false });
        Next::Solve(taken, bar - 1)
    }

    fn after_branch(&mut self, frame: Frame, result: Option<Vec<Block>>) -> Next {
        let Frame::Branch { part, vertex, done, low, mut best, limit, is_second } = frame else {
            unreachable!("split frames are handled by the caller");
        };
        if let Some(mut set) = result {
            if !is_second {
                set.push(part.block(vertex));
            }
            best = Some(set);
        }
        let bar = best.as_ref().map_or(limit - done.len(), Vec::len);
        if is_second || bar <= low {
            return Next::Return(best.map(|best| [done, best].concat()));
        }
        let mut bypassed = part.clone();
        bypassed.bypass(vertex);
        self.frames.push(Frame::Branch { part, vertex, done, low, best, limit, is_second: true });
        Next::Solve(bypassed, bar)
    }

    /// Solves the last of the parts.
    fn next_part(&mut self, mut done: Vec<Block>, mut parts: Vec<Part>, limit: usize) -> Next {
        loop {
            let Some(part) = parts.last() else { return Next::Return(Some(done)) };
            if part.low == part.greedy.len() {
                done.extend(&part.greedy);
                parts.pop();
                continue;
            }
            let room = room(&done, &parts, limit);
            let graph = part.graph.clone();
            // If nothing is better than the greedy set, that is the smallest one.
            let limit_here = room.min(part.greedy.len());
            self.frames.push(Frame::Split { done, parts, limit });
            return Next::Solve(graph, limit_here);
        }
    }

    fn after_part(
        &mut self,
        mut done: Vec<Block>,
        mut parts: Vec<Part>,
        limit: usize,
        result: Option<Vec<Block>>,
    ) -> Next {
        let room = room(&done, &parts, limit);
        let Some(part) = parts.pop() else { return Next::Return(Some(done)) };
        let set = result.or_else(|| (part.greedy.len() < room).then_some(part.greedy));
        let Some(set) = set else { return Next::Return(None) };
        done.extend(set);
        self.next_part(done, parts, limit)
    }
}

/// The limit for the last of the parts, if the others are as small as their bounds.
fn room(done: &[Block], parts: &[Part], limit: usize) -> usize {
    let others: usize = parts[..parts.len() - 1].iter().map(|part| part.low).sum();
    limit.saturating_sub(done.len() + others)
}
