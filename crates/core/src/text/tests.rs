//! Tests of documents and of the cost of positions.

use super::position::steps;
use super::*;

#[test]
fn rows_know_their_lines() {
    let text = "puzzle = \"x\"\nboard = \"\"\"\nab\ncd\n\"\"\"\n";
    let document = Document::parse(text).unwrap();
    let rows = document.rows("board").unwrap().unwrap();
    assert_eq!(rows[0], Located { value: "ab", at: Position { line: 3, column: 1 } });
    assert_eq!(rows[1], Located { value: "cd", at: Position { line: 4, column: 1 } });
    assert_eq!(rows.len(), 2);

    let late = Document::parse("board = \"\"\"\r\n\r\n  \r\nab\"\"\"\n").unwrap();
    assert_eq!(
        late.rows("board").unwrap().unwrap(),
        [Located { value: "ab", at: Position { line: 4, column: 1 } }]
    );
    let same_line = Document::parse("board = \"\"\"ab\ncd\"\"\"\n").unwrap();
    let rows = same_line.rows("board").unwrap().unwrap();
    assert_eq!((rows[0].at.column, rows[1].at), (12, Position { line: 2, column: 1 }));
}

#[test]
fn complaints_name_the_place() {
    let error = Document::parse("a = 1\nb = = 2\n").unwrap_err();
    assert_eq!(error.at.line, 2);
    let document = Document::parse("a = 1\nstranger = 2\n").unwrap();
    let error = document.only(&["a"]).unwrap_err();
    assert_eq!((error.at, error.found.as_str()), (Position { line: 2, column: 1 }, "`stranger`"));
    assert_eq!(document.text("a").unwrap_err().at, Position { line: 1, column: 5 });
    assert!(Document::parse(" \n").unwrap_err().found.contains("empty"));
}

#[test]
fn header_reads_known_results() {
    let text = "name = \"n\"\n[[known]]\nscore = 12\nby = \"me\"\nproved = true\n";
    let header = Document::parse(text).unwrap().header().unwrap();
    assert_eq!(header.known, [Known { score: 12, by: "me".into(), proved: true }]);
    assert!(Document::parse("[[known]]\nscore = 1\n").unwrap().header().is_err());
}

#[test]
fn tables_know_their_places() {
    let text = "[budget]\nseconds = 2\n[[solvers]]\nparams = { width = [10, 2.5], name = \"x\" }\n";
    let document = Document::parse(text).unwrap();
    let budget = document.table("budget").unwrap().unwrap();
    assert_eq!(budget.number("seconds").unwrap().unwrap().value, 2.0);
    assert_eq!(budget.positive("seconds", 2), Ok(Some(2)));
    assert_eq!(budget.positive("seconds", 1).unwrap_err().at, Position { line: 2, column: 11 });
    let error = budget.missing("nodes", "nodes = 1");
    assert_eq!((error.at.line, error.found.as_str()), (1, "a table without it"));
    let solvers = document.tables("solvers").unwrap();
    let params = solvers[0].table("params").unwrap().unwrap();
    let choices = params.choices().unwrap();
    let (width, values) = &choices[0];
    assert_eq!((width.value, width.at), ("width", Position { line: 4, column: 12 }));
    assert_eq!(
        values[1],
        Located { value: "2.5".to_owned(), at: Position { line: 4, column: 25 } }
    );
    assert_eq!(choices[1].1[0].value, "x");
    assert!(document.tables("budget").is_err() && solvers[0].table("params").is_ok());
    assert!(document.tables("absent").unwrap().is_empty());
}

#[test]
fn numbers_keep_the_order_of_the_file() {
    let document = Document::parse("b = 1\n\"a/b\" = -2.5\n").unwrap();
    let numbers = document.numbers().unwrap();
    assert_eq!(
        numbers.iter().map(|(name, value)| (name.value, *value)).collect::<Vec<_>>(),
        [("b", 1.0), ("a/b", -2.5)]
    );
    assert_eq!(numbers[1].0.at, Position { line: 2, column: 1 });
    let error = Document::parse("b = 1\na = true\n").unwrap().numbers().unwrap_err();
    assert_eq!((error.at, error.found.as_str()), (Position { line: 2, column: 5 }, "`true`"));
}

#[test]
fn one_number_or_several() {
    let document = Document::parse("b = 1\na = [2, -2.5]\n").unwrap();
    let lists = document.number_lists().unwrap();
    let plain: Vec<_> = lists.iter().map(|(name, list)| (name.value, &list[..])).collect();
    assert_eq!(plain, [("b", &[1.0][..]), ("a", &[2.0, -2.5])]);
    let error = Document::parse("a = [2, true]\n").unwrap().number_lists().unwrap_err();
    assert_eq!(error.expected, "a number or an array of numbers for `a`");
}

#[test]
fn findings_are_cut_and_harmless() {
    let error = ParseError::new(Position::START, "x", "y".repeat(1000));
    assert!(error.found.len() < 80);
    assert_eq!(ParseError::new(Position::START, "x", "a\u{1b}[2Jé").found, "a\\u{1b}[2Jé");
}

/// The text that is looked at for positions grows as the file does: no reader starts from the
/// beginning for each of its values.
#[test]
fn positions_cost_as_much_as_the_file_is_long() {
    let known = |count: usize| {
        let entry = "[[known]]\nscore = 1\nby = \"x\"\nproved = true\n";
        let text = format!("name = \"n\"\n{}", entry.repeat(count));
        let read =
            || assert_eq!(Document::parse(&text).unwrap().header().unwrap().known.len(), count);
        (steps::of(read), text.len())
    };
    let list =
        |count: usize, key: &str| format!("{key} = [{}]\n", vec!["\"1,1\""; count].join(", "));
    let choices = |count: usize| {
        let text = list(count, "width");
        let read = || {
            let document = Document::parse(&text).unwrap();
            assert_eq!(document.choices().unwrap()[0].1.len(), count);
            assert_eq!(document.list("width").unwrap().unwrap().len(), count);
        };
        (steps::of(read), text.len())
    };
    let keys = |count: usize| {
        let text: String = (0..count).map(|number| format!("key{number} = 1\n")).collect();
        let read = || assert_eq!(Document::parse(&text).unwrap().numbers().unwrap().len(), count);
        (steps::of(read), text.len())
    };
    let rows = |count: usize| {
        let text = format!("board = \"\"\"\n{}\"\"\"\n", "ab\n".repeat(count));
        let read = || {
            let document = Document::parse(&text).unwrap();
            assert_eq!(document.rows("board").unwrap().unwrap().len(), count);
        };
        (steps::of(read), text.len())
    };
    let lists = |count: usize| {
        let text = "[[trends]]\ngroups = [\"a\", \"b\"]\n".repeat(count);
        let read = || {
            let tables = Document::parse(&text).unwrap().tables("trends").unwrap();
            assert_eq!(tables.len(), count);
            assert!(tables.iter().all(|table| table.list("groups").unwrap().unwrap().len() == 2));
        };
        (steps::of(read), text.len())
    };
    type Reader<'r> = &'r dyn Fn(usize) -> (usize, usize);
    let readers: [(&str, Reader); 5] = [
        ("known", &known),
        ("choices", &choices),
        ("keys", &keys),
        ("rows", &rows),
        ("lists", &lists),
    ];
    for (name, reader) in readers {
        let [one, two, four] = [5_000, 10_000, 20_000].map(reader);
        for (steps, length) in [one, two, four] {
            // A value costs less than an index stride and takes a few bytes of the file.
            assert!(steps < 200 * length, "{name}: {steps} steps for {length} bytes");
        }
        let growth = four.0 as f64 / one.0 as f64;
        assert!(growth < 6.0, "{name}: {growth} times the steps for 4 times the entries");
    }
}

#[test]
fn an_index_finds_what_a_cursor_finds() {
    let text = "aé\n".repeat(100) + &"ü".repeat(700) + "\n\n" + &"b".repeat(600);
    let index = PositionIndex::of(&text);
    for offset in (0..=text.len() + 3).rev() {
        assert_eq!(index.at(offset), Position::of(&text, offset), "{offset}");
    }
}
