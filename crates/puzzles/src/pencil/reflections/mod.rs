//! Reflections: mirrors and crystals are placed so that the light of lasers hits every bulb an odd
//! number of times and no bomb. NP-complete: D. Kempe, "On the complexity of the reflections game".
//!
//! Lasers `>` `^` `<` `v`, walls `#`, bulbs `o` and bombs `x` stop light. A mirror `╱` or `╲` turns
//! it, a crystal `z` (as `╱`) or `s` (as `╲`) turns it and lets it pass too. `m` is a mirror and `c`
//! a crystal that can be turned only; `mirrors` and `crystals` say how many may be put on empty
//! cells. A piece that light does not hit is not placed, and left as `m` or `c` if it stands there
//! anyway.

mod generate;
mod light;
mod rules;

use quarry_core::{
    About, Document, Example, Fault, Foul, GenerateError, LinkKind, Mark, Meter, ParseError,
    Picture, Rng, Side, Tier, Tile, Tint, Value, Values, settings,
};
use quarry_pencil::{
    BoardText, CellGrid, ClueSymmetry, Declaration, Draft, EntryValues, OPEN, RuleBook, Shape,
    Sheet, Spot, expect_shape,
};

use light::{beams, is_lit};

/// What stands on a cell that can be changed: nothing, a mirror, a crystal, or a piece that is left
/// as it is.
const EMPTY: Value = 0;
const RISING_MIRROR: Value = 1;
const FALLING_MIRROR: Value = 2;
const RISING_CRYSTAL: Value = 3;
const FALLING_CRYSTAL: Value = 4;
const IDLE_MIRROR: Value = 5;
const IDLE_CRYSTAL: Value = 6;

const MIRRORS: [Value; 2] = [RISING_MIRROR, FALLING_MIRROR];
const CRYSTALS: [Value; 2] = [RISING_CRYSTAL, FALLING_CRYSTAL];

/// How many boards are drawn at most until the pieces fit on one.
const DRAWINGS: usize = 20;

/// How values are written.
const MARKS: [&str; 7] = [".", "╱", "╲", "z", "s", "m", "c"];

/// An instance: the board and the pieces that may be placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Reflections {
    grid: CellGrid,
    items: Vec<Item>,
    mirrors: usize,
    crystals: usize,
}

/// What a board has on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    /// Nothing: a piece may be placed here.
    Free,
    /// A source of light towards a side.
    Laser(Side),
    Wall,
    Bulb,
    Bomb,
    /// A mirror or a crystal that cannot be changed.
    Fixed(Value),
    /// A mirror that can be turned.
    Mirror,
    /// A crystal that can be turned.
    Crystal,
}

impl Item {
    fn read(token: &str) -> Option<Item> {
        Some(match token {
            "." | "_" | "-" => Item::Free,
            ">" => Item::Laser(Side::Right),
            "^" => Item::Laser(Side::Top),
            "<" => Item::Laser(Side::Left),
            "v" => Item::Laser(Side::Bottom),
            "#" => Item::Wall,
            "o" => Item::Bulb,
            "x" => Item::Bomb,
            "m" => Item::Mirror,
            "c" => Item::Crystal,
            _ => Item::Fixed(value_of(token).filter(|&value| value != EMPTY)?),
        })
    }

    fn mark(self) -> &'static str {
        match self {
            Item::Free => MARKS[usize::from(EMPTY)],
            Item::Laser(Side::Right) => ">",
            Item::Laser(Side::Top) => "^",
            Item::Laser(Side::Left) => "<",
            Item::Laser(Side::Bottom) => "v",
            Item::Wall => "#",
            Item::Bulb => "o",
            Item::Bomb => "x",
            Item::Fixed(value) => MARKS[usize::from(value)],
            Item::Mirror => MARKS[usize::from(IDLE_MIRROR)],
            Item::Crystal => MARKS[usize::from(IDLE_CRYSTAL)],
        }
    }
}

/// The value that is written so; slashes stand for mirrors too.
fn value_of(token: &str) -> Option<Value> {
    let token = match token {
        "/" => "╱",
        "\\" => "╲",
        _ => token,
    };
    MARKS.iter().position(|&mark| mark == token).map(|value| value as Value)
}

settings! {
    /// What a generated board of Reflections looks like.
    pub struct ReflectionsOptions {
        /// Number of rows.
        pub rows: u64 = 10, 2..=40;
        /// Number of columns.
        pub columns: u64 = 10, 2..=40;
        /// Number of lasers.
        pub lasers: u64 = 2, 1..=10;
        /// Number of mirrors to be placed.
        pub mirrors: u64 = 4, 0..=40;
        /// Number of crystals to be placed.
        pub crystals: u64 = 1, 0..=20;
        /// Number of pieces that stay in place and can be turned only.
        pub turned: u64 = 1, 0..=40;
    }
}

impl Reflections {
    /// The spot of each cell that has one.
    fn spot_of(&self) -> Vec<Option<usize>> {
        let mut spots = 0..;
        let spot = |item: &Item| match item {
            Item::Free | Item::Mirror | Item::Crystal => spots.next(),
            _ => None,
        };
        self.items.iter().map(spot).collect()
    }
    /// The values that may stand on a cell.
    fn values(&self, item: Item) -> Values {
        let mirrors = MIRRORS.into_iter().filter(|_| self.mirrors > 0);
        let crystals = CRYSTALS.into_iter().filter(|_| self.crystals > 0);
        match item {
            Item::Mirror => MIRRORS.into_iter().chain([IDLE_MIRROR]).collect(),
            Item::Crystal => CRYSTALS.into_iter().chain([IDLE_CRYSTAL]).collect(),
            _ => [EMPTY].into_iter().chain(mirrors).chain(crystals).collect(),
        }
    }

    /// The pieces to be placed: their name, how many there are, and their values.
    fn supplies(&self) -> [(&'static str, usize, [Value; 2]); 2] {
        [("mirror", self.mirrors, MIRRORS), ("crystal", self.crystals, CRYSTALS)]
    }
}

impl Declaration for Reflections {
    const ID: &'static str = "reflections";
    const ABOUT: About = About {
        title: "Reflections",
        rules: "Place mirrors and crystals so that every bulb is hit by light from an odd number of \
            sides and no bomb is hit. A mirror turns light by a right angle; a crystal does so and \
            lets it pass, too. Light comes from the lasers only. Use at most the pieces that are \
            there, and none that light does not hit. Pieces that can be turned stay as they are if \
            light does not hit them.",
        complexity: "NP-complete (Kempe).",
    };
    const KEYS: &'static [&'static str] = &["mirrors", "crystals"];
    const SHAPES: &'static [Shape] = &[
        Shape::new("bomb ahead", Tier::Easy, 2, |step| step.is_one("bomb")),
        Shape::new("supply exhausted", Tier::Easy, 2, |step| step.is_one("supply")),
        Shape::new("idle piece", Tier::Easy, 2, |step| {
            step.is_one("idle") || step.is_one("turned")
        }),
        Shape::new("bulb in reach", Tier::Medium, 4, |step| step.is_one("bulb")),
        Shape::new("last piece", Tier::Medium, 8, |step| {
            step.rules.len() == 2
                && step.is_of(&["bulb", "bomb", "supply"])
                && step.rules.iter().any(|rule| rule.kind == "supply")
        }),
    ];
    type Options = ReflectionsOptions;

    fn read(board: &BoardText<'_>, file: &Document<'_>) -> Result<Self, ParseError> {
        let expected = "one of `. > ^ < v # o x m c ╱ ╲ z s`";
        let (grid, items) = board.cells(expected, Item::read)?;
        let number = |key: &str| match file.integer(key)? {
            None => Ok(0),
            Some(number) => usize::try_from(number.value)
                .map_err(|_| number.wrong("a number of pieces, from 0", number.value.to_string())),
        };
        Ok(Reflections { grid, items, mirrors: number("mirrors")?, crystals: number("crystals")? })
    }

    fn sheet(&self) -> Sheet {
        let token = |cell: usize| self.items[cell].mark().to_owned();
        let mut sheet = Sheet { is_compact: true, ..Sheet::spaced(self.grid, token) };
        for (key, count) in [("mirrors", self.mirrors), ("crystals", self.crystals)] {
            if count > 0 {
                sheet = sheet.with_key(key, count);
            }
        }
        sheet
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let bulbs = self.items.iter().filter(|&&item| item == Item::Bulb).count();
        vec![
            ("size", format!("{} x {}", self.grid.rows, self.grid.columns)),
            ("bulbs", bulbs.to_string()),
            ("mirrors", self.mirrors.to_string()),
            ("crystals", self.crystals.to_string()),
        ]
    }

    fn examples() -> &'static [Example] {
        examples!["first", "crystal", "5x5", "6x6", "7x7", "8x8", "10x10", "12x12", "15x15",]
    }

    fn grid(&self) -> CellGrid {
        self.grid
    }

    fn spots(&self) -> Vec<Spot> {
        let cells = self.spot_of().into_iter().enumerate();
        let cells = cells.filter_map(|(cell, spot)| spot.map(|_| cell));
        cells.map(|cell| Spot::cell(self.grid, cell, self.values(self.items[cell]))).collect()
    }

    fn mark(&self, value: Value) -> String {
        MARKS[usize::from(value)].to_owned()
    }

    fn unmark(&self, text: &str) -> Option<Value> {
        value_of(text)
    }

    fn cycle(&self, spot: &Spot) -> Vec<Value> {
        let (nothing, pieces): (Vec<_>, Vec<_>) =
            spot.values.iter().partition(|&value| value == EMPTY);
        [pieces, nothing].concat()
    }

    fn marks_in_words(&self) -> String {
        "`.`, a mirror `╱` or `╲`, a crystal `z` or `s`, or a piece `m` or `c` as it is".to_owned()
    }

    fn fixed_marks(&self, cell: usize) -> Vec<String> {
        vec![self.items[cell].mark().to_owned()]
    }

    fn says(&self, spot: &Spot, value: Value, holds: bool) -> String {
        let what = match value {
            EMPTY => "empty".to_owned(),
            IDLE_MIRROR | IDLE_CRYSTAL => "left as it is".to_owned(),
            _ => MARKS[usize::from(value)].to_owned(),
        };
        format!("{} {} {what}", spot.words, if holds { "is" } else { "is not" })
    }

    fn read_answer(&self, board: &BoardText<'_>) -> Result<EntryValues, Foul> {
        expect_shape(board, self.grid, "the board")?;
        let mut filling = EntryValues::new();
        for (cell, token) in board.rows().iter().flatten().enumerate() {
            let item = self.items[cell];
            let place = self.grid.words(cell);
            let foul = |why: String| Err(Foul { at: self.grid.row(cell), why });
            let Some(written) = Item::read(token.value) else {
                return foul(format!("{place}: unknown mark '{}'", token.value));
            };
            let value = value_of(token.value).filter(|_| token.value != OPEN);
            let fits = |value: Value| match item {
                Item::Mirror => MIRRORS.contains(&value) || value == IDLE_MIRROR,
                Item::Crystal => CRYSTALS.contains(&value) || value == IDLE_CRYSTAL,
                _ => value < IDLE_MIRROR,
            };
            match item {
                Item::Fixed(_) if written != item => {
                    return foul(format!("{place} holds a piece that cannot be changed"));
                }
                Item::Mirror | Item::Crystal if token.value != OPEN && !value.is_some_and(fits) => {
                    return foul(format!("{place} holds a piece that cannot be moved"));
                }
                Item::Free if token.value != OPEN && !value.is_some_and(fits) => {
                    return foul(format!("{place}: unknown mark '{}'", token.value));
                }
                Item::Free | Item::Mirror | Item::Crystal => filling.push(value),
                _ if written != item => {
                    return foul(format!("{place} is '{}' on the board", item.mark()));
                }
                _ => {}
            }
        }
        // A piece of a kind of which there is none at all is no value of its spot.
        let is_beyond = |(spot, value): (&Spot, &Option<Value>)| {
            value.is_some_and(|v| !spot.values.contains(v))
        };
        if self.spots().iter().zip(&filling).any(is_beyond)
            && let Some(fault) = self.faults(&filling).into_iter().next()
        {
            return Err(Foul { at: 0, why: fault.words });
        }
        Ok(filling)
    }

    fn faults(&self, filling: &[Option<Value>]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let spot_of = self.spot_of();
        let surely = self.light(filling, false);
        let perhaps = self.light(filling, true);
        let decided: Vec<usize> =
            (0..filling.len()).filter(|&spot| filling[spot].is_some()).collect();
        let lit_cells = (0..self.grid.len()).filter(|&cell| is_lit(&perhaps[cell]));
        let mut lit: Vec<usize> = lit_cells
            .filter_map(|cell| spot_of[cell].filter(|&spot| filling[spot].is_some()))
            .collect();
        if lit.is_empty() {
            lit.clone_from(&decided);
        }
        // What the board does by itself shows as soon as there is something to point at.
        let shows = !lit.is_empty() || filling.is_empty();
        for (name, count, values) in self.supplies() {
            let placed = |cell: usize| {
                let spot = spot_of[cell].filter(|_| self.items[cell] == Item::Free)?;
                filling[spot].is_some_and(|value| values.contains(&value)).then_some(spot)
            };
            let cells: Vec<usize> = (0..self.grid.len()).filter_map(placed).collect();
            if cells.len() > count {
                let plural = if cells.len() == 1 { "" } else { "s" };
                let are = if count == 1 { "is" } else { "are" };
                let words = format!("{} {name}{plural}, and only {count} {are} there", cells.len());
                faults.push(Fault { cells, words });
            }
        }
        let cells_with = |item: Item| {
            (0..self.grid.len()).filter(move |&cell| shows && self.items[cell] == item)
        };
        for cell in cells_with(Item::Bomb).filter(|&cell| is_lit(&surely[cell])) {
            let words = format!("the bomb at {} explodes", self.grid.words(cell));
            faults.push(Fault { cells: lit.clone(), words });
        }
        for cell in cells_with(Item::Bulb).filter(|&cell| surely[cell] == perhaps[cell]) {
            let beams = beams(&surely[cell]);
            if beams.is_multiple_of(2) {
                let words =
                    format!("the bulb at {} is hit by {beams} beams", self.grid.words(cell));
                faults.push(Fault { cells: lit.clone(), words });
            }
        }
        let mut turned = Vec::new();
        for cell in 0..self.grid.len() {
            let Some((spot, value)) = spot_of[cell].and_then(|spot| Some((spot, filling[spot]?)))
            else {
                continue;
            };
            let place = self.grid.words(cell);
            let cells = vec![spot];
            let is_left = matches!(value, IDLE_MIRROR | IDLE_CRYSTAL);
            if self.items[cell] == Item::Free {
                if value != EMPTY && !is_lit(&perhaps[cell]) {
                    faults.push(Fault { cells, words: format!("the piece at {place} is idle") });
                }
            } else if is_left && is_lit(&surely[cell]) {
                let words = format!("the piece at {place} is lit and not turned");
                turned.push(Fault { cells, words });
            } else if !is_left && !is_lit(&perhaps[cell]) {
                let words = format!("the piece at {place} is idle and must be left as it is");
                turned.push(Fault { cells, words });
            }
        }
        faults.extend(turned);
        faults
    }

    fn rules(&self, rules: &mut RuleBook) {
        self.add_rules(rules);
    }

    fn picture(&self, filling: &[Option<Value>]) -> Picture {
        let grid = self.grid;
        let spot_of = self.spot_of();
        let light = self.light(filling, false);
        let mut picture = Picture::grid(grid.columns as u32, grid.rows as u32, |x, y| {
            let cell = grid.at(y as usize, x as usize);
            let item = self.items[cell];
            match (item, spot_of[cell].map(|spot| filling[spot])) {
                (Item::Laser(side), _) => {
                    Tile::new(x, y, Tint::Given, "").marked(Mark::Arrow(side))
                }
                (Item::Wall, _) => Tile::new(x, y, Tint::Shaded, ""),
                (Item::Bulb, _) => {
                    let is_on = !beams(&light[cell]).is_multiple_of(2);
                    let mark = if is_on { Mark::Disc } else { Mark::Circle };
                    Tile::new(x, y, Tint::Given, "").marked(mark)
                }
                (Item::Bomb, _) => Tile::new(x, y, Tint::Given, "").marked(Mark::Cross),
                (_, None) => Tile::new(x, y, Tint::Given, item.mark()),
                (Item::Free, Some(None)) => Tile::new(x, y, Tint::Open, ""),
                (_, Some(None)) => Tile::new(x, y, Tint::Open, item.mark()),
                (_, Some(Some(EMPTY))) => Tile::new(x, y, Tint::Blank, ""),
                (_, Some(Some(value))) => Tile::new(x, y, Tint::Plain, MARKS[usize::from(value)]),
            }
        });
        for (cell, sides) in light.iter().enumerate() {
            for side in Side::ALL.into_iter().filter(|&side| sides[side as usize]) {
                let (right, down) = side.step();
                let Some(from) = grid.offset(cell, -(down as isize), -(right as isize)) else {
                    continue;
                };
                let place = |cell: usize| (grid.column(cell) as u32, grid.row(cell) as u32);
                let (first, last) = (cell.min(from), cell.max(from));
                picture = picture.with_link(place(first), place(last), LinkKind::Beam);
            }
        }
        picture
    }

    /// Without a bulb in reach, which is a medium step, hardly any board is solved.
    const TIERS: &'static [Tier] = &[Tier::Medium, Tier::Hard, Tier::Expert, Tier::Beyond];

    fn draft(
        options: &ReflectionsOptions,
        _: ClueSymmetry,
        rng: &mut Rng,
        _: &mut Meter,
    ) -> Result<Option<Draft<Self>>, GenerateError> {
        Ok((0..DRAWINGS).find_map(|_| Reflections::drafted(options, rng)))
    }

    fn mended(
        draft: &Draft<Self>,
        second: &[Option<Value>],
        _: ClueSymmetry,
        rng: &mut Rng,
    ) -> Option<Draft<Self>> {
        Reflections::with_bombs(draft, second, rng)
    }

    fn eased(draft: &Draft<Self>, rng: &mut Rng) -> Option<Draft<Self>> {
        Reflections::with_more_bombs(draft, rng)
    }
}

#[cfg(test)]
mod tests;
