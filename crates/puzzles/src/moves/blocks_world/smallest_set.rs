//! The search for a smallest set of blocks to put down first: a smallest feedback vertex set of the
//! graph of rings, between a set that gets smaller and a bound that gets larger.
//!
//! The graph is reduced. Then two searches take turns: attempts at an improvement, which free some
//! blocks of the known set and solve the rest of the graph exactly (large neighbourhood search),
//! and a proof, which asks by branch and bound whether the bound itself can be reached.

use quarry_core::{Meter, Refused, Rng};

use super::branching::Branching;
use super::digraph::Digraph;
use super::goal::SettledBlocks;
use super::packing::{greedy_set, lower_bound};
use super::{Block, precedence};

/// Graphs that an attempt at an improvement may solve.
const NODES_PER_ATTEMPT: u64 = 60;

/// Attempts in vain, one after the other, after which there are no more.
const VAIN_ATTEMPTS: u32 = 300;

/// Fewest and most blocks of the set that an attempt frees.
const FREED: (usize, usize) = (4, 60);

/// The running search.
pub(super) struct SmallestSet {
    graph: Digraph,
    /// Blocks that were found to belong to a smallest set before branching.
    forced: Vec<Block>,
    is_reduced: bool,
    /// The smallest set of the reduced graph that is known, and a number that none goes below.
    set: Vec<Block>,
    low: usize,
    rng: Rng,
    freed: usize,
    vain: u32,
    /// Graphs solved by attempts, and by the proof.
    attempted: u64,
    proving: u64,
    attempt: Option<Attempt>,
    proof: Option<Branching>,
}

/// A search for a smaller set that keeps a part of the known one.
struct Attempt {
    branching: Branching,
    kept: Vec<Block>,
    nodes: u64,
}

impl SmallestSet {
    pub(super) fn new(settled: &SettledBlocks, seed: u64) -> Self {
        let (graph, forced) = precedence::rings(settled);
        SmallestSet {
            graph,
            forced,
            is_reduced: false,
            set: Vec::new(),
            low: 0,
            rng: Rng::new(seed),
            freed: FREED.0,
            vain: 0,
            attempted: 0,
            proving: 0,
            attempt: None,
            proof: None,
        }
    }

    /// A number of blocks that have to be put down at least.
    pub(super) fn low(&self) -> usize {
        self.forced.len() + self.low
    }

    /// The smallest set known; `None` before the graph is reduced.
    pub(super) fn set(&self) -> Option<Vec<Block>> {
        self.is_reduced.then(|| [&*self.forced, &*self.set].concat())
    }

    /// Size of the smallest set known.
    pub(super) fn size(&self) -> Option<usize> {
        self.is_reduced.then_some(self.forced.len() + self.set.len())
    }

    /// Whether the set is proved to be a smallest one.
    pub(super) fn is_done(&self) -> bool {
        self.is_reduced && self.set.len() == self.low
    }

    /// Number of blocks that the reductions leave.
    pub(super) fn left(&self) -> usize {
        self.graph.len()
    }

    /// Works on, until the search is done.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        if !self.is_reduced {
            self.reduce(meter)
        } else if self.attempt.is_some() {
            self.go_on_with_attempt(meter)
        } else if self.vain < VAIN_ATTEMPTS && self.attempted <= self.proving {
            self.begin_attempt();
            Ok(())
        } else {
            self.go_on_with_proof(meter)
        }
    }

    fn reduce(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        meter.spend_visit()?;
        if self.graph.reduce_once() {
            return Ok(());
        }
        self.forced.append(&mut self.graph.take_taken());
        self.graph = self.graph.induced(&self.graph.vertices());
        self.low = lower_bound(&mut self.graph.clone());
        self.set = greedy_set(&self.graph);
        self.is_reduced = true;
        Ok(())
    }

    /// Frees some blocks of the set, and keeps the others.
    fn begin_attempt(&mut self) {
        let mut kept = self.set.clone();
        self.rng.shuffle(&mut kept);
        let freed = self.freed.min(kept.len());
        kept.truncate(kept.len() - freed);
        let mut is_kept = vec![false; 1 + usize::from(Block::MAX)];
        kept.iter().for_each(|&block| is_kept[usize::from(block)] = true);
        let rest: Vec<usize> = (0..self.graph.len())
            .filter(|&vertex| !is_kept[usize::from(self.graph.block(vertex))])
            .collect();
        let branching = Branching::new(self.graph.induced(&rest), freed);
        self.attempt = Some(Attempt { branching, kept, nodes: 0 });
    }

    fn go_on_with_attempt(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(attempt) = &mut self.attempt else { return Ok(()) };
        if attempt.branching.is_at_graph() {
            if attempt.nodes == NODES_PER_ATTEMPT {
                self.attempt = None;
                self.vain += 1;
                self.freed = (self.freed - 1).max(FREED.0);
                return Ok(());
            }
            meter.spend_visit()?;
            attempt.nodes += 1;
            self.attempted += 1;
        }
        let Some(result) = attempt.branching.step() else { return Ok(()) };
        match result {
            Some(mut smaller) => {
                smaller.append(&mut attempt.kept);
                self.set = smaller;
                self.vain = 0;
            }
            None => {
                self.vain += 1;
                self.freed = (self.freed + 1).min(FREED.1);
            }
        }
        self.attempt = None;
        Ok(())
    }

    fn go_on_with_proof(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let proof =
            self.proof.get_or_insert_with(|| Branching::new(self.graph.clone(), self.low + 1));
        if proof.is_at_graph() {
            meter.spend_visit()?;
            self.proving += 1;
            let (graphs, bytes) = proof.held();
            meter.keep(graphs, bytes + self.graph.bytes());
        }
        let Some(result) = proof.step() else { return Ok(()) };
        self.proof = None;
        match result {
            Some(set) => self.set = set,
            None => self.low += 1,
        }
        Ok(())
    }
}
