//! What search proves of a level: whether its goal can be reached, how soon, in how many ways, and how lenient each order is.

use std::io::Write;

use quarry::{Halt, Instance, Leeway, Prospect, Settlement};
use serde_json::json;

use crate::args::RateArgs;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::{Exit, Result};

pub(super) fn run(args: &RateArgs, instance: &dyn Instance) -> Result {
    let settlement = instance.settle(args.limits.budget(), &*stop_on_interrupt()?).ok_or_else(|| {
        let why = "has no named techniques to be rated by, and does not move by itself";
        Complaint::Words(format!("{} {why}", instance.puzzle()))
    })?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(args, instance, &settlement))?;
    } else {
        write!(out, "{}", to_text(args, instance, &settlement))?;
        anstream::eprintln!("{} after {:.2} s", ended(&settlement), settlement.seconds);
    }
    Ok(match settlement.halted {
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ if settlement.solvable == Some(true) => Exit::Yes,
        _ => Exit::No,
    })
}

fn ended(settlement: &Settlement) -> String {
    match settlement.halted {
        None => "settled".to_owned(),
        Some(Halt::Interrupted) => "interrupted".to_owned(),
        Some(halt) => format!("stopped by the limit on {}", halt.word()),
    }
}

fn to_json(args: &RateArgs, instance: &dyn Instance, settlement: &Settlement) -> serde_json::Value {
    let prospect = settlement.prospect;
    let leeway = |leeway: &Leeway| json!({"order": leeway.order, "before": leeway.before, "leniency": leeway.times.len(), "times": leeway.times});
    json!({
        "puzzle": instance.puzzle(),
        "instance": args.instance,
        "solvable": settlement.solvable,
        "fewest_steps": prospect.map(|prospect| prospect.time),
        "fewest_orders": prospect.map(|prospect| prospect.orders),
        // In words, because it may be beyond what other programs take for a number.
        "plans": prospect.map(count),
        "share": prospect.map(|prospect| prospect.share),
        "actions": settlement.actions,
        "steps": settlement.steps,
        "leniency": settlement.leniency.as_ref().map(|orders| orders.iter().map(leeway).collect::<Vec<_>>()),
        "evaluations": settlement.tally.evaluations,
        "nodes": settlement.tally.generated,
        "seconds": settlement.seconds,
        "stopped": settlement.halted.map_or("settled", Halt::word),
    })
}

fn to_text(args: &RateArgs, instance: &dyn Instance, settlement: &Settlement) -> String {
    let name = instance.header().name.as_deref().unwrap_or(&args.instance);
    let mut lines = vec![format!("instance  {name}")];
    let goal = match settlement.solvable {
        Some(true) => "can be reached",
        Some(false) => "cannot be reached (proved)",
        None => "not settled within the limits",
    };
    lines.push(format!("goal      {goal}"));
    if settlement.solvable != Some(false) {
        let said = |words: &dyn Fn(Prospect) -> String| {
            settlement.prospect.map_or_else(|| "not settled within the limits".to_owned(), words)
        };
        lines.push(format!("steps     {}", said(&|prospect| format!("{} at least", prospect.time))));
        lines.push(format!("orders    {}", said(&|prospect| format!("{} at least", prospect.orders))));
        lines.push(format!("plans     {}", said(&|prospect| format!("{} reach the goal", count(prospect)))));
        let (actions, steps) = (settlement.actions, settlement.steps);
        let share = |prospect: Prospect| {
            format!("{:.6e} of all lists of {steps} actions, with {actions} for each step", prospect.share)
        };
        lines.push(format!("share     {}", said(&share)));
        match &settlement.leniency {
            Some(orders) => lines.extend(orders.iter().enumerate().map(leniency)),
            None => lines.push("leniency  not settled within the limits".to_owned()),
        }
    }
    let tally = settlement.tally;
    lines.push(format!(
        "work      {} evaluations, {} nodes generated, {} expanded, {} kept at most",
        tally.evaluations, tally.generated, tally.expanded, tally.kept
    ));
    lines.join("\n") + "\n"
}

fn count(prospect: Prospect) -> String {
    prospect.plans.map_or_else(|| format!("more than {}", u128::MAX), |plans| plans.to_string())
}

/// An order and when it can be given: `leniency  9 steps  0 floater  1..9`.
fn leniency((index, leeway): (usize, &Leeway)) -> String {
    let head = if index == 0 { "leniency" } else { "" };
    let again = match leeway.before {
        0 => String::new(),
        before => format!(" (time {})", before + 1),
    };
    let order = format!("{}{again}", leeway.order);
    let many = leeway.times.len();
    let steps = if many == 1 { "step" } else { "steps" };
    format!("{head:<8} {many:>4} {steps:<5}  {order:<20}  {}", spans(&leeway.times))
}

/// Numbers in ascending order, those without a gap as one: `1, 4..9`.
fn spans(times: &[u32]) -> String {
    let spans = times.chunk_by(|one, next| one + 1 == *next).map(|span| match span {
        [first, .., last] => format!("{first}..{last}"),
        _ => span.first().map_or_else(String::new, u32::to_string),
    });
    spans.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_without_a_gap_are_written_as_one() {
        assert_eq!(spans(&[1, 4, 5, 6, 8, 9]), "1, 4..6, 8..9");
        assert_eq!(spans(&[]), "");
    }
}
