//! Best score so far against work: the median of the runs, and a band between their quartiles.

use plotters::element::{PathElement, Polygon};
use plotters::style::Color as _;

use super::axis::Axis;
use super::chart::{Chart, LegendEntry, LegendMark, steps, stroke, thinned};
use super::{Reference, figure, paint};
use crate::statistics::AnytimeTrace;

/// Runs of one contender.
#[derive(Debug, Clone, Copy)]
pub struct Runs<'a> {
    /// Label of the contender.
    pub label: &'a str,
    /// Improvements of its runs.
    pub traces: &'a [AnytimeTrace],
}

/// Plots how the runs of each contender improve with work, which is counted in `unit`, on a
/// logarithmic axis.
///
/// A run that has ended keeps its score. A run without a score yet counts as worse than all others:
/// a quartile starts where it no longer depends on such runs.
pub fn anytime(
    title: &str,
    contenders: &[Runs],
    published: Option<Reference>,
    unit: &str,
) -> String {
    let curves: Vec<Curve> = contenders.iter().map(|runs| Curve::of(runs.traces)).collect();
    let times =
        curves.iter().flat_map(|curve| curve.quartiles.iter().flatten().map(|&(time, _)| time));
    let scores =
        curves.iter().flat_map(|curve| curve.quartiles.iter().flatten().map(|&(_, score)| score));
    let references = published.iter().map(|reference| reference.value);
    let mut legend: Vec<LegendEntry> =
        contenders.iter().enumerate().map(|(n, runs)| entry(n, runs)).collect();
    legend.extend(published.iter().map(Reference::entry));
    let chart = Chart {
        title,
        description: description(contenders, &curves, unit),
        x: Axis::logarithmic(times),
        y: Axis::linear(scores.chain(references)),
        x_name: unit,
        y_name: "best score so far",
        height: 260.0,
        legend,
    };
    chart.draw(|grid, chart| {
        let placed = |points: &[(f64, f64)]| -> Vec<(f64, f64)> {
            steps(&points.iter().filter_map(|&point| chart.place(point)).collect::<Vec<_>>())
        };
        let area = grid.plotting_area();
        // Many bands overlap: the more there are, the fainter each is.
        let shade = if contenders.len() > 6 { 0.07 } else { 0.16 };
        if let Some(level) = published.and_then(|reference| chart.y.place(reference.value)) {
            let across = vec![(chart.x.ends.0, level), (chart.x.ends.1, level)];
            area.draw(&PathElement::new(across, stroke(paint::dashed(paint::INK, 1), 1.2)))?;
        }
        for (series, Curve { quartiles: [lower, _, upper] }) in curves.iter().enumerate() {
            let Some(&(begin, _)) = lower.first() else { continue };
            let known: Vec<_> = upper.iter().copied().filter(|&(time, _)| time >= begin).collect();
            let mut outline = placed(&known);
            outline.extend(placed(lower).into_iter().rev());
            area.draw(&Polygon::new(outline, paint::hue(series).mix(shade)))?;
        }
        for (series, Curve { quartiles: [_, median, _] }) in curves.iter().enumerate() {
            area.draw(&PathElement::new(placed(median), stroke(paint::line(series), 1.8)))?;
        }
        Ok(())
    })
}

fn entry(series: usize, runs: &Runs) -> LegendEntry {
    LegendEntry { label: runs.label.to_owned(), sample: LegendMark::PlotLine(paint::line(series)) }
}

fn description(contenders: &[Runs], curves: &[Curve], unit: &str) -> String {
    let ends = contenders.iter().zip(curves).map(|(runs, curve)| match curve.quartiles[1].last() {
        Some(&(time, score)) => {
            let count = runs.traces.len();
            format!(
                "{} {} after {} {unit} (runs: {count})",
                runs.label,
                figure(score),
                figure(time)
            )
        }
        None => format!("{} none", runs.label),
    });
    format!("Median best score at the end: {}.", ends.collect::<Vec<_>>().join("; "))
}

/// Returns the lower quartile, the median and the upper quartile of the best score so far, each as
/// points of work and score.
pub fn quartile_curves(traces: &[AnytimeTrace]) -> [Vec<(f64, f64)>; 3] {
    Curve::of(traces).quartiles
}

/// Work and score of the lower quartile, the median and the upper quartile.
struct Curve {
    quartiles: [Vec<(f64, f64)>; 3],
}

impl Curve {
    fn of(traces: &[AnytimeTrace]) -> Self {
        let improvements =
            traces.iter().flat_map(|trace| trace.improvements().iter().map(|&(time, _)| time));
        let mut times: Vec<u64> = improvements.collect();
        times.sort_unstable();
        times.dedup();
        let mut times = thinned(&times, |&time| (time.max(1) as f64).log10());
        times.extend(traces.iter().map(AnytimeTrace::length).max());
        times.dedup();
        let mut quartiles = [Vec::new(), Vec::new(), Vec::new()];
        for time in times {
            let mut scores: Vec<_> = traces.iter().map(|trace| trace.best_within(time)).collect();
            scores.sort_unstable();
            for (share, curve) in [0.25, 0.5, 0.75].into_iter().zip(&mut quartiles) {
                curve.extend(quantile(&scores, share).map(|score| (time.max(1) as f64, score)));
            }
        }
        Curve { quartiles }
    }
}

/// Returns the quantile (type 7, as in [`Sample`](crate::statistics::Sample)) of ascending scores,
/// some of which do not exist yet.
fn quantile(scores: &[Option<i64>], share: f64) -> Option<f64> {
    let place = share * scores.len().checked_sub(1)? as f64;
    let (below, above) =
        (scores[place.floor() as usize]? as f64, scores[place.ceil() as usize]? as f64);
    Some(below + (above - below) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calculated by hand: at time 10 two runs have 2 and 4; the second gets 8 at 20, and the third
    /// never finds an answer.
    #[test]
    fn quartiles_begin_when_they_are_known() {
        let traces = [
            AnytimeTrace::new(vec![(10, 2)], 40),
            AnytimeTrace::new(vec![(10, 4), (20, 8)], 30),
            AnytimeTrace::new(vec![], 40),
        ];
        let [lower, median, upper] = Curve::of(&traces).quartiles;
        assert_eq!(lower, []);
        assert_eq!(median, [(10.0, 2.0), (20.0, 2.0), (40.0, 2.0)]);
        assert_eq!(upper, [(10.0, 3.0), (20.0, 5.0), (40.0, 5.0)]);
    }
}
