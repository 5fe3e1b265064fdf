//! Generates boards that can be solved: jumps are taken back from the goal until there are as many
//! pegs as wanted. The difficulty counts first jumps after which the goal is out of reach.
//!
//! Each seed gives many candidates; the first whose number of fatal first jumps fits the wanted
//! difficulty is taken, or the nearest of a fixed number of them.

use quarry_core::{Generate, GenerateError, Meter, Rng, Search, SliceEnd, StateSpace, settings};

use super::bits::Bits;
use super::jump_search::JumpTree;
use super::{BoardSpot, Cell, Drawing, Goal, Grid, Objective, PegSolitaire};

settings! {
    /// Parameters of generated boards.
    pub struct Params {
        /// Shape of the board.
        pub board: &'static str = "english", ["english", "european", "wiegleb", "triangle", "square", "scattered"];
        /// Number of pegs at the start.
        pub pegs: u64 = 12, 2..=100;
        /// Columns and rows of a square or scattered board, rows of a triangle.
        pub size: u64 = 6, 3..=11;
        /// Where the last peg must be: anywhere, or on the hole it was made from.
        pub finish: &'static str = "anywhere", ["anywhere", "fixed"];
        /// Share of first jumps that lose: few, some or most.
        pub difficulty: &'static str = "some", ["few", "some", "most"];
        /// What counts: any way, or the fewest sweeps.
        pub objective: &'static str = "any", ["any", "sweeps"];
    }
}

/// Candidates for the wanted difficulty, tries for each wanted number of pegs, and positions searched
/// to find out whether a first jump loses.
const CANDIDATES: usize = 12;
const TRIES: usize = 200;
const MOST_NODES: u64 = 20_000;

impl Generate for PegSolitaire {
    type Params = Params;

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let wanted = match params.difficulty {
            "few" => 0.0..=0.25,
            "some" => 0.25..=0.7,
            _ => 0.7..=1.0,
        };
        let mut nearest: Option<(f64, PegSolitaire)> = None;
        for _ in 0..CANDIDATES {
            let puzzle = candidate(params, &mut rng, meter)?;
            let lost = puzzle.share_of_lost_jumps(meter)?;
            if wanted.contains(&lost) {
                return Ok(puzzle);
            }
            let off = (wanted.start() - lost).max(lost - wanted.end());
            if nearest.as_ref().is_none_or(|(best, _)| off < *best) {
                nearest = Some((off, puzzle));
            }
        }
        let (_, puzzle) = nearest.expect("there is a candidate");
        Ok(puzzle)
    }
}

/// Makes one board that can be solved.
fn candidate(
    params: &Params,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<PegSolitaire, GenerateError> {
    let mut holes = 0;
    for _ in 0..TRIES {
        let (grid, drawing) = empty_board(params, rng);
        holes = drawing.spots.iter().filter(|spot| **spot != BoardSpot::Nothing).count();
        if params.pegs as usize >= holes {
            break;
        }
        if let Some(puzzle) = taken_back(params, grid, drawing, rng, meter)? {
            return Ok(puzzle);
        }
    }
    let why = format!(
        "no board of this shape with {} pegs was found that leaves one peg: ask for fewer pegs \
         than the {holes} holes, or for a larger board",
        params.pegs
    );
    Err(why.into())
}

/// Returns an empty board of the wanted shape.
fn empty_board(params: &Params, rng: &mut Rng) -> (Grid, Drawing) {
    let size = params.size as usize;
    let (grid, columns) = match params.board {
        "english" | "european" => (Grid::Square, 7),
        "wiegleb" => (Grid::Square, 9),
        "triangle" => (Grid::Triangle, size),
        _ => (Grid::Square, size),
    };
    let mut is_hole = |x: usize, y: usize| match params.board {
        "english" => (2..5).contains(&x) || (2..5).contains(&y),
        "european" => x.abs_diff(3) + y.abs_diff(3) <= 4,
        "wiegleb" => (3..6).contains(&x) || (3..6).contains(&y),
        "triangle" => x <= y,
        "scattered" => rng.below(6) > 0,
        _ => true,
    };
    let places = (0..columns).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let spots = places
        .map(|(x, y)| if is_hole(x, y) { BoardSpot::Empty } else { BoardSpot::Nothing })
        .collect();
    (grid, Drawing { columns, spots })
}

/// Takes back random jumps from a single peg; `None` if that ends too early.
fn taken_back(
    params: &Params,
    grid: Grid,
    mut drawing: Drawing,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<PegSolitaire>, GenerateError> {
    let holes: Vec<usize> =
        (0..drawing.spots.len()).filter(|&at| drawing.spots[at] != BoardSpot::Nothing).collect();
    let last = holes[rng.below(holes.len())];
    drawing.spots[last] = BoardSpot::Peg;
    let columns = drawing.columns;
    let cell = |at: usize| Cell { column: (at % columns) as u8, row: (at / columns) as u8 };
    let goal = if params.finish == "fixed" { Goal::Finish(cell(last)) } else { Goal::Single };
    let objective = if params.objective == "sweeps" { Objective::Sweeps } else { Objective::Any };
    let mut puzzle = PegSolitaire::new(drawing, grid, goal, objective);
    let mut pegs = puzzle.pegs;
    while u64::from(pegs.count_ones()) < params.pegs {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        let lines = &puzzle.layout().lines;
        let back: Vec<u128> = lines
            .iter()
            .filter(|line| pegs & line.changed() == line.changed() & !line.needed())
            .map(|line| line.changed())
            .collect();
        if back.is_empty() {
            return Ok(None);
        }
        pegs ^= back[rng.below(back.len())];
    }
    for (hole, &at) in holes.iter().enumerate() {
        puzzle.drawing.spots[at] =
            if pegs >> hole & 1 == 1 { BoardSpot::Peg } else { BoardSpot::Empty };
    }
    let PegSolitaire { drawing, grid, goal, objective, .. } = puzzle;
    Ok(Some(PegSolitaire::new(drawing, grid, goal, objective)))
}

impl PegSolitaire {
    /// Returns the share of first jumps after which the goal is out of reach, as far as a limited
    /// search can tell.
    fn share_of_lost_jumps(&self, meter: &mut Meter) -> Result<f64, GenerateError> {
        let mut jumps = Vec::new();
        self.moves(&self.start(), &mut jumps);
        let mut lost = 0;
        for &jump in &jumps {
            let mut position = self.start();
            self.play(&mut position, jump);
            let rest = quarry_core::Coached::starting_at(self, &position);
            let is_lost = if rest.layout().holes.len() <= 64 {
                is_refuted::<u64>(&rest, meter)
            } else {
                is_refuted::<u128>(&rest, meter)
            };
            lost += usize::from(is_lost);
            if !meter.goes_on() {
                return Err(GenerateError::Stopped);
            }
        }
        Ok(lost as f64 / jumps.len().max(1) as f64)
    }
}

/// Returns whether a search of limited size proves the goal out of reach.
fn is_refuted<B: Bits>(puzzle: &PegSolitaire, meter: &mut Meter) -> bool {
    let mut helper = meter.helper(u64::MAX, MOST_NODES);
    let mut search = JumpTree::<B>::new(puzzle);
    loop {
        helper.begin_slice();
        match search.slice(&mut helper) {
            SliceEnd::Proved => return true,
            SliceEnd::Exhausted => return false,
            SliceEnd::Working if helper.goes_on() => {}
            SliceEnd::Working => return false,
        }
    }
}
