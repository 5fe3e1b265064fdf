//! Exact constraint solving: finds how many solutions there are, with proof. Propagates and
//! searches on bitset domains, smallest first. Hard cases go to a clause-learning solver, which
//! proves uniqueness by adding one clause that forbids the solution found. The work is done by
//! [`quarry_constraint::Engine`], or by the puzzle's own search where it has one
//! ([`Constrained::finder`]). Needs [`Constrained`]; ends with a proof that there is no solution or
//! one, or with two solutions. Time: exponential at worst, milliseconds on proper puzzles; memory:
//! the trail and the learnt clauses.

use quarry_constraint::{Engine, EngineStep, LearntClause};
use quarry_core::{
    Assignment, Card, Constrained, Entry, FinderStep, Found, Inside, Literal, Meter, MethodShape,
    ReasoningStep, ReasoningSteps, Search, SliceEnd, SolutionFinder, Solutions, Tally, settings,
};
use rustc_hash::FxHashMap;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "constraint",
    summary: "Propagates, branches and learns from conflicts; proves that there are none, one or several.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^m), little on proper puzzles",
    memory: "O(m) and learnt clauses",
    rank: 32,
    alias: Some("exact"),
};

settings! {
    /// When to stop.
    pub struct ConstraintSearchSettings {
        /// Whether to go on after the first solution until it is known to be the only one, or a
        /// second is found.
        pub unique: bool = true, ();
        /// Whether the puzzle's own search does the work where it has one.
        pub own: bool = true, ();
    }
}

/// Number of nodes between two checks of the limits.
const NODES_PER_SLICE: u64 = 256;

/// What does the work.
enum Work {
    Engine(Box<Engine>),
    Finder(Box<dyn SolutionFinder>),
}

impl Work {
    /// Returns `None` if the meter says stop first.
    fn new<P: Constrained>(puzzle: &P, own: bool, meter: &mut Meter) -> Option<Self> {
        match puzzle.finder().filter(|_| own) {
            Some(finder) => Some(Work::Finder(finder)),
            None => Engine::new(&puzzle.model(), meter).map(|engine| Work::Engine(engine.into())),
        }
    }

    fn next(&mut self, nodes: u64, meter: &mut Meter) -> EngineStep {
        match self {
            Work::Engine(engine) => engine.next(nodes, meter),
            Work::Finder(finder) => match finder.next(nodes) {
                FinderStep::Found => EngineStep::Found,
                FinderStep::End => EngineStep::End,
                FinderStep::Paused => EngineStep::Paused,
            },
        }
    }

    /// The solution found last.
    fn solution(&self) -> Option<Assignment> {
        match self {
            Work::Engine(engine) => engine.found().last().cloned(),
            Work::Finder(finder) => Some(finder.solution()),
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Work::Engine(engine) => engine.nodes(),
            Work::Finder(finder) => finder.nodes(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Work::Engine(engine) => engine.bytes(),
            Work::Finder(_) => 0,
        }
    }
}

/// Exact constraint solving.
pub struct ConstraintSearch<'a, P: Constrained> {
    puzzle: &'a P,
    /// Built in the first slice, where the meter can interrupt the work.
    work: Option<Work>,
    unique: bool,
    own: bool,
    found: Vec<Found<P::Answer>>,
    solutions: Solutions,
    /// What entries say in the model, if people watch.
    entries: Option<FxHashMap<Literal, Entry>>,
}

/// Number of entries of a clause that are written out.
const ENTRIES_NAMED: usize = 6;

impl<'a, P: Constrained> ConstraintSearch<'a, P> {
    /// Creates a solver for a puzzle.
    pub fn new(puzzle: &'a P, settings: &ConstraintSearchSettings) -> Self {
        let (found, solutions) = (Vec::new(), Solutions::Unknown);
        let ConstraintSearchSettings { unique, own } = *settings;
        ConstraintSearch { puzzle, work: None, unique, own, found, solutions, entries: None }
    }

    /// Returns the latest learnt clauses in words.
    fn learnt(&self) -> Option<Vec<ReasoningStep>> {
        let entries = self.entries.as_ref()?;
        let Some(Work::Engine(engine)) = &self.work else { return None };
        let (last, clauses) = engine.latest()?;
        let first = last - clauses.len() as u64 + 1;
        let in_words = |(number, clause)| self.in_words(number, &clause, entries);
        Some((first..).zip(clauses).map(in_words).collect())
    }

    /// Writes a clause as what never goes together, which is easier to read than its literals.
    fn in_words(
        &self,
        number: u64,
        clause: &LearntClause,
        entries: &FxHashMap<Literal, Entry>,
    ) -> ReasoningStep {
        let mut others = clause.others;
        let (mut facts, mut because) = (Vec::new(), Vec::new());
        for &literal in &clause.literals {
            let stated = |literal, word| entries.get(&literal).map(|&entry| (entry, word));
            let Some((Entry { cell, value }, word)) =
                stated(!literal, "is").or_else(|| stated(literal, "is not"))
            else {
                others += 1;
                continue;
            };
            let place = self.puzzle.place(cell);
            if !because.contains(&place) {
                because.push(place);
            }
            if facts.len() < ENTRIES_NAMED {
                let (name, value) = (self.puzzle.name(cell), self.puzzle.write_value(value));
                facts.push(format!("{name} {word} {value}"));
            } else {
                others += 1;
            }
        }
        if others > 0 {
            facts.push(format!("{others} more"));
        }
        let sentence = match facts.split_last() {
            None => "The rules contradict each other.".to_owned(),
            Some((only, [])) => format!("This is impossible: {only}."),
            Some((last, rest)) => format!("Never together: {} and {last}.", rest.join(", ")),
        };
        ReasoningStep {
            number,
            kind: "learnt clause".to_owned(),
            sentence,
            because,
            decides: Vec::new(),
        }
    }

    /// Decodes a solution of the model and has it judged.
    fn take(&mut self, assignment: &Assignment, meter: &mut Meter) {
        _ = meter.evaluate();
        let answer = self.puzzle.decode(assignment);
        let verdict = self.puzzle.judge(&answer).expect("a solution of the model is an answer");
        assert!(verdict.solved, "a solution of the model solves the puzzle");
        meter.note(true, verdict.score);
        self.found.push(Found { solved: true, score: verdict.score, answer });
    }
}

impl<P: Constrained> Search for ConstraintSearch<'_, P> {
    type Answer = P::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        if !meter.goes_on() {
            return SliceEnd::Working;
        }
        let work = self.work.take().or_else(|| Work::new(self.puzzle, self.own, meter));
        let Some(mut work) = work else { return SliceEnd::Working };
        if let (Some(_), Work::Engine(engine)) = (&self.entries, &mut work) {
            engine.keep_latest();
        }
        let before = work.nodes();
        let left = meter.nodes_left();
        let step = work.next(NODES_PER_SLICE.min(left), meter);
        // The learner cannot be stopped between conflicts and may do a few more than allowed.
        let generated = (work.nodes() - before).min(left);
        meter.count(Tally { generated, expanded: generated, ..Tally::default() });
        if let (EngineStep::Found, Some(solution)) = (step, work.solution()) {
            self.take(&solution, meter);
        }
        meter.keep(self.found.len(), work.bytes());
        self.work = Some(work);
        match (step, self.found.len()) {
            (EngineStep::Paused | EngineStep::Stopped, _) => SliceEnd::Working,
            (EngineStep::End, known) => {
                self.solutions = if known == 0 { Solutions::None } else { Solutions::One };
                SliceEnd::Proved
            }
            (EngineStep::Found, 1) if self.unique => SliceEnd::Working,
            (EngineStep::Found, 1) => SliceEnd::Exhausted,
            (EngineStep::Found, _) => {
                self.solutions = Solutions::Several;
                SliceEnd::Proved
            }
        }
    }

    fn best(&self) -> Option<&Found<P::Answer>> {
        self.found.first()
    }

    fn solutions(&self) -> Option<Solutions> {
        Some(self.solutions)
    }

    fn inside(&self) -> Inside {
        let (nodes, bytes) = self.work.as_ref().map_or((0, 0), |it| (it.nodes(), it.bytes()));
        Inside::of([
            ("conflicts", nodes as f64),
            ("kilobytes of clauses", (bytes / 1000) as f64),
            ("solutions found", self.found.len() as f64),
        ])
        .with(self.learnt().map(|steps| MethodShape::Reasoning(ReasoningSteps { steps })))
    }

    fn keep_record(&mut self) {
        let cells = self.puzzle.values(&self.puzzle.blank()).len();
        let mut entries = FxHashMap::default();
        for cell in 0..cells {
            for value in 1..=self.puzzle.most() {
                let entry = Entry { cell, value };
                let literal = self.puzzle.literal(entry);
                entries.entry(literal).or_insert(entry);
            }
        }
        self.entries = Some(entries);
    }

    fn second(&self) -> Option<&Found<P::Answer>> {
        self.found.get(1)
    }
}
