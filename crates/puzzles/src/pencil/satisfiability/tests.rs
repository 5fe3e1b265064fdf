//! Tests.

use std::sync::atomic::AtomicBool;

use super::dpll::Dpll;
use super::graph::vertex;
use super::walk::WalkSat;
use super::{Satisfiability, SatisfiabilityOptions};
use crate::brute_force::{as_other, opened, solutions_by_hand};
use crate::pencil::colouring::Colouring;
use crate::pencil::light_up::LightUp;
use crate::stepwise::Stepwise;
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Budget, Constrained, Generate, Located, Meter, NoTables, Outcome, OwnSolver, Position, Puzzle,
    Solutions, Value, drive,
};
use quarry_pencil::{Declared, GeneratorWish, Written};

type Formula = Declared<Satisfiability>;

fn solved<S: OwnSolver<Formula>>(puzzle: &Formula, nodes: u64) -> Outcome<Written> {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget { nodes: Some(nodes), ..Budget::default() }, &stop);
    let settings = S::Settings::default();
    drive(&mut S::begin(puzzle, &settings, 1, &NoTables), &mut meter, &mut |_| {})
}

fn solutions(puzzle: &Formula) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("an unlimited meter").count(u64::MAX, meter)
}

fn random(variables: u64, width: u64, ratio: f64, seed: u64) -> Formula {
    let options = SatisfiabilityOptions { variables, width, ratio, ..Default::default() };
    Formula::generate(&(options, GeneratorWish::default()), seed, &mut Meter::unlimited())
        .expect("a formula")
}

#[test]
fn rules_check_and_searches_agree_on_small_formulas() {
    let (mut none, mut some) = (0, 0);
    for seed in 0..120 {
        let width = 1 + seed % 3;
        let ratio = [1.0, 2.0, 5.0][seed as usize % 3];
        let puzzle = random(7, width, ratio, seed);
        let count = solutions_by_hand::<Satisfiability>(&puzzle.show());
        *(if count == 0 { &mut none } else { &mut some }) += 1;
        let tried = solved::<Stepwise<Dpll>>(&puzzle, u64::MAX);
        assert_eq!((tried.found.is_some(), tried.proved), (count > 0, count == 0));
        let walked = solved::<Stepwise<WalkSat>>(&puzzle, 20_000);
        assert_eq!(walked.found.is_some(), count > 0);
        for found in tried.found.iter().chain(&walked.found) {
            assert!(puzzle.judge(&found.answer).is_ok_and(|verdict| verdict.solved));
        }
    }
    assert!(none > 20 && some > 20, "{none} without a solution, {some} with");
}

#[test]
fn backtracking_and_learning_agree_at_the_transition() {
    let mut counts = [0, 0];
    for seed in 0..30 {
        let puzzle = random(50, 3, 4.3, seed);
        let tried = solved::<Stepwise<Dpll>>(&puzzle, u64::MAX);
        assert_eq!(tried.found.is_none(), solutions(&puzzle) == Solutions::None);
        counts[usize::from(tried.found.is_some())] += 1;
    }
    assert!(counts.iter().all(|&count| count > 3), "both kinds occur: {counts:?}");
}

#[test]
fn clauses_are_read_from_lines_and_from_dimacs() {
    let own = opened::<Satisfiability>(
        "puzzle = \"satisfiability\"\nvariables = 4\nboard = \"\"\"\n1 -2 3\n-1\n2 -2\n\"\"\"\n",
    );
    let dimacs = "c a board of remarks\np cnf 4 3\n1 -2\n3 0 -1 0\n2 -2 0\n";
    assert!(Formula::recognises(dimacs) && !Formula::recognises("p edge 3 2\ne 1 2\n"));
    assert_eq!(own, opened(dimacs));
    let forms = own.community_forms();
    let form = forms.iter().find(|form| form.format == "dimacs").expect("a formula has it");
    assert_eq!(form.text, "p cnf 4 3\n1 -2 3 0\n-1 0\n2 -2 0");
    assert_eq!(own, opened(&form.text));
    // A clause in each line needs no number of variables where the last one occurs.
    assert_eq!(opened::<Satisfiability>("1 -12\n3\n").declaration().variables, 12);
    for (wrong, line, column) in
        [("1 0\n", 1, 3), ("p cnf 2 1\n1  3 0\n", 2, 4), ("1 x\n", 1, 3), ("p cnf\n", 1, 1)]
    {
        let error = Formula::parse(wrong).expect_err(wrong);
        assert_eq!((error.at.line, error.at.column), (line, column), "{wrong}");
    }
    // A clause of both literals of a variable is always satisfied.
    assert_eq!(solutions_by_hand::<Satisfiability>(&own.show()), 6);
}

#[test]
fn printed_models_of_solvers_are_answers() {
    let puzzle = opened::<Satisfiability>("1 -2 3\n-1\n");
    let judged = |rows: &[&str]| {
        let mut rows = rows.iter().map(|&value| Located { value, at: Position::START });
        puzzle.judge(&puzzle.parse_answer(&mut rows).expect("every text is an answer"))
    };
    assert!(judged(&["s SATISFIABLE", "v -1 -2", "v 3 0"]).is_ok_and(|verdict| verdict.solved));
    assert!(judged(&["-1 _ _"]).is_ok_and(|verdict| !verdict.solved && verdict.score == 1));
    for (rows, why) in [
        (["1 -2 3"], "clause 2 (not x1) has no true literal"),
        (["-1 2 -3"], "clause 1 (x1 or not x2 or x3) has no true literal"),
        (["-1 2 -2"], "x2 stands twice"),
        (["4"], "there is no variable 4"),
        (["T"], "no literal: 'T'"),
    ] {
        assert_eq!(judged(&rows).expect_err("wrong").why, why);
    }
}

#[test]
fn generated_puzzles_have_one_solution() {
    for seed in 1..4 {
        let options = SatisfiabilityOptions { form: "puzzle", variables: 8, ..Default::default() };
        let meter = &mut Meter::unlimited();
        let puzzle = Formula::generate(&(options, GeneratorWish::default()), seed, meter);
        assert_eq!(solutions(&puzzle.expect("a puzzle")), Solutions::One);
    }
    let wish = GeneratorWish { tier: "easy", ..Default::default() };
    let made = Formula::generate(&(Default::default(), wish), 1, &mut Meter::unlimited());
    assert!(made.expect_err("no tiers").to_string().contains("ask for tier=any"));
}

/// The board has a solution exactly if the formula has one, and some of its bulbs say which.
#[test]
fn boards_of_light_up_can_be_solved_as_formulas_can_be_satisfied() {
    let mut counts = [0, 0];
    for seed in 0..80 {
        let width = 1 + seed % 4;
        let puzzle = random(4, width, [1.25, 2.75, 2.5, 2.0][width as usize - 1], seed);
        let text = as_other(&puzzle, "akari").expect("it is small");
        let board = opened::<LightUp>(&text);
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&board.model(), meter).expect("an unlimited meter");
        let is_lit = engine.next(u64::MAX, meter) == EngineStep::Found;
        assert_eq!(is_lit, solutions(&puzzle) != Solutions::None, "{}", puzzle.show());
        counts[usize::from(is_lit)] += 1;
        if is_lit {
            let bulbs = board.show_answer(&board.decode(&engine.found()[0]));
            let values: Vec<Value> = text
                .lines()
                .filter_map(|line| line.strip_prefix("# x"))
                .map(|remark| {
                    let place = remark.split_once("in row ").map(|(_, place)| place);
                    let place = place.and_then(|place| place.split_once(", column "));
                    place.is_some_and(|(row, column)| {
                        let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
                        bulbs[at(row)].chars().nth(at(column)) == Some('*')
                    })
                })
                .map(Value::from)
                .collect();
            assert_eq!(values.len(), 4);
            let verdict = puzzle.judge(&puzzle.decode(&values));
            assert!(verdict.is_ok_and(|verdict| verdict.solved), "{values:?}\n{}", puzzle.show());
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "both kinds occur: {counts:?}");
}

#[test]
fn a_board_that_would_be_too_large_is_refused() {
    let why = as_other(&random(20, 3, 4.0, 1), "akari").expect_err("80 clauses");
    assert!(why.contains("105 rows and 1200 columns; expected a formula"), "{why}");
}

/// The graph has a colouring exactly if the formula has a solution, and its colours say which.
#[test]
fn graphs_can_be_coloured_as_formulas_can_be_satisfied() {
    let mut counts = [0, 0];
    for seed in 0..60 {
        let width = 1 + seed % 4;
        let puzzle = random(5, width, [1.0, 2.2, 6.0, 3.0][width as usize - 1], seed);
        let form = as_other(&puzzle, "graph").expect("a formula has it");
        let graph = opened::<Colouring>(&form);
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&graph.model(), meter).expect("an unlimited meter");
        let is_coloured = engine.next(u64::MAX, meter) == EngineStep::Found;
        assert_eq!(is_coloured, solutions(&puzzle) != Solutions::None, "{}", puzzle.show());
        counts[usize::from(is_coloured)] += 1;
        if is_coloured {
            let colours = &engine.found()[0];
            let is_true = |literal| colours[vertex(literal)] == colours[0];
            let values: Vec<Value> = (1..=5).map(|number| is_true(number).into()).collect();
            let verdict = puzzle.judge(&puzzle.decode(&values));
            assert!(verdict.is_ok_and(|verdict| verdict.solved));
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "both kinds occur: {counts:?}");
}
