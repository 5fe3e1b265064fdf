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

mod part;

use std::collections::HashMap;

use quarry_core::{Literal, Meter, Model, Values, Variable};

use crate::explain::part::{ConstraintIndex, OpenValues, Part, Refutation};
use crate::learner::{Assumption, ClauseLearner, Reply};

/// Conflicts allowed for a question about one or two rules, and for each question while a set is
/// shrunk. A question that needs more counts as "no".
const FEW_CONFLICTS: u64 = 300;

/// Conflicts allowed for a question about all rules: few at first, because short refutations give
/// small sets, then more if nothing was refuted.
const CONFLICTS: [u64; 4] = [20, 200, 2_000, 200_000];

/// A rule with more variables than this counts as a rule on the whole board.
const LARGEST_SCOPE: usize = 40;

/// Propagations after which no further pair of rules is tried for a step, and after which no further
/// value is tried with all rules if some value has been refuted.
const MOST_PROPAGATIONS: u64 = 2_000_000;

/// The number of smallest cores that are shrunk before the best of them is chosen.
const MOST_SHRUNK: usize = 8;

/// A step: what follows, and from which rules and facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Indices of the rules, in rising order.
    pub rules: Vec<usize>,
    /// The known facts that the step needs.
    pub facts: Vec<Literal>,
    /// What follows: each literal is a value that a variable cannot have.
    pub excluded: Vec<Literal>,
    /// Whether no step with fewer rules exists; if false, it is only known that no rule can be left
    /// out.
    pub is_smallest: bool,
}

/// The known facts about the answer variables, and which rules were already asked about them.
#[derive(Debug, Clone)]
pub struct Knowledge {
    may_be: Vec<Values>,
    /// Steps of one rule that were found but not taken yet.
    pending: Vec<Explanation>,
    /// Number of facts learned so far.
    clock: u64,
    /// For each rule, when one of its variables last lost a value (`changed_at`) and when the rule
    /// was last asked (`asked_at`), as values of `clock`.
    changed_at: Vec<u64>,
    asked_at: Vec<u64>,
    /// For each pair of rules, when it was last asked.
    pairs_asked_at: HashMap<(usize, usize), u64>,
}

/// Why there is no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStep {
    /// Nothing follows, or only by arguments that are too long to find.
    Stuck,
    /// The known facts contradict the rules.
    Contradiction,
    /// The meter said stop.
    Stopped,
}

/// Finds steps in a model.
#[derive(Debug)]
pub struct Explainer {
    index: ConstraintIndex,
    /// The learner of all rules.
    whole: Part,
    /// The learners of single rules that concern a small part of the model, made when asked for.
    parts: Vec<Option<Part>>,
    /// Propagations of all learners so far.
    work: u64,
    /// For each answer variable, all its values.
    domains: Vec<Values>,
    /// For each rule, its answer variables.
    scopes: Vec<Vec<Variable>>,
    /// For each answer variable, the rules that mention it.
    rules_of: Vec<Vec<usize>>,
    /// Whether a question about one or two rules took too many conflicts to be answered.
    has_paused: bool,
}

impl Explainer {
    /// Creates an explainer for a model whose constraint `c` belongs to the rule `rule_of[c]`;
    /// returns `None` if the meter says stop.
    pub fn new(
        model: &Model,
        rule_of: &[Option<usize>],
        rules: usize,
        meter: &mut Meter,
    ) -> Option<Self> {
        let whole = Part {
            learner: ClauseLearner::with_groups(model, rule_of, meter)?,
            variables: (0..model.domains.len()).collect(),
            rules: (0..rules).collect(),
            has_paused: false,
        };
        let answers = model.answer_len();
        // A helper variable stands for the answer variables that its definitions mention.
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
        Some(Explainer {
            index: ConstraintIndex::new(model, rule_of, rules),
            whole,
            parts: (0..rules).map(|_| None).collect(),
            work: 0,
            domains,
            scopes,
            rules_of,
            has_paused: false,
        })
    }

    /// Returns the initial knowledge: only the domains.
    pub fn knowledge(&self) -> Knowledge {
        Knowledge {
            may_be: self.domains.clone(),
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
        knowledge.may_be[fact.variable] = after;
        knowledge.clock += 1;
        for &rule in &self.rules_of[fact.variable] {
            knowledge.changed_at[rule] = knowledge.clock;
        }
        true
    }

    /// Finds the easiest step with at most this many rules and adds what follows to the knowledge.
    pub fn step(
        &mut self,
        knowledge: &mut Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        if knowledge.may_be.iter().any(|values| values.iter().next().is_none()) {
            return Err(NoStep::Contradiction);
        }
        let single = match self.single(knowledge, false, meter)? {
            None => self.single(knowledge, true, meter)?,
            found => found,
        };
        let step = match single {
            Some(step) => step,
            None if most_rules < 2 => return Err(NoStep::Stuck),
            None => match self.pair(knowledge, meter)? {
                Some(step) => step,
                None => self.many(knowledge, most_rules, meter)?,
            },
        };
        for &literal in &step.excluded {
            self.learn(knowledge, !literal);
        }
        Ok(step)
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
        let open = OpenValues { scope, knowledge, conflicts: FEW_CONFLICTS, enough: u64::MAX };
        let refutations =
            self.asked(rules, meter, |part, meter| part.refutations(assumed, &open, meter))?;
        let mut steps: Vec<Explanation> = Vec::new();
        for Refutation { tried, needed } in refutations {
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
        if let [rule] = *rules {
            self.parts[rule] = Some(part);
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

    /// Finds a step with as few rules as shrinking can reach.
    fn many(
        &mut self,
        knowledge: &Knowledge,
        most_rules: usize,
        meter: &mut Meter,
    ) -> Result<Explanation, NoStep> {
        let all: Vec<Variable> = (0..self.domains.len()).collect();
        let facts = all.iter().flat_map(|&variable| self.facts_of(variable, knowledge));
        let facts: Vec<Assumption> = facts.map(Assumption::Fact).collect();
        let rules = (0..self.scopes.len()).map(Assumption::Group);
        let assumed: Vec<Assumption> = rules.chain(facts.iter().copied()).collect();
        for conflicts in CONFLICTS {
            let enough = self.whole.learner.propagations() + MOST_PROPAGATIONS;
            let open = OpenValues { scope: &all, knowledge, conflicts, enough };
            let mut refutations = self.whole.refutations(assumed.clone(), &open, meter)?;
            for refutation in &mut refutations {
                refutation.needed.retain(|assumption| matches!(assumption, Assumption::Group(_)));
            }
            refutations.sort_by_key(|refutation| (refutation.needed.len(), refutation.tried));
            let mut best: Option<(Vec<Assumption>, Literal)> = None;
            for Refutation { tried, needed } in refutations.into_iter().take(MOST_SHRUNK) {
                let most = best.as_ref().map_or(most_rules, |(best, _)| best.len() - 1);
                let kept = self.shrunk(needed, &facts, tried, most, meter)?;
                best = kept.map(|kept| (kept, tried)).or(best);
            }
            if let Some((rules, tried)) = best {
                let facts = self.shrunk(facts, &rules, tried, usize::MAX, meter)?;
                return Ok(self.explanation(&rules, &facts.unwrap_or_default(), tried));
            }
        }
        Err(NoStep::Stuck)
    }

    /// Leaves out assumptions one by one, as long as the rest and `fixed` still refute `tried`.
    /// Returns `None` if more than `most` are needed.
    fn shrunk(
        &mut self,
        mut core: Vec<Assumption>,
        fixed: &[Assumption],
        tried: Literal,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Assumption>>, NoStep> {
        // All assumptions before the index are needed.
        let mut index = 0;
        while index < core.len() {
            if index > most {
                return Ok(None);
            }
            let mut assumed = core.clone();
            assumed.remove(index);
            let left = assumed.len();
            assumed.extend_from_slice(fixed);
            assumed.push(Assumption::Fact(tried));
            match self.whole.ask(&assumed, FEW_CONFLICTS, meter) {
                Reply::Refuted(needed) => {
                    let needed = needed.into_iter().filter(|&place| place < left);
                    core = needed.map(|place| assumed[place]).collect();
                }
                Reply::Stopped => return Err(NoStep::Stopped),
                Reply::Solution | Reply::Paused => index += 1,
            }
        }
        Ok((core.len() <= most).then_some(core))
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
        let facts = self.shrunk(facts, &rules, tried, usize::MAX, meter)?;
        Ok(self.explanation(&rules, &facts.unwrap_or_default(), tried))
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

impl Knowledge {
    /// The values a variable may still have.
    pub fn may_be(&self, variable: Variable) -> &Values {
        &self.may_be[variable]
    }
}
