//! What may soundly be said about many runs: summaries, intervals, tests, attainment and growth.
//!
//! Data are checked once, once, when they come in, as in [`Sample`] and [`Proportion`]; what passed
//! never yields NaN and never panics. What cannot be said is `None` or a [`DataError`]. Confidence
//! levels are the program's own choice, not data: one outside (0, 1) is a bug and stops the
//! program.
//!
//! Distribution functions come from `statrs`. Every statistic is tested against a value computed
//! elsewhere, named beside the test (scipy 1.17.1, numpy 2.4.6, scikit-posthocs, statsmodels, or by
//! hand).

mod attainment;
mod compare;
mod correlation;
mod fit;
mod interval;
mod least_squares;
mod lifetime;
mod ranks;
mod running_time;
mod sample;
mod summary;

pub use attainment::{AnytimeTrace, Attainment, fixed_budget, fixed_target};
pub use compare::{
    EffectSize, PValueMethod, Test, mann_whitney, vargha_delaney, wilcoxon_signed_rank,
};
pub use correlation::{pearson, spearman};
pub use fit::{CurveShape, Fit};
pub use interval::{Interval, Proportion, bootstrap, median_interval};
pub use lifetime::{Lifetimes, ratio};
pub use ranks::{Friedman, PairTest, conover, friedman, holm, nemenyi, pairwise_wilcoxon};
pub use running_time::{Attempt, RunningTime};
pub use sample::{DataError, Sample};
pub use summary::Summary;
