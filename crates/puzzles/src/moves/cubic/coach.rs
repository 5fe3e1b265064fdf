//! Hints: why a position is lost, and why a move is good.

use quarry_core::{Coached, Remark};

use super::distances::{Bounds, Distances, NEVER, Recall, colours};
use super::layout::{CellIndex, Colour, PlayBuffers};
use super::text::letter;
use super::{Board, Cell, Cubic, Grid, Move};

impl Coached for Cubic {
    fn starting_at(&self, board: &Board) -> Self {
        let cell = |column: u8, row: u8| match self.layout().place(column, row) {
            None => Cell::Solid,
            Some(place) => match board.cells[usize::from(place)] {
                0 => Cell::Empty,
                colour => Cell::Block(colour),
            },
        };
        let (columns, rows) = (self.grid.columns, self.grid.rows());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| cell(column, row)));
        // The solids are the same, and with them the layout and the distances.
        Cubic { grid: Grid { columns, cells: cells.collect() }, ..self.clone() }
    }

    fn why_lost(&self, board: &Board) -> Option<Remark> {
        if board.is_clear() {
            return None;
        }
        let bounds = Bounds::new(self.distances(), &board.cells, &mut Recall::default());
        let lost = colours(present(board)).find(|&colour| bounds.of(colour) == NEVER);
        if let Some(colour) = lost {
            let blocks = places(board, colour);
            let words = self.why_apart(colour, &blocks);
            return Some(Remark { cells: self.cells_of(&blocks), words });
        }
        let mut has_step = false;
        self.layout().each_step(&board.cells, |_| has_step = true);
        let all: Vec<CellIndex> = colours(present(board)).flat_map(|c| places(board, c)).collect();
        let words = "No block can move any more.".to_owned();
        (!has_step).then(|| Remark { cells: self.cells_of(&all), words })
    }

    fn why_good(&self, board: &Board, line: &[Move]) -> Remark {
        let mv = line[0];
        let step = self.step_of(mv).expect("a move of a line that reaches the goal");
        let colour = board.cells[usize::from(step.place())];
        let (mut recall, mut scratch) = (Recall::default(), PlayBuffers::default());
        let before = Bounds::new(self.distances(), &board.cells, &mut recall).of(colour);
        let mut after = board.cells.clone();
        let rounds = self.layout().play(&mut after, step, &mut scratch);
        let gone = present(board) & !present(&Board { cells: after.clone() });
        let name = letter(colour);
        let mut words = if rounds > 0 {
            let count = blocks(&board.cells) - blocks(&after);
            match rounds {
                1 => format!("{count} blocks vanish at once."),
                _ => format!("{count} blocks vanish, in a chain of {rounds} rounds."),
            }
        } else {
            let now = Bounds::new(self.distances(), &after, &mut recall).of(colour);
            let (wait, next) = self.next_to_vanish(&after, &line[1..]);
            let moves =
                if wait == 1 { "the next move".to_owned() } else { format!("{wait} moves") };
            if now < before {
                format!(
                    "This brings `{name}` nearer to its like: {before} moves of `{name}` were \
                     needed at the least, now {now}. Blocks of {next} vanish after {moves}."
                )
            } else {
                format!(
                    "This makes room or gives support: blocks of {next} vanish after {moves}, and \
                     the way on needs it."
                )
            }
        };
        if places(board, colour).len() == 3 && gone >> colour & 1 == 0 {
            words.push_str(&format!(
                " The three `{name}` must go together: a pair of them alone leaves one behind."
            ));
        }
        Remark { cells: vec![self.origin(step), self.target(step)], words }
    }
}

impl Cubic {
    /// Why the instance has no solution, after a search that has found none.
    pub(super) fn why_refuted(&self) -> String {
        let start = Board { cells: self.cells().into_boxed_slice() };
        self.why_lost(&start).map_or_else(
            || {
                "Every position that can be reached was looked at, and blocks are left in all of \
                them."
                    .to_owned()
            },
            |remark| remark.words,
        )
    }

    fn cells_of(&self, places: &[CellIndex]) -> Vec<(u32, u32)> {
        let at = |&place: &CellIndex| {
            let (column, row) = self.layout().at(place);
            (u32::from(column), u32::from(row))
        };
        places.iter().map(at).collect()
    }

    /// Why the blocks of a colour cannot all vanish.
    fn why_apart(&self, colour: Colour, blocks: &[CellIndex]) -> String {
        let name = letter(colour);
        let distances = self.distances();
        let at = |place: CellIndex| {
            let (column, row) = self.layout().at(place);
            format!("{},{}", column + 1, row + 1)
        };
        if let &[only] = blocks {
            return format!(
                "Only one `{name}` is left, at {}, and nothing vanishes alone.",
                at(only)
            );
        }
        let meets = |one: CellIndex, other: CellIndex| distances.pair(one, other) != NEVER;
        let alone = blocks
            .iter()
            .find(|&&one| blocks.iter().all(|&other| other == one || !meets(one, other)));
        if let Some(&alone) = alone {
            let (first, last) = self.columns_in_reach(distances, alone);
            let span = if first == last {
                format!("is in a pit: it can never leave column {}", first + 1)
            } else {
                format!("can only get to columns {} to {}", first + 1, last + 1)
            };
            let others = if blocks.len() == 2 { "the other one" } else { "any other one" };
            return format!(
                "The `{name}` at {} {span}, and blocks never rise. So it can never touch {others}.",
                at(alone)
            );
        }
        match blocks.len() {
            3 => format!(
                "Three `{name}` are left and must go together, but there is no place where all of \
                 them can meet."
            ),
            count => format!(
                "The {count} blocks `{name}` cannot be divided into groups that can meet: one of \
                 them is always left over."
            ),
        }
    }

    /// First and last column that a block can get to.
    fn columns_in_reach(&self, distances: &Distances, from: CellIndex) -> (u8, u8) {
        let reached = (0..self.layout().len() as CellIndex)
            .filter(|&to| distances.between(from, to) != NEVER)
            .map(|to| self.layout().at(to).0);
        reached.fold((u8::MAX, 0), |(first, last), column| (first.min(column), last.max(column)))
    }

    /// Number of moves until blocks vanish, and their colours.
    fn next_to_vanish(&self, cells: &[Colour], line: &[Move]) -> (usize, String) {
        let mut cells = cells.to_vec();
        for (index, &mv) in line.iter().enumerate() {
            let before = cells.clone();
            let step = self.step_of(mv).expect("a move of a line that reaches the goal");
            if self.layout().play(&mut cells, step, &mut PlayBuffers::default()) > 0 {
                let count =
                    |cells: &[Colour], colour| cells.iter().filter(|&&c| c == colour).count();
                let set = before.iter().fold(0u32, |set, &colour| set | 1 << colour) & !1;
                let fewer = colours(set).filter(|&c| count(&cells, c) < count(&before, c));
                let names: Vec<String> = fewer.map(|c| format!("`{}`", letter(c))).collect();
                return (index + 1, names.join(" and "));
            }
        }
        unreachable!("a line that reaches the goal removes blocks")
    }
}

/// The colours of a position, as bits.
fn present(board: &Board) -> u32 {
    board.cells.iter().fold(0, |set, &colour| set | 1 << colour) & !1
}

fn places(board: &Board, colour: Colour) -> Vec<CellIndex> {
    (0..).zip(&board.cells).filter(|(_, other)| **other == colour).map(|(place, _)| place).collect()
}

fn blocks(cells: &[Colour]) -> usize {
    cells.iter().filter(|&&colour| colour > 0).count()
}
