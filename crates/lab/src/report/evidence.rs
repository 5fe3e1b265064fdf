//! The statistics of an experiment, as a part of a report.

use super::analysis::{Analysis, Meeting};
use super::comparison::{Comparison, Pair, PairTest};
use super::content::sources;
use super::growth::{ENOUGH_INSTANCES, Growth};
use super::others::Beside;
use super::page::{Block, Entry, Grid, GridRow, heads, row};
use super::verdict::test_name;
use crate::measure::LEVEL;
use crate::words::{p_value, rounded};

pub(super) fn statistics(analysis: &Analysis) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(comparison) = &analysis.comparison {
        blocks.push(Block::Text(how_compared(comparison)));
        blocks.extend(ranks(analysis, comparison).map(Block::Grid));
        blocks.push(Block::Grid(pairs(analysis, comparison)));
    }
    if !analysis.others.is_empty() {
        blocks.push(Block::Grid(beside(analysis)));
    }
    blocks.push(Block::Grid(successes(analysis)));
    if !analysis.growth.is_empty() {
        blocks.push(Block::Grid(growth(analysis)));
    }
    blocks
}

fn how_compared(comparison: &Comparison) -> String {
    let sample = match comparison.test {
        PairTest::MannWhitney => {
            "There are fewer than 6 instances, so that runs are the sample: each pair is tested on each instance alone, and what is shown holds for these instances only."
        }
        _ => "Instances are the sample: mean scores are paired instance by instance.",
    };
    let approximate = match &comparison.friedman {
        Some(friedman) if friedman.rows < 10 => {
            " Friedman's p-value is an approximation, sound from some ten instances on."
        }
        _ => "",
    };
    let nemenyi = if comparison.test == PairTest::Nemenyi {
        format!(
            " With so many pairs on so few instances, signed ranks could not show anything after correction ({} at best), so the mean ranks are tested.",
            p_value(comparison.smallest_p)
        )
    } else {
        String::new()
    };
    format!(
        "{sample} The test is {}; all p-values are two-sided and corrected for the number of tests.{nemenyi}{approximate} \
         A is the chance that a run of the first beats a run of the second on the same instance, ties counting half: \
         0.5 is no difference.",
        test_name(comparison.test)
    )
}

fn ranks(analysis: &Analysis, comparison: &Comparison) -> Option<Grid> {
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
    Some(Grid {
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

fn pairs(analysis: &Analysis, comparison: &Comparison) -> Grid {
    let by_instance = comparison.test == PairTest::MannWhitney;
    let row_of = |pair: &Pair| {
        let label = |contender: usize| analysis.contenders[contender].label.clone();
        let mut cells = vec![label(pair.left), label(pair.right)];
        match pair.instance {
            Some(instance) => cells.push(comparison.instances[instance].clone()),
            None => cells.extend([pair.higher, pair.lower, pair.equal].map(|count| count.to_string())),
        }
        cells.extend([format!("{:.2}", pair.effect.a), pair.effect.word().to_owned(), p_value(pair.p_value)]);
        let mut cells: Vec<Entry> = cells.into_iter().map(Entry::from).collect();
        cells.last_mut().expect("a p-value").best = pair.is_shown();
        GridRow { cells, ..GridRow::default() }
    };
    let between: &[&str] = if by_instance { &["instance"] } else { &["first higher", "lower", "equal"] };
    let head = [&["first", "second"], between, &["A", "effect", "p"]].concat();
    Grid {
        caption: "Pairs; what is shown stands out".to_owned(),
        head: heads(&head),
        texts: if by_instance { 3 } else { 2 },
        rows: comparison.pairs.iter().map(row_of).collect(),
        notes: Vec::new(),
    }
}

fn beside(analysis: &Analysis) -> Grid {
    let row_of = |beside: &Beside| {
        row([
            beside.ours.clone(),
            beside.theirs.clone(),
            beside.measure.name().to_owned(),
            rounded(beside.our_mean),
            rounded(beside.their_mean),
            format!("{} / {} / {}", beside.higher, beside.lower, beside.equal),
            p_value(beside.p_value),
        ])
    };
    let mut notes = sources(analysis);
    notes.push("Published figures come from other machines, programs and budgets.".to_owned());
    Grid {
        caption: "Ours beside published figures, over the instances that have both".to_owned(),
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

fn successes(analysis: &Analysis) -> Grid {
    let mut rows = Vec::new();
    for (instance, meetings) in analysis.instances.iter().zip(&analysis.meetings) {
        for (index, (contender, meeting)) in analysis.contenders.iter().zip(meetings).enumerate() {
            let [target, reached, share, time] = success(meeting);
            let cells = [instance.name.clone(), contender.label.clone(), target, reached, share, time];
            rows.push(GridRow { cells: cells.map(Entry::from).into(), begins: index == 0, published: false });
        }
    }
    Grid {
        caption: "How often and how soon the best score of all runs was reached".to_owned(),
        head: heads(&["instance", "contender", "best score", "reached", "share (95 %)", "expected evaluations"]),
        texts: 2,
        rows,
        notes: vec![
            "The share's interval is Wilson's. Expected evaluations: of all runs, failed ones included, for each success."
                .to_owned(),
        ],
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
        format!("{} % ({} to {})", percent(rate.share()), percent(interval.low), percent(interval.high)),
        time.expected().map_or_else(none, rounded),
    ]
}

fn growth(analysis: &Analysis) -> Grid {
    let row_of = |growth: &Growth| {
        row([
            analysis.contenders[growth.contender].label.clone(),
            growth.cost.name().to_owned(),
            format!("{:?}", growth.fit.shape).to_lowercase(),
            growth.formula(),
            growth.fit.r_squared.map_or("-".to_owned(), |share| format!("{share:.3}")),
            format!("{:.1}", growth.fit.aic),
        ])
    };
    let mut notes =
        vec!["n is the number of cells. A contender that a limit cut short anywhere is left out.".to_owned()];
    if analysis.instances.len() < ENOUGH_INSTANCES {
        notes.push("With fewer than ten instances the choice of a shape says little.".to_owned());
    }
    Grid {
        caption: "How cost grows with size: of four shapes the best by Akaike's criterion".to_owned(),
        head: heads(&["contender", "cost", "shape", "curve", "R2", "AIC"]),
        texts: 4,
        rows: analysis.growth.iter().map(row_of).collect(),
        notes,
    }
}
