//! Play backwards: what slid into its cell slides out again, so that a search can begin at the goal
//! too, and every board is found again in the layer before or after.

use quarry_core::{Identified, Layered, Reversible, Score, StateSpace};

use super::heuristic::{Heuristic, LinearConflict};
use super::{Board, NPuzzle};

impl Identified for NPuzzle {}

/// A way back is the tile that slid last.
impl Reversible for NPuzzle {
    type WayBack = u16;

    fn goals(&self, out: &mut Vec<Board>) {
        out.push(self.goal_board());
    }

    /// Every tile beside the empty cell can have slid last, unless the goal was there before it.
    fn ways_back(&self, board: &Board, out: &mut Vec<u16>) {
        let beside = self.beside(board.empty()).map(|cell| self.tile_in(board, cell));
        out.extend(beside.filter(|&tile| self.least_moves_after(board, tile) > 0));
    }

    fn go_back(&self, board: &mut Board, tile: u16) -> (u16, Score) {
        let gain = self.play(board, tile);
        (tile, gain)
    }

    fn least_cost(&self) -> Score {
        1
    }

    /// The bound of the same puzzle with the start as its goal.
    fn bound_from_start(&self, board: &Board) -> Score {
        let start = self.start();
        let mut cells_at_start = vec![0; self.cells()];
        for (&home, cell) in start.homes().iter().zip(0..) {
            cells_at_start[usize::from(home)] = cell;
        }
        let tiles: Vec<u16> =
            board.homes().iter().map(|&home| cells_at_start[usize::from(home)]).collect();
        let bound = LinearConflict::new(self.columns(), self.rows(), start.empty());
        -Score::from(bound.begin(&tiles))
    }
}

impl Layered for NPuzzle {
    const LAYERS_BACK: usize = 1;
}
