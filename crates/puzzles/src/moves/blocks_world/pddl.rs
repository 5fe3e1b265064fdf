//! Problems and plans of the planning competition, in PDDL.
//!
//! Problems of the domain with four operators (`on`, `ontable`, `clear`, `handempty`) and of the one
//! with three (`on`, `on-table`, `clear`) are read; names are compared without regard to case, as
//! PDDL does. A chain of a goal that says neither `ontable` nor `clear` is open at both ends, but a
//! goal that leaves nothing to choose is complete: every support is named, or there is one chain of
//! all blocks. Problems are written for the four operators. A plan picks every block up and puts it
//! down, so that it is twice as long as the line of moves.

mod expression;
mod problem;
#[cfg(test)]
mod tests;

use std::fmt::Write;
use std::ops::Range;

use quarry_core::{CommunityForm, Located, ParseError};
use rustc_hash::FxHashSet;

pub(super) use problem::parse;

use super::goal::{inverted, towers};
use super::text::block_named;
use super::{Block, BlocksWorld, Move, Objective, TABLE};

/// Whether a text is meant as a PDDL problem.
pub(super) fn is_problem(text: &str) -> bool {
    let mut lines = text.lines().map(|line| line.split(';').next().unwrap_or_default().trim());
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    first.starts_with('(') && text.to_ascii_lowercase().contains("define")
}

/// The problems of a text, if there are several.
pub(super) fn divide(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut is_comment, mut begun) = (0usize, false, 0);
    let mut parts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => is_comment = false,
            b';' => is_comment = true,
            b'(' if !is_comment => depth += 1,
            b')' if !is_comment => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    parts.push(begun..at + 1);
                    begun = at + 1;
                }
            }
            _ => {}
        }
    }
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// Names that PDDL accepts: as they are, or numbers if they are not.
fn names(puzzle: &BlocksWorld) -> (Vec<String>, bool) {
    let mut seen = FxHashSet::default();
    let is_fit = |name: &String| {
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            && seen.insert(name.to_ascii_lowercase())
    };
    if puzzle.names.iter().all(is_fit) {
        return (puzzle.names.clone(), true);
    }
    ((1..=puzzle.count()).map(|number| format!("b{number}")).collect(), false)
}

/// Writes the problem for the domain with four operators.
pub(super) fn form(puzzle: &BlocksWorld) -> CommunityForm {
    let (names, is_kept) = names(puzzle);
    let name = |block: Block| &names[usize::from(block)];
    let (mut init, mut goal) = (String::from("(handempty)"), String::new());
    let above = inverted(&puzzle.start);
    for block in puzzle.blocks() {
        match puzzle.start[usize::from(block)] {
            TABLE => _ = write!(init, " (ontable {})", name(block)),
            below => _ = write!(init, " (on {} {})", name(block), name(below)),
        }
        if above[usize::from(block)] == TABLE {
            _ = write!(init, " (clear {})", name(block));
        }
    }
    for chain in puzzle.goal.chains() {
        let (bottom, top) = (chain.blocks[0], chain.blocks[chain.blocks.len() - 1]);
        if !chain.is_open_below {
            _ = write!(goal, " (ontable {})", name(bottom));
        }
        for pair in chain.blocks.windows(2) {
            _ = write!(goal, " (on {} {})", name(pair[1]), name(pair[0]));
        }
        if !chain.is_open_above {
            _ = write!(goal, " (clear {})", name(top));
        }
    }
    let lines = [
        "(define (problem blocks)".to_owned(),
        "(:domain blocks)".to_owned(),
        format!("(:objects {})", names.join(" ")),
        format!("(:init {init})"),
        format!("(:goal (and{goal})))"),
    ];
    let lost = [
        (!is_kept).then_some("names of blocks"),
        puzzle.table.map(|_| "table"),
        (puzzle.objective == Objective::Any).then_some("objective"),
    ];
    CommunityForm {
        format: "pddl",
        text: lines.join("\n"),
        lost: lost.into_iter().flatten().collect(),
    }
}

/// A line as a plan of the four operators. Comments show the towers before each move.
pub(super) fn plan(puzzle: &BlocksWorld, line: &[Move]) -> Vec<String> {
    let (names, _) = names(puzzle);
    let name = |block: Block| &names[usize::from(block)];
    let mut below = puzzle.start.clone();
    let mut plan = Vec::new();
    let comment = |below: &[Block]| {
        let tower = |tower: Vec<Block>| {
            tower.into_iter().map(|block| name(block).as_str()).collect::<Vec<_>>().join(" ")
        };
        format!("; {}", towers(below).into_iter().map(tower).collect::<Vec<_>>().join(" | "))
    };
    for &Move { block, to } in line {
        plan.push(comment(&below));
        plan.push(match below[usize::from(block)] {
            TABLE => format!("(pick-up {})", name(block)),
            from => format!("(unstack {} {})", name(block), name(from)),
        });
        plan.push(match to {
            TABLE => format!("(put-down {})", name(block)),
            to => format!("(stack {} {})", name(block), name(to)),
        });
        below[usize::from(block)] = to;
    }
    plan.push(comment(&below));
    plan
}

/// Reads an operator of a plan. The first of a pair says which block is held; the second one makes
/// a move.
pub(super) fn parse_operator(
    puzzle: &BlocksWorld,
    entry: &Located<&str>,
    held: &mut Option<Block>,
) -> Result<Option<Move>, ParseError> {
    let expected = "an operator: (pick-up A), (unstack A B), (put-down A) or (stack A B)";
    let wrong = || entry.wrong(expected, format!("\"{}\"", entry.value));
    let inner = entry.value.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let words: Vec<&str> = inner.ok_or_else(wrong)?.split_whitespace().collect();
    let named = |name: &str| {
        let folded = || puzzle.names.iter().position(|known| known.eq_ignore_ascii_case(name));
        let block = block_named(puzzle, name).or_else(|| folded().map(|index| index as Block));
        block.ok_or_else(|| entry.wrong("the name of a block", format!("\"{name}\"")))
    };
    let (head, block) = match &*words {
        [head, block, ..] => (head.to_ascii_lowercase(), named(block)?),
        _ => return Err(wrong()),
    };
    let to = match (&*head, &words[2..]) {
        ("pick-up", []) | ("unstack", [_]) => {
            if let Some(before) = held.replace(block) {
                let expected = format!("`{}` to be put down first", puzzle.name(before));
                return Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
            }
            return Ok(None);
        }
        ("put-down", []) => TABLE,
        ("stack", [to]) => named(to)?,
        _ => return Err(wrong()),
    };
    if held.take() != Some(block) {
        let expected = format!("`{}` to be picked up first", puzzle.name(block));
        return Err(entry.wrong(expected, format!("\"{}\"", entry.value)));
    }
    Ok(Some(Move { block, to }))
}
