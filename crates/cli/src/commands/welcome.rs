//! The welcome screen, with three commands to try.

use std::io::Write;

use anstyle::Style;
use quarry::Catalogue;

pub(crate) fn say(catalogue: &Catalogue) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    let bold = Style::new().bold();
    writeln!(out, "{bold}Quarry{bold:#}, a laboratory for hard single-player puzzles.\n")?;
    writeln!(
        out,
        "Solve, check, generate and play them; compare search methods on the same boards,"
    )?;
    writeln!(out, "the same budgets; an independent judge checks all answers.\n")?;
    for entry in catalogue.puzzles() {
        let (solvers, examples) = (entry.solvers().len(), entry.examples().len());
        writeln!(
            out,
            "  {bold}{}{bold:#}  {solvers} solvers, {examples} instances",
            entry.about().title
        )?;
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
    writeln!(out, "\nMore: quarry list solvers, quarry list examples, quarry COMMAND --help")?;
    Ok(())
}
