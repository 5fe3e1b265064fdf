//! A report's content in the order of reading, free of any markup: what all three writers write.

use super::analysis::Analysis;
use super::content::{again, maps, method, provenance, results, warnings};
use super::evidence::statistics;
use super::figures;

/// One experiment, written out.
pub(super) struct Article {
    /// A word for links to it.
    pub(super) anchor: String,
    pub(super) title: String,
    pub(super) question: String,
    /// What others published and this runs again.
    pub(super) reproduces: Option<String>,
    pub(super) warnings: Vec<String>,
    pub(super) verdict: Vec<String>,
    pub(super) sections: Vec<Section>,
}

/// A part with a heading.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) blocks: Vec<PageBlock>,
}

/// A piece of a part.
pub(super) enum PageBlock {
    /// A paragraph.
    Text(String),
    /// Terms and what they are.
    Facts(Vec<(String, String)>),
    /// Lines for a shell.
    Commands(Vec<String>),
    /// Figures in rows and columns.
    ReportTable(ReportTable),
    /// A drawing with its title, for writers that can show one.
    Drawing(String, String),
}

/// A table.
pub(super) struct ReportTable {
    pub(super) caption: String,
    /// The column heads; the first `texts` columns hold text, the others figures.
    pub(super) head: Vec<String>,
    pub(super) texts: usize,
    pub(super) rows: Vec<GridRow>,
    /// What is to be said below.
    pub(super) notes: Vec<String>,
}

/// A row of a table.
#[derive(Default)]
pub(super) struct GridRow {
    pub(super) cells: Vec<TableEntry>,
    /// Whether something new begins here.
    pub(super) begins: bool,
    /// Whether others report it.
    pub(super) published: bool,
}

/// A cell of a table.
#[derive(Clone, Default)]
pub(super) struct TableEntry {
    pub(super) text: String,
    /// Whether it is the best of its kind.
    pub(super) best: bool,
}

impl From<String> for TableEntry {
    fn from(text: String) -> Self {
        TableEntry { text, best: false }
    }
}

impl Article {
    /// Writes an analysis out.
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

/// The heads of columns.
pub(super) fn heads(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A row of plain texts.
pub(super) fn row<const N: usize>(cells: [String; N]) -> GridRow {
    GridRow { cells: cells.map(TableEntry::from).into(), ..GridRow::default() }
}
