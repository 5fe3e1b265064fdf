//! Plots the spread of scores: a horizontal box for each contender, with its runs as points if
//! there are few.

use plotters::element::{PathElement, Rectangle};
use plotters::style::Color as _;

use super::axis::Axis;
use super::chart::{Chart, LABEL_ROOM, PlotGrid, draw_marker, shortened, stroke};
use super::{Reference, canvas::Drawing, figure, paint};
use crate::statistics::{Sample, Summary};

/// Minimum number of runs for a box: with fewer, a box is meaningless.
const BOX: usize = 5;
/// Maximum number of points. With more runs, only outliers are drawn as points.
const POINTS: usize = 24;

/// Scores of one contender.
#[derive(Debug, Clone, Copy)]
pub struct Scores<'a> {
    /// Label of the contender.
    pub label: &'a str,
    /// One score for each run, in any order. Values that are not finite are left out.
    pub scores: &'a [f64],
}

/// Plots the scores of each contender as a box from quartile to quartile with its median; whiskers
/// reach to the last score within one and a half box lengths (Tukey). Scores beyond the whiskers
/// are points; if there are few scores, all of them are points.
pub fn boxes(
    title: &str,
    score_name: &str,
    contenders: &[Scores],
    reference: Option<Reference>,
) -> String {
    let samples: Vec<Option<Sample>> = contenders.iter().map(|runs| sample(runs.scores)).collect();
    let labels: Vec<String> =
        contenders.iter().map(|runs| shortened(runs.label, LABEL_ROOM)).collect();
    let all = samples.iter().flatten().flat_map(|sample| sample.ascending().iter().copied());
    let chart = Chart {
        title,
        description: description(contenders, &samples),
        x: Axis::linear(all.chain(reference.iter().map(|reference| reference.value))),
        y: Axis::names(&labels),
        x_name: score_name,
        y_name: "",
        height: 26.0 * labels.len().max(2) as f64,
        legend: reference.iter().map(Reference::entry).collect(),
    };
    chart.draw(|grid, chart| {
        if let Some(place) = reference.and_then(|reference| chart.x.place(reference.value)) {
            let upright = vec![(place, chart.y.ends.0), (place, chart.y.ends.1)];
            let style = stroke(paint::dashed(paint::INK, 1), 1.2);
            grid.plotting_area().draw(&PathElement::new(upright, style))?;
        }
        for (series, sample) in samples.iter().enumerate() {
            let middle = (samples.len() - series) as f64 - 0.5;
            if let Some(sample) = sample {
                draw_box(grid, sample, middle, series)?;
            }
        }
        Ok(())
    })
}

fn draw_box(grid: &PlotGrid, sample: &Sample, middle: f64, series: usize) -> Drawing {
    let area = grid.plotting_area();
    let Summary { lower_quartile: low, median, upper_quartile: high, count, .. } =
        Summary::of(sample);
    let reach = (high - low) * 1.5;
    let near = |score: f64| count < BOX || (score >= low - reach && score <= high + reach);
    let inside = || sample.ascending().iter().copied().filter(|&score| near(score));
    let hue = paint::hue(series);
    if count >= BOX {
        let (least, most) = (inside().fold(low, f64::min), inside().fold(high, f64::max));
        for (from, to) in [(least, low), (high, most)] {
            area.draw(&PathElement::new(vec![(from, middle), (to, middle)], stroke(hue, 1.2)))?;
        }
        for end in [least, most] {
            let cap = vec![(end, middle - 0.14), (end, middle + 0.14)];
            area.draw(&PathElement::new(cap, stroke(hue, 1.2)))?;
        }
        let corners = [(low, middle + 0.3), (high, middle - 0.3)];
        area.draw(&Rectangle::new(corners, hue.mix(0.22).filled()))?;
        area.draw(&Rectangle::new(corners, stroke(hue, 1.2)))?;
    }
    let half = if count >= BOX { 0.3 } else { 0.2 };
    area.draw(&PathElement::new(
        vec![(median, middle - half), (median, middle + half)],
        stroke(hue, 2.4),
    ))?;
    let points: Vec<f64> = sample
        .ascending()
        .iter()
        .copied()
        .filter(|&score| count <= POINTS || !near(score))
        .collect();
    for score in spread(&points) {
        draw_marker(area, (score, middle), series)?;
    }
    Ok(())
}

/// Thins points to as many as can be distinguished, keeping the outermost ones.
fn spread(points: &[f64]) -> Vec<f64> {
    let last = points.len().saturating_sub(1);
    match points.len() {
        0..=POINTS => points.to_vec(),
        _ => (0..POINTS).map(|n| points[n * last / (POINTS - 1)]).collect(),
    }
}

fn sample(scores: &[f64]) -> Option<Sample> {
    Sample::new(scores.iter().copied().filter(|score| score.abs() < 1e60).collect()).ok()
}

fn description(contenders: &[Scores], samples: &[Option<Sample>]) -> String {
    let medians = contenders.iter().zip(samples).map(|(runs, sample)| match sample {
        Some(sample) => {
            format!("{} {} (runs: {})", runs.label, figure(sample.median()), sample.count())
        }
        None => format!("{} none", runs.label),
    });
    format!("Median: {}.", medians.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_points_are_kept() {
        let points: Vec<f64> = (0..1000).map(f64::from).collect();
        let spread = spread(&points);
        assert_eq!((spread.len(), spread[0], spread[POINTS - 1]), (POINTS, 0.0, 999.0));
    }
}
