//! Moves and answers. A move is a push together with the walk to it, or a single letter.
//!
//! Files hold LURD: `udlr` for a step, `UDLR` for a push; we write one entry a push, its walk before
//! it. Read entries are joined, whatever their length. A push whose walk is the one that we would
//! write becomes a push; other walks are kept letter by letter, so that every answer is judged as it
//! stands. In play, a push is written `4,2R`: the stone at 4,2, to the right.

use std::collections::VecDeque;

use quarry_core::{Located, Numbered, ParseError};

use super::level::{Direction, Level};

/// A move: a push with a shortest walk to it, or a letter of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// The device walks behind the stone on a square and pushes it.
    Push {
        /// Square of the stone, counted row by row from 0.
        square: u16,
        /// Direction of the push.
        way: Direction,
    },
    /// A single letter as it was read: a step, a push, or something that the judge refuses.
    Letter(char),
}

const LETTER: u64 = 1 << 32;

impl Numbered for Move {
    fn number(self) -> u64 {
        match self {
            Move::Push { square, way } => u64::from(square) << 2 | u64::from(way.0),
            Move::Letter(letter) => LETTER | u64::from(u32::from(letter)),
        }
    }

    fn of_number(number: u64) -> Self {
        if number & LETTER != 0 {
            return Move::Letter(char::from_u32(number as u32).unwrap_or('?'));
        }
        Move::Push { square: (number >> 2) as u16, way: Direction((number & 3) as u8) }
    }
}

/// Writes a single move, whatever the position.
pub(super) fn write_move(level: &Level, mv: Move) -> String {
    match mv {
        Move::Letter(letter) => letter.to_string(),
        Move::Push { square, way } => {
            format!("{}{}", level.name(square.into()), way.letter().to_ascii_uppercase())
        }
    }
}

/// Reads a single move, whatever the position.
pub(super) fn read_move(level: &Level, text: Located<&str>) -> Result<Move, ParseError> {
    let value = text.value.trim();
    let expected = "a step (u, d, l, r), or a push such as `4,2R`: the stone at column 4, row 2, \
                    to the right";
    let wrong = || text.wrong(expected, format!("\"{}\"", text.value));
    let mut letters = value.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Direction::of(letter).map(|_| Move::Letter(letter)).ok_or_else(wrong);
    }
    pushed(level, value).ok_or_else(wrong)
}

fn pushed(level: &Level, value: &str) -> Option<Move> {
    let last = value.chars().next_back()?;
    let way = Direction::of(last)?;
    let (column, row) = value[..value.len() - last.len_utf8()].split_once(',')?;
    let (column, row): (usize, usize) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
    let fits = (1..=level.columns).contains(&column) && (1..=level.rows).contains(&row);
    let square = (row.wrapping_sub(1) * level.columns + column.wrapping_sub(1)) as u16;
    fits.then_some(Move::Push { square, way })
}

/// Passes the entries of an answer to `entry`: one a push, its walk before it.
pub(super) fn write_answer(level: &Level, line: &[Move], entry: &mut dyn FnMut(&str)) {
    let mut place = PlainPosition::at_the_start(level);
    let mut text = String::new();
    for &mv in line {
        match mv {
            Move::Letter(letter) => {
                text.push(letter);
                if place.follow(letter) == Some(true) {
                    entry(&text);
                    text.clear();
                }
            }
            Move::Push { square, way } => match place.walk_to_push(square.into(), way) {
                Some(walk) => {
                    text.extend(walk.iter().map(|way| way.letter()));
                    text.push(way.letter().to_ascii_uppercase());
                    place.push(square.into(), way);
                    entry(&text);
                    text.clear();
                }
                None => {
                    // It cannot be played here, so it has no walk to write.
                    if !text.is_empty() {
                        entry(&text);
                        text.clear();
                    }
                    entry(&write_move(level, mv));
                }
            },
        }
    }
    if !text.is_empty() {
        entry(&text);
    }
}

/// Reads the entries of an answer: LURD of any length, or single pushes such as `4,2R`.
pub(super) fn read_answer(
    level: &Level,
    entries: &mut dyn Iterator<Item = Located<&str>>,
) -> Result<Vec<Move>, ParseError> {
    let mut reader = Reader {
        place: PlainPosition::at_the_start(level),
        walk: Vec::new(),
        from: level.device,
        line: Vec::new(),
        is_broken: false,
    };
    for entry in entries {
        if entry.value.contains(',') {
            reader.end_walk();
            let mv = read_move(level, entry)?;
            reader.line.push(mv);
            if let Move::Push { square, way } = mv {
                match reader.place.walk_to_push(square.into(), way) {
                    Some(_) => reader.place.push(square.into(), way),
                    None => reader.is_broken = true,
                }
                reader.from = reader.place.device;
            }
        } else {
            entry
                .value
                .chars()
                .filter(|letter| !letter.is_whitespace())
                .for_each(|letter| reader.letter(letter));
        }
    }
    reader.end_walk();
    Ok(reader.line)
}

/// Joins the letters of an answer into pushes.
struct Reader<'l> {
    place: PlainPosition<'l>,
    /// Letters since the last push, and where they began.
    walk: Vec<char>,
    from: usize,
    line: Vec<Move>,
    /// Whether a letter could not be followed; the judge says why.
    is_broken: bool,
}

impl Reader<'_> {
    fn letter(&mut self, letter: char) {
        if self.is_broken {
            self.line.push(Move::Letter(letter));
            return;
        }
        let before = self.place.device;
        match self.place.follow(letter) {
            Some(false) => self.walk.push(letter),
            Some(true) => {
                let way = Direction::of(letter).expect("it was followed");
                let square = self.place.device;
                // The walk is compared on the board before the push.
                self.place.pull_back(way);
                let walk = self.place.path(self.from, before).unwrap_or_default();
                if !walk.iter().map(|way| way.letter()).eq(self.walk.iter().copied()) {
                    self.end_walk();
                }
                self.walk.clear();
                self.place.push(square, way);
                self.from = square;
                self.line.push(Move::Push { square: square as u16, way });
            }
            None => {
                self.end_walk();
                self.is_broken = true;
                self.line.push(Move::Letter(letter));
            }
        }
    }

    fn end_walk(&mut self) {
        self.line.extend(self.walk.drain(..).map(Move::Letter));
        self.from = self.place.device;
    }
}

/// A position on the plain board, for walks.
pub(super) struct PlainPosition<'l> {
    level: &'l Level,
    pub(super) stone: Vec<bool>,
    pub(super) device: usize,
}

impl<'l> PlainPosition<'l> {
    pub(super) fn at_the_start(level: &'l Level) -> Self {
        PlainPosition { level, stone: level.stone.clone(), device: level.device }
    }

    pub(super) fn new(level: &'l Level, stone: Vec<bool>, device: usize) -> Self {
        PlainPosition { level, stone, device }
    }

    fn is_free(&self, at: usize) -> bool {
        !self.level.solid[at] && !self.stone[at]
    }

    /// Makes a step or a push; returns whether it was a push, or nothing if the letter is wrong here.
    fn follow(&mut self, letter: char) -> Option<bool> {
        let way = Direction::of(letter)?;
        let ahead = self.level.beside(self.device, way)?;
        if self.is_free(ahead) && letter.is_ascii_lowercase() {
            self.device = ahead;
            return Some(false);
        }
        let behind = self.level.beside(ahead, way)?;
        let pushes = self.stone[ahead] && self.is_free(behind) && letter.is_ascii_uppercase();
        pushes.then(|| {
            self.push(ahead, way);
            true
        })
    }

    fn push(&mut self, square: usize, way: Direction) {
        self.stone[square] = false;
        if let Some(to) = self.level.beside(square, way) {
            self.stone[to] = true;
        }
        self.device = square;
    }

    /// Takes the last push back.
    fn pull_back(&mut self, way: Direction) {
        if let Some(ahead) = self.level.beside(self.device, way) {
            self.stone[ahead] = false;
            self.stone[self.device] = true;
        }
    }

    /// Returns the walk to the place from which a stone can be pushed; `None` if it cannot be.
    fn walk_to_push(&self, square: usize, way: Direction) -> Option<Vec<Direction>> {
        let to = self.level.beside(square, way)?;
        let behind = self.level.beside(square, way.opposite())?;
        if !self.stone[square] || !self.is_free(to) || !self.is_free(behind) {
            return None;
        }
        self.path(self.device, behind)
    }

    /// Returns a shortest walk, the same one whenever it is asked for.
    pub(super) fn path(&self, from: usize, to: usize) -> Option<Vec<Direction>> {
        let mut back: Vec<Option<Direction>> = vec![None; self.stone.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            if at == to {
                let (mut walk, mut at) = (Vec::new(), to);
                while at != from {
                    let way = back[at].expect("it was reached");
                    walk.push(way);
                    at = self.level.beside(at, way.opposite()).expect("it came from there");
                }
                walk.reverse();
                return Some(walk);
            }
            for way in Direction::ALL {
                if let Some(next) = self.level.beside(at, way)
                    && self.is_free(next)
                    && back[next].is_none()
                    && next != from
                {
                    back[next] = Some(way);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
