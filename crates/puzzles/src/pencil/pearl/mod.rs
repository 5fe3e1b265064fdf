//! Pearl, also called Masyu: one closed loop through the middles of cells that passes every pearl.
//! It turns in a black pearl and goes straight through the cells before and after it; it goes
//! straight through a white pearl and turns in the cell before or after it. NP-complete:
//! E. Friedman, "Pearl puzzles are NP-complete", 2002.

use quarry_core::{
    About, Document, EdgeMark, Example, Fault, Foul, GenerateError, LinkKind, Literal, Mark, Meter,
    ParseError, Picture, Place, Rng, Side, Tier, Tile, Tint, Value, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, GridLines, Pzpr,
    PzprText, Reasoning, RuleBook, SIDE_BITS, Shape, Sheet, Spot, TathamId, loops, only_kept, pzpr,
    tatham,
};

/// What a pearl asks of the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// Straight here, a turn before or after.
    White,
    /// A turn here, straight before and after.
    Black,
}

/// An instance: the pearls.
#[derive(Debug, Clone, PartialEq)]
pub struct Pearl {
    grid: CellGrid,
    pearls: Vec<Option<Colour>>,
}

settings! {
    /// What a generated Pearl looks like.
    pub struct PearlOptions {
        /// Number of rows.
        pub rows: u64 = 10, 3..=40;
        /// Number of columns.
        pub columns: u64 = 10, 3..=40;
    }
}

/// The two ways to go straight through a cell.
const STRAIGHT: [[Side; 2]; 2] = [[Side::Left, Side::Right], [Side::Top, Side::Bottom]];

fn is_across(one: Side, other: Side) -> bool {
    let is_level = |side| STRAIGHT[0].contains(&side);
    is_level(one) != is_level(other)
}

impl Pearl {
    fn lines(&self) -> GridLines {
        GridLines { nodes: self.grid }
    }

    /// The line that goes straight on in the next cell towards a side.
    fn onward(&self, cell: usize, side: Side) -> Option<usize> {
        self.lines().towards(self.grid.step(cell, side)?, side)
    }

    /// What is wrong at a pearl, if anything is.
    fn fault_at(&self, cell: usize, colour: Colour, filling: &[Option<Value>]) -> Option<Fault> {
        let lines = self.lines();
        let place = self.grid.words(cell);
        let fault = |words: &str, cells: Vec<usize>| {
            Some(Fault { cells, words: format!("{words} at {place}") })
        };
        let is_drawn = |line: usize| filling[line] == Some(1);
        let drawn: Vec<(Side, usize)> = SIDE_BITS
            .into_iter()
            .filter_map(|side| Some((side, lines.towards(cell, side)?)))
            .filter(|&(_, line)| is_drawn(line))
            .collect();
        let here: Vec<usize> = drawn.iter().map(|&(_, line)| line).collect();
        if lines.at(cell).all(|line| filling[line] == Some(0)) {
            return fault("the loop misses the pearl", lines.at(cell).collect());
        }
        let turns = drawn.iter().any(|one| drawn.iter().any(|two| is_across(one.0, two.0)));
        match colour {
            Colour::Black => {
                if here.len() > 1 && !turns {
                    return fault("the loop does not turn in the black pearl", here);
                }
                for &(side, line) in &drawn {
                    let next = self.grid.step(cell, side)?;
                    let across = SIDE_BITS.into_iter().filter(|&other| is_across(side, other));
                    let across = across.filter_map(|other| lines.towards(next, other));
                    let turn = across.into_iter().find(|&other| is_drawn(other));
                    let end = self.onward(cell, side);
                    let is_blocked = end.is_none_or(|end| filling[end] == Some(0));
                    if turn.is_some() || is_blocked {
                        let because = turn.or(end);
                        let cells = [line].into_iter().chain(because).collect();
                        return fault("the loop turns right beside the black pearl", cells);
                    }
                }
            }
            Colour::White => {
                if turns {
                    return fault("the loop turns in the white pearl", here);
                }
                let onward: Vec<usize> = drawn
                    .iter()
                    .filter_map(|&(side, _)| self.onward(cell, side))
                    .filter(|&line| is_drawn(line))
                    .collect();
                if onward.len() == 2 {
                    let cells = here.into_iter().chain(onward).collect();
                    return fault("the loop turns on neither side of the white pearl", cells);
                }
            }
        }
        None
    }

    /// All pearls that a loop allows.
    fn of_loop(grid: CellGrid, solution: &[Option<Value>]) -> Self {
        let empty = Pearl { grid, pearls: vec![None; grid.len()] };
        let pearl = |cell: usize| {
            [Colour::White, Colour::Black]
                .into_iter()
                .find(|&colour| empty.fault_at(cell, colour, solution).is_none())
        };
        Pearl { grid, pearls: (0..grid.len()).map(pearl).collect() }
    }
}

/// A pearl or nothing.
fn pearl(token: &str) -> Option<Option<Colour>> {
    match token {
        "." | "_" | "-" => Some(None),
        "w" | "W" => Some(Some(Colour::White)),
        "b" | "B" => Some(Some(Colour::Black)),
        _ => None,
    }
}

/// Whether the rules of a reasoning are so many, all of this kind, and no fact is needed.
fn only_from(step: &Reasoning<'_>, kind: &str, rules: usize) -> bool {
    step.rules.len() == rules && step.is_of(&[kind]) && step.facts.is_empty()
}

impl Declaration for Pearl {
    const ID: &'static str = "pearl";
    const ABOUT: About = About {
        title: "Pearl",
        rules: "Draw one closed loop through the middles of cells. It goes from cell to cell \
            across their sides, visits no cell twice and passes every pearl. In a black pearl it \
            turns, and it goes straight through the cells before and after. Through a white pearl \
            it goes straight, and it turns in the cell before or after, or in both.",
        complexity: "NP-complete (Friedman, 2002).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("black at the border", Tier::Easy, 1, |step| only_from(step, "black", 1)),
        Shape::new("white at the border", Tier::Easy, 1, |step| only_from(step, "white", 1)),
        Shape::new("black's arms", Tier::Easy, 1, |step| step.is_one("black")),
        Shape::new("white between turns", Tier::Easy, 2, |step| step.is_one("white")),
        Shape::new("one exit left", Tier::Easy, 1, |step| step.is_one("cell")),
        Shape::new("no small loop", Tier::Medium, 4, |step| step.is_one("loop")),
        Shape::new("black beside black", Tier::Medium, 3, |step| only_from(step, "black", 2)),
        Shape::new("pearls and cells", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["black", "white", "cell"])
        }),
        Shape::new("three whites in a row", Tier::Hard, 8, |step| only_from(step, "white", 3)),
    ];
    type Options = PearlOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let (grid, pearls) = board.cells("`.`, `w` or `b`", pearl)?;
        Ok(Pearl { grid, pearls })
    }

    fn sheet(&self) -> Sheet {
        Sheet::compact(self.grid, |cell| match self.pearls[cell] {
            None => '.',
            Some(Colour::White) => 'w',
            Some(Colour::Black) => 'b',
        })
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let of = |colour| self.pearls.iter().filter(|&&pearl| pearl == Some(colour)).count();
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("white pearls", of(Colour::White).to_string()),
            ("black pearls", of(Colour::Black).to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!("tiny", "small", "wide", "middle", "half-turn", "mirror", "large", "huge",)
    }

    const PZPR: &'static [&'static str] = &["mashu", "masyu", "pearl"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let pearl = |value: u8| match value {
            0 => None,
            1 => Some(Colour::White),
            _ => Some(Colour::Black),
        };
        Ok(Pearl { grid: url.grid, pearls: url.t3()?.into_iter().map(pearl).collect() })
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        let value = |pearl: &Option<Colour>| match pearl {
            None => 0,
            Some(Colour::White) => 1,
            Some(Colour::Black) => 2,
        };
        let cells: Vec<u8> = self.pearls.iter().map(value).collect();
        Some(PzprText { grid: self.grid, body: pzpr::t3(&cells) })
    }

    const TATHAM: Option<&'static str> = Some("pearl");

    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        let expected = "`B`, `W` or a letter from `a` to `z`";
        let letter = |one: char| match one {
            'W' => Some(Some(Colour::White)),
            'B' => Some(Some(Colour::Black)),
            _ => None,
        };
        let pearls = id.cells(id.grid().len(), None, expected, letter)?;
        Ok(Pearl { grid: id.grid(), pearls })
    }

    fn to_tatham(&self) -> Option<String> {
        let letter = |pearl: &Option<Colour>| match pearl {
            None => None,
            Some(Colour::White) => Some('W'),
            Some(Colour::Black) => Some('B'),
        };
        let CellGrid { rows, columns } = self.grid;
        Some(format!("{columns}x{rows}:{}", tatham::cells(&self.pearls, letter)))
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        loops::spots(self.lines(), GridLines::place_through_cells, "cell")
    }

    const MARKS: Option<[EntryMark; 2]> = Some(loops::MARKS);

    fn answer_sheet(&self, filling: &[Option<Value>]) -> Sheet {
        loops::answer_sheet(self.lines(), filling)
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        loops::read(self.lines(), board, "the board")
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = loops::faults(self.lines(), filling);
        let pearls = self.pearls.iter().enumerate();
        faults.extend(pearls.filter_map(|(cell, &colour)| self.fault_at(cell, colour?, filling)));
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let lines = self.lines();
        for (cell, pearl) in self.pearls.iter().enumerate() {
            let Some(colour) = *pearl else { continue };
            let place = self.grid.words(cell);
            // No line leads off the board.
            let drawn = |line: Option<usize>| line.map(|line| Literal::is(line, 1));
            let here = |side| drawn(lines.towards(cell, side));
            let onward = |side| drawn(self.onward(cell, side));
            match colour {
                Colour::Black => {
                    let sentence = format!(
                        "the loop turns in the black pearl at {place} and goes straight beside it"
                    );
                    let rule = rules.clue(cell, "black", sentence);
                    for sides in STRAIGHT {
                        rule.count(1, 1, sides.into_iter().filter_map(here));
                    }
                    for side in Side::ALL {
                        if let Some(arm) = here(side) {
                            rule.clause([!arm].into_iter().chain(onward(side)));
                        }
                    }
                }
                Colour::White => {
                    let sentence = format!(
                        "the loop passes the white pearl at {place} straight and turns beside it"
                    );
                    let rule = rules.clue(cell, "white", sentence);
                    let [level, upright] = STRAIGHT.map(|sides| sides.map(here));
                    rule.count(2, 2, level.into_iter().chain(upright).flatten());
                    for arms in [level, upright] {
                        for (arm, other) in [(arms[0], arms[1]), (arms[1], arms[0])] {
                            if let Some(arm) = arm {
                                rule.clause([!arm].into_iter().chain(other));
                            }
                        }
                    }
                    for sides in STRAIGHT {
                        if let ([Some(one), Some(_)], [Some(before), Some(after)]) =
                            (sides.map(here), sides.map(onward))
                        {
                            rule.clause([!one, !before, !after]);
                        }
                    }
                }
            }
        }
        loops::rules(lines, "cell", rules);
        loops::two_sides(lines, rules);
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let tile = |x: u32, y: u32| {
            let tile = Tile::new(x, y, Tint::Blank, "");
            match self.pearls[grid.at(y as usize, x as usize)] {
                None => tile,
                Some(Colour::White) => tile.marked(Mark::Circle),
                Some(Colour::Black) => tile.marked(Mark::Disc),
            }
        };
        let mut picture = Picture::grid(grid.columns as u32, grid.rows as u32, tile);
        let lines = self.lines();
        for (line, entry) in filling.iter().enumerate() {
            let Place::Edge(x, y, side) = lines.place_through_cells(line) else { continue };
            picture = match entry {
                None => picture.with_edge(x, y, side, EdgeMark::Open),
                Some(0) => picture.with_edge(x, y, side, EdgeMark::Cross),
                Some(_) => {
                    let [from, to] = lines.ends(line).map(|cell| grid.place(cell).cell());
                    picture.with_link(from, to, LinkKind::Line)
                }
            };
        }
        picture
    }

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &PearlOptions,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let squares = squares(grid);
        let inside = loops::random_region(squares, symmetry, rng, meter);
        let inside = inside.ok_or(GenerateError::Stopped)?;
        let solution = outline(grid, &inside);
        Ok(Some(Draft { puzzle: Pearl::of_loop(grid, &solution), solution }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        self.grid.positions()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        Pearl { pearls: only_kept(&self.pearls, kept), ..self.clone() }
    }

    /// Bends the loop where the second solution differs.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        symmetry: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let grid = draft.puzzle.grid;
        let squares = squares(grid);
        let mut inside = inside_of(grid, &draft.solution);
        let other = inside_of(grid, second);
        let mut near: Vec<usize> = (0..squares.len())
            .filter(|&square| {
                squares.around(square).chain([square]).any(|near| inside[near] != other[near])
            })
            .collect();
        rng.shuffle(&mut near);
        let mut changes = 0;
        for square in near {
            if changes < MOST_BENDS && loops::change_sides(squares, symmetry, &mut inside, square) {
                changes += 1;
            }
        }
        let solution = outline(grid, &inside);
        (changes > 0).then(|| Draft { puzzle: Pearl::of_loop(grid, &solution), solution })
    }
}

/// How many squares change sides when a draft is mended.
const MOST_BENDS: usize = 3;

/// The squares between the middles of cells.
fn squares(grid: CellGrid) -> CellGrid {
    CellGrid { rows: grid.rows - 1, columns: grid.columns - 1 }
}

/// The loop around a set of squares.
fn outline(grid: CellGrid, inside: &[bool]) -> EntryValues {
    let squares = squares(grid);
    let lines = GridLines { nodes: grid };
    let is_inside = |row: Option<usize>, column: Option<usize>| {
        row.zip(column).is_some_and(|(row, column)| {
            row < squares.rows && column < squares.columns && inside[squares.at(row, column)]
        })
    };
    let entry = |line: usize| {
        let [from, to] = lines.ends(line);
        let (row, column) = (grid.row(from), grid.column(from));
        // The square before the line and the one after it.
        let before = match to == from + 1 {
            true => is_inside(row.checked_sub(1), Some(column)),
            false => is_inside(Some(row), column.checked_sub(1)),
        };
        Some(Value::from(before != is_inside(Some(row), Some(column))))
    };
    (0..lines.len()).map(entry).collect()
}

/// The squares inside a loop: from left to right, each upright line changes sides.
fn inside_of(grid: CellGrid, solution: &[Option<Value>]) -> Vec<bool> {
    let squares = squares(grid);
    let lines = GridLines { nodes: grid };
    let mut inside = vec![false; squares.len()];
    for row in 0..squares.rows {
        let mut is_inside = false;
        for column in 0..squares.columns {
            let upright = lines.towards(grid.at(row, column), Side::Bottom);
            is_inside ^= upright.is_some_and(|line| solution[line] == Some(1));
            inside[squares.at(row, column)] = is_inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests;
