//! Our figures compared with published ones: on how many instances ours are higher, and whether
//! that is more than chance.
//!
//! Published figures are single numbers, obtained with other budgets on other machines. So only
//! instances can be the sample (Wilcoxon's signed ranks, Holm's correction over all such tests),
//! and nothing is concluded about the causes of a difference. An instance on which some of our runs
//! are unsolved has no mean to compare and is left out. The best of ten runs is not compared with the
//! best of any other number.

use super::comparison::FEWEST_INSTANCES;
use crate::contender::Contender;
use crate::measure::Measure;
use crate::published::Published;
use crate::results::Results;
use crate::statistics::{Sample, holm, wilcoxon_signed_rank};

/// Comparison of one contender with one published method.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedComparison {
    /// Label of the contender.
    pub ours: String,
    /// Label of the published method.
    pub theirs: String,
    /// The measure that is compared.
    pub measure: Measure,
    /// Number of instances on which our figure is higher.
    pub higher: usize,
    /// Number of instances on which our figure is lower.
    pub lower: usize,
    /// Number of instances on which both are equal.
    pub equal: usize,
    /// Number of instances that are left out, because some of our runs are unsolved there.
    pub left_out: usize,
    /// Mean of our figures over the compared instances.
    pub our_mean: Option<f64>,
    /// Mean of the published figures over the compared instances.
    pub their_mean: Option<f64>,
    /// P-value, corrected for all comparisons with published figures.
    pub p_value: f64,
}

impl PublishedComparison {
    /// Compares every published method on the same instances with the contenders that the file
    /// names for it, or with all.
    pub(crate) fn of(results: &Results) -> Vec<PublishedComparison> {
        let experiment = results.plan.experiment;
        let mut all = Vec::new();
        for published in experiment.published.iter().filter(|published| published.on.is_none()) {
            let beside = |contender: &Contender| {
                published.beside.as_ref().is_none_or(|name| contender.is_called(name))
            };
            let chosen =
                experiment.contenders.iter().enumerate().filter(|(_, contender)| beside(contender));
            all.extend(
                chosen.filter_map(|(place, _)| PublishedComparison::one(results, published, place)),
            );
        }
        let p_values: Vec<f64> = all.iter().map(|beside| beside.p_value).collect();
        for (beside, p_value) in all.iter_mut().zip(holm(&p_values)) {
            beside.p_value = p_value;
        }
        all
    }

    fn one(
        results: &Results,
        published: &Published,
        contender: usize,
    ) -> Option<PublishedComparison> {
        let of_as_many = |runs: u64| runs == results.plan.experiment.contenders[contender].runs;
        if published.measure.is_extreme() && !published.runs.is_none_or(of_as_many) {
            return None;
        }
        let (mut ours, mut theirs, mut left_out) = (Vec::new(), Vec::new(), 0);
        for row in results.rows() {
            let cell = &row[contender];
            let their = published.value(cell.subject()).and_then(|figure| figure.number());
            let Some(their) = their else { continue };
            if cell.complete() < cell.runs.len() && needs_all(published.measure) {
                left_out += 1;
            } else if let Some(our) =
                cell.figure(published.measure).and_then(|figure| figure.number())
            {
                ours.push(our);
                theirs.push(their);
            }
        }
        if ours.is_empty() && left_out == 0 {
            return None;
        }
        let differences: Vec<f64> =
            ours.iter().zip(&theirs).map(|(our, their)| our - their).collect();
        let higher = differences.iter().filter(|&&gain| gain > 0.0).count();
        let lower = differences.iter().filter(|&&gain| gain < 0.0).count();
        let equal = differences.len() - higher - lower;
        let test =
            Sample::new(differences).ok().map(|differences| wilcoxon_signed_rank(&differences));
        let mean = |numbers| Sample::new(numbers).ok().map(|sample| sample.mean());
        Some(PublishedComparison {
            ours: results.plan.experiment.contenders[contender].label(),
            theirs: published.label(),
            measure: published.measure,
            higher,
            lower,
            equal,
            left_out,
            our_mean: mean(ours),
            their_mean: mean(theirs),
            p_value: test.map_or(1.0, |test| test.p_value),
        })
    }

    /// Whether there are enough instances to show a difference.
    pub fn is_able(&self) -> bool {
        self.instances() >= FEWEST_INSTANCES
    }

    /// Returns the number of instances for which both have a figure.
    pub fn instances(&self) -> usize {
        self.higher + self.lower + self.equal
    }
}

/// Whether a measure is misleading for a contender with unsolved runs. The best score of the
/// complete runs is not.
fn needs_all(measure: Measure) -> bool {
    measure.is_of_complete_runs() && measure != Measure::Best
}
