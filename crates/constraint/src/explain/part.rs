//! A learner for a part of the model.
//!
//! A question to a solver costs as much as its variables, and most questions concern a few of them.
//! So a rule on few variables gets a learner of its own, which holds its constraints and the
//! definitions of the helpers that they need.

use std::collections::BTreeSet;

use quarry_core::{Literal, Meter, Model, Value, Values, Variable};

use super::{Knowledge, NoStep};
use crate::learner::{Assumption, ClauseLearner, Reply};

/// Conflicts allowed for a question about one or two rules, and for each question while a set is
/// shrunk. A question that needs more counts as "no".
pub(super) const FEW_CONFLICTS: u64 = 300;

/// The most satisfying assignments that are kept for one or two rules.
pub(super) const MOST_WITNESSES: usize = 40;

/// The most variables of a small part.
const MOST_VARIABLES: usize = 150;

/// Some rules, the variables that they concern, and a learner that holds nothing else.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) learner: ClauseLearner,
    /// The variables by their numbers in the model, in rising order; in the learner each has the
    /// number of its place here. Rules likewise.
    pub(super) variables: Vec<Variable>,
    pub(super) rules: Vec<usize>,
    /// Whether it is the whole model, so that all numbers are those of the model.
    pub(super) is_whole: bool,
    /// Whether a question about few rules took too many conflicts to be answered.
    pub(super) has_paused: bool,
}

/// The values to try: those that variables may still have.
#[derive(Clone, Copy)]
pub(super) struct OpenValues<'k> {
    pub(super) scope: &'k [Variable],
    pub(super) knowledge: &'k Knowledge,
    /// Conflicts allowed for each value.
    pub(super) conflicts: u64,
    /// The number of propagations of the learner after which the refutations found are enough.
    pub(super) enough: u64,
    /// All facts as one assumption of the learner of the whole model, if that saves time there.
    pub(super) bundled: Option<Assumption>,
}

/// A value that cannot be, and the assumptions that show it.
pub(super) struct Refutation {
    pub(super) tried: Literal,
    pub(super) needed: Vec<Assumption>,
    /// How many of them, from the first, are known to be needed: the rest refutes nothing without
    /// them.
    pub(super) kept: usize,
}

impl Refutation {
    pub(super) fn new(tried: Literal, needed: Vec<Assumption>) -> Self {
        Refutation { tried, needed, kept: 0 }
    }
}

/// The constraints of a model, by rule and by variable.
#[derive(Debug)]
pub(super) struct ConstraintIndex {
    pub(super) model: Model,
    /// For each constraint its rule; `None` for definitions of helpers.
    pub(super) rule_of: Vec<Option<usize>>,
    /// For each rule its constraints.
    of_rule: Vec<Vec<usize>>,
    /// For each variable the definitions that mention it.
    definitions: Vec<Vec<usize>>,
}

impl ConstraintIndex {
    pub(super) fn new(model: &Model, rule_of: &[Option<usize>], rules: usize) -> Self {
        let mut of_rule = vec![Vec::new(); rules];
        let mut definitions = vec![Vec::new(); model.domains.len()];
        for (index, rule) in rule_of.iter().enumerate() {
            match *rule {
                Some(rule) => of_rule[rule].push(index),
                None => {
                    for variable in model.constraints[index].variables() {
                        definitions[variable].push(index);
                    }
                }
            }
        }
        let (model, rule_of) = (model.clone(), rule_of.to_vec());
        ConstraintIndex { model, rule_of, of_rule, definitions }
    }
}

impl Part {
    /// Makes the part that these rules concern; `None` if it is large or if the meter says stop.
    pub(super) fn new(index: &ConstraintIndex, rules: &[usize], meter: &mut Meter) -> Option<Self> {
        let ConstraintIndex { model, rule_of, of_rule, definitions } = index;
        let answers = model.answer_len();
        let mut rules = rules.to_vec();
        rules.sort_unstable();
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        let mut variables: BTreeSet<Variable> = BTreeSet::new();
        let mut waiting: Vec<usize> =
            rules.iter().flat_map(|&rule| &of_rule[rule]).copied().collect();
        while let Some(constraint) = waiting.pop() {
            if !chosen.insert(constraint) {
                continue;
            }
            for variable in model.constraints[constraint].variables() {
                // A helper needs its definitions, which may need further helpers.
                if variables.insert(variable) && variable >= answers {
                    waiting.extend(&definitions[variable]);
                }
            }
            if variables.len() > MOST_VARIABLES {
                return None;
            }
        }
        let variables: Vec<Variable> = variables.into_iter().collect();
        let place = |variable: Variable| place_of(&variables, variable);
        let part = Model {
            domains: variables.iter().map(|&variable| model.domains[variable].clone()).collect(),
            answers: None,
            relations: model.relations.clone(),
            constraints: chosen
                .iter()
                .map(|&index| {
                    let mut constraint = model.constraints[index].clone();
                    constraint.rename(place);
                    constraint
                })
                .collect(),
        };
        let group = |&index: &usize| rule_of[index].map(|rule| place_of(&rules, rule));
        let groups: Vec<Option<usize>> = chosen.iter().map(group).collect();
        let learner = ClauseLearner::with_groups(&part, &groups, meter)?;
        Some(Part { learner, variables, rules, is_whole: false, has_paused: false })
    }

    /// Searches for a solution of the part that fits the assumptions.
    pub(super) fn ask(
        &mut self,
        assumed: &[Assumption],
        conflicts: u64,
        meter: &mut Meter,
    ) -> Reply {
        if self.is_whole {
            return self.learner.ask(assumed, conflicts, meter);
        }
        let translated: Vec<Assumption> = assumed
            .iter()
            .map(|assumption| match *assumption {
                Assumption::Group(rule) => Assumption::Group(place_of(&self.rules, rule)),
                Assumption::Fact(fact) => {
                    let variable = place_of(&self.variables, fact.variable);
                    Assumption::Fact(Literal { variable, ..fact })
                }
            })
            .collect();
        self.learner.ask(&translated, conflicts, meter)
    }

    /// Returns the value of a variable in the last solution.
    fn value(&self, variable: Variable) -> Value {
        self.learner.solution()[place_of(&self.variables, variable)]
    }

    /// Tries each open value with the assumptions, and returns those that are refuted. The
    /// witnesses are assignments to the scope that satisfy the assumed rules; new ones are added.
    pub(super) fn refutations(
        &mut self,
        mut assumed: Vec<Assumption>,
        open: &OpenValues<'_>,
        witnesses: &mut Vec<Vec<Value>>,
        meter: &mut Meter,
    ) -> Result<Vec<Refutation>, NoStep> {
        let OpenValues { scope, knowledge, conflicts, enough, bundled } = *open;
        // The same with all facts as one: a cheaper question, which does not tell the needed facts.
        let is_group = |assumption: &&Assumption| matches!(assumption, Assumption::Group(_));
        let mut quick: Option<Vec<Assumption>> = bundled
            .filter(|_| self.is_whole)
            .map(|facts| assumed.iter().filter(is_group).copied().chain([facts]).collect());
        let mut refutations = Vec::new();
        // A single solution shows that all its values are possible.
        let mut possible: Vec<Values> =
            scope.iter().map(|&variable| knowledge.possible(variable).clone()).collect();
        for witness in witnesses.iter() {
            let mut values = scope.iter().zip(witness);
            if values.all(|(&variable, &value)| knowledge.may_be(variable).contains(value)) {
                note_possible(&mut possible, witness);
            }
        }
        for (index, &variable) in scope.iter().enumerate() {
            if knowledge.may_be(variable).iter().nth(1).is_none() {
                continue;
            }
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            if !refutations.is_empty() && self.learner.propagations() > enough {
                break;
            }
            for value in knowledge.may_be(variable).iter() {
                if possible[index].contains(value) {
                    continue;
                }
                let tried = Literal::is(variable, value);
                let mut ask = |assumed: &mut Vec<Assumption>| {
                    assumed.push(Assumption::Fact(tried));
                    let reply = self.ask(assumed, conflicts, meter);
                    assumed.pop();
                    reply
                };
                let reply = match quick.as_mut().map(&mut ask) {
                    None | Some(Reply::Refuted(_)) => ask(&mut assumed),
                    Some(reply) => reply,
                };
                match reply {
                    Reply::Solution => {
                        let witness: Vec<Value> =
                            scope.iter().map(|&variable| self.value(variable)).collect();
                        note_possible(&mut possible, &witness);
                        witnesses.push(witness);
                    }
                    Reply::Refuted(needed) => {
                        let needed = needed.into_iter().filter_map(|at| assumed.get(at).copied());
                        refutations.push(Refutation::new(tried, needed.collect()));
                    }
                    Reply::Paused => self.has_paused |= conflicts == FEW_CONFLICTS,
                    Reply::Stopped => return Err(NoStep::Stopped),
                }
            }
        }
        Ok(refutations)
    }

    /// Leaves out assumptions one by one, as long as the rest and `fixed` still refute what was
    /// tried. Pauses, and returns false, once more than `most` are known to be needed.
    pub(super) fn shrink(
        &mut self,
        refutation: &mut Refutation,
        fixed: &[Assumption],
        most: usize,
        meter: &mut Meter,
    ) -> Result<bool, NoStep> {
        while refutation.kept < refutation.needed.len() {
            if refutation.kept > most {
                return Ok(false);
            }
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            let mut rest = refutation.needed.clone();
            rest.remove(refutation.kept);
            match self.refuting(&rest, fixed, refutation.tried, meter)? {
                Some(needed) => refutation.needed = needed,
                None => refutation.kept += 1,
            }
        }
        Ok(refutation.kept <= most)
    }

    /// Returns a part of the assumptions of which none can be left out.
    pub(super) fn shrunk(
        &mut self,
        assumptions: Vec<Assumption>,
        fixed: &[Assumption],
        tried: Literal,
        meter: &mut Meter,
    ) -> Result<Vec<Assumption>, NoStep> {
        let mut refutation = Refutation::new(tried, assumptions);
        self.shrink(&mut refutation, fixed, usize::MAX, meter)?;
        Ok(refutation.needed)
    }

    /// Returns which of the facts about its variables refute `tried` together with these rules:
    /// none can be left out. Returns `None` if they do not refute it.
    pub(super) fn needed_facts(
        &mut self,
        facts: &[Assumption],
        rules: &[Assumption],
        tried: Literal,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Assumption>>, NoStep> {
        let concerns = |variable: Variable| self.variables.binary_search(&variable).is_ok();
        let is_inside = |assumption: &&Assumption| match **assumption {
            Assumption::Fact(fact) => concerns(fact.variable),
            Assumption::Group(_) => false,
        };
        if !concerns(tried.variable) {
            return Ok(None);
        }
        let inside: Vec<Assumption> = facts.iter().filter(is_inside).copied().collect();
        match self.refuting(&inside, rules, tried, meter)? {
            Some(core) => self.shrunk(core, rules, tried, meter).map(Some),
            None => Ok(None),
        }
    }

    /// Returns which of the assumptions are enough to refute `tried` together with `fixed`; `None`
    /// if all of them are not, as far as few conflicts show.
    fn refuting(
        &mut self,
        assumed: &[Assumption],
        fixed: &[Assumption],
        tried: Literal,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Assumption>>, NoStep> {
        let all = [assumed, fixed, &[Assumption::Fact(tried)]].concat();
        match self.ask(&all, FEW_CONFLICTS, meter) {
            Reply::Refuted(needed) => {
                Ok(Some(needed.into_iter().filter_map(|at| assumed.get(at)).copied().collect()))
            }
            Reply::Stopped => Err(NoStep::Stopped),
            Reply::Solution | Reply::Paused => Ok(None),
        }
    }
}

fn note_possible(possible: &mut [Values], witness: &[Value]) {
    possible.iter_mut().zip(witness).for_each(|(possible, &value)| possible.insert(value));
}

/// Returns the place of a number in a sorted list that contains it.
fn place_of(numbers: &[usize], number: usize) -> usize {
    numbers.binary_search(&number).expect("a part contains what its rules mention")
}
