//! A level as a formula: can enough lemmings be saved before the time is up?
//!
//! The formula is the reference rules, followed for all orders at once (bounded model checking, A.
//! Biere et al. 1999). For each time step and lemming it has a literal for each exact condition
//! that the lemming can be in, and one for each partition that can have changed. A lemming in one
//! condition is updated by `rules.rs` itself, alone on a small piece of ground, once for each
//! answer to what the rules ask for and is not certain there. What lemmings do to each other passes
//! through these alone: partitions change at once, blocked cells count from the beginning of the
//! step (R5). Orders are demanded to be legal, since others are passes, and a nuke is offered where
//! it may save a lemming. Under Cormode's rules each lemming can be given an order in each time
//! step (R17).
//!
//! Size: conditions that are possible at all, times time steps; small for short times and few
//! types.

mod gates;
#[cfg(test)]
mod tests;

use std::cell::Cell as Slot;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::level::{Cell, Command, Kind, Level, RuleSet, Skill};
use super::rules::{self, Fact, Lemming, State};
use super::{Move, text};
use crate::dimacs;
use gates::{FALSE, GateLiteral, Gates, TRUE};

/// Largest formula that is written, in clauses.
const MOST_CLAUSES: usize = 1_000_000;
/// Most updates by the rules, and looked up, to make it.
const MOST_UPDATES: usize = 1_000_000;

/// Writes a level as a formula, with the orders as remarks, or says why it would be too large.
pub(super) fn cnf(level: &Level) -> Result<String, String> {
    let Formula { gates, orders } = Formula::of(level)?;
    let remark = |(variable, order): &(GateLiteral, Move)| {
        format!("variable {variable}: the order {}", text::show_move(level, order))
    };
    let head = "satisfied if enough lemmings can be saved in time; other variables follow";
    let remarks = [head.to_owned()].into_iter().chain(orders.iter().map(remark));
    let remarks: Vec<String> = remarks.collect();
    Ok(dimacs::cnf(gates.variables(), gates.clauses(), &remarks))
}

/// A level as a formula.
struct Formula {
    gates: Gates,
    /// The orders that can be given, by their variables.
    orders: Vec<(GateLiteral, Move)>,
}

impl Formula {
    /// Translates a level, or says why its formula would be too large.
    fn of(level: &Level) -> Result<Self, String> {
        let mut unrolled = Unrolled::new(level);
        for time in 0..level.time_limit {
            unrolled.order(time);
            unrolled.update().map_err(|limit| {
                format!(
                    "its formula is too large: {limit} in time step {time} of {}; expected a \
                    level with a shorter time limit, fewer lemmings or fewer types",
                    level.time_limit
                )
            })?;
            unrolled.enter(time);
        }
        unrolled.demand_the_target().map_err(|limit| {
            format!("its formula is too large: {limit}; expected a level with fewer lemmings")
        })?;
        Ok(Formula { gates: unrolled.gates, orders: unrolled.orders })
    }
}

/// A lemming that can be in the environment: the conditions it can be in, with their literals, of
/// which at most one holds.
struct Possible {
    number: u16,
    conditions: Vec<(Lemming, GateLiteral)>,
}

/// The conditions after a part of a time step, with the ways to each, in the order of discovery.
#[derive(Default)]
struct Reached {
    ways: Vec<(Lemming, Vec<GateLiteral>)>,
    places: FxHashMap<Lemming, usize>,
}

impl Reached {
    /// Adds a way to a condition, unless it is impossible.
    fn add(&mut self, lemming: Lemming, way: GateLiteral) {
        if way == FALSE {
            return;
        }
        let place = *self.places.entry(lemming.clone()).or_insert(self.ways.len());
        match self.ways.get_mut(place) {
            Some((_, ways)) => ways.push(way),
            None => self.ways.push((lemming, vec![way])),
        }
    }

    /// Makes one literal of the ways to each condition.
    fn joined(self, gates: &mut Gates) -> Vec<(Lemming, GateLiteral)> {
        self.ways.into_iter().map(|(lemming, ways)| (lemming, gates.any(ways))).collect()
    }
}

/// What an update comes to: the lemming, unless it has left, whether it was saved, and the
/// partitions that it has changed, with their new being.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Updated {
    lemming: Option<Lemming>,
    is_saved: bool,
    changed: Vec<(Fact, bool)>,
}

/// Ways that an update may go, each with the facts it depends on.
type Ways = Vec<(Updated, Vec<(Fact, bool)>)>;

/// What an update depends on: the lemming, which counts as number 0, and the facts around it that
/// are certain and those that are not.
type Surrounded = (Lemming, Vec<Fact>, Vec<Fact>);

/// The game up to a time step, for all orders.
struct Unrolled<'a> {
    level: &'a Level,
    /// A state without lemmings and partitions.
    empty: State,
    gates: Gates,
    orders: Vec<(GateLiteral, Move)>,
    /// Whether an order of each type was given, in each time step.
    spent: [Vec<GateLiteral>; 8],
    nukes: Vec<GateLiteral>,
    lemmings: Vec<Possible>,
    /// Partitions that exist now, those that never do left out.
    partitions: FxHashMap<Fact, GateLiteral>,
    /// The ways in which each lemming has been saved so far.
    saved: BTreeMap<u16, Vec<GateLiteral>>,
    /// Updates that were worked out before, and how often one was worked out or looked up.
    known_ways: FxHashMap<Surrounded, Rc<Ways>>,
    updates: usize,
}

impl<'a> Unrolled<'a> {
    fn new(level: &'a Level) -> Self {
        let platforms = level.platforms.iter().map(|&cell| (Fact::Platform(cell), TRUE));
        let walls = level.walls.iter().map(|&cell| (Fact::Wall(cell), TRUE));
        let nothing = BTreeSet::new;
        Unrolled {
            level,
            empty: State { platforms: nothing(), walls: nothing(), ..rules::start(level) },
            gates: Gates::new(),
            orders: Vec::new(),
            spent: Default::default(),
            nukes: Vec::new(),
            lemmings: Vec::new(),
            partitions: platforms.chain(walls).collect(),
            saved: BTreeMap::new(),
            known_ways: FxHashMap::default(),
            updates: 0,
        }
    }

    /// R5 (a): at most one order in each time step, or one to each lemming (R17); legal, and no
    /// more than there are.
    fn order(&mut self, time: u32) {
        let mut given = Vec::new();
        let nuke = match self.may_save_by_nuke(time) {
            true => self.offer(time, Command::Nuke),
            false => FALSE,
        };
        given.push(nuke);
        self.nukes.extend((nuke != FALSE).then_some(nuke));
        let mut spent: [Vec<GateLiteral>; 8] = Default::default();
        for one in std::mem::take(&mut self.lemmings) {
            let told = self.tell(time, one, nuke, &mut spent);
            match self.level.rules {
                RuleSet::Full | RuleSet::Alpha => given.extend(told),
                RuleSet::Cormode => self.at_most(1, told),
            }
        }
        self.at_most(1, given);
        for (all, now) in self.spent.iter_mut().zip(spent) {
            all.extend(now);
        }
    }

    /// Offers a lemming each type, or none, and returns the orders to it.
    fn tell(
        &mut self,
        time: u32,
        mut one: Possible,
        nuke: GateLiteral,
        spent: &mut [Vec<GateLiteral>; 8],
    ) -> Vec<GateLiteral> {
        let mut next = Reached::default();
        let mut told = Vec::new();
        for skill in Skill::ALL.into_iter().filter(|&skill| self.level.allows(skill)) {
            let mut order = FALSE;
            let mut legal = Vec::new();
            for (lemming, is) in &one.conditions {
                let under = self.fact(Fact::Platform(lemming.cell));
                for on_platform in [false, true] {
                    let ground = if on_platform { under } else { -under };
                    let stands = self.gates.all([*is, ground]);
                    let mut state = self.alone(lemming, on_platform);
                    if stands == FALSE || !rules::is_legal(self.level, &state, one.number, skill) {
                        continue;
                    }
                    if order == FALSE {
                        order = self.offer(time, Command::Assign(one.number, skill));
                    }
                    rules::assign_alone(self.level, &mut state, one.number, skill);
                    let way = self.gates.all([stands, order]);
                    next.add(state.lemmings.remove(0), way);
                    legal.push(stands);
                }
            }
            if order != FALSE {
                self.gates.demand([-order].into_iter().chain(legal));
                spent[skill as usize].push(order);
                told.push(order);
            }
        }
        for (lemming, is) in one.conditions {
            let mut state = self.alone(&lemming, false);
            rules::nuke_alone(self.level, &mut state);
            let nuked = self.gates.all([is, nuke]);
            next.add(state.lemmings.remove(0), nuked);
            let left = self.gates.all(told.iter().map(|&order| -order).chain([is, -nuke]));
            next.add(lemming, left);
        }
        one.conditions = next.joined(&mut self.gates);
        self.lemmings.push(one);
        told
    }

    /// Whether a nuke in this time step may save a lemming: by an explosion, or by keeping out one
    /// that would fall on a blocker and hide it. That is two steps after its entry at the soonest,
    /// and a lemming that the blocker turns around then is saved in the next step at the soonest.
    /// It explodes in the fifth step, so the entry must be due now or in the next step.
    fn may_save_by_nuke(&self, time: u32) -> bool {
        if self.level.rules == RuleSet::Cormode {
            return false;
        }
        let keeps_out = self.level.allows(Skill::Blocker)
            && [time, time + 1].iter().any(|&time| self.newcomer(time).is_some());
        let explodes = |lemming: &Lemming| rules::may_be_saved_by_nuke(self.level, lemming);
        let mut conditions = self.lemmings.iter().flat_map(|one| &one.conditions);
        !self.lemmings.is_empty() && (keeps_out || conditions.any(|(lemming, _)| explodes(lemming)))
    }

    /// Makes a variable for an order.
    fn offer(&mut self, time: u32, command: Command) -> GateLiteral {
        let turn = match command {
            Command::Assign(number, _) if self.level.rules == RuleSet::Cormode => number,
            _ => 0,
        };
        let order = self.gates.variable();
        let at = time * self.level.turns() + u32::from(turn);
        self.orders.push((order, Move { at, command: Some(command) }));
        order
    }

    /// Demands that no more than so many of these hold.
    fn at_most(&mut self, most: usize, parts: Vec<GateLiteral>) {
        if parts.len() > most {
            let more = self.gates.at_least(most + 1, parts);
            self.gates.demand([-more]);
        }
    }

    fn fact(&self, fact: Fact) -> GateLiteral {
        self.partitions.get(&fact).copied().unwrap_or(FALSE)
    }

    /// R5 (b) and (c). The error is the limit that is passed.
    fn update(&mut self) -> Result<(), String> {
        let blocked = self.blocked_cells();
        for place in 0..self.lemmings.len() {
            let conditions = std::mem::take(&mut self.lemmings[place].conditions);
            let mut next = Reached::default();
            let mut changes: Vec<(Fact, bool, GateLiteral)> = Vec::new();
            let mut saved = Vec::new();
            for (lemming, is) in conditions {
                let known: FxHashMap<Fact, GateLiteral> = around(lemming.cell)
                    .map(|fact| (fact, blocked.get(&fact).copied().unwrap_or(self.fact(fact))))
                    .collect();
                for (updated, depends) in self.ways(&lemming, &known)?.iter() {
                    let facts = depends
                        .iter()
                        .map(|&(fact, holds)| if holds { known[&fact] } else { -known[&fact] });
                    let way = self.gates.all([is].into_iter().chain(facts));
                    if way == FALSE {
                        continue;
                    }
                    saved.extend(updated.is_saved.then_some(way));
                    changes.extend(updated.changed.iter().map(|&(fact, now)| (fact, now, way)));
                    if let Some(after) = &updated.lemming {
                        next.add(Lemming { number: lemming.number, ..after.clone() }, way);
                    }
                }
            }
            self.saved.entry(self.lemmings[place].number).or_default().extend(saved);
            self.change(&changes);
            self.lemmings[place].conditions = next.joined(&mut self.gates);
        }
        self.lemmings.retain(|one| !one.conditions.is_empty());
        match self.gates.clauses().len() {
            ..=MOST_CLAUSES => Ok(()),
            _ => Err(format!("more than {MOST_CLAUSES} clauses")),
        }
    }

    /// R8: the cells with a blocker that no other lemming hides.
    fn blocked_cells(&mut self) -> FxHashMap<Fact, GateLiteral> {
        let mut ways: FxHashMap<Fact, Vec<GateLiteral>> = FxHashMap::default();
        for (place, one) in self.lemmings.iter().enumerate() {
            let blockers =
                one.conditions.iter().filter(|(blocker, _)| blocker.kind == Kind::Blocker);
            for (blocker, is) in blockers {
                let others = self.lemmings.iter().enumerate().filter(|(other, _)| *other != place);
                let hides = |other: &Lemming| other.cell == blocker.cell && other.fell;
                let hiding = others
                    .flat_map(|(_, other)| &other.conditions)
                    .filter_map(|(other, is)| hides(other).then_some(-is));
                let blocks = self.gates.all([*is].into_iter().chain(hiding));
                ways.entry(Fact::Blocked(blocker.cell)).or_default().push(blocks);
            }
        }
        let mut ways: Vec<_> = ways.into_iter().collect();
        ways.sort_unstable();
        ways.into_iter().map(|(fact, ways)| (fact, self.gates.any(ways))).collect()
    }

    /// Changes partitions in the cases given.
    fn change(&mut self, changes: &[(Fact, bool, GateLiteral)]) {
        let facts: BTreeSet<Fact> = changes.iter().map(|&(fact, ..)| fact).collect();
        for fact in facts {
            let when = |now: bool| {
                let these =
                    changes.iter().filter(move |change| (change.0, change.1) == (fact, now));
                these.map(|&(.., when)| when)
            };
            let made = self.gates.any([self.fact(fact)].into_iter().chain(when(true)));
            let now = self.gates.all([made].into_iter().chain(when(false).map(|when| -when)));
            self.partitions.insert(fact, now);
        }
    }

    /// Returns the ways that the update of a lemming may go, depending on what is around it. The
    /// error is the limit that is passed.
    fn ways(
        &mut self,
        lemming: &Lemming,
        known: &FxHashMap<Fact, GateLiteral>,
    ) -> Result<Rc<Ways>, String> {
        let those = |keep: fn(GateLiteral) -> bool| {
            let facts = known.iter().filter(|&(_, &literal)| keep(literal));
            let mut facts: Vec<Fact> = facts.map(|(&fact, _)| fact).collect();
            facts.sort_unstable();
            facts
        };
        let certain = those(|literal| literal == TRUE);
        let uncertain = those(|literal| literal.abs() != TRUE);
        let surrounded = (Lemming { number: 0, ..lemming.clone() }, certain, uncertain);
        self.updates += 1;
        if self.updates > MOST_UPDATES {
            return Err(format!("more than {MOST_UPDATES} cases to be told apart"));
        }
        if let Some(ways) = self.known_ways.get(&surrounded) {
            return Ok(Rc::clone(ways));
        }
        let ways = Rc::new(self.split(&surrounded, &mut Vec::new()));
        self.known_ways.insert(surrounded, Rc::clone(&ways));
        Ok(ways)
    }

    /// Follows both values of the first uncertain fact that the update asks for, then of the next,
    /// and leaves out those that make no difference.
    fn split(&mut self, surrounded: &Surrounded, decided: &mut Vec<(Fact, bool)>) -> Ways {
        let (updated, open) = self.updated(surrounded, decided);
        let Some(fact) = open else { return vec![(updated, Vec::new())] };
        let [mut without, with] = [false, true].map(|holds| {
            decided.push((fact, holds));
            let ways = self.split(surrounded, decided);
            decided.pop();
            ways
        });
        if without == with {
            return without;
        }
        without.iter_mut().for_each(|(_, depends)| depends.push((fact, false)));
        without.extend(with.into_iter().map(|(updated, mut depends)| {
            depends.push((fact, true));
            (updated, depends)
        }));
        without
    }

    /// Updates a lemming by the rules; returns also the first fact that they ask for and that is
    /// not decided. All of those are there at first: what nothing depends on may still be
    /// destroyed.
    fn updated(
        &mut self,
        (lemming, certain, uncertain): &Surrounded,
        decided: &[(Fact, bool)],
    ) -> (Updated, Option<Fact>) {
        self.updates += 1;
        let mut state = self.alone(lemming, false);
        state.lemmings.clear();
        let mut blocked = BTreeSet::new();
        let is_absent = |fact: &&Fact| decided.contains(&(**fact, false));
        for &fact in certain.iter().chain(uncertain).filter(|fact| !is_absent(fact)) {
            match fact {
                Fact::Platform(cell) => state.platforms.insert(cell),
                Fact::Wall(cell) => state.walls.insert(cell),
                Fact::Blocked(cell) => blocked.insert(cell),
            };
        }
        let (platforms, walls) = (state.platforms.clone(), state.walls.clone());
        let open = Slot::new(None);
        let is_open = |fact: &Fact| {
            uncertain.contains(fact) && decided.iter().all(|(decided, _)| decided != fact)
        };
        let asked = |fact: Fact| open.set(open.get().or(Some(fact).filter(is_open)));
        let lemming =
            rules::update_alone(self.level, &mut state, lemming.clone(), &blocked, &asked);
        let differing =
            |before: &BTreeSet<Cell>, after: &BTreeSet<Cell>, fact: fn(Cell) -> Fact| {
                let differ = before.symmetric_difference(after);
                differ.map(|cell| (fact(*cell), after.contains(cell))).collect::<Vec<_>>()
            };
        let mut changed = differing(&platforms, &state.platforms, Fact::Platform);
        changed.extend(differing(&walls, &state.walls, Fact::Wall));
        (Updated { lemming, is_saved: state.saved > 0, changed }, open.get())
    }

    /// R5 (d): the next lemming enters, unless there was a nuke.
    fn enter(&mut self, time: u32) {
        if let Some(number) = self.newcomer(time) {
            let enters = self.gates.all(self.nukes.iter().map(|nuke| -nuke));
            let conditions = vec![(rules::newcomer(self.level, number), enters)];
            self.lemmings.push(Possible { number, conditions });
        }
    }

    /// R3: the lemming that enters in a time step.
    fn newcomer(&self, time: u32) -> Option<u16> {
        let number = u16::try_from(time / self.level.frequency).ok()?;
        let is_due = time.is_multiple_of(self.level.frequency);
        (is_due && number < self.level.lemmings).then_some(number)
    }

    /// Returns a state with one lemming on nothing, or on a platform, in its turn.
    fn alone(&self, lemming: &Lemming, on_platform: bool) -> State {
        let platforms = on_platform.then_some(lemming.cell).into_iter().collect();
        let turn = lemming.number;
        State { turn, lemmings: vec![lemming.clone()], platforms, ..self.empty.clone() }
    }

    /// R14, and the quantities of R4 and R13. The error is the limit that is passed.
    fn demand_the_target(&mut self) -> Result<(), String> {
        // Two gates of three clauses for each part and each number up to the largest that matters.
        let spent = self.spent.iter().zip(self.level.quantities);
        let scarce = spent.filter(|(orders, most)| orders.len() > usize::from(*most));
        let counted = scarce.map(|(orders, most)| orders.len() * (usize::from(most) + 1));
        let counted = counted.sum::<usize>() + self.saved.len() * usize::from(self.level.target);
        if self.gates.clauses().len() + 6 * counted > MOST_CLAUSES {
            return Err(format!("more than {MOST_CLAUSES} clauses"));
        }
        for (skill, spent) in std::mem::take(&mut self.spent).into_iter().enumerate() {
            self.at_most(self.level.quantities[skill].into(), spent);
        }
        let nukes = std::mem::take(&mut self.nukes);
        self.at_most(1, nukes);
        let saved = std::mem::take(&mut self.saved).into_values();
        let saved: Vec<GateLiteral> = saved.map(|ways| self.gates.any(ways)).collect();
        let enough = self.gates.at_least(self.level.target.into(), saved);
        self.gates.demand([enough]);
        Ok(())
    }
}

/// What the update of a lemming in a cell may ask for or destroy.
fn around(cell: Cell) -> impl Iterator<Item = Fact> {
    let cells = (-2..=1).flat_map(move |right| (-2..=1).map(move |down| cell.by(right, down)));
    cells.flat_map(|cell| [Fact::Platform(cell), Fact::Wall(cell), Fact::Blocked(cell)])
}
