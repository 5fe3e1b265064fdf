//! Whether the mean scores of a contender rise or fall from instance to instance, as a source
//! claims: Page's test over groups of instances, with Holm's correction over contenders.

use super::comparison::SIGNIFICANCE;
use crate::measure::Measure;
use crate::number_format::{listed, p_value, plural};
use crate::results::Results;
use crate::statistics::{holm, page};
use crate::trend::Trend;

/// A claim about the order of scores, tested with the runs of one contender.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedScores {
    /// The claim.
    pub trend: Trend,
    /// Index of the contender.
    pub contender: usize,
    /// Number of groups in which every instance follows the claim.
    pub in_order: usize,
    /// Number of groups whose runs are all complete.
    pub groups: usize,
    /// P-value, corrected for the number of contenders.
    pub p_value: f64,
}

impl OrderedScores {
    /// Tests every claim for every contender that has complete runs on all instances of a group.
    pub(crate) fn of(results: &Results) -> Vec<OrderedScores> {
        let experiment = results.plan.experiment;
        let mut all = Vec::new();
        for trend in &experiment.trends {
            let contenders = 0..experiment.contenders.len();
            let mut tested: Vec<OrderedScores> = contenders
                .filter_map(|contender| OrderedScores::one(results, trend, contender))
                .collect();
            let p_values: Vec<f64> = tested.iter().map(|one| one.p_value).collect();
            for (one, p_value) in tested.iter_mut().zip(holm(&p_values)) {
                one.p_value = p_value;
            }
            all.extend(tested);
        }
        all
    }

    fn one(results: &Results, trend: &Trend, contender: usize) -> Option<OrderedScores> {
        let mean = |name: &String| {
            let cell =
                results.rows().map(|row| &row[contender]).find(|cell| cell.subject() == name)?;
            let is_whole = !cell.runs.is_empty() && cell.complete() == cell.runs.len();
            let mean = cell.figure(Measure::Mean).filter(|_| is_whole)?.number()?;
            Some(if trend.rises { mean } else { -mean })
        };
        let rows: Vec<Vec<f64>> =
            trend.groups.iter().filter_map(|group| group.iter().map(mean).collect()).collect();
        let p_value = page(&rows).ok()?;
        let in_order = rows.iter().filter(|row| row.is_sorted_by(|one, next| one < next)).count();
        Some(OrderedScores {
            trend: trend.clone(),
            contender,
            in_order,
            groups: rows.len(),
            p_value,
        })
    }

    /// Returns whether the same can be said of both contenders.
    fn agrees(&self, other: &OrderedScores) -> bool {
        let holds = |one: &OrderedScores| one.p_value <= SIGNIFICANCE;
        self.trend == other.trend
            && (self.in_order, self.groups) == (other.in_order, other.groups)
            && holds(self) == holds(other)
    }
}

/// Returns the results in words; neighbours of which the same can be said share a sentence.
pub(super) fn sentences(
    orders: &[OrderedScores],
    label: impl Fn(usize) -> String,
) -> impl Iterator<Item = String> {
    orders.chunk_by(OrderedScores::agrees).map(move |alike| {
        let labels: Vec<String> = alike.iter().map(|one| label(one.contender)).collect();
        sentence(alike, &labels)
    })
}

/// Says the same of some contenders, with the largest of their p-values.
fn sentence(alike: &[OrderedScores], labels: &[String]) -> String {
    let OrderedScores { trend, in_order, groups, .. } = &alike[0];
    let p = alike.iter().map(|one| one.p_value).fold(0.0, f64::max);
    let (scores, way) = match (alike.len(), trend.rises) {
        (1, true) => ("score", "rises"),
        (1, false) => ("score", "falls"),
        (_, true) => ("scores", "rise"),
        (_, false) => ("scores", "fall"),
    };
    let counts = format!(
        "The claim \"{}\": the mean {scores} of {} {way} at every step in {in_order} of {}",
        trend.claim,
        listed(labels),
        plural(*groups as u64, "group")
    );
    let test = format!("Page's test of order, {}", p_value(p));
    if p <= SIGNIFICANCE {
        format!("{counts}, so the claim holds ({test}).")
    } else {
        format!("{counts}; the claim could not be shown ({test}), which does not refute it.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_claim_holds_only_if_the_test_shows_it() {
        let trend = Trend { claim: "more is less".to_owned(), rises: false, groups: Vec::new() };
        let said = |p_values: &[f64]| -> Vec<String> {
            let one = |&p_value: &f64| {
                let trend = trend.clone();
                OrderedScores { trend, contender: 0, in_order: 5, groups: 6, p_value }
            };
            let orders: Vec<OrderedScores> = p_values.iter().map(one).collect();
            sentences(&orders, |_| "beam".to_owned()).collect()
        };
        let shown = &said(&[0.01])[0];
        assert!(shown.starts_with("The claim \"more is less\": the mean score of beam falls at every step in 5 of 6 groups, so the claim holds"), "{shown}");
        assert!(said(&[0.3])[0].contains("could not be shown"));
        let both = said(&[0.01, 0.02, 0.3]);
        assert!(
            both[0].contains("the mean scores of beam and beam fall at every step"),
            "{both:?}"
        );
        assert!(both.len() == 2 && both[0].contains("p = 0.020"), "{both:?}");
    }
}
