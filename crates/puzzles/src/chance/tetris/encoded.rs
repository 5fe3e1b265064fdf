//! Tetris for learners. An action is a rotation and a column, `rotation * width + column`.
//!
//! The board has two planes: the filled cells, and the piece to be placed, in rotation 0 at the
//! top, in the middle. Where the next piece can be seen, a third plane shows it in the same way. The
//! numbers are each column's height and holes, the kind of piece, that of a visible next piece, and
//! with bags the pieces left in the bag. An action gains the rows it fills.

use quarry_core::ViewShape;
use quarry_core::{Dealt, Encoded, Episode, Fixed, Lucky, Picture, Score, StateSpace, Tile, Tint};

use super::Tetris;
use super::board::COLUMNS;
use super::picture::{of_board, show_next};
use super::piece::{Piece, Placement};
use super::setup::Source;
use super::shape::SIDE;
use super::state::State;

impl Tetris {
    /// Creates the table; its luck matters only when a game is dealt.
    fn table(&self, luck: u64) -> Fixed<'_, super::Rules> {
        Fixed::new(&self.rules, self.luck.unwrap_or(luck))
    }

    fn placement(&self, state: &State, action: usize) -> Placement {
        let width = self.rules.setup.width;
        let piece = state.piece.expect("there is a legal action, so there is a piece");
        Placement { piece, rotation: (action / width) as u8, column: (action % width) as u8 }
    }
}

impl Encoded for Tetris {
    type Game = Dealt<State>;

    fn deal(&self, luck: u64) -> Dealt<State> {
        self.table(luck).start()
    }

    fn actions(&self) -> usize {
        SIDE * self.rules.setup.width
    }

    #[inline]
    fn legal(&self, game: &Dealt<State>, out: &mut [i8]) -> bool {
        out.fill(0);
        let Some(piece) = game.seen().piece else { return false };
        let mut any = false;
        self.rules.each_placement(&game.seen().board, piece, |mv, _| {
            out[usize::from(mv.rotation) * self.rules.setup.width + usize::from(mv.column)] = 1;
            any = true;
        });
        any
    }

    #[inline]
    fn act(&self, game: &mut Dealt<State>, action: usize) -> Score {
        let mv = self.placement(game.seen(), action);
        self.table(0).play(game, mv)
    }

    fn reached(&self, game: &Dealt<State>) -> bool {
        self.rules.is_solved(game.seen())
    }

    fn shape(&self) -> ViewShape {
        ViewShape {
            planes: 2 + usize::from(self.rules.setup.preview),
            rows: self.rules.setup.height,
            columns: self.rules.setup.width,
            most: 1,
        }
    }

    #[inline]
    fn see(&self, game: &Dealt<State>, out: &mut [u8]) {
        let (width, height) = (self.rules.setup.width, self.rules.setup.height);
        let (filled, pieces) = out.split_at_mut(width * height);
        let columns = game.seen().board.columns();
        for (row, bit) in filled.chunks_exact_mut(width).zip((0..height).rev()) {
            // Copies all columns at once, which is faster than only those of the board.
            let bits: [u8; COLUMNS] = std::array::from_fn(|x| (columns[x] >> bit & 1) as u8);
            row.copy_from_slice(&bits[..width]);
        }
        pieces.fill(0);
        let known = [game.seen().piece, game.seen().next];
        for (plane, piece) in pieces.chunks_exact_mut(width * height).zip(known) {
            let Some(piece) = piece else { continue };
            let shape = &self.rules.shapes.of(piece)[0];
            let left = (width - shape.width) / 2;
            for (x, span) in shape.columns[..shape.width].iter().enumerate() {
                for y in span.first..span.first + span.length {
                    plane[(shape.height - 1 - y as usize) * width + left + x] = 1;
                }
            }
        }
    }

    fn measured(&self) -> Vec<String> {
        let each = |what: &str| {
            (1..=self.rules.setup.width).map(|x| format!("{what} {x}")).collect::<Vec<_>>()
        };
        let pieces =
            |what: &str| Piece::ALL.map(|piece| format!("{what} {}", piece.letter())).to_vec();
        let setup = &self.rules.setup;
        let next = if setup.preview { pieces("next piece") } else { Vec::new() };
        let has_bag = setup.source == Source::Bag7;
        let bag = if has_bag { pieces("in the bag:") } else { Vec::new() };
        [each("height"), each("holes"), pieces("piece"), next, bag].concat()
    }

    #[inline]
    fn measure(&self, game: &Dealt<State>, out: &mut [f32]) {
        let width = self.rules.setup.width;
        let (columns, rest) = out.split_at_mut(2 * width);
        let (heights, holes) = columns.split_at_mut(width);
        let board = &game.seen().board;
        for x in 0..width {
            let height = board.heights()[x];
            heights[x] = height as f32;
            holes[x] = (height - board.columns()[x].count_ones()) as f32;
        }
        rest.fill(0.0);
        let kinds = rest.chunks_exact_mut(Piece::ALL.len());
        let mut known = usize::from(self.rules.setup.preview) + 1;
        for (kinds, piece) in kinds.zip([game.seen().piece, game.seen().next]).take(known) {
            piece.into_iter().for_each(|piece| kinds[piece as usize] = 1.0);
        }
        known *= Piece::ALL.len();
        for (kind, place) in rest[known..].iter_mut().enumerate() {
            *place = f32::from(game.seen().bag() >> kind & 1);
        }
    }

    /// Two rows above the board show the piece to be placed, and beside the board the next piece.
    fn depict(&self, game: &Dealt<State>) -> Picture {
        const ABOVE: u32 = 2;
        let mut picture = of_board(&self.rules, &game.seen().board);
        picture.rows += ABOVE;
        picture.tiles.iter_mut().for_each(|tile| tile.y += ABOVE);
        show_next(&mut picture, &self.rules, game.seen());
        let Some(piece) = game.seen().piece else { return picture };
        let left = (self.rules.setup.width - self.rules.shapes.of(piece)[0].width) / 2;
        picture.tiles.extend(piece.cells(0).into_iter().map(|(x, y)| {
            let (x, y) = ((left + x) as u32, ABOVE - 1 - y as u32);
            Tile::new(x, y, Tint::Kind(piece as u8), piece.letter())
        }));
        picture
    }

    fn answer(&self, luck: u64, actions: &[usize]) -> Episode<Placement> {
        let mut game = self.deal(luck);
        let mut line = Vec::new();
        for &action in actions {
            line.push(self.placement(game.seen(), action));
            self.act(&mut game, action);
        }
        Episode { luck: self.luck().unwrap_or(luck), line }
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::Puzzle;

    use super::*;

    #[test]
    fn a_learner_sees_the_board_and_the_piece() {
        let game = Tetris::parse("width = 4\nheight = 5\nseed = 3\npieces = \"bag7\"\n").unwrap();
        let mut dealt = game.deal(0);
        assert_eq!(game.shape(), ViewShape { planes: 2, rows: 5, columns: 4, most: 1 });
        let mut board = vec![7; game.shape().len()];
        let mut mask = vec![7; game.actions()];
        game.see(&dealt, &mut board);
        assert_eq!((board[..20].iter().sum::<u8>(), board[20..].iter().sum::<u8>()), (0, 4));
        assert!(
            game.legal(&dealt, &mut mask) && mask.iter().all(|&legal| legal == 0 || legal == 1)
        );
        let action = mask.iter().position(|&legal| legal == 1).unwrap();
        game.act(&mut dealt, action);
        game.see(&dealt, &mut board);
        assert_eq!(
            board[..20].iter().sum::<u8>() % 4,
            0,
            "a piece of four cells lies there, or filled its row"
        );
        let mut numbers = vec![f32::NAN; game.measured().len()];
        game.measure(&dealt, &mut numbers);
        assert_eq!(numbers.len(), 4 + 4 + 7 + 7);
        assert_eq!(numbers[8..15].iter().sum::<f32>(), 1.0);
        assert_eq!(numbers[15..].iter().sum::<f32>(), 5.0, "two of seven have come");
        assert_eq!(game.depict(&dealt).tiles.len(), 20 + 4);
    }

    #[test]
    fn a_learner_sees_the_next_piece_only_where_the_game_shows_it() {
        let game = |more: &str| {
            let text = format!("width = 4\nheight = 5\nseed = 3\npieces = \"bag7\"\n{more}");
            Tetris::parse(&text).unwrap()
        };
        let (hidden, shown) = (game(""), game("preview = true\n"));
        assert_eq!((hidden.shape().planes, shown.shape().planes), (2, 3));
        let (mut dealt, mut other) = (shown.deal(0), hidden.deal(0));
        assert_eq!(other.seen().next(), None);
        let mut board = vec![7; shown.shape().len()];
        shown.see(&dealt, &mut board);
        assert_eq!(board[40..].iter().sum::<u8>(), 4);
        let mut numbers = vec![f32::NAN; shown.measured().len()];
        shown.measure(&dealt, &mut numbers);
        assert_eq!(numbers.len(), 4 + 4 + 7 + 7 + 7);
        let next = dealt.seen().next().expect("it is in view");
        assert_eq!(numbers[15..22].iter().sum::<f32>(), 1.0);
        assert_eq!(numbers[15 + next as usize], 1.0);
        assert_eq!(numbers[22..].iter().sum::<f32>(), 5.0, "two of seven have been drawn");
        assert_eq!(shown.depict(&dealt).tiles.len(), 20 + 4 + 4);
        let mut mask = vec![0; shown.actions()];
        assert!(shown.legal(&dealt, &mut mask));
        let action = mask.iter().position(|&legal| legal == 1).unwrap();
        shown.act(&mut dealt, action);
        hidden.act(&mut other, action);
        assert_eq!((dealt.seen().piece(), other.seen().piece()), (Some(next), Some(next)));
    }
}
