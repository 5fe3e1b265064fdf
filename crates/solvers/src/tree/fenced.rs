//! Depth-first walk, the engine of depth-first, backtrack, depth-limited, iterative-deepening and
//! IDA* search. Goes forward while it can and back when it must; a [`Fence`] decides where it must,
//! and whether to walk once more. Tarry (1895) walked mazes this way. Here it has an explicit stack
//! and visits one node a step, so that it can pause anywhere. Sees everything inside the fence.
//! Without a closed list it does not notice cycles. Memory: one state for each move of the current
//! line, and the closed list. Budgets are kept exactly.

use quarry_core::{
    Found, Guided, Inside, Meter, MethodShape, NodeState, Refused, Score, Search, SliceEnd,
};

use super::alternating::{Stepped, slice};
use super::closed::{Closed, GraphSettings, NO_LIMIT, all_searched};
use super::record::{NodeValue, TreeRecord};
use crate::worth::Incumbents;

/// Decides where a walk turns back.
pub trait Fence<S: Guided> {
    /// Whether a state reached again with a better score is searched again, even if any goal will
    /// do.
    const SCORE_COUNTS: bool = false;

    /// Returns a bound on the gain of a move and everything after it, if the fence uses one and the
    /// puzzle can tell without playing the move.
    fn promised(&self, _space: &S, _state: &S::State, _mv: S::Move) -> Option<Score> {
        None
    }
    /// Whether a node may be visited at all; called before its moves are listed. `at_most` bounds
    /// its final score, if that was promised.
    fn admits(
        &mut self,
        _space: &S,
        _state: &S::State,
        _score: Score,
        _at_most: Option<Score>,
    ) -> bool {
        true
    }
    /// Number of moves that may follow a node of this depth.
    fn depth_left(&self, _depth: usize) -> usize {
        NO_LIMIT
    }
    /// Called when a node has moves but no depth left for them.
    fn cuts_short(&mut self) {}
    /// Upper bound on the score of any game, if the fence has one.
    fn ceiling(&self) -> Option<Score> {
        None
    }
    /// Called when everything within the fence is seen. Moves the fence for another walk, or
    /// returns how the search ends.
    fn all_seen(&mut self) -> Round {
        Round::Over(SliceEnd::Proved)
    }
}

/// What follows a completed walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// Another walk from the start, with the fence moved.
    Again,
    /// The search is over.
    Over(SliceEnd),
}

/// A depth-first search within the fence `F`.
pub struct FencedSearch<'a, S: Guided, F: Fence<S>> {
    space: &'a S,
    fence: F,
    closed: Closed,
    /// Nodes from the start to the current one; empty between rounds.
    path: Vec<Stop<S>>,
    /// Moves still to be tried, those of the deepest node last; within a node, the next one last.
    untried: Vec<S::Move>,
    round_begun: bool,
    /// A score that is known elsewhere.
    known: Option<Score>,
    incumbents: Incumbents<S::Move>,
    listed: Vec<S::Move>,
    /// The tree, for people who watch.
    record: Option<Box<WalkRecord<S::Move>>>,
}

/// A record of a walk.
struct WalkRecord<M> {
    tree: TreeRecord<M>,
    /// For each node of the path its number, that of its first child, and how many of its children
    /// were visited.
    path: Vec<(u32, u32, u32)>,
}

impl<M: Copy> WalkRecord<M> {
    fn clear(&mut self) {
        self.tree.clear();
        self.path.clear();
    }

    /// Records a visit and what came of it; `next` are the moves that will be tried from there.
    fn visit(&mut self, value: NodeValue, state: NodeState, next: &[M]) {
        let depth = self.path.len() as u32;
        let id = match self.path.last_mut() {
            Some((_, first, visited)) => {
                *visited += 1;
                *first + *visited - 1
            }
            None => self.tree.add(None, None, depth, value, state),
        };
        self.tree.change(id, |node| {
            (node.score, node.at_most, node.state) = (value.score, value.at_most, state);
        });
        self.tree.go_to(Some(id));
        if state == NodeState::Expanded {
            let child = |&mv| {
                self.tree.add(Some(id), Some(mv), depth + 1, NodeValue::default(), NodeState::Open)
            };
            let first = next.iter().map(child).min().unwrap_or_default();
            self.path.push((id, first, 0));
        }
    }

    fn go_back(&mut self) {
        self.path.pop();
        self.tree.go_to(self.path.last().map(|&(id, ..)| id));
    }
}

/// A node on the path.
struct Stop<S: Guided> {
    state: S::State,
    score: Score,
    /// Move that led here; none at the start.
    by: Option<S::Move>,
    /// Index in `untried` at which this node's moves begin.
    floor: usize,
}

impl<'a, S: Guided, F: Fence<S>> FencedSearch<'a, S, F> {
    pub(crate) fn within(space: &'a S, fence: F, settings: &GraphSettings) -> Self {
        FencedSearch {
            space,
            fence,
            closed: Closed::new(settings, space.aim(), F::SCORE_COUNTS),
            path: Vec::new(),
            untried: Vec::new(),
            round_begun: false,
            known: None,
            incumbents: Incumbents::default(),
            listed: Vec::new(),
            record: None,
        }
    }

    /// Limits the closed list to this many states.
    pub(crate) fn remembering_at_most(self, states: usize) -> Self {
        FencedSearch { closed: self.closed.with_at_most(states), ..self }
    }

    fn begin_or_end_round(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        self.round_begun = !self.round_begun;
        if self.round_begun {
            if self.known.is_some()
                && self.fence.ceiling().is_some_and(|most| Some(most) <= self.known)
            {
                return Some(SliceEnd::Proved);
            }
            self.closed.clear();
            self.record.iter_mut().for_each(|record| record.clear());
            return self.visit(self.space.start(), 0, None, None, meter);
        }
        match self.fence.all_seen() {
            Round::Again => None,
            Round::Over(progress) => Some(progress),
        }
    }

    fn visit(
        &mut self,
        state: S::State,
        score: Score,
        by: Option<S::Move>,
        at_most: Option<Score>,
        meter: &mut Meter,
    ) -> Option<SliceEnd> {
        let space = self.space;
        let depth_left = self.fence.depth_left(self.path.len());
        let key = self.closed.key(space, &state);
        // The fence must not hear of known states: what it turns back decides on another round.
        if self.closed.covers(key, score, depth_left) {
            self.note(score, NodeState::Known);
            return None;
        }
        if !self.fence.admits(space, &state, score, at_most) {
            self.note(score, NodeState::Cut);
            return None;
        }
        self.closed.admits(key, score, depth_left);
        meter.moves(space, &state, &mut self.listed);
        let line = || self.path.iter().filter_map(|stop| stop.by).chain(by).collect();
        let worth = self.incumbents.meet(space, &state, score, self.listed.is_empty(), meter, line);
        if self.record.is_some() {
            let is_over = self.listed.is_empty() || worth.solved && !space.aim().score_counts();
            self.note(
                score,
                match (is_over, depth_left) {
                    (true, _) => NodeState::End,
                    (false, 0) => NodeState::Cut,
                    (false, _) => NodeState::Expanded,
                },
            );
        }
        if worth.solved && self.fence.ceiling().is_some_and(|ceiling| worth.score >= ceiling) {
            return Some(SliceEnd::Proved);
        }
        if worth.solved && !space.aim().score_counts() {
            return Some(SliceEnd::Exhausted);
        }
        if self.listed.is_empty() {
            return None;
        }
        if depth_left == 0 {
            self.fence.cuts_short();
            return None;
        }
        let floor = self.untried.len();
        self.untried.extend(self.listed.iter().rev());
        self.path.push(Stop { state, score, by, floor });
        None
    }

    /// Records the visit of a node.
    fn note(&mut self, score: Score, state: NodeState) {
        if let Some(record) = &mut self.record {
            let value = NodeValue { score: Some(score), at_most: None };
            record.visit(value, state, &self.listed);
        }
    }

    fn bytes(&self) -> usize {
        let heap = self.path.last().map_or(0, |stop| self.space.heap_bytes(&stop.state));
        self.path.capacity() * size_of::<Stop<S>>()
            + self.path.len() * heap
            + self.untried.capacity() * size_of::<S::Move>()
            + self.closed.bytes()
    }
}

impl<S: Guided, F: Fence<S>> Stepped for FencedSearch<'_, S, F> {
    /// Goes one node forward or back.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let Some(here) = self.path.last() else { return Ok(self.begin_or_end_round(meter)) };
        let Some(&mv) = self.untried[here.floor..].last() else {
            self.path.pop();
            self.record.iter_mut().for_each(|record| record.go_back());
            return Ok(None);
        };
        let mut state = here.state.clone();
        let score = here.score + meter.visit(self.space, &mut state, mv)?;
        let promised = self.fence.promised(self.space, &here.state, mv);
        let at_most = promised.map(|after| here.score + after);
        self.untried.pop();
        Ok(self.visit(state, score, Some(mv), at_most, meter))
    }

    fn held(&self) -> (usize, usize) {
        (self.path.len() + self.closed.len(), self.bytes())
    }
}

impl<S: Guided, F: Fence<S>> Search for FencedSearch<'_, S, F> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }

    fn beat(&mut self, score: Score) {
        self.known = self.known.max(Some(score)).filter(|_| self.space.aim().score_counts());
    }

    fn bound(&self) -> Option<Score> {
        self.fence.ceiling().map(|most| self.known.map_or(most, |known| known.max(most)))
    }

    fn argument(&self) -> Option<String> {
        let is_open = self.incumbents.bar().is_none() && self.known.is_none();
        (is_open && self.path.is_empty()).then(|| all_searched(self.closed.len()))
    }

    fn inside(&self) -> Inside {
        let depth = self.path.len().saturating_sub(1) as f64;
        let (untried, known) = (self.untried.len() as f64, self.closed.len() as f64);
        let shape =
            self.record.as_ref().map(|record| MethodShape::Tree(record.tree.tree(Vec::new())));
        Inside::of([("depth", depth), ("moves still to try", untried), ("known states", known)])
            .with(shape)
    }

    fn keep_record(&mut self) {
        self.record = Some(Box::new(WalkRecord { tree: TreeRecord::new(), path: Vec::new() }));
    }

    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.record.as_ref()?.tree.line(item)
    }

    fn current(&self) -> Option<Self::Answer> {
        self.record.as_ref()?.tree.current()
    }
}
