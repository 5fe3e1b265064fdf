//! A report as one self-contained page: no scripts, fonts or pictures from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::page::{Article, GridRow, PageBlock, ReportTable, Section};

const STYLE: &str = include_str!("report.css");

pub(super) fn write(title: &str, articles: &[Article]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    @if let [article] = articles {
                        (of_article(article, 1))
                    } @else {
                        header { h1 { (title) } (contents(articles)) }
                        @for article in articles { (of_article(article, 2)) }
                    }
                }
            }
        }
    };
    page.into_string()
}

fn contents(articles: &[Article]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ol {
                @for article in articles {
                    li {
                        a href=(format!("#{}", article.anchor)) { (article.title) }
                        " " span.question { (article.question) }
                        @if let Some(answer) = article.verdict.first() { " " span.answer { (answer) } }
                    }
                }
            }
        }
    }
}

fn of_article(article: &Article, level: u8) -> Markup {
    let place = |section: &Section| {
        format!("{}-{}", article.anchor, section.title.to_lowercase().replace(' ', "-"))
    };
    html! {
        article id=(article.anchor) {
            header {
                (heading(level, &article.title))
                p.question { (article.question) }
                @if let Some(source) = &article.reproduces { p.source { (source) } }
                @if level == 1 {
                    nav.parts aria-label="Parts" {
                        @for section in &article.sections { a href=(format!("#{}", place(section))) { (section.title) } " " }
                    }
                }
            }
            @for warning in &article.warnings { p.warning role="note" { (warning) } }
            section.verdict {
                (heading(level + 1, "Verdict"))
                @for (index, sentence) in article.verdict.iter().enumerate() {
                    p.first[index == 0] { (sentence) }
                }
            }
            @for section in &article.sections {
                section id=(place(section)) {
                    (heading(level + 1, section.title))
                    @for block in &section.blocks { (of_block(block)) }
                }
            }
        }
    }
}

fn heading(level: u8, text: &str) -> Markup {
    match level {
        1 => html! { h1 { (text) } },
        2 => html! { h2 { (text) } },
        _ => html! { h3 { (text) } },
    }
}

fn of_block(block: &PageBlock) -> Markup {
    match block {
        PageBlock::Text(text) => html! { p { (text) } },
        PageBlock::Facts(facts) => html! {
            dl { @for (term, what) in facts { dt { (term) } dd { (what) } } }
        },
        PageBlock::Commands(lines) => html! { pre { code { @for line in lines { (line) "\n" } } } },
        PageBlock::ReportTable(grid) => of_grid(grid),
        // These drawings are our own; their texts were escaped when they were drawn.
        PageBlock::Drawing(title, svg) => {
            html! { figure.drawing { figcaption { (title) } (PreEscaped(svg)) } }
        }
    }
}

/// Renders a name that a narrow column may break after its slashes.
fn name(text: &str) -> Markup {
    html! { @for (index, part) in text.split('/').enumerate() { @if index > 0 { "/" wbr; } (part) } }
}

fn of_grid(grid: &ReportTable) -> Markup {
    let is_figure = |column: usize| column >= grid.texts;
    // A name that repeats down the column is shown once, but kept for screen readers.
    let has_groups = grid.rows.iter().any(|row| row.begins);
    let of_row = |row: &GridRow| {
        html! {
            tr.begins[row.begins] .published[row.published] {
                @for (column, entry) in row.cells.iter().enumerate() {
                    @if column == 0 {
                        th.again[has_groups && !row.begins] scope="row" { (name(&entry.text)) }
                    } @else {
                        td.figure[is_figure(column)] {
                            @if entry.best { strong { (entry.text) } } @else { (entry.text) }
                        }
                    }
                }
            }
        }
    };
    html! {
        figure {
            figcaption { (grid.caption) }
            div.scroll tabindex="0" role="region" aria-label=(grid.caption) {
                table {
                    thead { tr { @for (column, name) in grid.head.iter().enumerate() { th.figure[is_figure(column)] scope="col" { (name) } } } }
                    tbody { @for row in &grid.rows { (of_row(row)) } }
                }
            }
            @for note in &grid.notes { p.note { (note) } }
        }
    }
}
