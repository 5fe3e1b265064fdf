//! Statistics of many runs: summaries, intervals, tests, attainment and growth.
//!
//! Data are checked once, when they come in, as in [`Sample`] and [`Proportion`]; checked data
//! never yield NaN and never cause a panic. A value that does not exist is `None` or a
//! [`DataError`]. Confidence levels are chosen by the program, not data: one outside (0, 1) is a
//! bug and panics.
//!
//! Distribution functions come from `statrs`. Every statistic is tested against an independently
//! computed value, whose source is named beside the test (scipy 1.17.1, numpy 2.4.6,
//! scikit-posthocs, statsmodels, or by hand).

mod attainment;
mod compare;
mod correlation;
mod fit;
mod interval;
mod least_squares;
mod lifetime;
mod order;
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
pub use order::{MOST_COLUMNS, page};
pub use ranks::{Friedman, PairTest, conover, friedman, holm, nemenyi, pairwise_wilcoxon};
pub use running_time::{Attempt, RunningTime};
pub use sample::{DataError, Sample};
pub use summary::Summary;
