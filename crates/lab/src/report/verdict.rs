//! What the tests show, in plain words, and never more than that.
//!
//! A difference is claimed only where its corrected p-value is at most [`SIGNIFICANCE`]; of three
//! contenders or more only if Friedman's test finds a difference at all. Where none is shown, that
//! is said, and that it proves nothing. Where the data could not have shown any, that is said
//! instead. Unsolved runs and unequal work are named with what they mean.

use std::cmp::Ordering;

use super::analysis::Analysis;
use super::comparison::{Basis, Comparison, Pair, PairTestKind, SIGNIFICANCE};
use super::growth::Growth;
use super::map::Map;
use super::published_comparison::PublishedComparison;
use crate::measure::Measure;
use crate::number_format::{grouped, listed, p_value, plural, rounded};

/// The verdict, the answer first.
pub(crate) fn sentences(analysis: &Analysis) -> Vec<String> {
    if analysis.runs.0 == 0 {
        return vec!["Nothing can be said: no run of this experiment is in the store.".to_owned()];
    }
    let mut sentences = unsolved(analysis);
    sentences.extend(grown(analysis));
    sentences.extend(analysis.maps.iter().map(|map| along(analysis, map)));
    match &analysis.comparison {
        None if analysis.contenders.len() < 2 => {
            sentences.push(
                "There is one contender only, so that there is nothing to compare.".to_owned(),
            );
        }
        None => sentences
            .push("Nothing can be said: no instance has runs of all contenders.".to_owned()),
        Some(comparison) => sentences.extend(compared(analysis, comparison)),
    }
    let label = |contender: usize| analysis.contenders[contender].label.clone();
    sentences.extend(analysis.effort.as_ref().map(|effort| effort.sentence(label)));
    sentences.extend(analysis.others.iter().map(beside));
    sentences.extend(cautions(analysis));
    sentences
}

/// Which runs are unsolved, and how the tests take them.
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
                " The scores of unsolved runs count nowhere: the tests rank them below every complete run."
            }
        };
    }
    sentences
}

/// In which shape the cost of each contender grows in the experiment's series.
fn grown(analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    for (place, contender) in analysis.contenders.iter().enumerate() {
        let of_contender =
            |growth: &&Growth| growth.contender == place && growth.cost == Measure::Evaluations;
        let mut shapes: Vec<(&str, Vec<String>)> = Vec::new();
        for growth in analysis.growth.iter().filter(of_contender) {
            let Some((series, fit)) = growth.series.as_ref().zip(growth.fits.first()) else {
                continue;
            };
            let shape = fit.shape.name();
            match shapes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, names)) => names.push(series.name.clone()),
                None => shapes.push((shape, vec![series.name.clone()])),
            }
        }
        let shapes: Vec<String> =
            shapes.iter().map(|(shape, names)| format!("{shape} in {}", listed(names))).collect();
        if !shapes.is_empty() {
            sentences.push(format!(
                "What {} spends to reach the goal grows, by the best of four shapes (Akaike's criterion), {}.",
                contender.label,
                shapes.join("; ")
            ));
        }
    }
    sentences
}

/// Where half of the instances are known to be solvable, and where finding out costs most.
fn along(analysis: &Analysis, map: &Map) -> String {
    let half = match map.half() {
        Some(place) => {
            format!("half of the instances are known to be solvable at {} = {place:.1}", map.along)
        }
        None => "nowhere does the share of solvable instances cross a half".to_owned(),
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
        return vec!["Nothing can be said about who scores higher: no run is complete.".to_owned()];
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

/// What somebody did who is ahead.
fn verb(basis: Basis) -> &'static str {
    match basis {
        Basis::MeanScore => "scored higher",
        Basis::MeanRank => "ranked higher",
    }
}

/// The counts, such as ` on 7 of 9 instances, lower on 1 and equal on 1`; nothing where there is
/// one instance only.
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

/// The one that is ahead, and whom it is shown to be ahead of.
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
        "Nothing can be said about who scores higher: with so few runs on {instances}, even one that won every time \
         could not be told from chance ({} at best, where at most {SIGNIFICANCE} is needed). More runs or at least 6 \
         instances are needed.",
        p_value(comparison.smallest_p.min(1.0))
    )
}

fn beside(beside: &PublishedComparison) -> String {
    let PublishedComparison { ours, theirs, measure, higher, lower, equal, left_out, .. } = beside;
    let (measure, instances) = (measure.name(), plural(beside.instances() as u64, "instance"));
    let left_out = match left_out {
        0 => String::new(),
        1 => " (1 more is left out, because runs of ours are unsolved there)".to_owned(),
        more => format!(" ({more} more are left out, because runs of ours are unsolved there)"),
    };
    if beside.instances() == 0 {
        return format!(
            "The {measure} of {ours} is not compared with that of {theirs}: on no instance are all runs of ours complete."
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

/// What a reader must know before believing the rest.
fn cautions(analysis: &Analysis) -> Vec<String> {
    let mut cautions = Vec::new();
    if let Some(reduction) = &analysis.table.reduction {
        let whole = analysis.provenance.origin.whole.as_ref();
        let whole = whole.map_or(String::new(), |command| format!("; all of it: {command}"));
        cautions.push(format!("This is less than the whole experiment ({reduction}{whole})."));
    }
    if analysis.missing() > 0 {
        let (missing, all) =
            (grouped(analysis.missing() as u64), plural(analysis.runs.1 as u64, "run"));
        cautions.push(format!(
            "{missing} of {all} are missing, and what is said here may change with them."
        ));
    }
    let differ = |part: fn(&super::analysis::ContenderNote) -> &String| {
        analysis.contenders.windows(2).any(|pair| part(&pair[0]) != part(&pair[1]))
    };
    if differ(|contender| &contender.limits) {
        cautions.push("The contenders had different budgets, as the method says.".to_owned());
    }
    cautions
}

/// The test, as a sentence names it.
pub(crate) fn test_name(test: PairTestKind) -> &'static str {
    match test {
        PairTestKind::SignedRanks => "Wilcoxon signed-rank over instances, Holm's correction",
        PairTestKind::Nemenyi => "Nemenyi's test of the mean ranks over instances",
        PairTestKind::MannWhitney => "Mann-Whitney between runs, Holm's correction",
    }
}
