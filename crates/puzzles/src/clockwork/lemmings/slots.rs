//! Orders and the time steps in which they can be given, one in each: a bipartite matching that
//! grows by one order at a time along augmenting paths (Kuhn 1955, as a breadth-first search).

use quarry_core::Meter;

use super::world::OrderWindow;

/// Orders that have a time step each.
pub(super) struct TimeSlots {
    /// Order in each time step.
    held: Vec<Option<usize>>,
    orders: Vec<Placed>,
}

struct Placed {
    windows: Vec<OrderWindow>,
    /// None while it is being placed, and after it was taken back.
    slot: Option<usize>,
}

impl TimeSlots {
    pub(super) fn new(steps: u32) -> Self {
        TimeSlots { held: vec![None; steps as usize], orders: Vec::new() }
    }

    /// Adds an order that can be given in these windows, moving others if need be. Returns its
    /// number, or none if there is no room or the meter said stop. An order that finds no room now
    /// finds none later, as long as none is taken back.
    pub(super) fn add(&mut self, windows: Vec<OrderWindow>, meter: &mut Meter) -> Option<usize> {
        let new = self.orders.len();
        self.orders.push(Placed { windows, slot: None });
        // The order through which each time step was reached.
        let mut from: Vec<Option<usize>> = vec![None; self.held.len()];
        let mut reached = vec![new];
        let mut next = 0;
        while let Some(&order) = reached.get(next) {
            next += 1;
            if !meter.goes_on() {
                return None;
            }
            for window in &self.orders[order].windows {
                for slot in window.first as usize..=window.last as usize {
                    if from[slot].is_some() {
                        continue;
                    }
                    from[slot] = Some(order);
                    match self.held[slot] {
                        Some(other) => reached.push(other),
                        None => {
                            self.shift(slot, &from);
                            return Some(new);
                        }
                    }
                }
            }
        }
        None
    }

    /// Moves the orders on the path to a free time step by one place each.
    fn shift(&mut self, free: usize, from: &[Option<usize>]) {
        let mut vacant = Some(free);
        while let Some(slot) = vacant {
            let order = from[slot].expect("the path was followed");
            vacant = self.orders[order].slot;
            self.orders[order].slot = Some(slot);
            self.held[slot] = Some(order);
        }
    }

    /// Takes an order back.
    pub(super) fn remove(&mut self, order: usize) {
        if let Some(slot) = self.orders[order].slot.take() {
            self.held[slot] = None;
        }
    }

    /// Time step of an order.
    pub(super) fn of(&self, order: usize) -> Option<u32> {
        self.orders[order].slot.map(|slot| slot as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Rng;

    /// Most orders that can have a time step each, by trying everything.
    fn most(orders: &[Vec<OrderWindow>], taken: u32) -> usize {
        let Some((first, rest)) = orders.split_first() else { return 0 };
        let slots = first.iter().flat_map(|window| window.first..=window.last);
        let placed = slots
            .filter(|slot| taken >> slot & 1 == 0)
            .map(|slot| 1 + most(rest, taken | 1 << slot));
        placed.chain([most(rest, taken)]).max().unwrap_or(0)
    }

    #[test]
    fn as_many_orders_as_possible_have_a_time_step() {
        let mut rng = Rng::new(6);
        for case in 0..300 {
            let window = |rng: &mut Rng| {
                let first = rng.below(6) as u32;
                OrderWindow { first, last: (first + rng.below(3) as u32).min(5) }
            };
            let orders: Vec<Vec<OrderWindow>> = (0..2 + rng.below(6))
                .map(|_| (0..1 + rng.below(2)).map(|_| window(&mut rng)).collect())
                .collect();
            let mut slots = TimeSlots::new(6);
            let mut meter = Meter::unlimited();
            let placed: Vec<usize> = orders
                .iter()
                .filter_map(|windows| slots.add(windows.clone(), &mut meter))
                .collect();
            assert_eq!(placed.len(), most(&orders, 0), "case {case}: {orders:?}");
            let mut times: Vec<u32> =
                placed.iter().map(|&order| slots.of(order).expect("it is placed")).collect();
            for (&order, &time) in placed.iter().zip(&times) {
                let windows = &orders[order];
                assert!(windows.iter().any(|window| (window.first..=window.last).contains(&time)));
            }
            times.sort_unstable();
            times.dedup();
            assert_eq!(times.len(), placed.len());
        }
    }
}
