//! Anytime best-first search, the engine of `weighted-a-star` and `k-best-first`. Open nodes are
//! ordered by what they have lost so far plus the weighted bound on what they still must lose, and
//! the best `together` of them are expanded before their children join them. Answers improve, nodes
//! that cannot beat the best are dropped, and every better answer lowers the weight if it may fall.
//! Pohl (1970), Hansen and Zhou (2007), Likhachev, Gordon and Thrun (2003). Ends with a proof when
//! no open node promises more than the best answer. Memory: every node. Budgets are kept exactly.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::vec;

use quarry_core::{Bounded, Found, Inside, Meter, Refused, Score, Search, SliceEnd};

use super::closed::{Closed, GraphSettings, NO_LIMIT};
use super::move_tree::{MoveTree, NodeId};
use super::slots::{Slot, Slots};
use crate::worth::Incumbents;

/// Decides on the weight, and on how many nodes are expanded together.
pub trait Strategy {
    /// Weight of the bound in hundredths, at least [`UNWEIGHTED`].
    fn weight(&self) -> Score;
    /// Lowers the weight, if it may fall; returns whether it did.
    fn lower_weight(&mut self) -> bool {
        false
    }
    /// Number of nodes that are expanded before their children join the open list.
    fn together(&self) -> u64 {
        1
    }
}

/// The weight that makes the order that of A*.
pub const UNWEIGHTED: Score = 100;

/// Anytime best-first search.
pub struct Anytime<'a, S: Bounded, T> {
    space: &'a S,
    strategy: T,
    open: BinaryHeap<Entry>,
    /// Entries of the open list that still have the rank of the previous weight.
    outdated: vec::IntoIter<Entry>,
    /// Children that join the open list when their batch is complete, and how many nodes of the
    /// batch are still to be expanded.
    held: Vec<Entry>,
    batch_left: u64,
    waiting: Slots<Waiting<S::State>>,
    /// Number of nodes in all of these lists by their bound on the final score.
    promises: BTreeMap<Score, u64>,
    closed: Closed,
    links: MoveTree<S::Move>,
    incumbents: Incumbents<S::Move>,
    /// A score that is known elsewhere.
    known: Option<Score>,
    /// The node being expanded, while its moves are played.
    parent: Option<(Waiting<S::State>, NodeId)>,
    /// Its moves still to be played, the next one last.
    moves: Vec<S::Move>,
    probed: Vec<S::Move>,
}

/// Rank, depth and link of an open node: the greatest is next.
type Entry = (Score, u32, Reverse<NodeId>, Slot);

/// An open node without its line.
struct Waiting<State> {
    state: State,
    key: u128,
    score: Score,
    depth: u32,
    /// Upper bound on the final score of any game through the node.
    at_most: Score,
    /// What the game could still come to if nothing stood in the way.
    potential: Score,
}

/// Entries that get their new rank in one step.
const RANKED_PER_STEP: usize = 64;
/// Number of moves between two updates of the memory count.
const STEPS_PER_COUNT: usize = 16;

impl<'a, S: Bounded, T: Strategy> Anytime<'a, S, T> {
    pub(crate) fn by(space: &'a S, strategy: T, graph: &GraphSettings) -> Self {
        let mut search = Anytime {
            space,
            strategy,
            open: BinaryHeap::new(),
            outdated: Vec::new().into_iter(),
            held: Vec::new(),
            batch_left: 0,
            waiting: Slots::new(),
            promises: BTreeMap::new(),
            closed: Closed::new(graph, space.aim(), true),
            links: MoveTree::new(),
            incumbents: Incumbents::default(),
            known: None,
            parent: None,
            moves: Vec::new(),
            probed: Vec::new(),
        };
        let state = space.start();
        let (key, at_most) = (search.closed.key(space, &state), space.bound(&state));
        search.closed.admits(key, 0, NO_LIMIT);
        let potential = space.potential(&state);
        let start = Waiting { state, key, score: 0, depth: 0, at_most, potential };
        search.hold(start, MoveTree::<S::Move>::ROOT);
        search
    }

    fn hold(&mut self, node: Waiting<S::State>, link: NodeId) {
        *self.promises.entry(node.at_most).or_default() += 1;
        let (rank, depth) = (rank(&node, self.strategy.weight()), node.depth);
        let slot = self.waiting.put(node);
        self.held.push((rank, depth, Reverse(link), slot));
    }

    fn release(&mut self, slot: Slot) -> Waiting<S::State> {
        let node = self.waiting.take(slot);
        if let Some(count) = self.promises.get_mut(&node.at_most) {
            *count -= 1;
            if *count == 0 {
                self.promises.remove(&node.at_most);
            }
        }
        node
    }

    /// Score that an answer must beat, where the score counts.
    fn bar(&self) -> Option<Score> {
        self.incumbents.bar().max(self.known).filter(|_| self.space.aim().score_counts())
    }

    /// Highest score that the nodes still to be searched promise.
    fn promised(&self) -> Option<Score> {
        let open = self.promises.last_key_value().map(|(&at_most, _)| at_most);
        open.max(self.parent.as_ref().map(|(node, _)| node.at_most))
    }

    /// How the search ends with the answer just found, if it ends.
    fn settled(&self) -> Option<SliceEnd> {
        let found = self.incumbents.bar()?;
        if self.promised().is_none_or(|promised| found >= promised) {
            return Some(SliceEnd::Proved);
        }
        (!self.space.aim().score_counts()).then_some(SliceEnd::Exhausted)
    }

    /// Lowers the weight, if it may fall; the open nodes get their new ranks step by step.
    fn lower_weight(&mut self) -> bool {
        if !self.strategy.lower_weight() {
            return false;
        }
        let mut entries = std::mem::take(&mut self.open).into_vec();
        entries.extend(self.outdated.by_ref());
        entries.append(&mut self.held);
        self.outdated = entries.into_iter();
        true
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        if let Some((parent, link)) = self.parent.take() {
            let Some(mv) = self.moves.pop() else { return Ok(None) };
            let end = self.make_child(&parent, link, mv, meter);
            self.parent = Some((parent, link));
            return end.map(|improved| if improved { self.settled() } else { None });
        }
        if self.outdated.len() > 0 {
            for (_, depth, link, slot) in self.outdated.by_ref().take(RANKED_PER_STEP) {
                let node = self.waiting.get(slot).expect("an open node is kept");
                self.open.push((rank(node, self.strategy.weight()), depth, link, slot));
            }
            return Ok(None);
        }
        if self.batch_left == 0 {
            self.open.extend(self.held.drain(..));
            self.batch_left = self.strategy.together();
        }
        Ok(self.take_up(meter))
    }

    /// Plays a move of the node being expanded. Returns whether that found a better answer.
    fn make_child(
        &mut self,
        parent: &Waiting<S::State>,
        link: NodeId,
        mv: S::Move,
        meter: &mut Meter,
    ) -> Result<bool, Refused> {
        let space = self.space;
        let (bar, promised) = (self.bar(), space.bound_after(&parent.state, mv));
        let promised = promised.map(|after| parent.score + after);
        if promised.is_some_and(|at_most| Some(at_most) <= bar) {
            return Ok(false);
        }
        let mut state = parent.state.clone();
        let score = parent.score + meter.visit(space, &mut state, mv)?;
        let key = self.closed.key(space, &state);
        if self.closed.covers(key, score, NO_LIMIT) {
            return Ok(false);
        }
        let at_most = score + space.bound(&state);
        let needs_goal = space.aim().needs_goal();
        if Some(at_most) <= bar || needs_goal && space.is_hopeless(&state) {
            return Ok(false);
        }
        self.closed.admits(key, score, NO_LIMIT);
        let link = self.links.add(link, mv);
        let before = self.incumbents.bar();
        if needs_goal && space.is_solved(&state) {
            // An answer counts at once, so that the weight can fall.
            meter.moves(space, &state, &mut self.probed);
            let (over, line) = (self.probed.is_empty(), || self.links.line(link));
            self.incumbents.meet(space, &state, score, over, meter, line);
        }
        let (depth, potential) = (parent.depth + 1, space.potential(&state));
        self.hold(Waiting { state, key, score, depth, at_most, potential }, link);
        let improved = self.incumbents.bar() > before;
        if improved {
            self.lower_weight();
        }
        Ok(improved)
    }

    /// Takes the next open node. Returns how the search ends, if it ends here.
    fn take_up(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let space = self.space;
        let bar = self.bar();
        if bar.is_some() && self.promised() <= bar {
            return Some(SliceEnd::Proved);
        }
        let Some(&(rank, _, Reverse(link), slot)) = self.open.peek() else {
            self.batch_left = 0;
            return self.held.is_empty().then_some(SliceEnd::Proved);
        };
        // The weight falls as well when the best answer is as good as it promises.
        if bar.is_some_and(|bar| rank <= UNWEIGHTED * bar) && self.lower_weight() {
            return None;
        }
        self.open.pop();
        let node = self.release(slot);
        if self.closed.outdates(node.key, node.score) || Some(node.at_most) <= bar {
            return None;
        }
        self.batch_left -= 1;
        meter.moves(space, &node.state, &mut self.moves);
        let over = self.moves.is_empty();
        let before = self.incumbents.bar();
        let line = || self.links.line(link);
        self.incumbents.meet(space, &node.state, node.score, over, meter, line);
        self.moves.reverse();
        self.parent = Some((node, link));
        if self.incumbents.bar() == before {
            return None;
        }
        self.lower_weight();
        self.settled()
    }

    fn entries(&self) -> usize {
        self.open.len() + self.outdated.len() + self.held.len()
    }

    fn bytes(&self) -> usize {
        let heap = self.parent.as_ref().map_or(0, |(node, _)| self.space.heap_bytes(&node.state));
        let entries = self.open.capacity() + self.outdated.len() + self.held.capacity();
        entries * size_of::<Entry>()
            + self.waiting.bytes()
            + self.entries() * heap
            + self.promises.len() * size_of::<(Score, u64)>()
            + self.links.bytes()
            + self.closed.bytes()
    }
}

/// Rank of a node in hundredths of a point: the score so far with its potential, less the weighted
/// loss that the bound says is still to come.
fn rank<State>(node: &Waiting<State>, weight: Score) -> Score {
    let hoped = node.score + node.potential;
    UNWEIGHTED * hoped - weight * (hoped - node.at_most).max(0)
}

impl<S: Bounded, T: Strategy> Search for Anytime<'_, S, T> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while if self.parent.is_some() { meter.goes_on() } else { meter.in_slice() } {
            match self.step(meter) {
                Ok(Some(end)) => return end,
                Ok(None) => {}
                Err(Refused) => break,
            }
            if self.moves.len().is_multiple_of(STEPS_PER_COUNT) {
                meter.keep(self.entries() + self.closed.len(), self.bytes());
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn beat(&mut self, score: Score) {
        self.known = self.known.max(Some(score));
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }

    fn bound(&self) -> Option<Score> {
        self.promised().max(self.incumbents.bar()).max(self.known)
    }

    fn argument(&self) -> Option<String> {
        let nothing_left = self.promised().is_none() && self.bound().is_none();
        nothing_left.then(|| super::closed::all_searched(self.closed.len()))
    }

    fn inside(&self) -> Inside {
        let (open, closed) = (self.entries() as f64, self.closed.len() as f64);
        let weight = self.strategy.weight() as f64 / UNWEIGHTED as f64;
        Inside::of([("weight", weight), ("open nodes", open), ("known states", closed)])
    }
}
