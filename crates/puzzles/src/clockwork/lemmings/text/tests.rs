use super::*;
use quarry_core::Notation;

const LEVEL: &str = r#"puzzle = "lemmings"
rules = "full"
width = 6
height = 5
lemmings = 3
target = 2
time_limit = 40
frequency = 4
quantities = { blocker = 1, digger = 2 }
entrances = ["B 2"]
exits = ["E 5"]
platforms = ["A..C 3", "D..F 5"]
walls = ["C 2..4"]
"#;

fn complaint(text: &str) -> String {
    Lemmings::parse(text).unwrap_err().to_string()
}

/// Returns the error for the level with one of its lines replaced.
fn with(line: &str) -> String {
    let key = line.split(' ').next().unwrap();
    let old = LEVEL.lines().find(|old| old.starts_with(key)).unwrap();
    complaint(&LEVEL.replace(old, line))
}

#[test]
fn a_level_is_read_and_written() {
    let game = Lemmings::parse(LEVEL).unwrap();
    assert_eq!(game.show(), LEVEL);
    let level = game.level();
    assert_eq!((level.width, level.height, level.lemmings, level.target), (6, 5, 3, 2));
    assert_eq!(
        (level.time_limit, level.frequency, level.quantities),
        (40, 4, [0, 1, 0, 0, 0, 2, 0, 0])
    );
    assert_eq!(level.entrances, [Cell { x: 1, y: 1 }]);
    assert_eq!(level.walls, [1, 2, 3].map(|y| Cell { x: 2, y }).into());
}

#[test]
fn a_drawing_says_the_same_as_lists() {
    let drawn = r#"lemmings = 3
target = 2
time_limit = 40
frequency = 4
quantities = { blocker = 1, digger = 2 }
drawing = """
. . . . . .
. E .|. . .
_____|. . .
. . .|. . .
. . . __x___
"""
"#;
    assert_eq!(Lemmings::parse(drawn).unwrap().show(), LEVEL);
    assert!(complaint(&format!("{drawn}width = 6\n")).starts_with(
        "line 13, column 9: expected a drawing or lists, not both, found `width` besides `drawing`"
    ));
    assert!(
        complaint(&drawn.replace(". E .|", ". E ./"))
            .starts_with("line 8, column 6: expected `|` for a wall")
    );
    assert!(
        complaint(&drawn.replace(". E .|", ". Q .|"))
            .starts_with("line 8, column 3: expected `_` for a platform")
    );
    assert!(
        complaint(&drawn.replace(". . . . . .\n. E", "\n. E")).contains("a blank row at an end")
    );
    assert!(
        complaint(&drawn.replace('E', "."))
            .starts_with("line 6, column 11: expected at least one entrance")
    );
    let wide = drawn.replace(". E .|", &format!("{}E", ". ".repeat(64)));
    assert!(complaint(&wide).starts_with("line 8, column 129: expected at most 64 cells"));
    let high = drawn.replace(". . .|. . .\n", &". .\n".repeat(61));
    assert!(
        complaint(&high).starts_with("line 71, column 1: expected at most 64 rows, found 65 rows")
    );
}

#[test]
fn bad_levels_are_refused_with_place_and_reason() {
    assert_eq!(
        with("exits = [\"D 5\", \"G 5\"]"),
        "line 11, column 17: expected a column from A to F and a row from 1 to 5, or ranges of them from the left and the \
         top, such as \"B 10\" or \"B..H 6\", found \"G 5\""
    );
    assert!(
        with("exits = [\"E 6\"]")
            .starts_with("line 11, column 10: expected a column from A to F and a row from 1 to 5")
    );
    assert!(with("exits = [\"E 0\"]").starts_with("line 11, column 10"));
    assert!(with("platforms = [\"A..G 3\"]").starts_with("line 12, column 14"));
    assert!(with("platforms = [\"C..A 3\"]").starts_with("line 12, column 14"));
    assert!(with("walls = [\"C 2 4\"]").starts_with("line 13, column 10"));
    assert_eq!(
        with("entrances = []"),
        "line 10, column 13: expected at least one entrance, found none"
    );
    assert!(complaint(&LEVEL.replace("entrances = [\"B 2\"]\n", "")).contains("a key `entrances`"));
    assert_eq!(
        with("target = 4"),
        "line 6, column 10: expected a target from 0 to 3, the number of lemmings, found 4"
    );
    assert!(with("target = -1").starts_with("line 6, column 10"));
    assert_eq!(
        with("time_limit = -5"),
        "line 7, column 14: expected a whole number from 1 to 100000, found -5"
    );
    assert!(with("frequency = 0").starts_with("line 8, column 13: expected a whole number from 1"));
    assert!(with("lemmings = 0").starts_with("line 5, column 12"));
    assert!(
        with("width = 65").starts_with("line 3, column 9: expected a whole number from 1 to 64")
    );
    assert_eq!(
        with("quantities = { digger = 1, dancer = 2 }"),
        "line 9, column 28: expected one of the types basher, blocker, bomber, builder, climber, digger, floater, miner, \
         found `dancer`"
    );
    assert!(
        with("quantities = { digger = -1 }")
            .starts_with("line 9, column 25: expected a whole number from 0 to 1000")
    );
    assert!(
        with("rules = \"beta\"")
            .starts_with("line 2, column 9: expected one of the rules full, alpha")
    );
    assert_eq!(
        with("exits = [\"E 5\", \"B 2\"]"),
        "line 11, column 17: expected an exit that is not an entrance, found B2, which is one"
    );
    let crowd = format!("entrances = [{}]", "\"A 1..2\", ".repeat(60_000));
    assert!(with(&crowd).ends_with("expected at most 100000 cells in `entrances`, found more"));
    let alpha = LEVEL.replace("\"full\"", "\"alpha\"").replace("digger = 2", "miner = 2");
    assert_eq!(
        complaint(&alpha),
        "line 9, column 37: expected 0, because the rules `alpha` have no miner, found 2"
    );
    assert!(
        complaint(&LEVEL.replace("puzzle = \"lemmings\"", "puzzle = \"sudoku\""))
            .starts_with("line 1, column 10")
    );
    assert!(
        complaint(&format!("{LEVEL}colour = 1\n"))
            .starts_with("line 14, column 1: expected one of the keys")
    );
    assert!(
        complaint(&LEVEL.replace("time_limit = 40\n", ""))
            .contains("a key `time_limit`, such as `time_limit = 100`")
    );
}

#[test]
fn columns_go_on_after_z() {
    assert_eq!([0, 25, 26, 51, 52, 63].map(column_name), ["A", "Z", "AA", "AZ", "BA", "BL"]);
    let wide = LEVEL.replace("width = 6", "width = 64").replace("\"E 5\"", "\"BL 5\"");
    assert_eq!(Lemmings::parse(&wide).unwrap().show(), wide);
}

#[test]
fn answers_are_read_with_care() {
    let game = Lemmings::parse(LEVEL).unwrap();
    let at = Position { line: 3, column: 5 };
    let read =
        |orders: &[&str]| game.parse_answer(&mut orders.iter().map(|&value| Located { value, at }));
    let line = read(&["1 0 digger", " 3  nuke "]).unwrap();
    let order = |at, command| Move { at, command };
    assert_eq!(line[0], order(0, None));
    assert_eq!(line[1], order(1, Some(Command::Assign(0, Skill::Digger))));
    assert_eq!(line[3], order(3, Some(Command::Nuke)));
    assert_eq!(game.show_answer(&line), ["1 0 digger", "3 nuke"]);
    // No lemming is left after the nuke at the latest, so the line ends before the time does.
    assert!(line.len() < 10 && line.iter().zip(0..).all(|(order, time)| order.at == time));

    for wrong in
        ["", "1", "1 0", "x nuke", "1 0 walker", "-1 nuke", "1 0 digger please", "1 -1 digger"]
    {
        let error = read(&[wrong]).unwrap_err();
        assert_eq!((error.at, error.found), (at, format!("\"{wrong}\"")));
    }
    assert!(read(&["40 nuke"]).unwrap_err().expected.contains("before 40"));
    assert!(read(&["5 nuke", "5 0 digger"]).unwrap_err().expected.contains("from 6 on"));
    // Orders that are not obeyed are passes, not errors.
    assert!(read(&["0 0 digger", "1 99 basher"]).is_ok());
}

/// The format in which simulators are compared.
#[test]
fn traces_have_their_form() {
    let game = Lemmings::parse(LEVEL).unwrap();
    let order = |at, skill| Move { at, command: Some(Command::Assign(0, skill)) };
    let quantities = "quantities = { blocker = 1, digger = 2 }";
    assert!(LEVEL.contains(quantities));
    let marked = Lemmings::parse(
        &LEVEL.replace(quantities, "quantities = { bomber = 1, climber = 1, floater = 1 }"),
    )
    .unwrap();
    let trace = game.trace(&vec![order(2, Skill::Digger)]);
    assert_eq!(
        trace[0],
        "t=0 saved=0 dead=0 waiting=3 left=0,1,0,0,0,2,0,0 |  | P A3 B3 C3 D5 E5 F5 | W C2 C3 C4"
    );
    assert_eq!(
        trace[3],
        "t=3 saved=0 dead=0 waiting=2 left=0,1,0,0,0,1,0,0 | 0:B3R:digger | P A3 B3 C3 D5 E5 F5 | W C2 C3 C4"
    );
    let trace = marked.trace(&vec![
        order(1, Skill::Climber),
        order(2, Skill::Floater),
        order(3, Skill::Bomber),
    ]);
    assert_eq!(
        trace[4],
        "t=4 saved=0 dead=0 waiting=2 left=0,0,0,0,0,0,0,0 | 0:C2R:climber+c+f*4 | P A3 B3 C3 D5 E5 F5 | W C2 C3 C4"
    );
}

const CORMODE: &str = r#"puzzle = "lemmings"
rules = "cormode"
width = 6
height = 5
lemmings = 3
target = 2
time_limit = 40
frequency = 4
quantities = { blocker = 1, digger = 2 }
entrances = ["B 2"]
exits = ["E 5"]
platforms = ["A..C 3", "D..F 5"]
walls = ["C 2"]
impermeable_platforms = ["A..C 5"]
impermeable_walls = ["C 3..4"]
"#;

#[test]
fn a_level_of_cormodes_is_read_and_written_and_drawn() {
    let game = Lemmings::parse(CORMODE).unwrap();
    assert_eq!(game.show(), CORMODE);
    let level = game.level();
    assert_eq!((level.walls.len(), level.impermeable.walls.len()), (3, 2));
    let drawn = r#"rules = "cormode"
lemmings = 3
target = 2
time_limit = 40
frequency = 4
quantities = { blocker = 1, digger = 2 }
drawing = """
. . . . . .
. E .|. . .
_____#. . .
. . .#. . .
=====___x___
"""
"#;
    assert_eq!(Lemmings::parse(drawn).unwrap().show(), CORMODE);
    let changed = |from: &str, to: &str| complaint(&CORMODE.replace(from, to));
    assert!(changed("[\"E 5\"]", "[\"E 5\", \"F 5\"]").contains("one exit"));
    assert!(changed("= \"cormode\"", "= \"full\"").starts_with("line 14, column"));
    assert!(changed("time_limit = 40", "time_limit = 40000").contains("at most 100000 turns"));
}

#[test]
fn an_answer_to_a_level_of_cormodes_names_turns() {
    let game = Lemmings::parse(CORMODE).unwrap();
    let read = |entries: &[&str]| {
        let mut entries = entries.iter().map(|&value| Located { value, at: Position::START });
        game.parse_answer(&mut entries).map_err(|error| error.to_string())
    };
    let line = read(&["2 0 digger", "2 2 blocker", "3 1 digger"]).unwrap();
    let at: Vec<u32> = line.iter().filter(|mv| mv.command.is_some()).map(|mv| mv.at).collect();
    assert_eq!(at, [6, 8, 10]);
    let mut written = Vec::new();
    game.write_answer(&line, &mut |entry| written.push(entry.to_owned()));
    assert_eq!(written, ["2 0 digger", "2 2 blocker", "3 1 digger"]);
    let pass = Move { at: 7, command: None };
    assert_eq!(game.write_move(pass), "2 1 pass");
    assert_eq!(game.read_move(Located { value: "2 1 pass", at: Position::START }), Ok(pass));
    assert!(
        read(&["2 2 digger", "2 0 digger"]).unwrap_err().contains("one order for each lemming")
    );
    assert!(read(&["2 3 digger"]).unwrap_err().contains("from 0 to 2"));
    assert!(read(&["2 nuke"]).unwrap_err().contains("an order such as \"1 0 digger\""));
}
