//! Every step is true of the solution, and the steps solve what people would call puzzles.

use quarry_core::{Entry, Explained, Next, Puzzle, Tier, rate};

use super::maker::puzzle;
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
#[ignore = "a survey for people"]
fn survey() {
    let kinds: Vec<(&str, fn() -> Board)> = vec![
        ("hex19", || Board::beehive(3)),
        ("hex37", || Board::beehive(4)),
        ("hex61", || Board::beehive(5)),
        ("sq8", || Board::rectangle(Topology::Square, 8, 8)),
        ("sq10", || Board::rectangle(Topology::Square, 10, 10)),
        ("num8", || Board::rectangle(Topology::Orthogonal, 8, 8)),
        ("num10", || Board::rectangle(Topology::Orthogonal, 10, 10)),
    ];
    for (name, board) in kinds {
        for keep in [0.0, 0.25, 0.4, 0.6] {
            let mut tiers = [0; 5];
            let mut total = std::collections::BTreeMap::<&str, usize>::new();
            let (mut score, mut longest) = (0, vec![]);
            let count = 10;
            let mut time = 0.0;
            for seed in 0..count {
                let (instance, _) = puzzle(board(), keep, seed);
                let rating = rate(&instance);
                time += (0..5).map(|_| {
                    let start = std::time::Instant::now();
                    rate(&instance);
                    start.elapsed().as_secs_f64()
                }).fold(f64::MAX, f64::min);
                tiers[rating.tier as usize] += 1;
                score += rating.score;
                longest.push(rating.longest);
                for (technique, n) in rating.used {
                    *total.entry(technique.name).or_default() += n;
                }
            }
            longest.sort();
            println!("{name} keep {keep}: tiers {tiers:?} score {} longest {} .. {} ms {:.2} {total:?}", score / count, longest[longest.len()/2], longest[longest.len()-1], 1000.0 * time / count as f64);
        }
    }
}


