//! Completion scripts and manual pages.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::input::Complaint;
use crate::{Exit, Result};

pub(crate) fn completions(args: &CompletionsArgs) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quarry", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Yes)
}

pub(crate) fn man(args: &ManArgs) -> Result {
    match &args.into {
        Some(folder) => std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
            .map_err(|error| {
                Complaint::Unusable(
                    folder.display().to_string(),
                    error,
                    "choose a folder that can be written",
                )
            })?,
        None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?,
    }
    Ok(Exit::Yes)
}
