//! Cross Sum, also called Kakuro: digits in white cells, no digit twice in a line, and each line
//! makes the sum at its head. NP-complete: T. Seta, "The complexities of puzzles, Cross Sum and
//! their Another Solution Problems", 2002.

mod generate;
mod url;

use quarry_core::{
    About, Corner, Document, Example, Fault, GenerateError, Literal, Mark, Meter, ParseError,
    Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, Pzpr, PzprText, RuleBook, Shape, Sheet,
    Spot,
};

/// What a cell of the board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    White,
    /// Black, perhaps with the sums of the lines that begin below it and to its right.
    Black {
        down: Option<u32>,
        across: Option<u32>,
    },
}

const BLACK: Cell = Cell::Black { down: None, across: None };

/// An instance: the cells, and the largest digit.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossSum {
    grid: CellGrid,
    cells: Vec<Cell>,
    digits: usize,
}

/// A maximal run of white cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    cells: Vec<usize>,
    is_across: bool,
    /// The black cell before the run, if there is one.
    head: Option<usize>,
    sum: Option<u32>,
}

settings! {
    /// What a generated Cross Sum looks like.
    pub struct CrossSumOptions {
        /// Number of rows, with the row of heads.
        pub rows: u64 = 10, 3..=60;
        /// Number of columns, with the column of heads.
        pub columns: u64 = 10, 3..=60;
        /// Largest digit.
        pub digits: u64 = 9, 4..=20;
        /// Most cells of a line; never more than there are digits.
        pub longest: u64 = 9, 3..=20;
        /// About how many of a hundred cells are black, heads at the border left out.
        pub black: u64 = 35, 10..=60;
    }
}

/// The digits of an ordinary board.
const USUAL_DIGITS: usize = 9;

/// The largest digit that a board may ask for.
const MOST_DIGITS: i64 = 99;

/// Reads a cell of the board.
fn cell(token: &str) -> Option<Cell> {
    match token {
        "." | "_" | "-" => return Some(Cell::White),
        "#" => return Some(BLACK),
        _ => {}
    }
    let sum = |text: &str| match text {
        "" => Some(None),
        _ => number(text).filter(|&sum| sum > 0).map(Some),
    };
    let (down, across) = token.split_once('/')?;
    Some(Cell::Black { down: sum(down)?, across: sum(across)? })
}

/// Writes a cell of the board.
fn shown(cell: Cell) -> String {
    let sum = |sum: Option<u32>| sum.map_or(String::new(), |sum| sum.to_string());
    match cell {
        Cell::White => ".".to_owned(),
        BLACK => "#".to_owned(),
        Cell::Black { down, across } => format!("{}/{}", sum(down), sum(across)),
    }
}

/// A number of digits only.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl CrossSum {
    fn is_white(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::White
    }

    fn white_cells(&self) -> Vec<usize> {
        (0..self.grid.len()).filter(|&cell| self.is_white(cell)).collect()
    }

    /// The entry of each cell; black cells have none.
    fn spot_of_cells(&self) -> Vec<Option<usize>> {
        let mut spots = vec![None; self.grid.len()];
        for (spot, cell) in self.white_cells().into_iter().enumerate() {
            spots[cell] = Some(spot);
        }
        spots
    }

    /// The line through a white cell.
    fn line_at(&self, cell: usize, is_across: bool) -> Line {
        let (back, ahead) =
            if is_across { (Side::Left, Side::Right) } else { (Side::Top, Side::Bottom) };
        let before = self.grid.ray(cell, back).take_while(|&other| self.is_white(other));
        let first = before.last().unwrap_or(cell);
        let after = self.grid.ray(first, ahead).take_while(|&other| self.is_white(other));
        let head = self.grid.step(first, back);
        let sum = match head.map(|head| self.cells[head]) {
            Some(Cell::Black { across, .. }) if is_across => across,
            Some(Cell::Black { down, .. }) => down,
            _ => None,
        };
        Line { cells: [first].into_iter().chain(after).collect(), is_across, head, sum }
    }

    /// All lines in reading order of their first cells, across before down.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for cell in self.white_cells() {
            for is_across in [true, false] {
                let line = self.line_at(cell, is_across);
                if line.cells[0] == cell {
                    lines.push(line);
                }
            }
        }
        lines
    }

    fn line_in_words(&self, line: &Line) -> String {
        let way = if line.is_across { "across" } else { "down" };
        format!("the line {way} from {}", self.grid.words(line.cells[0]))
    }
}

impl Declaration for CrossSum {
    const ID: &'static str = "cross-sum";
    const ABOUT: About = About {
        title: "Cross Sum",
        rules: "Write a digit from 1 to 9 into each white cell. The digits of a line, which is a \
            run of white cells across or down, differ and make the sum in the black cell before \
            it. Some boards have another largest digit.",
        complexity: "NP-complete (Seta, 2002), even if no line has more than five cells.",
    };
    const KEYS: &'static [&'static str] = &["digits"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("magic sum", Tier::Easy, 1, |step| step.is_one("sum") && step.facts.is_empty()),
        Shape::new("last cells of a line", Tier::Easy, 2, |step| {
            step.is_one("sum") && step.placed > 0 && step.facts.len() <= 8
        }),
        Shape::new("digits left in a line", Tier::Easy, 2, |step| {
            step.is_one("sum") && step.facts.len() <= 8
        }),
        Shape::new("crossing sums", Tier::Medium, 5, |step| {
            step.rules.len() == 2 && step.is_of(&["sum"]) && step.facts.is_empty()
        }),
        Shape::new("two lines", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["sum", "line"])
        }),
    ];
    type Options = CrossSumOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let expected = "`.`, `#`, or sums such as `16/11` (16 down, 11 across), `16/` and `/11`";
        let (grid, cells) = board.cells(expected, cell)?;
        let digits = file.positive("digits", MOST_DIGITS)?;
        Ok(CrossSum { grid, cells, digits: digits.map_or(USUAL_DIGITS, |digits| digits as usize) })
    }

    fn sheet(&self) -> Sheet {
        let sheet = Sheet::spaced(self.grid, |cell| shown(self.cells[cell]));
        if self.digits == USUAL_DIGITS { sheet } else { sheet.with_key("digits", self.digits) }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("white cells", self.white_cells().len().to_string()),
            ("sums", self.lines().iter().filter(|line| line.sum.is_some()).count().to_string()),
        ];
        if self.digits != USUAL_DIGITS {
            facts.push(("digits", self.digits.to_string()));
        }
        facts
    }

    fn examples() -> &'static [Example] {
        examples!(
            "first",
            "four",
            "five",
            "six-digits",
            "eight",
            "ten",
            "wide",
            "fourteen",
            "twenty",
        )
    }

    const PZPR: &'static [&'static str] = &["kakuro"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        CrossSum::of_url(url)
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        self.url()
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        let values: Values = (1..=self.digits as Value).collect();
        let white = self.white_cells().into_iter();
        white.map(|cell| Spot::cell(self.grid, cell, values.clone())).collect()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        number(text).and_then(|number| number.try_into().ok())
    }

    fn marks_in_words(&self) -> String {
        format!("a digit from 1 to {}", self.digits)
    }

    fn fixed_marks(&self, cell: usize) -> Vec<String> {
        vec!["#".to_owned(), ".".to_owned(), shown(self.cells[cell])]
    }

    const COMPACT_ANSWERS: bool = false;

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let spot_of = self.spot_of_cells();
        let mut faults = Vec::new();
        for line in self.lines() {
            let spots: Vec<usize> = line.cells.iter().filter_map(|&cell| spot_of[cell]).collect();
            let stands =
                |value: Value| spots.iter().filter(|&&s| filling[s] == Some(value)).count();
            let repeated = |&spot: &usize| filling[spot].is_some_and(|value| stands(value) > 1);
            let repeated: Vec<usize> = spots.iter().copied().filter(repeated).collect();
            if !repeated.is_empty() {
                let words = format!("{} repeats a digit", self.line_in_words(&line));
                faults.push(Fault { cells: repeated, words });
            }
            let made: Option<u32> = spots.iter().map(|&spot| filling[spot].map(u32::from)).sum();
            if let (Some(made), Some(sum)) = (made, line.sum)
                && made != sum
            {
                let words = format!("{} makes {made}, not {sum}", self.line_in_words(&line));
                faults.push(Fault { cells: spots, words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let spot_of = self.spot_of_cells();
        for line in self.lines() {
            let spots: Vec<usize> = line.cells.iter().filter_map(|&cell| spot_of[cell]).collect();
            let words = self.line_in_words(&line);
            match (line.sum, spots.as_slice()) {
                (None, [_]) => {}
                (None, _) => {
                    let sentence = format!("the digits of {words} differ");
                    rules.rule("line", sentence).different(spots);
                }
                (Some(sum), &[only]) => {
                    let digit = Value::try_from(sum).unwrap_or(Value::MAX);
                    let sentence = format!("{words} makes {sum}");
                    rules.rule("sum", sentence).clause([Literal::is(only, digit)]);
                }
                (Some(sum), _) => {
                    let sentence = format!("the digits of {words} differ and make {sum}");
                    rules.rule("sum", sentence).distinct_sum(spots, sum.into());
                }
            }
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let spot_of = self.spot_of_cells();
        Picture::grid(grid.columns as u32, grid.rows as u32, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            match self.cells[cell] {
                Cell::White => match spot_of[cell].and_then(|spot| filling[spot]) {
                    None => Tile::new(x, y, Tint::Open, ""),
                    Some(digit) => Tile::new(x, y, Tint::Plain, self.mark(digit)),
                },
                BLACK => Tile::new(x, y, Tint::Shaded, ""),
                Cell::Black { down, across } => {
                    let tile = Tile::new(x, y, Tint::Shaded, "").marked(Mark::Diagonal);
                    let notes = [(Corner::BottomLeft, down), (Corner::TopRight, across)];
                    let notes = notes.into_iter().filter_map(|(corner, sum)| Some((corner, sum?)));
                    notes.fold(tile, |tile, (corner, sum)| {
                        tile.marked(Mark::Note(corner, sum.to_string()))
                    })
                }
            }
        })
    }

    /// The black cells are always symmetric so.
    const SYMMETRIES: &'static [ClueSymmetry] = &[ClueSymmetry::HalfTurn];

    fn draft(
        options: &CrossSumOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        CrossSum::drafted(options, rng, meter)
    }

    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        Some(CrossSum::with_changes(draft, second, rng))
    }
}

#[cfg(test)]
mod tests;
