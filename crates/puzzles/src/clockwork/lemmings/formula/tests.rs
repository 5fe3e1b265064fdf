//! Formulas agree with play: with the orders fixed, and with every order left open.

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    self as core, Clockwork, Constraint, Generate, Meter, Model, Puzzle, Rng, Values,
};

use super::*;
use crate::clockwork::lemmings::every_plan::can_be_solved;
use crate::clockwork::lemmings::landscape::SETS;
use crate::clockwork::lemmings::{Lemmings, Params};

/// Returns the answer of a solution of the formula with some more clauses, if there is one: its
/// orders, and a pass in the last turn, so that the judge follows the game to its end.
fn solved(puzzle: &Lemmings, formula: &Formula, more: &[Vec<GateLiteral>]) -> Option<Vec<Move>> {
    let literal = |one: &GateLiteral| {
        let variable = one.unsigned_abs() as usize - 1;
        if *one > 0 { core::Literal::is(variable, 1) } else { core::Literal::is(variable, 0) }
    };
    let clauses = formula.gates.clauses().iter().chain(more);
    let clause =
        |clause: &Vec<GateLiteral>| Constraint::Clause(clause.iter().map(literal).collect());
    let model = Model {
        domains: vec![Values::below(2); formula.gates.variables()],
        constraints: clauses.map(clause).collect(),
        ..Model::default()
    };
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&model, meter).expect("no limit");
    let is_found = engine.next(u64::MAX, meter) == EngineStep::Found;
    is_found.then(|| {
        let is_given = |variable: GateLiteral| engine.found()[0][variable as usize - 1] == 1;
        let given = formula.orders.iter().filter(|(variable, _)| is_given(*variable));
        let mut line: Vec<Move> = given.map(|&(_, order)| order).collect();
        let last = puzzle.horizon() - 1;
        if line.last().is_none_or(|order| order.at < last) {
            line.push(Move { at: last, command: None });
        }
        line
    })
}

/// A small level with a few orders of random types.
fn small(seed: u64) -> Lemmings {
    let params = Params {
        rules: ["full", "cormode", "alpha", "full"][seed as usize % 4],
        width: 4 + seed % 2,
        height: 4,
        lemmings: 1 + seed % 3,
        target: [100, 50][seed as usize / 2 % 2],
        time_limit: 7 + seed % 4,
        frequency: 1 + seed % 2,
        entrances: 1,
        exits: 1,
        platforms: 6,
        walls: 2 + seed % 3,
        impermeable: if seed % 4 == 1 { 40 } else { 0 },
        types: 2 + seed % 2,
        ..Params::default()
    };
    Lemmings::generate(&params, seed, &mut Meter::unlimited()).expect("there is room")
}

fn formula_of(puzzle: &Lemmings) -> Formula {
    Formula::of(&puzzle.level).unwrap_or_else(|why| panic!("{why}\n{}", puzzle.show()))
}

fn is_accepted(puzzle: &Lemmings, orders: &Vec<Move>) -> bool {
    puzzle.judge(orders).is_ok_and(|verdict| verdict.solved)
}

#[test]
fn formulas_are_satisfiable_where_levels_are_solvable() {
    let (mut by_themselves, mut never) = (0, 0);
    let mut by_orders = [0; 3];
    for seed in 0..240 {
        let puzzle = small(seed);
        let answer = solved(&puzzle, &formula_of(&puzzle), &[]);
        assert_eq!(answer.is_some(), can_be_solved(&puzzle, |_| true), "{}", puzzle.show());
        let pass = Move { at: puzzle.horizon() - 1, command: None };
        match answer {
            None => never += 1,
            Some(_) if is_accepted(&puzzle, &vec![pass]) => by_themselves += 1,
            Some(_) => by_orders[puzzle.level.rules as usize] += 1,
        }
        if let Some(orders) = answer {
            assert!(is_accepted(&puzzle, &orders), "{}\n{orders:?}", puzzle.show());
        }
    }
    println!("{by_orders:?} by orders, {by_themselves} by themselves, {never} never");
    assert!(by_orders.iter().all(|&count| count >= 3) && by_themselves >= 5 && never >= 5);
}

/// A lemming falls too far onto the exit's platform, which only the other one's explosion in the
/// same step can take away; there is no bomber.
#[test]
fn a_nuke_is_given_where_it_saves_a_lemming() {
    let level = |frequency: u32| {
        let text = format!(
            "puzzle = \"lemmings\"\nwidth = 4\nheight = 10\nlemmings = 2\ntarget = 1\n\
             time_limit = 15\nfrequency = {frequency}\nquantities = {{}}\n\
             entrances = [\"C 9\", \"B 1\"]\nexits = [\"B 8\"]\n\
             platforms = [\"B..C 8\", \"B..C 9\"]\nwalls = [\"A 8..9\", \"C 8..9\"]\n"
        );
        Lemmings::parse(&text).unwrap_or_else(|error| panic!("{error}"))
    };
    let puzzle = level(3);
    let orders = solved(&puzzle, &formula_of(&puzzle), &[]).expect("a nuke saves it");
    assert_eq!(orders[0], Move { at: 7, command: Some(Command::Nuke) });
    assert!(is_accepted(&puzzle, &orders));
    // One step later the other one is not below.
    assert!(solved(&level(4), &formula_of(&level(4)), &[]).is_none());
    assert!(!can_be_solved(&level(4), |_| true));
}

/// Two lemmings reach the place of the blocker in the same step, and the one that is not it hides
/// it, unless a nuke keeps it out.
#[test]
fn a_nuke_is_given_where_it_keeps_a_lemming_out() {
    let text = "puzzle = \"lemmings\"\nwidth = 6\nheight = 7\nlemmings = 3\ntarget = 1\n\
                time_limit = 9\nfrequency = 2\nquantities = { blocker = 1 }\n\
                entrances = [\"D 2\", \"B 2\", \"B 4\"]\nexits = [\"E 6\"]\n\
                platforms = [\"D 2\", \"B 5\", \"C..E 6\"]\nwalls = [\"D 1..2\"]\n";
    let puzzle = Lemmings::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let orders = solved(&puzzle, &formula_of(&puzzle), &[]).expect("a nuke saves it");
    assert!(orders.contains(&Move { at: 4, command: Some(Command::Nuke) }), "{orders:?}");
    assert!(is_accepted(&puzzle, &orders));
    assert!(can_be_solved(&puzzle, |_| true));
    assert!(!can_be_solved(&puzzle, |command| command != Command::Nuke));
}

/// Random orders, played by the judge, come to the goal where the formula with the same orders can
/// be satisfied.
#[test]
fn with_orders_given_the_formula_is_the_judge() {
    let mut counts = [0; 2];
    for seed in 0..150 {
        let mut puzzle = small(1_000 + seed);
        puzzle.level.target = 1;
        puzzle.level.quantities = puzzle.level.quantities.map(|quantity| 2 * quantity);
        let formula = formula_of(&puzzle);
        let mut rng = Rng::new(seed);
        let (mut state, mut orders) = (rules::start(&puzzle.level), Vec::new());
        while !rules::is_over(&puzzle.level, &state) {
            let legal: Vec<Move> = (formula.orders.iter().map(|&(_, order)| order))
                .filter(|order| match order.command {
                    Some(Command::Assign(number, skill))
                        if order.at == rules::actions_so_far(&puzzle.level, &state) =>
                    {
                        rules::is_legal(&puzzle.level, &state, number, skill)
                    }
                    _ => false,
                })
                .collect();
            let chosen =
                (!legal.is_empty() && rng.below(2) == 0).then(|| legal[rng.below(legal.len())]);
            orders.extend(chosen);
            rules::advance(&puzzle.level, &mut state, chosen.and_then(|order| order.command));
        }
        let given = |order: &Move| if orders.contains(order) { 1 } else { -1 };
        let fixed: Vec<Vec<GateLiteral>> =
            formula.orders.iter().map(|(variable, order)| vec![variable * given(order)]).collect();
        let is_saved = rules::is_feasible(&puzzle.level, &state);
        let shown = puzzle.show();
        assert_eq!(solved(&puzzle, &formula, &fixed).is_some(), is_saved, "{shown}\n{orders:?}");
        counts[usize::from(is_saved)] += 1;
    }
    println!("{counts:?}");
    assert!(counts.iter().all(|&count| count >= 15), "{counts:?}");
}

/// The sets of the landscape need as many orders as they have: with one less there is no solution.
#[test]
fn sets_of_the_landscape_need_all_their_orders() {
    for kind in SETS {
        for lacking in [0, 1] {
            let params = Params { kind, n: 1, lacking, ..Params::default() };
            let puzzle = Lemmings::generate(&params, 1, &mut Meter::unlimited()).expect("a level");
            let formula = formula_of(&puzzle);
            let answer = solved(&puzzle, &formula, &[]);
            assert_eq!(answer.is_some(), lacking == 0, "{kind}");
            let judged = answer.map(|orders| puzzle.judge(&orders).is_ok_and(|one| one.solved));
            assert_ne!(judged, Some(false), "{kind}");
        }
    }
}

#[test]
fn a_formula_that_would_be_too_large_is_refused() {
    let params = Params { types: 400, time_limit: 10_000, lemmings: 100, ..Params::default() };
    let puzzle = Lemmings::generate(&params, 1, &mut Meter::unlimited()).expect("a level");
    let why = Formula::of(&puzzle.level).err().expect("it is large");
    assert!(why.contains("too large: more than"), "{why}");
}
