//! Plots the share of (run, target) pairs that were reached within a budget: one step line for each
//! contender.

use plotters::element::PathElement;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, LegendMark, steps, stroke, thinned};
use super::{figure, paint};
use crate::statistics::Attainment;

/// Targets reached by one contender.
#[derive(Debug, Clone, Copy)]
pub struct Reached<'a> {
    /// Label of the contender.
    pub label: &'a str,
    /// Work at which its runs reached their targets.
    pub attainment: &'a Attainment,
}

/// Plots the share of targets that each contender has reached, up to a budget on a logarithmic
/// axis. Work is counted in `unit`.
pub fn attainment(title: &str, contenders: &[Reached], budget: u64, unit: &str) -> String {
    let end = budget.max(1) as f64;
    let curves: Vec<Vec<(f64, f64)>> =
        contenders.iter().map(|reached| curve(reached.attainment, budget)).collect();
    let times = curves.iter().flatten().map(|&(time, _)| time);
    let shares = contenders.iter().map(|reached| {
        format!("{} {}%", reached.label, figure(reached.attainment.share_within(budget) * 100.0))
    });
    let chart = Chart {
        title,
        description: format!(
            "Share of targets reached within {} {unit}: {}.",
            figure(end),
            shares.collect::<Vec<_>>().join("; ")
        ),
        x: Axis::logarithmic(times.chain([end])),
        y: Axis::percent(),
        x_name: unit,
        y_name: "targets reached",
        height: 260.0,
        legend: (contenders.iter().enumerate())
            .map(|(n, reached)| LegendEntry {
                label: reached.label.to_owned(),
                sample: LegendMark::PlotLine(paint::line(n)),
            })
            .collect(),
    };
    chart.draw(|grid, chart| {
        for (series, curve) in curves.iter().enumerate() {
            // No target is reached before the first step.
            let mut points = vec![(chart.x.ends.0, 0.0)];
            points.extend(curve.iter().filter_map(|&point| chart.place(point)));
            let line = PathElement::new(steps(&points), stroke(paint::line(series), 1.8));
            grid.plotting_area().draw(&line)?;
        }
        Ok(())
    })
}

fn curve(attainment: &Attainment, budget: u64) -> Vec<(f64, f64)> {
    let within = attainment.steps().into_iter().filter(|&(time, _)| time <= budget);
    let steps: Vec<_> = within.map(|(time, share)| (time.max(1) as f64, share)).collect();
    let mut curve = thinned(&steps, |&(time, _)| time.log10());
    curve.push((budget.max(1) as f64, attainment.share_within(budget)));
    curve
}
