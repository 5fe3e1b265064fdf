//! Decides random deals of a turtle, one after the other on one thread: how many can be removed, how
//! many are proved not to be, and the time for each. `cargo bench -p quarry-puzzles --bench
//! turtle_deals -- [DEALS [FIRST SEED]]`; without numbers, 1000 deals from seed 0.

use std::time::Instant;

use quarry_core::{Generate, Meter, NoSettings, NoTables, OwnSolver, Puzzle, drive};
use quarry_puzzles::moves::shanghai::{PairingSearch, Params, Shanghai};

/// The quantile of the normal distribution for 95 %.
const QUANTILE: f64 = 1.96;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (deals, first) = (numbers.next().unwrap_or(1_000), numbers.next().unwrap_or(0));
    let (mut refuted, mut undecided, mut times) = (0, 0, Vec::new());
    for seed in first..first + deals {
        let mut meter = Meter::unlimited();
        let puzzle = Shanghai::generate(&Params::default(), seed, &mut meter).expect("a turtle");
        let begun = Instant::now();
        let mut search = PairingSearch::begin(&puzzle, &NoSettings, 1, &NoTables);
        let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        let found = outcome.found.filter(|found| found.solved);
        match found {
            Some(found) => {
                let verdict = puzzle.judge(&found.answer).expect("the line is legal");
                assert!(verdict.solved, "the judge agrees on seed {seed}");
            }
            None if outcome.proved => refuted += 1,
            None => undecided += 1,
        }
    }
    times.sort_by(f64::total_cmp);
    let quantile = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let (low, high) = wilson(f64::from(refuted), deals as f64);
    println!("deals       {deals} from seed {first}");
    println!("unsolvable  {refuted}, {:.2} % (95 %: {low:.2} to {high:.2})", share(refuted, deals));
    println!("undecided   {undecided}");
    println!(
        "time        mean {mean:.2} ms, median {:.2}, 90 % {:.2}, 99 % {:.2}, longest {:.0}",
        quantile(0.5),
        quantile(0.9),
        quantile(0.99),
        quantile(1.0)
    );
}

fn share(part: u32, whole: u64) -> f64 {
    100.0 * f64::from(part) / whole as f64
}

/// Wilson's interval of a share, in percent.
fn wilson(part: f64, whole: f64) -> (f64, f64) {
    let (share, square) = (part / whole, QUANTILE * QUANTILE);
    let scale = 1.0 + square / whole;
    let middle = (share + square / (2.0 * whole)) / scale;
    let spread = (share * (1.0 - share) / whole + square / (4.0 * whole * whole)).sqrt();
    let half = QUANTILE * spread / scale;
    (100.0 * (middle - half), 100.0 * (middle + half))
}
