use super::*;

fn setup(width: usize, height: usize, rules: RuleSet) -> Setup {
    Setup { width, height, rules, source: Source::Uniform, max_pieces: None, preview: false }
}

/// A board drawn from the top, `#` for filled cells; rows not drawn are empty.
fn drawn(setup: &Setup, rows: &[&str]) -> Grid {
    let mut grid = Grid::empty(setup);
    for (row, drawn) in rows.iter().rev().enumerate() {
        grid.rows[row] = drawn.chars().map(|cell| cell == '#').collect();
    }
    grid
}

fn put(piece: Piece, rotation: u8, column: u8) -> Placement {
    Placement { piece, rotation, column }
}

#[test]
fn a_piece_falls_until_something_is_below_it() {
    let setup = setup(5, 6, RuleSet::Simplified);
    let grid = drawn(&setup, &["...#.", ".#.##"]);
    assert_eq!(rest(&setup, &grid, put(Piece::O, 0, 0)), Ok(1));
    assert_eq!(rest(&setup, &grid, put(Piece::I, 1, 2)), Ok(0));
    assert_eq!(rest(&setup, &grid, put(Piece::T, 2, 1)), Ok(1), "its nose hangs beside the step");
    assert_eq!(rest(&setup, &grid, put(Piece::I, 0, 1)), Ok(2));
    assert!(rest(&setup, &grid, put(Piece::I, 0, 2)).unwrap_err().contains("beyond column 5"));
    assert!(rest(&setup, &grid, put(Piece::O, 1, 0)).unwrap_err().contains("no rotation 1"));
}

#[test]
fn full_rows_disappear_and_what_is_above_comes_down() {
    let setup = setup(4, 6, RuleSet::Simplified);
    let mut grid = drawn(&setup, &["#...", "##.#", ".#.#", "##.#"]);
    assert_eq!(grid.lay(put(Piece::I, 1, 2), 0), [0, 2]);
    assert_eq!(grid, drawn(&setup, &["#.#.", ".###"]));
}

#[test]
fn what_would_rest_above_the_ceiling_is_illegal() {
    let simplified = setup(4, 6, RuleSet::Simplified);
    let high = ["#...", "#...", "#..."];
    let grid = drawn(&simplified, &high);
    assert_eq!(rest(&simplified, &grid, put(Piece::L, 1, 0)), Ok(3));
    let grid = drawn(&simplified, &["#...", "#...", "#...", "#..."]);
    assert!(rest(&simplified, &grid, put(Piece::L, 1, 0)).unwrap_err().contains("above row 6"));
    assert_eq!(rest(&simplified, &grid, put(Piece::I, 1, 1)), Ok(0));

    let top4 = Setup { height: 10, rules: RuleSet::Top4, ..simplified };
    assert_eq!(
        placements(&top4, &drawn(&top4, &high), Piece::J),
        placements(&simplified, &drawn(&simplified, &high), Piece::J)
    );
}

#[test]
fn under_the_original_rules_a_piece_must_get_to_its_column() {
    let setup = setup(6, 6, RuleSet::Original);
    let grid = Grid::empty(&setup);
    assert_eq!(placements(&setup, &grid, Piece::T).len(), 4 + 5 + 4 + 5);
    // A horizontal bar gets across the wall, a vertical one does not, and there is no room to turn
    // it behind.
    let wall = drawn(&setup, &["....#.", "....#.", "....#.", "....#.", "....#."]);
    let lying = (0..3).map(|column| put(Piece::I, 0, column));
    let upright = (0..4).map(|column| put(Piece::I, 1, column));
    assert_eq!(placements(&setup, &wall, Piece::I), lying.chain(upright).collect::<Vec<_>>());
    assert_eq!(rest(&setup, &wall, put(Piece::I, 0, 2)), Ok(5));
    // The bar appears in the middle of the top row, or not at all.
    let wall = drawn(&setup, &["...#..", "......", "......", "......", "......", "......"]);
    assert!(placements(&setup, &wall, Piece::I).is_empty());
    assert!(rest(&setup, &wall, put(Piece::I, 0, 0)).unwrap_err().contains("cannot get there"));
}

#[test]
fn a_bag_holds_every_piece_once() {
    let drawn: Vec<Piece> = pieces(Source::Bag7, 5).take(70).collect();
    for bag in drawn.chunks(7) {
        let mut sorted = bag.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, Piece::ALL);
    }
    let uniform: Vec<Piece> = pieces(Source::Uniform, 5).take(7000).collect();
    for piece in Piece::ALL {
        assert!(uniform.iter().filter(|&&drawn| drawn == piece).count().abs_diff(1000) < 120);
    }
}

#[test]
fn the_judge_knows_the_luck() {
    let setup = Setup { max_pieces: Some(2), ..setup(10, 20, RuleSet::Simplified) };
    let came: Vec<Piece> = pieces(Source::Uniform, 3).take(2).collect();
    let line: Vec<_> = came.iter().map(|&piece| put(piece, 0, 0)).collect();
    let judged = |line: &[Placement]| judge(&setup, &Episode { luck: 3, line: line.to_vec() });
    assert_eq!(judged(&line[..1]), Ok(Verdict { solved: false, score: 0 }));
    assert_eq!(judged(&line), Ok(Verdict { solved: true, score: 0 }));
    let other = Piece::ALL.into_iter().find(|&piece| piece != came[1]).unwrap();
    let foul = judged(&[line[0], put(other, 0, 0)]).unwrap_err();
    assert_eq!(
        (foul.at, foul.why),
        (1, format!("the piece is {}, not {}", came[1].letter(), other.letter()))
    );
    assert!(judged(&[line[0], line[1], line[1]]).unwrap_err().why.contains("over after 2 pieces"));
}
