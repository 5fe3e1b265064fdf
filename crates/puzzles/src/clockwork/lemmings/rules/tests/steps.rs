//! R1 geometry, R2 boundary, R3 entry, R5 order of a step, R13 nuke, R14 end, R15 scores.

use super::*;

/// R1: a platform is on the bottom border, a wall on the right one, also in the last row and
/// column; both can be destroyed.
#[test]
fn the_outermost_partitions_stand_and_can_be_destroyed() {
    let level = level("", "e_e|");
    assert_eq!(play(&level, &[]).partitions(0), "A1 B1 | W B1");
    // The wall is one cell high, so a walker goes through it and out of the grid; a basher takes it
    // away.
    let game = play(&level, &["2 0 basher"]);
    game.shows(1, &["0:A1R:walker", "0:B1R:walker", "0:B1R:basher", ""]);
    assert_eq!(
        (game.partitions(3), game.partitions(4)),
        ("A1 B1 | W B1".into(), "A1 B1 | W".into())
    );
    let game = play(&level, &["1 0 digger"]);
    game.shows(1, &["0:A1R:walker", "0:A1R:digger", ""]);
    assert_eq!(game.partitions(3), "B1 | W B1");
}

/// R1: any number of lemmings may share a cell.
#[test]
fn lemmings_share_cells() {
    let game = play(
        &level("lemmings = 3\nfrequency = 1", "e_.."),
        &["1 0 blocker", "2 1 blocker", "3 2 blocker"],
    );
    game.shows(4, &["0:A1R:blocker 1:A1R:blocker 2:A1R:blocker"]);
}

/// R2: out of the grid on the right, at the bottom, on the left, at the top: dead at once.
#[test]
fn whoever_leaves_the_grid_dies_at_once() {
    let right = play(&level("", "e_"), &[]);
    right.shows(1, &["0:A1R:walker", ""]);
    assert_eq!(right.counts(2), (0, 1, 0));

    let bottom = play(&level("", "E."), &[]);
    bottom.shows(1, &["0:A1R:walker", ""]);
    assert_eq!(bottom.counts(2), (0, 1, 0));

    // Turned by a wall of two cells it goes left, out of the first column.
    let left = play(
        &level(
            "",
            ".|
             e|",
        ),
        &[],
    );
    left.shows(1, &["0:A2R:walker", ""]);
    assert_eq!(left.counts(2), (0, 1, 0));

    // A builder's third step is above the first row.
    let top = play(
        &level(
            "",
            ". . . .
             . . . .
             e . . .",
        ),
        &["1 0 builder"],
    );
    top.shows(3, &["0:B2R:builder", "0:B2R:builder", "0:C1R:builder", "0:C1R:builder", ""]);
    assert_eq!((top.counts(7), top.partitions(7)), ((0, 1, 0), "A3 B2 C1 | W".into()));
}

/// R3: no lemming in s_0; lemming k is first seen in s_{kF+1}, entrances in turn, a walker facing
/// right, not moved yet.
#[test]
fn lemmings_enter_in_turn() {
    let game = play(&level("lemmings = 3\nfrequency = 2", "e_e_"), &[]);
    game.shows(
        0,
        &[
            "",
            "0:A1R:walker",
            "0:B1R:walker",
            "1:B1R:walker",
            "",
            "2:A1R:walker",
            "2:B1R:walker",
            "",
        ],
    );
    assert_eq!([0, 1, 2, 3, 4, 5].map(|time| game.counts(time).2), [3, 2, 2, 1, 1, 0]);
    assert_eq!(game.end().time, 7);
}

/// R5: lemmings are updated in order of entry, effects on partitions immediate.
#[test]
fn the_first_lemming_takes_the_ground_from_under_the_second() {
    let game = play(
        &level(
            "lemmings = 2\nfrequency = 1",
            "e___
             ..__
             ____",
        ),
        &["1 0 digger"],
    );
    // At t = 2 lemming 0 digs through; lemming 1, updated after it, falls in the same step instead
    // of walking to B1.
    game.shows(1, &["0:A1R:walker", "0:A1R:digger 1:A1R:walker", "0:A2R:digger 1:A2R:walker"]);
    // The digger has no platform in A2: it gives up and falls as a walker in the same step.
    game.shows(4, &["0:A3R:walker 1:A3R:walker"]);
}

/// R5: blocking cells are computed before any lemming is updated: a blocker that explodes still
/// blocks in that step.
#[test]
fn blockers_block_from_a_snapshot() {
    let game =
        play(&level("lemmings = 2\nfrequency = 4", "e_________"), &["3 0 bomber", "4 0 blocker"]);
    game.shows(4, &["0:D1R:walker*4", "0:D1R:blocker*3 1:A1R:walker"]);
    // In the update of t = 7 the blocker explodes first, but its cell blocks: lemming 1 turns
    // round.
    game.shows(7, &["0:D1R:blocker*1 1:C1R:walker", "1:B1L:walker"]);
}

/// R5: first death by falling, then the exit, then the type. R6: a doomed lemming is seen once,
/// then it dies.
#[test]
fn death_comes_before_the_exit() {
    let fatal = "E.
                 ..
                 ..
                 ..
                 ..
                 ..
                 x.";
    let game = play(&level("", fatal), &[]);
    game.shows(6, &["0:A6R:walker", "0:A7R:walker", ""]);
    assert_eq!(game.counts(8), (0, 1, 0));
    // The same way down into an exit in the air: saved, falling as it is.
    let game = play(&level("", &fatal.replace('x', "X")), &[]);
    game.shows(7, &["0:A7R:walker", ""]);
    assert_eq!(game.counts(8), (1, 0, 0));
}

/// R5: a lemming in an exit cell is saved at its next update before it acts, also a worker.
#[test]
fn the_exit_comes_before_the_type() {
    let game = play(&level("", "e_x_"), &["2 0 digger"]);
    game.shows(1, &["0:A1R:walker", "0:B1R:walker", ""]);
    assert_eq!((game.counts(3), game.partitions(3)), ((1, 0, 0), "A1 B1 | W".into()));
    assert_eq!(game.end().left[Skill::Digger as usize], 8, "the unit is spent");
}

/// R13: all lemmings in the environment get a fuse of 5, bombers keep theirs; no more lemmings
/// enter; no quantity is needed.
#[test]
fn the_nuke_lights_all_fuses_and_stops_entry() {
    let wide =
        level("lemmings = 9\nfrequency = 2\nquantities = { bomber = 1 }", "e___________________");
    let game = play(&wide, &["4 0 bomber", "5 nuke", "6 nuke"]);
    // s_5: 0 in E1, 1 in C1, 2 in A1. Lemming 3 would enter at t = 6.
    game.shows(5, &["0:E1R:walker*4 1:C1R:walker 2:A1R:walker"]);
    game.shows(
        6,
        &[
            "0:F1R:walker*3 1:D1R:walker*4 2:B1R:walker*4",
            "0:G1R:walker*2 1:E1R:walker*3 2:C1R:walker*3",
        ],
    );
    assert_eq!((game.counts(5), game.counts(6)), ((0, 0, 6), (0, 0, 0)));
    // 0 explodes in the update of t = 8, the others in that of t = 9; that ends the game.
    game.shows(9, &["1:G1R:walker*1 2:E1R:walker*1", ""]);
    assert_eq!((game.end().time, game.counts(10)), (10, (0, 3, 0)));
    // They died where they had moved to: 0 in I1, 1 in H1, 2 in F1.
    assert_eq!(game.partitions(10), "A1 B1 C1 D1 E1 G1 J1 | W");
}

/// R13: no lemming enters in the step of the nuke itself.
#[test]
fn the_nuke_stops_the_entry_of_its_own_step() {
    let game = play(&level("lemmings = 3\nfrequency = 2", "e___"), &["0 nuke"]);
    game.shows(0, &["", ""]);
    assert_eq!((game.end().time, game.counts(1)), (1, (0, 0, 0)));
}

/// R14: the game ends at the time limit; a lemming in an exit then is not saved.
#[test]
fn time_runs_out() {
    let late = level("time_limit = 2", "e_x_");
    let game = play(&late, &[]);
    assert_eq!(
        (game.end().time, game.at(2).as_str(), game.counts(2)),
        (2, "0:B1R:walker", (0, 0, 0))
    );
    assert!(!is_feasible(&late, game.end()));
    let in_time = level("time_limit = 3", "e_x_");
    assert!(is_feasible(&in_time, play(&in_time, &[]).end()));
}

/// R14: the game continues while a lemming waits, even if none is in the environment.
#[test]
fn it_goes_on_while_somebody_waits() {
    let game = play(&level("lemmings = 2\nfrequency = 5", "e_"), &[]);
    game.shows(1, &["0:A1R:walker", "", "", "", "", "1:A1R:walker", ""]);
    assert_eq!(game.end().time, 7);
}

/// R14: feasible is a count of saved lemmings.
#[test]
fn the_target_is_a_count() {
    let one_of_two = level("lemmings = 2\ntarget = 1\nfrequency = 3", "e_x_");
    let game = play(&one_of_two, &["4 1 bomber"]);
    assert_eq!(game.end().saved, 2);
    assert!(
        is_feasible(&one_of_two, &game.states[3]) && !is_feasible(&one_of_two, &game.states[2])
    );
}

/// R15: saved * n * TL + sum of life + explored. The lemming is in s_1 and s_2; A1 and B1 have
/// platforms.
#[test]
fn the_score_of_lemmings() {
    let level = level("lemmings = 2\nfrequency = 9\ntime_limit = 50", "e_x_");
    let game = play(&level, &["2 nuke"]);
    assert_eq!((game.end().time, game.end().life), (3, 2));
    assert_eq!(score(&level, game.end()), 100 + 2 + 4);
}

/// R15: a platform counts only if it is there at the end; cells outside the grid do not count.
#[test]
fn explored_cells_count_by_what_is_under_them_at_the_end() {
    let level = level("", "e_");
    // s_1, s_2: the digger removes the platform of A1 and leaves the grid.
    let game = play(&level, &["1 0 digger"]);
    assert_eq!((game.end().life, score(&level, game.end())), (2, 2 + 1));
}

/// R15: a bomber has been in the cell where it explodes.
#[test]
fn the_cell_of_an_explosion_is_explored() {
    let level = level("", "e___________");
    let game = play(&level, &["1 0 bomber"]);
    // From A1 at t = 1 five moves: it explodes in F1 in the update of t = 5, having been seen in A1
    // to E1.
    game.shows(5, &["0:E1R:walker*1", ""]);
    assert_eq!(score(&level, game.end()), 5 + 5 * 2 + 1);
}

/// R15, alpha: (n TL saved 10 + n (TL - t_end) 10 if any is saved + life + 10 explored) / 10, in
/// tenths here.
#[test]
fn the_score_of_alpha_lemmings_is_in_tenths() {
    let level = alpha(level("lemmings = 2\nfrequency = 9\ntime_limit = 50", "e_x_"));
    let game = play(&level, &["2 nuke"]);
    assert_eq!(score(&level, game.end()), 2 * 50 * 10 + 2 * (50 - 3) * 10 + 2 + 10 * 4);
    let game = play(&level, &["0 nuke"]);
    assert_eq!(score(&level, game.end()), 0, "none saved, so no time counts");
}

/// The judge: passes follow once the goal is decided; before, an answer counts as far as it goes.
#[test]
fn the_judge_goes_on_with_passes_when_all_is_decided() {
    let game = Lemmings::new(level("lemmings = 2\nfrequency = 4\ntime_limit = 50", "e_x_"));
    let pass = |at| Timed { at, command: None };
    let verdict = |line: &[Timed<Command>]| game.judge(&line.to_vec()).unwrap();
    assert_eq!(verdict(&[pass(0)]), Verdict { solved: false, score: 1 });
    assert_eq!(verdict(&[pass(0), pass(1), pass(2)]), verdict(&[pass(2)]));
    // Both are saved: lives of two states each.
    assert_eq!(verdict(&[pass(2)]), Verdict { solved: true, score: 200 + 4 + 4 });
    assert_eq!(verdict(&[pass(2), pass(49)]), Verdict { solved: true, score: 200 + 4 + 4 });
    assert_eq!(game.judge(&vec![pass(2), pass(2)]).unwrap_err().at, 1);
}
