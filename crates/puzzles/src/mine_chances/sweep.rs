//! Counts the layouts of a component, group by group.
//!
//! A state says how many mines the numbers still want that some, but not all, of their groups have
//! been filled for. For every state and every number of mines so far, the sweep keeps the number of
//! ways to get there. How many states there are depends on the order of the groups, which is chosen
//! so that few numbers are half done at any time.

use rustc_hash::FxHashMap;

use super::count::{CHOICES, Count};
use super::frontier::Frontier;
use super::{GoesOn, TooMuch};

/// A number of ways for each number of mines, from the lowest.
#[derive(Debug, Clone)]
pub(super) struct ByMines<C> {
    pub(super) low: usize,
    pub(super) ways: Vec<C>,
}

impl<C: Count> ByMines<C> {
    /// Nothing but one way to have no mines.
    pub(super) fn unit() -> Self {
        ByMines { low: 0, ways: vec![C::one()] }
    }

    pub(super) fn none() -> Self {
        ByMines { low: 0, ways: Vec::new() }
    }

    /// The numbers of mines, each with its number of ways.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &C)> {
        self.ways.iter().enumerate().map(|(index, ways)| (self.low + index, ways))
    }

    /// The entry for a number of mines, which is made if it is missing.
    pub(super) fn entry(&mut self, mines: usize) -> &mut C {
        if self.ways.is_empty() {
            self.low = mines;
        }
        if mines < self.low {
            let missing = self.low - mines;
            self.ways.splice(0..0, std::iter::repeat_n(C::zero(), missing));
            self.low = mines;
        }
        let index = mines - self.low;
        if index >= self.ways.len() {
            self.ways.resize(index + 1, C::zero());
        }
        &mut self.ways[index]
    }
}

/// What the numbers in work still want, four bits each.
type Wants = u128;
const SLOTS: usize = 32;

/// A number that counts the group of a step.
#[derive(Debug)]
struct Share {
    /// Place among the numbers in work.
    shift: u32,
    /// What the number counts, if this group is its first.
    first: Option<u32>,
    /// Number of its cells that come later.
    later: u32,
}

/// One group of the order.
#[derive(Debug)]
struct Step {
    group: usize,
    size: usize,
    shares: Vec<Share>,
}

impl Step {
    /// The smallest and the largest number of mines that the group can hold, if any.
    fn range(&self, wants: Wants) -> Option<(u32, u32)> {
        let (mut least, mut most) = (0, self.size as u32);
        for share in &self.shares {
            let wanted = share.wanted(wants);
            most = most.min(wanted);
            least = least.max(wanted.saturating_sub(share.later));
        }
        (least <= most).then_some((least, most))
    }

    /// What is wanted once the group holds so many mines.
    fn after(&self, mut wants: Wants, mines: u32) -> Wants {
        for share in &self.shares {
            let left = share.wanted(wants) - mines;
            wants &= !(0xf << share.shift);
            wants |= Wants::from(left) << share.shift;
        }
        wants
    }
}

impl Share {
    fn wanted(&self, wants: Wants) -> u32 {
        self.first.unwrap_or((wants >> self.shift & 0xf) as u32)
    }
}

/// States after some groups, each with its ways.
struct Layer<C> {
    wants: Vec<Wants>,
    ways: Vec<ByMines<C>>,
    /// From this layer to the next: a state, the mines of the group, and the next state.
    moves: Vec<(u32, u32, u32)>,
}

impl<C> Layer<C> {
    fn empty() -> Self {
        Layer { wants: Vec::new(), ways: Vec::new(), moves: Vec::new() }
    }
}

/// A component whose layouts have been counted.
pub(super) struct Sweep<C> {
    steps: Vec<Step>,
    layers: Vec<Layer<C>>,
}

impl<C: Count> Sweep<C> {
    /// Counts the layouts of a component.
    pub(super) fn of(
        frontier: &Frontier,
        component: &[u32],
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Self, TooMuch> {
        let steps = steps(frontier, component)?;
        let start = Layer { wants: vec![0], ways: vec![ByMines::unit()], moves: Vec::new() };
        let mut layers = vec![start];
        for step in &steps {
            let mut next: Layer<C> = Layer::empty();
            let mut known: FxHashMap<Wants, u32> = FxHashMap::default();
            let layer = layers.last_mut().expect("there is a first layer");
            for (from, (&wants, ways)) in layer.wants.iter().zip(&layer.ways).enumerate() {
                let Some((least, most)) = step.range(wants) else { continue };
                for mines in least..=most {
                    if !goes_on(ways.ways.len() as u64) {
                        return Err(TooMuch);
                    }
                    let after = step.after(wants, mines);
                    let to = *known.entry(after).or_insert_with(|| {
                        next.wants.push(after);
                        next.ways.push(ByMines::none());
                        next.wants.len() as u32 - 1
                    });
                    layer.moves.push((from as u32, mines, to));
                    let choices = CHOICES[step.size][mines as usize];
                    for (before, ways) in ways.iter() {
                        let entry = next.ways[to as usize].entry(before + mines as usize);
                        entry.add_multiple(ways, choices);
                    }
                }
            }
            layers.push(next);
        }
        Ok(Sweep { steps, layers })
    }

    /// The number of layouts for each number of mines.
    pub(super) fn layouts(&self) -> ByMines<C> {
        let last = self.layers.last().expect("there is a first layer");
        last.ways.first().cloned().unwrap_or_else(ByMines::none)
    }

    /// Calls `each` with every group and the number of layouts of the whole board that have a mine
    /// in a certain cell of it; `rest` has the layouts of the rest of the board for each number of
    /// mines in this component.
    pub(super) fn mined(&self, rest: &ByMines<C>, mut each: impl FnMut(usize, C)) {
        let mut onward = vec![rest.clone()];
        for (step, layer) in self.steps.iter().zip(&self.layers).rev() {
            let mut mined = C::zero();
            let mut back: Vec<ByMines<C>> = (layer.ways.iter())
                .map(|ways| ByMines { low: ways.low, ways: vec![C::zero(); ways.ways.len()] })
                .collect();
            for &(from, mines, to) in &layer.moves {
                // States from which no way leads on have no entry in the last layer.
                let Some(onward) = onward.get(to as usize) else { continue };
                let choices = CHOICES[step.size][mines as usize];
                // Of the layouts of the group, those with a mine in one certain cell.
                let here = mines.checked_sub(1).map(|m| CHOICES[step.size - 1][m as usize]);
                let back = &mut back[from as usize];
                for (index, ways) in layer.ways[from as usize].ways.iter().enumerate() {
                    let total = back.low + index + mines as usize;
                    let Some(on) = total.checked_sub(onward.low).and_then(|i| onward.ways.get(i))
                    else {
                        continue;
                    };
                    if on.is_zero() || ways.is_zero() {
                        continue;
                    }
                    back.ways[index].add_multiple(on, choices);
                    if let Some(here) = here {
                        let mut part = C::zero();
                        part.add_multiple(ways, here);
                        mined.add_product(&part, on);
                    }
                }
            }
            each(step.group, mined);
            onward = back;
        }
    }
}

/// The steps of the order that keeps the fewest numbers half done, of several that begin at
/// different groups.
fn steps(frontier: &Frontier, component: &[u32]) -> Result<Vec<Step>, TooMuch> {
    const STARTS: usize = 6;
    let counted = frontier.groups_by_number();
    let last = component.len() - 1;
    let starts =
        (0..STARTS.min(component.len())).map(|start| component[start * last / STARTS.max(2)]);
    let orders = starts.chain([component[last]]).map(|start| ordered(frontier, &counted, start));
    let best = orders.min_by(|(_, one), (_, other)| one.total_cmp(other));
    let (order, _) = best.expect("a component has a group");
    let mut left: Vec<u32> = (counted.iter())
        .map(|groups| groups.iter().map(|&group| frontier.groups[group as usize].size as u32).sum())
        .collect();
    let mut slots: Vec<Option<usize>> = vec![None; counted.len()];
    let mut taken = [false; SLOTS];
    let mut steps = Vec::with_capacity(order.len());
    for group in order {
        let size = frontier.groups[group].size;
        let mut shares = Vec::new();
        for &number in &frontier.groups[group].numbers {
            let number = number as usize;
            let is_first = slots[number].is_none();
            if is_first {
                let free = taken.iter().position(|taken| !taken).ok_or(TooMuch)?;
                taken[free] = true;
                slots[number] = Some(free);
            }
            left[number] -= size as u32;
            let shift = 4 * slots[number].expect("a number in work has a place") as u32;
            let first = is_first.then_some(frontier.wanted[number]);
            shares.push(Share { shift, first, later: left[number] });
        }
        // A place is free only after the step, because a step has all its numbers at once.
        for &number in &frontier.groups[group].numbers {
            if left[number as usize] == 0 {
                taken[slots[number as usize].expect("it was in work")] = false;
            }
        }
        steps.push(Step { group, size, shares });
    }
    Ok(steps)
}

/// The groups of a component from a start, and the cost of this order: each next group begins as
/// few numbers and ends as many as possible.
fn ordered(frontier: &Frontier, counted: &[Vec<u32>], start: u32) -> (Vec<usize>, f64) {
    let mut left: Vec<usize> = counted.iter().map(Vec::len).collect();
    let mut begun = vec![false; counted.len()];
    let mut placed = vec![false; frontier.groups.len()];
    let mut waiting: Vec<usize> = vec![start as usize];
    let mut is_waiting = vec![false; frontier.groups.len()];
    is_waiting[start as usize] = true;
    let (mut order, mut cost, mut width) = (Vec::new(), 0.0, 0_i32);
    while !waiting.is_empty() {
        let change = |group: usize| {
            let numbers = frontier.groups[group].numbers.iter().map(|&number| number as usize);
            let of = |number: usize| i32::from(!begun[number]) - i32::from(left[number] == 1);
            numbers.map(of).sum::<i32>()
        };
        // Of equals, the one that has waited longest keeps the sweep going in one direction.
        let next = (0..waiting.len()).min_by_key(|&at| (change(waiting[at]), at));
        let group = waiting.remove(next.expect("some group is waiting"));
        width += change(group);
        cost += 3_f64.powi(width);
        placed[group] = true;
        order.push(group);
        for &number in &frontier.groups[group].numbers {
            let number = number as usize;
            begun[number] = true;
            left[number] -= 1;
            for &other in &counted[number] {
                let other = other as usize;
                if !placed[other] && !std::mem::replace(&mut is_waiting[other], true) {
                    waiting.push(other);
                }
            }
        }
    }
    (order, cost)
}
