//! The game for players against the reference rules.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry_core::{
    Budget, Chance, Dealt, Episode, Evaluator, Fixed, Lucky, Meter, Puzzle, Rng, StateSpace,
    Verdict,
};

use super::player::CONTROLLERS;
use super::state::pairs;
use super::*;

fn game(text: &str) -> ShanghaiGame {
    ShanghaiGame::parse(text).expect("it is read")
}

/// Two tiles beside each other, two on them, and one half way over both of those.
const SMALL: &str = "faces = \"B1 B1 B1 B1 F1 F3\"\nlayers = [\n'''\n????..\n[][]..\n''',\n\
    '''\n????..??\n[][]..[]\n''',\n'''\n.??\n.[]\n''',\n]\n";

#[test]
fn a_face_is_seen_while_a_quarter_is_uncovered() {
    let rules = &game(SMALL).rules;
    let state = rules.start();
    let is_visible = |tile| rules.setup.is_visible(tile, &state.left);
    // The half shifted tile leaves a quarter column of each tile of the second layer uncovered.
    assert_eq!([0, 1, 2, 3, 4, 5].map(is_visible), [false, false, true, true, true, true]);
}

#[test]
fn the_luck_deals_what_the_reference_rules_deal() {
    let game = game(SMALL);
    for luck in 0..50 {
        let dealt = rules::deal(&game.rules.setup, luck);
        let table = Fixed::new(&game.rules, luck);
        let mut state = table.start();
        let mut rng = Rng::new(luck);
        let mut line = Vec::new();
        loop {
            for tile in state.seen().left.iter() {
                let Some(number) = state.seen().seen[tile] else { continue };
                assert_eq!(game.rules.setup.faces()[usize::from(number)], dealt[tile].1);
            }
            let mut moves = Vec::new();
            table.moves(&state, &mut moves);
            let verdict = game.judge(&Episode { luck, line: line.clone() });
            let won = i64::from(state.seen().left.is_empty());
            assert_eq!(verdict, Ok(Verdict { solved: moves.is_empty(), score: won }));
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            table.play(&mut state, mv);
            line.push(mv);
        }
    }
}

/// Faces drawn event by event have the distribution of whole deals: each order of the three kinds
/// of faces on the visible tiles is as frequent as among deals.
#[test]
fn events_have_the_distribution_of_deals() {
    let game = game(SMALL);
    let rules = &game.rules;
    let shown = |state: &State| -> Vec<Option<u8>> { state.seen.clone() };
    let mut drawn: HashMap<Vec<Option<u8>>, [f64; 2]> = HashMap::new();
    const GAMES: u64 = 20_000;
    for seed in 0..GAMES {
        let mut state = rules.start();
        rules.draw(&mut state, &mut Rng::stream(seed, 3));
        drawn.entry(shown(&state)).or_default()[0] += 1.0;
        let dealt: Dealt<State> = Fixed::new(rules, seed).start();
        drawn.entry(shown(dealt.seen())).or_default()[1] += 1.0;
    }
    // Two samples: the statistic has as many degrees of freedom as there are outcomes, less one.
    let chi: f64 = drawn.values().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
    let freedom = drawn.len() as f64 - 1.0;
    assert!((chi - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{chi} with {freedom}");
}

#[test]
fn events_weigh_what_has_not_been_seen() {
    let game = game(SMALL);
    let mut state = game.rules.start();
    let mut events = Vec::new();
    game.rules.events(&state, &mut events);
    assert_eq!(events, [(Shown(0), 666_666), (Shown(1), 166_667), (Shown(2), 166_667)]);
    game.rules.apply_event(&mut state, Shown(1));
    events.clear();
    game.rules.events(&state, &mut events);
    assert_eq!(events, [(Shown(0), 800_000), (Shown(2), 200_000)]);
}

#[test]
fn players_take_safe_pairs_and_give_reasons() {
    let game = game(SMALL);
    let table = Fixed::new(&game.rules, 3);
    for Controller { evaluator, name, .. } in &CONTROLLERS {
        let mut state = table.start();
        while let Some(pick) = evaluator.best(&game.rules, state.seen()) {
            let all = pairs(&game.rules, state.seen());
            assert_eq!(all.len(), pick.among as usize, "{name}");
            if let Some(reason) = evaluator.reason(&game.rules, state.seen(), pick.mv) {
                assert!(reason.contains("in play") || reason.contains("arrangements"), "{reason}");
            }
            table.play(&mut state, pick.mv);
        }
    }
}

/// A decision that would take more work than is left is not made, and work counts where it is.
#[test]
fn decisions_obey_the_limits_of_the_run() {
    let turtle = ShanghaiGame::examples().iter().find(|example| example.name == "turtle");
    let game = game(turtle.expect("the turtle is an example").text);
    let table = Fixed::new(&game.rules, 7);
    let Controller { evaluator, .. } = &CONTROLLERS[0];
    let stop = AtomicBool::new(false);
    let mut state = table.start();
    let (mut nodes, mut refusals) = (0, 0);
    for _ in 0..8 {
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let mut narrow = Meter::new(budget, &stop);
        let unprepared = state.seen().clone();
        let refused = narrow.best(evaluator, &game.rules, &unprepared).is_err();
        assert!(narrow.tally().generated <= 100);
        refusals += u32::from(refused);

        let mut meter = Meter::unlimited();
        let counted = meter.best(evaluator, &game.rules, state.seen()).expect("no limit");
        assert_eq!(refused, meter.tally().generated > 100);
        nodes += meter.tally().generated;
        assert_eq!(counted, evaluator.best(&game.rules, &unprepared));
        table.play(&mut state, counted.expect("the turtle is not over").mv);
    }
    assert!(refusals > 0 && nodes > 1_000, "{refusals} refusals, {nodes} nodes");
    stop.store(true, Ordering::Relaxed);
    let stopped = Meter::new(Budget::default(), &stop).best(evaluator, &game.rules, state.seen());
    assert!(stopped.is_err() || pairs(&game.rules, state.seen()).len() < 2);
}

#[test]
fn arrangements_are_uniform_and_whole() {
    let game = game(SMALL);
    // Nothing has been seen yet: the two flowers lie on any two of the six tiles.
    let state = game.rules.start();
    let mut seen: HashMap<Vec<u8>, u32> = HashMap::new();
    let mut rng = Rng::new(5);
    for _ in 0..15_000 {
        let groups = completions::complete(&game.rules, &state, &mut rng);
        let mut counts = [0; 2];
        groups.iter().for_each(|&group| counts[usize::from(group)] += 1);
        assert_eq!(counts, [4, 2]);
        *seen.entry(groups).or_default() += 1;
    }
    assert_eq!(seen.len(), 15);
    assert!(seen.values().all(|&count| count.abs_diff(1_000) < 150), "{seen:?}");
}

#[test]
fn complaints_say_what_is_wanted() {
    let complaint = |text: &str| ShanghaiGame::parse(text).map(|_| ()).unwrap_err().to_string();
    let tiles = "layers = ['''\n????\n[][]\n''']";
    assert!(complaint("layers = ['''\nB1B1\n[][]\n''']").contains("?? for every face"));
    assert!(complaint(&format!("faces = \"B1\"\n{tiles}")).contains("2 faces, one for each tile"));
    assert!(complaint(&format!("faces = \"B1 B2\"\n{tiles}")).contains("that match B1"));
    assert!(complaint(&format!("faces = \"B1 B22\"\n{tiles}")).contains("two characters"));
    assert!(complaint(&format!("seed = -1\n{tiles}")).contains("a seed from 0"));
    assert!(complaint(&format!("rules = \"open\"\n{tiles}")).contains("the puzzle is shanghai"));
    assert!(game(tiles).luck().is_none());
    let shown = game(SMALL).show();
    assert_eq!(game(&shown).show(), shown);
}
