//! The plots of a report: the only module that turns an analysis into data for drawings.

use quarry::Score;

use super::analysis::{Analysis, Meeting};
use super::growth::Growth;
use super::map::{Map, Stop};
use super::page::PageBlock;
use crate::measure::Measure;
use crate::plot::{self, Costs, PlotLine, Reached, Reference, Runs, Scores};
use crate::statistics::{Attainment, Sample};

/// Maximum number of instances with their own drawings; if there are more, these are spread over
/// the list.
const MOST_ALONE: usize = 4;

/// Maximum number of readable rows of a heat map.
const MOST_ROWS: usize = 60;

/// Number of targets of an instance, from the lowest final score to the best.
const TARGETS: Score = 10;

/// Returns the drawings in reading order.
pub(super) fn drawings(analysis: &Analysis) -> Vec<PageBlock> {
    let mut drawings = Vec::new();
    if analysis.runs.0 == 0 {
        return drawings;
    }
    drawings.extend(heat_map(analysis));
    drawings.extend(attainment(analysis));
    if !analysis.maps.is_empty() {
        return drawings;
    }
    for instance in chosen(analysis.instances.len()) {
        drawings.push(anytime(analysis, instance));
        drawings.extend(boxes(analysis, instance));
    }
    drawings.extend(
        [Measure::Evaluations, Measure::Seconds].iter().flat_map(|&cost| growth(analysis, cost)),
    );
    drawings
}

fn drawn(title: &str, svg: String) -> PageBlock {
    PageBlock::Drawing(title.to_owned(), svg)
}

fn chosen(count: usize) -> Vec<usize> {
    let drawn = count.min(MOST_ALONE);
    (0..drawn).map(|place| place * (count - 1) / (drawn - 1).max(1)).collect()
}

fn heat_map(analysis: &Analysis) -> Option<PageBlock> {
    let instances: Vec<&str> =
        analysis.instances.iter().map(|instance| instance.name.as_str()).collect();
    let contenders = labels(analysis);
    if instances.len() < 2 || instances.len() > MOST_ROWS || contenders.len() < 2 {
        return None;
    }
    let share = |instance: usize, contender: usize| {
        let Meeting { runs, scores, target, .. } = &analysis.meetings[instance][contender];
        // Without its unsolved runs, a contender would look better than it is.
        let target = target.filter(|&target| target > 0 && scores.len() == *runs)?;
        Some(Sample::new(scores.clone()).ok()?.mean() / target as f64)
    };
    let mut title = "Mean score in per cent of the best score of all runs".to_owned();
    if !analysis.unsolved.is_empty() {
        title += "; empty where runs are unsolved";
    }
    Some(drawn(&title, plot::heat_map(&title, &instances, &contenders, share)))
}

fn attainment(analysis: &Analysis) -> Option<PageBlock> {
    let mut of_contenders: Vec<Vec<Attainment>> = vec![Vec::new(); analysis.contenders.len()];
    for meetings in &analysis.meetings {
        let targets = targets(meetings);
        for (parts, meeting) in of_contenders.iter_mut().zip(meetings) {
            parts.extend(Attainment::new(&meeting.traces, &targets));
        }
    }
    let pooled: Vec<Attainment> =
        of_contenders.iter().map(|parts| Attainment::pooled(parts)).collect();
    let budget =
        pooled.iter().filter_map(|pooled| pooled.steps().last().map(|&(spent, _)| spent)).max()?;
    let reached = |(label, attainment)| Reached { label, attainment };
    let reached: Vec<Reached> = labels(analysis).into_iter().zip(&pooled).map(reached).collect();
    let title = "Share of targets reached, over all runs and instances";
    Some(drawn(title, plot::attainment(title, &reached, budget, analysis.work.name())))
}

/// Returns evenly spaced scores between the lowest and the highest final score.
fn targets(meetings: &[Meeting]) -> Vec<Score> {
    let scores =
        || meetings.iter().flat_map(|meeting| &meeting.scores).map(|&score| score as Score);
    let (Some(lowest), Some(highest)) = (scores().min(), scores().max()) else { return Vec::new() };
    let mut targets: Vec<Score> =
        (1..=TARGETS).map(|step| lowest + (highest - lowest) * step / TARGETS).collect();
    targets.dedup();
    targets
}

fn anytime(analysis: &Analysis, instance: usize) -> PageBlock {
    let runs = labels(analysis).into_iter().zip(&analysis.meetings[instance]);
    let runs: Vec<Runs> =
        runs.map(|(label, meeting)| Runs { label, traces: &meeting.traces }).collect();
    let work = analysis.work.name();
    let title = format!("Score over {work} on {}", analysis.instances[instance].name);
    drawn(&title, plot::anytime(&title, &runs, reference(analysis, instance), work))
}

/// Draws the scores on an instance, if some contender has several runs.
fn boxes(analysis: &Analysis, instance: usize) -> Option<PageBlock> {
    let meetings = &analysis.meetings[instance];
    if meetings.iter().all(|meeting| meeting.scores.len() < 2) {
        return None;
    }
    let labels = labels(analysis).into_iter().zip(meetings).map(|(label, meeting)| {
        let complete = meeting.scores.len();
        if complete == meeting.runs {
            label.to_owned()
        } else {
            format!("{label} ({complete} of {})", meeting.runs)
        }
    });
    let labels: Vec<String> = labels.collect();
    let scores = labels.iter().zip(meetings);
    let scores: Vec<Scores> =
        scores.map(|(label, meeting)| Scores { label, scores: &meeting.scores }).collect();
    let title = format!("Scores on {}", analysis.instances[instance].name);
    Some(drawn(&title, plot::boxes(&title, "score", &scores, reference(analysis, instance))))
}

/// Draws the costs of the contenders; where there are series, one drawing for each contender.
fn growth(analysis: &Analysis, cost: Measure) -> Vec<PageBlock> {
    let growths: Vec<_> = analysis.growth.iter().filter(|growth| growth.cost == cost).collect();
    let apart =
        |one: &&Growth, next: &&Growth| one.series.is_none() || one.contender == next.contender;
    let mut drawings = Vec::new();
    for together in growths.chunk_by(apart) {
        let label = |growth: &Growth| {
            let contender = &analysis.contenders[growth.contender].label;
            growth.series.as_ref().map_or(contender.clone(), |series| series.name.clone())
        };
        let labels: Vec<String> = together.iter().map(|growth| label(growth)).collect();
        let costs = together.iter().zip(&labels).map(|(growth, label)| {
            let fits = &growth.fits[..growth.fits.len().min(1)];
            Costs { label, points: &growth.points, fits }
        });
        let costs: Vec<Costs> = costs.filter(|costs| !costs.points.is_empty()).collect();
        let what = if cost == Measure::Seconds { "Seconds" } else { "Evaluations" };
        let (title, size) = match together[0].series {
            None => (format!("{what} over size"), "cells"),
            Some(_) => (
                format!(
                    "{what} of {} to reach the goal",
                    analysis.contenders[together[0].contender].label
                ),
                "n",
            ),
        };
        if !costs.is_empty() {
            drawings.push(drawn(&title, plot::growth(&title, (size, cost.name()), &costs, true)));
        }
    }
    drawings
}

/// Draws the share of solvable instances of a map, and the cost of settling them.
pub(super) fn along(analysis: &Analysis, map: &Map) -> Vec<PageBlock> {
    let apart = if map.apart.is_empty() { String::new() } else { format!(", {}", map.apart) };
    let places = map.places();
    let share = |count: fn(&Stop) -> usize| {
        let shares = map.stops.iter().map(|stop| count(stop) as f64 / stop.instances as f64);
        places.iter().copied().zip(shares).collect::<Vec<_>>()
    };
    let shares = [
        ("solvable", share(|stop| stop.solvable)),
        ("not solvable", share(|stop| stop.unsolvable)),
        ("open", share(|stop| stop.instances - stop.solvable - stop.unsolvable)),
    ];
    let lines = shares.iter().map(|(label, points)| PlotLine { label, points });
    let title = format!("Share of instances along {}{apart}", map.along);
    let names = (map.along.as_str(), "share of instances");
    let solvable = drawn(&title, plot::lines(&title, names, &lines.collect::<Vec<_>>(), false));
    let cost = |what: &str, of: fn(&Stop) -> &[Option<f64>]| {
        let points: Vec<Vec<(f64, f64)>> = (0..analysis.contenders.len())
            .map(|contender| {
                let costs = map.stops.iter().map(|stop| of(stop)[contender]);
                places.iter().zip(costs).filter_map(|(&place, cost)| Some((place, cost?))).collect()
            })
            .collect();
        let lines = labels(analysis).into_iter().zip(&points);
        let lines: Vec<_> = lines.map(|(label, points)| PlotLine { label, points }).collect();
        let title = format!("{what} {} along {}{apart}", map.cost.name(), map.along);
        let names = (map.along.as_str(), map.cost.name());
        drawn(&title, plot::lines(&title, names, &lines, true))
    };
    vec![solvable, cost("Median", |stop| &stop.costs), cost("90% of", |stop| &stop.dear)]
}

/// Returns the first published score on this very instance, not on a similar one.
fn reference(analysis: &Analysis, instance: usize) -> Option<Reference<'_>> {
    let name = &analysis.instances[instance].name;
    let is_score =
        |measure: &Measure| matches!(measure, Measure::Best | Measure::Mean | Measure::Median);
    let rows = analysis
        .table
        .rows
        .iter()
        .filter(|row| row.runs.is_none() && row.is_same && row.instance == *name);
    let mut figures = rows.flat_map(|row| {
        row.figures.iter().zip(&analysis.table.measures).map(move |pair| (row, pair))
    });
    figures.find_map(|(row, (figure, measure))| {
        let value = figure.filter(|_| is_score(measure))?.number()?;
        Some(Reference { label: &row.solver, value })
    })
}

fn labels(analysis: &Analysis) -> Vec<&str> {
    analysis.contenders.iter().map(|contender| contender.label.as_str()).collect()
}
