//! Parallel tempering on a strip, where cells are easily tracked.

use std::sync::atomic::AtomicBool;

use crate::toys::{Strip, brute_force, evaluations, replay, run};
use quarry_core::{Budget, Halt, Meter, Outcome, drive};
use quarry_solvers::local::tempering::{Tempering, TemperingSettings};
use quarry_solvers::whole::WholeGames;
use rayon::ThreadPoolBuilder;

fn settings() -> TemperingSettings {
    TemperingSettings { games: 5, opening: 30, steps: 40, ..TemperingSettings::default() }
}

fn temper(strip: &Strip, seed: u64, limit: u64) -> Outcome<Vec<usize>> {
    run(WholeGames::new(strip, Tempering::new(strip, &settings(), seed)), evaluations(limit))
}

#[test]
fn answers_replay_to_what_they_claim_also_where_not_every_state_is_kept() {
    for (length, limit) in [(1, 10), (2, 10), (20, 3_000), (60, 3_000), (800, 300)] {
        for seed in 0..3 {
            let strip = Strip::shuffled(length, 3, seed);
            let found = temper(&strip, seed, limit).found.unwrap();
            assert_eq!(
                replay(&strip, &found.answer),
                (found.solved, found.score),
                "{length} {seed}"
            );
        }
    }
}

#[test]
fn small_strips_are_solved_to_the_optimum() {
    for seed in 0..20 {
        let strip = Strip::shuffled(16, 3, seed);
        assert_eq!(temper(&strip, seed, 4_000).found.unwrap().score, brute_force(&strip), "{seed}");
    }
}

#[test]
fn evaluations_are_kept_to_exactly() {
    let strip = Strip::shuffled(40, 3, 2);
    for limit in [0, 1, 4, 5, 6, 77, 205, 1_003] {
        let outcome = temper(&strip, 1, limit);
        assert_eq!(
            (outcome.tally.evaluations, outcome.halted),
            (limit, Some(Halt::Evaluations)),
            "{limit}"
        );
        assert!(outcome.found.unwrap().solved);
    }
}

#[test]
fn it_ends_by_itself_when_there_is_nothing_to_play_or_the_goal_is_reached() {
    assert_eq!(temper(&Strip::new("abab"), 1, 1_000).halted, None);
    assert_eq!(temper(&Strip::to_clear("abab"), 1, 1_000).halted, None);
    let cleared = temper(&Strip::to_clear("aabbccaabbcc"), 1, 1_000);
    assert!(cleared.halted.is_none() && cleared.found.unwrap().solved);
}

#[test]
fn a_raised_flag_and_time_that_is_up_stop_it_before_the_first_game() {
    let strip = Strip::shuffled(40, 3, 2);
    for (flag, seconds) in [(true, None), (false, Some(0.0))] {
        let stop = AtomicBool::new(flag);
        let mut meter = Meter::new(Budget { seconds, ..Budget::default() }, &stop);
        let outcome = drive(&mut Tempering::new(&strip, &settings(), 1), &mut meter, &mut |_| {});
        assert_eq!((outcome.tally.generated, outcome.found), (0, None));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let strip = Strip::shuffled(60, 4, 9);
    let with = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let outcome = pool.install(|| temper(&strip, 5, 2_500));
        (outcome.found, outcome.tally)
    };
    assert_eq!(with(1), with(2));
    assert_eq!(with(1), with(3));
}
