//! The board as a drawing list. Four rows above it offer the piece to be placed: one for each
//! rotation, with a tile for each possible leftmost column. A next piece that can be seen lies to
//! the right of the board, at the top, one column away.

use quarry_core::{
    Guided, Interactive, Located, Notation, ParseError, Picture, Score, StateSpace, Tile, Tint,
    Touch,
};

use super::board::Board;
use super::piece::{Piece, Placement};
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

/// Adds the next piece beside the board, and the room for it, if the game shows it.
pub(super) fn show_next(picture: &mut Picture, rules: &Rules, state: &State) {
    if !rules.setup.preview {
        return;
    }
    picture.columns += 1 + SIDE as u32;
    if let Some(piece) = state.next {
        show_coming(picture, piece, 0);
    }
}

/// Draws a piece to come beside the board, in the room for the next one; `y` is its highest row.
pub(in crate::chance) fn show_coming(picture: &mut Picture, piece: Piece, y: u32) {
    let left = picture.columns - SIDE as u32;
    let top = y + piece.drawings()[0].len() as u32 - 1;
    picture.tiles.extend(piece.cells(0).into_iter().map(|(column, row)| {
        let (x, y) = (left + column as u32, top - row as u32);
        Tile::new(x, y, Tint::Kind(piece as u8), piece.letter())
    }));
}

impl Notation for Rules {
    fn write_move(&self, mv: Placement) -> String {
        text::show_placement(&mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Placement, ParseError> {
        text::parse_placement(self.setup.width, &entry)
    }
}

/// Level after so many rows, from 1, and the seconds in which a piece falls one row.
///
/// The usual speed of games on screens since 2001 ("Tetris Worlds"): a level for every ten rows, and
/// (0.8 - 0.007 l)^l seconds for l levels above the first. After level 20 it stays as fast.
fn speed(rows: Score) -> (i64, f64) {
    const FASTEST: i64 = 20;
    let level = (1 + rows / 10).min(FASTEST);
    let above = level - 1;
    (level, (0.8 - 0.007 * above as f64).powi(above as i32))
}

impl Interactive for Rules {
    /// With the level, and how long a piece falls to the floor on it: the page of the studio lets it.
    fn status(&self, _: &State, _: usize, score: Score) -> String {
        let (level, seconds) = speed(score);
        let fall = seconds * self.setup.height as f64;
        format!("score {score}, level {level}: a piece falls for {fall:.1} s")
    }

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
        show_next(&mut scene, self, state);
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

    #[test]
    fn pieces_fall_faster_from_level_to_level() {
        let seconds = |rows| speed(rows).1;
        assert_eq!((speed(9), speed(10).0, speed(1_000_000).0), ((1, 1.0), 2, 20));
        // As published for levels 2, 5 and 10.
        assert!((seconds(10) - 0.793).abs() < 1e-9);
        assert!((seconds(40) - 0.355_19).abs() < 1e-4 && (seconds(90) - 0.064_15).abs() < 1e-4);
        assert!((0..40).all(|level| seconds(10 * level) >= seconds(10 * level + 10)));
        let game = Tetris::parse("width = 4\nheight = 5\n").unwrap();
        let status = game.rules.status(&game.rules.start(), 3, 10);
        assert_eq!(status, "score 10, level 2: a piece falls for 4.0 s");
    }

    #[test]
    fn a_next_piece_that_can_be_seen_lies_beside_the_board() {
        let game = Tetris::parse("width = 4\nheight = 5\npreview = true\n").unwrap();
        let rules = &game.rules;
        let mut state = rules.start();
        rules.apply_event(&mut state, Piece::I);
        let count = |state: &State| {
            let mut listed = Vec::new();
            rules.moves(state, &mut listed);
            (listed.len(), rules.scene(state).tiles.len())
        };
        assert_eq!(count(&state), (0, 20), "nothing is offered before the next piece is drawn");
        rules.apply_event(&mut state, Piece::L);
        assert_eq!(count(&state), (5, 20 + 5 + 4));
        let scene = rules.scene(&state);
        assert_eq!((scene.columns, scene.rows), (9, 9));
        let cells: Vec<_> = scene.tiles.iter().filter(|tile| tile.label == "L").collect();
        let places: Vec<_> = cells.iter().map(|tile| (tile.x, tile.y)).collect();
        assert_eq!(places, [(5, 1), (6, 1), (7, 1), (7, 0)]);
        assert_eq!(rules.touch(&state, 7, 0), None, "it cannot be touched");
        let mv = Placement { piece: Piece::I, rotation: 1, column: 0 };
        rules.play(&mut state, mv);
        assert_eq!((state.piece(), state.next()), (Some(Piece::L), None));
    }
}
