//! Checks of the Markdown files: short decisions, narrow lines, complete lists of chapters, and
//! valid links. `cargo xtask tidy` runs them.

use std::path::Path;

/// A text file: its path from the root of the project, and its content.
type File = (String, String);

const LONGEST_DECISION: usize = 30;
const WIDEST_LINE: usize = 100;

/// Folders whose pages must all be listed, each with the file that lists them.
const LISTS: [(&str, &str); 3] =
    [("docs/guide/", "SUMMARY.md"), ("docs/decisions/", "README.md"), ("docs/notes/", "README.md")];

/// Checks that every chapter of the guide is in its table of contents, every decision and note in
/// its list.
pub(crate) fn book_chapters(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (folder, list) in LISTS {
        let list = format!("{folder}{list}");
        let Some((_, contents)) = files.iter().find(|(path, _)| *path == list) else {
            found.push(format!("{list}: is missing"));
            continue;
        };
        for (path, _) in documents(files).filter(|(path, _)| path.starts_with(folder)) {
            let page = &path[folder.len()..];
            if *path != list && !contents.contains(&format!("]({page})")) {
                found.push(format!("{list}: does not list {page}"));
            }
        }
    }
    found
}

/// Checks that relative links lead to existing files; those with an anchor, to one of the headings.
pub(crate) fn dead_links(root: &Path, files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in documents(files) {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        for (number, line) in outside_fences(text) {
            for target in links(line).filter(|target| !target.contains("://")) {
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let page = match file {
                    "" => path.clone(),
                    _ => normalized(&folder.join(file)),
                };
                let heading = |(there, text): &&File| *there == page && has_anchor(text, anchor);
                let leads = match anchor {
                    "" => root.join(&page).exists(),
                    _ => files.iter().find(heading).is_some(),
                };
                if !leads {
                    found.push(format!("{path}:{number}: the link to {target} leads nowhere"));
                }
            }
        }
    }
    found
}

/// Checks that decisions are short; longer texts belong to the notes.
pub(crate) fn long_decisions(files: &[File]) -> Vec<String> {
    documents(files)
        .filter(|(path, _)| path.starts_with("docs/decisions/") && !path.ends_with("README.md"))
        .filter(|(_, text)| text.lines().count() > LONGEST_DECISION)
        .map(|(path, text)| {
            let lines = text.lines().count();
            format!("{path}: {lines} lines, at most {LONGEST_DECISION}; move some to docs/notes")
        })
        .collect()
}

/// Checks that lines of prose are narrow enough to read beside other windows.
pub(crate) fn wide_lines(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in documents(files) {
        for (number, line) in outside_fences(text) {
            let width = line.chars().count();
            let is_table = line.trim_start().starts_with('|');
            if width > WIDEST_LINE && !is_table && !is_one_link(line) {
                found.push(format!("{path}:{number}: {width} columns, at most {WIDEST_LINE}"));
            }
        }
    }
    found
}

/// Returns the Markdown files of the root and of `docs`.
fn documents(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|(path, _)| {
        path.ends_with(".md") && (path.starts_with("docs/") || !path.contains('/'))
    })
}

/// Returns lines with their numbers, without fenced code blocks.
fn outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        (!inside && !is_fence).then_some((number, line))
    })
}

/// Returns the targets of the links in a line, without code.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let prose = line.split('`').step_by(2);
    prose.flat_map(|part| part.split("](").skip(1).filter_map(|rest| rest.split(')').next()))
}

/// Whether a line consists of a single link or address, which cannot be broken.
fn is_one_link(line: &str) -> bool {
    let line = line.trim().trim_start_matches("- ").trim_end_matches(['.', ',']);
    let is_link = line.trim_start_matches('!').starts_with('[')
        && line.ends_with(')')
        && line.matches(')').count() == 1
        && line.matches("](").count() == 1;
    is_link || (line.starts_with("http") && !line.contains(' '))
}

fn has_anchor(text: &str, anchor: &str) -> bool {
    outside_fences(text)
        .filter(|(_, line)| line.starts_with('#'))
        .any(|(_, line)| slug(line.trim_start_matches('#').trim()) == anchor)
}

/// Returns the anchor of a heading: lower case, hyphens between words, no punctuation.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Returns a path without `.` and `..`, with slashes.
fn normalized(path: &Path) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in path.to_string_lossy().replace('\\', "/").split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| last != "..") => drop(parts.pop()),
            _ => parts.push(part.to_owned()),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        (path.to_owned(), text.to_owned())
    }

    #[test]
    fn chapters_that_are_not_listed_are_found() {
        let mut files = vec![
            file("docs/decisions/README.md", ""),
            file("docs/guide/SUMMARY.md", "- [One](one.md)\n"),
            file("docs/guide/one.md", ""),
            file("docs/notes/README.md", ""),
        ];
        assert_eq!(book_chapters(&files), [""; 0]);
        files.push(file("docs/guide/two.md", ""));
        assert_eq!(book_chapters(&files), ["docs/guide/SUMMARY.md: does not list two.md"]);
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        let text = "[a](one.md#first-words) [b](one.md#last) `[c](none.md)` [d](https://none.md)\n\
                    ```\n[e](none.md)\n```\n[f](../none.md)\n";
        let files =
            [file("docs/guide/one.md", "# First, words\n"), file("docs/guide/two.md", text)];
        let nowhere = [
            "docs/guide/two.md:1: the link to one.md#last leads nowhere",
            "docs/guide/two.md:5: the link to ../none.md leads nowhere",
        ];
        assert_eq!(dead_links(Path::new("there-is-no-such-folder"), &files), nowhere);
    }

    #[test]
    fn decisions_are_short() {
        let lines = "a line\n".repeat(LONGEST_DECISION + 1);
        let files = [file("docs/decisions/0001-one.md", &lines), file("docs/notes/one.md", &lines)];
        assert_eq!(long_decisions(&files).len(), 1);
    }

    #[test]
    fn only_prose_has_to_be_narrow() {
        let wide = "wide ".repeat(30);
        let text = format!(
            "{wide}\n| {wide} |\n```\n{wide}\n```\n- [{wide}](one.md).\nhttps://{}\n",
            "w".repeat(120)
        );
        let files = [file("docs/one.md", &text), file("crates/one.md", &wide)];
        assert_eq!(wide_lines(&files), ["docs/one.md:1: 150 columns, at most 100"]);
    }
}
