//! Beam search. Goes layer by layer like breadth-first search, but only the `width` most promising
//! states of a layer are expanded: those with the largest score so far + [`Guided::estimate`].
//! Equal states of a layer are merged, keeping the better score. Lowerre (1976). Children are made
//! in parallel in batches and gathered in order, so that neither the result nor the point at which
//! a budget stops the search depends on the number of threads or the batch size. Needs a state
//! space; proves its best only if no layer was too wide. In a space with cycles it may run for
//! ever. Time O(b w m), memory O(w) states. Budgets are kept exactly.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::vec::Drain;

use quarry_core::{
    BeamLayer, BeamLayers, Card, Found, Guided, Inside, Meter, MethodShape, Score, Search,
    SliceEnd, Tally, settings,
};
use rustc_hash::FxHashMap;

use super::move_tree::{MoveTree, NodeId};
use crate::parallel;
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "beam",
    summary: "Expands the most promising states layer by layer.",
    complete: "no",
    optimal: "no, unless no layer is wider than w",
    time: "O(b w m)",
    memory: "O(w)",
    rank: 80,
    ..Card::PLAIN
};

settings! {
    /// How much of each layer is expanded.
    pub struct BeamSettings {
        /// Number of states kept in each layer.
        pub width: u64 = 1_000, 1..=10_000_000;
    }
}

/// Beam search.
pub struct Beam<'a, S: Guided> {
    space: &'a S,
    layer: Vec<Parent<S::State>>,
    /// Number of parents of the layer whose moves have been listed.
    listed: usize,
    /// Children still to be made, in order, as (parent, move).
    due: VecDeque<(usize, S::Move)>,
    next: Pool<S>,
    links: MoveTree<S::Move>,
    incumbents: Incumbents<S::Move>,
    /// The layers so far, for people who watch.
    record: Option<Vec<BeamLayer>>,
}

struct Parent<State> {
    state: State,
    score: Score,
    link: NodeId,
}

struct Child<S: Guided> {
    state: S::State,
    by: S::Move,
    /// Link of the parent; a child gets its own link only if it is kept.
    link: NodeId,
    key: u128,
    score: Score,
    value: Score,
    /// Value of the child, if it is a goal.
    goal: Option<Worth>,
}

/// Small enough to react quickly to a time limit, large enough to keep several threads busy.
const PARENTS_PER_BATCH: usize = 64;
const CHILDREN_PER_BATCH: usize = 2048;
/// Memory limit for the children of a batch, unless a single child takes more.
const BYTES_PER_BATCH: usize = 16 << 20;

/// Number of layers that a record holds, and of positions of each layer.
const LAYERS_SHOWN: usize = 120;
const POSITIONS_SHOWN: usize = 40;

impl<'a, S: Guided> Beam<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &BeamSettings) -> Self {
        let width = usize::try_from(settings.width).unwrap_or(usize::MAX);
        Beam {
            space,
            layer: vec![Parent { state: space.start(), score: 0, link: MoveTree::<S::Move>::ROOT }],
            listed: 0,
            due: VecDeque::new(),
            next: Pool::new(width),
            links: MoveTree::new(),
            incumbents: Incumbents::default(),
            record: None,
        }
    }

    /// Lists the moves of the next parents.
    fn list(&mut self, meter: &mut Meter) {
        let space = self.space;
        let batch = &self.layer[self.listed..];
        let batch = &batch[..batch.len().min(PARENTS_PER_BATCH)];
        let shared: &Meter = meter;
        let helper = || shared.helper(u64::MAX, u64::MAX);
        let moves_of = |helper: &mut Meter, parent: &Parent<S::State>| {
            let mut moves = Vec::new();
            helper.moves(space, &parent.state, &mut moves);
            moves
        };
        let listed: Vec<_> = parallel::map(batch, helper, moves_of);
        for (index, moves) in (self.listed..).zip(listed) {
            meter.count(Tally { expanded: 1, ..Tally::default() });
            let Parent { state, score, link } = &self.layer[index];
            let line = || self.links.line(*link);
            self.incumbents.meet(space, state, *score, moves.is_empty(), meter, line);
            self.due.extend(moves.into_iter().map(|mv| (index, mv)));
            self.listed += 1;
        }
    }

    /// Makes the next children, as many as the meter allows. Returns whether a goal is reached.
    fn make(&mut self, meter: &mut Meter) -> bool {
        let (space, layer) = (self.space, &self.layer);
        let bytes =
            size_of::<Child<S>>() + layer.first().map_or(0, |first| space.heap_bytes(&first.state));
        let most = CHILDREN_PER_BATCH.min(BYTES_PER_BATCH / bytes).max(1);
        let allowed = meter.evaluations_left().min(meter.nodes_left());
        let count = self.due.len().min(most).min(usize::try_from(allowed).unwrap_or(usize::MAX));
        let batch: Vec<_> = self.due.drain(..count).collect();
        let shared: &Meter = meter;
        let helper = || shared.helper(u64::MAX, u64::MAX);
        let child = |helper: &mut Meter, &(parent, by): &(usize, S::Move)| {
            // A partial batch would give a result that cannot be reproduced; the meter stops the
            // run anyway.
            if helper.goes_on() { expand(space, &layer[parent], by, helper) } else { None }
        };
        let children: Option<Vec<_>> = parallel::map(&batch, helper, child).into_iter().collect();
        for child in children.into_iter().flatten() {
            meter.count(Tally::VISIT);
            if let Some(worth) = child.goal {
                self.incumbents.offer(space, worth, meter, || {
                    let mut line = self.links.line(child.link);
                    line.push(child.by);
                    line
                });
            }
            self.next.add(child);
        }
        space.aim().needs_goal() && self.incumbents.bar().is_some()
    }

    fn begin_next_layer(&mut self) {
        self.listed = 0;
        self.record_layer();
        self.layer.clear();
        let chosen = self.next.drain_best();
        self.layer.extend(chosen.map(|child| Parent {
            state: child.state,
            score: child.score,
            link: self.links.add(child.link, child.by),
        }));
    }

    /// Records the layer that is about to begin.
    fn record_layer(&mut self) {
        let Some(layers) = &mut self.record else { return };
        let made = self.next.children.len() as u64;
        if made == 0 {
            return;
        }
        self.next.narrow();
        let children = &self.next.children;
        let parents = self.layer.iter().enumerate();
        let ranks: FxHashMap<_, _> =
            parents.map(|(rank, parent)| (parent.link, rank as u32)).collect();
        let shown = children.iter().take(POSITIONS_SHOWN);
        let best = shown.map(|child| (child.value, ranks.get(&child.link).copied().unwrap_or(0)));
        if layers.len() == LAYERS_SHOWN {
            layers.remove(0);
        }
        layers.push(BeamLayer {
            depth: layers.last().map_or(0, |last| last.depth + 1),
            made,
            kept: children.len() as u64,
            best: best.collect(),
            worst: children.last().map_or(0, |worst| worst.value),
        });
    }

    fn bytes(&self) -> usize {
        let heap = self.layer.first().map_or(0, |first| self.space.heap_bytes(&first.state));
        self.layer.capacity() * size_of::<Parent<S::State>>()
            + self.next.children.capacity() * size_of::<Child<S>>()
            + (self.layer.len() + self.next.children.len()) * heap
            + self.next.places.capacity() * size_of::<(u128, usize)>()
            + self.due.capacity() * size_of::<(usize, S::Move)>()
            + self.links.bytes()
    }
}

impl<S: Guided> Search for Beam<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if !self.due.is_empty() {
                if self.make(meter) {
                    return SliceEnd::Exhausted;
                }
                meter.keep(self.layer.len() + self.next.children.len(), self.bytes());
            } else if self.listed < self.layer.len() {
                self.list(meter);
                let goal = self.space.aim().needs_goal() && self.incumbents.bar().is_some();
                if goal {
                    return SliceEnd::Exhausted;
                }
            } else {
                self.begin_next_layer();
                match (self.layer.is_empty(), self.next.narrowed) {
                    (false, _) => {}
                    (true, true) => return SliceEnd::Exhausted,
                    (true, false) => return SliceEnd::Proved,
                }
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    /// The most promising line of the current layer.
    fn draft(&self) -> Option<Self::Answer> {
        self.layer.first().map(|parent| self.links.line(parent.link))
    }

    fn inside(&self) -> Inside {
        let depth = self.layer.first().map_or(0, |parent| self.links.line(parent.link).len());
        let scores = self.layer.iter().map(|parent| parent.score);
        let best = scores.max().unwrap_or_default() as f64;
        let (layer, next) = (self.layer.len() as f64, self.next.children.len() as f64);
        Inside::of([
            ("depth", depth as f64),
            ("states of this layer", layer),
            ("of the next so far", next),
            ("best score in this layer", best),
        ])
        .with(self.record.as_ref().map(|layers| {
            MethodShape::Layers(BeamLayers {
                layers: layers.clone(),
                width: self.next.width as u64,
            })
        }))
    }

    fn keep_record(&mut self) {
        let value = self.space.estimate(&self.space.start());
        let start = BeamLayer { depth: 0, made: 1, kept: 1, best: vec![(value, 0)], worst: value };
        self.record = Some(vec![start]);
    }

    /// Item `n` is the n-th position of the current layer.
    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.layer.get(item as usize).map(|parent| self.links.line(parent.link))
    }

    fn current(&self) -> Option<Self::Answer> {
        self.draft()
    }
}

/// Makes the child that a move leads to.
fn expand<S: Guided>(
    space: &S,
    parent: &Parent<S::State>,
    by: S::Move,
    meter: &mut Meter,
) -> Option<Child<S>> {
    let mut state = parent.state.clone();
    let score = parent.score + meter.visit(space, &mut state, by).ok()?;
    // A goal must not be lost because it looks unpromising, so it is recognised here. The value of
    // any other child is known only when the beam expands it, because only listing its moves shows
    // whether its game is over.
    let is_goal = space.aim().needs_goal() && space.is_solved(&state);
    let goal = is_goal.then(|| {
        let mut listed = Vec::new();
        meter.moves(space, &state, &mut listed);
        Worth::of(space, &state, score, listed.is_empty())
    });
    let (key, value) = (space.key(&state), score + space.estimate(&state));
    Some(Child { by, link: parent.link, key, score, value, goal, state })
}

/// Candidates for the next layer: never many more than `width`.
struct Pool<S: Guided> {
    width: usize,
    children: Vec<Child<S>>,
    /// Index in `children` of the child with a key.
    places: FxHashMap<u128, usize>,
    /// Value that a new child must exceed, once there are `width` children.
    floor: Option<Score>,
    /// Whether any layer was too wide.
    narrowed: bool,
}

impl<S: Guided> Pool<S> {
    fn new(width: usize) -> Self {
        Pool {
            width,
            children: Vec::new(),
            places: FxHashMap::default(),
            floor: None,
            narrowed: false,
        }
    }

    fn add(&mut self, child: Child<S>) {
        if let Some(&place) = self.places.get(&child.key) {
            if child.score > self.children[place].score {
                self.children[place] = child;
            }
            return;
        }
        if Some(child.value) <= self.floor {
            return;
        }
        self.places.insert(child.key, self.children.len());
        self.children.push(child);
        if self.children.len() > self.width.saturating_mul(2) {
            self.narrow();
            self.places.clear();
            self.places
                .extend(self.children.iter().enumerate().map(|(place, child)| (child.key, place)));
            self.floor = self.children.last().map(|worst| worst.value);
        }
    }

    /// Keeps the best `width`, best first. The sort is stable: among equals the one generated first
    /// is kept.
    fn narrow(&mut self) {
        self.children.sort_by_key(|child| Reverse(child.value));
        self.narrowed |= self.children.len() > self.width;
        self.children.truncate(self.width);
    }

    fn drain_best(&mut self) -> Drain<'_, Child<S>> {
        self.narrow();
        self.places.clear();
        self.floor = None;
        self.children.drain(..)
    }
}
