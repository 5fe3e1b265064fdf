//! Sudoku: every row, every column and every box holds each number once. Also supports boxes of any
//! size, irregular regions ("jigsaw"), diagonals and cages with sums ("killer"), in any
//! combination, up to 64 x 64. NP-complete: T. Yato and T. Seta, "Complexity and completeness of
//! finding another solution", 2003.
//!
//! Boxes are written as `box = "ROWSxCOLUMNS"`, regions and cages as boards of labels, and the sums
//! of cages as a table. The common one-line form of n x n characters is read too, with `.` or `0`
//! for an empty cell.

mod bitboard;
mod graph;
mod text;

use std::collections::BTreeMap;

use quarry_core::text::quoted;
use quarry_core::{
    About, Corner, Document, Example, Fault, GenerateError, Mark, Meter, ParseError, Picture, Rng,
    SolutionFinder, Tier, Tile, Tint, Transformation, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, Pzpr, PzprText, RuleBook, Shape,
    Sheet, Spot, TathamId, only_kept, pzpr, solution_of,
};

use bitboard::Bitboard;
use text::{box_shape, cell, labels, side_of_line, usual_box};

/// The longest side of a board.
const LONGEST: usize = 64;

/// An instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Sudoku {
    /// Side of the board, which is also the largest number.
    side: usize,
    /// Rows and columns of a box; `None` if there are regions instead.
    boxes: Option<(usize, usize)>,
    /// Label of each cell's region; boxes have labels too.
    regions: Vec<String>,
    diagonals: bool,
    /// Label of each cell's cage, if it has one, and the sums of the cages.
    cages: Vec<Option<String>>,
    sums: BTreeMap<String, u64>,
    givens: Vec<Option<Value>>,
    /// Rows, columns, boxes or regions, diagonals and cages; derived from the other fields.
    houses: Vec<House>,
    /// Whether it is the classic 9 x 9 board with nothing else; derived from the other fields.
    is_classic: bool,
}

settings! {
    /// Properties of a generated Sudoku.
    pub struct SudokuOptions {
        /// Rows and columns of a box; their product is the side of the board.
        pub shape: String = "3x3".to_owned(), "rows and columns of a box, such as 3x3 or 2x3";
        /// Whether each diagonal holds each number once too.
        pub diagonals: bool = false, ();
    }
}

/// A house, the Sudoku term for cells that may not hold a number twice, such as a row or a box.
#[derive(Debug, Clone, PartialEq)]
struct House {
    kind: &'static str,
    name: String,
    cells: Vec<usize>,
    /// Sum of the numbers, if it is known.
    sum: Option<u64>,
}

fn box_label(grid: CellGrid, (rows, columns): (usize, usize), cell: usize) -> String {
    let (row, column) = (grid.row(cell) / rows, grid.column(cell) / columns);
    (row * (grid.columns / columns) + column + 1).to_string()
}

impl Sudoku {
    fn plain(side: usize, boxes: (usize, usize), givens: Vec<Option<Value>>) -> Self {
        let grid = CellGrid { rows: side, columns: side };
        Sudoku {
            side,
            boxes: Some(boxes),
            regions: (0..grid.len()).map(|cell| box_label(grid, boxes, cell)).collect(),
            diagonals: false,
            cages: vec![None; grid.len()],
            sums: BTreeMap::new(),
            givens,
            houses: Vec::new(),
            is_classic: false,
        }
        .with_houses()
    }

    /// Fills in what is derived: the houses, in the order in which the judge checks them.
    fn with_houses(mut self) -> Self {
        let grid = self.grid();
        let side = self.side;
        let house = |kind, name: String, cells: Vec<usize>| House { kind, name, cells, sum: None };
        let mut houses = Vec::new();
        for row in 0..side {
            let cells = (0..side).map(|column| grid.at(row, column)).collect();
            houses.push(house("row", format!("row {}", row + 1), cells));
        }
        for column in 0..side {
            let cells = (0..side).map(|row| grid.at(row, column)).collect();
            houses.push(house("column", format!("column {}", column + 1), cells));
        }
        for (label, cells) in self.labelled(|cell| Some(&self.regions[cell])) {
            let name = match self.boxes {
                Some(_) => format!("the box at {}", grid.words(cells[0])),
                None => format!("region {label}"),
            };
            houses.push(house("box", name, cells));
        }
        if self.diagonals {
            let falling = (0..side).map(|k| grid.at(k, k)).collect();
            let rising = (0..side).map(|k| grid.at(side - 1 - k, k)).collect();
            houses.push(house("diagonal", "the falling diagonal".to_owned(), falling));
            houses.push(house("diagonal", "the rising diagonal".to_owned(), rising));
        }
        for (label, cells) in self.labelled(|cell| self.cages[cell].as_ref()) {
            let sum = self.sums.get(label).copied();
            houses.push(House { sum, ..house("cage", format!("cage {label}"), cells) });
        }
        self.houses = houses;
        self.is_classic = self.side == 9 && self.is_plain();
        self
    }

    /// Whether there is nothing besides rows, columns and the usual boxes.
    fn is_plain(&self) -> bool {
        self.boxes == Some(usual_box(self.side)) && !self.diagonals && !self.has_cages()
    }

    fn has_cages(&self) -> bool {
        self.cages.iter().any(Option::is_some)
    }

    /// Groups cells by label, ordered by the first cell of each group.
    fn labelled<'s>(
        &'s self,
        label: impl Fn(usize) -> Option<&'s String>,
    ) -> Vec<(&'s str, Vec<usize>)> {
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        for cell in 0..self.regions.len() {
            let Some(label) = label(cell) else { continue };
            match groups.iter_mut().find(|group| group.0 == label) {
                Some(group) => group.1.push(cell),
                None => groups.push((label, vec![cell])),
            }
        }
        groups
    }
}

const HOUSES: [&str; 4] = ["row", "column", "box", "diagonal"];

impl Declaration for Sudoku {
    const ID: &'static str = "sudoku";
    const ABOUT: About = About {
        title: "Sudoku",
        rules: "Fill the cells with numbers from 1 to the side of the board. No row, no column and no box \
            holds a number twice; nor do regions, diagonals and cages where there are some. The numbers \
            of a cage make its sum.",
        complexity: "NP-complete (Yato and Seta, 2003).",
    };
    const KEYS: &'static [&'static str] = &["box", "regions", "diagonals", "cages", "sums"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("naked single", Tier::Easy, 1, |step| {
            step.rules.len() == 1 && step.is_of(&HOUSES) && step.facts.len() == 1 && step.placed > 0
        }),
        Shape::new("elimination", Tier::Easy, 0, |step| {
            step.rules.len() == 1 && step.is_of(&HOUSES) && step.facts.len() == 1
        }),
        Shape::new("hidden single", Tier::Easy, 2, |step| {
            step.rules.len() == 1
                && step.is_of(&HOUSES)
                && step.placed == 1
                && step.facts.iter().all(|fact| !fact.holds || fact.value != step.facts[0].value)
                && step.excluded.len() > 1
        }),
        Shape::new("naked or hidden set", Tier::Medium, 8, |step| {
            step.rules.len() == 1 && step.is_of(&HOUSES)
        }),
        Shape::new("pointing or claiming", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&HOUSES)
        }),
        Shape::new("cage sets", Tier::Medium, 6, |step| {
            step.rules.len() == 1 && step.is_of(&["cage"])
        }),
        Shape::new("fish or wing", Tier::Hard, 14, |step| {
            step.rules.len() <= 4 && step.is_of(&HOUSES)
        }),
        Shape::new("forcing chain", Tier::Expert, 30, |step| {
            step.rules.len() <= 8 && step.is_of(&HOUSES)
        }),
    ];
    type Options = SudokuOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let text = board.lines().first().map_or("", |line| line.value);
        if let (1, Some(side)) = (board.lines().len(), side_of_line(text)) {
            let mut characters = text.trim().chars();
            let givens = characters.by_ref().filter_map(|one| cell(&one.to_string())).collect();
            return Ok(Sudoku::plain(side, usual_box(side), givens));
        }
        let (grid, givens) = board.cells("`.` or a number", cell)?;
        let side = grid.rows;
        if side == 1 && grid.columns > LONGEST {
            let expected = "81 characters, a cell each, if a board is on one line";
            return Err(board.lines()[0].wrong(expected, grid.columns.to_string()));
        }
        if grid.columns != side || side > LONGEST {
            let expected = format!("as many rows as columns, at most {LONGEST}");
            let found = format!("{} x {}", grid.rows, grid.columns);
            return Err(board.lines()[0].wrong(expected, found));
        }
        for (token, given) in board.rows().iter().flatten().zip(&givens) {
            if given.is_some_and(|given| usize::from(given) > side) {
                let expected = format!("`.` or a number from 1 to {side}");
                return Err(token.wrong(expected, format!("`{}`", token.value)));
            }
        }
        let boxes = match file.text("box")? {
            None => usual_box(side),
            Some(text) => box_shape(text.value, Some(side)).ok_or_else(|| {
                let expected =
                    format!("rows and columns of a box with {side} cells, such as \"2x3\"");
                text.wrong(expected, format!("\"{}\"", text.value))
            })?,
        };
        let mut sudoku = Sudoku::plain(side, boxes, givens);
        if let Some(regions) = labels(file, "regions", grid)? {
            sudoku.boxes = None;
            sudoku.regions = regions;
            let odd = sudoku.labelled(|cell| Some(&sudoku.regions[cell]));
            if let Some((label, cells)) = odd.iter().find(|(_, cells)| cells.len() != side) {
                let at = file.place("regions").unwrap_or(board.lines()[0].at);
                let expected = format!("{side} regions of {side} cells");
                let found = format!("{} cells with the label {label}", cells.len());
                return Err(ParseError::new(at, expected, found));
            }
        }
        sudoku.diagonals = file.switch("diagonals")?.is_some_and(|switch| switch.value);
        if let Some(cages) = labels(file, "cages", grid)? {
            let cage = |label: String| Some(label).filter(|label| label != ".");
            sudoku.cages = cages.into_iter().map(cage).collect();
        }
        if let Some(sums) = file.table("sums")? {
            for (label, values) in sums.choices()? {
                let sum = values.first().and_then(|value| value.value.parse().ok());
                let is_cage = sudoku.cages.iter().flatten().any(|cage| cage == label.value);
                let (Some(sum), true) = (sum, is_cage) else {
                    return Err(label.wrong("a cage and its sum", format!("`{}`", label.value)));
                };
                sudoku.sums.insert(label.value.to_owned(), sum);
            }
        }
        Ok(sudoku.with_houses())
    }

    fn recognises(text: &str) -> bool {
        Self::is_line(text)
    }

    fn is_line(line: &str) -> bool {
        side_of_line(line) == Some(9)
    }

    fn to_line(&self) -> Option<String> {
        let digit = |given: &Option<Value>| given.map_or(".".to_owned(), |n| n.to_string());
        let line = || self.givens.iter().map(digit).collect();
        self.is_classic.then(line)
    }

    fn sheet(&self) -> Sheet {
        let grid = self.grid();
        let token = |cell: usize| self.givens[cell].map_or(".".to_owned(), |n| n.to_string());
        let mut sheet = Sheet { is_compact: self.side <= 9, ..Sheet::spaced(grid, token) };
        let board = |label: &dyn Fn(usize) -> String| {
            format!("\"\"\"\n{}\n\"\"\"", Sheet::spaced(grid, label).lines().join("\n"))
        };
        match self.boxes {
            Some(boxes) if boxes == usual_box(self.side) => {}
            Some((rows, columns)) => sheet = sheet.with_text("box", &format!("{rows}x{columns}")),
            None => sheet = sheet.with_key("regions", board(&|cell| self.regions[cell].clone())),
        }
        if self.diagonals {
            sheet = sheet.with_key("diagonals", "true");
        }
        if self.has_cages() {
            let label = |cell: usize| self.cages[cell].clone().unwrap_or(".".to_owned());
            sheet = sheet.with_key("cages", board(&label));
        }
        if !self.sums.is_empty() {
            let sums = self.sums.iter().map(|(label, sum)| format!("{} = {sum}", quoted(label)));
            let sums = sums.collect::<Vec<_>>().join(", ");
            sheet = sheet.with_key("sums", format!("{{ {sums} }}"));
        }
        sheet
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let variants = [
            (self.boxes.is_none(), "regions"),
            (self.diagonals, "diagonals"),
            (self.has_cages(), "cages"),
        ];
        let variants: Vec<_> = variants.iter().filter(|one| one.0).map(|one| one.1).collect();
        let mut facts = vec![
            ("side", self.side.to_string()),
            ("givens", self.givens.iter().flatten().count().to_string()),
        ];
        if !variants.is_empty() {
            facts.push(("variants", variants.join(", ")));
        }
        facts
    }

    fn examples() -> &'static [Example] {
        examples![
            "first",
            "four",
            "six",
            "medium",
            "hard",
            "expert",
            "diagonals",
            "jigsaw",
            "killer",
            "twelve",
            "sixteen",
            "twenty-five",
        ]
    }

    const PZPR: &'static [&'static str] = &["sudoku"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let CellGrid { rows, columns } = url.grid;
        if rows != columns || rows > LONGEST {
            return Err(url.body.wrong(
                format!("as many rows as columns, at most {LONGEST}"),
                format!("{columns} x {rows}"),
            ));
        }
        let mut givens = Vec::new();
        for clue in url.n16()? {
            givens.push(match clue.and_then(Clue::number) {
                Some(0) | None => None,
                Some(number) if number as usize <= rows => Some(number as Value),
                Some(number) => {
                    let expected = format!("numbers from 1 to {rows}");
                    return Err(url.body.wrong(expected, number.to_string()));
                }
            });
        }
        Ok(Sudoku::plain(rows, usual_box(rows), givens))
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        let clue = |given: &Option<Value>| given.map(|number| Clue::Number(number.into()));
        let cells: Vec<Option<Clue>> = self.givens.iter().map(clue).collect();
        let body = pzpr::n16(&cells).filter(|_| self.is_plain())?;
        Some(PzprText { grid: self.grid(), body })
    }

    const TATHAM: Option<&'static str> = Some("solo");

    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        let (columns, rows) = id.size;
        let side = columns * rows;
        if side > LONGEST || id.parameters.value.contains(['x', 'j', 'k']) {
            let expected = format!("a plain Sudoku of at most {LONGEST} x {LONGEST}");
            return Err(id.parameters.wrong(expected, format!("`{}`", id.parameters.value)));
        }
        let mut givens = Vec::new();
        let mut number = String::new();
        for (index, one) in id.body.value.chars().chain(['_']).enumerate() {
            if one.is_ascii_digit() {
                number.push(one);
                continue;
            }
            if !number.is_empty() {
                let given = number.parse().ok().filter(|&n: &Value| (1..=side).contains(&n.into()));
                let expected = format!("a number from 1 to {side}");
                givens.push(Some(given.ok_or_else(|| id.wrong(index - 1, &expected))?));
                number.clear();
            }
            match one {
                'a'..='z' => givens.extend(vec![None; one as usize - 'a' as usize + 1]),
                '_' => {}
                _ => return Err(id.wrong(index, "a digit, `_` or a letter from `a` to `z`")),
            }
        }
        if givens.len() != side * side {
            let expected = format!("a description of {} cells", side * side);
            return Err(id.body.wrong(expected, format!("{} cells", givens.len())));
        }
        Ok(Sudoku::plain(side, (rows, columns), givens))
    }

    fn to_tatham(&self) -> Option<String> {
        let (rows, columns) = self.boxes.filter(|_| !self.diagonals && !self.has_cages())?;
        let mut text = format!("{columns}x{rows}:");
        let mut empty = 0u8;
        let mut after_number = false;
        for given in self.givens.iter().chain([&Some(0)]) {
            match given {
                None if empty == 25 => {
                    text.push('z');
                    (empty, after_number) = (0, false);
                }
                None => empty += 1,
                Some(number) => {
                    if empty > 0 {
                        text.push(char::from(b'a' + empty - 1));
                        after_number = false;
                    }
                    if *number > 0 {
                        text.push_str(&format!("{}{number}", if after_number { "_" } else { "" }));
                    }
                    (empty, after_number) = (0, true);
                }
            }
        }
        Some(text)
    }

    fn transformations(&self) -> Vec<Transformation<'_>> {
        let why = "it has sums, which are no question of colours";
        vec![Transformation::new("graph", move || {
            graph::dimacs(self).ok_or_else(|| why.to_owned())
        })]
    }

    fn grid(&self) -> CellGrid {
        CellGrid { rows: self.side, columns: self.side }
    }

    fn spots(&self) -> Vec<Spot> {
        let values: Values = (1..=self.side as Value).collect();
        let grid = self.grid();
        let spot = |cell: usize| Spot::cell(grid, cell, values.clone()).given(self.givens[cell]);
        (0..grid.len()).map(spot).collect()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        cell(text).flatten()
    }

    fn marks_in_words(&self) -> String {
        format!("a number from 1 to {}", self.side)
    }

    const COMPACT_ANSWERS: bool = false;

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        for House { name, cells, .. } in &self.houses {
            let mut seen = 0u128;
            let mut twice = 0u128;
            for number in cells.iter().filter_map(|&cell| filling[cell]) {
                twice |= seen & 1 << number;
                seen |= 1 << number;
            }
            for number in (1..=self.side as Value).filter(|number| twice >> number & 1 == 1) {
                let holding = cells.iter().copied().filter(|&cell| filling[cell] == Some(number));
                let words = format!("{number} stands twice in {name}");
                faults.push(Fault { cells: holding.collect(), words });
            }
        }
        for House { name, cells, sum, .. } in &self.houses {
            let made: Option<u64> = cells.iter().map(|&cell| filling[cell].map(u64::from)).sum();
            if let (Some(wanted), Some(made)) = (sum, made)
                && *wanted != made
            {
                let words = format!("{name} makes {made}, not {wanted}");
                faults.push(Fault { cells: cells.clone(), words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(given) = *given {
                let place = self.grid().words(cell);
                rules.clue(cell, "given", format!("{place} is given as {given}")).is(cell, given);
            }
        }
        for House { kind, name, cells, sum } in &self.houses {
            let cells = cells.iter().copied();
            match (*kind, sum) {
                ("cage", Some(sum)) => {
                    let sentence = format!("the numbers of {name} differ and make {sum}");
                    rules.rule("cage", sentence).distinct_sum(cells, *sum);
                }
                ("cage", None) => {
                    rules.rule("cage", format!("the numbers of {name} differ")).different(cells);
                }
                _ => {
                    rules.rule(kind, format!("{name} holds each number once")).different(cells);
                }
            }
        }
    }

    fn finder(&self) -> Option<Box<dyn SolutionFinder>> {
        self.is_classic.then(|| Box::new(Bitboard::new(&self.givens)) as Box<dyn SolutionFinder>)
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid();
        let sums = self.houses.iter().filter_map(|house| Some((house.cells[0], house.sum?)));
        let first_of_cage: BTreeMap<usize, u64> = sums.collect();
        let side = self.side as u32;
        Picture::grid(side, side, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            let tint = match (filling[cell], self.givens[cell]) {
                (None, _) => Tint::Open,
                (_, None) => Tint::Plain,
                _ => Tint::Given,
            };
            let label = filling[cell].map_or(String::new(), |number| number.to_string());
            let tile = Tile::new(x, y, tint, label);
            match first_of_cage.get(&cell) {
                Some(sum) => tile.marked(Mark::Note(Corner::TopLeft, sum.to_string())),
                None => tile,
            }
        })
        .with_regions(|x, y| &self.regions[grid.at(y as usize, x as usize)])
    }

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &SudokuOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let boxes = box_shape(&options.shape, None).ok_or_else(|| {
            format!("shape={}: ask for rows and columns of a box, such as 3x3", options.shape)
        })?;
        let side = boxes.0 * boxes.1;
        let plain = Sudoku::plain(side, boxes, vec![None; side * side]);
        let empty = Sudoku { diagonals: options.diagonals, ..plain }.with_houses();
        let solution = solution_of(&empty, rng, meter)?;
        Ok(solution.map(|solution| Draft {
            puzzle: Sudoku { givens: solution.clone(), ..empty },
            solution,
        }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        self.grid().positions()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        Sudoku { givens: only_kept(&self.givens, kept), ..self.clone() }
    }
}

#[cfg(test)]
mod tests;
