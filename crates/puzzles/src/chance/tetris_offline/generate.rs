//! Generates sequences of pieces: drawn as in the game of chance, or such that an empty board is
//! empty again after the last piece.
//!
//! A sequence that clears the board is a rectangle of whole rows, tiled from below: a depth-first
//! search drops random pieces on the lowest column, leaves no hole, and never builds above the last
//! row. No board is searched twice with the same number of pieces left.

use quarry_core::{Generate, GenerateError, Lucky, Meter, Rng, StateSpace, settings};
use rustc_hash::FxHashSet;

use super::super::tetris::rules::{Grid, pieces};
use super::super::tetris::{
    Board, HEIGHTS, LOWEST_TOP4, Piece, Placement, RuleSet, Rules, Setup, Source, Tetris, WIDTHS,
};
use super::{MOST_PIECES, Objective, TetrisOffline};

settings! {
    /// Parameters of generated sequences.
    pub struct OfflineParams {
        /// Number of columns.
        pub width: u64 = 10, WIDTHS;
        /// Number of rows; at least 8 under the rules top4.
        pub height: u64 = 20, HEIGHTS;
        /// Rule set of the game.
        pub rules: &'static str = "simplified", RuleSet::ALL.map(RuleSet::name);
        /// What counts.
        pub objective: &'static str = "rows", Objective::ALL.map(Objective::name);
        /// Number of pieces.
        pub pieces: u64 = 20, 1..=MOST_PIECES as u64;
        /// How pieces are drawn: each one of seven, from bags of all seven, or such that the board
        /// can be cleared.
        pub source: &'static str = "uniform", ["uniform", "bag7", CLEARS];
    }
}

/// Source of sequences after which the board can be empty.
const CLEARS: &str = "clears";

impl Generate for TetrisOffline {
    type Params = OfflineParams;

    fn generate(
        params: &OfflineParams,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let (width, height) = (params.width as usize, params.height as usize);
        let rules = RuleSet::named(params.rules).expect("the settings take names of rule sets");
        if rules == RuleSet::Top4 && height < LOWEST_TOP4 {
            let why = format!(
                "top4 leaves no room on {height} rows: ask for a height of {LOWEST_TOP4} or more"
            );
            return Err(GenerateError::Refused(why));
        }
        let objective =
            Objective::named(params.objective).expect("the settings take names of objectives");
        let count = params.pieces as usize;
        let make = |sequence| {
            let well = Grid { rows: vec![vec![false; width]; height] };
            TetrisOffline::new((width, height), rules, objective, well, sequence)
        };
        if let Some(source) = Source::named(params.source) {
            return Ok(make(pieces(source, seed).take(count).collect()));
        }
        if !(4 * count).is_multiple_of(width) {
            let why = format!(
                "{count} pieces cannot fill whole rows of {width} cells: ask for a number of pieces \
                 whose fourfold is a multiple of {width}"
            );
            return Err(GenerateError::Refused(why));
        }
        let (source, max_pieces, preview) = (Source::Uniform, None, false);
        let setup = Setup { width, height, rules, source, max_pieces, preview };
        let game = Tetris::new(setup, None);
        Ok(make(clearing(game.rules(), count, &mut Rng::new(seed), meter)?))
    }
}

/// Whether a placement has cells above a column.
fn covers(mv: Placement, column: usize) -> bool {
    let width = mv.piece.drawings()[usize::from(mv.rotation)][0].len();
    (usize::from(mv.column)..usize::from(mv.column) + width).contains(&column)
}

/// A board on the way, with the pieces still to come and the placements not yet tried on it.
struct Step {
    board: Board,
    left: usize,
    untried: Vec<Placement>,
    /// The placement that is being tried.
    taken: Option<Placement>,
}

/// Finds a sequence of this many pieces that clears an empty board.
fn clearing(
    rules: &Rules,
    count: usize,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Vec<Piece>, GenerateError> {
    let width = rules.setup().width;
    let mut step = |board: Board, left: usize| {
        let mut untried = Vec::new();
        Piece::ALL
            .iter()
            .for_each(|&piece| rules.moves(&rules.begun(board, [piece]), &mut untried));
        let heights = &board.heights()[..width];
        let lowest = (0..width).min_by_key(|&column| heights[column]).expect("there are columns");
        untried.retain(|&mv| covers(mv, lowest));
        rng.shuffle(&mut untried);
        Step { board, left, untried, taken: None }
    };
    let mut barren: FxHashSet<(Board, usize)> = FxHashSet::default();
    let mut line = vec![step(Board::default(), count)];
    while let Some(last) = line.last_mut() {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        let Some(mv) = last.untried.pop() else {
            barren.insert((last.board, last.left));
            line.pop();
            continue;
        };
        last.taken = Some(mv);
        let (mut state, left) = (rules.begun(last.board, [mv.piece]), last.left - 1);
        rules.play(&mut state, mv);
        let board = *state.board();
        let filled = board.filled();
        let highest = board.heights().iter().copied().max().unwrap_or(0);
        let has_hole = board.heights().iter().sum::<u32>() > filled;
        let removed = (4 * (count - left) - filled as usize) / width;
        let is_too_high = removed + highest as usize > 4 * count / width;
        if has_hole || is_too_high || barren.contains(&(board, left)) {
            continue;
        }
        if left == 0 {
            return Ok(line.iter().filter_map(|step| step.taken).map(|mv| mv.piece).collect());
        }
        line.push(step(board, left));
    }
    let why =
        format!("no {count} pieces clear {width} columns, each from above and without a hole");
    Err(GenerateError::Refused(why))
}
