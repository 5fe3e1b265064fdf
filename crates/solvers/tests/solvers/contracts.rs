//! Contracts of every solver, whatever its method.

use std::sync::atomic::AtomicBool;

use crate::goal_toys::{Jumps, to_the_goal};
use crate::toys::{
    Counting, Ready, Sliding, Strip, brute_force, evaluations, every, exhaustive, ready, replay,
    run, within,
};
use quarry_core::{Budget, Halt, Meter, Outcome, StateSpace};
use quarry_solvers::auto::{self, Auto, Member, Until};
use quarry_solvers::local::hill_climbing::{HillClimbing, HillClimbingSettings};
use quarry_solvers::local::tempering::{self, Tempering, TemperingSettings};
use quarry_solvers::montecarlo::iterative_sampling::{
    self, GuidedSampling, GuidedSamplingSettings, IterativeSampling, IterativeSamplingSettings,
};
use quarry_solvers::montecarlo::random::{Random, RandomSettings};
use quarry_solvers::tree::branch_and_bound::{BranchAndBound, BranchAndBoundSettings};
use rayon::ThreadPoolBuilder;

/// The parts of an outcome that must be reproducible.
fn repeatable<M>(outcome: Outcome<Vec<M>>) -> impl PartialEq + std::fmt::Debug
where
    M: PartialEq + std::fmt::Debug,
{
    let found = outcome.found.unwrap();
    (
        found.answer,
        found.solved,
        found.score,
        outcome.proved,
        outcome.bound,
        outcome.halted,
        outcome.tally,
    )
}

#[test]
fn names_are_unique_and_as_agreed() {
    let mut names: Vec<_> = every(&Strip::new("aa"), 0).iter().map(|(name, _)| *name).collect();
    names.dedup();
    names.sort_unstable();
    let agreed = [
        "a-star",
        "annealing",
        "ant-colony",
        "backtrack",
        "beam",
        "branch-and-bound",
        "breadth-first",
        "clonal-selection",
        "dbs",
        "depth-first",
        "depth-limited",
        "genetic-programming",
        "greedy",
        "hill-climbing",
        "hyper",
        "hyper-ants",
        "hyper-islands",
        "hyper-swarm",
        "ida-star",
        "iterative-deepening",
        "iterative-sampling",
        "k-best-first",
        "line-ga",
        "mc-rws",
        "nmcs",
        "nrpa",
        "particle-swarm",
        "random",
        "sp-mcts",
        "tabu",
        "uniform-cost",
        "vnd",
        "vns",
        "weighted-a-star",
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
            assert_eq!(
                replay(&sliding, &found.answer),
                (found.solved, found.score),
                "{name} {seed}"
            );
        }
    }
}

/// All small budgets, and some larger ones.
fn budgets() -> impl Iterator<Item = Budget> {
    let limits = || (0..=200).chain([1_000, 3_000]);
    let nodes = |limit| Budget { nodes: Some(limit), ..Budget::default() };
    let both = |limit| Budget { nodes: Some(3 * limit), ..evaluations(limit) };
    limits().map(evaluations).chain(limits().map(nodes)).chain([7, 77, 777].map(both))
}

/// The space counts the moves really played, so that no solver can play past the meter.
fn budgets_are_kept_exactly<'a, S: Counting>(space: &'a S, every: impl Fn() -> All<'a, S>) {
    for budget in budgets() {
        for (name, search) in every() {
            space.played().take();
            let stop = AtomicBool::new(false);
            let tally = search(&mut Meter::new(budget, &stop), false).outcome.tally;
            assert_eq!(
                space.played().take(),
                tally.generated,
                "{name}: played past the meter, {budget:?}"
            );
            let keeps = |limit: Option<u64>, spent: u64| limit.is_none_or(|limit| spent <= limit);
            assert!(keeps(budget.nodes, tally.generated), "{name}: {tally:?} for {budget:?}");
            assert!(
                keeps(budget.evaluations, tally.evaluations),
                "{name}: {tally:?} for {budget:?}"
            );
        }
    }
}

type All<'a, S> = Vec<(&'static str, Ready<'a, <S as StateSpace>::Move>)>;

#[test]
fn no_budget_is_ever_exceeded() {
    let strip = Strip::shuffled(24, 3, 2);
    let settings =
        TemperingSettings { games: 5, opening: 9, steps: 12, ..TemperingSettings::default() };
    budgets_are_kept_exactly(&strip, || {
        let mut all = every(&strip, 1);
        let tempering = Tempering::new(&strip, &settings, 1);
        let guided = GuidedSampling::new(&strip, &GuidedSamplingSettings::default(), 5);
        all.push(ready(tempering::CARD, &strip, tempering));
        let members = vec![
            Member::new(
                "branch-and-bound",
                30,
                BranchAndBound::new(&strip, &BranchAndBoundSettings { width: 3 }),
            ),
            Member::new("tempering", 50, Tempering::new(&strip, &settings, 1)),
        ];
        all.push(ready(auto::CARD, &strip, Auto::new(members, Until::Best)));
        all.push(ready(iterative_sampling::CARD, &strip, guided));
        all
    });
    let sliding = Sliding::scrambled(6, 3);
    budgets_are_kept_exactly(&sliding, || every(&sliding, 1));
    budgets_are_kept_exactly(&sliding, || to_the_goal(&sliding));
    let jumps = Jumps::solvable(20, 12, 3);
    budgets_are_kept_exactly(&jumps, || to_the_goal(&jumps));
}

/// For any limit: where the score counts the answer is a whole game; the best score only rises; and
/// neither the answers nor their times depend on where slices end.
#[test]
fn answers_are_whole_and_traces_do_not_depend_on_slices() {
    let strip = Strip::shuffled(24, 3, 2);
    for budget in budgets() {
        let stop = AtomicBool::new(false);
        let usual = every(&strip, 1);
        let fine = every(&strip, 1);
        for ((name, usual), (_, fine)) in usual.into_iter().zip(fine) {
            let usual = usual(&mut Meter::new(budget, &stop), true);
            let found = usual.outcome.found.as_ref().unwrap();
            assert!(found.solved, "{name}: {budget:?}");
            assert_eq!(replay(&strip, &found.answer), (true, found.score), "{name}: {budget:?}");
            let last = usual.trace.last().map(|&(solved, score, ..)| (solved, score));
            assert_eq!(last, Some((true, found.score)), "{name}: {budget:?}");
            assert!(
                usual.trace.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)),
                "{name}"
            );
            assert!(
                usual.trace.is_sorted_by(|one, next| (one.2, one.3) <= (next.2, next.3)),
                "{name}"
            );
            let fine = fine(&mut Meter::new(budget, &stop).step_by_step(), true);
            assert_eq!(usual.trace, fine.trace, "{name}: {budget:?}");
            assert_eq!(usual.outcome.found, fine.outcome.found, "{name}: {budget:?}");
            assert_eq!(usual.outcome.tally, fine.outcome.tally, "{name}: {budget:?}");
        }
    }
}

#[test]
fn sampling_plays_exactly_as_many_games_as_it_may() {
    let strip = Strip::shuffled(30, 3, 2);
    for limit in [1, 255, 256, 257, 1000] {
        let outcome = run(
            IterativeSampling::new(&strip, &IterativeSamplingSettings::default(), 3),
            evaluations(limit),
        );
        assert_eq!((outcome.tally.evaluations, outcome.halted), (limit, Some(Halt::Evaluations)));
    }
}

#[test]
fn a_raised_flag_stops_everyone_before_the_first_game() {
    let strip = Strip::shuffled(40, 3, 2);
    let stop = AtomicBool::new(true);
    for (name, search) in every(&strip, 1) {
        let outcome = search(&mut Meter::new(Budget::default(), &stop), true).outcome;
        assert_eq!(
            (outcome.halted, outcome.tally.generated),
            (Some(Halt::Interrupted), 0),
            "{name}"
        );
        assert!(outcome.found.unwrap().solved, "{name}: there was time to finish a game");
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
        // The two populations of `line-ga` are forty short lines, less than the limit.
        let remembers = matches!(
            name,
            "beam"
                | "tabu"
                | "nrpa"
                | "sp-mcts"
                | "hyper"
                | "hyper-ants"
                | "hyper-islands"
                | "hyper-swarm"
                | "particle-swarm"
        );
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
            let local = ["iterative-sampling", "hill-climbing", "tabu", "annealing", "vns", "vnd"];
            let nested = ["mc-rws", "nmcs", "nrpa", "sp-mcts"];
            let many = ["line-ga", "ant-colony", "clonal-selection"];
            if ![&local[..], &nested, &many].concat().contains(&name) {
                continue;
            }
            let outcome = within(evaluations(5_000), search);
            assert_eq!(outcome.found.unwrap().score, best, "{name} {seed}");
            assert!(!outcome.proved, "{name}");
        }
    }
}

/// Ants are not among them: a toy's code of a move is the place it acts on, and places shift, so that
/// a trail means another move a moment later. See `trails_need_codes_that_keep_their_meaning`.
#[test]
fn local_search_beats_as_many_random_games() {
    let mut wins = std::collections::BTreeMap::new();
    for seed in 0..6 {
        let strip = Strip::shuffled(80, 3, seed);
        let scores: Vec<_> = every(&strip, seed)
            .into_iter()
            .filter(|(name, _)| {
                matches!(
                    *name,
                    "iterative-sampling"
                        | "hill-climbing"
                        | "tabu"
                        | "annealing"
                        | "vns"
                        | "vnd"
                        | "line-ga"
                        | "clonal-selection"
                        | "particle-swarm"
                )
            })
            .map(|(name, search)| (name, within(evaluations(3_000), search).found.unwrap().score))
            .collect();
        for (name, score) in &scores[1..] {
            *wins.entry(*name).or_insert(0) += i32::from(*score > scores[0].1);
        }
    }
    assert!(wins.len() == 8 && wins.values().all(|&wins| wins >= 4), "{wins:?}");
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
    let uniform = run(
        IterativeSampling::new(&strip, &IterativeSamplingSettings::default(), 1),
        evaluations(1),
    );
    assert_eq!(sampled("uniform"), uniform.found.unwrap().answer);
    assert!(sampled("guided")[0] >= 12, "the policy starts with one of the two rightmost runs");
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
    let climbing =
        HillClimbing::new(&sliding, &HillClimbingSettings { depth: 25, pick: "first" }, 1);
    let climbing = run(climbing, evaluations(100));
    assert_eq!((climbing.tally.evaluations, climbing.halted), (100, Some(Halt::Evaluations)));
    assert!(climbing.tally.generated <= 100 * 50, "a candidate is replayed and played on, no more");
}
