//! Boards for printing, with the built binary.

use crate::program::Folder;

/// Two boards with their given numbers.
const BOARDS: [(&str, &[u32]); 2] =
    [("hidato/tiny-hex-19", &[1, 6, 8, 16, 19]), ("hidato/rikudo-18", &[1, 5, 8, 18])];

#[test]
fn a_drawing_shows_boards_and_solutions() {
    let folder = Folder::new();
    let args = ["print", BOARDS[0].0, BOARDS[1].0, "-o"];
    folder.quarry(&[&args[..], &["sheet.svg"]].concat()).ends_with(0);
    let drawing = folder.read("sheet.svg");
    assert!(
        drawing.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ")
            && drawing.ends_with("</svg>\n")
    );
    assert_eq!(
        (drawing.matches("<g ").count(), drawing.matches("</g>").count()),
        (3, 3),
        "two boards, one page of solutions"
    );
    assert_eq!(drawing.matches("<polygon ").count(), 2 * (19 + 18));
    assert_eq!(drawing.matches("<line ").count(), 2 * 4, "links on the board and on its solution");
    let shown = |number: u32| drawing.matches(&format!(">{number}</text>")).count();
    for number in 1..=19 {
        // On the solutions that have that many cells, and on the boards where the number is given.
        let solutions = if number == 19 { 1 } else { 2 };
        let given = BOARDS.iter().filter(|(_, givens)| givens.contains(&number)).count();
        assert_eq!(shown(number), solutions + given, "{number}");
    }
    folder
        .quarry(&[&args[..], &["bare.svg", "--no-solutions", "--per-page", "2"]].concat())
        .ends_with(0);
    let bare = folder.read("bare.svg");
    assert_eq!((bare.matches("<g ").count(), bare.matches("<polygon ").count()), (1, 19 + 18));
}

#[test]
fn a_document_has_its_pages() {
    let folder = Folder::new();
    folder.quarry(&["print", BOARDS[0].0, BOARDS[1].0, "-o", "sheet.pdf"]).ends_with(0);
    let document = folder.read("sheet.pdf");
    assert!(document.starts_with("%PDF-1.") && document.ends_with("%%EOF\n"));
    assert!(document.contains("/Type /Pages /Count 3 "));
    assert_eq!(document.matches("/Type /Page /").count(), 3);
    for (_, givens) in BOARDS {
        assert!(givens.iter().all(|number| document.contains(&format!("({number}) Tj"))));
    }
    for (at, number) in offsets(&document).zip(1..) {
        assert!(
            document[at..].starts_with(&format!("{number} 0 obj\n")),
            "object {number} is not where it should be"
        );
    }
    let streams = document
        .split("/Length ")
        .skip(1)
        .map(|rest| rest.split_once(" >>\nstream\n").expect("a stream"));
    for (length, rest) in streams {
        assert!(rest[length.parse().expect("a length")..].starts_with("endstream"));
    }
}

/// Returns the offsets of the objects according to the document's own table.
fn offsets(document: &str) -> impl Iterator<Item = usize> {
    let table = document.split("xref\n0 ").nth(1).expect("a table");
    let entries = table.lines().filter_map(|line| line.strip_suffix(" 00000 n "));
    entries.map(|offset| offset.parse().expect("an offset"))
}

#[test]
fn what_cannot_be_printed_is_refused() {
    let folder = Folder::new();
    let ran = folder.quarry(&["print", BOARDS[0].0, "-o", "sheet.docx"]).ends_with(2);
    assert!(ran.err.contains("expected a file that ends in .svg or .pdf"), "{}", ran.err);
    folder.write("none.txt", "1 _ 3\n_ _ 2\n_ _ 9\n");
    let ran = folder.quarry(&["print", "none.txt", "-o", "sheet.svg"]).ends_with(2);
    assert!(
        ran.err.contains("no solution was found") && ran.err.contains("--no-solutions"),
        "{}",
        ran.err
    );
}
