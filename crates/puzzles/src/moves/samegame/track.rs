//! Tracks cells: a move is named by a cell of the start board, wherever it has fallen by now.
//!
//! A group removed a little earlier or later in a game is then still the same group, perhaps with
//! more cells. Searches that improve whole games need this.

use quarry_core::{Act, Rng, StateSpace, Tracked};

use super::packed::TrackedBoard;
use super::{Board, Cell, Colour, Move, SameGame, WideBoard};

/// A board with the original position of each cell.
#[derive(Debug, PartialEq)]
pub struct Track(Kind);

impl Clone for Track {
    fn clone(&self) -> Self {
        Track(self.0.clone())
    }

    /// Searches copy a track over another with every move; [`Clone::clone`] would take twice the
    /// work.
    #[inline]
    fn clone_from(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Kind::Packed(track), Kind::Packed(other)) => *track = *other,
            (track, other) => *track = other.clone(),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Packed(TrackedBoard),
    Wide(TrackedWide),
}

impl Tracked for SameGame {
    type Track = Track;
    type Thing = Cell;

    fn track(&self) -> Track {
        Track(match self.start() {
            Board::Packed(board) => Kind::Packed(TrackedBoard::new(board)),
            Board::Wide(board) => Kind::Wide(TrackedWide::new(board)),
        })
    }

    fn state(&self, track: &Track) -> Board {
        match &track.0 {
            Kind::Packed(tracked) => Board::Packed(*tracked.board()),
            Kind::Wide(tracked) => Board::Wide(tracked.board.clone()),
        }
    }

    fn thing_of(&self, track: &Track, mv: Move) -> Cell {
        match &track.0 {
            Kind::Packed(tracked) => tracked.origin_of(mv),
            Kind::Wide(tracked) => tracked.origins[usize::from(mv.column)][usize::from(mv.row)],
        }
    }

    #[inline]
    fn act(&self, track: &mut Track, cell: Cell) -> Act<Move> {
        match &mut track.0 {
            Kind::Packed(tracked) => {
                let Some(group) = tracked.group_of(cell) else { return Act::Never };
                let size = group.size();
                if size < self.rules.min_group() {
                    return Act::NotNow;
                }
                tracked.remove(&group);
                Act::Gained(group.first_cell(), self.rules.points(size))
            }
            Kind::Wide(tracked) => {
                let group = tracked.group_of(cell);
                let Some(&first) = group.first() else { return Act::Never };
                if group.len() < self.rules.min_group() {
                    return Act::NotNow;
                }
                tracked.remove(&group);
                Act::Gained(first, self.rules.points(group.len()))
            }
        }
    }

    fn any_thing(&self, track: &Track, rng: &mut Rng) -> Option<Cell> {
        match &track.0 {
            Kind::Packed(tracked) => tracked.choose(self.rules.min_group(), rng),
            Kind::Wide(tracked) => tracked.choose(None, self.rules.min_group(), rng),
        }
    }

    /// Not the most frequent colour while there are others, because it is kept for last.
    fn likely_thing(&self, track: &Track, rng: &mut Rng) -> Option<Cell> {
        match &track.0 {
            Kind::Packed(tracked) => tracked.choose_tabu(self.rules.min_group(), rng),
            Kind::Wide(tracked) => {
                let tabu = tracked.board.most_frequent_colour();
                tracked.choose(Some(tabu), self.rules.min_group(), rng)
            }
        }
    }
}

/// A wide board and, column by column from the bottom, the original positions of its cells.
#[derive(Debug, Clone, PartialEq)]
struct TrackedWide {
    board: WideBoard,
    origins: Vec<Vec<Cell>>,
}

impl TrackedWide {
    fn new(board: WideBoard) -> Self {
        let column = |column| {
            let cells = (0..=u8::MAX).map(|row| Cell { column, row });
            cells.take_while(|&cell| board.colour(cell).is_some()).collect()
        };
        let origins = (0..board.columns() as u8).map(column).collect();
        TrackedWide { origins, board }
    }

    /// Returns the cells of the current group of an original cell, by column, then by row; none if
    /// it is gone.
    fn group_of(&self, origin: Cell) -> Vec<Cell> {
        // Neither columns nor the cells of a column ever change their order.
        let place = || {
            let column = if self.board.closes() {
                let columns = self.origins.binary_search_by_key(&origin.column, |it| it[0].column);
                columns.ok()?
            } else {
                usize::from(origin.column)
            };
            let row =
                self.origins[column].binary_search_by_key(&origin.row, |cell| cell.row).ok()?;
            Some(Cell { column: column as u8, row: row as u8 })
        };
        place().map_or(Vec::new(), |cell| self.board.cells_of(cell))
    }

    fn remove(&mut self, group: &[Cell]) {
        self.board.play(group[0]);
        // From the last cell, so that those before it stay where they are.
        for cell in group.iter().rev() {
            self.origins[usize::from(cell.column)].remove(cell.row.into());
        }
        if self.board.closes() {
            self.origins.retain(|cells| !cells.is_empty());
        }
    }

    fn choose(&self, tabu: Option<Colour>, min_group: usize, rng: &mut Rng) -> Option<Cell> {
        let cell = self.board.choose(tabu, min_group, rng)?;
        Some(self.origins[usize::from(cell.column)][usize::from(cell.row)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::samegame::{Grid, PackedBoard, Variant};

    /// Both boards react in the same way to any cell, and cells keep their identity in both.
    #[test]
    fn packed_and_wide_tracks_agree_on_every_cell() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let (columns, rows) = (1 + rng.below(16) as u8, 1 + rng.below(16) as u8);
            let grid = Grid::random(columns, rows, 1 + rng.below(6), &mut rng);
            let packed = PackedBoard::from_grid(&grid).expect("it is small");
            let mut packed = Track(Kind::Packed(TrackedBoard::new(packed)));
            let mut wide = Track(Kind::Wide(TrackedWide::new(WideBoard::from_grid(&grid))));
            let closing = Variant::ALL.into_iter().filter(|rules| rules.closes_columns());
            let closing: Vec<Variant> = closing.collect();
            let rules = closing[rng.below(closing.len())];
            let game = SameGame { rules, grid };
            let cells: Vec<Cell> = game.grid.cells().collect();
            while let Some(next) = game.any_thing(&packed, &mut rng) {
                for &cell in &cells {
                    assert_eq!(
                        game.act(&mut packed.clone(), cell),
                        game.act(&mut wide.clone(), cell)
                    );
                }
                assert!(matches!(game.act(&mut packed.clone(), next), Act::Gained(..)));
                assert_eq!(game.act(&mut packed, next), game.act(&mut wide, next));
                let gone = cells[rng.below(cells.len())];
                assert_eq!(game.act(&mut packed, gone), game.act(&mut wide, gone));
                let (Board::Packed(board), Board::Wide(other)) =
                    (game.state(&packed), game.state(&wide))
                else {
                    panic!("a track keeps its kind of board")
                };
                assert!(cells.iter().all(|&cell| {
                    board.colour(cell.column.into(), cell.row.into()) == other.colour(cell)
                }));
            }
            assert_eq!(game.any_thing(&wide, &mut rng), None);
        }
    }

    /// Where columns stay, an act on an original cell is the move on the group that holds it.
    #[test]
    fn tracks_follow_cells_where_columns_stay() {
        let mut rng = Rng::new(2);
        for _ in 0..200 {
            let (columns, rows) = (1 + rng.below(9) as u8, 1 + rng.below(9) as u8);
            let grid = Grid::random(columns, rows, 1 + rng.below(4), &mut rng);
            let game = SameGame { rules: Variant::Jawbreaker3Drop, grid };
            let (mut track, mut board) = (game.track(), game.start());
            while let Some(thing) = game.any_thing(&track, &mut rng) {
                let group = board.cells_of(
                    game.grid
                        .cells()
                        .find(|&cell| {
                            board.colour(cell).is_some() && game.thing_of(&track, cell) == thing
                        })
                        .expect("it is still there"),
                );
                let points = game.play(&mut board, group[0]);
                assert_eq!(game.act(&mut track, thing), Act::Gained(group[0], points));
                assert_eq!(game.state(&track), board);
                assert_eq!(game.act(&mut track, thing), Act::Never);
            }
            assert!(!board.has_move(3));
        }
    }
}
