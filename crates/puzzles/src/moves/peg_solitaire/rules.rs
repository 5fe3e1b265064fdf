//! The judge: the rules on a drawn board, as plainly as possible.

use quarry_core::{Foul, Score, Verdict};

use super::{BoardSpot, Cell, Drawing, Goal, Grid, Jump, Objective, PegSolitaire};

/// Score of a line under `sweeps` that stops short, before its sweeps are counted.
const STOPPED_SHORT: Score = -1_000_000;

/// Judges a line of jumps.
pub(super) fn judge(puzzle: &PegSolitaire, line: &[Jump]) -> Result<Verdict, Foul> {
    let mut board = puzzle.drawing.clone();
    let (mut entry, mut sweeps) = (0, 0);
    let mut landed = None;
    for (index, jump) in line.iter().enumerate() {
        if index > 0 && !jump.continues {
            entry += 1;
        }
        let foul = |why: String| Err(Foul { at: entry, why });
        if is_reached(&puzzle.goal, &board) {
            return foul("the puzzle is solved already".to_owned());
        }
        let Jump { from, to, .. } = *jump;
        for cell in [from, to] {
            if spot(&board, cell) == BoardSpot::Nothing {
                return foul(format!("{cell} is no hole"));
            }
        }
        if spot(&board, from) != BoardSpot::Peg {
            return foul(format!("there is no peg at {from}"));
        }
        let Some(over) = middle(puzzle.grid, from, to) else {
            return foul("a jump goes two holes along a line".to_owned());
        };
        if spot(&board, over) != BoardSpot::Peg {
            return foul(format!("there is no peg to jump over at {over}"));
        }
        if spot(&board, to) == BoardSpot::Peg {
            return foul(format!("the hole {to} is taken"));
        }
        put(&mut board, from, BoardSpot::Empty);
        put(&mut board, over, BoardSpot::Empty);
        put(&mut board, to, BoardSpot::Peg);
        if landed != Some(from) {
            sweeps += 1;
        }
        landed = Some(to);
    }
    let solved = is_reached(&puzzle.goal, &board);
    let score = match puzzle.objective {
        Objective::Any => line.len() as Score,
        Objective::Sweeps if solved => -sweeps,
        Objective::Sweeps => STOPPED_SHORT - sweeps,
    };
    Ok(Verdict { solved, score })
}

fn is_reached(goal: &Goal, board: &Drawing) -> bool {
    let pegs = board.spots.iter().filter(|spot| **spot == BoardSpot::Peg).count();
    match goal {
        Goal::Single => pegs == 1,
        Goal::Finish(cell) => pegs == 1 && spot(board, *cell) == BoardSpot::Peg,
        Goal::Drawn(goal) => board == goal,
    }
}

/// What is at a cell; nothing outside the drawing.
fn spot(board: &Drawing, cell: Cell) -> BoardSpot {
    let (column, row) = (usize::from(cell.column), usize::from(cell.row));
    if column >= board.columns {
        return BoardSpot::Nothing;
    }
    board.spots.get(row * board.columns + column).copied().unwrap_or(BoardSpot::Nothing)
}

fn put(board: &mut Drawing, cell: Cell, spot: BoardSpot) {
    board.spots[usize::from(cell.row) * board.columns + usize::from(cell.column)] = spot;
}

/// The cell between two cells that are two steps apart on a line of the grid.
fn middle(grid: Grid, from: Cell, to: Cell) -> Option<Cell> {
    let right = i32::from(to.column) - i32::from(from.column);
    let down = i32::from(to.row) - i32::from(from.row);
    let is_line = match (right, down) {
        (2 | -2, 0) | (0, 2 | -2) => true,
        (2, 2) | (-2, -2) => grid == Grid::Triangle,
        _ => false,
    };
    is_line.then(|| Cell {
        column: (i32::from(from.column) + right / 2) as u8,
        row: (i32::from(from.row) + down / 2) as u8,
    })
}

#[cfg(test)]
mod tests {
    use quarry_core::{Located, Position, Puzzle};

    use super::*;

    fn judged(board: &str, keys: &str, entries: &[&str]) -> Result<(bool, Score), (usize, String)> {
        let text = format!("puzzle = \"peg-solitaire\"\n{keys}\nboard = \"\"\"\n{board}\n\"\"\"\n");
        let puzzle = PegSolitaire::parse(&text).expect("a board");
        let located = entries.iter().map(|&value| Located { value, at: Position::START });
        let line = puzzle.parse_answer(&mut located.into_iter()).expect("jumps");
        let verdict = puzzle.judge(&line);
        verdict.map(|it| (it.solved, it.score)).map_err(|foul| (foul.at, foul.why))
    }

    #[test]
    fn every_foul_has_its_words_and_its_entry() {
        let foul = |entries: &[&str]| judged("oo.#o\n..ooo", "", entries).unwrap_err();
        let says = |at, why: &str| (at, why.to_owned());
        assert_eq!(foul(&["4,1-4,3"]), says(0, "4,1 is no hole"));
        assert_eq!(foul(&["1,1-9,1"]), says(0, "9,1 is no hole"));
        assert_eq!(foul(&["2,1-4,1"]), says(0, "4,1 is no hole"));
        assert_eq!(foul(&["3,1-1,1"]), says(0, "there is no peg at 3,1"));
        assert_eq!(foul(&["1,1-2,2"]), says(0, "a jump goes two holes along a line"));
        assert_eq!(foul(&["1,1-1,1"]), says(0, "a jump goes two holes along a line"));
        assert_eq!(foul(&["3,2-1,2"]), says(0, "there is no peg to jump over at 2,2"));
        assert_eq!(foul(&["3,2-5,2"]), says(0, "the hole 5,2 is taken"));
        assert_eq!(foul(&["1,1-3,1", "3,1-1,1"]), says(1, "there is no peg to jump over at 2,1"));
        assert_eq!(foul(&["1,1-3,1-1,1"]), says(0, "there is no peg to jump over at 2,1"));
        assert_eq!(
            foul(&["4,2-2,2", "1,1-3,1-1,1"]),
            says(1, "there is no peg to jump over at 2,1")
        );
    }

    #[test]
    fn a_goal_ends_the_game() {
        assert_eq!(judged("oo.", "", &["1,1-3,1"]), Ok((true, 1)));
        let after = judged("oo.", "", &["1,1-3,1", "3,1-1,1"]).unwrap_err();
        assert_eq!(after, (1, "the puzzle is solved already".to_owned()));
        assert_eq!(judged("oo.", "finish = \"1,1\"", &["1,1-3,1"]), Ok((false, 1)));
        assert_eq!(judged("oo.", "goal = \"..o\"", &["1,1-3,1"]), Ok((true, 1)));
        assert_eq!(judged("oo.o.", "goal = \"..oo.\"", &["1,1-3,1"]), Ok((true, 1)));
    }

    #[test]
    fn jumps_of_one_peg_in_a_row_are_one_sweep() {
        let sweeps = "objective = \"sweeps\"";
        let board = "oo.o.\n..o..";
        assert_eq!(judged(board, sweeps, &["1,1-3,1"]), Ok((false, -1_000_001)));
        assert_eq!(judged(board, sweeps, &["1,1-3,1-5,1"]), Ok((false, -1_000_001)));
        assert_eq!(judged("oo.o.", sweeps, &["1,1-3,1-5,1"]), Ok((true, -1)));
        assert_eq!(judged("oo.o.", sweeps, &["1,1-3,1", "3,1-5,1"]), Ok((true, -1)));
        assert_eq!(judged("oo.o", sweeps, &["1,1-3,1", "4,1-2,1"]), Ok((true, -2)));
    }

    #[test]
    fn a_triangle_has_a_diagonal() {
        assert_eq!(
            judged("o\n.o\n..", "grid = \"triangle\"", &["1,1-3,3"]).unwrap_err().1,
            "3,3 is no hole"
        );
        assert_eq!(judged("o\n.o\n...", "grid = \"triangle\"", &["1,1-3,3"]), Ok((true, 1)));
        let square = judged("o..\n.o.\n...", "", &["1,1-3,3"]).unwrap_err();
        assert_eq!(square, (0, "a jump goes two holes along a line".to_owned()));
    }
}
