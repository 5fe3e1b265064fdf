//! Positions of numbers on an axis, and the tick labels beside it.
//!
//! Plotters only gets positions: logarithms are taken here, so that there is one kind of chart. An
//! axis can be created from any numbers, even from none.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use super::canvas::text_width;

/// Largest number that is drawn: the difference of two such numbers must still be finite.
const LARGEST: f64 = 1e60;

/// One axis of a chart.
#[derive(Clone)]
pub(super) struct Axis {
    logarithmic: bool,
    /// Both ends, as positions.
    pub(super) ends: (f64, f64),
    /// Position and label of each tick, ascending.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// Creates an axis that contains all these numbers.
    pub(super) fn linear(values: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) =
            apart(extremes(values, |value| value.abs() <= LARGEST).unwrap_or((0.0, 1.0)));
        let margin = (high - low) * 0.04;
        let ends = (low - margin, high + margin);
        Axis { logarithmic: false, ends, ticks: linear_ticks(ends) }
    }

    /// Creates an axis from 0 to 100 %.
    pub(super) fn percent() -> Self {
        let ticks =
            (0..=5).map(|fifth| (f64::from(fifth) / 5.0, format!("{}%", fifth * 20))).collect();
        Axis { logarithmic: false, ends: (0.0, 1.04), ticks }
    }

    /// Creates a logarithmic axis that contains all positive numbers among these.
    pub(super) fn logarithmic(values: impl IntoIterator<Item = f64>) -> Self {
        let sensible = |value: f64| value >= LARGEST.recip() && value <= LARGEST;
        let (low, high) = extremes(values, sensible).unwrap_or((1.0, 10.0));
        let (low, high) = if high / low < 1.01 { (low / 2.0, high * 2.0) } else { (low, high) };
        let (low, high) = (low.log10(), high.log10());
        let margin = (high - low) * 0.03;
        let ends = (low - margin, high + margin);
        Axis { logarithmic: true, ends, ticks: logarithmic_ticks(ends) }
    }

    /// Creates an axis of names with the first at the far end, so that a vertical axis reads from
    /// the top.
    pub(super) fn names(names: &[String]) -> Self {
        let count = names.len().max(1) as f64;
        let places = (0..names.len()).rev().map(|place| place as f64 + 0.5);
        Axis {
            logarithmic: false,
            ends: (0.0, count),
            ticks: places.zip(names.iter().cloned()).collect(),
        }
    }

    /// Returns the position of a number; `None` if it is not on the axis.
    pub(super) fn place(&self, value: f64) -> Option<f64> {
        let place = if self.logarithmic { value.log10() } else { value };
        let rounding = (self.ends.1 - self.ends.0) * 1e-9;
        (place >= self.ends.0 - rounding && place <= self.ends.1 + rounding).then_some(place)
    }

    /// Returns the width of the widest label.
    pub(super) fn label_width(&self, size: f64) -> f64 {
        self.ticks.iter().map(|(_, label)| text_width(label, size)).fold(0.0, f64::max)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (place - self.ends.0) / (self.ends.1 - self.ends.0);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Plotters asks twice, first for grid lines without labels: there are none.
        let ticks = if hint.weight().allow_light_points() { &[] } else { &self.ticks[..] };
        ticks.iter().map(|(place, _)| *place).collect()
    }

    fn range(&self) -> Range<f64> {
        self.ends.0..self.ends.1
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, place: &f64) -> String {
        let tick = self.ticks.iter().find(|(tick, _)| tick == place);
        tick.map_or_else(String::new, |(_, label)| label.clone())
    }
}

fn extremes(
    values: impl IntoIterator<Item = f64>,
    sensible: impl Fn(f64) -> bool,
) -> Option<(f64, f64)> {
    let sensible = values.into_iter().filter(|&value| sensible(value));
    sensible.fold(None, |ends, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((value.min(low), value.max(high)))
    })
}

/// Moves the ends apart if they are too close to have any number between them.
fn apart((low, high): (f64, f64)) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 {
        (low, high)
    } else if size == 0.0 {
        (-1.0, 1.0)
    } else {
        (low - size * 0.05, high + size * 0.05)
    }
}

/// Returns the multiples of 1, 2 or 5 times a power of ten that lie between the ends: about six, or
/// three if their labels are long.
fn linear_ticks(ends: (f64, f64)) -> Vec<(f64, String)> {
    let many = multiples(ends, 6.0);
    if many.iter().all(|(_, label)| label.len() <= 8) { many } else { multiples(ends, 3.0) }
}

fn multiples((low, high): (f64, f64), wanted: f64) -> Vec<(f64, String)> {
    let rough = (high - low) / wanted;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * 0.8);
    let step = step.unwrap_or(rough);
    let largest = low.abs().max(high.abs());
    let count = ((high - low) / step) as usize + 1;
    let first = (low / step).ceil();
    let ticks = (0..=count).map(|k| (first + k as f64) * step).take_while(|tick| *tick <= high);
    ticks.map(|tick| (tick, number(tick, step, largest))).collect()
}

/// Returns powers of ten; with 2 and 5 times a power if these are few; with the ticks of a linear
/// axis if there are hardly any.
fn logarithmic_ticks((low, high): (f64, f64)) -> Vec<(f64, String)> {
    let powers = || (low.ceil() as i32)..=(high.floor() as i32);
    let label = |value: f64| number(value, value, value);
    let stride = (powers().count() / 8 + 1) as i32;
    let tens: Vec<_> = powers().filter(|power| power % stride == 0).map(f64::from).collect();
    if tens.len() >= 3 {
        return tens.into_iter().map(|place| (place, label(10f64.powf(place)))).collect();
    }
    let digits = (low.floor() as i32..=high.ceil() as i32)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    let finer: Vec<_> = digits.map(|value| (value.log10(), label(value))).collect();
    let finer: Vec<_> =
        finer.into_iter().filter(|(place, _)| (low..=high).contains(place)).collect();
    if finer.len() >= 3 {
        return finer;
    }
    let linear = linear_ticks((10f64.powf(low), 10f64.powf(high)));
    linear.into_iter().map(|(value, label)| (value.log10(), label)).collect()
}

/// Formats a number for an axis: 250, 3,500, 20k, 1.5M. It is exact to the given step. The unit is
/// that of the largest number on the axis, so that all labels share it.
fn number(value: f64, step: f64, largest: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    if value == 0.0 || value.abs() < step * 1e-6 {
        return "0".to_owned();
    }
    if !(1e-4..1e15).contains(&largest) {
        return format!("{value:.0e}");
    }
    // Up to 10,000 all digits are easy to read, but for round thousands the unit is easier.
    let whole = largest < 1e4 && step % 1000.0 != 0.0;
    let fitting = UNITS.iter().find(|(unit, _)| !whole && largest >= *unit);
    let (unit, suffix) = fitting.copied().unwrap_or((1.0, ""));
    let decimals = (-(step / unit).log10() - 1e-9).ceil().max(0.0) as usize;
    let digits = format!("{:.decimals$}", value / unit);
    if suffix.is_empty() && value.abs() >= 1000.0 {
        let (thousands, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()) - 3);
        return format!("{thousands},{rest}");
    }
    format!("{digits}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_short() {
        assert_eq!(
            labels(&Axis::linear([2810.0, 3320.0])),
            ["2,800", "2,900", "3,000", "3,100", "3,200", "3,300"]
        );
        assert_eq!(labels(&Axis::linear([0.0, 1.0])), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(&Axis::linear([-20.0, 70.0])), ["-20", "0", "20", "40", "60"]);
        assert_eq!(labels(&Axis::linear([0.0, 2.4e6])), ["0", "0.5M", "1.0M", "1.5M", "2.0M"]);
        assert_eq!(
            labels(&Axis::logarithmic([1.0, 1e6])),
            ["1", "10", "100", "1k", "10k", "100k", "1M"]
        );
        assert_eq!(labels(&Axis::logarithmic([100.0, 1000.0])), ["100", "200", "500", "1k"]);
        assert_eq!(
            labels(&Axis::logarithmic([3100.0, 3700.0])),
            ["3,100", "3,200", "3,300", "3,400", "3,500", "3,600", "3,700"]
        );
    }

    #[test]
    fn any_numbers_make_an_axis() {
        let odd: [&[f64]; 9] = [
            &[],
            &[f64::NAN],
            &[f64::INFINITY, f64::NEG_INFINITY],
            &[0.0],
            &[5.0, 5.0],
            &[1e15, 1e15 + 1e-3],
            &[-1e59, 1e59],
            &[f64::MAX, f64::MIN_POSITIVE],
            &[1e-70, 3e-58, 2e58],
        ];
        for values in odd {
            for axis in
                [Axis::linear(values.iter().copied()), Axis::logarithmic(values.iter().copied())]
            {
                let (low, high) = axis.ends;
                assert!(low.is_finite() && high.is_finite() && low < high, "{values:?}");
                assert!((1..=12).contains(&axis.ticks.len()), "{values:?}: {:?}", axis.ticks);
                assert!(
                    axis.ticks.iter().all(|(place, label)| place.is_finite() && label.len() < 24)
                );
                assert_eq!(axis.place(f64::NAN), None);
            }
        }
    }

    #[test]
    fn names_read_from_the_top() {
        let axis = Axis::names(&["a".to_owned(), "b".to_owned()]);
        assert_eq!(axis.ends, (0.0, 2.0));
        assert_eq!(axis.format_ext(&1.5), "a");
    }
}
