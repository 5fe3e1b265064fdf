//! Text forms: instance files, game ids of Simon Tatham's Pegs, bare boards, and jumps.
//!
//! A bare board has one character for pegs (`oO*xX1`) and one for empty holes (`.0_-`); `#` and
//! blanks are no holes. A first line such as `peg x, empty -` may say which, and must do so for the
//! digits 1 and 0, which are boards of other puzzles too. Blank lines part the boards of a
//! collection.

use std::ops::Range;

use quarry_core::{CommunityForm, Document, Located, ParseError, Position, Puzzle};

use super::layout::{LONGEST_SIDE, MOST_HOLES};
use super::{BoardSpot, Cell, Drawing, Goal, Grid, Jump, Objective, PegSolitaire};

/// The English board, which is meant where none is drawn.
const ENGLISH: &str = "##ooo##\n##ooo##\nooooooo\nooo.ooo\nooooooo\n##ooo##\n##ooo##";

const PEGS: &str = "oO*xX1";
const EMPTIES: &str = ".0_-";

/// Characters of a board.
#[derive(Debug, Clone, Copy)]
struct Legend {
    peg: char,
    empty: char,
}

const OWN: Legend = Legend { peg: 'o', empty: '.' };

impl Legend {
    fn spot(self, character: char) -> Option<BoardSpot> {
        match character {
            '#' | ' ' => Some(BoardSpot::Nothing),
            _ if character == self.peg => Some(BoardSpot::Peg),
            _ if character == self.empty => Some(BoardSpot::Empty),
            _ => None,
        }
    }
}

/// Reads an instance in any form.
pub(super) fn parse(text: &str) -> Result<PegSolitaire, ParseError> {
    let id = text.trim();
    if is_game_id(id) {
        let drawing = read_game_id(id, Position::of(text, text.len() - text.trim_start().len()))?;
        return Ok(PegSolitaire::new(drawing, Grid::Square, Goal::Single, Objective::Any));
    }
    if !text.contains('=') && !text.trim().is_empty() {
        let (legend, rows) = bare_board(text)?;
        let drawing = read_drawing(&rows, legend)?;
        return Ok(PegSolitaire::new(drawing, Grid::Square, Goal::Single, Objective::Any));
    }
    parse_file(text)
}

fn parse_file(text: &str) -> Result<PegSolitaire, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["rules", "grid", "objective", "finish", "goal", "board"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != PegSolitaire::ID
    {
        let expected = format!("`puzzle = \"{}\"`", PegSolitaire::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    choice(&document, "rules", &["thesis"])?;
    let grid = choice(&document, "grid", &Grid::ALL.map(Grid::name))?;
    let objective = choice(&document, "objective", &Objective::ALL.map(Objective::name))?;
    let english: Vec<Located<&str>>;
    let drawn = document.rows("board")?;
    let rows = match &drawn {
        Some(rows) => rows,
        None => {
            english = ENGLISH.lines().map(|value| Located { value, at: Position::START }).collect();
            &english
        }
    };
    if rows.is_empty() {
        let at = document.place("board").unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of holes, such as oo.", "an empty board"));
    }
    let drawing = read_drawing(rows, OWN)?;
    let goal = read_goal(&document, &drawing)?;
    Ok(PegSolitaire::new(drawing, Grid::ALL[grid], goal, Objective::ALL[objective]))
}

/// Reads one of several words and returns its index; the first one if the key is absent.
fn choice(document: &Document, key: &str, words: &[&str]) -> Result<usize, ParseError> {
    let Some(word) = document.text(key)? else { return Ok(0) };
    words.iter().position(|known| *known == word.value).ok_or_else(|| {
        let expected = format!("one of {} for `{key}`", words.join(", "));
        word.wrong(expected, format!("\"{}\"", word.value))
    })
}

fn read_goal(document: &Document, drawing: &Drawing) -> Result<Goal, ParseError> {
    let goal = document.rows("goal")?;
    if let Some(finish) = document.text("finish")? {
        if let Some(at) = document.place("goal").filter(|_| goal.is_some()) {
            return Err(ParseError::new(at, "either `finish` or `goal`", "both"));
        }
        let is_hole = |cell: &Cell| {
            let (column, row) = (usize::from(cell.column), usize::from(cell.row));
            let spot = drawing.spots.get(row * drawing.columns + column);
            column < drawing.columns && spot.is_some_and(|spot| *spot != BoardSpot::Nothing)
        };
        let found = || format!("\"{}\"", finish.value);
        let cell = read_cell(finish.value).filter(is_hole).ok_or_else(|| {
            finish.wrong(
                "a hole of the board, such as \"4,4\": column,row from the top left",
                found(),
            )
        })?;
        return Ok(Goal::Finish(cell));
    }
    let Some(rows) = goal else { return Ok(Goal::Single) };
    if rows.is_empty() {
        let at = document.place("goal").unwrap_or(Position::START);
        return Err(ParseError::new(at, "the pegs that are to be left", "an empty goal"));
    }
    let goal = read_spots(&rows, OWN, drawing.columns)?;
    let height = drawing.spots.len() / drawing.columns;
    for at in 0..goal.spots.len().max(drawing.spots.len()) {
        let is_hole = |drawing: &Drawing| {
            drawing.spots.get(at).is_some_and(|spot| *spot != BoardSpot::Nothing)
        };
        if goal.columns != drawing.columns || is_hole(&goal) != is_hole(drawing) {
            let cell = Cell {
                column: (at % goal.columns) as u8,
                row: (at / goal.columns).min(height) as u8,
            };
            let row = rows[usize::from(cell.row).min(rows.len() - 1)];
            return Err(row.wrong(
                "a goal with the same holes as the board, with pegs o where some are to be left",
                format!("another board, first at {cell}"),
            ));
        }
    }
    if !goal.spots.contains(&BoardSpot::Peg) {
        return Err(rows[0].wrong("at least one peg o in the goal", "none"));
    }
    // Rows of nothing may be left out at the end of either drawing.
    Ok(Goal::Drawn(Drawing { spots: padded(goal.spots, drawing.spots.len()), ..goal }))
}

fn padded(mut spots: Vec<BoardSpot>, length: usize) -> Vec<BoardSpot> {
    spots.resize(length, BoardSpot::Nothing);
    spots
}

/// Reads a board with at least one peg and not too many holes.
fn read_drawing(rows: &[Located<&str>], legend: Legend) -> Result<Drawing, ParseError> {
    let drawing = read_spots(rows, legend, 0)?;
    let holes = drawing.spots.iter().filter(|spot| **spot != BoardSpot::Nothing).count();
    if holes > MOST_HOLES {
        return Err(rows[0].wrong(format!("at most {MOST_HOLES} holes"), format!("{holes} holes")));
    }
    if !drawing.spots.contains(&BoardSpot::Peg) {
        return Err(rows[0].wrong(format!("at least one peg {}", legend.peg), "none"));
    }
    Ok(drawing)
}

/// Reads rows of any length; what is missing at their ends is no hole.
fn read_spots(
    rows: &[Located<&str>],
    legend: Legend,
    least_columns: usize,
) -> Result<Drawing, ParseError> {
    if let Some(excess) = rows.get(LONGEST_SIDE) {
        let found = format!("{} rows", rows.len());
        return Err(excess.wrong(format!("at most {LONGEST_SIDE} rows"), found));
    }
    let mut lines: Vec<Vec<BoardSpot>> = Vec::new();
    for row in rows {
        let mut line = Vec::new();
        for (index, character) in row.value.trim_end().chars().enumerate() {
            let at = Position { column: row.at.column + index, ..row.at };
            if index == LONGEST_SIDE {
                let found = format!("{} columns", row.value.trim_end().chars().count());
                return Err(ParseError::new(at, format!("at most {LONGEST_SIDE} columns"), found));
            }
            let Legend { peg, empty } = legend;
            line.push(legend.spot(character).ok_or_else(|| {
                let expected = format!("{peg} (a peg), {empty} (an empty hole) or # (no hole)");
                ParseError::new(at, expected, format!("`{character}`"))
            })?);
        }
        lines.push(line);
    }
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0).max(least_columns).max(1);
    let spots = lines.into_iter().flat_map(|line| padded(line, columns)).collect();
    Ok(Drawing { columns, spots })
}

/// Returns whether a text is meant for this puzzle: a game id or bare boards.
pub(super) fn recognises(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if is_game_id(first) {
        return true;
    }
    if text.contains('=') || text.len() > 1 << 20 {
        return false;
    }
    let Ok((legend, rows)) =
        bare_board(&text[divide(text).first().cloned().unwrap_or(0..text.len())])
    else {
        return false;
    };
    let letters = || rows.iter().flat_map(|row| row.value.trim_end().chars());
    let is_told = read_legend(first).is_some();
    letters().all(|letter| legend.spot(letter).is_some())
        && letters().any(|letter| letter == legend.peg)
        && letters().any(|letter| letter == legend.empty)
        && (is_told || legend.peg != '1' && legend.empty != '0')
}

/// Returns the blocks of lines between blank lines, if there are several.
pub(super) fn divide(text: &str) -> Vec<Range<usize>> {
    if text.contains('=') || text.contains(':') {
        return Vec::new();
    }
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut start, mut is_open) = (0, false);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let is_blank = line.trim().is_empty();
        match blocks.last_mut() {
            Some(block) if is_open && !is_blank => block.end = end,
            _ if !is_blank => blocks.push(start..end),
            _ => {}
        }
        is_open = !is_blank;
        start = end;
    }
    if blocks.len() > 1 { blocks } else { Vec::new() }
}

/// Returns the legend and the rows of a bare board.
fn bare_board(text: &str) -> Result<(Legend, Vec<Located<&str>>), ParseError> {
    let lines = text.lines().enumerate();
    let mut rows: Vec<Located<&str>> = lines
        .map(|(index, value)| Located { value, at: Position { line: index + 1, column: 1 } })
        .skip_while(|row| row.value.trim().is_empty())
        .collect();
    while rows.last().is_some_and(|row| row.value.trim().is_empty()) {
        rows.pop();
    }
    let first = rows.first().copied().unwrap_or(Located { value: "", at: Position::START });
    if let Some(legend) = read_legend(first.value) {
        rows.remove(0);
        if rows.is_empty() {
            return Err(first.wrong("rows of holes below the legend", "nothing"));
        }
        return Ok((legend, rows));
    }
    // The only characters of each kind decide.
    let used = |known: &str| -> Vec<char> {
        known.chars().filter(|&it| rows.iter().any(|row| row.value.contains(it))).collect()
    };
    match (&used(PEGS)[..], &used(EMPTIES)[..]) {
        (&[peg], &[empty]) => Ok((Legend { peg, empty }, rows)),
        (&[peg], []) => Ok((Legend { peg, ..OWN }, rows)),
        ([], _) => Err(first.wrong("pegs, such as o", "a board without pegs")),
        _ => Err(first.wrong(
            "one character for pegs and one for empty holes, or a first line such as `peg o, \
             empty .`",
            "several",
        )),
    }
}

/// Reads a line such as `peg x, empty -`.
fn read_legend(line: &str) -> Option<Legend> {
    let words: Vec<&str> = line
        .split(|it: char| it.is_whitespace() || it == ',')
        .filter(|it| !it.is_empty())
        .collect();
    let ["peg", peg, "empty", empty] = words[..] else { return None };
    let only = |word: &str, known: &str| {
        let mut letters = word.chars();
        letters.next().filter(|it| letters.next().is_none() && known.contains(*it))
    };
    Some(Legend { peg: only(peg, PEGS)?, empty: only(empty, EMPTIES)? })
}

/// Returns whether a line is a game id of Pegs: `7x7cross:OOPPPOO...`.
pub(super) fn is_game_id(line: &str) -> bool {
    let Some((params, description)) = line.trim().split_once(':') else { return false };
    let Some((width, rest)) = params.split_once('x') else { return false };
    let height = rest.trim_end_matches(|it: char| it.is_ascii_lowercase());
    let kind = &rest[height.len()..];
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    is_number(width)
        && is_number(height)
        && ["", "cross", "octagon", "random"].contains(&kind)
        && !description.is_empty()
        && description.bytes().all(|it| b"PHO".contains(&it))
}

fn read_game_id(id: &str, at: Position) -> Result<Drawing, ParseError> {
    let (params, description) = id.split_once(':').unwrap_or((id, ""));
    let (width, rest) = params.split_once('x').unwrap_or((params, ""));
    let height = rest.trim_end_matches(|it: char| it.is_ascii_lowercase());
    let side = |text: &str| text.parse::<usize>().ok().filter(|it| (1..=LONGEST_SIDE).contains(it));
    let (Some(columns), Some(rows)) = (side(width), side(height)) else {
        let expected = format!("a size from 1x1 to {LONGEST_SIDE}x{LONGEST_SIDE}");
        return Err(ParseError::new(at, expected, format!("`{params}`")));
    };
    let inside = Position { column: at.column + params.len() + 1, ..at };
    if description.len() != columns * rows {
        let expected = format!("{} letters P, H or O for {columns}x{rows} cells", columns * rows);
        return Err(ParseError::new(inside, expected, format!("{} letters", description.len())));
    }
    let spot = |letter: u8| match letter {
        b'P' => BoardSpot::Peg,
        b'H' => BoardSpot::Empty,
        _ => BoardSpot::Nothing,
    };
    let drawing = Drawing { columns, spots: description.bytes().map(spot).collect() };
    let holes = drawing.spots.iter().filter(|spot| **spot != BoardSpot::Nothing).count();
    if holes > MOST_HOLES {
        let expected = format!("at most {MOST_HOLES} holes");
        return Err(ParseError::new(inside, expected, format!("{holes} holes")));
    }
    if !drawing.spots.contains(&BoardSpot::Peg) {
        return Err(ParseError::new(inside, "at least one peg P", "none"));
    }
    Ok(drawing)
}

/// Writes an instance file.
pub(super) fn show(puzzle: &PegSolitaire) -> String {
    let mut text = format!("puzzle = \"{}\"\n", PegSolitaire::ID);
    if puzzle.grid != Grid::Square {
        text.push_str(&format!("grid = \"{}\"\n", puzzle.grid.name()));
    }
    text.push_str(&format!("objective = \"{}\"\n", puzzle.objective.name()));
    if let Goal::Finish(cell) = &puzzle.goal {
        text.push_str(&format!("finish = \"{cell}\"\n"));
    }
    text.push_str(&format!("board = \"\"\"\n{}\"\"\"\n", drawn(&puzzle.drawing)));
    if let Goal::Drawn(goal) = &puzzle.goal {
        text.push_str(&format!("goal = \"\"\"\n{}\"\"\"\n", drawn(goal)));
    }
    text
}

fn drawn(drawing: &Drawing) -> String {
    let character = |spot: &BoardSpot| match spot {
        BoardSpot::Nothing => '#',
        BoardSpot::Empty => OWN.empty,
        BoardSpot::Peg => OWN.peg,
    };
    let rows = drawing.spots.chunks(drawing.columns);
    rows.map(|row| row.iter().map(character).chain(['\n']).collect::<String>()).collect()
}

/// Writes the instance as a game id of Pegs and as a bare board.
pub(super) fn community_forms(puzzle: &PegSolitaire) -> Vec<CommunityForm> {
    let mut lost = Vec::new();
    match &puzzle.goal {
        Goal::Single => {}
        Goal::Finish(_) => lost.push("finish"),
        Goal::Drawn(_) => lost.push("goal"),
    }
    if puzzle.objective != Objective::Any {
        lost.push("objective");
    }
    if puzzle.grid != Grid::Square {
        lost.push("grid");
    }
    let Drawing { columns, spots } = &puzzle.drawing;
    let letter = |spot: &BoardSpot| match spot {
        BoardSpot::Peg => 'P',
        BoardSpot::Empty => 'H',
        BoardSpot::Nothing => 'O',
    };
    let rows = spots.len() / columns;
    let english = spots.iter().zip(ENGLISH.chars().filter(|it| *it != '\n'));
    let is_cross = (*columns, rows) == (7, 7)
        && english.into_iter().all(|(spot, drawn)| (*spot == BoardSpot::Nothing) == (drawn == '#'));
    let kind = if is_cross { "cross" } else { "random" };
    let id = format!("{columns}x{rows}{kind}:{}", spots.iter().map(letter).collect::<String>());
    let board = drawn(&puzzle.drawing).trim_end().to_owned();
    vec![
        CommunityForm { format: "tatham", text: id, lost: lost.clone() },
        CommunityForm { format: "grid", text: format!("peg o, empty .\n{board}"), lost },
    ]
}

/// Writes one entry for the jumps that one peg makes in a row.
pub(super) fn write_answer(line: &[Jump], entry: &mut dyn FnMut(&str)) {
    for sweep in line.chunk_by(|one, next| one.to == next.from) {
        let landings: String = sweep.iter().map(|jump| format!("-{}", jump.to)).collect();
        entry(&format!("{}{landings}", sweep[0].from));
    }
}

/// Reads the jumps of one peg.
pub(super) fn read_jumps(entry: &Located<&str>) -> Result<Vec<Jump>, ParseError> {
    let cells: Option<Vec<Cell>> = entry.value.split('-').map(read_cell).collect();
    let cells = cells.filter(|cells| cells.len() > 1).ok_or_else(|| {
        let expected = "one peg's jumps, such as \"4,2-4,4\" or \"4,2-4,4-6,4\": column,row from \
                        the top left, from 1";
        entry.wrong(expected, format!("\"{}\"", entry.value))
    })?;
    let jump =
        |(index, pair): (usize, &[Cell])| Jump { from: pair[0], to: pair[1], continues: index > 0 };
    Ok(cells.windows(2).enumerate().map(jump).collect())
}

/// Reads a single jump.
pub(super) fn read_jump(entry: &Located<&str>) -> Result<Jump, ParseError> {
    match read_jumps(entry)?[..] {
        [jump] => Ok(jump),
        _ => Err(entry.wrong("a single jump, such as \"4,2-4,4\"", format!("\"{}\"", entry.value))),
    }
}

fn read_cell(text: &str) -> Option<Cell> {
    let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
    let (column, row) = text.split_once(',')?;
    Some(Cell { column: number(column)?, row: number(row)? })
}
