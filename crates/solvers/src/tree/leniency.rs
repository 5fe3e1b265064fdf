//! Leniency: the time steps at which an order can be given in some plan that reaches the goal. Goes
//! forward through the worlds that lead to the goal, one time step at a time, and records every
//! order that leads from one of them to another. Repeated orders in one plan are distinguished by
//! how often they were given before; where paths with different pasts meet, all their counts are
//! kept, because each can go on as the other does. The measure is Spoerer's (2007, Table 7.1). The
//! groups of the orders are counted on the way (`order_groups.rs`). Time O(worlds b); memory: the
//! worlds of two time steps.

use quarry_core::{Clocked, Meter, Timed};
use rustc_hash::FxHashMap;

use super::order_groups::{OrderGroupCounter, OrderGroups};
use super::settle::Futures;

/// Time steps at which an order can be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lenient<C> {
    /// The order whose times these are.
    pub command: C,
    /// Number of times it was given before, in the same plan.
    pub before: u32,
    /// The time steps, in ascending order.
    pub times: Vec<u32>,
}

/// A world on the way to the goal.
struct Passed<P: Clocked> {
    world: P::World,
    given: Given<P::Command>,
}

/// For each order given on some path to a world, how often: bit k for k times. Orders that are not
/// listed were never given.
#[derive(Clone)]
struct Given<C>(Vec<(C, u64)>);

/// Larger counts of an order in one plan are recorded as this count.
const MOST: u32 = u64::BITS - 1;
const NEVER: u64 = 1;

impl<C: Copy + Eq> Given<C> {
    fn of(&self, command: C) -> u64 {
        self.0.iter().find(|(other, _)| *other == command).map_or(NEVER, |&(_, counts)| counts)
    }

    /// Returns the counts after one more order.
    fn and(&self, command: Option<C>) -> Self {
        let mut given = self.clone();
        if let Some(command) = command {
            let counts = self.of(command);
            let more = counts << 1 | counts & 1 << MOST;
            match given.0.iter_mut().find(|(other, _)| *other == command) {
                Some((_, counts)) => *counts = more,
                None => given.0.push((command, more)),
            }
        }
        given
    }

    /// Adds the counts of another path to the same world.
    fn join(&mut self, other: &Self) {
        for (command, counts) in &mut self.0 {
            *counts |= other.of(*command);
        }
        for &(command, counts) in &other.0 {
            if self.0.iter().all(|(known, _)| *known != command) {
                self.0.push((command, counts | NEVER));
            }
        }
    }
}

/// The leniency of every order, and the groups of the orders that would be obeyed on the way;
/// `None` if a limit is reached first.
pub(super) fn leniency<P: Clocked>(
    puzzle: &P,
    futures: &Futures<P>,
    meter: &mut Meter,
) -> Option<(Vec<Lenient<P::Command>>, OrderGroups)> {
    let mut count = OrderGroupCounter::new();
    let mut notes = Notes { found: Vec::new(), places: FxHashMap::default() };
    let mut layer: Vec<Passed<P>> =
        vec![Passed { world: puzzle.begin(), given: Given(Vec::new()) }];
    let mut listed = Vec::new();
    while !layer.is_empty() {
        let mut next: Vec<Passed<P>> = Vec::new();
        let mut places: FxHashMap<u128, usize> = FxHashMap::default();
        for passed in &layer {
            if puzzle.is_decided(&passed.world) {
                continue;
            }
            let at = puzzle.now(&passed.world);
            meter.evaluate().ok()?;
            meter.obeyed(puzzle, &passed.world, &mut listed);
            count.count(puzzle, &passed.world, &listed, meter)?;
            for command in listed.iter().copied().map(Some).chain([None]) {
                if !meter.goes_on() {
                    return None;
                }
                let mut world = passed.world.clone();
                meter.play(puzzle, &mut world, Timed { at, command }).ok()?;
                if !futures.leads_on(&world) {
                    continue;
                }
                if let Some(command) = command {
                    notes.note(command, passed.given.of(command), at);
                }
                let given = passed.given.and(command);
                let place = *places.entry(puzzle.identity(&world)).or_insert(next.len());
                match next.get_mut(place) {
                    Some(met) => met.given.join(&given),
                    None => next.push(Passed { world, given }),
                }
            }
            let held = layer.len() + next.len();
            let bytes = held * 2 * size_of::<Passed<P>>()
                + count.held() * 2 * size_of::<(u128, P::Command)>();
            meter.keep(held, futures.bytes() + bytes);
        }
        layer = next;
        count.go_on();
    }
    Some((notes.found, count.groups))
}

struct Notes<C> {
    found: Vec<Lenient<C>>,
    places: FxHashMap<(C, u32), usize>,
}

impl<C: Copy + Eq + std::hash::Hash> Notes<C> {
    /// Records that an order was given, after it had been given as often as each of the counts
    /// says.
    fn note(&mut self, command: C, counts: u64, at: u32) {
        for before in (0..=MOST).filter(|before| counts >> before & 1 == 1) {
            let place = *self.places.entry((command, before)).or_insert(self.found.len());
            match self.found.get_mut(place) {
                Some(lenient) if lenient.times.last() == Some(&at) => {}
                Some(lenient) => lenient.times.push(at),
                None => self.found.push(Lenient { command, before, times: vec![at] }),
            }
        }
    }
}
