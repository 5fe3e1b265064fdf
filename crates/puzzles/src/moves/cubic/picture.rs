//! The board as a drawing list, and what touches, drags and arrow keys do.
//!
//! Every block shows its letter besides its colour, for people who cannot tell the colours apart.
//! A touch moves a block that can go one way only; a block that can go both ways is dragged. An
//! arrow key moves the only block that can go that way.

use quarry_core::{
    Drag, Interactive, Located, Notation, ParseError, Picture, Side, Tile, Tint, Touch,
};

use super::layout::{BlockShift, Direction};
use super::text;
use super::{Board, Cubic, Move};

impl Notation for Cubic {
    fn write_move(&self, mv: Move) -> String {
        text::write_move(mv)
    }

    fn read_move(&self, entry: Located<&str>) -> Result<Move, ParseError> {
        text::read_move(&entry)
    }
}

impl Cubic {
    fn steps(&self, board: &Board) -> Vec<BlockShift> {
        let mut steps = Vec::new();
        self.layout().each_step(&board.cells, |step| steps.push(step));
        steps
    }

    /// Column and row of the cell that a step leads to.
    pub(super) fn target(&self, step: BlockShift) -> (u32, u32) {
        let (column, row) = self.layout().at(self.layout().beside(step.place(), step.direction()));
        (u32::from(column), u32::from(row))
    }

    /// Column and row of the block that a step moves.
    pub(super) fn origin(&self, step: BlockShift) -> (u32, u32) {
        let (column, row) = self.layout().at(step.place());
        (u32::from(column), u32::from(row))
    }
}

impl Interactive for Cubic {
    fn scene(&self, board: &Board) -> Picture {
        let (columns, rows) = (u32::from(self.grid.columns), u32::from(self.grid.rows()));
        Picture::grid(columns, rows, |x, y| match self.layout().place(x as u8, y as u8) {
            None => Tile::new(x, y, Tint::Wall, "#"),
            Some(place) => match board.cells[usize::from(place)] {
                0 => Tile::new(x, y, Tint::Blank, "."),
                colour => Tile::new(x, y, Tint::Kind(colour - 1), text::letter(colour)),
            },
        })
    }

    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<Move>> {
        let place = self.layout().place(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        let mut steps = self.steps(board).into_iter().filter(|step| step.place() == place);
        let step = steps.next().filter(|_| steps.next().is_none())?;
        let where_to = if step.direction() == Direction::Left { "left" } else { "right" };
        Some(Touch {
            moves: vec![self.move_of(step)],
            cells: vec![(x, y), self.target(step)],
            words: format!("the block goes {where_to}"),
        })
    }

    fn drags(&self, board: &Board) -> Vec<Drag<Move>> {
        let drag = |step: BlockShift| Drag {
            from: self.origin(step),
            to: self.target(step),
            moves: vec![self.move_of(step)],
        };
        self.steps(board).into_iter().map(drag).collect()
    }

    fn steer(&self, board: &Board, towards: Side) -> Option<Move> {
        let direction = match towards {
            Side::Left => Direction::Left,
            Side::Right => Direction::Right,
            Side::Top | Side::Bottom => return None,
        };
        let mut steps = self.steps(board).into_iter().filter(|step| step.direction() == direction);
        let step = steps.next()?;
        steps.next().is_none().then(|| self.move_of(step))
    }
}
