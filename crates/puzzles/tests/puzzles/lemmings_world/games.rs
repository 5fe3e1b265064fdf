//! Random games over random levels, played by the fast world and by the reference rules.

use std::collections::{BTreeSet, HashMap};

use quarry_core::{Clockwork, Rng};
use quarry_puzzles::clockwork::lemmings::Lemmings;
use quarry_puzzles::clockwork::lemmings::{
    Cell, Command, Kind, Level, Partitions, RuleSet, Skill, World, rules,
};

/// Levels of any size up to 64 x 64, dense or sparse, with several entrances and exits and all rule
/// sets.
pub(crate) fn random_level(rng: &mut Rng) -> Level {
    let side = |rng: &mut Rng| {
        let longest = if rng.below(4) == 0 { 64 } else { 14 };
        1 + rng.below(longest) as i8
    };
    let (width, height) = (side(rng), side(rng));
    let any = |rng: &mut Rng| Cell {
        x: rng.below(width as usize) as i8,
        y: rng.below(height as usize) as i8,
    };
    let rules = RuleSet::ALL[rng.below(3)];
    let mut level = Level {
        rules,
        width,
        height,
        lemmings: 1 + rng.below(12) as u16,
        target: 0,
        time_limit: 1 + rng.below(150) as u32,
        frequency: 1 + rng.below(6) as u32,
        quantities: std::array::from_fn(|_| rng.below(8) as u16),
        entrances: (0..1 + rng.below(3)).map(|_| any(rng)).collect(),
        exits: (0..rng.below(4)).map(|_| any(rng)).collect(),
        platforms: BTreeSet::new(),
        walls: BTreeSet::new(),
        impermeable: Partitions::default(),
    };
    level.target = rng.below(usize::from(level.lemmings) + 1) as u16;
    if rules == RuleSet::Alpha {
        level.quantities[Skill::Miner as usize] = 0;
    }
    let area = width as usize * height as usize;
    for _ in 0..rng.below(area / 3 + 2) {
        let (start, length) = (any(rng), rng.below(6) as i8);
        level
            .platforms
            .extend((0..=length).map(|right| start.by(right, 0)).filter(|cell| cell.x < width));
    }
    for _ in 0..rng.below(area / 6 + 2) {
        let (start, length) = (any(rng), rng.below(4) as i8);
        level
            .walls
            .extend((0..=length).map(|down| start.by(0, down)).filter(|cell| cell.y < height));
    }
    if rules == RuleSet::Cormode {
        let mut drawn = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
            cells.iter().copied().filter(|_| rng.below(3) == 0).collect()
        };
        let (platforms, walls) = (drawn(&level.platforms), drawn(&level.walls));
        level.impermeable = Partitions { platforms, walls };
    }
    level
}

/// Sometimes a legal order, sometimes any order, mostly a pass; rarely the nuke.
pub(crate) fn random_order(game: &Lemmings, world: &World, rng: &mut Rng) -> Option<Command> {
    match rng.below(8) {
        0..=1 => {
            let mut legal = Vec::new();
            game.each_command(world, |command| {
                legal.extend((command != Command::Nuke).then_some(command));
            });
            (!legal.is_empty()).then(|| legal[rng.below(legal.len())])
        }
        2 => Some(Command::Assign(rng.below(14) as u16, Skill::ALL[rng.below(8)])),
        3 if rng.below(40) == 0 => Some(Command::Nuke),
        _ => None,
    }
}

/// Counts of what occurred in many games, so that a comparison which covers nothing is noticed.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) steps: u64,
    pub(crate) kinds: HashMap<Kind, u64>,
    pub(crate) saved: u64,
    pub(crate) nuked: u64,
    /// Impermeable walls at the end of all games.
    pub(crate) spared: u64,
}

/// Plays the games of these seeds both ways and compares every field of every state.
pub(crate) fn compare(games: std::ops::Range<u64>) -> Seen {
    let mut met = Seen::default();
    for seed in games {
        let mut rng = Rng::stream(6, seed);
        let game = Lemmings::new(random_level(&mut rng));
        let level = game.level();
        let (mut world, mut state) = (game.begin(), rules::start(level));
        while !rules::is_over(level, &state) {
            assert!(!game.is_over(&world));
            let order = random_order(&game, &world, &mut rng);
            if let Some(command) = order {
                let legal = match command {
                    Command::Nuke => !state.nuked && level.rules != RuleSet::Cormode,
                    Command::Assign(number, skill) => rules::is_legal(level, &state, number, skill),
                };
                assert_eq!(game.obeys(&world, command), legal);
            }
            let before = world.seen();
            game.tick(&mut world, order);
            rules::advance(level, &mut state, order);
            if world.seen() != state {
                panic!(
                    "seed {seed}, {order:?}\n{level:?}\nbefore {before:?}\nfast {:?}\nreference {state:?}",
                    world.seen()
                );
            }
            assert_eq!(game.is_decided(&world), rules::is_decided(level, &state));
            met.steps += 1;
            for lemming in &state.lemmings {
                *met.kinds.entry(lemming.kind).or_default() += 1;
            }
        }
        assert!(game.is_over(&world));
        met.saved += u64::from(state.saved);
        met.spared += level.impermeable.walls.intersection(&state.walls).count() as u64;
        met.nuked += u64::from(state.nuked);
    }
    met
}
