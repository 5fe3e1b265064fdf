//! `quarry run`: executes what is missing of an experiment and prints its table.

use std::io::Write;

use quarry_lab::{Plan, Table};

use crate::args::RunArgs;
use crate::workplace::Workplace;
use crate::{Exit, Result, input, json};

pub(crate) fn run(args: &RunArgs) -> Result {
    let whole = input::experiment(&args.experiment)?;
    let plan = Plan::of(input::form(&whole, args.reduced)?);
    let Some(results) = Workplace::open(&args.running)?.complete(&plan)? else {
        return Ok(Exit::Interrupted);
    };
    let table = Table::of(&results);
    let mut out = anstream::stdout().lock();
    if args.json {
        for row in &table.rows {
            writeln!(out, "{}", json::row(&table, row))?;
        }
    } else {
        write!(out, "{table}")?;
    }
    Ok(Exit::Yes)
}
