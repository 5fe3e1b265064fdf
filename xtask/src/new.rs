//! `cargo xtask new puzzle NAME`: writes a file that compiles and passes every law, and registers
//! it.

use std::fs;
use std::path::Path;

/// A puzzle called `Template`, on which the laws are also tested.
const PUZZLE: &str = include_str!("new_puzzle_template.rs");

/// Start of the modules of the puzzles that are played move by move.
const MODULES: &str = "pub mod moves {";

/// Writes the file, its module line and its line in the list.
pub(crate) fn puzzle(root: &Path, name: &str) -> Result<(), String> {
    let proper = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !proper {
        return Err(format!(
            "'{name}' cannot be a puzzle's id: expected lower-case letters, digits and _"
        ));
    }
    let file = root.join("crates/puzzles/src/moves").join(format!("{name}.rs"));
    if file.exists() || file.with_extension("").exists() {
        return Err(format!("there is a puzzle {name} already"));
    }
    let registration = root.join("crates/puzzles/src/lib.rs");
    let kind = type_name(name);
    let told = |error| format!("{}: {error}", registration.display());
    let mut listed = fs::read_to_string(&registration).map_err(told)?;
    let (Some(list), Some(modules)) = (listed.rfind("\n}"), listed.find(MODULES)) else {
        return Err(format!(
            "crates/puzzles/src/lib.rs: expected `{MODULES}`, and the list of puzzles as its last braces"
        ));
    };
    listed.insert_str(list, &format!("\n    moves::{name}::{kind},"));
    listed.insert_str(modules + MODULES.len(), &format!("\n    pub mod {name};"));

    write(&file, &PUZZLE.replace("template", name).replace("Template", &kind))?;
    write(&registration, &listed)?;
    println!(
        "crates/puzzles/src/moves/{name}.rs   the puzzle: a toy that works, to be replaced by your rules\n\
         crates/puzzles/src/lib.rs   its module and its registration\n\n\
         Next: cargo xtask golden (records its first game), cargo run -- solve {name}/first,\n\
         and docs/guide/your-first-puzzle.md."
    );
    Ok(())
}

/// Converts an id to a type name: `peg_row` becomes `PegRow`.
fn type_name(id: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    id.split('_').filter(|word| !word.is_empty()).map(capital).collect()
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let told = |error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).map_err(told)?;
    fs::write(path, text).map_err(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_type_names() {
        assert_eq!(type_name("peg_row"), "PegRow");
        assert_eq!(type_name("hidato"), "Hidato");
    }

    #[test]
    fn one_file_and_two_lines_are_touched() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let lib = root.path().join("crates/puzzles/src/lib.rs");
        let before = "pub mod moves {\n    pub mod a;\n}\n\npuzzles! {\n    moves::a::A,\n}\n";
        write(&lib, before).expect("written");
        puzzle(root.path(), "peg_row").expect("a new puzzle");
        assert_eq!(
            fs::read_to_string(&lib).expect("read"),
            "pub mod moves {\n    pub mod peg_row;\n    pub mod a;\n}\n\n\
             puzzles! {\n    moves::a::A,\n    moves::peg_row::PegRow,\n}\n"
        );
        assert!(root.path().join("crates/puzzles/src/moves/peg_row.rs").exists());
        assert!(puzzle(root.path(), "peg_row").unwrap_err().contains("already"));
        for bad in ["Pegs", "1pegs", "peg-row", "../x", ""] {
            assert!(puzzle(root.path(), bad).unwrap_err().contains("expected"), "{bad}");
        }
    }
}
