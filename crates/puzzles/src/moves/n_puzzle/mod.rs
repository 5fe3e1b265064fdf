//! The n-puzzle: numbered tiles on a board with one empty cell, into which a neighbouring tile can
//! slide. It is solved when the tiles are in order with the empty cell last. Finding a shortest
//! solution is NP-hard: D. Ratner and M. Warmuth, "The (n^2-1)-puzzle and related relocation
//! problems", 1990.
//!
//! A move is the number of the tile that slides. Each move scores -1, so that fewer are better; the
//! bound is the sum of the tiles' distances from their places. Half of all orders cannot be solved,
//! and such boards are rejected.

use quarry_core::{
    About, Bounded, Document, Example, Facets, Foul, Generate, GenerateError, Guided, Interactive,
    Located, Meter, Notation, ParseError, Picture, Puzzle, Rng, Score, StateSpace, Tile, Tint,
    Touch, Verdict, key_of, settings,
};

/// Maximum number of cells on a board.
const MOST: usize = 25;

/// An instance: the board at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NPuzzle {
    columns: usize,
    start: Board,
}

/// Tiles by cell, row by row; 0 marks the empty cell, and fills the array beyond the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    tiles: [u8; MOST],
    empty: u8,
}

impl NPuzzle {
    fn cells(&self) -> usize {
        usize::from(*self.start.tiles.iter().max().expect("a board has cells")) + 1
    }

    fn rows(&self) -> usize {
        self.cells() / self.columns
    }

    /// Number of columns plus rows between two cells.
    fn distance(&self, one: usize, other: usize) -> usize {
        (one % self.columns).abs_diff(other % self.columns)
            + (one / self.columns).abs_diff(other / self.columns)
    }

    /// Builds the board of these tiles; the error says what was expected.
    fn of(tiles: &[u8], columns: usize) -> Result<Self, String> {
        let cells = tiles.len();
        if columns < 2 || cells < 2 * columns || cells > MOST || !cells.is_multiple_of(columns) {
            return Err(format!("2 to 5 rows of equal length, at most {MOST} cells"));
        }
        let mut seen = tiles.to_vec();
        seen.sort_unstable();
        if !seen.iter().enumerate().all(|(number, &tile)| usize::from(tile) == number) {
            return Err(format!("each number from 1 to {} once, and one empty cell", cells - 1));
        }
        let empty = tiles.iter().position(|&tile| tile == 0).expect("0 is one of them");
        // A move changes the parity of the order exactly if it changes the row of the empty cell.
        let inversions = |(at, &tile): (usize, &u8)| {
            tiles[at..].iter().filter(|&&other| other != 0 && other < tile).count()
        };
        let inverted: usize = tiles.iter().enumerate().map(inversions).sum();
        let up = cells / columns - 1 - empty / columns;
        let odd = if columns.is_multiple_of(2) { inverted + up } else { inverted };
        if odd % 2 == 1 {
            return Err("an order that can be solved: exchange two tiles".to_owned());
        }
        let mut board = Board { tiles: [0; MOST], empty: empty as u8 };
        board.tiles[..cells].copy_from_slice(tiles);
        Ok(NPuzzle { columns, start: board })
    }
}

impl Puzzle for NPuzzle {
    const ID: &'static str = "n-puzzle";
    const ABOUT: About = About {
        title: "n-puzzle",
        rules: "Numbered tiles lie on a board with one empty cell. A tile beside it can slide into \
            it. Put the numbers in order, the empty cell last, in as few moves as possible.",
        complexity: "A shortest solution is NP-hard to find (Ratner and Warmuth, 1990).",
    };
    type Answer = Vec<u8>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        let document = Document::parse(text)?;
        document.only(&["board"])?;
        let board = document.text("board")?;
        let board = board.ok_or_else(|| document.missing("board", "board = \"1 2 3\\n4 _ 5\""))?;
        let rows: Vec<&str> = board.value.lines().filter(|row| !row.trim().is_empty()).collect();
        let columns = rows.first().map_or(0, |row| row.split_whitespace().count());
        let tile = |word: &str| match word {
            "_" => Some(0),
            _ => word.parse().ok().filter(|&tile| tile > 0),
        };
        let words = rows.iter().flat_map(|row| row.split_whitespace());
        let tiles: Option<Vec<u8>> = words.map(tile).collect();
        let equal = rows.iter().all(|row| row.split_whitespace().count() == columns);
        let made = match tiles.filter(|_| equal) {
            Some(tiles) => NPuzzle::of(&tiles, columns),
            None => Err("rows of equal length, of numbers and one _".to_owned()),
        };
        made.map_err(|expected| board.wrong(expected, "another board"))
    }

    fn show(&self) -> String {
        let cell = |&tile: &u8| if tile == 0 { " _".to_owned() } else { format!("{tile:2}") };
        let rows = self.start.tiles[..self.cells()].chunks(self.columns);
        let rows: Vec<String> =
            rows.map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect();
        format!("puzzle = \"n-puzzle\"\nboard = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let size = format!("{} x {}", self.columns, self.rows());
        vec![("size", size), ("at least", format!("{} moves", -self.bound(&self.start)))]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start)
    }

    fn write_answer(&self, line: &Vec<u8>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&tile| entry(&self.write_move(tile)));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<u8>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Vec<u8>) -> Result<Verdict, Foul> {
        let mut tiles = self.start.tiles[..self.cells()].to_vec();
        for (at, &tile) in line.iter().enumerate() {
            let cell_of = |wanted: u8| tiles.iter().position(|&other| other == wanted);
            let (Some(from), Some(empty)) = (cell_of(tile).filter(|_| tile > 0), cell_of(0)) else {
                return Err(Foul { at, why: format!("there is no tile {tile}") });
            };
            if self.distance(from, empty) != 1 {
                return Err(Foul { at, why: format!("{tile} is not beside the empty cell") });
            }
            tiles.swap(from, empty);
        }
        let in_order = tiles.iter().enumerate().all(|(cell, &tile)| {
            usize::from(tile) == if cell + 1 < tiles.len() { cell + 1 } else { 0 }
        });
        Ok(Verdict { solved: in_order, score: -(line.len() as Score) })
    }

    fn examples() -> &'static [Example] {
        examples!("eight", "fifteen")
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.generates();
    }
}

impl StateSpace for NPuzzle {
    type State = Board;
    type Move = u8;

    fn start(&self) -> Board {
        self.start
    }

    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        let (empty, columns, cells) = (usize::from(board.empty), self.columns, self.cells());
        let beside = [
            (empty >= columns).then(|| empty - columns),
            (empty % columns > 0).then(|| empty - 1),
            (empty % columns + 1 < columns).then_some(empty + 1),
            (empty + columns < cells).then_some(empty + columns),
        ];
        out.extend(beside.into_iter().flatten().map(|cell| board.tiles[cell]));
    }

    fn play(&self, board: &mut Board, tile: u8) -> Score {
        let from = board.tiles.iter().position(|&other| other == tile).expect("a listed move");
        board.tiles.swap(from, board.empty.into());
        board.empty = from as u8;
        -1
    }

    fn is_solved(&self, board: &Board) -> bool {
        let order = board.tiles[..self.cells() - 1].iter().zip(1..);
        order.into_iter().all(|(&tile, number)| tile == number)
    }

    fn key(&self, board: &Board) -> u128 {
        key_of(board)
    }
}

impl Guided for NPuzzle {
    fn estimate(&self, board: &Board) -> Score {
        self.bound(board)
    }

    /// Several times the length that the hardest boards of each size need.
    fn longest_game(&self) -> Option<u64> {
        Some(20 * self.cells() as u64)
    }
}

impl Bounded for NPuzzle {
    fn bound(&self, board: &Board) -> Score {
        let tiles = board.tiles[..self.cells()].iter().enumerate().filter(|(_, tile)| **tile > 0);
        let far = tiles.map(|(cell, &tile)| self.distance(cell, usize::from(tile) - 1));
        -(far.sum::<usize>() as Score)
    }
}

impl Notation for NPuzzle {
    fn write_move(&self, tile: u8) -> String {
        tile.to_string()
    }

    fn read_move(&self, text: Located<&str>) -> Result<u8, ParseError> {
        let most = self.cells() - 1;
        let tile = text.value.trim().parse().ok();
        tile.filter(|&tile| (1..=most).contains(&usize::from(tile))).ok_or_else(|| {
            text.wrong(format!("the number of a tile, 1 to {most}"), format!("\"{}\"", text.value))
        })
    }
}

impl Interactive for NPuzzle {
    fn scene(&self, board: &Board) -> Picture {
        let tile = |(cell, &tile): (usize, &u8)| {
            let (x, y) = ((cell % self.columns) as u32, (cell / self.columns) as u32);
            match tile {
                0 => Tile::new(x, y, Tint::Blank, ""),
                _ => Tile::new(x, y, Tint::Plain, tile.to_string()),
            }
        };
        let tiles = board.tiles[..self.cells()].iter().enumerate().map(tile).collect();
        Picture::of_squares(self.columns as u32, self.rows() as u32, tiles)
    }

    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<u8>> {
        let cell = y as usize * self.columns + x as usize;
        let &mv = board.tiles[..self.cells()].get(cell)?;
        (self.distance(cell, board.empty.into()) == 1).then(|| Touch {
            moves: vec![mv],
            cells: vec![(x, y)],
            words: format!("{mv} slides"),
        })
    }
}

settings! {
    /// Parameters of generated boards.
    pub struct NPuzzleParams {
        /// Number of columns.
        pub columns: u64 = 4, 2..=5;
        /// Number of rows.
        pub rows: u64 = 4, 2..=5;
    }
}

impl Generate for NPuzzle {
    type Params = NPuzzleParams;

    /// Every order that can be solved is equally likely.
    fn generate(params: &NPuzzleParams, seed: u64, _: &mut Meter) -> Result<Self, GenerateError> {
        let (columns, cells) = (params.columns as usize, (params.columns * params.rows) as usize);
        let (mut rng, mut tiles) = (Rng::new(seed), (0..cells as u8).collect::<Vec<_>>());
        rng.shuffle(&mut tiles);
        Ok(NPuzzle::of(&tiles, columns).unwrap_or_else(|_| {
            // Swapping two tiles turns an unsolvable order into a solvable one.
            let numbered: Vec<usize> = (0..cells).filter(|&cell| tiles[cell] > 0).take(2).collect();
            tiles.swap(numbered[0], numbered[1]);
            NPuzzle::of(&tiles, columns).expect("one of the two can be solved")
        }))
    }
}
