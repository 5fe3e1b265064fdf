//! What may soundly be said about many runs: summaries, intervals, tests, attainment and growth.
//!
//! Data are checked once, at the door, as in [`Sample`] and [`Proportion`]; what passed never yields NaN and never
//! panics. What cannot be said is `None` or a [`DataError`]. Confidence levels are the program's own choice, not
//! data: one outside (0, 1) is a bug and stops the program.
//!
//! Distribution functions come from `statrs`. Every statistic is tested against a value computed elsewhere,
//! named beside the test (scipy 1.17.1, numpy 2.4.6, statsmodels, or a published example).

mod interval;
mod sample;
mod summary;

pub use interval::{Interval, Proportion, bootstrap, median_interval};
pub use sample::{DataError, Sample};
pub use summary::Summary;
