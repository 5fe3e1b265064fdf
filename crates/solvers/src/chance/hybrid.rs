//! Instinct first, then thought: nets leave out what is improbable, and of the rest the best is
//! found by looking one event ahead. Moves are left out from the least probable on, as long as all
//! of them together are at most as probable as `s`; at least one stays. With s = 0 nothing is left
//! out, and the player is the one that only thinks. Font, Larrodera, Manrique and Ramos-Criado
//! (2016). They keep the most probable until these reach s, but say that s = 0 keeps all and report
//! more play for less s; that fits only if s is the share left out. Needs a game in which players
//! can be imitated, nets made for it, and an evaluator of after-states; promises a listed move.
//! Time O(w + k e b) a move for w weights, k moves kept and e events; memory O(w).

use quarry_core::{Evaluator, Imitable, Meter, Player, Refused, StateSpace, settings};

use super::expectimax::{Expectimax, ExpectimaxSettings};
use super::net::{Instinct, MoveIn};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hybrid",
    summary: "Leaves out moves that nets think improbable and looks one event ahead for the best of the rest.",
    complete: "no",
    optimal: "no",
    time: "O(b m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// How much is left out.
    pub struct HybridSettings {
        /// How probable all moves together may be that are left out; 0 leaves out none.
        pub s: f64 = 0.00001, 0.0..=1.0;
    }
}

/// The player.
pub struct Hybrid<'n, P: Imitable, E> {
    instinct: Instinct<'n, P>,
    thought: Expectimax<'n, E>,
    s: f64,
    listed: Vec<MoveIn<P>>,
    /// Those that the nets left.
    kept: Vec<MoveIn<P>>,
}

impl<'n, P: Imitable, E: Evaluator<P::Rules>> Hybrid<'n, P, E> {
    /// A player by these nets and this evaluator.
    pub fn new(instinct: Instinct<'n, P>, evaluator: &'n E, settings: &HybridSettings) -> Self {
        let ahead = ExpectimaxSettings { lookahead: "1", ..ExpectimaxSettings::default() };
        let thought = Expectimax::new(evaluator, &ahead);
        Hybrid { instinct, thought, s: settings.s, listed: Vec::new(), kept: Vec::new() }
    }

    /// How probable the nets thought each move when it last chose.
    pub fn opinion(&self) -> Vec<(MoveIn<P>, f64)> {
        self.listed.iter().copied().zip(self.instinct.shares()).collect()
    }

    /// How many moves the nets left to think about.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }
}

impl<P: Imitable, E: Evaluator<P::Rules>> Player<P::Rules> for Hybrid<'_, P, E> {
    fn choose(
        &mut self,
        rules: &P::Rules,
        state: &<P::Rules as StateSpace>::State,
        meter: &mut Meter,
    ) -> Result<Option<MoveIn<P>>, Refused> {
        meter.moves(rules, state, &mut self.listed);
        meter.evaluate()?;
        let Some(says) = self.instinct.weigh(rules, state, &self.listed) else { return Ok(None) };
        let stays = probable(says, self.s);
        let listed = self.listed.iter().copied().zip(stays);
        self.kept.clear();
        self.kept.extend(listed.filter_map(|(mv, stays)| stays.then_some(mv)));
        match self.kept.as_slice() {
            &[only] => Ok(Some(only)),
            kept => Ok(self.thought.best_of(kept, rules, state, 1, meter)?.map(|(mv, _)| mv)),
        }
    }
}

/// Which stay when the least probable are left out that together are at most so probable; of equals
/// the first stay longest.
fn probable(says: &[f32], s: f64) -> Vec<bool> {
    let most = says.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> =
        says.iter().map(|&one| libm::exp(f64::from(one) - f64::from(most))).collect();
    let mut kept = vec![true; says.len()];
    let mut order: Vec<usize> = (0..says.len()).collect();
    order.sort_by(|&one, &other| weights[one].total_cmp(&weights[other]).then(other.cmp(&one)));
    // From the least on, so that small shares are not lost in large sums.
    let whole: f64 = order.iter().map(|&place| weights[place]).sum();
    let mut left_out = 0.0;
    for &place in order.iter().take(says.len().saturating_sub(1)) {
        left_out += weights[place];
        if s == 0.0 || left_out > s * whole {
            break;
        }
        kept[place] = false;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_that_is_left_out_is_at_most_so_probable() {
        let says: Vec<f32> = [0.5f32, 0.3, 0.15, 0.05].map(f32::ln).to_vec();
        let kept = |s| probable(&says, s);
        assert_eq!(kept(0.0), [true; 4]);
        assert_eq!(kept(0.04), [true; 4]);
        assert_eq!(kept(0.06), [true, true, true, false]);
        assert_eq!(kept(0.21), [true, true, false, false]);
        assert_eq!(kept(0.6), [true, false, false, false]);
        assert_eq!(kept(1.0), [true, false, false, false], "one stays");
        assert_eq!(probable(&[0.0, 0.0, 0.0], 0.5), [true, true, false], "of equals the first");
        assert_eq!(probable(&[-1e9, 0.0], 0.0), [true, true], "none, however improbable");
        assert!(probable(&[], 0.5).is_empty());
    }
}
