//! Tiers: `wanted` generates puzzles of each tier and counts how many hit it; `spread` rates
//! puzzles of all kinds and compares the tiers with the exact solver's effort; `steps` solves
//! puzzles of each tier step by step. Produces the figures of docs/decisions/0016-rating.md: `cargo
//! bench -p quarry-puzzles --bench tiers -- wanted|spread|steps [PUZZLES]`.

use std::time::Instant;

use quarry_constraint::Engine;
use quarry_core::{
    Constrained, Explained, Generate, Meter, Next, Puzzle, Rating, Settings, Solutions, Tier, rate,
};
use quarry_puzzles::pencil::hidato::Hidato;

const BOARDS: [(&str, &str); 5] = [
    ("hex37", "topology=hex side=4"),
    ("hex61", "topology=hex side=5"),
    ("8x8", "topology=square columns=8 rows=8"),
    ("10x10", "topology=square columns=10 rows=10"),
    ("Numbrix 8x8", "topology=orthogonal columns=8 rows=8"),
];

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let puzzles = words.get(1).map(|number| number.parse().expect("a number of puzzles"));
    match words.first().map(String::as_str) {
        Some("wanted") => wanted(puzzles.unwrap_or(100)),
        Some("spread") => spread(puzzles.unwrap_or(200)),
        Some("steps") => steps(puzzles.unwrap_or(500)),
        _ => println!("expected wanted, spread or steps"),
    }
}

fn params(words: &str) -> <Hidato as Generate>::Params {
    let mut params = <Hidato as Generate>::Params::default();
    for (name, value) in words.split_whitespace().filter_map(|word| word.split_once('=')) {
        params.set(name, value).expect("a parameter of the generator");
    }
    params
}

/// Prints how many puzzles have the requested tier, and how long they took to generate.
fn wanted(puzzles: u64) {
    println!(
        "{:<12} {:<7} {:>8} {:>8} {:>10} {:>10}",
        "board", "tier", "hit", "givens", "median ms", "most ms"
    );
    for (board, words) in BOARDS {
        for tier in Tier::ALL {
            let params = params(&format!("{words} tier={tier}"));
            let (mut hits, mut givens, mut times) = (0, 0, Vec::new());
            for seed in 0..puzzles {
                let start = Instant::now();
                let made = Hidato::generate(&params, seed, &mut Meter::unlimited());
                times.push(start.elapsed().as_secs_f64() * 1e3);
                let Ok(puzzle) = made else { continue };
                hits += u64::from(rate(&puzzle, &mut Meter::unlimited()).tier == Some(tier));
                givens += puzzle.givens().iter().flatten().count();
            }
            times.sort_by(f64::total_cmp);
            println!(
                "{board:<12} {:<7} {:>8} {:>8.1} {:>10.2} {:>10.2}",
                tier.name(),
                format!("{hits}/{puzzles}"),
                givens as f64 / hits as f64,
                times[times.len() / 2],
                times[times.len() - 1],
            );
        }
    }
}

/// Whether the techniques alone lead to a filling that the judge accepts as solved.
fn solved_by_steps(puzzle: &Hidato) -> bool {
    let mut notes = puzzle.notes();
    loop {
        match puzzle.next(&mut notes, Tier::Beyond, &mut Meter::unlimited()) {
            Next::Step(_) => {}
            Next::Solved => {
                return puzzle.judge(&puzzle.filled(&notes)).is_ok_and(|verdict| verdict.solved);
            }
            Next::Stuck | Next::Contradiction(_) | Next::Stopped => return false,
        }
    }
}

/// Prints how many puzzles of each tier but the hardest are solved step by step.
fn steps(puzzles: u64) {
    for (board, words) in BOARDS {
        for tier in Tier::ALL.into_iter().filter(|&tier| tier < Tier::Beyond) {
            let params = params(&format!("{words} tier={tier}"));
            let made: Vec<Hidato> = (0..puzzles)
                .filter_map(|seed| Hidato::generate(&params, seed, &mut Meter::unlimited()).ok())
                .collect();
            let solved = made.iter().filter(|puzzle| solved_by_steps(puzzle)).count();
            println!(
                "{board:<12} {:<7} {solved} of {} solved step by step",
                tier.name(),
                made.len()
            );
        }
    }
}

/// Compares tiers and scores with the number of nodes in which the exact solver proves the only
/// solution. A quarter of the puzzles has no given to spare; the others have 25, 35 and 50 % of the
/// cells given, if that many are enough.
fn spread(puzzles: u64) {
    for (board, words) in BOARDS {
        let cells = Hidato::generate(&params(words), 0, &mut Meter::unlimited())
            .expect("every board has a puzzle")
            .board()
            .len();
        let mut rated: Vec<(Rating, f64)> = Vec::new();
        for seed in 0..puzzles {
            let givens = cells * [0, 25, 35, 50][seed as usize % 4] / 100;
            let wish = params(&format!("{words} ends=free givens={givens}"));
            let puzzle = Hidato::generate(&wish, seed, &mut Meter::unlimited())
                .or_else(|_| {
                    Hidato::generate(
                        &params(&format!("{words} ends=free")),
                        seed,
                        &mut Meter::unlimited(),
                    )
                })
                .expect("every seed has a puzzle");
            let mut engine =
                Engine::new(&puzzle.model(), &mut Meter::unlimited()).expect("nothing stops it");
            assert_eq!(engine.count(u64::MAX, &mut Meter::unlimited()), Solutions::One);
            rated.push((rate(&puzzle, &mut Meter::unlimited()), engine.nodes() as f64));
        }
        println!("{board}: {} puzzles", rated.len());
        for tier in Tier::ALL {
            let of_tier: Vec<_> =
                rated.iter().filter(|(rating, _)| rating.tier == Some(tier)).collect();
            if of_tier.is_empty() {
                continue;
            }
            let mean = |value: &dyn Fn(&(Rating, f64)) -> f64| {
                of_tier.iter().map(|rated| value(rated)).sum::<f64>() / of_tier.len() as f64
            };
            println!(
                "  {:<7} {:>4} puzzles, {} unsolved, mean score {:.0}, mean nodes {:.2}, longest chain {}",
                tier.name(),
                of_tier.len(),
                of_tier.iter().filter(|(rating, _)| rating.unsolved.is_some()).count(),
                mean(&|rated| rated.0.score as f64),
                mean(&|rated| rated.1),
                of_tier.iter().map(|(rating, _)| rating.longest).max().unwrap_or(0),
            );
        }
        let scores: Vec<f64> = rated.iter().map(|(rating, _)| rating.score as f64).collect();
        let tiers: Vec<f64> = rated
            .iter()
            .map(|(rating, _)| rating.tier.map_or(0.0, |tier| f64::from(tier as u8)))
            .collect();
        let nodes: Vec<f64> = rated.iter().map(|&(_, nodes)| nodes).collect();
        println!(
            "  rank correlation with nodes: score {:.2}, tier {:.2}",
            rank_correlation(&scores, &nodes),
            rank_correlation(&tiers, &nodes)
        );
    }
}

/// Spearman's rank correlation, with mean ranks for ties.
fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let rank = |value: &f64| {
            let below = values.iter().filter(|other| *other < value).count();
            let equal = values.iter().filter(|other| *other == value).count();
            below as f64 + (equal as f64 - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |one: &[f64], other: &[f64]| -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}
