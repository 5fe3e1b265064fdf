//! Hyper-heuristics that learn on many boards.

use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Meter};
use quarry_solvers::evolve::offline::{
    BoardPlayer, BoardsMerit, Formulas, Offline, OfflineSettings, OfflineState, Programmes,
};

use crate::toys::Strip;

fn few() -> OfflineSettings {
    OfflineSettings { population: 8, generations: 12, ..OfflineSettings::default() }
}

fn strips(count: u64, first: u64) -> Vec<Strip> {
    (0..count).map(|number| Strip::shuffled(20, 4, first + number)).collect()
}

/// Runs so many generations, and returns every state on the way.
fn states<B: BoardPlayer<Strip>>(
    generations: usize,
    from: OfflineState<B::Genome>,
) -> Vec<OfflineState<B::Genome>> {
    let (boards, held_back) = (strips(6, 0), strips(4, 100));
    let mut offline = Offline::<Strip, B>::new([&boards, &held_back], &few(), 5, from);
    let step = |_| {
        assert!(offline.step(&mut Meter::unlimited()));
        offline.state().clone()
    };
    (0..generations).map(step).collect()
}

fn learns_and_goes_on_to_the_same_members<B: BoardPlayer<Strip>>()
where
    B::Genome: std::fmt::Debug,
{
    let whole = states::<B>(12, OfflineState::default());
    let best = |state: &OfflineState<B::Genome>| state.population[0].fitness;
    assert!(whole.is_sorted_by_key(best), "nothing found is lost");
    let sum = |state: &OfflineState<B::Genome>| {
        state.population.iter().map(|one| one.fitness.total).sum::<i64>()
    };
    assert!(sum(&whole[11]) > sum(&whole[0]), "the members are better than random ones");
    let resumed = states::<B>(7, whole[4].clone());
    assert_eq!(resumed[6].population, whole[11].population);
    assert_eq!(resumed[6].held_back, whole[11].held_back);
    for one in &whole[11].population {
        assert_eq!(B::read(&B::write(&one.genome)).as_ref(), Ok(&one.genome));
    }
}

#[test]
fn programmes_learn_and_go_on_to_the_same_members() {
    learns_and_goes_on_to_the_same_members::<Programmes>();
}

#[test]
fn formulas_learn_and_go_on_to_the_same_members() {
    learns_and_goes_on_to_the_same_members::<Formulas>();
}

/// The value of a member is what its games on the boards come to, one by one.
#[test]
fn a_member_is_worth_the_sum_of_its_games() {
    let state = states::<Programmes>(3, OfflineState::default()).pop().expect("three states");
    let players = <Programmes as BoardPlayer<Strip>>::new(20);
    let sum = |boards: &[Strip]| {
        let mut sum = BoardsMerit::default();
        for board in boards {
            let merit = players.play(board, &state.population[0].genome, &mut Meter::unlimited());
            let merit = merit.expect("nothing limits it");
            sum.solved += u64::from(merit.worth.solved);
            sum.total += merit.figure();
        }
        sum
    };
    assert_eq!(sum(&strips(6, 0)), state.population[0].fitness);
    assert_eq!(sum(&strips(4, 100)), state.held_back);
}

#[test]
fn a_generation_that_is_cut_short_changes_nothing() {
    let (boards, stop) = (strips(6, 0), AtomicBool::new(true));
    let from = OfflineState::default();
    let mut offline = Offline::<Strip, Formulas>::new([&boards, &[]], &few(), 5, from);
    assert!(!offline.step(&mut Meter::new(Budget::default(), &stop)));
    assert!(offline.state().population.is_empty() && offline.state().generation == 0);
}
