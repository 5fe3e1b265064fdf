//! Explanations: the smallest set of rules from which, with what is known, something new follows.
//!
//! The constraints of a model belong to rules; constraints without a rule are definitions and always
//! hold. [`Knowledge`] is what each variable may still be. A step takes values away, and names the
//! rules and the known facts that force it:
//!
//! 1. rules one by one: everything that follows from a single rule;
//! 2. pairs of rules that share an open variable;
//! 3. all rules together, shrunk one by one until each is needed.
//!
//! A step of one or two rules is proved to need as many: no single rule gives anything (for pairs),
//! or a single rule suffices. A larger set is irreducible, which means that no rule can be left out,
//! but another, smaller set may exist. Sets of facts are irreducible.

use quarry_core::{Literal, Meter, Model, Values, Variable};

use crate::learner::{Assumption, ClauseLearner, Reply};

/// Conflicts that one question may take: a person would not follow longer arguments.
const MOST_CONFLICTS: u64 = 2_000;

/// How many of the smallest sets of all rules are shrunk before the best of them is taken.
const MOST_SHRUNK: usize = 8;

/// A step: what follows from which rules and facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The rules, by their index, rising.
    pub rules: Vec<usize>,
    /// What was known of variables and is needed.
    pub facts: Vec<Literal>,
    /// What follows: values that variables cannot have.
    pub excluded: Vec<Literal>,
    /// Whether it is proved that no fewer rules give a step; otherwise no rule can be left out.
    pub is_smallest: bool,
}

/// What is known of the variables that make up an answer, and which rules have been asked for what
/// follows from it.
#[derive(Debug, Clone)]
pub struct Knowledge {
    may_be: Vec<Values>,
    /// Steps of one rule that were found and not taken yet.
    pending: Vec<Explanation>,
    /// Rules whose variables lost values since the rule was last asked.
    changed: Vec<bool>,
}

/// Why there is no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStep {
    /// Nothing follows, or only by arguments that are too long.
    Stuck,
    /// What is known contradicts the rules.
    Contradiction,
    /// The meter said stop.
    Stopped,
}

/// Finds steps for a model.
#[derive(Debug)]
pub struct Explainer {
    learner: ClauseLearner,
    /// For each answer variable all its values.
    domains: Vec<Values>,
    /// For each rule the answer variables that it speaks of.
    scopes: Vec<Vec<Variable>>,
    /// For each answer variable the rules that speak of it.
    rules_of: Vec<Vec<usize>>,
}

impl Explainer {
    /// An explainer for a model whose constraint `c` belongs to the rule `rule_of[c]`; none if the
    /// meter says stop.
    pub fn new(
        model: &Model,
        rule_of: &[Option<usize>],
        rules: usize,
        meter: &mut Meter,
    ) -> Option<Self> {
        let learner = ClauseLearner::with_groups(model, rule_of, meter)?;
        let answers = model.answer_len();
        // A helper stands for the answer variables that its definitions and its rules name.
        let mut behind: Vec<Vec<Variable>> = vec![Vec::new(); model.domains.len()];
        for (constraint, _) in
            model.constraints.iter().zip(rule_of).filter(|(_, rule)| rule.is_none())
        {
            let variables = constraint.variables();
            let entries: Vec<Variable> =
                variables.iter().copied().filter(|&variable| variable < answers).collect();
            for &helper in variables.iter().filter(|&&variable| variable >= answers) {
                behind[helper].extend(&entries);
            }
        }
        let mut scopes = vec![Vec::new(); rules];
        for (constraint, rule) in model.constraints.iter().zip(rule_of) {
            let Some(rule) = *rule else { continue };
            for variable in constraint.variables() {
                match variable < answers {
                    true => scopes[rule].push(variable),
                    false => scopes[rule].extend(&behind[variable]),
                }
            }
        }
        let mut rules_of = vec![Vec::new(); answers];
        for (rule, scope) in scopes.iter_mut().enumerate() {
            scope.sort_unstable();
            scope.dedup();
            scope.iter().for_each(|&variable| rules_of[variable].push(rule));
        }
        let domains = model.domains[..answers].to_vec();
        Some(Explainer { learner, domains, scopes, rules_of })
    }

    /// What is known at first: nothing but the domains.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            may_be: self.domains.clone(),
            pending: Vec::new(),
            changed: vec![true; self.scopes.len()],
        }
    }

    /// Takes a fact as known. Says whether it was new.
    pub fn learn(&self, knowledge: &mut Knowledge, fact: Literal) -> bool {
        let before = &knowledge.may_be[fact.variable];
        let keeps = |&value: &u16| (value == fact.value) == fact.holds;
        let after: Values = before.iter().filter(keeps).collect();
        if after == *before {
            return false;
        }
        knowledge.may_be[fact.variable] = after;
        for &rule in &self.rules_of[fact.variable] {
            knowledge.changed[rule] = true;
        }
        true
    }

    /// Finds the easiest step with at most so many rules and learns what follows from it.
    pub fn step(
        &mut self,
        knowledge: &mut Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        if knowledge.may_be.iter().any(|values| values.iter().next().is_none()) {
            return Err(NoStep::Contradiction);
        }
        self.ask_changed_rules(knowledge, meter)?;
        let open = |fact: &Literal| knowledge.may_be[fact.variable].contains(fact.value);
        knowledge.pending.iter_mut().for_each(|step| step.excluded.retain(&open));
        knowledge.pending.retain(|step| !step.excluded.is_empty());
        let easiest = (0..knowledge.pending.len())
            .min_by_key(|&index| (knowledge.pending[index].facts.len(), index));
        let step = match easiest {
            Some(index) => knowledge.pending.remove(index),
            None if most_rules < 2 => return Err(NoStep::Stuck),
            None => match self.pair(knowledge, meter)? {
                Some(step) => step,
                None if most_rules < 3 => return Err(NoStep::Stuck),
                None => self.many(knowledge, most_rules, meter)?,
            },
        };
        for &literal in &step.excluded {
            self.learn(knowledge, !literal);
        }
        Ok(step)
    }

    /// Asks each rule that was not asked since its variables changed what follows from it alone.
    fn ask_changed_rules(
        &mut self,
        knowledge: &mut Knowledge,
        meter: &mut Meter,
    ) -> Result<(), NoStep> {
        for rule in 0..self.scopes.len() {
            if !knowledge.changed[rule] {
                continue;
            }
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            let scope = self.scopes[rule].clone();
            let found = self.consequences(&[rule], &scope, knowledge, meter)?;
            knowledge.changed[rule] = false;
            knowledge.pending.retain(|step| step.rules != [rule]);
            knowledge.pending.extend(found);
        }
        Ok(())
    }

    /// All that follows from these rules about these variables, one explanation for each set of
    /// facts.
    fn consequences(
        &mut self,
        rules: &[usize],
        scope: &[Variable],
        knowledge: &Knowledge,
        meter: &mut Meter,
    ) -> Result<Vec<Explanation>, NoStep> {
        let mut steps: Vec<Explanation> = Vec::new();
        let facts: Vec<Literal> =
            scope.iter().flat_map(|&variable| self.facts_of(variable, knowledge)).collect();
        let mut assumed: Vec<Assumption> =
            rules.iter().map(|&rule| Assumption::Group(rule)).collect();
        assumed.extend(facts.iter().map(|&fact| Assumption::Fact(fact)));
        // One solution shows for all its values that they are possible.
        let mut possible: Vec<Values> = vec![Values::default(); scope.len()];
        for (index, &variable) in scope.iter().enumerate() {
            if knowledge.may_be[variable].iter().nth(1).is_none() {
                continue;
            }
            for value in knowledge.may_be[variable].iter() {
                if possible[index].contains(value) {
                    continue;
                }
                let tried = Literal::is(variable, value);
                assumed.push(Assumption::Fact(tried));
                let reply = self.learner.ask(&assumed, MOST_CONFLICTS, meter);
                assumed.pop();
                match reply {
                    Reply::Solution => {
                        for (possible, &variable) in possible.iter_mut().zip(scope) {
                            possible.insert(self.learner.solution()[variable]);
                        }
                    }
                    Reply::Refuted(needed) => {
                        let mut core: Vec<Literal> = needed
                            .iter()
                            .filter_map(|&index| match assumed.get(index) {
                                Some(Assumption::Fact(fact)) => Some(*fact),
                                _ => None,
                            })
                            .collect();
                        core.sort_unstable();
                        match steps.iter_mut().find(|step| step.facts == core) {
                            Some(step) => step.excluded.push(tried),
                            None => steps.push(Explanation {
                                rules: rules.to_vec(),
                                facts: core,
                                excluded: vec![tried],
                                is_smallest: true,
                            }),
                        }
                    }
                    Reply::Paused => {}
                    Reply::Stopped => return Err(NoStep::Stopped),
                }
            }
        }
        Ok(steps)
    }

    /// What is known of a variable: its value, or the values that it cannot have.
    fn facts_of(&self, variable: Variable, knowledge: &Knowledge) -> Vec<Literal> {
        let may_be = &knowledge.may_be[variable];
        let mut left = may_be.iter();
        match (left.next(), left.next()) {
            (Some(only), None) if self.domains[variable].iter().nth(1).is_some() => {
                vec![Literal::is(variable, only)]
            }
            (_, None) => Vec::new(),
            _ => self.domains[variable]
                .iter()
                .filter(|&value| !may_be.contains(value))
                .map(|value| Literal::is_not(variable, value))
                .collect(),
        }
    }

    /// The first step of two rules that share an open variable, smaller scopes first.
    fn pair(
        &mut self,
        knowledge: &Knowledge,
        meter: &mut Meter,
    ) -> Result<Option<Explanation>, NoStep> {
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for variable in 0..self.rules_of.len() {
            if knowledge.may_be[variable].iter().nth(1).is_none() {
                continue;
            }
            let rules = &self.rules_of[variable];
            for (index, &one) in rules.iter().enumerate() {
                for &other in &rules[index + 1..] {
                    let size = self.scopes[one].len() + self.scopes[other].len();
                    pairs.push((size, one, other));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        for (_, one, other) in pairs {
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            let mut scope = [self.scopes[one].clone(), self.scopes[other].clone()].concat();
            scope.sort_unstable();
            scope.dedup();
            let steps = self.consequences(&[one, other], &scope, knowledge, meter)?;
            if let Some(step) = steps.into_iter().min_by_key(|step| step.facts.len()) {
                return Ok(Some(self.without_spare_facts(step, meter)?));
            }
        }
        Ok(None)
    }

    /// A step of as few rules as shrinking finds.
    fn many(
        &mut self,
        knowledge: &Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        let all: Vec<usize> = (0..self.scopes.len()).collect();
        let mut cores: Vec<(usize, Vec<Assumption>, Literal)> = Vec::new();
        let facts: Vec<Assumption> = (0..self.domains.len())
            .flat_map(|variable| self.facts_of(variable, knowledge))
            .map(Assumption::Fact)
            .collect();
        let rules = all.iter().map(|&rule| Assumption::Group(rule));
        let mut assumed: Vec<Assumption> = rules.chain(facts).collect();
        let mut possible: Vec<Values> = vec![Values::default(); self.domains.len()];
        for variable in 0..self.domains.len() {
            if knowledge.may_be[variable].iter().nth(1).is_none() {
                continue;
            }
            for value in knowledge.may_be[variable].iter() {
                if possible[variable].contains(value) {
                    continue;
                }
                let tried = Literal::is(variable, value);
                assumed.push(Assumption::Fact(tried));
                let reply = self.learner.ask(&assumed, MOST_CONFLICTS, meter);
                match reply {
                    Reply::Solution => {
                        for (variable, possible) in possible.iter_mut().enumerate() {
                            possible.insert(self.learner.solution()[variable]);
                        }
                    }
                    Reply::Refuted(needed) => {
                        let core: Vec<Assumption> =
                            needed.into_iter().map(|index| assumed[index]).collect();
                        cores.push((count_rules(&core), core, tried));
                    }
                    Reply::Paused => {}
                    Reply::Stopped => return Err(NoStep::Stopped),
                }
                assumed.pop();
            }
        }
        cores.sort_by_key(|&(rules, ref core, tried)| (rules, core.len(), tried));
        let mut best: Option<Explanation> = None;
        for (_, core, tried) in cores.into_iter().take(MOST_SHRUNK) {
            let enough = best.as_ref().map_or(most_rules, |best| best.rules.len() - 1);
            if let Some(step) = self.shrunk(core, tried, enough, meter)? {
                best = Some(step);
            }
        }
        best.ok_or(NoStep::Stuck)
    }

    /// Leaves out rules, then facts, as long as the rest still refutes what was tried; none if more
    /// than `most` rules are left.
    fn shrunk(
        &mut self,
        mut core: Vec<Assumption>,
        tried: Literal,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Explanation>, NoStep> {
        // What was tried must stay. Rules go first: a fact is easier to see than a rule.
        core.retain(|&assumption| assumption != Assumption::Fact(tried));
        let is_rule = |assumption: &Assumption| matches!(assumption, Assumption::Group(_));
        core.sort_by_key(|assumption| !is_rule(assumption));
        let mut index = 0;
        while index < core.len() {
            if core.iter().take(index).filter(|one| is_rule(one)).count() > most {
                return Ok(None);
            }
            let mut without = core.clone();
            without.remove(index);
            without.push(Assumption::Fact(tried));
            match self.learner.ask(&without, MOST_CONFLICTS, meter) {
                Reply::Refuted(needed) => {
                    // What comes before the index is needed, so it is in the new core too.
                    let mut kept: Vec<Assumption> =
                        needed.into_iter().map(|index| without[index]).collect();
                    kept.retain(|&assumption| assumption != Assumption::Fact(tried));
                    core = kept;
                }
                Reply::Stopped => return Err(NoStep::Stopped),
                Reply::Solution | Reply::Paused => index += 1,
            }
        }
        let mut step = Explanation {
            rules: Vec::new(),
            facts: Vec::new(),
            excluded: vec![tried],
            is_smallest: false,
        };
        for assumption in core {
            match assumption {
                Assumption::Group(rule) => step.rules.push(rule),
                Assumption::Fact(fact) => step.facts.push(fact),
            }
        }
        step.rules.sort_unstable();
        step.facts.sort_unstable();
        step.is_smallest = step.rules.len() < 3;
        Ok((step.rules.len() <= most).then_some(step))
    }

    /// The step with its rules, for what it first excludes, without facts that can be spared.
    fn without_spare_facts(
        &mut self,
        step: Explanation,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        let rules = step.rules.iter().map(|&rule| Assumption::Group(rule));
        let core = rules.chain(step.facts.iter().map(|&fact| Assumption::Fact(fact))).collect();
        let shrunk = self.shrunk(core, step.excluded[0], step.rules.len(), meter)?;
        Ok(match shrunk {
            Some(shrunk) => Explanation { is_smallest: true, ..shrunk },
            None => step,
        })
    }
}

impl Knowledge {
    /// What a variable may still be.
    pub fn may_be(&self, variable: Variable) -> &Values {
        &self.may_be[variable]
    }
}

fn count_rules(core: &[Assumption]) -> usize {
    core.iter().filter(|assumption| matches!(assumption, Assumption::Group(_))).count()
}
