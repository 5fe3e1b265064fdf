//! `quarry train`: learns the weights of a player, writes the model after every generation, and goes on after a stop.

use std::io::Write;
use std::sync::atomic::Ordering;

use quarry::{Generation, Instance, TrainError, Trained, Training};

use crate::args::{LearnedBy, TrainArgs};
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
    if args.by == LearnedBy::Estimates {
        return ascend(args, &*instance, &training, &progress);
    }
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
    let trained = trained.map_err(|error| refused(args, error))?;
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

fn refused(args: &TrainArgs, error: TrainError) -> Complaint {
    match error {
        TrainError::SoFar(error) => Complaint::Malformed(args.output.display().to_string(), error),
        other => Complaint::Words(other.to_string()),
    }
}

/// Learns from estimates.
fn ascend(
    args: &TrainArgs,
    instance: &dyn Instance,
    training: &Training,
    progress: &TrainingProgress,
) -> Result {
    let mut failed = None;
    let last = instance.ascend(training, &mut |seen| {
        progress.ascended(seen);
        let kept = input::replace(&args.output, &seen.file).and_then(|()| {
            if args.json {
                writeln!(anstream::stdout().lock(), "{}", json::ascended(seen))?;
            }
            Ok(())
        });
        if let Err(complaint) = kept {
            failed = Some(complaint);
            training.stop.store(true, Ordering::Relaxed);
        }
    });
    progress.finish();
    if let Some(complaint) = failed {
        return Err(complaint);
    }
    let last = last.map_err(|error| refused(args, error))?;
    if !args.json {
        let mut out = anstream::stdout().lock();
        writeln!(out, "instance    {}", args.instance)?;
        writeln!(out, "generations {}", last.generation)?;
        if let Some((best, median)) = last.estimates {
            writeln!(
                out,
                "estimates   {best:.0} a game for the best, {median:.0} for the middle of the last"
            )?;
        }
        for (name, weight) in &last.weights {
            writeln!(out, "weight      {weight:.6} {name}")?;
        }
        writeln!(out, "model       {}", args.output.display())?;
    }
    if last.is_over {
        return Ok(Exit::Yes);
    }
    anstream::eprintln!("stopped after {} generations; the same command continues", last.generation);
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
