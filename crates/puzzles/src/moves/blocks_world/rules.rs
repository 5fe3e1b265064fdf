//! The reference rules: what the judge uses. Written from the specification for clarity, with no
//! code in common with the state for searches.

use quarry_core::{Foul, Score, Verdict};

use super::goal::ANYTHING;
use super::{BlocksWorld, Move, Objective, TABLE, UNSOLVED};

/// Judges a line of moves.
pub(super) fn judge(puzzle: &BlocksWorld, line: &[Move]) -> Result<Verdict, Foul> {
    let mut table = Table::new(puzzle);
    for (at, &mv) in line.iter().enumerate() {
        table.play(mv).map_err(|why| Foul { at, why })?;
    }
    let (solved, moves) = (table.is_solved(), line.len() as Score);
    let short = if solved || puzzle.objective == Objective::Any { 0 } else { UNSOLVED };
    Ok(Verdict { solved, score: short - moves })
}

/// The towers on the table.
struct Table<'p> {
    puzzle: &'p BlocksWorld,
    /// What each block stands on; `None` for the table.
    support: Vec<Option<usize>>,
    /// What stands on each block.
    load: Vec<Option<usize>>,
    towers: usize,
    /// Number of blocks of which the goal says something that does not hold.
    wrong: usize,
}

impl<'p> Table<'p> {
    fn new(puzzle: &'p BlocksWorld) -> Self {
        let count = puzzle.names.len();
        let support: Vec<Option<usize>> =
            puzzle.start.iter().map(|&below| Self::block(below)).collect();
        let mut load = vec![None; count];
        for (block, below) in support.iter().enumerate() {
            if let Some(below) = *below {
                load[below] = Some(block);
            }
        }
        let towers = support.iter().filter(|below| below.is_none()).count();
        let mut table = Table { puzzle, support, load, towers, wrong: 0 };
        table.wrong = (0..count).filter(|&block| !table.is_right(block)).count();
        table
    }

    fn block(number: u16) -> Option<usize> {
        (number != TABLE).then_some(usize::from(number))
    }

    /// Whether all that the goal says of a block holds: what it stands on, and that it is clear.
    fn is_right(&self, block: usize) -> bool {
        let support = match self.puzzle.goal.support(block as u16) {
            ANYTHING => true,
            wanted => self.support[block] == Self::block(wanted),
        };
        let must_be_clear = self.puzzle.goal.load(block as u16) == TABLE;
        support && (!must_be_clear || self.load[block].is_none())
    }

    fn is_solved(&self) -> bool {
        self.wrong == 0
    }

    fn name(&self, block: usize) -> &str {
        &self.puzzle.names[block]
    }

    fn play(&mut self, mv: Move) -> Result<(), String> {
        if self.is_solved() {
            return Err("the puzzle is solved already".to_owned());
        }
        let (block, target) = (usize::from(mv.block), Self::block(mv.to));
        for named in [Some(block), target].into_iter().flatten() {
            if named >= self.support.len() {
                return Err(format!("there is no block number {}", named + 1));
            }
        }
        if let Some(load) = self.load[block] {
            let (name, load) = (self.name(block), self.name(load));
            return Err(format!("\"{name}\" is not clear: \"{load}\" stands on it"));
        }
        if target == Some(block) {
            return Err("a block cannot stand on itself".to_owned());
        }
        if let Some(target) = target
            && let Some(load) = self.load[target].filter(|&load| load != block)
        {
            let (name, load) = (self.name(target), self.name(load));
            return Err(format!("\"{name}\" is not clear: \"{load}\" stands on it"));
        }
        if self.support[block] == target {
            return Err(format!("\"{}\" stands there already", self.name(block)));
        }
        if let (None, Some(most)) = (target, self.puzzle.table)
            && self.towers >= usize::from(most)
        {
            return Err(format!("the table holds {most} towers already"));
        }
        let concerned = [Some(block), self.support[block], target];
        let wrong = |table: &Self| {
            concerned.iter().flatten().filter(|&&block| !table.is_right(block)).count()
        };
        self.wrong -= wrong(self);
        match self.support[block] {
            Some(below) => self.load[below] = None,
            None => self.towers -= 1,
        }
        match target {
            Some(below) => self.load[below] = Some(block),
            None => self.towers += 1,
        }
        self.support[block] = target;
        self.wrong += wrong(self);
        Ok(())
    }
}
