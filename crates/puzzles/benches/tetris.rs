//! Compares pieces per second of a controller by every path of the engine and by the reference
//! rules in one run: `cargo xtask bench`.
//!
//! DT-20 on 10 x 20: whole decisions, their play, and the drawing of pieces. The paths take turns
//! in short slices, and each figure is that of the best slice. Then the fastest path runs on one
//! thread and on two, in turns, so that noise affects both. Last comes the time per piece with all
//! next pieces taken into account, for DT-20 and for the evolved heuristic.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use quarry_core::{
    Dealt, Evaluator, Fixed, Foresight, LearnedEvaluator, Lucky, Puzzle, StateSpace, Valued,
};
use quarry_puzzles::chance::tetris::Tetris;
use quarry_puzzles::chance::tetris::rules::{self, Grid};
use quarry_puzzles::chance::tetris::{
    ComputePath, Evolved, Linear, Placement, Rules, State, features,
};

const SLICES: usize = 300;
/// Number of times that one thread and two take turns.
const ROUNDS: u64 = 200;
const SLICE: Duration = Duration::from_millis(3);
const PIECES_PER_LOOK: u64 = 100;

fn main() {
    let game = Tetris::parse("width = 10\nheight = 20\n").expect("a game");
    let controllers = Tetris::controllers().iter();
    let dt_20 = controllers.clone().find(|controller| controller.name == "dt-20").expect("DT-20");
    let paths: Vec<_> = ComputePath::all()
        .into_iter()
        .map(|(name, path)| (name, game.rules().clone().by(path)))
        .collect();

    println!("\nDT-20 on 10 x 20, rules simplified, one core.");
    println!("{:<14} {:>16} {:>10}", "path", "pieces a second", "ratio");
    let mut games: Vec<Game> =
        paths.iter().map(|(_, rules)| Game::new(rules, &dt_20.evaluator, 1)).collect();
    let mut best = vec![0.0f64; paths.len()];
    for _ in 0..SLICES {
        for (game, best) in games.iter_mut().zip(&mut best) {
            *best = best.max(slice(|| game.place(PIECES_PER_LOOK)));
        }
    }
    let mut reference = Reference::new(game.rules(), &dt_20.evaluator, 1);
    let defined = (0..5).map(|_| slice(|| reference.place(2))).fold(0.0, f64::max);
    println!("{:<14} {defined:>16.0} {:>9.2}x", "reference", defined / best[0]);
    for ((name, _), pieces) in paths.iter().zip(&best) {
        println!("{name:<14} {pieces:>16.0} {:>9.2}x", pieces / best[0]);
    }

    let (name, rules) = paths.last().expect("there is a path");
    let (one, two) = (0..ROUNDS).fold((0.0f64, 0.0f64), |(one, two), round| {
        let speed = |threads| together(threads, rules, &dt_20.evaluator, 10 * round);
        (one.max(speed(1)), two.max(speed(2)))
    });
    println!(
        "{name} on two threads: {two:.0} pieces a second, {:.2} times one thread's {one:.0}",
        two / one
    );

    let evolved = Evolved::of(Evolved::USUAL);
    let at_once = |rules: &Rules, state: &State| evolved.best(rules, state).map(|pick| pick.mv);
    let ahead = |rules: &Rules, state: &State| foreseen(&evolved, rules, state);
    let far = |rules: &Rules, state: &State| foreseen(&dt_20.evaluator, rules, state);
    println!("\nMilliseconds per piece, directly and with all next pieces taken into account.");
    println!("{:<14} {:>10.5} {:>10.5}", "evolved", millis(&game, at_once), millis(&game, ahead));
    println!(
        "{:<14} {:>10.5} {:>10.5}",
        "DT-20",
        1000.0 / best[best.len() - 1],
        millis(&game, far)
    );
}

/// Returns the best placement with the next piece taken into account.
fn foreseen(evaluator: &impl Evaluator<Rules>, rules: &Rules, state: &State) -> Option<Placement> {
    let mut listed = Vec::new();
    rules.moves(state, &mut listed);
    evaluator.foresee(rules, state, &listed, Foresight::Mean).map(|foreseen| foreseen.mv)
}

/// Milliseconds per piece of a choice function, in the best of many slices of its games.
fn millis(game: &Tetris, choose: impl Fn(&Rules, &State) -> Option<Placement>) -> f64 {
    let (rules, mut luck) = (game.rules(), 1);
    let mut state = Fixed::new(rules, luck).start();
    let mut place = || {
        match choose(rules, state.seen()) {
            Some(mv) => _ = Fixed::new(rules, luck).play(&mut state, mv),
            None => {
                luck += 1;
                state = Fixed::new(rules, luck).start();
            }
        }
        1
    };
    let best = (0..SLICES).map(|_| slice(&mut place)).fold(0.0, f64::max);
    1000.0 / best
}

/// Pieces per second of this many threads at once, each with its own game.
fn together(threads: u64, rules: &Rules, evaluator: &Linear, luck: u64) -> f64 {
    let barrier = Barrier::new(threads as usize);
    std::thread::scope(|scope| {
        let work = |luck| {
            let barrier = &barrier;
            scope.spawn(move || {
                let mut game = Game::new(rules, evaluator, luck);
                barrier.wait();
                let (start, mut pieces) = (Instant::now(), 0);
                while start.elapsed() < 5 * SLICE {
                    pieces += game.place(PIECES_PER_LOOK);
                }
                pieces as f64 / start.elapsed().as_secs_f64()
            })
        };
        let working: Vec<_> = (0..threads).map(|thread| work(luck + thread)).collect();
        working.into_iter().map(|thread| thread.join().expect("it plays on")).sum()
    })
}

/// Pieces per second of one slice.
fn slice(mut place: impl FnMut() -> u64) -> f64 {
    let (start, mut pieces) = (Instant::now(), 0);
    while start.elapsed() < SLICE {
        pieces += place();
    }
    pieces as f64 / start.elapsed().as_secs_f64()
}

/// Games of a controller, one after the other.
struct Game<'r> {
    rules: &'r Rules,
    evaluator: &'r Linear,
    luck: u64,
    state: Dealt<State>,
}

impl<'r> Game<'r> {
    fn new(rules: &'r Rules, evaluator: &'r Linear, luck: u64) -> Self {
        Game { rules, evaluator, luck, state: Fixed::new(rules, luck).start() }
    }

    fn place(&mut self, pieces: u64) -> u64 {
        let table = Fixed::new(self.rules, self.luck);
        for _ in 0..pieces {
            match self.evaluator.best(self.rules, self.state.seen()) {
                Some(pick) => _ = table.play(&mut self.state, pick.mv),
                None => *self = Game::new(self.rules, self.evaluator, self.luck + 1000),
            }
        }
        pieces
    }
}

/// Games of a controller by the definitions alone.
struct Reference<'r> {
    rules: &'r Rules,
    evaluator: &'r Linear,
    grid: Grid,
    luck: u64,
    placed: usize,
}

impl<'r> Reference<'r> {
    fn new(rules: &'r Rules, evaluator: &'r Linear, luck: u64) -> Self {
        Reference { rules, evaluator, grid: Grid::empty(rules.setup()), luck, placed: 0 }
    }

    fn place(&mut self, pieces: u64) -> u64 {
        let (setup, Linear(weights)) = (self.rules.setup(), self.evaluator);
        for _ in 0..pieces {
            let piece =
                rules::pieces(setup.source, self.luck).nth(self.placed).expect("pieces never end");
            let mut best = None;
            for mv in rules::placements(setup, &self.grid, piece) {
                let value =
                    weights.value(&features::of_placement(setup, &self.grid, mv, weights.wells));
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, mv));
                }
            }
            let Some((_, mv)) = best else {
                *self = Reference::new(self.rules, self.evaluator, self.luck + 1000);
                continue;
            };
            let row = rules::rest(setup, &self.grid, mv).expect("it is legal");
            self.grid.lay(mv, row);
            self.placed += 1;
        }
        pieces
    }
}
