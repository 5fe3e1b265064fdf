//! Proofs that the examples of pencil puzzles have one solution, against the independent checker of
//! `quarry-constraint`, which shares nothing with the engine but the model.

use quarry_constraint::prove;
use quarry_core::{Constrained, Meter, Solutions};
use quarry_pencil::Declared;
use quarry_puzzles::pencil;

use crate::checker::{Coverage, check};

/// Formulas with more clauses are left to the checkers of others.
const MOST_CLAUSES: usize = 10_000;

/// Checks the proofs of all examples that are not too large. Returns how many there were.
fn check_examples<P: Constrained>(sum: &mut Coverage) -> usize {
    let mut proofs = 0;
    for example in P::examples() {
        let puzzle = P::parse(example.text).expect("examples parse");
        let model = puzzle.model();
        let proved = prove(&model, &mut Meter::unlimited());
        assert_eq!(proved.solutions, Solutions::One, "{} {}", P::ID, example.name);
        let proof = proved.proof.expect("one solution");
        if proof.clauses() > MOST_CLAUSES {
            continue;
        }
        let (cnf, drat) = (proof.cnf().to_string(), proof.drat().to_string());
        let coverage = check(&model, &cnf, &drat, Some(&proved.found[0]))
            .unwrap_or_else(|why| panic!("{} {}: {why}", P::ID, example.name));
        sum.checked += coverage.checked;
        sum.trusted += coverage.trusted;
        sum.lemmas += coverage.lemmas;
        proofs += 1;
    }
    proofs
}

#[test]
fn proofs_of_the_examples_are_accepted() {
    type Check = fn(&mut Coverage) -> usize;
    let puzzles: [Check; 14] = [
        check_examples::<Declared<pencil::corral::Corral>>,
        check_examples::<Declared<pencil::cross_sum::CrossSum>>,
        check_examples::<Declared<pencil::cryptarithm::Cryptarithm>>,
        check_examples::<Declared<pencil::instant_insanity::InstantInsanity>>,
        check_examples::<Declared<pencil::kplumber::KPlumber>>,
        check_examples::<Declared<pencil::light_up::LightUp>>,
        check_examples::<Declared<pencil::minesweeper::Minesweeper>>,
        check_examples::<Declared<pencil::nurikabe::Nurikabe>>,
        check_examples::<Declared<pencil::pearl::Pearl>>,
        check_examples::<Declared<pencil::reflections::Reflections>>,
        check_examples::<Declared<pencil::slither_link::SlitherLink>>,
        check_examples::<Declared<pencil::spiral_galaxies::SpiralGalaxies>>,
        check_examples::<Declared<pencil::sudoku::Sudoku>>,
        check_examples::<pencil::hidato::Hidato>,
    ];
    let mut sum = Coverage::default();
    for check in puzzles {
        assert!(check(&mut sum) > 5);
    }
    assert_eq!(sum.trusted, 0, "every clause can be checked: {sum:?}");
    assert!(sum.checked > 100_000 && sum.lemmas > 1_000, "{sum:?}");
}
