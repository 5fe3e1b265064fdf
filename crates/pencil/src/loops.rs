//! Loops: how they are read, checked by hand, and said as rules.

use quarry_core::{Fault, Foul, Literal, Value};

use crate::{Board, Filling, Lines, Rules, expect_shape, lines_of_nodes};

/// Reads an answer of lines, one token a node.
pub fn read(lines: Lines, board: &Board<'_>, what: &str) -> Result<Filling, Foul> {
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

/// What keeps drawn lines from being one loop: ends and branches, then no loop or more than one.
/// Open lines may still complete it.
pub fn faults(lines: Lines, filling: &[Option<Value>]) -> Vec<Fault> {
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
    // A closed loop with a line elsewhere cannot become the only one.
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

/// The rules of one loop through nodes: none or two lines at each, and all in one piece.
pub fn rules(lines: Lines, node_name: &str, rules: &mut Rules) {
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
