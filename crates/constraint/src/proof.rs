//! Proofs that leave the program: a refutation in the formats of the SAT community.
//!
//! The learner derives "no solution" from clauses. What it was given goes into a formula (DIMACS):
//! the clauses of the encoding, the lemmas of the propagators, the cuts, and the clause that
//! excludes a solution already found. What it derived goes into a proof (DRAT): the learnt clauses,
//! each of which follows from those before it by unit propagation, and the empty clause at the end.
//! Comments say which literals stand for which values and which constraint a clause comes from, so
//! that the formula can be checked against the model.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use batsat::Lit;
use quarry_core::{Assignment, Constraint, Meter, Model, Solutions, Tally, Value};

use crate::engine::{EngineStep, MOST_LEARNT_VALUES};
use crate::learner::ClauseLearner;

/// Conflicts between two checks of the limits.
const CONFLICTS_PER_SLICE: u64 = 256;

/// Values that a comment lists at most: checkers limit the length of a line.
const VALUES_PER_LINE: usize = 100;

/// How many solutions a model has, with a proof.
#[derive(Debug)]
pub struct Proved {
    /// How many solutions there are; unknown if the limits were reached first.
    pub solutions: Solutions,
    /// The solutions found: up to two.
    pub found: Vec<Assignment>,
    /// The proof that there are no others, for no or one solution.
    pub proof: Option<Proof>,
}

/// Decides whether a model has no, one or several solutions, and keeps the proof. The whole model
/// goes to the learner. A model with too many values counts as beyond the memory.
///
/// ```
/// use quarry_constraint::prove;
/// use quarry_core::{Constraint, Meter, Model, Solutions, Values};
///
/// // Three different numbers from 0 to 1.
/// let model = Model {
///     domains: vec![Values::below(2); 3],
///     constraints: vec![Constraint::Different(vec![0, 1, 2])],
///     ..Model::default()
/// };
/// let proved = prove(&model, &mut Meter::unlimited());
/// assert_eq!(proved.solutions, Solutions::None);
/// assert!(proved.proof.expect("it is refuted").drat().to_string().ends_with("0\n"));
/// ```
pub fn prove(model: &Model, meter: &mut Meter) -> Proved {
    let mut proved = Proved { solutions: Solutions::Unknown, found: Vec::new(), proof: None };
    let values: u64 = model.domains.iter().map(|domain| domain.iter().count() as u64).sum();
    if values > MOST_LEARNT_VALUES {
        meter.keep(0, usize::MAX);
    }
    let Some(mut learner) = ClauseLearner::recording(model, meter) else { return proved };
    while proved.found.len() < 2 {
        let left = meter.nodes_left();
        let (step, conflicts) = learner.next(CONFLICTS_PER_SLICE.min(left), meter);
        // The learner cannot be stopped between conflicts and may do a few more than allowed.
        let generated = conflicts.max(1).min(left);
        meter.count(Tally { generated, expanded: generated, ..Tally::default() });
        meter.keep(proved.found.len(), learner.bytes());
        match step {
            EngineStep::Found => proved.found.push(learner.solution().clone()),
            EngineStep::End => {
                let is_none = proved.found.is_empty();
                proved.solutions = if is_none { Solutions::None } else { Solutions::One };
                proved.proof = Some(Proof::of(model, &mut learner));
                return proved;
            }
            EngineStep::Stopped => return proved,
            EngineStep::Paused if !meter.goes_on() => return proved,
            EngineStep::Paused => {}
        }
    }
    proved.solutions = Solutions::Several;
    proved
}

/// Where a clause of the formula comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ClauseOrigin {
    /// The literal that is true.
    #[default]
    Truth,
    /// A variable has exactly one value.
    Variable(usize),
    /// Part of the encoding of a constraint.
    Constraint(usize),
    /// A consequence of a constraint, found on the way.
    Lemma(usize),
    /// Excludes the solution found.
    Solution,
}

/// Clauses in order, each with a note.
#[derive(Debug)]
pub(crate) struct ClauseList<N> {
    literals: Vec<Lit>,
    /// For each clause, where it ends in `literals`.
    ends: Vec<(usize, N)>,
}

impl<N> Default for ClauseList<N> {
    fn default() -> Self {
        ClauseList { literals: Vec::new(), ends: Vec::new() }
    }
}

impl<N: Copy> ClauseList<N> {
    pub(crate) fn push(&mut self, literals: impl IntoIterator<Item = Lit>, note: N) {
        self.literals.extend(literals);
        self.ends.push((self.literals.len(), note));
    }

    fn iter(&self) -> impl Iterator<Item = (&[Lit], N)> {
        let mut begin = 0;
        self.ends.iter().map(move |&(end, note)| {
            let clause = &self.literals[begin..end];
            begin = end;
            (clause, note)
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Lit>() * self.literals.len() + size_of::<(usize, N)>() * self.ends.len()
    }
}

/// What a learner does to its clauses in the course of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProofStep {
    Learn,
    Delete,
}

/// A refutation: a formula without a model, and the derivation of the empty clause.
#[derive(Debug)]
pub struct Proof {
    /// For each variable of the model, the literals of its values.
    literals: Vec<Vec<(Value, Lit)>>,
    /// The kind of each constraint.
    kinds: Vec<&'static str>,
    truth: Lit,
    /// Number of variables of the formula.
    variables: usize,
    clauses: ClauseList<ClauseOrigin>,
    /// Each lemma, with its constraint.
    lemmas: BTreeSet<(usize, Vec<Lit>)>,
    steps: ClauseList<ProofStep>,
}

impl Proof {
    fn of(model: &Model, learner: &mut ClauseLearner) -> Self {
        let (clauses, lemmas, steps) = learner.take_record();
        let truth = learner.truth;
        Proof {
            literals: learner.literals.clone(),
            kinds: model.constraints.iter().map(kind).collect(),
            truth,
            variables: learner.variables(),
            // The same conclusion is often drawn again.
            lemmas: lemmas
                .iter()
                .map(|(lemma, constraint)| (constraint, tidied(lemma, truth)))
                .collect(),
            clauses,
            steps,
        }
    }

    /// The formula in DIMACS format.
    pub fn cnf(&self) -> impl fmt::Display {
        Cnf(self)
    }

    /// The derivation of the empty clause in DRAT format, as text.
    pub fn drat(&self) -> impl fmt::Display {
        Drat(self)
    }

    /// Number of clauses in the formula, including lemmas.
    pub fn clauses(&self) -> usize {
        self.formula().count()
    }

    /// Number of lemmas in the formula.
    pub fn lemmas(&self) -> usize {
        self.formula().filter(|(origin, _)| matches!(origin, ClauseOrigin::Lemma(_))).count()
    }

    /// Number of clauses that the proof derives.
    pub fn derived(&self) -> usize {
        self.steps.iter().filter(|&(_, step)| step == ProofStep::Learn).count() + 1
    }

    /// Returns the clauses of the formula in the order of the file. Clauses that are always true
    /// are left out.
    fn formula(&self) -> impl Iterator<Item = (ClauseOrigin, Vec<Lit>)> {
        let of = |is_wanted: fn(ClauseOrigin) -> bool| {
            let clauses = self.clauses.iter().filter(move |&(_, origin)| is_wanted(origin));
            clauses.map(|(clause, origin)| (origin, tidied(clause, self.truth)))
        };
        let lemmas = self
            .lemmas
            .iter()
            .map(|(constraint, lemma)| (ClauseOrigin::Lemma(*constraint), lemma.clone()));
        // Cuts are recorded in between, and may be the same as one before.
        let mut cuts: BTreeSet<Vec<Lit>> = BTreeSet::new();
        of(|origin| !matches!(origin, ClauseOrigin::Lemma(_) | ClauseOrigin::Solution))
            .chain(
                of(|origin| matches!(origin, ClauseOrigin::Lemma(_)))
                    .filter(move |(_, cut)| cuts.insert(cut.clone())),
            )
            .chain(lemmas)
            .chain(of(|origin| origin == ClauseOrigin::Solution))
            .filter(|(origin, clause)| {
                *origin == ClauseOrigin::Truth || !self.is_always_true(clause)
            })
    }

    fn is_always_true(&self, clause: &[Lit]) -> bool {
        // In a sorted clause, a literal stands beside its negation.
        clause.contains(&self.truth) || clause.windows(2).any(|pair| pair[0] == !pair[1])
    }
}

/// Returns a clause sorted and without repetitions; the empty clause as "the truth is false".
fn tidied(clause: &[Lit], truth: Lit) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    if clause.is_empty() {
        clause.push(!truth);
    }
    clause
}

fn kind(constraint: &Constraint) -> &'static str {
    match constraint {
        Constraint::Different(_) => "Different",
        Constraint::Related(..) => "Related",
        Constraint::Clause(_) => "Clause",
        Constraint::Count { .. } => "Count",
        Constraint::Table { .. } => "Table",
        Constraint::Linear { .. } => "Linear",
        Constraint::DistinctSum(..) => "DistinctSum",
        Constraint::Connected { .. } => "Connected",
        Constraint::Loop { .. } => "Loop",
        Constraint::Founded { .. } => "Founded",
        Constraint::Path { .. } => "Path",
    }
}

fn number(literal: Lit) -> i64 {
    let variable = i64::from(literal.var().idx()) + 1;
    if literal.sign() { variable } else { -variable }
}

fn write_clause(f: &mut fmt::Formatter<'_>, clause: &[Lit]) -> fmt::Result {
    clause.iter().try_for_each(|&literal| write!(f, "{} ", number(literal)))?;
    writeln!(f, "0")
}

struct Cnf<'p>(&'p Proof);

impl fmt::Display for Cnf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cnf(proof) = self;
        writeln!(f, "c literal {} is true", number(proof.truth))?;
        writeln!(f, "c variable V K:L ... : literal L says that variable V has value K")?;
        for (variable, values) in proof.literals.iter().enumerate() {
            for some in values.chunks(VALUES_PER_LINE) {
                write!(f, "c variable {variable}")?;
                for &(value, literal) in some {
                    write!(f, " {value}:{}", number(literal))?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "p cnf {} {}", proof.variables, proof.clauses())?;
        let mut last = ClauseOrigin::Truth;
        for (origin, clause) in proof.formula() {
            if origin != last {
                last = origin;
                match origin {
                    ClauseOrigin::Truth => writeln!(f, "c truth")?,
                    ClauseOrigin::Variable(variable) => {
                        writeln!(f, "c values of variable {variable}")?;
                    }
                    ClauseOrigin::Constraint(index) => {
                        writeln!(f, "c constraint {index} {}", proof.kinds[index])?;
                    }
                    ClauseOrigin::Lemma(index) => {
                        writeln!(f, "c lemma of constraint {index} {}", proof.kinds[index])?;
                    }
                    ClauseOrigin::Solution => writeln!(f, "c excludes the solution")?,
                }
            }
            write_clause(f, &clause)?;
        }
        Ok(())
    }
}

struct Drat<'p>(&'p Proof);

impl fmt::Display for Drat<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The solver shortens clauses without saying so. A shortened clause has no name to be
        // deleted by, and stays.
        let mut known: BTreeMap<Vec<Lit>, usize> = BTreeMap::new();
        for (clause, step) in self.0.steps.iter() {
            let mut sorted = clause.to_vec();
            sorted.sort_unstable();
            match step {
                ProofStep::Learn if clause.is_empty() => break,
                ProofStep::Learn => {
                    *known.entry(sorted).or_default() += 1;
                    write_clause(f, clause)?;
                }
                ProofStep::Delete => {
                    if let Some(copies @ 1..) = known.get_mut(&sorted) {
                        *copies -= 1;
                        f.write_str("d ")?;
                        write_clause(f, clause)?;
                    }
                }
            }
        }
        f.write_str("0\n")
    }
}
