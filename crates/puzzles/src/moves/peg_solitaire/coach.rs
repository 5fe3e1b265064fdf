//! Hints: why a game is lost, and why a jump is good, in the words of people who play.
//!
//! Lost games are explained by pegs that are stuck, by position classes and by pagoda functions
//! (`impossible.rs`). A good line is explained by the package that it clears, three pegs in a row
//! (3-removal) or two rows of three (6-removal), as E. Berlekamp, J. Conway and R. Guy describe them
//! in "Winning Ways". Three pegs that do not stand in a row cannot go while all others come back:
//! the classes of positions forbid it.

use std::sync::OnceLock;

use quarry_core::{Coached, Meter, Remark, StateSpace};

use super::layout::{Line, numbers};
use super::{BoardSpot, Cell, Drawing, Jump, PegPosition, PegSolitaire, impossible};

impl Coached for PegSolitaire {
    fn starting_at(&self, position: &PegPosition) -> Self {
        let mut spots = self.drawing.spots.clone();
        for (hole, cell) in self.layout().holes.iter().enumerate() {
            let at = usize::from(cell.row) * self.drawing.columns + usize::from(cell.column);
            spots[at] =
                if position.pegs >> hole & 1 == 1 { BoardSpot::Peg } else { BoardSpot::Empty };
        }
        PegSolitaire {
            drawing: Drawing { spots, ..self.drawing },
            pegs: position.pegs,
            regions: OnceLock::new(),
            ..self.clone()
        }
    }

    fn why_lost(&self, position: &PegPosition) -> Option<Remark> {
        let reason = impossible::reason(self, position.pegs, &mut Meter::unlimited())?;
        Some(Remark { cells: self.cells(reason.holes), words: reason.words })
    }

    fn why_good(&self, position: &PegPosition, line: &[Jump]) -> Remark {
        let mut positions = vec![*position];
        for &jump in line {
            let mut next = positions[positions.len() - 1];
            self.play(&mut next, jump);
            positions.push(next);
        }
        self.package(&positions)
            .or_else(|| self.sweep(position, line))
            .or_else(|| self.rescue(position, line[0]))
            .unwrap_or_else(|| self.plain(line[0], line.len()))
    }
}

/// A way to clear several pegs with the help of others that are as before when it is done.
const PACKAGES: [(usize, &str); 2] = [(3, "3-removal"), (6, "6-removal")];

impl PegSolitaire {
    /// The next jumps clear a package: after them nothing has changed but that its pegs are gone.
    fn package(&self, positions: &[PegPosition]) -> Option<Remark> {
        let before = positions[0].pegs;
        PACKAGES.into_iter().rev().find_map(|(size, name)| {
            let after = positions.get(size)?.pegs;
            let gone = before & !after;
            if after & !before != 0 || gone.count_ones() as usize != size {
                return None;
            }
            if !self.is_package(gone) {
                return None;
            }
            let words = format!(
                "A {name}: {size} jumps take the pegs at {} away, and all other pegs are then \
                 where they are now.",
                self.names(gone)
            );
            Some(Remark { cells: self.cells(gone), words })
        })
    }

    /// Returns whether holes are a row of three or a block of two such rows.
    fn is_package(&self, holes: u128) -> bool {
        let cells: Vec<Cell> = numbers(holes).map(|hole| self.layout().holes[hole]).collect();
        let span = |part: fn(&Cell) -> u8| {
            let values = || cells.iter().map(part);
            1 + usize::from(values().max().unwrap_or(0) - values().min().unwrap_or(0))
        };
        let is_row = self.layout().lines.iter().any(|line| line.changed() == holes);
        let size = (span(|cell| cell.column), span(|cell| cell.row));
        is_row || cells.len() == 6 && matches!(size, (3, 2) | (2, 3))
    }

    /// One peg makes several jumps.
    fn sweep(&self, position: &PegPosition, line: &[Jump]) -> Option<Remark> {
        let jumps = 1 + line.windows(2).take_while(|pair| pair[0].to == pair[1].from).count();
        if jumps < 2 {
            return None;
        }
        let mut after = *position;
        line[..jumps].iter().for_each(|&jump| _ = self.play(&mut after, jump));
        let taken = position.pegs & !after.pegs;
        let words = format!(
            "The peg at {} can take {jumps} pegs in one sweep, and {} pegs are left then.",
            line[0].from,
            after.pegs.count_ones()
        );
        Some(Remark { cells: self.cells(taken), words })
    }

    /// The jump moves or takes a peg of the hole that is hardest to clear.
    fn rescue(&self, position: &PegPosition, jump: Jump) -> Option<Remark> {
        let layout = self.layout();
        let line = layout.line(jump.from, jump.to)?;
        let cost = |hole: usize| layout.costs[hole];
        let hardest = numbers(position.pegs).map(cost).max()?;
        let [from, over, _] = line.holes();
        let hole = [from, over].into_iter().find(|&hole| cost(hole) == hardest)?;
        let words = format!(
            "Few jumps lead through {}, so its peg must go while others are there to help.",
            layout.holes[hole]
        );
        Some(Remark { cells: self.cells(1 << hole), words })
    }

    fn plain(&self, jump: Jump, left: usize) -> Remark {
        let holes = self.layout().line(jump.from, jump.to).map_or(0, Line::changed);
        let words = format!(
            "The peg at {} can jump to {}, and {} more jumps lead to the goal from there.",
            jump.from,
            jump.to,
            left - 1
        );
        Remark { cells: self.cells(holes), words }
    }
}
