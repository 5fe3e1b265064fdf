//! Explanations against an independent check: a plain search over the variables of a step's rules,
//! which shares nothing with the engine but the meaning of constraints (`Model::holds`).

use std::collections::BTreeSet;

use quarry_constraint::Explainer;
use quarry_core::{Constraint, Literal, Meter, Model, Puzzle, Value, Values, Variable};
use quarry_pencil::{Declaration, Declared};

use quarry_puzzles::pencil;

/// Nodes after which a check is given up.
const MOST_NODES: usize = 20_000;

/// Steps that are checked on each board.
const MOST_STEPS: usize = 30;

/// Number of examples of each puzzle, the first and smallest ones.
const EXAMPLES: usize = 3;

/// How many steps were checked, of how many.
#[derive(Debug, Default)]
struct Checked {
    steps: usize,
    forced: usize,
    irreducible: usize,
}

/// Says whether rules and facts leave a literal no solution; none if that takes too long.
struct Check<'m> {
    model: &'m Model,
    rule_of: &'m [Option<usize>],
}

impl Check<'_> {
    fn refutes(&self, rules: &[usize], facts: &[Literal], tried: Literal) -> Option<bool> {
        let mut domains: Vec<Values> = self.model.domains.clone();
        for literal in facts.iter().chain([&tried]) {
            let domain = &mut domains[literal.variable];
            *domain =
                domain.iter().filter(|&value| (value == literal.value) == literal.holds).collect();
        }
        if domains.iter().any(|domain| domain.iter().next().is_none()) {
            return Some(true);
        }
        let constraints = self.constraints(rules);
        let (order, completed) = order(&constraints, &domains, tried.variable);
        let first = |domain: &Values| domain.iter().next().unwrap_or_default();
        let mut search = Search {
            assignment: domains.iter().map(first).collect(),
            models: completed
                .into_iter()
                .map(|constraints| Model { constraints, ..self.model.clone() })
                .collect(),
            domains,
            order,
            nodes: 0,
        };
        search.has_solution(0).map(|found| !found)
    }

    /// Returns the constraints of the rules, and the definitions of all helpers they need.
    fn constraints(&self, rules: &[usize]) -> Vec<Constraint> {
        let answers = self.model.answer_len();
        let mut helpers: BTreeSet<Variable> = BTreeSet::new();
        let mut is_chosen: Vec<bool> =
            self.rule_of.iter().map(|rule| rule.is_some_and(|it| rules.contains(&it))).collect();
        loop {
            for (constraint, _) in self.model.constraints.iter().zip(&is_chosen).filter(|it| *it.1)
            {
                helpers.extend(constraint.variables().into_iter().filter(|&it| it >= answers));
            }
            let before = is_chosen.clone();
            for (index, constraint) in self.model.constraints.iter().enumerate() {
                is_chosen[index] |= self.rule_of[index].is_none()
                    && constraint.variables().iter().any(|variable| helpers.contains(variable));
            }
            if is_chosen == before {
                break;
            }
        }
        let all = self.model.constraints.iter().zip(is_chosen);
        all.filter(|it| it.1).map(|it| it.0.clone()).collect()
    }
}

/// Orders the variables so that constraints are completed early, and lists for each place in the
/// order the constraints that are completed there.
fn order(
    constraints: &[Constraint],
    domains: &[Values],
    first: Variable,
) -> (Vec<Variable>, Vec<Vec<Constraint>>) {
    let open: Vec<BTreeSet<Variable>> =
        constraints.iter().map(|constraint| constraint.variables().into_iter().collect()).collect();
    let mut order = vec![first];
    let mut is_placed = vec![false; domains.len()];
    is_placed[first] = true;
    let mut is_done = vec![false; constraints.len()];
    let mut completed = vec![Vec::new()];
    loop {
        for (index, variables) in open.iter().enumerate() {
            if !is_done[index] && variables.iter().all(|&variable| is_placed[variable]) {
                is_done[index] = true;
                completed[order.len() - 1].push(constraints[index].clone());
            }
        }
        let rest = |index: &usize| {
            let rest = open[*index].iter().filter(|&&variable| !is_placed[variable]);
            rest.map(|&variable| domains[variable].iter().count().ilog2() as usize).sum::<usize>()
        };
        let Some(next) = (0..open.len()).filter(|&index| !is_done[index]).min_by_key(rest) else {
            return (order, completed);
        };
        let variable = open[next].iter().copied().find(|&variable| !is_placed[variable]);
        let variable = variable.expect("a constraint that is not complete has an open variable");
        is_placed[variable] = true;
        order.push(variable);
        completed.push(Vec::new());
    }
}

/// A search by backtracking.
struct Search {
    domains: Vec<Values>,
    order: Vec<Variable>,
    /// For each place in the order a model with the constraints that are completed there.
    models: Vec<Model>,
    assignment: Vec<Value>,
    nodes: usize,
}

impl Search {
    fn has_solution(&mut self, place: usize) -> Option<bool> {
        let Some(&variable) = self.order.get(place) else { return Some(true) };
        let values: Vec<Value> = self.domains[variable].iter().collect();
        for value in values {
            self.nodes += 1;
            if self.nodes > MOST_NODES {
                return None;
            }
            self.assignment[variable] = value;
            if self.models[place].holds(&self.assignment) && self.has_solution(place + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Checks the steps on the first examples: the rules and facts of a step force it, and none of its
/// rules can be left out.
fn check<D: Declaration>() -> Checked {
    let mut checked = Checked::default();
    for example in D::examples().iter().take(EXAMPLES) {
        let puzzle: Declared<D> = Declared::parse(example.text).expect("examples parse");
        let book = puzzle.rules();
        let (model, rule_of) = book.constraints();
        let check = Check { model, rule_of };
        let meter = &mut Meter::unlimited();
        let noted: Vec<Variable> = book.notes().iter().map(|note| note.variable).collect();
        let mut explainer = Explainer::new(model, rule_of, book.rules().len(), &noted, meter)
            .expect("an unlimited meter");
        let mut knowledge = explainer.knowledge();
        for (variable, spot) in puzzle.declaration().spots().iter().enumerate() {
            if let Some(given) = spot.given {
                explainer.learn(&mut knowledge, Literal::is(variable, given));
            }
        }
        for _ in 0..MOST_STEPS {
            let Ok(step) = explainer.step(&mut knowledge, usize::MAX, meter) else { break };
            checked.steps += 1;
            let tried = step.excluded[0];
            let name = format!("{} {}: {step:?}", D::ID, example.name);
            let forced = check.refutes(&step.rules, &step.facts, tried);
            assert_ne!(forced, Some(false), "{name} is not forced");
            checked.forced += usize::from(forced.is_some());
            let spare = |left_out: usize| {
                let mut rules = step.rules.clone();
                rules.remove(left_out);
                check.refutes(&rules, &step.facts, tried)
            };
            let spares: Vec<Option<bool>> = (0..step.rules.len()).map(spare).collect();
            assert!(!spares.contains(&Some(true)), "{name} has a rule to spare");
            checked.irreducible += usize::from(!spares.contains(&None));
        }
    }
    checked
}

#[test]
fn steps_are_forced_and_no_rule_can_be_left_out() {
    let all = [
        check::<pencil::corral::Corral>(),
        check::<pencil::cross_sum::CrossSum>(),
        check::<pencil::cryptarithm::Cryptarithm>(),
        check::<pencil::instant_insanity::InstantInsanity>(),
        check::<pencil::kplumber::KPlumber>(),
        check::<pencil::light_up::LightUp>(),
        check::<pencil::minesweeper::Minesweeper>(),
        check::<pencil::nurikabe::Nurikabe>(),
        check::<pencil::pearl::Pearl>(),
        check::<pencil::reflections::Reflections>(),
        check::<pencil::slither_link::SlitherLink>(),
        check::<pencil::spiral_galaxies::SpiralGalaxies>(),
        check::<pencil::sudoku::Sudoku>(),
    ];
    let steps: usize = all.iter().map(|checked| checked.steps).sum();
    let forced: usize = all.iter().map(|checked| checked.forced).sum();
    println!("{steps} steps, {forced} checked: {all:?}");
    // The others have too many variables for a search without propagation.
    assert!(forced * 10 > steps * 7, "{forced} of {steps} steps could be checked");
}
