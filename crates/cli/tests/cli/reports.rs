//! Reports of the runs in a store.

use crate::program::Folder;

const EXPERIMENT: &str = r#"
title = "Greedy <beside> exact & all"
question = "Who is best?"
budget = { evaluations = 100_000 }

[[instances]]
name = "samegame/table1-[567]x[567]-*"

[[solvers]]
name = "greedy"

[[solvers]]
name = "exact"
budget = { evaluations = 10_000_000 }

[[published]]
solver = "theirs"
beside = "greedy"
measure = "best"
source = "others, 100 % certain"
values = { "samegame/table1-5x5-3" = 80 }
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("beside.toml", EXPERIMENT);
    folder.quarry(&["run", "beside.toml", "-q"]).ends_with(0);
    folder
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).expect("the report")
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let folder = folder();
    let ran = folder.quarry(&["report", "beside.toml"]).ends_with(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("beside.html\n", ""));
    let page = read(&folder, "beside.html");
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("Greedy &lt;beside&gt; exact &amp; all"), "texts are escaped");
    for part in [
        "Verdict",
        "Method",
        "Results",
        "Statistics",
        "Plots",
        "Run it again",
        "Provenance",
        "<svg",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("exact scored higher than greedy on "), "the verdict");
    assert!(page.contains("theirs (published): others, 100 % certain"));
    assert!(page.contains("quarry run beside.toml --store quarry.sqlite"));
    for fetched in ["<script", "<link", "<img", "src=", "@import", "url(http", "href=\"http"] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    folder.quarry(&["report", "beside.toml", "-o", "again.html"]).ends_with(0);
    assert_eq!(read(&folder, "again.html"), page, "the same store gives the same bytes");
}

/// Published figures for another board are shown, but not compared with ours.
#[test]
fn figures_from_other_instances_are_shown_and_never_compared() {
    let folder = folder();
    let compared = "is higher than that of theirs";
    let line = "stroke-dasharray";
    folder.quarry(&["report", "beside.toml"]).ends_with(0);
    let same = read(&folder, "beside.html");
    folder.write(
        "other.toml",
        EXPERIMENT.replace("beside = \"greedy\"", "beside = \"greedy\"\non = \"another board\""),
    );
    folder.quarry(&["report", "other.toml"]).ends_with(0);
    let other = read(&folder, "other.html");
    assert!(same.contains(compared) && !other.contains(compared));
    assert!(other.contains("theirs (published, on another board)"));
    let drawn = |page: &str| page.matches(line).count();
    assert!(
        drawn(&other) < drawn(&same),
        "no line in the plots: {} and {}",
        drawn(&other),
        drawn(&same)
    );
}

#[test]
fn markdown_and_latex_say_the_same() {
    let folder = folder();
    folder.quarry(&["report", "beside.toml", "-o", "beside.md"]).ends_with(0);
    folder.quarry(&["report", "beside.toml", "--format", "latex"]).ends_with(0);
    let (markdown, latex) = (read(&folder, "beside.md"), read(&folder, "beside.tex"));
    assert!(markdown.starts_with("# Greedy \\<beside\\> exact \\& all\n"), "{markdown}");
    assert!(markdown.contains("## Verdict\n\nexact scored higher than greedy on "));
    assert!(
        latex.contains("\\section{Greedy \\textless{}beside\\textgreater{} exact \\& all}"),
        "{latex}"
    );
    assert!(
        latex.contains("exact scored higher than greedy on ") && latex.contains("100 \\% certain")
    );
    assert!(
        latex.contains("\\toprule")
            && latex.matches("\\begin{").count() == latex.matches("\\end{").count()
    );
}

#[test]
fn missing_runs_are_named_on_the_page_and_beside_it() {
    let folder = folder();
    let more = EXPERIMENT
        .replace("name = \"greedy\"\n", "name = \"greedy\"\n[[solvers]]\nname = \"beam\"\n");
    folder.write("more.toml", more);
    let ran = folder.quarry(&["report", "more.toml"]).ends_with(0);
    assert_eq!(
        ran.err,
        "warning: 9 of 27 runs are not in quarry.sqlite; `quarry run` makes them\n"
    );
    let page = read(&folder, "more.html");
    assert!(page.contains("Incomplete: 9 of 27 runs are not in quarry.sqlite."));
    assert!(page.contains("No conclusion: no instance has runs of all contenders."));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let folder = folder();
    let ran = folder.quarry(&["report", "beside.toml", "-o", "beside.doc"]).ends_with(2);
    assert_eq!(
        ran.err,
        "error: beside.doc: expected a name that ends in .html, .md or .tex, or --format\n"
    );
    let ran = folder.quarry(&["report", "beside.toml", "--format", "pdf"]).ends_with(2);
    assert!(ran.err.contains("html, markdown, latex"), "{}", ran.err);
    let ran = folder.quarry(&["report", "beside.toml", "--store", "none.sqlite"]).ends_with(2);
    assert!(ran.err.starts_with("error: none.sqlite: there is no such store"), "{}", ran.err);
    assert!(!folder.path("none.sqlite").exists() && !folder.path("beside.doc").exists());
}
