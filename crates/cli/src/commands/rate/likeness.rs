//! How alike two instances are: the puzzle's own measures, and what a plan for one is worth on the
//! other.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use quarry::{CarriedPlan, Catalogue, Instance, Likeness};
use serde_json::{Value, json};

use crate::args::RateArgs;
use crate::input::{Complaint, Instances};
use crate::progress::Spinner;
use crate::{Exit, Result};

pub(super) fn run(
    catalogue: &Catalogue,
    args: &RateArgs,
    instance: &dyn Instance,
    other: &str,
    stop: &AtomicBool,
) -> Result {
    let like = Instances::read(catalogue, other, &args.named)?.only()?;
    if like.puzzle() != instance.puzzle() {
        return Err(Complaint::Words(format!(
            "--like {other}: expected an instance of {}, found one of {}",
            instance.puzzle(),
            like.puzzle()
        )));
    }
    let spinner = Spinner::new("rate");
    let likeness = instance.likeness(&*like, args.budget(), stop);
    drop(spinner);
    let likeness = likeness.ok_or_else(|| {
        let why = "are not compared: only puzzles that move by themselves are";
        Complaint::Words(format!("--like: instances of {} {why}", instance.puzzle()))
    })?;
    let name = |instance: &dyn Instance, given: &str| {
        instance.header().name.as_deref().unwrap_or(given).to_owned()
    };
    let names = [name(instance, &args.instance), name(&*like, other)];
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(args, other, instance, &likeness))?;
    } else {
        write_text(&mut out, &names, &likeness)?;
    }
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Yes })
}

fn write_text(
    out: &mut impl Write,
    [name, other]: &[String; 2],
    likeness: &Likeness,
) -> std::io::Result<()> {
    writeln!(out, "instance  {name}")?;
    writeln!(out, "like      {other}")?;
    for (measure, share) in &likeness.shares {
        writeln!(out, "{measure:<9} {:.1}%", 100.0 * share)?;
    }
    for (plan, to, from) in [(likeness.here, name, other), (likeness.there, other, name)] {
        writeln!(out, "plan      {}", carried(plan, to, from))?;
    }
    Ok(())
}

fn carried(plan: Option<CarriedPlan>, to: &str, from: &str) -> String {
    let Some(plan) = plan else { return format!("of {from} on {to}: not settled in the limits") };
    let share = plan.share().map_or_else(
        || "none of what its own plan gains, which is nothing".to_owned(),
        |share| format!("{:.1}% of what its own plan gains", 100.0 * share),
    );
    let goal = if plan.is_solved { ", goal reached" } else { "" };
    let CarriedPlan { score, own, idle, .. } = plan;
    format!("of {from} on {to}: {share} ({score} points, own {own}, no order {idle}{goal})")
}

fn to_json(args: &RateArgs, other: &str, instance: &dyn Instance, likeness: &Likeness) -> Value {
    let plan = |plan: CarriedPlan| {
        json!({"share": plan.share(), "score": plan.score, "solved": plan.is_solved,
            "own": plan.own, "idle": plan.idle})
    };
    let shares = likeness.shares.iter().map(|&(name, share)| (name.to_owned(), json!(share)));
    json!({
        "puzzle": instance.puzzle(),
        "instance": args.instance,
        "like": other,
        "likeness": shares.collect::<serde_json::Map<_, _>>(),
        "here": likeness.here.map(plan),
        "there": likeness.there.map(plan),
    })
}
