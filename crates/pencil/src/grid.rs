//! Boards of squares: cells in reading order, their neighbours, and the lines between them.

use quarry_core::{Place, Side, Value};

use crate::EntryValues;

/// A board of squares; cells are counted in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellGrid {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl CellGrid {
    /// Number of cells.
    pub fn len(self) -> usize {
        self.rows * self.columns
    }

    /// Returns whether there are no cells.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The cell in this row and column, both counted from 0.
    pub fn at(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// The row of a cell.
    pub fn row(self, cell: usize) -> usize {
        cell / self.columns
    }

    /// The column of a cell.
    pub fn column(self, cell: usize) -> usize {
        cell % self.columns
    }

    /// The name of a cell in moves: "2,5" for row 2, column 5, both counted from 1.
    pub fn name(self, cell: usize) -> String {
        format!("{},{}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// A cell in words: "row 2, column 5".
    pub fn words(self, cell: usize) -> String {
        format!("row {}, column {}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// Position of a cell on the picture.
    pub fn place(self, cell: usize) -> Place {
        Place::Cell(self.column(cell) as u32, self.row(cell) as u32)
    }

    /// Column and row of every cell, in reading order.
    pub fn positions(self) -> Vec<(u32, u32)> {
        (0..self.len()).map(|cell| self.place(cell).cell()).collect()
    }

    /// The neighbouring cell on this side, if there is one.
    pub fn step(self, cell: usize, side: Side) -> Option<usize> {
        let (right, down) = side.step();
        self.offset(cell, down as isize, right as isize)
    }

    /// The cell this many rows below and this many columns to the right, if it is on the board.
    pub fn offset(self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let row = self.row(cell).checked_add_signed(down).filter(|&row| row < self.rows)?;
        let column =
            self.column(cell).checked_add_signed(right).filter(|&column| column < self.columns)?;
        Some(self.at(row, column))
    }

    /// The cells that share a side with a cell.
    pub fn beside(self, cell: usize) -> impl Iterator<Item = usize> {
        Side::ALL.into_iter().filter_map(move |side| self.step(cell, side))
    }

    /// The cells that share a side or a corner with a cell.
    pub fn around(self, cell: usize) -> impl Iterator<Item = usize> {
        let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        steps
            .filter(|&step| step != (0, 0))
            .filter_map(move |(down, right)| self.offset(cell, down, right))
    }

    /// The cells in a straight line from a cell towards a side, the nearest first.
    pub fn ray(self, cell: usize, side: Side) -> impl Iterator<Item = usize> {
        std::iter::successors(self.step(cell, side), move |&at| self.step(at, side))
    }

    /// For each cell, the cells that share a side with it.
    pub fn neighbours(self) -> Vec<Vec<u16>> {
        (0..self.len()).map(|cell| self.beside(cell).map(|other| other as u16).collect()).collect()
    }

    /// All blocks of 2 x 2 cells, each with its cells in reading order.
    pub fn blocks(self) -> impl Iterator<Item = [usize; 4]> {
        let corners = (1..self.rows)
            .flat_map(move |row| (1..self.columns).map(move |column| self.at(row, column)));
        corners.map(move |last| [last - self.columns - 1, last - self.columns, last - 1, last])
    }

    /// Splits the cells for which `inside` is true into connected parts, ordered by their first
    /// cell.
    pub fn parts(self, inside: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.len()];
        let mut parts = Vec::new();
        for start in 0..self.len() {
            if seen[start] || !inside(start) {
                continue;
            }
            let mut part = Vec::new();
            let mut waiting = vec![start];
            seen[start] = true;
            while let Some(cell) = waiting.pop() {
                part.push(cell);
                for next in self.beside(cell) {
                    if !seen[next] && inside(next) {
                        seen[next] = true;
                        waiting.push(next);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }
}

/// Box characters for the sixteen ways to join the middle of a square to its sides; the index is a
/// sum of right 1, up 2, left 4, down 8.
pub const SIDES: [char; 16] =
    ['·', '╶', '╵', '└', '╴', '─', '┘', '┴', '╷', '┌', '│', '├', '┐', '┬', '┤', '┼'];

/// The sides in the order of their bits.
pub const SIDE_BITS: [Side; 4] = [Side::Right, Side::Top, Side::Left, Side::Bottom];

/// Returns the sides (as bits) that a character stands for: a box character, a hex digit or `.`.
pub fn sides_of(character: char) -> Option<u8> {
    let drawn = SIDES.iter().position(|&one| one == character).map(|bits| bits as u8);
    drawn.or_else(|| match character {
        '.' => Some(0),
        _ => character.to_digit(16).map(|bits| bits as u8),
    })
}

/// The lines between neighbouring nodes of a grid, numbered in reading order on the doubled grid:
/// the lines within a row of nodes, then those down from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridLines {
    /// The nodes that the lines join.
    pub nodes: CellGrid,
}

impl GridLines {
    /// Number of lines.
    pub fn len(self) -> usize {
        let CellGrid { rows, columns } = self.nodes;
        (rows * columns.saturating_sub(1)) + rows.saturating_sub(1) * columns
    }

    /// Returns whether there are no lines.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The two nodes that a line joins, the left or upper one first.
    pub fn ends(self, line: usize) -> [usize; 2] {
        let columns = self.nodes.columns;
        let (row, rest) = (line / (2 * columns - 1), line % (2 * columns - 1));
        if rest < columns - 1 {
            let node = self.nodes.at(row, rest);
            [node, node + 1]
        } else {
            let node = self.nodes.at(row, rest + 1 - columns);
            [node, node + columns]
        }
    }

    /// The line from a node towards a side, if there is one.
    pub fn towards(self, node: usize, side: Side) -> Option<usize> {
        let other = self.nodes.step(node, side)?;
        let (row, column) = (self.nodes.row(node.min(other)), self.nodes.column(node.min(other)));
        let before = row * (2 * self.nodes.columns - 1);
        Some(match side {
            Side::Left | Side::Right => before + column,
            Side::Top | Side::Bottom => before + self.nodes.columns - 1 + column,
        })
    }

    /// All lines at a node.
    pub fn at(self, node: usize) -> impl Iterator<Item = usize> {
        SIDE_BITS.into_iter().filter_map(move |side| self.towards(node, side))
    }

    /// The sides of a node (as bits) on which the line has this value in a filling.
    pub fn sides(self, node: usize, filling: &[Option<Value>], value: Value) -> u8 {
        let bits = SIDE_BITS.into_iter().zip(0..);
        let has = |side| self.towards(node, side).is_some_and(|line| filling[line] == Some(value));
        bits.filter(|&(side, _)| has(side)).map(|(_, bit)| 1 << bit).sum()
    }

    /// Position of a line on the picture when the nodes are the centres of cells.
    pub fn place_through_cells(self, line: usize) -> Place {
        let [from, to] = self.ends(line);
        let side = if to == from + 1 { Side::Right } else { Side::Bottom };
        Place::Edge(self.nodes.column(from) as u32, self.nodes.row(from) as u32, side)
    }

    /// Position of a line on the picture when the nodes are the corners of cells.
    pub fn place_on_sides(self, line: usize) -> Place {
        let [from, to] = self.ends(line);
        let (column, row) = (self.nodes.column(from) as u32, self.nodes.row(from) as u32);
        if to == from + 1 {
            match row as usize + 1 == self.nodes.rows {
                true => Place::Edge(column, row - 1, Side::Bottom),
                false => Place::Edge(column, row, Side::Top),
            }
        } else {
            match column as usize + 1 == self.nodes.columns {
                true => Place::Edge(column - 1, row, Side::Right),
                false => Place::Edge(column, row, Side::Left),
            }
        }
    }

    /// Writes a filling of lines (1 drawn, 0 not) as rows of box characters. A node with open lines
    /// is written as `_`, followed by its drawn lines and its crossed-out ones, if there are any.
    pub fn write(self, filling: &[Option<Value>]) -> Vec<Vec<String>> {
        let token = |node: usize| {
            let drawn = self.sides(node, filling, 1);
            let crossed = self.sides(node, filling, 0);
            let is_open = self.at(node).any(|line| filling[line].is_none());
            let glyph = |sides: u8| SIDES[usize::from(sides)];
            match (is_open, drawn, crossed) {
                (false, ..) => glyph(drawn).to_string(),
                (true, 0, 0) => "_".to_owned(),
                (true, ..) => format!("_{}{}", glyph(drawn), glyph(crossed)),
            }
        };
        let rows = 0..self.nodes.rows;
        rows.map(|row| {
            (0..self.nodes.columns).map(|column| token(self.nodes.at(row, column))).collect()
        })
        .collect()
    }

    /// Reads one token of [`GridLines::write`]: the known values of the lines at a node. Returns
    /// `None` if the token is invalid.
    pub fn read_node(self, token: &str) -> Option<NodeLines> {
        let mut characters = token.chars();
        let first = characters.next()?;
        let rest: Vec<u8> = characters.map(sides_of).collect::<Option<_>>()?;
        match (first, rest.as_slice()) {
            ('_', []) => Some(NodeLines { drawn: 0, crossed: 0 }),
            ('_', &[drawn]) => Some(NodeLines { drawn, crossed: 0 }),
            ('_', &[drawn, crossed]) if drawn & crossed == 0 => Some(NodeLines { drawn, crossed }),
            (_, []) => {
                let drawn = sides_of(first)?;
                Some(NodeLines { drawn, crossed: 15 - drawn })
            }
            _ => None,
        }
    }
}

/// The known values of the lines at a node; sides are bits as in [`SIDES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeLines {
    /// Sides with a drawn line.
    pub drawn: u8,
    /// Sides where the line is crossed out.
    pub crossed: u8,
}

impl NodeLines {
    /// The value of the line on a side: 1 drawn, 0 crossed out, `None` open.
    pub fn value(self, bit: usize) -> Option<Value> {
        match (self.drawn >> bit & 1, self.crossed >> bit & 1) {
            (1, _) => Some(1),
            (_, 1) => Some(0),
            _ => None,
        }
    }
}

/// Combines the tokens of all nodes into a filling of lines. A line that one token leaves open
/// takes its value from the other end. The first contradiction is returned as (node, message).
pub fn lines_of_nodes(
    lines: GridLines,
    nodes: &[NodeLines],
) -> Result<EntryValues, (usize, String)> {
    let mut filling: EntryValues = vec![None; lines.len()];
    for (node, said) in nodes.iter().enumerate() {
        for (bit, side) in SIDE_BITS.into_iter().enumerate() {
            let value = said.value(bit);
            match (lines.towards(node, side), value) {
                (None, Some(1)) => {
                    return Err((node, "the line leaves the board".to_owned()));
                }
                (Some(line), Some(value)) => match filling[line] {
                    Some(before) if before != value => {
                        let other = lines.ends(line)[0];
                        let here = if value == 1 { other } else { node };
                        return Err((
                            node,
                            format!("the line ends at {}", lines.nodes.words(here)),
                        ));
                    }
                    _ => filling[line] = Some(value),
                },
                _ => {}
            }
        }
    }
    Ok(filling)
}
