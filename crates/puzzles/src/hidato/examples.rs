//! The boards that ship with the puzzle: the published one, and those of the study of the genetic algorithm.
//!
//! Of the study's 21 problems the paper prints none but its figure, so that ours are generated: a random path, from which
//! givens are taken away in random order while there is one solution; the ends stay. `class1` has 19 cells and stops at 8
//! givens, `class2` has 37 and `hex61` 61 cells, and no given can go. The first seeds are taken as they come.

use quarry_core::Example;

macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        &[$(Example { name: $name, text: include_str!(concat!("examples/", $name, ".toml")) }),*]
    };
}

pub(super) const ALL: &[Example] = examples![
    "paper-figure-1",
    "class1-01",
    "class1-02",
    "class1-03",
    "class1-04",
    "class1-05",
    "class1-06",
    "class1-07",
    "class1-08",
    "class1-09",
    "class1-10",
    "class2-01",
    "class2-02",
    "class2-03",
    "class2-04",
    "class2-05",
    "class2-06",
    "class2-07",
    "class2-08",
    "class2-09",
    "class2-10",
    "class2-11",
    "hex61-01",
    "hex61-02",
    "hex61-03",
    "hex61-04",
    "hex61-05",
    "hex61-06",
    "hex61-07",
    "hex61-08",
    "hex61-09",
    "hex61-10",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/hidato/examples");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = ALL.iter().map(|example| example.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert_eq!(listed.len(), ALL.len(), "no name twice");
    }
}
