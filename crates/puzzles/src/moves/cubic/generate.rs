//! Generates boards that can be solved, from parameters and a seed.
//!
//! Solids are strewn at random. If a length is asked for, blocks fall into random columns, never
//! beside their like, and the exact solver decides whether the board is kept: its shortest solution
//! must have the wanted length, and a chain if one is wanted. Otherwise the board is built backwards,
//! pair by pair (`backwards.rs`), which makes boards of all sizes that can be solved for certain.
//! The same parameters and seed give the same board on every machine, since work is counted.

use quarry_core::{
    Generate, GenerateError, Halt, Meter, NoTables, OwnSolver, PuzzleSearch, Rng, drive, settings,
};

use super::backwards;
use super::distances::NEVER;
use super::exact::{Exact, ExactSettings};
use super::layout::PlayBuffers;
use super::rules::Table;
use super::{Cell, Cubic, Grid, Move, Objective};

settings! {
    /// Parameters of generated boards.
    pub struct CubicParams {
        /// Number of columns.
        pub columns: u64 = 8, 2..=32;
        /// Number of rows.
        pub rows: u64 = 6, 2..=32;
        /// Number of colours.
        pub colours: u64 = 5, 1..=26;
        /// Number of blocks, at least two of each colour.
        pub blocks: u64 = 14, 2..=1000;
        /// Share of solid cells, in percent.
        pub solids: u64 = 25, 0..=90;
        /// Least length of the shortest solution; 0 if any length will do.
        pub least_moves: u64 = 8, 0..=200;
        /// Greatest length of the shortest solution; 0 if any length will do.
        pub most_moves: u64 = 0, 0..=200;
        /// Rounds of vanishing that one move of the solution must cause; 2 and more are chains.
        pub chain: u64 = 1, 1..=6;
    }
}

/// Work on one board, in nodes, after which another one is tried.
const WORK: u64 = 100_000;

/// Number of boards after which the wish is refused.
const BOARDS: u64 = 20_000;

impl Generate for Cubic {
    type Params = CubicParams;

    fn generate(params: &CubicParams, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let cells = params.columns * params.rows;
        let room = cells - cells * params.solids / 100;
        if params.blocks < 2 * params.colours {
            let why = format!(
                "{} colours need at least {} blocks, two of each: ask for more blocks or fewer \
                 colours",
                params.colours,
                2 * params.colours
            );
            return Err(why.into());
        }
        if params.blocks * 10 > room * 9 {
            let why = format!(
                "{} blocks leave no room to move on a board with {room} open cells: ask for at most \
                 {} blocks, fewer solids or a larger board",
                params.blocks,
                room * 9 / 10
            );
            return Err(why.into());
        }
        if params.most_moves > 0 && params.most_moves < params.least_moves {
            let why = "most_moves is less than least_moves: raise it, or set it to 0 for no limit";
            return Err(why.to_owned().into());
        }
        let counts_moves = params.least_moves > 0 || params.most_moves > 0 || params.chain > 1;
        if !counts_moves && !params.blocks.is_multiple_of(2) {
            let why = "a board of any length is built of pairs: ask for an even number of blocks, or \
                       for a length with least_moves";
            return Err(why.to_owned().into());
        }
        let mut rng = Rng::new(seed);
        for _ in 0..BOARDS {
            meter.check().map_err(|_| GenerateError::Stopped)?;
            let made = if counts_moves {
                random_board(params, &mut rng)
            } else {
                let solids = random_solids(params, &mut rng);
                let wanted = (params.blocks as usize, params.colours as usize);
                let made = backwards::fill(solids, wanted, &mut rng, meter)?;
                made.map(|grid| Cubic::new(Objective::Moves, grid))
            };
            if let Some(puzzle) = made
                && (!counts_moves || is_wanted(&puzzle, params, meter)?)
            {
                return Ok(puzzle);
            }
        }
        Err(GenerateError::Refused(format!(
            "none of {BOARDS} boards was as wanted: ask for a smaller least_moves or chain, fewer \
             blocks or more columns"
        )))
    }
}

/// Makes a board of solids only.
fn random_solids(params: &CubicParams, rng: &mut Rng) -> Grid {
    let count = (params.columns * params.rows) as usize;
    let mut cells = vec![Cell::Empty; count];
    cells[..count * params.solids as usize / 100].fill(Cell::Solid);
    rng.shuffle(&mut cells);
    Grid { columns: params.columns as u8, cells }
}

/// Makes a board at rest without groups; `None` if the blocks do not fit.
pub(super) fn random_board(params: &CubicParams, rng: &mut Rng) -> Option<Cubic> {
    let (columns, rows) = (params.columns as usize, params.rows as usize);
    let mut cells = random_solids(params, rng).cells;
    // Two of each colour, and the rest at random.
    let colours = params.colours as usize;
    let colour = |index: usize, rng: &mut Rng| {
        if index < 2 * colours { index / 2 } else { rng.below(colours) }
    };
    let mut bag: Vec<usize> = (0..params.blocks as usize).map(|at| colour(at, rng)).collect();
    rng.shuffle(&mut bag);
    for colour in bag {
        let block = Cell::Block(colour as u8 + 1);
        let place = (0..4 * columns).find_map(|_| {
            let open: Vec<usize> =
                (0..cells.len()).filter(|&at| cells[at] == Cell::Empty).collect();
            if open.is_empty() {
                return None;
            }
            let at = open[rng.below(open.len())];
            let below = (at + columns..cells.len()).step_by(columns);
            let rest = below.take_while(|&under| cells[under] == Cell::Empty).last().unwrap_or(at);
            let (column, row) = (rest % columns, rest / columns);
            let touches = column > 0 && cells[rest - 1] == block
                || column + 1 < columns && cells[rest + 1] == block
                || row > 0 && cells[rest - columns] == block
                || row + 1 < rows && cells[rest + columns] == block;
            (!touches).then_some(rest)
        });
        cells[place?] = block;
    }
    let puzzle = Cubic::new(Objective::Moves, Grid { columns: columns as u8, cells });
    let table = Table::of(&puzzle);
    let is_sound = table.first_falling().is_none() && table.first_grouped().is_none();
    assert!(is_sound, "blocks fall to rest apart from their like");
    Some(puzzle)
}

/// Whether a board meets the wish.
fn is_wanted(
    puzzle: &Cubic,
    params: &CubicParams,
    meter: &mut Meter,
) -> Result<bool, GenerateError> {
    if puzzle.least_moves(&puzzle.cells()) == NEVER {
        return Ok(false);
    }
    let search = Exact::begin(puzzle, &ExactSettings::default(), 1, &NoTables);
    let Some(line) = solution(search, meter)? else { return Ok(false) };
    let length = line.len() as u64;
    let fits =
        length >= params.least_moves && (params.most_moves == 0 || length <= params.most_moves);
    Ok(fits && longest_chain(puzzle, &line) >= params.chain)
}

/// A shortest solution, if one is found within the work for one board.
fn solution(
    mut search: PuzzleSearch<Cubic>,
    meter: &mut Meter,
) -> Result<Option<Vec<Move>>, GenerateError> {
    let mut helper = meter.helper(WORK, WORK.min(meter.nodes_left()));
    let outcome = drive(&mut search, &mut helper, &mut |_| {});
    meter.count(outcome.tally);
    if matches!(outcome.halted, Some(Halt::Seconds | Halt::Interrupted)) {
        return Err(GenerateError::Stopped);
    }
    Ok(outcome.found.filter(|_| outcome.proved).map(|found| found.answer))
}

/// Most rounds of vanishing that a move of a line causes.
fn longest_chain(puzzle: &Cubic, line: &[Move]) -> u64 {
    let mut cells = puzzle.cells();
    let rounds = line.iter().map(|&mv| {
        let step = puzzle.step_of(mv).expect("a played move");
        puzzle.layout().play(&mut cells, step, &mut PlayBuffers::default())
    });
    rounds.max().unwrap_or(0).into()
}
