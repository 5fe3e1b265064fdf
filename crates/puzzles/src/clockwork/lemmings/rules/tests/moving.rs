//! R6 dropping, R7 walkers, R8 blockers, R11 climbers and floaters.

use super::*;

/// R6: over an edge onto a platform five rows lower is fatal (6), four rows lower is not.
#[test]
fn the_step_over_the_edge_counts() {
    let edge = "e_....
                ......
                ......
                ......
                ..____
                ..____";
    let game = play(&level("", edge), &[]);
    // B1 (1), B2 (2), B3 (3), B4 (4), B5 (5): four rows lower, it lives and walks on.
    game.shows(
        2,
        &[
            "0:B1R:walker",
            "0:B2R:walker",
            "0:B3R:walker",
            "0:B4R:walker",
            "0:B5R:walker",
            "0:C5R:walker",
        ],
    );
    assert_eq!(game.states[6].lemmings[0].drop, 5);

    let game = play(&level("", &edge.replacen("..____", "......", 1)), &[]);
    game.shows(6, &["0:B5R:walker", "0:B6R:walker", ""]);
    assert_eq!((game.states[7].lemmings[0].drop, game.counts(8)), (6, (0, 1, 0)));
}

/// R6: five rows straight down from an entrance or from a digger's hole are not fatal.
#[test]
fn five_rows_straight_down_are_survived() {
    let entrance = "E.__
                    ..__
                    ..__
                    ..__
                    ..__
                    ____";
    let game = play(&level("", entrance), &[]);
    game.shows(6, &["0:A6R:walker", "0:B5R:walker"]);
    let hole = entrance.replace("E.", "e.");
    let game = play(&level("", &hole), &["1 0 digger"]);
    // Dug out of A1 in the update of t = 2, in A6 in s_7.
    game.shows(3, &["0:A2R:digger", "0:A3R:walker"]).shows(7, &["0:A6R:walker", "0:B5R:walker"]);
    assert_eq!(game.states[7].lemmings[0].drop, 5);
}

/// R6: moves between platforms are no drop, also when stepping up or along a stair under
/// construction.
#[test]
fn moves_from_platform_to_platform_are_no_drop() {
    let game = play(
        &level(
            "",
            ". . . . .
             . . . . .
             e ____. .",
        ),
        &["3 0 builder"],
    );
    assert!(game.states[1..8].iter().all(|state| state.lemmings[0].drop == 0));
    game.shows(7, &["0:E1R:builder"]);
}

/// R7: a falling walker keeps its direction; on a platform it walks one cell each step.
#[test]
fn walkers_fall_straight_and_walk_on() {
    let game = play(
        &level(
            "",
            ". e . 
             . . . 
             . . __",
        ),
        &[],
    );
    game.shows(1, &["0:B1R:walker", "0:C1R:walker", "0:C2R:walker", "0:C3R:walker", ""]);
    // Turned round by a wall of two cells, it falls facing left.
    let game = play(
        &level(
            "",
            ". . .|.
             . . e|.
             . . . .
             ______.",
        ),
        &[],
    );
    game.shows(
        1,
        &["0:C2R:walker", "0:B2L:walker", "0:B3L:walker", "0:B4L:walker", "0:A4L:walker", ""],
    );
}

/// R7: a wall blocks with its own row and the one above; one of a single cell is walked through and
/// stays.
#[test]
fn walls_block_from_two_cells_up() {
    let low = ". . . .
               e__|____";
    let game = play(&level("", low), &[]);
    game.shows(2, &["0:B2R:walker", "0:C2R:walker", "0:D2R:walker"]);
    assert_eq!(game.partitions(5), "A2 B2 C2 D2 | W B2");
    let high = ". .|. .
                e__|____";
    play(&level("", high), &[]).shows(2, &["0:B2R:walker", "0:A2L:walker", ""]);
    // The height counts from the lemming's own row upwards: a wall below it does not add to it.
    let below = ". . . .
                 e__|____
                 . .|. .";
    play(&level("", below), &[]).shows(2, &["0:B2R:walker", "0:C2R:walker"]);
    // A wall of the row above alone does not block.
    let above = ". .|. .
                 e_______";
    play(&level("", above), &[]).shows(2, &["0:B2R:walker", "0:C2R:walker"]);
}

/// R7: up onto a platform one cell higher, also over a wall of one cell; not through a ceiling, nor
/// through a wall beside the cell above.
#[test]
fn walkers_step_up() {
    let step_up = "....____
                   e___.._.";
    play(&level("", step_up), &[]).shows(2, &["0:B2R:walker", "0:C1R:walker", "0:D1R:walker"]);
    let over_a_low_wall = "....____
                           e__|.._.";
    play(&level("", over_a_low_wall), &[]).shows(2, &["0:B2R:walker", "0:C1R:walker"]);
    let no_ceiling = "__. __.
                      __e ____";
    play(&level("", no_ceiling), &[]).shows(1, &["0:B2R:walker", "0:C1R:walker"]);
    let ceiling = "______.
                   __e ____";
    play(&level("", ceiling), &[]).shows(1, &["0:B2R:walker", "0:C2R:walker", "0:D2R:walker"]);
    let wall_above = ". .|____
                      __e|____";
    play(&level("", wall_above), &[]).shows(1, &["0:B2R:walker", "0:A2L:walker"]);
    let wall_only_above = ". .|____
                           __e ____";
    play(&level("", wall_only_above), &[])
        .shows(1, &["0:B2R:walker", "0:C2R:walker", "0:D2R:walker"]);
}

/// R7: blocked on both sides it stays, turned.
#[test]
fn blocked_on_both_sides_it_stays_turned() {
    let pit = ".|.|.
               .|e|.";
    play(&level("", pit), &[])
        .shows(1, &["0:B2R:walker", "0:B2L:walker", "0:B2R:walker", "0:B2L:walker"]);
}

/// R7: blocked by a blocker it turns and moves in the same step, on the level and diagonally.
#[test]
fn blockers_turn_walkers() {
    let game = play(&level("lemmings = 2\nfrequency = 2", "e_______"), &["3 0 blocker"]);
    game.shows(
        3,
        &["0:C1R:walker 1:A1R:walker", "0:C1R:blocker 1:B1R:walker", "0:C1R:blocker 1:A1L:walker"],
    );
    let stairs = "....____
                  e_____..";
    let game = play(&level("lemmings = 2\nfrequency = 2", stairs), &["3 0 blocker"]);
    game.shows(
        3,
        &["0:C1R:walker 1:A2R:walker", "0:C1R:blocker 1:B2R:walker", "0:C1R:blocker 1:A2L:walker"],
    );
}

/// R8: without ground a blocker gives up its type, and falls in the same step.
#[test]
fn blockers_without_ground_walk_again() {
    let game = play(
        &level(
            "lemmings = 2\nfrequency = 1",
            "e_______
             ________",
        ),
        &["1 0 blocker", "2 1 digger"],
    );
    // Lemming 1, updated last, digs in the update of t = 3; lemming 0 falls in that of t = 4.
    game.shows(
        3,
        &["0:A1R:blocker 1:A1R:digger", "0:A1R:blocker 1:A2R:digger", "0:A2R:walker 1:A2R:digger"],
    );
}

/// R8: blockers do not stop lemmings that come from above.
#[test]
fn blockers_do_not_stop_falls() {
    let game = play(
        &level(
            "lemmings = 2\nfrequency = 4",
            "E.
             __",
        ),
        &["2 0 blocker"],
    );
    game.shows(5, &["0:A2R:blocker 1:A1R:walker", "0:A2R:blocker 1:A2R:walker"]);
}

/// R8: a lemming that came down into a blocker's cell hides it, as long as it is there.
#[test]
fn a_fallen_lemming_hides_the_blocker() {
    let drawing = ". E . .
                   e ______";
    let text = level("lemmings = 3\nfrequency = 3", drawing);
    // Entrances are used in reading order: B1, then A2, then B1.
    assert_eq!(text.entrances, [Cell { x: 1, y: 0 }, Cell { x: 0, y: 1 }]);
    // 0: B1 in s_1, B2 in s_2, blocker from t = 2. 1: A2 in s_4; B2 blocks, so it turns and leaves
    // on the left.
    let game = play(&text, &["2 0 blocker"]);
    game.shows(
        2,
        &["0:B2R:walker", "0:B2R:blocker", "0:B2R:blocker 1:A2R:walker", "0:B2R:blocker"],
    );
    assert_eq!(game.counts(5), (0, 1, 1));

    // A third one has just come down into the blocker's cell.
    let state = State {
        lemmings: vec![
            Lemming { number: 0, kind: Kind::Blocker, ..lemming_in(Cell { x: 1, y: 1 }) },
            Lemming { number: 1, ..lemming_in(Cell { x: 0, y: 1 }) },
            Lemming { number: 2, fell: true, ..lemming_in(Cell { x: 1, y: 1 }) },
        ],
        waiting: 0,
        ..start(&text)
    };
    let next = step(&text, &state, None);
    let cells: Vec<_> = next.lemmings.iter().map(|lemming| lemming.cell.to_string()).collect();
    assert_eq!(cells, ["B2", "B2", "C2"], "lemming 1 passes into the blocker's cell, 2 walks on");
    let again = step(&text, &next, None);
    assert_eq!(
        again.lemmings[1].cell.to_string(),
        "C2",
        "and on, for nothing stops it from inside"
    );

    // A blocker that came down itself is not hidden: that takes another lemming.
    let mut alone = state.clone();
    alone.lemmings.pop();
    alone.lemmings[0].fell = true;
    let next = step(&text, &alone, None);
    assert_eq!(next.lemmings.len(), 1, "lemming 1 is turned round and walks out of the grid");
}

fn lemming_in(cell: Cell) -> Lemming {
    Lemming {
        number: 0,
        cell,
        facing: Facing::Right,
        kind: Kind::Walker,
        climber: false,
        floater: false,
        fuse: None,
        drop: 0,
        work: 0,
        bricks: 0,
        across: false,
        pause: 0,
        fell: false,
    }
}

/// R7: in the air a pause is over.
#[test]
fn a_fall_ends_the_pause() {
    let level = level("", "E.\n__");
    let mut state = start(&level);
    state.waiting = 0;
    state.lemmings.push(Lemming { pause: 1, ..lemming_in(Cell { x: 0, y: 0 }) });
    let next = step(&level, &state, None);
    assert_eq!((next.lemmings[0].cell.to_string().as_str(), next.lemmings[0].pause), ("A2", 0));
}

const WALL: &str = ". . . . .
                    . .|____.
                    . .|. . .
                    e__|. . .";

/// R11: a wall of three cells takes three steps up and one over; it begins in the step in which the
/// wall blocks.
#[test]
fn climbers_climb_and_step_over() {
    let game = play(&level("", WALL), &["1 0 climber"]);
    game.shows(
        2,
        &[
            "0:B4R:walker+c",
            "0:B3R:climber+c",
            "0:B2R:climber+c",
            "0:B1R:climber+c",
            "0:C1R:walker+c",
        ],
    );
    // Over the top it walks: it was on no platform, so the drop is 1; it falls to C2 and walks on.
    assert_eq!(game.states[5].lemmings[0].drop, 0);
    assert_eq!(game.states[6].lemmings[0].drop, 1);
    game.shows(7, &["0:C2R:walker+c", "0:D2R:walker+c"]);
}

/// R7: only from walking, on walls of at least two cells, and only without a platform directly
/// above.
#[test]
fn climbers_need_a_high_wall_and_no_ceiling() {
    let low = level("", "e__|____");
    play(&low, &["1 0 climber"]).shows(2, &["0:B1R:walker+c", "0:C1R:walker+c"]);
    let ceiling = level("", ". _|. .\n__e|. .");
    play(&ceiling, &["1 0 climber"]).shows(1, &["0:B2R:walker", "0:A2L:walker+c"]);
}

/// R7: the climb can also begin after turning round, in the same step.
#[test]
fn the_climb_can_begin_after_turning_round() {
    // On the right a blocker, on the left a wall.
    let level = level(
        "lemmings = 2\nfrequency = 2",
        ". . . . .
         . .|. . .
         . .|e____",
    );
    let game = play(&level, &["2 0 blocker", "3 1 climber"]);
    // 0 blocks in D3 from s_3; 1 enters C3 in s_3. In the update of t = 3 it turns round and goes
    // up the wall.
    game.shows(3, &["0:D3R:blocker 1:C3R:walker", "0:D3R:blocker 1:C2L:climber+c"]);
    game.shows(5, &["0:D3R:blocker 1:C1L:climber+c", "0:D3R:blocker 1:B1L:walker+c"]);
}

/// R11: a platform directly above turns a climber round; it gives up and falls in the same step.
#[test]
fn a_ceiling_ends_the_climb() {
    let level = level(
        "",
        ". _|. .
         . .|. .
         __e|. .",
    );
    let game = play(&level, &["1 0 climber"]);
    game.shows(1, &["0:B3R:walker", "0:B2R:climber+c", "0:B3L:walker+c", "0:A3L:walker+c"]);
}

/// R11: over the top into a blocking cell: turn round, give up instead, and fall in the same step.
#[test]
fn a_blocker_on_top_ends_the_climb() {
    let level = level("", WALL);
    let mut state = start(&level);
    state.waiting = 0;
    state.lemmings = vec![
        Lemming { number: 0, kind: Kind::Blocker, ..lemming_in(Cell { x: 2, y: 0 }) },
        Lemming {
            number: 1,
            kind: Kind::Climber,
            climber: true,
            ..lemming_in(Cell { x: 1, y: 0 })
        },
    ];
    let next = step(&level, &state, None);
    let climber = &next.lemmings[1];
    assert_eq!(
        (climber.cell.to_string().as_str(), climber.facing, climber.kind),
        ("B2", Facing::Left, Kind::Walker)
    );
}

/// R11: a floater falls one cell in two steps from a drop of two on, and walks on when it has
/// landed.
#[test]
fn floaters_float_down() {
    let level = level(
        "",
        "e ....
         ......
         ......
         ......
         ......
         ......
         ......
         ..____",
    );
    let game = play(&level, &["1 0 floater"]);
    // B1 (drop 1), B2 (drop 2); then a floater, one cell in two steps, drop 0.
    game.shows(
        2,
        &[
            "0:B1R:walker+f",
            "0:B2R:walker+f",
            "0:B2R:floater+f",
            "0:B3R:floater+f",
            "0:B3R:floater+f",
        ],
    );
    game.shows(7, &["0:B4R:floater+f"]).shows(15, &["0:B8R:floater+f", "0:C8R:walker+f"]);
    assert!(game.states[4..16].iter().all(|state| state.lemmings[0].drop == 0));
    // Made a floater in the middle of a deep fall, it lands safely too.
    let game = play(&level, &["7 0 floater"]);
    game.shows(
        7,
        &[
            "0:B6R:walker",
            "0:B6R:floater+f",
            "0:B7R:floater+f",
            "0:B7R:floater+f",
            "0:B8R:floater+f",
        ],
    );
    assert_eq!(game.at(12), "0:C8R:walker+f");
}

/// R16: in alpha-LEMMINGS any wall blocks, no lemming steps up over it, and floaters float at once
/// and one cell a step.
#[test]
fn alpha_walls_and_floaters() {
    let low = ". . ____
               e__|____";
    play(&alpha(level("", low)), &[]).shows(2, &["0:B2R:walker", "0:A2L:walker", ""]);
    let climbed = play(&alpha(level("", low)), &["1 0 climber"]);
    climbed.shows(2, &["0:B2R:walker+c", "0:B1R:climber+c", "0:C1R:walker+c"]);

    let ledge = alpha(level(
        "",
        "e ....
         ......
         ......
         ..____",
    ));
    let game = play(&ledge, &["1 0 floater"]);
    game.shows(
        2,
        &[
            "0:B1R:walker+f",
            "0:B2R:floater+f",
            "0:B3R:floater+f",
            "0:B4R:floater+f",
            "0:C4R:walker+f",
        ],
    );
}
