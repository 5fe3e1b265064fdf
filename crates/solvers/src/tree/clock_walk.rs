//! Depth-first walk through a clockwork world, the engine of exact search where any goal will do.
//! It branches at events: an order that can wait is not given until it no longer can, and then it
//! is either given or backdated to the earliest free time step since which it could always wait.
//! The earliest is chosen because a later step may still serve another order. An order that leads
//! to the same world as waiting is not given at all, and a world that was already reached with no
//! less in stock is not searched again. If the past has room for all orders that may yet be
//! backdated, the past does not matter; otherwise it is part of the world's key. Memoised search is
//! Michie's (1968); the rest is ours. Needs [`Ticking`] and sees everything that matters to the
//! goal. Time O(b^m), less where futures meet; memory: O(m) worlds, plus a key and a stock for each
//! world reached.

use std::ops::Range;

use quarry_core::{
    Clockwork, Found, Meter, Refused, Score, Search, SliceEnd, Ticking, Timed, key_of,
};

use super::alternating::{Stepped, slice};
use super::dominance::DominanceTable;
use crate::worth::Incumbents;

/// A depth-first search for a goal in a world that moves by itself.
pub struct ClockWalk<'a, S: Ticking> {
    space: &'a S,
    /// Whether orders are tried before waiting.
    eager: bool,
    dominated: DominanceTable<S::Stock>,
    /// Worlds from the start to the current one.
    path: Vec<Stop<S>>,
    begun: bool,
    /// Orders still to be tried, those of the deepest stop last; within a stop, the next one last.
    untried: Vec<S::Move>,
    /// Orders that can wait, those of the deepest stop last.
    waiting: Vec<Waiting<S::Command>>,
    /// Whether an order was given in each time step.
    busy: Vec<bool>,
    incumbents: Incumbents<S::Move>,
    listed: Vec<S::Move>,
}

/// An order that can wait, and the time step since which it always could.
#[derive(Clone, Copy)]
struct Waiting<C> {
    command: C,
    since: u32,
}

/// A world on the path.
struct Stop<S: Ticking> {
    world: S::World,
    score: Score,
    /// Move that led here, perhaps a backdated order; none at the start.
    by: Option<S::Move>,
    /// Range in `waiting` of the orders that could wait in the step before; `rests` is the range of
    /// those that can wait now.
    rested: Range<usize>,
    rests: Range<usize>,
    /// Index in `untried` at which the orders of this stop begin.
    floor: usize,
    /// Key and stock of the world that waiting leads to, once known.
    waited: Option<(u128, S::Stock)>,
    /// The world that waiting leads to, while it is postponed.
    put_off: Option<Child<S>>,
}

/// A world reached from the path by one move.
struct Child<S: Ticking> {
    world: S::World,
    score: Score,
    by: Option<S::Move>,
    rested: Range<usize>,
    name: u128,
    stock: S::Stock,
}

impl<'a, S: Ticking> ClockWalk<'a, S> {
    /// Creates a walk from the start that gives orders as late as possible, or as soon as possible
    /// if `eager`.
    pub(super) fn new(space: &'a S, eager: bool) -> Self {
        ClockWalk {
            space,
            eager,
            dominated: DominanceTable::new(),
            path: Vec::new(),
            begun: false,
            untried: Vec::new(),
            waiting: Vec::new(),
            busy: vec![false; space.horizon() as usize],
            incumbents: Incumbents::default(),
            listed: Vec::new(),
        }
    }

    fn child(
        &self,
        world: S::World,
        score: Score,
        by: Option<S::Move>,
        rested: Range<usize>,
    ) -> Child<S> {
        let (outlook, stock) = self.space.outlook(&world);
        let name = self.name(&world, outlook, by, &self.waiting[rested.clone()]);
        Child { world, score, by, rested, name, stock }
    }

    /// Returns the key by which a world is remembered. Orders that could be backdated have room if,
    /// for each of them, there are as many free steps since it could wait as there are orders that
    /// began to wait no sooner. Otherwise the key includes how much room each of them has.
    fn name(
        &self,
        world: &S::World,
        outlook: u128,
        by: Option<S::Move>,
        rested: &[Waiting<S::Command>],
    ) -> u128 {
        let ordered = by.filter(|by| by.command.is_some()).map(|by| by.at);
        let mut latest_first = rested.to_vec();
        latest_first.sort_by_key(|rest| std::cmp::Reverse(rest.since));
        let mut slacks = Vec::with_capacity(rested.len());
        let mut cramped = 0;
        let (mut step, mut free) = (self.space.now(world), 0);
        for (before, rest) in latest_first.into_iter().enumerate() {
            while step > rest.since && free < rested.len() {
                step -= 1;
                free += usize::from(!self.busy[step as usize] && ordered != Some(step));
            }
            slacks.push((rest.command, free));
            if free <= before {
                cramped = slacks.len();
            }
        }
        if cramped == 0 {
            return outlook;
        }
        slacks.truncate(cramped);
        key_of(&(self.space.identity(world), slacks))
    }

    fn visit(&mut self, child: Child<S>, meter: &mut Meter) -> Option<SliceEnd> {
        let space = self.space;
        if !self.dominated.admits(child.name, child.stock) {
            return None;
        }
        meter.moves(space, &child.world, &mut self.listed);
        let over = self.listed.is_empty();
        let line = || line(space, &self.path, child.by, &child.world);
        let worth = self.incumbents.meet(space, &child.world, child.score, over, meter, line);
        if worth.solved {
            return Some(SliceEnd::Exhausted);
        }
        if !over && !Clockwork::is_hopeless(space, &child.world) {
            self.enter(child);
        }
        None
    }

    /// Adds a world with its listed moves to the path.
    fn enter(&mut self, Child { world, score, by, rested, .. }: Child<S>) {
        self.mark(by, true);
        let (floor, first) = (self.untried.len(), self.waiting.len());
        let now = self.space.now(&world);
        for &mv in &self.listed {
            let Some(command) = mv.command else { continue };
            let waited = self.waiting[rested.clone()].iter().find(|rest| rest.command == command);
            let since = waited.map_or(now, |rest| rest.since);
            if self.space.can_wait(&world, command) {
                self.waiting.push(Waiting { command, since });
                continue;
            }
            let free = (since..now).find(|&at| !self.busy[at as usize]);
            self.untried.extend(free.map(|at| Timed { at, ..mv }));
            self.untried.push(mv);
        }
        if !self.eager {
            self.untried[floor..].reverse();
        }
        let rests = first..self.waiting.len();
        self.path.push(Stop {
            world,
            score,
            by,
            rested,
            rests,
            floor,
            waited: None,
            put_off: None,
        });
    }

    /// Marks the time step of an order as taken or free.
    fn mark(&mut self, by: Option<S::Move>, busy: bool) {
        if let Some(by) = by.filter(|by| by.command.is_some()) {
            self.busy[by.at as usize] = busy;
        }
    }

    /// Waits in the current world; an eager walk computes the result but postpones it.
    fn wait(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let here = self.path.last().expect("the path is not empty");
        let mut world = here.world.clone();
        let by = Timed { at: self.space.now(&world), command: None };
        let score = here.score + meter.visit(self.space, &mut world, by)?;
        let child = self.child(world, score, Some(by), here.rests.clone());
        let here = self.path.last_mut().expect("the path is not empty");
        here.waited = Some((child.name, child.stock));
        if self.eager {
            here.put_off = Some(child);
            return Ok(None);
        }
        Ok(self.visit(child, meter))
    }

    /// Gives an order in the current world, now or backdated.
    fn order(&mut self, by: S::Move, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let (space, here) = (self.space, self.path.last().expect("an order is given somewhere"));
        let mut world = here.world.clone();
        let (mut score, mut rested) = (here.score, here.rests.clone());
        match by.command.filter(|_| by.at < space.now(&world)) {
            Some(command) => {
                meter.backdate(space, &mut world, command)?;
                rested = here.rested.clone();
            }
            None => score += meter.visit(space, &mut world, by)?,
        }
        let child = self.child(world, score, Some(by), rested);
        if here.waited.is_some_and(|(name, stock)| child.name == name && child.stock <= stock) {
            return Ok(None);
        }
        Ok(self.visit(child, meter))
    }

    fn leave(&mut self) {
        if let Some(stop) = self.path.pop() {
            self.waiting.truncate(stop.rests.start);
            self.mark(stop.by, false);
        }
    }
}

/// Returns the command of each time step up to a world reached by `by` from the end of the path.
fn line<S: Ticking>(
    space: &S,
    path: &[Stop<S>],
    by: Option<S::Move>,
    world: &S::World,
) -> Vec<S::Move> {
    let start = space.now(&space.begin());
    let mut line: Vec<_> =
        (start..space.now(world)).map(|at| Timed { at, command: None }).collect();
    let moves = path.iter().filter_map(|stop| stop.by).chain(by);
    moves.filter(|by| by.command.is_some()).for_each(|by| line[(by.at - start) as usize] = by);
    line
}

impl<S: Ticking> Stepped for ClockWalk<'_, S> {
    /// Goes one world forward or back.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let Some(here) = self.path.last_mut() else {
            if self.begun {
                return Ok(Some(SliceEnd::Proved));
            }
            self.begun = true;
            let start = self.child(self.space.begin(), 0, None, 0..0);
            return Ok(self.visit(start, meter));
        };
        if here.waited.is_none() {
            return self.wait(meter);
        }
        if let Some(&by) = self.untried[here.floor..].last() {
            self.untried.pop();
            return self.order(by, meter);
        }
        if let Some(child) = here.put_off.take() {
            return Ok(self.visit(child, meter));
        }
        self.leave();
        Ok(None)
    }

    fn held(&self) -> (usize, usize) {
        let bytes = self.path.capacity() * size_of::<Stop<S>>()
            + self.untried.capacity() * size_of::<S::Move>()
            + self.waiting.capacity() * size_of::<Waiting<S::Command>>()
            + self.dominated.bytes();
        (self.path.len() + self.dominated.len(), bytes)
    }
}

impl<S: Ticking> Search for ClockWalk<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
}
