//! Cost of operations on a SameGame board: `cargo xtask bench`, or `cargo bench -p quarry-puzzles
//! --bench kernels -- FILTER`.

use std::sync::atomic::AtomicBool;

use divan::{Bencher, black_box};
use quarry_core::{Budget, Guided, Meter, Puzzle, Rng, Sampled, StateSpace};
use quarry_puzzles::moves::samegame::SameGame;
use quarry_puzzles::moves::samegame::{Board, Move};

fn main() {
    divan::main();
}

/// Positions by name: a full standard board, the same in the middle of a game, and a small board.
const POSITIONS: [&str; 3] = ["standard-01", "standard-01 after 30 moves", "table1-8x8-5"];

fn position(name: &str) -> (SameGame, Board) {
    let (example, moves) = match name.split_once(" after ") {
        Some((example, moves)) => {
            (example, moves.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
        }
        None => (name, 0),
    };
    let example =
        SameGame::examples().iter().find(|known| known.name == example).expect("an example");
    let game = SameGame::parse(example.text).expect("examples parse");
    let mut board = game.start();
    let mut rng = Rng::new(1);
    for _ in 0..moves {
        let list = listed(&game, &board);
        game.play(&mut board, list[rng.below(list.len())]);
    }
    (game, board)
}

fn listed(game: &SameGame, board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(board, &mut moves);
    moves
}

#[divan::bench(args = POSITIONS)]
fn list_of_moves(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    let mut moves = Vec::with_capacity(256);
    bencher.bench_local(|| {
        moves.clear();
        game.moves(black_box(&board), &mut moves);
        moves.len()
    });
}

/// Copies the board and plays every listed move once; the figure is the total for all moves.
#[divan::bench(args = POSITIONS)]
fn play_each_move(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    let moves = listed(&game, &board);
    bencher.bench_local(|| {
        for &mv in &moves {
            let mut child = board.clone();
            black_box(game.play(&mut child, mv));
            black_box(&child);
        }
    });
}

#[divan::bench(args = POSITIONS)]
fn key(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    bencher.bench_local(|| game.key(black_box(&board)));
}

#[divan::bench(args = POSITIONS)]
fn guess(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    bencher.bench_local(|| game.estimate(black_box(&board)));
}

#[divan::bench(args = POSITIONS)]
fn playout_tabu_colour(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    let (mut rng, mut line) = (Rng::new(1), Vec::with_capacity(256));
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &stop);
    bencher.bench_local(|| {
        line.clear();
        game.sample(&mut board.clone(), &mut rng, &mut line, &mut meter)
    });
}

#[divan::bench(args = POSITIONS)]
fn playout_full_list(bencher: Bencher, name: &str) {
    let (game, board) = position(name);
    let (mut rng, mut moves) = (Rng::new(1), Vec::with_capacity(256));
    bencher.bench_local(|| {
        let (mut board, mut score) = (board.clone(), 0);
        loop {
            moves.clear();
            game.moves(&board, &mut moves);
            if moves.is_empty() {
                return score + game.terminal_score(&board);
            }
            score += game.play(&mut board, moves[rng.below(moves.len())]);
        }
    });
}
