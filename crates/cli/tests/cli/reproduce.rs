//! Published tables reproduced by name, from the binary alone, in one report.

use std::process::Stdio;

use crate::experiments::{stored, wait_for};
use crate::program::{Folder, Ran, command};

#[test]
fn several_tables_make_one_page() {
    let folder = Folder::new();
    let names = ["textbook-search", "greedy-against-exact", "textbook-search"];
    let ran = folder.quarry(&[&["reproduce"], &names[..]].concat()).ends_with(0);
    assert!(ran.err.is_empty() && ran.out.ends_with("\nreproduce.html\n"), "{ran:?}");
    assert_eq!(ran.out.matches("\nGreedy play against backtracking\n").count(), 1, "{}", ran.out);
    assert_eq!(
        ran.out.matches("The textbook's search methods\n").count(),
        1,
        "each once: {}",
        ran.out
    );
    let page = folder.read("reproduce.html");
    for part in [
        "<a href=\"#textbook-search\">",
        "<article id=\"textbook-search\">",
        "<article id=\"greedy-against-exact\">",
        "Reproduces: Chapter 3 with Table 3.1",
        "quarry reproduce greedy-against-exact --store quarry.sqlite",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let again =
        folder.quarry(&["reproduce", "greedy-against-exact", "-o", "again.md"]).ends_with(0);
    assert!(again.out.ends_with("\nagain.md\n"));
    assert!(folder.read("again.md").contains("\nReproduces: M. Monica"));
    assert_eq!(
        stored(&folder.path("quarry.sqlite")).len(),
        81 + 513,
        "existing runs are not repeated"
    );
}

/// The reduced form is run unless the full one is requested; both can be stopped and continued.
#[test]
fn reduced_unless_full() {
    let folder = Folder::new();
    let cards = folder.quarry(&["list", "experiments", "--json"]).ends_with(0);
    let card: serde_json::Value =
        serde_json::from_str(cards.out.lines().next().expect("a line")).unwrap();
    let name = card["experiment"].as_str().expect("a name");
    let mut args = vec!["reproduce", name, "--store", "runs.sqlite"];
    for all in [&card["reduced"]["runs"], &card["runs"]] {
        let before = stored(&folder.path("runs.sqlite")).len();
        let mut child = command(&folder.path(""), &args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        wait_for(&folder, &mut child, before + 1);
        std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("kill");
        let ran = Ran::of(child.wait_with_output().expect("it ends")).ends_with(130);
        assert!(ran.err.contains(&format!(" of {all} runs are in runs.sqlite; ")), "{ran:?}");
        assert!(!folder.path(&format!("{name}.html")).exists(), "no report of half a table");
        args.push("--full");
    }
    folder
        .quarry(&["report", name, "--reduced", "--store", "runs.sqlite", "-o", "half.html"])
        .ends_with(0);
    let page = folder.read("half.html");
    assert!(page.contains("This is not the full experiment (reduced: "));
    assert!(page.contains(&format!("all of it: quarry run {name} --store runs.sqlite")));
}

#[test]
fn a_list_and_a_hint_for_those_who_do_not_know_the_name() {
    let folder = Folder::new();
    let ran = folder.quarry(&["reproduce"]).ends_with(0);
    assert!(ran.out.contains("\njawbreaker-table2  820 runs, about "), "{}", ran.out);
    assert!(ran.out.contains("quarry reproduce all --full "), "{}", ran.out);
    let refused = |name: &str, expected: &str| {
        let ran = folder.quarry(&["reproduce", name]).ends_with(2);
        let list = "`quarry reproduce` lists everything\n";
        assert_eq!(
            ran.err,
            format!("error: there is nothing called `{name}` to reproduce{expected}; {list}")
        );
    };
    refused("table2", " (did you mean jawbreaker-table2 or hidato-table2 or tetris-table2?)");
    refused("jawbraker-table1", " (did you mean jawbreaker-table1 or jawbreaker-table2?)");
    refused("xyz", "");
    let ran = folder.quarry(&["reproduce", "all", "-o", "all.doc"]).ends_with(2);
    assert!(ran.err.starts_with("error: all.doc: expected a name that ends in .html, .md or .tex"));
    assert!(!folder.path("quarry.sqlite").exists(), "before anything runs");
}

#[test]
fn a_reduced_form_must_be_there_to_be_run() {
    let folder = Folder::new();
    let ran = folder.quarry(&["run", "textbook-search", "--reduced"]).ends_with(2);
    assert!(
        ran.err.starts_with("error: textbook-search: this experiment has no reduced form; "),
        "{}",
        ran.err
    );
    let experiment = "question = \"q\"\nruns = 9\nbudget = { nodes = 100 }\n\
                      [[instances]]\nname = \"samegame/tiny-samegame\"\n[[solvers]]\nname = \"random\"\n\
                      [reduced]\nruns = 2\n";
    let ran = folder.quarry_fed(&["run", "-", "--reduced"], experiment).ends_with(0);
    assert!(ran.out.contains("\nreduced: 2 of 9 runs\n"), "{}", ran.out);
}
