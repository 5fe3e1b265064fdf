//! `cargo xtask new puzzle NAME`: a folder that compiles and passes every law, and its registration.

use std::fs;
use std::path::Path;

const PUZZLE: &str = include_str!("new/puzzle.txt");

/// Writes the folder and the line.
pub(crate) fn puzzle(root: &Path, name: &str) -> Result<(), String> {
    let proper = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !proper {
        return Err(format!("'{name}' cannot be a puzzle's id: expected lower-case letters, digits and _"));
    }
    let folder = root.join("crates/puzzles/src").join(name);
    if folder.exists() {
        return Err(format!("there is a puzzle {name} already"));
    }
    let registration = root.join("crates/puzzles/src/lib.rs");
    let kind = type_name(name);
    let listed =
        fs::read_to_string(&registration).map_err(|error| format!("{}: {error}", registration.display()))?;
    let Some(end) = listed.rfind("\n}") else {
        return Err("crates/puzzles/src/lib.rs: the list of puzzles should be its last braces".to_owned());
    };
    let listed = format!("{}\n    {name}::{kind},{}", &listed[..end], &listed[end..]);

    write(&folder.join("mod.rs"), &PUZZLE.replace("{{id}}", name).replace("{{Type}}", &kind))?;
    write(
        &folder.join("examples/first.toml"),
        &format!("puzzle = \"{name}\"\nname = \"A first instance\"\ntarget = 23\n"),
    )?;
    write(&registration, &listed)?;
    println!(
        "crates/puzzles/src/{name}/   the puzzle: a toy that works, to be replaced by your rules\n\
         crates/puzzles/src/lib.rs   its registration\n\n\
         Next: cargo xtask golden (records its first game), cargo run -- solve {name}/first,\n\
         and docs/guide/your-first-puzzle.md."
    );
    Ok(())
}

/// `peg_row` becomes `PegRow`.
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
    fn one_folder_and_one_place_are_touched() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let lib = root.path().join("crates/puzzles/src/lib.rs");
        write(&lib, "puzzles! {\n    a::A,\n}\n").expect("written");
        puzzle(root.path(), "peg_row").expect("a new puzzle");
        assert_eq!(
            fs::read_to_string(&lib).expect("read"),
            "puzzles! {\n    a::A,\n    peg_row::PegRow,\n}\n"
        );
        assert!(root.path().join("crates/puzzles/src/peg_row/examples/first.toml").exists());
        assert!(puzzle(root.path(), "peg_row").unwrap_err().contains("already"));
        for bad in ["Pegs", "1pegs", "peg-row", "../x", ""] {
            assert!(puzzle(root.path(), bad).unwrap_err().contains("expected"), "{bad}");
        }
    }
}
