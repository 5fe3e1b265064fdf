//! Best-first search, the engine of breadth-first, uniform-cost and A* search. Open nodes are kept
//! in a heap; the first in the [`NodeOrder`] is expanded, and its children join the heap. Russell
//! and Norvig, Artificial Intelligence (4th ed., 3.3), with scores instead of costs, highest first.
//! Complete where the space is finite (with the closed list: where its states are). A goal is
//! recognised when its node is expanded, not when it is generated; only then is no better node
//! open. Time and memory: every node generated. Budgets are kept exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{
    Found, Guided, Inside, Meter, MethodShape, NodeState, Refused, Score, Search, SearchNode,
    SliceEnd,
};

use super::closed::{Closed, GraphSettings, NO_LIMIT, all_searched};
use super::move_tree::{MoveTree, NodeId};
use super::record::{NodeValue, QUEUE, TreeRecord};
use super::slots::{Slot, Slots};
use crate::worth::Incumbents;

/// Decides which open node is expanded next.
pub trait NodeOrder<S: Guided> {
    /// The node of greatest rank is next; among equals the one generated first.
    type Rank: Ord + Copy;
    /// Whether a state reached again with a better score is expanded again, even if any goal will
    /// do.
    const SCORE_COUNTS: bool;

    /// Returns the rank of a node.
    fn rank(space: &S, state: &S::State, score: Score, depth: u32) -> Self::Rank;
    /// Whether nothing that follows a state can be of use, so that it is not kept.
    fn is_useless(_space: &S, _state: &S::State) -> bool {
        false
    }
    /// Upper bound on the gain of a move and everything after it, if the order uses one and the
    /// puzzle can tell without playing the move.
    fn promised(_space: &S, _state: &S::State, _mv: S::Move) -> Option<Score> {
        None
    }
    /// Upper bound on the score of any game through a node of this or a lower rank, if known.
    fn ceiling(rank: Self::Rank) -> Option<Score>;
}

/// Best-first search in the order `O`.
pub struct BestFirst<'a, S: Guided, O: NodeOrder<S>> {
    space: &'a S,
    open: BinaryHeap<(O::Rank, Reverse<NodeId>, Slot)>,
    waiting: Slots<Waiting<S::State>>,
    closed: Closed,
    links: MoveTree<S::Move>,
    incumbents: Incumbents<S::Move>,
    /// A score that is known elsewhere.
    known: Option<Score>,
    /// The node being expanded with its rank, while its moves are played.
    parent: Option<(Waiting<S::State>, NodeId, O::Rank)>,
    /// Its moves still to be played, the next one last.
    moves: Vec<S::Move>,
    /// The tree, for people who watch.
    record: Option<Box<TreeRecord<S::Move>>>,
}

/// An open node without its rank and its line.
struct Waiting<State> {
    state: State,
    key: u128,
    score: Score,
    depth: u32,
}

/// Number of moves between two updates of the memory count.
const STEPS_PER_COUNT: usize = 16;

impl<'a, S: Guided, O: NodeOrder<S>> BestFirst<'a, S, O> {
    pub(crate) fn from_start(space: &'a S, settings: &GraphSettings) -> Self {
        let mut search = BestFirst {
            space,
            open: BinaryHeap::new(),
            waiting: Slots::new(),
            closed: Closed::new(settings, space.aim(), O::SCORE_COUNTS),
            links: MoveTree::new(),
            incumbents: Incumbents::default(),
            known: None,
            parent: None,
            moves: Vec::new(),
            record: None,
        };
        let state = space.start();
        let key = search.closed.key(space, &state);
        search.closed.admits(key, 0, NO_LIMIT);
        let rank = O::rank(space, &state, 0, 0);
        search.put(Waiting { state, key, score: 0, depth: 0 }, rank, MoveTree::<S::Move>::ROOT);
        search
    }

    fn put(&mut self, node: Waiting<S::State>, rank: O::Rank, link: NodeId) {
        self.open.push((rank, Reverse(link), self.waiting.put(node)));
    }

    /// Whether nothing of this rank or a lower one can be better than what is known elsewhere.
    fn is_beaten(&self, rank: O::Rank) -> bool {
        self.known.is_some() && O::ceiling(rank).is_some_and(|ceiling| Some(ceiling) <= self.known)
    }

    /// Plays the next move of the node being expanded, or takes the next open node.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let Some((parent, link, _)) = &self.parent else { return Ok(self.take_up(meter)) };
        let Some(&mv) = self.moves.last() else {
            self.parent = None;
            return Ok(None);
        };
        if self.known.is_some() {
            let promised = O::promised(self.space, &parent.state, mv);
            if promised.is_some_and(|after| Some(parent.score + after) <= self.known) {
                self.moves.pop();
                return Ok(None);
            }
        }
        let mut state = parent.state.clone();
        let score = parent.score + meter.visit(self.space, &mut state, mv)?;
        self.moves.pop();
        let (depth, before) = (parent.depth + 1, *link);
        let key = self.closed.key(self.space, &state);
        let is_new = self.closed.admits(key, score, NO_LIMIT);
        if is_new && !O::is_useless(self.space, &state) {
            let rank = O::rank(self.space, &state, score, depth);
            if !self.is_beaten(rank) {
                let link = self.links.add(before, mv);
                self.put(Waiting { state, key, score, depth }, rank, link);
                if let Some(record) = &mut self.record {
                    let value = NodeValue { score: Some(score), at_most: O::ceiling(rank) };
                    let parent = record.of_link(before);
                    let node = record.add(parent, Some(mv), depth, value, NodeState::Open);
                    record.link(link, node);
                }
                return Ok(None);
            }
        }
        if let Some(record) = &mut self.record {
            let value = NodeValue { score: Some(score), at_most: None };
            let state = if is_new { NodeState::Cut } else { NodeState::Known };
            let parent = record.of_link(before);
            record.add(parent, Some(mv), depth, value, state);
        }
        Ok(None)
    }

    /// Records what has become of an open node.
    fn note(&mut self, link: NodeId, state: NodeState) {
        if let Some(record) = &mut self.record
            && let Some(node) = record.of_link(link)
        {
            record.change(node, |node| node.state = state);
            record.go_to(Some(node));
        }
    }

    /// Returns the open nodes that come next.
    fn queue(&self, record: &TreeRecord<S::Move>) -> Vec<SearchNode> {
        let mut first: Vec<_> = self.open.iter().collect();
        if first.len() > QUEUE {
            first.select_nth_unstable_by(QUEUE, |one, other| other.cmp(one));
            first.truncate(QUEUE);
        }
        first.sort_by(|one, other| other.cmp(one));
        let node = |&&(rank, Reverse(link), slot): &&(O::Rank, Reverse<NodeId>, Slot)| {
            let Waiting { score, depth, .. } = self.waiting.get(slot)?;
            let (id, state) = (record.of_link(link)?, NodeState::Open);
            let (score, at_most) = (Some(*score), O::ceiling(rank));
            Some(SearchNode { id, parent: None, depth: *depth, score, at_most, state })
        };
        first.iter().filter_map(node).collect()
    }

    /// Takes the next open node. Returns how the search ends, if it ends here.
    fn take_up(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let space = self.space;
        let Some((rank, Reverse(link), slot)) = self.open.pop() else {
            return Some(SliceEnd::Proved);
        };
        if self.is_beaten(rank) {
            return Some(SliceEnd::Proved);
        }
        let node = self.waiting.take(slot);
        if self.closed.outdates(node.key, node.score) {
            self.note(link, NodeState::Known);
            return None;
        }
        meter.moves(space, &node.state, &mut self.moves);
        let over = self.moves.is_empty();
        self.note(link, if over { NodeState::End } else { NodeState::Expanded });
        let line = || self.links.line(link);
        let worth = self.incumbents.meet(space, &node.state, node.score, over, meter, line);
        if worth.solved && O::ceiling(rank).is_some_and(|ceiling| worth.score >= ceiling) {
            return Some(SliceEnd::Proved);
        }
        if worth.solved && !space.aim().score_counts() {
            return Some(SliceEnd::Exhausted);
        }
        self.moves.reverse();
        self.parent = Some((node, link, rank));
        None
    }

    fn bytes(&self) -> usize {
        let heap = self.parent.as_ref().map_or(0, |(node, ..)| self.space.heap_bytes(&node.state));
        self.open.capacity() * size_of::<(O::Rank, Reverse<NodeId>, Slot)>()
            + self.waiting.bytes()
            + self.open.len() * heap
            + self.links.bytes()
            + self.closed.bytes()
    }
}

impl<S: Guided, O: NodeOrder<S>> Search for BestFirst<'_, S, O> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        // A slice ends only between nodes, so that an observer sees a node with all its children.
        while if self.parent.is_some() { meter.goes_on() } else { meter.in_slice() } {
            match self.step(meter) {
                Ok(Some(end)) => return end,
                Ok(None) => {}
                Err(Refused) => break,
            }
            if self.moves.len().is_multiple_of(STEPS_PER_COUNT) {
                meter.keep(self.open.len() + self.closed.len(), self.bytes());
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn beat(&mut self, score: Score) {
        self.known = self.known.max(Some(score)).filter(|_| self.space.aim().score_counts());
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }

    fn bound(&self) -> Option<Score> {
        let parent = self.parent.as_ref().map(|&(.., rank)| rank);
        let next = self.open.peek().map(|&(rank, ..)| rank);
        let found = self.incumbents.bar().max(self.known);
        match parent.max(next) {
            Some(open) => O::ceiling(open).map(|open| found.map_or(open, |found| found.max(open))),
            None => found,
        }
    }

    fn argument(&self) -> Option<String> {
        let is_over = self.open.is_empty() && self.parent.is_none();
        (is_over && self.bound().is_none()).then(|| all_searched(self.closed.len()))
    }

    fn inside(&self) -> Inside {
        let next = self.open.peek().and_then(|&(.., slot)| self.waiting.get(slot));
        let depth = next.map_or(0, |node| node.depth);
        let (open, closed) = (self.open.len() as f64, self.closed.len() as f64);
        let shape =
            self.record.as_ref().map(|record| MethodShape::Tree(record.tree(self.queue(record))));
        Inside::of([
            ("open nodes", open),
            ("known states", closed),
            ("depth of the next node", depth.into()),
        ])
        .with(shape)
    }

    fn keep_record(&mut self) {
        let mut record = TreeRecord::new();
        let value = NodeValue { score: Some(0), at_most: self.bound() };
        let root = record.add(None, None, 0, value, NodeState::Open);
        record.link(MoveTree::<S::Move>::ROOT, root);
        self.record = Some(Box::new(record));
    }

    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.record.as_ref()?.line(item)
    }

    fn current(&self) -> Option<Self::Answer> {
        self.record.as_ref()?.current()
    }
}
