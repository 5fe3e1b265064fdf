//! The experiments that ship with the program: the files of `experiments/`, compiled into the
//! binary, so that an installed program can reproduce a table without the source tree. Races
//! (`tune-*.toml`), which set our own defaults, are not included.

use quarry::Catalogue;

use crate::experiment::{Experiment, Heading};
use crate::size::Sizes;
use crate::subject::Lookup;

/// An experiment that ships with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name of the file, without the ending.
    pub name: &'static str,
    /// Text of the file.
    pub text: &'static str,
}

macro_rules! collection {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../../../experiments/", $name, ".toml")) }),*]
    };
}

/// All shipped experiments, in the order in which lists and reports show them.
pub const COLLECTION: &[Shipped] = collection![
    "jawbreaker-table1",
    "jawbreaker-table2",
    "offline-samegame",
    "offline-eight",
    "greedy-against-exact",
    "textbook-search",
    "textbook-growth",
    "textbook-populations",
    "textbook-goals",
    "textbook-layers",
    "hyper-levels",
    "building-blocks",
    "hidato-table1",
    "hidato-table2",
    "hidato-table3",
    "hidato-table4",
    "hidato-insertion",
    "hidato-memetic",
    "hidato-cbgi",
    "hidato-rating",
    "lemmings-alpha",
    "lemmings-table6-2",
    "lemmings-table6-3",
    "lemmings-growth",
    "lemmings-solvers",
    "lemmings-map",
    "lemmings-slack",
    "lemmings-series",
    "transition-satisfiability",
    "transition-colouring",
    "transition-circuit",
    "lemmings-scalings",
    "lemmings-hardened",
    "lemmings-likeness",
    "blocks-near-optimal",
    "tetris-controllers",
    "tetris-table1",
    "tetris-table2",
    "tetris-table3",
    "tetris-study",
    "tetris-hybrid",
];

/// Returns the experiments of a catalogue: those of [`COLLECTION`] whose puzzles it contains, and
/// those that were registered.
pub fn collection(catalogue: &Catalogue) -> impl Iterator<Item = Shipped> {
    let can_be_read =
        |shipped: &&Shipped| Sizes::parse(shipped.text, Lookup::without_files(catalogue)).is_ok();
    let registered = catalogue.experiments().iter();
    let registered =
        registered.map(|experiment| Shipped { name: experiment.name, text: experiment.text });
    COLLECTION.iter().filter(can_be_read).copied().chain(registered)
}

impl Shipped {
    /// Returns the experiment with this name.
    pub fn named(catalogue: &Catalogue, name: &str) -> Option<Shipped> {
        collection(catalogue).find(|shipped| shipped.name == name)
    }

    /// Reads the title, the question and the times, without creating the instances.
    pub fn heading(self) -> Heading {
        let read = Heading::parse(self.name, self.text);
        read.unwrap_or_else(|error| panic!("shipped files always parse: {}: {error}", self.name))
    }

    /// Reads the size of the experiment, without creating the instances.
    pub fn sizes(self, catalogue: &Catalogue) -> Sizes {
        let read = Sizes::parse(self.text, Lookup::without_files(catalogue));
        read.unwrap_or_else(|error| panic!("shipped files always parse: {}: {error}", self.name))
    }

    /// Reads the experiment in its full form.
    pub fn experiment(self, catalogue: &Catalogue) -> Experiment {
        let read = Experiment::parse(self.name, self.text, Lookup::without_files(catalogue));
        read.unwrap_or_else(|error| panic!("shipped files always parse: {}: {error}", self.name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::size::Size;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with("tune-"))
            .collect();
        let listed: BTreeSet<String> =
            COLLECTION.iter().map(|shipped| shipped.name.to_owned()).collect();
        assert_eq!(files, listed);
        assert_eq!(listed.len(), COLLECTION.len(), "names are unique");
    }

    #[test]
    fn everything_listed_can_be_read_and_says_what_it_takes() {
        let catalogue = Catalogue::standard();
        assert_eq!(collection(&catalogue).count(), COLLECTION.len());
        for shipped in COLLECTION {
            let whole = shipped.experiment(&catalogue);
            assert_eq!(whole.name, shipped.name);
            let size = |form: &Experiment| Size { runs: form.runs(), minutes: form.minutes };
            let sizes = Sizes { whole: size(&whole), reduced: whole.reduced().map(size) };
            assert_eq!(shipped.sizes(&catalogue), sizes, "{}", shipped.name);
            if whole.reproduces.is_some() {
                for form in std::iter::once(&whole).chain(whole.reduced()) {
                    assert!(
                        form.minutes.is_some(),
                        "{} states how many minutes it takes",
                        shipped.name
                    );
                }
                let quick = whole.reduced().unwrap_or(&whole);
                assert!(quick.minutes <= Some(5.0), "{} is reduced to minutes", shipped.name);
            }
        }
    }
}
