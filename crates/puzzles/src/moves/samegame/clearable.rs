//! Boards that can be cleared, built backwards.
//!
//! Starting from the empty board, blocks of one colour are pushed in: between, above or below the
//! cells of some neighbouring columns, which rise, or as new columns, which push the others aside.
//! Where the rules close no columns, all columns are there at first, empty.
//! A block never touches its own colour, so it is exactly one group, and removing the group undoes
//! the push; the pushes in reverse order clear the board. No column is left with a gap that a
//! single upright block could not close. At a dead end, where no block and colour fit, the
//! construction starts again with coarser blocks. Measured: with four colours or more every size
//! succeeds at once (255 x 255 in 20 ms); three colours succeed up to 60 x 60, two up to 30 x 30.

use quarry_core::{GenerateError, Meter, Rng};

use super::Move;
use super::grid::{Cell, Colour, Grid};

/// Requirements on the board.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) colours: usize,
    /// Minimum number of cells of each colour.
    pub(super) quota: usize,
    /// Number of cells a group needs to be removed.
    pub(super) min_group: usize,
    /// Whether empty columns close; if not, all columns are there from the beginning.
    pub(super) closes: bool,
}

/// A board and a line of play that clears it.
#[derive(Debug)]
pub(super) struct Clearable {
    pub(super) grid: Grid,
    pub(super) line: Vec<Move>,
}

/// Number of places and shapes tried before a board counts as a dead end.
const TRIES: usize = 100;

/// Number of boards started before the request counts as impossible.
const RESTARTS: usize = 1000;

/// Number of boards started before the blocks get coarser: with few colours, small blocks seldom
/// fit.
const RESTARTS_PER_GRAIN: usize = 10;

/// One push in this many opens new columns while others are still open. Of 1, 3, 10 and 40, ten
/// worked best for few colours: the fewer columns are open at a time, the fewer places wait for a
/// colour that no neighbour has.
const PUSHES_PER_OPENING: usize = 10;

/// Builds a board; the error says which parameters to change.
pub(super) fn board(
    wanted: &Wanted,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Clearable, GenerateError> {
    let cells = wanted.columns * wanted.rows;
    if cells < wanted.min_group {
        let why = format!(
            "a board of {cells} cells has no group of {}: use more rows or columns, or other rules",
            wanted.min_group
        );
        return Err(why.into());
    }
    for restart in 0..RESTARTS {
        let mut work = Work::new(wanted, restart / RESTARTS_PER_GRAIN);
        if wanted.colours == 1 {
            // Two blocks of one colour would touch somewhere, so there can be only one block.
            let shape = Shape {
                column: 0,
                width: wanted.columns,
                height: wanted.rows,
                opens: wanted.closes,
            };
            work.push(Block { shape, row: 0, colour: 0 });
        }
        while let Some(block) = work.fitting_block(rng, meter) {
            work.push(block);
        }
        if meter.halted().is_some() {
            return Err(GenerateError::Stopped);
        }
        if work.missing == 0 {
            return Ok(work.finished());
        }
    }
    let why = format!(
        "no clearable board of {} columns and {} rows was found with {} colours of at least {} cells: \
         use more colours, a smaller min_share or another size",
        wanted.columns, wanted.rows, wanted.colours, wanted.quota
    );
    Err(why.into())
}

/// A rectangle of one colour and the place it is pushed into.
#[derive(Debug, Clone, Copy)]
struct Block {
    shape: Shape,
    row: usize,
    colour: Colour,
}

/// The columns into which a block is pushed, and its height.
#[derive(Debug, Clone, Copy)]
struct Shape {
    column: usize,
    width: usize,
    height: usize,
    /// Whether its columns are new.
    opens: bool,
}

/// A board under construction.
struct Work<'a> {
    wanted: &'a Wanted,
    /// How much taller than needed blocks usually are.
    grain: usize,
    /// Columns from the left, each from the bottom.
    columns: Vec<Vec<Colour>>,
    pushed: Vec<Block>,
    /// Number of cells of each colour.
    counts: Vec<usize>,
    /// Number of cells that the board still lacks.
    missing: usize,
}

impl<'a> Work<'a> {
    fn new(wanted: &'a Wanted, grain: usize) -> Self {
        Work {
            wanted,
            grain,
            columns: vec![Vec::new(); if wanted.closes { 0 } else { wanted.columns }],
            pushed: Vec::new(),
            counts: vec![0; wanted.colours],
            missing: wanted.columns * wanted.rows,
        }
    }

    /// Returns a block that can be pushed in next; none if nothing fits or the meter stops the
    /// work.
    fn fitting_block(&self, rng: &mut Rng, meter: &mut Meter) -> Option<Block> {
        if self.missing == 0 {
            return None;
        }
        let open: Vec<usize> =
            (0..self.columns.len()).filter(|&column| self.gap(column) > 0).collect();
        (0..TRIES).take_while(|_| meter.goes_on()).find_map(|_| {
            let shape = self.random_shape(&open, rng);
            if !self.leaves_no_odd_gap(shape) {
                return None;
            }
            let rows = 1 + self.lowest(shape);
            let first = rng.below(rows);
            (0..rows).find_map(|step| {
                let row = (first + step) % rows;
                let colour = self.fitting_colour(shape, row, rng)?;
                Some(Block { shape, row, colour })
            })
        })
    }

    /// Draws some columns, new or open ones, and a height; small blocks are more likely than large
    /// ones.
    fn random_shape(&self, open: &[usize], rng: &mut Rng) -> Shape {
        let unopened = self.wanted.columns - self.columns.len();
        let opens = open.is_empty() || (unopened > 0 && rng.below(PUSHES_PER_OPENING) == 0);
        let column =
            if opens { rng.below(self.columns.len() + 1) } else { open[rng.below(open.len())] };
        let width = at_least(1, rng);
        let height_left = if opens { self.wanted.rows } else { self.gap(column) };
        let tall = at_least(self.wanted.min_group.div_ceil(width), rng) + rng.below(1 + self.grain);
        let height = tall.min(height_left);
        Shape { column, width, height, opens }
    }

    /// Whether the block fits, and every gap left is empty or can be closed by an upright block.
    fn leaves_no_odd_gap(&self, shape: Shape) -> bool {
        let Wanted { columns, rows, min_group, .. } = *self.wanted;
        if shape.width * shape.height < min_group {
            return false;
        }
        let gap_is_fine = |gap: usize| {
            gap.checked_sub(shape.height).is_some_and(|left| left == 0 || left >= min_group)
        };
        if !shape.opens {
            let end = shape.column + shape.width;
            return end <= self.columns.len()
                && (shape.column..end).all(|column| gap_is_fine(self.gap(column)));
        }
        // On a board too low for upright blocks, the columns still missing must together have room
        // for a block.
        let fits = (columns - self.columns.len()).checked_sub(shape.width);
        fits.is_some_and(|left| left == 0 || rows >= min_group || left * rows >= min_group)
            && gap_is_fine(rows)
    }

    /// Returns a colour that does not touch its own around this place and leaves enough cells for
    /// the others.
    fn fitting_colour(&self, shape: Shape, row: usize, rng: &mut Rng) -> Option<Colour> {
        let touching = self.touching(shape, row);
        let size = shape.width * shape.height;
        let fitting: Vec<usize> = (0..self.wanted.colours)
            .filter(|&colour| touching & (1 << colour) == 0 && self.shares_allow(colour, size))
            .collect();
        if fitting.is_empty() { None } else { Some(fitting[rng.below(fitting.len())] as Colour) }
    }

    /// Colours around a place, as a bit set.
    fn touching(&self, shape: Shape, row: usize) -> u64 {
        let mut set = 0;
        let mut look = |column: Option<&Vec<Colour>>, row: Option<usize>| {
            if let Some(&colour) = row.and_then(|row| column?.get(row)) {
                set |= 1 << colour;
            }
        };
        let Shape { column, width, height, opens } = shape;
        let right = if opens { column } else { column + width };
        for row in row..row + height {
            look(column.checked_sub(1).and_then(|left| self.columns.get(left)), Some(row));
            look(self.columns.get(right), Some(row));
        }
        for inside in self.columns.iter().take(right).skip(column) {
            look(Some(inside), row.checked_sub(1));
            look(Some(inside), Some(row));
        }
        set
    }

    /// Whether every colour can still get its share, in blocks, after `size` cells of this one.
    fn shares_allow(&self, colour: usize, size: usize) -> bool {
        let lacking = |other: usize| {
            let has = self.counts[other] + if other == colour { size } else { 0 };
            match self.wanted.quota.saturating_sub(has) {
                0 => 0,
                cells => cells.max(self.wanted.min_group),
            }
        };
        (0..self.wanted.colours).map(lacking).sum::<usize>() <= self.missing - size
    }

    fn push(&mut self, block: Block) {
        let Block { shape: Shape { column, width, height, opens }, row, colour } = block;
        if opens {
            self.columns.splice(column..column, vec![Vec::new(); width]);
        }
        for pushed in &mut self.columns[column..column + width] {
            pushed.splice(row..row, vec![colour; height]);
        }
        self.counts[usize::from(colour)] += width * height;
        self.missing -= width * height;
        self.pushed.push(block);
    }

    fn finished(self) -> Clearable {
        let mut grid = Grid::empty(self.wanted.columns as u8, self.wanted.rows as u8);
        for (cell, colour) in grid.cells().zip(self.columns.into_iter().flatten()) {
            grid.put(cell, Some(colour));
        }
        let corner =
            |block: &Block| Cell { column: block.shape.column as u8, row: block.row as u8 };
        Clearable { grid, line: self.pushed.iter().rev().map(corner).collect() }
    }

    fn gap(&self, column: usize) -> usize {
        self.wanted.rows - self.columns[column].len()
    }

    /// Height of the lowest column that a block is pushed into; the block cannot start higher.
    fn lowest(&self, shape: Shape) -> usize {
        if shape.opens {
            return 0;
        }
        self.columns[shape.column..shape.column + shape.width]
            .iter()
            .map(Vec::len)
            .min()
            .unwrap_or(0)
    }
}

/// Draws `least` or more, each further one half as likely.
fn at_least(least: usize, rng: &mut Rng) -> usize {
    least + rng.bits().trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::samegame::variant::Variant;
    use crate::moves::samegame::{Board, rules};

    fn wanted(
        columns: usize,
        rows: usize,
        colours: usize,
        quota: usize,
        min_group: usize,
    ) -> Wanted {
        Wanted { columns, rows, colours, quota, min_group, closes: true }
    }

    #[test]
    fn the_judge_agrees_that_the_line_clears_the_board() {
        let sizes =
            [(15, 15), (30, 30), (3, 9), (9, 3), (2, 30), (30, 2), (30, 1), (1, 30), (2, 2)];
        for (columns, rows) in sizes {
            for colours in [1, 2, 3, 5, 62] {
                for rules in [Variant::SameGame, Variant::Jawbreaker3] {
                    let wanted = wanted(columns, rows, colours, 0, rules.min_group());
                    let made = board(&wanted, &mut Rng::new(11), &mut Meter::unlimited());
                    let Clearable { grid, line } = made.unwrap();
                    assert!(grid.cells().all(|cell| grid.at(cell).is_some()), "{wanted:?} is full");
                    rules::judge(rules, &grid, &line).expect("every group is large enough");
                    let emptied = rules::judge(Variant::Clickomania, &grid, &line).unwrap();
                    assert!(emptied.solved, "{wanted:?}");
                }
            }
        }
    }

    #[test]
    fn boards_whose_columns_stay_are_cleared_too() {
        let rules = Variant::Jawbreaker3Drop;
        for (columns, rows) in [(15, 15), (3, 9), (9, 3), (1, 30)] {
            for colours in [1, 5, 62] {
                let closing = wanted(columns, rows, colours, 0, rules.min_group());
                let wanted = Wanted { closes: false, ..closing };
                let made = board(&wanted, &mut Rng::new(11), &mut Meter::unlimited());
                let Clearable { grid, line } = made.unwrap();
                assert!(grid.cells().all(|cell| grid.at(cell).is_some()), "{wanted:?} is full");
                let points =
                    rules::judge(rules, &grid, &line).expect("every group is large enough");
                let mut rest = Board::new(rules, &grid);
                line.iter().for_each(|&mv| _ = rest.play(mv));
                assert!(points.solved && rest.is_empty(), "{wanted:?}");
            }
        }
    }

    #[test]
    fn even_exact_shares_are_kept() {
        for min_group in [2, 3] {
            let wanted = wanted(15, 15, 5, 45, min_group);
            let Clearable { grid, .. } =
                board(&wanted, &mut Rng::new(5), &mut Meter::unlimited()).unwrap();
            assert_eq!(grid.counts()[..5], [45; 5]);
        }
    }

    fn refusal(wanted: &Wanted) -> String {
        board(wanted, &mut Rng::new(1), &mut Meter::unlimited()).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_is_refused_with_advice() {
        let too_small = refusal(&wanted(2, 1, 2, 0, 3));
        assert!(too_small.contains("more rows or columns"), "{too_small}");
        // Blocks of three cells need two of the three columns, which leaves the last one alone.
        let no_room = refusal(&wanted(3, 2, 2, 1, 3));
        assert!(no_room.contains("min_share"), "{no_room}");
    }
}
