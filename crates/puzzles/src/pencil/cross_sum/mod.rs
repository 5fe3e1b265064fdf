//! Cross Sum, also called Kakuro: digits in white cells, no digit twice in a line, and each line
//! makes the sum at its head. NP-complete: T. Seta, "The complexities of puzzles, Cross Sum and
//! their Another Solution Problems", 2002.

use quarry_core::{
    About, Corner, Document, Example, Fault, GenerateError, Literal, Mark, Meter, ParseError,
    Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Declaration, Draft, EntryValues, Pzpr, PzprText, RuleBook, Shape, Sheet,
    Spot, solution_of,
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

/// The largest sum that URLs can write.
const LARGEST_IN_URL: u32 = 45;

/// The sum that a character of a URL stands for.
fn sum_of(character: char) -> Option<Option<u32>> {
    match character {
        '-' | '0' => Some(None),
        '1'..='9' => Some(character.to_digit(10)),
        'a'..='j' => Some(Some(character as u32 - 'a' as u32 + 10)),
        'A'..='Z' => Some(Some(character as u32 - 'A' as u32 + 20)),
        _ => None,
    }
}

/// The character of a URL for a sum.
fn character_of(sum: Option<u32>) -> Option<char> {
    match sum {
        None => Some('-'),
        Some(sum @ 1..20) => char::from_digit(sum, 20),
        Some(sum @ 20..=LARGEST_IN_URL) => char::from_u32('A' as u32 + sum - 20),
        Some(_) => None,
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

    /// The size does not count the row and the column of heads at the border; their sums come last.
    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let inner = url.grid;
        let grid = CellGrid { rows: inner.rows + 1, columns: inner.columns + 1 };
        let outer_of = |cell: usize| grid.at(inner.row(cell) + 1, inner.column(cell) + 1);
        let mut cells = vec![BLACK; grid.len()];
        let characters: Vec<char> = url.body.value.chars().collect();
        let sum_expected = "a sum: `-`, or one of `0`-`9`, `a`-`j` and `A`-`Z`";
        let mut next = 0;
        // Programs leave out what is empty at the end.
        let sum = |next: &mut usize| match characters.get(*next) {
            None => Ok(None),
            Some(&one) => {
                *next += 1;
                sum_of(one).ok_or_else(|| url.wrong(*next - 1, sum_expected))
            }
        };
        let mut at = 0;
        while at < inner.len() && next < characters.len() {
            match characters[next] {
                letter @ 'k'..='z' => {
                    let run = letter as usize - 'j' as usize;
                    if at + run > inner.len() {
                        let expected = format!("a body for {} cells", inner.len());
                        return Err(url.wrong(next, &expected));
                    }
                    (at..at + run).for_each(|cell| cells[outer_of(cell)] = Cell::White);
                    at += run;
                    next += 1;
                }
                '.' => {
                    at += 1;
                    next += 1;
                }
                _ => {
                    let (down, across) = (sum(&mut next)?, sum(&mut next)?);
                    cells[outer_of(at)] = Cell::Black { down, across };
                    at += 1;
                }
            }
        }
        for column in 1..grid.columns {
            if cells[grid.at(1, column)] == Cell::White {
                cells[column] = Cell::Black { down: sum(&mut next)?, across: None };
            }
        }
        for row in 1..grid.rows {
            if cells[grid.at(row, 1)] == Cell::White {
                cells[grid.at(row, 0)] = Cell::Black { down: None, across: sum(&mut next)? };
            }
        }
        if next < characters.len() {
            return Err(url.wrong(next, "the end of the body"));
        }
        Ok(CrossSum { grid, cells, digits: USUAL_DIGITS })
    }

    /// A border without white cells is taken for the heads; otherwise it gets heads of its own.
    fn to_pzpr(&self) -> Option<PzprText> {
        let CellGrid { rows, columns } = self.grid;
        let skipped = |has_white: bool| usize::from(!has_white);
        let top = skipped((0..columns).any(|column| self.is_white(column)));
        let left = skipped((0..rows).any(|row| self.is_white(self.grid.at(row, 0))));
        let grid = CellGrid { rows: rows - top, columns: columns - left };
        if grid.is_empty() || self.digits != USUAL_DIGITS {
            return None;
        }
        let mut body = String::new();
        let mut run = 0u8;
        for row in top..rows {
            for column in left..columns {
                let cell = self.cells[self.grid.at(row, column)];
                let is_last = (row, column) == (rows - 1, columns - 1);
                run += u8::from(cell == Cell::White);
                if run == 16 || run > 0 && (is_last || cell != Cell::White) {
                    body.push(char::from(b'j' + run));
                    run = 0;
                }
                match cell {
                    Cell::White => {}
                    BLACK => body.push('.'),
                    Cell::Black { down, across } => {
                        body.extend([character_of(down)?, character_of(across)?]);
                    }
                }
            }
        }
        let at_top = (left..columns).map(|column| (self.grid.at(top, column), false));
        let at_left = (top..rows).map(|row| (self.grid.at(row, left), true));
        for (cell, is_across) in at_top.chain(at_left) {
            if self.is_white(cell) {
                body.push(character_of(self.line_at(cell, is_across).sum)?);
            }
        }
        Some(PzprText { grid, body })
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        let values: Values = (1..=self.digits as Value).collect();
        let white = self.white_cells().into_iter();
        white.map(|cell| Spot::cell(self.grid, cell, values.clone())).collect()
    }

    fn mark(&self, value: Value) -> String {
        value.to_string()
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

    fn draft(
        options: &CrossSumOptions,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let digits = options.digits as usize;
        let mut puzzle = CrossSum { grid, cells: vec![Cell::White; grid.len()], digits };
        for cell in 0..grid.len() {
            if grid.row(cell) == 0 || grid.column(cell) == 0 {
                puzzle.cells[cell] = BLACK;
            }
        }
        let longest = (options.longest as usize).min(digits);
        if !puzzle.blacken(longest, options.black as usize, rng, meter)? {
            return Ok(None);
        }
        let Some(mut solution) = solution_of(&puzzle, rng, meter)? else { return Ok(None) };
        let sets = SetCounts::new(digits);
        let white = puzzle.white_cells().len();
        for _ in 0..IMPROVEMENTS * white {
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
            puzzle.improve(rng.below(white), &mut solution, &sets, rng);
        }
        Ok(Some(puzzle.with_sums(solution)))
    }

    /// Changes digits in each part of the board in which the solutions differ, or blackens a cell
    /// there.
    fn mended(draft: &Draft<Self>, second: &[Option<Value>], rng: &mut Rng) -> Option<Draft<Self>> {
        let mut puzzle = draft.puzzle.clone();
        let grid = puzzle.grid;
        let white = puzzle.white_cells();
        let mut digits: EntryValues = vec![None; grid.len()];
        let mut differs = vec![false; grid.len()];
        for (spot, &cell) in white.iter().enumerate() {
            digits[cell] = draft.solution[spot];
            differs[cell] = draft.solution[spot] != second[spot];
        }
        let sets = SetCounts::new(puzzle.digits);
        for part in grid.parts(|cell| differs[cell]) {
            let cell = part[rng.below(part.len())];
            let image = puzzle.image(cell);
            if rng.below(BLACKENED) == 0 && puzzle.can_blacken(cell) {
                for cell in [cell, image] {
                    puzzle.cells[cell] = BLACK;
                    digits[cell] = None;
                }
            }
        }
        let spot_of = puzzle.spot_of_cells();
        let mut solution: EntryValues =
            puzzle.white_cells().into_iter().map(|cell| digits[cell]).collect();
        for part in grid.parts(|cell| differs[cell]) {
            if let Some(spot) = spot_of[part[rng.below(part.len())]] {
                puzzle.change(spot, &mut solution, rng);
                for &cell in &part {
                    if let Some(other) = spot_of[cell].filter(|&other| other != spot) {
                        puzzle.improve(other, &mut solution, &sets, rng);
                    }
                }
            }
        }
        Some(puzzle.with_sums(solution))
    }
}

/// How often each cell of a new board may get a digit that leaves less choice in its lines.
const IMPROVEMENTS: usize = 6;

/// One of so many ambiguous parts gets a black cell.
const BLACKENED: usize = 6;

/// How often the cells are gone through for black ones.
const PASSES: usize = 6;

/// In how many ways digits can make a sum: by their number, then by the sum.
struct SetCounts(Vec<Vec<f64>>);

impl SetCounts {
    fn new(digits: usize) -> Self {
        let most = digits * (digits + 1) / 2;
        let mut counts = vec![vec![0.0; most + 1]; digits + 1];
        counts[0][0] = 1.0;
        for digit in 1..=digits {
            for number in (1..=digit).rev() {
                for sum in (digit..=most).rev() {
                    counts[number][sum] += counts[number - 1][sum - digit];
                }
            }
        }
        SetCounts(counts)
    }
}

impl CrossSum {
    /// The image of an inner cell under half a turn of the board without its heads.
    fn image(&self, cell: usize) -> usize {
        let CellGrid { rows, columns } = self.grid;
        self.grid.at(rows - self.grid.row(cell), columns - self.grid.column(cell))
    }

    /// Whether a cell and its image can be black: no line of one cell, and the white cells stay in
    /// one piece.
    fn can_blacken(&self, cell: usize) -> bool {
        let mut after = self.clone();
        let image = self.image(cell);
        after.cells[cell] = BLACK;
        after.cells[image] = BLACK;
        let beside = [cell, image].into_iter().flat_map(|cell| after.grid.beside(cell));
        let is_alone = |other: usize| {
            let is_short = |is_across| after.line_at(other, is_across).cells.len() == 1;
            after.is_white(other) && (is_short(true) || is_short(false))
        };
        let splits = beside.into_iter().any(is_alone);
        !splits && after.grid.parts(|cell| after.is_white(cell)).len() == 1
    }

    /// Makes black cells in pairs until about so many of a hundred are, and no line is too long;
    /// false if that did not come about.
    fn blacken(
        &mut self,
        longest: usize,
        percent: usize,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<bool, GenerateError> {
        let mut order = self.white_cells();
        let wanted = order.len() * percent / 100;
        let mut black = 0;
        let is_long = |board: &Self, cell: usize| {
            [true, false].into_iter().any(|way| board.line_at(cell, way).cells.len() > longest)
        };
        for _ in 0..PASSES {
            rng.shuffle(&mut order);
            for &cell in &order {
                if !meter.goes_on() {
                    return Err(GenerateError::Stopped);
                }
                let is_wanted = black < wanted || is_long(self, cell);
                if self.is_white(cell) && is_wanted && self.can_blacken(cell) {
                    let image = self.image(cell);
                    self.cells[cell] = BLACK;
                    self.cells[image] = BLACK;
                    black += if cell == image { 1 } else { 2 };
                }
            }
            let white = self.white_cells();
            if black >= wanted && !white.into_iter().any(|cell| is_long(self, cell)) {
                return Ok(true);
            }
        }
        let white = self.white_cells();
        Ok(!white.into_iter().any(|cell| is_long(self, cell)))
    }

    /// The entries of the two lines through an entry.
    fn lines_of(&self, spot: usize) -> [Vec<usize>; 2] {
        let spot_of = self.spot_of_cells();
        let cell = self.white_cells()[spot];
        [true, false].map(|is_across| {
            let cells = self.line_at(cell, is_across).cells.into_iter();
            cells.filter_map(|cell| spot_of[cell]).collect()
        })
    }

    /// The digits that an entry could have besides its own.
    fn other_digits(&self, lines: &[Vec<usize>; 2], solution: &EntryValues) -> Vec<Value> {
        let taken: Vec<Value> = lines.iter().flatten().filter_map(|&spot| solution[spot]).collect();
        (1..=self.digits as Value).filter(|digit| !taken.contains(digit)).collect()
    }

    /// Gives an entry another digit.
    fn change(&self, spot: usize, solution: &mut EntryValues, rng: &mut Rng) {
        let others = self.other_digits(&self.lines_of(spot), solution);
        if !others.is_empty() {
            solution[spot] = Some(others[rng.below(others.len())]);
        }
    }

    /// Gives an entry a random digit, unless its sums can then be made in more ways.
    fn improve(&self, spot: usize, solution: &mut EntryValues, sets: &SetCounts, rng: &mut Rng) {
        let lines = self.lines_of(spot);
        let others = self.other_digits(&lines, solution);
        if others.is_empty() {
            return;
        }
        let choice = |solution: &EntryValues| -> f64 {
            let ways = |line: &Vec<usize>| {
                let sum: u16 = line.iter().filter_map(|&spot| solution[spot]).sum();
                sets.0[line.len()][usize::from(sum)]
            };
            lines.iter().map(ways).product()
        };
        let (before, old) = (choice(solution), solution[spot]);
        solution[spot] = Some(others[rng.below(others.len())]);
        if choice(solution) > before {
            solution[spot] = old;
        }
    }

    /// The puzzle with the sums of a solution.
    fn with_sums(mut self, solution: EntryValues) -> Draft<Self> {
        let spot_of = self.spot_of_cells();
        let lines = self.lines();
        for kind in &mut self.cells {
            if *kind != Cell::White {
                *kind = BLACK;
            }
        }
        for line in lines {
            let digits = line.cells.iter().filter_map(|&cell| solution[spot_of[cell]?]);
            let sum = Some(digits.map(u32::from).sum());
            if let Some(Cell::Black { down, across }) = line.head.map(|head| &mut self.cells[head])
            {
                *(if line.is_across { across } else { down }) = sum;
            }
        }
        Draft { puzzle: self, solution }
    }
}

#[cfg(test)]
mod tests;
