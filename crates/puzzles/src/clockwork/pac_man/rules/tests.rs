use super::*;
use crate::clockwork::pac_man::PacMan;
use quarry_core::Puzzle;

fn level(keys: &str, board: &str) -> Level {
    let text = format!("{keys}\nboard = \"\"\"\n{board}\n\"\"\"");
    PacMan::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).level().clone()
}

fn order(at: u32, direction: Direction) -> Timed<Direction> {
    Timed { at, command: Some(direction) }
}

fn foul(level: &Level, answer: &[Timed<Direction>]) -> String {
    judge(level, answer).unwrap_err().to_string()
}

/// Plays passes and returns the squares of a ghost.
fn walked(level: &Level, ghost: usize, steps: usize) -> Vec<String> {
    let mut state = start(level);
    let mut cells = Vec::new();
    for _ in 0..steps {
        advance(level, &mut state, None);
        cells.push(state.ghosts[ghost].cell.to_string());
    }
    cells
}

#[test]
fn the_judge_names_the_first_thing_that_is_wrong() {
    use Direction::{Down, Left, Right, Up};
    let level = level("time_limit = 9", "#####\n#P..#\n#####");
    assert_eq!(foul(&level, &[order(0, Left)]), "entry 1: he faces left already");
    assert_eq!(foul(&level, &[order(0, Up)]), "entry 1: there is a wall on the upper side");
    assert_eq!(foul(&level, &[order(0, Down)]), "entry 1: there is a wall on the lower side");
    let again = [order(1, Right), order(1, Right)];
    assert_eq!(foul(&level, &again), "entry 2: time step 1 is over already");
    let solved = judge(&level, &[order(0, Right), Timed { at: 1, command: None }]);
    assert_eq!(solved, Ok(Verdict { solved: true, score: -2 }));
    let after = [order(0, Right), Timed { at: 1, command: None }, order(2, Left)];
    assert_eq!(foul(&level, &after), "entry 2: the puzzle is solved already");
    assert_eq!(foul(&level, &[order(9, Right)]), "entry 1: the game is over at 9");
    let waits = judge(&level, &[order(3, Right)]);
    assert_eq!(waits, Ok(Verdict { solved: false, score: UNSOLVED - 4 }));
}

#[test]
fn a_step_over_the_border_enters_the_other_side() {
    let level = level("time_limit = 9", "_P#.");
    let line: Vec<_> = (0..2).map(|at| Timed { at, command: None }).collect();
    assert_eq!(judge(&level, &line), Ok(Verdict { solved: true, score: -2 }));
}

#[test]
fn pills_count_only_in_the_arcade() {
    for (rules, score) in [("thesis", -1), ("arcade", -2)] {
        let level = level(&format!("rules = \"{rules}\""), "#o.P#");
        let steps = -score as u32;
        let line: Vec<_> = (0..steps).map(|at| Timed { at, command: None }).collect();
        assert_eq!(judge(&level, &line), Ok(Verdict { solved: true, score }), "{rules}");
    }
}

#[test]
fn any_way_scores_what_is_eaten() {
    let level = level("objective = \"any\"", "#..P#");
    let verdict = judge(&level, &[Timed { at: 0, command: None }]);
    assert_eq!(verdict, Ok(Verdict { solved: false, score: 1 }));
}

#[test]
fn a_chase_takes_the_nearest_neighbour_and_never_turns_back() {
    let level = level("lives = 1", "########\n#P_..#H#\n####_#_#\n#1_____#\n########");
    assert_eq!(walked(&level, 0, 4), ["3,4", "4,4", "5,4", "5,3"]);
}

#[test]
fn a_patrol_goes_ahead_then_right_then_left_then_back() {
    // Without a direction: up is a wall, left is a wall, down is open.
    let level = level("ghosts = [\"patrol\"]", "#####\n#1#.#\n#_#P#\n#_H_#\n#####");
    assert_eq!(walked(&level, 0, 4), ["2,3", "2,4", "3,4", "4,4"]);
    // He stands at 4,3: there it catches him.
    assert_eq!(walked(&level, 0, 5)[4], "2,2");
}

#[test]
fn a_death_puts_all_back_and_the_last_one_ends_the_game() {
    let level = level("lives = 2\nfacing = \"right\"", "#######\n#P..1H#\n#.#####\n#######");
    let mut state = start(&level);
    advance(&level, &mut state, None);
    // The ghost came to meet him at 3,2, where he has eaten.
    advance(&level, &mut state, None);
    assert_eq!(
        (state.lives, state.cell, state.ghosts[0].cell),
        (1, level.start, Cell { x: 4, y: 1 })
    );
    assert_eq!((state.phase, state.time), (Phase::Running, 2));
    assert_eq!(state.ghosts[0].facing, None);
    advance(&level, &mut state, None);
    advance(&level, &mut state, None);
    assert_eq!((state.lives, state.phase, state.time), (0, Phase::Lost, 4));
}

#[test]
fn with_power_ghosts_flee_every_other_step_and_go_home_when_met() {
    let keys = "facing = \"right\"\npower = 5\nhome_time = 2";
    let level = level(keys, "########\n#Po1_H.#\n########");
    let mut state = start(&level);
    advance(&level, &mut state, None);
    // The pill at t = 0: the ghost flees at this even time.
    assert_eq!((state.power, state.ghosts[0].cell), (4, Cell { x: 4, y: 1 }));
    advance(&level, &mut state, None);
    // Time 1 is odd: it stands.
    assert_eq!((state.power, state.ghosts[0].cell), (3, Cell { x: 4, y: 1 }));
    advance(&level, &mut state, None);
    // He steps onto it before it moves.
    assert_eq!((state.ghosts[0].cell, state.ghosts[0].at_home), (Cell { x: 5, y: 1 }, 1));
    advance(&level, &mut state, None);
    // At home it cannot be met; in play again at the end of the step, it is met in the same one.
    assert_eq!((state.ghosts[0].at_home, state.power), (2, 1));
    assert_eq!(state.lives, 3);
}

#[test]
fn time_runs_out() {
    let level = level("time_limit = 3", "#.P_#");
    let level = Level { facing: Direction::Right, ..level };
    let mut state = start(&level);
    for _ in 0..3 {
        assert_eq!(state.phase, Phase::Running);
        advance(&level, &mut state, None);
    }
    assert_eq!(state.phase, Phase::Lost);
}
