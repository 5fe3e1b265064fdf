//! R4 actions: legality, cost and effect.

use super::*;

/// A state with one lemming in B2, changed by `change`.
fn with_lemming(level: &Level, change: impl Fn(&mut Lemming)) -> State {
    let mut state = step(level, &start(level), None);
    change(&mut state.lemmings[0]);
    state
}

const LEDGE: &str = "....
                     E.__";

/// R4: which types a lemming on a platform can get, by its current type.
#[test]
fn platform_types_follow_certain_types_only() {
    use Kind::*;
    let level = level("", LEDGE);
    let allowed = [
        (Skill::Basher, vec![Walker, Builder, Digger, Miner]),
        (Skill::Blocker, vec![Walker, Basher, Builder, Digger, Miner]),
        (Skill::Builder, vec![Walker, Basher, Digger, Miner]),
        (Skill::Digger, vec![Walker, Basher, Builder, Miner]),
        (Skill::Miner, vec![Walker, Basher, Builder, Digger]),
    ];
    for (skill, kinds) in allowed {
        for kind in [Walker, Basher, Blocker, Builder, Climber, Digger, Floater, Miner] {
            let on_platform = with_lemming(&level, |lemming| {
                lemming.kind = kind;
                lemming.cell = Cell { x: 1, y: 1 };
            });
            assert_eq!(
                is_legal(&level, &on_platform, 0, skill),
                kinds.contains(&kind),
                "{skill:?} {kind:?}"
            );
            let in_air = with_lemming(&level, |lemming| lemming.kind = kind);
            assert!(!is_legal(&level, &in_air, 0, skill), "{skill:?} {kind:?} in the air");
        }
    }
}

/// R4: a bomber must not be one now; a climber and a floater never have been. Anywhere, whatever
/// the type.
#[test]
fn lasting_types_are_given_once() {
    let level = level("", LEDGE);
    for skill in [Skill::Bomber, Skill::Climber, Skill::Floater] {
        let mark = |lemming: &mut Lemming| match skill {
            Skill::Bomber => lemming.fuse = Some(3),
            Skill::Climber => lemming.climber = true,
            _ => lemming.floater = true,
        };
        for kind in [Kind::Walker, Kind::Blocker, Kind::Climber, Kind::Floater] {
            assert!(is_legal(
                &level,
                &with_lemming(&level, |lemming| lemming.kind = kind),
                0,
                skill
            ));
        }
        assert!(!is_legal(&level, &with_lemming(&level, mark), 0, skill));
    }
}

/// R4: only if a unit is left and the lemming is in the environment; otherwise it is a pass and
/// costs nothing.
#[test]
fn what_is_not_legal_is_a_pass() {
    let level = level("lemmings = 2\nquantities = { digger = 1 }", "e_____");
    let passed = play(&level, &[]);
    // Not yet entered, no such lemming, no such unit.
    for order in ["0 0 digger", "1 1 digger", "1 7 digger", "1 0 basher", "1 0 climber"] {
        assert_eq!(play(&level, &[order]).states[2], passed.states[2], "{order}");
    }
    // After the only unit is used there is none for a second lemming.
    let game = play(&level, &["1 0 digger", "2 0 digger", "11 1 digger"]);
    assert_eq!([1, 2, 3].map(|time| game.states[time].left[Skill::Digger as usize]), [1, 0, 0]);
    // The hole is open: the second lemming has no platform and falls out of the grid.
    game.shows(11, &["1:A1R:walker", ""]);
}

/// R4: a second nuke is a pass.
#[test]
fn the_nuke_is_played_once() {
    let level = level("", "e_____________");
    let once = play(&level, &["1 nuke"]);
    let twice = play(&level, &["1 nuke", "3 nuke"]);
    assert_eq!(once.states, twice.states);
}

/// R4: the five platform types replace the type at once and clear its progress.
#[test]
fn a_new_type_begins_its_work_anew() {
    let level = level("", "e___\n____");
    // The digger would move in the update of t = 2; made a miner then, it moves in that of t = 3.
    let game = play(&level, &["1 0 digger", "2 0 miner"]);
    game.shows(2, &["0:A1R:digger", "0:A1R:miner", "0:A2R:miner"]);
}

/// R4: climber and floater set a permanent mark and change nothing else; the bomber starts its
/// fuse.
#[test]
fn lasting_types_do_not_interrupt_work() {
    let level = level("", "e___\n____");
    let game = play(&level, &["1 0 digger", "2 0 climber", "3 0 floater", "4 0 bomber"]);
    game.shows(2, &["0:A1R:digger", "0:A2R:digger+c", "0:A2R:digger+c+f"]);
    assert_eq!(game.states[5].lemmings.len(), 0, "dug out of the grid, dead before its fuse");
}

/// R4: a doomed lemming's unit is spent and nothing else happens.
#[test]
fn the_doomed_waste_their_unit() {
    let level = level(
        "",
        "E.
         ..
         ..
         ..
         ..
         ..
         __
         ..",
    );
    // It lands in A7 with a drop of 6, seen in s_7.
    let game = play(&level, &["7 0 digger"]);
    game.shows(7, &["0:A7R:walker", ""]);
    assert_eq!((game.end().left[Skill::Digger as usize], game.partitions(8)), (8, "A7 | W".into()));
    let doomed = step(&level, &game.states[6], None);
    assert!(is_legal(&level, &doomed, 0, Skill::Digger));
}

/// R9: any assignment ends the pause of a finished builder, even one that changes no type.
#[test]
fn any_assignment_ends_the_pause() {
    let stair = level(
        "",
        ". . . . . .
         . . . . . .
         . . . . . .
         e . . . . .",
    );
    // Bricks in s_3, s_5, s_7; then it stands for one step and walks over the edge.
    let game = play(&stair, &["1 0 builder"]);
    game.shows(7, &["0:D1R:walker", "0:D1R:walker", "0:E1R:walker", "0:E2R:walker"]);
    assert_eq!((game.states[7].lemmings[0].pause, game.states[8].lemmings[0].pause), (1, 0));
    let game = play(&stair, &["1 0 builder", "7 0 climber"]);
    game.shows(7, &["0:D1R:walker", "0:E1R:walker+c"]);
    let game = play(&stair, &["1 0 builder", "7 0 digger"]);
    game.shows(7, &["0:D1R:walker", "0:D1R:digger", "0:D2R:digger"]);
}

/// R16: alpha-LEMMINGS has no miner.
#[test]
fn alpha_has_no_miner() {
    let mut level = alpha(level("", "e___"));
    level.quantities[Skill::Miner as usize] = 1;
    let state = step(&level, &start(&level), None);
    assert!(
        !is_legal(&level, &state, 0, Skill::Miner) && is_legal(&level, &state, 0, Skill::Digger)
    );
}
