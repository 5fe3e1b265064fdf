//! The content of a report in reading order, without markup. All three writers use it.

use super::analysis::Analysis;
use super::content::{again, maps, method, provenance, results, warnings};
use super::evidence::statistics;
use super::figures;

/// Report of one experiment.
pub(super) struct Article {
    /// Identifier for links.
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) question: String,
    /// Published result that the experiment reproduces.
    pub(super) reproduces: Option<String>,
    pub(super) warnings: Vec<String>,
    pub(super) verdict: Vec<String>,
    pub(super) sections: Vec<Section>,
}

/// A section with a heading.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) blocks: Vec<PageBlock>,
}

/// An element of a section.
pub(super) enum PageBlock {
    /// A paragraph.
    Text(String),
    /// Terms with their values.
    Facts(Vec<(String, String)>),
    /// Shell commands.
    Commands(Vec<String>),
    /// A table of figures.
    ReportTable(ReportTable),
    /// Title and SVG of a drawing, for formats that can show one.
    Drawing(String, String),
}

/// A table of a report.
pub(super) struct ReportTable {
    pub(super) caption: String,
    /// Column headings; the first `texts` columns hold text, the others numbers.
    pub(super) head: Vec<String>,
    pub(super) texts: usize,
    pub(super) rows: Vec<GridRow>,
    /// Notes below the table.
    pub(super) notes: Vec<String>,
}

/// A row of a table.
#[derive(Default)]
pub(super) struct GridRow {
    pub(super) cells: Vec<TableEntry>,
    /// Whether this row starts a new group.
    pub(super) begins: bool,
    /// Whether the row holds published figures.
    pub(super) published: bool,
}

/// A cell of a table.
#[derive(Clone, Default)]
pub(super) struct TableEntry {
    pub(super) text: String,
    /// Whether the value is highlighted as the best.
    pub(super) best: bool,
}

impl From<String> for TableEntry {
    fn from(text: String) -> Self {
        TableEntry { text, best: false }
    }
}

impl Article {
    /// Converts an analysis to a report.
    pub(super) fn of(analysis: &Analysis) -> Article {
        let sections = [
            ("Method", method(analysis)),
            ("Along the parameter", maps(analysis)),
            ("Results", results(analysis)),
            ("Statistics", statistics(analysis)),
            ("Plots", figures::drawings(analysis)),
            ("Run it again", again(analysis)),
            ("Provenance", provenance(analysis)),
        ];
        let sections = sections.into_iter().filter(|(_, blocks)| !blocks.is_empty());
        Article {
            anchor: analysis.name.replace(|letter: char| !letter.is_alphanumeric(), "-"),
            title: analysis.title.clone(),
            question: analysis.table.question.clone(),
            reproduces: analysis.reproduces.as_ref().map(|source| format!("Reproduces: {source}")),
            warnings: warnings(analysis),
            verdict: analysis.verdict.clone(),
            sections: sections.map(|(title, blocks)| Section { title, blocks }).collect(),
        }
    }
}

/// Returns column headings.
pub(super) fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Returns a row of plain texts.
pub(super) fn row<const N: usize>(cells: [String; N]) -> GridRow {
    GridRow { cells: cells.map(TableEntry::from).into(), ..GridRow::default() }
}
