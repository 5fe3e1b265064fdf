//! Records a player's choices as training data. Plays games, each with its own luck, and records
//! for every state its inputs, its kind and the number of the move chosen. A game gives at most a
//! fixed number of cases of each kind, so that the cases come from many games; it ends when it has
//! given them. Optionally, another move than the chosen one is sometimes played, so that the data
//! also covers states after mistakes. Needs a game in which players can be imitated, and a player;
//! promises the same record for any number of threads, and when resumed after a stop. Time O(n c)
//! for n cases and c the cost of a choice, memory O(n).

use quarry_core::{Fixed, Imitable, Meter, Player, Refused, Rng, StateSpace, settings};
use quarry_nets::Samples;

use crate::evolve::evaluation::values;

settings! {
    /// How much is recorded.
    pub struct RecordSettings {
        /// Number of cases to record of each kind.
        pub cases: u64 = 100_000, 1..=10_000_000;
        /// Number of games they come from, if the games are long enough.
        pub games: u64 = 100, 1..=1_000_000;
        /// How often a random move is played instead of the chosen one, from 0 to 1.
        pub stray: f64 = 0.0, 0.0..=1.0;
    }
}

/// Number of games played in parallel; the record does not depend on it.
const TOGETHER: u64 = 8;

/// A record in progress.
pub struct Recording<'a, P: Imitable> {
    rules: &'a P::Rules,
    settings: RecordSettings,
    seed: u64,
    games: u64,
    kinds: Vec<Samples>,
}

impl<'a, P: Imitable> Recording<'a, P> {
    /// Creates a record. It continues from `so_far`, the number of games already played with the
    /// same settings and seed and their cases, if given.
    pub fn new(
        rules: &'a P::Rules,
        settings: &RecordSettings,
        seed: u64,
        so_far: Option<(u64, Vec<Samples>)>,
    ) -> Self {
        let none = || {
            (0..P::KINDS.len())
                .map(|kind| Samples::none(P::inputs(rules), P::choices(rules, kind)))
                .collect()
        };
        let (games, kinds) = so_far.unwrap_or_else(|| (0, none()));
        Recording { rules, settings: settings.clone(), seed, games, kinds }
    }

    /// The recorded cases, kind by kind.
    pub fn kinds(&self) -> &[Samples] {
        &self.kinds
    }

    /// Number of games played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether there are enough cases of every kind.
    pub fn is_over(&self) -> bool {
        self.kinds.iter().all(|samples| samples.len() as u64 >= self.settings.cases)
    }

    /// Plays some more games. Returns false and changes nothing if it was cut short.
    pub fn step<Q: Player<P::Rules>>(
        &mut self,
        player: impl Fn() -> Q + Sync + Send,
        meter: &mut Meter,
    ) -> bool {
        let games: Vec<u64> = (self.games..self.games + TOGETHER).collect();
        let mut played = Vec::with_capacity(games.len());
        let record =
            |player: &mut Q, &game: &u64, meter: &mut Meter| self.game(game, player, meter);
        values(&games, u64::MAX, meter, player, record, |cases, _| played.push(cases));
        if played.len() < games.len() {
            return false;
        }
        for (games, kinds) in (self.games + 1..).zip(played) {
            for (all, new) in self.kinds.iter_mut().zip(kinds) {
                let missing = (self.settings.cases as usize - all.len()).min(new.len());
                all.seen.extend_from_slice(&new.seen[..missing * new.inputs]);
                all.chosen.extend_from_slice(&new.chosen[..missing]);
            }
            self.games = games;
        }
        true
    }

    /// Returns the cases recorded in one game.
    fn game<Q: Player<P::Rules>>(
        &self,
        game: u64,
        player: &mut Q,
        meter: &mut Meter,
    ) -> Result<Vec<Samples>, Refused> {
        let share = self.settings.cases.div_ceil(self.settings.games) as usize;
        let mut kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|samples| Samples::none(samples.inputs, samples.choices))
            .collect();
        let mut rng = Rng::stream(self.seed, game);
        let table = Fixed::new(self.rules, rng.bits());
        let (mut state, mut listed) = (table.start(), Vec::new());
        while kinds.iter().any(|samples| samples.len() < share) {
            if !meter.goes_on() {
                return Err(Refused);
            }
            let Some(mut mv) = player.choose(self.rules, state.seen(), meter)? else { break };
            let kind = P::kind(self.rules, state.seen())
                .expect("where something is chosen there is a kind");
            let samples = &mut kinds[kind];
            if samples.len() < share {
                P::inputs_of(self.rules, state.seen(), &mut samples.seen);
                samples.chosen.push(P::choice(self.rules, mv) as u8);
            }
            if self.settings.stray > 0.0 && rng.unit() < self.settings.stray {
                meter.moves(self.rules, state.seen(), &mut listed);
                mv = listed[rng.below(listed.len())];
            }
            meter.play(&table, &mut state, mv)?;
        }
        Ok(kinds)
    }
}
