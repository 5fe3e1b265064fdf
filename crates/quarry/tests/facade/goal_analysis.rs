//! What search proves about levels that move by themselves, checked against brute force by the
//! reference rules on small random levels, and against the leniencies for which the landscape was
//! built.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, GoalAnalysis, Halt};
use quarry_core::{Clockwork, Generate, Meter, NoSettings, Puzzle, Rng, Search, Timed, drive};
use quarry_puzzles::clockwork::lemmings::Lemmings;
use quarry_puzzles::clockwork::lemmings::rules::{self, State};
use quarry_puzzles::clockwork::lemmings::{
    Cell, Command, Level, Params, Partitions, RuleSet, Skill, landscape,
};
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::exact_reach::ExactReach;
use quarry_solvers::tree::ida_star::IdaStarSettings;
use quarry_solvers::tree::landscape::{DRAWN, Plans, SEED};
use quarry_solvers::tree::order_groups::OrderGroups;
use quarry_solvers::tree::settle::{settle, settle_with_landscape};
use quarry_solvers::tree::soonest::{SoonestAStar, SoonestIdaStar, SoonestUniformCost};
use quarry_solvers::whole::WholeGames;

/// Follows every plan separately, by the reference rules.
struct Brute<'a> {
    level: &'a Level,
    orders: Vec<Command>,
    /// Orders given on the way to the current state.
    given: Vec<(u32, Command)>,
    plans: u128,
    share: f64,
    time: u32,
    fewest: usize,
    times: BTreeMap<(String, usize), BTreeSet<u32>>,
}

impl Brute<'_> {
    fn follow(&mut self, state: &State, weight: f64) {
        if rules::is_decided(self.level, state) {
            if rules::is_feasible(self.level, state) {
                self.note(rules::actions_so_far(self.level, state), weight);
            }
            return;
        }
        let obeyed: Vec<_> = self
            .orders
            .iter()
            .copied()
            .filter(|&order| is_obeyed(self.level, state, order))
            .collect();
        let actions = self.orders.len() as f64 + 1.0;
        let passes = actions - obeyed.len() as f64;
        self.follow(&rules::step(self.level, state, None), weight * passes / actions);
        for order in obeyed {
            self.given.push((rules::actions_so_far(self.level, state), order));
            self.follow(&rules::step(self.level, state, Some(order)), weight / actions);
            self.given.pop();
        }
    }

    fn note(&mut self, time: u32, weight: f64) {
        self.plans += 1;
        self.share += weight;
        self.time = self.time.min(time);
        self.fewest = self.fewest.min(self.given.len());
        for (index, (at, order)) in self.given.iter().enumerate() {
            let before = self.given[..index].iter().filter(|(_, other)| other == order).count();
            self.times.entry((format!("{order:?}"), before)).or_default().insert(*at);
        }
    }
}

fn is_obeyed(level: &Level, state: &State, order: Command) -> bool {
    match order {
        Command::Assign(lemming, skill) => rules::is_legal(level, state, lemming, skill),
        Command::Nuke => !state.nuked && level.rules != RuleSet::Cormode,
    }
}

fn brute(level: &Level) -> Brute<'_> {
    let known = |skill: &Skill| {
        level.quantities[*skill as usize] > 0
            && (level.rules != RuleSet::Alpha || *skill != Skill::Miner)
    };
    let skills: Vec<_> = Skill::ALL.into_iter().filter(known).collect();
    let assign = |lemming: u16| skills.iter().map(move |&skill| Command::Assign(lemming, skill));
    let nuke = (level.rules != RuleSet::Cormode).then_some(Command::Nuke);
    let orders = (0..level.lemmings).flat_map(assign).chain(nuke).collect();
    let (time, fewest, times) = (u32::MAX, usize::MAX, BTreeMap::new());
    let mut brute =
        Brute { level, orders, given: Vec::new(), plans: 0, share: 0.0, time, fewest, times };
    brute.follow(&rules::start(level), 1.0);
    brute
}

/// Returns a level so small that all its plans can be followed one by one.
fn small(seed: u64) -> Lemmings {
    random(
        seed,
        Sizes { side: 6, lemmings: 3, steps: 8, frequency: 2, platforms: 6, walls: 4, types: 3 },
    )
}

/// Upper limits for the sizes of a random level.
#[derive(Clone, Copy)]
struct Sizes {
    side: u64,
    lemmings: u64,
    steps: u64,
    frequency: u64,
    platforms: u64,
    walls: u64,
    types: u64,
}

fn random(seed: u64, sizes: Sizes) -> Lemmings {
    let mut rng = Rng::new(seed);
    let mut among = |least: u64, most: u64| least + rng.below((most - least + 1) as usize) as u64;
    let params = Params {
        rules: if among(0, 2) == 0 { "alpha" } else { "full" },
        width: among(3, sizes.side),
        height: among(3, sizes.side),
        lemmings: among(1, sizes.lemmings),
        target: among(1, 100),
        time_limit: among(5, sizes.steps),
        frequency: among(1, sizes.frequency),
        entrances: among(1, 2),
        exits: among(1, 2),
        platforms: among(1, sizes.platforms),
        walls: among(0, sizes.walls),
        types: among(0, sizes.types),
        ..Params::default()
    };
    Lemmings::generate(&params, seed, &mut Meter::unlimited())
        .expect("there is space for entrances and exits")
}

/// Returns the level under Cormode's rules, with one exit and some impermeable partitions.
fn as_cormode(game: &Lemmings, seed: u64) -> Lemmings {
    let mut rng = Rng::new(seed);
    let mut level = game.level().clone();
    level.rules = RuleSet::Cormode;
    level.exits = level.exits.iter().copied().take(1).collect();
    let mut drawn = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
        cells.iter().copied().filter(|_| rng.below(3) == 0).collect()
    };
    let (platforms, walls) = (drawn(&level.platforms), drawn(&level.walls));
    level.impermeable = Partitions { platforms, walls };
    Lemmings::new(level)
}

#[test]
fn small_levels_are_settled_as_brute_force_settles_them() {
    let quiet = AtomicBool::new(false);
    let (mut solvable, mut obeying) = (0, 0);
    let mut all = OrderGroups::default();
    for seed in 0..450 {
        let own = small(seed);
        let game = if seed < 300 { own } else { as_cormode(&own, seed) };
        let expected = brute(game.level());
        let settled = settle(&game, &mut Meter::new(Budget::default(), &quiet));
        assert_eq!(settled.solvable, Some(expected.plans > 0), "seed {seed}");
        assert_eq!(game.orders(), expected.orders.len() as u64, "seed {seed}");
        let Some(prospect) = settled.prospect else { continue };
        solvable += 1;
        assert_eq!(prospect.plans, Some(expected.plans), "seed {seed}");
        assert_eq!(
            (prospect.time, prospect.orders as usize),
            (expected.time, expected.fewest),
            "seed {seed}"
        );
        assert!(
            (prospect.share / expected.share - 1.0).abs() < 1e-12,
            "seed {seed}: {}",
            expected.share
        );
        let leniency = settled.leniency.expect("there were no limits");
        obeying += leniency.len();
        let times = leniency.iter().map(|lenient| {
            let key = (format!("{:?}", lenient.command), lenient.before as usize);
            (key, lenient.times.iter().copied().collect())
        });
        assert_eq!(times.collect::<BTreeMap<_, BTreeSet<_>>>(), expected.times, "seed {seed}");
        let groups = settled.groups.expect("there were no limits");
        assert!(groups.classes.max(groups.regions) <= groups.orders, "seed {seed}: {groups:?}");
        all.orders += groups.orders;
        all.classes += groups.classes;
        all.regions += groups.regions;
    }
    assert!(all.regions < all.orders, "{all:?}");
    assert!(
        solvable > 30 && obeying > 100,
        "{solvable} of the levels can be solved, with {obeying} orders"
    );
}

/// Under Cormode's rules a time step has as many turns as there are lemmings.
#[test]
fn cormodes_variant_is_searched_as_every_plan() {
    let quiet = AtomicBool::new(false);
    let [mut solved, mut proved] = [0; 2];
    for seed in 0..1_000 {
        let sizes = Sizes {
            side: 7,
            lemmings: 3,
            steps: 12,
            frequency: 3,
            platforms: 12,
            walls: 8,
            types: 4,
        };
        let game = as_cormode(&random(seed, sizes), seed);
        let limits = Budget { evaluations: Some(50_000), ..Budget::default() };
        let settled = settle(&game, &mut Meter::new(limits, &quiet));
        let Some(solvable) = settled.solvable else { continue };
        let graph = GraphSettings::default();
        let searches: [Box<dyn Search<Answer = _> + '_>; 2] = [
            Box::new(WholeGames::new(&game, ExactReach::new(&game, &NoSettings))),
            Box::new(SoonestAStar::new(&game, &graph)),
        ];
        for mut search in searches {
            let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
            let found = outcome.found.filter(|found| found.solved);
            assert_eq!((found.is_some(), outcome.proved), (solvable, !solvable), "seed {seed}");
            if let Some(found) = found {
                let verdict = game.judge(&found.answer).expect("only what is obeyed is ordered");
                assert_eq!((verdict.solved, verdict.score), (true, found.score), "seed {seed}");
            }
        }
        solved += usize::from(solvable);
        proved += usize::from(!solvable);
    }
    assert!(solved > 100 && proved > 300, "{solved} solved, {proved} proved");
}

/// Exact search prunes what does not matter to the goal; settling follows every plan. Their results
/// must never differ.
#[test]
fn exact_search_agrees_with_following_every_plan() {
    let quiet = AtomicBool::new(false);
    let unlimited = || Meter::new(Budget::default(), &quiet);
    let (mut solved, mut proved, mut promised, mut alpha) = (0, 0, 0, 0);
    let mut given = BTreeSet::new();
    for seed in 0..4_000 {
        let sizes = Sizes {
            side: 8,
            lemmings: 4,
            steps: 14,
            frequency: 3,
            platforms: 16,
            walls: 10,
            types: 5,
        };
        let game = random(seed, sizes);
        let limits = Budget { evaluations: Some(100_000), ..Budget::default() };
        let Some(solvable) = settle(&game, &mut Meter::new(limits, &quiet)).solvable else {
            continue;
        };
        let mut search = WholeGames::new(&game, ExactReach::new(&game, &NoSettings));
        let outcome = drive(&mut search, &mut unlimited(), &mut |_| {});
        let found = outcome.found.expect("there is always an answer");
        assert_eq!(
            (found.solved, outcome.proved),
            (solvable, !solvable),
            "seed {seed}:\n{}",
            game.show()
        );
        let verdict = game.judge(&found.answer).expect("only what is obeyed is ordered");
        assert_eq!(verdict.solved, solvable, "seed {seed}");
        for skill in Skill::ALL.into_iter().filter(|&skill| game.level().allows(skill)) {
            given.insert(skill.name());
        }
        alpha += usize::from(game.level().rules == RuleSet::Alpha);
        if solvable {
            assert_eq!(verdict.score, found.score, "seed {seed}");
            let is_promise = |timed: &Timed<Command>| {
                matches!(timed.command, Some(Command::Assign(_, Skill::Climber | Skill::Floater)))
            };
            promised += usize::from(found.answer.iter().any(is_promise));
            solved += 1;
        } else {
            proved += 1;
        }
    }
    assert!(
        solved > 600 && proved > 2_000 && alpha > 1_000,
        "{solved} solved, {proved} proved, {alpha} alpha"
    );
    assert!(given.len() == 8 && promised > 5, "{given:?}, {promised} plans with promises");
}

/// The searches for the soonest goal find it at the time that following every plan finds, or prove
/// that there is none; the bound and the hopeless worlds save A* work.
#[test]
fn the_soonest_goal_is_found() {
    let (mut solved, mut proved, mut expanded) = (0, 0, [0; 3]);
    for seed in 0..1_000 {
        let sizes = Sizes {
            side: 8,
            lemmings: 4,
            steps: 14,
            frequency: 3,
            platforms: 16,
            walls: 10,
            types: 3,
        };
        let game = random(seed, sizes);
        let stop = AtomicBool::new(false);
        let limits = Budget { evaluations: Some(20_000), ..Budget::default() };
        let settled = settle(&game, &mut Meter::new(limits, &stop));
        let Some(solvable) = settled.solvable else { continue };
        let graph = GraphSettings::default();
        let searches: [Box<dyn Search<Answer = _> + '_>; 3] = [
            Box::new(SoonestAStar::new(&game, &graph)),
            Box::new(SoonestIdaStar::new(&game, &IdaStarSettings::default())),
            Box::new(SoonestUniformCost::new(&game, &graph)),
        ];
        for (mut search, expanded) in searches.into_iter().zip(&mut expanded) {
            let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
            *expanded += outcome.tally.expanded;
            let found = outcome.found.filter(|found| found.solved);
            assert_eq!((found.is_some(), outcome.proved), (solvable, !solvable), "seed {seed}");
            if let (Some(found), Some(prospect)) = (found, settled.prospect) {
                assert_eq!(found.answer.len() as u32, prospect.time, "seed {seed}");
                let verdict = game.judge(&found.answer).expect("only what is obeyed is ordered");
                assert_eq!((verdict.solved, verdict.score), (true, found.score), "seed {seed}");
            }
        }
        solved += usize::from(solvable);
        proved += usize::from(!solvable);
    }
    let [a_star, _, uniform_cost] = expanded;
    assert!(solved > 100 && proved > 300, "{solved} solved, {proved} proved");
    assert!(2 * a_star < uniform_cost, "{a_star} of {uniform_cost} worlds");
}

/// Returns the fewest changes that bring each plan to the goal, by the reference rules, with every
/// path followed separately.
fn nearest(level: &Level, orders: &[Command], plans: &[Vec<Option<Command>>]) -> Vec<u32> {
    fn follow(
        level: &Level,
        orders: &[Command],
        plans: &[Vec<Option<Command>>],
        state: &State,
        changes: &[u32],
        least: &mut [u32],
    ) {
        if rules::is_decided(level, state) {
            if rules::is_feasible(level, state) {
                least
                    .iter_mut()
                    .zip(changes)
                    .for_each(|(least, &changes)| *least = changes.min(*least));
            }
            return;
        }
        let obeyed = |order: Option<Command>| order.filter(|&order| is_obeyed(level, state, order));
        let ways = orders.iter().filter_map(|&order| obeyed(Some(order))).map(Some).chain([None]);
        for way in ways {
            let changed = |(plan, &changes): (&Vec<Option<Command>>, &u32)| {
                changes + u32::from(obeyed(plan[state.time as usize]) != way)
            };
            let changed: Vec<u32> = plans.iter().zip(changes).map(changed).collect();
            follow(level, orders, plans, &rules::step(level, state, way), &changed, least);
        }
    }
    let mut least = vec![u32::MAX; plans.len()];
    follow(level, orders, plans, &rules::start(level), &vec![0; plans.len()], &mut least);
    least
}

#[test]
fn distances_are_those_of_brute_force_and_scores_the_judges() {
    let quiet = AtomicBool::new(false);
    let (mut apart, mut far) = (0, 0);
    for seed in 0..300 {
        let game = small(seed);
        let (_, drawn) = settle_with_landscape(&game, &mut Meter::new(Budget::default(), &quiet));
        let Some(drawn) = drawn else { continue };
        assert_eq!(drawn.len(), DRAWN);
        let plans = Plans::draw(&game, DRAWN, SEED);
        let script =
            |plan: usize| (0..game.horizon()).map(|step| plans.order(plan, step)).collect();
        let scripts: Vec<Vec<Option<Command>>> = (0..20).map(script).collect();
        let expected = nearest(game.level(), &brute(game.level()).orders, &scripts);
        for ((plan, distance), drawn) in scripts.iter().zip(expected).zip(&drawn) {
            assert_eq!(drawn.distance, distance, "seed {seed}: {plan:?}");
            let mut state = rules::start(game.level());
            let mut line = Vec::new();
            while !rules::is_over(game.level(), &state) {
                let order = plan[state.time as usize]
                    .filter(|&order| is_obeyed(game.level(), &state, order));
                line.push(Timed { at: state.time, command: order });
                state = rules::step(game.level(), &state, order);
            }
            let verdict = game.judge(&line).expect("only what is obeyed was ordered");
            assert_eq!(drawn.score, verdict.score, "seed {seed}: {plan:?}");
            assert_eq!(drawn.distance == 0, verdict.solved, "seed {seed}: {plan:?}");
            apart += usize::from(distance > 0);
            far += usize::from(distance > 1);
        }
    }
    assert!(apart > 50 && far > 10, "{apart} plans miss the goal, {far} by more than one change");
}

/// Table 7.1 of the thesis; climbers are lenient as long as there is time.
#[test]
fn the_landscape_is_as_lenient_as_published() {
    let quiet = AtomicBool::new(false);
    for (skill, largest, expected) in [
        (Skill::Basher, 6, Some(2)),
        (Skill::Blocker, 4, Some(1)),
        (Skill::Bomber, 3, Some(2)),
        (Skill::Builder, 6, Some(2)),
        (Skill::Climber, 3, None),
        (Skill::Digger, 10, Some(1)),
        (Skill::Floater, 6, Some(9)),
        (Skill::Miner, 10, Some(1)),
    ] {
        for n in 1..=largest {
            let game = Lemmings::new(landscape::level(skill, n).expect("in the catalogue").level);
            let settled = settle(&game, &mut Meter::new(Budget::default(), &quiet));
            let prospect = settled.prospect.expect("there were no limits");
            assert_eq!(
                prospect.orders,
                u32::from(n),
                "{n} {}: every order is needed",
                skill.name()
            );
            let orders = settled.leniency.expect("there were no limits");
            let assigned = orders.iter().filter(|order| order.command != Command::Nuke);
            let leniencies: Vec<_> = assigned.map(|order| order.times.len()).collect();
            if skill == Skill::Floater && n == 1 {
                // All nine steps are one region, and so are the last two of the nuke, which then
                // comes too late. There is nobody else to be told.
                let groups = settled.groups.expect("there were no limits");
                assert_eq!(groups.orders - groups.regions, 9, "{groups:?}");
                assert_eq!(groups.classes, groups.orders, "{groups:?}");
            }
            assert_eq!(leniencies.len(), usize::from(n), "{n} {}", skill.name());
            let fits = |&times: &usize| expected.map_or(times > 70, |expected| times == expected);
            assert!(leniencies.iter().all(fits), "{n} {}: {leniencies:?}", skill.name());
        }
    }
}

/// Two lemmings turn about in one pit, and either of them can be the one to climb out.
#[test]
fn orders_to_lemmings_that_are_alike_are_one_class() {
    let level = |frequency: u32| {
        let text = format!(
            "lemmings = 2\ntarget = 1\ntime_limit = 12\nfrequency = {frequency}\n\
             quantities = {{ climber = 1 }}\n\
             drawing = \"\"\"\n. . . .\n. . . .\n.|.|. .\n.|e|__X\n\"\"\""
        );
        Lemmings::parse(&text).expect("a level")
    };
    let groups = |frequency| {
        let quiet = AtomicBool::new(false);
        let settled = settle(&level(frequency), &mut Meter::new(Budget::default(), &quiet));
        settled.groups.expect("there were no limits")
    };
    let (alike, turned) = (groups(2), groups(3));
    assert!(alike.classes < alike.orders, "{alike:?}");
    assert_eq!(turned.classes, turned.orders, "they never look the same way");
}

fn settled(name: &str, fewer: Option<(&str, &str)>, budget: Budget) -> GoalAnalysis {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("lemmings").expect("registered");
    let example = entry.examples().iter().find(|example| example.name == name).expect("an example");
    let (given, fewer) = fewer.unwrap_or_default();
    let instance = entry.open(&example.text.replacen(given, fewer, 1)).expect("it is read");
    instance.analyse_goal(budget, &AtomicBool::new(false)).expect("it moves by itself")
}

#[test]
fn what_the_limits_leave_open_is_said_to_be_open() {
    let limited = |evaluations| Budget { evaluations: Some(evaluations), ..Budget::default() };
    let none = settled("06Climbers", None, limited(1));
    assert_eq!((none.solvable, none.prospect, none.leniency), (None, None, None));
    assert_eq!(none.halted, Some(Halt::Evaluations));
    let some = settled("06Climbers", None, limited(2_000));
    assert_eq!((some.solvable, some.prospect, some.leniency), (Some(true), None, None));
    let memory = Budget { memory: Some(10_000), ..Budget::default() };
    assert_eq!(settled("06Climbers", None, memory).halted, Some(Halt::Memory));
    let proved = settled("10Diggers", Some(("digger = 10", "digger = 9")), Budget::default());
    assert_eq!((proved.solvable, proved.prospect, proved.halted), (Some(false), None, None));
}

#[test]
fn no_way_to_the_goal_is_given_up_as_hopeless() {
    for (name, sited) in landscape::all() {
        let game = Lemmings::new(sited.level);
        let mut world = game.begin();
        while !game.is_decided(&world) {
            assert!(!Clockwork::is_hopeless(&game, &world), "{name} at {}", game.now(&world));
            let order = sited.witness.iter().find(|order| order.at == game.now(&world));
            game.tick(&mut world, order.and_then(|order| order.command));
        }
    }
}
