//! Reports: what an experiment asked, what came out, and what may be said about it, for people.
//!
//! An [`Analysis`] is computed once from a plan and its store, and holds no markup; [`Format::write`] makes a page, a
//! Markdown file or a LaTeX fragment of one or several. All three say the same; only the page has plots. It is one file
//! that needs no other: no script, no font, no picture from elsewhere.

mod analysis;
mod comparison;
mod figures;
mod growth;
mod html;
mod latex;
mod markdown;
mod others;
mod page;
mod verdict;

pub use analysis::{Analysis, ContenderNote, InstanceNote, Meeting, Origin, Provenance};
pub use comparison::{Comparison, Pair, PairTest, SIGNIFICANCE};
pub use growth::Growth;
pub use others::Beside;

use page::Article;

/// What a report is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A page for a browser, with plots.
    Html,
    /// Text that is pleasant to read as it is.
    Markdown,
    /// For a paper: tables with rules of the package `booktabs`.
    Latex,
}

impl Format {
    /// One report of these experiments; with several, the title is that of the whole, and there is a table of contents.
    pub fn write(self, title: &str, analyses: &[Analysis]) -> String {
        let articles: Vec<Article> = analyses.iter().map(Article::of).collect();
        match self {
            Format::Html => html::write(title, &articles),
            Format::Markdown => markdown::write(title, &articles),
            Format::Latex => latex::write(title, &articles),
        }
    }
}
