//! Exact search: depth-first branch and bound with a transposition table. A beam finds a first
//! answer; then every line that could still beat the best is searched, most promising first. Bounds
//! on a state's best continuation are stored by its key, independently of the score with which it
//! was reached. Land and Doig (1960); fail-soft values as in game-tree search (Fishburn 1983).
//! Tuned on Jawbreaker boards: see docs/decisions/0007-exact-by-plain-bound.md. Needs [`Bounded`]
//! and games that end; a completed search is a proof. Time O(b^m) at worst, less with a good bound;
//! memory: the table, which stays within the limit and drops cheap entries.

use quarry_core::{
    Bounded, Card, Found, Inside, Meter, Refused, Score, Search, SliceEnd, settings,
};

use super::beam::{Beam, BeamSettings};
use super::closed::all_searched;
use super::transposition::{HOPELESS, TableBound, TranspositionTable};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "branch-and-bound",
    summary: "Searches every line that could still beat the best, and proves that none is left.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^m), less with a good bound",
    memory: "O(m) and a table of fixed size",
    rank: 30,
    alias: Some("exact"),
};

settings! {
    /// How the first answer is found.
    pub struct BranchAndBoundSettings {
        /// Width of the beam that finds the first answer. A good answer saves work later; a wide
        /// beam costs work now.
        pub width: u64 = 100, 1..=1_000_000;
    }
}

/// Size of the table if the run sets no limit.
const DEFAULT_MEMORY: u64 = 1 << 30;
/// Below every score, and far enough from the minimum that gains can be added without overflow.
const NOTHING: Score = Score::MIN / 4;

/// Exact search.
pub struct BranchAndBound<'a, S: Bounded> {
    space: &'a S,
    /// Finds the first answer; none afterwards.
    beam: Option<Beam<'a, S>>,
    table: TranspositionTable,
    /// Nodes from the start to the current node.
    path: Vec<Node<S>>,
    incumbents: Incumbents<S::Move>,
    /// Score that a finished game must exceed to be an improvement.
    bar: Score,
    visited: u64,
    /// Whether an answer must reach a goal.
    needs_goal: bool,
    /// Number of children waiting to be searched, on the whole path.
    waiting: usize,
    listed: Vec<S::Move>,
    /// Unused lists of children, kept for their memory.
    spare: Vec<Vec<Child<S>>>,
}

/// A state that a move leads to.
struct Child<S: Bounded> {
    state: S::State,
    key: u128,
    /// The move, none for the start; `gain` is what it gains.
    by: Option<S::Move>,
    gain: Score,
    /// Upper bound on the gain plus everything after it.
    at_most: Score,
}

/// A node on the path, while its children are searched.
struct Node<S: Bounded> {
    key: u128,
    by: Option<S::Move>,
    gain: Score,
    at_most: Score,
    /// Score so far.
    score: Score,
    /// Children that may beat the bar, the most promising last.
    children: Vec<Child<S>>,
    /// Best value of a settled child; `passed` is the highest bound of a child that was pruned.
    best: Score,
    passed: Score,
    /// Number of nodes visited before this one.
    since: u64,
}

impl<S: Bounded> Node<S> {
    /// Records the value of a child that gained `gain`.
    fn note(&mut self, gain: Score, known: TableBound) {
        let worth = gain + known.at_most;
        if known.exact {
            self.best = self.best.max(worth);
        } else {
            self.passed = self.passed.max(worth);
        }
    }

    /// Whether the table lets us prune the child, because it cannot bring more than `need`. A child
    /// that can is searched even if its value is known, because the line is needed too; everything
    /// else on the way there is pruned.
    fn is_spared(&mut self, child: &mut Child<S>, need: Score, table: &TranspositionTable) -> bool {
        let Some(known) = table.get(child.key) else { return false };
        if known.at_most <= HOPELESS {
            return true;
        }
        child.at_most = child.at_most.min(child.gain + known.at_most);
        let spared = child.at_most <= need;
        if spared {
            self.note(child.gain, known);
        }
        spared
    }
}

impl<'a, S: Bounded> BranchAndBound<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &BranchAndBoundSettings) -> Self {
        BranchAndBound {
            space,
            beam: Some(Beam::new(space, &BeamSettings { width: settings.width })),
            table: TranspositionTable::new(0),
            path: Vec::new(),
            incumbents: Incumbents::default(),
            bar: NOTHING,
            visited: 0,
            needs_goal: space.aim().needs_goal(),
            waiting: 0,
            listed: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Continues the beam. When it is done, its answer sets the bar and the search proper begins.
    fn look_for_first_answer(&mut self, mut beam: Beam<'a, S>, meter: &mut Meter) -> SliceEnd {
        let progress = beam.slice(meter);
        if let Some(found) = beam.best() {
            let worth = Worth { solved: found.solved, score: found.score };
            self.incumbents.offer(self.space, worth, meter, || found.answer.clone());
        }
        match progress {
            SliceEnd::Proved => SliceEnd::Proved,
            SliceEnd::Working => {
                self.beam = Some(beam);
                SliceEnd::Working
            }
            SliceEnd::Exhausted if self.is_settled() => SliceEnd::Exhausted,
            SliceEnd::Exhausted => {
                self.bar = self.bar.max(self.incumbents.bar().unwrap_or(NOTHING));
                self.table = TranspositionTable::new(meter.memory().unwrap_or(DEFAULT_MEMORY));
                let state = self.space.start();
                let (key, at_most) = (self.space.key(&state), self.space.bound(&state));
                // If the meter refuses, the result is that of the beam.
                _ = self.visit(Child { state, key, by: None, gain: 0, at_most }, 0, meter);
                SliceEnd::Working
            }
        }
    }

    /// Visits a state: either its game is over, or it joins the path with the children worth
    /// searching.
    fn visit(
        &mut self,
        Child { state, key, by, gain, at_most }: Child<S>,
        score: Score,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        let space = self.space;
        self.visited += 1;
        meter.moves(space, &state, &mut self.listed);
        let over = self.listed.is_empty();
        let worth = Worth::of(space, &state, score, over);
        if worth.solved || over {
            self.finish_game(worth, by, meter);
        }
        let best = if worth.solved { worth.score - score } else { NOTHING };
        if over {
            self.learn(key, gain, TableBound { at_most: best, exact: true }, 1);
            return Ok(());
        }
        let children = self.spare.pop().unwrap_or_default();
        let (passed, since) = (NOTHING, self.visited);
        let mut node = Node { key, by, gain, at_most, score, children, best, passed, since };
        let need = self.bar - score;
        for &by in &self.listed {
            // 1. Pruned without being played.
            let promised = space.bound_after(&state, by);
            if let Some(at_most) = promised.filter(|&at_most| at_most <= need) {
                node.passed = node.passed.max(at_most);
                continue;
            }
            // 2. Pruned by the child's own bound.
            if !meter.goes_on() {
                return Err(Refused);
            }
            let mut state = state.clone();
            let gain = meter.visit(space, &mut state, by)?;
            if self.needs_goal && space.is_hopeless(&state) {
                continue;
            }
            let at_most = promised.unwrap_or_else(|| gain + space.bound(&state));
            if at_most <= need {
                node.passed = node.passed.max(at_most);
                continue;
            }
            node.children.push(Child {
                key: space.key(&state),
                state,
                by: Some(by),
                gain,
                at_most,
            });
        }
        // 3. Pruned by the table. All children are looked up together, so that the waits for memory
        // overlap.
        let mut children = std::mem::take(&mut node.children);
        children.retain_mut(|child| !node.is_spared(child, need, &self.table));
        node.children = children;
        // The most promising child is taken first, from the end; equals in list order.
        node.children.reverse();
        node.children.sort_by_key(|child| child.at_most);
        self.waiting += node.children.len();
        self.path.push(node);
        Ok(())
    }

    fn finish_game(&mut self, worth: Worth, by: Option<S::Move>, meter: &mut Meter) {
        // A game that is no answer sets no bar, however high its score.
        if worth.solved && worth.score > self.bar || self.incumbents.best().is_none() {
            let line = || self.path.iter().filter_map(|node| node.by).chain(by).collect();
            self.incumbents.offer(self.space, worth, meter, line);
            self.bar = self.bar.max(self.incumbents.bar().unwrap_or(NOTHING));
        }
    }

    /// Whether a goal is reached and any goal will do.
    fn is_settled(&self) -> bool {
        !self.space.aim().score_counts() && self.incumbents.bar().is_some()
    }

    /// Goes one node forward or back; does nothing at the end of the search.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(node) = self.path.last_mut() else { return Ok(()) };
        let need = self.bar - node.score;
        let Some(mut child) = node.children.pop() else {
            self.leave();
            return Ok(());
        };
        self.waiting -= 1;
        if child.at_most <= need {
            // All other children are less promising, so they are pruned too.
            node.passed = node.passed.max(child.at_most);
            self.waiting -= node.children.len();
            node.children.clear();
        } else if !node.is_spared(&mut child, need, &self.table) {
            let (score, at_most) = (node.score + child.gain, child.at_most);
            let visited = self.visit(child, score, meter);
            if let (Err(Refused), Some(node)) = (visited, self.path.last_mut()) {
                // Counting the child as pruned keeps the bound valid.
                node.passed = node.passed.max(at_most);
                return Err(Refused);
            }
        }
        Ok(())
    }

    /// Leaves a node whose children are all searched or pruned.
    fn leave(&mut self) {
        if let Some(node) = self.path.pop() {
            let known =
                TableBound { at_most: node.best.max(node.passed), exact: node.best >= node.passed };
            self.learn(node.key, node.gain, known, self.visited - node.since + 1);
            self.spare.push(node.children);
        }
    }

    /// Stores the result for a state, and passes it to its parent node.
    fn learn(&mut self, key: u128, gain: Score, known: TableBound, work: u64) {
        self.table.put(key, known, work);
        if let Some(parent) = self.path.last_mut() {
            parent.note(gain, known);
        }
    }
}

impl<S: Bounded> Search for BranchAndBound<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if let Some(beam) = self.beam.take() {
            return self.look_for_first_answer(beam, meter);
        }
        while meter.in_slice() {
            if self.step(meter).is_err() {
                break;
            }
            if self.path.is_empty() {
                return SliceEnd::Proved;
            }
            if self.is_settled() {
                return SliceEnd::Exhausted;
            }
            // The table stays within the limit by itself, so only the path counts against it.
            let held = self.table.len() + self.path.len() + self.waiting;
            meter.keep(held, self.waiting * size_of::<Child<S>>());
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn beat(&mut self, score: Score) {
        if self.space.aim().score_counts() {
            self.bar = self.bar.max(score);
        }
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.beam.as_ref().and_then(Beam::draft)
    }

    /// Upper bound over the children of the root: settled, pruned, waiting, or being searched.
    fn bound(&self) -> Option<Score> {
        let Some(root) = self.path.first() else {
            return Some(self.space.bound(&self.space.start()));
        };
        let waiting = root.children.last().map(|child| child.at_most);
        let searched = self.path.get(1).map(|node| node.at_most);
        let open = [Some(root.best), Some(root.passed), waiting, searched];
        open.into_iter().flatten().max().map(|open| open.max(self.bar))
    }

    fn argument(&self) -> Option<String> {
        // The beam that looks for a first answer may have searched everything: it sets no bar.
        let found_nothing = self.bar == NOTHING && self.incumbents.bar().is_none();
        (self.path.is_empty() && found_nothing).then(|| all_searched(self.visited as usize))
    }

    fn inside(&self) -> Inside {
        if let Some(beam) = &self.beam {
            return beam.inside();
        }
        let depth = self.path.len().saturating_sub(1);
        let of = [
            ("depth", depth),
            ("children waiting", self.waiting),
            ("states in the table", self.table.len()),
        ];
        Inside::of(of.map(|(name, number)| (name, number as f64)))
    }
}
