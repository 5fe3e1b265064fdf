//! A hundred thousand random games, in which the fast world must equal the reference rules in every
//! field of every state; the tests play three thousand others. `cargo xtask bench random_games`.

#[path = "../tests/puzzles/lemmings_world/games.rs"]
mod games;

use std::time::Instant;

fn main() {
    let start = Instant::now();
    let met = games::compare(3_000..103_000);
    let mut kinds: Vec<_> =
        met.kinds.iter().map(|(kind, count)| format!("{kind:?} {count}")).collect();
    kinds.sort();
    println!("\n100000 random games, the fast world equal to the reference rules in every state.");
    println!(
        "{} time steps, {} lemmings saved, {} games nuked, {:.0} s",
        met.steps,
        met.saved,
        met.nuked,
        start.elapsed().as_secs_f64()
    );
    println!("lemmings seen, by type: {}", kinds.join(", "));
}
