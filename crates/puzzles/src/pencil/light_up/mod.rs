//! Light Up: bulbs on white cells light their rows and columns up to the next black cell; every
//! white cell is lit, no bulb lights another, and a number on a black cell counts the bulbs beside
//! it. NP-complete: B. McPhail, "Light Up is NP-complete", 2005.

mod circuit;

use quarry_core::{
    About, Document, Example, Fault, Foul, GenerateError, LinkKind, Literal, Mark, Meter,
    ParseError, Pictogram, Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, OPEN,
    Pzpr, PzprText, RuleBook, Shape, Sheet, Spot, TathamId, expect_shape, pzpr, tatham,
};

pub(in crate::pencil) use circuit::Circuit;

/// What a cell of the board is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    White,
    /// Black, perhaps with the number of bulbs beside it.
    Black(Option<u8>),
}

/// An instance: the black cells and their numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct LightUp {
    grid: CellGrid,
    cells: Vec<Cell>,
}

settings! {
    /// What a generated Light Up looks like.
    pub struct LightUpOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=60;
        /// Number of columns.
        pub columns: u64 = 10, 1..=60;
        /// About how many of a hundred cells are black; a few more make the solution the only one.
        pub black: u64 = 20, 0..=60;
    }
}

/// The value of a cell without a bulb, and that of a cell with one.
const NO_BULB: Value = 0;
const BULB: Value = 1;

/// Reads a cell of the board.
fn cell(token: &str) -> Option<Cell> {
    match token {
        "." | "_" | "-" => Some(Cell::White),
        "#" => Some(Cell::Black(None)),
        "0" | "1" | "2" | "3" | "4" => Some(Cell::Black(token.parse().ok())),
        _ => None,
    }
}

/// Writes a cell of the board.
fn shown(cell: Cell) -> char {
    match cell {
        Cell::White => '.',
        Cell::Black(None) => '#',
        Cell::Black(Some(number)) => char::from(b'0' + number),
    }
}

impl LightUp {
    fn is_white(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::White
    }

    /// The entry of each cell; black cells have none.
    fn spot_of_cells(&self) -> Vec<Option<usize>> {
        let mut next = 0;
        let mut spot = |cell: &Cell| {
            let is_white = *cell == Cell::White;
            next += usize::from(is_white);
            is_white.then(|| next - 1)
        };
        self.cells.iter().map(&mut spot).collect()
    }

    /// The cell of each entry.
    fn white_cells(&self) -> Vec<usize> {
        (0..self.grid.len()).filter(|&cell| self.is_white(cell)).collect()
    }

    /// The cells that a bulb lights towards a side.
    fn beam(&self, cell: usize, side: Side) -> impl Iterator<Item = usize> {
        self.grid.ray(cell, side).take_while(|&other| self.is_white(other))
    }

    /// The cells from which a cell is lit: itself, and what it sees.
    fn seen_from(&self, cell: usize) -> Vec<usize> {
        let others = Side::ALL.into_iter().flat_map(|side| self.beam(cell, side));
        [cell].into_iter().chain(others).collect()
    }

    fn white_beside(&self, cell: usize) -> Vec<usize> {
        self.grid.beside(cell).filter(|&other| self.is_white(other)).collect()
    }

    /// The black cells with numbers.
    fn numbers(&self) -> Vec<(usize, u8)> {
        let number = |(cell, kind): (usize, &Cell)| match *kind {
            Cell::Black(Some(number)) => Some((cell, number)),
            _ => None,
        };
        self.cells.iter().enumerate().filter_map(number).collect()
    }

    /// Puts bulbs on dark cells in random order until there is none.
    fn light_all(&self, bulbs: &mut [bool], rng: &mut Rng) {
        let mut order = self.white_cells();
        rng.shuffle(&mut order);
        for cell in order {
            if !self.seen_from(cell).into_iter().any(|other| bulbs[other]) {
                bulbs[cell] = true;
            }
        }
    }

    /// The board with a number on each black cell, for bulbs that light it.
    fn numbered(mut self, bulbs: &[bool]) -> Draft<Self> {
        for cell in 0..self.grid.len() {
            if !self.is_white(cell) {
                let beside = self.grid.beside(cell).filter(|&other| bulbs[other]).count();
                self.cells[cell] = Cell::Black(Some(beside as u8));
            }
        }
        let white = self.white_cells();
        let solution = white.into_iter().map(|cell| Some(Value::from(bulbs[cell]))).collect();
        Draft { puzzle: self, solution }
    }
}

impl Declaration for LightUp {
    const ID: &'static str = "light-up";
    const ABOUT: About = About {
        title: "Light Up",
        rules: "Place bulbs on white cells. A bulb lights its own cell and its row and column up \
            to the next black cell. Every white cell is lit, and no bulb lights another one. A \
            number on a black cell says how many bulbs share a side with it.",
        complexity: "NP-complete (McPhail, 2005).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("zero", Tier::Easy, 1, |step| step.is_one("zero") && step.facts.is_empty()),
        // All cells that are left have bulbs, or none of them has.
        Shape::new("full number", Tier::Easy, 1, |step| step.is_one("number")),
        Shape::new("lit by a bulb", Tier::Easy, 1, |step| {
            step.is_one("line") && step.facts.len() == 1
        }),
        Shape::new("only cell that can light this", Tier::Easy, 2, |step| {
            step.is_one("cell") && step.placed == 1
        }),
        Shape::new("would darken another cell", Tier::Medium, 4, |step| {
            let cells = step.rules.iter().filter(|rule| rule.kind == "cell").count();
            step.rules.len() == 2 && cells == 1 && step.is_of(&["cell", "line"])
        }),
        Shape::new("two numbers", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["number", "zero"])
        }),
        Shape::new("number and lines", Tier::Medium, 6, |step| {
            let numbers = step.rules.iter().filter(|rule| rule.kind == "number").count();
            step.rules.len() == 2 && numbers == 1 && step.is_of(&["number", "line"])
        }),
    ];
    type Options = LightUpOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let (grid, cells) = board.cells("`.`, `#` or a number from 0 to 4", cell)?;
        Ok(LightUp { grid, cells })
    }

    fn sheet(&self) -> Sheet {
        Sheet::compact(self.grid, |cell| shown(self.cells[cell]))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("black cells", (self.grid.len() - self.white_cells().len()).to_string()),
            ("numbers", self.numbers().len().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!(
            "four",
            "small-1",
            "small-2",
            "seven",
            "seven-hard",
            "turned",
            "dense",
            "fourteen",
            "wide",
            "twenty",
        )
    }

    const PZPR: &'static [&'static str] = &["akari", "lightup"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let cell = |clue: Option<Clue>| match clue {
            None => Cell::White,
            Some(clue) => Cell::Black(clue.number().map(|number| number as u8)),
        };
        Ok(LightUp { grid: url.grid, cells: url.n4()?.into_iter().map(cell).collect() })
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        let clue = |cell: &Cell| match *cell {
            Cell::White => None,
            Cell::Black(None) => Some(Clue::Unknown),
            Cell::Black(Some(number)) => Some(Clue::Number(number.into())),
        };
        let clues: Vec<Option<Clue>> = self.cells.iter().map(clue).collect();
        Some(PzprText { grid: self.grid, body: pzpr::n4(&clues)? })
    }

    const TATHAM: Option<&'static str> = Some("lightup");

    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        let expected = "`B`, a digit from 0 to 4 or a letter from `a` to `z`";
        let black = |one: char| match one {
            'B' => Some(Cell::Black(None)),
            _ => cell(&one.to_string()).filter(|_| one.is_ascii_digit()),
        };
        let cells = id.cells(id.grid().len(), Cell::White, expected, black)?;
        Ok(LightUp { grid: id.grid(), cells })
    }

    fn to_tatham(&self) -> Option<String> {
        let CellGrid { rows, columns } = self.grid;
        let mark = |cell: &Cell| match cell {
            Cell::White => None,
            Cell::Black(None) => Some('B'),
            Cell::Black(_) => Some(shown(*cell)),
        };
        Some(format!("{columns}x{rows}:{}", tatham::cells(&self.cells, mark)))
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        let white = self.white_cells().into_iter();
        white.map(|cell| Spot::cell(self.grid, cell, Values::below(2))).collect()
    }

    const MARKS: Option<[EntryMark; 2]> = Some([
        EntryMark::new(BULB, "*", "a bulb", "has a bulb"),
        EntryMark::new(NO_BULB, ".", "none", "has no bulb"),
    ]);

    /// A bulb on a black cell is told apart from an unknown mark.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut filling = EntryValues::new();
        let mut bulb_on_black = None;
        for (cell, token) in board.rows().iter().flatten().enumerate() {
            let at = self.grid.row(cell);
            let place = self.grid.words(cell);
            if self.is_white(cell) && token.value == OPEN {
                filling.push(None);
            } else if self.is_white(cell) {
                let value = self.unmark(token.value).ok_or_else(|| Foul {
                    at,
                    why: format!("{place}: unknown mark '{}'", token.value),
                })?;
                filling.push(Some(value));
            } else if token.value == "*" {
                let why = format!("a bulb on the black square at {place}");
                bulb_on_black.get_or_insert(Foul { at, why });
            } else if token.value != "." && token.value != shown(self.cells[cell]).to_string() {
                return Err(Foul { at, why: format!("{place}: unknown mark '{}'", token.value) });
            }
        }
        bulb_on_black.map_or(Ok(filling), Err)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let grid = self.grid;
        let spot_of = self.spot_of_cells();
        let entry = |cell: usize| spot_of[cell].and_then(|spot| filling[spot]);
        let decided = |cells: &[usize]| -> Vec<usize> {
            let spots = cells.iter().filter_map(|&cell| spot_of[cell]);
            spots.filter(|&spot| filling[spot].is_some()).collect()
        };
        let mut faults = Vec::new();
        for cell in 0..grid.len() {
            if entry(cell) != Some(BULB) {
                continue;
            }
            for side in [Side::Right, Side::Bottom] {
                let other = self.beam(cell, side).find(|&other| entry(other) == Some(BULB));
                if let Some(other) = other {
                    let (one, two) = (grid.words(cell), grid.words(other));
                    let words = format!("the bulbs at {one} and {two} light each other");
                    faults.push(Fault { cells: decided(&[cell, other]), words });
                }
            }
        }
        for (cell, number) in self.numbers() {
            let number = usize::from(number);
            let beside = self.white_beside(cell);
            let bulbs = beside.iter().filter(|&&other| entry(other) == Some(BULB)).count();
            let without = beside.iter().filter(|&&other| entry(other) == Some(NO_BULB)).count();
            let most = beside.len() - without;
            if bulbs > number || most < number {
                let has = if bulbs > number { bulbs } else { most };
                let s = if has == 1 { "" } else { "s" };
                let words = format!("the {number} at {} has {has} bulb{s}", grid.words(cell));
                let mut cells = decided(&beside);
                if cells.is_empty() {
                    // A number that is too large for its place is wrong, whatever is entered.
                    cells = decided(&self.white_cells());
                }
                // Before anything is entered, nothing that was entered is wrong.
                if !cells.is_empty() || filling.is_empty() {
                    faults.push(Fault { cells, words });
                }
            }
        }
        for cell in self.white_cells() {
            let seen = self.seen_from(cell);
            if seen.iter().all(|&other| entry(other) == Some(NO_BULB)) {
                let words = format!("{} is dark", grid.words(cell));
                faults.push(Fault { cells: decided(&seen), words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let grid = self.grid;
        let spot_of = self.spot_of_cells();
        let bulbs = |cells: Vec<usize>| -> Vec<Literal> {
            let spots = cells.into_iter().filter_map(|cell| spot_of[cell]);
            spots.map(|spot| Literal::is(spot, BULB)).collect()
        };
        for (clue, (cell, number)) in self.numbers().into_iter().enumerate() {
            let count = usize::from(number);
            let s = if number == 1 { "" } else { "s" };
            let sentence =
                format!("the {number} at {} has {number} bulb{s} beside it", grid.words(cell));
            let kind = if number == 0 { "zero" } else { "number" };
            rules.clue(clue, kind, sentence).count(count, count, bulbs(self.white_beside(cell)));
        }
        for (back, ahead) in [(Side::Left, Side::Right), (Side::Top, Side::Bottom)] {
            for first in self.white_cells() {
                let is_first = self.beam(first, back).next().is_none();
                let line: Vec<usize> = [first].into_iter().chain(self.beam(first, ahead)).collect();
                if is_first && line.len() > 1 {
                    let way = if ahead == Side::Right { "across" } else { "down" };
                    let sentence =
                        format!("the line {way} from {} has at most one bulb", grid.words(first));
                    rules.rule("line", sentence).count(0, 1, bulbs(line));
                }
            }
        }
        for cell in self.white_cells() {
            let sentence = format!("{} is lit", grid.words(cell));
            rules.rule("cell", sentence).clause(bulbs(self.seen_from(cell)));
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let spot_of = self.spot_of_cells();
        let tile = |x: u32, y: u32| {
            let cell = grid.at(y as usize, x as usize);
            match (self.cells[cell], spot_of[cell].and_then(|spot| filling[spot])) {
                (Cell::Black(None), _) => Tile::new(x, y, Tint::Shaded, ""),
                (number, _) if number != Cell::White => {
                    Tile::new(x, y, Tint::Shaded, shown(number).to_string())
                }
                (_, None) => Tile::new(x, y, Tint::Open, ""),
                (_, Some(value)) => {
                    let tile = Tile::new(x, y, Tint::Plain, self.mark(value));
                    if value == BULB {
                        tile.marked(Mark::Figure(Pictogram::Bulb, Side::Top))
                    } else {
                        tile
                    }
                }
            }
        };
        let mut picture = Picture::grid(grid.columns as u32, grid.rows as u32, tile);
        let place = |cell: usize| (grid.column(cell) as u32, grid.row(cell) as u32);
        for (cell, entry) in self.white_cells().into_iter().zip(filling) {
            if *entry == Some(BULB) {
                for side in Side::ALL {
                    if let Some(last) = self.beam(cell, side).last() {
                        let ends = (cell.min(last), cell.max(last));
                        picture = picture.with_link(place(ends.0), place(ends.1), LinkKind::Beam);
                    }
                }
            }
        }
        picture
    }

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &LightUpOptions,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let mut puzzle = LightUp { grid, cells: vec![Cell::White; grid.len()] };
        let symmetry = symmetry_of_blacks(symmetry);
        for cell in (0..grid.len()).filter(|&cell| cell <= symmetry.image(grid, cell)) {
            if rng.below(100) < options.black as usize {
                puzzle.cells[cell] = Cell::Black(None);
                puzzle.cells[symmetry.image(grid, cell)] = Cell::Black(None);
            }
        }
        let mut bulbs = vec![false; grid.len()];
        puzzle.light_all(&mut bulbs, rng);
        Ok(Some(puzzle.numbered(&bulbs)))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        let place = |cell: usize| (self.grid.column(cell) as u32, self.grid.row(cell) as u32);
        self.numbers().into_iter().map(|(cell, _)| place(cell)).collect()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        let mut puzzle = self.clone();
        for ((cell, number), &kept) in self.numbers().into_iter().zip(kept) {
            puzzle.cells[cell] = Cell::Black(Some(number).filter(|_| kept));
        }
        puzzle
    }

    /// Blackens a cell in which the solutions differ, and its image. That only parts lines, so the
    /// other bulbs can stay.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        symmetry: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let mut puzzle = draft.puzzle.clone();
        let white = puzzle.white_cells();
        let differ = (0..white.len()).filter(|&spot| draft.solution[spot] != second[spot]);
        let differ: Vec<usize> = differ.collect();
        let mut bulbs = vec![false; puzzle.grid.len()];
        for (&cell, entry) in white.iter().zip(&draft.solution) {
            bulbs[cell] = *entry == Some(BULB);
        }
        let cell = white[*differ.get(rng.below(differ.len().max(1)))?];
        for cell in [cell, symmetry_of_blacks(symmetry).image(puzzle.grid, cell)] {
            puzzle.cells[cell] = Cell::Black(None);
            bulbs[cell] = false;
        }
        puzzle.light_all(&mut bulbs, rng);
        Some(puzzle.numbered(&bulbs))
    }
}

/// Black cells always mirror each other, by half a turn if nothing else is asked for.
fn symmetry_of_blacks(asked: ClueSymmetry) -> ClueSymmetry {
    if asked == ClueSymmetry::None { ClueSymmetry::HalfTurn } else { asked }
}

#[cfg(test)]
mod tests;
