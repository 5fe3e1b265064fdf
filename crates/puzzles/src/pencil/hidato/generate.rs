//! Generates puzzles from parameters and a seed.
//!
//! A random path through all cells (backbite) is the solution. Starting with all numbers given,
//! numbers are removed in random order as long as the solution stays unique, or no harder to find
//! than requested (`spare.rs`). In the end each given is needed, except the two ends if they are
//! always given. If a path cannot meet the request, other paths are tried.

use quarry_core::{
    Generate, GenerateError, Meter, NoPath, Path, Rng, Tier, settings, solved_within,
};

use super::routed::numbered;
use super::shape::{self, Symmetry};
use super::spare::Sparing;
use super::{Board, Cell, Hidato, Topology};

settings! {
    /// Properties of a generated puzzle.
    pub struct Params {
        /// Which cells touch: hexagons, squares with corners (Hidato) or squares without corners
        /// (Numbrix).
        pub topology: &'static str = "hex", Topology::ALL.map(Topology::name);
        /// Side of a hexagonal board, in cells.
        pub side: u64 = 4, 1..=37;
        /// Number of columns of a board of squares.
        pub columns: u64 = 8, 1..=4_096;
        /// Number of rows of a board of squares.
        pub rows: u64 = 8, 1..=4_096;
        /// Custom shape: rows of `.` for a cell and `#` for none, separated by `/`; every second
        /// row of hexagons is shifted half a cell to the right.
        pub mask: String = String::new(), "rows of . and #, separated by /";
        /// Whether the solution must be unique; it always is if a tier is requested.
        pub unique: bool = true, ();
        /// Difficulty for people, as reported by `quarry rate`; enough numbers are given to make
        /// the puzzle no harder, or exactly as many as `givens` says.
        pub tier: &'static str = "any", ["any", "easy", "medium", "hard", "expert", "beyond"];
        /// Number of givens; 0 removes as many as possible, or all but a tenth if the solution need
        /// not be unique.
        pub givens: u64 = 0, 0..=4_096;
        /// Whether the first and the last number are given: always, never, or like any other
        /// number.
        pub ends: &'static str = "given", ["given", "hidden", "free"];
        /// Symmetry of the positions of the givens.
        pub symmetry: &'static str = "none", Symmetry::ALL.map(Symmetry::name);
        /// Share of steps that are shown as links between cells (Rikudo).
        pub links: f64 = 0.0, 0.0..=1.0;
    }
}

/// Number of paths that are tried before a request counts as impossible.
const ATTEMPTS: usize = 20;

/// If a tier is requested, the number of attempts times the square of the number of cells, and the
/// most attempts. The hardest tier is rare on small boards, where attempts are quick: about every
/// 150th puzzle of 37 hexagons, according to the `wanted` figures of docs/decisions/0016-rating.md.
const ATTEMPTS_AT_A_TIER: usize = 1_500_000;
const MOST_ATTEMPTS: usize = 1_500;

impl Generate for Hidato {
    type Params = Params;

    fn generate(params: &Params, seed: u64, meter: &mut Meter) -> Result<Self, GenerateError> {
        let board = shape::board(params)?;
        let wish = Wish::new(params, &board)?;
        let mut rng = Rng::new(seed);
        let mut closest = Missed::Givens(board.len());
        for _ in 0..wish.attempts {
            match wish.attempt(&board, &mut rng, meter)? {
                Ok(puzzle) => return Ok(puzzle),
                Err(missed) => closest = closest.min(missed),
            }
        }
        Err(wish.refusal(closest).into())
    }
}

/// A request, with the parameters translated for the board.
struct Wish<'p> {
    params: &'p Params,
    /// Sets of cells that are given or empty together.
    units: Vec<Vec<Cell>>,
    givens: Option<usize>,
    tier: Option<Tier>,
    attempts: usize,
}

/// How an attempt failed, the closer failure first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Missed {
    /// The puzzle is easier than requested.
    Tier,
    /// This many givens are left, which differs from the request.
    Givens(usize),
}

impl<'p> Wish<'p> {
    fn new(params: &'p Params, board: &Board) -> Result<Self, String> {
        let symmetry =
            Symmetry::named(params.symmetry).expect("the settings only take names of symmetries");
        let cells = board.len();
        let tier = Tier::named(params.tier);
        let givens = match params.givens as usize {
            0 if params.unique || tier.is_some() => None,
            0 => Some((cells / 10).max(2).min(cells)),
            givens if givens > cells => {
                return Err(format!(
                    "{givens} givens on a board of {cells} cells: ask for at most {cells}"
                ));
            }
            1 if params.ends == "given" && cells > 1 => {
                return Err("1 given, but the first and the last number are given: ask for 2 or more, or for \
                            ends=free or ends=hidden"
                    .to_owned());
            }
            givens => Some(givens),
        };
        let attempts = if tier.is_some() {
            (ATTEMPTS_AT_A_TIER / cells.pow(2)).clamp(ATTEMPTS, MOST_ATTEMPTS)
        } else {
            ATTEMPTS
        };
        Ok(Wish { params, units: symmetry.units(board)?, givens, tier, attempts })
    }

    /// Generates a puzzle on a new path.
    fn attempt(
        &self,
        board: &Board,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Result<Hidato, Missed>, GenerateError> {
        let path = Path::random(board.graph(), rng, meter).map_err(|why| match why {
            NoPath::Stopped => GenerateError::Stopped,
            why => GenerateError::Refused(why.to_string()),
        })?;
        let solution = numbered(path.order());
        let links = self.links(path.order(), rng);
        let ends = [path.order()[0], path.order()[board.len() - 1]];
        let (at_ends, mut others): (Vec<_>, Vec<_>) =
            self.units.iter().cloned().partition(|unit| ends.iter().any(|end| unit.contains(end)));
        rng.shuffle(&mut others);

        let puzzle = if self.params.unique || self.tier.is_some() {
            let hardest = self.tier.filter(|&tier| tier < Tier::Beyond);
            let sparing = Sparing::new(board, &links, solution, hardest, meter);
            let mut sparing = sparing.ok_or(GenerateError::Stopped)?;
            match self.params.ends {
                "hidden"
                    if !sparing
                        .spare(&at_ends.concat(), meter)
                        .ok_or(GenerateError::Stopped)? =>
                {
                    return Ok(Err(Missed::Givens(sparing.count())));
                }
                "free" => {
                    others.extend(at_ends);
                    rng.shuffle(&mut others);
                }
                _ => {}
            }
            sparing
                .reduce(others, self.givens.unwrap_or(0), meter)
                .ok_or(GenerateError::Stopped)?;
            sparing.into_puzzle()
        } else {
            let kept = self.chosen(board.len(), &at_ends, others, rng);
            let givens =
                solution.iter().zip(kept).map(|(number, kept)| number.filter(|_| kept)).collect();
            Hidato::new(board.clone(), givens, links)
        };
        let count = puzzle.givens.iter().flatten().count();
        if self.givens.is_some_and(|wanted| wanted != count) {
            return Ok(Err(Missed::Givens(count)));
        }
        // The puzzle is no harder than requested, so it has the tier if the one below does not
        // solve it.
        let easier = Tier::ALL
            .into_iter()
            .take_while(|&tier| self.tier.is_some_and(|wanted| tier < wanted))
            .last();
        if let Some(easier) = easier
            && solved_within(&puzzle, easier, meter).ok_or(GenerateError::Stopped)?
        {
            return Ok(Err(Missed::Tier));
        }
        Ok(Ok(puzzle))
    }

    /// Chooses givens at random, as close to the requested number as the units allow.
    fn chosen(
        &self,
        cells: usize,
        ends: &[Vec<Cell>],
        mut others: Vec<Vec<Cell>>,
        rng: &mut Rng,
    ) -> Vec<bool> {
        let mut kept = vec![false; cells];
        let mut left = self.givens.unwrap_or(cells);
        let mut give = |unit: &Vec<Cell>| {
            if let Some(rest) = left.checked_sub(unit.len()) {
                left = rest;
                unit.iter().for_each(|&cell| kept[usize::from(cell)] = true);
            }
        };
        match self.params.ends {
            "given" => ends.iter().for_each(&mut give),
            "free" => {
                others.extend_from_slice(ends);
                rng.shuffle(&mut others);
            }
            _ => {}
        }
        others.iter().for_each(give);
        kept
    }

    fn links(&self, path: &[Cell], rng: &mut Rng) -> Vec<(Cell, Cell)> {
        let mut steps: Vec<_> =
            path.windows(2).map(|step| (step[0].min(step[1]), step[0].max(step[1]))).collect();
        rng.shuffle(&mut steps);
        steps.truncate((self.params.links * steps.len() as f64).round() as usize);
        steps.sort_unstable();
        steps
    }

    fn refusal(&self, closest: Missed) -> String {
        let Params { symmetry, ends, tier, .. } = self.params;
        let attempts = self.attempts;
        let fewest = match closest {
            Missed::Tier => {
                return format!(
                    "no puzzle on any of {attempts} paths was as hard as tier={tier}: ask for an easier tier, another \
                     seed, a larger board, fewer givens or links, or symmetry=none"
                );
            }
            Missed::Givens(fewest) => fewest,
        };
        match self.givens {
            Some(givens) if fewest > givens && self.tier.is_some() => format!(
                "{givens} givens did not suffice for tier={tier} on any of {attempts} paths, the best needed {fewest}: \
                 ask for that many or more, for another seed, or for a harder tier"
            ),
            Some(givens) if fewest > givens && self.params.unique => format!(
                "{givens} givens did not suffice for a single solution on any of {attempts} paths, the best needed \
                 {fewest}: ask for that many or more, for another seed, or for unique=false"
            ),
            Some(givens) => format!(
                "{givens} givens are not possible with symmetry={symmetry} and ends={ends} on any of {attempts} paths: \
                 ask for one more or less"
            ),
            None => format!(
                "the ends cannot be hidden on any of {attempts} paths: ask for another seed, a harder tier or ends=free"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_constraint::Engine;
    use quarry_core::{Constrained, Explained, Next, Puzzle, Settings, Solutions, rate};

    fn params(values: &[(&str, &str)]) -> Params {
        let mut params = Params::default();
        values.iter().for_each(|(name, value)| params.set(name, value).expect("a parameter"));
        params
    }

    fn made(wish: &[(&str, &str)], seed: u64) -> Result<Hidato, GenerateError> {
        Hidato::generate(&params(wish), seed, &mut Meter::unlimited())
    }

    fn tier(puzzle: &Hidato) -> Tier {
        rate(puzzle, &mut Meter::unlimited()).tier.expect("unlimited meter")
    }

    fn solutions(puzzle: &Hidato) -> Solutions {
        let meter = &mut Meter::unlimited();
        Engine::new(&puzzle.model(), meter).expect("unlimited meter").count(1_000_000, meter)
    }

    /// Removes one given.
    fn without(puzzle: &Hidato, cell: usize) -> Hidato {
        let mut givens = puzzle.givens().clone();
        givens[cell] = None;
        Hidato::new(puzzle.board().clone(), givens, puzzle.links().to_vec())
    }

    #[test]
    fn there_is_one_solution_and_no_given_to_spare() {
        for topology in Topology::ALL {
            for (seed, links) in [(1, "0"), (2, "0.2")] {
                let wish = [
                    ("topology", topology.name()),
                    ("columns", "6"),
                    ("rows", "6"),
                    ("ends", "free"),
                    ("links", links),
                ];
                let puzzle = made(&wish, seed).unwrap();
                assert_eq!(solutions(&puzzle), Solutions::One, "{}", puzzle.show());
                for cell in
                    (0..puzzle.board().len()).filter(|&cell| puzzle.givens()[cell].is_some())
                {
                    assert_eq!(
                        solutions(&without(&puzzle, cell)),
                        Solutions::Several,
                        "{cell}: {}",
                        puzzle.show()
                    );
                }
                assert_eq!(puzzle.links().is_empty(), links == "0");
            }
        }
    }

    #[test]
    fn wishes_are_kept() {
        let count = |puzzle: &Hidato| puzzle.givens().iter().flatten().count();
        let last = |puzzle: &Hidato| puzzle.board().len() as u16;
        let puzzle = made(&[("givens", "20")], 1).unwrap();
        assert_eq!((count(&puzzle), solutions(&puzzle)), (20, Solutions::One));
        assert!([1, last(&puzzle)].iter().all(|&end| puzzle.givens().contains(&Some(end))));
        let sparse = made(&[("givens", "7"), ("unique", "false"), ("side", "5")], 1).unwrap();
        assert_eq!(count(&sparse), 7);
        let hidden = made(&[("ends", "hidden")], 1).unwrap();
        assert!([1, last(&hidden)].iter().all(|&end| !hidden.givens().contains(&Some(end))));
        assert_eq!(solutions(&hidden), Solutions::One);
        let turned = made(&[("symmetry", "half-turn")], 1).unwrap();
        assert!(
            turned
                .givens()
                .iter()
                .zip(turned.givens().iter().rev())
                .all(|(one, other)| one.is_some() == other.is_some())
        );
        let ring = made(&[("topology", "orthogonal"), ("mask", "..../.##./..../....")], 1).unwrap();
        assert_eq!(ring.board().len(), 14);
    }

    /// Whether the steps of the techniques lead to a solution, according to the judge.
    fn is_solved_by_steps(puzzle: &Hidato) -> bool {
        let mut notes = puzzle.notes();
        while let Next::Step(_) = puzzle.next(&mut notes, Tier::Expert, &mut Meter::unlimited()) {}
        puzzle.judge(&puzzle.filled(&notes)).is_ok_and(|verdict| verdict.solved)
    }

    #[test]
    fn puzzles_are_of_the_tier_that_is_wanted() {
        let boards = [
            vec![],
            vec![("topology", "square"), ("columns", "6"), ("rows", "6"), ("ends", "free")],
            vec![
                ("topology", "orthogonal"),
                ("columns", "6"),
                ("rows", "6"),
                ("symmetry", "half-turn"),
            ],
        ];
        for board in boards {
            for wanted in Tier::ALL.into_iter().filter(|&wanted| wanted < Tier::Beyond) {
                let wish =
                    [board.clone(), vec![("tier", wanted.name()), ("unique", "false")]].concat();
                for seed in 0..4 {
                    let puzzle = made(&wish, seed).unwrap();
                    assert_eq!(tier(&puzzle), wanted, "{}", puzzle.show());
                    assert!(is_solved_by_steps(&puzzle), "{}", puzzle.show());
                }
            }
        }
        let hardest = made(&[("side", "5"), ("tier", "beyond")], 1).unwrap();
        assert_eq!((tier(&hardest), solutions(&hardest)), (Tier::Beyond, Solutions::One));
        let counted = made(&[("tier", "medium"), ("givens", "15")], 1).unwrap();
        assert_eq!((tier(&counted), counted.givens().iter().flatten().count()), (Tier::Medium, 15));
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        for (wish, reason) in [
            (vec![("givens", "40")], "at most 37"),
            (vec![("givens", "3")], "did not suffice"),
            (vec![("side", "2"), ("tier", "expert")], "was as hard as tier=expert"),
            (
                vec![("givens", "3"), ("tier", "easy"), ("side", "3")],
                "did not suffice for tier=easy",
            ),
            (
                vec![("topology", "orthogonal"), ("mask", "#.../..../..../...#")],
                "differ by at most one",
            ),
            (vec![("mask", "..x")], "row 1, column 3"),
            (vec![("mask", "...##..")], "2 separate parts"),
            (
                vec![("topology", "square"), ("mask", ".../..#"), ("symmetry", "left-right")],
                "no left-right symmetry",
            ),
            (vec![("topology", "square"), ("columns", "100"), ("rows", "100")], "10000 cells"),
        ] {
            let error = made(&wish, 1).unwrap_err().to_string();
            assert!(error.contains(reason), "{wish:?}: {error}");
        }
    }
}
