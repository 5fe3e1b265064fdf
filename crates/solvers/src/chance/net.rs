//! A player by instinct: nets that learned to choose as somebody else does.
//! The net of the state's kind says how probable each move is; the most probable legal one is played, the first among equals.
//! Font, Larrodera, Manrique and Ramos-Criado (2016), who had learned from a player that looks one event ahead.
//! Needs a game in which players can be imitated, and nets made for it; promises a listed move.
//! Time O(b + w) for w weights, less those of units that are silent; memory O(w).

use std::marker::PhantomData;

use fearless_simd::Level;
use quarry_core::{Domain, Imitable, Meter, Player, StateSpace, USUAL_NETS, settings};
use quarry_nets::{Net, Room};

use crate::Card;

/// The comparison's row.
pub const CARD: Card = Card {
    name: "net",
    summary: "Plays what nets think most probable that have learned to choose as another player does.",
    complete: "no",
    optimal: "no",
    time: "O(b m)",
    memory: "O(m)",
};

settings! {
    /// By which nets is played.
    pub struct NetSettings {
        /// The nets: a file that `quarry train` has written, or those that ship with the program.
        pub model: String = USUAL_NETS.to_owned(), Domain::Nets;
    }
}

/// Nets, one for each kind of states, and a place for them to work.
pub struct Instinct<'n, P> {
    nets: &'n [Net],
    room: Room,
    seen: Vec<i8>,
    inputs: Vec<f32>,
    puzzle: PhantomData<fn(P)>,
}

impl<'n, P: Imitable> Instinct<'n, P> {
    /// Works with nets that were made for the rules.
    pub fn new(nets: &'n [Net]) -> Self {
        assert_eq!(nets.len(), P::KINDS.len(), "a net for each kind");
        let room = Room::new(Level::new());
        Instinct { nets, room, seen: Vec::new(), inputs: Vec::new(), puzzle: PhantomData }
    }

    /// How probable it thinks each choice, legal or not, as the logarithm of a share; nothing where there is nothing to choose.
    pub fn opinion(&mut self, rules: &P::Rules, state: &<P::Rules as StateSpace>::State) -> Option<&[f32]> {
        let kind = P::kind(rules, state)?;
        self.seen.clear();
        P::inputs_of(rules, state, &mut self.seen);
        self.inputs.clear();
        self.inputs.extend(self.seen.iter().map(|&number| f32::from(number)));
        Some(self.nets[kind].answer(&self.inputs, &mut self.room))
    }
}

/// The player.
pub struct NetPlayer<'n, P: Imitable> {
    instinct: Instinct<'n, P>,
    listed: Vec<<P::Rules as StateSpace>::Move>,
}

impl<'n, P: Imitable> NetPlayer<'n, P> {
    /// Plays by these nets.
    pub fn new(instinct: Instinct<'n, P>) -> Self {
        NetPlayer { instinct, listed: Vec::new() }
    }
}

impl<P: Imitable> Player<P::Rules> for NetPlayer<'_, P> {
    fn choose(
        &mut self,
        rules: &P::Rules,
        state: &<P::Rules as StateSpace>::State,
        meter: &mut Meter,
    ) -> Option<<P::Rules as StateSpace>::Move> {
        meter.moves(rules, state, &mut self.listed);
        meter.evaluate();
        let opinion = self.instinct.opinion(rules, state)?;
        let mut best = None;
        for &mv in &self.listed {
            let says = opinion[P::choice(rules, mv)];
            if best.is_none_or(|(most, _)| says > most) {
                best = Some((says, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}
