//! The board as a drawing list, and the effect of touching a cell.
//!
//! A scene always has the size of the instance's board, so that nothing moves while columns close.
//! The top row is y = 0. Every tile shows its colour's character besides its tint, for people who
//! cannot distinguish the colours.

use quarry_core::{Interactive, Located, Notation, ParseError, Picture, Score, Tile, Tint, Touch};

use super::grid::Cell;
use super::{Board, Move, SameGame, text};

impl Notation for SameGame {
    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Move, ParseError> {
        text::parse_move(&entry)
    }
}

impl Interactive for SameGame {
    fn scene(&self, board: &Board) -> Picture {
        let tile = |cell: Cell| {
            let colour = board.colour(cell);
            let (x, y) = (u32::from(cell.column), u32::from(self.grid.rows() - 1 - cell.row));
            let tint = colour.map_or(Tint::Blank, Tint::Kind);
            Tile::new(x, y, tint, colour.map_or(text::NO_CELL, text::character))
        };
        let tiles = self.grid.cells().map(tile).collect();
        Picture::of_squares(u32::from(self.grid.columns()), u32::from(self.grid.rows()), tiles)
    }

    fn status(&self, _: &Board, _moves: usize, score: Score) -> String {
        format!("score {score}")
    }

    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<Move>> {
        let top = u32::from(self.grid.rows()) - 1;
        let row = u8::try_from(top.checked_sub(y)?).ok()?;
        let group = board.cells_of(Cell { column: u8::try_from(x).ok()?, row });
        if group.len() < self.rules.min_group() {
            return None;
        }
        Some(Touch {
            moves: vec![group[0]],
            cells: group
                .iter()
                .map(|cell| (u32::from(cell.column), top - u32::from(cell.row)))
                .collect(),
            words: format!("{} cells, {}", group.len(), points(self.rules.points(group.len()))),
        })
    }
}

fn points(score: Score) -> String {
    if score == 1 { "1 point".to_owned() } else { format!("{score} points") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::{Puzzle, StateSpace};

    #[test]
    fn the_top_row_is_drawn_first_and_a_touch_takes_the_group() {
        let game = SameGame::parse("012\n000").unwrap();
        let scene = game.picture();
        assert_eq!((scene.columns, scene.rows, scene.tiles.len()), (3, 2, 6));
        let corner = scene.tile(2, 0).unwrap();
        assert_eq!((corner.tint, corner.label.as_str()), (Tint::Kind(2), "2"));

        let mut board = game.start();
        let touch = game.touch(&board, 2, 1).unwrap();
        assert_eq!(touch.moves[0], Cell { column: 0, row: 0 });
        assert_eq!(touch.cells, [(0, 1), (0, 0), (1, 1), (2, 1)]);
        assert_eq!(touch.words, "4 cells, 4 points");
        assert_eq!(game.touch(&board, 2, 0), None, "a single cell stays");
        assert_eq!(game.touch(&board, 9, 0), None);
        assert_eq!(game.touch(&board, 0, 9), None);

        game.play(&mut board, touch.moves[0]);
        let scene = game.scene(&board);
        let blank = scene.tiles.iter().filter(|tile| tile.tint == Tint::Blank).count();
        assert_eq!((scene.columns, scene.rows, scene.tiles.len(), blank), (3, 2, 6, 4));
        assert_eq!(scene.tile(0, 1).unwrap().label, "1");
    }
}
