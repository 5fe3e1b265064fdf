//! Best-first search, the engine of breadth-first, uniform-cost and A* search. Open nodes are kept
//! in a heap; the first in the [`NodeOrder`] is expanded, and its children join the heap. Russell
//! and Norvig, Artificial Intelligence (4th ed., 3.3), with scores instead of costs, highest first.
//! Complete where the space is finite (with the closed list: where its states are). A goal is
//! recognised when its node is expanded, not when it is generated; only then is no better node
//! open. Time and memory: every node generated. Budgets are kept exactly.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{Found, Guided, Inside, Meter, Refused, Score, Search, SliceEnd};

use super::closed::{Closed, GraphSettings, NO_LIMIT};
use super::move_tree::{MoveTree, NodeId};
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
    /// The node being expanded, while its moves are played.
    parent: Option<(Waiting<S::State>, NodeId)>,
    /// Its moves still to be played, the next one last.
    moves: Vec<S::Move>,
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
            parent: None,
            moves: Vec::new(),
        };
        let state = space.start();
        let key = search.closed.key(space, &state);
        search.closed.admits(key, 0, NO_LIMIT);
        search.put(Waiting { state, key, score: 0, depth: 0 }, MoveTree::<S::Move>::ROOT);
        search
    }

    fn put(&mut self, node: Waiting<S::State>, link: NodeId) {
        self.open.push((self.rank(&node), Reverse(link), self.waiting.put(node)));
    }

    fn rank(&self, node: &Waiting<S::State>) -> O::Rank {
        O::rank(self.space, &node.state, node.score, node.depth)
    }

    /// Plays the next move of the node being expanded, or takes the next open node.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let Some((parent, link)) = &self.parent else { return Ok(self.take_up(meter)) };
        let Some(&mv) = self.moves.last() else {
            self.parent = None;
            return Ok(None);
        };
        let mut state = parent.state.clone();
        let score = parent.score + meter.visit(self.space, &mut state, mv)?;
        self.moves.pop();
        let (depth, link) = (parent.depth + 1, *link);
        let key = self.closed.key(self.space, &state);
        if self.closed.admits(key, score, NO_LIMIT) {
            let link = self.links.add(link, mv);
            self.put(Waiting { state, key, score, depth }, link);
        }
        Ok(None)
    }

    /// Takes the next open node. Returns how the search ends, if it ends here.
    fn take_up(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let space = self.space;
        let Some((rank, Reverse(link), slot)) = self.open.pop() else {
            return Some(SliceEnd::Proved);
        };
        let node = self.waiting.take(slot);
        if self.closed.outdates(node.key, node.score) {
            return None;
        }
        meter.moves(space, &node.state, &mut self.moves);
        let over = self.moves.is_empty();
        let line = || self.links.line(link);
        let worth = self.incumbents.meet(space, &node.state, node.score, over, meter, line);
        if worth.solved && O::ceiling(rank).is_some_and(|ceiling| worth.score >= ceiling) {
            return Some(SliceEnd::Proved);
        }
        if worth.solved && !space.aim().score_counts() {
            return Some(SliceEnd::Exhausted);
        }
        self.moves.reverse();
        self.parent = Some((node, link));
        None
    }

    fn bytes(&self) -> usize {
        let heap = self.parent.as_ref().map_or(0, |(node, _)| self.space.heap_bytes(&node.state));
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

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }

    fn bound(&self) -> Option<Score> {
        let parent = self.parent.as_ref().map(|(node, _)| self.rank(node));
        let next = self.open.peek().map(|&(rank, ..)| rank);
        let open = O::ceiling(parent.max(next)?)?;
        Some(self.incumbents.bar().map_or(open, |found| found.max(open)))
    }

    fn inside(&self) -> Inside {
        let next =
            self.open.peek().and_then(|&(.., slot)| self.waiting.places[slot as usize].as_ref());
        let depth = next.map_or(0, |node| node.depth);
        let (open, closed) = (self.open.len() as f64, self.closed.len() as f64);
        Inside::of([
            ("open nodes", open),
            ("known states", closed),
            ("depth of the next node", depth.into()),
        ])
    }
}

/// Index of an entry in [`Slots`].
type Slot = u32;

/// Storage for open nodes, so that the heap moves small entries instead of states. Free slots are
/// used again.
struct Slots<T> {
    places: Vec<Option<T>>,
    free: Vec<Slot>,
}

impl<T> Slots<T> {
    fn new() -> Self {
        Slots { places: Vec::new(), free: Vec::new() }
    }

    fn put(&mut self, item: T) -> Slot {
        if let Some(slot) = self.free.pop() {
            self.places[slot as usize] = Some(item);
            return slot;
        }
        self.places.push(Some(item));
        Slot::try_from(self.places.len() - 1)
            .expect("four thousand million states do not fit in memory")
    }

    fn take(&mut self, slot: Slot) -> T {
        self.free.push(slot);
        self.places[slot as usize].take().expect("a slot is taken once for each time it is filled")
    }

    fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<T>>() + self.free.capacity() * size_of::<Slot>()
    }
}
