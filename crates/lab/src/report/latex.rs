//! A report as LaTeX, to be included in a paper. It needs the packages `booktabs` and `longtable`,
//! and has no plots.

use super::page::{Article, GridRow, PageBlock, ReportTable, TableEntry};

pub(super) fn write(title: &str, articles: &[Article]) -> String {
    let mut text = format!("% {}\n", title.replace(char::is_control, " "));
    text += "% Include with \\input; the preamble needs \\usepackage{booktabs,longtable}.\n\n";
    for article in articles {
        add(&mut text, article);
    }
    text
}

fn add(text: &mut String, article: &Article) {
    *text += &format!(
        "\\section{{{}}}\n\n\\emph{{{}}}\n\n",
        escaped(&article.title),
        escaped(&article.question)
    );
    if let Some(source) = &article.reproduces {
        *text += &format!("{}\n\n", escaped(source));
    }
    for warning in &article.warnings {
        *text += &format!("\\textbf{{Warning.}} {}\n\n", escaped(warning));
    }
    *text += "\\subsection{Verdict}\n\n";
    for sentence in &article.verdict {
        *text += &format!("{}\n\n", escaped(sentence));
    }
    for section in &article.sections {
        let blocks: String = section.blocks.iter().map(of_block).collect();
        if !blocks.is_empty() {
            *text += &format!("\\subsection{{{}}}\n\n{blocks}", section.title);
        }
    }
}

fn of_block(block: &PageBlock) -> String {
    match block {
        PageBlock::Text(text) => format!("{}\n\n", escaped(text)),
        PageBlock::Facts(facts) => {
            let line = |(term, what): &(String, String)| {
                format!("\\item[{}] {}\n", escaped(term), escaped(what))
            };
            format!(
                "\\begin{{description}}\n{}\\end{{description}}\n\n",
                facts.iter().map(line).collect::<String>()
            )
        }
        PageBlock::Commands(lines) => {
            let line = |line: &String| format!("\\texttt{{{}}}\\\\\n", escaped(line));
            format!(
                "\\begin{{flushleft}}\n{}\\end{{flushleft}}\n\n",
                lines.iter().map(line).collect::<String>()
            )
        }
        PageBlock::ReportTable(grid) => of_grid(grid),
        PageBlock::Drawing(..) => String::new(),
    }
}

fn of_grid(grid: &ReportTable) -> String {
    let columns: String =
        (0..grid.head.len()).map(|column| if column < grid.texts { 'l' } else { 'r' }).collect();
    let head = grid.head.iter().map(|name| escaped(name)).collect::<Vec<_>>().join(" & ");
    let mut text = format!(
        "\\begin{{longtable}}{{{columns}}}\n\\caption{{{}}}\\\\\n\\toprule\n{head} \\\\\n\\midrule\n\\endhead\n\
         \\bottomrule\n\\endfoot\n",
        escaped(&grid.caption)
    );
    for (index, row) in grid.rows.iter().enumerate() {
        if row.begins && index > 0 {
            text += "\\addlinespace\n";
        }
        text += &of_row(row);
    }
    text += "\\end{longtable}\n";
    for note in &grid.notes {
        text += &format!("\\noindent{{\\footnotesize {}}}\\par\n", escaped(note));
    }
    text.push('\n');
    text
}

fn of_row(row: &GridRow) -> String {
    let cell = |entry: &TableEntry| {
        let text = escaped(&entry.text);
        match (entry.best, row.published) {
            (true, _) => format!("\\textbf{{{text}}}"),
            (false, true) => format!("\\textit{{{text}}}"),
            (false, false) => text,
        }
    };
    format!("{} \\\\\n", row.cells.iter().map(cell).collect::<Vec<_>>().join(" & "))
}

/// Escapes all characters that are special in TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '"' => escaped += "\\textquotedbl{}",
            '≤' => escaped += "$\\le$",
            // A row or an optional argument must not start with a bracket.
            '[' => escaped += "{[}",
            ']' => escaped += "{]}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', character]),
            control if control.is_control() => escaped.push(' '),
            plain => escaped.push(plain),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_taken_for_a_command() {
        assert_eq!(
            escaped(r"50% of a_b & {c} \d [e] x^2"),
            r"50\% of a\_b \& \{c\} \textbackslash{}d {[}e{]} x\textasciicircum{}2"
        );
        assert_eq!(escaped("p ≤ 0.05 # $3\n"), r"p $\le$ 0.05 \# \$3 ");
    }
}
