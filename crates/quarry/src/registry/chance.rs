//! Games of chance, and players with named evaluators.

use quarry_core::{Episode, Fixed, Interactive, NoSettings, Notation, Puzzle, Valued};
use quarry_solvers::chance::episode::Play;
use quarry_solvers::chance::expectimax::{self, Expectimax, ExpectimaxSettings};
use quarry_solvers::chance::random_player::RandomPlayer;
use quarry_solvers::montecarlo::random;

use super::Registry;
use crate::estimate::look;
use crate::session::{ChanceGame, Session, StepSession};
use crate::trace::positions;

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_chance(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.session = Some(Box::new(|puzzle| {
            Session::Steps(Box::new(StepSession::new(ChanceGame::new(puzzle))))
        }));
        self.trace = Some(|p, Episode { luck, line }| {
            let name = |mv| p.rules().write_move(mv);
            let scene = |dealt: &_| Some(p.rules().scene(quarry_core::Dealt::seen(dealt)));
            positions(Fixed::new(p.rules(), luck), line, name, scene)
        });
        for controller in P::controllers() {
            let card = expectimax::card(controller.name, controller.summary);
            self.pair(card, move |p, s: &ExpectimaxSettings, run| {
                let player = Expectimax::new(&controller.evaluator, s);
                let luck = p.luck().unwrap_or(run.seed);
                run.play_episode(p, Play::new(p.rules(), player, luck))
            });
            self.watch(controller.name, move |p, s: &ExpectimaxSettings, inquiry, observe| {
                look(p.rules(), |_| Expectimax::new(&controller.evaluator, s), inquiry, observe)
            });
        }
        self.pair(random::CARD, |p, _: &NoSettings, run| {
            let (player, luck) = (RandomPlayer::new(run.seed), p.luck().unwrap_or(run.seed));
            run.play_episode(p, Play::new(p.rules(), player, luck))
        });
        self.watch(random::CARD.name, |p, _: &NoSettings, inquiry, observe| {
            look(p.rules(), RandomPlayer::new, inquiry, observe)
        });
    }
}
