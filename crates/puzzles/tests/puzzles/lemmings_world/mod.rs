//! Compares every field of every state of the fast world with the reference rules, in random games
//! on random levels. `cargo xtask bench random_games` plays a hundred thousand of them.

mod games;

use std::collections::HashMap;

use games::{compare, random_level, random_order};
use quarry_core::{Clockwork, Puzzle, Rng};
use quarry_puzzles::clockwork::lemmings::Lemmings;
use quarry_puzzles::clockwork::lemmings::{Command, Level, RuleSet, World, rules};

#[test]
fn fast_equals_reference_on_random_games() {
    let met = compare(0..3_000);
    assert_eq!(met.kinds.len(), 8, "{:?}", met.kinds);
    assert!(met.kinds.values().all(|&count| count > 100) && met.saved > 1_000 && met.nuked > 100);
    assert!(met.spared > 1_000, "{}", met.spared);
}

fn saved_in_five_steps(game: &Lemmings, world: &World, first: Option<Command>) -> u16 {
    let mut world = world.clone();
    (0..5).for_each(|step| _ = game.tick(&mut world, first.filter(|_| step == 0)));
    world.saved()
}

/// A nuke that is not listed saves no lemming; in the one case where it may, it can.
#[test]
fn the_nuke_is_named_where_it_may_save() {
    let names_nuke = |game: &Lemmings, world: &World| {
        let mut named = false;
        game.each_command(world, |command| named |= command == Command::Nuke);
        named
    };
    for seed in 0..500 {
        let mut rng = Rng::stream(7, seed);
        let level = Level { time_limit: 1000, ..random_level(&mut rng) };
        if level.rules == RuleSet::Cormode {
            // It has no nuke.
            continue;
        }
        let game = Lemmings::new(level);
        let mut world = game.begin();
        while !game.is_over(&world) && world.time() < 60 {
            if !names_nuke(&game, &world) {
                let nuked = saved_in_five_steps(&game, &world, Some(Command::Nuke));
                assert!(nuked <= saved_in_five_steps(&game, &world, None), "seed {seed}");
            }
            let order =
                random_order(&game, &world, &mut rng).filter(|&order| order != Command::Nuke);
            game.tick(&mut world, order);
        }
    }
    // Lemming 1 falls onto the exit's platform in s_8, fatally. Lemming 0 arrives there in the
    // update of t = 8, and with a nuke at t = 4 its explosion removes the platform before lemming 1
    // dies on it.
    let text = "lemmings = 2\ntarget = 1\ntime_limit = 20\nfrequency = 1\nwidth = 9\nheight = 7\n\
                entrances = [\"A 7\", \"I 1\"]\nexits = [\"I 7\"]\nplatforms = [\"A..I 7\"]\n";
    let game = Lemmings::parse(text).unwrap();
    let mut world = game.begin();
    (0..4).for_each(|_| _ = game.tick(&mut world, None));
    assert!(names_nuke(&game, &world));
    assert_eq!(saved_in_five_steps(&game, &world, Some(Command::Nuke)), 1);
    assert_eq!(saved_in_five_steps(&game, &world, None), 0);
}

/// Worlds that differ in anything that matters later have different keys; other differences do not
/// change the key.
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
                let mut future = world.seen();
                (future.life, future.dead) = (0, 0);
                future.explored.clear();
                // Numbers matter only where lemmings have turns.
                if game.level().rules != RuleSet::Cormode {
                    future.lemmings.iter_mut().for_each(|lemming| lemming.number = 0);
                }
                let known = keys.entry(game.future(&world)).or_insert_with(|| future.clone());
                assert_eq!(*known, future);
                shared += 1;
            }
        }
        let different: HashMap<String, ()> =
            keys.values().map(|state| (format!("{state:?}"), ())).collect();
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
