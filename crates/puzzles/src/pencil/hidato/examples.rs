//! The boards that ship with the puzzle: the published one, one of our own for each kind of board,
//! and those for the study of the genetic algorithm.
//!
//! The paper prints none of the study's 21 problems except one in a figure, so ours are generated:
//! from a random path, givens are removed in random order while the solution stays unique; both
//! ends stay given. `class1` has 19 cells and stops at 8 givens. `class2` has 37 cells and `hex61`
//! has 61, and none of their givens can be removed. The boards come from the first seeds, without
//! selection.
//!
//! The files are compiled into the program, so a gallery, a test or a benchmark needs no path. Each
//! board has exactly one solution.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "tiny-hex-7",
    "tiny-hex-19",
    "paper-figure-1",
    "square-7x7",
    "square-holes",
    "numbrix-9x9",
    "rikudo-18",
    "class1-01",
    "class1-02",
    "class1-03",
    "class1-04",
    "class1-05",
    "class1-06",
    "class1-07",
    "class1-08",
    "class1-09",
    "class1-10",
    "class2-01",
    "class2-02",
    "class2-03",
    "class2-04",
    "class2-05",
    "class2-06",
    "class2-07",
    "class2-08",
    "class2-09",
    "class2-10",
    "class2-11",
    "hex61-01",
    "hex61-02",
    "hex61-03",
    "hex61-04",
    "hex61-05",
    "hex61-06",
    "hex61-07",
    "hex61-08",
    "hex61-09",
    "hex61-10",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use quarry_constraint::Engine;
    use quarry_core::{Constrained, Meter, Puzzle, Solutions, Verdict};

    use super::super::{Cell, Filling, Hidato, Number};

    /// Follows every path of numbers from 1 that reaches each given at its number.
    struct BruteForce<'p> {
        puzzle: &'p Hidato,
        filling: Filling,
        /// Distance from each cell to every other one.
        steps: Vec<Vec<usize>>,
        found: Vec<Filling>,
    }

    impl BruteForce<'_> {
        fn solutions(puzzle: &Hidato) -> Vec<Filling> {
            let cells = puzzle.board().len();
            let steps = (0..cells).map(|from| distances(puzzle, from)).collect();
            let mut search =
                BruteForce { puzzle, filling: vec![None; cells], steps, found: Vec::new() };
            (0..cells as Cell).for_each(|cell| search.step(cell, 1));
            search.found
        }

        fn step(&mut self, cell: Cell, number: Number) {
            let at = usize::from(cell);
            let givens = self.puzzle.givens();
            let in_reach = |(other, given): (usize, &Option<Number>)| match *given {
                Some(given) if given == number => other == at,
                Some(given) if given > number => {
                    self.steps[at][other] <= usize::from(given - number)
                }
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
                puzzle
                    .board()
                    .neighbours(cell)
                    .iter()
                    .for_each(|&next| self.step(next, number + 1));
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
            let around = |&cell: &usize| {
                puzzle.board().neighbours(cell as Cell).iter().map(|&next| usize::from(next))
            };
            shell = shell.iter().flat_map(around).collect();
        }
        unreachable!("some shell is empty")
    }

    #[test]
    fn every_example_has_one_solution() {
        for example in super::ALL {
            let puzzle = Hidato::parse(example.text).unwrap();
            let meter = &mut Meter::unlimited();
            let mut engine = Engine::new(&puzzle.model(), meter).expect("unlimited meter");
            assert_eq!(engine.count(u64::MAX, meter), Solutions::One, "{}", example.name);
            if example.name.starts_with("hex61") {
                continue; // too large for brute force
            }
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

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pencil/hidato/examples");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> =
            super::ALL.iter().map(|example| example.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert_eq!(listed.len(), super::ALL.len(), "no name twice");
    }
}
