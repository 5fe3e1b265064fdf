//! The statistics of an experiment, as a section of a report.

use super::agreement::Agreement;
use super::analysis::{Analysis, Meeting};
use super::comparison::{Basis, Comparison, Pair, PairTestKind};
use super::content::sources;
use super::growth::{ENOUGH_INSTANCES, Growth, formula};
use super::page::{GridRow, PageBlock, ReportTable, TableEntry, heads, row};
use super::published_comparison::PublishedComparison;
use super::verdict::test_name;
use crate::measure::{LEVEL, Measure};
use crate::number_format::{p_value, rounded};
use crate::statistics::CurveShape;

pub(super) fn statistics(analysis: &Analysis) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    if let Some(comparison) = &analysis.comparison {
        blocks.push(PageBlock::Text(how_compared(comparison)));
        blocks.extend(ranks(analysis, comparison).map(PageBlock::ReportTable));
        blocks.push(PageBlock::ReportTable(pairs(analysis, comparison)));
    }
    if !analysis.agreements.is_empty() {
        blocks.push(PageBlock::ReportTable(agreements(analysis)));
    }
    if !analysis.others.is_empty() {
        blocks.push(PageBlock::ReportTable(beside(analysis)));
    }
    blocks.push(PageBlock::ReportTable(successes(analysis)));
    if !analysis.growth.is_empty() {
        blocks.push(PageBlock::ReportTable(growth(analysis)));
        blocks.extend(difficulty(analysis).map(PageBlock::ReportTable));
    }
    blocks
}

fn how_compared(comparison: &Comparison) -> String {
    let sample = match comparison.test {
        PairTestKind::MannWhitney => {
            "There are fewer than 6 instances, so runs are the sample: each pair is tested on each instance separately, and the results hold for these instances only."
        }
        _ => match comparison.basis {
            Basis::MeanScore => {
                "Instances are the sample: mean scores are paired instance by instance."
            }
            Basis::MeanRank => {
                "Instances are the sample: the mean ranks of the runs on an instance are paired instance by instance."
            }
        },
    };
    let unsolved = match comparison.basis {
        Basis::MeanScore => "",
        Basis::MeanRank => {
            " An unsolved run ranks below every complete one, whatever its score, and all unsolved runs tie; a game of chance that a \
             limit cut short ranks above the runs whose scores it had passed, and ties with the rest."
        }
    };
    let approximate = match &comparison.friedman {
        Some(friedman) if friedman.rows < 10 => {
            " Friedman's p-value is an approximation that is reliable from about ten instances on."
        }
        _ => "",
    };
    let nemenyi = if comparison.test == PairTestKind::Nemenyi {
        format!(
            " With so many pairs on so few instances, the signed-rank test could not show any difference after correction ({} at best), so the mean ranks are tested.",
            p_value(comparison.smallest_p)
        )
    } else {
        String::new()
    };
    format!(
        "{sample}{unsolved} The test is {}; all p-values are two-sided and corrected for the number of tests.{nemenyi}{approximate} \
         A is the probability that a run of the first beats a run of the second on the same instance, ties counting half: \
         0.5 is no difference.",
        test_name(comparison.test)
    )
}

fn ranks(analysis: &Analysis, comparison: &Comparison) -> Option<ReportTable> {
    let friedman = comparison.friedman.as_ref()?;
    let mut order: Vec<usize> = (0..friedman.mean_ranks.len()).collect();
    order.sort_by(|&a, &b| friedman.mean_ranks[b].total_cmp(&friedman.mean_ranks[a]));
    let best = |contender: usize| {
        let highest = |row: &&Vec<f64>| row.iter().all(|&mean| mean <= row[contender]);
        comparison.means.iter().filter(highest).count()
    };
    let row_of = |&contender: &usize| {
        let label = analysis.contenders[contender].label.clone();
        row([label, format!("{:.2}", friedman.mean_ranks[contender]), best(contender).to_string()])
    };
    Some(ReportTable {
        caption: format!(
            "Mean ranks over {} instances, highest first (Friedman's chi-squared = {:.2}, {})",
            friedman.rows,
            friedman.statistic,
            p_value(friedman.p_value)
        ),
        head: heads(&["contender", "mean rank", "best or equal on"]),
        texts: 1,
        rows: order.iter().map(row_of).collect(),
        notes: Vec::new(),
    })
}

fn pairs(analysis: &Analysis, comparison: &Comparison) -> ReportTable {
    let by_instance = comparison.test == PairTestKind::MannWhitney;
    let row_of = |pair: &Pair| {
        let label = |contender: usize| analysis.contenders[contender].label.clone();
        let mut cells = vec![label(pair.left), label(pair.right)];
        match pair.instance {
            Some(instance) => cells.push(comparison.instances[instance].clone()),
            None => {
                cells.extend([pair.higher, pair.lower, pair.equal].map(|count| count.to_string()));
            }
        }
        cells.extend([
            format!("{:.2}", pair.effect.a),
            pair.effect.word().to_owned(),
            p_value(pair.p_value),
        ]);
        let mut cells: Vec<TableEntry> = cells.into_iter().map(TableEntry::from).collect();
        cells.last_mut().expect("a p-value").best = pair.is_shown();
        GridRow { cells, ..GridRow::default() }
    };
    let between: &[&str] =
        if by_instance { &["instance"] } else { &["first higher", "lower", "equal"] };
    let head = [&["first", "second"], between, &["A", "effect", "p"]].concat();
    ReportTable {
        caption: "Pairs; shown differences are highlighted".to_owned(),
        head: heads(&head),
        texts: if by_instance { 3 } else { 2 },
        rows: comparison.pairs.iter().map(row_of).collect(),
        notes: Vec::new(),
    }
}

fn agreements(analysis: &Analysis) -> ReportTable {
    let row_of = |pair: &Agreement| {
        let label = |contender: usize| analysis.contenders[contender].label.clone();
        row([
            label(pair.left),
            label(pair.right),
            pair.instances.to_string(),
            format!("{:.2}", pair.by_rank),
        ])
    };
    ReportTable {
        caption: "Agreement of contenders about costly instances".to_owned(),
        head: heads(&["first", "second", "instances", "rank correlation"]),
        texts: 2,
        rows: analysis.agreements.iter().map(row_of).collect(),
        notes: vec![format!(
            "Spearman's correlation of mean {}: 1 if both rank the instances alike, 0 if their \
                 rankings are unrelated. Runs that a limit cut short count with the work they did. Contenders with constant costs are \
                 left out.",
            analysis.work.name()
        )],
    }
}

fn beside(analysis: &Analysis) -> ReportTable {
    let row_of = |beside: &PublishedComparison| {
        row([
            beside.ours.clone(),
            beside.theirs.clone(),
            beside.measure.name().to_owned(),
            beside.our_mean.map_or("-".to_owned(), rounded),
            beside.their_mean.map_or("-".to_owned(), rounded),
            format!("{} / {} / {}", beside.higher, beside.lower, beside.equal),
            p_value(beside.p_value),
        ])
    };
    let mut notes = sources(analysis);
    notes.push("Published figures come from other machines, programs and budgets.".to_owned());
    ReportTable {
        caption: "Our figures and published ones, over the instances that have both".to_owned(),
        head: heads(&[
            "ours",
            "published",
            "measure",
            "our mean",
            "their mean",
            "higher / lower / equal",
            "p",
        ]),
        texts: 3,
        rows: analysis.others.iter().map(row_of).collect(),
        notes,
    }
}

fn successes(analysis: &Analysis) -> ReportTable {
    let mut rows = Vec::new();
    for (instance, meetings) in analysis.instances.iter().zip(&analysis.meetings) {
        for (index, (contender, meeting)) in analysis.contenders.iter().zip(meetings).enumerate() {
            let [target, reached, share, time] = success(meeting);
            let cells =
                [instance.name.clone(), contender.label.clone(), target, reached, share, time];
            rows.push(GridRow {
                cells: cells.map(TableEntry::from).into(),
                begins: index == 0,
                published: false,
            });
        }
    }
    let expected = format!("expected {}", analysis.work.name());
    ReportTable {
        caption: "How often and how soon the best score of all complete runs was reached"
            .to_owned(),
        head: heads(&[
            "instance",
            "contender",
            "best score",
            "reached",
            "share (95 %)",
            expected.as_str(),
        ]),
        texts: 2,
        rows,
        notes: vec![format!(
            "The share's interval is Wilson's. Expected {}: the total of all runs, including failed ones, divided by the number of successes.",
            analysis.work.name()
        )],
    }
}

fn success(meeting: &Meeting) -> [String; 4] {
    let none = || "-".to_owned();
    let (Some(target), Some(time)) = (meeting.target, &meeting.to_target) else {
        return [none(), none(), none(), none()];
    };
    let rate = time.success_rate;
    let interval = rate.wilson(LEVEL);
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    [
        target.to_string(),
        format!("{} of {}", rate.successes(), rate.trials()),
        format!(
            "{} % ({} to {})",
            percent(rate.share()),
            percent(interval.low),
            percent(interval.high)
        ),
        time.expected().map_or_else(none, rounded),
    ]
}

fn growth(analysis: &Analysis) -> ReportTable {
    let none = || "-".to_owned();
    let is_published =
        |growth: &Growth| growth.series.as_ref().is_some_and(|series| series.shape.is_some());
    let has_published = analysis.growth.iter().any(is_published);
    let leniency = |growth: &Growth| growth.series.as_ref()?.leniency.clone();
    let has_leniency = analysis.growth.iter().any(|growth| leniency(growth).is_some());
    let row_of = |growth: &Growth| {
        let best = growth.fits.first();
        let mut cells = vec![name_of(growth), analysis.contenders[growth.contender].label.clone()];
        cells.push(growth.cost.name().to_owned());
        let shapes: Vec<&str> = growth.shapes().into_iter().map(CurveShape::name).collect();
        cells.push(if shapes.is_empty() { none() } else { shapes.join(" or ") });
        if has_published {
            let series = growth.series.as_ref();
            let shape = series.and_then(|series| series.shape);
            cells.push(shape.map_or_else(none, |shape| shape.name().to_owned()));
        }
        if has_leniency {
            cells.push(leniency(growth).unwrap_or_else(none));
        }
        cells.push(best.map_or_else(none, formula));
        cells.push(growth.points.len().to_string());
        for shape in CurveShape::ALL {
            let fit = growth.fits.iter().find(|fit| fit.shape == shape);
            let r_squared =
                fit.and_then(|fit| fit.r_squared).map_or_else(none, |share| format!("{share:.3}"));
            cells.push(fit.map_or_else(none, |fit| format!("{r_squared} ({:.1})", fit.aic)));
        }
        GridRow { cells: cells.into_iter().map(TableEntry::from).collect(), ..GridRow::default() }
    };
    let in_series = analysis.growth.iter().any(|growth| growth.series.is_some());
    let mut notes = if in_series {
        vec![
            "n is the number of an instance in its series; the cost is that of reaching the goal."
                .to_owned(),
        ]
    } else {
        vec![
            "n is the number of cells. Contenders with runs that a limit cut short are left out."
                .to_owned(),
        ]
    };
    notes.push("Below each shape: R2, with Akaike's criterion in parentheses; lower is better. A shape is named alone where it leads by at least 2.".to_owned());
    if has_leniency {
        notes.push(
            "Leniency is published too: the number of time steps at which each order can be given."
                .to_owned(),
        );
    }
    let fewest = analysis.growth.iter().map(|growth| growth.points.len()).min();
    if fewest.is_some_and(|points| points < ENOUGH_INSTANCES) {
        notes.push("With fewer than ten instances the choice of a shape is uncertain.".to_owned());
    }
    notes.extend(left_out(analysis));
    let mut head = vec!["instances", "contender", "cost", "shape"];
    head.extend(has_published.then_some("published"));
    head.extend(has_leniency.then_some("leniency"));
    head.extend(["curve", "points", "linear", "quadratic", "exponential", "power"]);
    ReportTable {
        caption: "How cost grows with size: the best of four shapes by Akaike's criterion"
            .to_owned(),
        head: heads(&head),
        texts: 5 + usize::from(has_published) + usize::from(has_leniency),
        rows: analysis.growth.iter().map(row_of).collect(),
        notes,
    }
}

fn name_of(growth: &Growth) -> String {
    growth.series.as_ref().map_or("all".to_owned(), |series| series.name.clone())
}

/// Lists the instances that not all runs solved, one sentence for each contender.
fn left_out(analysis: &Analysis) -> Vec<String> {
    let mut sentences = Vec::new();
    for (place, contender) in analysis.contenders.iter().enumerate() {
        let of_contender =
            |growth: &&Growth| growth.contender == place && growth.cost == Measure::Evaluations;
        let mut instances: Vec<String> = Vec::new();
        for (name, solved, runs) in
            analysis.growth.iter().filter(of_contender).flat_map(|growth| &growth.left_out)
        {
            let instance = format!("{name} ({solved} of {runs})");
            if !instances.contains(&instance) {
                instances.push(instance);
            }
        }
        if !instances.is_empty() {
            let (label, instances) = (&contender.label, instances.join(", "));
            sentences.push(format!(
                "Left out, because not all runs of {label} solved them: {instances}."
            ));
        }
    }
    sentences
}

/// Lists the series from the easiest to the most difficult, with their published order.
fn difficulty(analysis: &Analysis) -> Option<ReportTable> {
    let placed =
        |growth: &&Growth| growth.series.as_ref().is_some_and(|series| series.place.is_some());
    let mut growths: Vec<&Growth> = analysis
        .growth
        .iter()
        .filter(placed)
        .filter(|growth| growth.cost == Measure::Evaluations)
        .collect();
    let ease = |growth: &Growth| growth.reach().unwrap_or((0.0, f64::INFINITY));
    growths.sort_by(|one, other| {
        let ((far, cost), (farther, dearer)) = (ease(one), ease(other));
        one.contender
            .cmp(&other.contender)
            .then(farther.total_cmp(&far))
            .then(cost.total_cmp(&dearer))
    });
    let mut rows = Vec::new();
    for of_contender in growths.chunk_by(|one, next| one.contender == next.contender) {
        for (ours, growth) in of_contender.iter().enumerate() {
            let place = growth.series.as_ref().and_then(|series| series.place).unwrap_or_default();
            let (far, cost) =
                growth.reach().map_or(("-".to_owned(), "-".to_owned()), |(size, cost)| {
                    (size.to_string(), rounded(cost))
                });
            let label = analysis.contenders[growth.contender].label.clone();
            let cells =
                [label, name_of(growth), (ours + 1).to_string(), place.to_string(), far, cost];
            rows.push(GridRow {
                cells: cells.map(TableEntry::from).into(),
                begins: ours == 0,
                published: false,
            });
        }
    }
    (!rows.is_empty()).then(|| ReportTable {
        caption:
            "Series from the easiest to the most difficult, by the largest n that all runs solved, then by its cost"
                .to_owned(),
        head: heads(&[
            "contender",
            "series",
            "ours",
            "published",
            "largest n solved by all runs",
            "mean evaluations there",
        ]),
        texts: 2,
        rows,
        notes: Vec::new(),
    })
}
