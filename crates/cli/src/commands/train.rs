//! `quarry train`: trains a player, writes the result after every step, and can continue after a
//! stop.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use quarry::{Catalogue, Elsewhere, Material, Milestone, Score, TrainError, Training};
use quarry_lab::slurm::Slurm;
use quarry_lab::units::Games;

use crate::args::TrainArgs;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::progress::TrainingBar;
use crate::{Exit, Result, cluster, input, json};

pub(crate) fn run(catalogue: &Catalogue, args: &TrainArgs) -> Result {
    let words = |error: TrainError| Complaint::Words(error.to_string());
    let card = catalogue.training(&args.training).map_err(words)?;
    let material = match card.material {
        Material::Instance => input::instance_text(catalogue, &args.material)?.into_bytes(),
        Material::Record => {
            input::bytes(&args.material, "expected a record, such as `quarry train` writes")?
        }
    };
    let output = Output::at(&args.output, &[&args.material])?;
    if output.is_standard() {
        let words = "a training writes its file again after every step: name one with -o";
        return Err(Complaint::Words(words.to_owned()));
    }
    let name = args.output.display().to_string();
    let so_far = args.output.exists().then(|| input::bytes(&name, "choose another file"));
    let stop = stop_on_interrupt()?;
    let training = Training {
        material,
        params: input::learned(catalogue, card.puzzle, &card.fields, &args.params)?,
        seed: args.seed,
        threads: usize::from(args.threads),
        so_far: so_far.transpose()?,
        stop: stop.clone(),
        elsewhere: None,
    };
    let trouble = Arc::new(Mutex::new(None));
    let training = match executor(catalogue, args)? {
        None => training,
        Some(cluster) => {
            let elsewhere =
                Some(elsewhere(catalogue.clone(), cluster, &args.material, &training, &trouble));
            Training { elsewhere, ..training }
        }
    };
    let progress = TrainingBar::new(args.quiet, &args.training);
    let mut failed = None;
    let trained = catalogue.train(&args.training, &training, &mut |milestone| {
        progress.note(milestone);
        if let Err(complaint) = keep(args, &output, milestone) {
            failed = Some(complaint);
            stop.store(true, Ordering::Relaxed);
        }
    });
    drop(progress);
    if let Some(words) = trouble.lock().expect("the lock is not poisoned").take() {
        return Err(Complaint::Words(words));
    }
    if let Some(complaint) = failed {
        return Err(complaint);
    }
    let trained = trained.map_err(|error| match error {
        TrainError::Material(error) => Complaint::Malformed(args.material.clone(), error),
        TrainError::SoFar(error) => Complaint::Malformed(name, error),
        other => words(other),
    })?;
    if let Some(last) = trained.last.filter(|_| !args.json) {
        print(args, &last)?;
    }
    if trained.is_over {
        return Ok(Exit::Yes);
    }
    crate::tell!("stopped; the same command continues");
    Ok(Exit::Interrupted)
}

/// Returns the cluster that plays the games, if it is not this machine.
fn executor(
    catalogue: &Catalogue,
    args: &TrainArgs,
) -> std::result::Result<Option<Slurm>, Complaint> {
    let default = || {
        let mut name = args.output.as_os_str().to_owned();
        name.push(".units");
        name.into()
    };
    cluster::executor(catalogue, &args.cluster, &args.out.clone().unwrap_or_else(default), 1)
}

/// Lets a cluster play the games of every step. An error there ends the training.
fn elsewhere(
    catalogue: Catalogue,
    cluster: Slurm,
    material: &str,
    training: &Training,
    trouble: &Arc<Mutex<Option<String>>>,
) -> Elsewhere {
    let (name, text) =
        (material.to_owned(), String::from_utf8_lossy(&training.material).into_owned());
    let (stop, trouble) = (Arc::clone(&training.stop), Arc::clone(trouble));
    Elsewhere(Arc::new(move |step, games| {
        let played = || -> std::result::Result<Option<Vec<Score>>, String> {
            let games =
                Games::new(&catalogue, &name, &text, games).map_err(|error| error.to_string())?;
            let units = games.units();
            let units: Vec<_> = units.iter().collect();
            cluster.scores(step, &name, &units, &stop).map_err(|error| error.to_string())
        };
        played().unwrap_or_else(|words| {
            *trouble.lock().expect("the lock is not poisoned") = Some(words);
            None
        })
    }))
}

/// Writes the file, and the figures if they are requested.
fn keep(
    args: &TrainArgs,
    output: &Output,
    milestone: &Milestone,
) -> std::result::Result<(), Complaint> {
    output.keep(&milestone.file)?;
    if args.json {
        writeln!(anstream::stdout().lock(), "{}", json::figures(&milestone.figures))?;
    }
    Ok(())
}

fn print(args: &TrainArgs, last: &Milestone) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{:<11} {}", "training", args.training)?;
    writeln!(out, "{:<11} {}", "from", args.material)?;
    for (word, text) in &last.summary {
        writeln!(out, "{word:<11} {text}")?;
    }
    writeln!(out, "{:<11} {}", "file", args.output.display())
}
