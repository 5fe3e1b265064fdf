//! The welcome screen, with three commands to try.

use std::io::Write;

use anstyle::Style;
use quarry::Catalogue;

use crate::wrap;

/// Length of the lines that list the puzzles.
const WIDTH: usize = 76;

pub(crate) fn say(catalogue: &Catalogue) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    let bold = Style::new().bold();
    writeln!(out, "{bold}Quarry{bold:#}, a laboratory for hard single-player puzzles.\n")?;
    writeln!(
        out,
        "Solve, check, generate and play them; compare search methods on the same boards,"
    )?;
    writeln!(out, "the same budgets; an independent judge checks all answers.\n")?;
    let titles: Vec<&str> = catalogue.puzzles().map(|entry| entry.about().title).collect();
    writeln!(out, "{bold}{} puzzles{bold:#}\n", titles.len())?;
    for line in wrap::lines(&titles.join(", "), WIDTH, WIDTH) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "\nThree commands to try:\n")?;
    for (command, what) in [
        (
            "quarry show samegame/standard-01",
            "a board that researchers have compared on since 2007",
        ),
        ("quarry solve samegame/standard-01", "a strong answer in ten seconds"),
        ("quarry play samegame/table1-7x7-5", "your turn: arrows or mouse, u undo, h hint"),
    ] {
        writeln!(out, "  {bold}{command:<50}{bold:#} {what}")?;
    }
    writeln!(
        out,
        "\nMore: quarry list, quarry list solvers, quarry list examples, quarry COMMAND --help"
    )?;
    Ok(())
}
