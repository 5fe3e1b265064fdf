//! Spiral Galaxies: the board is divided into regions, each with a dot about which it is symmetric.
//! NP-complete: E. Friedman, "Spiral galaxies puzzles are NP-complete", 2002.
//!
//! Dots lie on half cells: a board of h x w cells is written as (2h-1) x (2w-1) characters, `o` for
//! a dot and `*` for a black one, whose colour has no meaning.

mod singles;

use quarry_core::{
    About, Document, EdgeMark, Example, Fault, Foul, GenerateError, Literal, Mark, Meter,
    ParseError, Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryValues, OPEN, Pzpr, PzprText,
    RuleBook, Shape, Sheet, Spot, TathamId, expect_shape, pzpr,
};

/// Kinds of tiles before colours are used again.
const COLOURS: u16 = 8;

/// The generator stops to enlarge a galaxy at a size below this, or soon after.
const MOST_CELLS_WANTED: usize = 20;

/// An instance: the dots in reading order; galaxies have their numbers, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct SpiralGalaxies {
    grid: CellGrid,
    dots: Vec<Dot>,
}

/// A dot on a half cell: even numbers are middles of cells, odd ones lie between two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Dot {
    row: usize,
    column: usize,
    is_black: bool,
}

impl Dot {
    /// The one, two or four cells that it touches.
    fn cells(self, grid: CellGrid) -> Vec<usize> {
        let rows = self.row / 2..=self.row.div_ceil(2);
        let columns = self.column / 2..=self.column.div_ceil(2);
        rows.flat_map(|row| columns.clone().map(move |column| grid.at(row, column))).collect()
    }

    /// The image of a cell under half a turn about the dot, if it is on the board.
    fn partner(self, grid: CellGrid, cell: usize) -> Option<usize> {
        let row = self.row.checked_sub(grid.row(cell)).filter(|&row| row < grid.rows)?;
        let column = self.column.checked_sub(grid.column(cell));
        column.filter(|&column| column < grid.columns).map(|column| grid.at(row, column))
    }

    /// Half cells between the middle of a cell and the dot, along rows and columns.
    fn distance(self, grid: CellGrid, cell: usize) -> usize {
        self.row.abs_diff(2 * grid.row(cell)) + self.column.abs_diff(2 * grid.column(cell))
    }

    fn words(self) -> String {
        format!("the dot at half row {}, half column {}", self.row + 1, self.column + 1)
    }
}

settings! {
    /// What a generated board of Spiral Galaxies looks like.
    pub struct SpiralGalaxiesOptions {
        /// Number of rows.
        pub rows: u64 = 10, 1..=40;
        /// Number of columns.
        pub columns: u64 = 10, 1..=40;
    }
}

/// The half cells of a board.
fn half_cells(grid: CellGrid) -> CellGrid {
    CellGrid { rows: 2 * grid.rows - 1, columns: 2 * grid.columns - 1 }
}

impl SpiralGalaxies {
    /// A board with dots on some half cells, each true if it is black.
    fn of_points(grid: CellGrid, points: &[Option<bool>]) -> Self {
        let halves = half_cells(grid);
        let dot = |(point, &colour): (usize, &Option<bool>)| {
            let (row, column) = (halves.row(point), halves.column(point));
            colour.map(|is_black| Dot { row, column, is_black })
        };
        SpiralGalaxies { grid, dots: points.iter().enumerate().filter_map(dot).collect() }
    }

    /// What [`SpiralGalaxies::of_points`] reads.
    fn points(&self) -> Vec<Option<bool>> {
        let halves = half_cells(self.grid);
        let mut points = vec![None; halves.len()];
        for dot in &self.dots {
            points[halves.at(dot.row, dot.column)] = Some(dot.is_black);
        }
        points
    }

    /// For each cell the dots that touch it.
    fn touching(&self) -> Vec<Vec<usize>> {
        let mut touching = vec![Vec::new(); self.grid.len()];
        for (index, dot) in self.dots.iter().enumerate() {
            dot.cells(self.grid).into_iter().for_each(|cell| touching[cell].push(index));
        }
        touching
    }

    /// For each cell the galaxies that it can belong to: those whose dot is reached from it through
    /// cells whose partners are on the board and touch no other dot.
    fn reachable(&self) -> Vec<Values> {
        let touching = self.touching();
        let mut reachable = vec![Values::default(); self.grid.len()];
        for (index, dot) in self.dots.iter().enumerate() {
            let value = galaxy(index);
            let may_have = |cell: usize| {
                let is_free = |cell: usize| touching[cell].iter().all(|&other| other == index);
                is_free(cell) && dot.partner(self.grid, cell).is_some_and(is_free)
            };
            let mut waiting = dot.cells(self.grid);
            waiting.iter().for_each(|&cell| reachable[cell].insert(value));
            while let Some(cell) = waiting.pop() {
                for next in self.grid.beside(cell) {
                    if !reachable[next].contains(value) && may_have(next) {
                        reachable[next].insert(value);
                        waiting.push(next);
                    }
                }
            }
        }
        reachable
    }

    /// All that is wrong with labels, as far as they are known. `dot_of` has the dot of each label,
    /// `name` the label as people see it.
    fn check(
        &self,
        labels: &[Option<usize>],
        dot_of: &[Option<usize>],
        name: impl Fn(usize) -> String,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |cells: Vec<usize>, words: String| faults.push(Fault { cells, words });
        let touched = |dot: usize| self.dots[dot].cells(self.grid).into_iter();
        for (index, dot) in self.dots.iter().enumerate() {
            let known: Vec<usize> = touched(index).filter(|&cell| labels[cell].is_some()).collect();
            if known.iter().any(|&cell| labels[cell] != labels[known[0]]) {
                fault(known, format!("a border runs through {}", dot.words()));
            }
        }
        for (label, &own) in dot_of.iter().enumerate() {
            let has = |&cell: &usize| labels[cell] == Some(label);
            let others = (0..self.dots.len()).filter(|&dot| Some(dot) != own);
            let cells: Vec<usize> = others.flat_map(touched).filter(has).collect();
            if !cells.is_empty() {
                fault(cells, format!("galaxy {} has two dots", name(label)));
            }
        }
        for (label, &own) in dot_of.iter().enumerate() {
            let name = name(label);
            let has = |cell: usize| labels[cell] == Some(label);
            let cells: Vec<usize> = (0..self.grid.len()).filter(|&cell| has(cell)).collect();
            let Some(&first) = cells.first() else { continue };
            let may_have = |cell: usize| labels[cell].is_none_or(|other| other == label);
            let dot = own.filter(|&own| touched(own).any(may_have)).map(|own| self.dots[own]);
            let Some(dot) = dot else {
                fault(cells, format!("galaxy {name} has no dot"));
                continue;
            };
            let parts = self.grid.parts(may_have);
            let part = parts.iter().find(|part| part.contains(&first));
            let mut belonging = dot.cells(self.grid).into_iter().chain(cells.iter().copied());
            if belonging.any(|cell| part.is_some_and(|part| !part.contains(&cell))) {
                fault(cells.clone(), format!("galaxy {name} falls into parts"));
            }
            let partner = |cell: usize| dot.partner(self.grid, cell);
            let is_alone = |&&cell: &&usize| !partner(cell).is_some_and(may_have);
            if let Some(&alone) = cells.iter().find(is_alone) {
                let place = self.grid.words(alone);
                let cells = [Some(alone), partner(alone)].into_iter().flatten().collect();
                fault(cells, format!("galaxy {name} is not symmetric: {place} has no partner"));
            }
        }
        faults
    }
}

/// The number of a dot's galaxy.
fn galaxy(dot: usize) -> Value {
    dot as Value + 1
}

/// What a character on a half cell means: a dot, which may be black, or none.
fn point(token: &str) -> Option<Option<bool>> {
    match token {
        "o" => Some(Some(false)),
        "*" => Some(Some(true)),
        "." | "|" | "-" | "+" | "_" => Some(None),
        _ => None,
    }
}

impl Declaration for SpiralGalaxies {
    const ID: &'static str = "spiral-galaxies";
    const ABOUT: About = About {
        title: "Spiral Galaxies",
        rules: "Divide the board along grid lines into galaxies, one for each dot. A galaxy hangs \
            together, looks the same after half a turn about its dot, and contains all cells that \
            its dot touches but no other dot.",
        complexity: "NP-complete (Friedman, 2002).",
    };
    const SHAPES: &'static [Shape] = &[
        Shape::new("only one galaxy reaches", Tier::Easy, 1, |step| step.is_one("reach")),
        Shape::new("partner", Tier::Easy, 1, |step| {
            step.is_one("symmetry") && step.facts.len() == 1
        }),
        Shape::new("cut off from its dot", Tier::Medium, 4, |step| {
            step.is_one("connected")
                && step.facts.iter().all(|fact| !fact.holds || fact.value != step.excluded[0].value)
                && step.excluded.iter().all(|one| one.value == step.excluded[0].value)
        }),
        Shape::new("neighbour must join", Tier::Medium, 5, |step| step.is_one("connected")),
        Shape::new("symmetry and connection", Tier::Medium, 8, |step| {
            step.rules.len() == 2 && step.is_of(&["symmetry", "connected"])
        }),
    ];
    type Options = SpiralGalaxiesOptions;

    fn read(board: &BoardText<'_>, _: &Document<'_>) -> Result<Self, ParseError> {
        let (halves, points) = board.cells("`o`, `*` or one of `.|-+`", point)?;
        if halves.rows.is_multiple_of(2) || halves.columns.is_multiple_of(2) {
            let expected = "odd numbers of rows and columns: cells and what lies between them";
            let found = format!("{} x {}", halves.rows, halves.columns);
            return Err(board.lines()[0].wrong(expected, found));
        }
        let grid = CellGrid { rows: halves.rows / 2 + 1, columns: halves.columns / 2 + 1 };
        Ok(SpiralGalaxies::of_points(grid, &points))
    }

    fn sheet(&self) -> Sheet {
        let halves = half_cells(self.grid);
        let points = self.points();
        Sheet::compact(halves, |point| {
            match (points[point], halves.row(point) % 2, halves.column(point) % 2) {
                (Some(false), ..) => 'o',
                (Some(true), ..) => '*',
                (None, 0, 0) => '.',
                (None, 0, _) => '|',
                (None, _, 0) => '-',
                (None, ..) => '+',
            }
        })
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("dots", self.dots.len().to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples![
            "first",
            "4x4",
            "5x5",
            "7x7-easy",
            "7x7-medium",
            "10x10",
            "10x10-hard",
            "15x15",
            "20x30",
        ]
    }

    const PZPR: &'static [&'static str] = &["tentaisho"];

    fn from_pzpr(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let (points, rest) = url.dots(half_cells(url.grid).len())?;
        if let Some(missing) = rest.find(|one| one != '0') {
            let index = url.body.value.len() - rest.len() + missing;
            return Err(url.wrong(index, "`0`: a board without missing cells"));
        }
        Ok(SpiralGalaxies::of_points(url.grid, &points))
    }

    fn to_pzpr(&self) -> Option<PzprText> {
        Some(PzprText { grid: self.grid, body: pzpr::dots(&self.points()) })
    }

    const TATHAM: Option<&'static str> = Some("galaxies");

    fn from_tatham(id: &TathamId<'_>) -> Result<Self, ParseError> {
        let count = half_cells(id.grid()).len();
        let mut points = Vec::new();
        for (index, one) in id.body.value.chars().enumerate() {
            let empty = match one {
                'a'..='z' => one as usize - 'a' as usize,
                'A'..='Y' => one as usize - 'A' as usize,
                _ => return Err(id.wrong(index, "a letter from `a` to `z` or `A` to `Y`")),
            };
            points.extend(vec![None; empty]);
            if one != 'z' {
                points.push(Some(one.is_ascii_uppercase()));
            }
            if points.len() > count {
                return Err(id.wrong(index, &format!("a description of {count} points")));
            }
        }
        points.resize(count, None);
        Ok(SpiralGalaxies::of_points(id.grid(), &points))
    }

    fn to_tatham(&self) -> Option<String> {
        let mut text = format!("{}x{}:", self.grid.columns, self.grid.rows);
        let mut empty = 0;
        for point in self.points() {
            let Some(is_black) = point else {
                empty += 1;
                continue;
            };
            text.push_str(&"z".repeat(empty / 25));
            let first = if is_black { b'A' } else { b'a' };
            text.push(char::from(first + (empty % 25) as u8));
            empty = 0;
        }
        Some(text)
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    /// The cells at a dot are given. Where only one galaxy reaches, the nearest other one is a value
    /// too, so that the cell is left for the player to find.
    fn spots(&self) -> Vec<Spot> {
        let touching = self.touching();
        let with_another = |(cell, mut values): (usize, Values)| {
            if touching[cell].is_empty() && values.iter().count() == 1 {
                let others = (0..self.dots.len()).filter(|&dot| !values.contains(galaxy(dot)));
                let nearest = others.min_by_key(|&dot| self.dots[dot].distance(self.grid, cell));
                nearest.into_iter().for_each(|dot| values.insert(galaxy(dot)));
            }
            (cell, values)
        };
        let spot = |(cell, values): (usize, Values)| {
            let given = match touching[cell].as_slice() {
                &[dot] => Some(galaxy(dot)),
                _ => None,
            };
            Spot::cell(self.grid, cell, values).given(given)
        };
        self.reachable().into_iter().enumerate().map(with_another).map(spot).collect()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let value = text.parse().ok().filter(|_| is_number)?;
        (1..=self.dots.len()).contains(&usize::from(value)).then_some(value)
    }

    const SPREADS: bool = true;

    /// The image under half a turn about the dot.
    fn partners(&self, cell: usize, value: Value) -> Vec<usize> {
        let dot = usize::from(value).checked_sub(1).and_then(|dot| self.dots.get(dot));
        let partner = dot.and_then(|dot| dot.partner(self.grid, cell));
        partner.filter(|&partner| partner != cell).into_iter().collect()
    }

    fn marks_in_words(&self) -> String {
        "the number of a dot whose galaxy can reach the cell".to_owned()
    }

    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        let verb = if holds { "belongs" } else { "does not belong" };
        format!("{} {verb} to galaxy {value}", spot.words)
    }

    const COMPACT_ANSWERS: bool = false;

    /// Labels may be anything; as long as cells are open they are the numbers of dots.
    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut names: Vec<&str> = Vec::new();
        let mut labels: Vec<Option<usize>> = Vec::new();
        for token in board.rows().iter().flatten() {
            let is_new = token.value != OPEN && !names.contains(&token.value);
            names.extend(is_new.then_some(token.value));
            labels.push(names.iter().position(|&name| name == token.value));
        }
        let open = labels.iter().position(Option::is_none);
        let numbers: Vec<Option<Value>> = names.iter().map(|name| self.unmark(name)).collect();
        let dot_of: Vec<Option<usize>> = match open {
            None => {
                let dots = self.dots.iter().map(|dot| labels[dot.cells(self.grid)[0]]);
                let dots: Vec<Option<usize>> = dots.collect();
                (0..names.len())
                    .map(|label| dots.iter().position(|&at| at == Some(label)))
                    .collect()
            }
            Some(open) if numbers.contains(&None) => {
                let why = format!("{} is still open", self.grid.words(open));
                return Err(Foul { at: self.grid.row(open), why });
            }
            Some(_) => numbers.iter().flatten().map(|&number| Some(number as usize - 1)).collect(),
        };
        match self.check(&labels, &dot_of, |label| names[label].to_owned()).into_iter().next() {
            Some(fault) => Err(Foul { at: self.grid.row(fault.cells[0]), why: fault.words }),
            None => Ok(labels.iter().map(|label| dot_of[(*label)?].map(galaxy)).collect()),
        }
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let labels = filling.iter().map(|entry| entry.map(|value| usize::from(value) - 1));
        let dots: Vec<Option<usize>> = (0..self.dots.len()).map(Some).collect();
        self.check(&labels.collect::<Vec<_>>(), &dots, |label| galaxy(label).to_string())
    }

    fn rules(&self, rules: &mut RuleBook) {
        let reachable = self.reachable();
        for (cell, values) in reachable.iter().enumerate() {
            if values.iter().count() == 1 && rules.domain(cell).iter().count() == 2 {
                let value = values.iter().next().unwrap_or_default();
                let place = self.grid.words(cell);
                rules.rule("reach", format!("only galaxy {value} reaches {place}"));
                rules.is(cell, value);
            }
        }
        for (index, dot) in self.dots.iter().enumerate() {
            let value = galaxy(index);
            let belongs = |cell: usize| Literal::is(cell, value);
            let reach: Vec<usize> =
                (0..self.grid.len()).filter(|&cell| reachable[cell].contains(value)).collect();
            rules.rule("dot", format!("galaxy {value} contains the cells at its dot"));
            for cell in dot.cells(self.grid) {
                rules.is(cell, value);
            }
            rules.rule("symmetry", format!("galaxy {value} is symmetric about its dot"));
            for &cell in &reach {
                if let Some(partner) = dot.partner(self.grid, cell).filter(|&one| one != cell) {
                    rules.implies([belongs(cell)], belongs(partner));
                }
            }
            let vertex = |cell: usize| reach.binary_search(&cell).ok().map(|vertex| vertex as u16);
            let neighbours =
                |&cell: &usize| self.grid.beside(cell).filter_map(vertex).collect::<Vec<u16>>();
            let neighbours = reach.iter().map(neighbours).collect();
            let root = vertex(dot.cells(self.grid)[0]);
            rules.rule("connected", format!("galaxy {value} hangs together"));
            rules.connected(reach.iter().map(|&cell| belongs(cell)), neighbours, root);
        }
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let touching = self.touching();
        let (columns, rows) = (grid.columns as u32, grid.rows as u32);
        let mut picture = Picture::grid(columns, rows, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            let is_given =
                matches!(touching[cell].as_slice(), &[dot] if filling[cell] == Some(galaxy(dot)));
            let tint = match filling[cell] {
                None => Tint::Open,
                Some(_) if is_given => Tint::Given,
                Some(value) => Tint::Kind((value % COLOURS) as u8),
            };
            let label = filling[cell].map_or(String::new(), |value| value.to_string());
            Tile::new(x, y, tint, label)
        });
        for dot in &self.dots {
            let first = dot.cells(grid)[0];
            let (x, y) = (grid.column(first) as u32, grid.row(first) as u32);
            match (dot.row % 2, dot.column % 2) {
                (0, 0) => {
                    let mark = if dot.is_black { Mark::Disc } else { Mark::Circle };
                    picture.tiles[first].marks.push(mark);
                }
                (0, _) => picture = picture.with_edge(x, y, Side::Right, EdgeMark::Dot),
                (_, 0) => picture = picture.with_edge(x, y, Side::Bottom, EdgeMark::Dot),
                _ => picture.dots.push((x + 1, y + 1)),
            }
        }
        for cell in 0..grid.len() {
            for side in Side::ALL {
                let other = grid.step(cell, side);
                let is_border = match other {
                    None => true,
                    Some(other) => {
                        other > cell
                            && filling[cell].is_some()
                            && filling[other].is_some()
                            && filling[cell] != filling[other]
                    }
                };
                if is_border {
                    let (x, y) = (grid.column(cell) as u32, grid.row(cell) as u32);
                    picture = picture.with_edge(x, y, side, EdgeMark::Region);
                }
            }
        }
        picture
    }

    fn draft(
        options: &SpiralGalaxiesOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        let grid = CellGrid { rows: options.rows as usize, columns: options.columns as usize };
        Ok(Some(filled_up(grid, vec![None; grid.len()], rng)))
    }

    /// Galaxies that another solution changes are dissolved, and their cells divided anew.
    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        let SpiralGalaxies { grid, dots } = &draft.puzzle;
        let pairs = || draft.solution.iter().zip(second);
        let changed: Vec<Value> =
            pairs().filter(|(one, other)| one != other).filter_map(|(one, _)| *one).collect();
        let kept = |value: &Option<Value>| {
            value.filter(|value| !changed.contains(value)).map(|value| dots[value as usize - 1])
        };
        Some(filled_up(*grid, draft.solution.iter().map(kept).collect(), rng))
    }
}

/// Divides the cells that have no dot into random galaxies.
fn filled_up(grid: CellGrid, mut dot_of: Vec<Option<Dot>>, rng: &mut Rng) -> Draft<SpiralGalaxies> {
    let halves = half_cells(grid);
    let mut points: Vec<usize> = (0..halves.len()).collect();
    rng.shuffle(&mut points);
    // Most middles of cells come last: they would make many galaxies of one cell.
    let is_middle = |&point: &usize| {
        halves.row(point).is_multiple_of(2) && halves.column(point).is_multiple_of(2)
    };
    points.sort_by_cached_key(|point| is_middle(point) && rng.below(4) > 0);
    for point in points {
        let dot = Dot { row: halves.row(point), column: halves.column(point), is_black: false };
        let mut cells = dot.cells(grid);
        if cells.iter().any(|&cell| dot_of[cell].is_some()) {
            continue;
        }
        cells.iter().for_each(|&cell| dot_of[cell] = Some(dot));
        let wanted = 2 + rng.below(MOST_CELLS_WANTED);
        while cells.len() < wanted {
            let is_free = |cell: usize| dot_of[cell].is_none();
            let can_join =
                |&cell: &usize| is_free(cell) && dot.partner(grid, cell).is_some_and(is_free);
            let next: Vec<usize> =
                cells.iter().flat_map(|&cell| grid.beside(cell)).filter(can_join).collect();
            if next.is_empty() {
                break;
            }
            let cell = next[rng.below(next.len())];
            let pair = [Some(cell), dot.partner(grid, cell)].into_iter().flatten();
            for cell in pair {
                dot_of[cell] = Some(dot);
                cells.push(cell);
            }
        }
    }
    singles::join(grid, &mut dot_of);
    let mut dots: Vec<Dot> = dot_of.iter().flatten().copied().collect();
    dots.sort_unstable();
    dots.dedup();
    let number = |dot: &Option<Dot>| dot.and_then(|dot| dots.binary_search(&dot).ok()).map(galaxy);
    let solution = dot_of.iter().map(number).collect();
    Draft { puzzle: SpiralGalaxies { grid, dots }, solution }
}

#[cfg(test)]
mod tests;
