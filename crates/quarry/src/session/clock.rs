//! A game played by the clock: a plan of orders, and a current time that can move along it.
//!
//! A move is an order with its time, as in an answer (`12 3 builder`), or `12 pass` to remove the
//! order of that time step. The order of any time step can be changed at any time. Later orders
//! stay in the plan, and [`Game::slips`] names those that are no longer obeyed. A move at the
//! current time or later advances the world past it; a move in the past leaves the current time
//! unchanged, so that its effect is visible.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::text::Located;
use quarry_core::{
    Budget, Clocked, Clockwork, Featured, Halt, Meter, NoSettings, Notation, Onward, Outcome,
    Picture, Place, Position, Score, Side, Staged, Timed, drive,
};
use quarry_solvers::tree::portfolio::Portfolio;

use crate::registry::PuzzlePortfolio;

use super::{CellMove, ClockGame, Forecast, Game, Hint, Reach, Slip};

/// Number of evaluations spent on finding a way to the goal for a hint: about a second.
const EVALUATIONS_FOR_A_HINT: u64 = 1_000_000;

/// Work of a puzzle's own solvers for the same, in nodes and in evaluations.
const OWN_WORK_FOR_A_HINT: u64 = 300_000;

/// Why no way to the goal is known.
enum NoWay {
    /// There is no way, and perhaps a reason for that.
    Proved(Option<String>),
    /// No way was found, but there may be one.
    Unknown,
    /// The search was stopped.
    Stopped(Halt),
}

/// A change of the order of one time step.
#[derive(Debug, Clone, Copy)]
struct Edit<C> {
    at: u32,
    before: Option<C>,
    after: Option<C>,
}

pub(crate) struct Timeline<P: Clocked> {
    puzzle: Arc<P>,
    /// The puzzle's own solvers, if it has some.
    portfolio: Option<Arc<PuzzlePortfolio<P>>>,
    /// Orders by time. An order that the world does not obey counts as a pass.
    plan: BTreeMap<u32, P::Command>,
    /// Edits made, followed by the ones taken back from index `made` on.
    edits: Vec<Edit<P::Command>>,
    made: usize,
    /// World at each time computed so far, with the points gained until then.
    worlds: Vec<(P::World, Score)>,
    now: u32,
}

impl<P: Clocked + Notation> Timeline<P> {
    pub(crate) fn new(puzzle: Arc<P>, portfolio: Option<Arc<PuzzlePortfolio<P>>>) -> Self {
        let worlds = vec![(puzzle.begin(), 0)];
        let (plan, edits) = (BTreeMap::new(), Vec::new());
        Timeline { puzzle, portfolio, plan, edits, made: 0, worlds, now: 0 }
    }

    fn world(&self) -> &P::World {
        &self.worlds[self.now as usize].0
    }

    /// Computes the worlds up to a time, or to the end if that comes first, and returns the time
    /// reached.
    fn look_as_far_as(&mut self, time: u32) -> u32 {
        while let Some((world, points)) = self.worlds.last()
            && self.worlds.len() <= time as usize
            && !self.puzzle.is_over(world)
        {
            let at = self.puzzle.now(world);
            let mut next = world.clone();
            let gain = self.puzzle.tick(&mut next, self.plan.get(&at).copied());
            let points = points + gain;
            self.worlds.push((next, points));
        }
        time.min(self.worlds.len() as u32 - 1)
    }

    /// Changes the plan and recomputes what follows. The current time stays unless the world now
    /// ends earlier.
    fn order(&mut self, at: u32, command: Option<P::Command>) {
        match command {
            Some(command) => self.plan.insert(at, command),
            None => self.plan.remove(&at),
        };
        self.worlds.truncate(at as usize + 1);
        self.now = self.look_as_far_as(self.now);
    }

    fn text(&self, at: u32, command: Option<P::Command>) -> String {
        self.puzzle.write_move(Timed { at, command })
    }

    /// Reads the time and order of a move, or says what is wrong with it.
    fn read(&self, mv: &str) -> Result<Timed<P::Command>, String> {
        let entry = Located { value: mv, at: Position::START };
        self.puzzle.read_move(entry).map_err(|error| format!("expected {}", error.expected))
    }

    /// Returns whether the goal is reached in a world.
    fn is_goal(&self, world: &P::World) -> bool {
        Clockwork::is_solved(&*self.puzzle, world)
    }

    fn is_obeyed(&self, at: u32, command: P::Command) -> bool {
        let world = self.worlds.get(at as usize);
        world.is_some_and(|(world, _)| {
            !self.puzzle.is_over(world) && self.puzzle.obeys(world, command)
        })
    }
}

impl<P: Clocked + Staged + Featured + Notation> Timeline<P> {
    /// Searches for the best orders from a world on, with the puzzle's own solvers if they can begin
    /// there.
    fn searched(&self, from: &P::World, meter: &Meter) -> Outcome<Vec<P::Move>> {
        if let Some(portfolio) = &self.portfolio
            && let Some(rest) = self.puzzle.starting_at(from)
        {
            let mut helper = meter.helper(OWN_WORK_FOR_A_HINT, OWN_WORK_FOR_A_HINT);
            return drive(&mut portfolio.begin(&rest, 1), &mut helper, &mut |_| {});
        }
        let rest = Onward::new(&*self.puzzle, from.clone());
        let mut helper = meter.helper(EVALUATIONS_FOR_A_HINT, u64::MAX);
        drive(&mut Portfolio::new(&rest, &NoSettings), &mut helper, &mut |_| {})
    }

    /// Returns the actions of a way to the goal from a time on, one for each time step, or why none
    /// is known.
    fn way_from(&self, time: u32, meter: &Meter) -> Result<Vec<P::Move>, NoWay> {
        let outcome = self.searched(&self.worlds[time as usize].0, meter);
        match outcome.found.filter(|found| found.solved) {
            Some(found) => Ok(found.answer),
            None => Err(match outcome.halted {
                Some(halt @ (Halt::Seconds | Halt::Interrupted)) => NoWay::Stopped(halt),
                _ if outcome.proved => NoWay::Proved(outcome.argument),
                _ => NoWay::Unknown,
            }),
        }
    }

    /// Returns whether the current plan reaches the goal.
    fn plan_works(&self, meter: &mut Meter) -> Result<bool, Halt> {
        let mut world = self.world().clone();
        while !self.puzzle.is_over(&world) && !self.is_goal(&world) {
            meter.check()?;
            let at = self.puzzle.now(&world);
            self.puzzle.tick(&mut world, self.plan.get(&at).copied());
        }
        Ok(self.is_goal(&world))
    }
}

impl<P: Clocked + Staged + Featured + Notation> ClockGame for Timeline<P> {
    fn clock(&self) -> (u32, u32) {
        (self.now, self.puzzle.horizon())
    }
    fn go_to(&mut self, time: u32) {
        self.now = self.look_as_far_as(time);
    }
    fn orders(&self, place: Place) -> Vec<CellMove> {
        let (x, y) = place.cell();
        let orders = match self.puzzle.sight(self.world(), x, y) {
            Some(sight) if !self.is_over() => sight.orders,
            _ => Vec::new(),
        };
        let choice = |(name, command)| CellMove { mv: self.text(self.now, Some(command)), name };
        orders.into_iter().map(choice).collect()
    }
    fn pass(&self, time: u32) -> String {
        self.text(time, None)
    }
    fn steer(&self, towards: Side) -> Option<String> {
        let command = self.puzzle.steer(self.world(), towards)?;
        Some(self.text(self.now, command))
    }
}

impl<P: Clocked + Staged + Featured + Notation> Game for Timeline<P> {
    fn scene(&self) -> Picture {
        self.puzzle.scene(self.world())
    }
    fn status(&self) -> String {
        let time = format!("time {} of {}", self.now, self.puzzle.horizon());
        format!("{time}; {}", self.puzzle.status(self.world()))
    }
    fn score(&self) -> Score {
        let (world, points) = &self.worlds[self.now as usize];
        points + if self.puzzle.is_over(world) { self.puzzle.last_gain(world) } else { 0 }
    }
    fn is_over(&self) -> bool {
        self.puzzle.is_over(self.world())
    }
    fn has_goal(&self) -> bool {
        true
    }
    fn is_solved(&self) -> bool {
        self.is_goal(self.world())
    }
    fn moves(&self) -> Vec<String> {
        if self.is_over() {
            return Vec::new();
        }
        let mut moves = vec![self.text(self.now, None)];
        self.puzzle
            .each_command(self.world(), |command| moves.push(self.text(self.now, Some(command))));
        moves
    }
    fn line(&self) -> Vec<String> {
        self.plan.iter().map(|(&at, &command)| self.text(at, Some(command))).collect()
    }
    fn answer(&self) -> Vec<String> {
        self.line()
    }
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String> {
        Ok(answer.to_vec())
    }
    fn touch(&self, place: Place) -> Option<Reach> {
        let (x, y) = place.cell();
        let words = self.puzzle.sight(self.world(), x, y)?.words;
        Some(Reach { moves: Vec::new(), places: vec![Place::Cell(x, y)], words })
    }
    fn place_of(&self, mv: &str) -> Option<Place> {
        let command = self.read(mv).ok()?.command;
        let calls = |x, y| {
            let sight = self.puzzle.sight(self.world(), x, y);
            sight.is_some_and(|sight| sight.orders.iter().any(|&(_, order)| Some(order) == command))
        };
        let scene = self.scene();
        let mut cells = scene.tiles.iter().map(|tile| (tile.x, tile.y));
        cells.find(|&(x, y)| calls(x, y)).map(|(x, y)| Place::Cell(x, y))
    }
    fn play(&mut self, mv: &str) -> Result<Score, String> {
        let Timed { at, command: after } = self.read(mv)?;
        let last = self.look_as_far_as(at);
        if last < at || self.puzzle.is_over(&self.worlds[at as usize].0) {
            return Err(format!("{mv} comes too late: the world ends at {last}"));
        }
        if let Some(command) = after
            && !self.is_obeyed(at, command)
        {
            return Err(format!("{mv} would not be obeyed"));
        }
        let before = self.plan.get(&at).copied();
        if before != after {
            self.edits.truncate(self.made);
            self.edits.push(Edit { at, before, after });
            self.made += 1;
            self.order(at, after);
        }
        let score = self.score();
        if at >= self.now {
            self.go_to(at + 1);
        }
        Ok(self.score() - score)
    }
    fn undo(&mut self) -> bool {
        let Some(index) = self.made.checked_sub(1) else { return false };
        let Edit { at, before, .. } = self.edits[index];
        self.made = index;
        self.order(at, before);
        self.now = self.now.min(at);
        true
    }
    fn redo(&mut self) -> bool {
        let Some(&Edit { at, after, .. }) = self.edits.get(self.made) else { return false };
        self.made += 1;
        self.order(at, after);
        self.go_to(self.now.max(at + 1));
        true
    }
    fn restart(&mut self) {
        while self.undo() {}
        self.now = 0;
    }
    /// Returns the orders that are no longer obeyed because of an earlier change.
    fn slips(&self) -> Vec<Slip> {
        let seen = self.plan.iter().filter(|&(&at, _)| (at as usize) < self.worlds.len());
        let idle = seen.filter(|&(&at, &command)| !self.is_obeyed(at, command));
        let words = |(&at, &command)| format!("{} is not obeyed", self.text(at, Some(command)));
        idle.map(words).map(|words| Slip { places: Vec::new(), words }).collect()
    }
    /// Returns the next order of a way to the goal. If the goal can no longer be reached, returns
    /// the order that was last missed.
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt> {
        if self.is_over() && self.is_solved() {
            return Ok(None);
        }
        let meter = &mut Meter::new(budget, stop);
        if self.plan_works(meter)? {
            let planned = self.plan.get(&self.now).copied();
            return Ok(Some(Hint {
                mv: Some(self.text(self.now, planned)),
                reason: "the plan reaches the goal".to_owned(),
                deductions: Vec::new(),
            }));
        }
        let first = |way: &[P::Move]| way.iter().copied().find(|timed| timed.command.is_some());
        let next = |time: u32, way: &[P::Move]| match first(way) {
            Some(first) => self.text(first.at, first.command),
            None => self.text(time, None),
        };
        let others = if self.plan.range(self.now..).next().is_some() {
            ", without your later orders"
        } else {
            ""
        };
        let argument = match self.way_from(self.now, meter) {
            Ok(way) => {
                let count = way.iter().filter(|timed| timed.command.is_some()).count();
                let orders = format!("the next of {count} orders that reach the goal{others}");
                let reason = match self.puzzle.why(self.world(), &way) {
                    Some(why) => format!("{orders}. {why}"),
                    None => orders,
                };
                let mv = Some(next(self.now, &way));
                return Ok(Some(Hint { mv, reason, deductions: Vec::new() }));
            }
            Err(NoWay::Stopped(halt)) => return Err(halt),
            Err(NoWay::Unknown) => return Ok(None),
            Err(NoWay::Proved(why)) => why,
        };
        // Once the goal is out of reach it stays so: bisection finds the last time at which it was
        // reachable.
        let (mut reached, mut way) = match self.way_from(0, meter) {
            Ok(way) => (0, way),
            Err(NoWay::Stopped(halt)) => return Err(halt),
            Err(NoWay::Unknown | NoWay::Proved(_)) => return Ok(None),
        };
        let mut lost = self.now;
        while reached + 1 < lost {
            let time = reached.midpoint(lost);
            match self.way_from(time, meter) {
                Ok(found) => (reached, way) = (time, found),
                Err(NoWay::Stopped(halt)) => return Err(halt),
                Err(NoWay::Unknown | NoWay::Proved(_)) => lost = time,
            }
        }
        let missed = first(&way).filter(|first| first.at == reached);
        let mv = missed
            .map_or_else(|| self.text(reached, None), |first| self.text(first.at, first.command));
        let why = argument.map_or(String::new(), |why| format!(". {why}"));
        let reason = format!(
            "the goal can no longer be reached from here; the last chance was at {reached}{why}"
        );
        Ok(Some(Hint { mv: Some(mv), reason, deductions: Vec::new() }))
    }
    /// Returns the orders of a way to the goal, after passes that remove the plan's later orders.
    fn continuation(&self, budget: Budget, stop: &AtomicBool) -> Result<Vec<String>, Halt> {
        let way = match self.way_from(self.now, &Meter::new(budget, stop)) {
            Ok(way) => way,
            Err(NoWay::Stopped(halt)) => return Err(halt),
            Err(NoWay::Unknown | NoWay::Proved(_)) => return Ok(Vec::new()),
        };
        let way = way.iter().filter(|timed| timed.command.is_some());
        let left_out = self.plan.range(self.now..).map(|(&at, _)| self.text(at, None));
        Ok(left_out.chain(way.map(|order| self.text(order.at, order.command))).collect())
    }
    /// Takes the work of a hint: with less, little is found in these worlds.
    fn forecast(&self, _: u64, stop: &AtomicBool) -> Result<Forecast, Halt> {
        if self.is_solved() {
            return Ok(Forecast::Line(Vec::new()));
        }
        if self.is_over() {
            return Ok(Forecast::Lost);
        }
        match self.way_from(self.now, &Meter::new(Budget::default(), stop)) {
            Ok(way) => {
                let orders = way.iter().filter(|timed| timed.command.is_some());
                let orders = orders.map(|order| self.text(order.at, order.command));
                Ok(Forecast::Line(orders.collect()))
            }
            Err(NoWay::Stopped(halt)) => Err(halt),
            Err(NoWay::Proved(_)) => Ok(Forecast::Lost),
            Err(NoWay::Unknown) => Ok(Forecast::Unknown),
        }
    }
}
