//! Files that do not name their puzzle.

use quarry::Catalogue;

#[test]
fn a_bare_form_is_opened_by_the_puzzle_that_can_read_it() {
    let catalogue = Catalogue::standard();
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (text, puzzle) in [(line, "sudoku"), ("1 _\n_ 4", "hidato"), ("0110\n1001", "samegame")] {
        let opened = catalogue.open(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(opened.puzzle(), puzzle, "{text}");
    }
}

#[test]
fn what_nobody_can_read_is_refused_in_the_words_of_the_first() {
    let error = Catalogue::standard().open("01\n0").err().expect("rows of unequal length");
    assert!(error.to_string().contains("read as samegame"), "{error}");
}
