//! Players that learn, their trainings, and environments for external learners.

use std::sync::Arc;

use quarry_core::{
    Encoded, Generate, Imitable, Inside, Interactive, LearnedEvaluator, Played, Puzzle, Settings,
    Valued, WeightRange,
};
use quarry_nets::FitSettings;
use quarry_solvers::chance::episode::Play;
use quarry_solvers::chance::expectimax::{self, Expectimax};
use quarry_solvers::chance::hybrid::{self, Hybrid, HybridSettings};
use quarry_solvers::chance::net::{self, Instinct, NetPlayer, NetSettings};
use quarry_solvers::evolve::aging::AgingSettings;
use quarry_solvers::evolve::ascent::AscentSettings;
use quarry_solvers::evolve::cma_es::CmaEs;
use quarry_solvers::evolve::cross_entropy::CrossEntropy;
use quarry_solvers::evolve::weight_ants::WeightAnts;
use quarry_solvers::tree::net_distance::{self, ByNet, NetDistanceSettings, NetSearch, SeenWhole};
use quarry_solvers::tree::solved_positions::SolvedPositionsSettings;

use super::{Registry, Train, fitted};
use crate::arena::{Opening, agents_of};
use crate::estimate::look;
use crate::named_evaluator::{NamedEvaluator, NamedEvaluatorSettings};
use crate::opinion::opinion;
use crate::training::{LearnedSettings, Material, ascent, distances, evolution, fit, record};

impl<P: Puzzle> Registry<P> {
    /// Adds a player with learned weights and the training of the weights.
    pub(super) fn with_learning<E: LearnedEvaluator<P::Rules>>(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        let (name, summary) = E::PLAYER;
        self.pair(expectimax::card(name, summary), |p, s: &LearnedSettings<P::Rules, E>, run| {
            let evaluator = E::of(&s.weights);
            let luck = p.luck().unwrap_or(run.seed);
            run.play_episode(p, Play::new(p.rules(), Expectimax::new(&evaluator, &s.ahead), luck))
        });
        self.watch(name, |p, s: &LearnedSettings<P::Rules, E>, inquiry, observe| {
            let evaluator = E::of(&s.weights);
            look(p.rules(), |_| Expectimax::new(&evaluator, &s.ahead), inquiry, observe)
        });
        match E::RANGE {
            WeightRange::Shares => {
                let (fields, train) = (AgingSettings::fields(), evolution::train::<P, E>);
                let card = self.teach(name, evolution::SUMMARY, Material::Instance, fields, train);
                card.is_divisible = true;
            }
            WeightRange::Signed(_) => {
                let ways: [(&str, &'static str, Train); 3] = [
                    ("", ascent::BY_ADAPTATION, ascent::train::<P, E, CmaEs>),
                    ("-entropy", ascent::BY_CROSS_ENTROPY, ascent::train::<P, E, CrossEntropy>),
                    ("-ants", ascent::BY_ANTS, ascent::train::<P, E, WeightAnts>),
                ];
                for (way, summary, train) in ways {
                    let (name, fields) = (format!("{name}{way}"), AscentSettings::fields());
                    self.teach(&name, summary, Material::Instance, fields, train);
                }
            }
        }
    }

    /// Adds players that use nets, alone and with look-ahead, and the trainings of the nets.
    pub(super) fn with_imitation(&mut self)
    where
        P: Imitable<Rules: Interactive>,
    {
        type HybridChoices<P> = (HybridSettings, (NamedEvaluatorSettings<P>, NetSettings));
        let nets = Arc::clone(&self.shared.nets);
        let nets_for = move |p: &P, s: &NetSettings| nets.suited(p, s);
        let also = nets_for.clone();
        let for_hybrid = move |p: &P, s: &HybridChoices<P>| also(p, &s.1.1);

        self.add(fitted(net::CARD, nets_for.clone(), |p: &P, _: &NetSettings, nets, run| {
            let luck = p.luck().unwrap_or(run.seed);
            let play = Play::new(p.rules(), NetPlayer::<P>::new(Instinct::new(&nets)), luck);
            run.play_episode(
                p,
                play.showing(|player, seen| Inside {
                    numbers: P::omitted(p.rules(), seen),
                    ..opinion(p, player.opinion())
                }),
            )
        }));
        self.watch_fitted(
            net::CARD.name,
            nets_for,
            |p, _: &NetSettings, nets, inquiry, observe| {
                look(p.rules(), |_| NetPlayer::<P>::new(Instinct::new(&nets)), inquiry, observe)
            },
        );
        self.add(fitted(hybrid::CARD, for_hybrid.clone(), |p: &P, (s, (named, _)), nets, run| {
            let (evaluator, luck) = (NamedEvaluator::<P>::new(named), p.luck().unwrap_or(run.seed));
            let player = Hybrid::<P, _>::new(Instinct::new(&nets), &evaluator, s);
            run.play_episode(
                p,
                Play::new(p.rules(), player, luck).showing(|player, seen| {
                    let (listed, kept) = (player.opinion(), player.kept());
                    let mut numbers = vec![
                        ("moves there are", listed.len() as f64),
                        ("left by the nets", kept as f64),
                    ];
                    numbers.extend(P::omitted(p.rules(), seen));
                    Inside { numbers, ..opinion(p, listed) }
                }),
            )
        }));
        self.watch_fitted(hybrid::CARD.name, for_hybrid, |p, (s, (named, _)), nets, asked, see| {
            let evaluator = NamedEvaluator::<P>::new(named);
            look(
                p.rules(),
                |_| Hybrid::<P, _>::new(Instinct::new(&nets), &evaluator, s),
                asked,
                see,
            )
        });
        let fields = record::RecordedPlayer::<P>::fields();
        self.teach("record", record::SUMMARY, Material::Instance, fields, record::train::<P>);
        let fields = FitSettings::fields();
        self.teach(net::CARD.name, fit::SUMMARY, Material::Record, fields, fit::train::<P>);
        self.arena = Some(Opening::new(agents_of::<P>));
    }

    /// Adds a search by a net that tells distances from the goal, and the net's trainings.
    pub(super) fn with_distances(&mut self)
    where
        P: Played + SeenWhole + Generate,
    {
        let nets = Arc::clone(&self.shared.nets);
        self.add(fitted(
            net_distance::CARD,
            move |p: &P, s: &NetDistanceSettings| nets.of_distances(p, s),
            |p, s, net, run| {
                let space = ByNet::new(p, net, s.with_bound);
                run.play(p, NetSearch::new(&space, s))
            },
        ));
        let fields = SolvedPositionsSettings::fields();
        let record = distances::record::<P>;
        self.teach("distances", distances::OF_POSITIONS, Material::Instance, fields, record);
        let (fields, train) = (FitSettings::fields(), distances::train_net::<P>);
        self.teach("distance-net", distances::OF_NETS, Material::Record, fields, train);
    }

    pub(super) fn with_environments(&mut self)
    where
        P: Encoded,
    {
        self.arena.get_or_insert(Opening::new(Vec::new));
    }
}
