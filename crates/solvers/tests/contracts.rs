//! What every solver promises, whatever its method.

mod toys;

use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt, Meter, Outcome};
use quarry_solvers::local::hill_climbing::{HillClimbing, HillClimbingSettings};
use quarry_solvers::montecarlo::iterative_sampling::{
    GuidedSampling, GuidedSamplingSettings, IterativeSampling, IterativeSamplingSettings,
};
use quarry_solvers::montecarlo::random::{Random, RandomSettings};
use rayon::ThreadPoolBuilder;
use toys::{Sliding, Strip, brute_force, evaluations, every, exhaustive, replay, run, within};

/// All of an outcome that must repeat.
fn repeatable<M>(outcome: Outcome<Vec<M>>) -> impl PartialEq + std::fmt::Debug
where
    M: PartialEq + std::fmt::Debug,
{
    let found = outcome.found.unwrap();
    (found.answer, found.solved, found.score, outcome.proved, outcome.bound, outcome.halted, outcome.tally)
}

#[test]
fn names_are_unique_and_as_agreed() {
    let mut names: Vec<_> = every(&Strip::new("aa"), 0).iter().map(|(name, _)| *name).collect();
    names.dedup();
    names.sort_unstable();
    let agreed = [
        "a-star",
        "annealing",
        "backtrack",
        "beam",
        "breadth-first",
        "dbs",
        "depth-first",
        "depth-limited",
        "exact",
        "greedy",
        "hill-climbing",
        "hyper",
        "hyper-islands",
        "ida-star",
        "iterative-deepening",
        "iterative-sampling",
        "mc-rws",
        "nmcs",
        "nrpa",
        "random",
        "sp-mcts",
        "tabu",
        "uniform-cost",
        "vns",
    ];
    assert_eq!(names, agreed);
}

#[test]
fn every_answer_replays_to_what_it_claims() {
    for seed in 0..5 {
        let strip = Strip::shuffled(20, 3, seed);
        for (name, search) in every(&strip, seed) {
            let found = within(evaluations(700), search).found.unwrap();
            assert_eq!(replay(&strip, &found.answer), (found.solved, found.score), "{name} {seed}");
        }
        let sliding = Sliding::scrambled(6, seed);
        for (name, search) in every(&sliding, seed) {
            let found = within(evaluations(700), search).found.unwrap();
            assert_eq!(replay(&sliding, &found.answer), (found.solved, found.score), "{name} {seed}");
        }
    }
}

#[test]
fn budgets_are_kept_and_still_give_a_line() {
    let strip = Strip::shuffled(40, 3, 2);
    let most_moves = 20;
    for limit in [0, 1, 7, 50, 300] {
        for (name, search) in every(&strip, 1) {
            let outcome = within(evaluations(limit), search);
            let overrun = match name {
                "breadth-first" | "uniform-cost" | "a-star" | "greedy" | "exact" => most_moves,
                "beam" => 64 * most_moves,
                _ => 0,
            };
            let spent = outcome.tally.evaluations;
            assert!(spent <= limit + if limit == 0 { 0 } else { overrun }, "{name}: {spent} of {limit}");
            assert!(spent >= limit || outcome.halted.is_none(), "{name}: halted after {spent} of {limit}");
            let found = outcome.found.unwrap();
            assert_eq!(replay(&strip, &found.answer), (found.solved, found.score), "{name} {limit}");
        }
    }
}

#[test]
fn wherever_a_budget_ends_the_answer_is_worth_what_it_claims() {
    for seed in 0..4 {
        let strip = Strip::shuffled(14, 3, seed);
        for limit in 1..150 {
            for (name, search) in every(&strip, seed) {
                let found = within(evaluations(limit), search).found.unwrap();
                assert_eq!(
                    replay(&strip, &found.answer),
                    (found.solved, found.score),
                    "{name} {seed} {limit}"
                );
            }
        }
    }
}

#[test]
fn sampling_plays_exactly_as_many_games_as_it_may() {
    let strip = Strip::shuffled(30, 3, 2);
    for limit in [1, 255, 256, 257, 1000] {
        let outcome =
            run(IterativeSampling::new(&strip, &IterativeSamplingSettings::default(), 3), evaluations(limit));
        assert_eq!((outcome.tally.evaluations, outcome.halted), (limit, Some(Halt::Evaluations)));
    }
}

#[test]
fn a_raised_flag_stops_everyone_before_the_first_game() {
    let strip = Strip::shuffled(40, 3, 2);
    let stop = AtomicBool::new(true);
    for (name, search) in every(&strip, 1) {
        let outcome = search(&mut Meter::new(Budget::default(), &stop));
        assert_eq!((outcome.halted, outcome.tally.generated), (Some(Halt::Interrupted), 0), "{name}");
        assert!(outcome.found.unwrap().answer.is_empty(), "{name}");
    }
}

#[test]
fn time_that_is_up_stops_everyone_before_the_first_game() {
    let strip = Strip::shuffled(40, 3, 2);
    for (name, search) in every(&strip, 1) {
        let outcome = within(Budget { seconds: Some(0.0), ..Budget::default() }, search);
        assert_eq!((outcome.halted, outcome.tally.evaluations), (Some(Halt::Seconds), 0), "{name}");
    }
}

#[test]
fn full_memory_stops_those_who_remember() {
    let strip = Strip::shuffled(60, 3, 2);
    let budget = Budget { memory: Some(20_000), ..Budget::default() };
    for (name, search) in exhaustive(&strip, true) {
        assert_eq!(within(budget, search).halted, Some(Halt::Memory), "{name}");
    }
    let budget = Budget { evaluations: Some(3_000), ..budget };
    for (name, search) in every(&strip, 1).into_iter().skip(exhaustive(&strip, true).len()) {
        let halted = within(budget, search).halted;
        let remembers = matches!(name, "beam" | "tabu" | "nrpa" | "sp-mcts" | "hyper" | "hyper-islands");
        assert_eq!(halted == Some(Halt::Memory), remembers, "{name}: {halted:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run_on_any_number_of_threads() {
    let strip = Strip::shuffled(40, 4, 9);
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let all = || -> Vec<_> {
        let guided = GuidedSampling::new(&strip, &GuidedSamplingSettings::default(), 5);
        let mut outcomes = vec![("guided", repeatable(run(guided, evaluations(900))))];
        outcomes.extend(
            every(&strip, 5)
                .into_iter()
                .map(|(name, search)| (name, repeatable(within(evaluations(2_500), search)))),
        );
        outcomes
    };
    let alone = pool(1).install(all);
    assert_eq!(alone, pool(2).install(all));
    assert_eq!(alone, pool(3).install(all));
}

#[test]
fn another_seed_gives_another_game() {
    let strip = Strip::shuffled(60, 3, 9);
    let game = |seed| run(Random::new(&strip, &RandomSettings::default(), seed), Budget::default());
    let (first, second) = (game(1).found.unwrap(), game(2).found.unwrap());
    assert!(first.solved && second.solved);
    assert_ne!(first.answer, second.answer);
}

#[test]
fn chance_finds_the_best_of_a_small_space() {
    for seed in 0..4 {
        let strip = Strip::shuffled(18, 3, seed);
        let best = brute_force(&strip);
        for (name, search) in every(&strip, seed) {
            let local = ["iterative-sampling", "hill-climbing", "tabu", "annealing", "vns"];
            let nested = ["mc-rws", "nmcs", "nrpa", "sp-mcts"];
            if !local.contains(&name) && !nested.contains(&name) {
                continue;
            }
            let outcome = within(evaluations(5_000), search);
            assert_eq!(outcome.found.unwrap().score, best, "{name} {seed}");
            assert!(!outcome.proved, "{name}");
        }
    }
}

#[test]
fn local_search_beats_as_many_random_games() {
    let mut wins = std::collections::BTreeMap::new();
    for seed in 0..6 {
        let strip = Strip::shuffled(80, 3, seed);
        let scores: Vec<_> = every(&strip, seed)
            .into_iter()
            .filter(|(name, _)| {
                matches!(*name, "iterative-sampling" | "hill-climbing" | "tabu" | "annealing" | "vns")
            })
            .map(|(name, search)| (name, within(evaluations(3_000), search).found.unwrap().score))
            .collect();
        for (name, score) in &scores[1..] {
            *wins.entry(*name).or_insert(0) += i32::from(*score > scores[0].1);
        }
    }
    assert!(wins.len() == 4 && wins.values().all(|&wins| wins >= 4), "{wins:?}");
}

#[test]
fn a_puzzles_own_policy_is_used_when_asked_for() {
    let strip = Strip::new("aabbccddaabbccdd");
    let sampled = |policy| {
        let settings = GuidedSamplingSettings { policy, ..GuidedSamplingSettings::default() };
        let outcome = run(GuidedSampling::new(&strip, &settings, 1), evaluations(1));
        let found = outcome.found.unwrap();
        assert_eq!(replay(&strip, &found.answer), (found.solved, found.score));
        found.answer
    };
    let uniform =
        run(IterativeSampling::new(&strip, &IterativeSamplingSettings::default(), 1), evaluations(1));
    assert_eq!(sampled("uniform"), uniform.found.unwrap().answer);
    assert!(sampled("guided")[0] >= 12, "the policy begins with one of the two rightmost runs");
}

#[test]
fn a_game_that_is_over_before_it_begins_ends_every_search() {
    for cells in ["abab", ""] {
        let strip = Strip::new(cells);
        for (name, search) in every(&strip, 1) {
            let outcome = within(Budget::default(), search);
            let found = outcome.found.unwrap();
            assert_eq!((found.answer.len(), found.solved), (0, true), "{name}");
            assert_eq!((found.score, outcome.halted), (-(cells.len() as i64), None), "{name}");
        }
    }
}

#[test]
fn play_in_circles_is_cut_off() {
    let sliding = Sliding::impossible();
    let random = run(Random::new(&sliding, &RandomSettings { depth: 25 }, 1), Budget::default());
    assert_eq!((random.tally.generated, random.halted), (25, None));
    let climbing = HillClimbing::new(&sliding, &HillClimbingSettings { depth: 25, pick: "first" }, 1);
    let climbing = run(climbing, evaluations(100));
    assert_eq!((climbing.tally.evaluations, climbing.halted), (100, Some(Halt::Evaluations)));
    assert!(climbing.tally.generated <= 100 * 50, "a candidate is replayed and played on, no more");
}
