//! Which colours and dashes a plot is drawn in.
//!
//! A plotters style carries three bytes of colour and nothing else, while a page wants to choose
//! its own ink, light or dark. So the bytes are names: the first says which hue, the second which
//! dash. [`Canvas`](super::canvas::Canvas) turns them into CSS. Hues are those of Okabe and Ito
//! (2008), which the colour-blind can tell apart, without black (the ink) and yellow (invisible on
//! paper). There are 6 hues and 5 dashes and shapes: as 5 and 6 have no common factor, 30
//! contenders look different even in grey.

use plotters::style::RGBColor;

/// Text, axes and references: whatever colour the page writes in.
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

/// How many kinds of dash there are, and of markers.
pub(super) const DASHES: usize = 5;

const DASH_ARRAYS: [Option<&str>; DASHES] =
    [None, Some("7 3"), Some("2 2"), Some("8 2.5 2 2.5"), Some("14 3")];

/// The hue of the series with this number, undashed.
pub(super) fn hue(series: usize) -> RGBColor {
    RGBColor(1 + (series % (HUES.len() - 1)) as u8, 0, 0)
}

/// The hue and dash of the series with this number.
pub(super) fn line(series: usize) -> RGBColor {
    dashed(hue(series), series)
}

/// The same hue with one of the dashes.
pub(super) fn dashed(colour: RGBColor, dash: usize) -> RGBColor {
    RGBColor(colour.0, (dash % DASHES) as u8, 0)
}

/// The CSS colour that these bytes name.
pub(super) fn css((hue, _, _): (u8, u8, u8)) -> &'static str {
    HUES[usize::from(hue) % HUES.len()]
}

/// The dash that these bytes name.
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
