//! Offline Tetris as text: the size, what counts, the pieces as letters, and the filled cells.

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::super::tetris::rules::Grid;
use super::super::tetris::{HEIGHTS, LOWEST_TOP4, Piece, RuleSet, WIDTHS, word};
use super::{MOST_PIECES, Objective, TetrisOffline};

const KEYS: [&str; 6] = ["width", "height", "rules", "objective", "sequence", "well"];

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<TetrisOffline, ParseError> {
    let document = Document::parse(text)?;
    document.only(&KEYS)?;
    let side = |key: &str, usual: usize, range: std::ops::RangeInclusive<u64>| {
        let Some(number) = document.integer(key)? else { return Ok(usual) };
        let side = u64::try_from(number.value).ok().filter(|side| range.contains(side));
        side.map(|side| side as usize).ok_or_else(|| {
            let expected =
                format!("a whole number from {} to {} for `{key}`", range.start(), range.end());
            number.wrong(expected, number.value.to_string())
        })
    };
    let size = (side("width", 10, WIDTHS)?, side("height", 20, HEIGHTS)?);
    let rules = word(&document, "rules", &RuleSet::ALL.map(RuleSet::name), RuleSet::named)?;
    let rules = rules.unwrap_or(RuleSet::Simplified);
    if rules == RuleSet::Top4 && size.1 < LOWEST_TOP4 {
        let at = document.place("height").unwrap_or(Position::START);
        let expected = format!("at least {LOWEST_TOP4} rows under the rules top4");
        return Err(ParseError::new(at, expected, size.1.to_string()));
    }
    let names = Objective::ALL.map(Objective::name);
    let objective = word(&document, "objective", &names, Objective::named)?;
    let sequence = document.text("sequence")?;
    let sequence =
        sequence.ok_or_else(|| document.missing("sequence", "sequence = \"TLJSZIO\""))?;
    let well = match document.rows("well")? {
        Some(rows) => read_well(size, &rows)?,
        None => Grid { rows: vec![vec![false; size.0]; size.1] },
    };
    let objective = objective.unwrap_or(Objective::Rows);
    Ok(TetrisOffline::new(size, rules, objective, well, read_sequence(sequence)?))
}

/// Reads the pieces; spaces may separate them.
fn read_sequence(found: Located<&str>) -> Result<Vec<Piece>, ParseError> {
    let letters = found.value.chars().filter(|letter| !letter.is_whitespace());
    let read = |letter: char| {
        Piece::named(letter.encode_utf8(&mut [0; 4])).ok_or_else(|| {
            found.wrong("pieces, each a letter of OISZLJT".to_owned(), format!("'{letter}'"))
        })
    };
    let pieces: Vec<Piece> = letters.map(read).collect::<Result<_, _>>()?;
    if (1..=MOST_PIECES).contains(&pieces.len()) {
        Ok(pieces)
    } else {
        Err(found.wrong(format!("1 to {MOST_PIECES} pieces"), pieces.len().to_string()))
    }
}

/// Reads the filled cells, the lowest row last.
fn read_well((width, height): (usize, usize), rows: &[Located<&str>]) -> Result<Grid, ParseError> {
    if let Some(row) = rows.get(height) {
        return Err(row.wrong(format!("at most {height} rows"), rows.len().to_string()));
    }
    let mut grid = Grid { rows: vec![vec![false; width]; height] };
    for (row, cells) in rows.iter().rev().zip(&mut grid.rows) {
        let drawn = row.value.trim_end();
        if drawn.chars().count() != width || !drawn.chars().all(|cell| "#.".contains(cell)) {
            let expected = format!("{width} cells, each `#` or `.`");
            return Err(row.wrong(expected, format!("\"{drawn}\"")));
        }
        if !drawn.contains('.') {
            let expected = "a row with an empty cell: a full one would have disappeared".to_owned();
            return Err(row.wrong(expected, format!("\"{drawn}\"")));
        }
        cells.iter_mut().zip(drawn.chars()).for_each(|(filled, cell)| *filled = cell == '#');
    }
    Ok(grid)
}

/// Writes an instance.
pub(super) fn show(puzzle: &TetrisOffline) -> String {
    let setup = puzzle.setup();
    let sequence: String = puzzle.sequence.iter().map(|piece| piece.letter()).collect();
    let mut text = format!(
        "puzzle = \"{}\"\nwidth = {}\nheight = {}\nrules = \"{}\"\nobjective = \"{}\"\nsequence = \"{sequence}\"\n",
        TetrisOffline::ID,
        setup.width,
        setup.height,
        setup.rules.name(),
        puzzle.objective.name(),
    );
    let filled = puzzle.well_height() as usize;
    if filled > 0 {
        text.push_str("well = \"\"\"\n");
        for row in puzzle.well.rows[..filled].iter().rev() {
            text.extend(row.iter().map(|&filled| if filled { '#' } else { '.' }));
            text.push('\n');
        }
        text.push_str("\"\"\"\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_usual_and_the_rest_comes_back() {
        let usual = parse("sequence = \"T O\"").unwrap();
        assert_eq!(
            show(&usual),
            "puzzle = \"tetris-offline\"\nwidth = 10\nheight = 20\nrules = \"simplified\"\nobjective = \"rows\"\nsequence = \"TO\"\n"
        );
        let text = "puzzle = \"tetris-offline\"\nwidth = 4\nheight = 8\nrules = \"top4\"\nobjective = \"height\"\nsequence = \"TOI\"\nwell = \"\"\"\n#...\n##.#\n\"\"\"\n";
        assert_eq!(show(&parse(text).unwrap()), text);
    }

    #[test]
    fn complaints_say_what_is_wanted_and_where() {
        let complaint = |text: &str| parse(text).map(|_| ()).unwrap_err().to_string();
        assert!(complaint("width = 4").contains("sequence = \"TLJSZIO\""));
        assert!(complaint("sequence = \"TX\"").starts_with("line 1, column 12: expected pieces"));
        assert!(complaint("sequence = \"\"").contains("1 to 1000 pieces"));
        assert!(complaint("objective = \"fun\"").contains("one of rows, tetrises, pieces, height"));
        let well = |rows: &str| {
            complaint(&format!("width = 4\nheight = 4\nsequence = \"T\"\nwell = '''\n{rows}'''"))
        };
        assert!(
            well("#..\n").starts_with("line 5, column 1: expected 4 cells"),
            "{}",
            well("#..\n")
        );
        assert!(well("....\n####\n").starts_with("line 6, column 1: expected a row with an empty"));
        assert!(well(&"#...\n".repeat(5)).contains("at most 4 rows"));
    }
}
