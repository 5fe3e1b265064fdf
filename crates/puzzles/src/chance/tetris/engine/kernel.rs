//! Many placements at a time: the lanes of a vector are neighbouring columns, all with the same
//! shape.
//!
//! A shape that comes to rest changes the columns below it, and the wells and steps of these
//! columns and their neighbours. Everything else stays the same and is examined once for all
//! placements ([`Look`]). Row and column transitions, holes and their depth change by counts that
//! follow from the gaps below the shape and from the cells beside it. Filling a row changes
//! everything, so such placements, which are few, are examined separately.

use fearless_simd::prelude::*;
use quarry_core::{Foreseen, Pick};

use super::super::ahead::{self, After, Landing, Looking};
use super::super::board::{Board, COLUMNS};
use super::super::controllers::Weights;
use super::super::features::{FEATURES, Wells};
use super::super::piece::{Piece, Placement};
use super::super::setup::Setup;
use super::super::shape::{PieceShape, SIDE};
use super::super::state::Rules;
use super::champion::{Champion, Halves};
use super::prospect::BoardOutlook;
use super::scalar;

/// Maximum number of lanes of any vector.
pub(super) const MOST_LANES: usize = 16;
/// Number of wall columns left of the board: for a shape at the wall, two columns to its left are
/// read.
const LEFT: usize = 2;
/// Room for the widest board, its walls, and the lanes that extend beyond them.
const PADDED: usize = LEFT + COLUMNS + SIDE + 2 + MOST_LANES;
/// Number of features of the board alone: all but the first two.
pub(super) const OF_BOARD: usize = FEATURES - 2;
/// Heights beyond the right wall, chosen such that no step to or between them counts.
const WALLS: [u32; MOST_LANES] = {
    let mut walls = [0; MOST_LANES];
    let mut x = 0;
    while x < MOST_LANES {
        walls[x] = 1000 * (x as u32 + 1);
        x += 1;
    }
    walls
};

type Row = [u32; PADDED];

/// Returns the best placement, the first among equals. Requires a board on which nothing can block
/// a piece sideways.
#[inline(always)]
pub(super) fn best<S: Simd>(
    simd: S,
    rules: &Rules,
    board: &Board,
    piece: Piece,
    weights: &Weights,
) -> Option<Pick<Placement>> {
    best_on(
        simd,
        rules,
        board,
        &Sight::of(simd, &rules.setup, board, weights.wells),
        piece,
        weights,
    )
}

/// Returns the best placement with the next piece taken into account.
#[inline(always)]
pub(super) fn foresee<S: Simd>(
    simd: S,
    rules: &Rules,
    looking: &Looking,
    weights: &Weights,
) -> Option<Foreseen<Placement>> {
    // Closures that are not part of this function would be compiled without its instructions.
    ahead::foresee(
        rules,
        looking,
        #[inline(always)]
        |landing: &Landing, board: &Board| {
            let seen = Sight::of(simd, &rules.setup, board, weights.wells);
            let of_move = scalar::of_move(landing.shape, landing.row, landing.full);
            let is_open = board.is_open(&rules.setup);
            After {
                step: weights.value(&joined(of_move, [0; OF_BOARD])),
                worth: weights.value(&joined(of_move, seen.look.features)),
                most: if is_open {
                    seen.most(&rules.setup, board, weights).max(looking.lost)
                } else {
                    i64::MAX
                },
                seen,
            }
        },
        #[inline(always)]
        |board: &Board, seen: &Sight, piece: Piece| match board.is_open(&rules.setup) {
            true => best_on(simd, rules, board, seen, piece, weights),
            false => scalar::best(rules, board, piece, weights),
        },
    )
}

/// Data on a board, computed once for all pieces.
struct Sight {
    look: Look,
    common: [Row; 2],
}

impl Sight {
    #[inline(always)]
    fn of<S: Simd>(simd: S, setup: &Setup, board: &Board, wells: Wells) -> Self {
        Sight { look: Look::at(simd, setup, board, wells), common: common(setup, board) }
    }

    /// Upper bound on the value of any placement.
    #[inline(always)]
    fn most(&self, setup: &Setup, board: &Board, weights: &Weights) -> i64 {
        let heights = &board.heights()[..setup.width];
        let (lowest, highest) =
            heights.iter().fold((u32::MAX, 0), |(low, high), &h| (low.min(h), high.max(h)));
        let others = |x: usize| {
            self.common[0][LEFT + x] & self.common[1][LEFT + (x + SIDE).min(setup.width)]
        };
        let fills = (0..setup.width).fold(0, |rows, x| rows | others(x)) != 0;
        BoardOutlook { features: self.look.features, lowest, highest, fills }.most(setup, weights)
    }
}

/// Joins the features of a move and of the board it leads to.
#[inline(always)]
fn joined(of_move: [u32; 2], of_board: [u32; OF_BOARD]) -> [i64; FEATURES] {
    let mut features = [0; FEATURES];
    for (feature, seen) in features.iter_mut().zip(of_move.into_iter().chain(of_board)) {
        *feature = i64::from(seen);
    }
    features
}

/// Returns the best placement of a piece on a board that was examined.
#[inline(always)]
fn best_on<S: Simd>(
    simd: S,
    rules: &Rules,
    board: &Board,
    Sight { look, common }: &Sight,
    piece: Piece,
    weights: &Weights,
) -> Option<Pick<Placement>> {
    let setup = &rules.setup;
    let halves = Halves::of(weights);
    let mut champion = Champion::<S>::none(simd);
    for (rotation, shape) in rules.shapes.of(piece).iter().enumerate() {
        let Some(highest) = setup.ceiling().checked_sub(shape.height) else { continue };
        let columns = setup.width - shape.width + 1;
        for first in (0..columns).step_by(S::u32s::LEN) {
            let lanes = match shape.width {
                1 => Lanes::of::<1>(simd, look, common, shape, first),
                2 => Lanes::of::<2>(simd, look, common, shape, first),
                3 => Lanes::of::<3>(simd, look, common, shape, first),
                _ => Lanes::of::<4>(simd, look, common, shape, first),
            };
            let place = (rotation * COLUMNS + first) as u32;
            let fits = champion.fits(lanes.rows, highest as u32, (columns - first) as u32);
            let plain = lanes.full.simd_eq(0);
            champion.meet(
                fits & plain,
                halves.weigh(lanes.rows, shape.height, &lanes.features),
                place,
            );
            if (fits & !plain).any_true() {
                let (rows, full) = (lanes.rows.as_slice(), lanes.full.as_slice());
                for lane in 0..S::u32s::LEN.min(columns - first) {
                    let (row, full) = (rows[lane], full[lane]);
                    if full != 0 && row <= highest as u32 {
                        let mut after = *board;
                        after.lay(shape, first + lane, row);
                        after.remove(full);
                        let seen = Look::at(simd, setup, &after, weights.wells).features;
                        let features = joined(scalar::of_move(shape, row, full), seen);
                        champion.challenge(weights.value(&features), place + lane as u32);
                    }
                }
            }
        }
    }
    champion.pick(piece)
}

/// For each column, the cells that all columns before it have, and those that all from it on have.
#[inline(always)]
fn common(setup: &Setup, board: &Board) -> [Row; 2] {
    let mut common = [[u32::MAX; PADDED]; 2];
    let columns = &board.columns()[..setup.width];
    let mut all = u32::MAX;
    for (x, cells) in columns.iter().enumerate() {
        all &= cells;
        common[0][LEFT + x + 1] = all;
    }
    let mut all = u32::MAX;
    for (x, cells) in columns.iter().enumerate().rev() {
        all &= cells;
        common[1][LEFT + x] = all;
    }
    common
}

/// Data on a board, column by column between its walls.
struct Look {
    cells: Row,
    heights: Row,
    /// Heights with those of [`WALLS`] for the walls.
    levels: Row,
    /// First bit above each column.
    tops: Row,
    /// 1 for each column with a hole.
    holed: Row,
    /// Contribution of each column to the wells feature.
    wells: Row,
    /// Step from the previous column to this one, as a count of its kind.
    steps: Row,
    /// Rows with a hole in any column, as bits.
    all_holes: u32,
    /// Counts of each kind of step.
    all_steps: u32,
    /// Features of the board.
    features: [u32; OF_BOARD],
    /// Number of steps to and between walls included in `all_steps`.
    wall_steps: u32,
    /// Whether empty cells below a well belong to it.
    below: bool,
}

impl Look {
    #[inline(always)]
    fn at<S: Simd>(simd: S, setup: &Setup, board: &Board, wells: Wells) -> Self {
        let wall = u32::MAX >> (u32::BITS - setup.height as u32);
        let end = LEFT + setup.width;
        assert!(end <= LEFT + COLUMNS, "the widest board is known");
        let mut look = Look {
            cells: [wall; PADDED],
            heights: [0; PADDED],
            levels: [WALLS[0]; PADDED],
            tops: [1; PADDED],
            holed: [0; PADDED],
            wells: [0; PADDED],
            steps: [0; PADDED],
            all_holes: 0,
            all_steps: 0,
            features: [0; OF_BOARD],
            wall_steps: 0,
            below: wells == Wells::Below,
        };
        let (zero, one) = (S::u32s::simd_from(simd, 0), S::u32s::simd_from(simd, 1));
        for x in (0..COLUMNS).step_by(S::u32s::LEN) {
            let (at, lanes) = (LEFT + x, x..x + S::u32s::LEN);
            let heights = S::u32s::from_slice(simd, &board.heights()[lanes.clone()]);
            let cells = S::u32s::from_slice(simd, &board.columns()[lanes]);
            store::<S>(cells, &mut look.cells, at);
            store::<S>(heights, &mut look.heights, at);
            store::<S>(heights, &mut look.levels, at);
        }
        for x in (0..MOST_LANES).step_by(S::u32s::LEN) {
            store::<S>(S::u32s::simd_from(simd, wall), &mut look.cells, end + x);
            store::<S>(
                S::u32s::from_slice(simd, &WALLS[x..x + S::u32s::LEN]),
                &mut look.levels,
                end + x,
            );
        }
        // Walls have no holes, wells or transitions, so lanes beyond the board add nothing. Sums of
        // several features share one number: each stays within its bits.
        let (mut holes, mut steps, mut rows_and_wells, mut others) = (zero, zero, zero, zero);
        for x in (LEFT..=end).step_by(S::u32s::LEN) {
            let [left, cells, right] = [x - 1, x, x + 1].map(|x| load::<S>(simd, &look.cells, x));
            let wells = wells_of(simd, [left, cells, right], look.below);
            store::<S>(wells, &mut look.wells, x);
            rows_and_wells += (left ^ cells).count_ones() + (wells << 10);
            let step =
                step(simd, load::<S>(simd, &look.levels, x - 1), load::<S>(simd, &look.levels, x));
            store::<S>(step, &mut look.steps, x);
            steps += step;
            look.wall_steps += S::u32s::LEN as u32;
            let tops = one << load::<S>(simd, &look.heights, x).min(u32::BITS - 1);
            store::<S>(tops, &mut look.tops, x);
            let own_holes = (tops - one) & !cells;
            store::<S>(own_holes.min(1), &mut look.holed, x);
            holes |= own_holes;
            let rises = cells & !((cells << 1) | one);
            let depth = cells & (cells + one);
            others +=
                rises.count_ones() + (own_holes.count_ones() << 10) + (depth.count_ones() << 20);
        }
        let sum = |lanes: S::u32s| {
            lanes.as_slice().iter().fold(0u32, |sum, &lane| sum.wrapping_add(lane))
        };
        look.all_holes = holes.as_slice().iter().fold(0, |all, &lane| all | lane);
        look.all_steps = sum(steps);
        look.wall_steps -= setup.width as u32 - 1;
        let (rows_and_wells, others) = (sum(rows_and_wells), sum(others));
        let of_steps = of_steps::<S>(S::u32s::simd_from(simd, look.all_steps), look.wall_steps)
            .map(|kind| kind[0]);
        look.features = [
            rows_and_wells & 0x3ff,
            // Upwards, a column changes from filled to empty once more than back.
            setup.width as u32 + 2 * (others & 0x3ff),
            others >> 10 & 0x3ff,
            rows_and_wells >> 10,
            others >> 20,
            look.all_holes.count_ones(),
            of_steps[0],
            of_steps[1],
            of_steps[2],
            of_steps[3],
            of_steps[4],
            of_steps[5],
        ];
        look
    }
}

/// The step from one height to the next, as a count of one in one of seven 4-bit counters: for
/// steps from -2 to 2, and for larger steps down and up. There are at most 15 steps between
/// columns; those to walls are in the last counter, which has room for them.
#[inline(always)]
fn step<S: Simd>(simd: S, from: S::u32s, to: S::u32s) -> S::u32s {
    // Larger than any step between columns, so that the sums stay positive; a step down from a wall
    // wraps around and becomes a step up.
    const BIAS: u32 = 64;
    let kind = ((to - from + BIAS).max(BIAS - 3) - (BIAS - 3)).min(6);
    S::u32s::simd_from(simd, 1) << (kind << 2)
}

/// Features of the steps, in their order.
#[inline(always)]
fn of_steps<S: Simd>(steps: S::u32s, wall_steps: u32) -> [S::u32s; 6] {
    let count = |kind: u32| (steps >> (4 * kind)) & 0xf;
    let mut occurs = steps | (steps >> 1);
    occurs |= occurs >> 2;
    let bit = |kind: u32| (occurs >> (4 * kind)) & 1;
    let (even, two) = (bit(3), bit(1) + bit(5));
    [
        even + two + bit(2) + bit(4),
        even,
        two,
        count(3),
        count(2) + count(4),
        count(0) + (steps >> 24) - wall_steps,
    ]
}

#[inline(always)]
fn load<S: Simd>(simd: S, from: &Row, at: usize) -> S::u32s {
    S::u32s::from_slice(simd, &from[at..at + S::u32s::LEN])
}

#[inline(always)]
fn store<S: Simd>(lanes: S::u32s, to: &mut Row, at: usize) {
    lanes.store_slice(&mut to[at..at + S::u32s::LEN]);
}

/// Placements of one shape in neighbouring columns.
struct Lanes<S: Simd> {
    /// Rows of their lowest cells.
    rows: S::u32s,
    /// Rows they fill. If there are any, the features are not valid.
    full: S::u32s,
    features: [S::u32s; OF_BOARD],
}

impl<S: Simd> Lanes<S> {
    /// Examines the placements from the column `first` on of a shape that is `W` columns wide.
    #[inline(always)]
    fn of<const W: usize>(
        simd: S,
        look: &Look,
        common: &[Row; 2],
        shape: &PieceShape,
        first: usize,
    ) -> Self {
        assert!(first < COLUMNS, "lanes begin on the board");
        let at = LEFT + first;
        let (zero, one) = (S::u32s::simd_from(simd, 0), S::u32s::simd_from(simd, 1));

        // 1. Where the shape comes to rest. Rows that do not fit are clamped to the word and
        // skipped later.
        let heights: [S::u32s; W] = std::array::from_fn(|k| load::<S>(simd, &look.heights, at + k));
        let mut rows = zero;
        for (height, span) in heights.iter().zip(&shape.columns) {
            rows = rows.max(height.max(span.first) - span.first);
        }
        let row = rows.min(u32::BITS - shape.height as u32);

        // 2. The columns below it, and the holes made by its gaps.
        let mut cells = [zero; SIDE + 4];
        for (k, column) in cells[..W + 4].iter_mut().enumerate() {
            *column = load::<S>(simd, &look.cells, at + k - 2);
        }
        let mut full = load::<S>(simd, &common[0], at) & load::<S>(simd, &common[1], at + W);
        let (mut rises, mut gaps, mut depth) = (zero, zero, zero);
        let mut holes = S::u32s::simd_from(simd, look.all_holes);
        let mut levels = [zero; SIDE + 2];
        levels[0] = load::<S>(simd, &look.levels, at - 1);
        levels[W + 1] = load::<S>(simd, &look.levels, at + W);
        for k in 0..W {
            let span = shape.columns[k];
            let bottom = row + span.first;
            let lowest = one << bottom;
            let gap = bottom - heights[k];
            holes |= lowest - load::<S>(simd, &look.tops, at + k);
            gaps += gap;
            rises += gap.min(1);
            let is_holed = zero - (gap | load::<S>(simd, &look.holed, at + k)).min(1);
            depth += is_holed & span.length;
            cells[k + 2] |= (lowest << span.length) - lowest;
            full &= cells[k + 2];
            levels[k + 1] = bottom + span.length;
        }

        // 3. A row of the shape had no transitions inside and has none now; at each of its ends,
        // one appears or disappears.
        let mut touching = zero;
        for (r, span) in (0..).zip(&shape.rows[..shape.height]) {
            let (from, to) = (at + span.first as usize, at + (span.first + span.length) as usize);
            let beside = [load::<S>(simd, &look.cells, from - 1), load::<S>(simd, &look.cells, to)];
            touching += ((beside[0] >> (row + r)) & one) + ((beside[1] >> (row + r)) & one);
        }

        // 4. Steps to and between its columns.
        let mut steps = S::u32s::simd_from(simd, look.all_steps);
        for k in 0..=W {
            steps -= load::<S>(simd, &look.steps, at + k);
            steps += step(simd, levels[k], levels[k + 1]);
        }

        let of_steps = of_steps::<S>(steps, look.wall_steps);

        // 5. Wells of its columns and of both neighbours.
        let mut wells = S::u32s::simd_from(simd, look.features[3]);
        for k in 0..W + 2 {
            wells -= load::<S>(simd, &look.wells, at + k - 1);
        }
        wells += match W {
            1 => wells_between::<S, 3>(simd, &cells, look.below),
            2 => wells_between::<S, 4>(simd, &cells, look.below),
            3 => wells_between::<S, 5>(simd, &cells, look.below),
            _ => wells_between::<S, 6>(simd, &cells, look.below),
        };

        let before = |feature: usize| S::u32s::simd_from(simd, look.features[feature]);
        let features = [
            before(0) + 2 * shape.height as u32 - touching - touching,
            before(1) + rises + rises,
            before(2) + gaps,
            wells,
            before(4) + depth,
            holes.count_ones(),
            of_steps[0],
            of_steps[1],
            of_steps[2],
            of_steps[3],
            of_steps[4],
            of_steps[5],
        ];
        Lanes { rows, full, features }
    }
}

/// Contribution of a column to the wells feature, given its neighbours.
#[inline(always)]
fn wells_of<S: Simd>(simd: S, [left, cells, right]: [S::u32s; 3], below: bool) -> S::u32s {
    let zero = S::u32s::simd_from(simd, 0);
    let mut columns = [zero; SIDE + 4];
    columns[..3].copy_from_slice(&[left, cells, right]);
    wells_between::<S, 1>(simd, &columns, below)
}

/// Contribution of `N` neighbouring columns to the wells feature, from the second one given on.
#[inline(always)]
fn wells_between<S: Simd, const N: usize>(
    simd: S,
    columns: &[S::u32s; SIDE + 4],
    below: bool,
) -> S::u32s {
    let zero = S::u32s::simd_from(simd, 0);
    let empty: [S::u32s; N] = std::array::from_fn(|k| !columns[k + 1]);
    let mut falling: [S::u32s; N] = std::array::from_fn(|k| empty[k] & columns[k] & columns[k + 2]);
    let any = |falling: &[S::u32s; N]| {
        !falling.iter().fold(zero, |any, &cells| any | cells).simd_eq(zero).all_true()
    };
    if below {
        let mut deeper = falling;
        loop {
            for k in 0..N {
                deeper[k] = (deeper[k] >> 1) & empty[k] & !falling[k];
                falling[k] |= deeper[k];
            }
            if !any(&deeper) {
                break;
            }
        }
    }
    // Every cell of a well moves down as far as it can, and counts in each cell it reaches.
    let mut sum = zero;
    while any(&falling) {
        for k in 0..N {
            sum += falling[k].count_ones();
            falling[k] = (falling[k] >> 1) & empty[k];
        }
    }
    sum
}
