//! Pools as text: a drawing, and the fuel of actions that take more than one unit.
//!
//! In the drawing, `S` is the craft, `Q` a quarry, `#` an obstacle and `.` (or a blank) water or
//! air; rows may be shorter than the longest, the rest is open. The first row is above the surface,
//! and the craft starts there.

use quarry_core::{Document, Located, ParseError, Position};

use super::{Action, Cell, LONGEST_SIDE, MOST_FUEL, Submersible};

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<Submersible, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["fuel", "pool"])?;
    let mut fuel = [1; 5];
    if let Some(table) = document.table("fuel")? {
        table.only_these(&Action::ALL.map(Action::name))?;
        for action in Action::ALL {
            if let Some(units) = table.positive(action.name(), MOST_FUEL as i64)? {
                fuel[action as usize] = units;
            }
        }
    }
    let rows = document
        .rows("pool")?
        .ok_or_else(|| document.missing("pool", "pool = \"\"\"\n.S.\n...\n.Q.\n\"\"\""))?;
    let at = document.place("pool").unwrap_or(Position::START);
    let longest = rows.iter().map(|row| row.value.trim_end().chars().count()).max().unwrap_or(0);
    if rows.len() > LONGEST_SIDE || longest > LONGEST_SIDE {
        let expected = format!("at most {LONGEST_SIDE} rows and {LONGEST_SIDE} columns");
        return Err(ParseError::new(at, expected, format!("{} rows of {longest}", rows.len())));
    }
    let (mut cells, mut start) = (Vec::new(), None);
    for (y, row) in rows.iter().enumerate() {
        let mut drawn: Vec<Cell> = Vec::new();
        for (x, character) in row.value.trim_end().chars().enumerate() {
            let wrong = |expected: &str| Err(wrong_cell(row, x, expected, character));
            drawn.push(match character {
                '.' | ' ' => Cell::Open,
                '#' => Cell::Obstacle,
                'Q' => Cell::Quarry,
                'S' if y > 0 => return wrong("the craft in the first row, above the surface"),
                'S' if start.is_some() => return wrong("a single craft"),
                'S' => {
                    start = Some((x, y));
                    Cell::Open
                }
                _ => return wrong("a cell: `S` craft, `Q` quarry, `#` obstacle, `.` open"),
            });
        }
        drawn.resize(longest, Cell::Open);
        cells.extend(drawn);
    }
    let Some(start) = start else {
        return Err(ParseError::new(at, "a craft, `S`, in the first row", "none"));
    };
    if !cells.contains(&Cell::Quarry) {
        return Err(ParseError::new(at, "a quarry, `Q`", "none"));
    }
    Ok(Submersible { columns: longest, cells, start, fuel })
}

fn wrong_cell(row: &Located<&str>, column: usize, expected: &str, found: char) -> ParseError {
    let at = Position { column: row.at.column + column, ..row.at };
    ParseError::new(at, expected, format!("`{found}`"))
}

/// Writes an instance.
pub(super) fn show(pool: &Submersible) -> String {
    let units = |&action: &Action| pool.fuel_of(action) != 1;
    let unit = |action: Action| format!("{} = {}", action.name(), pool.fuel_of(action));
    let fuel: Vec<String> = Action::ALL.into_iter().filter(units).map(unit).collect();
    let fuel = match fuel.is_empty() {
        true => String::new(),
        false => format!("fuel = {{ {} }}\n", fuel.join(", ")),
    };
    let character = |(at, cell): (usize, &Cell)| match cell {
        _ if at == pool.start.1 * pool.columns + pool.start.0 => 'S',
        Cell::Open => '.',
        Cell::Obstacle => '#',
        Cell::Quarry => 'Q',
    };
    let cells: Vec<char> = pool.cells.iter().enumerate().map(character).collect();
    let rows: Vec<String> = cells.chunks(pool.columns).map(|row| row.iter().collect()).collect();
    format!("puzzle = \"submersible\"\n{fuel}pool = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        let low = error("pool = \"\"\"\n...\n.S.\n.Q.\n\"\"\"");
        assert!(low.starts_with("line 3, column 2: expected the craft in the first row"), "{low}");
        let odd = error("pool = \"\"\"\n.S.\n.Qx\n\"\"\"");
        assert!(odd.starts_with("line 3, column 3: expected a cell"), "{odd}");
        assert!(error("pool = \"\"\"\n...\n.Q.\n\"\"\"").contains("a craft, `S`"));
        assert!(error("pool = \"\"\"\n.S.\n...\n\"\"\"").contains("a quarry, `Q`"));
        let sink = error("fuel = { sink = 2 }\npool = \"SQ\"");
        assert!(sink.contains("grab, descend, ascend, left, right"), "{sink}");
        assert!(error("fuel = { grab = 0 }\npool = \"SQ\"").contains("1000"));
        assert!(error("fuel = 3").contains("pool") || error("fuel = 3").contains("table"));
    }
}
