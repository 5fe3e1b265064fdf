//! Minesweeper as a static puzzle: a number says how many of the cells around it hold a mine.
//! NP-complete: R. Kaye, "Minesweeper is NP-complete", 2000; also with numbers up to 3 only,
//! M. McPhail.
//!
//! Numbers stand on open cells, which hold no mine. `?` is an open cell whose number is not told,
//! and `mines` the number of all mines, if it is told.

use quarry_core::{
    About, Document, Example, Fault, Foul, GenerateError, Literal, Mark, Meter, ParseError,
    Picture, Rng, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    Board, Clue, Declaration, Draft, Filling, Grid, OPEN, Pzpr, PzprText, Rules, Shape, Sheet,
    Spot, expect_shape, pzpr,
};

/// No mine, and a mine.
const SAFE: Value = 0;
const MINE: Value = 1;

/// An instance: open cells with their numbers, and how many mines there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Minesweeper {
    grid: Grid,
    /// What each cell shows; none where it is closed.
    cells: Vec<Option<Clue>>,
    /// The number of all mines, if it is told.
    mines: Option<usize>,
}

settings! {
    /// What a generated Minesweeper looks like.
    pub struct MinesweeperOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=60;
        /// Number of columns.
        pub columns: u64 = 10, 1..=60;
        /// Number of mines for each 100 cells.
        pub mines: u64 = 20, 0..=100;
        /// Whether the number of all mines is told.
        pub total: bool = true, ();
    }
}

/// What a token means: a closed cell, `?` or a number of neighbours.
fn cell(token: &str) -> Option<Option<Clue>> {
    Clue::read(token, 0).filter(|cell| cell.and_then(Clue::number).is_none_or(|number| number <= 8))
}

impl Minesweeper {
    fn is_open(&self, cell: usize) -> bool {
        self.cells[cell].is_some()
    }

    /// The open cells whose number is told, in reading order.
    fn numbers(&self) -> impl Iterator<Item = (usize, usize)> {
        let number = |(cell, clue): (usize, &Option<Clue>)| Some((cell, clue.as_ref()?.number()?));
        self.cells.iter().enumerate().filter_map(number).map(|(cell, n)| (cell, n as usize))
    }
}

impl Declaration for Minesweeper {
    const ID: &'static str = "minesweeper";
    const ABOUT: About = About {
        title: "Minesweeper",
        rules: "Find the mines. A number says how many of the up to eight cells around it hold a \
            mine. Cells with a number or a question mark hold none. If the number of mines is \
            told, there are exactly so many.",
        complexity: "NP-complete (Kaye, 2000).",
    };
    const KEYS: &'static [&'static str] = &["mines"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("satisfied number", Tier::Easy, 1, |step| {
            step.is_one("number") && step.excluded.iter().all(|one| one.value == MINE)
        }),
        Shape::new("number needs all", Tier::Easy, 1, |step| {
            step.is_one("number") && step.excluded.iter().all(|one| one.value == SAFE)
        }),
        Shape::new("two numbers", Tier::Medium, 4, |step| {
            step.rules.len() == 2 && step.is_of(&["number"])
        }),
        Shape::new("all mines accounted for", Tier::Medium, 5, |step| step.is_one("total")),
        Shape::new("three numbers", Tier::Hard, 10, |step| {
            step.rules.len() == 3 && step.is_of(&["number"])
        }),
        Shape::new("mines that remain", Tier::Hard, 14, |step| {
            (2..=4).contains(&step.rules.len())
                && step.rules.iter().any(|rule| rule.kind == "total")
        }),
    ];
    type Options = MinesweeperOptions;

    fn read(board: &Board<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let (grid, cells) = board.cells("`.`, `?` or a number from 0 to 8", cell)?;
        let closed = cells.iter().filter(|cell| cell.is_none()).count();
        let mines = match file.integer("mines")? {
            None => None,
            Some(mines) => {
                let count = usize::try_from(mines.value).ok().filter(|&count| count <= closed);
                Some(count.ok_or_else(|| {
                    let expected =
                        format!("a number of mines from 0 to {closed}, the closed cells");
                    mines.wrong(expected, mines.value.to_string())
                })?)
            }
        };
        Ok(Minesweeper { grid, cells, mines })
    }

    fn sheet(&self) -> Sheet {
        let token = |cell: usize| Clue::show(self.cells[cell]);
        let sheet = Sheet { is_compact: true, ..Sheet::spaced(self.grid, token) };
        match self.mines {
            Some(mines) => sheet.with_key("mines", mines),
            None => sheet,
        }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut facts = vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("numbers", self.numbers().count().to_string()),
        ];
        facts.extend(self.mines.map(|mines| ("mines", mines.to_string())));
        facts
    }

    fn examples() -> &'static [Example] {
        examples![
            "first",
            "4x4",
            "6x6",
            "8x8-medium",
            "10x10",
            "10x10-hard",
            "12x12",
            "16x30",
            "20x20",
        ]
    }

    const PZPR: &'static [&'static str] = &["mines"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let cells = url.n16()?;
        let too_large = cells.iter().flatten().find_map(|clue| clue.number().filter(|&n| n > 8));
        if let Some(number) = too_large {
            return Err(url.body.wrong("numbers from 0 to 8", number.to_string()));
        }
        Ok(Minesweeper { grid: url.grid, cells, mines: None })
    }

    /// A URL cannot tell the number of mines.
    fn to_pzpr(&self) -> Option<PzprText> {
        let body = pzpr::n16(&self.cells).filter(|_| self.mines.is_none())?;
        Some(PzprText { grid: self.grid, body })
    }

    fn grid(&self) -> Grid {
        self.grid
    }

    /// Open cells are entries too, given to be without a mine: so a number that is left out makes a
    /// closed cell of its own.
    fn spots(&self) -> Vec<Spot> {
        let spot = |cell: usize| {
            let given = self.is_open(cell).then_some(SAFE);
            Spot::cell(self.grid, cell, Values::below(2)).given(given)
        };
        (0..self.grid.len()).map(spot).collect()
    }

    fn mark(&self, value: Value) -> String {
        if value == MINE { "*".to_owned() } else { ".".to_owned() }
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        match text {
            "*" => Some(MINE),
            "." => Some(SAFE),
            _ => None,
        }
    }

    fn marks_in_words(&self) -> String {
        "`*` for a mine, or `.` for none".to_owned()
    }

    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        let has_mine = (value == MINE) == holds;
        match (has_mine, spot.given) {
            (true, _) => format!("{} holds a mine", spot.words),
            (false, Some(_)) => format!("{} is open", spot.words),
            (false, None) => format!("{} holds no mine", spot.words),
        }
    }

    /// An open cell may be written as it stands on the board.
    fn read_answer(&self, board: &Board<'_>) -> Result<Filling, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut filling: Filling = vec![None; self.grid.len()];
        let tokens = || board.rows().iter().flatten().map(|token| token.value).enumerate();
        for (cell, token) in tokens() {
            let shown = self.cells[cell].is_some() && token == Clue::show(self.cells[cell]);
            filling[cell] = match self.unmark(token) {
                None if token == OPEN || shown => self.is_open(cell).then_some(SAFE),
                None => {
                    let why = format!("{}: unknown mark '{token}'", self.grid.words(cell));
                    return Err(Foul { at: self.grid.row(cell), why });
                }
                value => value,
            };
        }
        match (0..self.grid.len()).find(|&cell| self.is_open(cell) && filling[cell] == Some(MINE)) {
            Some(cell) => Err(Foul { at: self.grid.row(cell), why: self.mine_on_open(cell) }),
            None => Ok(filling),
        }
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let is_mine = |cell: usize| filling[cell] == Some(MINE);
        let may_be_mine = |cell: usize| filling[cell].is_none() && !self.is_open(cell);
        for cell in (0..self.grid.len()).filter(|&cell| self.is_open(cell) && is_mine(cell)) {
            faults.push(Fault { cells: vec![cell], words: self.mine_on_open(cell) });
        }
        for (cell, number) in self.numbers() {
            let around: Vec<usize> = self.grid.around(cell).collect();
            let mines = around.iter().filter(|&&other| is_mine(other)).count();
            let most = mines + around.iter().filter(|&&other| may_be_mine(other)).count();
            if mines > number || most < number {
                let count = if mines > number { mines } else { most };
                let plural = if count == 1 { "" } else { "s" };
                let place = self.grid.words(cell);
                let words = format!("the {number} at {place} has {count} mine{plural} around it");
                let shown = around.into_iter().filter(|&other| !self.is_open(other)).chain([cell]);
                let decided = shown.filter(|&other| filling[other].is_some()).collect();
                faults.push(Fault { cells: decided, words });
            }
        }
        if let Some(wanted) = self.mines {
            let mines = (0..self.grid.len()).filter(|&cell| is_mine(cell)).count();
            let most = mines + (0..self.grid.len()).filter(|&cell| may_be_mine(cell)).count();
            if mines > wanted || most < wanted {
                let count = if mines > wanted { mines } else { most };
                let plural = if count == 1 { "" } else { "s" };
                let decided = |&cell: &usize| filling[cell].is_some() && !self.is_open(cell);
                let cells = (0..self.grid.len()).filter(decided).collect();
                faults.push(Fault { cells, words: format!("{count} mine{plural}, not {wanted}") });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut Rules) {
        let mine = |cell: usize| Literal::is(cell, MINE);
        for cell in (0..self.grid.len()).filter(|&cell| self.is_open(cell)) {
            let place = self.grid.words(cell);
            rules.clue(cell, "open", format!("{place} is open")).is(cell, SAFE);
        }
        for (cell, number) in self.numbers() {
            let mines = if number == 1 { "mine" } else { "mines" };
            let place = self.grid.words(cell);
            let sentence = format!("the {number} at {place} has {number} {mines} around it");
            let around = self.grid.around(cell).map(mine);
            rules.clue(cell, "number", sentence).count(number, number, around);
        }
        if let Some(mines) = self.mines {
            let sentence = match mines {
                1 => "there is one mine".to_owned(),
                _ => format!("there are {mines} mines"),
            };
            rules.rule("total", sentence).count(mines, mines, (0..self.grid.len()).map(mine));
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        Picture::grid(grid.columns as u32, grid.rows as u32, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            match (self.cells[cell], filling[cell]) {
                (Some(_), Some(MINE)) => Tile::new(x, y, Tint::Given, "").marked(Mark::Disc),
                (clue @ Some(_), _) => Tile::new(x, y, Tint::Given, Clue::show(clue)),
                (None, None) => Tile::new(x, y, Tint::Open, ""),
                (None, Some(MINE)) => Tile::new(x, y, Tint::Plain, "").marked(Mark::Disc),
                (None, Some(_)) => Tile::new(x, y, Tint::Blank, "").marked(Mark::Dot),
            }
        })
    }

    fn draft(
        options: &MinesweeperOptions,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = Grid { rows: options.rows as usize, columns: options.columns as usize };
        let mines = (grid.len() * options.mines as usize + 50) / 100;
        let mut solution: Filling =
            (0..grid.len()).map(|cell| Some(if cell < mines { MINE } else { SAFE })).collect();
        rng.shuffle(&mut solution);
        let is_mine = |cell: usize| solution[cell] == Some(MINE);
        let number = |cell: usize| {
            let around = grid.around(cell).filter(|&other| is_mine(other)).count();
            (!is_mine(cell)).then_some(Clue::Number(around as u32))
        };
        let cells = (0..grid.len()).map(number).collect();
        let mines = options.total.then_some(mines);
        Ok(Some(Draft { puzzle: Minesweeper { grid, cells, mines }, solution }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        let place = |cell: usize| (self.grid.column(cell) as u32, self.grid.row(cell) as u32);
        (0..self.grid.len()).map(place).collect()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        let cells = self.cells.iter().zip(kept);
        let cells = cells.map(|(clue, &kept)| clue.filter(|_| kept)).collect();
        Minesweeper { cells, ..self.clone() }
    }
}

impl Minesweeper {
    fn mine_on_open(&self, cell: usize) -> String {
        format!("a mine on the open cell at {}", self.grid.words(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::{Minesweeper, MinesweeperOptions};
    use crate::pencil::brute_force::{opened, solutions_by_hand};
    use quarry_constraint::Engine;
    use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
    use quarry_pencil::{Declaration, Declared, GeneratorWish};

    fn of_board(keys: &str, rows: &str) -> String {
        format!("puzzle = \"minesweeper\"\n{keys}\nboard = \"\"\"\n{rows}\n\"\"\"\n")
    }

    fn count(puzzle: &Declared<Minesweeper>) -> Solutions {
        let meter = &mut Meter::unlimited();
        Engine::new(&puzzle.model(), meter).expect("no stop").count(u64::MAX, meter)
    }

    #[test]
    fn rules_and_check_agree_on_tiny_boards() {
        for (keys, rows, solutions) in [
            ("", ".", 2),
            ("mines = 1", ".", 1),
            ("", "0", 1),
            ("", "1", 0),
            ("", "?", 1),
            ("", "1.", 1),
            ("", ".1.", 2),
            ("mines = 2", "...\n...", 15),
            ("", "...\n.3.\n...", 56),
            ("mines = 4", "...\n.3.\n...", 0),
            ("", "..8\n...\n...", 0),
            ("", ".2.\n.?.\n1.8", 0),
            ("", ".1..\n..2.\n....", 60),
            ("mines = 3", "...1\n.2..\n....", 27),
        ] {
            let text = of_board(keys, rows);
            assert_eq!(solutions_by_hand::<Minesweeper>(&text), solutions, "{keys} {rows}");
        }
    }

    #[test]
    fn rules_and_check_agree_on_random_boards() {
        let mut rng = Rng::new(7);
        for _ in 0..20 {
            let mut cell = |_| match rng.below(3) {
                0 => char::from(b'0' + rng.below(4) as u8),
                _ => '.',
            };
            let rows: Vec<String> = (0..3).map(|_| (0..4).map(&mut cell).collect()).collect();
            let rows = rows.join("\n");
            let closed = rows.matches('.').count();
            let keys = format!("mines = {}", rng.below(closed + 1));
            let keys = if rng.below(2) == 0 { "" } else { &keys };
            solutions_by_hand::<Minesweeper>(&of_board(keys, &rows));
        }
    }

    #[test]
    fn community_forms_are_read_and_written() {
        for (body, rows) in [
            ("mines/5/5/g2m13l13g0j", ".2...\n....1\n3....\n..13.\n0...."),
            ("mines/3/3/g2h.g1g8", ".2.\n.?.\n1.8"),
            ("mines/8/4/1zp1", "1.......\n........\n........\n.......1"),
        ] {
            let url = format!("https://puzz.link/p?{body}");
            let puzzle = opened::<Minesweeper>(&url);
            assert_eq!(puzzle, opened(&of_board("", rows)));
            let written = puzzle.declaration().to_pzpr().expect("a URL");
            assert_eq!(written.url("mines"), url);
        }
        let with_total = opened::<Minesweeper>(&of_board("mines = 1", ".1."));
        assert_eq!(with_total.declaration().to_pzpr(), None);
    }

    #[test]
    fn the_judge_says_what_is_wrong() {
        let puzzle = opened::<Minesweeper>(&of_board("mines = 3", "..3\n...\n1.."));
        for (rows, why) in [
            (&["...", "..."][..], "the answer has 2 x 3 cells, the board 3 x 3"),
            (&["..q", "...", "..."], "row 1, column 3: unknown mark 'q'"),
            (&["..2", "...", "..."], "row 1, column 3: unknown mark '2'"),
            (&["..*", "...", "..."], "a mine on the open cell at row 1, column 3"),
            (&["_._", "_._", "___"], "the 3 at row 1, column 3 has 1 mine around it"),
            (&["_*3", "***", "1__"], "the 1 at row 3, column 1 has 2 mines around it"),
            (&["**3", "_**", "1__"], "4 mines, not 3"),
        ] {
            let entries = rows.iter().map(|&value| Located { value, at: Position::START });
            let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
            assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
        }
        // Open cells may be written as they stand on the board.
        for rows in [[".*.", ".**", "..."], [".*3", ".**", "1.."]] {
            let entries = rows.iter().map(|&value| Located { value, at: Position::START });
            let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
            assert!(puzzle.judge(&answer).expect("no foul").solved);
        }
    }

    #[test]
    fn bad_input_is_refused_with_its_place() {
        for (text, error) in [
            (of_board("", "..9"), "line 4, column 3: expected `.`, `?` or a number from 0 to 8"),
            (of_board("", "...\n.."), "line 5, column 1: expected 3 cells, as in the first row"),
            (of_board("mines = 3", "1.."), "line 2, column 9: expected a number of mines from 0"),
            (of_board("mines = -1", "1.."), "line 2, column 9: expected a number of mines from 0"),
            ("mines/2/1/9g".to_owned(), "line 1, column 11: expected numbers from 0 to 8"),
        ] {
            let found = Declared::<Minesweeper>::parse(&text).expect_err("bad").to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }

    #[test]
    fn each_example_has_one_solution() {
        for example in Minesweeper::examples() {
            assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
        }
    }

    #[test]
    fn generated_boards_have_one_solution_and_no_number_to_spare() {
        for (seed, total, symmetry) in
            [(1, true, "none"), (2, false, "none"), (3, true, "half-turn")]
        {
            let options = MinesweeperOptions { rows: 6, columns: 7, mines: 25, total };
            let wish = GeneratorWish { symmetry, ..GeneratorWish::default() };
            let meter = &mut Meter::unlimited();
            let puzzle = Declared::generate(&(options, wish), seed, meter).expect("a puzzle");
            assert_eq!(count(&puzzle), Solutions::One);
            let Minesweeper { grid, cells, mines } = puzzle.declaration();
            assert_eq!((grid.rows, grid.columns, *mines), (6, 7, total.then_some(11)));
            let kept: Vec<bool> = cells.iter().map(Option::is_some).collect();
            if symmetry == "half-turn" {
                // A mine stands where the image of a number cannot be.
                continue;
            }
            for cell in (0..kept.len()).filter(|&cell| kept[cell]) {
                let mut fewer = kept.clone();
                fewer[cell] = false;
                let fewer = Declared::new(puzzle.declaration().with_clues(&fewer));
                assert_eq!(count(&fewer), Solutions::Several, "{}", grid.words(cell));
            }
        }
    }
}
