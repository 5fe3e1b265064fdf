//! Settling a goal: what is known once every plan has been followed. A plan is what is obeyed in
//! each time step, an order or none, until the goal is decided. Plans whose worlds have the same
//! future are followed once (memoised depth-first search, Michie 1968); plans through a world known
//! to be hopeless are not followed. A second pass, over the worlds on the way to the goal only,
//! records which orders can be given when (`leniency.rs`). Needs [`Clocked`]; reports only proved
//! results, and none if a limit is reached first. Time O(futures b); memory: a key and some numbers
//! for each future that leads to the goal, a key for each that does not.

use quarry_core::{Clocked, Clockwork, Meter, Refused, Scripted, Timed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::landscape::{SampledPlan, landscape};
use super::leniency::{Lenient, leniency};
use super::order_groups::OrderGroups;

/// Results about a goal. Every field is `None` if a limit was reached first.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled<C> {
    /// Whether some plan reaches the goal.
    pub solvable: Option<bool>,
    /// Summary of all plans, if some reach the goal.
    pub prospect: Option<Prospect>,
    /// Time steps at which each order can be given in some plan that reaches the goal, the earliest
    /// orders first.
    pub leniency: Option<Vec<Lenient<C>>>,
    /// Groups of the orders that would be obeyed on the way to the goal.
    pub groups: Option<OrderGroups>,
}

/// Summary of all plans from a world on, some of which reach the goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// Earliest time at which the goal can be reached.
    pub time: u32,
    /// Smallest number of orders that reach it.
    pub orders: u32,
    /// Number of plans that reach it; `None` if there are more than 2^128 - 1.
    pub plans: Option<u128>,
    /// Share of plans that reach the goal among all lists of actions, each an order of the instance
    /// or a pass for every time step; an order that is not obeyed is a pass. A sum of positive
    /// numbers, so right to about twelve digits; 0 if it is too small for a floating-point number.
    pub share: f64,
}

impl Prospect {
    fn reached(time: u32) -> Self {
        Prospect { time, orders: 0, plans: Some(1), share: 1.0 }
    }

    /// Adds the prospect after an action that `weight` of the listed actions amount to.
    fn add(sum: &mut Option<Self>, next: Option<Self>, is_order: bool, weight: f64) {
        let Some(next) = next else { return };
        let orders = next.orders + u32::from(is_order);
        let share = weight * next.share;
        *sum = Some(match *sum {
            None => Prospect { orders, share, ..next },
            Some(sum) => Prospect {
                time: sum.time.min(next.time),
                orders: sum.orders.min(orders),
                plans: sum.plans.zip(next.plans).and_then(|(one, other)| one.checked_add(other)),
                share: sum.share + share,
            },
        });
    }
}

/// Settles the goal of an instance as far as the meter allows.
pub fn settle<P: Clocked>(puzzle: &P, meter: &mut Meter) -> Settled<P::Command> {
    Futures::new(puzzle).settle(meter)
}

/// Also computes how far random plans are from the goal; `None` if no plan reaches it or a limit
/// was reached first.
pub fn settle_with_landscape<P: Clocked + Scripted>(
    puzzle: &P,
    meter: &mut Meter,
) -> (Settled<P::Command>, Option<Vec<SampledPlan>>) {
    let mut futures = Futures::new(puzzle);
    let settled = futures.settle(meter);
    let drawn = settled.leniency.as_ref().and_then(|_| landscape(puzzle, &futures, meter));
    (settled, drawn)
}

/// Futures seen so far.
pub(super) struct Futures<'a, P: Clocked> {
    puzzle: &'a P,
    reaches: FxHashMap<u128, Prospect>,
    fails: FxHashSet<u128>,
    path: Vec<Stop<P>>,
    /// Actions still to be tried, those of the deepest stop last.
    untried: Vec<Option<P::Command>>,
    listed: Vec<P::Command>,
}

/// A world on the path to the current one.
struct Stop<P: Clocked> {
    world: P::World,
    key: u128,
    /// Order that led here, or none for a pass.
    by: Option<P::Command>,
    /// Index in `untried` at which this stop's actions begin.
    floor: usize,
    /// Number of the possible actions that amount to a pass here.
    passes: f64,
    sum: Option<Prospect>,
}

impl<'a, P: Clocked> Futures<'a, P> {
    fn new(puzzle: &'a P) -> Self {
        Futures {
            puzzle,
            reaches: FxHashMap::default(),
            fails: FxHashSet::default(),
            path: Vec::new(),
            untried: Vec::new(),
            listed: Vec::new(),
        }
    }

    fn settle(&mut self, meter: &mut Meter) -> Settled<P::Command> {
        let whole = self.follow_all(meter);
        let solvable = if self.reaches.is_empty() {
            whole.map(|prospect| prospect.is_some())
        } else {
            Some(true)
        };
        let prospect = whole.flatten();
        let (leniency, groups) = prospect.and_then(|_| leniency(self.puzzle, self, meter)).unzip();
        Settled { solvable, prospect, leniency, groups }
    }

    /// Looks up what is known of a world without following it: `None` if nothing is known, else its
    /// prospect, or that there is none.
    fn known(&self, world: &P::World, key: u128) -> Option<Option<Prospect>> {
        if self.puzzle.is_decided(world) {
            let is_reached = Clockwork::is_solved(self.puzzle, world);
            return Some(is_reached.then(|| Prospect::reached(self.puzzle.now(world))));
        }
        let reaches = self.reaches.get(&key).copied().map(Some);
        reaches.or_else(|| self.fails.contains(&key).then_some(None))
    }

    /// Whether a world seen while all plans were followed leads to the goal.
    pub(super) fn leads_on(&self, world: &P::World) -> bool {
        self.known(world, self.puzzle.future(world)).is_some_and(|prospect| prospect.is_some())
    }

    /// Approximate memory of the futures, in bytes.
    pub(super) fn bytes(&self) -> usize {
        // One control byte for each slot of a table.
        self.reaches.capacity() * (size_of::<(u128, Prospect)>() + 1)
            + self.fails.capacity() * (size_of::<u128>() + 1)
            + self.path.capacity() * size_of::<Stop<P>>()
    }

    /// Follows all plans; `None` if a limit is reached first.
    fn follow_all(&mut self, meter: &mut Meter) -> Option<Option<Prospect>> {
        if !meter.goes_on() {
            return None;
        }
        let mut settled = self.enter(self.puzzle.begin(), None, meter).ok()?;
        let mut by = None;
        while meter.goes_on() {
            let Some(stop) = self.path.last_mut() else { return settled };
            if let Some(prospect) = settled.take() {
                let weight = if by.is_some() { 1.0 } else { stop.passes };
                Prospect::add(&mut stop.sum, prospect, by.is_some(), weight);
            }
            if self.untried.len() > stop.floor {
                by = self.untried.pop().flatten();
                let mut world = stop.world.clone();
                let at = self.puzzle.now(&stop.world);
                meter.play(self.puzzle, &mut world, Timed { at, command: by }).ok()?;
                settled = self.enter(world, by, meter).ok()?;
            } else {
                (by, settled) = self.leave();
                meter.keep(self.reaches.len() + self.fails.len() + self.path.len(), self.bytes());
            }
        }
        None
    }

    /// Begins to follow the plans from a world, unless their result is already known.
    fn enter(
        &mut self,
        world: P::World,
        by: Option<P::Command>,
        meter: &mut Meter,
    ) -> Result<Option<Option<Prospect>>, Refused> {
        let key = self.puzzle.future(&world);
        let known = self.known(&world, key);
        if known.is_some() {
            return Ok(known);
        }
        meter.evaluate()?;
        if Clockwork::is_hopeless(self.puzzle, &world) {
            return Ok(Some(None));
        }
        meter.obeyed(self.puzzle, &world, &mut self.listed);
        let passes = 1.0 + self.puzzle.orders() as f64 - self.listed.len() as f64;
        let floor = self.untried.len();
        self.untried.extend(self.listed.iter().rev().copied().map(Some).chain([None]));
        self.path.push(Stop { world, key, by, floor, passes, sum: None });
        Ok(None)
    }

    /// Leaves the last world of the path, where every action has been tried.
    fn leave(&mut self) -> (Option<P::Command>, Option<Option<Prospect>>) {
        let stop = self.path.pop().expect("only a world that was entered is left");
        let actions = 1.0 + self.puzzle.orders() as f64;
        let prospect = stop.sum.map(|sum| Prospect { share: sum.share / actions, ..sum });
        match prospect {
            Some(prospect) => {
                self.reaches.insert(stop.key, prospect);
            }
            None => {
                self.fails.insert(stop.key);
            }
        }
        (stop.by, Some(prospect))
    }
}
