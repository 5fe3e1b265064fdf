//! The guide's transcripts: every `$ quarry ...` line of a console block is run, and must print the
//! lines that follow it. Its input may come from a preceding `printf 'LINES' |`. A block `toml
//! NAME` is a file that exists from the start.

use crate::program::Folder;

const CHAPTERS: [(&str, &str); 9] = [
    ("first-steps", include_str!("../../../../docs/guide/first-steps.md")),
    ("search-methods", include_str!("../../../../docs/guide/search-methods.md")),
    ("hidato", include_str!("../../../../docs/guide/hidato.md")),
    ("pencil", include_str!("../../../../docs/guide/pencil.md")),
    ("lemmings", include_str!("../../../../docs/guide/lemmings.md")),
    ("tetris", include_str!("../../../../docs/guide/tetris.md")),
    ("experiments", include_str!("../../../../docs/guide/experiments.md")),
    ("work", include_str!("../../../../docs/guide/work.md")),
    ("cluster", include_str!("../../../../docs/guide/cluster.md")),
];

/// One command of a chapter with its expected output; a line `...` stands for any lines, and at the
/// end of a line for the rest of it.
struct Step<'t> {
    command: &'t str,
    expected: Vec<&'t str>,
}

fn steps(chapter: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step> = Vec::new();
    for block in chapter.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step { command, expected: Vec::new() }),
                (None, Some(step)) => step.expected.push(line),
                (None, None) => panic!("a block begins with a command, not with {line}"),
            }
        }
    }
    steps
}

/// Returns the files of a chapter, with their names.
fn files(chapter: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = chapter.split("```toml ").skip(1).filter_map(|block| block.split("```").next());
    blocks.map(|block| block.split_once('\n').expect("a name, and lines below it"))
}

/// Returns the input of a command, and the command itself.
fn piped(command: &str) -> (String, &str) {
    let printed = command.strip_prefix("printf '").and_then(|rest| rest.split_once("' | "));
    printed.map_or((String::new(), command), |(lines, quarry)| (lines.replace("\\n", "\n"), quarry))
}

/// Whether the lines are as expected; `...` matches any number of lines.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match (expected.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((&"...", rest)), _) => {
            matches(rest, lines)
                || lines.split_first().is_some_and(|(_, lines)| matches(expected, lines))
        }
        (Some((want, expected)), Some((line, lines))) => {
            let same = match want.strip_suffix("...") {
                Some(beginning) => line.starts_with(beginning),
                None => want.trim_end() == line.trim_end(),
            };
            same && matches(expected, lines)
        }
        _ => false,
    }
}

#[test]
fn chapters_print_what_they_say() {
    for (name, chapter) in CHAPTERS {
        let folder = Folder::new();
        for (file, text) in files(chapter) {
            folder.write(file, text);
        }
        let steps = steps(chapter);
        assert!(steps.len() > 5, "{name} has {} steps", steps.len());
        for Step { command, expected } in steps {
            let (input, quarry) = piped(command);
            let words: Vec<&str> = quarry.split_whitespace().skip(1).collect();
            let ran = folder.quarry_fed(&words, &input);
            let lines: Vec<&str> = ran
                .out
                .lines()
                .chain(ran.err.lines().filter(|line| line.starts_with("error")))
                .collect();
            assert!(
                matches(&expected, &lines),
                "{name}: {command}\nexpected\n{}\nprinted\n{}",
                expected.join("\n"),
                lines.join("\n")
            );
        }
    }
}
