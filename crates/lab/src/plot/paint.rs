//! The colours and dashes of a plot.
//!
//! A plotters style only carries three bytes of colour, but a page needs its own text colour, light
//! or dark. So the bytes are used as names: the first selects the hue, the second the dash.
//! [`Canvas`](super::canvas::Canvas) turns them into CSS. The hues are those of Okabe and Ito
//! (2008), which colour-blind people can distinguish, without black (used for text) and yellow
//! (invisible on paper). There are 6 hues and 5 dashes and shapes: as 5 and 6 have no common
//! factor, 30 contenders look different even in grey.

use plotters::style::RGBColor;

/// Text, axes and references: the text colour of the page.
pub(super) const INK: RGBColor = RGBColor(0, 0, 0);

const HUES: [&str; 7] = [
    "currentColor",
    "var(--series-1,#0072b2)",
    "var(--series-2,#d55e00)",
    "var(--series-3,#009e73)",
    "var(--series-4,#cc79a7)",
    "var(--series-5,#e69f00)",
    "var(--series-6,#56b4e9)",
];

/// Number of kinds of dashes and of markers.
pub(super) const DASHES: usize = 5;

const DASH_ARRAYS: [Option<&str>; DASHES] =
    [None, Some("7 3"), Some("2 2"), Some("8 2.5 2 2.5"), Some("14 3")];

/// Returns the hue of the series with this number, undashed.
pub(super) fn hue(series: usize) -> RGBColor {
    RGBColor(1 + (series % (HUES.len() - 1)) as u8, 0, 0)
}

/// Returns the hue and dash of the series with this number.
pub(super) fn line(series: usize) -> RGBColor {
    dashed(hue(series), series)
}

/// Returns the same hue with one of the dashes.
pub(super) fn dashed(colour: RGBColor, dash: usize) -> RGBColor {
    RGBColor(colour.0, (dash % DASHES) as u8, 0)
}

/// Returns the CSS colour for these bytes.
pub(super) fn css((hue, _, _): (u8, u8, u8)) -> &'static str {
    HUES[usize::from(hue) % HUES.len()]
}

/// Returns the dash pattern for these bytes.
pub(super) fn dash_array((_, dash, _): (u8, u8, u8)) -> Option<&'static str> {
    DASH_ARRAYS[usize::from(dash) % DASHES]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn thirty_series_look_different() {
        let looks: HashSet<_> = (0..30).map(|series| (line(series).0, line(series).1)).collect();
        assert_eq!(looks.len(), 30);
    }
}
