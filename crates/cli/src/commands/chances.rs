//! `quarry chances`: prints the exact chance of each cell of a board.

use std::io::Write;

use quarry::{Catalogue, CellChance, CellChances, Halt, Instance, UnknownChances};
use serde_json::{Map, Value, json};

use crate::args::ChancesArgs;
use crate::input::Complaint;
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::progress::Spinner;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &ChancesArgs) -> Result {
    let instance = input::instance(catalogue, &args.instance, &args.named)?;
    let stop = stop_or_exit_on_interrupt()?;
    let spinner = Spinner::new("chances");
    let chances = instance.chances(args.budget(), &stop);
    drop(spinner);
    let chances = chances.ok_or_else(|| {
        Complaint::Words(format!("{} has no chances to compute", instance.puzzle()))
    })?;
    let mut out = anstream::stdout().lock();
    match chances {
        Ok(chances) if args.json => writeln!(out, "{}", object(&chances))?,
        Ok(chances) => print(&mut out, &*instance, &chances)?,
        Err(why) => {
            if args.json {
                writeln!(out, "{}", json!({"layouts": null, "unknown": why.to_string()}))?;
            }
            anstream::eprintln!("the chances are not known: {why}");
            return Ok(match why {
                UnknownChances::Stopped(Halt::Interrupted) => Exit::Interrupted,
                _ => Exit::No,
            });
        }
    }
    Ok(Exit::Yes)
}

/// The layouts and the chances as one JSON object.
fn object(chances: &CellChances) -> Value {
    let each = chances.cells.iter().map(|cell| (cell.name.clone(), json!(cell.fraction)));
    json!({"layouts": chances.layouts, "chances": each.collect::<Map<_, _>>()})
}

/// Prints the board with percentages, and below it the cells by their chances.
fn print(
    out: &mut impl Write,
    instance: &dyn Instance,
    chances: &CellChances,
) -> std::io::Result<()> {
    writeln!(out, "layouts  {}", chances.layouts)?;
    if let Some(remark) = chances.remark {
        writeln!(out, "note     {remark}")?;
    }
    if chances.cells.is_empty() {
        return if chances.layouts == "0" {
            writeln!(out, "no layout agrees with the board")
        } else {
            writeln!(out, "no cell is closed")
        };
    }
    let picture = instance.picture();
    writeln!(out, "\nchance of {} in percent:\n", chances.of)?;
    for y in 0..picture.rows {
        let mut line = String::new();
        for x in 0..picture.columns {
            let chance = chances.cells.iter().find(|cell| cell.place == (x, y));
            let label = picture.tile(x, y).map_or("", |tile| tile.label.as_str());
            line += &match chance {
                Some(cell) => format!(" {:>4}", percent(cell)),
                None => format!(" {:>4}", format!("[{label}]")),
            };
        }
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    // Cells of the same chance share a line, the lowest chance first.
    let mut cells: Vec<_> = chances.cells.iter().collect();
    cells.sort_by(|one, other| one.share.total_cmp(&other.share));
    for alike in cells.chunk_by(|one, other| one.fraction == other.fraction) {
        let names: Vec<&str> = alike.iter().map(|cell| cell.name.as_str()).collect();
        let chance = match alike[0].fraction.as_str() {
            "0/1" => "never".to_owned(),
            "1/1" => "always".to_owned(),
            fraction => fraction.to_owned(),
        };
        writeln!(out, "{chance:<8} {}", names.join(" "))?;
    }
    Ok(())
}

/// Percent, without decimals; only certain cells have 0 or 100.
fn percent(cell: &CellChance) -> String {
    match cell.fraction.as_str() {
        "0/1" => "0".to_owned(),
        "1/1" => "100".to_owned(),
        _ => format!("{:.0}", (cell.share * 100.0).clamp(1.0, 99.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certain_cells_are_0_or_100() {
        let chances =
            [("0/1", 0.0), ("1/99999999", 0.0), ("1/2", 0.5), ("998/999", 0.999), ("1/1", 1.0)];
        let percents = chances.map(|(fraction, share)| {
            let (name, place) = ("1,1".to_owned(), (0, 0));
            percent(&CellChance { name, place, fraction: fraction.to_owned(), share })
        });
        assert_eq!(percents, ["0", "1", "50", "99", "100"]);
    }
}
