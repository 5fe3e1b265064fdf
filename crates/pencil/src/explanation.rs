//! Hints and ratings: steps from the smallest sets of rules that force something, explained with
//! the sentences of the rules.

use std::sync::{Arc, Mutex, PoisonError};

use quarry_constraint::{Explainer, Explanation, Knowledge, NoStep};
use quarry_core::{
    Entry, Explained, Filled, Literal, Meter, Next, Step, Technique, Tier, Variable,
};

use crate::{Declaration, Declared, Note, Rule, Written};

/// Techniques by the number of rules: the most rules of a step, and its technique unless the puzzle
/// has a named one for it.
const SIZES: [(usize, &Technique); 6] = [
    (1, &Technique { name: "one rule", tier: Tier::Easy, points: 1 }),
    (1, &Technique { name: "one rule, many facts", tier: Tier::Medium, points: 4 }),
    (2, &Technique { name: "two rules", tier: Tier::Medium, points: 6 }),
    (4, &Technique { name: "three or four rules", tier: Tier::Hard, points: 12 }),
    (8, &Technique { name: "five to eight rules", tier: Tier::Expert, points: 25 }),
    (usize::MAX, &Technique { name: "many rules", tier: Tier::Beyond, points: 60 }),
];

/// The most facts that a person can see at a glance.
const FEW_FACTS: usize = 8;

/// The most items of one kind that a sentence lists.
const MOST_LISTED: usize = 4;

/// A step of reasoning, as the input for finding its technique.
#[derive(Debug, Clone, Copy)]
pub struct Reasoning<'r> {
    /// Rules that the step needs.
    pub rules: &'r [&'r Rule],
    /// Known facts that the step needs.
    pub facts: &'r [Literal],
    /// What follows: values that entries cannot have.
    pub excluded: &'r [Literal],
    /// Number of entries that follow from the step.
    pub placed: usize,
}

impl Reasoning<'_> {
    /// Whether the step needs exactly one rule, of this kind.
    pub fn is_one(&self, kind: &str) -> bool {
        self.rules.len() == 1 && self.rules[0].kind == kind
    }

    /// Whether all rules of the step are of these kinds.
    pub fn is_of(&self, kinds: &[&str]) -> bool {
        self.rules.iter().all(|rule| kinds.contains(&rule.kind))
    }
}

/// The facts known so far, and the explainer that finds the next step.
#[derive(Debug, Clone)]
pub struct ReasoningNotes {
    knowledge: Knowledge,
    explainer: Arc<Mutex<Explainer>>,
    rules: Arc<Vec<Rule>>,
    helpers: Arc<Vec<Note>>,
}

impl<D: Declaration> Explained for Declared<D> {
    type Notes = ReasoningNotes;

    fn techniques() -> Vec<&'static Technique> {
        let mut all: Vec<&Technique> = D::SHAPES.iter().map(|shape| &shape.technique).collect();
        all.extend(SIZES.map(|(_, technique)| technique));
        all.sort_by_key(|technique| (technique.tier, technique.points));
        all
    }

    fn notes(&self) -> ReasoningNotes {
        let rules = self.rules();
        let meter = &mut Meter::unlimited();
        let noted: Vec<Variable> = rules.notes.iter().map(|note| note.variable).collect();
        let explainer =
            Explainer::new(&rules.model, &rules.rule_of, rules.rules.len(), &noted, meter)
                .expect("an unlimited meter never stops");
        let mut knowledge = explainer.knowledge();
        for (variable, spot) in self.spots.iter().enumerate() {
            if let Some(given) = spot.given {
                explainer.learn(&mut knowledge, Literal::is(variable, given));
            }
        }
        ReasoningNotes {
            knowledge,
            explainer: Arc::new(Mutex::new(explainer)),
            rules: Arc::new(rules.rules),
            helpers: Arc::new(rules.notes),
        }
    }

    fn enter(&self, notes: &mut ReasoningNotes, entry: Entry) {
        let fact = Literal::is(entry.cell, self.uncounted(entry.value));
        let explainer = Arc::clone(&notes.explainer);
        let explainer = explainer.lock().unwrap_or_else(PoisonError::into_inner);
        explainer.learn(&mut notes.knowledge, fact);
    }

    fn next(&self, notes: &mut ReasoningNotes, hardest: Tier, meter: &mut Meter) -> Next {
        let is_open = |variable: Variable| notes.knowledge.may_be(variable).iter().nth(1).is_some();
        if !(0..self.spots.len()).any(is_open) {
            let faults = self.faults(&self.filled(notes));
            return match faults.into_iter().next() {
                None => Next::Solved,
                Some(fault) => Next::Contradiction(fault.words),
            };
        }
        let sizes = SIZES.iter().filter(|(_, technique)| technique.tier <= hardest);
        let most_rules = sizes.map(|&(rules, _)| rules).max().unwrap_or(1);
        let explainer = Arc::clone(&notes.explainer);
        let mut explainer = explainer.lock().unwrap_or_else(PoisonError::into_inner);
        match explainer.step(&mut notes.knowledge, most_rules, meter) {
            Ok(explanation) => Next::Step(self.told(&explanation, notes)),
            Err(NoStep::Stuck) => Next::Stuck,
            Err(NoStep::Contradiction) => {
                let empty = (0..self.spots.len())
                    .find(|&spot| notes.knowledge.may_be(spot).iter().next().is_none());
                let place = empty.map_or("the board", |spot| self.spots[spot].words.as_str());
                Next::Contradiction(format!("nothing fits at {place}"))
            }
            Err(NoStep::Stopped) => Next::Stopped,
        }
    }

    fn allows(&self, notes: &ReasoningNotes, entry: Entry) -> bool {
        notes.knowledge.may_be(entry.cell).contains(self.uncounted(entry.value))
    }

    fn filled(&self, notes: &ReasoningNotes) -> Written {
        let only = |spot: usize| {
            let mut values = notes.knowledge.may_be(spot).iter();
            values.next().filter(|_| values.next().is_none())
        };
        Written { filling: (0..self.spots.len()).map(only).collect(), flaw: None }
    }
}

impl<D: Declaration> Declared<D> {
    /// Describes a step in words; the notes already include the step.
    fn told(&self, explanation: &Explanation, notes: &ReasoningNotes) -> Step {
        let rules: Vec<&Rule> = explanation.rules.iter().map(|&rule| &notes.rules[rule]).collect();
        let mut places: Vec<Entry> = Vec::new();
        let mut excludes: Vec<Entry> = Vec::new();
        let mut placed: Vec<String> = Vec::new();
        let mut excluded: Vec<String> = Vec::new();
        for &Literal { variable, value, .. } in &explanation.excluded {
            let mut left = notes.knowledge.may_be(variable).iter();
            let is_entry = variable < self.spots.len();
            match (left.next(), left.next()) {
                (Some(only), None) => {
                    let words = self.says(Literal::is(variable, only), notes);
                    if !placed.contains(&words) {
                        placed.push(words);
                        let entry = Entry { cell: variable, value: self.counted(only) };
                        places.extend(is_entry.then_some(entry));
                    }
                }
                _ => {
                    excluded.push(self.says(Literal::is_not(variable, value), notes));
                    let entry = Entry { cell: variable, value: self.counted(value) };
                    excludes.extend(is_entry.then_some(entry));
                }
            }
        }
        placed.append(&mut excluded);
        let reasoning = Reasoning {
            rules: &rules,
            facts: &explanation.facts,
            excluded: &explanation.excluded,
            placed: places.len(),
        };
        let named = D::SHAPES.iter().find(|shape| (shape.fits)(&reasoning));
        let technique = named.map_or_else(|| by_size(&reasoning), |shape| &shape.technique);
        let variables = explanation.facts.iter().chain(&explanation.excluded);
        let cells = variables.map(|literal| literal.variable);
        let mut cells: Vec<usize> = cells.filter(|&cell| cell < self.spots.len()).collect();
        cells.sort_unstable();
        cells.dedup();
        Step {
            technique,
            sentence: self.sentence(&reasoning, placed, notes),
            cells,
            chain: (rules.len() + explanation.facts.len()).max(1),
            places,
            excludes,
        }
    }

    fn sentence(
        &self,
        reasoning: &Reasoning<'_>,
        follows: Vec<String>,
        notes: &ReasoningNotes,
    ) -> String {
        let rules = reasoning.rules.iter().map(|rule| rule.sentence.clone()).collect();
        let mut sentence = capitalised(&listed(rules, "rules"));
        let facts: Vec<String> =
            reasoning.facts.iter().map(|&fact| self.says(fact, notes)).collect();
        if !facts.is_empty() {
            sentence.push_str(&format!("; {}", listed(facts, "known facts")));
        }
        format!("{sentence}: so {}.", listed(follows, "entries"))
    }

    /// Says in words what a literal says about an entry or a helper.
    fn says(&self, literal: Literal, notes: &ReasoningNotes) -> String {
        let Literal { variable, value, holds } = literal;
        if let Some(spot) = self.spots.get(variable) {
            return self.puzzle.says(spot, value, holds);
        }
        let note = notes.helpers.iter().find(|note| note.variable == variable);
        let Note { words, least, .. } = note.expect("steps are about entries and noted helpers");
        let verb = if holds { "is" } else { "is not" };
        format!("{words} {verb} {}", least + i64::from(value))
    }
}

fn by_size(reasoning: &Reasoning<'_>) -> &'static Technique {
    let is_long = reasoning.rules.len() == 1 && reasoning.facts.len() > FEW_FACTS;
    let fits = |&(most, technique): &(usize, &'static Technique)| {
        (reasoning.rules.len() <= most && (!is_long || technique.tier > Tier::Easy))
            .then_some(technique)
    };
    SIZES.iter().find_map(fits).expect("the last size has no limit")
}

/// Lists the first few items, and how many more there are.
fn listed(mut things: Vec<String>, what: &str) -> String {
    let more = things.len().saturating_sub(MOST_LISTED);
    if more > 1 {
        things.truncate(MOST_LISTED);
        things.push(format!("{more} more {what}"));
    }
    match things.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn capitalised(sentence: &str) -> String {
    let mut characters = sentence.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}
