//! Generates levels from parameters and a seed.
//!
//! Rooms are carved into a solid block and joined by corridors. Targets are laid on free floor, and
//! a stone on each; then `farthest.rs` plays backwards, layer by layer, to a position that is as many
//! pulls away as wanted (after Y. Murase, H. Matsubara and Y. Hiraga, "Automatic making of Sokoban
//! problems", 1996). What comes out can be solved, since the pulls can be played forwards. While no
//! layer is thinned out, as many pushes are needed; otherwise the optimal solver checks, as far as
//! it gets.

use quarry_core::{Generate, GenerateError, Meter, Rng, Search, SliceEnd, settings};

use super::farthest::BackwardLayers;
use super::level::Level;
use super::optimal::PushSearch;
use super::{Objective, Sokoban};

settings! {
    /// Parameters of generated levels.
    pub struct SokobanParams {
        /// Number of columns, walls included.
        pub columns: u64 = 10, 6..=40;
        /// Number of rows, walls included.
        pub rows: u64 = 9, 6..=40;
        /// Number of stones.
        pub stones: u64 = 3, 1..=40;
        /// Least number of pushes that a solution must need, or that the pulls made where no proof is found.
        pub pushes: u64 = 12, 1..=500;
        /// What a solution is counted by.
        pub objective: &'static str = "pushes", Objective::ALL.map(Objective::name);
    }
}

/// Levels that are tried before the wish is refused.
const ATTEMPTS: usize = 300;

/// Positions that the check by the optimal solver may look at.
const CHECKED: u64 = 60_000;

impl Generate for Sokoban {
    type Params = SokobanParams;

    /// Levels of the same size and with as many stones, if the generator makes such levels.
    fn alike(&self) -> Option<SokobanParams> {
        let (columns, rows) = (self.level.columns as u64, self.level.rows as u64);
        let stones = self.level.stone.iter().filter(|&&is| is).count() as u64;
        let objective = self.objective.name();
        let fits = [columns, rows].iter().all(|side| (6..=40).contains(side)) && stones <= 40;
        let alike = SokobanParams { columns, rows, stones, objective, ..SokobanParams::default() };
        fits.then_some(alike)
    }

    fn generate(
        params: &SokobanParams,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let objective = Objective::named(params.objective).expect("the settings take known names");
        let (columns, rows) = (params.columns as usize, params.rows as usize);
        let (stones, pushes) = (params.stones as usize, params.pushes as usize);
        let inner = (columns - 2) * (rows - 2);
        if stones * 5 > inner {
            let why = format!(
                "{stones} stones do not fit well into {columns} x {rows} squares: ask for at most {} \
                 stones, or for a larger level",
                inner / 5
            );
            return Err(why.into());
        }
        let mut rng = Rng::new(seed);
        let mut most = 0;
        for _ in 0..ATTEMPTS {
            let Some((level, known)) = attempt(params, &mut rng, meter)? else { continue };
            let puzzle = Sokoban::new(level, objective);
            let least = match known {
                Some(least) => least,
                None => fewest_pushes(&puzzle, pushes, meter)?,
            };
            most = most.max(least);
            if least >= pushes {
                return Ok(puzzle);
            }
        }
        Err(format!(
            "no level of this size with {stones} stones that needs {pushes} pushes was found in \
             {ATTEMPTS} attempts: ask for at most {} pushes, for more stones or for a larger level",
            most.max(1)
        )
        .into())
    }
}

/// Returns the fewest pushes, or a proven lower bound once it is enough or the proof takes too long.
fn fewest_pushes(
    puzzle: &Sokoban,
    enough: usize,
    meter: &mut Meter,
) -> Result<usize, GenerateError> {
    let counted = Sokoban { objective: Objective::Pushes, ..puzzle.clone() };
    let mut search = PushSearch::new(&counted);
    let mut helper = meter.helper(CHECKED, CHECKED);
    let bound = |search: &PushSearch| search.bound().map_or(0, |bound| -bound as usize);
    while bound(&search) < enough {
        helper.begin_slice();
        let end = search.slice(&mut helper);
        if end != SliceEnd::Working || !helper.goes_on() {
            break;
        }
    }
    if !meter.goes_on() {
        return Err(GenerateError::Stopped);
    }
    Ok(bound(&search))
}

/// Makes one level, with the least number of pushes if it is known; `None` if this attempt failed.
fn attempt(
    params: &SokobanParams,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<(Level, Option<usize>)>, GenerateError> {
    let (columns, rows) = (params.columns as usize, params.rows as usize);
    let stones = params.stones as usize;
    let solid = carve(columns, rows, stones, rng);
    let floor: Vec<usize> = (0..solid.len()).filter(|&at| !solid[at]).collect();
    if floor.len() < 3 * stones + 4 {
        return Ok(None);
    }
    let Some(targets) = lay_targets(columns, stones, &floor, rng) else { return Ok(None) };
    let mut layers = BackwardLayers::new(&solid, columns, &targets);
    let Some(far) = layers.farthest(params.pushes as usize, rng, meter)? else { return Ok(None) };
    let squares: Vec<char> = (0..solid.len())
        .map(|at| match (targets.contains(&at), far.stones.contains(&at), at == far.device) {
            _ if solid[at] => '#',
            (true, true, _) => '*',
            (true, false, true) => '+',
            (true, false, false) => '.',
            (false, true, _) => '$',
            (false, false, true) => '@',
            (false, false, false) => '-',
        })
        .collect();
    Ok(Level::of(columns, rows, &squares).ok().map(|level| (level, far.least)))
}

/// Carves rooms and corridors into a solid block; returns which squares are still solid.
fn carve(columns: usize, rows: usize, stones: usize, rng: &mut Rng) -> Vec<bool> {
    let mut solid = vec![true; columns * rows];
    let inner = (columns - 2) * (rows - 2);
    let wanted = (inner * 11 / 20).max(4 * stones + 6).min(inner);
    let mut last: Option<(usize, usize)> = None;
    let mut open = 0;
    for _ in 0..200 {
        if open >= wanted {
            break;
        }
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let (width, height) = (width.min(columns - 2), height.min(rows - 2));
        let left = 1 + rng.below(columns - 1 - width);
        let top = 1 + rng.below(rows - 1 - height);
        let mut dig = |x: usize, y: usize| {
            let at = y * columns + x;
            open += usize::from(solid[at]);
            solid[at] = false;
        };
        for y in top..top + height {
            (left..left + width).for_each(|x| dig(x, y));
        }
        let middle = (left + width / 2, top + height / 2);
        if let Some((mut x, mut y)) = last {
            while x != middle.0 {
                dig(x, y);
                x = if x < middle.0 { x + 1 } else { x - 1 };
            }
            while y != middle.1 {
                dig(x, y);
                y = if y < middle.1 { y + 1 } else { y - 1 };
            }
        }
        last = Some(middle);
    }
    solid
}

/// Lays the targets close together, around a random square of the floor.
fn lay_targets(
    columns: usize,
    stones: usize,
    floor: &[usize],
    rng: &mut Rng,
) -> Option<Vec<usize>> {
    let middle = floor[rng.below(floor.len())];
    let distance = |at: usize| {
        (at % columns).abs_diff(middle % columns) + (at / columns).abs_diff(middle / columns)
    };
    let mut near: Vec<(usize, usize, usize)> =
        floor.iter().map(|&at| (distance(at), rng.below(1000), at)).collect();
    near.sort_unstable();
    let targets: Vec<usize> = near.iter().take(stones).map(|&(_, _, at)| at).collect();
    (targets.len() == stones).then_some(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_pushes_are_the_fewest() {
        let params = SokobanParams { columns: 8, rows: 7, pushes: 20, ..SokobanParams::default() };
        let (mut rng, mut meter) = (Rng::new(11), Meter::unlimited());
        let mut compared = 0;
        while compared < 40 {
            let made = attempt(&params, &mut rng, &mut meter).expect("nothing stops it");
            let Some((level, Some(least))) = made else { continue };
            let puzzle = Sokoban::new(level, Objective::Pushes);
            assert_eq!(fewest_pushes(&puzzle, usize::MAX, &mut meter).unwrap(), least);
            compared += 1;
        }
    }

    #[test]
    fn a_level_needs_as_many_pushes_as_asked_for() {
        for (stones, pushes) in [(2, 10), (4, 30), (6, 40)] {
            let params =
                SokobanParams { columns: 12, rows: 11, stones, pushes, ..SokobanParams::default() };
            let puzzle = Sokoban::generate(&params, 5, &mut Meter::unlimited()).unwrap();
            let least = fewest_pushes(&puzzle, usize::MAX, &mut Meter::unlimited()).unwrap();
            assert!(least >= pushes as usize, "{least} of {pushes}");
        }
    }
}
