use std::collections::HashMap;

use quarry_core::{Generate, Meter, Rng};

use super::generate::OfflineParams;
use super::*;

fn opened(text: &str) -> TetrisOffline {
    TetrisOffline::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn line(puzzle: &TetrisOffline, moves: &[&str]) -> Vec<Placement> {
    let at = quarry_core::Position::START;
    let read = |&value: &&str| puzzle.read_move(Located { value, at }).unwrap();
    moves.iter().map(read).collect()
}

/// Four columns: O, O fill two rows; an upright I beside three columns of four is a tetris.
#[test]
fn the_four_objectives_counted_by_hand() {
    let judged = |objective: &str| {
        let text = format!(
            "width = 4\nheight = 8\nobjective = \"{objective}\"\nsequence = \"OIT\"\nwell = '''\n#...\n###.\n###.\n###.\n###.\n'''"
        );
        let puzzle = opened(&text);
        let verdict = |moves: &[&str]| puzzle.judge(&line(&puzzle, moves)).unwrap();
        // O rests on the well at the height 5 and fills no row; I fills the four rows below it.
        let played = ["O 0 2", "I 1 4"];
        let before = verdict(&played[..1]);
        assert!(!before.solved);
        let after = verdict(&played);
        let whole = verdict(&["O 0 2", "I 1 4", "T 0 1"]);
        assert!(whole.solved, "all pieces are placed");
        (before.score, after.score, whole.score)
    };
    assert_eq!(judged("rows"), (0, 4, 4));
    assert_eq!(judged("tetrises"), (0, 1, 1));
    assert_eq!(judged("pieces"), (1, 2, 3));
    // The cells of O are at the heights 5 and 6; later ones stay below.
    assert_eq!(judged("height"), (-6, -6, -6));
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened("width = 4\nheight = 4\nsequence = \"OI\"");
    let why = |moves: &[&str]| puzzle.judge(&line(&puzzle, moves)).unwrap_err().why;
    assert_eq!(why(&["I 0 1"]), "the piece is O, not I");
    assert_eq!(why(&["O 0 1", "I 1 1"]), "it would rest above row 4, the last one");
    assert_eq!(why(&["O 0 1", "I 1 4", "O 0 1"]), "there are 2 pieces");
    let lost = opened("width = 4\nheight = 4\nsequence = \"OOOI\"");
    let stacked = line(&lost, &["O 0 1", "O 0 1"]);
    assert!(!lost.judge(&stacked).unwrap().solved);
}

/// The rows of a board, the number of pieces placed, and the score so far.
type Place = (Vec<Vec<bool>>, usize, Score);

/// Best score by trying everything with the reference rules, which share no code with the
/// fast board; none if a goal cannot be reached.
fn brute_force(
    puzzle: &TetrisOffline,
    played: &mut Vec<Placement>,
    known: &mut HashMap<Place, Option<Score>>,
) -> Option<Score> {
    let setup = puzzle.setup();
    let verdict = puzzle.judge(played).unwrap();
    if verdict.solved {
        return Some(verdict.score);
    }
    let mut grid = puzzle.well.clone();
    for &mv in played.iter() {
        let row = rest(setup, &grid, mv).unwrap();
        grid.lay(mv, row);
    }
    let place = (grid.rows.clone(), played.len(), verdict.score);
    if let Some(&best) = known.get(&place) {
        return best;
    }
    let mut best = None;
    for mv in placements(setup, &grid, puzzle.sequence[played.len()]) {
        played.push(mv);
        best = best.max(brute_force(puzzle, played, known));
        played.pop();
    }
    known.insert(place, best);
    best
}

fn small(seed: u64) -> TetrisOffline {
    let mut rng = Rng::new(seed);
    let (width, height) = (4 + rng.below(2), 4 + rng.below(3));
    let sequence = (0..4 + rng.below(2)).map(|_| Piece::ALL[rng.below(7)]).collect();
    let mut well = Grid { rows: vec![vec![false; width]; height] };
    for row in &mut well.rows[..rng.below(3)] {
        row.iter_mut().for_each(|filled| *filled = rng.below(2) == 0);
        row[rng.below(width)] = false;
    }
    let rules = [RuleSet::Simplified, RuleSet::Original][rng.below(2)];
    let objective = Objective::ALL[rng.below(4)];
    TetrisOffline::new((width, height), rules, objective, well, sequence)
}

/// The best line by the fast board, the bound on the way, and brute force by the reference rules.
#[test]
fn no_bound_is_beaten_by_the_best_play() {
    fn best(
        puzzle: &TetrisOffline,
        standing: &Standing,
        known: &mut HashMap<u128, Option<Score>>,
    ) -> Option<Score> {
        let key = puzzle.key(standing);
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let mut moves = Vec::new();
        puzzle.moves(standing, &mut moves);
        let mut value = puzzle.is_solved(standing).then_some(0);
        for &mv in &moves {
            let mut after = standing.clone();
            let gain = puzzle.play(&mut after, mv);
            let then = best(puzzle, &after, known);
            value = value.max(then.map(|then| gain + then));
            let cost = puzzle.potential(standing) - gain - puzzle.potential(&after);
            assert!(cost >= 0, "{}", puzzle.show());
        }
        assert!(value.is_none_or(|value| puzzle.bound(standing) >= value), "{}", puzzle.show());
        known.insert(key, value);
        value
    }
    let mut reached = [0; 4];
    for seed in 0..60 {
        let puzzle = small(seed);
        let fast = best(&puzzle, &puzzle.start(), &mut HashMap::new());
        let slow = brute_force(&puzzle, &mut Vec::new(), &mut HashMap::new());
        assert_eq!(fast, slow, "{}", puzzle.show());
        reached[puzzle.objective as usize] += usize::from(fast.is_some_and(|best| best != 0));
    }
    assert!(reached.iter().filter(|&&count| count > 2).count() >= 3, "{reached:?}");
}

#[test]
fn a_sequence_that_clears_the_board_can_do_so() {
    for (width, pieces) in [(4, 5), (6, 9), (7, 7), (10, 20), (16, 24)] {
        for seed in 0..3 {
            let params = OfflineParams { width, pieces, source: "clears", ..Default::default() };
            let puzzle = TetrisOffline::generate(&params, seed, &mut Meter::unlimited()).unwrap();
            assert_eq!(puzzle.sequence.len() as u64, pieces);
            assert_eq!(puzzle.at_most(&puzzle.start().game) as u64, 4 * pieces / width);
            if pieces < 6 {
                let best = brute_force(&puzzle, &mut Vec::new(), &mut HashMap::new());
                assert_eq!(best, Some(4 * pieces as Score / width as Score));
            }
        }
    }
    let params = OfflineParams { width: 10, pieces: 3, source: "clears", ..Default::default() };
    let refused = TetrisOffline::generate(&params, 1, &mut Meter::unlimited());
    assert!(refused.is_err_and(|why| why.to_string().contains("multiple of 10")));
}

#[test]
fn what_is_to_come_is_in_the_status() {
    let puzzle = opened("width = 4\nheight = 8\nobjective = \"height\"\nsequence = \"OITSZLJO\"");
    let mut standing = puzzle.start();
    let gain = puzzle.play(&mut standing, line(&puzzle, &["O 0 1"])[0]);
    assert_eq!(puzzle.status(&standing, 1, gain), "height 2, 1 of 8 pieces placed, next ITSZLJO");
}
