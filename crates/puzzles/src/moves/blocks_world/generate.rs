//! Generates instances: a start and a goal, each evenly drawn from all arrangements, or from those
//! with a wanted number of towers. A wanted number of moves or of detours (blocks that move twice)
//! is met by drawing until the exact solver finds it.

use quarry_core::{Generate, GenerateError, Meter, Puzzle, Rng, settings};

use super::goal::{Goal, SettledBlocks};
use super::smallest_set::SmallestSet;
use super::uniform::{Arrangements, in_towers};
use super::{Block, BlocksWorld, Objective, text};

settings! {
    /// Parameters of generated instances.
    pub struct Params {
        /// Number of blocks.
        pub blocks: u64 = 12, 1..=2_000;
        /// Number of towers in the start and in the goal; 0 for any number.
        pub towers: u64 = 0, 0..=2_000;
        /// Wanted number of moves of a shortest solution; 0 for any number.
        pub moves: u64 = 0, 0..=4_000;
        /// Whether a number of detours is wanted.
        pub with_detours: bool = false, ();
        /// Wanted number of blocks that move twice in a shortest solution, if one is wanted.
        pub detours: u64 = 2, 0..=2_000;
        /// Largest number of towers on the table; 0 for no limit.
        pub table: u64 = 0, 0..=2_000;
    }
}

/// Pairs of arrangements that are tried for a wanted number of moves or detours.
const TRIES: u32 = 5_000;

/// Largest number of blocks for which shortest solutions are found in a moment.
const MOST_WITH_WISHES: u64 = 150;

impl Generate for BlocksWorld {
    type Params = Params;

    /// As many blocks, with a complete goal and the same limit on towers.
    fn alike(&self) -> Option<Params> {
        let (blocks, table) = (self.count() as u64, self.table.map_or(0, u64::from));
        let fits = blocks <= 2_000 && !self.is_partial && self.objective == Objective::Moves;
        fits.then(|| Params { blocks, table, ..Params::default() })
    }

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        refuse_contradictions(params)?;
        let blocks = params.blocks as usize;
        let most = if params.table == 0 { blocks } else { params.table as usize };
        let all = match params.towers {
            0 => Some(Arrangements::new(blocks, most, meter)?),
            _ => None,
        };
        let mut rng = Rng::new(seed);
        let mut draw = || match &all {
            Some(all) => all.draw(&mut rng),
            None => in_towers(blocks, params.towers as usize, &mut rng),
        };
        if !has_wishes(params) {
            return finished(params, &draw(), &draw());
        }
        let mut found: Vec<(u64, u64)> = Vec::new();
        for _ in 0..TRIES {
            let (start, goal) = (draw(), draw());
            let settled = Goal::complete(&goal).settle(&start);
            let (moves, detours) = shortest(&settled, meter)?;
            let suits = (params.moves == 0 || params.moves == moves)
                && (!params.with_detours || params.detours == detours);
            if suits {
                return finished(params, &start, &goal);
            }
            found.push((moves, detours));
        }
        Err(unmet(params, &mut found).into())
    }
}

fn has_wishes(params: &Params) -> bool {
    params.moves > 0 || params.with_detours
}

fn refuse_contradictions(params: &Params) -> Result<(), String> {
    let Params { blocks, towers, table, .. } = *params;
    if towers > blocks {
        return Err(format!("{blocks} blocks make at most {blocks} towers: ask for fewer towers"));
    }
    if table > 0 && towers > table {
        return Err(format!("the table holds {table} towers: ask for {table} towers or fewer"));
    }
    if has_wishes(params) && blocks > MOST_WITH_WISHES {
        let most = MOST_WITH_WISHES;
        return Err(format!(
            "shortest solutions of so many blocks take long to find: ask for at most {most} blocks, \
             or for any number of moves and detours"
        ));
    }
    if has_wishes(params) && table > 0 && table < blocks {
        return Err(
            "moves and detours are counted on a table without limit: ask for them without \
                    a table, or for a table alone"
                .to_owned(),
        );
    }
    Ok(())
}

/// Moves of a shortest solution, and how many blocks move twice in it.
fn shortest(settled: &SettledBlocks, meter: &mut Meter) -> Result<(u64, u64), GenerateError> {
    let mut sets = SmallestSet::new(settled, 1);
    while !sets.is_done() {
        if !meter.goes_on() || sets.step(meter).is_err() {
            return Err(GenerateError::Stopped);
        }
    }
    if !meter.goes_on() {
        return Err(GenerateError::Stopped);
    }
    let detours = sets.low() as u64;
    Ok((settled.misplaced().count() as u64 + detours, detours))
}

/// What was found instead of what was wanted.
fn unmet(params: &Params, found: &mut [(u64, u64)]) -> String {
    let range = |values: &mut Vec<u64>| {
        values.sort_unstable();
        (values[0], values[values.len() / 2], values[values.len() - 1])
    };
    let (least, middle, most) = range(&mut found.iter().map(|&(moves, _)| moves).collect());
    let (none, some, all) = range(&mut found.iter().map(|&(_, detours)| detours).collect());
    format!(
        "none of {TRIES} random pairs of {} blocks is like that: they take {least} to {most} moves \
         with {none} to {all} detours; ask for about {middle} moves or {some} detours",
        params.blocks
    )
}

fn finished(
    params: &Params,
    start: &[Block],
    goal: &[Block],
) -> Result<BlocksWorld, GenerateError> {
    let letter = |number: usize| char::from(b'a' + number as u8).to_string();
    let names = (0..start.len())
        .map(|number| if start.len() <= 26 { letter(number) } else { format!("b{}", number + 1) });
    let made = BlocksWorld {
        names: names.collect(),
        start: start.to_vec(),
        goal: Goal::complete(goal),
        is_partial: false,
        table: (params.table > 0).then_some(params.table as u16),
        objective: Objective::Moves,
    };
    // Blocks are numbered as they are written, so that an instance and its file are the same.
    text::parse(&made.show()).map_err(|error| GenerateError::Refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(params: &Params, seed: u64) -> Result<BlocksWorld, String> {
        BlocksWorld::generate(params, seed, &mut Meter::unlimited())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn wishes_are_met() {
        let wish =
            Params { blocks: 10, moves: 12, with_detours: true, detours: 3, ..Params::default() };
        for seed in 0..5 {
            let puzzle = made(&wish, seed).unwrap();
            let settled = puzzle.goal.settle(&puzzle.start);
            assert_eq!(shortest(&settled, &mut Meter::unlimited()), Ok((12, 3)));
        }
        let towers = made(&Params { blocks: 30, towers: 4, ..Params::default() }, 1).unwrap();
        assert_eq!(super::super::goal::towers(&towers.start).len(), 4);
        assert_eq!(towers.goal.chains().len(), 4);
    }

    #[test]
    fn contradictions_are_refused_with_advice() {
        let wishes = [
            Params { towers: 20, ..Params::default() },
            Params { towers: 5, table: 4, ..Params::default() },
            Params { blocks: 2_000, moves: 30, ..Params::default() },
            Params { table: 4, moves: 10, ..Params::default() },
            Params { moves: 400, ..Params::default() },
        ];
        for wish in wishes {
            assert!(made(&wish, 1).unwrap_err().contains("ask for"));
        }
    }
}
