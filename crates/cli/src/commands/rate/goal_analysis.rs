//! What search proves about a level: whether its goal can be reached, how soon, in how many ways,
//! and how lenient each order is.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use quarry::{GoalAnalysis, Halt, Instance, Leeway, OrderGroups, Prospect, SampledPlan};
use quarry_lab::statistics::{pearson, spearman};
use serde_json::json;

use crate::args::RateArgs;
use crate::input::Complaint;
use crate::progress::Spinner;
use crate::{Exit, Result};

pub(super) fn run(
    args: &RateArgs,
    instance: &dyn Instance,
    stop: &AtomicBool,
    spinner: Spinner,
) -> Result {
    let analysis = instance.analyse_goal(args.budget(), stop);
    drop(spinner);
    let analysis = analysis.ok_or_else(|| {
        let why = "has no named techniques to be rated by, and does not move by itself";
        Complaint::Words(format!("{} {why}", instance.puzzle()))
    })?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", to_json(args, instance, &analysis))?;
    } else {
        write!(out, "{}", to_text(args, instance, &analysis))?;
        crate::tell!("{} after {:.2} s", ended(&analysis), analysis.seconds);
    }
    Ok(match analysis.halted {
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ if analysis.solvable == Some(true) => Exit::Yes,
        _ => Exit::No,
    })
}

fn ended(analysis: &GoalAnalysis) -> String {
    match analysis.halted {
        None => "settled".to_owned(),
        Some(Halt::Interrupted) => "interrupted".to_owned(),
        Some(halt) => format!("stopped by the limit on {}", halt.word()),
    }
}

fn to_json(args: &RateArgs, instance: &dyn Instance, analysis: &GoalAnalysis) -> serde_json::Value {
    let prospect = analysis.prospect;
    let leeway = |leeway: &Leeway| json!({"order": leeway.order, "before": leeway.before, "leniency": leeway.times.len(), "times": leeway.times});
    json!({
        "puzzle": instance.puzzle(),
        "instance": args.instance,
        "solvable": analysis.solvable,
        "fewest_steps": prospect.map(|prospect| prospect.time),
        "fewest_orders": prospect.map(|prospect| prospect.orders),
        // As text, because the number may be too large for other programs.
        "plans": prospect.map(count),
        "share": prospect.map(|prospect| prospect.share),
        "actions": analysis.actions,
        "steps": analysis.steps,
        "leniency": analysis.leniency.as_ref().map(|orders| orders.iter().map(leeway).collect::<Vec<_>>()),
        "groups": analysis.groups.map(|groups| {
            json!({
                "worlds": groups.worlds,
                "orders": groups.orders,
                "classes": groups.classes,
                "regions": groups.regions,
            })
        }),
        "landscape": analysis.landscape.as_deref().map(|drawn| {
            let correlation = Correlation::of(drawn);
            json!({
                "plans": drawn.len(),
                "pearson": correlation.pearson,
                "spearman": correlation.spearman,
                "mean_distance": correlation.mean_distance,
            })
        }),
        "evaluations": analysis.tally.evaluations,
        "nodes": analysis.tally.generated,
        "seconds": analysis.seconds,
        "stopped": analysis.halted.map_or("settled", Halt::word),
    })
}

fn to_text(args: &RateArgs, instance: &dyn Instance, analysis: &GoalAnalysis) -> String {
    let name = instance.header().name.as_deref().unwrap_or(&args.instance);
    let mut lines = vec![format!("instance  {name}")];
    let goal = match analysis.solvable {
        Some(true) => "can be reached",
        Some(false) => "cannot be reached (proved)",
        None => "not settled within the limits",
    };
    lines.push(format!("goal      {goal}"));
    if analysis.solvable != Some(false) {
        let said = |words: &dyn Fn(Prospect) -> String| {
            analysis.prospect.map_or_else(|| "not settled within the limits".to_owned(), words)
        };
        lines
            .push(format!("steps     {}", said(&|prospect| format!("{} at least", prospect.time))));
        lines.push(format!(
            "orders    {}",
            said(&|prospect| format!("{} at least", prospect.orders))
        ));
        lines.push(format!(
            "plans     {}",
            said(&|prospect| format!("{} reach the goal", count(prospect)))
        ));
        let (actions, steps) = (analysis.actions, analysis.steps);
        let share = |prospect: Prospect| {
            format!(
                "{:.6e} of all lists of {steps} actions, with {actions} for each step",
                prospect.share
            )
        };
        lines.push(format!("share     {}", said(&share)));
        match &analysis.leniency {
            Some(orders) => lines.extend(orders.iter().enumerate().map(leniency)),
            None => lines.push("leniency  not settled within the limits".to_owned()),
        }
        lines.extend(analysis.groups.map(|groups| {
            let OrderGroups { worlds, orders, classes, regions } = groups;
            format!(
                "groups    {orders} orders in {worlds} worlds on the way; {classes} classes, \
                 {regions} regions"
            )
        }));
        lines.extend(analysis.landscape.as_deref().map(landscape));
    }
    let tally = analysis.tally;
    lines.push(format!(
        "work      {} evaluations, {} nodes generated, {} expanded, {} kept at most",
        tally.evaluations, tally.generated, tally.expanded, tally.kept
    ));
    lines.join("\n") + "\n"
}

fn count(prospect: Prospect) -> String {
    prospect.plans.map_or_else(|| format!("more than {}", u128::MAX), |plans| plans.to_string())
}

/// Formats an order with the times at which it can be given: `leniency 9 steps 0 floater 1..9`.
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

/// Correlation of the plans' scores with their distance from the goal: at -1 the score leads to the
/// goal, at 0 it gives no information.
struct Correlation {
    pearson: Option<f64>,
    spearman: Option<f64>,
    mean_distance: f64,
}

impl Correlation {
    fn of(drawn: &[SampledPlan]) -> Self {
        let (scores, distances): (Vec<f64>, Vec<f64>) =
            drawn.iter().map(|drawn| (drawn.score as f64, f64::from(drawn.distance))).unzip();
        let fit = "scores and distances are finite and equally many";
        Correlation {
            pearson: pearson(&scores, &distances).expect(fit),
            spearman: spearman(&scores, &distances).expect(fit),
            mean_distance: distances.iter().sum::<f64>() / distances.len() as f64,
        }
    }
}

/// Formats a line such as `fitness r = -0.312 with distance (by rank -0.298) over 1000 plans at
/// random, 3.2 changes from the goal`.
fn landscape(drawn: &[SampledPlan]) -> String {
    let Correlation { pearson, spearman, mean_distance } = Correlation::of(drawn);
    let plans =
        format!("over {} plans at random, {mean_distance:.1} changes from the goal", drawn.len());
    match pearson.zip(spearman) {
        Some((r, by_rank)) => {
            format!("fitness   r = {r:.3} with distance (by rank {by_rank:.3}) {plans}")
        }
        None if mean_distance == 0.0 => {
            format!(
                "fitness   is not informative: all of {} plans at random reach the goal",
                drawn.len()
            )
        }
        None => {
            format!("fitness   has no correlation with distance: one of them is constant {plans}")
        }
    }
}

/// Formats ascending numbers, with runs as ranges: `1, 4..9`.
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
