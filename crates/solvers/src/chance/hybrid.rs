//! Nets and lookahead combined: nets discard improbable moves, and looking one event ahead finds
//! the best of the rest. Moves are discarded from the least probable up, as long as their total
//! probability is at most `s`; at least one move stays. With s = 0 nothing is discarded, and the
//! player is plain one-event lookahead. Font, Larrodera, Manrique and Ramos-Criado (2017). They
//! keep the most probable moves until these reach s, but say that s = 0 keeps all and report more
//! play for less s; that fits only if s is the share discarded. Needs a game in which players can
//! be imitated, nets made for it, and an evaluator of after-states; promises a listed move. Time
//! O(w + k e b) a move for w weights, k moves kept and e events; memory O(w).

use quarry_core::{Card, Evaluator, Imitable, Meter, Player, Refused, StateSpace, settings};

use super::expectimax::{Expectimax, ExpectimaxSettings, FORESIGHTS};
use super::net::{Instinct, MoveIn};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hybrid",
    summary: "Discards moves that nets find improbable and looks one event ahead for the best of the rest.",
    complete: "no",
    optimal: "no",
    time: "O(b m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// How many moves are discarded.
    pub struct HybridSettings {
        /// Total probability of the moves that may be discarded; 0 discards none.
        pub s: f64 = 0.00001, 0.0..=1.0;
        /// Which value the events have that may follow: their mean, or that of the worst.
        pub foresight: &'static str = "mean", FORESIGHTS;
    }
}

/// A player that combines nets with looking one event ahead.
pub struct Hybrid<'n, P: Imitable, E> {
    instinct: Instinct<'n, P>,
    thought: Expectimax<'n, E>,
    s: f64,
    listed: Vec<MoveIn<P>>,
    /// The moves that the nets did not discard.
    kept: Vec<MoveIn<P>>,
}

impl<'n, P: Imitable, E: Evaluator<P::Rules>> Hybrid<'n, P, E> {
    /// Creates a player with these nets and this evaluator.
    pub fn new(instinct: Instinct<'n, P>, evaluator: &'n E, settings: &HybridSettings) -> Self {
        let foresight = settings.foresight;
        let ahead =
            ExpectimaxSettings { lookahead: "1", foresight, ..ExpectimaxSettings::default() };
        let thought = Expectimax::new(evaluator, &ahead);
        Hybrid { instinct, thought, s: settings.s, listed: Vec::new(), kept: Vec::new() }
    }

    /// Probability of each move by the nets, for the last choice.
    pub fn opinion(&self) -> Vec<(MoveIn<P>, f64)> {
        self.listed.iter().copied().zip(self.instinct.shares()).collect()
    }

    /// Number of moves that the nets did not discard.
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

/// Marks the moves that stay when the least probable ones, with a total probability of at most `s`,
/// are discarded. Among equals the first stay longest.
fn probable(says: &[f32], s: f64) -> Vec<bool> {
    let most = says.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> =
        says.iter().map(|&one| libm::exp(f64::from(one) - f64::from(most))).collect();
    let mut kept = vec![true; says.len()];
    let mut order: Vec<usize> = (0..says.len()).collect();
    order.sort_by(|&one, &other| weights[one].total_cmp(&weights[other]).then(other.cmp(&one)));
    // Adds from the smallest up, so that small shares are not lost in large sums.
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
