//! Products and joins as text.
//!
//! In the drawing of a product, each letter is a part (capitals come before small letters) and `.`
//! or a blank is empty; rows may be shorter than the longest. A join is `B down A`: the group of B
//! slides down to its place beside the group of A.

use quarry_core::{Document, Located, ParseError, Position, Side};

use super::{Assembly, Join, LONGEST_SIDE, MOST_PARTS};

const LETTERS: &[u8; MOST_PARTS] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The letter of a part.
pub(super) fn letter(part: u8) -> char {
    char::from(LETTERS[usize::from(part)])
}

fn part(letter: char) -> Option<u8> {
    LETTERS.iter().position(|&known| char::from(known) == letter).map(|part| part as u8)
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Top => "up",
        Side::Right => "right",
        Side::Bottom => "down",
        Side::Left => "left",
    }
}

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<Assembly, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["product"])?;
    let rows = document
        .rows("product")?
        .ok_or_else(|| document.missing("product", "product = \"\"\"\nABA\nAAA\n\"\"\""))?;
    let at = document.place("product").unwrap_or(Position::START);
    let longest = rows.iter().map(|row| row.value.trim_end().chars().count()).max().unwrap_or(0);
    if rows.len() > LONGEST_SIDE || longest > LONGEST_SIDE {
        let expected = format!("at most {LONGEST_SIDE} rows and {LONGEST_SIDE} columns");
        return Err(ParseError::new(at, expected, format!("{} rows of {longest}", rows.len())));
    }
    let mut cells = Vec::new();
    for row in &rows {
        let mut drawn = Vec::new();
        for (column, character) in row.value.trim_end().chars().enumerate() {
            drawn.push(match character {
                '.' | ' ' => None,
                letter => Some(part(letter).ok_or_else(|| {
                    let at = Position { column: row.at.column + column, ..row.at };
                    let expected = "a cell: a letter for its part, or `.` where there is none";
                    ParseError::new(at, expected, format!("`{letter}`"))
                })?),
            });
        }
        drawn.resize(longest, None);
        cells.extend(drawn);
    }
    let parts = cells.iter().flatten().max().map_or(0, |last| last + 1);
    if parts < 2 {
        return Err(ParseError::new(at, "at least the parts A and B", format!("{parts}")));
    }
    for part in 0..parts {
        let is_whole = is_connected(longest, &cells, |cell| cell == Some(part));
        let found = match is_whole {
            Some(true) => continue,
            Some(false) => "is in pieces",
            None => "is missing",
        };
        let expected = format!("connected parts, the letters from A to {}", letter(parts - 1));
        return Err(ParseError::new(at, expected, format!("the part {} {found}", letter(part))));
    }
    if is_connected(longest, &cells, |cell| cell.is_some()) != Some(true) {
        return Err(ParseError::new(at, "a connected product", "one in pieces"));
    }
    Ok(Assembly::new(longest, cells))
}

/// Returns whether the cells that are meant are connected, `None` if there are none.
pub(super) fn is_connected(
    columns: usize,
    cells: &[Option<u8>],
    is_meant: impl Fn(Option<u8>) -> bool,
) -> Option<bool> {
    let all = cells.iter().filter(|&&cell| is_meant(cell)).count();
    let first = cells.iter().position(|&cell| is_meant(cell))?;
    let (mut seen, mut open, mut reached) = (vec![false; cells.len()], vec![first], 0);
    while let Some(at) = open.pop() {
        if !is_meant(cells[at]) || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        reached += 1;
        let column = at % columns;
        open.extend((column > 0).then(|| at - 1));
        open.extend((column + 1 < columns).then_some(at + 1));
        open.extend(at.checked_sub(columns));
        open.extend((at + columns < cells.len()).then_some(at + columns));
    }
    Some(reached == all)
}

/// Writes an instance.
pub(super) fn show(product: &Assembly) -> String {
    let character = |cell: &Option<u8>| cell.map_or('.', letter);
    let row = |row: &[Option<u8>]| row.iter().map(character).collect::<String>();
    let rows: Vec<String> = product.cells.chunks(product.columns).map(row).collect();
    format!("puzzle = \"assembly\"\nproduct = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

/// Writes a join.
pub(super) fn write_move(join: Join) -> String {
    format!("{} {} {}", letter(join.part), name(join.side), letter(join.onto))
}

/// Reads a join.
pub(super) fn read_move(text: Located<&str>, parts: usize) -> Result<Join, ParseError> {
    let words: Vec<&str> = text.value.split_whitespace().collect();
    let read = |word: &str| {
        let mut letters = word.chars();
        let part = part(letters.next()?).filter(|&part| usize::from(part) < parts)?;
        letters.next().is_none().then_some(part)
    };
    let joined = match words[..] {
        [moved, side, onto] => {
            let side = Side::ALL.into_iter().find(|&known| name(known) == side);
            read(moved).zip(side).zip(read(onto))
        }
        _ => None,
    };
    let wrong = || {
        let last = letter(parts as u8 - 1);
        let expected = format!(
            "a part, up, down, left or right, and the part beside it, such as \"B down A\"; parts \
             are A to {last}"
        );
        text.wrong(expected, format!("\"{}\"", text.value))
    };
    let ((part, side), onto) = joined.ok_or_else(wrong)?;
    Ok(Join { part, side, onto })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |drawing: &str| {
            parse(&format!("product = \"\"\"\n{drawing}\n\"\"\"")).unwrap_err().to_string()
        };
        let odd = error("AB\nA?");
        assert!(odd.starts_with("line 3, column 2: expected a cell"), "{odd}");
        assert!(error("ABA").contains("the part A is in pieces"));
        assert!(error("AC").contains("the part B is missing"));
        assert!(error("A.B").contains("a connected product"));
        assert!(error("AA").contains("at least the parts A and B"));
        let join = |value| read_move(Located { value, at: Position::START }, 3);
        assert!(join("B down C").is_ok() && join(" C  left A").is_ok());
        for wrong in ["B down D", "B A", "B in A", "BB down A", "B down A C"] {
            assert!(join(wrong).unwrap_err().to_string().contains("parts are A to C"), "{wrong}");
        }
    }
}
