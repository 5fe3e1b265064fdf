//! Genetic algorithm over plans that wait for events. A gene gives an order to one of the cast at
//! an event of its own: at its n-th occasion or some steps later, and perhaps again at the
//! occasions that follow. So a plan is only as long as its number of orders, and an order still
//! fits when earlier actions take more or less time. The steps of the evolution are those of
//! [`super::ga_scripts`]; the coding is ours. Two orders for one time step are given one after the
//! other, in the plan's order. Needs [`Scripted`]; ends at the goal or after its generations, with
//! no proof. Time: one game per plan, n plans in each generation; memory: the population. The
//! budget of evaluations is kept exactly.

use quarry_core::{Card, Cue, Rng, Scripted, settings};

use super::crossover::exchanged_from;
use super::pedigree::code;
use super::scripts::{Coding, ScriptSettings, Scripts};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga-events",
    summary: "Evolves plans whose orders wait for events of those who receive them.",
    memory: "O(n)",
    ..super::ga_scripts::CARD
};

settings! {
    /// Parameters of the evolution.
    pub struct GaEventsSettings {
        /// Number of plans in the population.
        pub population: u64 = 50, 1..=1_000_000;
        /// Maximum number of generations, including the first.
        pub generations: u64 = 80_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// Probability of one more change to a child, applied repeatedly.
        pub mutation: f64 = 0.6, 0.0..=0.99;
        /// Whether scores are scaled before parents are drawn.
        pub scaling: bool = true, ();
        /// Whether the best plan is kept if it would be lost.
        pub elitism: bool = true, ();
        /// Whether to continue after the goal is reached.
        pub goes_on: bool = false, ();
    }
}

/// An order that waits for its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Waiting {
    whom: u16,
    /// First occasion at which it is given, from 0.
    occasion: u16,
    /// Number of further occasions at which it is given.
    again: u16,
    /// Delay after the occasion, in time steps.
    delay: u16,
    what: u16,
}

/// Coding of a plan as a list of orders that wait for events.
pub struct ByEvent {
    cast: u16,
    roles: Vec<u16>,
    mutation: f64,
}

/// Events so far in a game.
#[derive(Default)]
pub struct Events {
    /// Number of occasions that each of the cast has had.
    had: Vec<u16>,
    /// Orders whose event has occurred, as their index in the plan and the time when they are due.
    due: Vec<(usize, u32)>,
}

impl<'a, S: Scripted> Scripts<'a, S, ByEvent> {
    /// Creates a run with the given seed.
    pub fn by_event(space: &'a S, settings: &GaEventsSettings, seed: u64) -> Self {
        let coding =
            ByEvent { cast: space.cast(), roles: space.roles(), mutation: settings.mutation };
        let course = ScriptSettings {
            population: settings.population,
            generations: settings.generations,
            crossover: settings.crossover,
            scaling: settings.scaling,
            elitism: settings.elitism,
            goes_on: settings.goes_on,
        };
        Scripts::with(space, coding, course, seed)
    }
}

impl ByEvent {
    fn draw(&self, rng: &mut Rng) -> Waiting {
        Waiting {
            whom: rng.below(usize::from(self.cast)) as u16,
            occasion: small(rng),
            again: if rng.below(2) == 0 { 0 } else { small(rng) },
            delay: if rng.below(2) == 0 { 0 } else { small(rng) },
            what: self.roles[rng.below(self.roles.len())],
        }
    }

    /// Inserts, removes or changes an order.
    fn change_some(&self, child: &mut Vec<Waiting>, rng: &mut Rng) {
        // Without a recipient or a role there is nothing to change.
        if self.cast == 0 || self.roles.is_empty() {
            return;
        }
        while rng.unit() < self.mutation {
            let place = rng.below(child.len() + 1);
            let change = rng.below(3);
            if change == 0 || place == child.len() {
                put_in(child, self.draw(rng));
            } else {
                let mut order = child.remove(place);
                if change == 1 {
                    self.change(&mut order, rng);
                    put_in(child, order);
                }
            }
        }
    }

    /// Draws one part of an order anew, or moves the order by one occasion or one time step.
    fn change(&self, order: &mut Waiting, rng: &mut Rng) {
        let drawn = self.draw(rng);
        match rng.below(8) {
            0 => order.whom = drawn.whom,
            1 => order.what = drawn.what,
            2 => order.occasion = drawn.occasion,
            3 => order.again = drawn.again,
            4 => order.delay = drawn.delay,
            5 => order.occasion = order.occasion.saturating_add(1),
            6 => order.occasion = order.occasion.saturating_sub(1),
            _ => order.delay = order.delay.saturating_add(1),
        }
    }
}

/// Inserts an order, sorted by recipient, unless the plan already has it.
fn put_in(plan: &mut Vec<Waiting>, order: Waiting) {
    if !plan.contains(&order) {
        let place = plan.partition_point(|other| other.whom <= order.whom);
        plan.insert(place, order);
    }
}

/// Draws a number below 64, small ones much more often: below 1, 2, 4, 8, 16, 32 or 64.
fn small(rng: &mut Rng) -> u16 {
    let below = 1 << rng.below(7);
    rng.below(below) as u16
}

impl<S: Scripted> Coding<S> for ByEvent {
    type Genome = Vec<Waiting>;
    type Notes = Events;

    fn first(&self, _: &mut Rng) -> Vec<Waiting> {
        Vec::new()
    }

    /// All orders for one recipient come from the same parent.
    fn cross(
        &self,
        mother: &Vec<Waiting>,
        father: &Vec<Waiting>,
        rng: &mut Rng,
    ) -> [Vec<Waiting>; 2] {
        let cut = rng.below(usize::from(self.cast) + 1);
        exchanged_from(mother, father, &cut, |order| usize::from(order.whom))
    }

    fn mutate(&self, child: &mut Vec<Waiting>, rng: &mut Rng) {
        self.change_some(child, rng);
    }

    fn open(&self, _: &Vec<Waiting>, events: &mut Events) {
        events.had.clear();
        events.had.resize(usize::from(self.cast), 0);
        events.due.clear();
    }

    fn cue(&self, plan: &Vec<Waiting>, events: &mut Events, space: &S, world: &S::World) -> Cue {
        let now = space.now(world);
        let Events { had, due } = events;
        space.each_occasion(world, |whom| {
            let occasion = had[usize::from(whom)];
            had[usize::from(whom)] = occasion.saturating_add(1);
            let waits = |order: &Waiting| {
                order.whom == whom
                    && (order.occasion..=order.occasion.saturating_add(order.again))
                        .contains(&occasion)
            };
            let called = plan.iter().enumerate().filter(|(_, order)| waits(order));
            due.extend(called.map(|(place, order)| (place, now + u32::from(order.delay))));
        });
        let ready = due
            .iter()
            .enumerate()
            .filter(|(_, (_, at))| *at <= now)
            .min_by_key(|(_, (place, _))| *place);
        let Some((index, &(place, _))) = ready else { return Cue::default() };
        due.swap_remove(index);
        Cue { whom: Some(plan[place].whom), what: Some(plan[place].what) }
    }

    fn genes(&self, plan: &Vec<Waiting>) -> Vec<u64> {
        plan.iter().map(code).collect()
    }

    fn bytes(&self, plan: &Vec<Waiting>) -> usize {
        size_of::<Vec<Waiting>>() + size_of_val(plan.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_keep_a_plan_in_order_and_nothing_is_in_it_twice() {
        let coding = ByEvent { cast: 4, roles: vec![3, 5], mutation: 0.9 };
        let mut rng = Rng::new(1);
        let (mut plan, mut longest) = (Vec::new(), 0);
        for _ in 0..2_000 {
            coding.change_some(&mut plan, &mut rng);
            assert!(plan.is_sorted_by_key(|order: &Waiting| order.whom));
            assert!((1..plan.len()).all(|place| !plan[..place].contains(&plan[place])));
            assert!(plan.iter().all(|order| order.whom < 4 && [3, 5].contains(&order.what)));
            longest = longest.max(plan.len());
        }
        assert!((10..500).contains(&longest), "plans grow, but not without limit: {longest}");
        let nobody = ByEvent { cast: 4, roles: Vec::new(), mutation: 0.9 };
        nobody.change_some(&mut plan, &mut rng);
    }

    #[test]
    fn small_numbers_are_drawn_more_often() {
        let mut rng = Rng::new(2);
        let mut drawn = [0; 64];
        (0..70_000).for_each(|_| drawn[usize::from(small(&mut rng))] += 1);
        assert!(
            (19_000..21_000).contains(&drawn[0]),
            "1 + 1/2 + ... + 1/64 of a seventh: {}",
            drawn[0]
        );
        assert!(drawn[63] > 80 && drawn[40] < 250, "{drawn:?}");
    }
}
