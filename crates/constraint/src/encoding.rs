//! Encodes constraints as clauses.
//!
//! "At most one of a few" is a clause for each pair, "at most one of many" is encoded in groups of
//! three with a helper that stands for the rest (linear in clauses and helpers). A small count is
//! spelled out as all its forbidden subsets, a larger one uses a sequential counter, and the largest
//! a propagator. A sum of distinct digits chooses among the sets of digits with that sum; other sums
//! track their partial sums term by term.

use std::collections::{BTreeMap, BTreeSet};

use batsat::{Lit, SolverInterface, lbool};
use quarry_core::{Constraint, Literal, Meter, Model, Value, Variable};

use crate::cuts::LazyLoop;
use crate::learner::ClauseLearner;
use crate::theory::{Connectivity, Counter, Foundedness};

/// The most literals of which each pair gets a clause to say that at most one is true. With more,
/// helpers take over.
const MOST_PAIRED: usize = 8;

/// The most clauses that a count may be spelled out in; larger counts get a counter.
const MOST_SUBSETS: usize = 24;

/// The most cells of the table of a sequential counter; larger counts get a propagator.
const LARGEST_COUNTER: usize = 600;

/// The most sets of digits that a sum of different digits may choose from.
const MOST_DIGIT_SETS: usize = 600;

impl ClauseLearner {
    /// Adds a constraint; returns `None` if the meter says stop.
    pub(crate) fn post(
        &mut self,
        model: &Model,
        constraint: &Constraint,
        meter: &mut Meter,
    ) -> Option<()> {
        if !meter.goes_on() {
            return None;
        }
        match constraint {
            Constraint::Different(variables) => self.each_value_once(variables, meter)?,
            &Constraint::Related(one, other, relation) => {
                let allowed = &model.relations[relation].allowed;
                let goes = |value: Value, with: Value| {
                    allowed.get(usize::from(value)).is_some_and(|set| set.contains(with))
                };
                self.support(one, other, goes);
                self.support(other, one, |value, with| goes(with, value));
            }
            Constraint::Clause(literals) => {
                let clause = self.lits(literals);
                self.clause(clause);
            }
            Constraint::Count { low, high, literals } => {
                let literals = self.lits(literals);
                self.count(*low, *high, literals);
            }
            Constraint::Table { variables, rows } => self.table(variables, rows),
            Constraint::Linear { terms, total } => self.linear(terms, *total, meter)?,
            Constraint::DistinctSum(variables, total) => {
                self.each_value_once(variables, meter)?;
                self.distinct_sum(variables, *total, meter)?;
            }
            Constraint::Connected { literals, neighbours, root } => {
                let literals = self.lits(literals);
                if let Some(root) = root {
                    self.clause(vec![literals[usize::from(*root)]]);
                }
                let connectivity = Connectivity::new(literals, neighbours, *root, self.gate);
                self.propagators.add_connectivity(connectivity, self.constraint);
            }
            Constraint::Loop { edges, ends } => {
                let literals = self.lits(edges);
                self.clause(literals.clone());
                let is_bit = |(edge, &one): (usize, &Literal)| {
                    one == Literal::is(edge, 1) && model.domains[edge].iter().all(|value| value < 2)
                };
                self.ones_decide = self.gate.is_none()
                    && edges.len() == model.answer_len()
                    && edges.iter().enumerate().all(is_bit);
                let lazy_loop = LazyLoop::new(literals, ends.clone(), self.gate, self.constraint);
                self.lazy_loops.push(lazy_loop);
            }
            Constraint::Founded { heads, supports } => {
                let heads = self.lits(heads);
                let supports: Vec<_> = supports
                    .iter()
                    .map(|support| (support.head, support.source, self.lit(support.literal)))
                    .collect();
                for (index, &head) in heads.iter().enumerate() {
                    let of_head = supports.iter().filter(|one| usize::from(one.0) == index);
                    let clause = of_head.map(|one| one.2).chain([!head]).collect();
                    self.clause(clause);
                }
                let founded = Foundedness::new(heads, supports, self.gate);
                self.propagators.add_foundedness(founded, self.constraint);
            }
            Constraint::Path { vertices, neighbours } => {
                self.each_value_once(vertices, meter)?;
                for (vertex, &variable) in vertices.iter().enumerate() {
                    if !meter.goes_on() {
                        return None;
                    }
                    let next: Vec<Variable> = neighbours[vertex]
                        .iter()
                        .map(|&other| vertices[usize::from(other)])
                        .collect();
                    for (value, literal) in self.literals[variable].clone() {
                        let before = value.checked_sub(1);
                        let after =
                            Some(value + 1).filter(|&after| usize::from(after) < vertices.len());
                        for step in [before, after].into_iter().flatten() {
                            let steps = next.iter().filter_map(|&other| self.literal(other, step));
                            let clause = steps.chain([!literal]).collect();
                            self.clause(clause);
                        }
                    }
                }
            }
        }
        Some(())
    }

    fn lits(&self, literals: &[Literal]) -> Vec<Lit> {
        literals.iter().map(|&literal| self.lit(literal)).collect()
    }

    pub(crate) fn exactly_one(&mut self, literals: Vec<Lit>) {
        self.at_most_one(literals.clone());
        self.clause(literals);
    }

    fn at_most_one(&mut self, mut literals: Vec<Lit>) {
        while literals.len() > MOST_PAIRED {
            let helper = self.helper();
            let mut group = literals.split_off(literals.len() - 3);
            group.push(helper);
            literals.push(!helper);
            literals.rotate_right(1);
            self.pairs(&group);
        }
        self.pairs(&literals);
    }

    fn pairs(&mut self, literals: &[Lit]) {
        for (index, &one) in literals.iter().enumerate() {
            for &other in &literals[..index] {
                self.clause(vec![!one, !other]);
            }
        }
    }

    /// Adds that no value occurs twice, and that each value occurs if there are only as many values
    /// as variables. Returns `None` if the meter says stop.
    fn each_value_once(&mut self, variables: &[Variable], meter: &mut Meter) -> Option<()> {
        let groups = self.by_value(variables);
        if groups.len() < variables.len() {
            self.clause(Vec::new());
            return Some(());
        }
        let all_taken = groups.len() == variables.len();
        for (_, group) in groups {
            if !meter.goes_on() {
                return None;
            }
            if all_taken { self.exactly_one(group) } else { self.at_most_one(group) }
        }
        Some(())
    }

    /// Returns the literals of these variables, grouped by value.
    fn by_value(&self, variables: &[Variable]) -> BTreeMap<Value, Vec<Lit>> {
        let mut groups: BTreeMap<Value, Vec<Lit>> = BTreeMap::new();
        for &(value, literal) in variables.iter().flat_map(|&variable| &self.literals[variable]) {
            groups.entry(value).or_default().push(literal);
        }
        groups
    }

    /// Adds that each value of `one` needs a compatible value of `other`.
    fn support(&mut self, one: Variable, other: Variable, goes: impl Fn(Value, Value) -> bool) {
        for (value, literal) in self.literals[one].clone() {
            let partners = self.literals[other].iter().filter(|&&(with, _)| goes(value, with));
            let clause = partners.map(|&(_, partner)| partner).chain([!literal]).collect();
            self.clause(clause);
        }
    }

    fn count(&mut self, low: usize, high: usize, literals: Vec<Lit>) {
        let known = |literal: &Lit| self.solver.value_lvl_0(*literal);
        let held = literals.iter().filter(|one| known(one) == lbool::TRUE).count();
        let open: Vec<Lit> =
            literals.into_iter().filter(|one| known(one) == lbool::UNDEF).collect();
        let low = low.saturating_sub(held);
        let Some(high) = high.checked_sub(held).filter(|_| low <= open.len()) else {
            return self.clause(Vec::new());
        };
        let high = high.min(open.len());
        let too_few = if low == 0 { 0 } else { choose(open.len(), open.len() - low + 1) };
        let subsets = too_few.saturating_add(choose(open.len(), high + 1));
        if high == 1 && low <= 1 {
            self.at_most_one(open.clone());
            if low == 1 {
                self.clause(open);
            }
        } else if low == 1 && high == open.len() {
            self.clause(open);
        } else if subsets <= MOST_SUBSETS {
            if high < open.len() {
                self.forbid_all_of(&open, high + 1, false);
            }
            if low > 0 {
                self.forbid_all_of(&open, open.len() - low + 1, true);
            }
        } else if open.len() * (high + 1).min(open.len() - low + 1) > LARGEST_COUNTER {
            let counter = Counter::new(open, low, high, self.gate);
            self.propagators.add_counter(counter, self.constraint);
        } else {
            self.sequential_count(low, high, &open);
        }
    }

    /// Adds a clause for each subset of this size: not all its literals are false, or not all are
    /// true.
    fn forbid_all_of(&mut self, literals: &[Lit], size: usize, are_false: bool) {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            let clause = chosen
                .iter()
                .map(|&index| if are_false { literals[index] } else { !literals[index] });
            let clause = clause.collect();
            self.clause(clause);
            // Move on to the next subset in lexicographic order.
            let Some(at) = (0..size).rev().find(|&at| chosen[at] < literals.len() - size + at)
            else {
                return;
            };
            chosen[at] += 1;
            for later in at + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }

    /// Adds a sequential counter, from left to right: `reached[k]` says that more than k of the
    /// literals so far are true.
    fn sequential_count(&mut self, low: usize, high: usize, literals: &[Lit]) {
        let mut reached: Vec<Lit> = Vec::new();
        for &literal in literals {
            let next: Vec<Lit> =
                (0..(reached.len() + 1).min(high + 1)).map(|_| self.helper()).collect();
            for (k, &now) in next.iter().enumerate() {
                let before = reached.get(k).copied();
                let fewer = k.checked_sub(1).map(|fewer| reached[fewer]);
                // `now` is true if the count was reached before or this literal reaches it;
                // otherwise false.
                if let Some(before) = before {
                    self.clause(vec![!before, now]);
                }
                self.clause(fewer.map(|fewer| !fewer).into_iter().chain([!literal, now]).collect());
                self.clause(before.into_iter().chain([literal, !now]).collect());
                if let Some(fewer) = fewer {
                    self.clause(before.into_iter().chain([fewer, !now]).collect());
                }
            }
            reached = next;
        }
        if let Some(&more) = reached.get(high) {
            self.clause(vec![!more]);
        }
        if let Some(last) = low.checked_sub(1) {
            self.clause(reached.get(last).copied().into_iter().collect());
        }
    }

    /// Adds a helper for each row that is still possible; a value needs a row that contains it.
    fn table(&mut self, variables: &[Variable], rows: &[Vec<Value>]) {
        let possible: Vec<(Vec<Value>, Vec<Lit>)> = rows
            .iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter_map(|row| {
                let entries = variables.iter().zip(row);
                let literals = entries.map(|(&variable, &value)| self.literal(variable, value));
                Some((row.clone(), literals.collect::<Option<_>>()?))
            })
            .collect();
        let helpers: Vec<Lit> = possible.iter().map(|_| self.helper()).collect();
        self.clause(helpers.clone());
        for ((_, literals), &helper) in possible.iter().zip(&helpers) {
            for &literal in literals {
                self.clause(vec![!helper, literal]);
            }
        }
        for (column, &variable) in variables.iter().enumerate() {
            for (value, literal) in self.literals[variable].clone() {
                let having =
                    possible.iter().zip(&helpers).filter(|((row, _), _)| row[column] == value);
                let clause = having.map(|(_, &helper)| helper).chain([!literal]).collect();
                self.clause(clause);
            }
        }
    }

    /// Chooses the set of digits that the variables take, if there are few enough sets; otherwise
    /// tracks partial sums. `each_value_once` already excludes repeated digits.
    fn distinct_sum(
        &mut self,
        variables: &[Variable],
        total: u64,
        meter: &mut Meter,
    ) -> Option<()> {
        let places = self.by_value(variables);
        let digits: Vec<Value> = places.keys().copied().collect();
        let mut sets = Vec::new();
        let few = digit_sets(&digits, variables.len(), total, &mut Vec::new(), &mut sets);
        if !few {
            let terms: Vec<_> = variables.iter().map(|&variable| (1, variable)).collect();
            return self.linear(&terms, total as i64, meter);
        }
        let helpers: Vec<Lit> = sets.iter().map(|_| self.helper()).collect();
        self.clause(helpers.clone());
        for (digit, places) in places {
            let with = |set: &Vec<Value>| set.contains(&digit);
            if !sets.iter().any(with) {
                places.iter().for_each(|&place| self.clause(vec![!place]));
            } else if sets.iter().all(with) {
                self.clause(places);
            } else {
                let used = self.helper();
                for &place in &places {
                    self.clause(vec![!place, used]);
                }
                self.clause(places.into_iter().chain([!used]).collect());
                for (set, &helper) in sets.iter().zip(&helpers) {
                    self.clause(vec![!helper, if with(set) { used } else { !used }]);
                }
                let having = sets.iter().zip(&helpers).filter(|(set, _)| with(set));
                let clause = having.map(|(_, &helper)| helper).chain([!used]).collect();
                self.clause(clause);
            }
        }
        Some(())
    }

    /// Tracks partial sums: adds a helper for each sum that the first terms can make and the
    /// remaining terms can complete.
    fn linear(&mut self, terms: &[(i64, Variable)], total: i64, meter: &mut Meter) -> Option<()> {
        let steps: Vec<Vec<(i64, Lit)>> = terms
            .iter()
            .map(|&(factor, variable)| {
                let values = self.literals[variable].iter();
                values.map(|&(value, literal)| (factor * i64::from(value), literal)).collect()
            })
            .collect();
        let mut sums = vec![BTreeSet::from([0])];
        for step in &steps {
            if !meter.goes_on() {
                return None;
            }
            let last = sums.last().into_iter().flatten();
            sums.push(last.flat_map(|sum| step.iter().map(move |(by, _)| sum + by)).collect());
        }
        sums[terms.len()].retain(|&sum| sum == total);
        for (index, step) in steps.iter().enumerate().rev() {
            if !meter.goes_on() {
                return None;
            }
            let (before, after) = sums.split_at_mut(index + 1);
            before[index].retain(|sum| step.iter().any(|(by, _)| after[0].contains(&(sum + by))));
        }
        if sums.iter().any(BTreeSet::is_empty) {
            self.clause(Vec::new());
            return Some(());
        }
        let mut before = BTreeMap::from([(0, self.truth)]);
        for (index, step) in steps.iter().enumerate() {
            if !meter.goes_on() {
                return None;
            }
            let is_last = index + 1 == terms.len();
            let after: BTreeMap<i64, Lit> = sums[index + 1]
                .iter()
                .map(|&sum| (sum, if is_last { self.truth } else { self.helper() }))
                .collect();
            self.clause(after.values().copied().collect());
            for &(by, literal) in step {
                for (&sum, &here) in &before {
                    let next = after.get(&(sum + by)).copied();
                    self.clause(next.into_iter().chain([!here, !literal]).collect());
                }
                for (&sum, &there) in &after {
                    let previous = before.get(&(sum - by)).copied();
                    self.clause(previous.into_iter().chain([!there, !literal]).collect());
                }
            }
            before = after;
        }
        Some(())
    }
}

/// Collects the sets of `count` digits with this total; `digits` must be in rising order. Returns
/// false if there are too many sets.
fn digit_sets(
    digits: &[Value],
    count: usize,
    total: u64,
    chosen: &mut Vec<Value>,
    sets: &mut Vec<Vec<Value>>,
) -> bool {
    if count == 0 {
        if total == 0 {
            sets.push(chosen.clone());
        }
        return sets.len() <= MOST_DIGIT_SETS;
    }
    for (index, &digit) in digits.iter().enumerate() {
        let rest = &digits[index + 1..];
        let Some(left) = total.checked_sub(u64::from(digit)) else { return true };
        let sum = |digits: &[Value]| digits.iter().map(|&digit| u64::from(digit)).sum::<u64>();
        if rest.len() + 1 < count || sum(&rest[..count - 1]) > left {
            return true;
        }
        if sum(&rest[rest.len() + 1 - count..]) < left {
            continue;
        }
        chosen.push(digit);
        let few = digit_sets(rest, count - 1, left, chosen, sets);
        chosen.pop();
        if !few {
            return false;
        }
    }
    true
}

/// Number of subsets of this size. Large numbers saturate and are then only approximate.
fn choose(of: usize, size: usize) -> usize {
    if size > of {
        return 0;
    }
    (0..size).fold(1, |ways: usize, k| ways.saturating_mul(of - k) / (k + 1))
}
