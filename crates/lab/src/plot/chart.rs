//! Elements that all charts share: a grid with two axes, a legend below, steps, markers and short
//! labels.

use plotters::chart::{ChartBuilder, ChartContext, LabelAreaPosition};
use plotters::coord::CoordTranslate;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, EmptyElement, IntoDynElement as _, PathElement, Polygon};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontFamily, IntoFont as _, RGBColor, ShapeStyle, TextStyle};

use super::axis::Axis;
use super::canvas::{Area, Canvas, Drawing, WIDTH, svg, tenths, text_width};
use super::paint::{self, INK};

/// Size of all text.
pub(super) const TEXT: f64 = 12.0;
/// Height of a line of text.
pub(super) const LINE: f64 = 18.0;
/// Maximum width of a label, so that enough space remains for the plot.
pub(super) const LABEL_ROOM: f64 = 190.0;
/// Number of slices of an axis; two points in each are all that can be seen on a line.
const SLICES: usize = 100;

/// A grid to draw on, in positions of its axes.
pub(super) type PlotGrid<'a, 'b> = ChartContext<'a, Canvas<'b>, Cartesian2d<Axis, Axis>>;

/// A chart: axes, their names, and the legend.
pub(super) struct Chart<'a> {
    pub(super) title: &'a str,
    pub(super) description: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) x_name: &'a str,
    pub(super) y_name: &'a str,
    /// Height of the grid.
    pub(super) height: f64,
    pub(super) legend: Vec<LegendEntry>,
}

/// An entry of the legend.
pub(super) struct LegendEntry {
    pub(super) label: String,
    pub(super) sample: LegendMark,
}

/// Mark that a legend shows beside a label.
pub(super) enum LegendMark {
    PlotLine(RGBColor),
    Marker(usize),
}

impl Chart<'_> {
    /// Draws the chart as SVG, with the given content on its grid.
    pub(super) fn draw(&self, content: impl FnOnce(&mut PlotGrid, &Chart) -> Drawing) -> String {
        let head = if self.y_name.is_empty() { 6.0 } else { LINE + 4.0 };
        let foot = LINE * 2.0 + 4.0;
        let legend = Legend::of(&self.legend);
        let size = (WIDTH, head + self.height + foot + legend.height());
        let left = (self.y.label_width(TEXT) + 8.0).max(24.0);
        svg(self.title, &self.description, size, |area| {
            let below = tenths(head + self.height + foot);
            let (upper, lower) = area.split_vertically(below);
            upper.draw_text(self.y_name, &text(HPos::Left, VPos::Top), (0, 0))?;
            let corner = (tenths(WIDTH - 8.0), below - tenths(2.0));
            upper.draw_text(self.x_name, &text(HPos::Right, VPos::Bottom), corner)?;
            let mut grid = ChartBuilder::on(&upper)
                .margin_top(tenths(head))
                .margin_right(tenths(12.0))
                .margin_bottom(tenths(LINE))
                .set_label_area_size(LabelAreaPosition::Left, tenths(left))
                .set_label_area_size(LabelAreaPosition::Bottom, tenths(foot - LINE))
                .build_cartesian_2d(self.x.clone(), self.y.clone())?;
            grid.configure_mesh()
                .axis_style(stroke(INK.mix(0.5), 0.8))
                .bold_line_style(stroke(INK.mix(0.14), 0.7))
                .label_style(text(HPos::Left, VPos::Top))
                .set_all_tick_mark_size(tenths(3.0))
                .draw()?;
            content(&mut grid, self)?;
            legend.draw(&lower)
        })
    }

    /// Returns the position of a pair of numbers on the grid, if both are on their axes.
    pub(super) fn place(&self, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        Some((self.x.place(x)?, self.y.place(y)?))
    }
}

/// Returns a line style of this width in units.
pub(super) fn stroke(colour: impl plotters::style::Color, width: f64) -> ShapeStyle {
    colour.stroke_width(tenths(width) as u32)
}

/// Returns a text style with this alignment.
pub(super) fn text<'a>(horizontal: HPos, vertical: VPos) -> TextStyle<'a> {
    let font = (FontFamily::SansSerif, TEXT * 10.0).into_font();
    TextStyle::from(font).color(&INK).pos(Pos::new(horizontal, vertical))
}

/// Returns the label, shortened in the middle if necessary: labels of contenders start with the
/// solver and end with what differs.
pub(super) fn shortened(label: &str, width: f64) -> String {
    if text_width(label, TEXT) <= width {
        return label.to_owned();
    }
    let letters: Vec<char> = label.chars().collect();
    let mut kept = letters.len();
    loop {
        kept = kept.saturating_sub(1);
        let (front, back) = (kept.div_ceil(2), kept / 2);
        let ends = letters[..front].iter().chain(&['…']).chain(&letters[letters.len() - back..]);
        let short: String = ends.collect();
        if kept == 0 || text_width(&short, TEXT) <= width {
            return short;
        }
    }
}

/// Returns the corners of a step line through these points: each value holds until the next point.
pub(super) fn steps(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners = Vec::with_capacity(points.len() * 2);
    for &(x, y) in points {
        corners.extend(corners.last().map(|&(_, level)| (x, level)));
        corners.push((x, y));
    }
    corners
}

/// Returns the first and the last point in each slice of the axis, for points in ascending order;
/// the points between them could not be seen. A curve that only rises keeps its extremes.
pub(super) fn thinned<T: Copy>(points: &[T], place: impl Fn(&T) -> f64) -> Vec<T> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let (start, span) = (place(first), (place(last) - place(first)).max(f64::MIN_POSITIVE));
    let slice = |point: &T| ((place(point) - start) / span * SLICES as f64) as usize;
    let slices = points.chunk_by(|a, b| slice(a) == slice(b));
    slices.flat_map(|slice| [&slice[..1], &slice[slice.len().max(2) - 1..]].concat()).collect()
}

/// Draws a filled marker in the colour and shape of a series.
pub(super) fn draw_marker<C>(area: &DrawingArea<Canvas, C>, at: C::From, series: usize) -> Drawing
where
    C: CoordTranslate<From: Clone + 'static>,
{
    let style = paint::hue(series).mix(0.75).filled();
    let corners = |corners: &[(f64, f64)]| {
        let corners: Vec<_> = corners.iter().map(|&(x, y)| (tenths(x), tenths(y))).collect();
        (EmptyElement::at(at.clone()) + Polygon::new(corners, style)).into_dyn()
    };
    let marker = match series % paint::DASHES {
        0 => Circle::new(at.clone(), tenths(2.6), style).into_dyn(),
        shape => corners(MARKERS[shape - 1]),
    };
    area.draw(&marker)
}

const MARKERS: [&[(f64, f64)]; paint::DASHES - 1] = [
    &[(-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)],
    &[(0.0, -3.2), (3.0, 2.2), (-3.0, 2.2)],
    &[(0.0, -3.4), (3.4, 0.0), (0.0, 3.4), (-3.4, 0.0)],
    &[(0.0, 3.2), (3.0, -2.2), (-3.0, -2.2)],
];

/// Width of a legend's mark, and the space after it.
const SAMPLE: (f64, f64) = (26.0, 6.0);
const GAP: f64 = 16.0;

/// A legend in columns that read downwards: as many as fit, and at least two for a long legend.
struct Legend<'a> {
    entries: &'a [LegendEntry],
    columns: usize,
}

impl<'a> Legend<'a> {
    fn of(entries: &'a [LegendEntry]) -> Self {
        let widest = entries.iter().map(|entry| text_width(&entry.label, TEXT)).fold(1.0, f64::max);
        let fitting = ((WIDTH + GAP) / (widest + SAMPLE.0 + SAMPLE.1 + GAP)) as usize;
        let least = if entries.len() > 6 { 2 } else { 1 };
        Legend { entries, columns: fitting.clamp(least, 4) }
    }

    fn rows(&self) -> usize {
        self.entries.len().div_ceil(self.columns)
    }

    fn height(&self) -> f64 {
        if self.entries.is_empty() { 0.0 } else { 8.0 + self.rows() as f64 * LINE }
    }

    fn draw(&self, area: &Area) -> Drawing {
        let pitch = (WIDTH + GAP) / self.columns as f64;
        let place = |n: usize| {
            let (column, row) = (n / self.rows(), n % self.rows());
            (tenths(column as f64 * pitch), tenths(8.0 + LINE * (row as f64 + 0.5)))
        };
        for (n, entry) in self.entries.iter().enumerate() {
            let (left, middle) = place(n);
            match entry.sample {
                LegendMark::PlotLine(colour) => {
                    let line = vec![(left, middle), (left + tenths(SAMPLE.0), middle)];
                    area.draw(&PathElement::new(line, stroke(colour, 1.8)))?;
                }
                LegendMark::Marker(series) => {
                    draw_marker(area, (left + tenths(SAMPLE.0 / 2.0), middle), series)?;
                }
            }
        }
        for (n, entry) in self.entries.iter().enumerate() {
            let (left, middle) = place(n);
            let label = shortened(&entry.label, pitch - GAP - SAMPLE.0 - SAMPLE.1);
            let start = (left + tenths(SAMPLE.0 + SAMPLE.1), middle);
            area.draw_text(&label, &text(HPos::Left, VPos::Center), start)?;
        }
        Ok(())
    }
}
