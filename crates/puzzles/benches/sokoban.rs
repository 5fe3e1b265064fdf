//! Solves the levels of a file, one after the other on one thread, each with the same processor
//! time: `cargo bench -p quarry-puzzles --bench sokoban -- WHAT SECONDS FILE [NUMBER ...]`. WHAT is
//! `packing`, which ends with its first solution, or `proof`: `packing` for that long, then
//! `fewest-pushes` with what it has to beat. The numbers choose levels by their place in the file.

use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Meter, NoSettings, NoTables, OwnSolver, Puzzle, Score, SliceEnd};
use quarry_puzzles::moves::sokoban::{FewestPushes, PackingSolver, Sokoban};
use rustix::time::{ClockId, clock_gettime};

/// Memory of each search, in bytes.
const MEMORY: u64 = 3 << 30;

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [what @ ("packing" | "proof"), seconds, file, numbers @ ..] = words.as_slice() else {
        println!("expected packing or proof, seconds of processor time, and a file of levels");
        return;
    };
    let seconds: f64 = seconds.parse().expect("seconds");
    let chosen: Vec<usize> =
        numbers.iter().map(|number| number.parse().expect("a number")).collect();
    let text = std::fs::read_to_string(file).expect("a file that can be read");
    let (mut levels, mut reached, mut spent) = (0, 0, 0.0);
    for (index, range) in Sokoban::divide(&text).into_iter().enumerate() {
        if !chosen.is_empty() && !chosen.contains(&(index + 1)) {
            continue;
        }
        let puzzle = Sokoban::parse(&text[range]).expect("a level");
        let is_for_proof = *what == "proof";
        let mut run = searched::<PackingSolver>(&puzzle, seconds, !is_for_proof, None);
        if is_for_proof {
            let proof = searched::<FewestPushes>(&puzzle, seconds, false, run.score);
            run = Run { seconds: run.seconds + proof.seconds, ..proof };
        }
        let is_reached = if is_for_proof { run.is_proved } else { run.score.is_some() };
        levels += 1;
        reached += usize::from(is_reached);
        spent += run.seconds;
        let pushes = run.score.map_or("-".to_owned(), |score| (-score).to_string());
        let proved = if run.is_proved { "proved" } else { "" };
        println!("{:4} {pushes:>6} {:8.2} s  {proved}", index + 1, run.seconds);
    }
    println!("{reached} of {levels} levels, {spent:.0} s");
}

/// What became of a search.
struct Run {
    score: Option<Score>,
    is_proved: bool,
    seconds: f64,
}

/// Lets a solver work until it ends or its processor time is over.
fn searched<S: OwnSolver<Sokoban, Settings = NoSettings>>(
    puzzle: &Sokoban,
    seconds: f64,
    until_first: bool,
    known: Option<Score>,
) -> Run {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget { memory: Some(MEMORY), ..Budget::default() }, &stop);
    let begun = thread_seconds();
    let mut search = S::begin(puzzle, &NoSettings, 1, &NoTables);
    if let Some(score) = known {
        search.beat(score);
    }
    loop {
        meter.begin_slice();
        let end = search.slice(&mut meter);
        let best = search.best().filter(|best| best.solved);
        let is_first = until_first && best.is_some();
        let used = thread_seconds() - begun;
        if end != SliceEnd::Working || is_first || used >= seconds {
            if let Some(best) = best {
                let verdict = puzzle.judge(&best.answer).expect("the pushes are legal");
                assert!(verdict.solved && verdict.score == best.score, "the judge agrees");
            }
            let score = best.map(|best| best.score).or(known);
            return Run { score, is_proved: end == SliceEnd::Proved, seconds: used };
        }
    }
}

/// Returns the processor time of this thread.
fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
