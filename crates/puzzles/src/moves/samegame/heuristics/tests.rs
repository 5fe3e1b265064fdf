//! Tests each rule on boards where its choice is obvious, and all of them against a second version
//! on the plain grid that follows the wording of the paper.

use std::collections::BTreeSet;

use quarry_core::{Puzzle, Rng, StateSpace};

use super::*;
use crate::moves::samegame::grid::{Cell, Grid};
use crate::moves::samegame::rules;
use crate::moves::samegame::wide::WideBoard;

/// Choice of the paper's rule with this number on a Jawbreaker board, in the notation for people.
fn choice(number: usize, board: &str) -> Option<String> {
    choice_under("jawbreaker", number, board)
}

fn choice_under(rules: &str, number: usize, board: &str) -> Option<String> {
    let game =
        SameGame::parse(&format!("rules = \"{rules}\"\nboard = \"\"\"\n{board}\n\"\"\"")).unwrap();
    game.choose(&game.start(), number - 1, &mut || true).map(|mv| mv.to_string())
}

#[track_caller]
fn assert_choices(board: &str, expected: &[(usize, &str)]) {
    for &(number, mv) in expected {
        let expected = (mv != "none").then(|| mv.to_owned());
        assert_eq!(choice(number, board), expected, "H{number} on\n{board}");
    }
}

#[test]
fn columns_are_found_from_every_corner() {
    let board = "1223\n1003\n4554\n2660\n2010";
    assert_choices(board, &[(4, "1,4"), (5, "1,1"), (6, "4,4"), (7, "4,1")]);
    assert_choices("110\n234", &[(4, "none"), (5, "none"), (6, "none"), (7, "none")]);
    assert_choices("00\n01", &[(4, "none"), (8, "none")]);
}

#[test]
fn rows_are_found_from_every_corner() {
    let board = "1102\n0233\n4450\n0566";
    assert_choices(board, &[(8, "1,4"), (9, "1,2"), (10, "3,3"), (11, "3,1")]);
    assert_choices("0\n0", &[(8, "none"), (9, "none"), (10, "none"), (11, "none")]);
}

#[test]
fn sizes_decide_and_the_first_of_equals_wins() {
    let board = "0111\n0122\n3344";
    assert_choices(board, &[(1, "1,1"), (2, "2,2")]);
    assert_choices("1222\n1033\n4500", &[(1, "1,2"), (2, "2,3")]);
    assert_eq!(
        choice_under("jawbreaker3", 1, "00111"),
        Some("3,1".to_owned()),
        "a pair may not go"
    );
}

#[test]
fn the_board_after_the_removal_decides() {
    // After the 0s are removed the 1s join.
    let sandwich = "1\n1\n0\n0\n1\n1";
    assert_choices(sandwich, &[(12, "1,3"), (13, "1,3"), (17, "1,3"), (18, "none"), (3, "none")]);
    // No groups can join.
    assert_choices("0011", &[(17, "none"), (18, "1,1"), (3, "none")]);
    // Without the 1s the row of 0s breaks.
    assert_choices("000\n123\n145", &[(3, "1,3"), (18, "1,3"), (17, "none")]);
    assert_choices("00", &[(3, "1,1"), (18, "1,1"), (17, "none")]);
}

#[test]
fn the_smallest_go_only_if_they_get_fewer() {
    // Removing the pair leaves another pair: as many as before.
    assert_choices("1\n0\n0\n1", &[(14, "none"), (15, "1,2")]);
    assert_choices("1\n1\n0\n0\n1\n1", &[(14, "1,1"), (15, "1,1")]);
    // Removing the 0s leaves a pair of 1s, the 5s nothing new.
    assert_choices("1..\n0..\n0.5\n125", &[(14, "3,1"), (15, "1,2")]);
}

#[test]
fn colours_are_counted_by_their_cells() {
    assert_choices("111002", &[(16, "4,1"), (19, "1,1")]);
    assert_choices("00110", &[(16, "3,1"), (19, "3,1")]);
    assert_choices("00100", &[(19, "none")]);
}

#[test]
fn an_instances_extent_is_the_papers() {
    let example =
        SameGame::examples().iter().find(|example| example.name == "standard-01").unwrap();
    assert_eq!(SameGame::parse(example.text).unwrap().extent(), 15 + 15 + 2 * 5);
}

type Group = BTreeSet<Cell>;

/// The rules as worded in the paper, on the plain grid.
struct Paper<'a> {
    rules: Variant,
    grid: &'a Grid,
}

impl Paper<'_> {
    fn sets(&self) -> Vec<Group> {
        sets_of(self.rules, self.grid)
    }

    fn after(&self, set: &Group) -> Vec<Group> {
        let mut grid = self.grid.clone();
        rules::remove(Variant::SameGame, &mut grid, set);
        sets_of(self.rules, &grid)
    }

    /// Returns the first set of a form that a scan finds.
    fn scan(
        &self,
        rightwards: bool,
        downwards: bool,
        has_form: impl Fn(&Group) -> bool,
    ) -> Option<Group> {
        let in_direction = |length: u8, forwards: bool| -> Vec<u8> {
            if forwards { (0..length).collect() } else { (0..length).rev().collect() }
        };
        for column in in_direction(self.grid.columns(), rightwards) {
            for row in in_direction(self.grid.rows(), !downwards) {
                let set = rules::group_of(self.grid, Cell { column, row });
                if set.len() >= self.rules.min_group() && has_form(&set) {
                    return Some(set);
                }
            }
        }
        None
    }

    fn choose(&self, number: usize) -> Option<Group> {
        let sets = self.sets();
        let sizes = |sets: &[Group]| sets.iter().map(BTreeSet::len).collect::<Vec<_>>();
        let most = |sets: &[Group]| sizes(sets).into_iter().max().unwrap_or(0);
        let least = sizes(&sets).into_iter().min()?;
        let largest = sets.iter().find(|set| set.len() == most(&sets))?;
        let first_with =
            |holds: &dyn Fn(&Group) -> bool| sets.iter().find(|&set| holds(set)).cloned();
        let column =
            |set: &Group| set.iter().all(|cell| cell.column == set.first().unwrap().column);
        let row = |set: &Group| set.iter().all(|cell| cell.row == set.first().unwrap().row);
        let as_small = |sets: &[Group]| sets.iter().filter(|set| set.len() == least).count();
        let points =
            |sets: &[Group]| sets.iter().map(|set| self.rules.points(set.len())).sum::<Score>();
        let colour = |set: &Group| usize::from(self.grid.at(*set.first().unwrap()).unwrap());
        let cells = |set: &Group| usize::from(self.grid.counts()[colour(set)]);
        let others = || sets.iter().filter(|&set| set != largest);
        match number {
            1 => first_with(&|set| set.len() == least),
            2 => Some(largest.clone()),
            3 => {
                others().all(|set| most(&self.after(set)) < largest.len()).then(|| largest.clone())
            }
            4..=7 => self.scan(number <= 5, number.is_multiple_of(2), column),
            8..=11 => self.scan(number <= 9, number.is_multiple_of(2), row),
            12 => {
                let richest = sets.iter().map(|set| points(&self.after(set))).max();
                first_with(&|set| Some(points(&self.after(set))) == richest)
            }
            13 => {
                let fewest = sets.iter().map(|set| self.after(set).len()).min();
                first_with(&|set| Some(self.after(set).len()) == fewest)
            }
            14 => first_with(&|set| {
                set.len() == least && as_small(&self.after(set)) < as_small(&sets)
            }),
            15 => first_with(&|set| {
                set.len() == least && as_small(&self.after(set)) <= as_small(&sets)
            }),
            16 => {
                let rarest = sets.iter().map(cells).min();
                first_with(&|set| Some(cells(set)) == rarest)
            }
            17 => {
                let grown = sets.iter().map(|set| most(&self.after(set))).max()?;
                first_with(&|set| grown > largest.len() && most(&self.after(set)) == grown)
            }
            18 => {
                others().all(|set| most(&self.after(set)) <= largest.len()).then(|| largest.clone())
            }
            19 => first_with(&|set| set.len() == cells(set)),
            _ => unreachable!("nineteen rules"),
        }
    }
}

fn sets_of(rules: Variant, grid: &Grid) -> Vec<Group> {
    let sets = grid.cells().map(|cell| (cell, rules::group_of(grid, cell)));
    // Ordered by column from the left, then by row from the bottom, each set at its first cell.
    sets.filter(|(cell, set)| set.len() >= rules.min_group() && set.first() == Some(cell))
        .map(|(_, set)| set)
        .collect()
}

#[test]
fn both_boards_choose_as_the_papers_words_say() {
    let mut rng = Rng::new(1);
    for round in 0..60 {
        let (columns, rows) = (1 + rng.below(9) as u8, 1 + rng.below(9) as u8);
        let colours = 1 + rng.below(5);
        let mut grid = Grid::random(columns, rows, colours, &mut rng);
        let game = SameGame { rules: Variant::ALL[round % 4], grid: grid.clone() };
        loop {
            let paper = Paper { rules: game.rules, grid: &grid };
            let boards = [Board::from_grid(&grid), Board::Wide(WideBoard::from_grid(&grid))];
            for number in 1..=SameGame::HEURISTICS.len() {
                let expected = paper.choose(number).and_then(|set| set.first().copied());
                for board in &boards {
                    assert_eq!(
                        game.choose(board, number - 1, &mut || true),
                        expected,
                        "H{number} on {grid:?}"
                    );
                }
            }
            let sets = paper.sets();
            if sets.is_empty() {
                break;
            }
            rules::remove(Variant::SameGame, &mut grid, &sets[rng.below(sets.len())]);
        }
    }
}
