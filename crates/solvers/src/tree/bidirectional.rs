//! Bidirectional heuristic search that meets in the middle. Searches forwards from the start and
//! backwards from the goals; expands the node, of either side, with the least of max(f, 2 g + e),
//! where g is its cost, f is g plus the bound, and e the least cost of a move. MM by Holte, Felner,
//! Sharon, Sturtevant and Chen (2017). Needs [`Reversible`]; ends with a proof when no way can be
//! cheaper than the best meeting, or when one side has nothing left. Neither side goes beyond half
//! of the best cost. Time and memory O(b^(d/2)) at best.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, Refused, Reversible, Score, Search, SliceEnd,
};
use rustc_hash::FxHashMap;

use super::closed::all_searched;
use super::move_tree::{MoveTree, NodeId};
use super::slots::{Slot, Slots};
use crate::worth::Worth;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "bidirectional",
    summary: "Searches from the start and from the goals at once until the two meet.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^(d/2)), less with good bounds",
    memory: "O(b^(d/2)), less with good bounds",
    rank: 10,
    ..Card::PLAIN
};

/// Bidirectional search.
pub struct Bidirectional<'a, S: Reversible> {
    space: &'a S,
    /// The search from the start, and the one from the goals.
    sides: [Front<S>; 2],
    begun: bool,
    incumbent: Incumbent<Vec<S::Move>>,
    /// A score that is known elsewhere.
    known: Option<Score>,
    /// Proven lower bound on the cost of any way that was not found yet.
    least_cost: Score,
    /// The node being expanded, while its moves are played: its side and its link.
    parent: Option<(usize, Waiting<S::State>, NodeId)>,
    /// Its moves still to be played or its ways back still to be gone, the next one last.
    moves: Vec<S::Move>,
    ways: Vec<S::WayBack>,
}

const FORWARDS: usize = 0;
const BACKWARDS: usize = 1;

/// Number of moves between two updates of the memory count.
const STEPS_PER_COUNT: usize = 16;

/// One of the two searches.
struct Front<S: Reversible> {
    open: BinaryHeap<(Reverse<Score>, Reverse<NodeId>, Slot)>,
    waiting: Slots<Waiting<S::State>>,
    /// Best way to each state: its score and its link.
    ways: FxHashMap<u128, (Score, NodeId)>,
    links: MoveTree<S::Move>,
    /// Costs of the open nodes without and with their bounds.
    costs: Counts,
    whole_costs: Counts,
}

/// An open node without its priority and its line.
struct Waiting<State> {
    state: State,
    identity: u128,
    score: Score,
    /// Lower bound on the cost of a whole way through this node.
    whole_cost: Score,
}

impl<S: Reversible> Front<S> {
    fn new() -> Self {
        Front {
            open: BinaryHeap::new(),
            waiting: Slots::new(),
            ways: FxHashMap::default(),
            links: MoveTree::new(),
            costs: Counts::default(),
            whole_costs: Counts::default(),
        }
    }

    fn put(&mut self, node: Waiting<S::State>, link: NodeId, least_cost: Score) {
        self.ways.insert(node.identity, (node.score, link));
        self.costs.add(-node.score);
        self.whole_costs.add(node.whole_cost);
        let priority = node.whole_cost.max(least_cost - 2 * node.score);
        self.open.push((Reverse(priority), Reverse(link), self.waiting.put(node)));
    }

    fn least_priority(&self) -> Option<Score> {
        self.open.peek().map(|&(Reverse(priority), ..)| priority)
    }

    fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<(Reverse<Score>, Reverse<NodeId>, Slot)>()
            + self.waiting.bytes()
            + self.ways.capacity() * (size_of::<(u128, (Score, NodeId))>() + 1)
            + self.links.bytes()
    }
}

/// How often each number occurs.
#[derive(Default)]
struct Counts(BTreeMap<Score, u64>);

impl Counts {
    fn add(&mut self, number: Score) {
        *self.0.entry(number).or_default() += 1;
    }

    fn remove(&mut self, number: Score) {
        if let Some(count) = self.0.get_mut(&number) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(&number);
            }
        }
    }

    fn least(&self) -> Option<Score> {
        self.0.first_key_value().map(|(&number, _)| number)
    }
}

impl<'a, S: Reversible> Bidirectional<'a, S> {
    /// Creates a search from the start state and the goals.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Bidirectional {
            space,
            sides: [Front::new(), Front::new()],
            begun: false,
            incumbent: Incumbent::default(),
            known: None,
            least_cost: Score::MIN,
            parent: None,
            moves: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// Opens the start and the goals.
    fn begin(&mut self, meter: &mut Meter) {
        self.begun = true;
        let mut goals = Vec::new();
        self.space.goals(&mut goals);
        for state in goals {
            meter.moves(self.space, &state, &mut self.moves);
            let ending = Worth::of(self.space, &state, 0, self.moves.is_empty()).score;
            self.moves.clear();
            self.offer(BACKWARDS, state, ending, MoveTree::<S::Move>::ROOT, None, meter);
        }
        self.offer(FORWARDS, self.space.start(), 0, MoveTree::<S::Move>::ROOT, None, meter);
    }

    /// Score that an answer must beat, where the score counts.
    fn bar(&self) -> Option<Score> {
        self.incumbent.bar().max(self.known).filter(|_| self.space.aim().score_counts())
    }

    /// Opens a state that was reached with this score, unless a way as good to it is known.
    fn offer(
        &mut self,
        side: usize,
        state: S::State,
        score: Score,
        link: NodeId,
        by: Option<S::Move>,
        meter: &mut Meter,
    ) {
        let (space, identity) = (self.space, self.space.identity(&state));
        if self.sides[side].ways.get(&identity).is_some_and(|&(before, _)| before >= score) {
            return;
        }
        let bound = match side {
            FORWARDS if space.is_hopeless(&state) => return,
            FORWARDS => space.bound(&state),
            _ => space.bound_from_start(&state),
        };
        let whole_cost = -(score + bound);
        if self.bar().is_some_and(|bar| -whole_cost <= bar) {
            return;
        }
        let front = &mut self.sides[side];
        let link = by.map_or(link, |mv| front.links.add(link, mv));
        front.put(Waiting { state, identity, score, whole_cost }, link, space.least_cost());
        if let Some(&(other_score, other)) = self.sides[1 - side].ways.get(&identity) {
            let met = if side == FORWARDS { [link, other] } else { [other, link] };
            let sides = &self.sides;
            self.incumbent.offer(meter, true, score + other_score, || {
                let mut line = sides[FORWARDS].links.line(met[FORWARDS]);
                line.extend(sides[BACKWARDS].links.line(met[BACKWARDS]).into_iter().rev());
                line
            });
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        if !self.begun {
            self.begin(meter);
            return Ok(None);
        }
        let Some((side, parent, link)) = &self.parent else { return Ok(self.take_up(meter)) };
        let (side, link, mut state, before) = (*side, *link, parent.state.clone(), parent.score);
        let (mv, gain) = match (self.moves.last(), self.ways.last()) {
            (Some(&mv), _) => (mv, meter.visit(self.space, &mut state, mv)?),
            (_, Some(&way)) => meter.go_back(self.space, &mut state, way)?,
            (None, None) => {
                self.parent = None;
                return Ok(None);
            }
        };
        if side == FORWARDS {
            self.moves.pop();
        } else {
            self.ways.pop();
        }
        self.offer(side, state, before + gain, link, Some(mv), meter);
        Ok(None)
    }

    /// Takes the next open node of either side. Returns how the search ends, if it ends here.
    fn take_up(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let [forwards, backwards] = &self.sides;
        let priorities = [forwards.least_priority(), backwards.least_priority()];
        // Where one side has nothing left, all that it can reach has been met.
        let [Some(one), Some(other)] = priorities else { return Some(SliceEnd::Proved) };
        let between = forwards.costs.least().zip(backwards.costs.least());
        let between = between.map(|(one, other)| one + other + self.space.least_cost());
        let whole = forwards.whole_costs.least().max(backwards.whole_costs.least());
        self.least_cost = [between, whole]
            .into_iter()
            .flatten()
            .fold(one.min(other), Score::max)
            .max(self.least_cost);
        if self.bar().is_some_and(|bar| -bar <= self.least_cost) {
            return Some(SliceEnd::Proved);
        }
        if let Some(found) = self.incumbent.bar()
            && !self.space.aim().score_counts()
        {
            let is_best = -found <= self.least_cost;
            return Some(if is_best { SliceEnd::Proved } else { SliceEnd::Exhausted });
        }
        let fewer = usize::from(backwards.open.len() < forwards.open.len());
        let side = match one.cmp(&other) {
            std::cmp::Ordering::Less => FORWARDS,
            std::cmp::Ordering::Greater => BACKWARDS,
            std::cmp::Ordering::Equal => fewer,
        };
        let front = &mut self.sides[side];
        let (_, Reverse(link), slot) = front.open.pop()?;
        let node = front.waiting.take(slot);
        front.costs.remove(-node.score);
        front.whole_costs.remove(node.whole_cost);
        let is_outdated = front.ways.get(&node.identity).is_some_and(|way| way.0 > node.score);
        if is_outdated || self.bar().is_some_and(|bar| -node.whole_cost <= bar) {
            return None;
        }
        match side {
            FORWARDS => meter.moves(self.space, &node.state, &mut self.moves),
            _ => meter.ways_back(self.space, &node.state, &mut self.ways),
        }
        self.moves.reverse();
        self.ways.reverse();
        self.parent = Some((side, node, link));
        None
    }

    fn known_states(&self) -> usize {
        self.sides.iter().map(|front| front.ways.len()).sum()
    }

    fn bytes(&self) -> usize {
        let heap =
            self.parent.as_ref().map_or(0, |(_, node, _)| self.space.heap_bytes(&node.state));
        self.sides.iter().map(|front| front.bytes() + front.open.len() * heap).sum()
    }
}

impl<S: Reversible> Search for Bidirectional<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while if self.parent.is_some() { meter.goes_on() } else { meter.in_slice() } {
            match self.step(meter) {
                Ok(Some(end)) => return end,
                Ok(None) => {}
                Err(Refused) => break,
            }
            if (self.moves.len() + self.ways.len()).is_multiple_of(STEPS_PER_COUNT) {
                meter.keep(self.known_states(), self.bytes());
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn beat(&mut self, score: Score) {
        self.known = self.known.max(Some(score));
    }

    fn bound(&self) -> Option<Score> {
        let found = self.incumbent.bar().max(self.known);
        let is_over = self.begun && self.parent.is_none();
        if is_over && self.sides.iter().any(|front| front.open.is_empty()) {
            return found;
        }
        let open = (self.least_cost > Score::MIN).then(|| -self.least_cost)?;
        Some(open).max(found)
    }

    fn argument(&self) -> Option<String> {
        if self.incumbent.bar().is_some() || self.known.is_some() || !self.begun {
            return None;
        }
        let [forwards, backwards] = &self.sides;
        if forwards.open.is_empty() {
            return Some(all_searched(forwards.ways.len()));
        }
        let states = backwards.ways.len();
        Some(format!(
            "Play backwards from the goal comes to an end after {states} states, and the start is \
             not among them."
        ))
    }

    fn inside(&self) -> Inside {
        let [forwards, backwards] = [0, 1].map(|side| self.sides[side].open.len() as f64);
        Inside::of([
            ("open nodes from the start", forwards),
            ("open nodes from the goals", backwards),
            ("known states", self.known_states() as f64),
        ])
    }
}
