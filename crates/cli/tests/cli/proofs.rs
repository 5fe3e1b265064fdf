//! `quarry prove`, with the built binary.

/// Unit propagation of the independent checker.
#[path = "../../../constraint/tests/constraint/checker/rup.rs"]
mod rup;

use self::rup::Derivation;
use crate::program::Folder;

const SEVERAL: &str = "puzzle = \"slither-link\"\nboard = \"\"\"\n..\n..\n\"\"\"\n";
const NONE: &str = "puzzle = \"slither-link\"\nboard = \"\"\"\n30\n.3\n\"\"\"\n";

/// Whether the derivation follows from the formula and ends with the empty clause.
fn is_refuted(cnf: &str, drat: &str) -> bool {
    let clause = |line: &str| -> Vec<i32> {
        let literals = line.split_whitespace().map(|word| word.parse().expect("a literal"));
        literals.take_while(|&literal| literal != 0).collect()
    };
    let header = cnf.lines().find_map(|line| line.strip_prefix("p cnf ")).expect("a header");
    let variables = header.split(' ').next().expect("a number").parse().expect("a number");
    let mut derivation = Derivation::new(variables);
    let is_clause = |line: &&str| !line.starts_with(['c', 'p']);
    cnf.lines().filter(is_clause).for_each(|line| derivation.add(&clause(line)));
    let mut last = vec![1];
    for line in drat.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            assert!(derivation.delete(&clause(deleted)), "{line} is unknown");
            continue;
        }
        last = clause(line);
        if !derivation.implies(&last) {
            return false;
        }
        derivation.add(&last);
    }
    last.is_empty() && derivation.facts().len() <= variables
}

#[test]
fn one_solution_is_proved_in_two_files() {
    let folder = Folder::new();
    for example in ["slither-link/ten", "nurikabe/middle", "hidato/class1-01", "sudoku/six"] {
        let ran = folder.quarry(&["prove", example, "-o", "proof"]).ends_with(0);
        let words = "one solution; that there is no second is proved in proof.cnf and proof.drat";
        assert!(ran.out.contains(words), "{}", ran.out);
        let (cnf, drat) = (folder.read("proof.cnf"), folder.read("proof.drat"));
        assert!(is_refuted(&cnf, &drat), "{example}");
        assert!(cnf.contains("\nc constraint 0 ") && cnf.contains("\nc excludes the solution\n"));
        // Without the clause that excludes the solution, there is a model.
        let (rest, _) = cnf.rsplit_once("c excludes").expect("it is the last clause");
        assert!(!is_refuted(rest, "0\n"), "{example}");
    }
    assert!(folder.read("proof.cnf").contains("\nc | puzzle = \"sudoku\"\n"));
}

#[test]
fn no_solution_is_proved_and_several_are_shown() {
    let folder = Folder::new();
    folder.write("none.toml", NONE);
    folder.write("several.toml", SEVERAL);
    let ran = folder.quarry(&["prove", "none.toml"]).ends_with(0);
    let words = "no solution; that there is none is proved in none.cnf and none.drat";
    assert!(ran.out.contains(words), "{}", ran.out);
    assert!(is_refuted(&folder.read("none.cnf"), &folder.read("none.drat")));
    let ran = folder.quarry(&["prove", "several.toml"]).ends_with(1);
    let words = "several solutions; two are shown, and no proof is written\n";
    assert!(ran.out.contains(words) && ran.out.contains("another"), "{}", ran.out);
    let ran = folder.quarry(&["prove", "several.toml", "--json"]).ends_with(1);
    assert!(ran.out.contains("\"solutions\":\"several\"") && ran.out.contains("\"cnf\":null"));
    assert!(!folder.path("several.cnf").exists() && !folder.path("several.drat").exists());
}

#[test]
fn limits_and_bad_places_are_told() {
    let folder = Folder::new();
    let ran = folder.quarry(&["prove", "sudoku/twenty-five", "--nodes", "100"]).ends_with(1);
    assert!(
        ran.out.contains("not known: none found so far, and no proof is written"),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("stopped by the limit on nodes"), "{}", ran.err);
    assert!(!folder.path("twenty-five.cnf").exists());
    for (args, words) in [
        (&["prove", "sudoku/four", "-o", "-"][..], "a proof is two files"),
        (&["prove", "sudoku/four", "-o", "no/proof"], "there is no folder no"),
        (&["prove", "samegame/standard-01"], "samegame has no constraints to prove from"),
        (&["prove", "sudoku/nine"], "there is no such file or example"),
    ] {
        let ran = folder.quarry(args).ends_with(2);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
}
