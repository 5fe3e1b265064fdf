//! R17 and R18: Cormode's variant.

use super::*;
use crate::clockwork::lemmings::every_plan::can_be_solved;
use crate::clockwork::lemmings::{Lemmings, examples};
use quarry_core::Timed;

const FLOORS: &str = ". . . . . . . .
                      e_______________
                      . . . . . . . .
                      ==============x_";

fn example(name: &str) -> Lemmings {
    let example = examples::ALL.iter().find(|example| example.name == name).expect("it is listed");
    Lemmings::parse(example.text).expect("examples can be read")
}

fn answer(game: &Lemmings, orders: &[&str]) -> Vec<Timed<Command>> {
    let mut entries = orders.iter().map(|&value| Located { value, at: Position::START });
    game.parse_answer(&mut entries).expect("an answer")
}

/// R17: both lemmings must dig in time step 4, which takes two orders in one time step.
#[test]
fn every_lemming_can_be_given_a_type_in_each_time_step() {
    let game = example("cormode-together");
    let both = answer(&game, &["4 0 digger", "4 1 digger"]);
    assert!(game.judge(&both).unwrap().solved);
    assert!(!game.judge(&answer(&game, &["4 0 digger", "5 1 digger"])).unwrap().solved);
    let mut one_at_a_time = game.level().clone();
    one_at_a_time.rules = RuleSet::Full;
    one_at_a_time.impermeable = Default::default();
    assert!(can_be_solved(&game, |_| true));
    assert!(!can_be_solved(&Lemmings::new(one_at_a_time), |_| true));
}

/// R17: a turn is its lemming's alone, and the time step follows after the last one.
#[test]
fn the_turns_of_a_time_step_come_in_the_order_of_numbers() {
    let game = example("cormode-together");
    let level = game.level();
    let mut state = start(level);
    for _ in 0..8 {
        advance(level, &mut state, None);
    }
    assert_eq!((state.time, state.turn, actions_so_far(level, &state)), (4, 0, 8));
    assert!(
        is_legal(level, &state, 0, Skill::Digger) && !is_legal(level, &state, 1, Skill::Digger)
    );
    let mut refused = state.clone();
    advance(level, &mut refused, Some(Command::Assign(1, Skill::Digger)));
    assert_eq!((refused.left, refused.turn), (state.left, 1));
    advance(level, &mut state, Some(Command::Nuke));
    assert!(!state.nuked, "there is no nuke");
    assert!(
        is_legal(level, &state, 1, Skill::Digger) && !is_legal(level, &state, 0, Skill::Digger)
    );
    advance(level, &mut state, None);
    assert_eq!((state.time, state.turn), (5, 0));
}

/// R18: the wall on the right resists, so the wall on the left must be bashed.
#[test]
fn an_impermeable_partition_stays_and_whoever_works_on_it_gives_up() {
    let game = example("cormode-impermeable");
    assert!(game.judge(&answer(&game, &["6 0 basher"])).unwrap().solved);
    let mut permeable = game.level().clone();
    permeable.rules = RuleSet::Full;
    permeable.impermeable = Default::default();
    for level in [game.level(), &permeable] {
        let game = Lemmings::new(level.clone());
        let line = answer(&game, &["3 0 basher"]);
        let mut state = start(level);
        for timed in line.iter().take(8) {
            advance(level, &mut state, timed.command);
        }
        let right = Cell { x: 6, y: 2 };
        assert_eq!(state.walls.contains(&right), level.rules == RuleSet::Cormode);
        assert!(!is_feasible(level, &state));
        assert_eq!(state.left[Skill::Basher as usize], 0, "the unit is spent all the same");
    }
}

/// R18: explosions, miners and diggers leave impermeable platforms.
#[test]
fn explosions_miners_and_diggers_leave_what_is_impermeable() {
    for skill in [Skill::Bomber, Skill::Miner, Skill::Digger] {
        for solid in [false, true] {
            let mut level = level("rules = \"cormode\"", FLOORS);
            if solid {
                level.impermeable.platforms = level.platforms.clone();
            }
            let mut state = start(&level);
            advance(&level, &mut state, None);
            advance(&level, &mut state, Some(Command::Assign(0, skill)));
            while !is_over(&level, &state) {
                advance(&level, &mut state, None);
            }
            assert_eq!(state.platforms == level.platforms, solid, "{}", skill.name());
        }
    }
}
