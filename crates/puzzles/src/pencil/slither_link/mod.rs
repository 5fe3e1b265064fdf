//! Slither Link: one closed loop along grid lines; a number says how many of the lines around its
//! cell belong to the loop. NP-complete: T. Yato, "On the NP-completeness of the Slither Link
//! puzzle", 2000.

use quarry_core::{
    About, Document, EdgeMark, Example, Fault, Foul, GenerateError, Literal, Meter, ParseError,
    Picture, Place, Rng, Side, Tier, Tile, Tint, Value, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, GridLines,
    Pzpr, PzprText, RuleBook, Shape, Sheet, Spot, TathamId, loops, only_kept, pzpr, tatham,
};

/// An instance: a grid with a number in some cells.
#[derive(Debug, Clone, PartialEq)]
pub struct SlitherLink {
    grid: CellGrid,
    numbers: Vec<Option<u8>>,
}

settings! {
    /// Properties of a generated Slither Link.
    pub struct SlitherLinkOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=60;
        /// Number of columns.
        pub columns: u64 = 10, 1..=60;
    }
}

impl SlitherLink {
    fn lines(&self) -> GridLines {
        GridLines { nodes: CellGrid { rows: self.grid.rows + 1, columns: self.grid.columns + 1 } }
    }

    /// The four lines around a cell: top, left, right, bottom.
    fn around(&self, cell: usize) -> [usize; 4] {
        let lines = self.lines();
        let corner = lines.nodes.at(self.grid.row(cell), self.grid.column(cell));
        let below = corner + lines.nodes.columns;
        let sides = [
            (corner, Side::Right),
            (corner, Side::Bottom),
            (corner + 1, Side::Bottom),
            (below, Side::Right),
        ];
        sides.map(|(node, side)| lines.towards(node, side).expect("a cell has four sides"))
    }
}

/// Reads a token: a number from 0 to 4, or an empty cell.
fn number(token: &str) -> Option<Option<u8>> {
    match token {
        "." | "_" | "-" => Some(None),
        "0" | "1" | "2" | "3" | "4" => Some(token.parse().ok()),
        _ => None,
    }
}

impl Declaration for SlitherLink {
    const ID: &'static str = "slither-link";
    const ABOUT: About = About {
        title: "Slither Link",
        rules: "Draw one closed loop along the grid lines. It does not branch, cross or touch itself. A number \
            says how many of the four lines around its cell belong to the loop.",
        complexity: "NP-complete (Yato, 2000).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("number", Tier::Easy, 1, |step| step.is_one("number")),
        Shape::new("dot", Tier::Easy, 1, |step| step.is_one("dot")),
        Shape::new("no small loop", Tier::Medium, 4, |step| step.is_one("loop")),
        Shape::new("numbers and dots", Tier::Medium, 5, |step| {
            step.rules.len() == 2 && step.is_of(&["number", "dot"])
        }),
    ];
    type Options = SlitherLinkOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let (grid, numbers) = board.cells("`.` or a number from 0 to 4", number)?;
        Ok(SlitherLink { grid, numbers })
    }

    fn sheet(&self) -> Sheet {
        let mark = |cell: usize| self.numbers[cell].map_or('.', |number| char::from(b'0' + number));
        Sheet::compact(self.grid, mark)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("numbers", self.numbers.iter().flatten().count().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!("first", "tiny", "seven", "wide", "ten", "half-turn", "mirror", "large", "huge")
    }

    const PZPR: &'static [&'static str] = &["slither", "slitherlink"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let number = |clue: Option<Clue>| clue.and_then(Clue::number).map(|number| number as u8);
        Ok(SlitherLink { grid: url.grid, numbers: url.n4()?.into_iter().map(number).collect() })
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        let clue = |number: &Option<u8>| number.map(|number| Clue::Number(number.into()));
        let cells: Vec<Option<Clue>> = self.numbers.iter().map(clue).collect();
        Some(PzprText { grid: self.grid, body: pzpr::n4(&cells)? })
    }

    const TATHAM: Option<&'static str> = Some("loopy");

    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        let is_square = matches!(id.parameters.value.split('d').next(), Some("" | "t0"));
        if !is_square {
            let found = format!("`{}`", id.parameters.value);
            return Err(id.parameters.wrong("`t0`: a board of squares", found));
        }
        let expected = "a digit from 0 to 4 or a letter from `a` to `z`";
        let digit = |one: char| number(&one.to_string()).filter(Option::is_some);
        let numbers = id.cells(id.grid().len(), None, expected, digit)?;
        Ok(SlitherLink { grid: id.grid(), numbers })
    }

    fn to_tatham(&self) -> Option<String> {
        let CellGrid { rows, columns } = self.grid;
        let digit = |number: &Option<u8>| number.map(|number| char::from(b'0' + number));
        Some(format!("{columns}x{rows}t0:{}", tatham::cells(&self.numbers, digit)))
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        loops::spots(self.lines(), GridLines::place_on_sides, "dot")
    }

    const MARKS: Option<[EntryMark; 2]> = Some(loops::MARKS);

    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        loops::answer_sheet(self.lines(), filling)
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        loops::read(self.lines(), board, "the board's dots")
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = loops::faults(self.lines(), filling);
        for (cell, number) in self.numbers.iter().enumerate() {
            let Some(number) = number.map(usize::from) else { continue };
            let around = self.around(cell);
            let drawn = around.iter().filter(|&&line| filling[line] == Some(1)).count();
            let crossed = around.iter().filter(|&&line| filling[line] == Some(0)).count();
            if drawn > number || crossed > 4 - number {
                let decided = around.into_iter().filter(|&line| filling[line].is_some()).collect();
                let most = if drawn > number { drawn } else { 4 - crossed };
                let words = format!("the {number} at {} has {most} lines", self.grid.words(cell));
                faults.push(Fault { cells: decided, words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for (cell, number) in self.numbers.iter().enumerate() {
            if let Some(number) = number.map(usize::from) {
                let sentence =
                    format!("the {number} at {} has {number} lines", self.grid.words(cell));
                let lines = self.around(cell).map(|line| Literal::is(line, 1));
                rules.clue(cell, "number", sentence).count(number, number, lines);
            }
        }
        loops::rules(self.lines(), "dot", rules);
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let tile = |x: u32, y: u32| {
            let number = self.numbers[grid.at(y as usize, x as usize)];
            let label = number.map_or(String::new(), |number| number.to_string());
            let tint = if number.is_some() { Tint::Given } else { Tint::Blank };
            Tile::new(x, y, tint, label)
        };
        let mut picture = Picture::grid(grid.columns as u32, grid.rows as u32, tile).with_dots();
        let lines = self.lines();
        for (line, entry) in filling.iter().enumerate() {
            if let Place::Edge(x, y, side) = lines.place_on_sides(line) {
                let mark = match entry {
                    None => EdgeMark::Open,
                    Some(0) => EdgeMark::Cross,
                    Some(_) => EdgeMark::Line,
                };
                picture = picture.with_edge(x, y, side, mark);
            }
        }
        picture
    }

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &SlitherLinkOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let inside = loops::random_region(grid, ClueSymmetry::None, rng, meter)
            .ok_or(GenerateError::Stopped)?;
        let mut puzzle = SlitherLink { grid, numbers: vec![None; grid.len()] };
        let lines = puzzle.lines();
        let mut solution: EntryValues = vec![Some(0); lines.len()];
        for cell in 0..grid.len() {
            for (line, side) in puzzle.around(cell).into_iter().zip([
                Side::Top,
                Side::Left,
                Side::Right,
                Side::Bottom,
            ]) {
                let beyond = grid.step(cell, side).is_some_and(|other| inside[other]);
                if inside[cell] != beyond {
                    solution[line] = Some(1);
                }
            }
        }
        for cell in 0..grid.len() {
            let drawn = puzzle.around(cell).into_iter().filter(|&line| solution[line] == Some(1));
            puzzle.numbers[cell] = Some(drawn.count() as u8);
        }
        Ok(Some(Draft { puzzle, solution }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        self.grid.positions()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        SlitherLink { numbers: only_kept(&self.numbers, kept), ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
