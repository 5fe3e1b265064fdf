//! Search trees as text: the shape, and each goal as the branches on the way to it.

use quarry_core::{Document, Located, ParseError};

use super::{Branch, MOST_BRANCHES, MOST_STEPS, SearchTree};

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<SearchTree, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["branching", "deepest", "merges", "goals"])?;
    let number = |key, most: u64, example| {
        document.positive(key, most as i64)?.ok_or_else(|| document.missing(key, example))
    };
    let branching = number("branching", MOST_BRANCHES, "branching = 3")? as u8;
    let deepest = number("deepest", MOST_STEPS, "deepest = 6")? as u8;
    let merges = document.switch("merges")?.is_some_and(|merges| merges.value);
    let example = "goals = [\"3 1 2\"]";
    let goals = document.list("goals")?.ok_or_else(|| document.missing("goals", example))?;
    if goals.is_empty() {
        return Err(document.missing("goals", example));
    }
    let goals = goals.into_iter().map(|goal| read_goal(goal, branching, deepest));
    Ok(SearchTree::new(branching, deepest, merges, goals.collect::<Result<_, _>>()?))
}

fn read_goal(goal: Located<&str>, branching: u8, deepest: u8) -> Result<Vec<Branch>, ParseError> {
    let way: Vec<Branch> = goal
        .value
        .split_whitespace()
        .map(|branch| read_branch(Located { value: branch, ..goal }, branching))
        .collect::<Result<_, _>>()?;
    if (1..=usize::from(deepest)).contains(&way.len()) {
        Ok(way)
    } else {
        Err(goal.wrong(format!("1 to {deepest} branches"), way.len().to_string()))
    }
}

/// Reads a branch, from 1.
pub(super) fn read_branch(text: Located<&str>, branching: u8) -> Result<Branch, ParseError> {
    match text.value.parse::<u8>() {
        Ok(number) if (1..=branching).contains(&number) => Ok(Branch(number - 1)),
        _ => {
            Err(text
                .wrong(format!("a branch from 1 to {branching}"), format!("\"{}\"", text.value)))
        }
    }
}

/// Writes an instance.
pub(super) fn show(tree: &SearchTree) -> String {
    let goal = |goal: &Vec<Branch>| {
        let way: Vec<String> = goal.iter().map(|branch| (branch.0 + 1).to_string()).collect();
        format!("\"{}\"", way.join(" "))
    };
    let goals: Vec<String> = tree.goals.iter().map(goal).collect();
    let merges = if tree.merges { "merges = true\n" } else { "" };
    format!(
        "puzzle = \"search-tree\"\nbranching = {}\ndeepest = {}\n{merges}goals = [{}]\n",
        tree.branching,
        tree.deepest,
        goals.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        let head = "branching = 2\ndeepest = 2\n";
        let off = error(&format!("{head}goals = [\"1 3\"]"));
        assert_eq!(off, "line 3, column 10: expected a branch from 1 to 2, found \"3\"");
        let long = error(&format!("{head}goals = [\"1\", \"1 2 1\"]"));
        assert_eq!(long, "line 3, column 15: expected 1 to 2 branches, found 3");
        assert!(error(head).contains("goals = [\"3 1 2\"]"), "{}", error(head));
        assert!(error("branching = 17").contains("column 13"), "{}", error("branching = 17"));
    }
}
