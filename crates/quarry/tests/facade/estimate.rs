//! Estimates for games that last too long, compared with games that were played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Catalogue, Evidence, Inquiry, Means, SplittingSettings};

fn seen(height: u32, solver: &str, means: Means, seed: u64, threads: usize) -> Evidence {
    let text = format!("puzzle = \"tetris\"\nheight = {height}\n");
    let inquiry = Inquiry {
        solver: Some(solver.to_owned()),
        params: Vec::new(),
        means,
        seed,
        threads,
        stop: Arc::new(AtomicBool::new(false)),
    };
    let instance = Catalogue::standard().open(&text).expect("an instance");
    instance.estimate(&inquiry, &mut |_| {}).expect("a player").seen
}

/// Returns the mean score of a game, and the relative error of such an estimate.
fn mean(seen: &Evidence) -> (f64, f64) {
    let pairs: Vec<(f64, f64)> = match seen {
        Evidence::Stretches(seen) => {
            seen.stretches.iter().map(|seen| (seen.score as f64, seen.ends)).collect()
        }
        Evidence::Games(games) | Evidence::WonOrLost(games) => {
            games.iter().map(|game| (game.score as f64, f64::from(u8::from(game.ended)))).collect()
        }
    };
    let (score, ends) = pairs.iter().fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    let mean = score / ends;
    let squares: f64 = pairs.iter().map(|(score, ends)| (score - mean * ends).powi(2)).sum();
    (mean, squares.sqrt() / score)
}

/// Several players and heights, from some hundred rows to some ten thousand: splitting and played
/// games agree within their spreads, and on the higher boards splitting is more precise with less
/// work.
#[test]
fn splitting_agrees_with_plain_play() {
    for (height, solver, games) in [
        (8, "dellacherie", 400),
        (8, "dt-20", 400),
        (10, "bcts", 300),
        (10, "dt-10", 300),
        (10, "evolved", 300),
        (12, "dt-20", 60),
    ] {
        let settings = SplittingSettings { stretches: 60, moves: 4_000 };
        let (split, split_off) = mean(&seen(height, solver, Means::Splitting(settings), 3, 2));
        let (played, off) =
            mean(&seen(height, solver, Means::Games { count: games, most: None }, 100, 2));
        let apart = (split / played).ln().abs() / split_off.hypot(off);
        assert!(
            apart < 3.5 && split_off < 0.12,
            "10x{height} {solver}: {split} and {played}, {apart} apart"
        );
    }
}

#[test]
fn threads_change_nothing_and_cut_games_say_so() {
    let settings = SplittingSettings { stretches: 8, moves: 1_000 };
    let split = |threads| seen(10, "dt-20", Means::Splitting(settings.clone()), 1, threads);
    assert_eq!(split(1), split(2));
    let cut = |threads| seen(10, "dt-20", Means::Games { count: 5, most: Some(3_000) }, 7, threads);
    assert_eq!(cut(1), cut(3));
    let Evidence::Games(games) = cut(1) else { panic!("games were asked for") };
    assert_eq!(games.iter().map(|game| game.luck).collect::<Vec<_>>(), [7, 8, 9, 10, 11]);
    assert!(games.iter().all(|game| game.ended == (game.moves < 3_000)));
    assert!(games.iter().any(|game| !game.ended), "{games:?}");
}
