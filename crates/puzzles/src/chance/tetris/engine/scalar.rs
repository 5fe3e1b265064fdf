//! Evaluates one placement at a time, on whole columns.

use quarry_core::Pick;

use super::super::board::{Board, COLUMNS};
use super::super::controllers::Weights;
use super::super::features::{FEATURES, Wells};
use super::super::piece::{Piece, Placement};
use super::super::setup::Setup;
use super::super::shape::PieceShape;
use super::super::state::Rules;

/// Returns the best placement, evaluated one by one.
pub(super) fn best(
    rules: &Rules,
    board: &Board,
    piece: Piece,
    weights: &Weights,
) -> Option<Pick<Placement>> {
    let (mut best, mut among) = (None, 0);
    rules.each_placement(board, piece, |mv, row| {
        let shape = &rules.shapes.of(piece)[usize::from(mv.rotation)];
        let seen = features(&rules.setup, board, shape, mv.column.into(), row, weights.wells);
        let value = weights.value(&seen);
        among += 1;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, mv));
        }
    });
    best.map(|(value, mv)| Pick { mv, value, among })
}

/// Features of a shape that comes to rest here.
#[inline]
pub(super) fn features(
    setup: &Setup,
    before: &Board,
    shape: &PieceShape,
    column: usize,
    row: u32,
    wells: Wells,
) -> [i64; FEATURES] {
    let mut board = *before;
    board.lay(shape, column, row);
    let full = board.full_rows(setup);
    board.remove(full);

    let wall = u32::MAX >> (u32::BITS - setup.height as u32);
    // The board between its walls.
    let mut columns = [wall; COLUMNS + 2];
    for (x, &cells) in (1..=setup.width).zip(board.columns()) {
        columns[x] = cells;
    }
    let mut seen = [0; FEATURES];
    seen[..2].copy_from_slice(&of_move(shape, row, full));
    seen[2] = (0..=setup.width).map(|x| (columns[x] ^ columns[x + 1]).count_ones()).sum();
    let (mut rows_with_holes, mut steps) = (0, [0; 7]);
    for x in 0..setup.width {
        let cells = columns[x + 1];
        let height = board.heights()[x];
        let holes = !cells & covered(height);
        // Upwards, a column changes from filled to empty once more than back.
        seen[3] += 1 + 2 * (cells & !(cells << 1 | 1)).count_ones();
        seen[4] += holes.count_ones();
        seen[5] += well(columns[x], cells, columns[x + 2], wells);
        seen[6] += (cells & cells.wrapping_add(1)).count_ones();
        rows_with_holes |= holes;
        if x > 0 {
            let step = (height as i32 - board.heights()[x - 1] as i32).clamp(-3, 3);
            steps[(step + 3) as usize] += 1;
        }
    }
    seen[7] = rows_with_holes.count_ones();
    let [down, .., up] = steps;
    let occurs = steps.map(|count: u32| count.min(1));
    seen[8] = occurs[1..6].iter().sum();
    seen[9..].copy_from_slice(&[
        occurs[3],
        occurs[1] + occurs[5],
        steps[3],
        steps[2] + steps[4],
        down + up,
    ]);
    seen.map(i64::from)
}

/// Features of a move by itself: its landing height, doubled, and the cells of it that disappear
/// with the rows it fills.
#[inline]
pub(super) fn of_move(shape: &PieceShape, row: u32, full: u32) -> [u32; 2] {
    let own = (0..shape.height)
        .map(|r| (full >> (row + r as u32) & 1) * shape.rows[r].length)
        .sum::<u32>();
    [2 * row + shape.height as u32 - 1, full.count_ones() * own]
}

/// Cells below a height except the 32nd, which is not a hole.
#[inline]
fn covered(height: u32) -> u32 {
    (1 << height.min(u32::BITS - 1)) - 1
}

/// Contribution of a column to the wells feature, given its neighbours.
#[inline]
fn well(left: u32, cells: u32, right: u32, wells: Wells) -> u32 {
    let mut falling = !cells & left & right;
    if wells == Wells::Below {
        let mut deeper = falling >> 1 & !cells & !falling;
        while deeper != 0 {
            falling |= deeper;
            deeper = deeper >> 1 & !cells & !falling;
        }
    }
    // Every cell of a well moves down as far as it can, and counts in each cell it reaches.
    let mut sum = 0;
    while falling != 0 {
        sum += falling.count_ones();
        falling = falling >> 1 & !cells;
    }
    sum
}
