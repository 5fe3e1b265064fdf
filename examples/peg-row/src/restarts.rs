//! Random restarts: plays at random until no move is left, then begins again, and stops when the
//! goal is reached. Works on every puzzle that is played step by step.

use quarry::{BoxedSearch, SpaceSolver};
use quarry_core::{
    Card, Erased, Found, Incumbent, Meter, MoveNumber, NoSettings, Refused, Rng, Search, SliceEnd,
};
use quarry_solvers::playout::{LONGEST_GAME, Playout};

/// The solver, as registered in the catalogue.
pub(crate) struct Restarts;

impl SpaceSolver for Restarts {
    const CARD: Card = Card {
        name: "restarts",
        summary: "Plays at random until no move is left, then begins again.",
        complete: "in the long run",
        optimal: "no",
        time: "O(n m)",
        memory: "O(m)",
        ..Card::PLAIN
    };
    type Settings = NoSettings;

    fn begin<'s>(space: &'s Erased<'s>, _: &NoSettings, seed: u64) -> BoxedSearch<'s> {
        let game = Playout::new(space, LONGEST_GAME);
        Box::new(Restarting { game, rng: Rng::new(seed), best: Incumbent::default() })
    }
}

/// A running search.
struct Restarting<'s> {
    game: Playout<'s, Erased<'s>>,
    rng: Rng,
    best: Incumbent<Vec<MoveNumber>>,
}

impl Restarting<'_> {
    /// Plays one game. The meter counts every move and refuses it when the budget is spent.
    fn play(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        meter.evaluate()?;
        self.game.restart();
        let worth = self.game.finish_at_random(&mut self.rng, meter)?;
        self.best.offer(meter, worth.solved, worth.score, || self.game.line().to_vec());
        Ok(())
    }
}

impl Search for Restarting<'_> {
    type Answer = Vec<MoveNumber>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() && self.play(meter).is_ok() {
            if self.best().is_some_and(|best| best.solved) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<MoveNumber>>> {
        self.best.best()
    }
}
