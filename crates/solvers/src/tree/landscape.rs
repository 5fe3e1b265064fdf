//! Fitness and distance: the scores of random plans, and how far each plan is from one that reaches
//! the goal. Jones and Forrest (1995) call a landscape friendly to a genetic algorithm if fitter
//! plans are nearer. The distance is exact: the smallest number of time steps whose cue has to
//! change, to any order or to none. It is computed for all plans at once, by going forward through
//! the worlds that lead to the goal, one time step at a time, with the fewest changes that each
//! plan needs to be there. Needs [`Scripted`], and all plans followed (`settle.rs`). Time O(worlds
//! b plans); memory: the worlds of two time steps, with a number for each plan.

use quarry_core::{Clocked, Cue, Meter, Rng, Score, Scripted, Timed};
use rustc_hash::FxHashMap;

use super::settle::Futures;

/// Number of plans drawn.
pub const DRAWN: usize = 1_000;
/// Seed with which they are drawn. It is fixed, since the measure belongs to the level.
pub const SEED: u64 = 1995;

/// A random plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledPlan {
    /// Score of its game, played to the very end of the world.
    pub score: Score,
    /// Fewest time steps whose cue has to change for the plan to reach the goal.
    pub distance: u32,
}

/// Number of an action: orders that a cue can stand for count from 1, the pass is 0.
type Action = u32;
const PASS: Action = 0;

/// Plans, one per column: for every time step, the action of each plan.
pub struct Plans<C> {
    orders: Vec<C>,
    steps: Vec<Vec<Action>>,
}

impl<C: Copy + Eq> Plans<C> {
    /// Draws plans. Every cue is drawn uniformly from those that a genetic algorithm mutates to, so
    /// none is a call.
    pub fn draw<P: Scripted<Command = C>>(puzzle: &P, plans: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut orders: Vec<C> = Vec::new();
        let mut number = |cue: Cue| {
            let Some(order) = puzzle.command(cue) else { return PASS };
            let known = orders.iter().position(|&other| other == order);
            let place = known.unwrap_or_else(|| {
                orders.push(order);
                orders.len() - 1
            });
            place as Action + 1
        };
        let actions: Vec<Action> = puzzle.cues().into_iter().map(&mut number).collect();
        let mut steps = vec![Vec::with_capacity(plans); puzzle.horizon() as usize];
        for _ in 0..plans {
            for step in &mut steps {
                step.push(actions[rng.below(actions.len())]);
            }
        }
        Plans { orders, steps }
    }

    /// Order that a plan gives in a time step.
    pub fn order(&self, plan: usize, step: u32) -> Option<C> {
        let action = self.steps[step as usize][plan];
        action.checked_sub(1).map(|place| self.orders[place as usize])
    }

    fn count(&self) -> usize {
        self.steps.first().map_or(0, Vec::len)
    }
}

/// Draws plans and scores them; `None` if a limit is reached first.
pub(super) fn landscape<P: Clocked + Scripted>(
    puzzle: &P,
    futures: &Futures<P>,
    meter: &mut Meter,
) -> Option<Vec<SampledPlan>> {
    let plans = Plans::draw(puzzle, DRAWN, SEED);
    let distances = distances(puzzle, futures, &plans, meter)?;
    let mut drawn = Vec::with_capacity(distances.len());
    for (plan, distance) in distances.into_iter().enumerate() {
        if !meter.goes_on() {
            return None;
        }
        meter.evaluate().ok()?;
        let mut world = puzzle.begin();
        let mut score = 0;
        while !puzzle.is_over(&world) {
            let order = plans.order(plan, puzzle.now(&world));
            score += meter.tick(puzzle, &mut world, order).ok()?;
        }
        drawn.push(SampledPlan { score: score + puzzle.last_gain(&world), distance });
    }
    Some(drawn)
}

/// A world that leads to the goal, with the fewest changes that each plan needs to be there.
struct Passed<P: Clocked> {
    world: P::World,
    changes: Vec<u32>,
}

/// Distance of each plan from the goal, if all plans were followed and some reach it; `None` if a
/// limit is reached first.
pub(super) fn distances<P: Clocked + Scripted>(
    puzzle: &P,
    futures: &Futures<P>,
    plans: &Plans<P::Command>,
    meter: &mut Meter,
) -> Option<Vec<u32>> {
    let numbers: FxHashMap<P::Command, Action> = plans.orders.iter().copied().zip(1..).collect();
    let count = plans.count();
    let mut least = vec![u32::MAX; count];
    let mut layer: Vec<Passed<P>> = vec![Passed { world: puzzle.begin(), changes: vec![0; count] }];
    let mut obeyed = Vec::new();
    // Effect of a plan's action in a world: the action itself if it is obeyed there, else a pass.
    let mut amounts = vec![PASS; plans.orders.len() + 1];
    let mut done = Vec::with_capacity(count);
    while !layer.is_empty() {
        let mut next: Vec<Passed<P>> = Vec::new();
        let mut places: FxHashMap<u128, usize> = FxHashMap::default();
        for Passed { world, changes } in &layer {
            if puzzle.is_decided(world) {
                lower(&mut least, changes.iter().copied());
                continue;
            }
            let at = puzzle.now(world);
            meter.evaluate().ok()?;
            meter.obeyed(puzzle, world, &mut obeyed);
            amounts.fill(PASS);
            for number in obeyed.iter().filter_map(|order| numbers.get(order)) {
                amounts[*number as usize] = *number;
            }
            done.clear();
            done.extend(plans.steps[at as usize].iter().map(|&action| amounts[action as usize]));
            for order in obeyed.iter().copied().map(Some).chain([None]) {
                if !meter.goes_on() {
                    return None;
                }
                let mut after = world.clone();
                meter.play(puzzle, &mut after, Timed { at, command: order }).ok()?;
                if !futures.leads_on(&after) {
                    continue;
                }
                // An order that no cue stands for is a change for every plan.
                let action =
                    order.map_or(PASS, |order| numbers.get(&order).copied().unwrap_or(Action::MAX));
                let changed = changes
                    .iter()
                    .zip(&done)
                    .map(|(so_far, &done)| so_far + u32::from(done != action));
                let place = *places.entry(puzzle.identity(&after)).or_insert(next.len());
                match next.get_mut(place) {
                    Some(met) => lower(&mut met.changes, changed),
                    None => next.push(Passed { world: after, changes: changed.collect() }),
                }
            }
            let held = layer.len() + next.len();
            meter.keep(
                held,
                futures.bytes() + held * (2 * size_of::<Passed<P>>() + count * size_of::<u32>()),
            );
        }
        layer = next;
    }
    Some(least)
}

fn lower(least: &mut [u32], others: impl Iterator<Item = u32>) {
    for (least, other) in least.iter_mut().zip(others) {
        *least = other.min(*least);
    }
}
