//! Single loops: reading, checking by hand, stating as rules, and drawing at random.

use quarry_core::{Fault, Foul, Literal, Meter, Place, Rng, Value, Values, Variable};

use crate::{
    BoardText, CellGrid, ClueSymmetry, EntryMark, EntryValues, GridLines, RuleBook, Sheet, Spot,
    expect_shape, lines_of_nodes,
};

/// What players enter: a line, or a cross where there is none.
pub const MARKS: [EntryMark; 2] = [
    EntryMark::new(1, "line", "a line", "is drawn"),
    EntryMark::new(0, "x", "none", "is not drawn"),
];

/// Creates a spot for each line; `place` positions it on the picture, and `node_name` is the word
/// for the nodes.
pub fn spots(lines: GridLines, place: fn(GridLines, usize) -> Place, node_name: &str) -> Vec<Spot> {
    let spot = |line: usize| {
        let [from, to] = lines.ends(line).map(|node| lines.nodes.name(node));
        Spot {
            place: place(lines, line),
            name: format!("{from}-{to}"),
            words: format!("the line from {node_name} {from} to {to}"),
            values: Values::below(2),
            given: None,
        }
    };
    (0..lines.len()).map(spot).collect()
}

/// Writes an answer of lines, one token per node.
pub fn answer_sheet(lines: GridLines, filling: &[Option<Value>]) -> Sheet {
    Sheet { rows: lines.write(filling), is_compact: true, ..Sheet::default() }
}

/// Reads what [`answer_sheet`] writes; `what` names the nodes in error messages.
pub fn read(lines: GridLines, board: &BoardText<'_>, what: &str) -> Result<EntryValues, Foul> {
    expect_shape(board, lines.nodes, what)?;
    let mut nodes = Vec::new();
    for (node, token) in board.rows().iter().flatten().enumerate() {
        nodes.push(lines.read_node(token.value).ok_or_else(|| Foul {
            at: lines.nodes.row(node),
            why: format!("{}: unknown mark '{}'", lines.nodes.words(node), token.value),
        })?);
    }
    lines_of_nodes(lines, &nodes).map_err(|(node, why)| Foul {
        at: lines.nodes.row(node),
        why: format!("{}: {why}", lines.nodes.words(node)),
    })
}

/// Lists what keeps the drawn lines from being a single loop: ends and branches, then no loop or
/// more than one. Ends that open lines may still extend are not listed.
pub fn faults(lines: GridLines, filling: &[Option<Value>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let drawn = |line: &usize| filling[*line] == Some(1);
    for node in 0..lines.nodes.len() {
        let here: Vec<usize> = lines.at(node).filter(drawn).collect();
        let is_open = lines.at(node).any(|line| filling[line].is_none());
        let words = match here.len() {
            1 if !is_open => "the line ends",
            3.. => "the line branches",
            _ => continue,
        };
        faults.push(Fault { cells: here, words: format!("{}: {words}", lines.nodes.words(node)) });
    }
    let all: Vec<usize> = (0..lines.len()).filter(drawn).collect();
    let is_full = filling.iter().all(Option::is_some);
    if is_full && all.is_empty() {
        let cells = (0..lines.len()).collect();
        faults.push(Fault { cells, words: "there is no loop".to_owned() });
    }
    // A closed loop is a fault as soon as there is a drawn line elsewhere.
    let mut seen = vec![false; lines.len()];
    for &first in &all {
        if seen[first] {
            continue;
        }
        let mut piece = Vec::new();
        let mut waiting = vec![first];
        seen[first] = true;
        while let Some(line) = waiting.pop() {
            piece.push(line);
            for next in lines.ends(line).into_iter().flat_map(|node| lines.at(node)).filter(drawn) {
                if !seen[next] {
                    seen[next] = true;
                    waiting.push(next);
                }
            }
        }
        let degree = |node: usize| lines.at(node).filter(drawn).count();
        let is_closed =
            piece.iter().flat_map(|&line| lines.ends(line)).all(|node| degree(node) == 2);
        if is_closed && piece.len() < all.len() {
            let words = "there is more than one loop".to_owned();
            faults.push(Fault { cells: piece, words });
            break;
        }
    }
    faults
}

/// Adds the rules of a single loop: zero or two lines at each node, and all in one piece.
pub fn rules(lines: GridLines, node_name: &str, rules: &mut RuleBook) {
    for node in 0..lines.nodes.len() {
        let here: Vec<usize> = lines.at(node).collect();
        let sentence =
            format!("the loop passes {node_name} {} or leaves it out", lines.nodes.name(node));
        let rule = rules.rule("dot", sentence);
        rule.count(0, 2, here.iter().map(|&line| Literal::is(line, 1)));
        for &line in &here {
            let others = here.iter().filter(|&&other| other != line);
            let others = others.map(|&other| Literal::is(other, 1));
            rule.clause(others.chain([Literal::is(line, 0)]));
        }
    }
    let ends = (0..lines.len()).map(|line| lines.ends(line).map(|node| node as u16)).collect();
    rules
        .rule("loop", "the lines are one closed loop")
        .one_loop((0..lines.len()).map(|line| Literal::is(line, 1)), ends);
}

/// Adds consequences of the loop rule that was added last: the loop divides the squares between
/// nodes into an inside and an outside, each connected. On hard boards, this finds contradictions
/// much earlier.
pub fn two_sides(lines: GridLines, rules: &mut RuleBook) {
    let CellGrid { rows, columns } = lines.nodes;
    let squares = CellGrid { rows: rows - 1, columns: columns - 1 };
    let sides: Vec<Variable> = (0..squares.len()).map(|_| rules.flag()).collect();
    let frame = rules.helper(Values::only(0));
    let side = |row: usize, column: usize| {
        // Squares are counted from 1 here: row 0 and column 0 are outside the board.
        let is_square = (1..rows).contains(&row) && (1..columns).contains(&column);
        if is_square { sides[squares.at(row - 1, column - 1)] } else { frame }
    };
    for line in 0..lines.len() {
        let [from, to] = lines.ends(line);
        let (row, column) = (lines.nodes.row(from), lines.nodes.column(from));
        let after = side(row + 1, column + 1);
        let before = if to == from + 1 { side(row, column + 1) } else { side(row + 1, column) };
        for (one, other) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let squares = [Literal::is(before, one), Literal::is(after, other)];
            rules.implies(squares, Literal::is(line, one ^ other));
        }
    }
    // The loop does not touch itself at a node.
    for node in 0..lines.nodes.len() {
        let (row, column) = (lines.nodes.row(node), lines.nodes.column(node));
        let around =
            [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, right)| side(row + down, column + right));
        for pattern in [[0, 1, 1, 0], [1, 0, 0, 1]] {
            rules.clause(
                around.into_iter().zip(pattern).map(|(side, value)| Literal::is_not(side, value)),
            );
        }
    }
    rules.connected(sides.iter().map(|&side| Literal::is(side, 1)), squares.neighbours(), None);
    let mut neighbours = squares.neighbours();
    let outer: Vec<u16> = (0..squares.len())
        .filter(|&square| neighbours[square].len() < 4)
        .map(|one| one as u16)
        .collect();
    outer.iter().for_each(|&square| neighbours[usize::from(square)].push(squares.len() as u16));
    neighbours.push(outer);
    let outside = sides.iter().chain([&frame]).map(|&side| Literal::is(side, 0));
    rules.connected(outside, neighbours, Some(squares.len() as u16));
}

/// Draws a random connected set of cells whose outline is a single loop: without holes and without
/// cells that touch only at a corner. The symmetry maps the set onto itself. Returns `None` if the
/// meter says stop.
pub fn random_region(
    grid: CellGrid,
    symmetry: ClueSymmetry,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Option<Vec<bool>> {
    let mut inside = smallest_region(grid, symmetry, rng);
    let mut waiting: Vec<usize> = (0..grid.len()).collect();
    // Several passes, because a cell that would close a ring now may be allowed later.
    for _ in 0..3 {
        rng.shuffle(&mut waiting);
        let mut grown = true;
        while grown {
            grown = false;
            if !meter.goes_on() {
                return None;
            }
            waiting.retain(|&cell| {
                let beside = grid.beside(cell).filter(|&other| inside[other]).count();
                // A cell with a single neighbour inside makes the outline longer.
                let adds = !inside[cell]
                    && keeps_outline(grid, &inside, cell)
                    && (beside == 1 || beside == 2 && rng.below(8) == 0);
                grown |= adds && change_sides(grid, symmetry, &mut inside, cell);
                !inside[cell]
            });
        }
    }
    Some(inside)
}

/// Draws a smallest connected set of cells that the symmetry maps onto itself.
pub fn smallest_region(grid: CellGrid, symmetry: ClueSymmetry, rng: &mut Rng) -> Vec<bool> {
    let mut inside = vec![false; grid.len()];
    let is_joined = |&cell: &usize| {
        let image = symmetry.image(grid, cell);
        image == cell || grid.beside(cell).any(|other| other == image)
    };
    let joined: Vec<usize> = (0..grid.len()).filter(is_joined).collect();
    if joined.is_empty() {
        // Half a turn around the corner of four cells takes each to the one across.
        let CellGrid { rows, columns } = grid;
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            inside[grid.at(rows / 2 - down, columns / 2 - right)] = true;
        }
    } else {
        let cell = joined[rng.below(joined.len())];
        inside[cell] = true;
        inside[symmetry.image(grid, cell)] = true;
    }
    inside
}

/// Adds a cell and its image to a set, or removes both, if the outline stays a single loop. Returns
/// whether it does.
pub fn change_sides(
    grid: CellGrid,
    symmetry: ClueSymmetry,
    inside: &mut [bool],
    cell: usize,
) -> bool {
    let image = symmetry.image(grid, cell);
    let before = inside[cell];
    for one in [cell, image] {
        // A cell may be its own image.
        if inside[one] == before && !keeps_outline(grid, inside, one) {
            inside[cell] = before;
            return false;
        }
        inside[one] = !before;
    }
    true
}

/// Whether adding or removing a cell keeps both the set and its complement connected: around the
/// cell, inside and outside alternate exactly twice, and the cell has side neighbours in both.
pub fn keeps_outline(grid: CellGrid, inside: &[bool], cell: usize) -> bool {
    const RING: [(isize, isize); 8] =
        [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
    let ring =
        RING.map(|(down, right)| grid.offset(cell, down, right).is_some_and(|other| inside[other]));
    let changes = (0..8).filter(|&k| ring[k] != ring[(k + 1) % 8]).count();
    let beside = [1, 3, 5, 7].into_iter().filter(|&k| ring[k]).count();
    changes == 2 && (1..4).contains(&beside)
}
