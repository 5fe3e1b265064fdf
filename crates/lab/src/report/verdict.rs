//! Conclusions of the tests in plain words, and never more than the tests show.
//!
//! A difference is claimed only if its corrected p-value is at most [`SIGNIFICANCE`]; with three
//! contenders or more, only if Friedman's test finds a difference at all. If none is shown, the
//! verdict says so, and that this proves nothing. If the data could not have shown any, the verdict
//! says that instead. Unsolved runs and unequal work are stated with their consequences.

use std::cmp::Ordering;

use super::analysis::Analysis;
use super::comparison::{Basis, Comparison, Pair, PairTestKind, SIGNIFICANCE};
use super::growth::{CLEAR_LEAD, Growth};
use super::map::Map;
use super::order;
use super::published_comparison::PublishedComparison;
use crate::measure::Measure;
use crate::number_format::{grouped, listed, p_value, plural, rounded};

/// Returns the sentences of the verdict, the answer first.
pub(crate) fn sentences(analysis: &Analysis) -> Vec<String> {
    if analysis.runs.0 == 0 {
        return vec!["No conclusion: no run of this experiment is in the store.".to_owned()];
    }
    let mut sentences = unsolved(analysis);
    sentences.extend(grown(analysis));
    sentences.extend(analysis.maps.iter().map(|map| along(analysis, map)));
    match &analysis.comparison {
        None if analysis.contenders.len() < 2 => {
            sentences.push(
                "There is only one contender, so there is nothing to compare it to.".to_owned(),
            );
        }
        None => sentences.push("No conclusion: no instance has runs of all contenders.".to_owned()),
        Some(comparison) => sentences.extend(compared(analysis, comparison)),
    }
    let label = |contender: usize| analysis.contenders[contender].label.clone();
    sentences.extend(analysis.effort.as_ref().map(|effort| effort.sentence(label)));
    sentences.extend(order::sentences(&analysis.orders, label));
    sentences.extend(analysis.others.iter().map(beside));
    sentences.extend(cautions(analysis));
    sentences
}

/// Describes the unsolved runs, and how the tests treat them.
fn unsolved(analysis: &Analysis) -> Vec<String> {
    let label = |contender: usize| &analysis.contenders[contender].label;
    let mut sentences: Vec<String> = analysis
        .unsolved
        .iter()
        .map(|unsolved| unsolved.sentence(label(unsolved.contender)))
        .collect();
    let comparable = analysis.comparison.as_ref().is_some_and(|comparison| comparison.has_scores);
    let is_cut = |unsolved: &super::unsolved::Unsolved| unsolved.plays_chance;
    if let (true, Some(last)) = (comparable, sentences.last_mut()) {
        *last += match analysis.unsolved.iter().all(is_cut) {
            true => {
                " The tests treat a game that was cut short as one that would have reached at least its score."
            }
            false => {
                " The scores of unsolved runs are not used: the tests rank these runs below every complete one."
            }
        };
    }
    sentences
}

/// Describes how the cost of each contender grows in the experiment's series.
fn grown(analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    for (place, contender) in analysis.contenders.iter().enumerate() {
        let of_contender =
            |growth: &&Growth| growth.contender == place && growth.cost == Measure::Evaluations;
        let mut shapes: Vec<(String, Vec<String>)> = Vec::new();
        for growth in analysis.growth.iter().filter(of_contender) {
            let Some(series) = &growth.series else { continue };
            let shape = match growth.shapes().as_slice() {
                [] => continue,
                [clear] => clear.name().to_owned(),
                _ => "no shape clearly best".to_owned(),
            };
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, names)) => names.push(series.name.clone()),
                None => shapes.push((shape, vec![series.name.clone()])),
            }
        }
        let shapes: Vec<String> =
            shapes.iter().map(|(shape, names)| format!("{shape} in {}", listed(names))).collect();
        if !shapes.is_empty() {
            sentences.push(format!(
                "The cost of {} to reach the goal grows as follows (the best of four shapes by Akaike's criterion, where it leads by at least {CLEAR_LEAD}): {}.",
                contender.label,
                shapes.join("; ")
            ));
        }
    }
    sentences
}

/// Describes where half of the instances are known to be solvable, and where the cost is highest.
fn along(analysis: &Analysis, map: &Map) -> String {
    let half = match map.half() {
        Some(place) => {
            format!("half of the instances are known to be solvable at {} = {place:.2}", map.along)
        }
        None => "the share of solvable instances nowhere crosses one half".to_owned(),
    };
    let peaks = (0..analysis.contenders.len()).filter_map(|contender| {
        let (cost, stops) = map.peak(contender)?;
        let label = &analysis.contenders[contender].label;
        let values: Vec<_> = stops.iter().map(|stop| stop.value.clone()).collect();
        Some(format!("{label} at {} ({} {})", listed(&values), rounded(cost), map.cost.name()))
    });
    let peaks = peaks.collect::<Vec<_>>().join("; for ");
    let apart = if map.apart.is_empty() { String::new() } else { format!("For {}: ", map.apart) };
    let sentence = format!("{apart}{half}; the median cost is highest for {peaks}.");
    sentence[..1].to_uppercase() + &sentence[1..]
}

fn compared(analysis: &Analysis, comparison: &Comparison) -> Vec<String> {
    if !comparison.has_scores {
        return vec!["No conclusion about the scores: no run is complete.".to_owned()];
    }
    if !comparison.is_able {
        return vec![too_few(comparison)];
    }
    let scopes: Vec<Option<usize>> = match comparison.test {
        PairTestKind::MannWhitney => (0..comparison.instances.len()).map(Some).collect(),
        _ => vec![None],
    };
    let label = |contender: usize| analysis.contenders[contender].label.clone();
    let mut sentences = Vec::new();
    if let Some(friedman) = &comparison.friedman {
        let (count, instances) = (friedman.mean_ranks.len(), comparison.instances.len());
        let found =
            format!("Friedman's test over {instances} instances, {}", p_value(friedman.p_value));
        if friedman.p_value > SIGNIFICANCE {
            let none = "that is not evidence that they are equal";
            return vec![format!(
                "No difference could be shown among the {count} contenders ({found}): {none}."
            )];
        }
        sentences.push(format!("The {count} contenders do not all score alike ({found})."));
    }
    for scope in scopes {
        let place = match scope {
            Some(instance) if comparison.instances.len() > 1 => {
                format!("On {}: ", comparison.instances[instance])
            }
            _ => String::new(),
        };
        if let [_, _] = analysis.contenders.as_slice() {
            let pair = comparison.pair(0, 1, scope).expect("every pair is compared");
            sentences.push(format!("{place}{}", of_two(comparison, &pair, &label)));
        } else {
            sentences.push(format!("{place}{}", of_many(comparison, scope, &label)));
        }
    }
    sentences
}

fn of_two(comparison: &Comparison, pair: &Pair, label: &impl Fn(usize) -> String) -> String {
    let pair = if pair.direction == Ordering::Less { pair.clone().turned() } else { pair.clone() };
    let (left, right) = (label(pair.left), label(pair.right));
    let counts = counts(comparison, &pair);
    let (test, verb) = (test_name(comparison.test), verb(comparison.basis));
    let (p, a, word) = (p_value(pair.p_value), pair.effect.a, pair.effect.word());
    if pair.is_shown() {
        format!("{left} {verb} than {right}{counts} ({test}, {p}; A = {a:.2}, {word}).")
    } else {
        format!(
            "No difference could be shown between {left} and {right} ({test}, {p}): that is not evidence that they \
             are equal.{}",
            if counts.is_empty() { String::new() } else { format!(" {left} {verb}{counts}.") }
        )
    }
}

/// Returns the verb for the contender that is ahead.
fn verb(basis: Basis) -> &'static str {
    match basis {
        Basis::MeanScore => "scored higher",
        Basis::MeanRank => "ranked higher",
    }
}

/// Formats the counts, such as ` on 7 of 9 instances, lower on 1 and equal on 1`; empty if there is
/// only one instance.
fn counts(comparison: &Comparison, pair: &Pair) -> String {
    if pair.instance.is_some() {
        return String::new();
    }
    let others = [(pair.lower, "lower"), (pair.equal, "equal")];
    let others: Vec<String> = others
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what} on {count}"))
        .collect();
    let others = if others.is_empty() { String::new() } else { format!(", {}", listed(&others)) };
    format!(" on {} of {} instances{others}", pair.higher, comparison.instances.len())
}

/// Names the leading contender, and those that it is shown to be ahead of.
fn of_many(
    comparison: &Comparison,
    scope: Option<usize>,
    label: &impl Fn(usize) -> String,
) -> String {
    let (standing, what) = match (&comparison.friedman, scope) {
        (Some(friedman), _) => (friedman.mean_ranks.clone(), "mean rank"),
        (None, instance) => {
            let what = match comparison.basis {
                Basis::MeanScore => "mean score",
                Basis::MeanRank => "mean rank of its runs",
            };
            (comparison.means[instance.unwrap_or_default()].clone(), what)
        }
    };
    let highest = standing.iter().copied().fold(f64::MIN, f64::max);
    let leaders: Vec<usize> =
        (0..standing.len()).filter(|&place| standing[place] == highest).collect();
    let leader = leaders[0];
    let (mut shown, mut open, mut untested) = (Vec::new(), Vec::new(), Vec::new());
    for other in (0..standing.len()).filter(|other| !leaders.contains(other)) {
        let pair = comparison.pair(leader, other, scope).expect("every pair is compared");
        let is_ahead = pair.is_shown() && pair.direction == Ordering::Greater;
        let list = match (is_ahead, pair.is_able) {
            (true, _) => &mut shown,
            (false, true) => &mut open,
            (false, false) => &mut untested,
        };
        list.push(pair);
    }
    let names =
        |pairs: &[Pair]| listed(&pairs.iter().map(|pair| label(pair.right)).collect::<Vec<_>>());
    let tied: Vec<String> = leaders.iter().map(|&leader| label(leader)).collect();
    let have = if leaders.len() == 1 { "has" } else { "share" };
    let mut sentence =
        format!("{} {have} the highest {what} ({}).", listed(&tied), rounded(highest));
    let (test, leader) = (test_name(comparison.test), label(leader));
    match shown.as_slice() {
        [] => {}
        [pair] => sentence = format!("{sentence} {}", of_two(comparison, pair, label)),
        pairs => {
            let largest = pairs.iter().map(|pair| pair.p_value).fold(0.0, f64::max);
            let p = p_value(largest).replace('=', "≤");
            let verb = verb(comparison.basis);
            sentence += &format!(" {leader} {verb} than {} ({test}, each {p}).", names(pairs));
        }
    }
    if !open.is_empty() {
        let any = if open.len() == 1 { "" } else { "any of " };
        sentence += &format!(
            " No difference could be shown between {leader} and {any}{}: that is not evidence that they are equal.",
            names(&open)
        );
    }
    if !untested.is_empty() {
        sentence +=
            &format!(" There are too few runs to compare {leader} with {}.", names(&untested));
    }
    if scope.is_none() {
        let (shown, all) = (
            comparison.pairs.iter().filter(|pair| pair.is_shown()).count(),
            comparison.pairs.len(),
        );
        sentence += &match shown {
            0 => format!(" None of the {all} pairs could be shown to differ ({test})."),
            1 => format!(" Of all {all} pairs, 1 is shown to differ; the table of pairs names it."),
            _ => format!(
                " Of all {all} pairs, {shown} are shown to differ; the table of pairs names them."
            ),
        };
    }
    sentence
}

fn too_few(comparison: &Comparison) -> String {
    let instances = plural(comparison.instances.len() as u64, "instance");
    format!(
        "No conclusion about which contender scores higher: with so few runs on {instances}, even one that won every time \
         could not be distinguished from chance ({} at best; at most {SIGNIFICANCE} is needed). More runs or at least 6 \
         instances are needed.",
        p_value(comparison.smallest_p.min(1.0))
    )
}

fn beside(beside: &PublishedComparison) -> String {
    let PublishedComparison { ours, theirs, measure, higher, lower, equal, left_out, .. } = beside;
    let (measure, instances) = (measure.name(), plural(beside.instances() as u64, "instance"));
    let left_out = match left_out {
        0 => String::new(),
        1 => " (1 more is left out, because some of our runs are unsolved there)".to_owned(),
        more => format!(" ({more} more are left out, because some of our runs are unsolved there)"),
    };
    if beside.instances() == 0 {
        return format!(
            "The {measure} of {ours} is not compared with that of {theirs}: there is no instance on which all our runs are complete."
        );
    }
    let counts = format!(
        "The {measure} of {ours} is higher than that of {theirs} on {higher} of {instances}, lower on {lower} and \
         equal on {equal}{left_out}"
    );
    let p = p_value(beside.p_value);
    if !beside.is_able() {
        return format!("{counts}; these are too few instances for a test.");
    }
    if beside.p_value <= SIGNIFICANCE {
        format!("{counts} (Wilcoxon signed-rank over instances, {p}).")
    } else {
        format!(
            "{counts}; no difference could be shown (Wilcoxon signed-rank over instances, {p}), which is not evidence \
             that there is none."
        )
    }
}

/// Returns the caveats that a reader must know.
fn cautions(analysis: &Analysis) -> Vec<String> {
    let mut cautions = Vec::new();
    if let Some(reduction) = &analysis.table.reduction {
        let whole = analysis.provenance.origin.whole.as_ref();
        let whole = whole.map_or(String::new(), |command| format!("; all of it: {command}"));
        cautions.push(format!("This is not the full experiment ({reduction}{whole})."));
    }
    if analysis.missing() > 0 {
        let (missing, all) =
            (grouped(analysis.missing() as u64), plural(analysis.runs.1 as u64, "run"));
        cautions
            .push(format!("{missing} of {all} are missing, and the results may change with them."));
    }
    let differ = |part: fn(&super::analysis::ContenderNote) -> &String| {
        analysis.contenders.windows(2).any(|pair| part(&pair[0]) != part(&pair[1]))
    };
    if differ(|contender| &contender.limits) {
        cautions
            .push("The contenders had different budgets, as the method section shows.".to_owned());
    }
    cautions
}

/// Returns the name of the test for sentences.
pub(crate) fn test_name(test: PairTestKind) -> &'static str {
    match test {
        PairTestKind::SignedRanks => "Wilcoxon signed-rank over instances, Holm's correction",
        PairTestKind::Nemenyi => "Nemenyi's test of the mean ranks over instances",
        PairTestKind::MannWhitney => "Mann-Whitney between runs, Holm's correction",
    }
}
