//! Plots lines from point to point with a marker at each point: a value along a parameter.

use plotters::element::PathElement;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, LegendMark, draw_marker, stroke};
use super::{figure, paint};

/// A labelled line.
#[derive(Debug, Clone, Copy)]
pub struct PlotLine<'a> {
    /// Label in the legend.
    pub label: &'a str,
    /// Points of the line, from left to right.
    pub points: &'a [(f64, f64)],
}

/// Plots the lines on one grid; with a logarithmic vertical axis, points that are not positive are
/// left out.
pub fn lines(
    title: &str,
    (x_name, y_name): (&str, &str),
    lines: &[PlotLine],
    logarithmic: bool,
) -> String {
    let points = || lines.iter().flat_map(|line| line.points.iter().copied());
    let heights = points().map(|(_, y)| y);
    let legend = |(series, line): (usize, &PlotLine)| LegendEntry {
        label: line.label.to_owned(),
        sample: LegendMark::Marker(series),
    };
    let chart = Chart {
        title,
        description: description(lines),
        x: Axis::linear(points().map(|(x, _)| x)),
        y: if logarithmic { Axis::logarithmic(heights) } else { Axis::linear(heights) },
        x_name,
        y_name,
        height: 220.0,
        legend: lines.iter().enumerate().map(legend).collect(),
    };
    chart.draw(|grid, chart| {
        let area = grid.plotting_area();
        for (series, line) in lines.iter().enumerate() {
            let placed: Vec<_> =
                line.points.iter().filter_map(|&point| chart.place(point)).collect();
            area.draw(&PathElement::new(placed.clone(), stroke(paint::line(series), 1.6)))?;
            for point in placed {
                draw_marker(area, point, series)?;
            }
        }
        Ok(())
    })
}

fn description(lines: &[PlotLine]) -> String {
    let each = lines.iter().map(|line| {
        let points = line.points.iter().map(|&(x, y)| format!("{} at {}", figure(y), figure(x)));
        format!("{}: {}", line.label, points.collect::<Vec<_>>().join(", "))
    });
    format!("{}.", each.collect::<Vec<_>>().join("; "))
}
