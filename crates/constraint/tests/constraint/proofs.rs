//! Proofs of random models are accepted by the independent checker, and damaged ones are refused.

use std::sync::atomic::AtomicBool;

use quarry_constraint::{Proof, prove};
use quarry_core::{
    Assignment, Budget, Constraint, Halt, Literal, Meter, Model, Rng, Solutions, Values,
};

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
    for round in 0..800 {
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
    assert!(proofs.iter().all(|&count| count > 50), "none and one both occur: {proofs:?}");
    assert!(sum.lemmas > 80 && sum.trusted * 100 < sum.checked, "{sum:?}");
}

/// A ring of eight cells: the coloured ones are connected along it, the cells 0 and 4 are alike, 2
/// and 6 are alike, and 0 and 2 differ. There is no such colouring. The other cells are connected
/// too, but along lines between all of them.
fn ring() -> Model {
    let cells = 8_u16;
    let beside = |cell: u16| vec![(cell + 1) % cells, (cell + cells - 1) % cells];
    let all_but = |cell: u16| (0..cells).filter(|&other| other != cell).collect();
    let coloured: Vec<Literal> = (0..8).map(|cell| Literal::is(cell, 1)).collect();
    let others: Vec<Literal> = coloured.iter().map(|&literal| !literal).collect();
    let either = |one: Literal, other: Literal| Constraint::Clause(vec![one, other]);
    Model {
        domains: vec![Values::below(2); 8],
        constraints: vec![
            Constraint::Connected {
                literals: coloured.clone(),
                neighbours: (0..cells).map(beside).collect(),
                root: None,
            },
            Constraint::Connected {
                literals: others.clone(),
                neighbours: (0..cells).map(all_but).collect(),
                root: None,
            },
            either(coloured[0], others[4]),
            either(coloured[4], others[0]),
            either(coloured[2], others[6]),
            either(coloured[6], others[2]),
            either(coloured[0], coloured[2]),
            either(others[0], others[2]),
        ],
        ..Model::default()
    }
}

/// A model whose refutation needs decisions: six numbers below five, all different, without the
/// constraint that would say so at once.
fn pigeons() -> Model {
    let pair = |one: usize, other: usize, value: u16| {
        let literals = vec![Literal::is_not(one, value), Literal::is_not(other, value)];
        Constraint::Clause(literals)
    };
    let pairs = (0..6).flat_map(|one| (0..one).map(move |other| (one, other)));
    Model {
        domains: vec![Values::below(5); 6],
        constraints: pairs
            .flat_map(|(one, other)| (0..5).map(move |value| pair(one, other, value)))
            .collect(),
        ..Model::default()
    }
}

/// Returns the lines of a text without the one at an index.
fn without(text: &str, index: usize) -> String {
    let lines = text.lines().enumerate().filter(|&(at, _)| at != index);
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

/// Announces more or fewer clauses.
fn announce(cnf: &str, more: i64) -> String {
    let line = cnf.lines().find(|line| line.starts_with("p cnf")).expect("a header");
    let (head, count) = line.rsplit_once(' ').expect("two numbers");
    let count: i64 = count.parse().expect("a number");
    cnf.replace(line, &format!("{head} {}", count + more))
}

fn refusal(model: &Model, cnf: &str, drat: &str) -> String {
    check(model, cnf, drat, None).expect_err("it is refused")
}

#[test]
fn damaged_lemmas_are_refused() {
    let model = ring();
    let (_, proof) = refutation(&model).expect("no colouring");
    let (cnf, drat) = (proof.cnf().to_string(), proof.drat().to_string());
    assert!(check(&model, &cnf, &drat, None).is_ok_and(|coverage| coverage.lemmas > 0), "{cnf}");

    let lemma = "c lemma of constraint";
    let lines: Vec<&str> = cnf.lines().collect();
    let at = 1 + lines.iter().position(|line| line.starts_with(lemma)).expect("a lemma");
    // Without its lemmas, the formula has a model.
    let lemmas = lines[at..].iter().filter(|line| !line.starts_with('c')).count();
    let bare = (0..lemmas).fold(cnf.clone(), |cnf, _| announce(&without(&cnf, at), -1));
    assert!(refusal(&model, &bare, &drat).contains("does not follow"));
    // A literal of a lemma turned round, or left out.
    let (first, rest) = lines[at].split_once(' ').expect("a clause");
    let first: i32 = first.parse().expect("a literal");
    let flipped = cnf.replacen(lines[at], &format!("{} {rest}", -first), 1);
    assert!(refusal(&model, &flipped, &drat).contains("does not follow from"));
    let shorter = cnf.replacen(lines[at], rest, 1);
    assert!(refusal(&model, &shorter, &drat).contains("does not follow from"));
    // A lemma of another constraint of the same kind, or of another kind.
    let (own, other) = (format!("{lemma} 0 "), format!("{lemma} 1 "));
    assert!(refusal(&model, &cnf.replace(&own, &other), &drat).contains("does not follow from"));
    let strange = cnf.replace(&own, "c lemma of constraint 3 ");
    assert!(refusal(&model, &strange, &drat).contains("is no Connected"));
    // A literal that means something else.
    let renamed = cnf.replace("c variable 0 0:-2 1:2", "c variable 0 0:2 1:-2");
    assert!(renamed != cnf && check(&model, &renamed, &drat, None).is_err());
}

#[test]
fn damaged_derivations_are_refused() {
    let model = pigeons();
    let proved = prove(&model, &mut Meter::unlimited());
    let proof = proved.proof.expect("too many numbers");
    let (cnf, drat) = (proof.cnf().to_string(), proof.drat().to_string());
    check(&model, &cnf, &drat, None).expect("the whole proof");
    assert!(drat.lines().count() > 10, "{drat}");

    let unfinished = drat.strip_suffix("0\n").expect("it ends with the empty clause");
    assert!(refusal(&model, &cnf, unfinished).contains("does not end with the empty clause"));
    assert!(refusal(&model, &cnf, "0\n").contains("step 1 does not follow"));
    let refused = (0..drat.lines().count())
        .filter(|&index| check(&model, &cnf, &without(&drat, index), None).is_err())
        .count();
    assert!(refused > 3, "each of {refused} steps is needed");
    let flipped = format!("1 -2 0\n-2 0\n{drat}");
    assert!(refusal(&model, &cnf, &flipped).contains("step 2 does not follow"));
    // A clause that no rule asks for makes every proof easy.
    let added = cnf.replace("c constraint 0 Clause\n", "c constraint 0 Clause\n-1 0\n");
    let added = announce(&added, 1);
    assert!(refusal(&model, &added, "0\n").contains("does not follow from"));
}

/// The clause that excludes a solution must exclude nothing else, and the solution must be one.
#[test]
fn a_second_solution_is_not_hidden() {
    let model = Model {
        domains: vec![Values::below(2); 3],
        constraints: vec![Constraint::Count {
            low: 3,
            high: 3,
            literals: (0..3).map(|variable| Literal::is(variable, 1)).collect(),
        }],
        ..Model::default()
    };
    let proved = prove(&model, &mut Meter::unlimited());
    assert_eq!((proved.solutions, &proved.found), (Solutions::One, &vec![vec![1, 1, 1]]));
    let proof = proved.proof.expect("one solution");
    let (cnf, drat) = (proof.cnf().to_string(), proof.drat().to_string());
    check(&model, &cnf, &drat, Some(&[1, 1, 1])).expect("the whole proof");
    assert!(check(&model, &cnf, &drat, Some(&[1, 1, 0])).is_err());
    assert!(check(&model, &cnf, &drat, None).is_err());
    let hiding = cnf.replace("-2 -3 -4 0", "-2 -3 0");
    assert!(hiding != cnf && check(&model, &hiding, &drat, Some(&[1, 1, 1])).is_err(), "{cnf}");
}

#[test]
fn several_solutions_and_limits_give_no_proof() {
    let several = Model { domains: vec![Values::below(3)], ..Model::default() };
    let proved = prove(&several, &mut Meter::unlimited());
    assert_eq!((proved.solutions, proved.found.len()), (Solutions::Several, 2));
    assert!(proved.proof.is_none());
    let never = AtomicBool::new(false);
    let meter = &mut Meter::new(Budget { nodes: Some(3), ..Budget::default() }, &never);
    let proved = prove(&pigeons(), meter);
    assert_eq!((proved.solutions, meter.halted()), (Solutions::Unknown, Some(Halt::Nodes)));
    assert!(proved.proof.is_none());
}
