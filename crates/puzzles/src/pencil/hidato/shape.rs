//! The shapes of generated boards, and their symmetries.

use std::collections::HashMap;

use super::generate::Params;
use super::{Board, BoardPlace, Cell, Topology};

/// Builds the board that the parameters describe.
pub(super) fn board(params: &Params) -> Result<Board, String> {
    let topology =
        Topology::named(params.topology).expect("the settings only take names of topologies");
    if !params.mask.is_empty() {
        return masked(topology, &params.mask);
    }
    if topology == Topology::Hex {
        return Ok(Board::beehive(params.side as u16));
    }
    let cells = params.columns * params.rows;
    if cells > Board::MOST_CELLS as u64 {
        let most = Board::MOST_CELLS;
        return Err(format!(
            "{} x {} are {cells} cells: ask for at most {most}",
            params.columns, params.rows
        ));
    }
    Ok(Board::rectangle(topology, params.columns as u16, params.rows as u16))
}

fn masked(topology: Topology, mask: &str) -> Result<Board, String> {
    let mut places = Vec::new();
    for (row, y) in mask.split('/').zip(0..) {
        let shift = if topology == Topology::Hex { y % 2 } else { 0 };
        for (letter, column) in row.trim().chars().zip(0..) {
            match letter {
                '.' => places.push(BoardPlace { x: 2 * column + shift, y }),
                '#' => {}
                other => {
                    return Err(format!(
                        "mask, row {}, column {}: expected `.` for a cell or `#` for none, found `{other}`",
                        y + 1,
                        column + 1
                    ));
                }
            }
        }
    }
    match places.len() {
        0 => Err("mask: expected at least one `.`, found no cell at all".to_owned()),
        cells if cells > Board::MOST_CELLS => {
            Err(format!("mask: expected at most {} cells, found {cells}", Board::MOST_CELLS))
        }
        _ => Ok(Board::new(topology, places)),
    }
}

/// Symmetry of the positions of the givens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Symmetry {
    None,
    HalfTurn,
    LeftRight,
    TopBottom,
}

impl Symmetry {
    pub(super) const ALL: [Symmetry; 4] =
        [Symmetry::None, Symmetry::HalfTurn, Symmetry::LeftRight, Symmetry::TopBottom];

    pub(super) fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::LeftRight => "left-right",
            Symmetry::TopBottom => "top-bottom",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Groups the cells that the symmetry maps to each other.
    pub(super) fn units(self, board: &Board) -> Result<Vec<Vec<Cell>>, String> {
        let places = board.places();
        let at: HashMap<BoardPlace, Cell> = places.iter().copied().zip(0..).collect();
        let span = |of: fn(&BoardPlace) -> u16| {
            let least = places.iter().map(of).min().unwrap_or(0);
            least + places.iter().map(of).max().unwrap_or(0)
        };
        let (across, down) = (span(|place| place.x), span(|place| place.y));
        let mut units = Vec::new();
        for (&BoardPlace { x, y }, cell) in places.iter().zip(0..) {
            let image = match self {
                Symmetry::None => BoardPlace { x, y },
                Symmetry::HalfTurn => BoardPlace { x: across - x, y: down - y },
                Symmetry::LeftRight => BoardPlace { x: across - x, y },
                Symmetry::TopBottom => BoardPlace { x, y: down - y },
            };
            match at.get(&image) {
                Some(&image) if image == cell => units.push(vec![cell]),
                Some(&image) if image > cell => units.push(vec![cell, image]),
                Some(_) => {}
                None => return Err(format!("the board itself has no {} symmetry", self.name())),
            }
        }
        Ok(units)
    }
}
