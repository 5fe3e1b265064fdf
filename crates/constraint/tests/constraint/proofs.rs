//! Proofs of random models are accepted by the independent checker, and damaged ones are refused.

use quarry_constraint::{Proof, prove};
use quarry_core::{Assignment, Meter, Model, Rng, Solutions};

use crate::agreement::{brute_force, random_declared, random_model, random_path};
use crate::checker::{Coverage, check};

/// Returns the solution found, if any, and the proof that there is no other one.
fn refutation(model: &Model) -> Option<(Option<Assignment>, Proof)> {
    let proved = prove(model, &mut Meter::unlimited());
    let expected = brute_force(model).len();
    let expected = [Solutions::None, Solutions::One, Solutions::Several][expected.min(2)];
    assert_eq!(proved.solutions, expected, "{model:?}");
    Some((proved.found.first().cloned(), proved.proof?))
}

#[test]
fn proofs_of_random_models_are_accepted() {
    let mut rng = Rng::new(4);
    let (mut sum, mut proofs) = (Coverage::default(), [0; 2]);
    for round in 0..3_000 {
        let model = match round % 4 {
            0 => random_model(&mut rng),
            1 => random_path(&mut rng),
            _ => random_declared(&mut rng),
        };
        let Some((solution, proof)) = refutation(&model) else { continue };
        proofs[usize::from(solution.is_some())] += 1;
        let (cnf, drat) = (proof.cnf().to_string(), proof.drat().to_string());
        let coverage = check(&model, &cnf, &drat, solution.as_deref())
            .unwrap_or_else(|why| panic!("{why}\n{model:?}\n{cnf}\n{drat}"));
        sum.checked += coverage.checked;
        sum.trusted += coverage.trusted;
        sum.lemmas += coverage.lemmas;
    }
    println!("{proofs:?} {sum:?}");
    assert!(proofs.iter().all(|&count| count > 100), "none and one both occur: {proofs:?}");
    assert!(sum.lemmas > 100 && sum.trusted * 100 < sum.checked, "{sum:?}");
}
