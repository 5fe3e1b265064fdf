//! The engine, the learner alone and brute force on random small models of every kind of
//! constraint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quarry_constraint::{ClauseLearner, Engine, EngineStep};
use quarry_core::{
    Assignment, Budget, Constraint, Literal, Meter, Model, Relation, Rng, Solutions, Value, Values,
};

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
    while engine.next(u64::MAX, &mut Meter::unlimited()) == EngineStep::Found {}
    sorted(engine.found().to_vec())
}

fn by_learner(model: &Model) -> Vec<Assignment> {
    let mut learner =
        ClauseLearner::new(model, |_, _| true, &mut Meter::unlimited()).expect("nobody stops it");
    let mut solutions = Vec::new();
    while learner.next(u64::MAX, &mut Meter::unlimited()).0 == EngineStep::Found {
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
    assert!(
        solutions.iter().all(|&count| count > 100),
        "none, one and several all occur: {solutions:?}"
    );
}

#[test]
fn an_engine_answers_many_questions() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let model = random_path(&mut rng);
        let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("nobody stops it");
        for _ in 0..5 {
            let (fixed, ruled_out) =
                (rng.below(model.domains.len()), rng.below(model.domains.len()));
            let (value, other) = (rng.below(4) as Value, rng.below(4) as Value);
            let right =
                |solution: &&Assignment| solution[fixed] == value && solution[ruled_out] != other;
            let expected = brute_force(&model).iter().filter(right).count();
            engine.restart();
            engine.fix(fixed, value);
            engine.rule_out(ruled_out, other);
            let answer = engine.count(u64::MAX, &mut Meter::unlimited());
            let expected = [Solutions::None, Solutions::One, Solutions::Several][expected.min(2)];
            assert_eq!(answer, expected, "{model:?} {fixed}={value} {ruled_out}!={other}");
            assert!(
                engine.found().iter().all(|solution| model.holds(solution) && right(&solution))
            );
        }
    }
}

#[test]
fn a_search_can_be_paused_at_every_node() {
    let model = grid(4);
    let whole = by_engine(&model);
    // Directed Hamiltonian paths of the 4 x 4 grid (OEIS A096969).
    assert_eq!(whole.len(), 552);
    let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("nobody stops it");
    while engine.next(1, &mut Meter::unlimited()) != EngineStep::End {}
    assert_eq!(sorted(engine.found().to_vec()), whole);
}

/// The squares of a board and which of them touch by a side.
fn grid(side: usize) -> Model {
    let near = |one: usize, other: usize| {
        (one / side).abs_diff(other / side) + (one % side).abs_diff(other % side) == 1
    };
    let cells = side * side;
    let beside =
        |one: usize| [one.wrapping_sub(side), one.wrapping_sub(1), one + 1, one + side].into_iter();
    let touching = |one: usize| {
        beside(one)
            .filter(|&other| other < cells && near(one, other))
            .map(|other| other as u16)
            .collect()
    };
    let neighbours = (0..cells).map(touching).collect();
    Model {
        domains: vec![Values::below(cells); cells],
        relations: Vec::new(),
        constraints: vec![Constraint::Path { vertices: (0..cells).collect(), neighbours }],
    }
}

/// Whoever is stopped in the middle of a propagation, again and again, finds the same solutions in
/// the end.
#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let model = grid(5);
    // Directed Hamiltonian paths of the 5 x 5 grid (OEIS A096969).
    let whole = by_engine(&model);
    assert_eq!(whole.len(), 8648);
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("nobody stops it");
    let (mut seconds, mut stops) = (1e-6, 0);
    loop {
        let before = engine.nodes();
        let budget = Budget { seconds: Some(seconds), ..Budget::default() };
        match engine.next(u64::MAX, &mut Meter::new(budget, &never)) {
            EngineStep::End => break,
            EngineStep::Stopped => stops += 1,
            EngineStep::Found | EngineStep::Paused => {}
        }
        // Long enough to come on, however slow the machine is.
        seconds = if engine.nodes() > before { 1e-6 } else { 2.0 * seconds };
    }
    assert!(stops > 10, "{stops}");
    assert_eq!(sorted(engine.found().to_vec()), whole);
}

/// On the largest board there is, wherever it is: in the first propagation, in the search, and when
/// it makes clauses. No depth of the board's can overflow the small stack.
#[test]
fn an_engine_stops_soon_wherever_it_is() {
    let work = || {
        for (side, milliseconds) in [(64, 20), (64, 400), (24, 1500), (24, 2500)] {
            let model = grid(side);
            let stop = AtomicBool::new(false);
            let late = thread::scope(|scope| {
                let flag = scope.spawn(|| {
                    thread::sleep(Duration::from_millis(milliseconds));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let meter = &mut Meter::new(Budget::default(), &stop);
                if let Some(mut engine) = Engine::new(&model, meter) {
                    while !matches!(engine.next(256, meter), EngineStep::Stopped | EngineStep::End)
                    {
                    }
                }
                flag.join().expect("it only sleeps").elapsed()
            });
            assert!(late < Duration::from_secs(1), "{side}, {milliseconds}: {late:?} late");
        }
    };
    thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no overflow");
}
