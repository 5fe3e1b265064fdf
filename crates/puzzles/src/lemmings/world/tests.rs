//! The fast world against the reference rules, every field of every state, on random games over random levels.

use std::collections::{BTreeSet, HashMap};

use super::*;
use crate::lemmings::{Lemmings, rules};
use quarry_core::{Clockwork, Rng};

/// The world as the reference rules see it.
fn seen(world: &World) -> rules::State {
    let cells = |bits: fn(&terrain::Row) -> u64| {
        let mut cells = BTreeSet::new();
        for (row, y) in world.terrain.rows.iter().zip(-1..) {
            cells.extend((0..64).filter(|x| bits(row) >> x & 1 == 1).map(|x| Cell { x, y }));
        }
        cells
    };
    rules::State {
        time: world.time,
        lemmings: world.lemmings.iter().map(seen_lemming).collect(),
        waiting: world.waiting,
        saved: world.saved,
        dead: world.dead,
        left: world.left,
        nuked: world.nuked,
        platforms: cells(|row| row.platforms),
        walls: cells(|row| row.walls),
        life: world.life,
        explored: cells(|row| row.explored),
    }
}

fn seen_lemming(lemming: &Lemming) -> rules::Lemming {
    rules::Lemming {
        number: lemming.number,
        cell: Cell { x: lemming.x as i8, y: lemming.y as i8 },
        facing: lemming.facing,
        kind: lemming.kind,
        climber: lemming.has(CLIMBER),
        floater: lemming.has(FLOATER),
        fuse: (lemming.fuse > 0).then_some(lemming.fuse),
        drop: lemming.drop,
        work: u8::from(lemming.has(terrain::HALF_DONE)),
        bricks: if lemming.kind == Kind::Builder { lemming.count } else { 0 },
        across: lemming.kind == Kind::Miner && lemming.count == 1,
        pause: u8::from(lemming.has(PAUSED)),
        fell: lemming.has(FELL),
    }
}

/// Any size up to 64 x 64, dense or sparse, several entrances and exits, both rule sets.
fn random_level(rng: &mut Rng) -> Level {
    let side = |rng: &mut Rng| {
        let longest = if rng.below(4) == 0 { 64 } else { 14 };
        1 + rng.below(longest) as i8
    };
    let (width, height) = (side(rng), side(rng));
    let any = |rng: &mut Rng| Cell { x: rng.below(width as usize) as i8, y: rng.below(height as usize) as i8 };
    let rules = RuleSet::ALL[rng.below(2)];
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
    };
    level.target = rng.below(usize::from(level.lemmings) + 1) as u16;
    if rules == RuleSet::Alpha {
        level.quantities[Skill::Miner as usize] = 0;
    }
    let area = width as usize * height as usize;
    for _ in 0..rng.below(area / 3 + 2) {
        let (start, length) = (any(rng), rng.below(6) as i8);
        level.platforms.extend((0..=length).map(|right| start.by(right, 0)).filter(|cell| cell.x < width));
    }
    for _ in 0..rng.below(area / 6 + 2) {
        let (start, length) = (any(rng), rng.below(4) as i8);
        level.walls.extend((0..=length).map(|down| start.by(0, down)).filter(|cell| cell.y < height));
    }
    level
}

/// Now and then a legal order, now and then any order, mostly a pass; the nuke seldom.
fn random_order(game: &Lemmings, world: &World, rng: &mut Rng) -> Option<Command> {
    match rng.below(8) {
        0..=1 => {
            let mut legal = Vec::new();
            game.each_command(world, |command| legal.extend((command != Command::Nuke).then_some(command)));
            (!legal.is_empty()).then(|| legal[rng.below(legal.len())])
        }
        2 => Some(Command::Assign(rng.below(14) as u16, Skill::ALL[rng.below(8)])),
        3 if rng.below(40) == 0 => Some(Command::Nuke),
        _ => None,
    }
}

/// What was seen of the rules in many games, so that a comparison that sees nothing is noticed.
#[derive(Default)]
struct Seen {
    steps: u64,
    kinds: HashMap<Kind, u64>,
    saved: u64,
    nuked: u64,
}

fn compare(games: std::ops::Range<u64>) -> Seen {
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
                    Command::Nuke => !state.nuked,
                    Command::Assign(number, skill) => rules::is_legal(level, &state, number, skill),
                };
                assert_eq!(game.obeys(&world, command), legal);
            }
            let before = seen(&world);
            game.tick(&mut world, order);
            rules::advance(level, &mut state, order);
            if seen(&world) != state {
                panic!("seed {seed}, {order:?}\n{level:?}\nbefore {before:?}\nfast {:?}\nreference {state:?}", seen(&world));
            }
            assert_eq!(game.is_decided(&world), rules::is_decided(level, &state));
            met.steps += 1;
            for lemming in &state.lemmings {
                *met.kinds.entry(lemming.kind).or_default() += 1;
            }
        }
        assert!(game.is_over(&world));
        met.saved += u64::from(state.saved);
        met.nuked += u64::from(state.nuked);
    }
    met
}

#[test]
fn fast_equals_reference_on_random_games() {
    let met = compare(0..3_000);
    assert_eq!(met.kinds.len(), 8, "{:?}", met.kinds);
    assert!(met.kinds.values().all(|&count| count > 100) && met.saved > 1_000 && met.nuked > 100);
}

/// `cargo test --release -p quarry-puzzles -- --ignored one_hundred_thousand --nocapture`
#[test]
#[ignore = "takes a minute"]
fn fast_equals_reference_on_one_hundred_thousand_games() {
    let met = compare(3_000..103_000);
    println!("{} steps, {} saved, {} nuked, lemmings by type {:?}", met.steps, met.saved, met.nuked, met.kinds);
}

fn saved_in_five_steps(game: &Lemmings, world: &World, first: Option<Command>) -> u16 {
    let mut world = world.clone();
    (0..5).for_each(|step| _ = game.tick(&mut world, first.filter(|_| step == 0)));
    world.saved
}

/// Where the nuke is not named, it saves nobody; in the one case where it may, it can.
#[test]
fn the_nuke_is_named_where_it_may_save() {
    let names_nuke = |game: &Lemmings, world: &World| {
        let mut named = false;
        game.each_command(world, |command| named |= command == Command::Nuke);
        named
    };
    for seed in 0..500 {
        let mut rng = Rng::stream(7, seed);
        let game = Lemmings::new(Level { time_limit: 1000, ..random_level(&mut rng) });
        let mut world = game.begin();
        while !game.is_over(&world) && world.time < 60 {
            if !names_nuke(&game, &world) {
                let nuked = saved_in_five_steps(&game, &world, Some(Command::Nuke));
                assert!(nuked <= saved_in_five_steps(&game, &world, None), "seed {seed}");
            }
            let order = random_order(&game, &world, &mut rng).filter(|&order| order != Command::Nuke);
            game.tick(&mut world, order);
        }
    }
    // Lemming 1 falls onto the exit's platform in s_8, fatally; lemming 0 arrives there in the update of t = 8, and with a
    // nuke at t = 4 its explosion takes the platform away before lemming 1 dies on it.
    let text = "lemmings = 2\ntarget = 1\ntime_limit = 20\nfrequency = 1\nwidth = 9\nheight = 7\n\
                entrances = [\"A 7\", \"I 1\"]\nexits = [\"I 7\"]\nplatforms = [\"A..I 7\"]\n";
    let game = <Lemmings as quarry_core::Puzzle>::parse(text).unwrap();
    let mut world = game.begin();
    (0..4).for_each(|_| _ = game.tick(&mut world, None));
    assert!(names_nuke(&game, &world));
    assert_eq!(saved_in_five_steps(&game, &world, Some(Command::Nuke)), 1);
    assert_eq!(saved_in_five_steps(&game, &world, None), 0);
}

#[test]
fn the_hash_follows_the_partitions_there_and_back() {
    let text = "puzzle = \"lemmings\"\nlemmings = 1\ntarget = 1\ntime_limit = 9\nfrequency = 1\ndrawing = \"e____|.\"";
    let game = <Lemmings as quarry_core::Puzzle>::parse(text).unwrap();
    let mut terrain = game.begin().terrain;
    let mut hashes = vec![terrain.hash];
    terrain.put_platforms(1, 0b11, false);
    hashes.push(terrain.hash);
    terrain.remove_walls(1, 0b100);
    hashes.push(terrain.hash);
    terrain.put_platforms(1, 0b1, true);
    hashes.push(terrain.hash);
    assert!((1..4).all(|index| !hashes[..index].contains(&hashes[index])));
    terrain.put_platforms(1, 0b10, true);
    terrain.put_platforms(1, 0b100, true);
    terrain.rows[1].walls = 0b100;
    let gone = terrain.hash;
    terrain.remove_walls(1, 0b100);
    assert_eq!(terrain.hash, 0, "as at the start");
    assert_ne!(gone, 0);
}

/// Worlds that differ in anything that matters later have different keys; in what does not, the same.
#[test]
fn keys_name_futures() {
    let mut rng = Rng::new(3);
    let mut keys: HashMap<u128, rules::State> = HashMap::new();
    let mut shared = 0;
    for _ in 0..100 {
        let game = Lemmings::new(Level { time_limit: 40, ..random_level(&mut rng) });
        keys.clear();
        for _ in 0..20 {
            let mut world = game.begin();
            while !game.is_over(&world) {
                let order = random_order(&game, &world, &mut rng);
                game.tick(&mut world, order);
                let mut future = seen(&world);
                (future.life, future.dead) = (0, 0);
                future.explored.clear();
                future.lemmings.iter_mut().for_each(|lemming| lemming.number = 0);
                let known = keys.entry(world.key()).or_insert_with(|| future.clone());
                assert_eq!(*known, future);
                shared += 1;
            }
        }
        let different: HashMap<String, ()> = keys.values().map(|state| (format!("{state:?}"), ())).collect();
        assert_eq!(different.len(), keys.len(), "equal futures share a key");
        shared -= keys.len();
    }
    assert!(shared > 300, "{shared}");
}

#[test]
fn a_copy_into_an_old_world_is_a_copy() {
    let mut rng = Rng::new(9);
    let games: Vec<_> = (0..20).map(|_| Lemmings::new(random_level(&mut rng))).collect();
    let mut old = games[0].begin();
    for game in &games {
        let mut world = game.begin();
        for _ in 0..rng.below(30) {
            let order = random_order(game, &world, &mut rng);
            game.tick(&mut world, order);
        }
        old.clone_from(&world);
        assert_eq!(old, world);
        assert_eq!(world.clone(), world);
    }
}
