//! The reference rules, used by the judge.
//!
//! A line of play is replayed on the plain [`Grid`]: find the group, count it, remove it, let the
//! cells above fall, close the empty columns where the rules say so. Written for clarity, not for speed, and sharing no
//! code with the fast boards, so that tests which compare the two are meaningful. A move costs its
//! group and the columns that it touches.

use std::collections::BTreeSet;

use quarry_core::{Foul, Score, Verdict};

use super::Move;
use super::grid::{Cell, Grid};
use super::variant::Variant;

/// Replays a line of play from `start`. Returns its score, or the move that breaks the rules.
pub fn judge(rules: Variant, start: &Grid, line: &[Move]) -> Result<Verdict, Foul> {
    let mut board = start.clone();
    let mut score: Score = 0;
    for (at, &mv) in line.iter().enumerate() {
        let foul = |why: String| Foul { at, why: format!("\"{mv}\": {why}") };
        if !board.contains(mv) {
            return Err(foul(format!(
                "outside the board of {} columns and {} rows",
                board.columns(),
                board.rows()
            )));
        }
        let group = group_of(&board, mv);
        if group.len() < rules.min_group() {
            let needed = format!("at least {} of one colour are needed", rules.min_group());
            return Err(foul(match group.len() {
                0 => "no cell is there any more".to_owned(),
                1 => format!("a single cell, {needed}"),
                size => format!("a group of {size} cells, {needed}"),
            }));
        }
        remove(rules, &mut board, &group);
        score += rules.points(group.len());
    }

    let over = !board.cells().any(|cell| group_of(&board, cell).len() >= rules.min_group());
    if over {
        score += rules.terminal_score(&board.counts());
    }
    let empty = board.cells().all(|cell| board.at(cell).is_none());
    let solved = if rules.must_clear() { empty } else { over };
    Ok(Verdict { solved, score })
}

/// Returns the connected cells of this cell's colour, side by side; none for an empty place.
pub fn group_of(board: &Grid, start: Cell) -> BTreeSet<Cell> {
    let mut group = BTreeSet::new();
    let Some(colour) = board.at(start) else { return group };
    let mut waiting = vec![start];
    while let Some(cell) = waiting.pop() {
        if !board.contains(cell) || board.at(cell) != Some(colour) || !group.insert(cell) {
            continue;
        }
        let Cell { column, row } = cell;
        waiting.extend(column.checked_sub(1).map(|column| Cell { column, row }));
        waiting.extend(column.checked_add(1).map(|column| Cell { column, row }));
        waiting.extend(row.checked_sub(1).map(|row| Cell { column, row }));
        waiting.extend(row.checked_add(1).map(|row| Cell { column, row }));
    }
    group
}

/// Removes a group; cells above fall, and empty columns close where the rules say so.
pub fn remove(rules: Variant, board: &mut Grid, group: &BTreeSet<Cell>) {
    for &cell in group {
        board.put(cell, None);
    }
    let touched: BTreeSet<u8> = group.iter().map(|cell| cell.column).collect();
    for &column in &touched {
        let fallen: Vec<_> = board.column(column).collect();
        fill_column(board, column, &fallen);
    }
    if !rules.closes_columns() {
        return;
    }
    // From the right, so that the columns still to be checked stay where they are.
    for &column in touched.iter().rev() {
        if is_empty(board, column) {
            close_column(board, column);
        }
    }
}

fn is_empty(board: &Grid, column: u8) -> bool {
    board.column(column).next().is_none()
}

/// Moves the columns right of an empty one to the left, up to the first empty one among them.
fn close_column(board: &mut Grid, empty: u8) {
    for column in empty..board.columns() - 1 {
        let next: Vec<_> = board.column(column + 1).collect();
        fill_column(board, column, &next);
        fill_column(board, column + 1, &[]);
        if next.is_empty() {
            break;
        }
    }
}

/// Puts these colours into a column from the bottom, and leaves the rest empty.
fn fill_column(board: &mut Grid, column: u8, colours: &[u8]) {
    for row in 0..board.rows() {
        board.put(Cell { column, row }, colours.get(usize::from(row)).copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::samegame::SameGame;
    use quarry_core::Puzzle;

    fn judged(rules: &str, board: &str, line: &[(u8, u8)]) -> Result<Verdict, String> {
        let text = format!("rules = \"{rules}\"\nboard = \"\"\"\n{board}\n\"\"\"");
        let line: Vec<Move> =
            line.iter().map(|&(column, row)| Cell { column: column - 1, row: row - 1 }).collect();
        SameGame::parse(&text).unwrap().judge(&line).map_err(|foul| foul.to_string())
    }

    fn worth(solved: bool, score: Score) -> Result<Verdict, String> {
        Ok(Verdict { solved, score })
    }

    #[test]
    fn cells_fall_and_columns_close() {
        // The 0s are removed: the left column comes down, the middle one closes, and the 1s meet
        // under the 2s.
        let board = "2.2\n1.2\n001";
        assert_eq!(judged("samegame", board, &[(2, 1), (2, 1), (1, 1)]), worth(true, 1 + 1000));
        assert_eq!(judged("samegame", board, &[(1, 1), (1, 1), (2, 1)]), worth(true, 1 + 1000));
    }

    #[test]
    fn balls_only_drop_where_the_rules_say_so() {
        // Without the middle column the 1s stay apart, and nothing is left to remove.
        let board = "20.\n101\n101";
        assert_eq!(judged("jawbreaker3", board, &[(2, 1)]), worth(false, 6));
        assert_eq!(judged("jawbreaker3-drop", board, &[(2, 1)]), worth(true, 6));
        assert!(judged("jawbreaker3-drop", board, &[(2, 1), (2, 1)]).is_err());
        // Beside it cells fall as ever.
        assert_eq!(judged("jawbreaker3-drop", "1.1\n000\n121", &[(1, 2)]), worth(true, 6));
        assert_eq!(judged("jawbreaker3-drop", "1.1\n000\n111", &[(1, 2), (1, 1)]), worth(true, 26));
    }

    #[test]
    fn a_line_may_stop_early_and_the_end_counts_only_at_the_end() {
        assert_eq!(judged("samegame", "00\n11", &[(1, 1)]), worth(false, 0));
        assert_eq!(judged("samegame", "00\n11", &[(1, 1), (1, 1)]), worth(true, 1000));
        assert_eq!(judged("samegame", "01\n10", &[]), worth(true, 0));
        assert_eq!(judged("samegame", "0\n1", &[]), worth(true, -2));
        assert_eq!(judged("jawbreaker", "000\n111", &[(3, 1)]), worth(false, 6));
        assert_eq!(judged("clickomania", "01\n00", &[(1, 1)]), worth(false, 3));
        assert_eq!(judged("clickomania", "11\n00", &[(1, 1), (2, 1)]), worth(true, 4));
    }

    #[test]
    fn fouls_say_what_stands_there() {
        let foul = |rules, line| judged(rules, "01\n00", line).unwrap_err();
        assert_eq!(
            foul("samegame", &[(2, 2)]),
            "entry 1: \"2,2\": a single cell, at least 2 of one colour are needed"
        );
        assert_eq!(
            foul("samegame", &[(1, 1), (2, 1)]),
            "entry 2: \"2,1\": no cell is there any more"
        );
        assert_eq!(
            foul("samegame", &[(3, 1)]),
            "entry 1: \"3,1\": outside the board of 2 columns and 2 rows"
        );
        assert_eq!(
            judged("jawbreaker3", "00\n11", &[(1, 1)]).unwrap_err(),
            "entry 1: \"1,1\": a group of 2 cells, at least 3 of one colour are needed"
        );
    }
}
