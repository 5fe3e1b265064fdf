//! How cost grows with the size of the instance: for each contender, the shape that fits best.
//!
//! Only runs that came to their own end tell what they cost; a contender that a limit cut short somewhere is left out,
//! because the rest would flatter it.

use crate::measure::Measure;
use crate::results::{Cell, Results};
use crate::statistics::{Fit, Shape};

/// Fewer sizes have no shape to speak of.
const FEWEST_SIZES: usize = 4;

/// Below this many instances Akaike's criterion favours many coefficients.
pub(crate) const ENOUGH_INSTANCES: usize = 10;

/// What a contender costs on instances of different sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct Growth {
    /// The contender, by its place.
    pub contender: usize,
    /// What is counted: evaluations, or seconds where the experiment measures them.
    pub cost: Measure,
    /// Cells of an instance, and mean cost there.
    pub points: Vec<(f64, f64)>,
    /// The best shape by Akaike's criterion.
    pub fit: Fit,
}

impl Growth {
    /// The growth of each contender that was never cut short; empty if the instances have too few sizes.
    pub(crate) fn of(results: &Results) -> Vec<Growth> {
        let experiment = results.plan.experiment;
        let mut costs = vec![Measure::Evaluations];
        costs.extend(experiment.measures.contains(&Measure::Seconds).then_some(Measure::Seconds));
        let sizes: Vec<f64> = experiment
            .subjects
            .iter()
            .map(|subject| {
                let (columns, rows) = subject.size();
                f64::from(columns) * f64::from(rows)
            })
            .collect();
        let mut growths = Vec::new();
        for contender in 0..experiment.contenders.len() {
            let cells: Vec<&Cell> = results.rows().map(|row| &row[contender]).collect();
            if cells.iter().flat_map(|cell| &cell.runs).any(|run| run.cut_short) {
                continue;
            }
            for &cost in &costs {
                let point = |(&size, cell): (&f64, &&Cell)| Some((size, cell.figure(cost)?.number()?));
                let points: Vec<_> = sizes.iter().zip(&cells).filter_map(point).collect();
                growths.extend(fitted(&points).map(|fit| Growth { contender, cost, points, fit }));
            }
        }
        growths
    }

    /// The curve in words.
    pub fn formula(&self) -> String {
        let [a, b, c] = self.fit.coefficients.map(|coefficient| format!("{coefficient:.3e}"));
        match self.fit.shape {
            Shape::Linear => format!("{a} + {b} n"),
            Shape::Quadratic => format!("{a} + {b} n + {c} n^2"),
            Shape::Exponential => format!("{a} e^({b} n)"),
            Shape::Power => format!("{a} n^{b}"),
        }
    }
}

fn fitted(points: &[(f64, f64)]) -> Option<Fit> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let mut sizes = x.clone();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    if sizes.len() < FEWEST_SIZES {
        return None;
    }
    Fit::best(&x, &y).ok()
}
