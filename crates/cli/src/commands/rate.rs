//! `quarry rate`: rates how hard an instance is for people, and why; or, where the world moves by
//! itself, prints what search proves.

mod goal_analysis;

use std::io::Write;

use quarry::{Catalogue, Halt, Tier};
use serde_json::json;

use crate::args::RateArgs;
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::progress::Spinner;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &RateArgs) -> Result {
    let instance = input::instance(catalogue, &args.instance)?;
    let stop = stop_or_exit_on_interrupt()?;
    let spinner = Spinner::new("rate");
    let rating = instance.rating(args.budget(), &stop);
    let Some(rating) = rating else {
        return goal_analysis::run(args, &*instance, &stop, spinner);
    };
    drop(spinner);
    let steps: usize = rating.used.iter().map(|(_, count)| count).sum();
    let mut out = anstream::stdout().lock();
    if args.json {
        let technique = |&(technique, count): &(&quarry::Technique, usize)| json!({"technique": technique.name, "tier": technique.tier.name(), "points": technique.points, "count": count});
        let hardest = rating
            .hardest
            .as_ref()
            .map(|(technique, sentence)| json!({"technique": technique, "sentence": sentence}));
        let object = json!({"puzzle": instance.puzzle(), "instance": args.instance, "tier": rating.tier.map(Tier::name),
            "score": rating.score, "solved": rating.unsolved.is_none() && rating.halted.is_none(), "steps": steps, "longest": rating.longest,
            "techniques": rating.used.iter().map(technique).collect::<Vec<_>>(), "hardest": hardest, "unsolved": rating.unsolved,
            "stopped": rating.halted.map_or("finished", Halt::word)});
        writeln!(out, "{object}")?;
    } else {
        let name = instance.header().name.as_deref().unwrap_or(&args.instance);
        writeln!(out, "instance  {name}")?;
        let tier = rating
            .tier
            .map_or("not known: the rating was stopped, and this is a partial result", Tier::name);
        writeln!(out, "tier      {tier}")?;
        writeln!(
            out,
            "score     {} points in {steps} steps, the longest chain {}",
            rating.score, rating.longest
        )?;
        for (technique, count) in &rating.used {
            writeln!(out, "          {count:>5} x {:<18} {}", technique.name, technique.tier)?;
        }
        if let Some((technique, sentence)) = &rating.hardest {
            writeln!(out, "hardest   {technique}: {sentence}")?;
        }
        if let Some(why) = &rating.unsolved {
            writeln!(out, "unsolved  {why}")?;
        }
    }
    Ok(match rating.halted {
        Some(Halt::Interrupted) => {
            anstream::eprintln!("interrupted before the rating was finished");
            Exit::Interrupted
        }
        Some(halt) => {
            anstream::eprintln!("stopped by the limit on {}; --seconds allows more", halt.word());
            Exit::No
        }
        None if rating.unsolved.is_none() => Exit::Yes,
        None => Exit::No,
    })
}
