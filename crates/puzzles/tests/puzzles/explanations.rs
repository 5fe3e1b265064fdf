//! Explanations against an independent check: a plain search over the variables of a step's rules,
//! which shares nothing with the engine but the meaning of constraints (`Model::holds`).

use std::collections::BTreeSet;
use std::mem;

use quarry_constraint::{Explainer, Knowledge};
use quarry_core::{Constraint, Literal, Meter, Model, Puzzle, Value, Values, Variable};
use quarry_pencil::{Declaration, Declared};

use quarry_puzzles::pencil;

/// Nodes after which a check is given up.
const MOST_NODES: usize = 20_000;

/// Steps that are checked on each board.
const MOST_STEPS: usize = 30;

/// Number of examples of each puzzle, the first and smallest ones.
const EXAMPLES: usize = 3;

/// Nodes after which the search for a smaller set gives up a question.
const FEW_NODES: usize = 500;

/// Steps of several rules on each board for which smaller sets are searched.
const MOST_COMPARED: usize = 2;

/// The most pairs of rules that are tried for one step.
const MOST_PAIRS: usize = 60;

/// How many steps were checked, of how many.
#[derive(Debug, Default)]
struct Checked {
    steps: usize,
    forced: usize,
    irreducible: usize,
}

/// Smaller sets that were searched for steps of several rules.
#[derive(Debug, Default)]
struct Compared {
    steps: usize,
    /// Sets for which all open values were shown to be possible, and sets with a question that was
    /// given up.
    refuted: usize,
    unknown: usize,
}

/// Says whether rules and facts leave a literal no solution; none if that takes too long.
struct Check<'m> {
    model: &'m Model,
    rule_of: &'m [Option<usize>],
}

impl Check<'_> {
    fn refutes(&self, rules: &[usize], facts: &[Literal], tried: Literal) -> Option<bool> {
        let mut domains: Vec<Values> = self.model.domains.clone();
        for literal in facts {
            let domain = &mut domains[literal.variable];
            *domain =
                domain.iter().filter(|&value| (value == literal.value) == literal.holds).collect();
        }
        self.refutes_within(rules, domains, tried, MOST_NODES)
    }

    /// Says whether rules leave a value no solution, if each variable has one of these values.
    fn refutes_within(
        &self,
        rules: &[usize],
        mut domains: Vec<Values>,
        tried: Literal,
        most_nodes: usize,
    ) -> Option<bool> {
        let domain = &mut domains[tried.variable];
        *domain = domain.iter().filter(|&value| value == tried.value).collect();
        if domains.iter().any(|domain| domain.iter().next().is_none()) {
            return Some(true);
        }
        let constraints = self.constraints(rules);
        let (order, completed) = order(&constraints, &domains, tried.variable);
        let first = |domain: &Values| domain.iter().next().unwrap_or_default();
        let mut search = Search {
            assignment: domains.iter().map(first).collect(),
            completed,
            model: Model {
                domains: self.model.domains.clone(),
                answers: self.model.answers,
                relations: self.model.relations.clone(),
                constraints: Vec::new(),
            },
            domains,
            order,
            nodes: most_nodes,
        };
        search.has_solution(0).map(|found| !found)
    }

    /// Says whether rules rule out an open value of one of their variables.
    fn rules_out(&self, rules: &[usize], knowledge: &Knowledge) -> Option<bool> {
        let domains: Vec<Values> =
            (0..self.model.domains.len()).map(|one| knowledge.may_be(one).clone()).collect();
        let mut is_known = true;
        for variable in self.open_variables(rules, knowledge) {
            for value in domains[variable].iter() {
                let tried = Literal::is(variable, value);
                match self.refutes_within(rules, domains.clone(), tried, FEW_NODES) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => is_known = false,
                }
            }
        }
        is_known.then_some(false)
    }

    /// Returns the entries that rules mention and whose value is not known.
    fn open_variables(&self, rules: &[usize], knowledge: &Knowledge) -> BTreeSet<Variable> {
        let answers = self.model.answer_len();
        let constraints = self.constraints(rules);
        let variables = constraints.iter().flat_map(Constraint::variables);
        let is_open = |one: &Variable| *one < answers && knowledge.may_be(*one).iter().count() > 1;
        variables.filter(is_open).collect()
    }

    /// Searches for sets of fewer than half as many rules as a step has, of one or two rules, which
    /// also rule out something; finds none.
    fn compare(&self, size: usize, knowledge: &Knowledge, name: &str, compared: &mut Compared) {
        compared.steps += 1;
        let rules = self.rule_of.iter().flatten().max().map_or(0, |last| last + 1);
        let mut sets: Vec<Vec<usize>> = (0..rules).map(|rule| vec![rule]).collect();
        if size > 4 {
            let open: Vec<BTreeSet<Variable>> =
                sets.iter().map(|set| self.open_variables(set, knowledge)).collect();
            let pairs = (0..rules).flat_map(|one| (0..one).map(move |other| vec![other, one]));
            // Rules without a common entry imply nothing together that neither implies.
            let pairs = pairs.filter(|pair| !open[pair[0]].is_disjoint(&open[pair[1]]));
            let pairs: Vec<Vec<usize>> = pairs.collect();
            // Spread over all pairs if there are many.
            let stride = pairs.len().div_ceil(MOST_PAIRS).max(1);
            sets.extend(pairs.into_iter().step_by(stride));
        }
        for set in sets {
            match self.rules_out(&set, knowledge) {
                Some(true) => panic!("{name}: {set:?} would do"),
                Some(false) => compared.refuted += 1,
                None => compared.unknown += 1,
            }
        }
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
    /// For each place in the order the constraints that are completed there.
    completed: Vec<Vec<Constraint>>,
    /// The model without constraints.
    model: Model,
    assignment: Vec<Value>,
    /// Nodes that are left.
    nodes: usize,
}

impl Search {
    fn has_solution(&mut self, place: usize) -> Option<bool> {
        let Some(&variable) = self.order.get(place) else { return Some(true) };
        let values: Vec<Value> = self.domains[variable].iter().collect();
        for value in values {
            self.nodes = self.nodes.checked_sub(1)?;
            self.assignment[variable] = value;
            self.model.constraints = mem::take(&mut self.completed[place]);
            let holds = self.model.holds(&self.assignment);
            self.completed[place] = mem::take(&mut self.model.constraints);
            if holds && self.has_solution(place + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Checks the steps on the first examples: the rules and facts of a step force it, none of its rules
/// can be left out, and no set of fewer than half as many rules forces anything.
fn check<D: Declaration>(compared: &mut Compared) -> Checked {
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
        let mut left = MOST_COMPARED;
        for _ in 0..MOST_STEPS {
            let before = knowledge.clone();
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
            if step.rules.len() > 1 && left > 0 {
                left -= 1;
                check.compare(step.rules.len(), &before, &name, compared);
            }
        }
    }
    checked
}

#[test]
fn steps_are_forced_and_no_rule_can_be_left_out() {
    let mut compared = Compared::default();
    let with = &mut compared;
    let all = [
        check::<pencil::corral::Corral>(with),
        check::<pencil::cross_sum::CrossSum>(with),
        check::<pencil::cryptarithm::Cryptarithm>(with),
        check::<pencil::instant_insanity::InstantInsanity>(with),
        check::<pencil::kplumber::KPlumber>(with),
        check::<pencil::light_up::LightUp>(with),
        check::<pencil::minesweeper::Minesweeper>(with),
        check::<pencil::nurikabe::Nurikabe>(with),
        check::<pencil::pearl::Pearl>(with),
        check::<pencil::reflections::Reflections>(with),
        check::<pencil::slither_link::SlitherLink>(with),
        check::<pencil::spiral_galaxies::SpiralGalaxies>(with),
        check::<pencil::sudoku::Sudoku>(with),
    ];
    let steps: usize = all.iter().map(|checked| checked.steps).sum();
    let forced: usize = all.iter().map(|checked| checked.forced).sum();
    println!("{steps} steps, {forced} checked: {all:?}, {compared:?}");
    assert!(compared.steps > 15 && compared.refuted > 3 * compared.unknown, "{compared:?}");
    // The others have too many variables for a search without propagation.
    assert!(forced * 10 > steps * 7, "{forced} of {steps} steps could be checked");
}
