//! A report as Markdown: readable as plain text, and by every viewer that supports tables. It has
//! no plots.

use std::fmt::Write;

use super::page::{Article, PageBlock, ReportTable};

pub(super) fn write(title: &str, articles: &[Article]) -> String {
    let mut text = String::new();
    let level = if articles.len() == 1 { 1 } else { 2 };
    if level == 2 {
        text += &format!("# {}\n\n", escaped(title));
        for article in articles {
            text += &format!("- {}: {}\n", escaped(&article.title), escaped(&article.question));
        }
        text.push('\n');
    }
    for article in articles {
        add(&mut text, article, level);
    }
    // Every block ends with a blank line; the last one is removed.
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn add(text: &mut String, article: &Article, level: usize) {
    let (above, below) = ("#".repeat(level), "#".repeat(level + 1));
    *text +=
        &format!("{above} {}\n\n*{}*\n\n", escaped(&article.title), escaped(&article.question));
    if let Some(source) = &article.reproduces {
        *text += &format!("{}\n\n", escaped(source));
    }
    for warning in &article.warnings {
        *text += &format!("> **Warning.** {}\n\n", escaped(warning));
    }
    *text += &format!("{below} Verdict\n\n");
    for sentence in &article.verdict {
        *text += &format!("{}\n\n", escaped(sentence));
    }
    for section in &article.sections {
        let blocks: String = section.blocks.iter().map(of_block).collect();
        if !blocks.is_empty() {
            *text += &format!("{below} {}\n\n{blocks}", section.title);
        }
    }
}

fn of_block(block: &PageBlock) -> String {
    match block {
        PageBlock::Text(text) => format!("{}\n\n", escaped(text)),
        PageBlock::Facts(facts) => {
            let line = |(term, what): &(String, String)| {
                format!("- {}: {}\n", escaped(term), escaped(what))
            };
            format!("{}\n", facts.iter().map(line).collect::<String>())
        }
        PageBlock::Commands(lines) => format!("```sh\n{}\n```\n\n", lines.join("\n")),
        PageBlock::ReportTable(grid) => of_grid(grid),
        PageBlock::Drawing(..) => String::new(),
    }
}

fn of_grid(grid: &ReportTable) -> String {
    let mut text = format!("**{}**\n\n", escaped(&grid.caption));
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &line(grid.head.iter().map(|name| escaped(name)).collect());
    let rule = |column: usize| if column < grid.texts { "---" } else { "---:" }.to_owned();
    text += &line((0..grid.head.len()).map(rule).collect());
    for row in &grid.rows {
        let cell = |entry: &super::page::TableEntry| {
            let text = escaped(&entry.text);
            if entry.best { format!("**{text}**") } else { text }
        };
        text += &line(row.cells.iter().map(cell).collect());
    }
    text.push('\n');
    for note in &grid.notes {
        let _ = writeln!(text, "{}\n", escaped(note));
    }
    text
}

/// Escapes all characters that are special in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if "\\`*_[]<>|#~&".contains(character) {
            escaped.push('\\');
        }
        escaped.push(if character.is_control() { ' ' } else { character });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_markup() {
        assert_eq!(escaped("a|b *c* <i> d_e\nf"), r"a\|b \*c\* \<i\> d\_e f");
    }
}
