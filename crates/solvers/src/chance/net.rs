//! A player by nets trained to imitate another player. The net for the state's kind gives a
//! probability for each move; the most probable legal move is played, the first among equals. Font,
//! Larrodera, Manrique and Ramos-Criado (2017), who learned from a player that looks one event
//! ahead. Needs a game in which players can be imitated, and nets made for it; promises a listed
//! move. Time O(b + w) for w weights, less for units with output 0; memory O(w).

use std::marker::PhantomData;

use fearless_simd::Level;
use quarry_core::{
    Card, Domain, Imitable, Lucky, Meter, Player, Refused, StateSpace, USUAL_NETS, settings,
};
use quarry_nets::{Net, Scratch};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "net",
    summary: "Plays the most probable move by nets that have learned to imitate another player.",
    complete: "no",
    optimal: "no",
    time: "O(b m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// Which nets the player uses.
    pub struct NetSettings {
        /// The nets: a file written by `quarry train`, or the ones that ship with the program.
        pub model: String = USUAL_NETS.to_owned(), Domain::Nets;
    }
}

/// Nets, one for each kind of state, with their working memory.
pub struct Instinct<'n, P> {
    nets: &'n [Net],
    scratch: Scratch,
    seen: Vec<i8>,
    inputs: Vec<f32>,
    /// Outputs for the moves of the last call of `weigh`.
    says: Vec<f32>,
    puzzle: PhantomData<fn(P)>,
}

/// A move in a puzzle's rules.
pub(super) type MoveIn<P> = <<P as Lucky>::Rules as StateSpace>::Move;

impl<'n, P: Imitable> Instinct<'n, P> {
    /// Uses nets that were made for the rules.
    pub fn new(nets: &'n [Net]) -> Self {
        assert_eq!(nets.len(), P::KINDS.len(), "a net for each kind");
        let scratch = Scratch::new(Level::new());
        let (seen, inputs, says) = (Vec::new(), Vec::new(), Vec::new());
        Instinct { nets, scratch, seen, inputs, says, puzzle: PhantomData }
    }

    /// Log-probability of each choice, legal or not; none where there is nothing to choose.
    pub fn opinion(
        &mut self,
        rules: &P::Rules,
        state: &<P::Rules as StateSpace>::State,
    ) -> Option<&[f32]> {
        let kind = P::kind(rules, state)?;
        self.seen.clear();
        P::inputs_of(rules, state, &mut self.seen);
        self.inputs.clear();
        self.inputs.extend(self.seen.iter().map(|&number| f32::from(number)));
        Some(self.nets[kind].answer(&self.inputs, &mut self.scratch))
    }

    /// Log-probability of each of these moves.
    pub(super) fn weigh(
        &mut self,
        rules: &P::Rules,
        state: &<P::Rules as StateSpace>::State,
        listed: &[MoveIn<P>],
    ) -> Option<&[f32]> {
        let mut says = std::mem::take(&mut self.says);
        let opinion = self.opinion(rules, state)?;
        says.clear();
        says.extend(listed.iter().map(|&mv| opinion[P::choice(rules, mv)]));
        self.says = says;
        Some(&self.says)
    }

    /// Probabilities of the moves weighed last; they sum to 1.
    pub(super) fn shares(&self) -> Vec<f64> {
        shares(&self.says)
    }
}

/// Turns logarithms into shares that sum to 1.
fn shares(says: &[f32]) -> Vec<f64> {
    let most = says.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f64> =
        says.iter().map(|&one| libm::exp(f64::from(one) - f64::from(most))).collect();
    let whole: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / whole).collect()
}

/// A player that plays the most probable move by its nets.
pub struct NetPlayer<'n, P: Imitable> {
    instinct: Instinct<'n, P>,
    listed: Vec<MoveIn<P>>,
}

impl<'n, P: Imitable> NetPlayer<'n, P> {
    /// Creates a player with these nets.
    pub fn new(instinct: Instinct<'n, P>) -> Self {
        NetPlayer { instinct, listed: Vec::new() }
    }

    /// Probability of each move, for the last choice.
    pub fn opinion(&self) -> Vec<(MoveIn<P>, f64)> {
        self.listed.iter().copied().zip(self.instinct.shares()).collect()
    }
}

impl<P: Imitable> Player<P::Rules> for NetPlayer<'_, P> {
    fn choose(
        &mut self,
        rules: &P::Rules,
        state: &<P::Rules as StateSpace>::State,
        meter: &mut Meter,
    ) -> Result<Option<MoveIn<P>>, Refused> {
        meter.moves(rules, state, &mut self.listed);
        meter.evaluate()?;
        let Some(says) = self.instinct.weigh(rules, state, &self.listed) else { return Ok(None) };
        let mut best = None;
        for (&mv, &says) in self.listed.iter().zip(says) {
            if best.is_none_or(|(most, _)| says > most) {
                best = Some((says, mv));
            }
        }
        Ok(best.map(|(_, mv)| mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nets_say_becomes_shares_of_a_whole() {
        let says = [0.5f32, 0.3, 0.2].map(|share| share.ln() + 7.0);
        let found = shares(&says);
        assert!(
            found.iter().zip([0.5, 0.3, 0.2]).all(|(one, other)| (one - other).abs() < 1e-6),
            "{found:?}"
        );
        assert!(shares(&[]).is_empty());
    }
}
