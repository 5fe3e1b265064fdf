//! The meter stands at the puzzle's edge: every move a solver lists or plays goes through it, so that
//! no solver can miscount, and it alone reads the clock and says when to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Arranged, Choice, Clockwork, Coded, Evaluator, Foreseen, Pick, Score, StateSpace, Thing};

/// Limits of a run. What is `None` does not limit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Budget {
    /// Positions or whole candidates that may be given a value.
    pub evaluations: Option<u64>,
    /// Moves that may be played.
    pub nodes: Option<u64>,
    /// Wall time. It only ever stops a run; no decision depends on it.
    pub seconds: Option<f64>,
    /// What a solver may hold in memory, in bytes, as far as it can tell.
    pub memory: Option<u64>,
}

/// What a run has cost so far: the columns of the textbook comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// States whose moves were listed.
    pub expanded: u64,
    /// Moves played, that is states generated.
    pub generated: u64,
    /// Positions or whole candidates given a value.
    pub evaluations: u64,
    /// The most states held in memory at one time.
    pub kept: u64,
}

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// The evaluations are spent.
    Evaluations,
    /// The nodes are spent.
    Nodes,
    /// The time is up.
    Seconds,
    /// The memory is full.
    Memory,
    /// Somebody asked for it.
    Interrupted,
}

impl Halt {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Halt::Evaluations => "evaluations",
            Halt::Nodes => "nodes",
            Halt::Seconds => "seconds",
            Halt::Memory => "memory",
            Halt::Interrupted => "interrupted",
        }
    }
}

/// Counts work and says when to stop.
#[derive(Debug)]
pub struct Meter<'a> {
    tally: Tally,
    budget: Budget,
    bytes: u64,
    started: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    asked: u64,
    /// At how many steps to look at the clock again.
    next_look: u64,
    halted: Option<Halt>,
    /// Whether slices shall be as small as they can be.
    fine: bool,
}

/// How many moves played and questions asked lie between two looks at the clock. Moves count because one
/// question may stand for thousands of them.
const STEPS_PER_LOOK: u64 = 64;

impl<'a> Meter<'a> {
    /// A meter that starts now. `stop` ends the run when it becomes true.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Self {
        let started = Instant::now();
        // A time beyond what the clock can express is no limit.
        let deadline = budget
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
            .and_then(|time| started.checked_add(time));
        Meter {
            tally: Tally::default(),
            budget,
            bytes: 0,
            started,
            deadline,
            stop,
            asked: 0,
            next_look: 0,
            halted: None,
            fine: false,
        }
    }

    /// A meter that never says stop.
    pub fn unlimited() -> Meter<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Meter::new(Budget::default(), &NEVER)
    }

    /// A meter under which slices are as small as they can be, for somebody who takes them one by one.
    pub fn step_by_step(self) -> Self {
        Meter { fine: true, ..self }
    }

    /// How many steps of a method belong into one slice, which usually has so many. What comes out does not depend on it.
    pub fn share(&self, usual: usize) -> usize {
        if self.fine { 1 } else { usual }
    }

    /// A meter for one share of the work on another thread: it obeys the stop flag and the time limit
    /// only, and its tally is given back with [`Meter::absorb`].
    pub fn helper(&self) -> Meter<'a> {
        Meter { deadline: self.deadline, ..Meter::new(Budget::default(), self.stop) }
    }

    /// A helper that may spend so many evaluations.
    pub fn helper_for(&self, evaluations: u64) -> Meter<'a> {
        let mut helper = self.helper();
        helper.budget.evaluations = Some(evaluations);
        helper
    }

    /// A helper with limits of its own on evaluations, nodes and memory.
    pub fn helper_within(&self, budget: Budget) -> Meter<'a> {
        Meter { deadline: self.deadline, ..Meter::new(budget, self.stop) }
    }

    /// Adds what a helper did.
    pub fn absorb(&mut self, helper: &Tally) {
        self.tally.expanded += helper.expanded;
        self.tally.generated += helper.generated;
        self.tally.evaluations += helper.evaluations;
        self.tally.kept = self.tally.kept.max(helper.kept);
    }

    /// Lists a state's moves into `out`, which is cleared first: one state expanded.
    #[inline]
    pub fn moves<S: StateSpace>(&mut self, space: &S, state: &S::State, out: &mut Vec<S::Move>) {
        self.tally.expanded += 1;
        out.clear();
        space.moves(state, out);
    }

    /// Lists every order that a world would obey into `out`, which is cleared first: one state expanded.
    #[inline]
    pub fn obeyed<S: Clockwork>(&mut self, space: &S, world: &S::World, out: &mut Vec<S::Command>) {
        self.tally.expanded += 1;
        out.clear();
        space.each_obeyed(world, |command| out.push(command));
    }

    /// Plays a move: one state generated.
    #[inline]
    pub fn play<S: StateSpace>(&mut self, space: &S, state: &mut S::State, mv: S::Move) -> Score {
        self.tally.generated += 1;
        space.play(state, mv)
    }

    /// The best move to an evaluator: one state expanded, and each of its moves given a value.
    #[inline]
    pub fn best<S: StateSpace>(
        &mut self,
        evaluator: &impl Evaluator<S>,
        space: &S,
        state: &S::State,
    ) -> Option<Pick<S::Move>> {
        self.tally.expanded += 1;
        let best = evaluator.best(space, state);
        self.tally.evaluations += best.map_or(0, |pick| u64::from(pick.among));
        best
    }

    /// The best move with an eye to the next event, if the puzzle knows a faster way to it: one state expanded, and every move
    /// that it looks at given a value.
    #[inline]
    pub fn foresee<S: StateSpace>(
        &mut self,
        evaluator: &impl Evaluator<S>,
        space: &S,
        state: &S::State,
        listed: &[S::Move],
    ) -> Option<Foreseen<S::Move>> {
        let foreseen = evaluator.foresee(space, state, listed)?;
        self.tally.expanded += 1;
        self.tally.evaluations += foreseen.among;
        Some(foreseen)
    }

    /// One time step of a clockwork: one state generated.
    #[inline]
    pub fn tick<C: Clockwork>(
        &mut self,
        clockwork: &C,
        world: &mut C::World,
        command: Option<C::Command>,
    ) -> Score {
        self.tally.generated += 1;
        clockwork.tick(world, command)
    }

    /// An order given belatedly: one state generated.
    #[inline]
    pub fn backdate<C: Clockwork>(&mut self, clockwork: &C, world: &mut C::World, command: C::Command) {
        self.tally.generated += 1;
        clockwork.backdate(world, command);
    }

    /// The choices of the state that a walk has come to: one state expanded.
    #[inline]
    pub fn choices<'w, S: Coded>(&mut self, space: &S, walk: &'w mut S::Walk) -> &'w mut [Choice<S::Move>] {
        self.tally.expanded += 1;
        space.choices(walk)
    }

    /// Makes a choice: one state generated.
    #[inline]
    pub fn take<S: Coded>(&mut self, space: &S, walk: &mut S::Walk, index: usize) -> Score {
        self.tally.generated += 1;
        space.take(walk, index)
    }

    /// Notes that `moves` moves were played by a puzzle's own sampling.
    #[inline]
    pub fn sampled(&mut self, moves: usize) {
        self.tally.generated += moves as u64;
        self.tally.expanded += moves as u64;
    }

    /// Lays things into their places: one candidate given a value.
    #[inline]
    pub fn lay<S: Arranged>(&mut self, space: &S, layout: &mut S::Layout, order: &[Thing]) -> Score {
        self.tally.evaluations += 1;
        space.lay(layout, order)
    }

    /// What an exchange would lead to: one candidate given a value.
    #[inline]
    pub fn exchanged<S: Arranged>(
        &mut self,
        space: &S,
        layout: &S::Layout,
        one: usize,
        other: usize,
    ) -> Score {
        self.tally.evaluations += 1;
        space.exchanged(layout, one, other)
    }

    /// Notes that one position or whole candidate was given a value.
    #[inline]
    pub fn evaluate(&mut self) {
        self.tally.evaluations += 1;
    }

    /// Notes how many states are held in memory now, and about how many bytes they take.
    #[inline]
    pub fn keep(&mut self, states: usize, bytes: usize) {
        self.tally.kept = self.tally.kept.max(states as u64);
        self.bytes = bytes as u64;
    }

    /// Whether the run may go on. Once it says no, it says no for ever.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        if self.halted.is_some() {
            return false;
        }
        let spent = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        if spent(self.budget.evaluations, self.tally.evaluations) {
            self.halted = Some(Halt::Evaluations);
        } else if spent(self.budget.nodes, self.tally.generated) {
            self.halted = Some(Halt::Nodes);
        } else if spent(self.budget.memory, self.bytes) {
            self.halted = Some(Halt::Memory);
        } else {
            let steps = self.asked + self.tally.generated;
            if steps >= self.next_look {
                self.look_outside();
                self.next_look = steps + STEPS_PER_LOOK;
            }
            self.asked += 1;
        }
        self.halted.is_none()
    }

    /// The same as a result: `Err` says what stopped the run.
    #[inline]
    pub fn check(&mut self) -> Result<(), Halt> {
        self.goes_on();
        self.halted.map_or(Ok(()), Err)
    }

    fn look_outside(&mut self) {
        if self.stop.load(Ordering::Relaxed) {
            self.halted = Some(Halt::Interrupted);
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.halted = Some(Halt::Seconds);
        }
    }

    /// How many evaluations are left, if they are limited.
    pub fn evaluations_left(&self) -> Option<u64> {
        self.budget.evaluations.map(|limit| limit.saturating_sub(self.tally.evaluations))
    }

    /// How many nodes are left, if they are limited.
    pub fn nodes_left(&self) -> Option<u64> {
        self.budget.nodes.map(|limit| limit.saturating_sub(self.tally.generated))
    }

    /// The memory limit in bytes, if there is one.
    pub fn memory(&self) -> Option<u64> {
        self.budget.memory
    }

    /// What the run has cost so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// What stopped the run, if something did.
    pub fn halted(&self) -> Option<Halt> {
        self.halted
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_stops_and_says_which() {
        let quiet = AtomicBool::new(false);
        let mut meter = Meter::new(Budget { evaluations: Some(2), ..Budget::default() }, &quiet);
        meter.evaluate();
        assert!(meter.goes_on());
        meter.evaluate();
        assert!(!meter.goes_on() && meter.halted() == Some(Halt::Evaluations));

        let mut meter = Meter::new(Budget { seconds: Some(0.0), ..Budget::default() }, &quiet);
        assert!(!meter.goes_on() && meter.halted() == Some(Halt::Seconds));

        let mut meter = Meter::new(Budget { memory: Some(1000), ..Budget::default() }, &quiet);
        meter.keep(10, 999);
        assert!(meter.goes_on());
        meter.keep(5, 1000);
        assert!(!meter.goes_on() && meter.halted() == Some(Halt::Memory));
        assert_eq!(meter.tally().kept, 10);
    }

    #[test]
    fn a_helper_obeys_the_time_limit_and_leaves_the_counts_to_its_master() {
        let quiet = AtomicBool::new(false);
        let late = Meter::new(Budget { seconds: Some(0.0), ..Budget::default() }, &quiet);
        assert!(!late.helper().goes_on());
        let spent = Meter::new(Budget { evaluations: Some(0), nodes: Some(0), ..Budget::default() }, &quiet);
        assert!(spent.helper().goes_on());
        let mut helper = spent.helper_for(1);
        assert!(helper.goes_on());
        helper.evaluate();
        assert!(!helper.goes_on());
    }

    #[test]
    fn the_stop_flag_is_seen_soon_and_remembered() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::default(), &stop);
        assert!(meter.goes_on());
        stop.store(true, Ordering::Relaxed);
        assert!((0..STEPS_PER_LOOK).any(|_| !meter.goes_on()));
        stop.store(false, Ordering::Relaxed);
        assert!(!meter.goes_on());

        let mut meter = Meter::new(Budget::default(), &stop);
        assert!(meter.goes_on());
        stop.store(true, Ordering::Relaxed);
        meter.sampled(STEPS_PER_LOOK as usize);
        assert!(!meter.goes_on(), "many moves for one question");
    }
}
