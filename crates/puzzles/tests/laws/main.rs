//! The laws: what must hold for every puzzle, whatever it is.
//!
//! Each puzzle introduces itself; every facet it names adds its checks, the generator adds
//! instances, and then all checks run on all instances. A new puzzle is covered by its one line in
//! the list of puzzles.

mod arranging;
mod explaining;
mod filling;
mod gambling;
mod generating;
mod golden;
mod learning;
mod playing;
mod routing;

use quarry_core::text::quoted;
use quarry_core::{
    Arranged, Bounded, Clocked, Coded, Constrained, Document, Domain, Encoded, Explained, Facets,
    Featured, Filled, Followed, Generate, Imitable, Interactive, LowLevel, Lucky, Meter, Played,
    Potential, Puzzle, Rng, Routed, Sampled, Scripted, Settings, Staged, Tracked, Tunable, Valued,
    Weighted,
};
use quarry_puzzles::{Visitor, introduce_all};

/// How many instances the generator adds.
const GENERATED: u64 = 20;

#[test]
fn every_puzzle_keeps_the_laws() {
    struct All;
    impl Visitor for All {
        fn puzzle<P: Puzzle>(&mut self) {
            let laws = Laws::<P>::of_the_puzzle();
            for instance in &laws.instances {
                show_is_read_back(instance);
                laws.checks.iter().for_each(|check| check(instance));
            }
        }
    }
    introduce_all(&mut All);
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

/// The instances of a puzzle and what its facets promise of them.
struct Laws<P> {
    instances: Vec<P>,
    checks: Vec<fn(&P)>,
    golden: Option<golden::Record<P>>,
}

impl<P: Puzzle> Laws<P> {
    fn of_the_puzzle() -> Self {
        let examples = P::examples().iter().map(|example| {
            P::parse(example.text)
                .unwrap_or_else(|error| panic!("{} {}: {error}", P::ID, example.name))
        });
        let mut laws = Laws { instances: examples.collect(), checks: Vec::new(), golden: None };
        P::introduce(&mut laws);
        laws
    }
}

impl<P: Puzzle> Facets<P> for Laws<P> {
    fn plays(&mut self)
    where
        P: Played,
    {
        self.checks.push(playing::state_and_judge_agree);
        self.checks.push(playing::replay_is_equal);
        self.checks.push(playing::finishing_is_play);
        self.checks.push(playing::answers_are_read_back);
        // A puzzle that can be drawn says so later and gets the better record.
        self.golden = Some(golden::record);
    }
    fn bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.checks.push(playing::bound_is_never_beaten);
    }
    fn costs(&mut self)
    where
        P: Played + Potential,
    {
        self.checks.push(playing::costs_are_never_negative);
    }
    fn samples(&mut self)
    where
        P: Played + Sampled,
    {
        self.checks.push(playing::samples_are_whole_games);
    }
    fn advises(&mut self)
    where
        P: Played + LowLevel,
    {
        self.checks.push(playing::heuristics_choose_listed_moves);
    }
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.checks.push(playing::tracks_are_play);
    }
    fn codes(&mut self)
    where
        P: Played + Coded,
    {
        self.checks.push(playing::walks_are_play);
    }
    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.checks.push(playing::features_are_seen_again);
    }
    fn ticks(&mut self)
    where
        P: Clocked,
    {
        self.checks.push(playing::every_step_ticks_once);
        self.checks.push(playing::what_can_wait_comes_to_the_same_later);
    }
    fn stages(&mut self)
    where
        P: Clocked + Staged + Featured,
    {
        self.checks.push(playing::every_order_can_be_seen);
    }
    fn scripts(&mut self)
    where
        P: Clocked + Scripted,
    {
        self.checks.push(playing::orders_are_cues);
    }
    fn interacts(&mut self)
    where
        P: Played + Interactive,
    {
        self.checks.push(playing::every_move_can_be_touched);
        self.golden = Some(golden::record_with_scenes);
    }
    fn fills(&mut self)
    where
        P: Filled,
    {
        self.checks.push(filling::cells_have_names_and_places);
        self.checks.push(filling::entries_can_be_made_and_erased);
        self.checks.push(filling::fillings_are_read_back);
        self.checks.push(filling::faults_and_judge_agree);
        self.golden = Some(golden::record_filling);
    }
    fn gambles(&mut self)
    where
        P: Lucky<Rules: Interactive>,
    {
        self.checks.push(gambling::state_and_judge_agree);
        self.checks.push(gambling::answers_are_read_back);
        self.checks.push(gambling::events_are_drawn_as_they_weigh);
        self.checks.push(gambling::every_move_can_be_touched);
        self.golden = Some(golden::record_episode);
    }
    fn values(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.checks.push(gambling::controllers_choose_the_first_of_the_best);
    }
    fn learns(&mut self)
    where
        P: Tunable<Rules: Interactive>,
    {
        self.checks.push(gambling::learned_weights_choose_the_first_of_the_best);
    }
    fn imitates(&mut self)
    where
        P: Imitable + Valued + Tunable<Rules: Interactive>,
    {
        self.checks.push(gambling::states_and_moves_have_numbers);
    }
    fn weighs(&mut self)
    where
        P: Weighted<Rules: Interactive>,
    {
        self.checks.push(gambling::weighed_features_choose_the_first_of_the_best);
    }
    fn constrains(&mut self)
    where
        P: Constrained,
    {
    }
    fn routes(&mut self)
    where
        P: Routed,
    {
        self.checks.push(routing::courses_are_graphs);
    }
    fn explains(&mut self)
    where
        P: Explained,
    {
        self.checks.push(explaining::steps_hold_in_the_answer_they_lead_to);
    }
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.checks.push(arranging::orders_are_answers);
    }
    fn encodes(&mut self)
    where
        P: Encoded,
    {
        self.checks.push(learning::gains_are_the_judges);
        self.checks.push(learning::positions_fill_their_arrays);
        self.checks.push(learning::luck_fixes_the_game);
    }
    fn follows(&mut self)
    where
        P: Followed,
    {
        self.checks.push(learning::controllers_can_be_followed);
    }
    fn generates(&mut self)
    where
        P: Generate,
    {
        let examples = self.instances.len();
        self.instances.extend((0..GENERATED).filter_map(|seed| {
            let params = random_choices::<P::Params>(seed);
            let made = P::generate(&params, seed, &mut Meter::unlimited());
            // Not all wishes go together, but whoever has them is told what to ask for.
            if let Err(error) = &made {
                assert!(
                    error.to_string().contains("ask for "),
                    "{} {:?}: {error}",
                    P::ID,
                    params.values()
                );
            }
            made.ok()
        }));
        generating::every_generator_stops_soon::<P>();
        let made = self.instances.len() - examples;
        assert!(made as u64 > GENERATED / 2, "{}: {made} of {GENERATED} wishes were met", P::ID);
    }
}

/// Settings with random words and switches; numbers stay as they are, for not all of them go
/// together.
fn random_choices<S: Settings>(seed: u64) -> S {
    let mut rng = Rng::new(seed);
    let mut settings = S::default();
    for field in S::fields() {
        let words = match field.domain {
            Domain::Choice(words) => words,
            Domain::Switch => vec!["false", "true"],
            Domain::Whole(_)
            | Domain::Real(_)
            | Domain::Text(_)
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
