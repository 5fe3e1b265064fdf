//! Golden games: one recorded game for each puzzle, so that every change of behaviour is noticed.
//!
//! A puzzle's `golden.txt` begins with the lines `example: NAME` and `seed: NUMBER`, optionally
//! followed by an answer on lines of `answer: ENTRY`. The rest is the judge's verdict on that
//! answer, and the game of random moves or entries with this seed on that example, with its trace
//! if the puzzle writes traces. After an intended change, or for a new puzzle, run `cargo xtask
//! golden` (it sets QUARRY_BLESS=1) and read the difference before committing it.

use std::fmt::Write;
use std::path::Path;

use quarry_core::{
    Episode, Filled, Fixed, Guided, Interactive, Located, Lucky, Mark, Picture, Played, Position,
    Puzzle, Rng, StateSpace, Tile,
};

/// Plays the game of a seed and returns its record.
pub(crate) type Record<P> = fn(&P, seed: u64) -> String;

/// Compares the recorded game with the one played now, or records it again when blessed.
pub(crate) fn compare<P: Puzzle>(record: Record<P>) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{}.txt", P::ID));
    let bless = std::env::var_os("QUARRY_BLESS").is_some();
    let recorded = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        assert!(bless, "{}: {error}; see the head of this test", path.display());
        format!("example: {}\nseed: 1\n", P::examples()[0].name)
    });
    let mut lines = recorded.lines();
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{} should begin with example and seed", path.display()))
            .to_owned()
    };
    let (name, seed) = (field("example: "), field("seed: "));
    let example =
        P::examples().iter().find(|example| example.name == name).expect("the example exists");
    let puzzle = P::parse(example.text).unwrap();
    let answer: Vec<&str> = lines.map_while(|line| line.strip_prefix("answer: ")).collect();
    let judged = if answer.is_empty() { String::new() } else { judged(&puzzle, &answer) };
    let game = record(&puzzle, seed.parse().expect("the seed is a number"));

    let now = format!("example: {name}\nseed: {seed}\n{judged}{game}");
    if bless {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(now, recorded, "{} plays otherwise than recorded", P::ID);
    }
}

/// The answer and the judge's verdict on it.
fn judged<P: Puzzle>(puzzle: &P, entries: &[&str]) -> String {
    let located: Vec<_> =
        entries.iter().map(|&value| Located { value, at: Position::START }).collect();
    let verdict = puzzle
        .judge(&puzzle.parse_answer(&mut located.iter().copied()).expect("the answer can be read"));
    let lines: String = entries.iter().map(|entry| format!("answer: {entry}\n")).collect();
    let verdict = verdict.expect("the answer is legal");
    format!("{lines}judged: score {}, solved {}\n", verdict.score, verdict.solved)
}

/// Random entries into a board, some of them wrong, with their faults.
pub(crate) fn record_filling<P: Filled>(puzzle: &P, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut filling = puzzle.blank();
    let mut text = format!("\n{}", labels(&puzzle.drawn(&filling)));
    for cell in 0..puzzle.values(&filling).len() {
        if puzzle.values(&filling)[cell].is_some() {
            continue;
        }
        let value = 1 + rng.below(puzzle.most() as usize) as u32;
        puzzle.put(&mut filling, cell, Some(value));
        let faults: Vec<_> = puzzle.faults(&filling).into_iter().map(|fault| fault.words).collect();
        let faults = if faults.is_empty() { "nothing wrong".to_owned() } else { faults.join("; ") };
        let scene = labels(&puzzle.drawn(&filling));
        write!(text, "\n{}={value}: {faults}\n{scene}", puzzle.name(cell)).unwrap();
    }
    text
}

/// A picture as rows of labels, padded to the widest.
fn labels(picture: &Picture) -> String {
    let widest = picture.tiles.iter().map(|tile| tile.label.len()).max().unwrap_or(1) + 1;
    let mut text = String::new();
    for y in 0..picture.rows {
        let mut row = String::new();
        for x in 0..picture.columns {
            let label = picture
                .tile(x, y)
                .map(|tile| if tile.label.is_empty() { "_" } else { &tile.label });
            write!(row, "{:>widest$}", label.unwrap_or_default()).unwrap();
        }
        writeln!(text, "{}", row.trim_end()).unwrap();
    }
    text
}

/// A game with a picture of every position.
pub(crate) fn record_with_scenes<P: Played + Interactive>(puzzle: &P, seed: u64) -> String {
    written(puzzle, seed, |state| drawn(&puzzle.scene(state)))
}

/// A game by its moves alone, for puzzles whose positions cannot be drawn.
pub(crate) fn record<P: Played>(puzzle: &P, seed: u64) -> String {
    written(puzzle, seed, |_| String::new())
}

/// Length at which a recorded game is cut off, for puzzles where play can cycle.
const LONGEST: usize = 100;

fn written<P: Played>(puzzle: &P, seed: u64, scene: impl Fn(&P::State) -> String) -> String {
    let mut rng = Rng::new(seed);
    let mut state = puzzle.start();
    let mut score = 0;
    let (mut moves, mut line) = (Vec::new(), Vec::new());
    let mut text = format!("\n{}", scene(&state));
    loop {
        moves.clear();
        puzzle.moves(&state, &mut moves);
        if moves.is_empty() || line.len() == LONGEST {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        let gain = puzzle.play(&mut state, mv);
        score += gain;
        line.push(mv);
        // A move that answers leave out is a pass.
        let name = puzzle.show_answer(&vec![mv]).first().map_or("pass".to_owned(), String::clone);
        write!(text, "\nmove {name} of {}, gain {gain}, score {score}\n", moves.len()).unwrap();
        text.push_str(&scene(&state));
    }
    let ending = puzzle.terminal_score(&state);
    write!(
        text,
        "\nending {ending}, score {}, solved {}\n",
        score + ending,
        puzzle.is_solved(&state)
    )
    .unwrap();
    puzzle.trace(&line).iter().for_each(|state| writeln!(text, "{state}").unwrap());
    text
}

/// An episode with a picture of every position; if the instance leaves the luck open, it comes from
/// the seed.
pub(crate) fn record_episode<P: Lucky<Rules: Interactive>>(puzzle: &P, seed: u64) -> String {
    let luck = puzzle.luck().unwrap_or(seed);
    let table = Fixed::new(puzzle.rules(), luck);
    let mut rng = Rng::stream(seed, 1);
    let (mut state, mut moves, mut score) = (table.start(), Vec::new(), 0);
    let mut text = format!("\n{}", drawn(&puzzle.rules().scene(state.seen())));
    loop {
        moves.clear();
        table.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        let gain = table.play(&mut state, mv);
        score += gain;
        let entries = puzzle.show_answer(&Episode { luck, line: vec![mv] });
        let name = entries.last().expect("a move is written");
        write!(text, "\nmove {name} of {}, gain {gain}, score {score}\n", moves.len()).unwrap();
        text.push_str(&drawn(&puzzle.rules().scene(state.seen())));
    }
    let ending = table.terminal_score(&state);
    write!(
        text,
        "\nending {ending}, score {}, solved {}\n",
        score + ending,
        table.is_solved(&state)
    )
    .unwrap();
    text
}

/// The label of a tile or, if it has none, a letter for its mark.
fn sign(tile: &Tile) -> &str {
    match tile.label.as_str() {
        "" if tile.marks.contains(&Mark::Disc) => "o",
        "" if tile.marks.contains(&Mark::Circle) => ".",
        label => label,
    }
}

/// A picture as rows of labels, a dot for each blank cell.
fn drawn(picture: &Picture) -> String {
    let mut text = String::new();
    for y in 0..picture.rows {
        text.extend((0..picture.columns).map(|x| picture.tile(x, y).map_or(".", sign)));
        text.push('\n');
    }
    text
}
