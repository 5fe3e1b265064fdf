use super::*;
use quarry_core::Rng;

fn complaint(text: &str) -> String {
    Hidato::parse(text).unwrap_err().to_string()
}

fn drawn_as(topology: &str, keys: &str, board: &str) -> String {
    format!("topology = \"{topology}\"\n{keys}board = \"\"\"\n{board}\n\"\"\"\n")
}

fn places(puzzle: &Hidato) -> Vec<(u16, u16)> {
    puzzle.board().places().iter().map(|place| (place.x, place.y)).collect()
}

#[track_caller]
fn comes_back(puzzle: &Hidato) {
    let text = show(puzzle);
    assert_eq!(Hidato::parse(&text).as_ref(), Ok(puzzle), "{text}");
    let shown = rows(puzzle.board(), puzzle.givens());
    let lines: Vec<_> =
        shown.iter().map(|row| Located { value: row.as_str(), at: Position::START }).collect();
    assert_eq!(parse_answer(puzzle, &lines).as_ref(), Ok(puzzle.givens()), "{text}");
}

/// A board of random cells of a lattice, with random givens and links.
fn random(topology: Topology, rng: &mut Rng) -> Option<Hidato> {
    let (shift, density) = (rng.below(2) as u16, 1 + rng.below(9));
    let mut places = Vec::new();
    for y in rng.below(3) as u16..7 {
        for column in 0..6 {
            let x =
                if topology == Topology::Hex { 2 * column + (y + shift) % 2 } else { 2 * column };
            if rng.below(10) < density {
                places.push(BoardPlace { x, y });
            }
        }
    }
    let board = Board::new(topology, places);
    let mut numbers: Vec<Option<Number>> = (1..=board.len() as Number).map(Some).collect();
    numbers.iter_mut().for_each(|number| *number = number.filter(|_| rng.below(2) == 0));
    for index in (1..numbers.len()).rev() {
        numbers.swap(index, rng.below(index + 1));
    }
    let mut links = Vec::new();
    for cell in 0..board.len() as Cell {
        let onward = board.neighbours(cell).iter().filter(|&&other| other > cell);
        links.extend(onward.filter(|_| rng.below(5) == 0).map(|&other| (cell, other)));
    }
    (!board.is_empty()).then(|| Hidato::new(board, numbers, links))
}

#[test]
fn every_board_comes_back() {
    let mut rng = Rng::new(1);
    for topology in Topology::ALL {
        (0..200).filter_map(|_| random(topology, &mut rng)).for_each(|puzzle| comes_back(&puzzle));
    }
    let bee = Board::beehive(20);
    comes_back(&Hidato::new(bee.clone(), vec![None; bee.len()], Vec::new()));
    let large = Board::rectangle(Topology::Orthogonal, 64, 64);
    comes_back(&Hidato::new(large, (1..=4096).map(Some).collect(), vec![(0, 1), (0, 64)]));
}

#[test]
fn shown_boards_are_drawn_in_their_shape() {
    let text = "puzzle = \"hidato\"\ntopology = \"hex\"\noffsets = [1, 0, 1]\nlinks = [\"0-3\"]\nboard = \"\"\"\n 1 _\n_ _ 4\n _ #\n\"\"\"\n";
    let puzzle = Hidato::parse(text).unwrap();
    assert_eq!(show(&puzzle), text.replace(" _ #\n", " _\n"));
    assert_eq!(places(&puzzle), [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1), (1, 2)]);
    let bee = Board::beehive(3);
    let drawn = rows(&bee, &(1..=19).map(Some).collect());
    assert_eq!(
        drawn[..3],
        ["      1   2   3", "    4   5   6   7", "  8   9  10  11  12"],
        "straight with two digits"
    );
    let holes = Hidato::parse(&drawn_as("square", "", "# 1 #\n#\n_ # 3")).unwrap();
    assert_eq!(rows(holes.board(), holes.givens()), ["# 1", "#", "_ # 3"]);
    assert_eq!(places(&holes), [(2, 0), (0, 2), (4, 2)]);
}

#[test]
fn hexagons_are_centred_where_no_offsets_stand() {
    let derived = Hidato::parse(&drawn_as("hex", "", "_ _\n_ _ _\n_ _")).unwrap();
    assert_eq!(*derived.board(), Board::beehive(2));
    let stated = Hidato::parse(&drawn_as("hex", "offsets = [3, 0]\n", "_ _\n_ _ _")).unwrap();
    assert_eq!(places(&stated), [(3, 0), (5, 0), (0, 1), (2, 1), (4, 1)]);
    assert_eq!(stated.board().neighbours(0), [1, 3, 4]);
}

#[test]
fn bare_grids_are_hidatos_on_squares() {
    let wanted = Hidato::parse(&drawn_as("square", "", "1 _ 3\n_ # 8\n_ 6 _")).unwrap();
    for bare in [
        "1 _ 3\n_ # 8\n_ 6 _",
        "\n  1, _, 3\n  _, #, 8\r\n  _, 6, _\n\n",
        "1 . 3\n. # 8\n. 6 .",
        "1,0,3\n0,-1,8\n0,6,0\n",
        "01 __ 03\n__  . 08\n__ 06 __",
        "1\t-1\t3\n-1\t#\t8\n-1\t6\t-1",
        "1 . 3\n. -1 8\n. 6 .",
        "01 00 03\n00 . 08\n00 06 00",
    ] {
        assert!(Hidato::recognises(bare), "{bare}");
        assert_eq!(Hidato::parse(bare).as_ref(), Ok(&wanted), "{bare}");
    }
}

#[test]
fn other_texts_are_not_taken_for_grids() {
    let toml = "# 1 _ 3\ntopology = \"square\"\nboard = \"1 _ 3\"";
    for other in ["0123\n0120\n", "0\n1\n", "", "\n \n", "hello world", toml, ". # ? =", "012."] {
        assert!(!Hidato::recognises(other), "{other}");
    }
    assert!(Hidato::parse(toml).is_ok());
}

#[test]
fn complaints_about_keys() {
    assert_eq!(
        complaint("puzzle = \"sudoku\"\n"),
        "line 1, column 10: expected `puzzle = \"hidato\"`, found \"sudoku\""
    );
    assert_eq!(
        complaint("size = 3\n"),
        "line 1, column 1: expected one of the keys puzzle, name, source, note, known, topology, board, offsets, links, found `size`"
    );
    assert!(
        complaint("board = \"1 2\"\n")
            .starts_with("line 1, column 14: expected a key `topology`, such as")
    );
    assert_eq!(
        complaint("topology = \"round\"\n"),
        "line 1, column 12: expected one of the topologies hex, square, orthogonal, found \"round\""
    );
    assert!(
        complaint("topology = \"hex\"\n").starts_with("line 1, column 17: expected a key `board`")
    );
    assert!(complaint("").contains("an empty file"));
}

#[test]
fn complaints_about_tokens() {
    let square = |board| complaint(&drawn_as("square", "", board));
    assert_eq!(
        square("1 _ 3\n_  x 8"),
        "line 4, column 4: expected a number, `_` (or `.`, 0, -1) for an empty cell or `#` for no cell, found `x`"
    );
    assert_eq!(
        square("1 5"),
        "line 3, column 3: expected a number from 1 to 2, the number of cells, found 5"
    );
    assert_eq!(
        square("1 99999"),
        "line 3, column 3: expected a number from 1 to 2, the number of cells, found 99999"
    );
    assert_eq!(
        square("1 _\n2 1"),
        "line 4, column 3: expected each number once, found 1, which stands also at line 3, column 1"
    );
    assert_eq!(
        square("1 _\n0 _"),
        "line 4, column 1: expected one mark for empty cells on the whole board, found `0` besides `_`"
    );
    assert_eq!(
        square("# #"),
        "line 2, column 9: expected rows of cells, such as `1 _ _ 4`, found no cell at all"
    );
    for (board, column) in [("1,,3", 4), (",1,3", 2), ("1,3,", 5), ("1, ,3", 5)] {
        let expected = "a number, `_` or `#` beside each comma, found nothing";
        assert_eq!(square(board), format!("line 3, column {column}: expected {expected}"));
    }
}

#[test]
fn complaints_about_shapes() {
    let hex = |keys, board| complaint(&drawn_as("hex", keys, board));
    assert_eq!(
        complaint(&drawn_as("square", "offsets = [0]\n", "1 _")),
        "line 2, column 11: expected offsets on hex boards only, found a board of squares"
    );
    assert_eq!(
        hex("offsets = [0]\n", "_\n_"),
        "line 2, column 11: expected 2 offsets, one for each row, found 1"
    );
    assert_eq!(
        hex("offsets = [0, -1]\n", "_\n_"),
        "line 2, column 15: expected an indent in half cells, from 0 to 509, found -1"
    );
    assert_eq!(
        hex("offsets = [1, 3]\n", "_\n_"),
        "line 2, column 15: expected an odd number of half cells more or less than in the row above: rows of hexagons are \
         shifted by half a cell, found 3"
    );
    assert_eq!(
        hex("", "_ _\n_ _ _ _"),
        "line 4, column 1: expected one cell more or less than in the row above, or a key `offsets`, each row's indent in half \
         cells, found 4 cells below 2"
    );
    assert_eq!(
        hex("offsets = [509]\n", "_ _"),
        "line 4, column 3: expected a board at most 255 cells wide, found a cell beyond"
    );
    assert_eq!(
        complaint("1 _ _\n_ _\n"),
        "line 2, column 3: expected 3 places, as in the first row (`#` where there is no cell), found 2"
    );
    assert_eq!(
        Hidato::parse("\n1 _\n\n _ _\n"),
        Hidato::parse("1 _\n_ _\n"),
        "blank lines mean nothing"
    );
    assert!(complaint("1 _\n_ _ _\n").starts_with("line 2, column 5: expected 2 places"));
}

#[test]
fn complaints_about_links() {
    for wrong in ["0", "0-3", "0-9", "a-b", "0-0", "-1-0"] {
        let text = drawn_as("orthogonal", &format!("links = [\"0-1\", \"{wrong}\"]\n"), "1 _\n_ _");
        let expected = "two touching cells of 0 to 3, such as \"0-1\"";
        assert_eq!(
            complaint(&text),
            format!("line 2, column 17: expected {expected}, found \"{wrong}\"")
        );
    }
    let twice = drawn_as("orthogonal", "links = [\"0-1\", \"1-0\"]\n", "1 _");
    assert_eq!(
        complaint(&twice),
        "line 2, column 17: expected each link once, found \"1-0\" again"
    );
}

#[test]
fn sizes_end() {
    let row = vec!["_"; 255].join(" ");
    assert_eq!(
        complaint(&format!("{row} _")),
        "line 1, column 511: expected at most 255 places in a row, found one more"
    );
    assert_eq!(
        complaint(&"_ _\n".repeat(256)),
        "line 256, column 1: expected at most 255 rows, found 256 rows"
    );
    assert!(
        complaint(&vec![row; 255].join("\n"))
            .starts_with("line 17, column 33: expected at most 4096 cells")
    );
    let long = "0 ".repeat(5_000_000);
    assert!(complaint(&long).contains("at most 255 places"));
    assert!(complaint(&drawn_as("square", "", &long)).contains("at most 255 places"));
}

#[test]
fn answers_have_the_layout_of_the_board() {
    let puzzle = Hidato::parse("1 _ #\n# _ 4").unwrap();
    let read = |rows: &[&str]| {
        let line = |(index, &value)| Located { value, at: Position { line: index + 1, column: 1 } };
        let lines: Vec<_> = rows.iter().enumerate().map(line).collect();
        parse_answer(&puzzle, &lines).map_err(|error| error.to_string())
    };
    let full: Filling = [1, 2, 3, 4].map(Some).to_vec();
    for rows in [["1 2 #", "# 3 4"], ["1 2", "3 4"], ["1,2,.", "-1,3,4"]] {
        assert_eq!(read(&rows), Ok(full.clone()));
    }
    assert_eq!(read(&["1 _", "0 4"]), Ok(vec![Some(1), None, None, Some(4)]));
    let wrong = |rows: &[&str]| read(rows).unwrap_err();
    assert_eq!(
        wrong(&["1 2 3", "4"]),
        "line 1, column 5: expected 2 cells, as in this row of the board, found 3"
    );
    assert_eq!(
        wrong(&["1 2", "3"]),
        "line 2, column 1: expected 2 cells, as in this row of the board, found 1"
    );
    assert_eq!(
        wrong(&["1 2"]),
        "line 1, column 1: expected 2 rows of cells, as on the board, found 1"
    );
    assert_eq!(
        wrong(&["1 2", "3 4", "#", "5"]),
        "line 4, column 1: expected 2 rows of cells, as on the board, found 3"
    );
    assert_eq!(wrong(&[]), "line 1, column 1: expected 2 rows of cells, as on the board, found 0");
    assert!(wrong(&["1 2", "3 5"]).starts_with("line 2, column 3: expected a number from 1 to 4"));
    // A repeated number is for the judge: the answer can be read, and is wrong.
    let board = Hidato::parse("1 _\n_ 4").unwrap();
    let rows = ["1 2", "2 4"].map(|value| Located { value, at: Position::START });
    let repeated = board.parse_answer(&mut rows.into_iter()).unwrap();
    assert_eq!(board.judge(&repeated).unwrap_err().why, "2 stands a second time");
}
