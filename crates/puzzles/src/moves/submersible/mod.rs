//! Submersible: a small craft dives into a pool of water, around obstacles, to grab a quarry. This
//! is the example of K. Spoerer, "The Lemmings Puzzle", 2007, chapter 3: five actions, grab,
//! descend, ascend, left and right; a state is where the craft is and whether it holds the quarry;
//! it starts above the surface; the cost of an action is the fuel that it takes.
//!
//! Choices where the source is silent. The craft goes from cell to cell of a drawing, whose first
//! row is above the surface; nothing goes through an obstacle or a quarry. A quarry is grabbed from
//! any of the four cells beside it, so that there are up to four goal states. Each action has its
//! own fuel, one unit unless the file says otherwise. A pool may have several quarries, of which
//! any will do; a large one is several cells (the source's variant). The bound is the relaxed
//! problem of the source: the way to the nearest quarry as if there were no obstacles.

mod generate;
mod text;

use quarry_core::{
    About, Aim, Bounded, EdgeMark, Example, Facets, Featured, Foul, Guided, Identified,
    Interactive, Layered, Located, Notation, Numbered, ParseError, Picture, Puzzle, Score,
    SettingError, Side, StateSpace, Tile, Tint, Touch, Verdict, key_of,
};

/// Most rows and columns of a drawing.
const LONGEST_SIDE: usize = 64;

/// Most fuel that an action takes.
const MOST_FUEL: u64 = 1000;

/// What is in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Open,
    Obstacle,
    Quarry,
}

/// An instance: the pool, where the craft starts, and the fuel of each action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submersible {
    columns: usize,
    /// Row by row.
    cells: Vec<Cell>,
    start: (usize, usize),
    /// By the place of the action in [`Action::ALL`].
    fuel: [u64; 5],
}

/// One of the five actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes a quarry beside the craft.
    Grab,
    /// Goes a cell down.
    Descend,
    /// Goes a cell up.
    Ascend,
    /// Goes a cell to the left.
    Left,
    /// Goes a cell to the right.
    Right,
}

/// Where the craft is, and whether it holds the quarry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Craft {
    column: u8,
    row: u8,
    holds: bool,
}

impl Action {
    const ALL: [Action; 5] =
        [Action::Grab, Action::Descend, Action::Ascend, Action::Left, Action::Right];

    fn name(self) -> &'static str {
        match self {
            Action::Grab => "grab",
            Action::Descend => "descend",
            Action::Ascend => "ascend",
            Action::Left => "left",
            Action::Right => "right",
        }
    }

    /// Returns where the action moves the craft to; `None` for `grab`.
    fn side(self) -> Option<Side> {
        match self {
            Action::Grab => None,
            Action::Descend => Some(Side::Bottom),
            Action::Ascend => Some(Side::Top),
            Action::Left => Some(Side::Left),
            Action::Right => Some(Side::Right),
        }
    }
}

impl Submersible {
    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// Returns what is at a place, if it is in the drawing.
    fn at(&self, column: i32, row: i32) -> Option<Cell> {
        let (x, y) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (x < self.columns).then(|| self.cells.get(y * self.columns + x).copied())?
    }

    /// Returns what is beside a place, if that is in the drawing.
    fn beside(&self, (column, row): (usize, usize), side: Side) -> Option<Cell> {
        let (right, down) = side.step();
        self.at(column as i32 + right, row as i32 + down)
    }

    fn is_beside_quarry(&self, place: (usize, usize)) -> bool {
        Side::ALL.into_iter().any(|side| self.beside(place, side) == Some(Cell::Quarry))
    }

    fn fuel_of(&self, action: Action) -> u64 {
        self.fuel[action as usize]
    }

    /// Returns the columns and rows of the quarries.
    fn quarries(&self) -> impl Iterator<Item = (usize, usize)> {
        let is_quarry = |&(_, cell): &(usize, &Cell)| *cell == Cell::Quarry;
        let place = |(at, _)| (at % self.columns, at / self.columns);
        self.cells.iter().enumerate().filter(is_quarry).map(place)
    }

    /// Returns the fuel from one place to another if nothing is in the way.
    fn direct_fuel(&self, from: (usize, usize), to: (usize, usize)) -> u64 {
        let along = |from: usize, to: usize, back: Action, on: Action| {
            let action = if to < from { back } else { on };
            from.abs_diff(to) as u64 * self.fuel_of(action)
        };
        along(from.0, to.0, Action::Left, Action::Right)
            + along(from.1, to.1, Action::Ascend, Action::Descend)
    }

    /// Returns the fuel to the nearest quarry, with the grab, if there were no obstacles.
    fn relaxed_fuel(&self, from: (usize, usize)) -> u64 {
        let sides = |(column, row): (usize, usize)| {
            Side::ALL.into_iter().filter_map(move |side| {
                let (right, down) = side.step();
                Some((
                    column.checked_add_signed(right as isize)?,
                    row.checked_add_signed(down as isize)?,
                ))
            })
        };
        let ways = self.quarries().flat_map(sides).map(|place| self.direct_fuel(from, place));
        ways.min().expect("a pool has a quarry") + self.fuel_of(Action::Grab)
    }
}

impl Craft {
    fn place(self) -> (usize, usize) {
        (self.column.into(), self.row.into())
    }
}

impl Puzzle for Submersible {
    const ID: &'static str = "submersible";
    const ABOUT: About = About {
        title: "Submersible",
        rules: "A craft dives from above the surface into a pool, around obstacles. It goes down, \
            up, left or right, a cell at a time, and grabs a quarry beside it. Each action takes \
            fuel. Grab a quarry with as little fuel as possible.",
        complexity: "Easy: a shortest way on a grid is found in time nearly linear in the number \
            of cells (Dijkstra, 1959). The tree of all lines grows exponentially.",
    };
    type Answer = Vec<Action>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn objective(&self) -> Aim {
        Aim::ReachBest
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let obstacles = self.cells.iter().filter(|cell| **cell == Cell::Obstacle).count();
        let fuel = |action: Action| format!("{} {}", action.name(), self.fuel_of(action));
        vec![
            ("size", format!("{} x {}", self.columns, self.rows())),
            ("obstacles", obstacles.to_string()),
            ("quarries", self.quarries().count().to_string()),
            ("fuel", Action::ALL.map(fuel).join(", ")),
            ("at least", format!("{} units of fuel", self.relaxed_fuel(self.start))),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&StateSpace::start(self))
    }

    fn write_answer(&self, line: &Vec<Action>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|&action| entry(action.name()));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<Action>, ParseError> {
        entries.map(|entry| self.read_move(entry)).collect()
    }

    fn judge(&self, line: &Vec<Action>) -> Result<Verdict, Foul> {
        let (mut column, mut row) = (self.start.0 as i32, self.start.1 as i32);
        let (mut fuel, mut holds) = (0, false);
        for (at, &action) in line.iter().enumerate() {
            let foul = |why: &str| Err(Foul { at, why: why.to_owned() });
            if holds {
                return foul("the quarry is grabbed already");
            }
            fuel += self.fuel[action as usize];
            match action {
                Action::Grab => {
                    let around = [
                        (column, row - 1),
                        (column, row + 1),
                        (column - 1, row),
                        (column + 1, row),
                    ];
                    holds = around.iter().any(|&(x, y)| self.at(x, y) == Some(Cell::Quarry));
                    if !holds {
                        return foul("there is no quarry beside the craft");
                    }
                }
                Action::Descend => row += 1,
                Action::Ascend => row -= 1,
                Action::Left => column -= 1,
                Action::Right => column += 1,
            }
            match self.at(column, row) {
                Some(Cell::Open) => {}
                Some(Cell::Obstacle) => return foul("an obstacle is in the way"),
                Some(Cell::Quarry) => return foul("the quarry is in the way"),
                None => return foul("that leaves the pool"),
            }
        }
        Ok(Verdict { solved: holds, score: -(fuel as Score) })
    }

    fn examples() -> &'static [Example] {
        examples!("first", "fifteen", "heavy", "deep", "large-quarry", "walled-in")
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.layers();
        to.features();
        to.generates();
    }
}

impl StateSpace for Submersible {
    type State = Craft;
    type Move = Action;

    fn start(&self) -> Craft {
        Craft { column: self.start.0 as u8, row: self.start.1 as u8, holds: false }
    }

    fn moves(&self, craft: &Craft, out: &mut Vec<Action>) {
        if craft.holds {
            return;
        }
        let is_legal = |action: &Action| match action.side() {
            None => self.is_beside_quarry(craft.place()),
            Some(side) => self.beside(craft.place(), side) == Some(Cell::Open),
        };
        out.extend(Action::ALL.into_iter().filter(is_legal));
    }

    fn play(&self, craft: &mut Craft, action: Action) -> Score {
        match action {
            Action::Grab => craft.holds = true,
            Action::Descend => craft.row += 1,
            Action::Ascend => craft.row -= 1,
            Action::Left => craft.column -= 1,
            Action::Right => craft.column += 1,
        }
        -(self.fuel_of(action) as Score)
    }

    fn is_solved(&self, craft: &Craft) -> bool {
        craft.holds
    }

    fn key(&self, craft: &Craft) -> u128 {
        key_of(craft)
    }
}

impl Guided for Submersible {
    fn aim(&self) -> Aim {
        self.objective()
    }

    fn estimate(&self, craft: &Craft) -> Score {
        self.bound(craft)
    }

    /// Twice as many actions as there are places.
    fn longest_game(&self) -> Option<u64> {
        Some(2 * self.cells.len() as u64)
    }
}

impl Bounded for Submersible {
    fn bound(&self, craft: &Craft) -> Score {
        let mut listed = Vec::new();
        self.moves(craft, &mut listed);
        // Nothing is gained where nothing can be done.
        if listed.is_empty() { 0 } else { -(self.relaxed_fuel(craft.place()) as Score) }
    }
}

impl Identified for Submersible {}

impl Layered for Submersible {
    fn check_layers(&self) -> Result<(), SettingError> {
        if self.fuel.iter().all(|&fuel| fuel == self.fuel[0]) {
            return Ok(());
        }
        let why = "it counts layers, and here actions take different fuel; choose a-star";
        Err(SettingError::OtherInstance(why.to_owned()))
    }

    /// Each way can be gone back at once.
    const LAYERS_BACK: usize = 1;
}

impl Featured for Submersible {
    fn features(&self, craft: &Craft, out: &mut Vec<u64>) {
        out.extend([
            u64::from(craft.column),
            64 + u64::from(craft.row),
            128 + u64::from(craft.holds),
        ]);
    }

    fn distance(&self, craft: &Craft) -> u64 {
        if craft.holds { 0 } else { self.relaxed_fuel(craft.place()) }
    }
}

impl Numbered for Action {
    fn number(self) -> u64 {
        self as u64
    }

    fn of_number(number: u64) -> Self {
        Action::ALL[number as usize]
    }
}

impl Notation for Submersible {
    fn write_move(&self, action: Action) -> String {
        action.name().to_owned()
    }

    fn read_move(&self, text: Located<&str>) -> Result<Action, ParseError> {
        let known = Action::ALL.into_iter().find(|action| action.name() == text.value);
        known.ok_or_else(|| {
            let names = Action::ALL.map(Action::name).join(", ");
            text.wrong(format!("one of {names}"), format!("\"{}\"", text.value))
        })
    }
}

/// A line under the first row is the surface. The craft goes to a cell beside it that is touched,
/// or towards an arrow key, and grabs a quarry that is touched.
impl Interactive for Submersible {
    fn scene(&self, craft: &Craft) -> Picture {
        let (columns, rows) = (self.columns as u32, self.rows() as u32);
        let picture = Picture::grid(columns, rows, |x, y| {
            if (x as usize, y as usize) == craft.place() {
                return Tile::new(x, y, Tint::Actor, if craft.holds { "*" } else { "S" });
            }
            match self.at(x as i32, y as i32).expect("the cell is in the drawing") {
                Cell::Open => Tile::new(x, y, Tint::Blank, "."),
                Cell::Obstacle => Tile::new(x, y, Tint::Wall, "#"),
                Cell::Quarry => Tile::new(x, y, Tint::Kind(0), "Q"),
            }
        });
        (0..columns)
            .fold(picture, |picture, x| picture.with_edge(x, 0, Side::Bottom, EdgeMark::Border))
    }

    fn status(&self, craft: &Craft, _: usize, score: Score) -> String {
        let held = if craft.holds { ", the quarry is grabbed" } else { "" };
        format!("fuel {}{held}", -score)
    }

    fn touch(&self, craft: &Craft, x: u32, y: u32) -> Option<Touch<Action>> {
        let mut listed = Vec::new();
        self.moves(craft, &mut listed);
        let (column, row) = craft.place();
        let towards = |side: Side| {
            let (right, down) = side.step();
            (column as i32 + right, row as i32 + down) == (x as i32, y as i32)
        };
        let is_quarry = self.at(x as i32, y as i32) == Some(Cell::Quarry);
        let action = listed.into_iter().find(|action| match action.side() {
            None => is_quarry && Side::ALL.into_iter().any(towards),
            Some(side) => towards(side),
        })?;
        let words = format!("{}, fuel {}", action.name(), self.fuel_of(action));
        Some(Touch { moves: vec![action], cells: vec![(x, y)], words })
    }

    fn steer(&self, craft: &Craft, towards: Side) -> Option<Action> {
        let mut listed = Vec::new();
        self.moves(craft, &mut listed);
        listed.into_iter().find(|action| action.side() == Some(towards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(fuel: &str, drawing: &str) -> Submersible {
        Submersible::parse(&format!("{fuel}\npool = \"\"\"\n{drawing}\n\"\"\"\n")).unwrap()
    }

    #[test]
    fn up_to_four_states_are_goals_and_obstacles_do_not_count_in_the_bound() {
        let open = pool("", ".S.\n...\n.Q.\n...");
        let beside = (0..3).flat_map(|x| (0..4).map(move |y| (x, y)));
        assert_eq!(beside.filter(|&place| open.is_beside_quarry(place)).count(), 4);
        let closed = pool("", ".S.\n.#.\n.Q.\n...");
        assert_eq!((open.bound(&open.start()), closed.bound(&closed.start())), (-2, -2));
        let around = [Action::Left, Action::Descend, Action::Descend, Action::Grab];
        assert_eq!(closed.judge(&around.to_vec()), Ok(Verdict { solved: true, score: -4 }));
        let through = closed.judge(&vec![Action::Descend]).unwrap_err();
        assert_eq!((through.at, through.why.as_str()), (0, "an obstacle is in the way"));
    }

    #[test]
    fn fuel_is_counted_by_action_in_play_judge_and_bound() {
        let heavy = pool("fuel = { ascend = 7, grab = 3 }", "S..\n..Q");
        let line =
            vec![Action::Descend, Action::Ascend, Action::Right, Action::Right, Action::Grab];
        assert_eq!(heavy.replayed(&line).1, -13);
        assert_eq!(heavy.judge(&line), Ok(Verdict { solved: true, score: -13 }));
        assert_eq!(heavy.bound(&heavy.start()), -5);
        assert!(heavy.check_layers().is_err() && pool("", "S\n.\nQ").check_layers().is_ok());
    }

    #[test]
    fn the_nearest_of_several_quarries_counts() {
        let both = pool("", "S.....\n......\nQ....Q");
        assert_eq!(both.bound(&both.start()), -2);
        let (end, score) = both.replayed(&[Action::Descend, Action::Grab]);
        assert!(both.is_solved(&end) && score == -2);
    }
}
