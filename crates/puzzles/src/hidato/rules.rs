//! The judge: a filled board is right when every number stands once, the givens stand where they are given, each number
//! touches the next, and linked cells hold consecutive numbers.
//! An answer may leave cells empty or numbers apart; it is legal and earns points, but is no solution. A point is earned
//! by each cell for its number's successor and again for its predecessor next to it: 2n - 2 when all is in order.

use std::collections::HashMap;

use quarry_core::{Foul, Verdict};

use super::{Filling, Hidato};

/// Judges a filling of all cells, some of them perhaps left empty.
pub(super) fn judge(puzzle: &Hidato, filling: &Filling) -> Result<Verdict, Foul> {
    let cells = puzzle.board().len();
    let foul = |at: usize, why: String| Err(Foul { at, why });
    if filling.len() != cells {
        return foul(filling.len().min(cells), format!("{} cells, but the board has {cells}", filling.len()));
    }

    let mut holder = HashMap::new();
    for (cell, &entry) in filling.iter().enumerate() {
        let given = puzzle.givens()[cell];
        if let Some(given) = given
            && entry != Some(given)
        {
            return foul(cell, format!("the given {given} is missing"));
        }
        let Some(number) = entry else { continue };
        if !(1..=cells).contains(&usize::from(number)) {
            return foul(cell, format!("{number} is not one of 1 to {cells}"));
        }
        if holder.insert(number, cell as u16).is_some() {
            return foul(cell, format!("{number} stands a second time"));
        }
    }

    let touching = |number: u16| match (holder.get(&number), holder.get(&(number + 1))) {
        (Some(&one), Some(other)) => puzzle.board().neighbours(one).contains(other),
        _ => false,
    };
    let steps = (1..cells as u16).filter(|&number| touching(number)).count();
    let linked = |&(one, other): &(u16, u16)| match (filling[usize::from(one)], filling[usize::from(other)]) {
        (Some(one), Some(other)) => one.abs_diff(other) == 1,
        _ => false,
    };
    let solved = holder.len() == cells && steps + 1 == cells && puzzle.links().iter().all(linked);
    Ok(Verdict { solved, score: 2 * steps as i64 })
}
