//! Text formats of games and episodes.
//!
//! An instance is a TOML file: `width` and `height` (default 10 and 20), `rules` (`simplified`,
//! `top4` or `original`), `pieces` (`uniform` or `bag7`), `seed` (the luck of the game; without it
//! every run has its own), `max_pieces` (after which the game is over) and `preview` (whether the
//! next piece can be seen). An answer is a list of placements `"T 2 4"`: the piece's letter, its
//! rotation from 0 (`piece.rs`) and its leftmost column from 1. If the instance has no seed, the
//! answer begins with its own: `"seed 7"`.

use std::fmt::Write;
use std::ops::RangeInclusive;

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::Tetris;
use super::piece::{Piece, Placement};
use super::setup::{HEIGHTS, LOWEST_TOP4, RuleSet, Setup, Source, WIDTHS};
use crate::luck::read_seed;

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<Tetris, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["width", "height", "rules", "pieces", "seed", "max_pieces", "preview"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != Tetris::ID
    {
        return Err(ParseError::new(
            at,
            format!("`puzzle = \"{}\"`", Tetris::ID),
            format!("\"{puzzle}\""),
        ));
    }
    let side = |key: &str, usual: usize, range: RangeInclusive<u64>| match document.integer(key)? {
        None => Ok(usual),
        Some(number) => u64::try_from(number.value)
            .ok()
            .filter(|side| range.contains(side))
            .map(|side| side as usize)
            .ok_or_else(|| {
                let expected =
                    format!("a whole number from {} to {} for `{key}`", range.start(), range.end());
                number.wrong(expected, number.value.to_string())
            }),
    };
    let rules = word(&document, "rules", &RuleSet::ALL.map(RuleSet::name), RuleSet::named)?;
    let source = word(&document, "pieces", &Source::ALL.map(Source::name), Source::named)?;
    let seed = read_seed(&document)?;
    let setup = Setup {
        width: side("width", 10, WIDTHS)?,
        height: side("height", 20, HEIGHTS)?,
        rules: rules.unwrap_or(RuleSet::Simplified),
        source: source.unwrap_or(Source::Uniform),
        max_pieces: document.positive("max_pieces", i64::MAX)?,
        preview: document.switch("preview")?.is_some_and(|preview| preview.value),
    };
    if setup.rules == RuleSet::Top4 && setup.height < LOWEST_TOP4 {
        let at = document.place("height").unwrap_or(Position::START);
        let expected = format!("at least {LOWEST_TOP4} rows under the rules top4");
        return Err(ParseError::new(at, expected, setup.height.to_string()));
    }
    Ok(Tetris::new(setup, seed))
}

/// Reads a word that names something, if the key is there.
pub(in crate::chance) fn word<T>(
    document: &Document,
    key: &str,
    words: &[&str],
    named: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ParseError> {
    let Some(found) = document.text(key)? else { return Ok(None) };
    match named(found.value) {
        Some(value) => Ok(Some(value)),
        None => Err(found.wrong(
            format!("one of {} for `{key}`", words.join(", ")),
            format!("\"{}\"", found.value),
        )),
    }
}

/// Writes an instance.
pub(super) fn show(setup: &Setup, luck: Option<u64>) -> String {
    let Setup { width, height, rules, source, max_pieces, preview } = setup;
    let mut text = format!(
        "puzzle = \"{}\"\nwidth = {width}\nheight = {height}\nrules = \"{}\"\npieces = \"{}\"\n",
        Tetris::ID,
        rules.name(),
        source.name()
    );
    for (key, number) in [("seed", luck), ("max_pieces", *max_pieces)] {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key} = {number}");
        }
    }
    if *preview {
        text.push_str("preview = true\n");
    }
    text
}

/// Writes a placement.
pub(super) fn show_placement(mv: &Placement) -> String {
    format!("{} {} {}", mv.piece.letter(), mv.rotation, mv.column + 1)
}

/// Reads a placement.
pub(super) fn parse_placement(
    width: usize,
    entry: &Located<&str>,
) -> Result<Placement, ParseError> {
    let mut words = entry.value.split_whitespace();
    let placement = (|| {
        let piece = Piece::named(words.next()?)?;
        let rotation: u8 = words.next()?.parse().ok()?;
        let column: u8 = words.next()?.parse().ok()?;
        let there_is =
            usize::from(rotation) < piece.drawings().len() && (1..=width).contains(&column.into());
        (words.next().is_none() && there_is).then_some(Placement {
            piece,
            rotation,
            column: column.wrapping_sub(1),
        })
    })();
    placement.ok_or_else(|| {
        let expected = format!(
            "a placement such as \"T 2 4\": a letter of OISZLJT, one of its rotations from 0 (O has 1, I, S and Z 2, L, J and T \
             4), and its leftmost column from 1 to {width}"
        );
        entry.wrong(expected, format!("\"{}\"", entry.value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::luck::read_episode;
    use quarry_core::Episode;

    #[test]
    fn what_is_left_out_is_usual() {
        let game = parse("puzzle = \"tetris\"\n").unwrap();
        assert_eq!(
            show(&game.rules.setup, game.luck),
            "puzzle = \"tetris\"\nwidth = 10\nheight = 20\nrules = \"simplified\"\npieces = \"uniform\"\n"
        );
        let text = "puzzle = \"tetris\"\nwidth = 7\nheight = 32\nrules = \"original\"\npieces = \"bag7\"\nseed = 0\nmax_pieces = 9\npreview = true\n";
        let game = parse(text).unwrap();
        assert_eq!(show(&game.rules.setup, game.luck), text);
    }

    #[test]
    fn complaints_say_what_is_wanted_and_where() {
        let complaint = |text: &str| parse(text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(
            complaint("width = 10\nheight = 33"),
            "line 2, column 10: expected a whole number from 4 to 32 for `height`, found 33"
        );
        assert!(complaint("width = -1").contains("from 4 to 16"));
        assert!(
            complaint("rules = \"hard\"").contains("one of simplified, top4, original for `rules`")
        );
        assert!(complaint("pieces = \"bag\"").contains("one of uniform, bag7"));
        assert!(
            complaint("rules = \"top4\"\nheight = 7")
                .starts_with("line 2, column 10: expected at least 8 rows")
        );
        assert!(complaint("seed = -1").contains("a seed from 0"));
        assert!(complaint("max_pieces = 0").contains("from 1"));
        assert!(complaint("preview = 1").contains("true or false"));
        assert!(complaint("columns = 3").contains("`columns`"));
        assert!(complaint("puzzle = \"hidato\"").contains("`puzzle = \"tetris\"`"));
    }

    #[test]
    fn episodes_know_their_luck() {
        let read = |luck, entries: &[&str]| {
            let mut located = entries.iter().map(|&value| Located { value, at: Position::START });
            let read = |entry: &Located<&str>| parse_placement(10, entry);
            read_episode(luck, &mut located, "a placement", read).map_err(|error| error.to_string())
        };
        let line = vec![Placement { piece: Piece::T, rotation: 2, column: 3 }];
        assert_eq!(read(None, &["seed 5", "T 2 4"]), Ok(Episode { luck: 5, line: line.clone() }));
        assert_eq!(read(Some(5), &["T 2 4"]), Ok(Episode { luck: 5, line: line.clone() }));
        assert_eq!(read(Some(5), &["seed 5", " T  2 4 "]), Ok(Episode { luck: 5, line }));
        assert_eq!(read(Some(5), &[]), Ok(Episode { luck: 5, line: Vec::new() }));
        assert!(read(Some(5), &["seed 6"]).unwrap_err().contains("\"seed 5\""));
        assert!(read(None, &["T 2 4"]).unwrap_err().contains("\"seed N\" as the first entry"));
        assert!(read(None, &[]).unwrap_err().contains("no entry"));
        for wrong in
            ["", "T", "T 4 1", "O 1 1", "T 0 0", "T 0 11", "T 0 1 1", "X 0 1", "T -1 1", "T 0 999"]
        {
            assert!(read(Some(1), &[wrong]).unwrap_err().contains("such as \"T 2 4\""), "{wrong}");
        }
    }
}
