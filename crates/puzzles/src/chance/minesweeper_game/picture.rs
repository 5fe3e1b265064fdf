//! The board as a drawing list.

use quarry_core::{
    Interactive, Located, Mark, Notation, ParseError, Picture, StateSpace, Tile, Tint, Touch,
};
use quarry_pencil::Clue;

use super::state::{Cell, Rules, State};
use super::text;

/// Open cells with their numbers; a mine that was opened is a disc.
pub(super) fn of_state(rules: &Rules, state: &State) -> Picture {
    let grid = rules.setup.grid;
    Picture::grid(grid.columns as u32, grid.rows as u32, |x, y| {
        let cell = grid.at(y as usize, x as usize);
        match state.cells[cell] {
            None if state.exploded == Some(cell as u16) => {
                Tile::new(x, y, Tint::Plain, "").marked(Mark::Disc)
            }
            None => Tile::new(x, y, Tint::Open, ""),
            clue => Tile::new(x, y, Tint::Given, Clue::show(clue)),
        }
    })
}

impl Notation for Rules {
    fn write_move(&self, cell: Cell) -> String {
        self.setup.grid.name(cell.index())
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Cell, ParseError> {
        text::parse_cell(self.setup.grid, &entry)
    }
}

impl Interactive for Rules {
    fn scene(&self, state: &State) -> Picture {
        of_state(self, state)
    }

    fn touch(&self, state: &State, x: u32, y: u32) -> Option<Touch<Cell>> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let cell = self.setup.grid.at(y as usize, x as usize);
        let mv = moves.into_iter().find(|mv| mv.index() == cell)?;
        let words = format!("opens {}", self.setup.grid.words(cell));
        Some(Touch { moves: vec![mv], cells: vec![(x, y)], words })
    }
}
