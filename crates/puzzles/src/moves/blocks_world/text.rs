//! Text formats of instances and moves.
//!
//! An instance is a TOML file with `start` and `goal`, a line for each tower, bottom first: the
//! drawing lies on its side, and the table is the left margin. Under the rules `partial` a line of
//! the goal may begin and end with `?`: anything or nothing may be there. A move is `"a on b"` or
//! `"a on table"`; answers may also hold the operators of a plan, two for each move.

use quarry_core::text::quoted;
use quarry_core::{Document, Located, ParseError, Position, Puzzle};
use rustc_hash::FxHashMap;

use super::goal::{Chain, Goal, towers};
use super::{Block, BlocksWorld, MOST_BLOCKS, Move, Objective, TABLE, few_towers, pddl};

const RULES: [&str; 2] = ["thesis", "partial"];
const OBJECTIVES: [&str; 2] = ["moves", "any"];

/// Stands for anything or nothing, in a line of a goal.
const OPEN: &str = "?";

/// Reads an instance file.
pub(super) fn parse(text: &str) -> Result<BlocksWorld, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["rules", "objective", "start", "goal", "table"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != BlocksWorld::ID
    {
        let expected = format!("`puzzle = \"{}\"`", BlocksWorld::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    let is_partial = choice(&document, "rules", RULES)? == RULES[1];
    let objective = match choice(&document, "objective", OBJECTIVES)? {
        "any" => Objective::Any,
        _ => Objective::Moves,
    };
    let (names, start) =
        read_start(&rows(&document, "start", "start = \"\"\"\\nc a\\nb\\n\"\"\"")?)?;
    let goal = read_goal(&document, &names, is_partial)?;
    let puzzle = BlocksWorld { names, start, goal, is_partial, table: None, objective };
    let table = document.positive("table", MOST_BLOCKS as i64)?.map(|most| most as u16);
    let puzzle = BlocksWorld { table, ..puzzle };
    if let (Some(most), Some(at)) = (table, document.place("table")) {
        let has = puzzle.start.iter().filter(|&&below| below == TABLE).count();
        let needs = has.max(few_towers::towers_needed(&puzzle));
        if needs > usize::from(most) {
            let what = if needs == has { "the start has" } else { "the goal needs" };
            let expected = format!("room for {needs} towers or more: {what} {needs}");
            return Err(ParseError::new(at, expected, most.to_string()));
        }
    }
    Ok(puzzle)
}

/// Reads a key whose value is one of two words; the first is the default.
fn choice(
    document: &Document,
    key: &str,
    words: [&'static str; 2],
) -> Result<&'static str, ParseError> {
    let Some(text) = document.text(key)? else { return Ok(words[0]) };
    words.into_iter().find(|&word| word == text.value).ok_or_else(|| {
        text.wrong(format!("one of {}", words.join(", ")), format!("\"{}\"", text.value))
    })
}

fn rows<'d>(
    document: &'d Document,
    key: &str,
    example: &str,
) -> Result<Vec<Located<&'d str>>, ParseError> {
    document.rows(key)?.ok_or_else(|| document.missing(key, example))
}

/// The words of a row, with their positions.
fn words<'t>(row: &Located<&'t str>) -> Vec<Located<&'t str>> {
    let mut found = Vec::new();
    let (mut column, mut rest) = (row.at.column, row.value);
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        if end == 0 {
            return found;
        }
        found.push(Located { value: &trimmed[..end], at: Position { column, ..row.at } });
        column += trimmed[..end].chars().count();
        rest = &trimmed[end..];
    }
}

/// Refuses words that cannot be names of blocks.
pub(super) fn check_name(word: &Located<&str>) -> Result<(), ParseError> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let expected = match word.value {
        "table" => "the name of a block; `table` stands for the table itself",
        name if name.bytes().all(is_part) => return Ok(()),
        _ => "the name of a block, made of letters, digits, `_` and `-`",
    };
    Err(word.wrong(expected, format!("`{}`", word.value)))
}

fn read_start(rows: &[Located<&str>]) -> Result<(Vec<String>, Vec<Block>), ParseError> {
    let (mut names, mut start): (Vec<String>, Vec<Block>) = (Vec::new(), Vec::new());
    let mut seen: FxHashMap<&str, Position> = FxHashMap::default();
    for row in rows {
        let mut below = TABLE;
        for word in words(row) {
            check_name(&word)?;
            if let Some(before) = seen.insert(word.value, word.at) {
                let found = format!("`{}` again, after {before}", word.value);
                return Err(word.wrong("each block once", found));
            }
            if names.len() == MOST_BLOCKS {
                return Err(word.wrong(format!("at most {MOST_BLOCKS} blocks"), "more"));
            }
            start.push(below);
            below = names.len() as Block;
            names.push(word.value.to_owned());
        }
    }
    if names.is_empty() {
        let at = rows.first().map_or(Position::START, |row| row.at);
        return Err(ParseError::new(at, "a tower, such as c a (bottom first)", "no block"));
    }
    Ok((names, start))
}

fn read_goal(document: &Document, names: &[String], is_partial: bool) -> Result<Goal, ParseError> {
    let numbers: FxHashMap<&str, Block> = names.iter().map(String::as_str).zip(0..).collect();
    let mut seen = vec![false; names.len()];
    let mut chains = Vec::new();
    for row in rows(document, "goal", "goal = \"\"\"\\na b c\\n\"\"\"")? {
        let words = words(&row);
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let open = [first, last].map(|word| word.value == OPEN);
        let mut blocks = Vec::new();
        for (index, word) in words.iter().enumerate() {
            if word.value == OPEN {
                if !is_partial {
                    let expected = "the name of a block (`?` needs rules = \"partial\")";
                    return Err(word.wrong(expected, "`?`"));
                }
                if index > 0 && index + 1 < words.len() {
                    return Err(word.wrong("`?` at the ends of a line only", "`?` between blocks"));
                }
                continue;
            }
            let Some(&block) = numbers.get(word.value) else {
                let expected = "the name of a block of the start";
                return Err(word.wrong(expected, format!("`{}`", word.value)));
            };
            if std::mem::replace(&mut seen[usize::from(block)], true) {
                return Err(word.wrong("each block once", format!("`{}` again", word.value)));
            }
            blocks.push(block);
        }
        if blocks.is_empty() {
            return Err(row.wrong("a block in each line", format!("`{}`", row.value.trim())));
        }
        chains.push(Chain { blocks, is_open_below: open[0], is_open_above: open[1] });
    }
    let missing = seen.iter().position(|&is_seen| !is_seen).filter(|_| !is_partial);
    if let Some(missing) = missing {
        let at = document.place("goal").unwrap_or(Position::START);
        let expected = "a goal that names every block (rules = \"partial\" may leave some out)";
        return Err(ParseError::new(at, expected, format!("no `{}`", names[missing])));
    }
    Ok(Goal::new(chains, names.len()))
}

/// Writes an instance file.
pub(super) fn show(puzzle: &BlocksWorld) -> String {
    let line = |blocks: &[Block]| {
        blocks.iter().map(|&block| puzzle.name(block)).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("puzzle = {}\n", quoted(BlocksWorld::ID));
    if puzzle.is_partial {
        text += "rules = \"partial\"\n";
    }
    if puzzle.objective == Objective::Any {
        text += "objective = \"any\"\n";
    }
    if let Some(most) = puzzle.table {
        text += &format!("table = {most}\n");
    }
    text += "start = \"\"\"\n";
    for tower in towers(&puzzle.start) {
        text += &line(&tower);
        text.push('\n');
    }
    text += "\"\"\"\ngoal = \"\"\"\n";
    for chain in puzzle.goal.chains() {
        let (below, above) = (chain.is_open_below, chain.is_open_above);
        text += if below { "? " } else { "" };
        text += &line(&chain.blocks);
        text += if above { " ?\n" } else { "\n" };
    }
    text + "\"\"\"\n"
}

/// The block of a name.
pub(super) fn block_named(puzzle: &BlocksWorld, name: &str) -> Option<Block> {
    let index = puzzle.names.iter().position(|known| known == name)?;
    Some(index as Block)
}

/// Reads one move.
pub(super) fn parse_move(puzzle: &BlocksWorld, entry: &Located<&str>) -> Result<Move, ParseError> {
    let words = words(entry);
    let [block, on, to] = &*words else { return Err(no_move(entry)) };
    if on.value != "on" {
        return Err(no_move(entry));
    }
    let named = |word: &Located<&str>| {
        let unknown = || {
            word.wrong("the name of a block", format!("\"{}\": there is no such block", word.value))
        };
        block_named(puzzle, word.value).ok_or_else(unknown)
    };
    let to = if to.value == "table" { TABLE } else { named(to)? };
    Ok(Move { block: named(block)?, to })
}

fn no_move(entry: &Located<&str>) -> ParseError {
    let expected = "a move such as \"a on b\" or \"a on table\"";
    entry.wrong(expected, format!("\"{}\"", entry.value))
}

/// Reads an answer: moves, or the operators of a plan.
pub(super) fn parse_answer(
    puzzle: &BlocksWorld,
    entries: &mut dyn Iterator<Item = Located<&str>>,
) -> Result<Vec<Move>, ParseError> {
    let mut line = Vec::new();
    let mut held = None;
    for entry in entries {
        if !entry.value.trim_start().starts_with('(') {
            line.push(parse_move(puzzle, &entry)?);
        } else if let Some(mv) = pddl::parse_operator(puzzle, &entry, &mut held)? {
            line.push(mv);
        }
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        BlocksWorld::parse(text).unwrap_err().to_string()
    }

    fn towers_to(start: &str, goal: &str) -> String {
        format!("start = \"\"\"\n{start}\n\"\"\"\ngoal = \"\"\"\n{goal}\n\"\"\"\n")
    }

    #[test]
    fn an_instance_is_written_as_it_is_read() {
        let text = "puzzle = \"blocks-world\"\nrules = \"partial\"\nobjective = \"any\"\ntable = 3\n\
                    start = \"\"\"\nc a\nb\n\"\"\"\ngoal = \"\"\"\n? a b\nc ?\n\"\"\"\n";
        assert_eq!(BlocksWorld::parse(text).unwrap().show(), text);
        let spaced = towers_to("\n  c   a\t\n\n b ", "a b c");
        let plain = BlocksWorld::parse(&towers_to("c a\nb", "a b c")).unwrap();
        assert_eq!(BlocksWorld::parse(&spaced), Ok(plain));
    }

    #[test]
    fn every_complaint_names_place_wish_and_finding() {
        for (text, words) in [
            (
                towers_to("a b\na", "a b"),
                "line 3, column 1: expected each block once, found `a` again",
            ),
            (towers_to("a table", "a"), "line 2, column 3: expected the name of a block; `table`"),
            (towers_to("a b+", "a"), "line 2, column 3: expected the name of a block, made of"),
            (
                towers_to("a b", "a c"),
                "line 5, column 3: expected the name of a block of the start",
            ),
            (towers_to("a b", "a b a"), "line 5, column 5: expected each block once"),
            (
                towers_to("a b", "? a b"),
                "line 5, column 1: expected the name of a block (`?` needs",
            ),
            (towers_to("a b", "a"), "line 4, column 8: expected a goal that names every block"),
            (
                format!("rules = \"partial\"\n{}", towers_to("a b", "a ? b")),
                "line 6, column 3: expected `?` at",
            ),
            (
                format!("rules = \"partial\"\n{}", towers_to("a b", "?")),
                "line 6, column 1: expected a block in",
            ),
            (
                format!("rules = \"free\"\n{}", towers_to("a b", "a b")),
                "line 1, column 9: expected one of thesis",
            ),
            (
                format!("table = 1\n{}", towers_to("a\nb", "a b")),
                "room for 2 towers or more: the start has 2",
            ),
            (
                format!("table = 1\n{}", towers_to("a b", "a\nb")),
                "room for 2 towers or more: the goal needs 2",
            ),
            (towers_to("", "a"), "expected a tower"),
            ("start = \"a\"".to_owned(), "expected a key `goal`"),
            (
                format!("board = 1\n{}", towers_to("a", "a")),
                "line 1, column 1: expected one of the keys",
            ),
        ] {
            assert!(complaint(&text).contains(words), "{text}\n{}", complaint(&text));
        }
    }

    #[test]
    fn moves_are_read_with_care() {
        let puzzle = BlocksWorld::parse(&towers_to("on b", "b on")).unwrap();
        let read =
            |value| parse_move(&puzzle, &Located { value, at: Position { line: 3, column: 5 } });
        assert_eq!(read("on on table"), Ok(Move { block: 0, to: TABLE }));
        assert_eq!(read("  b  on  on "), Ok(Move { block: 1, to: 0 }));
        for (wrong, column) in [("", 5), ("b", 5), ("b to on", 5), ("x on b", 5), ("b on x", 10)] {
            assert_eq!(read(wrong).unwrap_err().at, Position { line: 3, column }, "{wrong}");
        }
    }
}
