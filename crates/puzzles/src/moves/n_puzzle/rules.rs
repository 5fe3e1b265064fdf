//! The reference rules: what `judge` uses, and which boards cannot be solved.
//!
//! Every move exchanges a tile with the empty cell. So it changes the parity of the order of all
//! cells, and it changes the parity of the empty cell's distance from its place in the goal. Boards
//! in which the two differ can never become the goal, in which both are even (W. Johnson and W. Story,
//! "Notes on the 15 puzzle", 1879).

use quarry_core::{Foul, Score, Verdict};

use super::{NPuzzle, Objective};

/// Added to the score of a line that stops before the goal.
const UNSOLVED: Score = -1_000_000;

/// Judges a line: every entry slides a tile beside the empty cell into it.
pub(super) fn judge(puzzle: &NPuzzle, line: &[u16]) -> Result<Verdict, Foul> {
    let mut tiles = puzzle.start.clone();
    let place = |tiles: &[u16], wanted: u16| tiles.iter().position(|&tile| tile == wanted);
    let mut empty = place(&tiles, 0).expect("a board has an empty cell");
    for (at, &tile) in line.iter().enumerate() {
        let foul = |why: String| Err(Foul { at, why });
        if tiles == puzzle.goal_tiles {
            return foul("the puzzle is solved already".to_owned());
        }
        if tile == 0 || usize::from(tile) >= tiles.len() {
            return foul(format!("there is no tile {tile}"));
        }
        let columns = puzzle.columns;
        let (x, y) = (empty % columns, empty / columns);
        let beside = [
            (y > 0).then(|| empty - columns),
            (y + 1 < puzzle.rows).then(|| empty + columns),
            (x > 0).then(|| empty - 1),
            (x + 1 < columns).then(|| empty + 1),
        ];
        let from = beside.into_iter().flatten().find(|&cell| tiles[cell] == tile);
        let Some(from) = from else {
            return foul(format!("tile {tile} is not beside the blank"));
        };
        tiles.swap(from, empty);
        empty = from;
    }
    let solved = tiles == puzzle.goal_tiles;
    let cost = line.len() as Score;
    let score = match puzzle.objective {
        Objective::Moves if !solved => UNSOLVED - cost,
        Objective::Moves | Objective::Any => -cost,
    };
    Ok(Verdict { solved, score })
}

/// Returns whether a board, given as the home of each cell's tile, can never become the goal.
pub(super) fn is_odd(puzzle: &NPuzzle, homes: &[u16]) -> bool {
    // A permutation has the parity of its number of elements less its number of cycles.
    let mut is_seen = vec![false; homes.len()];
    let mut cycles = 0;
    for first in 0..homes.len() {
        cycles += usize::from(!is_seen[first]);
        let mut cell = first;
        while !is_seen[cell] {
            is_seen[cell] = true;
            cell = usize::from(homes[cell]);
        }
    }
    (homes.len() - cycles + steps_home(puzzle, homes)) % 2 == 1
}

/// Returns a sentence that says why a board can never become the goal, if it cannot.
pub(super) fn why_hopeless(puzzle: &NPuzzle, homes: &[u16]) -> Option<String> {
    let (exchanges, walk) =
        if steps_home(puzzle, homes).is_multiple_of(2) { ("odd", "even") } else { ("even", "odd") };
    is_odd(puzzle, homes).then(|| {
        format!(
            "Putting the tiles in order takes an {exchanges} number of exchanges, but the blank comes \
             home in an {walk} number of moves only, and every move is one exchange."
        )
    })
}

/// Returns how many steps the empty cell is away from its place in the goal.
fn steps_home(puzzle: &NPuzzle, homes: &[u16]) -> usize {
    let home = puzzle.home(0);
    let empty = homes.iter().position(|&other| usize::from(other) == home);
    let ((x, y), (home_x, home_y)) =
        (puzzle.place(empty.expect("a board has an empty cell")), puzzle.place(home));
    x.abs_diff(home_x) + y.abs_diff(home_y)
}
