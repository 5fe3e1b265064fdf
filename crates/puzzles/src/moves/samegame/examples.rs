//! The boards that ship with the puzzle: four small ones to learn the rules on, the 20 standard
//! SameGame boards, and one board for each row of the hyper-heuristic paper's Table 1.
//!
//! Each file names its source and the best known results, if any. The files are compiled into the
//! program, so a gallery, test or benchmark needs no path.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "tiny-samegame",
    "tiny-jawbreaker3",
    "tiny-jawbreaker3-drop",
    "tiny-clickomania",
    "standard-01",
    "standard-02",
    "standard-03",
    "standard-04",
    "standard-05",
    "standard-06",
    "standard-07",
    "standard-08",
    "standard-09",
    "standard-10",
    "standard-11",
    "standard-12",
    "standard-13",
    "standard-14",
    "standard-15",
    "standard-16",
    "standard-17",
    "standard-18",
    "standard-19",
    "standard-20",
    "table1-5x5-3",
    "table1-5x5-4",
    "table1-5x5-5",
    "table1-6x6-3",
    "table1-6x6-4",
    "table1-6x6-5",
    "table1-7x7-3",
    "table1-7x7-4",
    "table1-7x7-5",
    "table1-8x8-3",
    "table1-8x8-4",
    "table1-8x8-5",
    "table1-9x9-3",
    "table1-9x9-4",
    "table1-9x9-5",
    "table1-10x10-3",
    "table1-10x10-4",
    "table1-10x10-5",
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/moves/samegame/examples");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        let listed: BTreeSet<String> = ALL.iter().map(|example| example.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert_eq!(listed.len(), ALL.len(), "no name twice");
    }
}
