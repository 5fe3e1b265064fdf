//! Plots how cost grows with size: measured points and the curves fitted to them.

use std::collections::BTreeSet;

use plotters::element::PathElement;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, LegendMark, draw_marker, stroke};
use super::{figure, paint};
use crate::statistics::{CurveShape, Fit};

/// Maximum number of points; more could not be distinguished.
const POINTS: usize = 400;

/// Cost of one contender at each size, and the curves fitted to it.
#[derive(Debug, Clone, Copy)]
pub struct Costs<'a> {
    /// Label of the contender.
    pub label: &'a str,
    /// Size and cost of each point.
    pub points: &'a [(f64, f64)],
    /// Curves to draw; any number.
    pub fits: &'a [Fit],
}

/// Plots points and fitted curves over size. On a logarithmic cost axis, exponential growth is a
/// straight line, and costs that are not positive are left out; the description says how many.
pub fn growth(
    title: &str,
    (size_name, cost_name): (&str, &str),
    contenders: &[Costs],
    logarithmic: bool,
) -> String {
    let points = || contenders.iter().flat_map(|costs| costs.points.iter().copied());
    let costs = points().map(|(_, cost)| cost);
    let chart = Chart {
        title,
        description: String::new(),
        x: Axis::linear(points().map(|(size, _)| size)),
        y: if logarithmic { Axis::logarithmic(costs) } else { Axis::linear(costs) },
        x_name: size_name,
        y_name: cost_name,
        height: 260.0,
        legend: contenders.iter().enumerate().flat_map(|(n, costs)| entries(n, costs)).collect(),
    };
    let lost = points().filter(|&point| chart.place(point).is_none()).count();
    let chart = Chart { description: description(contenders, lost), ..chart };
    chart.draw(|grid, chart| {
        let area = grid.plotting_area();
        for (series, costs) in contenders.iter().enumerate() {
            let sizes: Vec<f64> =
                costs.points.iter().filter_map(|&point| Some(chart.place(point)?.0)).collect();
            for (dash, fit) in costs.fits.iter().enumerate() {
                let style = stroke(paint::dashed(paint::hue(series), dash), 1.6);
                for piece in curve(chart, fit, &sizes) {
                    area.draw(&PathElement::new(piece, style))?;
                }
            }
            for point in apart(chart, costs.points) {
                draw_marker(area, point, series)?;
            }
        }
        Ok(())
    })
}

/// Returns the curve over the sizes that it was fitted to, in the pieces that lie on the grid.
fn curve(chart: &Chart, fit: &Fit, sizes: &[f64]) -> Vec<Vec<(f64, f64)>> {
    let low = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let high = sizes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low >= high {
        return Vec::new();
    }
    let across = (0..=120).map(|n| low + (high - low) * f64::from(n) / 120.0);
    let placed: Vec<_> = across.map(|size| chart.place((size, fit.at(size)))).collect();
    placed
        .split(Option::is_none)
        .map(|piece| piece.iter().copied().flatten().collect())
        .filter(|piece: &Vec<_>| piece.len() > 1)
        .collect()
}

/// Returns the positions of the points without those that would overlap: at most one for each cell
/// of a lattice that is coarse enough for [`POINTS`].
fn apart(chart: &Chart, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let placed: Vec<_> = points.iter().filter_map(|&point| chart.place(point)).collect();
    let ((left, right), (bottom, top)) = (chart.x.ends, chart.y.ends);
    let mut knots = 512.0;
    loop {
        let knot = |&&(x, y): &&(f64, f64)| {
            let (across, up) = ((x - left) / (right - left), (y - bottom) / (top - bottom));
            ((across * knots) as u32, (up * knots) as u32)
        };
        let mut taken = BTreeSet::new();
        let kept: Vec<_> =
            placed.iter().filter(|point| taken.insert(knot(point))).copied().collect();
        if kept.len() <= POINTS {
            return kept;
        }
        knots /= 2.0;
    }
}

fn entries(series: usize, costs: &Costs) -> Vec<LegendEntry> {
    let points = LegendEntry { label: costs.label.to_owned(), sample: LegendMark::Marker(series) };
    let fits = costs.fits.iter().enumerate().map(|(dash, fit)| LegendEntry {
        label: formula(fit),
        sample: LegendMark::PlotLine(paint::dashed(paint::hue(series), dash)),
    });
    [points].into_iter().chain(fits).collect()
}

/// Formats the fitted formula with the share of the variance that it explains.
fn formula(fit: &Fit) -> String {
    let [a, b, c] = fit.coefficients;
    let signed =
        |value: f64| format!("{} {}", if value < 0.0 { '−' } else { '+' }, figure(value.abs()));
    let curve = match fit.shape {
        CurveShape::Linear => format!("{} {} n", figure(a), signed(b)),
        CurveShape::Quadratic => format!("{} {} n {} n²", figure(a), signed(b), signed(c)),
        CurveShape::Exponential => format!("{} · e^({} n)", figure(a), figure(b)),
        CurveShape::Power => format!("{} · n^{}", figure(a), figure(b)),
    };
    match fit.r_squared {
        Some(share) => format!("{curve}, R² = {share:.3}"),
        None => curve,
    }
}

fn description(contenders: &[Costs], lost: usize) -> String {
    let each = contenders.iter().map(|costs| {
        let fits: String = costs.fits.iter().map(|fit| format!(", {}", formula(fit))).collect();
        format!("{} {} points{fits}", costs.label, costs.points.len())
    });
    let left_out =
        if lost > 0 { format!(" {lost} points are not on these axes.") } else { String::new() };
    format!("Cost by size: {}.{left_out}", each.collect::<Vec<_>>().join("; "))
}
