//! The plots of a report: the one place where an analysis becomes the data of a drawing.

use super::analysis::Analysis;

/// The drawings, in the order of reading.
pub(super) fn drawings(_analysis: &Analysis) -> Vec<String> {
    Vec::new()
}
