//! The judge: groups of cells, and slides a step at a time.

use quarry_core::{Foul, Score, Verdict};

use super::{Assembly, Join, STOPPED_SHORT, text};

/// Plays a line on the drawing.
pub(super) fn judge(product: &Assembly, line: &[Join]) -> Result<Verdict, Foul> {
    let mut groups: Vec<Vec<u8>> = (0..product.parts() as u8).map(|part| vec![part]).collect();
    let mut cost = 0;
    for (at, join) in line.iter().enumerate() {
        let foul = |why: String| Err(Foul { at, why });
        let place = |part| {
            groups.iter().position(|group| group.contains(&part)).expect("parts are in groups")
        };
        let (moved, onto) = (place(join.part), place(join.onto));
        let (part, other) = (text::letter(join.part), text::letter(join.onto));
        if moved == onto {
            return foul(format!("{part} and {other} are joined already"));
        }
        let (cells, others) = (cells_of(product, &groups[moved]), cells_of(product, &groups[onto]));
        let are_beside =
            |a: &(i32, i32), b: &(i32, i32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
        if !cells.iter().any(|cell| others.iter().any(|other| are_beside(cell, other))) {
            return foul(format!("the groups of {part} and {other} do not touch in the product"));
        }
        // From beyond the product to the place, a step at a time.
        let (right, down) = join.side.step();
        for steps in 1..=product.columns.max(product.rows()) as i32 {
            let is_met =
                |&(x, y): &(i32, i32)| others.contains(&(x - steps * right, y - steps * down));
            if cells.iter().any(is_met) {
                return foul(format!("the group of {other} is in the way of {part}"));
            }
        }
        cost += cells.len().min(others.len()) as Score;
        let joined = groups[moved].clone();
        groups[onto].extend(joined);
        groups.remove(moved);
    }
    let solved = groups.len() == 1;
    Ok(Verdict { solved, score: if solved { -cost } else { STOPPED_SHORT - cost } })
}

fn cells_of(product: &Assembly, group: &[u8]) -> Vec<(i32, i32)> {
    let is_of = |&(_, part): &(usize, &Option<u8>)| part.is_some_and(|part| group.contains(&part));
    let place = |(at, _)| ((at % product.columns) as i32, (at / product.columns) as i32);
    product.cells.iter().enumerate().filter(is_of).map(place).collect()
}
