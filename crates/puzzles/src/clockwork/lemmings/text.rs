//! Text formats of levels and answers.
//!
//! A level is a TOML file: `rules` (`full` by default, `alpha` or `cormode`), `lemmings`, `target`,
//! `time_limit`, `frequency`, `quantities = { digger = 3 }`, and either the lists `width`,
//! `height`, `entrances` (in order of use), `exits`, `platforms` and `walls`, whose entries are a
//! column or a range of columns and a row or a range of rows (`"B..H 6"`, `"B 8..10"`), or all of
//! these in a `drawing`. A cell is an entrance or an exit, not both. Under `cormode` there is one
//! exit, and `impermeable_platforms` and `impermeable_walls` list partitions that cannot be
//! destroyed. An answer is a list of `"t lemming type"` and `"t nuke"`; steps that are not named
//! are passes. Under `cormode` a time step has a turn for each lemming, so it can be named for each
//! of them, and there is no nuke. Every error names the place, what is expected there and what was
//! found.

mod drawing;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::RangeInclusive;

use quarry_core::text::quoted;
use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::level::{Cell, Command, LONGEST_SIDE, Level, Partitions, RuleSet, Skill, column_name};
use super::{Lemmings, Move, rules};

/// Enough for any purpose; keeps all numbers of a game far from overflow.
const MOST_LEMMINGS: i64 = 1000;
const LONGEST_TIME: i64 = 100_000;

/// Cells that a list may name, repetitions included: a short entry names thousands.
const MOST_CELLS: usize = 100_000;

/// Keys that only lists have; a drawing contains the same information.
const LISTS: [&str; 8] = [
    "width",
    "height",
    "entrances",
    "exits",
    "platforms",
    "walls",
    IMPERMEABLE_PLATFORMS,
    IMPERMEABLE_WALLS,
];
const IMPERMEABLE_PLATFORMS: &str = "impermeable_platforms";
const IMPERMEABLE_WALLS: &str = "impermeable_walls";

/// The cells of a level.
struct Cells {
    width: i8,
    height: i8,
    entrances: Vec<Located<Cell>>,
    exits: Vec<Located<Cell>>,
    platforms: BTreeSet<Cell>,
    walls: BTreeSet<Cell>,
    impermeable: Partitions,
}

/// Reads a level.
pub(super) fn parse(text: &str) -> Result<Lemmings, ParseError> {
    let document = Document::parse(text)?;
    let numbers =
        ["rules", "lemmings", "target", "time_limit", "frequency", "quantities", "drawing"];
    document.only(&[&numbers[..], &LISTS[..]].concat())?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != Lemmings::ID
    {
        return Err(ParseError::new(
            at,
            format!("`puzzle = \"{}\"`", Lemmings::ID),
            format!("\"{puzzle}\""),
        ));
    }
    let rules = match document.text("rules")? {
        None => RuleSet::Full,
        Some(name) => RuleSet::named(name.value).ok_or_else(|| {
            let known = RuleSet::ALL.map(RuleSet::name).join(", ");
            name.wrong(format!("one of the rules {known}"), format!("\"{}\"", name.value))
        })?,
    };
    let positive = |key: &str, most, example: &str| {
        document.positive(key, most)?.ok_or_else(|| document.missing(key, example))
    };
    let lemmings = positive("lemmings", MOST_LEMMINGS, "lemmings = 5")?;
    let target =
        document.integer("target")?.ok_or_else(|| document.missing("target", "target = 5"))?;
    if !(0..=lemmings as i64).contains(&target.value) {
        let expected = format!("a target from 0 to {lemmings}, the number of lemmings");
        return Err(target.wrong(expected, target.value.to_string()));
    }
    let time_limit = positive("time_limit", LONGEST_TIME, "time_limit = 100")?;
    let frequency = positive("frequency", LONGEST_TIME, "frequency = 5")?;
    let quantities = quantities(&document, rules)?;
    let cells = cells(&document)?;
    let entrances: BTreeSet<Cell> = cells.entrances.iter().map(|one| one.value).collect();
    if let Some(exit) = cells.exits.iter().find(|exit| entrances.contains(&exit.value)) {
        return Err(
            exit.wrong("an exit that is not an entrance", format!("{}, which is one", exit.value))
        );
    }
    if rules == RuleSet::Cormode {
        check_cormode(&document, &cells, lemmings, time_limit)?;
    } else if cells.impermeable != Partitions::default() {
        let keys = [IMPERMEABLE_PLATFORMS, IMPERMEABLE_WALLS, "drawing"];
        let at = keys.iter().find_map(|key| document.place(key)).unwrap_or(Position::START);
        let expected = "only partitions that can be destroyed, or `rules = \"cormode\"`";
        return Err(ParseError::new(at, expected, "impermeable partitions"));
    }
    Ok(Lemmings::new(Level {
        rules,
        width: cells.width,
        height: cells.height,
        lemmings: lemmings as u16,
        target: target.value as u16,
        time_limit: time_limit as u32,
        frequency: frequency as u32,
        quantities,
        entrances: cells.entrances.iter().map(|entrance| entrance.value).collect(),
        exits: cells.exits.iter().map(|exit| exit.value).collect(),
        platforms: cells.platforms,
        walls: cells.walls,
        impermeable: cells.impermeable,
    }))
}

/// Checks what only Cormode's variant demands: one exit, and not too many turns.
fn check_cormode(
    document: &Document,
    cells: &Cells,
    lemmings: u64,
    time_limit: u64,
) -> Result<(), ParseError> {
    if cells.exits.len() != 1 {
        let at = cells.exits.get(1).map(|exit| exit.at);
        let at = at.or(document.place("exits")).or(document.place("drawing"));
        return Err(ParseError::new(
            at.unwrap_or(Position::START),
            "one exit, as the rules `cormode` have it",
            format!("{}", cells.exits.len()),
        ));
    }
    if lemmings * time_limit > LONGEST_TIME as u64 {
        return Err(ParseError::new(
            document.place("time_limit").unwrap_or(Position::START),
            format!("at most {LONGEST_TIME} turns, one in each time step for each lemming"),
            format!("{}", lemmings * time_limit),
        ));
    }
    Ok(())
}

fn quantities(document: &Document, rules: RuleSet) -> Result<[u16; 8], ParseError> {
    let mut quantities = [0; 8];
    let Some(table) = document.table("quantities")? else { return Ok(quantities) };
    for (name, _) in table.numbers()? {
        let skill = Skill::named(name.value).ok_or_else(|| {
            let known = Skill::ALL.map(Skill::name).join(", ");
            name.wrong(format!("one of the types {known}"), format!("`{}`", name.value))
        })?;
        let quantity = table.integer(name.value)?.expect("it was listed");
        if !(0..=MOST_LEMMINGS).contains(&quantity.value) {
            let expected = format!("a whole number from 0 to {MOST_LEMMINGS}");
            return Err(quantity.wrong(expected, quantity.value.to_string()));
        }
        if rules == RuleSet::Alpha && skill == Skill::Miner && quantity.value > 0 {
            return Err(quantity
                .wrong("0, because the rules `alpha` have no miner", quantity.value.to_string()));
        }
        quantities[skill as usize] = quantity.value as u16;
    }
    Ok(quantities)
}

fn cells(document: &Document) -> Result<Cells, ParseError> {
    let cells = match document.rows("drawing")? {
        Some(rows) => {
            if let Some((key, at)) = LISTS.iter().find_map(|key| Some((key, document.place(key)?)))
            {
                return Err(ParseError::new(
                    at,
                    "a drawing or lists, not both",
                    format!("`{key}` besides `drawing`"),
                ));
            }
            drawing::parse(document, &rows)?
        }
        None => lists(document)?,
    };
    if cells.entrances.is_empty() {
        let at = document.place("entrances").or(document.place("drawing"));
        return Err(ParseError::new(
            at.unwrap_or(Position::START),
            "at least one entrance",
            "none",
        ));
    }
    Ok(cells)
}

fn lists(document: &Document) -> Result<Cells, ParseError> {
    let side = |key: &str, example: &str| {
        let side = document.positive(key, i64::from(LONGEST_SIDE))?;
        side.map(|side| side as i8).ok_or_else(|| document.missing(key, example))
    };
    let (width, height) = (side("width", "width = 20")?, side("height", "height = 20")?);
    let each = |key: &str| {
        let mut cells = Vec::new();
        for entry in document.list(key)?.unwrap_or_default() {
            let region = region(&entry, width, height)?;
            if cells.len() + region.len() > MOST_CELLS {
                let expected = format!("at most {MOST_CELLS} cells in `{key}`");
                return Err(entry.wrong(expected, "more"));
            }
            cells.extend(region.into_iter().map(|value| Located { value, at: entry.at }));
        }
        Ok(cells)
    };
    let all = |key: &str| Ok(each(key)?.into_iter().map(|cell| cell.value).collect());
    if document.place("entrances").is_none() {
        return Err(document.missing("entrances", "entrances = [\"B 10\"]"));
    }
    let impermeable =
        Partitions { platforms: all(IMPERMEABLE_PLATFORMS)?, walls: all(IMPERMEABLE_WALLS)? };
    let with = |key, more: &BTreeSet<Cell>| all(key).map(|cells: BTreeSet<Cell>| &cells | more);
    Ok(Cells {
        width,
        height,
        entrances: each("entrances")?,
        exits: each("exits")?,
        platforms: with("platforms", &impermeable.platforms)?,
        walls: with("walls", &impermeable.walls)?,
        impermeable,
    })
}

/// Returns the cells of an entry such as `B 10`, `B..H 6` or `B 8..10`, row by row.
fn region(entry: &Located<&str>, width: i8, height: i8) -> Result<Vec<Cell>, ParseError> {
    let wrong = || {
        let last = column_name(width - 1);
        let expected = format!(
            "a column from A to {last} and a row from 1 to {height}, or ranges of them from the left and the top, such as \
             \"B 10\" or \"B..H 6\""
        );
        entry.wrong(expected, format!("\"{}\"", entry.value))
    };
    let mut words = entry.value.split_whitespace();
    let (Some(columns), Some(rows), None) = (words.next(), words.next(), words.next()) else {
        return Err(wrong());
    };
    let column = |text: &str| (0..width).find(|&x| column_name(x) == text);
    let row = |text: &str| {
        text.parse::<i8>().ok().filter(|row| (1..=height).contains(row)).map(|row| row - 1)
    };
    let columns = range(columns, column).ok_or_else(wrong)?;
    let rows = range(rows, row).ok_or_else(wrong)?;
    Ok(rows.flat_map(|y| columns.clone().map(move |x| Cell { x, y })).collect())
}

fn range(text: &str, one: impl Fn(&str) -> Option<i8>) -> Option<RangeInclusive<i8>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let (first, last) = (one(first)?, one(last)?);
    (first <= last).then_some(first..=last)
}

/// Writes a level as lists, with partitions in a line joined to one run.
pub(super) fn show(level: &Level) -> String {
    let mut text = format!("puzzle = \"{}\"\nrules = \"{}\"\n", Lemmings::ID, level.rules.name());
    let numbers = [
        ("width", level.width as u32),
        ("height", level.height as u32),
        ("lemmings", u32::from(level.lemmings)),
        ("target", u32::from(level.target)),
        ("time_limit", level.time_limit),
        ("frequency", level.frequency),
    ];
    for (key, number) in numbers {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key} = {number}");
    }
    let quantities: Vec<_> = Skill::ALL
        .into_iter()
        .zip(level.quantities)
        .filter(|&(_, quantity)| quantity > 0)
        .map(|(skill, quantity)| format!("{} = {quantity}", skill.name()))
        .collect();
    let table = if quantities.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", quantities.join(", "))
    };
    let _ = writeln!(text, "quantities = {table}");
    let single = |cell: &Cell| written(*cell, *cell);
    let mut list = |key: &str, entries: Vec<String>| {
        let entries: Vec<_> = entries.iter().map(|entry| quoted(entry)).collect();
        let _ = writeln!(text, "{key} = [{}]", entries.join(", "));
    };
    list("entrances", level.entrances.iter().map(single).collect());
    list("exits", level.exits.iter().map(single).collect());
    let Partitions { platforms, walls } = &level.impermeable;
    list("platforms", runs(&(&level.platforms - platforms), 1, 0));
    list("walls", runs(&(&level.walls - walls), 0, 1));
    if level.impermeable != Partitions::default() {
        list(IMPERMEABLE_PLATFORMS, runs(platforms, 1, 0));
        list(IMPERMEABLE_WALLS, runs(walls, 0, 1));
    }
    text
}

/// Returns the longest runs of adjacent cells in a direction, in order of their first cells.
fn runs(cells: &BTreeSet<Cell>, right: i8, down: i8) -> Vec<String> {
    let mut runs = Vec::new();
    for &first in cells.iter().filter(|cell| !cells.contains(&cell.by(-right, -down))) {
        let mut last = first;
        while cells.contains(&last.by(right, down)) {
            last = last.by(right, down);
        }
        runs.push(written(first, last));
    }
    runs
}

fn written(first: Cell, last: Cell) -> String {
    let mut text = column_name(first.x);
    if last.x != first.x {
        text.push_str("..");
        text.push_str(&column_name(last.x));
    }
    let _ = write!(text, " {}", i16::from(first.y) + 1);
    if last.y != first.y {
        let _ = write!(text, "..{}", i16::from(last.y) + 1);
    }
    text
}

/// Word for a pass after its time. Answers leave passes out.
const PASS: &str = "pass";

/// Writes an order or a pass with its time. Where lemmings have turns, a pass names its lemming.
pub(super) fn show_move(level: &Level, mv: &Move) -> String {
    let (step, turn) = (mv.at / level.turns(), mv.at % level.turns());
    let order = match mv.command {
        Some(command) => spell(command),
        None if level.rules == RuleSet::Cormode => format!("{turn} {PASS}"),
        None => PASS.to_owned(),
    };
    format!("{step} {order}")
}

/// Reads an order or a pass.
pub(super) fn parse_order_or_pass(
    level: &Level,
    entry: &Located<&str>,
) -> Result<Move, ParseError> {
    let words: Vec<_> = entry.value.split_whitespace().collect();
    let at = match words[..] {
        [step, PASS] if level.rules != RuleSet::Cormode => step.parse().ok(),
        [step, lemming, PASS] if level.rules == RuleSet::Cormode => step
            .parse()
            .ok()
            .zip(lemming.parse().ok())
            .and_then(|(step, lemming)| turn_of(level, step, lemming)),
        _ => None,
    };
    at.map_or_else(|| parse_move(level, entry), |at| Ok(Move { at, command: None }))
}

/// The number of turns before that of a lemming in a time step.
fn turn_of(level: &Level, step: u32, lemming: u16) -> Option<u32> {
    match level.rules {
        RuleSet::Full | RuleSet::Alpha => Some(step),
        RuleSet::Cormode if lemming >= level.lemmings => None,
        RuleSet::Cormode => step.checked_mul(level.turns())?.checked_add(lemming.into()),
    }
}

/// Writes an order without its time.
pub(super) fn spell(command: Command) -> String {
    match command {
        Command::Assign(lemming, skill) => format!("{lemming} {}", skill.name()),
        Command::Nuke => "nuke".to_owned(),
    }
}

/// Reads an answer and fills in the passes: between the orders, and after them until the goal is
/// decided.
pub(super) fn parse_answer(
    level: &Level,
    entries: &mut dyn Iterator<Item = Located<&str>>,
) -> Result<Vec<Move>, ParseError> {
    let mut line: Vec<Move> = Vec::new();
    let pass = |at: usize| Move { at: at as u32, command: None };
    for entry in entries {
        let order = parse_move(level, &entry)?;
        let wrong = |expected: String| Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
        if order.at / level.turns() >= level.time_limit {
            return wrong(format!("a time step before {}, the time limit", level.time_limit));
        }
        if (order.at as usize) < line.len() {
            return wrong(match level.rules {
                RuleSet::Full | RuleSet::Alpha => format!(
                    "a time step from {} on: at most one order per step, in ascending order",
                    line.len()
                ),
                RuleSet::Cormode => "at most one order for each lemming in a time step, in \
                                     ascending order of steps and lemmings"
                    .to_owned(),
            });
        }
        line.extend((line.len()..order.at as usize).map(pass));
        line.push(order);
    }
    let mut state = rules::start(level);
    for order in &line {
        if rules::is_over(level, &state) {
            return Ok(line);
        }
        rules::advance(level, &mut state, order.command);
    }
    while !rules::is_decided(level, &state) {
        line.push(Move { at: rules::actions_so_far(level, &state), command: None });
        rules::advance(level, &mut state, None);
    }
    Ok(line)
}

fn parse_move(level: &Level, entry: &Located<&str>) -> Result<Move, ParseError> {
    let words: Vec<_> = entry.value.split_whitespace().collect();
    let has_nuke = level.rules != RuleSet::Cormode;
    let order = match words[..] {
        [at, "nuke"] if has_nuke => {
            at.parse().ok().map(|at| Move { at, command: Some(Command::Nuke) })
        }
        [step, lemming, skill] => step.parse().ok().and_then(|step| {
            let lemming = lemming.parse().ok()?;
            let command = Command::Assign(lemming, Skill::named(skill)?);
            Some(Move { at: turn_of(level, step, lemming)?, command: Some(command) })
        }),
        _ => None,
    };
    order.ok_or_else(|| {
        let types = Skill::ALL.map(Skill::name).join(", ");
        let (such_as, lemming) = if has_nuke {
            ("\"40 nuke\" or \"1 0 digger\"", "lemming (both from 0)".to_owned())
        } else {
            ("\"1 0 digger\"", format!("lemming (from 0 to {})", level.lemmings - 1))
        };
        let expected =
            format!("an order such as {such_as}: time step, {lemming}, and one of {types}");
        entry.wrong(expected, format!("\"{}\"", entry.value))
    })
}
