//! New boards: a pattern of black cells, digits whose sums leave little choice, and changes where
//! there is a second solution.

use quarry_core::{GenerateError, Meter, Rng, Value};
use quarry_pencil::{CellGrid, Draft, EntryValues, solution_of};

use super::{BLACK, Cell, CrossSum, CrossSumOptions};

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
    /// A board with the sums of a random solution.
    pub(super) fn drafted(
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
    pub(super) fn with_changes(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        rng: &mut Rng,
    ) -> Draft<Self> {
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
        puzzle.with_sums(solution)
    }

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
