//! Explanations: the smallest set of rules which, together with the known facts, implies something
//! new.
//!
//! Each constraint of a model belongs to a rule; constraints without a rule are definitions and
//! always hold. [`Knowledge`] holds the values each variable may still have. A step removes values,
//! and names the rules and known facts that force it. Steps are looked for in this order:
//!
//! 1. single rules: everything that follows from one rule, first from rules on few variables, then
//!    from rules on the whole board;
//! 2. pairs of rules on few variables that share an open variable, smaller pairs first, up to a
//!    limit;
//! 3. all rules together, shrunk until each one is needed.
//!
//! A step of one or two rules is proved to need that many: single rules are exhausted before
//! anything else is tried. A larger set is irreducible (no rule can be left out), but another,
//! smaller set may exist. Sets of facts are irreducible. No question is asked again until one of
//! its variables has changed.
//!
//! Values that occur in a solution of all rules are never tried, because no set of rules refutes
//! them. Where every open value occurs in one, nothing follows, and no set is searched at all.
//! Likewise, assignments that satisfy one or two rules are kept: most of them still agree with the
//! facts when these rules are asked again, and then no value in them is tried.

mod knowledge;
mod part;
mod step;

use std::collections::HashMap;

use quarry_core::{Literal, Meter, Model, Value, Values, Variable};

pub use crate::explain::knowledge::Knowledge;
use crate::explain::part::{
    ConstraintIndex, FEW_CONFLICTS, MOST_WITNESSES, OpenValues, Part, Refutation,
};
pub use crate::explain::step::{Explanation, NoStep};
use crate::learner::{Assumption, ClauseLearner, Reply};

/// Conflicts allowed for a question about all rules: few at first, because short refutations give
/// small sets, then more if nothing was refuted.
const CONFLICTS: [u64; 4] = [20, 200, 2_000, 200_000];

/// A rule with more variables than this counts as a rule on the whole board.
const LARGEST_SCOPE: usize = 40;

/// Conflicts allowed for the question whether the known facts have a completion.
const COMPLETION_CONFLICTS: u64 = 2_000;

/// Number of values that may take too many conflicts before the question whether anything follows
/// counts as open.
const MOST_UNDECIDED: usize = 8;

/// The most learners of pairs of rules that are kept.
const MOST_PAIRS_KEPT: usize = 500;

/// Propagations after which no further pair of rules is tried for a step, and after which no further
/// value is tried with all rules if some value has been refuted.
const MOST_PROPAGATIONS: u64 = 2_000_000;

/// The number of smallest cores that are shrunk, until one of them cannot be shrunk further.
const MOST_SHRUNK: usize = 4;

/// Finds steps in a model.
#[derive(Debug)]
pub struct Explainer {
    index: ConstraintIndex,
    /// The learner of all rules.
    whole: Part,
    /// What the learner of all rules holds as one assumption: values that variables may have, and
    /// the group that says so.
    bundled: Option<(Vec<Values>, usize)>,
    /// The learners of single rules that concern a small part of the model, made when asked for.
    parts: Vec<Option<Part>>,
    /// The learners of pairs of such rules.
    pair_parts: HashMap<(usize, usize), Part>,
    /// For one or two rules, assignments to their scope that satisfy them, the newest last.
    witnesses: HashMap<Vec<usize>, Vec<Vec<Value>>>,
    /// Propagations of all learners so far.
    work: u64,
    /// For each variable, all its values.
    domains: Vec<Values>,
    /// The variables about which steps say something: those of the answer, and helpers that people
    /// reason about.
    explained: Vec<Variable>,
    /// For each rule, its explained variables.
    scopes: Vec<Vec<Variable>>,
    /// For each variable, the rules in whose scope it is.
    rules_of: Vec<Vec<usize>>,
    /// Whether a question about one or two rules took too many conflicts to be answered.
    has_paused: bool,
}

impl Explainer {
    /// Creates an explainer for a model whose constraint `c` belongs to the rule `rule_of[c]`.
    /// Steps say something about the variables of the answer and about the helpers `noted`. Returns
    /// `None` if the meter says stop.
    pub fn new(
        model: &Model,
        rule_of: &[Option<usize>],
        rules: usize,
        noted: &[Variable],
        meter: &mut Meter,
    ) -> Option<Self> {
        let whole = Part {
            learner: ClauseLearner::with_groups(model, rule_of, meter)?,
            variables: (0..model.domains.len()).collect(),
            rules: (0..rules).collect(),
            is_whole: true,
            has_paused: false,
        };
        let mut is_explained = vec![false; model.domains.len()];
        is_explained[..model.answer_len()].fill(true);
        noted.iter().for_each(|&variable| is_explained[variable] = true);
        // Any other variable stands for the explained ones that its definitions mention.
        let mut behind: Vec<Vec<Variable>> = vec![Vec::new(); model.domains.len()];
        for (constraint, _) in
            model.constraints.iter().zip(rule_of).filter(|(_, rule)| rule.is_none())
        {
            let variables = constraint.variables();
            let (explained, others): (Vec<Variable>, Vec<Variable>) =
                variables.iter().partition(|&&variable| is_explained[variable]);
            for helper in others {
                behind[helper].extend(&explained);
            }
        }
        let mut scopes = vec![Vec::new(); rules];
        for (constraint, rule) in model.constraints.iter().zip(rule_of) {
            let Some(rule) = *rule else { continue };
            for variable in constraint.variables() {
                match is_explained[variable] {
                    true => scopes[rule].push(variable),
                    false => scopes[rule].extend(&behind[variable]),
                }
            }
        }
        let mut rules_of = vec![Vec::new(); model.domains.len()];
        for (rule, scope) in scopes.iter_mut().enumerate() {
            scope.sort_unstable();
            scope.dedup();
            scope.iter().for_each(|&variable| rules_of[variable].push(rule));
        }
        let explained = (0..model.domains.len()).filter(|&one| is_explained[one]).collect();
        Some(Explainer {
            index: ConstraintIndex::new(model, rule_of, rules),
            whole,
            bundled: None,
            parts: (0..rules).map(|_| None).collect(),
            pair_parts: HashMap::new(),
            witnesses: HashMap::new(),
            work: 0,
            domains: model.domains.clone(),
            explained,
            scopes,
            rules_of,
            has_paused: false,
        })
    }

    /// Returns the initial knowledge: only the domains.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            may_be: self.domains.clone(),
            possible: vec![Values::default(); self.domains.len()],
            has_asked_for_solution: false,
            pending: Vec::new(),
            clock: 1,
            changed_at: vec![1; self.scopes.len()],
            asked_at: vec![0; self.scopes.len()],
            pairs_asked_at: HashMap::new(),
        }
    }

    /// Adds a known fact. Returns whether it was new.
    pub fn learn(&self, knowledge: &mut Knowledge, fact: Literal) -> bool {
        let before = &knowledge.may_be[fact.variable];
        let keeps = |&value: &u16| (value == fact.value) == fact.holds;
        let after: Values = before.iter().filter(keeps).collect();
        if after == *before {
            return false;
        }
        if knowledge.possible[fact.variable].iter().any(|value| !after.contains(value)) {
            knowledge.possible.fill(Values::default());
            knowledge.has_asked_for_solution = false;
        }
        knowledge.may_be[fact.variable] = after;
        knowledge.clock += 1;
        for &rule in &self.rules_of[fact.variable] {
            knowledge.changed_at[rule] = knowledge.clock;
        }
        true
    }

    /// Finds the easiest step and adds what follows to the knowledge. If the easiest step has more
    /// rules than `most_rules`, there is none; the limit never leads to another step.
    pub fn step(
        &mut self,
        knowledge: &mut Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        if knowledge.may_be.iter().any(|values| values.iter().next().is_none()) {
            return Err(NoStep::Contradiction);
        }
        self.look_for_solution(knowledge, meter)?;
        let mut found = self.single(knowledge, false, meter)?;
        if found.is_none() {
            if !self.may_anything_follow(knowledge, meter)? {
                return Err(NoStep::Stuck);
            }
            found = self.single(knowledge, true, meter)?;
        }
        if found.is_none() && most_rules > 1 {
            found = match self.pair(knowledge, meter)? {
                None => self.many(knowledge, most_rules, meter)?,
                pair => pair,
            };
        }
        let step = found.filter(|step| step.rules.len() <= most_rules).ok_or(NoStep::Stuck)?;
        for &literal in &step.excluded {
            self.learn(knowledge, !literal);
        }
        Ok(step)
    }

    /// Looks for a solution that agrees with what is known, if none is known.
    fn look_for_solution(
        &mut self,
        knowledge: &mut Knowledge,
        meter: &mut Meter,
    ) -> Result<(), NoStep> {
        if knowledge.has_asked_for_solution {
            return Ok(());
        }
        knowledge.has_asked_for_solution = true;
        let assumed = self.everything(knowledge);
        match self.whole.ask(&assumed, COMPLETION_CONFLICTS, meter) {
            Reply::Solution => knowledge.note_solution(self.whole.learner.solution()),
            Reply::Stopped => return Err(NoStep::Stopped),
            Reply::Refuted(_) | Reply::Paused => {}
        }
        Ok(())
    }

    /// Returns false if every open value occurs in a solution of all rules.
    fn may_anything_follow(
        &mut self,
        knowledge: &mut Knowledge,
        meter: &mut Meter,
    ) -> Result<bool, NoStep> {
        let mut assumed = self.everything(knowledge);
        let mut undecided = 0;
        for &variable in &self.explained {
            if knowledge.may_be[variable].iter().nth(1).is_none() {
                continue;
            }
            for value in knowledge.may_be[variable].clone().iter() {
                if knowledge.possible[variable].contains(value) {
                    continue;
                }
                if !meter.goes_on() {
                    return Err(NoStep::Stopped);
                }
                assumed.push(Assumption::Fact(Literal::is(variable, value)));
                let reply = self.whole.ask(&assumed, CONFLICTS[0], meter);
                assumed.pop();
                match reply {
                    Reply::Solution => knowledge.note_solution(self.whole.learner.solution()),
                    Reply::Refuted(_) => return Ok(true),
                    Reply::Paused if undecided == MOST_UNDECIDED => return Ok(true),
                    Reply::Paused => undecided += 1,
                    Reply::Stopped => return Err(NoStep::Stopped),
                }
            }
        }
        Ok(undecided > 0)
    }

    /// Returns all rules as assumptions, and all facts as a last one.
    fn everything(&mut self, knowledge: &Knowledge) -> Vec<Assumption> {
        let facts = self.bundled_facts(knowledge);
        (0..self.scopes.len()).map(Assumption::Group).chain([facts]).collect()
    }

    /// Returns all facts as one assumption of the learner of all rules.
    fn bundled_facts(&mut self, knowledge: &Knowledge) -> Assumption {
        // Facts are usually added, so the last bundle is a part of the new one.
        let is_part = |(before, _): &(Vec<Values>, usize)| {
            let mut pairs = before.iter().zip(&knowledge.may_be);
            pairs.all(|(before, now)| now.iter().all(|value| before.contains(value)))
        };
        let last = self.bundled.take().filter(is_part);
        if let Some((_, group)) = last.as_ref().filter(|(before, _)| *before == knowledge.may_be) {
            let group = Assumption::Group(*group);
            self.bundled = last;
            return group;
        }
        let before = last.as_ref().map_or(&self.domains, |(before, _)| before);
        let changed = |&&one: &&Variable| before[one] != knowledge.may_be[one];
        let facts = self.explained.iter().filter(changed);
        let facts = facts.flat_map(|&one| self.facts_of(one, knowledge)).map(Assumption::Fact);
        let last = last.iter().map(|&(_, group)| Assumption::Group(group));
        let group = self.whole.learner.bundle(&last.chain(facts).collect::<Vec<_>>());
        self.bundled = Some((knowledge.may_be.clone(), group));
        Assumption::Group(group)
    }

    /// Finds the easiest step of a single rule, either among the rules on the whole board or among
    /// the others.
    fn single(
        &mut self,
        knowledge: &mut Knowledge,
        whole_board: bool,
        meter: &mut Meter,
    ) -> Result<Option<Explanation>, NoStep> {
        for rule in 0..self.scopes.len() {
            let is_for_board = self.scopes[rule].len() > LARGEST_SCOPE;
            let is_asked = knowledge.asked_at[rule] >= knowledge.changed_at[rule];
            if is_asked || is_for_board != whole_board {
                continue;
            }
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            let scope = self.scopes[rule].clone();
            let found = self.consequences(&[rule], &scope, knowledge, meter)?;
            knowledge.asked_at[rule] = knowledge.clock;
            knowledge.pending.retain(|step| step.rules != [rule]);
            knowledge.pending.extend(found);
        }
        let open = |fact: &Literal| knowledge.may_be[fact.variable].contains(fact.value);
        knowledge.pending.iter_mut().for_each(|step| step.excluded.retain(&open));
        knowledge.pending.retain(|step| !step.excluded.is_empty());
        let easiest = (0..knowledge.pending.len())
            .min_by_key(|&index| (knowledge.pending[index].facts.len(), index));
        Ok(easiest.map(|index| knowledge.pending.remove(index)))
    }

    /// Finds everything that follows from these rules about these variables, with one explanation
    /// per set of facts.
    fn consequences(
        &mut self,
        rules: &[usize],
        scope: &[Variable],
        knowledge: &Knowledge,
        meter: &mut Meter,
    ) -> Result<Vec<Explanation>, NoStep> {
        let rules_assumed = rules.iter().map(|&rule| Assumption::Group(rule));
        let facts = scope.iter().flat_map(|&variable| self.facts_of(variable, knowledge));
        let assumed = rules_assumed.chain(facts.map(Assumption::Fact)).collect();
        let conflicts = FEW_CONFLICTS;
        // Rules on the whole board are asked together with hundreds of facts.
        let is_for_board = scope.len() > LARGEST_SCOPE;
        let bundled = is_for_board.then(|| self.bundled_facts(knowledge));
        let open = OpenValues { scope, knowledge, conflicts, enough: u64::MAX, bundled };
        let mut witnesses = self.witnesses.remove(rules).unwrap_or_default();
        let refutations = self.asked(rules, meter, |part, meter| {
            part.refutations(assumed, &open, &mut witnesses, meter)
        });
        witnesses.drain(..witnesses.len().saturating_sub(MOST_WITNESSES));
        self.witnesses.insert(rules.to_vec(), witnesses);
        let refutations = refutations?;
        let mut steps: Vec<Explanation> = Vec::new();
        for Refutation { tried, needed, .. } in refutations {
            let mut facts: Vec<Literal> = needed
                .into_iter()
                .filter_map(|assumption| match assumption {
                    Assumption::Fact(fact) => Some(fact),
                    Assumption::Group(_) => None,
                })
                .collect();
            facts.sort_unstable();
            match steps.iter_mut().find(|step| step.facts == facts) {
                Some(step) => step.excluded.push(tried),
                None => steps.push(Explanation {
                    rules: rules.to_vec(),
                    facts,
                    excluded: vec![tried],
                    is_smallest: true,
                }),
            }
        }
        Ok(steps)
    }

    /// Asks the learner of these rules: that of the part of the model that they concern if it is
    /// small, otherwise that of the whole model.
    fn asked<T>(
        &mut self,
        rules: &[usize],
        meter: &mut Meter,
        ask: impl FnOnce(&mut Part, &mut Meter) -> Result<T, NoStep>,
    ) -> Result<T, NoStep> {
        let kept = match *rules {
            [rule] => self.parts[rule].take(),
            [one, other] => self.pair_parts.remove(&(one, other)),
            _ => None,
        };
        let part = kept.or_else(|| Part::new(&self.index, rules, meter));
        let Some(mut part) = part else {
            let before = self.whole.learner.propagations();
            let reply = ask(&mut self.whole, meter);
            self.work += self.whole.learner.propagations() - before;
            self.has_paused |= self.whole.has_paused;
            return reply;
        };
        let before = part.learner.propagations();
        let reply = ask(&mut part, meter);
        self.work += part.learner.propagations() - before;
        self.has_paused |= part.has_paused;
        match *rules {
            [rule] => self.parts[rule] = Some(part),
            [one, other] if self.pair_parts.len() < MOST_PAIRS_KEPT => {
                self.pair_parts.insert((one, other), part);
            }
            _ => {}
        }
        reply
    }

    /// Returns what is known about a variable: its value, or the values that it cannot have.
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

    /// Finds the first step of two rules that share an open variable, smaller scopes first.
    fn pair(
        &mut self,
        knowledge: &mut Knowledge,
        meter: &mut Meter,
    ) -> Result<Option<Explanation>, NoStep> {
        let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
        for variable in 0..self.rules_of.len() {
            if knowledge.may_be[variable].iter().nth(1).is_none() {
                continue;
            }
            let rules = &self.rules_of[variable];
            let rules: Vec<usize> = rules
                .iter()
                .copied()
                .filter(|&rule| self.scopes[rule].len() <= LARGEST_SCOPE)
                .collect();
            for (index, &one) in rules.iter().enumerate() {
                for &other in &rules[index + 1..] {
                    let asked = knowledge.pairs_asked_at.get(&(one, other)).copied();
                    let changed = knowledge.changed_at[one].max(knowledge.changed_at[other]);
                    if asked.is_none_or(|asked| asked < changed) {
                        let size = self.scopes[one].len() + self.scopes[other].len();
                        pairs.push((size, one, other));
                    }
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let enough = self.work + MOST_PROPAGATIONS;
        for (_, one, other) in pairs {
            if self.work > enough {
                break;
            }
            if !meter.goes_on() {
                return Err(NoStep::Stopped);
            }
            let mut scope = [self.scopes[one].clone(), self.scopes[other].clone()].concat();
            scope.sort_unstable();
            scope.dedup();
            let steps = self.consequences(&[one, other], &scope, knowledge, meter)?;
            knowledge.pairs_asked_at.insert((one, other), knowledge.clock);
            if let Some(step) = steps.into_iter().min_by_key(|step| step.facts.len()) {
                return Ok(Some(self.without_spare_facts(&step, meter)?));
            }
        }
        Ok(None)
    }

    /// Finds a step with as few rules as shrinking can reach; none if that is more than
    /// `most_rules`.
    fn many(
        &mut self,
        knowledge: &Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Option<Explanation>, NoStep> {
        let assumed = self.everything(knowledge);
        let (all_rules, all_facts) = assumed.split_at(self.scopes.len());
        for conflicts in CONFLICTS {
            let enough = self.whole.learner.propagations() + MOST_PROPAGATIONS;
            let scope = &self.explained;
            let open = OpenValues { scope, knowledge, conflicts, enough, bundled: None };
            let mut refutations =
                self.whole.refutations(assumed.clone(), &open, &mut Vec::new(), meter)?;
            for refutation in &mut refutations {
                refutation.needed.retain(|assumption| all_rules.contains(assumption));
            }
            refutations.sort_by_key(|refutation| (refutation.needed.len(), refutation.tried));
            refutations.truncate(MOST_SHRUNK);
            let Some(longest) = refutations.iter().map(|one| one.needed.len()).max() else {
                continue;
            };
            // Size by size, so that a search for fewer rules is the beginning of one for more: what
            // the learner has learned, and with it the step, does not depend on the limit.
            for size in 0..=most_rules.min(longest) {
                for refutation in &mut refutations {
                    if self.whole.shrink(refutation, all_facts, size, meter)? {
                        let (rules, tried) = (&refutation.needed, refutation.tried);
                        let facts = self.explained.iter();
                        let facts = facts.flat_map(|&one| self.facts_of(one, knowledge));
                        let facts = facts.map(Assumption::Fact).collect();
                        let facts = self.needed_facts(rules, facts, tried, meter)?;
                        return Ok(Some(self.explanation(rules, &facts, tried)));
                    }
                }
            }
            // More conflicts only show longer refutations.
            return Ok(None);
        }
        Ok(None)
    }

    /// Returns the facts that these rules need to refute `tried`: none of them can be left out.
    fn needed_facts(
        &mut self,
        rules: &[Assumption],
        facts: Vec<Assumption>,
        tried: Literal,
        meter: &mut Meter,
    ) -> Result<Vec<Assumption>, NoStep> {
        let of_rules: Vec<usize> = rules
            .iter()
            .filter_map(|assumption| match *assumption {
                Assumption::Group(rule) => Some(rule),
                Assumption::Fact(_) => None,
            })
            .collect();
        // The part of the model that the rules concern is smaller, so questions to it are cheaper.
        let needed = self.asked(&of_rules, meter, |part, meter| {
            part.needed_facts(&facts, rules, tried, meter)
        })?;
        match needed {
            None => self.whole.shrunk(facts, rules, tried, meter),
            Some(needed) => Ok(needed),
        }
    }

    /// Returns the step for its first excluded value only, without unnecessary facts.
    fn without_spare_facts(
        &mut self,
        step: &Explanation,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        let rules: Vec<_> = step.rules.iter().map(|&rule| Assumption::Group(rule)).collect();
        let facts = step.facts.iter().map(|&fact| Assumption::Fact(fact)).collect();
        let tried = step.excluded[0];
        let facts = self.needed_facts(&rules, facts, tried, meter)?;
        Ok(self.explanation(&rules, &facts, tried))
    }

    /// Makes the step that consists of rules and facts.
    fn explanation(
        &self,
        rules: &[Assumption],
        facts: &[Assumption],
        tried: Literal,
    ) -> Explanation {
        let mut step = Explanation {
            rules: Vec::new(),
            facts: Vec::new(),
            excluded: vec![tried],
            is_smallest: rules.len() < 2 || rules.len() == 2 && !self.has_paused,
        };
        for &assumption in rules.iter().chain(facts) {
            match assumption {
                Assumption::Group(rule) => step.rules.push(rule),
                Assumption::Fact(fact) => step.facts.push(fact),
            }
        }
        step.rules.sort_unstable();
        step.facts.sort_unstable();
        step
    }
}
