//! Level files and answers.
//!
//! A level is drawn: `#` wall, `.` dot, `o` pill, `_` or a blank for empty corridor, `P` Pac-Man,
//! `H` home, `1` to `9` ghosts; under letters and digits the corridor is empty. Short rows are
//! filled up with walls. An order is a time step and a direction; answers leave passes out.

use std::fmt::Write;

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::level::{
    Cell, Direction, Ghost, GhostKind, LONGEST_SIDE, Level, MOST_GHOSTS, Objective, RuleSet, Square,
};
use super::{Move, PacMan, rules};

/// Largest values of the keys; far below what an unsolved answer loses.
const LONGEST_TIME: i64 = 100_000;
const MOST_STEPS: i64 = 1_000;
const MOST_LIVES: i64 = 9;

pub(super) fn parse(text: &str) -> Result<PacMan, ParseError> {
    let document = Document::parse(text)?;
    document.only(&[
        "rules",
        "objective",
        "facing",
        "ghosts",
        "power",
        "home_time",
        "lives",
        "time_limit",
        "board",
    ])?;
    document.header()?;
    let rows = document.rows("board")?;
    let rows = rows
        .ok_or_else(|| document.missing("board", "board = \"\"\"\n#####\n#P..#\n#####\n\"\"\""))?;
    let drawn = Drawing::read(&rows, document.place("board").unwrap_or(Position::START))?;
    let facing = choice(&document, "facing", &Direction::ALL.map(|it| (it.name(), it)))?;
    let number = |key: &str, most: i64, default: u64| {
        document.positive(key, most).map(|number| number.unwrap_or(default))
    };
    let level = Level {
        rules: choice(&document, "rules", &RuleSet::ALL.map(|it| (it.name(), it)))?
            .unwrap_or(RuleSet::Thesis),
        objective: choice(&document, "objective", &Objective::ALL.map(|it| (it.name(), it)))?
            .unwrap_or(Objective::Time),
        columns: drawn.columns,
        rows: rows.len(),
        squares: drawn.squares,
        start: drawn.start,
        facing: facing.unwrap_or(Direction::Left),
        home: drawn.home,
        ghosts: ghosts(&document, &drawn.ghosts)?,
        power: number("power", MOST_STEPS, 20)? as u16,
        home_time: number("home_time", MOST_STEPS, 5)? as u16,
        lives: number("lives", MOST_LIVES, 3)? as u8,
        time_limit: number("time_limit", LONGEST_TIME, 1000)? as u32,
    };
    if !level.squares.iter().any(|&square| level.is_wanted(square)) {
        let expected = match level.rules {
            RuleSet::Thesis => "at least one dot `.`: that is what has to be eaten",
            RuleSet::Arcade => "at least one dot `.` or pill `o`: that is what has to be eaten",
        };
        return Err(ParseError::new(rows[0].at, expected, "a board without"));
    }
    Ok(PacMan::new(level))
}

/// Reads a key whose value is one of several words.
fn choice<T: Copy>(
    document: &Document,
    key: &str,
    words: &[(&str, T)],
) -> Result<Option<T>, ParseError> {
    let Some(word) = document.text(key)? else { return Ok(None) };
    match words.iter().find(|(name, _)| *name == word.value) {
        Some(&(_, value)) => Ok(Some(value)),
        None => Err(word.wrong(one_of(words), format!("\"{}\"", word.value))),
    }
}

fn one_of<T>(words: &[(&str, T)]) -> String {
    let names: Vec<_> = words.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    format!("one of {}", names.join(", "))
}

/// What a board shows.
struct Drawing {
    columns: usize,
    squares: Vec<Square>,
    start: Cell,
    home: Option<Cell>,
    /// Starts of the ghosts, in order of their numbers.
    ghosts: Vec<Cell>,
}

impl Drawing {
    fn read(rows: &[Located<&str>], at: Position) -> Result<Self, ParseError> {
        let columns = rows.iter().map(|row| row.value.chars().count()).max().unwrap_or(0);
        if columns == 0 {
            return Err(ParseError::new(at, "rows of squares such as `#P..#`", "an empty board"));
        }
        if rows.len() > LONGEST_SIDE {
            let expected = format!("at most {LONGEST_SIDE} rows");
            return Err(rows[LONGEST_SIDE].wrong(expected, format!("{} rows", rows.len())));
        }
        let mut drawing = Drawing {
            columns,
            squares: vec![Square::Wall; columns * rows.len()],
            start: Cell { x: 0, y: 0 },
            home: None,
            ghosts: Vec::new(),
        };
        let mut start: Option<Cell> = None;
        let mut digits = [None::<(Cell, Position)>; MOST_GHOSTS];
        for (y, row) in rows.iter().enumerate() {
            for (x, drawn) in row.value.chars().enumerate() {
                let place = Position { column: row.at.column + x, ..row.at };
                let wrong =
                    |expected: String| ParseError::new(place, expected, format!("`{drawn}`"));
                if x >= LONGEST_SIDE {
                    return Err(wrong(format!("at most {LONGEST_SIDE} columns")));
                }
                let cell = Cell { y: y as u8, x: x as u8 };
                let once = |before: Option<Cell>, what: &str| match before {
                    Some(first) => {
                        Err(wrong(format!("{what} only once; it is at {first} already")))
                    }
                    None => Ok(Some(cell)),
                };
                let square = match drawn {
                    '#' => Square::Wall,
                    '.' => Square::Dot,
                    'o' => Square::Pill,
                    '_' | ' ' => Square::Empty,
                    'P' => {
                        start = once(start, "Pac-Man `P`")?;
                        Square::Empty
                    }
                    'H' => {
                        drawing.home = once(drawing.home, "the ghosts' home `H`")?;
                        Square::Empty
                    }
                    '1'..='9' => {
                        let number = drawn as usize - '1' as usize;
                        once(digits[number].map(|(cell, _)| cell), &format!("ghost {drawn}"))?;
                        digits[number] = Some((cell, place));
                        Square::Empty
                    }
                    _ => {
                        return Err(wrong(
                            "`#` wall, `.` dot, `o` pill, `_` empty, `P` Pac-Man, `H` home or a ghost \
                             from `1` to `9`"
                                .to_owned(),
                        ));
                    }
                };
                drawing.squares[y * columns + x] = square;
            }
        }
        let first = rows[0].at;
        drawing.start = start
            .ok_or_else(|| ParseError::new(first, "Pac-Man's start `P`", "a board without it"))?;
        for (number, digit) in digits.iter().enumerate() {
            let Some((cell, place)) = *digit else { continue };
            if drawing.ghosts.len() < number {
                let expected = format!("ghost {} before ghost {}", number, number + 1);
                return Err(ParseError::new(place, expected, format!("`{}`", number + 1)));
            }
            if drawing.home.is_none() {
                let expected = "a home `H` on the board, to which eaten ghosts go";
                return Err(ParseError::new(place, expected, "a ghost without"));
            }
            drawing.ghosts.push(cell);
        }
        Ok(drawing)
    }
}

/// Reads the ghosts' kinds; without the key, all of them chase.
fn ghosts(document: &Document, starts: &[Cell]) -> Result<Vec<Ghost>, ParseError> {
    let Some(listed) = document.list("ghosts")? else {
        let chase = |&start: &Cell| Ghost { kind: GhostKind::Chase, start };
        return Ok(starts.iter().map(chase).collect());
    };
    if listed.len() != starts.len() {
        let at = document.place("ghosts").unwrap_or(Position::START);
        let expected =
            format!("a kind for each of the {} ghosts on the board, from `1` on", starts.len());
        return Err(ParseError::new(at, expected, format!("{} kinds", listed.len())));
    }
    let kinds = GhostKind::ALL.map(|kind| (kind.name(), kind));
    let read = |(entry, &start): (&Located<&str>, &Cell)| match GhostKind::named(entry.value) {
        Some(kind) => Ok(Ghost { kind, start }),
        None => Err(entry.wrong(one_of(&kinds), format!("\"{}\"", entry.value))),
    };
    listed.iter().zip(starts).map(read).collect()
}

/// Writes a level with all its keys.
pub(super) fn show(level: &Level) -> String {
    let Level { rules, objective, facing, power, home_time, lives, time_limit, .. } = level;
    let kinds: Vec<_> =
        level.ghosts.iter().map(|ghost| format!("\"{}\"", ghost.kind.name())).collect();
    let mut text = format!(
        "puzzle = \"{}\"\nrules = \"{}\"\nobjective = \"{}\"\nfacing = \"{}\"\nghosts = [{}]\n\
         power = {power}\nhome_time = {home_time}\nlives = {lives}\ntime_limit = {time_limit}\n\
         board = \"\"\"\n",
        PacMan::ID,
        rules.name(),
        objective.name(),
        facing.name(),
        kinds.join(", "),
    );
    let drawn = |cell: Cell| match level.ghosts.iter().position(|ghost| ghost.start == cell) {
        Some(number) => char::from(b'1' + number as u8),
        None if cell == level.start => 'P',
        None if level.home == Some(cell) => 'H',
        None => match level.square(cell) {
            Square::Wall => '#',
            Square::Dot => '.',
            Square::Pill => 'o',
            Square::Empty => '_',
        },
    };
    for cell in level.cells() {
        text.push(drawn(cell));
        if usize::from(cell.x) + 1 == level.columns {
            text.push('\n');
        }
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\"\"\"");
    text
}

/// Word for a pass after its time. Answers leave passes out.
const PASS: &str = "pass";

/// Writes an order or a pass with its time.
pub(super) fn show_move(mv: &Move) -> String {
    format!("{} {}", mv.at, mv.command.map_or(PASS, Direction::name))
}

/// Reads an order or a pass.
pub(super) fn parse_order_or_pass(entry: &Located<&str>) -> Result<Move, ParseError> {
    let mut words = entry.value.split_whitespace();
    if let (Some(at), Some(PASS), None) = (words.next(), words.next(), words.next())
        && let Ok(at) = at.parse()
    {
        return Ok(Move { at, command: None });
    }
    parse_move(entry)
}

fn parse_move(entry: &Located<&str>) -> Result<Move, ParseError> {
    let mut words = entry.value.split_whitespace();
    if let (Some(at), Some(word), None) = (words.next(), words.next(), words.next())
        && let (Ok(at), Some(direction)) = (at.parse(), Direction::named(word))
    {
        return Ok(Move { at, command: Some(direction) });
    }
    let expected = "an order such as \"12 left\": a time step from 0 and up, left, down or right";
    Err(entry.wrong(expected, format!("\"{}\"", entry.value)))
}

/// Reads an answer and fills in the passes: between the orders, and after them until the game ends.
pub(super) fn parse_answer(
    level: &Level,
    entries: &mut dyn Iterator<Item = Located<&str>>,
) -> Result<Vec<Move>, ParseError> {
    let mut line: Vec<Move> = Vec::new();
    let pass = |at: usize| Move { at: at as u32, command: None };
    for entry in entries {
        let order = parse_move(&entry)?;
        if order.at >= level.time_limit {
            let expected = format!("a time step before {}, the time limit", level.time_limit);
            return Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
        }
        // An order that comes too late in the file stays as it is: the judge says what is wrong.
        line.extend((line.len()..order.at as usize).map(pass));
        line.push(order);
    }
    let mut state = rules::start(level);
    for order in &line {
        let is_legal = order.at == state.time
            && state.phase == rules::Phase::Running
            && order.command.is_none_or(|it| rules::objection(level, &state, it).is_none());
        if !is_legal {
            return Ok(line);
        }
        rules::advance(level, &mut state, order.command);
    }
    while state.phase == rules::Phase::Running {
        line.push(pass(state.time as usize));
        rules::advance(level, &mut state, None);
    }
    Ok(line)
}
