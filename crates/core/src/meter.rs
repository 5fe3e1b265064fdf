//! The meter: every operation that leads to a state goes through it, so that no solver can
//! miscount. It refuses work beyond a limit and records improvements when they happen. No other
//! code reads the clock.

mod backwards;
mod overtime;
mod shared_work;
mod turn;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use overtime::Overtime;
pub use shared_work::SharedWork;
pub use turn::Turn;

use crate::{
    Act, Arranged, Budget, Chance, Choice, Clockwork, Coded, Evaluator, Foreseen, Foresight, Halt,
    Improvement, Pick, Score, StateSpace, Tally, Thing, Tracked,
};

/// The meter's refusal: a limit does not allow the requested work, and nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

/// Returns the number of bytes that the process holds now.
pub type Gauge = fn() -> u64;

/// Counts work and decides when to stop.
#[derive(Debug)]
pub struct Meter<'a> {
    tally: Tally,
    /// Limits on evaluations and nodes; `u64::MAX` means unlimited.
    evaluations: u64,
    nodes: u64,
    memory: Option<u64>,
    /// Part of the memory that the current turn of a portfolio may hold.
    memory_share: Option<u64>,
    bytes: u64,
    /// Reads the process's memory, with the amount held at the start. Set only if the run is alone
    /// in its process.
    gauge: Option<(Gauge, u64)>,
    started: Instant,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    asked: u64,
    looks: Looks,
    /// When the slice ends, and whether it has ended.
    slice_end: Option<Instant>,
    slice_over: bool,
    halted: Option<Halt>,
    /// Whether each slice is a single step.
    fine: bool,
    /// Whether the search keeps a record of what it does.
    recorded: bool,
    /// Amount of work that ends the turn of a portfolio's member.
    turn_end: u64,
    best: Option<(bool, Score)>,
    trace: Vec<Improvement>,
}

/// When the meter checks the clock, the stop flag and the process's memory. A check costs as much
/// as about ten quick steps, but a step may take a second. The number of steps between two checks
/// is therefore adapted to the time they take.
#[derive(Debug)]
struct Looks {
    /// Step count at which to check again.
    next: u64,
    stride: u64,
    last: Instant,
    /// When to check the memory again, which costs more.
    memory: Instant,
}

const LONGEST_BETWEEN_LOOKS: Duration = Duration::from_micros(1000);
const SHORTEST_BETWEEN_LOOKS: Duration = Duration::from_micros(200);
const LARGEST_STRIDE: u64 = 1024;
const BETWEEN_LOOKS_AT_MEMORY: Duration = Duration::from_millis(5);

/// Factor by which the real work may take longer than its rehearsal.
const REHEARSAL_MARGIN: f64 = 1.2;
/// Minimal running time from which the growth of work is extrapolated: this long, or this share of
/// the whole time.
const LEAST_TO_LEARN_FROM: Duration = Duration::from_millis(200);
const SHARE_TO_LEARN_FROM: f64 = 0.05;

/// Duration of a slice, as long as single steps are shorter.
const SLICE: Duration = Duration::from_millis(20);

/// With fewer evaluations than this left, the evaluations of a decision are counted beforehand.
const COUNTED_BEFOREHAND: u64 = 1 << 16;

impl<'a> Meter<'a> {
    /// Starts a meter now. The run ends when `stop` becomes true.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Self {
        let started = Instant::now();
        // A time beyond the range of the clock is no limit.
        let deadline = budget
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
            .and_then(|time| started.checked_add(time));
        Meter {
            tally: Tally::default(),
            evaluations: budget.evaluations.unwrap_or(u64::MAX),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            memory: budget.memory,
            memory_share: None,
            bytes: 0,
            gauge: None,
            started,
            deadline,
            stop,
            asked: 0,
            looks: Looks { next: 0, stride: 1, last: started, memory: started },
            slice_end: None,
            slice_over: false,
            halted: None,
            fine: false,
            recorded: false,
            turn_end: u64::MAX,
            best: None,
            trace: Vec::new(),
        }
    }

    /// Returns a meter that never stops a run.
    pub fn unlimited() -> Meter<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Meter::new(Budget::default(), &NEVER)
    }

    /// Makes every slice a single step, for callers that step through a search.
    pub fn step_by_step(self) -> Self {
        Meter { fine: true, ..self }
    }

    /// Asks the search to keep a record, for callers that look at its shape.
    pub fn recorded(self) -> Self {
        Meter { recorded: true, ..self }
    }

    /// Whether the search is asked to keep a record.
    pub fn is_recorded(&self) -> bool {
        self.recorded
    }

    /// Counts all memory that the process allocates from now on against the memory limit.
    pub fn with_gauge(self, gauge: Gauge) -> Self {
        Meter { gauge: Some((gauge, gauge())), ..self }
    }

    /// Returns a meter for a helper on another thread. It obeys the stop flag and the time limit,
    /// and may spend this many evaluations and nodes. Its work is handed back with
    /// [`Meter::absorb`].
    pub fn helper(&self, evaluations: u64, nodes: u64) -> Meter<'a> {
        Meter {
            evaluations,
            nodes,
            started: self.started,
            deadline: self.deadline,
            ..Meter::new(Budget::default(), self.stop)
        }
    }

    /// Adds the work of a helper, as if it had been done now.
    pub fn absorb(&mut self, part: &SharedWork) {
        let before = self.tally;
        for improvement in &part.trace {
            self.note_at(Improvement { tally: before.and(improvement.tally), ..*improvement });
        }
        self.count(part.tally);
    }

    /// Adds work that was done elsewhere within the limits.
    pub fn count(&mut self, work: Tally) {
        self.tally = self.tally.and(work);
    }

    /// Records an answer if it is better than all earlier ones: complete answers come first, then
    /// the score decides.
    #[inline]
    pub fn note(&mut self, solved: bool, score: Score) {
        if Some((solved, score)) > self.best {
            self.note_at(Improvement { solved, score, tally: self.tally, seconds: self.seconds() });
        }
    }

    fn note_at(&mut self, improvement: Improvement) {
        let value = Some((improvement.solved, improvement.score));
        if value > self.best {
            self.best = value;
            self.trace.push(improvement);
        }
    }

    /// Returns the improvements since the last call.
    pub fn take_trace(&mut self) -> Vec<Improvement> {
        std::mem::take(&mut self.trace)
    }

    #[cold]
    fn refuse<T>(&mut self, halt: Halt) -> Result<T, Refused> {
        self.halted.get_or_insert(halt);
        Err(Refused)
    }

    /// Requests one node.
    #[inline]
    pub fn spend_node(&mut self) -> Result<(), Refused> {
        if self.tally.generated >= self.nodes {
            return self.refuse(Halt::Nodes);
        }
        self.tally.generated += 1;
        Ok(())
    }

    /// Lists a state's moves into `out`, which is cleared first. Counts one expanded state.
    #[inline]
    pub fn moves<S: StateSpace>(&mut self, space: &S, state: &S::State, out: &mut Vec<S::Move>) {
        self.tally.expanded += 1;
        out.clear();
        space.moves(state, out);
    }

    /// Lists every order that a world would obey into `out`, which is cleared first. Counts one
    /// expanded state.
    #[inline]
    pub fn obeyed<S: Clockwork>(&mut self, space: &S, world: &S::World, out: &mut Vec<S::Command>) {
        self.tally.expanded += 1;
        out.clear();
        space.each_obeyed(world, |command| out.push(command));
    }

    /// Plays a move. Counts one node.
    #[inline]
    pub fn play<S: StateSpace>(
        &mut self,
        space: &S,
        state: &mut S::State,
        mv: S::Move,
    ) -> Result<Score, Refused> {
        self.spend_node()?;
        Ok(space.play(state, mv))
    }

    /// Plays a move to a state that is then evaluated. Counts one node and one evaluation.
    #[inline]
    pub fn visit<S: StateSpace>(
        &mut self,
        space: &S,
        state: &mut S::State,
        mv: S::Move,
    ) -> Result<Score, Refused> {
        self.spend_visit()?;
        Ok(space.play(state, mv))
    }

    /// Requests one node and one evaluation, both or neither.
    #[inline]
    pub fn spend_visit(&mut self) -> Result<(), Refused> {
        if self.tally.evaluations >= self.evaluations {
            return self.refuse(Halt::Evaluations);
        }
        self.spend_node()?;
        self.tally.evaluations += 1;
        Ok(())
    }

    /// Applies an event. Counts one node.
    #[inline]
    pub fn apply_event<S: Chance>(
        &mut self,
        space: &S,
        state: &mut S::State,
        event: S::Event,
    ) -> Result<(), Refused> {
        self.spend_node()?;
        space.apply_event(state, event);
        Ok(())
    }

    /// Returns the evaluator's best move. Counts one expanded state, one evaluation for each move,
    /// and the work that the evaluator prepares them with.
    #[inline]
    pub fn best<S: StateSpace>(
        &mut self,
        evaluator: &impl Evaluator<S>,
        space: &S,
        state: &S::State,
    ) -> Result<Option<Pick<S::Move>>, Refused> {
        let left = self.evaluations - self.tally.evaluations;
        if left < COUNTED_BEFOREHAND {
            let mut listed = Vec::new();
            space.moves(state, &mut listed);
            if listed.len() as u64 > left {
                return self.refuse(Halt::Evaluations);
            }
        }
        evaluator.prepare(space, state, self)?;
        self.tally.expanded += 1;
        let best = evaluator.best(space, state);
        self.tally.evaluations += best.map_or(0, |pick| u64::from(pick.among));
        Ok(best)
    }

    /// Returns the best move when the next event is taken into account, if the puzzle has a fast
    /// way to find it. Counts one expanded state and one evaluation for each move examined. Returns
    /// nothing near the limit, where the caller must use the slower way, which stops in time.
    #[inline]
    pub fn foresee<S: StateSpace>(
        &mut self,
        evaluator: &impl Evaluator<S>,
        space: &S,
        state: &S::State,
        listed: &[S::Move],
        foresight: Foresight,
    ) -> Option<Foreseen<S::Move>> {
        if self.evaluations - self.tally.evaluations < COUNTED_BEFOREHAND {
            return None;
        }
        let foreseen = evaluator.foresee(space, state, listed, foresight)?;
        assert!(foreseen.among <= COUNTED_BEFOREHAND, "the fast way evaluates few moves");
        self.tally.expanded += 1;
        self.tally.evaluations += foreseen.among;
        Some(foreseen)
    }

    /// Advances a clockwork by one time step. Counts one node.
    #[inline]
    pub fn tick<C: Clockwork>(
        &mut self,
        clockwork: &C,
        world: &mut C::World,
        command: Option<C::Command>,
    ) -> Result<Score, Refused> {
        self.spend_node()?;
        Ok(clockwork.tick(world, command))
    }

    /// Gives an order retroactively to reach a world that is then evaluated. Counts one node and
    /// one evaluation.
    #[inline]
    pub fn backdate<C: Clockwork>(
        &mut self,
        clockwork: &C,
        world: &mut C::World,
        command: C::Command,
    ) -> Result<(), Refused> {
        self.spend_visit()?;
        clockwork.backdate(world, command);
        Ok(())
    }

    /// Returns the choices in the state that a walk has reached. Counts one expanded state.
    #[inline]
    pub fn choices<'w, S: Coded>(
        &mut self,
        space: &S,
        walk: &'w mut S::Walk,
    ) -> &'w mut [Choice<S::Move>] {
        self.tally.expanded += 1;
        space.choices(walk)
    }

    /// Makes a choice. Counts one node.
    #[inline]
    pub fn take<S: Coded>(
        &mut self,
        space: &S,
        walk: &mut S::Walk,
        index: usize,
    ) -> Result<Score, Refused> {
        self.spend_node()?;
        Ok(space.take(walk, index))
    }

    /// Acts on a thing. Counts one node if that is a move.
    #[inline]
    pub fn act<S: Tracked>(
        &mut self,
        space: &S,
        track: &mut S::Track,
        thing: S::Thing,
    ) -> Result<Act<S::Move>, Refused> {
        if self.tally.generated >= self.nodes {
            return self.refuse(Halt::Nodes);
        }
        let act = space.act(track, thing);
        self.tally.generated += u64::from(matches!(act, Act::Gained(..)));
        Ok(act)
    }

    /// Lays things into their places. Counts one evaluation.
    #[inline]
    pub fn lay<S: Arranged>(
        &mut self,
        space: &S,
        layout: &mut S::Layout,
        order: &[Thing],
    ) -> Result<Score, Refused> {
        self.evaluate()?;
        Ok(space.lay(layout, order))
    }

    /// Returns the result of an exchange. Counts one evaluation.
    #[inline]
    pub fn exchanged<S: Arranged>(
        &mut self,
        space: &S,
        layout: &S::Layout,
        one: usize,
        other: usize,
    ) -> Result<Score, Refused> {
        self.evaluate()?;
        Ok(space.exchanged(layout, one, other))
    }

    /// Counts the evaluation of one position or one whole candidate.
    #[inline]
    pub fn evaluate(&mut self) -> Result<(), Refused> {
        if self.tally.evaluations >= self.evaluations {
            return self.refuse(Halt::Evaluations);
        }
        self.tally.evaluations += 1;
        Ok(())
    }

    /// Counts moves that were played after the limit to finish the answer's game.
    pub fn finished_by(&mut self, moves: usize) {
        self.tally.finishing += moves as u64;
    }

    /// Records how many states are held in memory now, and about how many bytes they take.
    #[inline]
    pub fn keep(&mut self, states: usize, bytes: usize) {
        self.tally.kept = self.tally.kept.max(states as u64);
        self.bytes = bytes as u64;
    }

    /// Returns whether the run may go on. Once it returns false, it always returns false.
    #[inline]
    pub fn goes_on(&mut self) -> bool {
        if self.halted.is_some() {
            return false;
        }
        if self.tally.evaluations >= self.evaluations {
            self.halted = Some(Halt::Evaluations);
        } else if self.tally.generated >= self.nodes {
            self.halted = Some(Halt::Nodes);
        } else if self.memory().is_some_and(|most| self.bytes >= most) {
            self.halted = Some(Halt::Memory);
        } else {
            let steps = self.asked + self.tally.generated;
            if steps >= self.looks.next {
                self.look_outside(steps);
            }
            self.asked += 1;
        }
        self.halted.is_none()
    }

    /// Like [`Meter::goes_on`], but as a result: `Err` says what stopped the run.
    #[inline]
    pub fn check(&mut self) -> Result<(), Halt> {
        self.goes_on();
        self.halted.map_or(Ok(()), Err)
    }

    /// Returns whether the run and its current slice may go on. Results do not depend on where
    /// slices end.
    #[inline]
    pub fn in_slice(&mut self) -> bool {
        let goes_on = self.goes_on() && !self.slice_over && self.work() < self.turn_end;
        self.slice_over |= self.fine;
        goes_on
    }

    /// Returns the total work so far: nodes plus evaluations.
    #[inline]
    pub fn work(&self) -> u64 {
        self.tally.generated + self.tally.evaluations
    }

    /// Begins a slice: [`Meter::in_slice`] returns true at least once, unless the run is over.
    pub fn begin_slice(&mut self) {
        self.slice_over = false;
        self.slice_end = Instant::now().checked_add(SLICE);
    }

    #[cold]
    fn look_outside(&mut self, steps: u64) {
        let now = Instant::now();
        if self.stop.load(Ordering::Relaxed) {
            self.halted = Some(Halt::Interrupted);
        } else if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.halted = Some(Halt::Seconds);
        } else if self.slice_end.is_some_and(|end| now >= end) {
            self.slice_over = true;
        }
        if let (Some((gauge, before)), Some(most)) = (self.gauge, self.memory)
            && now >= self.looks.memory
        {
            if gauge().saturating_sub(before) >= most {
                self.halted.get_or_insert(Halt::Memory);
            }
            self.looks.memory = now + BETWEEN_LOOKS_AT_MEMORY;
        }
        let since = now - self.looks.last;
        if since > LONGEST_BETWEEN_LOOKS {
            self.looks.stride = (self.looks.stride / 4).max(1);
        } else if since < SHORTEST_BETWEEN_LOOKS {
            self.looks.stride = (2 * self.looks.stride).min(LARGEST_STRIDE);
        }
        self.looks.last = now;
        self.looks.next = steps + self.looks.stride;
    }

    /// Returns the number of evaluations left; `u64::MAX` if they are unlimited.
    pub fn evaluations_left(&self) -> u64 {
        left(self.evaluations, self.tally.evaluations)
    }

    /// Returns the number of nodes left; `u64::MAX` if they are unlimited.
    pub fn nodes_left(&self) -> u64 {
        left(self.nodes, self.tally.generated)
    }

    /// Returns the memory limit in bytes, if there is one; in a portfolio, that of the current turn.
    #[inline]
    pub fn memory(&self) -> Option<u64> {
        self.memory_share.or(self.memory)
    }

    /// Returns the cost of the run so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns what stopped the run, if anything did.
    pub fn halted(&self) -> Option<Halt> {
        self.halted
    }

    /// Returns the seconds until the time limit, if there is one. For choices between ways of which
    /// one may not come to its end in time; without a time limit, a result must not depend on time.
    pub fn seconds_left(&self) -> Option<f64> {
        let left = self.deadline?.saturating_duration_since(Instant::now());
        Some(left.as_secs_f64())
    }

    /// Returns the seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Does work that must be repeated when the time is up, such as judging an answer, and reserves
    /// enough time for it. Does nothing without a time limit.
    pub fn rehearse(&mut self, work: impl FnOnce()) {
        let Some(deadline) = self.deadline else { return };
        let begun = Instant::now();
        work();
        let reserve = begun.elapsed().mul_f64(REHEARSAL_MARGIN);
        self.deadline =
            Some(deadline.checked_sub(reserve).unwrap_or(self.started).max(self.started));
    }

    /// Like [`Meter::rehearse`], but for work that grows with the time spent so far: reserves as
    /// large a share of the whole time as the work takes now. Returns false, without doing the
    /// work, if too little time has passed to extrapolate from.
    pub fn rehearse_growing(&mut self, work: impl FnOnce()) -> bool {
        let Some(deadline) = self.deadline else { return true };
        let (whole, so_far) = (deadline - self.started, self.started.elapsed());
        if so_far < LEAST_TO_LEARN_FROM.min(whole.mul_f64(SHARE_TO_LEARN_FROM)) {
            return false;
        }
        let begun = Instant::now();
        work();
        let rate = begun.elapsed().mul_f64(REHEARSAL_MARGIN).div_duration_f64(so_far);
        self.deadline = Some(self.started + whole.div_f64(1.0 + rate));
        true
    }

    /// Returns the time in which the answer's game may still be finished: what the limits leave,
    /// and a moment after them.
    pub fn overtime(&self) -> Overtime<'a> {
        Overtime::new(self.deadline, self.stop)
    }
}

/// Returns what is left of a limit.
fn left(limit: u64, spent: u64) -> u64 {
    if limit == u64::MAX { limit } else { limit.saturating_sub(spent) }
}

#[cfg(test)]
mod tests;
