//! Compares the fast boards and the reference rules in one run, with the ratio: `cargo xtask
//! bench`.
//!
//! Machines are shared and noisy, so the three take turns in short slices and each figure is that
//! of the best slice.

use std::time::{Duration, Instant};

use quarry_core::{Puzzle, Rng, Score};
use quarry_puzzles::moves::samegame::SameGame;
use quarry_puzzles::moves::samegame::{Board, Cell, Grid, Move, Variant, WideBoard, rules};

const SLICES: usize = 20;
const SLICE: Duration = Duration::from_millis(100);

fn main() {
    let example = &SameGame::examples()
        .iter()
        .find(|example| example.name == "standard-01")
        .expect("standard board 1");
    let game = SameGame::parse(example.text).expect("examples parse");
    let packed = Board::from_grid(game.grid());
    let wide = Board::Wide(WideBoard::from_grid(game.grid()));

    println!(
        "\nRandom games to the end from {}, rules {}, one core, lines recorded.",
        example.name,
        game.rules().name()
    );
    println!(
        "{:<28} {:>14} {:>14} {:>14}",
        "games a second", "packed board", "wide board", "reference"
    );
    compare(
        "tabu colour",
        |rng, line| {
            packed.clone().playout_tabu(game.rules(), rng, line, || true).expect("nothing stops it")
        },
        |rng, line| {
            wide.clone().playout_tabu(game.rules(), rng, line, || true).expect("nothing stops it")
        },
        |rng, line| reference_playout(&game, true, rng, line),
    );
    compare(
        "full move list, uniform",
        |rng, line| list_playout(packed.clone(), game.rules(), rng, line),
        |rng, line| list_playout(wide.clone(), game.rules(), rng, line),
        |rng, line| reference_playout(&game, false, rng, line),
    );
}

type Line = Vec<Move>;
type Playout<'p> = dyn FnMut(&mut Rng, &mut Line) -> Score + 'p;

/// Prints the games per second of the three, and the speed of the others relative to the reference.
fn compare(
    name: &str,
    mut packed: impl FnMut(&mut Rng, &mut Line) -> Score,
    mut wide: impl FnMut(&mut Rng, &mut Line) -> Score,
    mut reference: impl FnMut(&mut Rng, &mut Line) -> Score,
) {
    let mut contenders: [&mut Playout; 3] = [&mut packed, &mut wide, &mut reference];
    let mut rngs = [Rng::new(1), Rng::new(1), Rng::new(1)];
    let mut best = [0.0f64; 3];
    let mut line = Vec::with_capacity(256);
    for _ in 0..SLICES {
        for (which, playout) in contenders.iter_mut().enumerate() {
            let (start, mut games) = (Instant::now(), 0u32);
            while start.elapsed() < SLICE {
                // Reading the clock can cost as much as a sixth of a game.
                for _ in 0..20 {
                    line.clear();
                    std::hint::black_box(playout(&mut rngs[which], &mut line));
                }
                games += 20;
            }
            best[which] = best[which].max(f64::from(games) / start.elapsed().as_secs_f64());
        }
    }
    let [packed, wide, reference] = best;
    println!("{name:<28} {packed:>14.0} {wide:>14.0} {reference:>14.0}");
    println!("{:<28} {:>13.0}x {:>13.0}x {:>13.0}x", "", packed / reference, wide / reference, 1.0);
}

/// Lists the groups at every move and takes one of them, each equally likely.
fn list_playout(mut board: Board, rules: Variant, rng: &mut Rng, line: &mut Line) -> Score {
    let mut points = 0;
    let mut groups = Vec::with_capacity(256);
    loop {
        groups.clear();
        board.groups(rules.min_group(), &mut groups);
        if groups.is_empty() {
            return points + rules.terminal_score(board.counts());
        }
        let mv = groups[rng.below(groups.len())];
        points += rules.points(board.play(mv));
        line.push(mv);
    }
}

/// Plays in either way by the reference rules alone.
fn reference_playout(game: &SameGame, tabu: bool, rng: &mut Rng, line: &mut Line) -> Score {
    let rules = game.rules();
    let mut grid: Grid = game.grid().clone();
    let counts = grid.counts();
    let most =
        counts.iter().enumerate().max_by_key(|&(colour, count)| (count, usize::MAX - colour));
    let tabu = if tabu { most.map(|(colour, _)| colour as u8) } else { None };
    let mut points = 0;
    loop {
        let removable = |cell: &Cell| rules::group_of(&grid, *cell).len() >= rules.min_group();
        let mut choices: Vec<Cell> = grid.cells().filter(removable).collect();
        if tabu.is_none() {
            choices.retain(|cell| rules::group_of(&grid, *cell).first() == Some(cell));
        } else if choices.iter().any(|cell| grid.at(*cell) != tabu) {
            choices.retain(|cell| grid.at(*cell) != tabu);
        }
        if choices.is_empty() {
            return points + rules.terminal_score(&grid.counts());
        }
        let group = rules::group_of(&grid, choices[rng.below(choices.len())]);
        points += rules.points(group.len());
        line.extend(group.first());
        rules::remove(Variant::SameGame, &mut grid, &group);
    }
}
