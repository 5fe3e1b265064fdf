//! Sets of rules: the last resort, for steps that no technique with a shape of its own finds.
//!
//! The rules are that each number stands in one cell, that a number touches the next, and what is
//! known to be joined. The explainer of the constraint engine looks for a small set of them that
//! rules out a candidate. The candidates that are left are taken as known.

use quarry_constraint::{Explainer, NoStep};
use quarry_core::{Constraint, Literal, Meter, Model, Step, Technique, Tier, Value};

use super::notes::{Notes, listed};
use super::{Cell, Number};

pub(super) static SET_OF_RULES: Technique =
    Technique { name: "set of rules", tier: Tier::Beyond, points: 40 };

/// Boards with more candidates than this are left alone: nobody would follow the reasons.
const MOST_CANDIDATES: usize = 4_000;

/// The most rules that a sentence names.
const NAMED: usize = 6;

/// Rules out the candidates that a small set of rules refutes.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let left = notes.cells().map(|cell| usize::from(notes.candidates.numbers_left(cell)));
    if left.sum::<usize>() > MOST_CANDIDATES {
        return None;
    }
    let rules = Rules::of(notes);
    let explainer = Explainer::new(&rules.model, &rules.rule_of, rules.sentences.len(), &[], meter);
    let mut explainer = explainer?;
    let explanation = match explainer.step(&mut explainer.knowledge(), usize::MAX, meter) {
        Ok(explanation) => explanation,
        Err(NoStep::Contradiction) => {
            notes.contradict("the rules leave no way to complete the board".to_owned());
            return None;
        }
        Err(NoStep::Stuck | NoStep::Stopped) => return None,
    };
    let excludes: Vec<(Cell, Number)> = explanation
        .excluded
        .iter()
        .map(|literal| (literal.variable as Cell, literal.value + 1))
        .collect();
    let mut reasons: Vec<String> =
        explanation.rules.iter().take(NAMED).map(|&rule| rules.sentences[rule].clone()).collect();
    if explanation.rules.len() > NAMED {
        reasons.push(format!("{} more rules", explanation.rules.len() - NAMED));
    }
    let entries =
        excludes.iter().map(|&(cell, number)| format!("{number} at {}", notes.name(cell)));
    let sentence = format!("There is no room for {}: {}.", listed(entries), listed(reasons));
    let mut cells: Vec<Cell> = excludes.iter().map(|&(cell, _)| cell).collect();
    cells.dedup();
    let chain = explanation.rules.len().max(1);
    notes.excluding(&SET_OF_RULES, chain, &cells, excludes, sentence, meter)
}

/// The rules, on the candidates that are left.
#[derive(Default)]
struct Rules {
    model: Model,
    rule_of: Vec<Option<usize>>,
    sentences: Vec<String>,
}

impl Rules {
    fn of(notes: &Notes) -> Self {
        let mut rules = Rules::default();
        let values = |cell| notes.candidates.numbers(cell).map(|number| number - 1).collect();
        rules.model.domains = notes.cells().map(values).collect();
        for number in notes.numbers() {
            if notes.cell_of(number).is_none() {
                let cells = notes.candidates.cells(number).map(|cell| is(cell, number));
                let one = Constraint::Count { low: 1, high: 1, literals: cells.collect() };
                rules.add(format!("{number} stands in one cell"), [one]);
            }
            let next = number + 1;
            if usize::from(number) < notes.size() {
                let ways = touching(notes, number, next).chain(touching(notes, next, number));
                rules.add(format!("{number} touches {next}"), ways);
            }
        }
        for one in notes.cells() {
            for &other in notes.joined[usize::from(one)].iter().filter(|&&other| other > one) {
                let names = notes.names(&[one, other]);
                let ways = consecutive(notes, one, other).chain(consecutive(notes, other, one));
                rules.add(format!("the path joins {names}"), ways);
            }
        }
        rules
    }

    fn add(&mut self, sentence: String, constraints: impl IntoIterator<Item = Constraint>) {
        self.model.constraints.extend(constraints);
        self.rule_of.resize(self.model.constraints.len(), Some(self.sentences.len()));
        self.sentences.push(sentence);
    }
}

/// Wherever the one number stands, the other stands in a cell beside it.
fn touching(notes: &Notes, one: Number, other: Number) -> impl Iterator<Item = Constraint> + '_ {
    notes.candidates.cells(one).map(move |cell| {
        let beside = notes.candidates.cells(other);
        let open = beside.filter(|&there| notes.open.has(cell.into(), there.into()));
        Constraint::Clause(open.map(|there| is(there, other)).chain([!is(cell, one)]).collect())
    })
}

/// Whatever number the one cell holds, the other holds the next or the previous one.
fn consecutive(notes: &Notes, one: Cell, other: Cell) -> impl Iterator<Item = Constraint> + '_ {
    notes.candidates.numbers(one).map(move |number| {
        let there = notes.candidates.numbers(other).filter(|there| there.abs_diff(number) == 1);
        Constraint::Clause(there.map(|there| is(other, there)).chain([!is(one, number)]).collect())
    })
}

fn is(cell: Cell, number: Number) -> Literal {
    Literal::is(cell.into(), (number - 1) as Value)
}
