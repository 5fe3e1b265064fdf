//! Beam search.
//! Layer by layer like breadth-first search, but only the `width` most promising states of a layer go on:
//! those with the largest score so far + [`StateSpace::promise`]. Equal states of a layer are merged, the better score stays.
//! Lowerre (1976). Parents are expanded in parallel in batches of a fixed size and their children are gathered in order,
//! so that neither the result nor where a budget stops it depends on the number of threads.
//! Needs a state space; proves its best only if no layer was too wide. In a space with cycles it may go round for ever.
//! Time O(b w m), memory O(w) states. Budgets are looked at between batches, so one batch may run over.

use std::cmp::Reverse;
use std::vec::Drain;

use quarry_core::{
    Aim, Found, Incumbent, Inside, Meter, Progress, Score, Search, StateSpace, Tally, settings,
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::links::{Link, Links};
use crate::Card;
use crate::worth::{Worth, empty_line};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "beam",
    summary: "Goes forward layer by layer with the most promising states of each.",
    complete: "no",
    optimal: "no, unless no layer is wider than w",
    time: "O(b w m)",
    memory: "O(w)",
};

settings! {
    /// How much of each layer goes on.
    pub struct BeamSettings {
        /// How many states of a layer go on to the next.
        pub width: u64 = 1_000, 1..=10_000_000;
    }
}

/// Beam search.
pub struct Beam<'a, S: StateSpace> {
    space: &'a S,
    layer: Vec<Parent<S::State>>,
    /// How many of the layer's parents are expanded.
    expanded: usize,
    next: Pool<S>,
    links: Links<S::Move>,
    incumbent: Incumbent<Vec<S::Move>>,
}

struct Parent<State> {
    state: State,
    score: Score,
    link: Link,
}

/// What expanding one parent on another thread yields.
struct Brood<S: StateSpace> {
    parent: Worth,
    children: Vec<Child<S>>,
    tally: Tally,
    interrupted: bool,
}

struct Child<S: StateSpace> {
    state: S::State,
    by: S::Move,
    /// Of the parent; a child gets its own link only if it goes on.
    link: Link,
    key: u128,
    score: Score,
    value: Score,
    /// What it is worth, if it is a goal.
    goal: Option<Worth>,
}

/// Small enough for a time limit to be felt soon, large enough to keep some threads busy.
const PARENTS_PER_BATCH: usize = 64;

impl<'a, S: StateSpace> Beam<'a, S> {
    /// A search from the start.
    pub fn new(space: &'a S, settings: &BeamSettings) -> Self {
        let width = usize::try_from(settings.width).unwrap_or(usize::MAX);
        Beam {
            space,
            layer: vec![Parent { state: space.start(), score: 0, link: Links::<S::Move>::ROOT }],
            expanded: 0,
            next: Pool::new(width),
            links: Links::new(),
            incumbent: empty_line(),
        }
    }

    /// Takes what a batch of parents yielded into the next layer. Says whether a goal is reached.
    fn gather(&mut self, broods: Vec<Brood<S>>, meter: &mut Meter) -> bool {
        for brood in broods {
            meter.absorb(&brood.tally);
            let link = self.layer[self.expanded].link;
            brood.parent.offer(&mut self.incumbent, || self.links.line(link));
            for child in brood.children {
                if let Some(worth) = child.goal {
                    worth.offer(&mut self.incumbent, || {
                        let mut line = self.links.line(link);
                        line.push(child.by);
                        line
                    });
                }
                self.next.add(child);
            }
            self.expanded += 1;
        }
        self.space.aim() == Aim::Reach && self.incumbent.bar().is_some()
    }

    fn begin_next_layer(&mut self) {
        self.expanded = 0;
        self.layer.clear();
        let chosen = self.next.drain_best();
        self.layer.extend(chosen.map(|child| Parent {
            state: child.state,
            score: child.score,
            link: self.links.add(child.link, child.by),
        }));
    }

    fn bytes(&self) -> usize {
        self.layer.capacity() * size_of::<Parent<S::State>>()
            + self.next.children.capacity() * size_of::<Child<S>>()
            + self.next.places.capacity() * size_of::<(u128, usize)>()
            + self.links.bytes()
    }
}

impl<S: StateSpace> Search for Beam<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        if !meter.goes_on() {
            return Progress::Working;
        }
        let batch = &self.layer[self.expanded..];
        let batch = &batch[..batch.len().min(meter.share(PARENTS_PER_BATCH))];
        let shared: &Meter = meter;
        let broods: Vec<_> =
            batch.par_iter().map(|parent| expand(self.space, parent, shared.helper())).collect();
        if broods.iter().any(|brood| brood.interrupted) {
            // Half a batch would make a result that cannot be repeated; the meter stops the run anyway.
            return Progress::Working;
        }
        if self.gather(broods, meter) {
            return Progress::Exhausted;
        }
        meter.keep(self.layer.len() + self.next.children.len(), self.bytes());
        if self.expanded == self.layer.len() {
            self.begin_next_layer();
        }
        match (self.layer.is_empty(), self.next.narrowed) {
            (false, _) => Progress::Working,
            (true, true) => Progress::Exhausted,
            (true, false) => Progress::Proved,
        }
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
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
    }
}

fn expand<S: StateSpace>(space: &S, parent: &Parent<S::State>, mut meter: Meter) -> Brood<S> {
    let mut moves = Vec::new();
    meter.moves(space, &parent.state, &mut moves);
    let worth = Worth::of(space, &parent.state, parent.score, moves.is_empty());
    let mut children = Vec::with_capacity(moves.len());
    let mut listed = Vec::new();
    for by in moves {
        if !meter.goes_on() {
            return Brood { parent: worth, children, tally: meter.tally(), interrupted: true };
        }
        let mut state = parent.state.clone();
        let score = parent.score + meter.play(space, &mut state, by);
        meter.evaluate();
        // A goal must not be lost for want of promise, so it is recognised here. What any other child is worth is known
        // only when the beam takes it up: whether its game is over, listing its moves must tell.
        let is_goal = space.aim() == Aim::Reach && space.is_solved(&state);
        let goal = is_goal.then(|| {
            meter.moves(space, &state, &mut listed);
            Worth::of(space, &state, score, listed.is_empty())
        });
        children.push(Child {
            by,
            link: parent.link,
            key: space.key(&state),
            score,
            value: score + space.promise(&state),
            goal,
            state,
        });
    }
    Brood { parent: worth, children, tally: meter.tally(), interrupted: false }
}

/// The candidates for the next layer: never many more than go on.
struct Pool<S: StateSpace> {
    width: usize,
    children: Vec<Child<S>>,
    /// Where the child with a key stands in `children`.
    places: FxHashMap<u128, usize>,
    /// The value a newcomer must exceed, once there are `width` others.
    floor: Option<Score>,
    /// Whether any layer was too wide.
    narrowed: bool,
}

impl<S: StateSpace> Pool<S> {
    fn new(width: usize) -> Self {
        Pool { width, children: Vec::new(), places: FxHashMap::default(), floor: None, narrowed: false }
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
            self.places.extend(self.children.iter().enumerate().map(|(place, child)| (child.key, place)));
            self.floor = self.children.last().map(|worst| worst.value);
        }
    }

    /// Keeps the best `width`, best first. The sort is stable: among equals the one generated first stays.
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
