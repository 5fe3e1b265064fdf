//! The reference rules: Tetris as the papers on controllers play it, cell by cell, written for
//! clarity.
//!
//! A piece is put into a rotation and a column and falls straight down until something is below it;
//! full rows disappear, everything above comes down by as many rows; every row counts one. Under
//! `simplified` and `top4` the piece falls from above the board, and a placement is legal if it
//! comes to rest within the rows of [`Setup::ceiling`]. So the game is over when no placement is
//! legal. The papers let a last piece rest above the board, which clears nothing and ends the game.
//! For a controller that does so only when it must, the score is the same.
//!
//! Under `original` the piece appears in rotation 0, its top in the top row, in the middle (if that
//! is between two columns, the left one). It is shifted by one column, or turned with the top left
//! corner of its bounding box kept, each time into free cells inside the board, any number of
//! times; then it falls. A placement is legal if it can be reached like this.

use quarry_core::{Episode, Foul, Rng, Score, Verdict};

use super::piece::{Piece, Placement};
use super::setup::{RuleSet, Setup, Source};

/// A board: whether each cell is filled, row by row from the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The rows, each from the left.
    pub rows: Vec<Vec<bool>>,
}

impl Grid {
    /// The board before the first piece.
    pub fn empty(setup: &Setup) -> Self {
        Grid { rows: vec![vec![false; setup.width]; setup.height] }
    }

    /// Whether a cell is filled; the space above the board is empty.
    pub fn is_filled(&self, column: usize, row: usize) -> bool {
        self.rows.get(row).is_some_and(|cells| cells[column])
    }

    /// Whether the cells of a piece are free, with its leftmost column and its lowest row here.
    fn is_free(&self, cells: &[(usize, usize)], column: usize, row: usize) -> bool {
        cells.iter().all(|&(x, y)| !self.is_filled(column + x, row + y))
    }

    /// Row in which the lowest cells of a piece come to rest when it falls from a row.
    fn falls_from(&self, mv: Placement, row: usize) -> usize {
        let cells = mv.piece.cells(mv.rotation.into());
        let free = |row: &usize| self.is_free(&cells, mv.column.into(), *row);
        (0..=row).rev().take_while(free).last().unwrap_or(row)
    }

    /// Places a piece, removes the rows that are full, and returns their indices before removal.
    pub fn lay(&mut self, mv: Placement, row: usize) -> Vec<usize> {
        for (x, y) in mv.piece.cells(mv.rotation.into()) {
            self.rows[row + y][usize::from(mv.column) + x] = true;
        }
        let is_full = |row: &Vec<bool>| row.iter().all(|&filled| filled);
        let (width, height) = (self.rows[0].len(), self.rows.len());
        let touched = row..height.min(row + mv.piece.drawings()[usize::from(mv.rotation)].len());
        let full: Vec<usize> = touched.filter(|&row| is_full(&self.rows[row])).collect();
        if !full.is_empty() {
            self.rows.retain(|row| !is_full(row));
            self.rows.resize(height, vec![false; width]);
        }
        full
    }
}

/// Returns the row in which the lowest cells of a piece come to rest, or why it cannot be put
/// there.
pub fn rest(setup: &Setup, grid: &Grid, mv: Placement) -> Result<usize, String> {
    let Some(drawing) = mv.piece.drawings().get(usize::from(mv.rotation)) else {
        return Err(format!("{} has no rotation {}", mv.piece.letter(), mv.rotation));
    };
    if usize::from(mv.column) + drawing[0].len() > setup.width {
        return Err(format!("it would reach beyond column {}, the last one", setup.width));
    }
    if setup.rules == RuleSet::Original {
        if !reachable(setup, grid, mv.piece).contains(&mv) {
            return Err("it cannot get there from where it appears".to_owned());
        }
        return Ok(grid.falls_from(mv, setup.height - drawing.len()));
    }
    let row = grid.falls_from(mv, setup.height);
    if row + drawing.len() > setup.ceiling() {
        return Err(format!("it would rest above row {}, the last one", setup.ceiling()));
    }
    Ok(row)
}

/// Placements that a piece can reach before it falls, under the original rules.
fn reachable(setup: &Setup, grid: &Grid, piece: Piece) -> Vec<Placement> {
    let drawings = piece.drawings();
    let is_free = |mv: &Placement| {
        let drawing = drawings[usize::from(mv.rotation)];
        let inside = usize::from(mv.column) + drawing[0].len() <= setup.width
            && drawing.len() <= setup.height;
        let cells = piece.cells(mv.rotation.into());
        inside && grid.is_free(&cells, mv.column.into(), setup.height - drawing.len())
    };
    let middle = (setup.width - drawings[0][0].len()) / 2;
    let mut reached = vec![Placement { piece, rotation: 0, column: middle as u8 }];
    reached.retain(is_free);
    let mut next = 0;
    while let Some(&mv) = reached.get(next) {
        next += 1;
        let rotations = drawings.len() as u8;
        let steps = [
            Placement { rotation: (mv.rotation + 1) % rotations, ..mv },
            Placement { rotation: (mv.rotation + rotations - 1) % rotations, ..mv },
            Placement { column: mv.column + 1, ..mv },
            Placement { column: mv.column.saturating_sub(1), ..mv },
        ];
        for step in steps {
            if is_free(&step) && !reached.contains(&step) {
                reached.push(step);
            }
        }
    }
    reached
}

/// Returns the legal placements of a piece: rotation by rotation, then column by column.
pub fn placements(setup: &Setup, grid: &Grid, piece: Piece) -> Vec<Placement> {
    let mut legal = Vec::new();
    for rotation in 0..piece.drawings().len() as u8 {
        let all = (0..setup.width as u8).map(|column| Placement { piece, rotation, column });
        legal.extend(all.filter(|&mv| rest(setup, grid, mv).is_ok()));
    }
    legal
}

/// Returns the sequence of pieces for a seed.
pub fn pieces(source: Source, luck: u64) -> impl Iterator<Item = Piece> {
    let mut rng = Rng::new(luck);
    let mut bag: Vec<Piece> = Vec::new();
    std::iter::repeat_with(move || {
        if source == Source::Uniform {
            return Piece::ALL[rng.below(Piece::ALL.len())];
        }
        if bag.is_empty() {
            bag.extend(Piece::ALL);
        }
        bag.remove(rng.below(bag.len()))
    })
}

/// Judges an episode: every piece must be the one drawn with its luck, and its placement legal. The
/// episode is solved when the game is over, and otherwise cut short.
pub(super) fn judge(setup: &Setup, episode: &Episode<Placement>) -> Result<Verdict, Foul> {
    let mut grid = Grid::empty(setup);
    let mut pieces = pieces(setup.source, episode.luck);
    let mut score = 0;
    for (at, &mv) in episode.line.iter().enumerate() {
        let foul = |why| Err(Foul { at, why });
        if setup.max_pieces.is_some_and(|most| at as u64 >= most) {
            return foul(format!("the game is over after {at} pieces"));
        }
        let piece = pieces.next();
        if piece != Some(mv.piece) {
            let came = piece.map_or(' ', Piece::letter);
            return foul(format!("the piece is {came}, not {}", mv.piece.letter()));
        }
        match rest(setup, &grid, mv) {
            Ok(row) => score += grid.lay(mv, row).len() as Score,
            Err(why) => return foul(why),
        }
    }
    let stopped = setup.max_pieces.is_some_and(|most| episode.line.len() as u64 >= most);
    let blocked = |piece| placements(setup, &grid, piece).is_empty();
    Ok(Verdict { solved: stopped || pieces.next().is_some_and(blocked), score })
}

#[cfg(test)]
mod tests;
