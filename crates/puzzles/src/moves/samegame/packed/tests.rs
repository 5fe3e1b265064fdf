//! Tests of the packed board's own promises. That it follows the rules is tested in `board.rs`.

use std::collections::HashMap;

use super::*;
use crate::moves::samegame::rules;

fn packed(grid: &Grid) -> PackedBoard {
    PackedBoard::from_grid(grid).expect("small enough to be packed")
}

/// The first cell of each group, and all its cells.
fn groups(board: &PackedBoard, min_group: usize) -> Vec<(Cell, Vec<Cell>)> {
    let mut groups = Vec::new();
    board.for_each_group(min_group, |group| {
        groups.push((group.first_cell(), group.cells().collect()));
    });
    groups
}

/// Covers every size, so that every place of every word is used.
#[test]
fn boards_of_every_size_are_played_as_the_rules_say() {
    let mut rng = Rng::new(1);
    for columns in 1..=MAX_SIDE as u8 {
        for rows in 1..=MAX_SIDE as u8 {
            let mut grid = Grid::random(columns, rows, 1 + rng.below(MAX_COLOURS), &mut rng);
            let mut board = packed(&grid);
            loop {
                assert_eq!(board, packed(&grid));
                let groups = groups(&board, 2);
                if groups.is_empty() {
                    break;
                }
                let (mv, cells) = &groups[rng.below(groups.len())];
                assert_eq!(rules::group_of(&grid, *mv).into_iter().collect::<Vec<_>>(), *cells);
                board.play(*mv);
                rules::remove(Variant::SameGame, &mut grid, &cells.iter().copied().collect());
            }
            assert!(!board.has_move(2));
        }
    }
}

/// Checks that exactly the expected outcomes are drawn, and that chi-square is less than six
/// deviations above its mean.
fn assert_uniform(mut expected: Vec<Cell>, mut draw: impl FnMut() -> Cell) {
    const DRAWS_EACH: u32 = 2000;
    let mut drawn: HashMap<Cell, u32> = HashMap::new();
    for _ in 0..DRAWS_EACH as usize * expected.len() {
        *drawn.entry(draw()).or_default() += 1;
    }
    let mut outcomes: Vec<Cell> = drawn.keys().copied().collect();
    expected.sort_unstable();
    outcomes.sort_unstable();
    assert_eq!(outcomes, expected);
    let deviation =
        |&count: &u32| f64::from(count.abs_diff(DRAWS_EACH)).powi(2) / f64::from(DRAWS_EACH);
    let (chi_square, freedom) =
        (drawn.values().map(deviation).sum::<f64>(), expected.len() as f64 - 1.0);
    assert!(chi_square < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "{chi_square} of {freedom}");
}

/// The 5 x 5 boards have too few removable cells for lucky draws, so they test the exact choice;
/// the others test both.
#[test]
fn playouts_choose_every_free_cell_equally_often() {
    let mut rng = Rng::new(3);
    for (side, colours, min_group) in [(5, 4, 2), (5, 3, 3), (9, 4, 2), (16, 3, 3)] {
        let board = packed(&Grid::random(side, side, colours, &mut rng));
        let tabu = board.most_frequent_colour();
        let cells = groups(&board, min_group).into_iter().flat_map(|(_, cells)| cells);
        let free =
            cells.filter(|cell| board.colour(cell.column.into(), cell.row.into()) != Some(tabu));
        assert_uniform(free.collect(), || {
            board.choose_cell(tabu, min_group, &mut rng).expect("a removable cell").cell()
        });
    }
}

/// Columns of a grid, mirrored and renamed so that all images of a board give the same result.
fn canonical(grid: &Grid) -> Vec<Vec<Colour>> {
    let columns: Vec<Vec<Colour>> = (0..grid.columns())
        .map(|column| grid.column(column).collect())
        .filter(|column: &Vec<_>| !column.is_empty())
        .collect();
    let renamed = |columns: Vec<Vec<Colour>>| -> Vec<Vec<Colour>> {
        let mut met = Vec::new();
        let mut rename = |colour| {
            let known = met.iter().position(|&other| other == colour);
            known.unwrap_or_else(|| {
                met.push(colour);
                met.len() - 1
            }) as Colour
        };
        columns.into_iter().map(|column| column.into_iter().map(&mut rename).collect()).collect()
    };
    let mirrored = columns.iter().rev().cloned().collect();
    renamed(columns).min(renamed(mirrored))
}

/// The grid mirrored, with its columns still at the left and every colour renamed.
fn disguised(grid: &Grid, shift: usize) -> Grid {
    let filled =
        (0..grid.columns()).filter(|&column| grid.column(column).next().is_some()).count() as u8;
    let mut twin = Grid::empty(grid.columns(), grid.rows());
    for cell in grid.cells().filter(|cell| cell.column < filled) {
        let colour =
            grid.at(cell).map(|colour| ((usize::from(colour) + shift) % MAX_COLOURS) as Colour);
        twin.put(Cell { column: filled - 1 - cell.column, ..cell }, colour);
    }
    twin
}

/// All small boards, and all boards of many games on large ones and on their disguised twins: each
/// half of the key must distinguish all boards that are not images of each other.
#[test]
fn keys_are_equal_for_images_of_one_board_only() {
    let mut rng = Rng::new(4);
    let mut boards = Vec::new();
    for number in 0..3usize.pow(9) {
        let mut grid = Grid::empty(3, 3);
        for (place, cell) in grid.cells().enumerate() {
            grid.put(cell, Some((number / 3usize.pow(place as u32) % 3) as Colour));
        }
        boards.push(grid);
    }
    for _ in 0..150 {
        let (columns, rows) = (1 + rng.below(16) as u8, 1 + rng.below(16) as u8);
        let mut grid = Grid::random(columns, rows, 1 + rng.below(8), &mut rng);
        let shift = rng.below(8);
        loop {
            let twin = disguised(&grid, shift);
            assert_eq!(packed(&grid).key(), packed(&twin).key());
            boards.extend([grid.clone(), twin]);
            let groups = groups(&packed(&grid), 2);
            if groups.is_empty() {
                break;
            }
            let (_, cells) = &groups[rng.below(groups.len())];
            rules::remove(Variant::SameGame, &mut grid, &cells.iter().copied().collect());
        }
    }
    let mut halves = [HashMap::new(), HashMap::new()];
    for board in boards {
        let (key, canonical) = (packed(&board).key(), canonical(&board));
        for (half, known) in halves.iter_mut().enumerate() {
            let known =
                known.entry((key >> (64 * half)) as u64).or_insert_with(|| canonical.clone());
            assert_eq!(*known, canonical);
        }
    }
}
