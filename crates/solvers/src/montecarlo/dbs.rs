//! Depth-budgeted search. The root has a budget of games. Every node divides its budget equally
//! among its children; where less than one game per child is left, the game is finished greedily.
//! So the depth of the tree follows from the budget, not from a limit. When the budget is spent,
//! the search begins again with twice the budget. After Billings (2007), known to us only
//! second-hand, from the description in Schadd et al. (2008): where the budget of a depth is spent,
//! a greedy simulation follows. Our reading is in decision 0011. Needs a state space; proves
//! nothing and ends by itself only at a goal. Time O(n b m), memory O(m) states. Evaluations are
//! greedy games, and their budget is kept exactly.

use quarry_core::{Card, Found, Guided, Meter, Refused, Search, SliceEnd, settings};

use crate::playout::{LONGEST_GAME, Playout};
use crate::worth::Incumbents;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "dbs",
    summary: "Shares a budget among the moves of each state and plays greedily where it is spent.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n b m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// How much work is done.
    pub struct DbsSettings {
        /// Budget of the first round, in games.
        pub budget: u64 = 100, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Depth-budgeted search.
pub struct Dbs<'a, S: Guided> {
    space: &'a S,
    start: Playout<'a, S>,
    budget: f64,
    /// Nodes still to be expanded, the next one last, each with its share of the budget.
    open: Vec<(Playout<'a, S>, f64)>,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Guided> Dbs<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &DbsSettings) -> Self {
        let start = Playout::new(space, settings.depth);
        let budget = settings.budget as f64;
        Dbs {
            space,
            open: vec![(start.clone(), budget)],
            start,
            budget,
            incumbents: Incumbents::default(),
        }
    }

    /// Expands a node, or plays one greedy game.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some((mut game, budget)) = self.open.pop() else {
            self.budget *= 2.0;
            self.open.push((self.start.clone(), self.budget));
            return Ok(());
        };
        let moves = game.moves(meter).to_vec();
        let share = budget / moves.len() as f64;
        if share >= 1.0 && !moves.is_empty() {
            for mv in moves.into_iter().rev() {
                let mut child = game.clone();
                child.play(mv, meter)?;
                self.open.push((child, share));
            }
            return Ok(());
        }
        let worth = game.finish_greedily(meter)?;
        meter.evaluate()?;
        self.incumbents.offer(self.space, worth, meter, || game.line().to_vec());
        Ok(())
    }
}

impl<S: Guided> Search for Dbs<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.step(meter).is_err() {
                break;
            }
            let bytes = self.open.last().map_or(0, |(game, _)| game.bytes());
            meter.keep(1 + self.open.len(), self.open.len() * bytes);
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
}
