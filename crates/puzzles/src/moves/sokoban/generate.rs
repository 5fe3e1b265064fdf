//! Generates levels from parameters and a seed.
//!
//! Rooms are carved into a solid block and joined by corridors. Targets are laid on free floor, and
//! a stone on each; then the device plays backwards, pulling stones, and keeps the position that
//! needs the most changes of stone and of direction (Y. Murase, H. Matsubara and Y. Hiraga,
//! "Automatic making of Sokoban problems", 1996). What comes out can be solved, since the pulls can
//! be played forwards; the fewest pushes are checked by the optimal solver where it gets that far.

use quarry_core::{Generate, GenerateError, Meter, Rng, Search, SliceEnd, settings};

use super::level::{Direction, Level};
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
            let Some(made) = attempt(columns, rows, stones, pushes, &mut rng, meter)? else {
                continue;
            };
            let puzzle = Sokoban::new(made, objective);
            let least = fewest_pushes(&puzzle, meter)?;
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

/// Returns the fewest pushes, or the best proven lower bound if the proof takes too long.
fn fewest_pushes(puzzle: &Sokoban, meter: &mut Meter) -> Result<usize, GenerateError> {
    let counted = Sokoban { objective: Objective::Pushes, ..puzzle.clone() };
    let mut search = PushSearch::new(&counted);
    let mut helper = meter.helper(CHECKED, CHECKED);
    loop {
        helper.begin_slice();
        let end = search.slice(&mut helper);
        if end != SliceEnd::Working || !helper.goes_on() {
            break;
        }
    }
    if !meter.goes_on() {
        return Err(GenerateError::Stopped);
    }
    Ok(search.bound().map_or(0, |bound| -bound as usize))
}

/// Makes one level; `None` if this attempt failed.
fn attempt(
    columns: usize,
    rows: usize,
    stones: usize,
    pushes: usize,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Level>, GenerateError> {
    let solid = carve(columns, rows, stones, rng);
    let floor: Vec<usize> = (0..solid.len()).filter(|&at| !solid[at]).collect();
    if floor.len() < 3 * stones + 4 {
        return Ok(None);
    }
    let Some(targets) = lay_targets(columns, stones, &floor, rng) else { return Ok(None) };
    let mut yard = Yard { solid, columns, stone: vec![false; columns * rows] };
    targets.iter().for_each(|&at| yard.stone[at] = true);
    // The device starts where a stone can be pulled at all.
    let free: Vec<usize> = floor.iter().copied().filter(|&at| !yard.stone[at]).collect();
    let mut device = free[rng.below(free.len())];
    let (mut best, mut best_value) = (None, 0);
    let (mut pulls, mut changes, mut last) = (0usize, 0usize, None);
    let wanted = 4 * pushes + 20 * stones;
    for _ in 0..wanted {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        let reached = yard.reached(device);
        let mut choices = Vec::new();
        for &at in floor.iter().filter(|&&at| yard.stone[at]) {
            for way in Direction::ALL {
                // The device stands beside the stone and steps away from it, pulling.
                let one = yard.beside(at, way);
                let two = yard.beside(one, way);
                if reached[one] && yard.is_free(two) {
                    choices.push((at, way, one, two));
                }
            }
        }
        if choices.is_empty() {
            break;
        }
        // Going on with the same stone is likelier, so that stones travel far.
        let same: Vec<_> =
            choices.iter().filter(|choice| Some((choice.0, choice.1)) == last).copied().collect();
        let choice = if !same.is_empty() && rng.below(10) < 6 {
            same[0]
        } else {
            choices[rng.below(choices.len())]
        };
        let (at, way, one, two) = choice;
        if last != Some((at, way)) {
            changes += 1;
        }
        yard.stone[at] = false;
        yard.stone[one] = true;
        device = two;
        last = Some((one, way));
        pulls += 1;
        let away = targets.iter().filter(|&&at| !yard.stone[at]).count();
        let value = away * 1_000 + changes.min(pulls) * 2 + yard.spread(&targets);
        if value > best_value {
            best_value = value;
            best = Some((yard.stone.clone(), device));
        }
    }
    let Some((stone, device)) = best else { return Ok(None) };
    let squares: Vec<char> = (0..yard.solid.len())
        .map(|at| match (targets.contains(&at), stone[at], at == device) {
            _ if yard.solid[at] => '#',
            (true, true, _) => '*',
            (true, false, true) => '+',
            (true, false, false) => '.',
            (false, true, _) => '$',
            (false, false, true) => '@',
            (false, false, false) => '-',
        })
        .collect();
    Ok(Level::of(columns, rows, &squares).ok())
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

/// A level under construction; the border is solid.
struct Yard {
    solid: Vec<bool>,
    columns: usize,
    stone: Vec<bool>,
}

impl Yard {
    fn beside(&self, at: usize, way: Direction) -> usize {
        match way.0 {
            0 => at.saturating_sub(self.columns),
            1 => (at + 1).min(self.solid.len() - 1),
            2 => (at + self.columns).min(self.solid.len() - 1),
            _ => at.saturating_sub(1),
        }
    }

    fn is_free(&self, at: usize) -> bool {
        !self.solid[at] && !self.stone[at]
    }

    fn reached(&self, device: usize) -> Vec<bool> {
        let mut reached = vec![false; self.solid.len()];
        reached[device] = true;
        let mut open = vec![device];
        while let Some(at) = open.pop() {
            for next in Direction::ALL.map(|way| self.beside(at, way)) {
                if self.is_free(next) && !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Sum of the distances of stones to their nearest targets.
    fn spread(&self, targets: &[usize]) -> usize {
        let distance = |one: usize, other: usize| {
            (one % self.columns).abs_diff(other % self.columns)
                + (one / self.columns).abs_diff(other / self.columns)
        };
        let stones = (0..self.stone.len()).filter(|&at| self.stone[at]);
        stones.map(|at| targets.iter().map(|&target| distance(at, target)).min().unwrap_or(0)).sum()
    }
}
