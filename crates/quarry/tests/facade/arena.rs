//! Environments for learners.

use quarry::{Arena, ArenaSettings, Catalogue, Ledger};

const SETTINGS: ArenaSettings =
    ArenaSettings { games: 3, illegal_reward: -1.0, limit: Some(40), keeps_answers: true };

fn arena(puzzle: &str) -> Box<dyn Arena> {
    Catalogue::standard()
        .puzzle(puzzle)
        .expect("a puzzle")
        .arena(&[], SETTINGS)
        .expect("it has environments")
}

#[test]
fn games_do_not_depend_on_each_other() {
    let mut arena = arena("tetris");
    let actions = arena.outline().actions;
    let (mut masks, mut scores) = (vec![0; 3 * actions], [0; 3]);
    (0..3).for_each(|game| arena.reset(game, Some(7)).expect("it begins"));
    for step in 0..200 {
        let mut ledger = Ledger { masks: &mut masks, scores: &mut scores, ..Ledger::default() };
        arena.show(&mut ledger);
        // The third game plays differently, so it ends at other times.
        let legal = |game: usize, skip: usize| {
            let mask = &masks[game * actions..][..actions];
            (0..actions)
                .cycle()
                .skip(skip)
                .take(actions)
                .find(|&action| mask[action] == 1)
                .unwrap_or(0) as i64
        };
        let chosen = [legal(0, step), legal(1, step), legal(2, 0)];
        arena.step(&chosen, &mut Ledger::default()).expect("actions");
        assert_eq!(arena.instance(0), arena.instance(1));
        assert_eq!(arena.answer(0), arena.answer(1));
    }
    assert_ne!(arena.seed(0), 7, "some games have ended, and others followed");
}

#[test]
fn what_is_no_action_is_refused_and_what_is_not_legal_is_paid() {
    let mut arena = arena("samegame");
    let words = arena.step(&[0, 225, 0], &mut Ledger::default()).unwrap_err();
    assert_eq!(words, "game 1: expected an action from 0 to 224, found 225");
    assert!(
        arena.step(&[0, 0], &mut Ledger::default()).unwrap_err().contains("expected 3 actions")
    );
    let mut masks = vec![0; 3 * 225];
    arena.show(&mut Ledger { masks: &mut masks, ..Ledger::default() });
    let illegal = masks[..225].iter().position(|&mark| mark == 0).expect("a cell alone") as i64;
    let mut rewards = [0.0; 3];
    let mut ledger = Ledger { rewards: &mut rewards, ..Ledger::default() };
    arena.step(&[illegal, 0, 0], &mut ledger).expect("an action");
    assert_eq!((rewards[0], arena.answer(0)), (-1.0, Some(Vec::new())));
    assert!(arena.advise("dt-20", &mut [0; 3]).unwrap_err().contains("samegame has none"));
}

#[test]
fn an_agent_plays_well_in_every_game() {
    let mut arena = arena("tetris");
    let (mut actions, mut scores, mut cut) = ([0; 3], [0; 3], [false; 3]);
    for _ in 0..40 {
        arena.advise("dt-20", &mut actions).expect("an agent");
        let mut ledger = Ledger { scores: &mut scores, cut: &mut cut, ..Ledger::default() };
        arena.step(&actions, &mut ledger).expect("actions");
    }
    assert!(scores.iter().all(|&rows| rows > 8) && cut == [true; 3], "{scores:?}");
    assert!(
        arena
            .advise("nobody", &mut actions)
            .unwrap_err()
            .contains("expected one of steps-20, dt-20")
    );
}
