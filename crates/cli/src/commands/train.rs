//! `quarry train`: learns the weights of a player, writes the model after every generation, and goes on after a stop.

use std::io::Write;
use std::sync::atomic::Ordering;

use quarry::{Generation, TrainError, Trained, Training};

use crate::args::TrainArgs;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::TrainingProgress;
use crate::{Exit, Result, input, json};

pub(crate) fn run(args: &TrainArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    let name = args.output.display().to_string();
    let so_far = args.output.exists().then(|| input::text(&name, "choose another place for the model"));
    let stop = stop_on_interrupt()?;
    let training = Training {
        params: args.params.clone(),
        seed: args.seed,
        threads: usize::from(args.threads),
        so_far: so_far.transpose()?,
        stop: stop.clone(),
    };
    let progress = TrainingProgress::new(args.quiet, &args.instance);
    let mut failed = None;
    let trained = instance.train(&training, &mut |generation| {
        progress.note(generation);
        if let Err(complaint) = keep(args, generation) {
            failed = Some(complaint);
            stop.store(true, Ordering::Relaxed);
        }
    });
    progress.finish();
    if let Some(complaint) = failed {
        return Err(complaint);
    }
    let trained = trained.map_err(|error| match error {
        TrainError::SoFar(error) => Complaint::Malformed(name, error),
        other => Complaint::Words(other.to_string()),
    })?;
    if !args.json {
        print(args, &trained)?;
    }
    if trained.is_over {
        return Ok(Exit::Yes);
    }
    let generations = trained.last.map_or(0, |last| last.generation);
    anstream::eprintln!("stopped after {generations} generations; the same command continues");
    Ok(Exit::Interrupted)
}

/// Writes the model, and the generation if it is asked for.
fn keep(args: &TrainArgs, generation: &Generation) -> std::result::Result<(), Complaint> {
    input::replace(&args.output, &generation.file)?;
    if args.json {
        writeln!(anstream::stdout().lock(), "{}", json::generation(generation))?;
    }
    Ok(())
}

fn print(args: &TrainArgs, trained: &Trained) -> std::io::Result<()> {
    let Some(last) = &trained.last else { return Ok(()) };
    let mut out = anstream::stdout().lock();
    let Generation { generation, best, games, mean, age, since, weights, .. } = last;
    writeln!(out, "instance    {}", args.instance)?;
    writeln!(out, "generations {generation}; the mean was best {since} generations before the end")?;
    writeln!(out, "best        {best:.1} a game, in {games} games of the training")?;
    writeln!(out, "mean        {mean:.1} a game; those alive have played {age:.1} games")?;
    for (name, weight) in weights {
        writeln!(out, "weight      {weight:.6} {name}")?;
    }
    writeln!(out, "model       {}", args.output.display())
}
