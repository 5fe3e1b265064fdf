//! R8 workers and blockers, R9 builders, R10 bashers, diggers and miners, R12 bombers, R16 slow
//! moves.

use super::*;

/// R9: three bricks, one every two steps, the first seen in s_{t+2}; then it pauses for one step.
#[test]
fn builders_build_three_steps_and_pause() {
    let level = level(
        "",
        ". . . . . .
         . . . . . .
         . . . . . .
         e . . . . .",
    );
    let game = play(&level, &["1 0 builder"]);
    game.shows(
        1,
        &[
            "0:A4R:walker",
            "0:A4R:builder",
            "0:B3R:builder",
            "0:B3R:builder",
            "0:C2R:builder",
            "0:C2R:builder",
        ],
    );
    game.shows(7, &["0:D1R:walker", "0:D1R:walker", "0:E1R:walker"]);
    assert_eq!(
        [2, 3, 5, 7].map(|time| game.partitions(time)),
        ["A4 | W", "A4 B3 | W", "A4 B3 C2 | W", "A4 B3 C2 D1 | W"]
    );
}

/// R9: any of the four partitions around the corner it must cross makes it give up, no matter when
/// it appears.
#[test]
fn builders_give_up_at_a_corner() {
    let obstructed = [
        // Front wall of its own row: one cell high, so that it walks through it in the same step.
        (". . .\ne|____", "0:B2R:walker"),
        // Front wall of the row above.
        (".|. .\ne_____", "0:B2R:walker"),
        // A platform above it.
        ("__. .\ne_____", "0:B2R:walker"),
        // A platform where it would build: it steps up onto it as a walker.
        (". __.\ne_____", "0:B1R:walker"),
    ];
    for (drawing, expected) in obstructed {
        let game = play(&level("", drawing), &["1 0 builder"]);
        game.shows(2, &[expected]);
        assert_eq!(game.states[2].left[Skill::Builder as usize], 8, "the unit is spent");
    }
    // After its first brick the second corner is obstructed: it walks on in the step of the test.
    let game = play(
        &level(
            "",
            ". . __. .
             . . . . .
             e . . . .",
        ),
        &["1 0 builder"],
    );
    game.shows(3, &["0:B2R:builder", "0:C1R:walker"]);
}

/// R9: without a platform, removed here by hand, it gives up and falls.
#[test]
fn builders_without_ground_give_up() {
    let level = level("", ". . . .\ne_. . .\n________");
    let mut state = play(&level, &["1 0 builder"]).states.swap_remove(2);
    state.platforms.remove(&Cell { x: 0, y: 1 });
    let next = step(&level, &state, None);
    let builder = &next.lemmings[0];
    assert_eq!((builder.kind, builder.cell.to_string().as_str()), (Kind::Walker, "A3"));
}

/// R10: assigned at t, a basher's first move is seen in s_{t+2}, the next in s_{t+4}; it takes one
/// wall at a time.
#[test]
fn bashers_bash_wall_after_wall() {
    let game = play(&level("", ". .|.|. .\n__e|_|____"), &["1 0 basher"]);
    game.shows(
        1,
        &["0:B2R:walker", "0:B2R:basher", "0:C2R:basher", "0:C2R:basher", "0:D2R:basher"],
    );
    // In D2 there is no wall ahead: it gives up and walks in the same step.
    game.shows(6, &["0:E2R:walker"]);
    assert_eq!(
        [2, 3, 5].map(|time| game.partitions(time)),
        [
            "A2 B2 C2 D2 E2 | W B1 B2 C1 C2",
            "A2 B2 C2 D2 E2 | W B1 C1 C2",
            "A2 B2 C2 D2 E2 | W B1 C1"
        ]
    );
}

/// R10: a basher away from a wall gives up at once, its unit spent.
#[test]
fn bashers_without_a_wall_walk_on() {
    let game = play(&level("", "e_______"), &["1 0 basher"]);
    game.shows(2, &["0:B1R:walker"]);
    assert_eq!(game.states[2].left[Skill::Basher as usize], 8);
}

/// R10: a digger goes down one cell in two steps, through platform after platform.
#[test]
fn diggers_dig() {
    let game = play(&level("", "e___\n____\n..__\n____"), &["1 0 digger"]);
    game.shows(
        1,
        &[
            "0:A1R:walker",
            "0:A1R:digger",
            "0:A2R:digger",
            "0:A2R:digger",
            "0:A3R:digger",
            "0:A4R:walker",
        ],
    );
    assert_eq!(game.partitions(5), "A4 B1 B2 B3 B4 | W");
}

/// R10: a miner goes down first, then across; one pair clears the four inner partitions of a block
/// of 2 x 2.
#[test]
fn miners_clear_blocks() {
    let block = ". . . .
                 __e|__.
                 ___|__.
                 ______.";
    let game = play(&level("", block), &["1 0 miner"]);
    // In B2 at first: down to B3 removes the platforms under B2 and C2; across to C3 the walls
    // right of B3 and B2.
    assert_eq!(game.partitions(1), "A2 A3 A4 B2 B3 B4 C2 C3 C4 | W B2 B3");
    game.shows(
        1,
        &[
            "0:B2R:walker",
            "0:B2R:miner",
            "0:B3R:miner",
            "0:B3R:miner",
            "0:C3R:miner",
            "0:C3R:miner",
            "0:C4R:miner",
        ],
    );
    assert_eq!(game.partitions(3), "A2 A3 A4 B3 B4 C3 C4 | W B2 B3");
    assert_eq!(game.partitions(5), "A2 A3 A4 B3 B4 C3 C4 | W");
    assert_eq!(
        game.partitions(7),
        "A2 A3 A4 B3 B4 C4 | W",
        "the next pair begins: down through C3"
    );
}

/// R10: a miner without ground gives up, falls as a walker.
#[test]
fn miners_without_ground_walk() {
    let game = play(&level("", "e_..\n....\n____"), &["1 0 miner"]);
    game.shows(2, &["0:A1R:miner", "0:A2R:miner", "0:A3R:walker"]);
}

/// R8: a worker whose due move would enter a blocking cell leaves everything as it is and turns
/// away, which uses up the step.
#[test]
fn workers_turn_away_from_blockers() {
    // Lemming 0 goes through the low wall right of B1 and blocks in C1; lemming 1 bashes at that
    // wall in vain.
    let low = level("lemmings = 2\nfrequency = 2", "e__|____");
    let game = play(&low, &["3 0 blocker", "4 1 basher"]);
    game.shows(
        4,
        &["0:C1R:blocker 1:B1R:walker", "0:C1R:blocker 1:B1R:basher", "0:C1R:blocker 1:B1L:walker"],
    );
    assert_eq!(game.partitions(6), "A1 B1 C1 D1 | W B1");
    game.shows(7, &["0:C1R:blocker 1:A1L:walker"]);

    // A miner's move across. 1 mines down from B1 in s_5 to B2 in s_6, where 0 blocks in C2.
    let level = level(
        "",
        ". . . .
         e_______",
    );
    let mut state = start(&level);
    state.waiting = 0;
    let lemming = |number, x, kind| Lemming {
        number,
        cell: Cell { x, y: 1 },
        facing: Facing::Right,
        kind,
        climber: false,
        floater: false,
        fuse: None,
        drop: 0,
        work: 1,
        bricks: 0,
        across: true,
        pause: 0,
        fell: false,
    };
    state.lemmings = vec![lemming(0, 2, Kind::Blocker), lemming(1, 1, Kind::Miner)];
    let next = step(&level, &state, None);
    let miner = &next.lemmings[1];
    assert_eq!(
        (miner.cell.x, miner.kind, miner.facing, miner.work),
        (1, Kind::Walker, Facing::Left, 0)
    );

    // A builder's stair: the blocker hangs in the cell it would enter, for one step.
    state.lemmings[0].cell = Cell { x: 2, y: 0 };
    state.lemmings[1].kind = Kind::Builder;
    let next = step(&level, &state, None);
    let builder = &next.lemmings[1];
    assert_eq!((builder.cell.x, builder.kind, builder.facing), (1, Kind::Walker, Facing::Left));
    assert_eq!(next.platforms, level.platforms, "nothing was built");
}

/// R12: a bomber is present in s_t to s_{t+4}, explodes where its fifth further move takes it, and
/// clears four borders.
#[test]
fn bombers_explode_after_five_moves() {
    let level = level(
        "",
        ". . . . . . . .
         ____________. .
         e________|_|__.",
    );
    let game = play(&level, &["1 0 bomber"]);
    // From A3 at t = 1 through the low wall right of E3 to F3, where platform, ceiling and both
    // walls go.
    game.shows(2, &["0:B3R:walker*4", "0:C3R:walker*3", "0:D3R:walker*2", "0:E3R:walker*1", ""]);
    assert_eq!(game.partitions(5), "A2 A3 B2 B3 C2 C3 D2 D3 E2 E3 F2 F3 G3 | W E3 F3");
    assert_eq!(game.partitions(6), "A2 A3 B2 B3 C2 C3 D2 D3 E2 E3 G3 | W");
    assert_eq!(game.counts(6), (0, 1, 0));
}

/// R12: a bomber continues as its current type, and accepts other types.
#[test]
fn bombers_are_of_other_types_too() {
    let game = play(&level("", "e___\n____\n____"), &["1 0 bomber", "2 0 digger"]);
    // B1 in s_2; digs from t = 2: B2 in s_4; explodes in the update of t = 5, having moved to B3.
    game.shows(2, &["0:B1R:walker*4", "0:B1R:digger*3", "0:B2R:digger*2", "0:B2R:digger*1", ""]);
    assert_eq!(game.partitions(6), "A1 A2 A3 | W");
}

/// R12: a bomber that is saved or dies before does not explode.
#[test]
fn bombers_saved_or_dead_do_not_explode() {
    let game = play(&level("", "e___x_"), &["1 0 bomber"]);
    game.shows(3, &["0:C1R:walker*3", ""]);
    assert_eq!((game.counts(4), game.partitions(4)), ((1, 0, 0), "A1 B1 C1 | W".into()));
    let game = play(&level("", "e___"), &["1 0 bomber"]);
    assert_eq!((game.end().time, game.partitions(3)), (3, "A1 B1 | W".into()));
}

/// R16: in alpha-LEMMINGS every slow move takes one step.
#[test]
fn alpha_works_without_delay() {
    let digger = play(&alpha(level("", "e___\n____\n..__\n____")), &["1 0 digger"]);
    digger.shows(1, &["0:A1R:walker", "0:A2R:digger", "0:A3R:digger", "0:A4R:walker"]);
    let basher = play(&alpha(level("", "__e|_|____")), &["1 0 basher"]);
    basher.shows(1, &["0:B1R:walker", "0:C1R:basher", "0:D1R:basher", "0:E1R:walker"]);
    let builder = play(
        &alpha(level("", ". . . . . .\n. . . . . .\n. . . . . .\ne . . . . .")),
        &["1 0 builder"],
    );
    builder.shows(
        2,
        &["0:B3R:builder", "0:C2R:builder", "0:D1R:walker", "0:D1R:walker", "0:E1R:walker"],
    );
}
