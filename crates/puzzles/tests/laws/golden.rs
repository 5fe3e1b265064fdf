//! Golden games: one recorded game for each puzzle, so that no change of behaviour goes by unseen.
//!
//! A puzzle's `golden.txt` begins with the lines `example: NAME` and `seed: NUMBER`; what follows is the game of
//! random moves that this seed plays on that example, with its trace where the puzzle writes traces. After an intended change, or for a new puzzle, run
//! `cargo xtask golden` (it sets QUARRY_BLESS=1) and read the difference before committing it.

use std::fmt::Write;
use std::path::Path;

use quarry_core::{Interactive, Picture, Played, Puzzle, Rng};

/// Plays the game of a seed and writes it down.
pub(crate) type Record<P> = fn(&P, seed: u64) -> String;

/// Compares the recorded game with the one played now, or records it anew when blessed.
pub(crate) fn compare<P: Puzzle>(record: Record<P>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(P::ID).join("golden.txt");
    let bless = std::env::var_os("QUARRY_BLESS").is_some();
    let recorded = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        assert!(bless, "{}: {error}; see the head of this test", path.display());
        format!("example: {}\nseed: 1\n", P::examples()[0].name)
    });
    let mut lines = recorded.lines();
    let mut field = |name: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{} should begin with example and seed", path.display())).to_owned()
    };
    let (name, seed) = (field("example: "), field("seed: "));
    let example = P::examples().iter().find(|example| example.name == name).expect("the example exists");
    let game = record(&P::parse(example.text).unwrap(), seed.parse().expect("the seed is a number"));

    let now = format!("example: {name}\nseed: {seed}\n{game}");
    if bless {
        std::fs::write(&path, now).unwrap();
    } else {
        assert_eq!(now, recorded, "{} plays otherwise than recorded", P::ID);
    }
}

/// A game with a picture of every position.
pub(crate) fn record_with_scenes<P: Played + Interactive>(puzzle: &P, seed: u64) -> String {
    written(puzzle, seed, |state| drawn(&puzzle.scene(state)))
}

/// A game by its moves alone, where positions cannot be drawn.
pub(crate) fn record<P: Played>(puzzle: &P, seed: u64) -> String {
    written(puzzle, seed, |_| String::new())
}

fn written<P: Played>(puzzle: &P, seed: u64, scene: impl Fn(&P::State) -> String) -> String {
    let mut rng = Rng::new(seed);
    let mut state = puzzle.start();
    let mut score = 0;
    let (mut moves, mut line) = (Vec::new(), Vec::new());
    let mut text = format!("\n{}", scene(&state));
    loop {
        moves.clear();
        puzzle.moves(&state, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        let gain = puzzle.play(&mut state, mv);
        score += gain;
        line.push(mv);
        // What answers leave out is a pass.
        let name = puzzle.show_answer(&vec![mv]).first().map_or("pass".to_owned(), String::clone);
        write!(text, "\nmove {name} of {}, gain {gain}, score {score}\n", moves.len()).unwrap();
        text.push_str(&scene(&state));
    }
    let ending = puzzle.ending(&state);
    write!(text, "\nending {ending}, score {}, solved {}\n", score + ending, puzzle.is_solved(&state))
        .unwrap();
    puzzle.trace(&line).iter().for_each(|state| writeln!(text, "{state}").unwrap());
    text
}

/// A picture as rows of labels, a dot for each blank cell.
fn drawn(picture: &Picture) -> String {
    let mut text = String::new();
    for y in 0..picture.rows {
        text.extend((0..picture.columns).map(|x| picture.tile(x, y).map_or(".", |tile| tile.label.as_str())));
        text.push('\n');
    }
    text
}
