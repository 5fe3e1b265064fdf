//! The board as a drawing list. Four rows above it offer the piece to be placed: one for each
//! rotation, with a tile for each possible leftmost column.

use quarry_core::{
    Guided, Interactive, Located, Notation, ParseError, Picture, StateSpace, Tile, Tint, Touch,
};

use super::board::Board;
use super::piece::Placement;
use super::shape::SIDE;
use super::state::{Rules, State};
use super::text;

/// The board alone.
pub(super) fn of_board(rules: &Rules, board: &Board) -> Picture {
    let (width, height) = (rules.setup.width, rules.setup.height);
    let tile = |x: usize, y: usize| {
        let filled = board.is_filled(x, height - 1 - y);
        let (tint, label) = if filled { (Tint::Plain, "#") } else { (Tint::Blank, ".") };
        Tile::new(x as u32, y as u32, tint, label)
    };
    let tiles = (0..height).flat_map(|y| (0..width).map(move |x| tile(x, y))).collect();
    Picture::of_squares(width as u32, height as u32, tiles)
}

impl Notation for Rules {
    fn write_move(&self, mv: Placement) -> String {
        text::show_placement(&mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Placement, ParseError> {
        text::parse_placement(self.setup.width, &entry)
    }
}

impl Interactive for Rules {
    fn scene(&self, state: &State) -> Picture {
        let mut scene = of_board(self, &state.board);
        scene.rows += SIDE as u32;
        scene.tiles.iter_mut().for_each(|tile| tile.y += SIDE as u32);
        let mut offered = Vec::new();
        self.moves(state, &mut offered);
        scene.tiles.extend(offered.iter().map(|mv| {
            let (x, y) = (u32::from(mv.column), u32::from(mv.rotation));
            Tile::new(x, y, Tint::Kind(mv.piece as u8), mv.piece.letter())
        }));
        scene
    }

    fn touch(&self, state: &State, x: u32, y: u32) -> Option<Touch<Placement>> {
        let mv = Placement {
            piece: state.piece?,
            rotation: u8::try_from(y).ok()?,
            column: u8::try_from(x).ok()?,
        };
        let mv = self.resolve_move(state, mv)?;
        let shape = &self.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let row = state.board.rest(&self.setup, shape, mv.column.into())?;
        let top = (SIDE + self.setup.height - 1) as u32;
        let cells = mv.piece.cells(mv.rotation.into());
        let rows = self.play(&mut state.clone(), mv);
        Some(Touch {
            moves: vec![mv],
            cells: cells.iter().map(|&(dx, dy)| (x + dx as u32, top - row - dy as u32)).collect(),
            words: match rows {
                0 => format!("{} comes to rest", mv.piece.letter()),
                1 => "fills a row".to_owned(),
                _ => format!("fills {rows} rows"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tetris::Tetris;
    use quarry_core::{Chance, Puzzle};

    use crate::chance::tetris::piece::Piece;

    #[test]
    fn a_touch_shows_where_the_piece_comes_to_rest() {
        let game = Tetris::parse("width = 4\nheight = 5\n").unwrap();
        let rules = &game.rules;
        let mut state = rules.start();
        assert_eq!(game.picture().rows, 5);
        assert_eq!(
            rules.scene(&state).tiles.len(),
            20,
            "nothing is offered before a piece is drawn"
        );
        rules.apply_event(&mut state, Piece::I);
        let scene = rules.scene(&state);
        assert_eq!((scene.columns, scene.rows, scene.tiles.len()), (4, 9, 20 + 5));
        assert_eq!(scene.tile(3, 1).unwrap().label, "I");
        let touch = rules.touch(&state, 3, 1).unwrap();
        assert_eq!(touch.cells, [(3, 8), (3, 7), (3, 6), (3, 5)]);
        assert_eq!(touch.words, "I comes to rest");
        assert_eq!(rules.touch(&state, 0, 0).unwrap().words, "fills a row");
        assert_eq!((rules.touch(&state, 1, 0), rules.touch(&state, 0, 2)), (None, None));
    }
}
