//! Layered search that forgets, the engine of `frontier` and `breadth-first-heuristic`. Goes layer
//! by layer, keeps only the layers in which states can recur, and so holds no line. Of every state
//! it knows the ancestor in one earlier layer, the relay. When the goal is found, the ways to the
//! ancestor and from it are searched again in the same manner, down to single moves. Korf, Zhang,
//! Thayer and Hohwald (2005), Zhou and Hansen (2006). A [`Fence`] decides where it turns back, and
//! whether to start again. Needs [`Layered`]; a goal as good as the fence promises is proved to be
//! the best. Memory: about three layers. Budgets are kept exactly.

use std::collections::VecDeque;
use std::vec;

use quarry_core::{Found, Incumbent, Inside, Layered, Meter, Refused, Score, Search, SliceEnd};
use rustc_hash::FxHashSet;

use super::alternating::{Stepped, slice};
use super::closed::all_searched;
use super::fenced::{Fence, Round};
use crate::worth::Worth;

/// A layered search within the fence `F`.
pub struct LayeredSearch<'a, S: Layered, F> {
    space: &'a S,
    fence: F,
    walk: Walk<S>,
    /// What is left of the route once a goal is found, the next part last.
    route: Vec<Part<S>>,
    /// The part of the route that is known move by move.
    line: Vec<S::Move>,
    /// Value of the goal that was found, and how the search ends with it.
    goal: Option<(Worth, SliceEnd)>,
    incumbent: Incumbent<Vec<S::Move>>,
    /// Number of states expanded in the present round.
    expanded: usize,
    listed: Vec<S::Move>,
}

/// A part of the route to the goal.
enum Part<S: Layered> {
    Move(S::Move),
    Leg(Leg<S>),
}

/// Two states on the route, by identity the second one, and how far they are apart.
struct Leg<S: Layered> {
    from: S::State,
    /// Score with which the first one is reached.
    score: Score,
    to: u128,
    moves: usize,
}

/// A walk from a state, layer by layer.
struct Walk<S: Layered> {
    from: S::State,
    score: Score,
    /// Identity of the state to be reached, and the number of moves to it; `None` for the goal.
    to: Option<(u128, usize)>,
    /// Number of moves to the present layer.
    depth: usize,
    layer: vec::IntoIter<Placed<S::State>>,
    layer_size: usize,
    next: Vec<Placed<S::State>>,
    next_keys: FxHashSet<u128>,
    /// Keys of the layers into which a move can lead back, the present one last.
    back: VecDeque<FxHashSet<u128>>,
    /// The states of an earlier layer, and its depth.
    relay: Vec<S::State>,
    relay_depth: usize,
    /// The node being expanded, and its moves still to be played, the next one last.
    parent: Option<Placed<S::State>>,
    moves: Vec<S::Move>,
}

/// A state of a layer.
struct Placed<State> {
    state: State,
    /// Score of the line to it.
    score: Score,
    /// Index of its ancestor in the relay.
    ancestor: u32,
}

impl<S: Layered> Walk<S> {
    fn new(space: &S, from: S::State, score: Score, to: Option<(u128, usize)>) -> Self {
        let start = Placed { state: from.clone(), score, ancestor: 0 };
        let key = key(space, &from, to);
        Walk {
            from,
            score,
            to,
            depth: 0,
            layer: vec![start].into_iter(),
            layer_size: 1,
            next: Vec::new(),
            next_keys: FxHashSet::default(),
            back: (S::LAYERS_BACK > 0).then(|| FxHashSet::from_iter([key])).into_iter().collect(),
            relay: Vec::new(),
            relay_depth: 0,
            parent: None,
            moves: Vec::new(),
        }
    }

    /// Whether the present layer is the relay: the middle one, or each that is twice as deep as the
    /// one before where nobody knows the middle.
    fn is_relay(&self) -> bool {
        match self.to {
            Some((_, moves)) => self.depth == moves / 2,
            None => self.depth.is_power_of_two(),
        }
    }

    fn begin_next_layer(&mut self) {
        self.depth += 1;
        self.layer_size = self.next.len();
        self.layer = std::mem::take(&mut self.next).into_iter();
        let keys = std::mem::take(&mut self.next_keys);
        if S::LAYERS_BACK > 0 {
            self.back.push_back(keys);
            if self.back.len() > S::LAYERS_BACK + 1 {
                self.back.pop_front();
            }
        }
        if self.is_relay() {
            self.relay = Vec::new();
            self.relay_depth = self.depth;
        }
    }

    fn held(&self) -> usize {
        self.layer_size + self.next.len() + self.relay.len()
    }

    fn bytes(&self, heap: usize) -> usize {
        let keys =
            self.next_keys.capacity() + self.back.iter().map(FxHashSet::capacity).sum::<usize>();
        (self.layer_size + self.next.capacity()) * size_of::<Placed<S::State>>()
            + self.relay.capacity() * size_of::<S::State>()
            + self.held() * heap
            + keys * (size_of::<u128>() + 1)
    }
}

/// Key by which a walk finds states again. Mirror images may be one on the way to the goal, but not
/// on the way to a certain state.
fn key<S: Layered>(space: &S, state: &S::State, to: Option<(u128, usize)>) -> u128 {
    if to.is_some() { space.identity(state) } else { space.key(state) }
}

impl<'a, S: Layered, F: Fence<S>> LayeredSearch<'a, S, F> {
    pub(crate) fn within(space: &'a S, fence: F) -> Self {
        LayeredSearch {
            space,
            fence,
            walk: Walk::new(space, space.start(), 0, None),
            route: Vec::new(),
            line: Vec::new(),
            goal: None,
            incumbent: Incumbent::default(),
            expanded: 0,
            listed: Vec::new(),
        }
    }

    /// Takes the next state of the layer, or the next layer.
    fn take_up(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let (space, walk) = (self.space, &mut self.walk);
        let Some(mut node) = walk.layer.next() else {
            if !walk.next.is_empty() {
                walk.begin_next_layer();
                return None;
            }
            assert!(self.goal.is_none(), "a way that was found can be found again");
            let round = self.fence.all_seen();
            if let Round::Over(end) = round {
                return Some(end);
            }
            self.walk = Walk::new(space, space.start(), 0, None);
            self.expanded = 0;
            return None;
        };
        // The start was generated by no move.
        if walk.depth == 0 && walk.to.is_none() {
            if !self.fence.admits(space, &node.state, node.score, None) {
                return None;
            }
            if space.is_solved(&node.state) {
                self.found(&node.state, node.score, meter);
                return Some(self.end_of_route(meter));
            }
        }
        let walk = &mut self.walk;
        if walk.is_relay() {
            node.ancestor = u32::try_from(walk.relay.len())
                .expect("four thousand million states do not fit in memory");
        }
        self.expanded += 1;
        meter.moves(space, &node.state, &mut walk.moves);
        walk.moves.reverse();
        walk.parent = Some(node);
        None
    }

    /// Plays a move of the node being expanded. Returns whether it leads to where the walk should
    /// go.
    fn make_child(&mut self, mv: S::Move, meter: &mut Meter) -> Result<bool, Refused> {
        let (space, walk) = (self.space, &mut self.walk);
        let Some(parent) = &walk.parent else { return Ok(false) };
        let mut state = parent.state.clone();
        let score = parent.score + meter.visit(space, &mut state, mv)?;
        let key = key(space, &state, walk.to);
        let is_known =
            walk.next_keys.contains(&key) || walk.back.iter().any(|keys| keys.contains(&key));
        if is_known || space.is_hopeless(&state) {
            return Ok(false);
        }
        let promised = self.fence.promised(space, &parent.state, mv);
        let at_most = promised.map(|after| parent.score + after);
        if !self.fence.admits(space, &state, score, at_most) {
            return Ok(false);
        }
        match walk.to {
            Some((identity, _)) if identity == key => return Ok(true),
            None if space.is_solved(&state) => {
                self.found(&state, score, meter);
                return Ok(true);
            }
            _ => {}
        }
        let ancestor = parent.ancestor;
        walk.next_keys.insert(key);
        walk.next.push(Placed { state, score, ancestor });
        Ok(false)
    }

    /// Notes the goal that is reached with this score.
    fn found(&mut self, state: &S::State, score: Score, meter: &mut Meter) {
        meter.moves(self.space, state, &mut self.listed);
        let worth = Worth::of(self.space, state, score, self.listed.is_empty());
        let is_best = self.fence.ceiling().is_none_or(|ceiling| worth.score >= ceiling);
        let end = if is_best { SliceEnd::Proved } else { SliceEnd::Exhausted };
        self.goal = Some((worth, end));
    }

    /// The walk has come to its end by `mv`: what lies before that is searched again, in two parts.
    fn divide(&mut self, mv: S::Move) {
        let walk = &mut self.walk;
        let Some(parent) = walk.parent.take() else { return };
        self.route.push(Part::Move(mv));
        if walk.depth == 0 {
            return;
        }
        let (space, moves) = (self.space, walk.relay_depth);
        let identity = space.identity(&parent.state);
        if walk.depth == moves || moves == 0 {
            let (from, score) = (walk.from.clone(), walk.score);
            self.route.push(Part::Leg(Leg { from, score, to: identity, moves: walk.depth }));
            return;
        }
        let middle = walk.relay.swap_remove(parent.ancestor as usize);
        let (from, score, to) = (walk.from.clone(), walk.score, space.identity(&middle));
        // All moves gain the same.
        let gained = (parent.score - walk.score) / walk.depth as Score * moves as Score;
        let rest = walk.depth - moves;
        let second = Leg { from: middle, score: walk.score + gained, to: identity, moves: rest };
        self.route.push(Part::Leg(second));
        self.route.push(Part::Leg(Leg { from, score, to, moves }));
    }

    /// Takes up the next part of the route.
    fn go_on(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        match self.route.pop() {
            Some(Part::Move(mv)) => self.line.push(mv),
            Some(Part::Leg(Leg { from, score, to, moves })) => {
                self.walk = Walk::new(self.space, from, score, Some((to, moves)));
            }
            None => return Some(self.end_of_route(meter)),
        }
        None
    }

    fn end_of_route(&mut self, meter: &mut Meter) -> SliceEnd {
        let (worth, end) = self.goal.expect("a route leads to a goal");
        self.incumbent.offer(meter, worth.solved, worth.score, || self.line.clone());
        end
    }

    fn is_walking(&self) -> bool {
        self.walk.parent.is_some() || self.walk.layer_size > 0
    }
}

impl<S: Layered, F: Fence<S>> Stepped for LayeredSearch<'_, S, F> {
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        if !self.is_walking() {
            return Ok(self.go_on(meter));
        }
        let walk = &mut self.walk;
        if walk.parent.is_none() {
            return Ok(self.take_up(meter));
        }
        let Some(&mv) = walk.moves.last() else {
            if walk.is_relay() {
                walk.relay.extend(walk.parent.take().map(|parent| parent.state));
            }
            walk.parent = None;
            return Ok(None);
        };
        let arrived = self.make_child(mv, meter)?;
        self.walk.moves.pop();
        if arrived {
            self.divide(mv);
            self.walk.layer_size = 0;
        }
        Ok(None)
    }

    fn held(&self) -> (usize, usize) {
        let heap = self.walk.parent.as_ref().map_or(0, |node| self.space.heap_bytes(&node.state));
        (self.walk.held(), self.walk.bytes(heap))
    }
}

impl<S: Layered, F: Fence<S>> Search for LayeredSearch<'_, S, F> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn bound(&self) -> Option<Score> {
        self.fence.ceiling()
    }

    fn argument(&self) -> Option<String> {
        self.goal.is_none().then(|| all_searched(self.expanded))
    }

    fn inside(&self) -> Inside {
        let (depth, held) = (self.walk.depth as f64, self.walk.held() as f64);
        let left = self.route.len() as f64;
        Inside::of([("depth", depth), ("states held", held), ("parts of the route left", left)])
    }
}
