//! Corral, also called Cave or Bag: one closed loop along grid lines with all clues inside; a clue
//! counts the cells inside that are seen from it along its row and its column, itself included.
//! NP-complete: E. Friedman, "Corral puzzles are NP-complete", 2002.
//!
//! A loop is told by the cells inside it: they are connected, and each cell outside is connected
//! with the frame.

use quarry_core::{
    About, Document, EdgeMark, Example, Fault, GenerateError, Literal, Meter, ParseError, Picture,
    Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, Clue, ClueSymmetry, Declaration, Draft, EntryMark, EntryValues, Pzpr,
    PzprText, RuleBook, Shape, Sheet, Spot, loops, only_kept, pzpr,
};

/// An instance: the clues.
#[derive(Debug, Clone, PartialEq)]
pub struct Corral {
    grid: CellGrid,
    clues: Vec<Option<Clue>>,
}

settings! {
    /// What a generated Corral looks like.
    pub struct CorralOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=40;
        /// Number of columns.
        pub columns: u64 = 10, 1..=40;
    }
}

const OUTSIDE: Value = 0;
const INSIDE: Value = 1;

impl Corral {
    /// The cells seen from a cell in all directions, as far as `is_seen` admits them, and the first
    /// cells beyond.
    fn view(&self, cell: usize, is_seen: impl Fn(usize) -> bool) -> (Vec<usize>, Vec<usize>) {
        let (mut seen, mut beyond) = (vec![cell], Vec::new());
        for side in Side::ALL {
            for next in self.grid.ray(cell, side) {
                if !is_seen(next) {
                    beyond.push(next);
                    break;
                }
                seen.push(next);
            }
        }
        (seen, beyond)
    }

    /// Says that a clue sees so many cells.
    fn sees(&self, cell: usize, number: usize, rules: &mut RuleBook) {
        if number >= self.grid.rows + self.grid.columns {
            rules.clause([]);
            return;
        }
        let [up, right, down, left] = Side::ALL.map(|side| self.arm(cell, side, number, rules));
        // More than so many cells are seen to the left and to the right. What is missing in the row
        // is seen in the column, so that no further helpers are needed.
        let in_row: Vec<Literal> = (1..number).map(|_| Literal::is(rules.flag(), 1)).collect();
        let in_column: Vec<Literal> = in_row.iter().rev().map(|&literal| !literal).collect();
        add_up(&left, &right, &in_row, rules);
        add_up(&up, &down, &in_column, rules);
    }

    /// For each number from 1 to `most` whether at least so many cells are seen towards a side.
    fn arm(&self, cell: usize, side: Side, most: usize, rules: &mut RuleBook) -> Vec<Literal> {
        let mut arm: Vec<Literal> = Vec::new();
        for next in self.grid.ray(cell, side).take(most) {
            let inside = Literal::is(next, INSIDE);
            let Some(&nearer) = arm.last() else {
                arm.push(inside);
                continue;
            };
            let further = Literal::is(rules.flag(), 1);
            rules.implies([further], nearer).implies([further], inside);
            rules.implies([nearer, inside], further);
            arm.push(further);
        }
        arm
    }
}

/// Says that two lengths make a total, which is at most `total.len()`: the literal k of each says
/// that it is more than k.
fn add_up(one: &[Literal], other: &[Literal], total: &[Literal], rules: &mut RuleBook) {
    for a in 0..=one.len() {
        for b in 0..=other.len() {
            let reached = [a.checked_sub(1).map(|k| one[k]), b.checked_sub(1).map(|k| other[k])];
            let missing = [one.get(a), other.get(b)];
            if (1..=total.len() + 1).contains(&(a + b)) {
                let conclusion = total.get(a + b - 1).copied();
                let conditions = reached.into_iter().flatten().map(|literal| !literal);
                rules.clause(conditions.chain(conclusion));
            }
            if let Some(&sum) = total.get(a + b) {
                rules.clause(missing.into_iter().flatten().copied().chain([!sum]));
            }
        }
    }
}

impl Declaration for Corral {
    const ID: &'static str = "corral";
    const ABOUT: About = About {
        title: "Corral",
        rules: "Draw one closed loop along the grid lines. It does not branch, cross or touch \
            itself, and all clues are inside. A number counts the cells inside the loop that are \
            seen from it along its row and its column up to the loop, its own cell once. A \
            question mark counts nothing.",
        complexity: "NP-complete (Friedman, 2002).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("common cells of all views", Tier::Easy, 1, |step| {
            step.is_one("view") && step.facts.is_empty()
        }),
        Shape::new("view", Tier::Easy, 2, |step| step.is_one("view") && step.facts.len() <= 8),
        Shape::new("no checkerboard", Tier::Easy, 2, |step| step.is_one("checkerboard")),
        Shape::new("keep the inside joined", Tier::Medium, 4, |step| step.is_one("inside")),
        Shape::new("let the outside escape", Tier::Medium, 4, |step| step.is_one("outside")),
        Shape::new("two clues in line", Tier::Medium, 6, |step| {
            step.rules.len() == 2 && step.is_of(&["view"])
        }),
    ];
    type Options = CorralOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let expected = "`.`, `?` or a number from 1";
        let (grid, clues) = board.cells(expected, |token| Clue::read(token, 1))?;
        Ok(Corral { grid, clues })
    }

    fn sheet(&self) -> Sheet {
        Sheet::spaced(self.grid, |cell| Clue::show(self.clues[cell]))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("clues", self.clues.iter().flatten().count().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!("tiny", "small", "wide", "middle", "half-turn", "mirror", "large", "huge")
    }

    const PZPR: &'static [&'static str] = &["cave", "bag"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        Ok(Corral { grid: url.grid, clues: url.n16_from_1()? })
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
        EntryMark::new(OUTSIDE, "#", "outside", "is outside"),
        EntryMark::new(INSIDE, ".", "inside", "is inside"),
    ]);

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let grid = self.grid;
        let mut faults = Vec::new();
        let is_inside = |cell: usize| filling[cell] == Some(INSIDE);
        let is_outside = |cell: usize| filling[cell] == Some(OUTSIDE);
        for cell in (0..grid.len()).filter(|&cell| self.clues[cell].is_some() && is_outside(cell)) {
            let words = format!("{} has a clue and lies outside", grid.words(cell));
            faults.push(Fault { cells: vec![cell], words });
        }
        if (0..grid.len()).all(is_outside) {
            let words = "nothing lies inside the loop".to_owned();
            faults.push(Fault { cells: (0..grid.len()).collect(), words });
        }
        // Open cells may join what is inside, and let out what is outside.
        let parts = grid.parts(|cell| !is_outside(cell)).into_iter();
        let parts = parts.map(|part| part.into_iter().filter(|&cell| is_inside(cell)).collect());
        let mut parts = parts.filter(|part: &Vec<usize>| !part.is_empty());
        if let (Some(_), Some(second)) = (parts.next(), parts.next()) {
            let words = "the inside falls into parts".to_owned();
            faults.push(Fault { cells: second, words });
        }
        for part in grid.parts(|cell| !is_inside(cell)) {
            let escapes = part.iter().any(|&cell| grid.beside(cell).count() < 4);
            let hole: Vec<usize> = part.into_iter().filter(|&cell| is_outside(cell)).collect();
            if let (Some(&first), false) = (hole.first(), escapes) {
                let words = format!("{} is a hole", grid.words(first));
                faults.push(Fault { cells: hole, words });
            }
        }
        for (cell, clue) in self.clues.iter().enumerate() {
            let Some(number) = clue.and_then(Clue::number).map(|number| number as usize) else {
                continue;
            };
            if is_outside(cell) {
                continue;
            }
            let (least, _) = self.view(cell, is_inside);
            let (most, beyond) = self.view(cell, |cell| !is_outside(cell));
            let (seen, cells) = if least.len() > number {
                (least.len(), least)
            } else if most.len() < number {
                (most.len(), most.into_iter().chain(beyond).collect())
            } else {
                continue;
            };
            let decided = cells.into_iter().filter(|&cell| filling[cell].is_some());
            let decided: Vec<usize> = decided.collect();
            // A number too large for its board is nobody's fault as long as nothing is decided.
            if !decided.is_empty() {
                let words = format!("the {number} at {} sees {seen}", grid.words(cell));
                faults.push(Fault { cells: decided, words });
            }
        }
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        let grid = self.grid;
        for (cell, clue) in self.clues.iter().enumerate() {
            let Some(clue) = *clue else { continue };
            let place = grid.words(cell);
            match clue.number() {
                None => {
                    let sentence = format!("the question mark at {place} is inside");
                    rules.clue(cell, "clue", sentence).is(cell, INSIDE);
                }
                Some(number) => {
                    let cells = if number == 1 { "cell" } else { "cells" };
                    let sentence = format!("the {number} at {place} sees {number} {cells} inside");
                    rules.clue(cell, "view", sentence).is(cell, INSIDE);
                    self.sees(cell, number as usize, rules);
                }
            }
        }
        // Follows from the two laws below, but is much easier to see.
        for block in grid.blocks() {
            let place = grid.words(block[0]);
            let rule = rules
                .rule("checkerboard", format!("the 2 x 2 cells at {place} are no checkerboard"));
            for sides in [[0, 1, 1, 0], [1, 0, 0, 1]] {
                let cells = block.into_iter().zip(sides);
                rule.clause(cells.map(|(cell, side)| Literal::is_not(cell, side)));
            }
        }
        let inside = || (0..grid.len()).map(|cell| Literal::is(cell, INSIDE));
        rules.rule("inside", "the inside is in one piece").clause(inside()).connected(
            inside(),
            grid.neighbours(),
            None,
        );
        // The frame is one more cell outside, beside all cells of the border.
        let frame = rules.helper(Values::only(OUTSIDE));
        let mut neighbours = grid.neighbours();
        let border: Vec<u16> = (0..grid.len() as u16)
            .filter(|&cell| neighbours[usize::from(cell)].len() < 4)
            .collect();
        border.iter().for_each(|&cell| neighbours[usize::from(cell)].push(grid.len() as u16));
        neighbours.push(border);
        let outside = (0..grid.len()).chain([frame]).map(|cell| Literal::is(cell, OUTSIDE));
        rules.rule("outside", "the outside is joined to the frame").connected(
            outside,
            neighbours,
            Some(grid.len() as u16),
        );
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let is_inside = |cell: usize| filling[cell] == Some(INSIDE);
        let tile = |x: u32, y: u32| {
            let cell = grid.at(y as usize, x as usize);
            let clue = self.clues[cell];
            let number = clue.and_then(Clue::number).map(|number| number as usize);
            let is_done = number == Some(self.view(cell, is_inside).0.len());
            let tint = match (filling[cell], clue) {
                (Some(OUTSIDE), _) => Tint::Hatched,
                (_, Some(_)) if !is_done => Tint::Given,
                (None, _) => Tint::Open,
                _ => Tint::Plain,
            };
            let label = if clue.is_some() { Clue::show(clue) } else { String::new() };
            Tile::new(x, y, tint, label)
        };
        let mut picture = Picture::grid(grid.columns as u32, grid.rows as u32, tile);
        for cell in (0..grid.len()).filter(|&cell| is_inside(cell)) {
            for side in Side::ALL {
                let beyond = grid.step(cell, side);
                if beyond.is_none_or(|other| filling[other] == Some(OUTSIDE)) {
                    let (x, y) = grid.place(cell).cell();
                    picture = picture.with_edge(x, y, side, EdgeMark::Line);
                }
            }
        }
        picture
    }

    const SYMMETRIES: &'static [ClueSymmetry] = ClueSymmetry::ALL;

    fn draft(
        options: &CorralOptions,
        symmetry: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        let inside = random_inside(grid, symmetry, rng, meter).ok_or(GenerateError::Stopped)?;
        let empty = Corral { grid, clues: vec![None; grid.len()] };
        let clue = |cell: usize| {
            let seen = empty.view(cell, |other| inside[other]).0.len();
            inside[cell].then_some(Clue::Number(seen as u32))
        };
        let clues = (0..grid.len()).map(clue).collect();
        let solution: EntryValues =
            inside.iter().map(|&inside| Some(Value::from(inside))).collect();
        Ok(Some(Draft { puzzle: Corral { grid, clues }, solution }))
    }

    fn clues(&self) -> Vec<(u32, u32)> {
        self.grid.positions()
    }

    fn with_clues(&self, kept: &[bool]) -> Self {
        Corral { clues: only_kept(&self.clues, kept), ..self.clone() }
    }
}

/// A random set of cells whose outline is one loop: 45 to 65 per cent of the board if that many can
/// be had. None if the meter says stop.
fn random_inside(
    grid: CellGrid,
    symmetry: ClueSymmetry,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Option<Vec<bool>> {
    let wanted = (grid.len() * (45 + rng.below(21))).div_ceil(100);
    let mut inside = loops::smallest_region(grid, symmetry, rng);
    let mut count = inside.iter().filter(|&&inside| inside).count();
    let mut order: Vec<usize> = (0..grid.len()).collect();
    loop {
        rng.shuffle(&mut order);
        let before = count;
        for &cell in &order {
            if !meter.goes_on() {
                return None;
            }
            let beside = grid.beside(cell).filter(|&other| inside[other]).count();
            // Cells with one neighbour inside make long arms, others thick bodies.
            let is_liked = beside == 1 || rng.below(4) == 0;
            if count < wanted
                && !inside[cell]
                && is_liked
                && loops::change_sides(grid, symmetry, &mut inside, cell)
            {
                count += 1;
            }
        }
        if count >= wanted || count == before {
            return Some(inside);
        }
    }
}

#[cfg(test)]
mod tests;
