//! `quarry rate`: rates how hard an instance is for people, and why; or, where the world moves by
//! itself, prints what search proves, or how alike two instances are.

mod goal_analysis;
mod likeness;

use std::collections::BTreeMap;
use std::io::Write;

use quarry::{Catalogue, Halt, Instance, Rating, Tier};
use serde_json::{Value, json};

use crate::args::RateArgs;
use crate::input::{Complaint, Instances};
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::progress::{CountBar, Spinner};
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &RateArgs) -> Result {
    let instances = Instances::read(catalogue, &args.instance, &args.named)?;
    if instances.count() > 1 && args.like.is_none() {
        return collection(args, &instances);
    }
    let instance = instances.only()?;
    let stop = stop_or_exit_on_interrupt()?;
    if let Some(other) = &args.like {
        return likeness::run(catalogue, args, &*instance, other, &stop);
    }
    let spinner = Spinner::new("rate");
    let rating = instance.rating(args.budget(), &stop);
    let Some(rating) = rating else {
        return goal_analysis::run(args, &*instance, &stop, spinner);
    };
    drop(spinner);
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(&args.instance, &*instance, &rating))?;
    } else {
        let name = instance.header().name.as_deref().unwrap_or(&args.instance);
        write_text(&mut out, name, &rating)?;
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

/// Rates the instances of a collection: a line each, and how many are of each tier.
fn collection(args: &RateArgs, instances: &Instances) -> Result {
    let stop = stop_or_exit_on_interrupt()?;
    let count = instances.count();
    let progress = CountBar::new(false, "rate", count as u64, "puzzles");
    let mut tiers: BTreeMap<Option<Tier>, usize> = BTreeMap::new();
    let mut rated = 0;
    for index in 0..count {
        let (name, instance) = (instances.name(index), instances.open(index)?);
        let rating = instance.rating(args.budget(), &stop).ok_or_else(|| {
            let why = "has no named techniques to be rated by";
            Complaint::Words(format!("{name}: {} {why}", instance.puzzle()))
        })?;
        if rating.halted == Some(Halt::Interrupted) {
            drop(progress);
            anstream::eprintln!("interrupted: {index} of {count} puzzles were rated");
            return Ok(Exit::Interrupted);
        }
        rated += usize::from(rating.halted.is_none() && rating.unsolved.is_none());
        *tiers.entry(rating.tier).or_default() += 1;
        progress.note(index as u64 + 1);
        progress.print_above(|| {
            let mut out = anstream::stdout().lock();
            if args.json {
                return writeln!(out, "{}", to_json(&name, &*instance, &rating));
            }
            writeln!(out, "{name}  {}, {}", tier_name(rating.tier), points(&rating))
        })?;
    }
    drop(progress);
    if !args.json {
        let tiers = tiers.iter().map(|(tier, count)| format!("{} {count}", tier_name(*tier)));
        let tiers = tiers.collect::<Vec<_>>().join(", ");
        writeln!(anstream::stdout().lock(), "rated {rated} of {count}: {tiers}")?;
    }
    Ok(if rated == count { Exit::Yes } else { Exit::No })
}

fn tier_name(tier: Option<Tier>) -> &'static str {
    tier.map_or("not known", Tier::name)
}

fn steps(rating: &Rating) -> usize {
    rating.used.iter().map(|(_, count)| count).sum()
}

fn points(rating: &Rating) -> String {
    let (score, longest) = (rating.score, rating.longest);
    format!("{score} points in {} steps, the longest chain {longest}", steps(rating))
}

fn to_json(name: &str, instance: &dyn Instance, rating: &Rating) -> Value {
    let technique = |&(technique, count): &(&quarry::Technique, usize)| json!({"technique": technique.name, "tier": technique.tier.name(), "points": technique.points, "count": count});
    let hardest = rating
        .hardest
        .as_ref()
        .map(|(technique, sentence)| json!({"technique": technique, "sentence": sentence}));
    json!({"puzzle": instance.puzzle(), "instance": name, "tier": rating.tier.map(Tier::name),
        "score": rating.score, "solved": rating.unsolved.is_none() && rating.halted.is_none(), "steps": steps(rating), "longest": rating.longest,
        "techniques": rating.used.iter().map(technique).collect::<Vec<_>>(), "hardest": hardest, "unsolved": rating.unsolved,
        "stopped": rating.halted.map_or("finished", Halt::word)})
}

fn write_text(out: &mut impl Write, name: &str, rating: &Rating) -> std::io::Result<()> {
    writeln!(out, "instance  {name}")?;
    let tier = rating
        .tier
        .map_or("not known: the rating was stopped, and this is a partial result", Tier::name);
    writeln!(out, "tier      {tier}")?;
    writeln!(out, "score     {}", points(rating))?;
    for (technique, count) in &rating.used {
        writeln!(out, "          {count:>5} x {:<18} {}", technique.name, technique.tier)?;
    }
    if let Some((technique, sentence)) = &rating.hardest {
        writeln!(out, "hardest   {technique}: {sentence}")?;
    }
    if let Some(why) = &rating.unsolved {
        writeln!(out, "unsolved  {why}")?;
    }
    Ok(())
}
