//! Sudoku: a board of 9 x 9 cells. Every row, every column and every box of 3 x 3 holds each digit
//! from 1 to 9 once. NP-complete on boards of any size: T. Yato and T. Seta, "Complexity and
//! completeness of finding another solution", 2003.
//!
//! The community's line of 81 characters is read too, with `.` for an empty cell. With `0` it could
//! be a board of another puzzle, so that it has to be in a file that names this one.

use quarry_core::{
    About, Constrained, Constraint, Document, Example, Facets, Fault, Filled, Foul, Located, Model,
    ParseError, Picture, Place, Position, Puzzle, Score, Tile, Tint, Value, Values, Verdict,
};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;

/// What stands in each cell, row by row.
type Grid = Vec<Option<u8>>;

/// An instance: the digits that are given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sudoku {
    givens: Grid,
}

/// The rows, the columns and the boxes, each with its name.
fn units() -> impl Iterator<Item = (String, [usize; SIDE])> {
    let row = |row: usize| (format!("row {}", row + 1), std::array::from_fn(|k| row * SIDE + k));
    let column = |column: usize| {
        (format!("column {}", column + 1), std::array::from_fn(|k| k * SIDE + column))
    };
    let square = |index: usize| {
        let corner = index / 3 * 3 * SIDE + index % 3 * 3;
        (format!("box {}", index + 1), std::array::from_fn(|k| corner + k / 3 * SIDE + k % 3))
    };
    (0..SIDE).map(row).chain((0..SIDE).map(column)).chain((0..SIDE).map(square))
}

fn character(entry: Option<u8>) -> char {
    entry.map_or('.', |digit| char::from(b'0' + digit))
}

/// The cell of a character, if it is one.
fn cell(character: char) -> Option<Option<u8>> {
    match character {
        '.' | '_' | '0' => Some(None),
        '1'..='9' => Some(Some(character as u8 - b'0')),
        _ => None,
    }
}

/// Reads rows of digits; `wrong` says where and what was expected.
fn grid<'t>(
    rows: impl Iterator<Item = Located<&'t str>>,
    at: Position,
) -> Result<Grid, ParseError> {
    let mut grid = Grid::new();
    for row in rows {
        let cells: Option<Grid> =
            row.value.chars().filter(|c| !c.is_whitespace()).map(cell).collect();
        let cells = cells.filter(|cells| cells.len() == SIDE).ok_or_else(|| {
            row.wrong("nine digits or dots in a row", format!("\"{}\"", row.value.trim()))
        })?;
        grid.extend(cells);
    }
    match grid.len() {
        CELLS => Ok(grid),
        other => Err(ParseError::new(at, "nine rows", format!("{}", other / SIDE))),
    }
}

impl Puzzle for Sudoku {
    const ID: &'static str = "sudoku";
    const ABOUT: About = About {
        title: "Sudoku",
        rules: "Fill the cells with digits from 1 to 9. No row, no column and no box of 3 x 3 \
            holds a digit twice.",
        complexity: "NP-complete on boards of any size (Yato and Seta, 2003).",
    };
    const ANSWER_KEY: &'static str = "board";
    type Answer = Grid;

    fn parse(text: &str) -> Result<Self, ParseError> {
        if Sudoku::recognises(text) {
            let givens = text.trim().chars().filter_map(cell).collect();
            return Ok(Sudoku { givens });
        }
        let document = Document::parse(text)?;
        document.only(&["board"])?;
        let board = document.text("board")?;
        let board = board.ok_or_else(|| document.missing("board", "board = \"\"\"...\"\"\""))?;
        let rows = board.value.lines().filter(|row| !row.trim().is_empty());
        let givens = grid(rows.map(|row| Located { value: row, at: board.at }), board.at)?;
        Ok(Sudoku { givens })
    }

    fn recognises(text: &str) -> bool {
        let line = text.trim();
        line.len() == CELLS && line.chars().all(|c| matches!(c, '.' | '1'..='9'))
    }

    fn show(&self) -> String {
        let rows = self.show_answer(&self.givens).join("\n");
        format!("puzzle = \"sudoku\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![("givens", self.givens.iter().flatten().count().to_string())]
    }

    fn picture(&self) -> Picture {
        self.drawn(&self.givens)
    }

    fn write_answer(&self, filling: &Grid, entry: &mut dyn FnMut(&str)) {
        for row in filling.chunks(SIDE) {
            entry(&row.iter().copied().map(character).collect::<String>());
        }
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Grid, ParseError> {
        grid(entries, Position::START)
    }

    /// The score counts the cells that are filled.
    fn judge(&self, filling: &Grid) -> Result<Verdict, Foul> {
        for (index, given) in self.givens.iter().enumerate() {
            if given.is_some() && filling[index] != *given {
                let why = format!("{} is given as {}", self.name(index), character(*given));
                return Err(Foul { at: index / SIDE, why });
            }
        }
        let is_right = units().all(|(_, cells)| {
            (1..=9).all(|digit| cells.iter().any(|&cell| filling[cell] == Some(digit)))
        });
        let score = filling.iter().flatten().count() as Score;
        Ok(Verdict { solved: is_right, score })
    }

    fn examples() -> &'static [Example] {
        &[
            Example {
                name: "first",
                text: "puzzle = \"sudoku\"\nname = \"A first board\"\nsource = \"the board of Wikipedia's article on Sudoku\"\n\
                    board = \"\"\"\n53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n\
                    .6....28.\n...419..5\n....8..79\n\"\"\"\n",
            },
            Example {
                name: "few-givens",
                text: "puzzle = \"sudoku\"\nname = \"Seventeen givens\"\n\
                    source = \"one of G. Royle's boards of seventeen givens\"\n\
                    board = \"\"\"\n.......1.\n4........\n.2.......\n....5.4.7\n..8...3..\n..1.9....\n\
                    3..4..2..\n.5.1.....\n...8.6...\n\"\"\"\n",
            },
        ]
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.fills();
        to.constrains();
    }
}

impl Filled for Sudoku {
    fn blank(&self) -> Grid {
        self.givens.clone()
    }

    fn values(&self, filling: &Grid) -> Vec<Option<u32>> {
        filling.iter().map(|entry| entry.map(u32::from)).collect()
    }

    fn put(&self, filling: &mut Grid, cell: usize, value: Option<u32>) {
        filling[cell] = value.map(|value| value as u8);
    }

    fn most(&self) -> u32 {
        SIDE as u32
    }

    fn name(&self, cell: usize) -> String {
        format!("{},{}", cell / SIDE + 1, cell % SIDE + 1)
    }

    fn place(&self, cell: usize) -> Place {
        Place::Cell((cell % SIDE) as u32, (cell / SIDE) as u32)
    }

    fn drawn(&self, filling: &Grid) -> Picture {
        let tile = |cell: usize| {
            let tint = match (filling[cell], self.givens[cell]) {
                (None, _) => Tint::Open,
                (_, None) => Tint::Plain,
                _ => Tint::Given,
            };
            let label = filling[cell].map_or(String::new(), |digit| digit.to_string());
            Tile::new((cell % SIDE) as u32, (cell / SIDE) as u32, tint, label)
        };
        let side = SIDE as u32;
        Picture::of_squares(side, side, (0..CELLS).map(tile).collect())
            .with_regions(|x, y| Some(y / 3 * 3 + x / 3))
    }

    fn faults(&self, filling: &Grid) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (name, cells) in units() {
            for digit in 1..=9 {
                let twice: Vec<usize> =
                    cells.into_iter().filter(|&cell| filling[cell] == Some(digit)).collect();
                if twice.len() > 1 {
                    let words = format!("{name} has {digit} more than once");
                    faults.push(Fault { cells: twice, words });
                }
            }
        }
        faults
    }
}

impl Constrained for Sudoku {
    /// A variable for each cell; its value is the digit less one.
    fn model(&self) -> Model {
        let domain = |given: &Option<u8>| {
            given.map_or(Values::below(SIDE), |digit| Values::only(Value::from(digit) - 1))
        };
        Model {
            domains: self.givens.iter().map(domain).collect(),
            answers: None,
            relations: Vec::new(),
            constraints: units().map(|(_, cells)| Constraint::Different(cells.to_vec())).collect(),
        }
    }

    fn decode(&self, assignment: &[Value]) -> Grid {
        assignment.iter().map(|&value| Some(value as u8 + 1)).collect()
    }
}
