//! Levels with climbers and floaters only, in polynomial time. No lemming concerns another there,
//! so each is followed alone (`world/alone.rs`): which orders save it, and when they can be given.
//! Then lemmings are matched with time steps, one order in each (`slots.rs`), those that need the
//! fewest orders first. Cormode (2004) states that such levels are in P where many orders can be
//! given at once; the matching is ours. Under his rules each lemming has time steps of its own.
//!
//! Where all that need an order need the same type, the matching is as large as it can be, and when
//! it is too small there is no solution. Elsewhere, a level for which even the types do not suffice
//! is proved to have none; if only the time steps are too few, the method may give up. The nuke is
//! never used; where a lemming may die on the platform of an exit, from which an explosion could
//! save it, nothing is proved. Time O(e t^3) for e entrances and t time steps; memory O(e t^2).

use quarry_core::{
    Card, Clockwork, Found, Guided, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch,
    Search, SettingError, SliceEnd, Tables,
};

use super::level::{RuleSet, Skill};
use super::slots::TimeSlots;
use super::world::{Escape, OrderWindow, Walks};
use super::{Command, Lemmings, Move};

/// The types that the method knows.
const KNOWN: [Skill; 2] = [Skill::Climber, Skill::Floater];

/// Matches lemmings with time steps.
pub(super) struct OrderMatching;

impl OwnSolver<Lemmings> for OrderMatching {
    const CARD: Card = Card {
        name: "matching",
        summary: "Follows each lemming alone and matches orders with time steps; for levels with climbers and floaters only.",
        complete: "yes with one type; with both, it may give up where time steps are scarce",
        optimal: "no; any goal, or the proof that there is none",
        time: "O(e t^3), e entrances and t time steps",
        memory: "O(e t^2)",
        rank: 0,
        alias: None,
    };
    type Settings = NoSettings;
    const JOINS: bool = false;

    fn check(puzzle: &Lemmings, _: &NoSettings) -> Result<(), SettingError> {
        match Skill::ALL
            .into_iter()
            .find(|skill| puzzle.level.allows(*skill) && !KNOWN.contains(skill))
        {
            None => Ok(()),
            Some(other) => Err(SettingError::OtherInstance(format!(
                "it works on levels whose only types are climber and floater, and this one has \
                 {}s; choose exact-reach or portfolio",
                other.name()
            ))),
        }
    }

    fn turn(_: &Lemmings) -> Option<u64> {
        None
    }

    fn begin<'p>(
        puzzle: &'p Lemmings,
        _: &NoSettings,
        _: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Lemmings> {
        let walks = puzzle.level.entrances.iter();
        Box::new(OrderMatchingSearch {
            puzzle,
            walks: walks.map(|&cell| Walks::new(&puzzle.level, &puzzle.ground, cell)).collect(),
            escapes: vec![Vec::new(); puzzle.level.entrances.len()],
            best: Incumbent::default(),
            proved: None,
        })
    }
}

struct OrderMatchingSearch<'p> {
    puzzle: &'p Lemmings,
    /// What lemmings can do, for each entrance, and how they are saved.
    walks: Vec<Walks>,
    escapes: Vec<Vec<Escape>>,
    best: Incumbent<Vec<Move>>,
    /// Why there is no solution, once that is proved.
    proved: Option<String>,
}

/// The orders that save a lemming, with the windows in which each can be given.
struct Way {
    climber: Vec<OrderWindow>,
    floater: Vec<OrderWindow>,
}

impl Way {
    fn needs(&self) -> [bool; 2] {
        [!self.climber.is_empty(), !self.floater.is_empty()]
    }

    fn orders(&self) -> usize {
        self.needs().into_iter().filter(|&needed| needed).count()
    }
}

impl OrderMatchingSearch<'_> {
    /// The ways to save a lemming, those with the fewest orders first; windows of a single order
    /// are one way.
    fn ways(&self, number: u16) -> Vec<Way> {
        let level = self.puzzle.level();
        let first = u32::from(number) * level.frequency + 1;
        let moved = |window: OrderWindow| OrderWindow {
            first: window.first + first,
            last: window.last + first,
        };
        let [mut climbs, mut floats] = [Vec::new(), Vec::new()];
        let (mut free, mut both) = (false, Vec::new());
        let entrance = usize::from(number) % level.entrances.len();
        let in_time = |escape: &&Escape| first + escape.saved_in < level.time_limit;
        for escape in self.escapes[entrance].iter().filter(in_time) {
            match (escape.climber.map(moved), escape.floater.map(moved)) {
                (None, None) => free = true,
                (Some(climber), None) => climbs.push(climber),
                (None, Some(floater)) => floats.push(floater),
                (Some(climber), Some(floater)) => {
                    both.push(Way { climber: vec![climber], floater: vec![floater] });
                }
            }
        }
        if free {
            return vec![Way { climber: Vec::new(), floater: Vec::new() }];
        }
        let single = [
            Way { climber: climbs, floater: Vec::new() },
            Way { climber: Vec::new(), floater: floats },
        ];
        single.into_iter().filter(|way| way.orders() > 0).chain(both).collect()
    }

    /// Matches lemmings with time steps once all walks are known.
    fn decide(&mut self, meter: &mut Meter) -> SliceEnd {
        let level = self.puzzle.level();
        let mut lemmings: Vec<(u16, Vec<Way>)> = (0..level.lemmings)
            .map(|number| (number, self.ways(number)))
            .filter(|(_, ways)| !ways.is_empty())
            .collect();
        lemmings.sort_by_key(|(_, ways)| (ways[0].orders(), ways.len()));
        let mut left = KNOWN.map(|skill| level.quantities[skill as usize]);
        let most = most_by_types(&lemmings, left);
        // The orders of all lemmings share the time steps, unless each lemming has its turns.
        let turns = level.turns() as usize;
        let mut slots: Vec<TimeSlots> =
            (0..turns).map(|_| TimeSlots::new(level.time_limit)).collect();
        let mut given: Vec<(usize, u16, Skill)> = Vec::new();
        let mut saved = 0;
        for (number, ways) in &lemmings {
            if saved == usize::from(level.target) {
                break;
            }
            let turn = usize::from(*number) % turns;
            let orders = place(ways, &mut left, &mut slots[turn], meter);
            if !meter.goes_on() {
                return SliceEnd::Working;
            }
            if let Some(orders) = orders {
                saved += 1;
                given.extend(orders.into_iter().map(|(order, skill)| (order, *number, skill)));
            }
        }
        let mut line: Vec<Move> =
            (0..self.puzzle.horizon()).map(|at| Move { at, command: None }).collect();
        for (order, number, skill) in given {
            let turn = usize::from(number) % turns;
            let step = slots[turn].of(order).expect("a placed order keeps a time step");
            line[step as usize * turns + turn].command = Some(Command::Assign(number, skill));
        }
        self.offer(line, meter);
        if self.best.bar().is_some() {
            return SliceEnd::Exhausted;
        }
        // The matching is as large as it can be if all orders are of one type.
        let is_largest = [[true, false], [false, true]].into_iter().any(|kind| {
            let alike = |way: &Way| way.orders() == 0 || way.needs() == kind;
            lemmings.iter().all(|(_, ways)| ways.iter().all(alike))
        });
        let is_refuted = most < usize::from(level.target) || is_largest;
        let nuke_may_save =
            level.rules != RuleSet::Cormode && self.walks.iter().any(|walks| walks.dies_at_exit);
        if is_refuted && !nuke_may_save {
            self.proved = Some(format!(
                "Each lemming was followed alone, and only {} can be saved, not {}.",
                if is_largest { saved } else { most },
                level.target
            ));
            return SliceEnd::Proved;
        }
        SliceEnd::Exhausted
    }

    /// Plays the orders and offers the game, up to where the goal is decided.
    fn offer(&mut self, mut line: Vec<Move>, meter: &mut Meter) {
        let puzzle = self.puzzle;
        let (mut world, mut score, mut played) = (puzzle.begin(), 0, 0);
        while !puzzle.is_decided(&world) {
            score += puzzle.tick(&mut world, line[played].command);
            played += 1;
        }
        line.truncate(played);
        meter.finished_by(played);
        let solved = Clockwork::is_solved(puzzle, &world);
        self.best.offer(meter, solved, score + puzzle.terminal_score(&world), || line);
    }
}

/// Places the orders of the first way for which there are types and time steps.
fn place(
    ways: &[Way],
    left: &mut [u16; 2],
    slots: &mut TimeSlots,
    meter: &mut Meter,
) -> Option<Vec<(usize, Skill)>> {
    // Of two ways with one order each, that of the type of which more is left.
    let mut by_types: Vec<&Way> = ways.iter().collect();
    let stock = |way: &Way| {
        let [climbs, floats] = way.needs();
        if climbs && !floats { left[0] } else { left[1] }
    };
    by_types.sort_by_key(|way| (way.orders(), std::cmp::Reverse(stock(way))));
    for way in by_types {
        let needs = way.needs();
        if needs.iter().zip(&*left).any(|(&needed, &left)| needed && left == 0) {
            continue;
        }
        let mut placed: Vec<(usize, Skill)> = Vec::new();
        for (skill, windows) in KNOWN.into_iter().zip([&way.climber, &way.floater]) {
            if !windows.is_empty()
                && let Some(order) = slots.add(windows.clone(), meter)
            {
                placed.push((order, skill));
            }
        }
        if placed.len() == way.orders() {
            needs.iter().zip(left).for_each(|(&needed, left)| *left -= u16::from(needed));
            return Some(placed);
        }
        placed.into_iter().for_each(|(order, _)| slots.remove(order));
    }
    None
}

/// Most lemmings for which the types suffice, if every time step could hold any number of orders.
fn most_by_types(lemmings: &[(u16, Vec<Way>)], left: [u16; 2]) -> usize {
    let [mut free, mut climb, mut float, mut either, mut both] = [0; 5];
    for (_, ways) in lemmings {
        let has = |needs| ways.iter().any(|way| way.needs() == needs);
        match (has([false, false]), has([true, false]), has([false, true])) {
            (true, ..) => free += 1,
            (_, true, true) => either += 1,
            (_, true, false) => climb += 1,
            (_, false, true) => float += 1,
            (_, false, false) => both += 1,
        }
    }
    let [climbers, floaters] = left.map(usize::from);
    let splits = (0..=either).map(|climbing| {
        let (by_climbers, by_floaters) =
            (climbers.min(climb + climbing), floaters.min(float + either - climbing));
        let rest = (climbers - by_climbers).min(floaters - by_floaters);
        free + by_climbers + by_floaters + rest.min(both)
    });
    splits.max().unwrap_or(0)
}

impl Search for OrderMatchingSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            let Some(place) = self.walks.iter().position(|walks| !walks.are_over()) else {
                return self.decide(meter);
            };
            match self.walks[place].follow(&self.puzzle.ground, meter) {
                Ok(escape) => self.escapes[place].extend(escape),
                Err(quarry_core::Refused) => return SliceEnd::Working,
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.proved.clone()
    }

    fn inside(&self) -> Inside {
        let escapes = self.escapes.iter().map(Vec::len).sum::<usize>();
        Inside::of([("ways to be saved", escapes as f64)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::Params;
    use crate::clockwork::lemmings::every_plan::can_be_solved;
    use quarry_core::{Generate, NoTables, Puzzle, drive};

    fn small_level(seed: u64, rules: &'static str, quantities: [u16; 2]) -> Lemmings {
        let params = Params {
            rules,
            width: 7,
            height: 12,
            lemmings: 1 + seed % 3,
            target: 100,
            time_limit: 14 + seed % 11,
            frequency: 1 + seed % 2,
            platforms: 8,
            walls: 5,
            types: 0,
            ..Params::default()
        };
        let game = Lemmings::generate(&params, seed, &mut Meter::unlimited()).expect("it fits");
        let mut level = game.level().clone();
        for (skill, quantity) in KNOWN.into_iter().zip(quantities) {
            level.quantities[skill as usize] = quantity;
        }
        level.target = level.target.min(1 + (seed / 7 % 3) as u16);
        Lemmings::new(level)
    }

    /// Without the nuke, levels with one type are always settled, and those with both nearly always.
    /// What is proved holds with the nuke too.
    #[test]
    fn it_agrees_with_search_through_all_plans() {
        let [mut solved, mut refuted, mut needy, mut gave_up] = [0; 4];
        for seed in 0..1_500 {
            let rules = ["full", "alpha", "cormode"][seed as usize / 3 % 3];
            let quantities = [[2, 0], [0, 2], [1, 1], [2, 1]][seed as usize % 4];
            let game = small_level(seed, rules, quantities);
            let mut search = OrderMatching::begin(&game, &NoSettings, 0, &NoTables);
            let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
            let found = outcome.found.expect("there is always a game");
            let verdict = game.judge(&found.answer).expect("it is legal");
            assert_eq!((verdict.solved, verdict.score), (found.solved, found.score), "seed {seed}");
            let expected = can_be_solved(&game, |command| command != Command::Nuke);
            let is_mixed = quantities.iter().all(|&quantity| quantity > 0);
            assert!(!found.solved || expected, "seed {seed}");
            assert!(found.solved == expected || is_mixed, "seed {seed}:\n{}", game.show());
            if outcome.proved {
                assert!(!can_be_solved(&game, |_| true), "seed {seed}:\n{}", game.show());
            }
            let orders = found.answer.iter().filter(|mv| mv.command.is_some()).count();
            solved += usize::from(found.solved);
            needy += usize::from(found.solved && orders > 0);
            refuted += usize::from(outcome.proved);
            gave_up += usize::from(found.solved != expected);
        }
        println!("{solved} solved, {needy} with orders, {refuted} refuted, {gave_up} given up");
        assert!(solved > 100 && refuted > 100 && needy > 10 && gave_up < 5);
    }

    /// The sets of the landscape, at sizes where the orders of a time step are scarce.
    #[test]
    fn large_levels_are_settled() {
        for kind in ["climbers", "floaters"] {
            for n in [1, 10, 100] {
                let params = Params { kind, n, ..Params::default() };
                let game =
                    Lemmings::generate(&params, 1, &mut Meter::unlimited()).expect("a level");
                let solve = |game: &Lemmings| {
                    let mut search = OrderMatching::begin(game, &NoSettings, 0, &NoTables);
                    drive(&mut search, &mut Meter::unlimited(), &mut |_| {})
                };
                assert!(solve(&game).found.is_some_and(|found| found.solved), "{kind} {n}");
                let mut fewer = game.level().clone();
                KNOWN.iter().for_each(|&skill| {
                    let quantity = &mut fewer.quantities[skill as usize];
                    *quantity = quantity.saturating_sub(1);
                });
                assert!(solve(&Lemmings::new(fewer)).proved, "{kind} {n}, one fewer");
            }
        }
    }

    #[test]
    fn levels_with_other_types_are_refused() {
        let params = Params { kind: "diggers", n: 2, ..Params::default() };
        let game = Lemmings::generate(&params, 1, &mut Meter::unlimited()).expect("a level");
        let why = OrderMatching::check(&game, &NoSettings).unwrap_err().to_string();
        assert!(why.contains("this one has diggers"), "{why}");
    }
}
