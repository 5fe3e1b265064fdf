//! The board as a drawing list, and what touches and arrow keys do. Tiles at home have a tint of
//! their own.

use quarry_core::{
    Interactive, Located, Notation, ParseError, Picture, Side, StateSpace, Tile, Tint, Touch,
};

use super::{Board, NPuzzle};

/// Draws a board.
pub(super) fn scene(puzzle: &NPuzzle, board: &Board) -> Picture {
    let tile = |(cell, &home): (usize, &u16)| {
        let (x, y) = puzzle.place(cell);
        let (x, y) = (x as u32, y as u32);
        let is_home = usize::from(home) == cell;
        match puzzle.tile_in(board, cell) {
            0 => Tile::new(x, y, Tint::Blank, ""),
            number if is_home => Tile::new(x, y, Tint::Given, number.to_string()),
            number => Tile::new(x, y, Tint::Plain, number.to_string()),
        }
    };
    let tiles = board.homes().iter().enumerate().map(tile).collect();
    Picture::of_squares(puzzle.columns as u32, puzzle.rows as u32, tiles)
}

impl Notation for NPuzzle {
    fn write_move(&self, tile: u16) -> String {
        tile.to_string()
    }

    fn read_move(&self, text: Located<&str>) -> Result<u16, ParseError> {
        let most = self.cells() - 1;
        let tile = text.value.trim().parse().ok();
        tile.filter(|&tile| (1..=most).contains(&usize::from(tile))).ok_or_else(|| {
            text.wrong(format!("the number of a tile, 1 to {most}"), format!("\"{}\"", text.value))
        })
    }
}

impl Interactive for NPuzzle {
    fn scene(&self, board: &Board) -> Picture {
        scene(self, board)
    }

    /// A tile in the row or column of the empty cell slides with all tiles between them.
    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<u16>> {
        let (x, y) = (x as usize, y as usize);
        let (empty_x, empty_y) = self.place(board.empty());
        let is_in_line = (x == empty_x) != (y == empty_y);
        if x >= self.columns || y >= self.rows || !is_in_line || self.is_solved(board) {
            return None;
        }
        let (mut at_x, mut at_y) = (empty_x, empty_y);
        let (mut moves, mut cells) = (Vec::new(), Vec::new());
        let mut after = board.clone();
        while (at_x, at_y) != (x, y) {
            at_x = towards(at_x, x);
            at_y = towards(at_y, y);
            moves.push(self.tile_in(board, at_y * self.columns + at_x));
            cells.push((at_x as u32, at_y as u32));
            self.play(&mut after, self.tile_in(board, at_y * self.columns + at_x));
            if self.is_solved(&after) {
                break;
            }
        }
        let words = match moves[..] {
            [tile] => format!("{tile} slides"),
            _ => format!("{} tiles slide", moves.len()),
        };
        Some(Touch { moves, cells, words })
    }

    /// An arrow slides a tile in its direction.
    fn steer(&self, board: &Board, side: Side) -> Option<u16> {
        let ((x, y), (right, down)) = (self.place(board.empty()), side.step());
        let x = x.checked_add_signed(-right as isize).filter(|&x| x < self.columns)?;
        let y = y.checked_add_signed(-down as isize).filter(|&y| y < self.rows)?;
        (!self.is_solved(board)).then(|| self.tile_in(board, y * self.columns + x))
    }
}

/// Returns the number one step nearer to the target, or the target.
fn towards(from: usize, target: usize) -> usize {
    match from.cmp(&target) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}
