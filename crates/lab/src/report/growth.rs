//! Growth of the cost with the size of the instance: for each contender, the fitted shapes, the
//! best one first.
//!
//! Only runs that were not cut short show what they cost. Over all instances, a contender that a
//! limit cut short anywhere is left out, because its other runs would flatter it. In a series, the
//! cost is that of reaching the goal: an instance on which some run did not reach it is left out
//! and named.

use crate::measure::Measure;
use crate::results::{ResultCell, Results};
use crate::series::Series;
use crate::statistics::{CurveShape, Fit};
use crate::store::Stored;

/// Minimum number of sizes for a fit.
const FEWEST_SIZES: usize = 4;

/// Below this number of instances, Akaike's criterion favours many coefficients.
pub(crate) const ENOUGH_INSTANCES: usize = 10;

/// Lead in Akaike's criterion below which two shapes explain the points about equally well.
pub(crate) const CLEAR_LEAD: f64 = 2.0;

/// Cost of a contender on instances of different sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// Index of the contender.
    pub contender: usize,
    /// The series, if the experiment has any.
    pub series: Option<Series>,
    /// Unit of the cost: evaluations, or seconds where the experiment measures them.
    pub cost: Measure,
    /// Size of each instance and mean cost there. The size is the number in a series, otherwise the
    /// number of cells.
    pub points: Vec<(f64, f64)>,
    /// Instances of a series that not all runs solved, each with the number of solved runs and of
    /// all runs.
    pub left_out: Vec<(String, usize, usize)>,
    /// Fitted shapes, the best by Akaike's criterion first; empty for a series with too few points.
    pub fits: Vec<Fit>,
}

impl Growth {
    /// Returns the growth of each contender in each series, or over all instances if there are no
    /// series.
    pub(crate) fn of(results: &Results) -> Vec<Growth> {
        let experiment = results.plan.experiment;
        let mut costs = vec![Measure::Evaluations];
        costs.extend(experiment.measures.contains(&Measure::Seconds).then_some(Measure::Seconds));
        let mut growths = Vec::new();
        for contender in 0..experiment.contenders.len() {
            for &cost in &costs {
                if experiment.series.is_empty() {
                    growths.extend(Growth::over_all(results, contender, cost));
                } else {
                    let of_series = |series| Growth::in_series(results, contender, cost, series);
                    growths.extend(experiment.series.iter().map(of_series));
                }
            }
        }
        growths
    }

    /// Returns `None` if the contender was cut short anywhere, or the instances have too few sizes.
    fn over_all(results: &Results, contender: usize, cost: Measure) -> Option<Growth> {
        let cells: Vec<&ResultCell> = results.rows().map(|row| &row[contender]).collect();
        if cells.iter().flat_map(|cell| &cell.runs).any(Stored::is_cut_short) {
            return None;
        }
        let size = |cell: &ResultCell| cell.pairing.subject.cells() as f64;
        let point = |cell: &&ResultCell| Some((size(cell), cell.figure(cost)?.number()?));
        let points: Vec<_> = cells.iter().filter_map(point).collect();
        let fits = fitted(&points);
        let growth = Growth { contender, series: None, cost, points, left_out: Vec::new(), fits };
        (!growth.fits.is_empty()).then_some(growth)
    }

    fn in_series(results: &Results, contender: usize, cost: Measure, series: &Series) -> Growth {
        let (mut points, mut left_out) = (Vec::new(), Vec::new());
        for (name, size) in &series.members {
            let Some(cell) =
                results.rows().map(|row| &row[contender]).find(|cell| cell.subject() == name)
            else {
                continue;
            };
            let (solved, runs) =
                (cell.runs.iter().filter(|run| run.complete).count(), cell.runs.len());
            if solved < runs {
                left_out.push((name.clone(), solved, runs));
            } else {
                points.extend(cell.figure(cost).and_then(|figure| Some((*size, figure.number()?))));
            }
        }
        let fits = fitted(&points);
        Growth { contender, series: Some(series.clone()), cost, points, left_out, fits }
    }

    /// Returns the shapes that the points do not tell apart: the best by Akaike's criterion, and
    /// those that it does not lead by at least two. Empty without a fit.
    pub fn shapes(&self) -> Vec<CurveShape> {
        let least = self.fits.first().map_or(0.0, |best| best.aic);
        let close = self.fits.iter().take_while(|fit| fit.aic - least < CLEAR_LEAD);
        close.map(|fit| fit.shape).collect()
    }

    /// Returns the largest size that all runs solved, and the mean cost there.
    pub fn reach(&self) -> Option<(f64, f64)> {
        self.points.iter().copied().max_by(|one, other| one.0.total_cmp(&other.0))
    }
}

/// Formats the formula of a curve.
pub(super) fn formula(fit: &Fit) -> String {
    let [a, b, c] = fit.coefficients.map(|coefficient| format!("{coefficient:.3e}"));
    match fit.shape {
        CurveShape::Linear => format!("{a} + {b} n"),
        CurveShape::Quadratic => format!("{a} + {b} n + {c} n^2"),
        CurveShape::Exponential => format!("{a} e^({b} n)"),
        CurveShape::Power => format!("{a} n^{b}"),
    }
}

fn fitted(points: &[(f64, f64)]) -> Vec<Fit> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let mut sizes = x.clone();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    if sizes.len() < FEWEST_SIZES {
        return Vec::new();
    }
    Fit::ranked(&x, &y).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(points: Vec<(f64, f64)>) -> Growth {
        let fits = fitted(&points);
        let (series, left_out) = (None, Vec::new());
        Growth { contender: 0, series, cost: Measure::Evaluations, points, left_out, fits }
    }

    #[test]
    fn a_shape_is_named_alone_only_with_a_clear_lead() {
        let sizes = (1..=12).map(f64::from);
        let clear = growth(sizes.map(|n| (n, 3.0 * (0.7 * n).exp())).collect());
        assert_eq!(clear.shapes(), [CurveShape::Exponential]);
        let unclear = growth(vec![(1.0, 9.0), (2.0, 15.0), (3.0, 11.0), (4.0, 22.0), (5.0, 20.0)]);
        assert!(unclear.shapes().len() > 1, "{:?}", unclear.fits);
        assert!(growth(vec![(1.0, 9.0)]).shapes().is_empty());
    }
}
