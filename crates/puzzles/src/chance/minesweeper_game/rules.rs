//! The reference rules, written for clarity.
//!
//! The luck is the seed of the layout: of the cells that the start rule allows, in reading order,
//! one is drawn for each mine, and its place in the list is taken by the last. Opening a 0 opens
//! all closed cells around it.

use quarry_core::{Episode, Foul, Rng, Score, Verdict};

use super::setup::{Setup, StartRule};
use super::state::Cell;

/// Returns where the mines lie, by the luck and the cell that is opened first.
pub fn layout(setup: &Setup, luck: u64, first: usize) -> Vec<bool> {
    let is_allowed = |&cell: &usize| match setup.start {
        StartRule::Any => true,
        StartRule::Safe => cell != first,
        StartRule::Open => cell != first && !setup.grid.around(first).any(|near| near == cell),
    };
    let mut allowed: Vec<usize> = (0..setup.grid.len()).filter(is_allowed).collect();
    let mut rng = Rng::new(luck);
    let mut mines = vec![false; setup.grid.len()];
    for _ in 0..setup.mines {
        mines[allowed.swap_remove(rng.below(allowed.len()))] = true;
    }
    mines
}

/// Judges an episode: every move must open a closed cell of a game that is not over. The episode is
/// solved when the game is over, and scores 1 if it is won.
pub(super) fn judge(setup: &Setup, episode: &Episode<Cell>) -> Result<Verdict, Foul> {
    let moves: Vec<usize> = episode.line.iter().map(|cell| cell.index()).collect();
    let Some(&first) = setup.first.iter().chain(&moves).next() else {
        return Ok(Verdict { solved: false, score: 0 });
    };
    let mines = layout(setup, episode.luck, first);
    let mut is_open = vec![false; setup.grid.len()];
    let is_over = |is_open: &[bool]| {
        let lost = (0..mines.len()).any(|cell| is_open[cell] && mines[cell]);
        let won = (0..mines.len()).all(|cell| is_open[cell] != mines[cell]);
        (lost || won, won)
    };
    if setup.first.is_some() {
        open(setup, &mines, &mut is_open, first);
    }
    for (at, &cell) in moves.iter().enumerate() {
        let place = setup.grid.words(cell);
        if is_over(&is_open).0 {
            return Err(Foul { at, why: format!("{place} is opened after the end of the game") });
        }
        if is_open[cell] {
            return Err(Foul { at, why: format!("{place} is open already") });
        }
        open(setup, &mines, &mut is_open, cell);
    }
    let (solved, won) = is_over(&is_open);
    Ok(Verdict { solved, score: Score::from(won) })
}

/// Opens a cell, and the cells around every 0.
fn open(setup: &Setup, mines: &[bool], is_open: &mut [bool], cell: usize) {
    let mut waiting = vec![cell];
    while let Some(cell) = waiting.pop() {
        let was_open = std::mem::replace(&mut is_open[cell], true);
        let around = || setup.grid.around(cell);
        if !was_open && !mines[cell] && !around().any(|other| mines[other]) {
            waiting.extend(around());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quarry_pencil::CellGrid;

    use super::*;

    fn setup(mines: usize, start: StartRule) -> Setup {
        Setup { grid: CellGrid { rows: 3, columns: 4 }, mines, start, first: None }
    }

    /// The statistic of layouts that should all be equally likely has about as many degrees of
    /// freedom as there are layouts: its mean is df, its variance 2 df.
    #[test]
    fn layouts_are_uniform_among_those_allowed() {
        for (start, first, layouts) in
            [(StartRule::Any, 5, 220), (StartRule::Safe, 5, 165), (StartRule::Open, 0, 56)]
        {
            let mut seen: HashMap<Vec<bool>, u32> = HashMap::new();
            let draws = 200 * layouts;
            for luck in 0..draws {
                *seen.entry(layout(&setup(3, start), luck, first)).or_default() += 1;
            }
            assert_eq!(seen.len() as u64, layouts);
            let chi: f64 = seen.values().map(|&n| (f64::from(n) - 200.0).powi(2) / 200.0).sum();
            let freedom = (layouts - 1) as f64;
            assert!((chi - freedom).abs() < 3.3 * (2.0 * freedom).sqrt(), "{start:?}: {chi}");
        }
    }

    #[test]
    fn the_judge_knows_wins_losses_and_fouls() {
        let setup = setup(1, StartRule::Open);
        let judged = |moves: &[usize]| {
            let line = moves.iter().map(|&cell| Cell::new(cell)).collect();
            judge(&setup, &Episode { luck: 7, line })
        };
        let mine = layout(&setup, 7, 0).iter().position(|&mine| mine).unwrap();
        assert_eq!(judged(&[]), Ok(Verdict { solved: false, score: 0 }));
        assert!(judged(&[0, 0]).unwrap_err().why.contains("row 1, column 1 is open already"));
        assert_eq!(judged(&[0, mine]), Ok(Verdict { solved: true, score: 0 }));
        let foul = judged(&[0, mine, 3]).unwrap_err();
        assert!(foul.at == 2 && foul.why.contains("after the end"), "{foul}");
        let rest: Vec<usize> = (0..12).filter(|&cell| cell != mine).collect();
        let won = rest.iter().fold(vec![0], |mut line, &cell| {
            line.push(cell);
            if judged(&line).is_err() {
                line.pop();
            }
            line
        });
        assert_eq!(judged(&won), Ok(Verdict { solved: true, score: 1 }));
    }
}
