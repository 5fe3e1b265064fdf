//! The engine, the learner alone and brute force on random small models of every kind of constraint.

use quarry_constraint::{Engine, Learner, Step};
use quarry_core::{Assignment, Constraint, Literal, Meter, Model, Relation, Rng, Solutions, Value, Values};

/// All solutions, by trying every assignment.
fn brute_force(model: &Model) -> Vec<Assignment> {
    let mut solutions = Vec::new();
    let mut assignment = vec![0; model.domains.len()];
    fill(model, &mut assignment, 0, &mut solutions);
    solutions
}

fn fill(model: &Model, assignment: &mut Assignment, at: usize, solutions: &mut Vec<Assignment>) {
    if at == assignment.len() {
        if model.holds(assignment) {
            solutions.push(assignment.clone());
        }
        return;
    }
    for value in model.domains[at].iter() {
        assignment[at] = value;
        fill(model, assignment, at + 1, solutions);
    }
}

fn by_engine(model: &Model) -> Vec<Assignment> {
    let mut engine = Engine::new(model, &mut Meter::unlimited()).expect("nobody stops it");
    while engine.next(u64::MAX, &mut Meter::unlimited()) == Step::Found {}
    sorted(engine.found().to_vec())
}

fn by_learner(model: &Model) -> Vec<Assignment> {
    let mut learner = Learner::new(model, |_, _| true, &mut Meter::unlimited()).expect("nobody stops it");
    let mut solutions = Vec::new();
    while learner.next(u64::MAX, &mut Meter::unlimited()).0 == Step::Found {
        solutions.push(learner.solution());
    }
    sorted(solutions)
}

fn sorted(mut solutions: Vec<Assignment>) -> Vec<Assignment> {
    solutions.sort();
    solutions
}

fn some_values(rng: &mut Rng, below: usize) -> Values {
    (0..below as Value).filter(|_| rng.below(4) != 0).collect()
}

fn random_model(rng: &mut Rng) -> Model {
    let (variables, values) = (1 + rng.below(5), 1 + rng.below(4));
    let mut model = Model {
        domains: (0..variables).map(|_| some_values(rng, values)).collect(),
        relations: (0..2)
            .map(|_| Relation { allowed: (0..values).map(|_| some_values(rng, values)).collect() })
            .collect(),
        constraints: Vec::new(),
    };
    for _ in 0..rng.below(4) {
        let some: Vec<usize> = (0..variables).filter(|_| rng.below(2) == 0).collect();
        let literals = |rng: &mut Rng| {
            let literal = |rng: &mut Rng| Literal {
                variable: rng.below(variables),
                value: rng.below(values + 1) as Value,
                holds: rng.below(3) != 0,
            };
            (0..rng.below(5)).map(|_| literal(rng)).collect::<Vec<_>>()
        };
        model.constraints.push(match rng.below(4) {
            0 => Constraint::Different(some),
            1 => Constraint::Related(rng.below(variables), rng.below(variables), rng.below(2)),
            2 => Constraint::Clause(literals(rng)),
            _ => Constraint::Exactly(rng.below(4), literals(rng)),
        });
    }
    model
}

/// A path on a random graph, some places fixed or forbidden.
fn random_path(rng: &mut Rng) -> Model {
    let size = 1 + rng.below(7);
    let mut neighbours = vec![Vec::new(); size];
    for one in 0..size {
        for other in 0..one {
            if rng.below(5) < 3 {
                neighbours[one].push(other as u16);
                neighbours[other].push(one as u16);
            }
        }
    }
    let domain = |rng: &mut Rng| match rng.below(4) {
        0 => Values::only(rng.below(size) as Value),
        1 => some_values(rng, size + 1),
        _ => Values::below(size),
    };
    Model {
        domains: (0..size).map(|_| domain(rng)).collect(),
        relations: Vec::new(),
        constraints: vec![Constraint::Path { vertices: (0..size).collect(), neighbours }],
    }
}

#[test]
fn all_three_find_the_same_solutions() {
    let mut rng = Rng::new(1);
    let mut solutions = [0; 3];
    for round in 0..1_600 {
        let model = if round % 2 == 0 { random_model(&mut rng) } else { random_path(&mut rng) };
        let expected = brute_force(&model);
        solutions[expected.len().min(2)] += 1;
        assert!(by_engine(&model) == expected, "the engine on {model:?}");
        assert!(by_learner(&model) == expected, "the learner on {model:?}");
    }
    assert!(solutions.iter().all(|&count| count > 100), "none, one and several all occur: {solutions:?}");
}

#[test]
fn an_engine_answers_many_questions() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let model = random_path(&mut rng);
        let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("nobody stops it");
        for _ in 0..5 {
            let (fixed, ruled_out) = (rng.below(model.domains.len()), rng.below(model.domains.len()));
            let (value, other) = (rng.below(4) as Value, rng.below(4) as Value);
            let right = |solution: &&Assignment| solution[fixed] == value && solution[ruled_out] != other;
            let expected = brute_force(&model).iter().filter(right).count();
            engine.restart();
            engine.fix(fixed, value);
            engine.rule_out(ruled_out, other);
            let answer = engine.count(u64::MAX, &mut Meter::unlimited());
            let expected = [Solutions::None, Solutions::One, Solutions::Several][expected.min(2)];
            assert_eq!(answer, expected, "{model:?} {fixed}={value} {ruled_out}!={other}");
            assert!(engine.found().iter().all(|solution| model.holds(solution) && right(&solution)));
        }
    }
}

#[test]
fn a_search_can_be_paused_at_every_node() {
    let size = 16;
    let near = |one: i32, other: i32| (one / 4 - other / 4).abs() + (one % 4 - other % 4).abs() == 1;
    let neighbours =
        (0..size).map(|one| (0..size).filter(|&other| near(one, other)).map(|o| o as u16).collect());
    let model = Model {
        domains: vec![Values::below(16); 16],
        relations: Vec::new(),
        constraints: vec![Constraint::Path { vertices: (0..16).collect(), neighbours: neighbours.collect() }],
    };
    let whole = by_engine(&model);
    // Directed Hamiltonian paths of the 4 x 4 grid (OEIS A096969).
    assert_eq!(whole.len(), 552);
    let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("nobody stops it");
    while engine.next(1, &mut Meter::unlimited()) != Step::End {}
    assert_eq!(sorted(engine.found().to_vec()), whole);
}
