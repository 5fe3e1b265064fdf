//! The judge. A full board is correct if every number occurs once, the givens are in their cells,
//! each number touches the next, and linked cells hold consecutive numbers. An answer may leave
//! cells empty or numbers apart; it is then legal and scores points, but is no solution. Each cell
//! scores one point if it touches its number's successor and one if it touches its predecessor: 2n
//! - 2 points for a solution.

use std::collections::HashMap;

use quarry_core::{Foul, Verdict};

use super::{Filling, Hidato};

/// Judges a filling of all cells, some of which may be empty.
pub(super) fn judge(puzzle: &Hidato, filling: &Filling) -> Result<Verdict, Foul> {
    let cells = puzzle.board().len();
    let foul = |at: usize, why: String| Err(Foul { at, why });
    if filling.len() != cells {
        return foul(
            filling.len().min(cells),
            format!("{} cells, but the board has {cells}", filling.len()),
        );
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
    let linked =
        |&(one, other): &(u16, u16)| match (filling[usize::from(one)], filling[usize::from(other)])
        {
            (Some(one), Some(other)) => one.abs_diff(other) == 1,
            _ => false,
        };
    let solved = holder.len() == cells && steps + 1 == cells && puzzle.links().iter().all(linked);
    Ok(Verdict { solved, score: 2 * steps as i64 })
}

#[cfg(test)]
mod tests {
    use super::super::Topology;
    use super::*;
    use quarry_core::{Puzzle, Rng};

    fn judged(puzzle: &str, rows: &[u16]) -> Result<Verdict, Foul> {
        let entry = |&number: &u16| (number > 0).then_some(number);
        judge(&Hidato::parse(puzzle).unwrap(), &rows.iter().map(entry).collect())
    }

    fn foul(at: usize, why: &str) -> Result<Verdict, Foul> {
        Err(Foul { at, why: why.to_owned() })
    }

    #[test]
    fn a_filling_is_solved_when_each_number_touches_the_next() {
        let puzzle = "1 _ _\n_ _ _\n_ _ 9";
        assert_eq!(
            judged(puzzle, &[1, 2, 3, 6, 5, 4, 7, 8, 9]),
            Ok(Verdict { solved: true, score: 16 })
        );
        assert_eq!(
            judged(puzzle, &[1, 3, 2, 6, 5, 4, 7, 8, 9]),
            Ok(Verdict { solved: false, score: 14 })
        );
        assert_eq!(
            judged(puzzle, &[1, 0, 0, 0, 0, 0, 0, 0, 9]),
            Ok(Verdict { solved: false, score: 0 })
        );
        assert_eq!(
            judged(puzzle, &[1, 2, 0, 0, 0, 0, 0, 8, 9]),
            Ok(Verdict { solved: false, score: 4 })
        );
        assert_eq!(judged("1 #", &[1]), Ok(Verdict { solved: true, score: 0 }));
    }

    #[test]
    fn diagonals_count_as_the_topology_says() {
        let board =
            |topology| format!("topology = \"{topology}\"\nboard = \"\"\"\n1 _\n_ _\n\"\"\"");
        let zigzag = [1, 3, 4, 2];
        assert_eq!(judged(&board("square"), &zigzag), Ok(Verdict { solved: true, score: 6 }));
        assert_eq!(judged(&board("orthogonal"), &zigzag), Ok(Verdict { solved: false, score: 2 }));
        let hex = "topology = \"hex\"\noffsets = [0, 1]\nboard = \"\"\"\n1 _\n _ _\n\"\"\"";
        assert_eq!(
            judged(hex, &[1, 2, 3, 4]),
            Ok(Verdict { solved: true, score: 6 }),
            "2 touches 3"
        );
        assert_eq!(
            judged(hex, &[1, 3, 4, 2]),
            Ok(Verdict { solved: false, score: 4 }),
            "1 does not touch 2"
        );
    }

    #[test]
    fn linked_cells_hold_consecutive_numbers() {
        let linked = "topology = \"square\"\nlinks = [\"0-2\"]\nboard = \"\"\"\n1 _\n_ _\n\"\"\"";
        assert_eq!(judged(linked, &[1, 2, 3, 4]), Ok(Verdict { solved: false, score: 6 }));
        assert_eq!(judged(linked, &[1, 3, 2, 4]), Ok(Verdict { solved: true, score: 6 }));
    }

    #[test]
    fn what_cannot_stand_is_foul() {
        let puzzle = "_ 2\n_ _";
        assert_eq!(judged(puzzle, &[1, 2, 3]), foul(3, "3 cells, but the board has 4"));
        assert_eq!(judged(puzzle, &[1, 2, 3, 4, 5]), foul(4, "5 cells, but the board has 4"));
        assert_eq!(judged(puzzle, &[2, 1, 3, 4]), foul(1, "the given 2 is missing"));
        assert_eq!(judged(puzzle, &[1, 0, 3, 4]), foul(1, "the given 2 is missing"));
        assert_eq!(judged(puzzle, &[1, 2, 3, 5]), foul(3, "5 is not one of 1 to 4"));
        assert_eq!(judged(puzzle, &[1, 2, 3, 3]), foul(3, "3 stands a second time"));
    }

    /// The rules again, in the simplest form: compares positions instead of using neighbour lists,
    /// for every pair of cells.
    fn plainly(puzzle: &Hidato, filling: &Filling) -> Verdict {
        let board = puzzle.board();
        let touch = |one: usize, other: usize| {
            let (one, other) = (board.places()[one], board.places()[other]);
            match (board.topology(), one.x.abs_diff(other.x), one.y.abs_diff(other.y)) {
                (Topology::Hex, across, down) => {
                    (across, down) == (2, 0) || (across, down) == (1, 1)
                }
                (Topology::Square, across, down) => across <= 2 && down <= 1 && across + down > 0,
                (Topology::Orthogonal, across, down) => across + 2 * down == 2,
            }
        };
        let mut points = 0;
        let mut ends = 0;
        for one in 0..board.len() {
            let follows = |&other: &usize| match (filling[one], filling[other]) {
                (Some(low), Some(high)) => low.abs_diff(high) == 1 && touch(one, other),
                _ => false,
            };
            let around = (0..board.len()).filter(follows).count();
            points += around as i64;
            ends += 2 - around;
        }
        let linked = puzzle.links().iter().all(|&(one, other)| {
            let value = |cell: u16| filling[usize::from(cell)].unwrap_or(0);
            value(one) + 1 == value(other) || value(other) + 1 == value(one)
        });
        let full = filling.iter().all(Option::is_some);
        // Exactly two cells lack a neighbour in the order: 1 and the last. On a single cell, 1 is
        // also the last.
        Verdict { solved: full && linked && ends == 2, score: points }
    }

    #[test]
    fn the_judge_agrees_with_the_plainest_rules() {
        let mut rng = Rng::new(5);
        let mut solved = 0;
        for example in Hidato::examples() {
            let puzzle = Hidato::parse(example.text).unwrap();
            // Without givens, so that any order of the numbers can be judged.
            let free = Hidato::new(
                puzzle.board().clone(),
                vec![None; puzzle.board().len()],
                puzzle.links().to_vec(),
            );
            for _ in 0..200 {
                let mut filling = wander(&free, &mut rng);
                for _ in 0..rng.below(4) {
                    let (one, other) = (rng.below(filling.len()), rng.below(filling.len()));
                    filling.swap(one, other);
                    if rng.below(2) == 0 {
                        filling[one] = None;
                    }
                }
                let verdict = plainly(&free, &filling);
                assert_eq!(judge(&free, &filling), Ok(verdict), "{} {filling:?}", example.name);
                solved += usize::from(verdict.solved);
            }
        }
        assert!(solved > 10, "of all these fillings {solved} are solutions");
    }

    /// A random walk that numbers the cells it visits; when it is stuck, the remaining cells are
    /// numbered in reading order.
    fn wander(puzzle: &Hidato, rng: &mut Rng) -> Filling {
        let mut filling = vec![None; puzzle.board().len()];
        let mut cell = rng.below(filling.len());
        for number in 1..=filling.len() as u16 {
            filling[cell] = Some(number);
            let free = |cell: &usize| filling[*cell].is_none();
            let around =
                puzzle.board().neighbours(cell as u16).iter().map(|&next| usize::from(next));
            let around: Vec<usize> = around.filter(free).collect();
            cell = match around.as_slice() {
                [] => (0..filling.len()).find(free).unwrap_or(0),
                around => around[rng.below(around.len())],
            };
        }
        filling
    }
}
