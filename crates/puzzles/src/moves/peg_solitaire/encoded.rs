//! Peg solitaire for learners. An action is a jump: `(row * columns + column) * directions +
//! direction` of the peg that jumps, with 4 directions (up, right, down, left) or 6 on the grid of a
//! triangle (also down right, up left).
//!
//! The board has three planes of 0 and 1: pegs, holes, and the peg that may go on with its sweep. An
//! action gains what a jump gains, and the last one also the terminal score.

use quarry_core::{Encoded, Guided, Interactive, Picture, Score, StateSpace, ViewShape};

use super::{Cell, Jump, PegPosition, PegSolitaire};

impl PegSolitaire {
    fn action_of(&self, jump: Jump) -> usize {
        let layout = self.layout();
        let right = i32::from(jump.to.column) - i32::from(jump.from.column);
        let down = i32::from(jump.to.row) - i32::from(jump.from.row);
        let directions = layout.grid.directions();
        let direction = directions.iter().position(|&(x, y)| (2 * x, 2 * y) == (right, down));
        let place = usize::from(jump.from.row) * layout.columns + usize::from(jump.from.column);
        place * directions.len() + direction.expect("a jump goes in one of the directions")
    }

    fn jump_of(&self, action: usize) -> Jump {
        let layout = self.layout();
        let directions = layout.grid.directions();
        let (place, (x, y)) = (action / directions.len(), directions[action % directions.len()]);
        let (column, row) = ((place % layout.columns) as i32, (place / layout.columns) as i32);
        let cell = |column: i32, row: i32| Cell { column: column as u8, row: row as u8 };
        Jump::new(cell(column, row), cell(column + 2 * x, row + 2 * y))
    }
}

impl Encoded for PegSolitaire {
    type Game = PegPosition;

    fn deal(&self, _: u64) -> PegPosition {
        self.start()
    }

    fn actions(&self) -> usize {
        let layout = self.layout();
        layout.columns * layout.rows * layout.grid.directions().len()
    }

    fn legal(&self, position: &PegPosition, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut jumps = Vec::new();
        self.moves(position, &mut jumps);
        jumps.iter().for_each(|&jump| out[self.action_of(jump)] = 1);
        !jumps.is_empty()
    }

    fn act(&self, position: &mut PegPosition, action: usize) -> Score {
        self.play(position, self.jump_of(action))
    }

    fn closing(&self, position: &PegPosition) -> Score {
        self.terminal_score(position)
    }

    fn reached(&self, position: &PegPosition) -> bool {
        self.is_solved(position)
    }

    fn shape(&self) -> ViewShape {
        let layout = self.layout();
        ViewShape { planes: 3, rows: layout.rows, columns: layout.columns, most: 1 }
    }

    fn see(&self, position: &PegPosition, out: &mut [u8]) {
        out.fill(0);
        let layout = self.layout();
        let plane = layout.columns * layout.rows;
        for (hole, cell) in layout.holes.iter().enumerate() {
            let place = usize::from(cell.row) * layout.columns + usize::from(cell.column);
            out[place] = (position.pegs >> hole & 1) as u8;
            out[plane + place] = 1;
            out[2 * plane + place] = u8::from(position.last.map(usize::from) == Some(hole));
        }
    }

    fn measured(&self) -> Vec<String> {
        ["pegs", "jumps", "pegs that can jump", "cost of the pegs' holes"]
            .map(str::to_owned)
            .to_vec()
    }

    fn measure(&self, position: &PegPosition, out: &mut [f32]) {
        let mut jumps = Vec::new();
        self.moves(position, &mut jumps);
        let count = jumps.len();
        jumps.dedup_by_key(|jump| jump.from);
        out.copy_from_slice(&[
            position.pegs.count_ones() as f32,
            count as f32,
            jumps.len() as f32,
            -self.estimate(position) as f32,
        ]);
    }

    fn depict(&self, position: &PegPosition) -> Picture {
        self.scene(position)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Jump> {
        actions.iter().map(|&action| self.jump_of(action)).collect()
    }
}
