//! Contracts of the hyper-heuristic beyond those of every solver.

use crate::toys::{Strip, brute_force, evaluations, replay, run};
use quarry_core::{Budget, Guided, Halt, StateSpace};
use quarry_solvers::evolve::hyper::{Hyper, HyperSettings};
use quarry_solvers::evolve::hyper_ants::{HyperAnts, HyperAntsSettings};
use quarry_solvers::evolve::hyper_islands::HyperIslandsSettings;
use quarry_solvers::evolve::hyper_swarm::{HyperSwarm, HyperSwarmSettings};

/// The first generation and a few more.
fn few() -> HyperSettings {
    HyperSettings { population: 10, generations: 5, ..HyperSettings::default() }
}

#[test]
fn it_ends_after_its_generations() {
    let strip = Strip::shuffled(40, 4, 1);
    for hyper_mutation in [true, false] {
        let settings = HyperSettings { hyper_mutation, ..few() };
        let outcome = run(Hyper::new(&strip, &settings, 1), Budget::default());
        assert_eq!((outcome.halted, outcome.proved), (None, false));
        assert!(outcome.tally.evaluations <= 10 * (1 + 5) * if hyper_mutation { 2 } else { 1 });
    }
}

#[test]
fn the_papers_sizes_follow_from_the_extent() {
    let strip = Strip::shuffled(16, 3, 4);
    let as_the_paper = run(Hyper::new(&strip, &HyperSettings::default(), 7), Budget::default());
    let settings =
        HyperSettings { population: 16 + 20, generations: 10 * 16, ..HyperSettings::default() };
    let written_out = run(Hyper::new(&strip, &settings, 7), Budget::default());
    assert_eq!(as_the_paper.tally, written_out.tally);
    assert_eq!(as_the_paper.found, written_out.found);
}

#[test]
fn it_begins_again_only_when_told_to() {
    let strip = Strip::shuffled(40, 4, 1);
    let settings = HyperSettings { restarts: true, ..few() };
    let outcome = run(Hyper::new(&strip, &settings, 1), evaluations(3_000));
    assert_eq!((outcome.tally.evaluations, outcome.halted), (3_000, Some(Halt::Evaluations)));
}

#[test]
fn hyper_mutation_tries_more_programmes() {
    let strip = Strip::shuffled(40, 4, 1);
    let tried = |hyper_mutation| {
        let settings = HyperSettings { hyper_mutation, generations: 100, ..few() };
        run(Hyper::new(&strip, &settings, 1), Budget::default()).tally.evaluations
    };
    assert!(tried(true) > 2 * tried(false), "{} and {}", tried(true), tried(false));
}

#[test]
fn one_island_with_all_rules_is_the_paper_itself() {
    let strip = Strip::shuffled(40, 4, 3);
    let alone = run(Hyper::new(&strip, &few(), 5), Budget::default());
    let settings = HyperIslandsSettings {
        islands: 1,
        share: 1.0,
        population: few().population,
        generations: few().generations,
        ..HyperIslandsSettings::default()
    };
    let island = run(Hyper::on_islands(&strip, &settings, 5), Budget::default());
    assert_eq!((alone.found, alone.tally), (island.found, island.tally));
}

#[test]
fn it_beats_the_rules_it_is_made_of_and_finds_the_best_of_small_rows() {
    let mut optimal = 0;
    for seed in 0..8 {
        let strip = Strip::shuffled(16, 3, seed);
        let outcome = run(Hyper::new(&strip, &HyperSettings::default(), seed), Budget::default());
        let found = outcome.found.unwrap();
        assert_eq!(replay(&strip, &found.answer), (found.solved, found.score));
        let leftmost = {
            let (mut state, mut score, mut moves) = (strip.start(), 0, Vec::new());
            loop {
                moves.clear();
                strip.moves(&state, &mut moves);
                match moves.first() {
                    Some(&mv) => score += strip.play(&mut state, mv),
                    None => break score + strip.terminal_score(&state),
                }
            }
        };
        assert!(found.score >= leftmost, "{} against {leftmost}", found.score);
        optimal += u32::from(found.score == brute_force(&strip));
    }
    assert!(optimal >= 6, "{optimal} of 8");
}

/// The programme that a run shows plays the same game, alone and once.
#[test]
fn a_programme_that_was_found_plays_its_game_again() {
    for seed in 0..5 {
        let strip = Strip::shuffled(40, 4, seed);
        let found = run(Hyper::new(&strip, &few(), seed), Budget::default());
        let recipe = found.recipe.expect("a programme was found");
        assert_eq!(recipe.setting, "programme");
        let settings = HyperSettings { programme: recipe.value, ..HyperSettings::default() };
        let again = run(Hyper::new(&strip, &settings, 99), Budget::default());
        assert_eq!((again.found, again.tally.evaluations), (found.found, 1), "{settings:?}");
        assert_eq!(again.recipe.map(|recipe| recipe.value), Some(settings.programme));
    }
}

#[test]
fn programmes_of_any_length_are_another_search_with_the_same_promises() {
    let strip = Strip::shuffled(40, 4, 1);
    let settings = HyperSettings { genome: "variable", ..few() };
    let any = run(Hyper::new(&strip, &settings, 1), Budget::default());
    let fixed = run(Hyper::new(&strip, &few(), 1), Budget::default());
    assert_ne!(any.tally, fixed.tally);
    let found = any.found.unwrap();
    assert_eq!(replay(&strip, &found.answer), (found.solved, found.score));
}

#[test]
fn ants_and_swarms_end_after_their_rounds_and_show_their_programmes() {
    let strip = Strip::shuffled(40, 4, 1);
    let ants = HyperAntsSettings { ants: 10, rounds: 6, ..HyperAntsSettings::default() };
    let swarm = HyperSwarmSettings { particles: 10, flights: 6, ..HyperSwarmSettings::default() };
    for outcome in [
        run(HyperAnts::new(&strip, &ants, 1), Budget::default()),
        run(HyperSwarm::new(&strip, &swarm, 1), Budget::default()),
    ] {
        assert_eq!((outcome.halted, outcome.proved), (None, false));
        assert!(outcome.tally.evaluations <= 60, "{}", outcome.tally.evaluations);
        let programme = outcome.recipe.expect("a programme was found").value;
        let settings = HyperSettings { programme, ..HyperSettings::default() };
        let again = run(Hyper::new(&strip, &settings, 0), Budget::default());
        assert_eq!(again.found, outcome.found, "{settings:?}");
    }
}
