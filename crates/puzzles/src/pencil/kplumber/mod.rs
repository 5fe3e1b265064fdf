//! KPlumber: tiles with pipes are turned until nothing leaks. NP-complete: D. Kráľ, V. Majerech,
//! J. Sgall, T. Tichý and G. Woeginger, "It is tough to be a plumber", 2004.

mod generate;

use quarry_core::{
    About, Document, Example, Fault, Foul, GenerateError, Literal, Mark, Meter, ParseError,
    Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryValues, GridLines, OPEN, RuleBook,
    SIDE_BITS, SIDES, Shape, Sheet, Spot, TathamId, expect_shape, sides_of,
};

/// An instance: the tiles as they lie at first, each by the sides to which it has pipes.
#[derive(Debug, Clone, PartialEq)]
pub struct KPlumber {
    grid: CellGrid,
    tiles: Vec<u8>,
}

settings! {
    /// What a generated KPlumber looks like.
    pub struct KPlumberOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=60;
        /// Number of columns.
        pub columns: u64 = 10, 1..=60;
        /// About how many of a hundred inner sides have a pipe across them.
        pub pipes: u64 = 50, 30..=70;
    }
}

/// The tile after some quarter turns to the left.
fn turned(tile: u8, turns: usize) -> u8 {
    (0..turns).fold(tile, |tile, _| (tile << 1 | tile >> 3) & 15)
}

/// The ways in which a tile can lie.
fn turns(tile: u8) -> Values {
    (0..4).map(|turns| turned(tile, turns).into()).collect()
}

/// The side of a neighbour that lies against a side of a tile, both by their bits.
fn against(bit: usize) -> usize {
    (bit + 2) % 4
}

fn has_pipe(tile: Value, bit: usize) -> bool {
    tile >> bit & 1 == 1
}

/// The only character of a token as a tile.
fn tile_of(token: &str) -> Option<u8> {
    let mut characters = token.chars();
    characters.next().and_then(sides_of).filter(|_| characters.next().is_none())
}

fn glyph(tile: Value) -> char {
    SIDES[usize::from(tile & 15)]
}

impl KPlumber {
    /// A puzzle whose solution has pipes across these inner sides; its tiles are turned at random.
    fn of_pipes(lines: GridLines, pipes: &[Option<Value>], rng: &mut Rng) -> Draft<Self> {
        let grid = lines.nodes;
        let solved: Vec<u8> = (0..grid.len()).map(|cell| lines.sides(cell, pipes, 1)).collect();
        let tiles = solved.iter().map(|&tile| turned(tile, rng.below(4))).collect();
        let solution = solved.into_iter().map(|tile| Some(tile.into())).collect();
        Draft { puzzle: KPlumber { grid, tiles }, solution }
    }
}

impl Declaration for KPlumber {
    const ID: &'static str = "kplumber";
    const ABOUT: About = About {
        title: "KPlumber",
        rules: "Turn the tiles by quarter turns until no pipe leaks: where two tiles meet, both or \
            neither have a pipe, and no pipe leads over the border. The pipes need not be \
            connected.",
        complexity: "NP-complete (Kráľ and others, 2004); polynomial for some sets of tiles.",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("border", Tier::Easy, 1, |step| step.is_one("border")),
        Shape::new("side of a tile", Tier::Easy, 1, |step| {
            step.is_one("side") && step.facts.len() < 2
        }),
        // The neighbour is open, but in all ways that are left it has the same side.
        Shape::new("side common to all turns", Tier::Medium, 3, |step| step.is_one("side")),
        Shape::new("two sides of a tile", Tier::Medium, 4, |step| {
            step.rules.len() == 2 && step.is_of(&["border", "side"])
        }),
    ];
    type Options = KPlumberOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let expected = "a tile: one of `·╶╵└╴─┘┴╷┌│├┐┬┤┼`, or a hex digit for its sides";
        let tile = |token: &str| match token {
            "_" | "-" => Some(0),
            _ => tile_of(token),
        };
        let (grid, tiles) = board.cells(expected, tile)?;
        Ok(KPlumber { grid, tiles })
    }

    fn sheet(&self) -> Sheet {
        Sheet::compact(self.grid, |cell| glyph(self.tiles[cell].into()))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let ways = |tile: &&u8| turns(**tile).iter().count() > 1;
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("tiles that can be turned", self.tiles.iter().filter(ways).count().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!(
            "ring", "four", "five", "crowded", "seven", "ten", "sparse", "fourteen", "wide",
            "twenty",
        )
    }

    const TATHAM: Option<&'static str> = Some("net");

    /// A solution of Net is one connected net besides; here the pipes need not be connected.
    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        if id.parameters.value.contains('w') {
            let expected = "no `w`: the board does not wrap here, nor need the net be connected";
            return Err(id.parameters.wrong(expected, format!("`{}`", id.parameters.value)));
        }
        let mut tiles = Vec::new();
        for (index, one) in id.body.value.chars().enumerate() {
            let expected = match one {
                'v' | 'h' => "a hex digit: there are no walls here, nor need the net be connected",
                _ => "a hex digit",
            };
            let tile = one.to_digit(16).ok_or_else(|| id.wrong(index, expected))?;
            tiles.push(tile as u8);
        }
        if tiles.len() != id.grid().len() {
            let expected = format!("a description of {} tiles", id.grid().len());
            return Err(id.body.wrong(expected, format!("{} tiles", tiles.len())));
        }
        Ok(KPlumber { grid: id.grid(), tiles })
    }

    fn to_tatham(&self) -> Option<String> {
        let CellGrid { rows, columns } = self.grid;
        let digits: String = self.tiles.iter().map(|tile| format!("{tile:x}")).collect();
        Some(format!("{columns}x{rows}:{digits}"))
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        let spot = |(cell, &tile): (usize, &u8)| {
            let given = (tile == 0).then_some(0);
            Spot::cell(self.grid, cell, turns(tile)).given(given)
        };
        self.tiles.iter().enumerate().map(spot).collect()
    }

    fn mark(&self, value: Value) -> String {
        glyph(value).to_string()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        tile_of(text).map(Value::from)
    }

    fn cycle(&self, spot: &Spot) -> Vec<Value> {
        // Clockwise: the last comes back to how the tile lies at first.
        let (x, y) = spot.place.cell();
        let tile = self.tiles[self.grid.at(y as usize, x as usize)];
        let mut ways: Vec<Value> = (0..4).rev().map(|left| turned(tile, left).into()).collect();
        ways.truncate(spot.values.iter().count());
        ways
    }

    fn marks_in_words(&self) -> String {
        "a turn of the tile".to_owned()
    }

    /// Says of a tile that is another one than the board's what it is no turn of.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut filling = EntryValues::new();
        for (cell, token) in board.rows().iter().flatten().enumerate() {
            let tile = self.unmark(token.value);
            if tile.is_none() && token.value != OPEN {
                let place = self.grid.words(cell);
                let why = format!("{place}: unknown mark '{}'", token.value);
                return Err(Foul { at: self.grid.row(cell), why });
            }
            filling.push(tile);
        }
        for (cell, (entry, &tile)) in filling.iter().zip(&self.tiles).enumerate() {
            if let Some(entry) = entry.filter(|&entry| !turns(tile).contains(entry)) {
                let (place, tile) = (self.grid.words(cell), glyph(tile.into()));
                let why = format!("{place}: {} is no turn of {tile}", glyph(entry));
                return Err(Foul { at: self.grid.row(cell), why });
            }
        }
        Ok(filling)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let grid = self.grid;
        let mut over_border = Vec::new();
        let mut between = Vec::new();
        for cell in 0..grid.len() {
            let Some(tile) = filling[cell] else { continue };
            for (bit, side) in SIDE_BITS.into_iter().enumerate() {
                if !has_pipe(tile, bit) {
                    continue;
                }
                match grid.step(cell, side) {
                    None => {
                        let words = format!("{} leaks over the border", grid.words(cell));
                        over_border.push(Fault { cells: vec![cell], words });
                    }
                    Some(other) => {
                        let beyond = filling[other];
                        if beyond.is_some_and(|beyond| !has_pipe(beyond, against(bit))) {
                            let (here, there) = (grid.words(cell), grid.words(other));
                            let words = format!("{here} leaks towards {there}");
                            between.push(Fault { cells: vec![cell, other], words });
                        }
                    }
                }
            }
        }
        over_border.append(&mut between);
        over_border
    }

    fn rules(&self, rules: &mut RuleBook) {
        let grid = self.grid;
        for cell in 0..grid.len() {
            let outer = (0..4).filter(|&bit| grid.step(cell, SIDE_BITS[bit]).is_none());
            let outer: Vec<usize> = outer.collect();
            let leaking = |&value: &Value| outer.iter().any(|&bit| has_pipe(value, bit));
            let leaking: Vec<Value> = rules.domain(cell).iter().filter(leaking).collect();
            if !leaking.is_empty() {
                let sentence = format!("{} does not leak over the border", grid.words(cell));
                let rule = rules.rule("border", sentence);
                for value in leaking {
                    rule.clause([Literal::is_not(cell, value)]);
                }
            }
        }
        for cell in 0..grid.len() {
            for side in [Side::Right, Side::Bottom] {
                let bit = if side == Side::Right { 0 } else { 3 };
                if let Some(other) = grid.step(cell, side) {
                    self.same_across(cell, other, bit, rules);
                }
            }
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let tile = |x: u32, y: u32| {
            let cell = grid.at(y as usize, x as usize);
            let first = Value::from(self.tiles[cell]);
            let tile = match filling[cell] {
                // An empty tile is part of the board.
                Some(entry) if first == 0 => Tile::new(x, y, Tint::Given, self.mark(entry)),
                Some(entry) => Tile::new(x, y, Tint::Plain, self.mark(entry)),
                None => Tile::new(x, y, Tint::Open, ""),
            };
            let lies = filling[cell].unwrap_or(first);
            let arms = SIDE_BITS.into_iter().enumerate().filter(|&(bit, _)| has_pipe(lies, bit));
            arms.fold(tile, |tile, (_, side)| tile.marked(Mark::Arm(side)))
        };
        Picture::grid(grid.columns as u32, grid.rows as u32, tile)
    }

    fn draft(
        options: &KPlumberOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let (lines, pipes) = generate::random_pipes(options, rng);
        Ok(Some(KPlumber::of_pipes(lines, &pipes, rng)))
    }

    fn hard_draft(
        options: &KPlumberOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        Ok(KPlumber::hard(options, rng, meter))
    }

    /// Puts a pipe across a side where the solutions differ, or takes one away; once for each part
    /// of the board in which they do.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let grid = draft.puzzle.grid;
        let lines = GridLines { nodes: grid };
        let has = |line: usize| {
            let [from, to] = lines.ends(line);
            let bit = if to == from + 1 { 0 } else { 3 };
            draft.solution[from].is_some_and(|tile| has_pipe(tile, bit))
        };
        let mut pipes: EntryValues = (0..lines.len()).map(|line| Some(has(line).into())).collect();
        for part in grid.parts(|cell| draft.solution[cell] != second[cell]) {
            let here: Vec<usize> = part.iter().flat_map(|&cell| lines.at(cell)).collect();
            let line = *here.get(rng.below(here.len().max(1)))?;
            pipes[line] = pipes[line].map(|pipe| 1 - pipe);
        }
        Some(KPlumber::of_pipes(lines, &pipes, rng))
    }
}

impl KPlumber {
    /// Both or neither of two neighbours have a pipe across their common side, which is the `bit`
    /// of the first.
    fn same_across(&self, cell: usize, other: usize, bit: usize, rules: &mut RuleBook) {
        let with = |rules: &RuleBook, cell: usize, bit: usize, pipe: bool| -> Vec<Literal> {
            let values = rules.domain(cell).iter().filter(|&value| has_pipe(value, bit) == pipe);
            values.map(|value| Literal::is(cell, value)).collect()
        };
        let (here, there) = (self.grid.words(cell), self.grid.words(other));
        rules.rule("side", format!("where {here} and {there} meet, both or neither have a pipe"));
        for pipe in [false, true] {
            let one = with(rules, cell, bit, pipe);
            let two = with(rules, other, against(bit), pipe);
            for (from, to) in [(&one, &two), (&two, &one)] {
                for &literal in from {
                    rules.clause(to.iter().copied().chain([!literal]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
