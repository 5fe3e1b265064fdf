//! The laws: what must hold for every puzzle.
//!
//! Each puzzle introduces itself; every facet it names adds its checks, the generator adds
//! instances, and then all checks run on all instances. A new puzzle is covered by its one line in
//! the list of puzzles.

mod chance;
mod clock;
mod coach;
mod fill;
mod generating;
mod golden;
mod hot;
mod learn;
mod own;
mod reverse;
mod textbook;

use std::env;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use quarry_core::text::quoted;
use quarry_core::{
    Arranged, Bounded, Clocked, Coached, Coded, Constrained, Document, Domain, Encoded, Explained,
    Facets, Featured, Filled, Generate, Imitable, Interactive, Layered, LearnedEvaluator, LowLevel,
    Meter, Notation, OwnSolver, Played, Puzzle, Reversible, Rng, Routed, Sampled, Scripted, Sensed,
    Settings, Staged, StateSpace, Tracked, Valued,
};
use quarry_puzzles::{Visitor, introduce_all};

use crate::template::Template;

/// Number of instances that the generator adds.
const GENERATED: u64 = 20;

/// Puzzles are spread over the processors. With `QUARRY_PUZZLE=NAME` only one is checked.
#[test]
fn every_puzzle_keeps_the_laws() {
    struct All(Vec<(&'static str, fn())>);
    impl Visitor for All {
        fn puzzle<P: Puzzle>(&mut self) {
            self.0.push((P::ID, || Laws::<P>::of_the_puzzle().hold()));
        }
    }
    let mut all = All(Vec::new());
    introduce_all(&mut all);
    if let Ok(name) = env::var("QUARRY_PUZZLE") {
        all.0.retain(|(id, _)| *id == name);
        assert!(!all.0.is_empty(), "no puzzle is called {name}");
    }
    let waiting = Mutex::new(all.0);
    let work = || {
        while let Some((id, hold)) = { waiting.lock().unwrap().pop() } {
            let begun = Instant::now();
            hold();
            println!("{id}: {:.1} s", begun.elapsed().as_secs_f64());
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(work);
        }
    });
}

#[test]
fn a_puzzle_begins_with_what_keeps_the_laws() {
    Laws::<Template>::of_the_puzzle().hold();
}

#[test]
fn every_puzzle_plays_its_golden_game_again() {
    struct All;
    impl Visitor for All {
        fn puzzle<P: Puzzle>(&mut self) {
            if let Some(record) = Laws::<P>::of_the_puzzle().golden {
                golden::compare::<P>(record);
            }
        }
    }
    introduce_all(&mut All);
}

/// Instances of a puzzle, and the laws of its facets.
struct Laws<P> {
    instances: Vec<P>,
    /// Makes further instances, for laws that take their time.
    generate: Option<fn() -> Vec<P>>,
    checks: Vec<fn(&P)>,
    golden: Option<golden::Record<P>>,
}

impl<P: Puzzle> Laws<P> {
    fn of_the_puzzle() -> Self {
        let examples = P::examples().iter().map(|example| {
            P::parse(example.text)
                .unwrap_or_else(|error| panic!("{} {}: {error}", P::ID, example.name))
        });
        let mut laws = Laws {
            instances: examples.collect(),
            generate: None,
            checks: Vec::new(),
            golden: None,
        };
        P::introduce(&mut laws);
        laws
    }

    fn hold(&self) {
        let generated = self.generate.map_or(Vec::new(), |generate| generate());
        for instance in self.instances.iter().chain(&generated) {
            show_is_read_back(instance);
            self.checks.iter().for_each(|check| check(instance));
        }
    }
}

impl<P: Puzzle> Laws<P> {
    fn with_play(&mut self)
    where
        P: Played,
    {
        self.checks.push(textbook::state_and_judge_agree);
        self.checks.push(textbook::replay_is_equal);
        self.checks.push(textbook::finishing_is_play);
        self.checks.push(textbook::answers_are_read_back);
        self.checks.push(textbook::moves_have_numbers);
        // Used unless the puzzle can be drawn, which gives a better record.
        self.golden = Some(golden::record);
    }
}

impl<P: Puzzle> Facets<P> for Laws<P> {
    fn plays(&mut self)
    where
        P: Played + Interactive,
    {
        self.with_play();
        self.checks.push(textbook::every_move_can_be_touched);
        self.checks.push(textbook::moves_are_read_back);
        self.golden = Some(golden::record_with_scenes);
    }
    fn bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.checks.push(textbook::bound_is_never_beaten);
        self.checks.push(textbook::costs_are_never_negative);
    }
    fn ends(&mut self)
    where
        P: Played + Bounded,
    {
        self.checks.push(textbook::games_end);
    }
    fn reverses(&mut self)
    where
        P: Played + Reversible,
    {
        self.checks.push(reverse::identities_are_of_states);
        self.checks.push(reverse::play_can_be_taken_back);
        self.checks.push(reverse::ways_back_are_moves);
        self.checks.push(reverse::goals_are_solved);
    }
    fn layers(&mut self)
    where
        P: Played + Layered,
    {
        self.checks.push(reverse::identities_are_of_states);
        self.checks.push(reverse::moves_gain_the_same);
        self.checks.push(reverse::states_recur_only_in_near_layers);
    }
    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.checks.push(textbook::features_are_seen_again);
    }

    fn coaches(&mut self)
    where
        P: Coached,
    {
        self.checks.push(coach::a_game_can_start_anywhere);
        self.checks.push(coach::won_games_are_not_called_lost);
    }

    /// Compiled copies change nothing: `crates/quarry/tests` compares them with the others.
    fn runs_hot(&mut self)
    where
        P: Played,
    {
    }
    fn codes(&mut self)
    where
        P: Played + Sampled + Coded,
    {
        self.checks.push(hot::samples_are_whole_games);
        self.checks.push(hot::walks_are_play);
    }
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.checks.push(hot::tracks_are_play);
    }
    fn advises(&mut self)
    where
        P: Played + LowLevel + Generate,
    {
        self.checks.push(hot::heuristics_choose_listed_moves);
    }

    fn ticks(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation,
    {
        self.with_play();
        self.checks.push(textbook::features_are_seen_again);
        self.checks.push(clock::every_step_ticks_once);
        self.checks.push(clock::goals_are_no_nearer_than_promised);
        self.checks.push(clock::what_can_wait_comes_to_the_same_later);
        self.checks.push(clock::every_order_can_be_seen);
        self.checks.push(clock::orders_are_cues);
        self.checks.push(textbook::moves_are_read_back);
    }

    fn senses(&mut self)
    where
        P: Clocked + Sensed,
    {
        self.checks.push(clock::all_who_obey_sense_something);
    }

    fn gambles(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.checks.push(chance::state_and_judge_agree);
        self.checks.push(chance::answers_are_read_back);
        self.checks.push(chance::events_are_drawn_as_they_weigh);
        self.checks.push(chance::every_move_can_be_touched);
        self.checks.push(chance::controllers_choose_the_first_of_the_best);
        self.golden = Some(golden::record_episode);
    }
    fn learns<E: LearnedEvaluator<P::Rules>>(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.checks.push(learn::learned_weights_choose_the_first_of_the_best::<P, E>);
    }
    fn imitates(&mut self)
    where
        P: Imitable<Rules: Interactive>,
    {
        self.checks.push(learn::states_and_moves_have_numbers);
        self.checks.push(learn::controllers_can_be_followed);
    }

    fn fills(&mut self)
    where
        P: Filled,
    {
        self.checks.push(fill::cells_have_names_and_places);
        self.checks.push(fill::entries_can_be_made_and_erased);
        self.checks.push(fill::values_are_read_back);
        self.checks.push(fill::fillings_are_read_back);
        self.checks.push(fill::faults_and_judge_agree);
        self.golden = Some(golden::record_filling);
    }
    fn explains(&mut self)
    where
        P: Explained,
    {
        self.checks.push(fill::steps_hold_in_the_answer_they_lead_to);
    }
    /// Engines and judges are compared in the tests of the engines.
    fn constrains(&mut self)
    where
        P: Constrained,
    {
        self.checks.push(fill::choices_are_values_of_the_model);
    }
    fn routes(&mut self)
    where
        P: Routed,
    {
        self.checks.push(fill::courses_are_graphs);
    }
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.checks.push(fill::orders_are_answers);
    }

    fn brings<S: OwnSolver<P>>(&mut self) {
        self.checks.push(own::answers_are_judged::<P, S>);
    }

    fn encodes(&mut self)
    where
        P: Encoded,
    {
        self.checks.push(learn::gains_are_the_judges);
        self.checks.push(learn::positions_fill_their_arrays);
        self.checks.push(learn::luck_fixes_the_game);
    }
    fn measures_distances(&mut self)
    where
        P: Played + Bounded + Encoded<Game = <P as StateSpace>::State> + Generate,
    {
        self.checks.push(learn::games_are_states);
    }
    fn generates(&mut self)
    where
        P: Generate,
    {
        self.generate = Some(generated);
    }
}

/// Instances of random choices.
fn generated<P: Generate>() -> Vec<P> {
    let make = |seed| {
        let params = random_choices::<P::Params>(seed);
        let made = P::generate(&params, seed, &mut Meter::unlimited());
        // Some parameters contradict each other; then the error must say what to ask for.
        if let Err(error) = &made {
            assert!(
                error.to_string().contains("ask for "),
                "{} {:?}: {error}",
                P::ID,
                params.values()
            );
        }
        made.ok()
    };
    let instances: Vec<P> = (0..GENERATED).filter_map(make).collect();
    generating::every_generator_stops_soon::<P>();
    let made = instances.len() as u64;
    assert!(made > GENERATED / 2, "{}: {made} of {GENERATED} requests succeeded", P::ID);
    instances
}

/// Settings with random words and switches; numbers keep their defaults, because not all
/// combinations are possible.
fn random_choices<S: Settings>(seed: u64) -> S {
    let mut rng = Rng::new(seed);
    let mut settings = S::default();
    for field in S::fields() {
        let words = match field.domain {
            // Tiers take long to find, and many puzzles have no symmetries. The generators' own
            // tests ask for both.
            Domain::Choice(_) if ["tier", "symmetry"].contains(&field.name) => continue,
            Domain::Choice(words) => words,
            Domain::Switch => vec!["false", "true"],
            Domain::Whole(_)
            | Domain::Real(_)
            | Domain::Text(_)
            | Domain::Recipe(_)
            | Domain::Start(_)
            | Domain::Weights(_)
            | Domain::Numbers(_)
            | Domain::Nets => continue,
        };
        settings
            .set(field.name, words[rng.below(words.len())])
            .expect("the word is one of its own");
    }
    settings
}

fn show_is_read_back<P: Puzzle>(instance: &P) {
    let text = instance.show();
    let again = P::parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", P::ID));
    assert_eq!(again.show(), text);
    assert_eq!(again.facts(), instance.facts());
    assert_eq!(again.picture(), instance.picture());
    let header = Document::parse(&text).and_then(|document| document.header()).unwrap();
    assert_eq!(
        header.puzzle.as_deref(),
        Some(P::ID),
        "a shown instance names its puzzle: {}",
        quoted(&text)
    );
}
