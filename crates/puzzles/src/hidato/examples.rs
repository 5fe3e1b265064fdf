//! The boards that ship with the puzzle: the published one, and one of ours for each kind of board.
//!
//! The files are part of the program, so a gallery, a test or a bench needs no path. Each has exactly one solution.

use quarry_core::Example;

macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        &[$(Example { name: $name, text: include_str!(concat!("examples/", $name, ".toml")) }),*]
    };
}

pub(super) const ALL: &[Example] = examples![
    "tiny-hex-7",
    "tiny-hex-19",
    "paper-figure-1",
    "square-7x7",
    "square-holes",
    "numbrix-9x9",
    "rikudo-18",
];

#[cfg(test)]
mod tests {
    use quarry_core::{Puzzle, Verdict};

    use super::super::{Cell, Filling, Hidato, Number};

    /// Follows every path of numbers from 1 that passes each given in its turn.
    struct BruteForce<'p> {
        puzzle: &'p Hidato,
        filling: Filling,
        /// Steps from each cell to each other one.
        steps: Vec<Vec<usize>>,
        found: Vec<Filling>,
    }

    impl BruteForce<'_> {
        fn solutions(puzzle: &Hidato) -> Vec<Filling> {
            let cells = puzzle.board().len();
            let steps = (0..cells).map(|from| distances(puzzle, from)).collect();
            let mut search = BruteForce { puzzle, filling: vec![None; cells], steps, found: Vec::new() };
            (0..cells as Cell).for_each(|cell| search.step(cell, 1));
            search.found
        }

        fn step(&mut self, cell: Cell, number: Number) {
            let at = usize::from(cell);
            let givens = self.puzzle.givens();
            let in_reach = |(other, given): (usize, &Option<Number>)| match *given {
                Some(given) if given == number => other == at,
                Some(given) if given > number => self.steps[at][other] <= usize::from(given - number),
                _ => true,
            };
            if self.filling[at].is_some()
                || givens[at].is_some_and(|given| given != number)
                || !givens.iter().enumerate().all(in_reach)
            {
                return;
            }
            self.filling[at] = Some(number);
            if usize::from(number) < givens.len() {
                let puzzle = self.puzzle;
                puzzle.board().neighbours(cell).iter().for_each(|&next| self.step(next, number + 1));
            } else if self.puzzle.judge(&self.filling).is_ok_and(|verdict| verdict.solved) {
                self.found.push(self.filling.clone());
            }
            self.filling[at] = None;
        }
    }

    fn distances(puzzle: &Hidato, from: usize) -> Vec<usize> {
        let cells = puzzle.board().len();
        let mut steps = vec![usize::MAX; cells];
        let mut shell = vec![from];
        for distance in 0.. {
            shell.retain(|&cell| steps[cell] == usize::MAX);
            if shell.is_empty() {
                return steps;
            }
            shell.iter().for_each(|&cell| steps[cell] = distance);
            let around = |&cell: &usize| puzzle.board().neighbours(cell as Cell).iter().map(|&next| usize::from(next));
            shell = shell.iter().flat_map(around).collect();
        }
        unreachable!("some shell is empty")
    }

    #[test]
    fn every_example_has_one_solution() {
        for example in super::ALL {
            let puzzle = Hidato::parse(example.text).unwrap();
            let solutions = BruteForce::solutions(&puzzle);
            assert_eq!(solutions.len(), 1, "{}", example.name);
            let most = 2 * puzzle.board().len() as i64 - 2;
            assert_eq!(puzzle.judge(&solutions[0]), Ok(Verdict { solved: true, score: most }));
        }
    }

    #[test]
    fn ends_may_be_hidden_and_links_count() {
        let of = |name: &str| super::ALL.iter().find(|example| example.name == name).unwrap().text;
        let hidden = Hidato::parse(of("square-holes")).unwrap();
        let ends = [1, hidden.board().len() as Number];
        assert!(ends.iter().all(|&end| !hidden.givens().contains(&Some(end))));
        let linked = Hidato::parse(of("rikudo-18")).unwrap();
        let free = Hidato::new(linked.board().clone(), linked.givens().clone(), Vec::new());
        assert!(BruteForce::solutions(&free).len() > 1, "the links are needed");
    }
}
