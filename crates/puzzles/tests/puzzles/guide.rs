//! The guide's chapters quote the program: Light Up's file, and what is known of each puzzle. Their
//! tables of plain mathematics are computed again.

use quarry_core::Puzzle;
use quarry_puzzles::{Visitor, introduce_all};

const CHAPTER: &str = include_str!("../../../../docs/guide/pencil.md");
const COMPLEXITY: &str = include_str!("../../../../docs/guide/complexity.md");
const SEARCH_METHODS: &str = include_str!("../../../../docs/guide/search-methods.md");
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

/// A search of a function on the corners of a cube, whose points are numbers of three bits: says
/// which of the points that are left it looks at next, given the best one so far.
type CubeSearch = fn(left: &[usize], best: usize) -> usize;

/// One point after the other; the nearest to the best so far; the farthest from it.
const SEARCHES: [(&str, CubeSearch); 3] = [
    ("in order", |left, _| left[0]),
    ("nearest to the best so far", |left, best| {
        *left.iter().min_by_key(|&&point| (point ^ best).count_ones()).expect("a point")
    }),
    ("farthest from the best so far", |left, best| {
        *left.iter().min_by_key(|&&point| 3 - (point ^ best).count_ones()).expect("a point")
    }),
];

/// Evaluations until a search sees the highest value, starting at point 0.
fn evaluations(search: CubeSearch, values: &[u32; 8]) -> u32 {
    let highest = values.iter().max().expect("a value");
    let (mut best, mut count) = (0, 1);
    let mut left: Vec<usize> = (1..8).collect();
    while values[best] < *highest {
        let point = search(&left, best);
        left.retain(|&other| other != point);
        count += 1;
        if values[point] > values[best] {
            best = point;
        }
    }
    count
}

/// No free lunch (D. Wolpert and W. Macready, 1995), with every function to four values.
#[test]
fn the_chapter_has_the_searches_of_a_cube_as_computed() {
    let every =
        || (0..4_u32.pow(8)).map(|code| std::array::from_fn(|point| code >> (2 * point) & 3));
    let hill = |top: usize| std::array::from_fn(|point| 3 - (point ^ top).count_ones());
    let rows: Vec<&str> = SEARCH_METHODS
        .lines()
        .skip_while(|line| !line.starts_with("| looks at the points "))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let computed = SEARCHES.map(|(name, search)| {
        let all: u32 = every().map(|values| evaluations(search, &values)).sum();
        let hills: u32 = (0..8).map(|top| evaluations(search, &hill(top))).sum();
        let all_but_hills = grouped((all - hills).into());
        format!("| {name} | {} | {hills} | {all_but_hills} |", grouped(all.into()))
    });
    assert_eq!(rows, computed);
    let all = |row: &str| row.split('|').nth(2).map(str::to_owned);
    assert!(
        rows.iter().all(|row| all(row) == all(rows[0])),
        "no search is better on all functions"
    );
}
