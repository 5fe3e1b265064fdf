//! Plots of results: each function takes plain data and returns one `<svg>` for a page.
//!
//! [`anytime`] shows how runs improve with work, [`boxes`] how scores spread, [`attainment`] the
//! share of targets reached over time, [`growth`] how cost grows with size, [`heat_map`] scores by
//! instance and contender, [`lines`] how a value changes along a parameter.
//!
//! Every function is total: data that cannot be placed are left out, and without data the grid is
//! empty. The same data give the same bytes. A plot scales with its page and uses the page's text
//! colour and font; the colours can be set with the custom properties `--series-1` to `--series-6`.
//! It has a title and a description for screen readers. Lines are thinned to what can be seen, so
//! that the size does not grow with the number of runs.
//!
//! Plots are drawn with plotters, which no other module uses (docs/decisions/0009).

mod anytime;
mod attainment;
mod axis;
mod boxes;
mod canvas;
mod chart;
mod growth;
mod heat_map;
mod lines;
mod paint;

pub use anytime::{Runs, anytime, quartile_curves};
pub use attainment::{Reached, attainment};
pub use boxes::{Scores, boxes};
pub use growth::{Costs, growth};
pub use heat_map::heat_map;
pub use lines::{PlotLine, lines};

/// A value to compare with, such as a published one: a dashed line across the plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference<'a> {
    /// Label in the legend.
    pub label: &'a str,
    /// Position of the line on the value axis.
    pub value: f64,
}

impl Reference<'_> {
    fn entry(&self) -> chart::LegendEntry {
        let label = format!("{}: {}", self.label, figure(self.value));
        chart::LegendEntry {
            label,
            sample: chart::LegendMark::PlotLine(paint::dashed(paint::INK, 1)),
        }
    }
}

/// Formats a number for a sentence: four digits, or all digits before the point.
fn figure(value: f64) -> String {
    if value == 0.0 || !value.is_finite() || !(1e-4..1e15).contains(&value.abs()) {
        return if value == 0.0 { "0".to_owned() } else { format!("{value:.3e}") };
    }
    let decimals = (3 - value.abs().log10().floor() as i32).max(0) as usize;
    let digits = format!("{value:.decimals$}");
    if decimals == 0 {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests;
