//! The games that ship with the puzzle: the boards of the literature under each rule set, without
//! fixed luck, and one small game with fixed luck.

use quarry_core::Example;

pub(super) const ALL: &[Example] = examples![
    "10x10",
    "10x14",
    "10x20",
    "10x10-top4",
    "10x14-top4",
    "10x20-top4",
    "10x10-original",
    "10x14-original",
    "10x20-original",
    "10x20-bag7",
    "10x10-preview",
    "10x20-preview",
    "short",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tetris::Tetris;
    use quarry_core::Puzzle;

    #[test]
    fn names_say_what_is_played() {
        for example in ALL.iter().filter(|example| example.name != "short") {
            let setup = Tetris::parse(example.text).unwrap().rules.setup;
            let mut name = format!("{}x{}", setup.width, setup.height);
            for word in [setup.rules.name(), setup.source.name()] {
                if !["simplified", "uniform"].contains(&word) {
                    name = format!("{name}-{word}");
                }
            }
            if setup.preview {
                name.push_str("-preview");
            }
            assert_eq!(example.name, name);
        }
    }
}
