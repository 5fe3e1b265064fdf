//! Microseconds per answer and seconds per epoch of a net 9 - 400 - 400 - 34, at every level of
//! instructions, in one run: `cargo bench -p quarry-nets`. The levels alternate, and the best slice
//! of each counts, because a busy machine can only slow a run down.

use std::hint::black_box;
use std::time::{Duration, Instant};

use quarry_core::Rng;
use quarry_nets::{FitSettings, Net, NetTraining, Samples, Scratch, levels};

const SIZES: [usize; 4] = [9, 400, 400, 34];
const SLICES: usize = 200;
const SLICE: Duration = Duration::from_millis(3);
const CASES: usize = 20_000;

fn main() {
    // Cargo also runs a bench as a test, without this argument.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut rng = Rng::new(1);
    let net = Net::random(&SIZES, &mut rng);
    let inputs: Vec<[f32; 9]> =
        (0..64).map(|_| std::array::from_fn(|_| rng.below(7) as f32 - 3.0)).collect();
    let mut scratches: Vec<_> =
        levels().into_iter().map(|(name, level)| (name, Scratch::new(level), f64::MAX)).collect();
    for _ in 0..SLICES {
        for (_, scratch, best) in &mut scratches {
            let (start, mut answers) = (Instant::now(), 0u32);
            while start.elapsed() < SLICE {
                inputs.iter().for_each(|inputs| _ = black_box(net.answer(inputs, scratch)));
                answers += inputs.len() as u32;
            }
            *best = best.min(start.elapsed().as_secs_f64() / f64::from(answers));
        }
    }
    println!("\nA net 9 - 400 - 400 - 34, one thread.");
    for (name, _, seconds) in &scratches {
        println!("{name:<10} {:>8.2} microseconds an answer", seconds * 1e6);
    }

    let mut samples = Samples::none(9, 34);
    samples.seen = (0..9 * CASES).map(|_| rng.below(7) as i8 - 3).collect();
    samples.chosen = (0..CASES).map(|_| rng.below(34) as u8).collect();
    let kinds = [("all".to_owned(), samples)];
    let mut course = NetTraining::new(
        &kinds,
        &FitSettings { epochs: 5, patience: 5, ..FitSettings::default() },
        1,
    );
    let mut best = f64::MAX;
    while !course.is_over() {
        let start = Instant::now();
        course.step(&|| true);
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{:.2} seconds an epoch of 100,000 cases", best * 100_000.0 / CASES as f64);
}
