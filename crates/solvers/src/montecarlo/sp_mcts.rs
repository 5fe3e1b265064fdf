//! Single-player Monte-Carlo tree search. Each game adds one node to the tree: go down the tree by
//! the largest mean + C sqrt(ln N / n) + sqrt((variance sum + D) / n), add one child, then play a
//! random game. After `playouts` games the search begins anew with an empty tree, or first makes a
//! move of the best line and searches from there (`per_move`). Schadd et al. (2008, 2012); the
//! third term keeps nodes alive that were seldom tried or vary much. C and D are their values of
//! 2008, on the plain score. Their random games ignore the tabu colour with a small probability at
//! each move; ours play a whole game uniformly with probability `epsilon`. Needs a state space, or
//! [`quarry_core::Sampled`] for the puzzle's own random play; proves nothing and ends by itself
//! only at a goal. Time O(n m), memory O(n) nodes of one tree. Evaluations are games, and their
//! budget is kept exactly.

use quarry_core::{
    Card, Found, Guided, Inside, Meter, Refused, Rng, Sampled, Search, SliceEnd, settings,
};

use super::iterative_sampling::{Policy, Uniform, UniformOrGuided};
use crate::playout::{LONGEST_GAME, Playout};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "sp-mcts",
    summary: "Grows a tree by random games, towards means that are high or uncertain.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// How the tree grows.
    pub struct SpMctsSettings {
        /// Constant C: how much rarely tried moves are favoured.
        pub c: f64 = 0.5, 0.0..=1e9;
        /// Constant D: the uncertainty of a node that was tried once.
        pub d: f64 = 10_000.0, 0.0..=1e12;
        /// Number of games for each tree.
        pub playouts: u64 = 100_000, 1..=1_000_000_000;
        /// Whether each tree decides only one move, and the next tree the move after it.
        pub per_move: bool = false, ();
        /// How random games choose moves: uniformly, or by the puzzle's own policy if it has one.
        pub policy: &'static str = "guided", ["uniform", "guided"];
        /// How often a random game is played uniformly although the puzzle has its own policy.
        pub epsilon: f64 = 0.003, 0.0..=1.0;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Single-player Monte-Carlo tree search by the policy `P`.
pub struct SpMcts<'a, S: Guided, P> {
    space: &'a S,
    policy: P,
    settings: SpMctsSettings,
    start: Playout<'a, S>,
    root: Playout<'a, S>,
    rng: Rng,
    nodes: Vec<Node<S::Move>>,
    /// Number of games played through this tree.
    played: u64,
    /// The best line since the last restart from the beginning.
    line: Option<(Worth, Vec<S::Move>)>,
    path: Vec<usize>,
    incumbents: Incumbents<S::Move>,
}

struct Node<M> {
    children: Vec<(M, usize)>,
    /// Moves without a child yet; not listed before the first visit from above.
    untried: Option<Vec<M>>,
    visits: f64,
    sum: f64,
    squares: f64,
}

impl<M> Node<M> {
    fn new() -> Self {
        Node { children: Vec::new(), untried: None, visits: 0.0, sum: 0.0, squares: 0.0 }
    }

    fn value(&self, log_visits: f64, c: f64, d: f64) -> f64 {
        let mean = self.sum / self.visits;
        let spread = (self.squares - self.visits * mean * mean).max(0.0);
        mean + c * (log_visits / self.visits).sqrt() + ((spread + d) / self.visits).sqrt()
    }
}

impl<'a, S: Guided> SpMcts<'a, S, Uniform> {
    /// Creates a search with the given seed whose random games choose moves uniformly.
    pub fn new(space: &'a S, settings: &SpMctsSettings, seed: u64) -> Self {
        Self::by(Uniform, space, settings, seed)
    }
}

impl<'a, S: Sampled> SpMcts<'a, S, UniformOrGuided> {
    /// Creates a search with the given seed and the policy named in the settings.
    pub fn guided(space: &'a S, settings: &SpMctsSettings, seed: u64) -> Self {
        Self::by(UniformOrGuided::named(settings.policy), space, settings, seed)
    }
}

impl<'a, S: Guided, P: Policy<S>> SpMcts<'a, S, P> {
    fn by(policy: P, space: &'a S, settings: &SpMctsSettings, seed: u64) -> Self {
        let start = Playout::new(space, settings.depth);
        SpMcts {
            space,
            policy,
            settings: settings.clone(),
            root: start.clone(),
            start,
            rng: Rng::new(seed),
            nodes: vec![Node::new()],
            played: 0,
            line: None,
            path: Vec::new(),
            incumbents: Incumbents::default(),
        }
    }

    /// Plays one game through the tree and on to its end.
    fn play(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let mut game = self.root.clone();
        self.path.clear();
        self.path.push(0);
        let mut at = 0;
        loop {
            let untried = self.nodes[at].untried.get_or_insert_with(|| game.moves(meter).to_vec());
            let (mv, child, is_new) = if untried.is_empty() {
                let Some((mv, child)) = self.choose(at) else { break };
                (mv, child, false)
            } else {
                let mv = untried.swap_remove(self.rng.below(untried.len()));
                let child = self.nodes.len();
                self.nodes[at].children.push((mv, child));
                self.nodes.push(Node::new());
                (mv, child, true)
            };
            game.play(mv, meter)?;
            self.path.push(child);
            at = child;
            if is_new {
                break;
            }
        }
        let worth = if self.settings.epsilon > 0.0 && self.rng.unit() < self.settings.epsilon {
            game.finish_at_random(&mut self.rng, meter)?
        } else {
            self.policy.finish(&mut game, &mut self.rng, meter)?
        };
        meter.evaluate()?;
        self.incumbents.offer(self.space, worth, meter, || game.line().to_vec());
        if self.line.as_ref().is_none_or(|(best, _)| worth > *best) {
            self.line = Some((worth, game.line().to_vec()));
        }
        for &node in &self.path {
            let node = &mut self.nodes[node];
            let score = worth.score as f64;
            node.visits += 1.0;
            node.sum += score;
            node.squares += score * score;
        }
        self.played += 1;
        if self.played == self.settings.playouts {
            self.begin_next_tree(meter)?;
        }
        Ok(())
    }

    /// Returns the child to descend to, the earlier one among equals; none at the end of a game.
    fn choose(&self, at: usize) -> Option<(S::Move, usize)> {
        let node = &self.nodes[at];
        let log_visits = node.visits.max(1.0).ln();
        let value =
            |child: usize| self.nodes[child].value(log_visits, self.settings.c, self.settings.d);
        let better = |best: (S::Move, usize, f64), (mv, child)| {
            let value = value(child);
            if value > best.2 { (mv, child, value) } else { best }
        };
        let (&(mv, child), others) = node.children.split_first()?;
        let (mv, child, _) = others.iter().copied().fold((mv, child, value(child)), better);
        Some((mv, child))
    }

    fn begin_next_tree(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        self.nodes.clear();
        self.nodes.push(Node::new());
        self.played = 0;
        let played = self.root.line().len();
        let next = self.line.as_ref().and_then(|(_, line)| line.get(played).copied());
        match next.filter(|_| self.settings.per_move) {
            Some(mv) => self.root.play(mv, meter)?,
            None => {
                self.root = self.start.clone();
                self.line = None;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        // Every move of a node is either a child or untried.
        self.nodes.capacity() * size_of::<Node<S::Move>>()
            + self.nodes.len() * 16 * size_of::<(S::Move, usize)>()
    }
}

impl<S: Guided, P: Policy<S>> Search for SpMcts<'_, S, P> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.play(meter).is_err() {
                break;
            }
            meter.keep(self.nodes.len(), self.bytes());
            if self.incumbents.is_settled(self.space) {
                return SliceEnd::Exhausted;
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

    fn inside(&self) -> Inside {
        let mean = self
            .nodes
            .first()
            .filter(|root| root.visits > 0.0)
            .map_or(0.0, |root| root.sum / root.visits);
        let nodes = self.nodes.len() as f64;
        Inside::of([
            ("nodes of the tree", nodes),
            ("games through it", self.played as f64),
            ("mean score", mean),
        ])
    }
}
