//! Wraps text into lines that fit the terminal.

use std::io::{self, IsTerminal, Write};

/// Maximum line length; longer lines are hard to read.
const LONGEST: usize = 100;

/// Returns the maximum length of lines: the width of the terminal, or COLUMNS. Without either,
/// lines are not wrapped, since programs that read lists expect every entry on one line.
pub(crate) fn width() -> usize {
    let told = || std::env::var("COLUMNS").ok()?.parse().ok();
    let terminal = || crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns));
    let width = if io::stdout().is_terminal() { terminal().or_else(told) } else { told() };
    width.map_or(usize::MAX, |width| width.min(LONGEST))
}

/// Wraps words into lines of this many characters; the first line may have less space. Longer words
/// are broken, after a comma if they contain one.
pub(crate) fn lines(text: &str, first: usize, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace().flat_map(|word| parts(word, width)) {
        let space = if lines.len() == 1 { first } else { width };
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= space => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Splits a word into parts that fit on a line.
fn parts(mut word: &str, width: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some((end, _)) = word.char_indices().nth(width.max(1)) {
        let cut = word[..end].rfind(',').map_or(end, |comma| comma + 1);
        let (part, rest) = word.split_at(cut);
        parts.push(part);
        word = rest;
    }
    parts.push(word);
    parts
}

/// Writes a head followed by a text, whose other lines start at the given column. The head may
/// contain colour codes.
pub(crate) fn paragraph(
    out: &mut dyn Write,
    head: &str,
    text: &str,
    column: usize,
) -> io::Result<()> {
    let taken = anstream::adapter::strip_str(head).to_string().chars().count();
    let width = width();
    let lines = lines(text, width.saturating_sub(taken), width.saturating_sub(column));
    for (index, line) in lines.iter().enumerate() {
        match index {
            0 => writeln!(out, "{}", format!("{head}{line}").trim_end())?,
            _ => writeln!(out, "{:column$}{line}", "")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be_and_no_longer() {
        assert_eq!(lines("one two  three\nfour", 7, 10), ["one two", "three four"]);
        assert_eq!(lines("long 0.1,0.25,0.3 ends", 9, 9), ["long", "0.1,0.25,", "0.3 ends"]);
        assert_eq!(lines("extraordinary one", 9, 9), ["extraordi", "nary one"]);
        assert_eq!(lines("", 3, 3), [""]);
    }
}
