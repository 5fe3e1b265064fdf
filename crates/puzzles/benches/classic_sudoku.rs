//! Classic Sudokus a second, each proved to have one solution, on one thread: the search on
//! bitboards alone, from the text to the judged answer, and the constraint engine on the same
//! boards. `cargo bench -p quarry-puzzles --bench classic_sudoku -- [FILE...]`; a file has a board
//! on each line, and without one the boards are generated, with no given to spare.
//!
//! Each figure is the best of several runs over all boards, because machines are shared.

use std::time::Instant;

use quarry_constraint::Engine;
use quarry_core::{Constrained, FinderStep, Generate, Meter, Puzzle, Solutions};
use quarry_pencil::{Declaration, Declared, GeneratorWish};
use quarry_puzzles::pencil::sudoku::{Sudoku, SudokuOptions};

const GENERATED: u64 = 1_000;
const RUNS: usize = 7;

fn main() {
    let files = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let mut sets: Vec<(String, Vec<String>)> =
        files.map(|file| (file.clone(), of(&file))).collect();
    if sets.is_empty() {
        sets.push(("generated".to_owned(), (0..GENERATED).map(generated).collect()));
    }
    println!(
        "{:<20} {:>7} {:>10} {:>12} {:>14} {:>12}",
        "set", "boards", "nodes", "boards/s", "with text/s", "engine/s"
    );
    for (name, lines) in sets {
        let boards: Vec<Declared<Sudoku>> = lines.iter().map(|line| opened(line)).collect();
        let nodes: u64 = boards.iter().map(|board| proved(board).1).sum();
        let alone = best(|| boards.iter().all(|board| proved(board).0 == 1));
        let whole = best(|| lines.iter().all(|line| judged(line)));
        let engine = best(|| boards.iter().all(|board| by_engine(board) == Solutions::One));
        let each = |seconds: f64| boards.len() as f64 / seconds;
        println!(
            "{name:<20} {:>7} {:>10.1} {:>12.0} {:>14.0} {:>12.0}",
            boards.len(),
            nodes as f64 / boards.len() as f64,
            each(alone),
            each(whole),
            each(engine)
        );
    }
}

fn of(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    text.lines().filter(|line| Sudoku::is_line(line)).map(str::to_owned).collect()
}

fn generated(seed: u64) -> String {
    let params = (SudokuOptions::default(), GeneratorWish::default());
    let puzzle = Declared::<Sudoku>::generate(&params, seed, &mut Meter::unlimited());
    puzzle.expect("every seed has a puzzle").declaration().to_line().expect("a classic board")
}

fn opened(line: &str) -> Declared<Sudoku> {
    Declared::parse(line).expect("a board")
}

/// Returns the number of solutions, at most two, and of nodes.
fn proved(board: &Declared<Sudoku>) -> (usize, u64) {
    let mut finder = board.finder().expect("a classic board");
    let found = (0..2).take_while(|_| finder.next(u64::MAX) == FinderStep::Found).count();
    (found, finder.nodes())
}

/// Reads a board, finds its solution, has it judged, and proves that there is no other.
fn judged(line: &str) -> bool {
    let board = opened(line);
    let mut finder = board.finder().expect("a classic board");
    let is_found = finder.next(u64::MAX) == FinderStep::Found;
    let answer = board.decode(&finder.solution());
    let is_right = board.judge(&answer).is_ok_and(|verdict| verdict.solved);
    is_found && is_right && finder.next(u64::MAX) == FinderStep::End
}

fn by_engine(board: &Declared<Sudoku>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&board.model(), meter).expect("nothing stops it").count(u64::MAX, meter)
}

/// The shortest time of several runs, in seconds.
fn best(work: impl Fn() -> bool) -> f64 {
    let time = || {
        let start = Instant::now();
        assert!(work(), "every board has one solution");
        start.elapsed().as_secs_f64()
    };
    (0..RUNS).map(|_| time()).fold(f64::INFINITY, f64::min)
}
