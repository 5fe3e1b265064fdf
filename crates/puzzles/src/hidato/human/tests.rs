//! Every step is true of the solution, and the steps solve what people would call puzzles.

use quarry_constraint::Engine;
use quarry_core::{
    Constrained, Entry, Explained, Next, Puzzle, Rating, Solutions, Tier, rate, solved_within,
};

use super::maker::puzzle;
use super::tier;
use crate::hidato::{Board, Topology};

fn boards() -> [fn() -> Board; 3] {
    [
        || Board::beehive(4),
        || Board::rectangle(Topology::Square, 6, 6),
        || Board::rectangle(Topology::Orthogonal, 7, 7),
    ]
}

#[test]
fn every_step_is_true_of_the_only_solution() {
    for (index, board) in boards().into_iter().enumerate() {
        for seed in 0..60 {
            let (instance, solution) = puzzle(board(), [0.0, 0.3, 0.5][seed % 3], (100 * index + seed) as u64);
            let right = |entry: Entry| solution[entry.cell].map(u32::from) == Some(entry.value);
            let mut notes = instance.notes();
            while let Next::Step(step) = instance.next(&mut notes, Tier::Beyond) {
                assert!(step.places.iter().all(|&entry| right(entry)), "{step:?} in {}", instance.show());
                assert!(!step.excludes.iter().any(|&entry| right(entry)), "{step:?} in {}", instance.show());
                assert!(!step.places.is_empty() || !step.excludes.is_empty(), "{step:?} brings nothing");
                assert!(step.sentence.ends_with('.') && step.chain > 0, "{step:?}");
            }
            if instance.next(&mut notes, Tier::Beyond) == Next::Solved {
                assert_eq!(instance.filled(&notes), solution);
            }
        }
    }
}

#[test]
fn a_tier_is_what_its_techniques_solve() {
    for seed in 0..30 {
        let (instance, _) = puzzle(Board::beehive(4), [0.0, 0.35, 0.6][seed as usize % 3], seed);
        let tier = tier(&instance);
        for hardest in [Tier::Easy, Tier::Medium, Tier::Hard] {
            assert_eq!(solved_within(&instance, hardest), tier <= hardest, "{}", instance.show());
        }
    }
}

#[test]
fn what_cannot_be_completed_is_a_contradiction() {
    let (instance, solution) = puzzle(Board::beehive(3), 0.3, 1);
    let empty = instance.givens().iter().position(Option::is_none).expect("a cell is empty");
    let mut notes = instance.notes();
    let right = u32::from(solution[empty].expect("the solution is full"));
    let missing = |value: &u32| *value != right && !instance.givens().contains(&Some(*value as u16));
    let wrong = (1..=19).find(missing).expect("another number is missing");
    instance.enter(&mut notes, Entry { cell: empty, value: wrong });
    let end = loop {
        match instance.next(&mut notes, Tier::Beyond) {
            Next::Step(_) => {}
            end => break end,
        }
    };
    assert!(matches!(end, Next::Contradiction(_)), "{end:?}");
}

/// The figures of decision 0016.
#[test]
#[ignore = "a survey, not a test: minutes"]
fn survey() {
    type Make = fn() -> Board;
    let kinds: [(&str, Make); 5] = [
        ("hex37", || Board::beehive(4)),
        ("hex61", || Board::beehive(5)),
        ("8x8", || Board::rectangle(Topology::Square, 8, 8)),
        ("10x10", || Board::rectangle(Topology::Square, 10, 10)),
        ("Numbrix 8x8", || Board::rectangle(Topology::Orthogonal, 8, 8)),
    ];
    for (name, board) in kinds {
        let mut rated = Vec::new();
        for seed in 0..200 {
            let (instance, _) = puzzle(board(), [0.0, 0.25, 0.35, 0.5][seed as usize % 4], seed);
            let mut seconds = f64::MAX;
            for _ in 0..3 {
                let start = std::time::Instant::now();
                tier(&instance);
                seconds = seconds.min(start.elapsed().as_secs_f64());
            }
            let mut engine = Engine::new(&instance.model());
            assert_eq!(engine.count(u64::MAX), Solutions::One);
            rated.push((rate(&instance), engine.nodes() as f64, seconds));
        }
        println!("{name}");
        for tier in Tier::ALL {
            let of_tier: Vec<_> = rated.iter().filter(|(rating, ..)| rating.tier == tier).collect();
            if of_tier.is_empty() {
                continue;
            }
            let mean = |value: &dyn Fn(&(Rating, f64, f64)) -> f64| {
                of_tier.iter().map(|rated| value(rated)).sum::<f64>() / of_tier.len() as f64
            };
            let unsolved = of_tier.iter().filter(|(rating, ..)| rating.unsolved.is_some()).count();
            println!(
                "  {tier:<7} {:>4} puzzles, {unsolved} unsolved, mean score {:.0}, mean nodes {:.2}, mean {:.2} ms, longest chain {}",
                of_tier.len(),
                mean(&|rated| rated.0.score as f64),
                mean(&|rated| rated.1),
                mean(&|rated| 1e3 * rated.2),
                of_tier.iter().map(|rated| rated.0.longest).max().unwrap_or(0),
            );
        }
        let scores: Vec<f64> = rated.iter().map(|rated| rated.0.score as f64).collect();
        let tiers: Vec<f64> = rated.iter().map(|rated| f64::from(rated.0.tier as u8)).collect();
        let nodes: Vec<f64> = rated.iter().map(|rated| rated.1).collect();
        println!(
            "  rank correlation with nodes: score {:.2}, tier {:.2}",
            rank_correlation(&scores, &nodes),
            rank_correlation(&tiers, &nodes)
        );
    }
}

/// Spearman's, with mean ranks for ties.
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
