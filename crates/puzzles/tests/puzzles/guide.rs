//! The guide's chapters quote the program: Light Up's file, and what is known of each puzzle.

use quarry_core::Puzzle;
use quarry_puzzles::{Visitor, introduce_all};

const CHAPTER: &str = include_str!("../../../../docs/guide/pencil.md");
const COMPLEXITY: &str = include_str!("../../../../docs/guide/complexity.md");
const LIGHT_UP: &str = include_str!("../../src/pencil/light_up/mod.rs");

#[test]
fn the_chapter_quotes_light_up() {
    let blocks: Vec<&str> = CHAPTER.split("```rust\n").skip(1).collect();
    assert!(blocks.len() > 5, "the chapter shows a declaration");
    for block in blocks {
        let code = block.split("```").next().unwrap_or_default();
        assert!(LIGHT_UP.contains(code), "not in Light Up's file:\n{code}");
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every puzzle says how hard it is, and the chapter says the same.
#[test]
fn the_chapter_says_how_hard_each_puzzle_is() {
    struct Facts(String);
    impl Visitor for Facts {
        fn puzzle<P: Puzzle>(&mut self) {
            let fact = format!("- **{}.** {}", P::ABOUT.title, P::ABOUT.complexity);
            assert!(!P::ABOUT.complexity.is_empty(), "{} says nothing", P::ID);
            assert!(
                self.0.contains(&on_one_line(&fact)),
                "docs/guide/complexity.md lacks:\n{fact}"
            );
        }
    }
    introduce_all(&mut Facts(on_one_line(COMPLEXITY)));
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}

/// Table 2.1 of K. Spoerer, "The Lemmings Puzzle", 2007, for the sizes that it has.
#[test]
fn the_chapter_has_table_2_1_as_computed() {
    let rows: Vec<&str> = COMPLEXITY
        .lines()
        .skip_while(|line| *line != "| n | O(n) | O(n^2) | O(2^n) |")
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let computed = [1_u64, 10, 20, 30]
        .map(|n| format!("| {n} | {} | {} | {} |", grouped(n), grouped(n.pow(2)), grouped(1 << n)));
    assert_eq!(rows, computed);
    // As printed in the thesis.
    let printed = ["1 1 1 2", "10 10 100 1,024", "20 20 400 1,048,576", "30 30 900 1,073,741,824"];
    let plain = rows.iter().map(|row| on_one_line(&row.replace('|', " ")));
    assert_eq!(plain.collect::<Vec<_>>(), printed);
}
