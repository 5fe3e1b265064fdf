//! Nurikabe: shade a sea so that white islands remain, each with one number, which is its size. The
//! sea is in one piece and nowhere 2 x 2. NP-complete: B. McPhail, "The complexity of puzzles",
//! 2003.

use std::collections::{BTreeSet, VecDeque};

use quarry_core::{
    About, Document, Example, Fault, GenerateError, Literal, Meter, ParseError, Picture, Rng, Tier,
    Tile, Tint, Value, Values, Variable, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, Pzpr,
    PzprText, RuleBook, Shape, Sheet, Spot, pzpr,
};

/// An instance: the clues.
#[derive(Debug, Clone, PartialEq)]
pub struct Nurikabe {
    grid: CellGrid,
    clues: Vec<Option<Clue>>,
}

settings! {
    /// What a generated Nurikabe looks like.
    pub struct NurikabeOptions {
        /// Number of rows.
        pub rows: u64 = 10, 2..=30;
        /// Number of columns.
        pub columns: u64 = 10, 2..=30;
    }
}

const SEA: Value = 0;
const LAND: Value = 1;

impl Nurikabe {
    /// The cells with a clue.
    fn clue_cells(&self) -> impl Iterator<Item = (usize, Clue)> + '_ {
        self.clues.iter().enumerate().filter_map(|(cell, clue)| Some((cell, (*clue)?)))
    }

    /// The cells that the island of a clue can contain: fewer steps away than its size, and not
    /// beside another clue.
    fn reach(&self, clue_cell: usize, size: usize) -> Vec<usize> {
        let is_free = |cell: usize| {
            let is_other = |other: usize| other != clue_cell && self.clues[other].is_some();
            !is_other(cell) && !self.grid.beside(cell).any(is_other)
        };
        let mut steps = vec![usize::MAX; self.grid.len()];
        steps[clue_cell] = 0;
        let mut reach = Vec::new();
        let mut waiting = VecDeque::from([clue_cell]);
        while let Some(cell) = waiting.pop_front() {
            reach.push(cell);
            if steps[cell] + 1 >= size {
                continue;
            }
            for next in self.grid.beside(cell) {
                if steps[next] == usize::MAX && is_free(next) {
                    steps[next] = steps[cell] + 1;
                    waiting.push_back(next);
                }
            }
        }
        reach
    }

    /// Says that no two of these clues are on the same island: they have different labels, in
    /// binary digits, and neighbours on land have the same.
    fn keep_apart(&self, clue_cells: &[usize], rules: &mut RuleBook) {
        let grid = self.grid;
        let digits = usize::BITS - (clue_cells.len() - 1).leading_zeros();
        for digit in 0..digits {
            let labels: Vec<Literal> =
                (0..grid.len()).map(|_| Literal::is(rules.flag(), 1)).collect();
            for (label, &cell) in clue_cells.iter().enumerate() {
                let is_one = label >> digit & 1 == 1;
                rules.clause([if is_one { labels[cell] } else { !labels[cell] }]);
            }
            for cell in 0..grid.len() {
                for next in grid.beside(cell) {
                    let land = [Literal::is(cell, LAND), Literal::is(next, LAND)];
                    rules.implies(land.into_iter().chain([labels[cell]]), labels[next]);
                }
            }
        }
    }
}

/// Cells that islands may take, with a variable for each: 1 if it belongs to them.
struct Members {
    /// In rising order.
    cells: Vec<usize>,
    /// The variable of the first cell; those of the others follow.
    first: Variable,
}

impl Members {
    /// Members among these cells: those that are connected with a root by land.
    fn new(grid: CellGrid, mut cells: Vec<usize>, roots: &[usize], rules: &mut RuleBook) -> Self {
        cells.sort_unstable();
        let variables: Vec<Variable> = cells.iter().map(|_| rules.flag()).collect();
        let members = Members { first: variables.first().copied().unwrap_or(0), cells };
        rules.definition();
        let mut neighbours: Vec<Vec<u16>> = Vec::new();
        for (&cell, here) in members.cells.iter().zip(members.all()) {
            let beside = grid.beside(cell).filter_map(|there| members.place(there));
            neighbours.push(beside.map(|place| place as u16).collect());
            rules.implies([here], Literal::is(cell, LAND));
            for there in grid.beside(cell) {
                if let Some(conclusion) = members.has(there) {
                    rules.implies([here, Literal::is(there, LAND)], conclusion);
                }
            }
        }
        // The roots hang together by a vertex that is no cell.
        let joint = members.cells.len() as u16;
        let mut places: Vec<u16> = Vec::new();
        for &root in roots {
            if let (Some(place), Some(literal)) = (members.place(root), members.has(root)) {
                rules.implies([Literal::is(root, LAND)], literal);
                neighbours[place].push(joint);
                places.push(place as u16);
            }
        }
        neighbours.push(places);
        let joined = Literal::is(rules.helper(Values::only(1)), 1);
        rules.connected(members.all().chain([joined]), neighbours, Some(joint));
        members
    }

    fn place(&self, cell: usize) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// Whether a cell belongs to them, if it can.
    fn has(&self, cell: usize) -> Option<Literal> {
        self.place(cell).map(|place| Literal::is(self.first + place, 1))
    }

    fn all(&self) -> impl Iterator<Item = Literal> + '_ {
        (self.first..).take(self.cells.len()).map(|variable| Literal::is(variable, 1))
    }

    /// Says that they go nowhere else.
    fn enclose(&self, grid: CellGrid, rules: &mut RuleBook) {
        for (&cell, here) in self.cells.iter().zip(self.all()) {
            for there in grid.beside(cell).filter(|&there| self.place(there).is_none()) {
                rules.implies([here], sea(there));
            }
        }
    }
}

fn sea(cell: usize) -> Literal {
    Literal::is(cell, SEA)
}

impl Declaration for Nurikabe {
    const ID: &'static str = "nurikabe";
    const ABOUT: About = About {
        title: "Nurikabe",
        rules: "Shade cells, the sea, so that the white cells are islands. Each island has exactly \
            one clue, which is not shaded; a number is its number of cells, a question mark can be \
            any number. Islands touch at corners only. The sea is in one piece, and no 2 x 2 cells \
            are all sea.",
        complexity: "NP-complete (McPhail, 2003).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("unreachable cell", Tier::Easy, 1, |step| {
            step.is_one("cell") && step.facts.is_empty()
        }),
        Shape::new("pool danger", Tier::Easy, 1, |step| step.is_one("pool")),
        Shape::new("around a finished island", Tier::Easy, 1, |step| {
            step.is_one("island") && step.excluded.iter().all(|fact| fact.value == LAND)
        }),
        Shape::new("common cells of all shapes", Tier::Easy, 2, |step| {
            step.is_one("island") && step.facts.len() <= 8
        }),
        Shape::new("sea must connect here", Tier::Medium, 4, |step| {
            step.is_one("sea") && step.excluded.iter().all(|fact| fact.value == LAND)
        }),
        Shape::new("remaining size", Tier::Medium, 4, |step| step.is_one("land")),
    ];
    type Options = NurikabeOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let expected = "`.`, `?` or a number from 1";
        let (grid, clues) = board.cells(expected, |token| Clue::read(token, 1))?;
        Ok(Nurikabe { grid, clues })
    }

    fn sheet(&self) -> Sheet {
        Sheet::spaced(self.grid, |cell| Clue::show(self.clues[cell]))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("islands", self.clue_cells().count().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!("tiny", "small", "wide", "middle", "tall", "twelve", "unknown", "large")
    }

    const PZPR: &'static [&'static str] = &["nurikabe"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        Ok(Nurikabe { grid: url.grid, clues: url.n16_from_1()? })
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        Some(PzprText { grid: self.grid, body: pzpr::n16(&self.clues)? })
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        (0..self.grid.len()).map(|cell| Spot::cell(self.grid, cell, Values::below(2))).collect()
    }

    const MARKS: Option<[EntryMark; 2]> = Some([
        EntryMark::new(SEA, "#", "sea", "is sea"),
        EntryMark::new(LAND, ".", "land", "is land"),
    ]);

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let grid = self.grid;
        let mut faults = Vec::new();
        let is_sea = |cell: usize| filling[cell] == Some(SEA);
        let is_land = |cell: usize| filling[cell] == Some(LAND);
        for (cell, _) in self.clue_cells().filter(|&(cell, _)| is_sea(cell)) {
            let words = format!("the number at {} is shaded", grid.words(cell));
            faults.push(Fault { cells: vec![cell], words });
        }
        for block in grid.blocks().filter(|block| block.iter().all(|&cell| is_sea(cell))) {
            let words = format!("a pool of 2 x 2 at {}", grid.words(block[0]));
            faults.push(Fault { cells: block.to_vec(), words });
        }
        // Open cells may still join the sea.
        let parts = grid.parts(|cell| !is_land(cell)).into_iter();
        let parts = parts.map(|part| part.into_iter().filter(|&cell| is_sea(cell)).collect());
        let mut parts = parts.filter(|part: &Vec<usize>| !part.is_empty());
        if let (Some(_), Some(second)) = (parts.next(), parts.next()) {
            let words = "the sea falls into parts".to_owned();
            faults.push(Fault { cells: second, words });
        }
        for island in grid.parts(is_land) {
            let place = grid.words(island[0]);
            let mut beside = island.iter().flat_map(|&cell| grid.beside(cell));
            let can_grow = beside.any(|cell| filling[cell].is_none());
            let clues: Vec<Clue> = island.iter().filter_map(|&cell| self.clues[cell]).collect();
            let words = match *clues {
                [] if can_grow => continue,
                [clue] => {
                    let Some(number) = clue.number().map(|number| number as usize) else {
                        continue;
                    };
                    if island.len() == number || island.len() < number && can_grow {
                        continue;
                    }
                    format!("the island at {place} has {} cells, not {number}", island.len())
                }
                _ => format!("the island at {place} has {} numbers", clues.len()),
            };
            faults.push(Fault { cells: island, words });
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let grid = self.grid;
        let mut all: Vec<Members> = Vec::new();
        let mut unknown: Vec<usize> = Vec::new();
        for (cell, clue) in self.clue_cells() {
            let place = grid.words(cell);
            let Some(number) = clue.number().map(|number| number as usize) else {
                unknown.push(cell);
                rules.rule("island", format!("the question mark at {place} is land"));
                rules.is(cell, LAND);
                continue;
            };
            let island = Members::new(grid, self.reach(cell, number), &[cell], rules);
            let cells = if number == 1 { "cell" } else { "cells" };
            let sentence = format!("the island of the {number} at {place} has {number} {cells}");
            rules.rule("island", sentence).is(cell, LAND);
            rules.count(number, number, island.all());
            island.enclose(grid, rules);
            all.push(island);
        }
        if !unknown.is_empty() {
            let is_number = |cell: usize| self.clues[cell].and_then(Clue::number).is_some();
            let is_far = |&cell: &usize| !is_number(cell) && !grid.beside(cell).any(is_number);
            let cells = (0..grid.len()).filter(is_far).chain(unknown.iter().copied());
            let cells: BTreeSet<usize> = cells.collect();
            let islands = Members::new(grid, cells.into_iter().collect(), &unknown, rules);
            rules.rule("islands", "each question mark has its own island");
            islands.enclose(grid, rules);
            self.keep_apart(&unknown, rules);
            all.push(islands);
        }
        for cell in 0..grid.len() {
            let place = grid.words(cell);
            let here: Vec<Literal> = all.iter().filter_map(|island| island.has(cell)).collect();
            let rule = rules.rule("cell", format!("{place} is sea or belongs to one island"));
            rule.clause(here.iter().copied().chain([sea(cell)]));
            if here.len() > 1 {
                rule.count(0, 1, here);
            }
        }
        for block in grid.blocks() {
            let sentence = format!("no pool of 2 x 2 at {}", grid.words(block[0]));
            rules.rule("pool", sentence).clause(block.map(|cell| Literal::is(cell, LAND)));
        }
        rules.rule("sea", "the sea is in one piece");
        rules.connected((0..grid.len()).map(sea), grid.neighbours(), None);
        let land: Option<usize> =
            self.clue_cells().map(|(_, clue)| clue.number().map(|number| number as usize)).sum();
        if let Some(land) = land {
            let sentence = format!("the islands have {land} cells together");
            let cells = (0..grid.len()).map(|cell| Literal::is(cell, LAND));
            rules.rule("land", sentence).count(land, land, cells);
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let mut is_done = vec![false; grid.len()];
        for island in grid.parts(|cell| filling[cell] == Some(LAND)) {
            let mut beside = island.iter().flat_map(|&cell| grid.beside(cell));
            let is_closed = !beside.any(|cell| filling[cell].is_none());
            let numbers = island.iter().filter_map(|&cell| self.clues[cell]);
            let numbers: Vec<Option<u32>> = numbers.map(Clue::number).collect();
            let is_right = matches!(*numbers, [number]
                if number.is_none_or(|number| number as usize == island.len()));
            island.iter().for_each(|&cell| is_done[cell] = is_closed && is_right);
        }
        Picture::grid(grid.columns as u32, grid.rows as u32, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            let clue = self.clues[cell];
            let tint = match (filling[cell], clue) {
                (Some(SEA), _) => Tint::Shaded,
                (_, Some(_)) if !is_done[cell] => Tint::Given,
                (None, _) => Tint::Open,
                _ => Tint::Plain,
            };
            let label = if clue.is_some() { Clue::show(clue) } else { String::new() };
            Tile::new(x, y, tint, label)
        })
    }

    fn draft(
        options: &NurikabeOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let sea = random_sea(grid, rng, meter).ok_or(GenerateError::Stopped)?;
        Ok(Some(numbered(grid, &sea, &vec![None; grid.len()], rng)))
    }

    /// Moves a number to land that the second solution lacks, or changes the coast there.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let Draft { puzzle, solution } = draft;
        let grid = puzzle.grid;
        let differs = |cell: usize| solution[cell] != second[cell];
        let mut sea: Vec<bool> = solution.iter().map(|&entry| entry == Some(SEA)).collect();
        let lacking: Vec<usize> =
            (0..grid.len()).filter(|&cell| differs(cell) && !sea[cell]).collect();
        if !lacking.is_empty() && rng.below(3) > 0 {
            let cell = lacking[rng.below(lacking.len())];
            let island = grid.parts(|cell| !sea[cell]).into_iter().find(|one| one.contains(&cell));
            let mut clues = puzzle.clues.clone();
            island?.into_iter().for_each(|other| clues[other] = None);
            clues[cell] = Some(Clue::Unknown);
            return Some(numbered(grid, &sea, &clues, rng));
        }
        let mut near: Vec<usize> =
            (0..grid.len()).filter(|&cell| grid.beside(cell).chain([cell]).any(differs)).collect();
        rng.shuffle(&mut near);
        let mut changes = 0;
        for cell in near {
            sea[cell] = !sea[cell];
            if changes < MOST_CHANGES && is_sound(grid, &sea) {
                changes += 1;
            } else {
                sea[cell] = !sea[cell];
            }
        }
        Some(numbered(grid, &sea, &puzzle.clues, rng))
    }
}

/// How many cells change when a coast does.
const MOST_CHANGES: usize = 2;

/// How much of a new board is sea, in per cent.
const WANTED_SEA: usize = 60;

/// The most cells of a new island.
const LARGEST_ISLAND: usize = 9;

/// Whether the sea is in one piece, without pools, and no island is too large.
fn is_sound(grid: CellGrid, sea: &[bool]) -> bool {
    let islands = grid.parts(|cell| !sea[cell]);
    grid.parts(|cell| sea[cell]).len() <= 1
        && !grid.blocks().any(|block| block.iter().all(|&cell| sea[cell]))
        && islands.iter().all(|island| island.len() <= LARGEST_ISLAND)
}

/// A random sea in one piece without pools. None if the meter says stop.
fn random_sea(grid: CellGrid, rng: &mut Rng, meter: &mut Meter) -> Option<Vec<bool>> {
    let mut sea = vec![false; grid.len()];
    sea[rng.below(grid.len())] = true;
    let mut order: Vec<usize> = (0..grid.len()).collect();
    loop {
        rng.shuffle(&mut order);
        let mut has_grown = false;
        for &cell in &order {
            if !meter.goes_on() {
                return None;
            }
            if sea[cell] || !grid.beside(cell).any(|other| sea[other]) {
                continue;
            }
            sea[cell] = true;
            let makes_pool =
                grid.blocks().any(|block| block.contains(&cell) && block.iter().all(|&c| sea[c]));
            sea[cell] = !makes_pool;
            has_grown |= sea[cell];
        }
        if !has_grown {
            break;
        }
    }
    // The islands are small now: many of them are joined.
    for &cell in &order {
        if !meter.goes_on() {
            return None;
        }
        let is_wide = sea.iter().filter(|&&sea| sea).count() * 100 > grid.len() * WANTED_SEA;
        if sea[cell] && is_wide {
            sea[cell] = false;
            sea[cell] = !is_sound(grid, &sea);
        }
    }
    Some(sea)
}

/// The puzzle of a sea: each island has its number in a cell that has a clue already, or else in a
/// random one.
fn numbered(
    grid: CellGrid,
    sea: &[bool],
    before: &[Option<Clue>],
    rng: &mut Rng,
) -> Draft<Nurikabe> {
    let mut clues = vec![None; grid.len()];
    for island in grid.parts(|cell| !sea[cell]) {
        let kept = island.iter().copied().find(|&cell| before[cell].is_some());
        let cell = kept.unwrap_or_else(|| island[rng.below(island.len())]);
        clues[cell] = Some(Clue::Number(island.len() as u32));
    }
    let solution: EntryValues = sea.iter().map(|&sea| Some(if sea { SEA } else { LAND })).collect();
    Draft { puzzle: Nurikabe { grid, clues }, solution }
}

#[cfg(test)]
mod tests;
