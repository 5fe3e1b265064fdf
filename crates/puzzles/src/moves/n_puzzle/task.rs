//! An instance as the solvers see it: every tile is called by the cell that it belongs in, its
//! home, so that the goal is the same for every instance of a size except for the empty cell.

use super::{NPuzzle, Slides};

/// A board to be put in order. The empty cell counts as a tile with a home of its own.
#[derive(Debug, Clone)]
pub(super) struct Task {
    columns: usize,
    rows: usize,
    /// Home of the tile in each cell.
    start: Vec<u16>,
    blank_home: usize,
    /// Number on the tile of each home.
    names: Vec<u16>,
    neighbours: Vec<Neighbours>,
}

/// The cells beside a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Neighbours {
    cells: [u16; 4],
    count: u8,
}

impl Neighbours {
    fn push(&mut self, cell: usize) {
        self.cells[usize::from(self.count)] = cell as u16;
        self.count += 1;
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<usize> {
        (index < usize::from(self.count)).then(|| usize::from(self.cells[index]))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells[..usize::from(self.count)].iter().map(|&cell| usize::from(cell))
    }
}

impl Task {
    pub(super) fn of(puzzle: &NPuzzle) -> Self {
        let (columns, rows) = (puzzle.columns(), puzzle.rows());
        Task {
            columns,
            rows,
            start: puzzle.start_homes(),
            blank_home: puzzle.home(0),
            names: puzzle.goal_tiles().to_vec(),
            neighbours: neighbours(columns, rows),
        }
    }

    /// Creates the task of getting from one board to another of the same task.
    pub(super) fn between(&self, from: &[u16], to: &[u16]) -> Self {
        let mut cells = vec![0; to.len()];
        for (cell, &tile) in to.iter().enumerate() {
            cells[usize::from(tile)] = cell as u16;
        }
        Task {
            start: from.iter().map(|&tile| cells[usize::from(tile)]).collect(),
            blank_home: usize::from(cells[self.blank_home]),
            names: Vec::new(),
            ..self.clone()
        }
    }

    /// Creates the task that starts with another board and leaves some cells alone.
    pub(super) fn stage(&self, start: Vec<u16>, is_locked: &[bool]) -> Self {
        let mut neighbours = vec![Neighbours::default(); self.cells()];
        for (open, all) in neighbours.iter_mut().zip(&self.neighbours) {
            all.iter().filter(|&cell| !is_locked[cell]).for_each(|cell| open.push(cell));
        }
        Task { start, names: Vec::new(), neighbours, ..self.clone() }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn cells(&self) -> usize {
        self.start.len()
    }

    pub(super) fn start(&self) -> &[u16] {
        &self.start
    }

    pub(super) fn blank_home(&self) -> usize {
        self.blank_home
    }

    /// Returns the empty cell of a board.
    pub(super) fn blank_of(&self, tiles: &[u16]) -> usize {
        let is_blank = |&home: &u16| usize::from(home) == self.blank_home;
        tiles.iter().position(is_blank).expect("a board has an empty cell")
    }

    pub(super) fn neighbours(&self) -> &[Neighbours] {
        &self.neighbours
    }

    /// Returns the tiles that slide when the empty cell goes this way, from the start.
    pub(super) fn line(&self, way: &[u16]) -> Slides {
        let mut tiles = self.start.clone();
        let mut blank = self.blank_of(&tiles);
        let mut line = Vec::with_capacity(way.len());
        for &cell in way {
            let cell = usize::from(cell);
            line.push(self.names[usize::from(tiles[cell])]);
            tiles.swap(cell, blank);
            blank = cell;
        }
        line
    }
}

/// Lists the neighbours of every cell, in the order up, left, right, down.
pub(super) fn neighbours(columns: usize, rows: usize) -> Vec<Neighbours> {
    let beside = |cell: usize| {
        let (x, y) = (cell % columns, cell / columns);
        let beside = [
            (y > 0).then(|| cell - columns),
            (x > 0).then(|| cell - 1),
            (x + 1 < columns).then_some(cell + 1),
            (y + 1 < rows).then_some(cell + columns),
        ];
        let mut all = Neighbours::default();
        beside.into_iter().flatten().for_each(|cell| all.push(cell));
        all
    };
    (0..columns * rows).map(beside).collect()
}
