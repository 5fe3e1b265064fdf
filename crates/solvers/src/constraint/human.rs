//! The human-style solver: applies named techniques, the easiest first, as far as they lead. Every
//! step holds in every solution, so a completely filled board is the only solution. Needs
//! [`Explained`]; an evaluation is one step. `quarry rate` and `quarry hint` show the same steps
//! with their reasons. Time: that of the techniques, milliseconds on proper puzzles; memory: one
//! sheet of notes.

use std::collections::VecDeque;

use quarry_core::{
    Card, Explained, Found, Incumbent, Inside, Meter, MethodShape, Next, NoSettings, ReasoningStep,
    ReasoningSteps, Search, SliceEnd, Solutions, Step, Tier,
};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "human",
    summary: "Fills in what named techniques prove, the easiest first, and never guesses.",
    complete: "no",
    optimal: "yes, where it comes to an end",
    time: "that of the techniques",
    memory: "O(1)",
    ..Card::PLAIN
};

/// A sheet that is being filled in.
pub struct Human<'a, P: Explained> {
    puzzle: &'a P,
    notes: P::Notes,
    incumbent: Incumbent<P::Answer>,
    solutions: Solutions,
    steps: usize,
    /// How much the last step needed.
    last_chain: usize,
    /// The last steps, for people who watch.
    record: Option<VecDeque<ReasoningStep>>,
}

/// Number of steps that a record holds.
const STEPS_SHOWN: usize = 200;

impl<'a, P: Explained> Human<'a, P> {
    /// Creates a sheet with the givens of the instance.
    pub fn new(puzzle: &'a P, _: &NoSettings) -> Self {
        let notes = puzzle.notes();
        let (incumbent, solutions) = (Incumbent::default(), Solutions::Unknown);
        Human { puzzle, notes, incumbent, solutions, steps: 0, last_chain: 0, record: None }
    }

    fn note(&mut self, step: &Step) {
        let Some(record) = &mut self.record else { return };
        if record.len() == STEPS_SHOWN {
            record.pop_front();
        }
        let mut decided: Vec<usize> =
            step.places.iter().chain(&step.excludes).map(|entry| entry.cell).collect();
        decided.dedup();
        let places = |cells: &[usize]| cells.iter().map(|&cell| self.puzzle.place(cell)).collect();
        record.push_back(ReasoningStep {
            number: self.steps as u64,
            kind: step.technique.name.to_owned(),
            sentence: step.sentence.clone(),
            because: places(&step.cells),
            decides: places(&decided),
        });
    }

    fn offer(&mut self, meter: &mut Meter) {
        let answer = self.puzzle.filled(&self.notes);
        if let Ok(verdict) = self.puzzle.judge(&answer) {
            self.incumbent.offer(meter, verdict.solved, verdict.score, || answer);
        }
    }
}

impl<P: Explained> Search for Human<'_, P> {
    type Answer = P::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if !meter.goes_on() {
            return SliceEnd::Working;
        }
        let next = self.puzzle.next(&mut self.notes, Tier::Beyond, meter);
        match &next {
            Next::Step(step) => {
                _ = meter.evaluate();
                (self.steps, self.last_chain) = (self.steps + 1, step.chain);
                self.note(step);
                meter.keep(1, size_of::<P::Notes>());
                if !step.places.is_empty() {
                    self.offer(meter);
                }
            }
            Next::Solved => self.solutions = Solutions::One,
            Next::Contradiction(_) => self.solutions = Solutions::None,
            Next::Stuck | Next::Stopped => {}
        }
        match next {
            Next::Step(_) => SliceEnd::Working,
            Next::Stopped => {
                self.offer(meter);
                SliceEnd::Working
            }
            Next::Stuck => {
                self.offer(meter);
                SliceEnd::Exhausted
            }
            Next::Solved => {
                self.offer(meter);
                SliceEnd::Proved
            }
            Next::Contradiction(_) => SliceEnd::Proved,
        }
    }

    fn best(&self) -> Option<&Found<P::Answer>> {
        // Entries made before a contradiction was found are worthless.
        self.incumbent.best().filter(|_| self.solutions != Solutions::None)
    }

    fn solutions(&self) -> Option<Solutions> {
        Some(self.solutions)
    }

    fn inside(&self) -> Inside {
        let values = self.puzzle.values(&self.puzzle.filled(&self.notes));
        let filled = values.iter().flatten().count();
        Inside::of([
            ("steps", self.steps as f64),
            ("entries known", filled as f64),
            ("rules and facts of the last step", self.last_chain as f64),
        ])
        .with(self.record.as_ref().map(|steps| {
            MethodShape::Reasoning(ReasoningSteps { steps: steps.iter().cloned().collect() })
        }))
    }

    fn keep_record(&mut self) {
        self.record = Some(VecDeque::new());
    }

    fn current(&self) -> Option<Self::Answer> {
        Some(self.puzzle.filled(&self.notes))
    }
}
