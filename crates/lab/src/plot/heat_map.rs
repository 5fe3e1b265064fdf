//! Heat map of instances by contenders, shaded by the share of the best known score.

use plotters::element::Rectangle;
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color as _, FontStyle, FontTransform};

use super::canvas::{Area, Drawing, WIDTH, svg, tenths, text_width};
use super::chart::{LABEL_ROOM, LINE, TEXT, shortened, text};
use super::{figure, paint};

/// Minimum size of a cell: "100.0" must fit.
const CELL: (f64, f64) = (40.0, 24.0);
/// Maximum width of a cell: with two contenders, the cells need not fill the page.
const WIDEST: f64 = 110.0;

/// Shows the share of the best known score that each contender (column) reached on each instance
/// (row), in per cent, shaded from the lowest share to the highest. The best shares of a row are
/// bold; an unknown share is a dash.
pub fn heat_map(
    title: &str,
    instances: &[&str],
    contenders: &[&str],
    share: impl Fn(usize, usize) -> Option<f64>,
) -> String {
    let shares: Vec<Vec<Option<f64>>> = (0..instances.len())
        .map(|row| {
            (0..contenders.len())
                .map(|column| share(row, column).filter(|share| share.is_finite()))
                .collect()
        })
        .collect();
    let map = Map::new(instances, contenders, &shares);
    svg(title, &map.description(instances, contenders), map.size(), |area| map.draw(area))
}

struct Map<'a> {
    rows: Vec<String>,
    columns: Vec<String>,
    shares: &'a [Vec<Option<f64>>],
    /// Lowest and highest share.
    ends: (f64, f64),
    /// Width of the instances' names, and height of the contenders'.
    left: f64,
    top: f64,
    cell_width: f64,
    upright: bool,
}

impl<'a> Map<'a> {
    fn new(instances: &[&str], contenders: &[&str], shares: &'a [Vec<Option<f64>>]) -> Self {
        let short = |labels: &[&str], width: f64| -> Vec<String> {
            labels.iter().map(|label| shortened(label, width)).collect()
        };
        let (rows, columns) = (short(instances, LABEL_ROOM), short(contenders, 150.0));
        let widest = |labels: &[String]| {
            labels.iter().map(|label| text_width(label, TEXT)).fold(0.0, f64::max)
        };
        let left = widest(&rows) + 10.0;
        let cell_width = ((WIDTH - left) / columns.len().max(1) as f64).clamp(CELL.0, WIDEST);
        let upright = widest(&columns) > cell_width - 6.0;
        let top = if upright { widest(&columns) + 10.0 } else { LINE + 4.0 };
        let known = || shares.iter().flatten().flatten().copied();
        let ends =
            (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        Map { rows, columns, shares, ends, left, top, cell_width, upright }
    }

    fn size(&self) -> (f64, f64) {
        let width = self.left + self.columns.len() as f64 * self.cell_width;
        (width.max(WIDTH), self.top + self.rows.len() as f64 * CELL.1 + 8.0 + LINE)
    }

    fn draw(&self, area: &Area) -> Drawing {
        for (column, label) in self.columns.iter().enumerate() {
            let middle = tenths(self.left + (column as f64 + 0.5) * self.cell_width);
            let style = if self.upright {
                text(HPos::Left, VPos::Center).transform(FontTransform::Rotate270)
            } else {
                text(HPos::Center, VPos::Bottom)
            };
            area.draw_text(label, &style, (middle, tenths(self.top - 4.0)))?;
        }
        for (row, label) in self.rows.iter().enumerate() {
            let middle = tenths(self.top + (row as f64 + 0.5) * CELL.1);
            area.draw_text(
                label,
                &text(HPos::Right, VPos::Center),
                (tenths(self.left - 8.0), middle),
            )?;
        }
        for (row, shares) in self.shares.iter().enumerate() {
            for (column, share) in shares.iter().enumerate() {
                if let Some(share) = share {
                    self.draw_shade(area, (row, column), self.shade(*share))?;
                }
            }
        }
        for (row, shares) in self.shares.iter().enumerate() {
            let best = shares.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
            for (column, share) in shares.iter().enumerate() {
                self.draw_share(area, (row, column), *share, *share == Some(best))?;
            }
        }
        self.draw_key(area)
    }

    /// Returns an opacity from 0.06 to 0.6: text stays readable on it, on light and dark pages.
    fn shade(&self, share: f64) -> f64 {
        let (low, high) = self.ends;
        let place = if high > low { (share - low) / (high - low) } else { 1.0 };
        0.06 + 0.54 * (place * 20.0).round() / 20.0
    }

    fn draw_shade(&self, area: &Area, (row, column): (usize, usize), shade: f64) -> Drawing {
        let left = self.left + column as f64 * self.cell_width;
        let top = self.top + row as f64 * CELL.1;
        let corners = [
            (tenths(left + 0.8), tenths(top + 0.8)),
            (tenths(left + self.cell_width - 0.8), tenths(top + CELL.1 - 0.8)),
        ];
        area.draw(&Rectangle::new(corners, paint::hue(0).mix(shade).filled()))
    }

    fn draw_share(
        &self,
        area: &Area,
        (row, column): (usize, usize),
        share: Option<f64>,
        best: bool,
    ) -> Drawing {
        let left = self.left + (column as f64 + 0.5) * self.cell_width;
        let middle = self.top + (row as f64 + 0.5) * CELL.1;
        let mut style = text(HPos::Center, VPos::Center);
        if best {
            style.font = style.font.style(FontStyle::Bold);
        }
        area.draw_text(&percent(share), &style, (tenths(left), tenths(middle)))
    }

    /// Draws the key: the meaning of the lightest and the darkest shade.
    fn draw_key(&self, area: &Area) -> Drawing {
        let (low, high) = self.ends;
        let middle = tenths(self.top + self.rows.len() as f64 * CELL.1 + 8.0 + LINE / 2.0);
        let words = if low > high {
            "no share is known".to_owned()
        } else {
            format!(
                "% of the best known score, shaded from {} to {}",
                percent(Some(low)),
                percent(Some(high))
            )
        };
        area.draw_text(&words, &text(HPos::Left, VPos::Center), (0, middle))
    }

    fn description(&self, instances: &[&str], contenders: &[&str]) -> String {
        let rows = instances.iter().zip(self.shares).map(|(instance, shares)| {
            let shares = contenders
                .iter()
                .zip(shares)
                .map(|(name, share)| format!("{name} {}", percent(*share)));
            format!("{instance}: {}", shares.collect::<Vec<_>>().join(", "))
        });
        format!("Per cent of the best known score. {}.", rows.collect::<Vec<_>>().join("; "))
    }
}

fn percent(share: Option<f64>) -> String {
    match share.map(|share| share * 100.0) {
        None => "–".to_owned(),
        Some(share) if share.abs() < 9999.0 => format!("{share:.1}"),
        Some(share) => figure(share),
    }
}
