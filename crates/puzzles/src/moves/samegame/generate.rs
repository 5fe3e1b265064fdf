//! Generates boards from parameters and a seed: random boards, or boards that can be cleared.
//!
//! A random board gives every colour its share, fills the rest evenly and shuffles all cells. A
//! clearable one is built backwards from the empty board (`clearable.rs`). The same parameters and
//! seed give the same board on every machine and in every version: a test compares the shipped
//! boards of Table 1 with newly generated ones.

use quarry_core::{Generate, GenerateError, Meter, Rng, settings};

use super::clearable::{self, Clearable, Wanted};
use super::grid::Grid;
use super::variant::Variant;
use super::{Board, SameGame};

settings! {
    /// Parameters of generated boards.
    pub struct Params {
        /// Number of rows.
        pub rows: u64 = 15, 1..=255;
        /// Number of columns.
        pub columns: u64 = 15, 1..=255;
        /// Number of colours to choose from.
        pub colours: u64 = 5, 1..=62;
        /// Rule set of the board.
        pub rules: &'static str = "samegame", Variant::ALL.map(Variant::name);
        /// Minimum share of cells of each colour, in percent.
        pub min_share: u64 = 0, 0..=100;
        /// Whether the board is guaranteed to be clearable.
        pub clearable: bool = false, ();
    }
}

impl Generate for SameGame {
    type Params = Params;

    /// Boards of the same size, colours and rules, not necessarily clearable.
    fn alike(&self) -> Option<Params> {
        let colours = self.grid.counts().iter().filter(|&&count| count > 0).count();
        Some(Params {
            rows: self.grid.rows().into(),
            columns: self.grid.columns().into(),
            colours: colours as u64,
            rules: self.rules.name(),
            ..Params::default()
        })
    }

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let rules =
            Variant::named(params.rules).expect("the settings only take the names of rule sets");
        let cells = params.rows * params.columns;
        let quota = (params.min_share * cells).div_ceil(100);
        if quota * params.colours > cells {
            let why = format!(
                "{} colours with at least {quota} cells each (min_share {}) need more than the {cells} cells of the \
                 board: lower min_share to {} or less, or use fewer colours",
                params.colours,
                params.min_share,
                100 * (cells / params.colours) / cells,
            );
            return Err(why.into());
        }
        let wanted = Wanted {
            columns: params.columns as usize,
            rows: params.rows as usize,
            colours: params.colours as usize,
            quota: quota as usize,
            min_group: rules.min_group(),
            closes: rules.closes_columns(),
        };
        let mut rng = Rng::new(seed);
        let grid = if params.clearable {
            let Clearable { grid, line } = clearable::board(&wanted, &mut rng, meter)?;
            let mut board = Board::new(rules, &grid);
            line.into_iter().for_each(|mv| _ = board.play(mv));
            assert!(board.is_empty(), "the pushes in reverse order clear the board");
            grid
        } else {
            random_board(&wanted, &mut rng)
        };
        Ok(SameGame { rules, grid })
    }
}

fn random_board(wanted: &Wanted, rng: &mut Rng) -> Grid {
    let shares = (0..wanted.colours).flat_map(|colour| std::iter::repeat_n(colour, wanted.quota));
    let mut colours: Vec<usize> = shares.collect();
    colours.resize_with(wanted.columns * wanted.rows, || rng.below(wanted.colours));
    rng.shuffle(&mut colours);
    let mut grid = Grid::empty(wanted.columns as u8, wanted.rows as u8);
    for (cell, colour) in grid.cells().zip(colours) {
        grid.put(cell, Some(colour as u8));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Puzzle;

    fn made(params: &Params, seed: u64) -> Result<SameGame, String> {
        SameGame::generate(params, seed, &mut Meter::unlimited()).map_err(|error| error.to_string())
    }

    /// Our boards for Table 1 of the hyper-heuristic paper, which does not print its own.
    #[test]
    fn the_boards_of_table_1_are_these() {
        for size in 5..=10 {
            for colours in 3..=5 {
                let params = Params {
                    rows: size,
                    columns: size,
                    colours,
                    rules: "jawbreaker",
                    ..Params::default()
                };
                let name = format!("table1-{size}x{size}-{colours}");
                let example =
                    SameGame::examples().iter().find(|example| example.name == name).unwrap();
                assert_eq!(
                    SameGame::parse(example.text),
                    Ok(made(&params, 2013).unwrap()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn shares_are_kept_or_refused() {
        let params =
            Params { rows: 9, columns: 11, colours: 7, min_share: 12, ..Params::default() };
        let counts = made(&params, 3).unwrap().grid.counts();
        assert!(counts[..7].iter().all(|&cells| cells >= 12), "{counts:?}");
        let error = made(&Params { min_share: 15, ..params }, 3).unwrap_err();
        assert!(error.contains("lower min_share to 14"), "{error}");
    }

    #[test]
    fn seeds_differ() {
        let board = |seed| made(&Params::default(), seed).unwrap();
        assert_eq!(board(1), board(1));
        assert_ne!(board(1), board(2));
    }
}
