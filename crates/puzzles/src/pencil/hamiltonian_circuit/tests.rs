//! Tests.

use std::sync::atomic::AtomicBool;

use super::forced_edges::ForcedEdges;
use super::{HamiltonianCircuit, HamiltonianCircuitOptions};
use crate::brute_force::{as_other, opened, solutions_by_hand};
use crate::pencil::hidato::Hidato;
use crate::pencil::satisfiability::Satisfiability;
use crate::stepwise::Stepwise;
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Budget, Constrained, Generate, Located, Meter, NoTables, Outcome, OwnSolver, Position, Puzzle,
    Rng, drive,
};
use quarry_pencil::{Declared, GeneratorWish, Written};

type Circuit = Declared<HamiltonianCircuit>;

fn solved(puzzle: &Circuit) -> Outcome<Written> {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    let mut search = Stepwise::<ForcedEdges>::begin(puzzle, &Default::default(), 1, &NoTables);
    drive(&mut search, &mut meter, &mut |_| {})
}

/// Counts the solutions of a model.
fn counted<P: Constrained>(puzzle: &P) -> usize {
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
    while engine.next(u64::MAX, meter) == EngineStep::Found {}
    engine.found().len()
}

fn generated(form: &'static str, vertices: u64, degree: f64, seed: u64) -> Circuit {
    let options = HamiltonianCircuitOptions { form, vertices, degree };
    let wish = GeneratorWish::default();
    Circuit::generate(&(options, wish), seed, &mut Meter::unlimited()).expect("a graph")
}

fn example(name: &str) -> Circuit {
    let example = Circuit::examples().iter().find(|example| example.name == name);
    opened(example.expect("it ships").text)
}

/// Counts circuits as orders of the vertices, without any of our rules: each is met from vertex 1
/// in two directions.
fn orders(puzzle: &Circuit) -> usize {
    fn beyond(neighbours: &[Vec<u16>], path: &mut Vec<u16>) -> usize {
        let last = path[path.len() - 1];
        let around = &neighbours[usize::from(last)];
        if path.len() == neighbours.len() {
            return usize::from(around.contains(&0));
        }
        let mut many = 0;
        for &next in around {
            if !path.contains(&next) {
                path.push(next);
                many += beyond(neighbours, path);
                path.pop();
            }
        }
        many
    }
    beyond(&puzzle.declaration().graph.neighbours(), &mut vec![0]) / 2
}

#[test]
fn rules_check_and_search_agree_on_small_graphs() {
    let (mut none, mut some) = (0, 0);
    for seed in 0..80 {
        let degree = [2.0, 2.4, 2.7, 3.0][seed as usize % 4];
        let form = if seed % 5 == 4 { "puzzle" } else { "random" };
        let puzzle = generated(form, 4 + seed % 3, degree, seed);
        let count = solutions_by_hand::<HamiltonianCircuit>(&puzzle.show());
        assert_eq!(count, orders(&puzzle));
        *(if count == 0 { &mut none } else { &mut some }) += 1;
        let tried = solved(&puzzle);
        assert_eq!((tried.found.is_some(), tried.proved), (count > 0, count == 0));
        if let Some(found) = &tried.found {
            assert!(puzzle.judge(&found.answer).is_ok_and(|verdict| verdict.solved));
        }
    }
    assert!(none > 10 && some > 20, "{none} without a circuit, {some} with");
}

#[test]
fn known_graphs_have_their_known_circuits() {
    for (name, many) in
        [("first", 1), ("octahedron", 16), ("petersen", 0), ("dodecahedron", 30), ("cut-vertex", 0)]
    {
        let puzzle = example(name);
        assert_eq!((counted(&puzzle), orders(&puzzle)), (many, many), "{name}");
        assert_eq!(solved(&puzzle).found.is_some(), many > 0, "{name}");
    }
    for (name, is_there) in [("grid-6x6", true), ("grid-5x5", false), ("knight-5x6", true)] {
        let tried = solved(&example(name));
        assert_eq!((tried.found.is_some(), tried.proved), (is_there, !is_there), "{name}");
    }
}

#[test]
fn backtracking_and_learning_agree_at_the_transition() {
    let mut counts = [0, 0];
    for seed in 0..40 {
        let puzzle = generated("random", 30, 5.0, seed);
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        let is_there = engine.next(u64::MAX, meter) == EngineStep::Found;
        let tried = solved(&puzzle);
        assert_eq!((tried.found.is_some(), tried.proved), (is_there, !is_there), "seed {seed}");
        counts[usize::from(is_there)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 3), "both kinds occur: {counts:?}");
}

#[test]
fn graphs_are_read_from_lists_and_from_tsplib() {
    let tsplib = "NAME : square\nTYPE : HCP\nCOMMENT : 1 2\nDIMENSION : 4\n\
        EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n3 2\n3 4\n4 1\n-1\nEOF\n";
    assert!(Circuit::recognises(tsplib) && !Circuit::recognises("p edge 3 2\ne 1 2\n"));
    let puzzle = opened::<HamiltonianCircuit>(tsplib);
    let forms = puzzle.community_forms();
    let written = |format: &str| {
        let form = forms.iter().find(|form| form.format == format);
        opened::<HamiltonianCircuit>(&form.expect("a graph has it").text)
    };
    assert_eq!((&written("hcp"), &written("dimacs")), (&puzzle, &puzzle));
    let error = Circuit::parse("p edge 3 2\ne 1 2\ne 2 9\n").expect_err("no vertex 9");
    assert_eq!((error.at.line, error.at.column, error.found.as_str()), (3, 5, "`9`"));
    let large: String = (1..=150).map(|vertex| format!("{vertex} {}\n", vertex + 1)).collect();
    assert!(Circuit::parse(&large).is_err());
}

#[test]
fn answers_are_tours_or_edges() {
    let puzzle = opened::<HamiltonianCircuit>("1 2\n2 3\n3 4\n4 1\n1 3\n");
    let judged = |rows: &[&str]| {
        let mut rows = rows.iter().map(|&value| Located { value, at: Position::START });
        puzzle.judge(&puzzle.parse_answer(&mut rows).expect("every text is an answer"))
    };
    assert!(judged(&["4 1 2 3"]).is_ok_and(|verdict| verdict.solved));
    assert!(judged(&["1-2 2-3", "4-3 1-4 x1-3"]).is_ok_and(|verdict| verdict.solved));
    assert!(judged(&["1-2 x1-3"]).is_ok_and(|verdict| !verdict.solved && verdict.score == 2));
    for (rows, why) in [
        (["1 2 4 3"], "there is no edge from 2 to 4"),
        (["1 2 2 3"], "vertex 2 stands twice"),
        (["1 2 5"], "no vertex: '5'"),
        (["1-2 2-4"], "no edge of the graph: '2-4'"),
        (["1-2 x2-1"], "this edge stands twice: 'x2-1'"),
        (["1-2 1-3 1-4"], "vertex 1 has more than two edges"),
        (["1-2 2-3 1-3"], "the circuit through vertex 1 is too small"),
        (["1 2 3"], "vertex 4 has fewer than two edges"),
    ] {
        assert_eq!(judged(&rows).expect_err("wrong").why, why);
    }
}

#[test]
fn generated_puzzles_have_one_solution() {
    for seed in 1..4 {
        let puzzle = generated("puzzle", 12, 4.0, seed);
        assert_eq!((counted(&puzzle), orders(&puzzle)), (1, 1));
    }
}

/// The formula says what the graph says, and each of its solutions is an order of the vertices.
#[test]
fn formulas_have_the_circuits_of_the_graph() {
    let mut some = 0;
    for seed in 0..24 {
        let puzzle = generated("random", 3 + seed % 3, 1.8 + (seed % 3) as f64 * 0.1, seed);
        let vertices = puzzle.declaration().graph.vertices;
        let form = as_other(&puzzle, "cnf").expect("a graph has it");
        let formula = opened::<Satisfiability>(&form);
        assert_eq!(counted(&formula), 2 * orders(&puzzle));
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&formula.model(), meter).expect("an unlimited meter");
        if engine.next(u64::MAX, meter) == EngineStep::Found {
            let holds = &engine.found()[0];
            let at = |place| (0..vertices).find(|vertex| holds[vertex * vertices + place] == 1);
            let order: Vec<String> =
                (0..vertices).map(|place| (at(place).expect("a vertex") + 1).to_string()).collect();
            let row = [Located { value: order.join(" "), at: Position::START }];
            let mut row = row.iter().map(|row| Located { value: row.value.as_str(), at: row.at });
            let answer = puzzle.parse_answer(&mut row).expect("every text is an answer");
            assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved));
            some += 1;
        }
    }
    assert!((4..20).contains(&some), "{some} with a circuit");
}

/// Some cells of a grid, each with its vertex; vertices are in random order.
fn grid_graph(seed: u64) -> (Circuit, usize) {
    let mut rng = Rng::new(seed);
    let (columns, rows) = (3 + rng.below(3), 2 + rng.below(3));
    let mut cells: Vec<usize> = (0..columns * rows).filter(|_| rng.below(8) > 0).collect();
    rng.shuffle(&mut cells);
    let mut lines = String::new();
    for (vertex, cell) in cells.iter().enumerate() {
        let right = if (cell + 1) % columns > 0 { Some(cell + 1) } else { None };
        for other in right.into_iter().chain([cell + columns]) {
            if let Some(other) = cells.iter().position(|&one| one == other) {
                lines += &format!("{} {}\n", vertex + 1, other + 1);
            }
        }
    }
    let text = format!("p edge {} 0\n", cells.len()) + &lines;
    (opened::<HamiltonianCircuit>(&text), cells.len())
}

/// The board has a filling exactly if the graph has a circuit, and its numbers say which.
#[test]
fn boards_of_numbrix_are_filled_as_grid_graphs_have_circuits() {
    let (mut counts, mut loose) = ([0, 0], 0);
    for seed in 0..150 {
        let (puzzle, vertices) = grid_graph(seed);
        let text = match as_other(&puzzle, "numbrix") {
            Ok(text) => text,
            Err(why) => {
                assert!(why.contains("not connected"), "{why}\n{}", puzzle.show());
                assert_eq!(orders(&puzzle), 0);
                loose += 1;
                continue;
            }
        };
        let Ok(board) = Hidato::parse(&text) else { panic!("{text}") };
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&board.model(), meter).expect("an unlimited meter");
        let is_filled = engine.next(u64::MAX, meter) == EngineStep::Found;
        assert_eq!(is_filled, solved(&puzzle).found.is_some(), "{}\n{text}", puzzle.show());
        counts[usize::from(is_filled)] += 1;
        if is_filled {
            let numbers = board.decode(&engine.found()[0]);
            let remarks = text.lines().filter_map(|line| line.strip_prefix("# ")).skip(1);
            let of_cells: Vec<&str> = remarks.flat_map(str::split_whitespace).collect();
            let mut order = vec![""; vertices];
            for (number, vertex) in numbers.iter().zip(of_cells) {
                order[usize::from(number.expect("it is full")) - 1] = vertex;
            }
            let row = order.join(" ");
            let mut row = [Located { value: row.as_str(), at: Position::START }].into_iter();
            let answer = puzzle.parse_answer(&mut row).expect("every text is an answer");
            assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved), "{order:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 10) && loose > 3, "{counts:?}, {loose} apart");
}

#[test]
fn what_is_no_grid_graph_has_no_board() {
    let why = |edges: &str| as_other(&opened::<HamiltonianCircuit>(edges), "numbrix").unwrap_err();
    assert!(why("1 2\n2 3\n3 1\n").contains("no grid graph"));
    assert!(why("1 2\n1 3\n1 4\n1 5\n1 6\n").contains("no grid graph"));
    // Two cells have at most two neighbours in common.
    assert!(why("1 2\n1 3\n1 4\n5 2\n5 3\n5 4\n").contains("no grid graph"));
    assert!(why("1 2\n").contains("fewer than three vertices"));
}
