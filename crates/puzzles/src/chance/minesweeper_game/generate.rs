//! Generates games from a size, a number of mines and a start rule, with the seed as their luck; or
//! with a luck and a first cell from which no guess is needed.

use quarry_core::{Fixed, Generate, GenerateError, Meter, Rng, StateSpace, settings};
use quarry_pencil::CellGrid;

use super::MinesweeperGame;
use super::player::safe_cells;
use super::setup::{SIDES, Setup, StartRule};
use super::state::{Cell, Rules};

settings! {
    /// Parameters of generated games.
    pub struct Params {
        /// Number of rows.
        pub rows: u64 = 9, SIDES;
        /// Number of columns.
        pub columns: u64 = 9, SIDES;
        /// Number of mines.
        pub mines: u64 = 10, 0..=960;
        /// Where mines may lie: not on the first cell, not on or around it, or anywhere.
        pub start: &'static str = "safe", StartRule::ALL.map(StartRule::name);
        /// Whether the game can be won from a given first cell without guessing.
        pub no_guess: bool = false, ();
    }
}

/// Number of layouts that are tried for a game without guesses.
const LAYOUTS: usize = 20_000;

impl Generate for MinesweeperGame {
    type Params = Params;

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let start =
            StartRule::named(params.start).expect("the settings only take the names of rules");
        let grid = CellGrid { rows: params.rows as usize, columns: params.columns as usize };
        let setup = Setup { grid, mines: params.mines as usize, start, first: None };
        let most = setup.most_mines();
        if setup.mines > most {
            let why =
                format!("there is no room for {} mines: ask for {most} or fewer", setup.mines);
            return Err(why.into());
        }
        if params.no_guess {
            return without_guess(setup, seed, meter);
        }
        if i64::try_from(seed).is_err() {
            let why = format!("{seed} is too large for a file: ask for a seed up to {}", i64::MAX);
            return Err(why.into());
        }
        Ok(MinesweeperGame::new(setup, Some(seed)))
    }
}

/// Looks for a luck with which the game can be won from a random first cell by certain steps alone.
fn without_guess(
    mut setup: Setup,
    seed: u64,
    meter: &mut Meter,
) -> Result<MinesweeperGame, GenerateError> {
    let mut rng = Rng::new(seed);
    for _ in 0..LAYOUTS {
        setup.first = Some(rng.below(setup.grid.len()));
        // Files take 63 bits.
        let luck = rng.bits() >> 1;
        if is_certain(&Rules::new(setup), luck, meter)? {
            return Ok(MinesweeperGame::new(setup, Some(luck)));
        }
    }
    let why = format!(
        "none of {LAYOUTS} layouts can be won without guessing: ask for fewer mines, for \
         start=open or for another seed"
    );
    Err(why.into())
}

/// Whether a game is won by opening certainly safe cells only.
fn is_certain(rules: &Rules, luck: u64, meter: &mut Meter) -> Result<bool, GenerateError> {
    let table = Fixed::new(rules, luck);
    let mut state = table.start();
    while !table.is_solved(&state) {
        let mut goes_on = |_| meter.goes_on();
        let safe = safe_cells(rules, state.seen(), &mut goes_on);
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        // A layout that takes too much work is not worth it.
        let Ok(safe) = safe else { return Ok(false) };
        if safe.is_empty() {
            return Ok(false);
        }
        for cell in safe {
            if state.seen().cells[cell].is_none() {
                table.play(&mut state, Cell::new(cell));
            }
        }
    }
    Ok(rules.is_won(state.seen()))
}

#[cfg(test)]
mod tests {
    use quarry_core::{Episode, Evaluator, Puzzle};

    use super::*;
    use crate::chance::minesweeper_game::LowestChance;

    fn params(rows: u64, columns: u64, mines: u64, start: &'static str) -> Params {
        Params { rows, columns, mines, start, no_guess: true }
    }

    #[test]
    fn games_without_guesses_are_won_by_safe_cells() {
        for (params, seeds) in [
            (params(9, 9, 10, "safe"), 5),
            (params(16, 30, 99, "open"), 2),
            (params(5, 5, 5, "any"), 5),
        ] {
            for seed in 0..seeds {
                let game = MinesweeperGame::generate(&params, seed, &mut Meter::unlimited())
                    .expect("there are such games");
                let luck = game.luck.expect("it is fixed");
                let table = Fixed::new(&game.rules, luck);
                let (mut state, mut line) = (table.start(), Vec::new());
                while let Some(pick) = LowestChance.best(&game.rules, state.seen()) {
                    let reason = LowestChance.reason(&game.rules, state.seen(), pick.mv);
                    assert!(reason.is_some_and(|reason| reason.ends_with(" is safe")));
                    line.push(pick.mv);
                    table.play(&mut state, pick.mv);
                }
                let verdict = game.judge(&Episode { luck, line }).expect("it is legal");
                assert_eq!((verdict.solved, verdict.score), (true, 1));
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |params: &Params| {
            let made = MinesweeperGame::generate(params, 1, &mut Meter::unlimited());
            made.map(|_| ()).unwrap_err().to_string()
        };
        assert!(refused(&params(3, 3, 9, "any")).contains("ask for 8 or fewer"));
        assert!(refused(&params(2, 2, 2, "any")).contains("ask for fewer mines"));
    }
}
