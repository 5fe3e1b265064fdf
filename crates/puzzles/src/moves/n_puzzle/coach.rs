//! Hints: the method for people, line by line, and how far it is.

use quarry_core::{Coached, Remark};

use super::layers;
use super::task::Task;
use super::{Board, NPuzzle, rules};

impl Coached for NPuzzle {
    fn starting_at(&self, board: &Board) -> Self {
        NPuzzle { start: self.tiles_of(board), ..self.clone() }
    }

    fn why_lost(&self, board: &Board) -> Option<Remark> {
        let words = rules::why_hopeless(self, board.homes())?;
        Some(Remark { cells: Vec::new(), words })
    }

    fn why_good(&self, board: &Board, line: &[u16]) -> Remark {
        let least = board.least_moves() as usize;
        let moves =
            |count: usize| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
        let length = match line.len() {
            length if length == least => {
                format!("This way takes {}, and none is shorter.", moves(length))
            }
            length => format!("This way takes {}; it takes at least {least}.", moves(length)),
        };
        let first = self.cell_beside(board, line[0]);
        let (x, y) = self.place(first);
        let cells = vec![(x as u32, y as u32)];
        let words = format!("{} {length}", self.plan(board));
        Remark { cells, words }
    }
}

impl NPuzzle {
    fn cell_beside(&self, board: &Board, tile: u16) -> usize {
        let mut beside = self.beside(board.empty());
        beside.find(|&cell| self.tile_in(board, cell) == tile).expect("a listed move")
    }

    /// Says which tiles a person would bring home next.
    fn plan(&self, board: &Board) -> String {
        let is_home = |cell: &usize| usize::from(board.homes()[*cell]) == *cell;
        let name = |cell: &usize| self.goal_tiles()[*cell].to_string();
        let open =
            layers::lines(&Task::of(self)).into_iter().find(|line| !line.iter().all(is_home));
        let Some(line) = open else {
            return "Only the last six cells are out of order: turn their tiles round in circles."
                .to_owned();
        };
        let (x, y) = self.place(line[0]);
        let is_row = line[1] == line[0] + 1;
        let which = if is_row { format!("Row {}", y + 1) } else { format!("Column {}", x + 1) };
        let (single, pair) = line.split_at(line.len() - 2);
        let [first, second] = [name(&pair[0]), name(&pair[1])];
        match single.iter().find(|cell| !is_home(cell)) {
            Some(cell) => format!(
                "{which} comes next: bring {} home, one tile after the other, and {first} and \
                 {second} as a pair at the end.",
                name(cell)
            ),
            None => format!(
                "{which} comes next: bring {first} and {second} home as a pair, one behind the other \
                 round the corner."
            ),
        }
    }
}
