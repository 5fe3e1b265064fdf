//! Groups of orders that come to the same, counted over the worlds on the way to the goal. J.
//! McCarthy, "Partial formalizations and the Lemmings game" (1998), proposed two kinds of them to
//! make the search tree smaller, and K. Spoerer's thesis (2007, section 6.1) tells of both. In an
//! equivalence class are the orders of one world that have the same outcome, whoever receives them.
//! In a region are the places at which the same order to the same lemming has the same outcome; ours
//! follow each other by waiting. He would group by rules of thumb; here outcomes are compared, so
//! that the counts are what such rules can save at most. Two outcomes are the same if they have the
//! same outlook and stock. Time: four moves for each order; memory: the orders of two time steps.

use quarry_core::{Clocked, Clockwork, Meter, Timed};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many orders there are on the way to the goal, and how many groups of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OrderGroups {
    /// Number of worlds from which the goal can still be reached and is not decided.
    pub worlds: u64,
    /// Number of orders that would be obeyed in one of them.
    pub orders: u64,
    /// Number of classes: orders of one world with the same outcome count once.
    pub classes: u64,
    /// Number of regions: an order that can just as well be given a step later counts once.
    pub regions: u64,
}

/// Counts groups, world by world, in the order of time.
pub(super) struct OrderGroupCounter<C> {
    pub(super) groups: OrderGroups,
    /// Worlds by name, each with an order whose region began earlier.
    begun: FxHashSet<(u128, C)>,
    next: FxHashSet<(u128, C)>,
}

impl<C: Copy + Eq + std::hash::Hash> OrderGroupCounter<C> {
    pub(super) fn new() -> Self {
        OrderGroupCounter {
            groups: OrderGroups::default(),
            begun: FxHashSet::default(),
            next: FxHashSet::default(),
        }
    }

    /// Ends a time step.
    pub(super) fn go_on(&mut self) {
        self.begun = std::mem::take(&mut self.next);
    }

    /// Number of orders held.
    pub(super) fn held(&self) -> usize {
        self.begun.len() + self.next.len()
    }

    /// Counts the orders of a world; `None` if a limit is reached first.
    pub(super) fn count<P: Clocked + Clockwork<Command = C>>(
        &mut self,
        puzzle: &P,
        world: &P::World,
        orders: &[C],
        meter: &mut Meter,
    ) -> Option<()> {
        let now = puzzle.now(world);
        let after = |meter: &mut Meter, world: &P::World, at: u32, command: Option<C>| {
            let mut after = world.clone();
            meter.play(puzzle, &mut after, Timed { at, command }).ok().map(|_| after)
        };
        let waited = after(meter, world, now, None)?;
        let (name, later_name) = (puzzle.identity(world), puzzle.identity(&waited));
        let mut outcomes: FxHashMap<u128, Vec<P::Stock>> = FxHashMap::default();
        for &order in orders {
            let given = after(meter, world, now, Some(order))?;
            let (outlook, stock) = puzzle.outlook(&given);
            let known = outcomes.entry(outlook).or_default();
            if !known.contains(&stock) {
                known.push(stock);
                self.groups.classes += 1;
            }
            self.groups.regions += u64::from(!self.begun.contains(&(name, order)));
            let is_open = !puzzle.is_decided(&given) && !puzzle.is_decided(&waited);
            if is_open && puzzle.obeys(&waited, order) {
                let sooner = after(meter, &given, now + 1, None)?;
                let later = after(meter, &waited, now + 1, Some(order))?;
                if puzzle.outlook(&sooner) == puzzle.outlook(&later) {
                    self.next.insert((later_name, order));
                }
            }
        }
        self.groups.worlds += 1;
        self.groups.orders += orders.len() as u64;
        Some(())
    }
}
