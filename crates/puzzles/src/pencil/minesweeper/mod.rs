//! Minesweeper as a static puzzle: a number says how many of the cells around it hold a mine.
//! NP-complete: R. Kaye, "Minesweeper is NP-complete", 2000; also with numbers up to 3 only,
//! M. McPhail.
//!
//! Numbers stand on open cells, which hold no mine. `?` is an open cell whose number is not told,
//! and `mines` the number of all mines, if it is told.

use num_bigint::BigUint;
use quarry_core::{
    About, CellChance, CellChances, Document, Example, Fault, Foul, GenerateError, Literal, Mark,
    Meter, ParseError, Picture, Rng, Tier, Tile, Tint, UnknownChances, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, OPEN,
    Pzpr, PzprText, RuleBook, Shape, Sheet, Spot, expect_shape, only_kept, pzpr,
};

use crate::mine_chances::{Chances, MinePosition, TooMuch};

/// No mine, and a mine.
const SAFE: Value = 0;
const MINE: Value = 1;

/// An instance: open cells with their numbers, and how many mines there are.
#[derive(Debug, Clone, PartialEq)]
pub struct Minesweeper {
    grid: CellGrid,
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

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
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
    /// A URL has no place for the number of all mines.
    fn to_pzpr(&self) -> Option<PzprText> {
        Some(PzprText { grid: self.grid, body: pzpr::n16(&self.cells)? })
    }

    fn grid(&self) -> CellGrid {
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

    const MARKS: Option<[EntryMark; 2]> = Some([
        EntryMark::new(MINE, "*", "a mine", "holds a mine"),
        EntryMark::new(SAFE, ".", "none", "holds no mine"),
    ]);

    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        let has_mine = (value == MINE) == holds;
        match (has_mine, spot.given) {
            (true, _) => format!("{} holds a mine", spot.words),
            (false, Some(_)) => format!("{} is open", spot.words),
            (false, None) => format!("{} holds no mine", spot.words),
        }
    }

    /// An open cell may be written as it stands on the board.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut filling: EntryValues = vec![None; self.grid.len()];
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

    fn rules(&self, rules: &mut RuleBook) {
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

    fn chances(&self, meter: &mut Meter) -> Option<Result<CellChances, UnknownChances>> {
        Some(self.counted(meter))
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

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &MinesweeperOptions,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let wanted = (grid.len() * options.mines as usize + 50) / 100;
        let mut solution: EntryValues = vec![Some(SAFE); grid.len()];
        let mut ranks: Vec<usize> = (0..grid.len()).collect();
        rng.shuffle(&mut ranks);
        let mut order: Vec<usize> = (0..grid.len()).collect();
        order.sort_by_key(|&cell| ranks[cell]);
        let mut mines = 0;
        for cell in order {
            let image = symmetry.image(grid, cell);
            let more = if image == cell { 1 } else { 2 };
            if solution[cell] == Some(SAFE) && mines + more <= wanted {
                solution[cell] = Some(MINE);
                solution[image] = Some(MINE);
                mines += more;
            }
        }
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
        self.grid.positions()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        Minesweeper { cells: only_kept(&self.cells, kept), ..self.clone() }
    }
}

/// Number of ways that are kept before a count is given up, which bounds its memory by about a
/// gigabyte.
const MOST_WAYS: u64 = 10_000_000;

impl Minesweeper {
    fn counted(&self, meter: &mut Meter) -> Result<CellChances, UnknownChances> {
        let Minesweeper { grid, cells, mines } = self;
        let position = MinePosition { grid: *grid, cells, mines: *mines };
        let mut ways = 0;
        let chances: Result<Chances<BigUint>, _> = Chances::of(&position, &mut |work| {
            ways += work;
            ways <= MOST_WAYS && meter.goes_on()
        });
        let chances = chances.map_err(|TooMuch| match meter.halted() {
            Some(halt) => UnknownChances::Stopped(halt),
            None => UnknownChances::TooMuch,
        })?;
        let chance = |cell: usize| {
            let place = (grid.column(cell) as u32, grid.row(cell) as u32);
            let (fraction, share) = (chances.fraction(cell)?, chances.share(cell)?);
            Some(CellChance { name: grid.name(cell), place, fraction, share })
        };
        Ok(CellChances {
            of: "a mine",
            layouts: chances.layouts.to_string(),
            cells: (0..cells.len()).filter_map(chance).collect(),
            remark: mines.is_none().then_some(
                "the number of mines is not told, so layouts with any number of them are counted",
            ),
        })
    }

    fn mine_on_open(&self, cell: usize) -> String {
        format!("a mine on the open cell at {}", self.grid.words(cell))
    }
}

#[cfg(test)]
mod tests;
