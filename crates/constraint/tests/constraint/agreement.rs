//! Compares the engine, the learner alone and brute force on random small models with every kind of
//! constraint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quarry_constraint::{Assumption, ClauseLearner, Engine, EngineStep, Reply};
use quarry_core::{
    Assignment, Budget, Constraint, Literal, Meter, Model, Relation, Rng, Solutions, Support,
    Value, Values,
};

/// Returns all solutions, by trying every assignment.
pub(crate) fn brute_force(model: &Model) -> Vec<Assignment> {
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
    let mut engine = Engine::new(model, &mut Meter::unlimited()).expect("unlimited meter");
    while engine.next(u64::MAX, &mut Meter::unlimited()) == EngineStep::Found {}
    sorted(engine.found().to_vec())
}

fn by_learner(model: &Model) -> Vec<Assignment> {
    let mut learner =
        ClauseLearner::new(model, |_, _| true, &mut Meter::unlimited()).expect("unlimited meter");
    let mut solutions = Vec::new();
    while learner.next(u64::MAX, &mut Meter::unlimited()).0 == EngineStep::Found {
        solutions.push(learner.solution().clone());
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

pub(crate) fn random_model(rng: &mut Rng) -> Model {
    let (variables, values) = (1 + rng.below(5), 1 + rng.below(4));
    let mut model = Model {
        domains: (0..variables).map(|_| some_values(rng, values)).collect(),
        relations: (0..2)
            .map(|_| Relation { allowed: (0..values).map(|_| some_values(rng, values)).collect() })
            .collect(),
        constraints: Vec::new(),
        answers: None,
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
            _ => {
                let low = rng.below(4);
                Constraint::Count { low, high: low + rng.below(3), literals: literals(rng) }
            }
        });
    }
    model
}

/// Returns neighbour lists of a random graph; each pair of vertices is joined with this
/// probability.
fn random_graph(rng: &mut Rng, vertices: usize, percent: usize) -> Vec<Vec<u16>> {
    let mut neighbours = vec![Vec::new(); vertices];
    for one in 0..vertices {
        for other in 0..one {
            if rng.below(100) < percent {
                neighbours[one].push(other as u16);
                neighbours[other].push(one as u16);
            }
        }
    }
    neighbours
}

/// Returns a model of constraints that only the learner supports, on up to seven variables with few
/// values.
pub(crate) fn random_declared(rng: &mut Rng) -> Model {
    let (variables, values) = (1 + rng.below(7), 2 + rng.below(2));
    let mut model = Model {
        domains: (0..variables).map(|_| some_values(rng, values)).collect(),
        ..Model::default()
    };
    for _ in 0..1 + rng.below(3) {
        let some: Vec<usize> = (0..variables).filter(|_| rng.below(2) == 0).collect();
        let literal = |rng: &mut Rng, variable| Literal {
            variable,
            value: rng.below(values) as Value,
            holds: rng.below(3) != 0,
        };
        let each = |rng: &mut Rng| (0..variables).map(|one| literal(rng, one)).collect::<Vec<_>>();
        model.constraints.push(match rng.below(7) {
            0 => {
                let rows = (0..rng.below(8))
                    .map(|_| some.iter().map(|_| rng.below(values) as Value).collect());
                Constraint::Table { rows: rows.collect(), variables: some.clone() }
            }
            1 => {
                let terms = some.iter().map(|&one| (rng.below(5) as i64 - 2, one)).collect();
                Constraint::Linear { terms, total: rng.below(5) as i64 - 1 }
            }
            2 => Constraint::DistinctSum(some, rng.below(5) as u64),
            3 => {
                let root = (rng.below(3) == 0).then(|| rng.below(variables) as u16);
                let neighbours = random_graph(rng, variables, 40);
                Constraint::Connected { literals: each(rng), neighbours, root }
            }
            4 => {
                let vertices = 3 + rng.below(3);
                let ends = (0..variables).map(|_| {
                    let one = rng.below(vertices);
                    [one as u16, ((one + 1 + rng.below(vertices - 1)) % vertices) as u16]
                });
                let ends: Vec<[u16; 2]> = ends.collect();
                let edges = (0..variables).map(|one| Literal::is(one, 1)).collect();
                Constraint::Loop { edges, ends }
            }
            5 => {
                let supports = (0..rng.below(8))
                    .map(|_| {
                        let variable = rng.below(variables);
                        Support {
                            head: rng.below(variables) as u16,
                            source: (rng.below(3) != 0).then(|| rng.below(variables) as u16),
                            literal: literal(rng, variable),
                        }
                    })
                    .collect();
                Constraint::Founded { heads: each(rng), supports }
            }
            _ => {
                // Long enough to need every kind of counter.
                let literals = (0..40).map(|_| {
                    let variable = rng.below(variables);
                    literal(rng, variable)
                });
                let literals: Vec<_> = literals.collect();
                let low = rng.below(literals.len());
                Constraint::Count { low, high: low + rng.below(12), literals }
            }
        });
    }
    model
}

/// Returns a path on a random graph, with some places fixed or forbidden.
pub(crate) fn random_path(rng: &mut Rng) -> Model {
    let size = 1 + rng.below(7);
    let neighbours = random_graph(rng, size, 60);
    let domain = |rng: &mut Rng| match rng.below(4) {
        0 => Values::only(rng.below(size) as Value),
        1 => some_values(rng, size + 1),
        _ => Values::below(size),
    };
    Model {
        domains: (0..size).map(|_| domain(rng)).collect(),
        relations: Vec::new(),
        answers: None,
        constraints: vec![Constraint::Path { vertices: (0..size).collect(), neighbours }],
    }
}

#[test]
fn all_three_find_the_same_solutions() {
    let mut rng = Rng::new(1);
    let mut solutions = [0; 3];
    for round in 0..6_000 {
        let model = match round % 4 {
            0 => random_model(&mut rng),
            1 => random_path(&mut rng),
            _ => random_declared(&mut rng),
        };
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

/// A learner with groups answers every query as brute force does on the assumed constraints, and
/// the assumptions that a refutation names are sufficient for it.
#[test]
fn groups_hold_when_they_are_assumed() {
    let mut rng = Rng::new(3);
    let mut replies = [0; 2];
    for _ in 0..1_500 {
        let model = random_declared(&mut rng);
        let groups: Vec<_> = (0..model.constraints.len()).map(Some).collect();
        let meter = &mut Meter::unlimited();
        let mut learner =
            ClauseLearner::with_groups(&model, &groups, meter).expect("unlimited meter");
        for _ in 0..4 {
            let mut assumed: Vec<Assumption> =
                (0..groups.len()).filter(|_| rng.below(3) != 0).map(Assumption::Group).collect();
            for _ in 0..rng.below(3) {
                let variable = rng.below(model.domains.len());
                let value = rng.below(3) as Value;
                let holds = rng.below(2) == 0;
                assumed.push(Assumption::Fact(Literal { variable, value, holds }));
            }
            let solutions = |assumed: &[Assumption]| {
                let constraints = assumed.iter().map(|one| match *one {
                    Assumption::Group(group) => model.constraints[group].clone(),
                    Assumption::Fact(fact) => Constraint::Clause(vec![fact]),
                });
                brute_force(&Model { constraints: constraints.collect(), ..model.clone() })
            };
            match learner.ask(&assumed, u64::MAX, meter) {
                Reply::Solution => {
                    assert!(solutions(&assumed).contains(learner.solution()), "{model:?}");
                    replies[0] += 1;
                }
                Reply::Refuted(needed) => {
                    let needed: Vec<_> = needed.into_iter().map(|index| assumed[index]).collect();
                    assert_eq!(solutions(&needed).len(), 0, "{needed:?} of {model:?}");
                    replies[1] += 1;
                }
                reply => panic!("{reply:?} without a limit"),
            }
        }
    }
    assert!(replies.iter().all(|&count| count > 1_000), "{replies:?}");
}

#[test]
fn an_engine_answers_many_questions() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let model = random_path(&mut rng);
        let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("unlimited meter");
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
    let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("unlimited meter");
    while engine.next(1, &mut Meter::unlimited()) != EngineStep::End {}
    assert_eq!(sorted(engine.found().to_vec()), whole);
}

/// A Hamiltonian path on a square grid, whose cells are neighbours if they share a side.
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
        answers: None,
        constraints: vec![Constraint::Path { vertices: (0..cells).collect(), neighbours }],
    }
}

/// A search that is stopped in the middle of a propagation, again and again, finds the same
/// solutions in the end.
#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let model = grid(5);
    // Directed Hamiltonian paths of the 5 x 5 grid (OEIS A096969).
    let whole = by_engine(&model);
    assert_eq!(whole.len(), 8648);
    let never = AtomicBool::new(false);
    let mut engine = Engine::new(&model, &mut Meter::unlimited()).expect("unlimited meter");
    let (mut seconds, mut stops) = (1e-6, 0);
    loop {
        let before = engine.nodes();
        let budget = Budget { seconds: Some(seconds), ..Budget::default() };
        match engine.next(u64::MAX, &mut Meter::new(budget, &never)) {
            EngineStep::End => break,
            EngineStep::Stopped => stops += 1,
            EngineStep::Found | EngineStep::Paused => {}
        }
        // Long enough to make progress, however slow the machine is.
        seconds = if engine.nodes() > before { 1e-6 } else { 2.0 * seconds };
    }
    assert!(stops > 10, "{stops}");
    assert_eq!(sorted(engine.found().to_vec()), whole);
}

/// Stops in time on the largest board, in every phase: the first propagation, the search, and the
/// encoding. The small stack shows that recursion does not grow with the board.
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
