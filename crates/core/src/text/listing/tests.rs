use super::*;
use crate::text::Entries;

fn read(source: &str) -> Result<Vec<(String, usize, usize)>, String> {
    let text = AnswerText::parse(source, "moves").map_err(|error| error.to_string())?;
    let listing = text.entries("moves", false).map_err(|error| error.to_string())?;
    let entry = |entry: Located<&str>| (entry.value.to_owned(), entry.at.line, entry.at.column);
    Ok(listing.map_or(Vec::new(), |listing| listing.iter().map(entry).collect()))
}

fn entry(value: &str, line: usize, column: usize) -> (String, usize, usize) {
    (value.to_owned(), line, column)
}

fn packed(entries: &Entries) -> String {
    let words: Vec<_> = entries.dictionary().iter().map(|word| format!("\"{word}\"")).collect();
    format!(
        "score = 3\n[moves]\ncount = {}\ndictionary = [{}]\nindices = \"\"\"\n{}\n\"\"\"\n",
        entries.len(),
        words.join(", "),
        entries.packed()
    )
}

#[test]
fn lists_are_read_with_places_however_they_are_written() {
    let expected = [entry("1,1", 2, 10), entry("é", 2, 17), entry("3,3", 3, 1)];
    let plain = "score = 3\nmoves = [\"1,1\", \"é\" ,\r\n\"3,3\",]\n \n";
    assert_eq!(read(plain).unwrap(), expected);
    // Lists that the quick reader does not accept are read as TOML.
    for other in [
        "score = 3\nmoves = [\"1,1\", \"é\" ,\n\"3,3\",] # done\n",
        "score = 3\nmoves = [\"1,1\", \"\\u00e9\" ,\n\"3,3\"]\n",
        "score = 3\nmoves = [\"1,1\", 'é', #\n\"3,3\"]\n",
        "score = 3\nmoves = [\"1,1\", \"é\" ,\n\"3,3\"]\nsolved = true\n",
    ] {
        let values = |read: Vec<(String, usize, usize)>| {
            read.into_iter().map(|entry| entry.0).collect::<Vec<_>>()
        };
        assert_eq!(values(read(other).unwrap()), ["1,1", "é", "3,3"], "{other}");
    }
    assert_eq!(read("moves = []").unwrap(), []);
    assert_eq!(read("\u{feff}moves=[\"1,1\"]").unwrap(), [entry("1,1", 1, 8)]);
}

#[test]
fn what_the_file_says_of_itself_is_read_as_ever() {
    let source = "puzzle = \"x\"\nscore = 3\nmoves = [\n    \"1,1\",\n]\n";
    let text = AnswerText::parse(source, "moves").unwrap();
    assert_eq!(text.document().integer("score").unwrap().unwrap().value, 3);
    assert!(read("score = = 3\nmoves = [\"1,1\"]\n").unwrap_err().starts_with("line 1, column 9"));
    assert!(read("moves = [\"1,1\" \"2,2\"]\n").unwrap_err().starts_with("line 1"));
    assert!(
        read("moves = [\"1,1\", 7]\n")
            .unwrap_err()
            .starts_with("line 1, column 17: expected a string")
    );
    assert_eq!(read("note = \"\"\"\nmoves = [\n\"\"\"\n").unwrap(), [], "inside of a string");
}

#[test]
fn packed_entries_come_back_in_their_order() {
    for distinct in [1, 2, 3, 100, 5000] {
        let entries: Entries =
            (0..10_000usize).map(|number| (number * number % distinct).to_string()).collect();
        let values: Vec<_> =
            read(&packed(&entries)).unwrap().into_iter().map(|entry| entry.0).collect();
        assert_eq!(values, entries.to_vec(), "{distinct}");
    }
    let four: Entries = ["a", "b", "c", "d"].into_iter().collect();
    let places: Vec<_> =
        read(&packed(&four)).unwrap().into_iter().map(|entry| (entry.1, entry.2)).collect();
    assert_eq!(places, [(6, 1), (6, 1), (6, 1), (6, 2)], "three indices in the first letter");
    let broken = packed(&four).replace("Gw==", "G\n  w==");
    let places: Vec<_> =
        read(&broken).unwrap().into_iter().map(|entry| (entry.1, entry.2)).collect();
    assert_eq!(places[3], (7, 3));
}

#[test]
fn packed_entries_that_do_not_fit_are_refused_with_their_place() {
    let three: Entries = ["a", "b", "c", "c"].into_iter().collect();
    let good = packed(&three);
    let refused = |from: &str, to: &str| read(&good.replace(from, to)).unwrap_err();
    assert!(good.contains("Gg=="), "{good}");
    assert!(refused("Gg==", "Gw==").starts_with("line 6, column 2: expected an index below 3"));
    assert!(refused("Gg==", "G!==").starts_with("line 6, column 2: expected base64"));
    assert!(refused("Gg==", "Gé==").ends_with("found `é`"));
    assert!(refused("Gg==", "Gg=g").contains("expected base64"));
    assert!(
        refused("Gg==", "GgAA")
            .contains("expected 2 letters of base64 for 4 entries of 2 bits each, found 4")
    );
    assert!(refused("count = 4", "count = 40").contains("found 2 letters"));
    assert!(refused("count = 4", "count = 9223372036854775807").contains("expected more letters"));
    assert!(refused("count = 4", "count = 0").contains("a whole number from 1"));
    assert!(refused("count = 4\n", "").contains("a key `count`"));
    assert!(refused("dictionary", "words").contains("one of the keys count, dictionary, indices"));
}

#[test]
fn a_list_on_one_line_takes_linear_time() {
    let source = format!("moves = [{}]", "\"1,1\",".repeat(2_000_000));
    let text = AnswerText::parse(&source, "moves").unwrap();
    let listing = text.entries("moves", false).unwrap().unwrap();
    assert_eq!(listing.iter().last().unwrap().at, Position { line: 1, column: 10 + 6 * 1_999_999 });
}

#[test]
fn huge_files_must_be_lists_or_packed() {
    let entries = "\"1,1\",\n".repeat(10_000_000);
    assert!(read(&format!("moves = [\n{entries}]\n")).is_ok());
    let error = read(&format!("moves = [\n{entries}'2,2']\n")).unwrap_err();
    assert!(error.starts_with("line 10000002, column 1: expected nothing but strings"), "{error}");
}
